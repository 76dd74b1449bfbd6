"""Fields: what must be told with a move, each asked for as people know it: chosen, ticked, counted, read off dice or cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from houseway.backoffice.custody.piece import Closure, Piece
from houseway.equipment.cards import CODES
from houseway.equipment.dice import FACES, known_by
from houseway.equipment.tiles import CODES as TILE_CODES
from houseway.equipment.tiles import FULL_SET
from houseway.floor import TableInService
from houseway.table.deck_table import DeckTable
from houseway.table.forms import held_by
from houseway.table.roles import Role
from houseway.table.rules import Lawful
from houseway.table.wagers import Range
from houseway.table.words import listed, spoken
from houseway.web.cards import DEALER, hand_places
from houseway.web.setting import SETTING

# What a number is, where its name does not say it.
_LABELS = {"in_hands": "Cards counted in the hands (0 = every hand has its number)"}
# Positions and stacks are picked, however many there are, and so are hands to deliver: none of them is read off a die.
_PICKED = frozenset({"seat", "area", "hands", "first"})
# How many tiles are told at once, where it is not a whole set.
_TILES = {"tiles": 4, "high": 2, "low": 2}
# Of what kind a deck or a set is, by the letter in the serial number that is suggested for it.
_LETTERS = {"cards": "D", "tiles": "T"}
# So many values are typed rather than picked from a list.
_TOO_MANY = 12


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a field as the wire has it, and in words."""

    json: str
    words: str


@dataclass(frozen=True, slots=True)
class Field:
    """Something to be told with a move: fixed, chosen, ticked, read off a die, off cards or tiles, counted, or written."""

    name: str
    label: str
    kind: str
    choices: tuple[Choice, ...] = ()
    colour: str = ""
    suggestion: str = ""  # words to start from, or the choice that is made already
    note: str = ""
    most: int = 1  # how many cards may be told at once, or tiles must be
    optional: bool = False


def fields_of(
    place: TableInService,
    lawful: Lawful,
    arranged: frozenset[str],
    at: datetime,
    given: tuple[Piece, ...] | None = None,
) -> Iterator[Field]:
    """Everything that a move asks for, but for what is arranged on the felt; `given` is what storage gave the table for it."""
    if given is not None:
        rule = place.rules.rule(lawful.move)
        offered = _given_dice if rule is not None and rule.brings == "dice" else _given_deck
        yield from offered(place, lawful, given)
        return
    suggestions = _suggestions(place, lawful, at)
    for name in lawful.fields:
        if name not in arranged:
            yield _listed_field(place, lawful, name)
    for name in lawful.text:
        yield _written(place, lawful, name, suggestions.get(name, ""))
    if lawful.amount is not None and lawful.move != "place-wager":
        rule = place.rules.rule(lawful.move)
        yield _amount(lawful.amount, least=rule is not None and rule.from_least)


def _listed_field(place: TableInService, lawful: Lawful, name: str) -> Field:
    values = lawful.fields[name]
    choices = choices_of(values)
    if lawful.most > 1 and not lawful.note and _are_single_cards(values):
        if len(values) > _TOO_MANY:
            return Field(name, spoken(name), "cards", note="Such as As Kd 2c", most=lawful.most)
        return Field(name, spoken(name), "pick", choices, most=lawful.most)
    if lawful.note:
        # Several cards at once, told in the order in which they leave the deck.
        return Field(name, spoken(name), "cards", note=lawful.note, most=lawful.most)
    if len(values) == 1:
        return Field(name, spoken(name), "fixed", choices)
    if set(values) == set(FACES) and name not in _PICKED:
        colours = place.game.dice.colours if place.game.dice is not None else ()
        colour = next((colour for colour in colours if colour in name), "white")
        # The crew's routine takes what comes first; what is seen on a die is never suggested.
        suggestion = choices[0].json if lawful.move in place.game.book.routine else ""
        ordered = tuple(sorted(choices, key=lambda choice: choice.json))
        return Field(name, spoken(name), "faces", ordered, colour, suggestion)
    if yes_or_no(values):
        # Whoever sits at the table is not asked for more than the decision itself.
        kind = "fixed" if Role.PLAYER in lawful.by else "tick"
        return Field(name, spoken(name), kind, choices, suggestion=choices[0].json)
    typed = len(values) > _TOO_MANY and name not in _PICKED
    if typed and all(value in CODES for value in values):
        return Field(name, spoken(name), "card", note="Rank and suit, such as 7c")
    if typed and all(isinstance(value, int) for value in values):
        label, ends = _LABELS.get(name, spoken(name)), choices_of((min(values), max(values)))
        return Field(name, label, "number", ends, suggestion=choices[0].json)
    return Field(name, spoken(name), "select", choices)


def _are_single_cards(values: tuple[Any, ...]) -> bool:
    """Whether several of these cards are told at once, each a choice by itself."""
    return all(isinstance(value, tuple) and len(value) == 1 and value[0] in CODES for value in values)


