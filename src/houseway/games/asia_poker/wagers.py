"""Wagers and payout odds (659a.7, 659a.11(f)-(h), 659a.12): the Asia Poker Wager and the Bonus Wager."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from houseway.games.asia_poker.ranking import (
    BONUS_FIVE_ACES,
    BONUS_FLUSH,
    BONUS_FOUR_OF_A_KIND,
    BONUS_FULL_HOUSE,
    BONUS_NATURAL_STRAIGHT_FLUSH,
    BONUS_NINE_HIGH,
    BONUS_ROYAL_FLUSH,
    BONUS_STRAIGHT,
    BONUS_STRAIGHT_FLUSH_WITH_JOKER,
    BONUS_THREE_OF_A_KIND,
    BONUS_THREE_OF_A_KIND_AND_FOUR_EIGHTS,
)
from houseway.law import implements, pa, reading
from houseway.table.wagers import PayLine, Verdict, Wager, loses, pay_line, wins

MAIN, BONUS = "asia-poker", "bonus"

ASIA_POKER_WAGER = pa("659a.7(d)")
BONUS_WAGER = pa("659a.7(e)")

TWO_NOT_HIGHER = pa("659a.11(f)(1)(i)")
HIGH_NOT_ABOVE_MEDIUM = pa("659a.11(f)(1)(iii)")
MEDIUM_NOT_ABOVE_LOW = pa("659a.11(f)(1)(iv)")
OTHERWISE_MISSET = pa("659a.11(f)(1)(v)")
TWO_HIGHER = pa("659a.11(f)(2)")
PAYTABLE = pa("659a.12(b)")
NO_BONUS_HAND = pa("659a.11(h)(1)")
BONUS_HAND = pa("659a.11(h)(2)")


class Foul(IntEnum):
    """How a player's hands break the rules of setting."""

    NONE = 0
    HIGH_NOT_ABOVE_MEDIUM = 1
    MEDIUM_NOT_ABOVE_LOW = 2
    OTHERWISE = 3


@dataclass(frozen=True, slots=True)
class Facts:
    """What a player's cards came to: each hand above (1), level with (0) or below (-1) the dealer's, and the bonus hand."""

    high: int
    medium: int
    low: int
    foul: Foul = Foul.NONE
    bonus: int = 0

    @property
    def higher(self) -> int:
        """How many of the three hands outrank the dealer's."""
        return (self.high > 0) + (self.medium > 0) + (self.low > 0)


EVEN_MONEY = pay_line("Two hands higher than the dealer's", pa("659a.12(a)"))

_WINS = wins(TWO_HIGHER, EVEN_MONEY)
_LOSES = loses(TWO_NOT_HIGHER)
_FOULS = {
    Foul.HIGH_NOT_ABOVE_MEDIUM: loses(HIGH_NOT_ABOVE_MEDIUM),
    Foul.MEDIUM_NOT_ABOVE_LOW: loses(MEDIUM_NOT_ABOVE_LOW),
    Foul.OTHERWISE: loses(OTHERWISE_MISSET),
}


@implements(
    "659a.11(f)",
    "659a.11(f)(1)",
    "659a.11(f)(1)(i)",
    "659a.11(f)(1)(ii)",
    "659a.11(f)(1)(iii)",
    "659a.11(f)(1)(iv)",
    "659a.11(f)(1)(v)",
    "659a.11(f)(2)",
    readings=("659-09",),
)
def decide_asia_poker(facts: Facts, pick: str) -> Verdict:
    """A fouled setting loses; else two higher hands win, and copies count for the dealer."""
    if facts.foul:
        return _FOULS[facts.foul]
    return _WINS if facts.higher >= 2 else _LOSES


# The hands of the Bonus Wager from the highest, as the register and as people call them.
_BONUS_HANDS = (
    (BONUS_THREE_OF_A_KIND_AND_FOUR_EIGHTS, "trips_and_four_8s", "Three of a kind and four 8s"),
    (BONUS_FIVE_ACES, "five_aces", "Five aces"),
    (BONUS_ROYAL_FLUSH, "royal_flush", "Royal flush"),
    (BONUS_NATURAL_STRAIGHT_FLUSH, "natural_straight_flush", "Natural straight flush"),
    (BONUS_STRAIGHT_FLUSH_WITH_JOKER, "straight_flush_joker", "Straight flush with joker"),
    (BONUS_FOUR_OF_A_KIND, "four_of_a_kind", "Four of a kind"),
    (BONUS_NINE_HIGH, "nine_high", "9-high"),
    (BONUS_FULL_HOUSE, "full_house", "Full house"),
    (BONUS_FLUSH, "flush", "Flush"),
    (BONUS_THREE_OF_A_KIND, "three_of_a_kind", "Three of a kind"),
    (BONUS_STRAIGHT, "straight", "Straight"),
)
BONUS_TITLES = {hand: title for hand, _, title in _BONUS_HANDS}

# The paytables that an operator may choose, by their letters.
PAYTABLES: Mapping[str, Mapping[int, PayLine]] = {
    paytable: {
        hand: pay_line(title, pa(f"659a.12(b)[{paytable}:{name}]")) for hand, name, title in _BONUS_HANDS
    }
    for paytable in PAYTABLE.parameters["paytables"].split(",")
}


@implements("659a.11(h)", "659a.11(h)(1)", "659a.11(h)(2)", "659a.12(b)", readings=("659-01",))
def decide_bonus(lines: Mapping[int, PayLine], facts: Facts) -> Verdict:
    """Any hand on the paytable wins and is paid on its one, highest line."""
    line = lines.get(facts.bonus)
    return wins(BONUS_HAND, line) if line is not None else loses(NO_BONUS_HAND)


def catalogue(paytable: str) -> Mapping[str, Wager]:
    """The wagers of the chapter, the Bonus Wager with the paytable that the submission names."""
    lines = PAYTABLES[paytable]
    wagers = (
        Wager(
            MAIN,
            "Asia Poker",
            ASIA_POKER_WAGER,
            (EVEN_MONEY,),
            decide_asia_poker,
            readings=tuple(map(reading, ("659-03", "659-04", "659-07", "659-08", "659-09"))),
        ),
        Wager(
            BONUS,
            "Bonus",
            BONUS_WAGER,
            tuple(lines.values()),
            lambda facts, pick: decide_bonus(lines, facts),
            readings=tuple(map(reading, ("659-01", "659-04", "659-05", "659-25"))),
        ),
    )
    return {wager.name: wager for wager in wagers}


CATALOGUES = {paytable: catalogue(paytable) for paytable in PAYTABLES}
CATALOGUE = CATALOGUES["A"]
