"""Dice on their way to a table: issued, inspected before the dealer, never the same set twice (603a.13)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from houseway.equipment.decks import Clauses
from houseway.equipment.dice import (
    ALL_INSTRUMENTS,
    DiceInUse,
    DiceRules,
    DiceSet,
    Instrument,
    check_instruments,
    known_by,
)
from houseway.law import RuleViolation, pa
from houseway.table.checklist import Stage
from houseway.table.events import Event
from houseway.table.felt import Step
from houseway.table.moves import Move, Words
from houseway.table.roles import PIT_MANAGERS, Role
from houseway.table.rules import Offer, Roles, Rule
from houseway.table.table_state import Moment

if TYPE_CHECKING:
    from houseway.table.procedure import Table

DICE_ISSUED = pa("603a.13(f)(1)(ii)#1")
DICE_WITNESSED = pa("603a.13(f)(1)(ii)#4")
# By which dice come to a table inspected: by alternative 2 from the pit, by 3 under the seal of the storage area.
INSPECTED_BEFORE = {2: pa("603a.13(f)(2)(iii)"), 3: pa("603a.13(f)(3)(v)")}


class IssueDice(Move, frozen=True, kw_only=True):
    """A set of dice is issued to the table, in the place of the set in use; `locked` in an automated shaker.

    By the first `alternative` dice are inspected on receipt, and the table demands it. By the others they come
    inspected, which the table cannot demand again: whoever issues them answers for it, and at a live table the back
    office's book of dice says whether it is so.
    """

    serial: Words
    colours: tuple[Words, ...]
    alternative: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    for_locked_shaker: bool = False
    locked: bool = False
    by: Role = Role.PIT_MANAGER


class InspectDice(Move, frozen=True, kw_only=True):
    """The dice at the table are inspected before the dealer."""

    instruments: tuple[Instrument, ...]
    witness: Role = Role.DEALER
    by: Role = Role.FLOORPERSON


class DiceIssued(Event, frozen=True, kw_only=True):
    """A set of dice came to the table."""

    serial: str
    colours: tuple[str, ...]
    locked: bool


class DiceInspected(Event, frozen=True, kw_only=True):
    """The dice at the table were inspected."""

    serial: str
    instruments: tuple[str, ...]
    by: str
    witness: str


def _check_change(table: "Table[Any]", now: Moment) -> None:
    """Refuse another set of dice where none are played with, or in the middle of a throw."""
    _dice_rules(table)
    if not table.game.dice_handling.at_rest(table.game, now.state.play):
        raise RuleViolation(DICE_ISSUED, "the dice cannot be changed while a throw is under way")


def _issue(table: "Table[Any]", now: Moment, move: IssueDice) -> Step[Any]:
    """A set of dice comes to the table, never one that was in use here before."""
    state, rules = now.state, _dice_rules(table)
    dice = DiceSet(serial=move.serial, colours=move.colours, for_locked_shaker=move.for_locked_shaker)
    rules.check_set(dice)
    serial = known_by(move.serial)
    if not serial:
        raise RuleViolation(DICE_ISSUED, "a set of dice is known by its serial number")
    if serial in state.used_dice:
        # Issued anew, a set would start its life again.
        raise RuleViolation(
            rules.life.clause,
            f"set {move.serial} has been in use at this table before",
            fix="issue another set",
        )
    before = INSPECTED_BEFORE.get(move.alternative)
    again = frozenset(step.id for step in table.game.checklist if step.stage is Stage.DICE)
    issued = msgspec.structs.replace(
        state,
        play=table.game.dice_handling.issued(state.play),
        dice=DiceInUse(set=dice, since=now.at, locked=move.locked, inspected=before is not None),
        used_dice=(*state.used_dice, serial),
        attested=tuple(step for step in state.attested if step not in again),
    )
    event = DiceIssued(
        serial=move.serial,
        colours=move.colours,
        locked=move.locked,
        clause=(before or DICE_ISSUED).id,
    )
    return Step(issued, (event,))


def _dice_rules(table: "Table[Any]") -> DiceRules:
    if table.game.dice is None:
        raise RuleViolation(table.game.opening_clause, f"{table.game.title} is played here without dice")
    return table.game.dice


def _check_uninspected(table: "Table[Any]", now: Moment) -> None:
    """Refuse to inspect dice that are not there, or stand inspected."""
    dice, clause = now.state.dice, table.game.dice_handling.inspection
    if dice is None:
        raise RuleViolation(clause, "there are no dice at the table to inspect")
    if dice.inspected:
        raise RuleViolation(clause, f"dice {dice.set.serial} stand inspected")


def _inspect(table: "Table[Any]", now: Moment, move: InspectDice) -> Step[Any]:
    """The dice are inspected with all instruments, before the dealer."""
    dice = now.state.dice
    assert dice is not None, "checked before"
    if move.witness is not Role.DEALER:
        raise RuleViolation(DICE_WITNESSED, "the dealer must witness the inspection of the dice")
    check_instruments(move.instruments)
    inspected = DiceInspected(
        serial=dice.set.serial,
        instruments=move.instruments,
        by=move.by,
        witness=move.witness,
        clause=table.game.dice_handling.inspection.id,
        also=(DICE_WITNESSED.id, ALL_INSTRUMENTS.id),
    )
    known = msgspec.structs.replace(dice, inspected=True)
    return Step(msgspec.structs.replace(now.state, dice=known), (inspected,))


def _inspected_by(table: "Table[Any]", now: Moment) -> Clauses:
    return (table.game.dice_handling.inspection,)


def _inspectors(table: "Table[Any]", now: Moment) -> Roles:
    return table.game.dice_handling.inspectors


def _dice_lie_there(table: "Table[Any]", now: Moment) -> bool:
    return now.state.dice is not None


def _is_played_with_dice(table: "Table[Any]", now: Moment) -> bool:
    return table.game.dice is not None


def _issuable(table: "Table[Any]", now: Moment) -> Iterator[Offer]:
    rules = table.game.dice
    assert rules is not None, "checked before"
    fields: dict[str, tuple[Any, ...]] = {"colours": (rules.colours,)}
    if rules.locked_life is not None:
        # Dice that an automated shaker may lock up have a longer life.
        fields |= {"for_locked_shaker": (False, True), "locked": (False, True)}
    yield Offer(fields, text=("serial",), rare=now.state.dice is not None)


def _inspectable(table: "Table[Any]", now: Moment) -> Iterator[Offer]:
    yield Offer({"instruments": (tuple(Instrument),)})


DICE_RULES = (
    Rule(
        InspectDice,
        _inspectors,
        _inspected_by,
        "Inspect the dice",
        _inspect,
        when=_dice_lie_there,
        check=_check_uninspected,
        offers=_inspectable,
        checks=IssueDice,
    ),
    Rule(
        IssueDice,
        PIT_MANAGERS,
        (DICE_ISSUED,),
        "Issue a set of dice",
        _issue,
        when=_is_played_with_dice,
        check=_check_change,
        offers=_issuable,
        brings="dice",
    ),
)
