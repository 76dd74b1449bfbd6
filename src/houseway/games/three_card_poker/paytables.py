"""Paytables (36.05.14.12, 649a.12(g)): every table that an edition lets the operator choose, as data with clauses."""

from collections.abc import Mapping
from enum import StrEnum

from houseway.games.three_card_poker.ranking import (
    FLUSH,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
)
from houseway.law import Clause, md, pa
from houseway.money import Cents, Payment, payment_of, to
from houseway.table import poker_hands as poker
from houseway.table.wagers import PayLine, pay_line


class EditionName(StrEnum):
    """The texts of the game: Maryland before and after its 2014 amendment, and Pennsylvania."""

    MD_2013 = "md-2013"
    MD_2014 = "md-2014"
    PA_2014 = "649a-2014"


# A paytable by the kind of hand that it pays.
Paytable = Mapping[int, PayLine]
Paytables = Mapping[str, Paytable]

# Hands that only a paytable knows, numbered beyond the categories of the rankings.
MINI_ROYAL_LINE = 6
A_K_Q_OF_SPADES = 7
A_K_Q_OF_ANOTHER_SUIT = 8
SUPER_ROYAL = 10
SUPER_ROYAL_OF_DIAMONDS = 11

_HANDS = {
    MINI_ROYAL_LINE: "mini-royal",
    A_K_Q_OF_SPADES: "A-K-Q of spades",
    A_K_Q_OF_ANOTHER_SUIT: "A-K-Q of another suit",
    STRAIGHT_FLUSH: "straight flush",
    THREE_OF_A_KIND: "three of a kind",
    STRAIGHT: "straight",
    FLUSH: "flush",
    PAIR: "pair",
}

_SIX_CARD_HANDS = {
    SUPER_ROYAL_OF_DIAMONDS: "Super Royal of diamonds",
    SUPER_ROYAL: "Super Royal",
    poker.ROYAL_FLUSH: "royal flush",
    poker.STRAIGHT_FLUSH: "straight flush",
    poker.FOUR_OF_A_KIND: "four of a kind",
    poker.FULL_HOUSE: "full house",
    poker.FLUSH: "flush",
    poker.STRAIGHT: "straight",
    poker.THREE_OF_A_KIND: "three of a kind",
}


def _printed(paragraph: str, letters: str, hands: tuple[int, ...], tables: str) -> Paytables:
    """Tables of three-card hands whose lines are printed one below the other."""
    return {
        table: {
            hand: pay_line(_HANDS[hand], md(f"{paragraph}({number})({letter})"))
            for letter, hand in zip(letters, hands, strict=True)
        }
        for number, table in enumerate(tables, start=1)
    }


# Ante and Play (.12A).

ANTE_LINE = pay_line("Ante", md(".12A#1"))
PLAY_LINE = pay_line("Play", md(".12A#2"))

# The Ante Bonus of the ordinary game and that of the variant game (.12B, .12C; reading C-108).

_BONUS_HANDS = (STRAIGHT_FLUSH, THREE_OF_A_KIND, STRAIGHT)
ANTE_BONUS = _printed(".12B", "abc", _BONUS_HANDS, "ABC")
VARIANT_ANTE_BONUS = _printed(".12C", "cde", _BONUS_HANDS, "ABC")

# Pair Plus (.12D).

PAIR_PLUS = _printed(".12D", "abcde", (STRAIGHT_FLUSH, THREE_OF_A_KIND, STRAIGHT, FLUSH, PAIR), "ABCD")

# The mini-royal line that Pennsylvania lets the operator add to an Ante Bonus and a Pair Plus table (649a.12(g)).

MINI_ROYAL_IN_ANTE_BONUS = pa("649a.12(g)(1)")
MINI_ROYAL_IN_PAIR_PLUS = pa("649a.12(g)(2)")


def with_mini_royal(paytable: Paytable, odds: int, clause: Clause) -> Paytable:
    """A paytable with the line for the suited ace, king and queen above its straight flush."""
    return {MINI_ROYAL_LINE: PayLine(_HANDS[MINI_ROYAL_LINE], to(odds), clause), **paytable}


# The progressive (.12E(1)) and its Envy Bonus (.12E(5)).


def _progressive(table: str, hands: tuple[int, ...]) -> Paytable:
    numerals = ("i", "ii", "iii", "iv", "v")
    return {
        hand: pay_line(_HANDS[hand], md(f".12E(1)({table})({numeral})"))
        for numeral, hand in zip(numerals, hands, strict=False)
    }