def _given_dice(place: TableInService, lawful: Lawful, given: tuple[Piece, ...]) -> Iterator[Field]:
    """One of the sets that storage issued to the table, and what its book says of it: nothing of that is for the table to say."""
    new = [piece for piece in given if known_by(piece.serial) not in place.state.used_dice]
    if not new:
        yield Field("serial", "serial (storage has issued no new set to this table)", "text")
        yield from (_listed_field(place, lawful, name) for name in lawful.fields)
        return
    first = new[0]
    told = {"colours": first.colours, "alternative": first.alternative or 1}
    if "locked" in lawful.fields:
        told |= {"for_locked_shaker": first.for_locked_shaker, "locked": first.closed_by is Closure.LOCK}
    others = f" (also issued: {', '.join(piece.serial for piece in new[1:])})" if len(new) > 1 else ""
    yield Field("serial", f"serial{others}", "text", suggestion=first.serial)
    for name, value in told.items():
        yield Field(name, spoken(name), "fixed", choices_of((value,)))


def _given_deck(place: TableInService, lawful: Lawful, given: tuple[Piece, ...]) -> Iterator[Field]:
    """One of the decks or sets of tiles that storage gave the table; its backs and cards are as its book says."""
    made = {
        piece.serial: {name: _as_made(place, piece, name, values) for name, values in lawful.fields.items()}
        for piece in given
        if known_by(piece.serial) not in place.state.decks
    }
    new = [serial for serial, told in made.items() if all(told.values())]
    if not new:
        yield Field("serial", "serial (storage has given this table nothing new)", "text")
        yield from (_listed_field(place, lawful, name) for name in lawful.fields)
        return
    others = f" (also given: {', '.join(new[1:])})" if len(new) > 1 else ""
    yield Field("serial", f"serial{others}", "text", suggestion=new[0])
    for name in lawful.fields:
        # As the suggested one is made, first; where another is made otherwise, that may be said of it.
        told = tuple(dict.fromkeys(value for serial in new for value in made[serial][name]))
        yield Field(name, spoken(name), "fixed" if len(told) == 1 else "select", choices_of(told))


def _as_made(place: TableInService, piece: Piece, name: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """What may be said of a deck, of all that is lawful; what its book does not tell is as it is usually."""
    if name == "back":
        return tuple(back for back in values if back in piece.colours)
    if name == "jokers" and isinstance(place.game, DeckTable):
        rules = place.game.cards
        return tuple(jokers for jokers in values if jokers == rules.jokers_in(piece.count))
    return values[:1]


def _amount(room: Range, *, least: bool) -> Field:
    """An amount within a range, in dollars; the most there is to begin with, or the least."""
    low, high, step = (f"{cents / 100:g}" for cents in msgspec.structs.astuple(room))
    choices = (Choice(low, low), Choice(high, high), Choice(step, step))
    return Field("amount", "amount in dollars", "dollars", choices, suggestion=low if least else high)


def choices_of(values: tuple[Any, ...]) -> tuple[Choice, ...]:
    """Values as a form offers them."""
    return tuple(Choice(msgspec.json.encode(value).decode(), _words(value)) for value in values)


def _written(place: TableInService, lawful: Lawful, name: str, suggestion: str) -> Field:
    """A field that takes words, or cards or tiles where the move holds a row of them or all hands of a position at once."""
    kinds = {kind.__struct_config__.tag: kind for kind in place.rules.move_type.__args__}
    told = held_by(kinds[lawful.move])[name]
    if getattr(told.type, "__origin__", None) is tuple and place.game.tiles is not None:
        optional = name not in lawful.asks and not told.required
        most = len(FULL_SET) if lawful.move in place.game.book.chance else _TILES[name]
        return Field(
            name, spoken(name), "tiles", note="By their ends, such as 2-4 66", most=most, optional=optional
        )
    if getattr(told.type, "__origin__", None) is tuple:
        # Cards that nobody has seen must be told; how they are set, only where the rule does not say it.
        optional = name != "cards" and name not in lawful.asks and not told.required
        note = "Empty if set by the rule" if optional else "As they lie, such as As Kd 2c"
        return Field(name, spoken(name), "cards", note=note, most=len(CODES), optional=optional)
    parts = hand_places(place.game.layout).get(str(lawful.fields.get("seat", (DEALER,))[0] or DEALER), ())
    if name == SETTING and len(parts) > 1:
        return Field(name, spoken(name), "hands", tuple(Choice("", part.part) for part in parts))
    return Field(name, spoken(name), "text", suggestion=suggestion)


def _words(value: Any) -> str:
    match value:
        case None:
            return "nobody"
        case bool():
            return "yes" if value else "no"
        case str() if value in TILE_CODES:
            return value
        case _:
            return listed(value)


def yes_or_no(values: tuple[Any, ...]) -> bool:
    """Whether a field takes nothing but yes or no."""
    return all(isinstance(value, bool) for value in values)


def _suggestions(place: TableInService, lawful: Lawful, at: datetime) -> Mapping[str, str]:
    """Words to start from; the reference of an approval is never made up for a live table."""
    rule = place.rules.rule(lawful.move)
    if rule is not None and rule.brings in _LETTERS:
        return {"serial": f"{place.name}-{_LETTERS[rule.brings]}{len(place.state.decks) + 1}"}
    if rule is not None and rule.brings:
        # By the step and not by the clock, so that a page does not change by itself.
        return {"serial": f"{place.name}-{at:%Y%m%d}-{place.version}"}
    if lawful.move == "attest" and place.training:
        return {"reference": f"training {lawful.fields['step'][0]}"}
    return {}
