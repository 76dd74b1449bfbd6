"""What the operator chooses: one of the three alternatives (603a.13(f)), and where the instruments are kept."""

from datetime import date

from houseway.backoffice.book import Desk
from houseway.backoffice.custody.facts import AlternativeChosen, InstrumentsKept
from houseway.backoffice.custody.guide import ways_open
from houseway.backoffice.custody.orders import (
    SET_OF_FOOTBALL_DICE,
    ChooseAlternative,
    InstrumentPlace,
    KeepInstruments,
)
from houseway.backoffice.custody.piece import Alternative, Piece
from houseway.backoffice.custody.schema import chosen_on
from houseway.backoffice.custody.stages import PAI_GOW, Stage, paragraph
from houseway.backoffice.orders import Fact
from houseway.equipment.dice import DiceGame, check_instruments
from houseway.law import FINAL_CHAPTERS, Clause, RuleViolation, implements, pa

ONE_OF_THREE = pa("603a.13(f)")
_SEALED_IN_FIVES = paragraph("(2)(v)(A)#1")
_PAI_GOW_SEALED = paragraph("(3)(iv)(C)")

# The clause by which instruments are kept at a place.
KEPT: dict[tuple[Alternative, InstrumentPlace], Clause] = {
    (Alternative.AT_THE_TABLE, InstrumentPlace.CRAPS_TABLE): paragraph("(1)(ii)#6"),
    (Alternative.AT_THE_TABLE, InstrumentPlace.PIT_STAND): paragraph("(1)(ii)#6"),
    (Alternative.AT_THE_PIT, InstrumentPlace.PIT_STAND): paragraph("(2)(ii)#2"),
    (Alternative.IN_STORAGE, InstrumentPlace.STORAGE): paragraph("(3)(iii)#2"),
    (Alternative.IN_STORAGE, InstrumentPlace.PIT_STAND): paragraph("(3)(viii)#1"),
}


@implements("603a.13(f)", readings=("C-11", "C-13"))
def choose(order: ChooseAlternative, desk: Desk) -> tuple[Fact, ...]:
    """Follow an alternative from a day on; the third only once the text of 2013 is in force."""
    if order.since < desk.day:
        raise RuleViolation(ONE_OF_THREE, f"a choice cannot begin on {order.since}, before today")
    if order.alternative is Alternative.IN_STORAGE and order.since < FINAL_CHAPTERS:
        raise RuleViolation(
            ONE_OF_THREE,
            f"there is no alternative 3 before {FINAL_CHAPTERS.isoformat()}",
            fix="choose alternative 1 or 2, or a later day",
        )
    numbers = (SET_OF_FOOTBALL_DICE.integer("set_size"), _SEALED_IN_FIVES.integer("dice_per_seal"))
    if order.football_dice_per_seal not in numbers:
        raise RuleViolation(
            _SEALED_IN_FIVES,
            f"Three Dice Football dice are not sealed by {order.football_dice_per_seal}",
            fix=f"choose {' or '.join(map(str, numbers))}",
        )
    fields = {name: getattr(order, name) for name in order.__struct_fields__}
    return (AlternativeChosen(**fields, clause=ONE_OF_THREE.id),)


def choice_on(desk: Desk) -> AlternativeChosen:
    """What the operator has chosen for the desk's day; refused where nothing was."""
    found = chosen_on(desk.connection, desk.day)
    if found is None:
        raise RuleViolation(
            ONE_OF_THREE,
            "the operator has not chosen how dice are inspected and distributed",
            fix="choose one of the three alternatives",
        )
    return found


@implements("603a.13(f)", readings=("C-13", "659-24"))
def check_way(stage: Stage, piece: Piece, choice: AlternativeChosen, day: date) -> None:
    """Refuse a stage of an alternative that the set does not go by, or that no text of the day has for its game."""
    open_ways = ways_open(piece, choice.alternative)
    if stage.alternative not in open_ways:
        raise RuleViolation(
            ONE_OF_THREE,
            f"{piece} does not go by alternative {stage.alternative.value}",
            fix=f"go by alternative {' or '.join(str(way.value) for way in open_ways)}",
        )
    if piece.game == DiceGame.THREE_DICE_FOOTBALL and day < FINAL_CHAPTERS:
        raise RuleViolation(
            stage.clause,
            f"no text before {FINAL_CHAPTERS.isoformat()} says how Three Dice Football dice come to a table",
        )
    unnamed = piece.game in PAI_GOW and piece.game != DiceGame.PAI_GOW
    if unnamed and stage.alternative is Alternative.IN_STORAGE and not choice.pai_gow_poker_in_storage:
        raise RuleViolation(
            _PAI_GOW_SEALED,
            "the operator does not take alternative 3, which names Pai Gow only, to cover Pai Gow Poker",
            fix="choose alternative 1 or 2",
        )


@implements("603a.13(f)(1)(ii)#6", "603a.13(f)(2)(ii)#2", "603a.13(f)(3)(iii)#2", "603a.13(f)(3)(viii)#1")
def keep_instruments(order: KeepInstruments, desk: Desk) -> tuple[Fact, ...]:
    """Record that the four instruments are kept where an alternative wants them, under lock where it says so."""
    clause = KEPT.get((order.alternative, order.place))
    if clause is None:
        raise RuleViolation(
            ONE_OF_THREE,
            f"alternative {order.alternative.value} keeps no instruments at the {order.place}",
            fix="keep them where the alternative wants them",
        )
    try:
        check_instruments(order.instruments)
    except RuleViolation as missing:
        raise RuleViolation(clause, f"the set at the {order.place} is not whole: {missing.message}") from None
    if "locked" in clause.parameters["location"] and not order.locked:
        raise RuleViolation(clause, "the instruments in a pit stand are kept under lock", fix="lock them up")
    if order.place is not InstrumentPlace.STORAGE and not order.where.strip():
        raise RuleViolation(clause, f"which {order.place} keeps the instruments was not said", fix="name it")
    where = "" if order.place is InstrumentPlace.STORAGE else order.where
    return (InstrumentsKept(place=order.place, where=where, locked=order.locked, clause=clause.id),)
