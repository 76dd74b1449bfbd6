"""Steps: what may lawfully happen next, sorted into the places of the table page where people look for it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

from houseway.equipment.dice import FACES
from houseway.floor import TableInService
from houseway.law import RuleViolation
from houseway.table.checklist import Stage
from houseway.table.game import Lawful
from houseway.table.procedure import Act, Status
from houseway.table.routine import chance_due, moves_of
from houseway.table.words import capital, listed, spoken


class Place(StrEnum):
    """Where on the page a lawful move is offered."""

    FELT = "felt"
    RAIL = "rail"
    CHECKLIST = "checklist"
    IRREGULARITY = "irregularity"
    MAIN = "main"
    OTHER = "other"
    MENU = "menu"


# The moves that all tables share; every other move is the game's own.
_SHARED = {
    "place-wager": Place.FELT,
    "take-down-wager": Place.FELT,
    "take-seat": Place.RAIL,
    "leave-seat": Place.RAIL,
    "buy-in": Place.RAIL,
    "attest": Place.CHECKLIST,
    "report": Place.IRREGULARITY,
    "inspect-dice": Place.MAIN,
    "open-table": Place.MAIN,
    "close-table": Place.MENU,
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a field as the wire has it, and in words."""

    json: str
    words: str


@dataclass(frozen=True, slots=True)
class Field:
    """Something to be told with a move: fixed, chosen, read off a die, or written."""

    name: str
    label: str
    kind: str
    choices: tuple[Choice, ...] = ()
    colour: str = ""
    suggestion: str = ""  # words to start from, or the choice that is made already


@dataclass(frozen=True, slots=True)
class StepForm:
    """A lawful move as a form with one button; `chance` tells what the dice show, `throws` makes that due at once."""

    key: str
    move: str
    label: str
    by: tuple[str, ...]
    clause: str
    place: Place
    fields: tuple[Field, ...]
    chance: bool
    throws: bool
    orders: str = ""


@dataclass(frozen=True, slots=True)
class Hint:
    """What the table waits for."""

    words: str
    clause: str = ""


def step_forms(place: TableInService, legal: tuple[Lawful, ...], at: datetime) -> tuple[StepForm, ...]:
    """Every lawful move but wagers, as a form in its place; the likeliest first."""
    forms = [_form(place, lawful, at) for lawful in legal if _SHARED.get(lawful.move) is not Place.FELT]
    if not any(form.place is Place.MAIN for form in forms) and not may_wager(legal):
        # Nothing ordinary can happen and no wager is awaited: whatever is left is what comes next.
        forms = [_promoted(form) for form in forms]
    return tuple(forms)


def _promoted(form: StepForm) -> StepForm:
    own = form.move not in _SHARED and form.move != "issue-dice"
    return replace(form, place=Place.MAIN) if own else form


def may_wager(legal: tuple[Lawful, ...]) -> bool:
    """Whether anybody may place a wager now."""
    return any(lawful.move == "place-wager" for lawful in legal)


def _form(place: TableInService, lawful: Lawful, at: datetime) -> StepForm:
    game = place.game
    chance = lawful.move in game.chance
    suggestions = _suggestions(place, lawful, at)
    return StepForm(
        key=_key(lawful),
        move=lawful.move,
        label=lawful.label,
        by=lawful.by,
        clause=lawful.clause,
        place=_place(place, lawful),
        fields=(
            *(_field(place, lawful, name) for name in lawful.fields),
            *(
                Field(name, spoken(name), "text", suggestion=suggestions.get(name, ""))
                for name in lawful.text
            ),
        ),
        chance=chance,
        throws=_makes_chance_due(place, lawful, at),
        orders=_orders(place, lawful),
    )


def _key(lawful: Lawful) -> str:
    """What tells this move from others of its kind, whatever else may happen meanwhile."""
    fixed = (values[0] for values in lawful.fields.values() if len(values) == 1)
    return "-".join((lawful.move, *(value for value in fixed if isinstance(value, str))))


def _makes_chance_due(place: TableInService, lawful: Lawful, at: datetime) -> bool:
    game = place.game
    if lawful.move not in {kind.__struct_config__.tag for kind in game.throws}:
        return False
    move = next(moves_of(game, lawful))
    after, _ = place.rules.apply(place.state, Act(move=move, who="", at=at))
    return chance_due(game, after.play) is not None


def _place(place: TableInService, lawful: Lawful) -> Place:
    shared = _SHARED.get(lawful.move)
    if shared is not None:
        return shared
    if lawful.move == "issue-dice":
        return Place.MAIN if place.state.dice is None else Place.MENU
    if lawful.move in place.game.routine or lawful.move in place.game.chance:
        return Place.MAIN
    asks = any(len(values) > 1 for values in lawful.fields.values())
    return Place.MENU if asks else Place.OTHER


def _field(place: TableInService, lawful: Lawful, name: str) -> Field:
    values = lawful.fields[name]
    choices = tuple(Choice(msgspec.json.encode(value).decode(), _words(value)) for value in values)
    colours = place.game.dice.colours if place.game.dice is not None else ()
    colour = next((colour for colour in colours if colour in name), "white")
    if len(values) == 1:
        return Field(name, spoken(name), "fixed", choices)
    if set(values) == set(FACES):
        # The crew's routine takes what comes first; what is seen on a die is never suggested.
        suggestion = choices[0].json if lawful.move in place.game.routine else ""
        ordered = tuple(sorted(choices, key=lambda choice: choice.json))
        return Field(name, spoken(name), "faces", ordered, colour, suggestion)
    return Field(name, spoken(name), "select", choices)


def _words(value: Any) -> str:
    match value:
        case None:
            return "nobody"
        case bool():
            return "yes" if value else "no"
        case _:
            return listed(value)


def _suggestions(place: TableInService, lawful: Lawful, at: datetime) -> Mapping[str, str]:
    """Words to start from; the reference of an approval is never made up for a live table."""
    if lawful.move == "issue-dice":
        return {"serial": f"{place.name}-{at:%Y%m%d-%H%M%S}"}
    if lawful.move == "attest" and place.training:
        return {"reference": f"training {lawful.fields['step'][0]}"}
    return {}


def _orders(place: TableInService, lawful: Lawful) -> str:
    if lawful.move != "report":
        return ""
    remedy = place.game.irregularities.get(str(lawful.fields["irregularity"][0]))
    return remedy.orders if remedy else ""


def hints(place: TableInService, legal: tuple[Lawful, ...], at: datetime) -> Iterator[Hint]:
    """What the table waits for before it can go on, in words."""
    state, game = place.state, place.game
    closed = state.status is Status.CLOSED
    if closed:
        steps = (
            *place.rules.missing(state, Stage.APPROVAL),
            *place.rules.missing(state, Stage.OPENING),
        )
        if steps:
            yield Hint(f"The table is closed: {_lines(len(steps))} of the check-list stand open")
    try:
        if game.dice is not None:
            game.dice.check_use(state.dice, at)
    except RuleViolation as violation:
        yield Hint(capital(violation.message), violation.clause.id)
    steps = place.rules.missing(state, Stage.DICE)
    if steps and state.dice is not None:
        yield Hint(f"The dice wait: {_lines(len(steps))} of the check-list stand open", steps[0].clause.id)
    if not closed and not state.play.seats:
        yield Hint("Nobody is at the table: click a free position")
    elif may_wager(legal):
        yield Hint("Wagers are open: click the felt")


def _lines(count: int) -> str:
    return "one line" if count == 1 else f"{count} lines"
