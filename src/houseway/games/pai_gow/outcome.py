"""How a wager comes out (621a.8(f)-(i)): high hand against high hand, low hand against low hand."""

from typing import NamedTuple

from houseway.games.pai_gow.house_way import Setting
from houseway.games.pai_gow.ranking import ZERO, beats, is_copy, rank_of
from houseway.law import implements, pa
from houseway.table.events import Result
from houseway.table.wagers import Verdict, loses, pay_line, wins

NEITHER_HIGHER = pa("621a.8(g)#1")
NEITHER_HIGHER_LOW_ZERO = pa("621a.8(g)#2")
HIGH_ONLY = pa("621a.8(h)(1)#1")
HIGH_ONLY_LOW_ZERO = pa("621a.8(h)(1)#2")
LOW_ONLY = pa("621a.8(h)(2)")
BOTH_HIGHER = pa("621a.8(i)")

EVEN_MONEY = pay_line("Pai Gow", pa("621a.8(k)#1"))


class Standing(NamedTuple):
    """How a player's hands stand to the dealer's or bank's: which of them outrank theirs, and whether the low is worth zero."""

    high: bool
    low: bool
    low_is_zero: bool = False


@implements("621a.8(f)#2")
def standing(player: Setting, house: Setting) -> Standing:
    """The high hands compared with each other, and the low hands."""
    return Standing(
        beats(rank_of(player.high), rank_of(house.high)),
        beats(rank_of(player.low), rank_of(house.low)),
        low_is_zero=rank_of(player.low) == ZERO,
    )


@implements(
    "621a.8(g)#1",
    "621a.8(g)#2",
    "621a.8(h)",
    "621a.8(h)(1)#1",
    "621a.8(h)(1)#2",
    "621a.8(h)(2)",
    "621a.8(i)",
    "621a.8(k)#1",
    readings=("B-PG-03", "B-PG-04"),
)
def decide(facts: Standing, pick: str = "") -> Verdict:
    """Both hands higher win, one higher is a tie that gives the wager back, and none loses."""
    if facts.high and facts.low:
        return wins(BOTH_HIGHER, EVEN_MONEY)
    if facts.high:
        return Verdict(Result.PUSH, HIGH_ONLY_LOW_ZERO if facts.low_is_zero else HIGH_ONLY)
    if facts.low:
        return Verdict(Result.PUSH, LOW_ONLY)
    return loses(NEITHER_HIGHER_LOW_ZERO if facts.low_is_zero else NEITHER_HIGHER)


def compare(player: Setting, house: Setting) -> Verdict:
    """How a player's wager comes out against the dealer or the bank."""
    return decide(standing(player, house))


@implements("621a.3(d)", "621a.3(i)", readings=("B-PG-05",))
def copies(player: Setting, house: Setting) -> tuple[str, ...]:
    """Which of the two hands are copies, and so the dealer's or bank's."""
    hands = (("high", player.high, house.high), ("low", player.low, house.low))
    return tuple(name for name, mine, theirs in hands if is_copy(rank_of(mine), rank_of(theirs)))
