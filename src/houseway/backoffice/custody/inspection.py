"""The inspection of dice: told to surveillance, with all four instruments, in view, before the right witness."""

from houseway.backoffice.book import Desk
from houseway.backoffice.custody.facts import DiceInspected, DiceRejected, SurveillanceTold
from houseway.backoffice.custody.ledger import FAIRNESS, signers
from houseway.backoffice.custody.orders import InspectDice, InstrumentPlace, TellSurveillance
from houseway.backoffice.custody.piece import Alternative, Piece
from houseway.backoffice.custody.schema import instruments_at
from houseway.backoffice.custody.stages import Stage, paragraph
from houseway.backoffice.custody.way import check_table, check_told, take_up
from houseway.backoffice.orders import Fact
from houseway.equipment.dice import ALL_INSTRUMENTS, DiceGame, check_instruments
from houseway.law import Clause, RuleViolation, implements

_TOLD = paragraph("(3)(ii)")
_ONE_OF_THE_TWO = paragraph("(2)(ii)#1")
# By which all four instruments are used, the surface is flat and in view, and a set of instruments is at hand.
_INSTRUMENTS = {
    Alternative.AT_THE_TABLE: ALL_INSTRUMENTS,
    Alternative.AT_THE_PIT: _ONE_OF_THE_TWO,
    Alternative.IN_STORAGE: paragraph("(3)(iii)#1"),
}
_SURFACE = {
    Alternative.AT_THE_TABLE: paragraph("(1)(ii)#7"),
    Alternative.AT_THE_PIT: paragraph("(2)(ii)#3"),
    Alternative.IN_STORAGE: paragraph("(3)(viii)#2"),
}
_AT_HAND = {
    Alternative.AT_THE_TABLE: paragraph("(1)(ii)#6"),
    Alternative.AT_THE_PIT: paragraph("(2)(ii)#2"),
    Alternative.IN_STORAGE: paragraph("(3)(iii)#2"),
}
_CRAPS_TABLES = (DiceGame.CRAPS, DiceGame.MINI_CRAPS)


@implements("603a.13(f)(3)(ii)")
def tell_surveillance(order: TellSurveillance, desk: Desk) -> tuple[Fact, ...]:
    """Tell surveillance of an inspection in the storage area before it begins."""
    told = (take_up(order, serial, desk) for serial in order.serials)
    return tuple(SurveillanceTold(serial=piece.serial, clause=_TOLD.id) for _, piece in told)


def inspect(order: InspectDice, desk: Desk) -> tuple[Fact, ...]:
    """Inspect a set; one that does not pass is out of use at once."""
    stage, piece = take_up(order, order.serial, desk)
    if order.alternative is Alternative.AT_THE_TABLE:
        check_table(stage, piece, order.table)
    check_surveillance_told(stage, piece, desk)
    check_instruments_at_hand(order, piece, desk)
    check_all_instruments(order)
    check_in_view(order)
    check_named_pair(stage, piece, desk)
    check_told(wrong=not order.sound, finding=order.finding)
    if not order.sound:
        rejected = DiceRejected(
            serial=piece.serial,
            alternative=order.alternative,
            instruments=tuple(order.instruments),
            pit=piece.pit,
            table=order.table,
            finding=order.finding,
            clause=FAIRNESS.id,
        )
        return (rejected,)
    in_storage = order.alternative is Alternative.IN_STORAGE
    passed = DiceInspected(
        serial=piece.serial,
        alternative=order.alternative,
        instruments=tuple(order.instruments),
        pit=piece.pit,
        table=order.table,
        inspectors=order.inspected_by.parts if in_storage else ("inspector",),
        witness="security" if in_storage else "witness",
        clause=stage.clause.id,
        also=stage.also_cited,
    )
    return (passed,)


@implements("603a.13(f)(3)(ii)")
def check_surveillance_told(stage: Stage, piece: Piece, desk: Desk) -> None:
    """Refuse an inspection in the storage area of which surveillance was not told."""
    if stage.told and (piece.told_at is None or piece.told_at > desk.at):
        raise RuleViolation(
            _TOLD, f"surveillance was not told that {piece} will be inspected", fix="tell surveillance first"
        )


@implements("603a.13(f)(1)(ii)#6", "603a.13(f)(2)(ii)#2", "603a.13(f)(3)(iii)#2", readings=("C-14",))
def check_instruments_at_hand(order: InspectDice, piece: Piece, desk: Desk) -> None:
    """Refuse an inspection where no set of instruments is kept: at the craps table, the pit stand or in storage."""
    match order.alternative:
        case Alternative.IN_STORAGE:
            places = [(InstrumentPlace.STORAGE, "")]
        case Alternative.AT_THE_PIT:
            places = [(InstrumentPlace.PIT_STAND, piece.pit)]
        case Alternative.AT_THE_TABLE:
            places = [(InstrumentPlace.PIT_STAND, piece.pit)]
            if order.game in _CRAPS_TABLES:
                places.append((InstrumentPlace.CRAPS_TABLE, order.table))
    if not any(instruments_at(desk.connection, place, where) for place, where in places):
        named = " or ".join(f"{place} {where}".strip() for place, where in places)
        raise RuleViolation(
            _AT_HAND[order.alternative],
            f"no set of instruments is kept at the {named}",
            fix="record where the instruments are kept",
        )


@implements("603a.13(f)(1)(ii)#5", "603a.13(f)(2)(ii)#1", "603a.13(f)(3)(iii)#1")
def check_all_instruments(order: InspectDice) -> None:
    """Refuse an inspection without all four instruments, by the clause of its alternative."""
    try:
        check_instruments(order.instruments)
    except RuleViolation as missing:
        clause: Clause = _INSTRUMENTS[order.alternative]
        raise RuleViolation(clause, missing.message, fix=missing.fix) from None


@implements("603a.13(f)(1)(ii)#7", "603a.13(f)(2)(ii)#3", "603a.13(f)(3)(viii)#2")
def check_in_view(order: InspectDice) -> None:
    """Refuse an inspection that surveillance, and on the floor whoever stands near, could not see."""
    lacking = []
    if not order.flat_surface:
        lacking.append("on a flat surface")
    if not order.seen_by_surveillance:
        lacking.append("in view of surveillance")
    if order.alternative is not Alternative.IN_STORAGE and not order.seen_from_around:
        lacking.append("in view of people nearby")
    if lacking:
        raise RuleViolation(
            _SURFACE[order.alternative],
            f"the inspection was not {' and '.join(lacking)}",
            fix="inspect the dice where they can be seen",
        )


@implements("603a.13(f)(2)(ii)#1")
def check_named_pair(stage: Stage, piece: Piece, desk: Desk) -> None:
    """Refuse an inspection at the pit by anybody but the two who were given the dice."""
    if not piece.pair or stage.alternative is not Alternative.AT_THE_PIT:
        return
    named = {one.person for one in piece.pair}
    for signed in signers(desk, "inspector", "witness"):
        if signed.person not in named:
            raise RuleViolation(
                _ONE_OF_THE_TWO,
                f"{signed.name} was not given {piece} to inspect",
                fix=f"have {' and '.join(one.name for one in piece.pair)} inspect it",
            )
