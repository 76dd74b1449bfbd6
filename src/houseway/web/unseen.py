"""Unseen: what lies face down stays unknown to pages and programs alike until the table shows it."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from houseway.equipment.cards import CODES, UNSEEN
from houseway.floor import Recorded, TableInService
from houseway.table.card_game import CardFelt
from houseway.table.card_play import CardDealt, NoMoreBetsCalled
from houseway.table.game import Lawful

_CARD = re.compile("|".join(CODES))
# Nothing but cards, such as "As" or "AsKdQcJh TcTd 2s"; other words may hold the letters of a card by chance.
_ONLY_CARDS = re.compile(rf"(?:{_CARD.pattern}|{re.escape(UNSEEN)}| )+")


def face_down(place: TableInService) -> frozenset[str]:
    """The cards dealt in this round that do not lie face up."""
    dealt = {
        event.card
        for recorded in round_under_way(place)
        for event in recorded.events
        if isinstance(event, CardDealt)
    }
    if not dealt:
        return frozenset()
    shown = place.game.display(place.state.play).cards.values()
    return frozenset(dealt - {card for cards in shown for card in cards} - {UNSEEN})


def round_under_way(place: TableInService) -> tuple[Recorded, ...]:
    """The acts since the bets closed, while a round of cards is played."""
    play = place.state.play
    if not isinstance(play, CardFelt) or place.game.between_rounds(play):
        return ()
    return tuple(_since_bets_closed(place.record))


def acts_as_seen(place: TableInService, acts: Iterable[Recorded]) -> Iterator[Recorded]:
    """Acts of a table, those of the round under way without what lies face down."""
    hidden = face_down(place)
    now = {recorded.version for recorded in round_under_way(place)} if hidden else set()
    for recorded in acts:
        yield _turned_down(recorded, hidden) if recorded.version in now else recorded


def _turned_down(recorded: Recorded, hidden: frozenset[str]) -> Recorded:
    act = recorded.act
    return Recorded(
        version=recorded.version,
        act=msgspec.structs.replace(act, move=masked_struct(act.move, hidden)),
        events=tuple(masked_struct(event, hidden) for event in recorded.events),
    )


def last_round(place: TableInService) -> tuple[Recorded, ...]:
    """The acts since the bets were last closed for a deal, whether that round is over or not."""
    return tuple(_since_bets_closed(place.record)) if isinstance(place.state.play, CardFelt) else ()


def _since_bets_closed(record: Iterable[Recorded]) -> Iterator[Recorded]:
    """From the latest act back to the one that closed the bets."""
    acts = list(record)
    for recorded in reversed(acts):
        yield recorded
        if any(isinstance(event, NoMoreBetsCalled) for event in recorded.events):
            return


def masked(value: Any, hidden: frozenset[str]) -> Any:
    """A plain value with every hidden card turned face down."""
    match value:
        case str() if hidden and _ONLY_CARDS.fullmatch(value):
            return _CARD.sub(lambda found: UNSEEN if found[0] in hidden else found[0], value)
        case dict():
            return {name: masked(part, hidden) for name, part in value.items()}
        case list() | tuple():
            return type(value)(masked(part, hidden) for part in value)
        case _:
            return value


def names(value: Any, hidden: frozenset[str]) -> bool:
    """Whether a value names a hidden card."""
    return bool(hidden) and masked(value, hidden) != value


def masked_struct(struct: Any, hidden: frozenset[str]) -> Any:
    """A move or an event with every hidden card turned face down."""
    if not hidden:
        return struct
    return msgspec.convert(masked(msgspec.to_builtins(struct), hidden), type(struct))


def as_seen(legal: Iterable[Lawful], hidden: frozenset[str]) -> tuple[Lawful, ...]:
    """What may happen next, told without a word about hidden cards.

    A value that names one is left out; a list of the cards left in the deck holds the hidden ones as well, since
    those missing from it would be known.
    """
    if not hidden:
        return tuple(legal)
    return tuple(_act_as_seen(act, hidden) for act in legal)


def _act_as_seen(act: Lawful, hidden: frozenset[str]) -> Lawful:
    seen = {name: _values_as_seen(values, hidden) for name, values in act.fields.items()}
    return msgspec.structs.replace(
        act,
        fields={name: values for name, values in seen.items() if values},
        # What is known to the table alone is to be told by whoever turns the cards over.
        text=(*act.text, *(name for name, values in seen.items() if not values and act.fields[name])),
    )


def _values_as_seen(values: tuple[Any, ...], hidden: frozenset[str]) -> tuple[Any, ...]:
    if names(values, hidden):
        return tuple(value for value in values if not names(value, hidden))
    if values and all(value in _SINGLES for value in values):
        all_left = {*values, *hidden} if isinstance(values[0], str) else {*values, *zip(hidden, strict=True)}
        return tuple(single for single in _SINGLES if single in all_left)
    return values


# A card by itself, or as the only one of a deal; in the order of the deck, so that none stands out.
_SINGLES = (*CODES, *((card,) for card in CODES))
