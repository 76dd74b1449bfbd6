"""Unseen: what lies face down stays unknown to pages and programs alike until the table shows it, if it ever does."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from houseway.equipment.cards import CODES, UNSEEN
from houseway.equipment.tiles import CODES as TILE_CODES
from houseway.floor import Recorded, TableInService
from houseway.table.card_felt import CardFelt
from houseway.table.card_play import CardDealt
from houseway.table.events import NoMoreBetsCalled
from houseway.table.layout import Display
from houseway.table.roles import Role
from houseway.table.rules import Lawful
from houseway.web.veil import Veil, has_tiles, holder_of, shown_by, tiles_in

_CARD = re.compile("|".join(CODES))
# Nothing but cards, such as "As" or "AsKdQcJh TcTd 2s"; other words may hold the letters of a card by chance.
_ONLY_CARDS = re.compile(rf"(?:{_CARD.pattern}|{re.escape(UNSEEN)}| )+")
# Cards are all different, so that those hidden can be named; of tiles, only those shown can.
Hidden = frozenset[str] | Veil
NOTHING: frozenset[str] = frozenset()

Round = tuple[Recorded, ...]


def dealt_in_rounds(place: TableInService) -> bool:
    """Whether a game deals cards or tiles, so that a round begins when the bets are closed."""
    return isinstance(place.state.play, CardFelt) or has_tiles(place.game.layout)


def face_down(place: TableInService) -> Hidden:
    """What was told in the round under way, lies face down and was never turned up."""
    play = place.state.play
    if has_tiles(place.game.layout):
        return _veil(place, last_round(place))
    if not isinstance(play, CardFelt) or place.game.between_rounds(play):
        return NOTHING
    return _hidden(place, last_round(place))


def hidden_at(place: TableInService, version: int) -> Hidden:
    """What is unknown to this day of the cards or tiles of the round to which a version belongs."""
    found = (hidden for first, hidden in _hidden_by_round(place) if first <= version)
    return next(found, _before_any_round(place))


def _before_any_round(place: TableInService) -> Hidden:
    """Tiles are mixed and stacked before the bets are closed."""
    return Veil({}) if has_tiles(place.game.layout) else NOTHING


def acts_as_seen(
    place: TableInService, acts: Iterable[Recorded], kept_down: Hidden = NOTHING
) -> Iterator[Recorded]:
    """Acts of a table without what nobody was shown; `kept_down` is what stays unknown of its last round."""
    wanted = list(acts)
    if not wanted:
        return
    oldest = min(recorded.version for recorded in wanted)
    rounds = []
    for number, (first, hidden) in enumerate(_hidden_by_round(place)):
        rounds.append((first, hidden if number else both(hidden, kept_down)))
        if first <= oldest:
            break
    for recorded in wanted:
        found = (hidden for first, hidden in rounds if first <= recorded.version)
        hidden = next(found, _before_any_round(place))
        yield _turned_down(recorded, hidden)


def both(hidden: Hidden, kept_down: Hidden) -> Hidden:
    """What either hides."""
    if isinstance(hidden, Veil):
        return hidden | kept_down if isinstance(kept_down, Veil) else hidden
    return hidden if isinstance(kept_down, Veil) else hidden | kept_down


def _hidden_by_round(place: TableInService) -> Iterator[tuple[int, Hidden]]:
    """For each round, from the latest back, the version it began with and what nobody was shown of it."""
    if not dealt_in_rounds(place):
        return
    for acts in _rounds(place.record):
        hidden = _veil if has_tiles(place.game.layout) else _hidden
        yield acts[-1].version, hidden(place, acts)


def _veil(place: TableInService, acts: Round) -> Veil:
    """The tiles that the crew turned up in a round, and those that lie face up at this moment."""
    shown: dict[int, Counter[str]] = {}
    for recorded in acts:
        for event in recorded.events:
            told = msgspec.to_builtins(event)
            seat = holder_of(told)
            if seat is not None and not _is_delivery(event) and _turns_up(recorded.act.move, event):
                shown[seat] = shown.get(seat, Counter()) | Counter(tiles_in(told))
    if not acts or acts[0].version == place.version:
        for seat, up in shown_by(place.game.display(place.state.play)):
            shown[seat] = shown.get(seat, Counter()) | up
    return Veil(shown)


def _is_delivery(event: Any) -> bool:
    """Whether tiles went face down from the stacks to a position."""
    return hasattr(event, "taken")


def _hidden(place: TableInService, acts: Round) -> frozenset[str]:
    """The cards told in a round, but for those that the crew turned up and those that lie face up at this moment."""
    told: set[str] = set()
    up: set[str] = set()
    for recorded in acts:
        for event in recorded.events:
            cards = tuple(_cards_in(msgspec.to_builtins(event)))
            told.update(cards)
            if _turns_up(recorded.act.move, event):
                up.update(cards)
    if acts and acts[0].version == place.version and not place.game.between_rounds(place.state.play):
        up.update(card for cards in place.game.display(place.state.play).cards.values() for card in cards)
    return frozenset(told - up)


def _turns_up(move: Any, event: Any) -> bool:
    """Whether the cards that an event names lie face up: cards are dealt face down, and players keep theirs to themselves."""
    return not isinstance(event, CardDealt) and _falls_to(type(move)) is not Role.PLAYER


def _falls_to(kind: type) -> Any:
    """Whose part a move is, whoever makes it."""
    return next((field.default for field in msgspec.structs.fields(kind) if field.name == "by"), None)


def _cards_in(value: Any) -> Iterator[str]:
    match value:
        case str() if _ONLY_CARDS.fullmatch(value):
            yield from _CARD.findall(value)
        case dict():
            yield from _cards_in(tuple(value.values()))
        case list() | tuple():
            for part in value:
                yield from _cards_in(part)


def _turned_down(recorded: Recorded, hidden: Hidden) -> Recorded:
    if not hidden:
        return recorded
    act = recorded.act
    return Recorded(
        version=recorded.version,
        act=msgspec.structs.replace(act, move=masked_struct(act.move, hidden)),
        events=tuple(masked_struct(event, hidden) for event in recorded.events),
    )


def last_round(place: TableInService) -> Round:
    """The acts since the bets were last closed for a deal, the latest first, whether that round is over or not."""
    if not dealt_in_rounds(place):
        return ()
    return next(_rounds(place.record), ())


def _rounds(record: list[Recorded]) -> Iterator[Round]:
    """The rounds from the latest back, each from its latest act back to the one that closed the bets."""
    acts = []
    for recorded in reversed(record):
        acts.append(recorded)
        if any(isinstance(event, NoMoreBetsCalled) for event in recorded.events):
            yield tuple(acts)
            acts = []


def display_as_seen(display: Display, hidden: Hidden) -> Display:
    """What a glance at the felt tells, with what is hidden face down."""
    if isinstance(hidden, Veil):
        return msgspec.structs.replace(display, tiles=hidden.over_display(display.tiles))
    return msgspec.structs.replace(display, cards=masked(display.cards, hidden)) if hidden else display


def masked(value: Any, hidden: Hidden) -> Any:
    """A plain value with every hidden card or tile turned face down."""
    if isinstance(hidden, Veil):
        return hidden.over(value)
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


def masked_struct(struct: Any, hidden: Hidden) -> Any:
    """A move or an event with every hidden card or tile turned face down."""
    if not hidden:
        return struct
    told = msgspec.to_builtins(struct)
    seen = hidden.over_told(told) if isinstance(hidden, Veil) else masked(told, hidden)
    return msgspec.convert(seen, type(struct))


def as_seen(legal: Iterable[Lawful], hidden: Hidden) -> tuple[Lawful, ...]:
    """What may happen next, told without a word about hidden cards or tiles.

    A value that names one is left out; a list of the cards left in the deck holds the hidden ones as well, since
    those missing from it would be known.
    """
    if not hidden:
        return tuple(legal)
    return tuple(_act_as_seen(act, hidden) for act in legal)


def _act_as_seen(act: Lawful, hidden: Hidden) -> Lawful:
    if isinstance(hidden, Veil):
        # The dealer sets what was turned over, be it the dealer's own hand or another.
        holders = act.fields.get("seat", tuple(hidden.shown))
        seen = {name: _tiles_as_seen(values, hidden, holders) for name, values in act.fields.items()}
    else:
        seen = {name: _values_as_seen(values, hidden) for name, values in act.fields.items()}
    return msgspec.structs.replace(
        act,
        fields={name: values for name, values in seen.items() if values},
        # What is known to the table alone is to be told by whoever turns the cards over.
        text=(*act.text, *(name for name, values in seen.items() if not values and act.fields[name])),
    )


def _tiles_as_seen(values: tuple[Any, ...], veil: Veil, holders: tuple[int, ...]) -> tuple[Any, ...]:
    if set(TILE_CODES) <= set(values):
        return values  # every kind of tile: that tells nothing
    return tuple(
        value for value in values if any(veil.over(value, holder) == value for holder in (*holders, None))
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