_A_K_Q = (A_K_Q_OF_SPADES, A_K_Q_OF_ANOTHER_SUIT)
PROGRESSIVE: Paytables = {
    "A": _progressive("a", (*_A_K_Q, STRAIGHT_FLUSH, THREE_OF_A_KIND, STRAIGHT)),
    "B": _progressive("b", (*_A_K_Q, STRAIGHT_FLUSH, THREE_OF_A_KIND)),
}


def _envy(schedule: str) -> tuple[Cents, Paytable]:
    stake = md(f".12E(5)({schedule})").integer("recipient_wager") * 100
    hands = zip(("i", "ii"), _A_K_Q, strict=True)
    return stake, {
        hand: pay_line(_HANDS[hand], md(f".12E(5)({schedule})({numeral})")) for numeral, hand in hands
    }


# By the progressive wager of the player who receives it.
ENVY_BONUS: Mapping[Cents, Paytable] = dict(_envy(schedule) for schedule in ("a", "b"))

# The Six Card Bonus (.12F): tables A to E before the amendment, A and B after it.

_TRIPS_OR_BETTER = (
    poker.ROYAL_FLUSH,
    poker.STRAIGHT_FLUSH,
    poker.FOUR_OF_A_KIND,
    poker.FULL_HOUSE,
    poker.FLUSH,
    poker.STRAIGHT,
    poker.THREE_OF_A_KIND,
)

# Only the amendment's notes still tell what B, C and D paid before it, all to 1.
_STRUCK = {
    "B": (1000, 200, 100, 20, 15, 9, 8),
    "C": (1000, 200, 100, 20, 15, 10, 7),
    "D": (1000, 200, 50, 25, 15, 10, 5),
}
# The lines printed under these headings now are others, or none; so the old ones cite the heading.
_STRUCK_HEADINGS = {"B": md(".12F(2)"), "C": md(".12F(3)"), "D": md(".12F(4)"), "E": md(".12F(5)")}


def _six_card_line(hand: int, pays: Payment, clause: Clause) -> PayLine:
    return PayLine(_SIX_CARD_HANDS[hand], pays, clause)


def _six_card(hands: tuple[int, ...], clauses: tuple[Clause, ...]) -> Paytable:
    return {
        hand: _six_card_line(hand, payment_of(clause), clause)
        for hand, clause in zip(hands, clauses, strict=True)
    }


def _struck(table: str) -> Paytable:
    lines = zip(_TRIPS_OR_BETTER, _STRUCK[table], strict=True)
    return {hand: _six_card_line(hand, to(odds), _STRUCK_HEADINGS[table]) for hand, odds in lines}


_FORMER_A = _six_card(_TRIPS_OR_BETTER, tuple(md(f".12F(1)({letter})#1") for letter in "abcdefg"))

# The lines of the former Paytable E, which the amendment leaves standing under the heading of A (reading C-104).
_SUPER_ROYAL_LINES = _six_card(
    (SUPER_ROYAL_OF_DIAMONDS, SUPER_ROYAL, *_TRIPS_OR_BETTER),
    (
        *(md(f".12F(1)({letter})#2") for letter in "abcdefg"),
        md(".12F(1)(h)"),
        md(".12F(1)(i)"),
    ),
)

_BEFORE_2014: Paytables = {
    "A": _FORMER_A,
    **{table: _struck(table) for table in _STRUCK},
    # Its own paragraph before the amendment, whatever letters its lines have borne since.
    "E": {
        hand: _six_card_line(hand, line.odds, _STRUCK_HEADINGS["E"])
        for hand, line in _SUPER_ROYAL_LINES.items()
    },
}

SIX_CARD_BONUS: Mapping[EditionName, Paytables] = {
    EditionName.MD_2013: _BEFORE_2014,
    EditionName.MD_2014: {
        "A": _SUPER_ROYAL_LINES,
        "B": _six_card(
            (SUPER_ROYAL, *_TRIPS_OR_BETTER), tuple(md(f".12F(2)({letter})") for letter in "abcdefgh")
        ),
    },
    # 649a.12(f) is not reprinted; 649a.6(d)(8) still knows a Paytable E (reading C-103), as Maryland's old text did.
    EditionName.PA_2014: _BEFORE_2014,
}

# The clause to name when a table is chosen that the amendment withdrew.
WITHDRAWN: Mapping[str, Clause] = {table: _STRUCK_HEADINGS[table] for table in "CDE"}


def has_super_royal(paytable: Paytable) -> bool:
    """Whether a Six Card Bonus table has a line for the Super Royal (readings C-103, C-105)."""
    return SUPER_ROYAL in paytable
