"""Steps: what may lawfully happen next, sorted into the places of the table page where people look for it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

import msgspec

from houseway.backoffice.custody.piece import Piece
from houseway.floor import TableInService
from houseway.floor.crew import is_told_first, signs_as_witness
from houseway.money import dollars
from houseway.table.forms import held_by
from houseway.table.layout import Display
from houseway.table.roles import Role
from houseway.table.routine import chance_due, moves_of
from houseway.table.rules import Lawful, Rule
from houseway.table.table_state import Act
from houseway.web.fields import Choice, Field, choices_of, fields_of, yes_or_no
from houseway.web.setting import Setting, setting_of
from houseway.web.wagers import acts_on_a_wager


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
# How many amounts are offered for a wager that has no area to put chips on.
_CALLED_AMOUNTS = 20


@dataclass(frozen=True, slots=True)
class StepForm:
    """A lawful move as a form with one button; `chance` tells what dice or cards show, `throws` makes that due at once.

    It `prepares` pieces for the deal or, by its number, `puts_right` what failed; `setting` lets a hand be arranged on the felt first.
    """

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
    prepares: bool = False
    puts_right: int = 0
    rare: bool = False
    routine: bool = False  # nobody has to choose it
    setting: Setting | None = None
    witness: str = ""  # whoever has to sign for having seen it, at a live table
    mover: int = 0  # the player whose move it is, where the move itself does not say it

    @property
    def shows(self) -> str:
        """What chance would show: dice, cards or tiles."""
        kinds = {field.kind for field in self.fields}
        return "cards" if "cards" in kinds else "tiles" if "tiles" in kinds else "dice"


def step_forms(
    place: TableInService,
    legal: tuple[Lawful, ...],
    display: Display,
    at: datetime,
    given: Mapping[str, tuple[Piece, ...]] = MappingProxyType({}),
) -> tuple[StepForm, ...]:
    """Every lawful move but free wagers, as a form in its place; the likeliest first.

    `given` is what storage gave the table, by the move that brings it.
    """
    steps = [
        one
        for lawful in legal
        if _SHARED.get(lawful.move) is not Place.FELT and not acts_on_a_wager(lawful)
        for one in _by_position(lawful)
    ]
    forms = [
        *(_form(place, lawful, display, at, given) for lawful in steps),
        *(form for lawful in legal for form in _due_wagers(place, lawful)),
        *_called_wagers(place, legal, at),
    ]
    if not any(form.place is Place.MAIN for form in forms) and not may_wager(legal):
        # Nothing ordinary can happen and no wager is awaited: whatever is left is what comes next.
        forms = [_promoted(form) for form in forms]
    return tuple(_first_of_its_kind(_put_right_first(forms)))


def _put_right_first(forms: list[StepForm]) -> list[StepForm]:
    """What must be put right in its order; until then no deck is prepared."""
    due = [form for form in forms if form.place is Place.MAIN and form.puts_right]
    if not due:
        return forms
    due.sort(key=lambda form: form.puts_right)
    others = [replace(form, place=Place.MENU) if form.prepares else form for form in forms if form not in due]
    return [*others, *due]


def _by_position(lawful: Lawful) -> Iterator[Lawful]:
    """A decision that several players may make, once for each of them."""
    asked = [name for name, values in lawful.fields.items() if len(values) > 1]
    if Role.PLAYER in lawful.by and lawful.move not in _SHARED and asked == ["seat"]:
        for seat in lawful.fields["seat"]:
            yield msgspec.structs.replace(lawful, fields={**lawful.fields, "seat": (seat,)})
    else:
        yield lawful


def _first_of_its_kind(forms: list[StepForm]) -> Iterator[StepForm]:
    """Of several ways to take the same step with a deck, the first is offered and the others are put away."""
    seen = set()
    for form in forms:
        deck = next((field.choices for field in form.fields if field.name == "deck"), ())
        again = form.prepares and (form.move, deck) in seen
        seen.add((form.move, deck))
        yield replace(form, place=Place.MENU) if again else form


def _promoted(form: StepForm) -> StepForm:
    own = form.move not in _SHARED and not form.rare
    return replace(form, place=Place.MAIN) if own else form


def _due_wagers(place: TableInService, lawful: Lawful) -> Iterator[StepForm]:
    """In the middle of a round a wager of just one amount is a decision: it gets a button besides its area."""
    room = lawful.amount
    # With cash in hand it is called to the crew, as on the felt: one button says the wager once.
    if lawful.move != "place-wager" or room is None or room.low != room.high or "instrument" in lawful.fields:
        return
    if not place.game.hand_size or place.game.between_rounds(place.state.play):
        return
    title = place.game.catalogue[lawful.fields["wager"][0]].title
    for seat in lawful.fields["seat"]:
        fields = {**lawful.fields, "seat": (seat,), "amount": (room.low,)}
        yield StepForm(
            key=f"wager-{lawful.fields['wager'][0]}-{seat}",
            move=lawful.move,
            label=f"Position {seat} wagers {dollars(room.low)} on {title}",
            by=lawful.by,
            clause=lawful.clause,
            place=Place.MAIN,
            fields=tuple(Field(name, name, "fixed", choices_of(values)) for name, values in fields.items()),
            chance=False,
            throws=False,
        )


def _called_wagers(place: TableInService, legal: tuple[Lawful, ...], at: datetime) -> Iterator[StepForm]:
    """A wager without an area on the layout is called to the crew."""
    printed = {(area.wager, area.pick) for area in place.game.layout.areas}
    for lawful in legal:
        room = lawful.amount
        if lawful.move != "place-wager" or room is None or "instrument" in lawful.fields:
            continue
        wager, pick = lawful.fields["wager"][0], lawful.fields["pick"][0]
        if (wager, pick) in printed:
            continue
        amounts = range(room.low, room.high + 1, room.step)[:_CALLED_AMOUNTS]
        choices = tuple(Choice(str(amount), dollars(amount)) for amount in amounts)
        yield StepForm(
            key=f"call-{wager}-{lawful.fields['seat'][0]}",
            move=lawful.move,
            label=lawful.label,
            by=lawful.by,
            clause=lawful.clause,
            place=Place.MENU,
            fields=(*fields_of(place, lawful, frozenset(), at), Field("amount", "amount", "select", choices)),
            chance=False,
            throws=False,
        )


def may_wager(legal: tuple[Lawful, ...]) -> bool:
    """Whether anybody may place a wager now."""
    return any(lawful.move == "place-wager" for lawful in legal)


def _form(
    place: TableInService,
    lawful: Lawful,
    display: Display,
    at: datetime,
    given: Mapping[str, tuple[Piece, ...]],
) -> StepForm:
    rule = place.rules.rule(lawful.move)
    assert rule is not None, "what is lawful has a rule"
    setting = setting_of(place, lawful, display)
    return StepForm(
        key=_key(lawful),
        move=lawful.move,
        label=_label(lawful),
        by=lawful.by,
        clause=lawful.clause,
        place=Place.MAIN if setting else _place(rule, lawful),
        fields=tuple(
            fields_of(place, lawful, setting.fields if setting else frozenset(), at, given.get(lawful.move))
        ),
        chance=rule.chance,
        throws=_makes_chance_due(place, rule, lawful, at),
        orders=_orders(place, lawful),
        prepares=rule.prepares,
        puts_right=rule.puts_right,
        rare=lawful.rare,
        routine=bool(rule.routine or rule.chance),
        setting=setting,
        witness=_signing(place, rule, lawful),
        mover=_singled_out(lawful, display),
    )


def _signing(place: TableInService, rule: Rule, lawful: Lawful) -> str:
    """The part of whoever signs for having seen a step: the one that it offers, that its move names, or that is told first."""
    field = held_by(rule.move).get("witness")
    named = lawful.fields.get("witness", (field.default if field else None,))[0]
    if is_told_first(place, lawful):
        named = Role.FLOORPERSON
    return signs_as_witness(place, lawful.move, named) or ""


def _singled_out(lawful: Lawful, display: Display) -> int:
    """The player whom a marker singles out for a move that names no position, such as the bank; 0 if nobody is."""
    if Role.PLAYER not in lawful.by or "seat" in lawful.fields:
        return 0
    return display.singled_out


def _label(lawful: Lawful) -> str:
    """The label, with the position where the one does not tell the other."""
    seats = lawful.fields.get("seat", ())
    if len(seats) == 1 and seats[0] and "osition" not in lawful.label:
        return f"Position {seats[0]}: {lawful.label[:1].lower()}{lawful.label[1:]}"
    return lawful.label


def _key(lawful: Lawful) -> str:
    """What tells this move from others of its kind, whatever else may happen meanwhile."""
    fixed = (values[0] for values in lawful.fields.values() if len(values) == 1)
    told = (str(value) for value in fixed if isinstance(value, str | int) and value != "")
    return "-".join((lawful.move, *told)).replace(" ", "-")


def _makes_chance_due(place: TableInService, rule: Rule, lawful: Lawful, at: datetime) -> bool:
    if not rule.throws:
        return False
    move = next(moves_of(place.game, lawful))
    after, _ = place.rules.apply(place.state, Act(move=move, who="", at=at))
    return chance_due(place.game, after.play) is not None


def _place(rule: Rule, lawful: Lawful) -> Place:
    shared = _SHARED.get(lawful.move)
    if shared is not None:
        return shared
    carries_on = (
        rule.routine or rule.chance or rule.awaited or rule.prepares or rule.puts_right or rule.brings
    )
    if carries_on:
        return Place.MENU if lawful.rare else Place.MAIN
    if rule.moment:
        return Place.OTHER
    asks = any(len(values) > 1 and not yes_or_no(values) for values in lawful.fields.values())
    return Place.MENU if asks or lawful.rare else Place.OTHER


def _orders(place: TableInService, lawful: Lawful) -> str:
    if lawful.move != "report":
        return ""
    remedy = place.game.irregularities.get(str(lawful.fields["irregularity"][0]))
    return remedy.orders if remedy else ""
