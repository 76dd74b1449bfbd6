"""The Fire Bet: different points made until a loser 7 (623a.3(a)(40), 623a.5(f), 623a.11)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from houseway.games.craps.decisions import (
    FIRE_POINTS_TO_WIN,
    LOSE,
    WIN,
    fire,
    fire_points,
    unique_points,
)
from houseway.games.craps.events import FireMarkerSet, SurveillanceNotified, WagerMoved
from houseway.games.craps.groups import Group
from houseway.games.craps.moves import BringInFireBets, NotifySurveillance
from houseway.games.craps.roll import Roll
from houseway.games.craps.round import CrapsFelt, Phase
from houseway.law import RuleViolation, implements, pa, reading
from houseway.money import to
from houseway.table.events import Result
from houseway.table.felt import Step
from houseway.table.wagers import Bet, Bounds, Limits, PayLine, Verdict, Wager, loses, wins

if TYPE_CHECKING:
    from houseway.games.craps.game import Craps

FIRE_BET = "fire-bet"
# Where the dealer brings every Fire Bet before the come out roll: the numbered area before the boxperson.
BOX = "box"
_RULE = pa("623a.3(a)(40)")
_WON = pa("623a.3(a)(40)(i)")
_LOST = pa("623a.3(a)(40)(ii)")
_LIMITS = pa("623a.11(b)(1)")
_MARKER_SET = pa("623a.11(a)(4)#1")
BROUGHT_IN = pa("623a.11(a)(3)")
TOLD_TO_SURVEILLANCE = pa("623a.11(a)(6)")
POINTS_TOLD_OF = TOLD_TO_SURVEILLANCE.integer("trigger_unique_points_min")
# Of both pay tables, from the fewest different points that win.
_PAYS = (pa("623a.5(f)[4_points]"), pa("623a.5(f)[5_points]"), pa("623a.5(f)[6_points]"))


class FirePaytable(StrEnum):
    """The pay table that the submission picks."""

    A = "A"
    B = "B"


def _lines(paytable: FirePaytable) -> Iterator[PayLine]:
    """The lines of one pay table, one for each number of different points that wins."""
    for points, clause in enumerate(_PAYS, FIRE_POINTS_TO_WIN):
        win, stake = clause.parameters[paytable].split(":")
        yield PayLine(f"Fire Bet, {points} points", to(int(win), int(stake)), clause)


PAYTABLES = {paytable: tuple(_lines(paytable)) for paytable in FirePaytable}


@implements("623a.5(f)#2", readings=("B-CR-02",))
def fire_line(lines: tuple[PayLine, ...], made: int) -> PayLine:
    """The one line that a winner is paid on: that of all the different points made."""
    return lines[unique_points(made) - FIRE_POINTS_TO_WIN]


@implements("623a.11(b)(1)", readings=("B-CR-04",))
def _bounds() -> Bounds:
    """A Fire Bet has limits of its own, in whole dollars, and not those of the table."""
    minimum, maximum, increment = (100 * _LIMITS.integer(name) for name in ("min", "max", "increment"))
    return Bounds(Limits(minimum=minimum, maximum=maximum, increment=increment), _LIMITS)


@implements("623a.5(f)#1")
def fire_bet(paytable: FirePaytable) -> Wager:
    """The Fire Bet on a pay table."""
    stands, lose = Verdict(Result.STANDS, _RULE), loses(_LOST)

    def decide(roll: Roll, pick: str) -> Verdict:
        decided = fire(roll.fire, roll.point, roll.total)
        if decided == WIN:
            return wins(_WON, fire_line(PAYTABLES[paytable], roll.fire))
        return lose if decided == LOSE else stands

    return Wager(
        FIRE_BET,
        "Fire Bet",
        _RULE,
        PAYTABLES[paytable],
        decide,
        group=Group.FIRE,
        readings=tuple(reading(f"B-CR-0{number}") for number in (1, 2, 3, 4)),
        moved_to=(BOX,),
        unnamed=(BOX,),
        bounds=_bounds(),
    )


@implements("623a.11(a)(4)#1", "623a.11(a)(6)")
def fire_marker(roll: Roll) -> FireMarkerSet | None:
    """The marker that a roll puts down, the fourth a sign to tell surveillance; a repeated point gets none."""
    made = fire_points(roll.fire, roll.point, roll.total)
    if made == roll.fire:
        return None
    count = unique_points(made)
    tells = (TOLD_TO_SURVEILLANCE.id,) if count == POINTS_TOLD_OF else ()
    return FireMarkerSet(number=roll.point, count=count, clause=_MARKER_SET.id, also=tells)


# Play of the Fire Bet (623a.11).


def is_on_its_spot(bet: Bet) -> bool:
    """Whether a wager is a Fire Bet that still lies on the player's spot."""
    return bet.wager == FIRE_BET and not bet.pick


def may_bring_in(game: "Craps", state: CrapsFelt) -> bool:
    """Whether a shooter is about to come out and Fire Bets lie on the players' spots."""
    return state.phase is Phase.HAND and not state.come_only and any(map(is_on_its_spot, state.bets))


@implements("623a.11(a)(1)", "623a.11(a)(3)")
def bring_in(game: "Craps", state: CrapsFelt, move: BringInFireBets) -> Step[CrapsFelt]:
    """All Fire Bets placed, they go in the order of their spots before the boxperson, and stay there."""
    moved = tuple(
        WagerMoved(
            seat=bet.seat,
            wager=bet.wager,
            from_pick="",
            to_pick=BOX,
            amount=bet.amount,
            clause=BROUGHT_IN.id,
        )
        for bet in sorted(state.bets, key=lambda bet: bet.seat)
        if is_on_its_spot(bet)
    )
    bets = tuple(
        Bet(bet.seat, bet.wager, BOX, bet.amount) if is_on_its_spot(bet) else bet for bet in state.bets
    )
    return Step(msgspec.structs.replace(state, bets=bets), moved)


@implements("623a.11(a)(6)")
def is_surveillance_due(state: CrapsFelt) -> bool:
    """Whether four different points are made, and surveillance does not know of them."""
    return len(state.fire) >= POINTS_TOLD_OF and not state.surveillance_told


@implements("623a.11(a)(6)")
def check_surveillance_told(state: CrapsFelt) -> None:
    """Refuse to go on, or to pay Fire Bets, before surveillance knows of the fourth different point."""
    if is_surveillance_due(state):
        raise RuleViolation(
            TOLD_TO_SURVEILLANCE,
            f"{len(state.fire)} different points are made, and surveillance has not been told",
            fix="notify surveillance",
        )


def may_notify(game: "Craps", state: CrapsFelt) -> bool:
    """Whether there is something to tell surveillance."""
    return is_surveillance_due(state)


@implements("623a.11(a)(6)")
def notify(game: "Craps", state: CrapsFelt, move: NotifySurveillance) -> Step[CrapsFelt]:
    """Surveillance is told once of the points that Fire Bets will be paid for."""
    told = SurveillanceNotified(points=len(state.fire), by=move.by, clause=TOLD_TO_SURVEILLANCE.id)
    return Step(msgspec.structs.replace(state, surveillance_told=True), (told,))
