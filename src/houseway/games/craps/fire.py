"""The Fire Bet: different points made until a loser 7 (623a.3(a)(40), 623a.5(f), 623a.11)."""

from collections.abc import Iterator
from enum import StrEnum

from houseway.games.craps.decisions import (
    FIRE_POINTS_TO_WIN,
    LOSE,
    WIN,
    fire,
    fire_points,
    unique_points,
)
from houseway.games.craps.groups import Group
from houseway.games.craps.roll import Roll
from houseway.law import implements, pa, reading
from houseway.money import to
from houseway.table.events import Event, Result
from houseway.table.wagers import Bounds, Limits, PayLine, Verdict, Wager, loses, wins

FIRE_BET = "fire-bet"
# Where the dealer brings every Fire Bet before the come out roll: the numbered area before the boxperson.
BOX = "box"
_RULE = pa("623a.3(a)(40)")
_WON = pa("623a.3(a)(40)(i)")
_LOST = pa("623a.3(a)(40)(ii)")
_LIMITS = pa("623a.11(b)(1)")
_MARKER_SET = pa("623a.11(a)(4)#1")
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


class FireMarkerSet(Event, frozen=True, kw_only=True):
    """The dealer set a marker on a point made for the first time; `count` is the number of different points so far."""

    number: int
    count: int


@implements("623a.11(a)(4)#1", "623a.11(a)(6)")
def fire_marker(roll: Roll) -> FireMarkerSet | None:
    """The marker that a roll puts down, the fourth a sign to tell surveillance; a repeated point gets none."""
    made = fire_points(roll.fire, roll.point, roll.total)
    if made == roll.fire:
        return None
    count = unique_points(made)
    tells = (TOLD_TO_SURVEILLANCE.id,) if count == POINTS_TOLD_OF else ()
    return FireMarkerSet(number=roll.point, count=count, clause=_MARKER_SET.id, also=tells)
