"""Bonus Craps: numbers thrown before a 7 (623a.3(a)(43), 623a.5(h), 623a.12)."""

from collections.abc import Iterator
from functools import partial

from houseway.games.craps.decisions import (
    ALL_OR_NOTHING_AT_ALL,
    ALL_SMALL,
    ALL_TALL,
    LOSE,
    SEVEN,
    WIN,
    bonus,
    marked,
)
from houseway.games.craps.events import BonusButtonsCleared, BonusButtonSet
from houseway.games.craps.groups import Group
from houseway.games.craps.roll import Roll
from houseway.law import implements, pa, reading
from houseway.table.events import Result
from houseway.table.wagers import Verdict, Wager, loses, pay_line, wins

_RULE = pa("623a.3(a)(43)")
_STANDS = Verdict(Result.STANDS, _RULE)
_LOST = loses(pa("623a.12(5)"))
_READINGS = (reading("B-CR-06"), reading("B-CR-09"), reading("B-CR-10"))
_BUTTON_SET = pa("623a.12(3)#1")
_CLEARED_BY_A_SEVEN = pa("623a.12(5)")
_LEFT_UNTIL_COMPLETE = pa("623a.12(4)#2")

ALL_SMALL_LINE = pay_line("All Small", pa("623a.5(h)(1)"))
ALL_OR_NOTHING_LINE = pay_line("All Or Nothing At All", pa("623a.5(h)(2)"))
ALL_TALL_LINE = pay_line("All Tall", pa("623a.5(h)(3)"))


def _decide(needed: int, win: Verdict, roll: Roll, pick: str) -> Verdict:
    decided = bonus(needed, roll.bonus, roll.total)
    if decided == WIN:
        return win
    return _LOST if decided == LOSE else _STANDS


def bonus_wagers() -> Iterator[Wager]:
    """The three wagers of Bonus Craps."""
    for name, needed, won, line in (
        ("all-small", ALL_SMALL, pa("623a.3(a)(43)(i)"), ALL_SMALL_LINE),
        ("all-or-nothing-at-all", ALL_OR_NOTHING_AT_ALL, pa("623a.3(a)(43)(ii)"), ALL_OR_NOTHING_LINE),
        ("all-tall", ALL_TALL, pa("623a.3(a)(43)(iii)"), ALL_TALL_LINE),
    ):
        decide = partial(_decide, needed, wins(won, line))
        yield Wager(name, line.label, _RULE, (line,), decide, group=Group.BONUS, readings=_READINGS)


BONUS_WAGERS = tuple(wager.name for wager in bonus_wagers())


@implements("623a.12(3)#1", readings=("B-CR-06",))
def bonus_button(roll: Roll) -> BonusButtonSet | None:
    """The button that a roll puts down: on any number but the 7, on come out rolls too, once."""
    if roll.total == SEVEN or marked(roll.bonus, roll.total) == roll.bonus:
        return None
    return BonusButtonSet(number=roll.total, clause=_BUTTON_SET.id)


@implements("623a.12(4)#2", "623a.12(5)", readings=("B-CR-09",))
def buttons_cleared(roll: Roll) -> BonusButtonsCleared:
    """What takes the buttons away: a 7, or that the last wager which needed them was paid."""
    clause = _CLEARED_BY_A_SEVEN if roll.total == SEVEN else _LEFT_UNTIL_COMPLETE
    return BonusButtonsCleared(clause=clause.id)
