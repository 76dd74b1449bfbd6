"""Low hands: one integer each, and as with high hands the higher value is the better hand; suits rank alike.

Lows of five cards are the list of high hands read from its end, so that their values are those of high hands turned
around. A badugi's value holds how many cards count above the set of their ranks, turned around as well: of two sets of
equal size, the one whose worst card is lower is the lower number.
"""

from houseway.equipment.cards import rank_in_words
from houseway.law import implements, pa
from houseway.table.poker_hands import (
    FLUSH,
    HIGH_CARD,
    STRAIGHT,
    STRAIGHT_FLUSH,
    category,
    five_card_in_words,
    in_sequence,
    matching,
    rank_at,
    ranks_grouped,
    suited,
    valued,
)

QUALIFIES = pa("637a.19(l)(1)#1")

# Where there is no low hand: every low has a higher value.
NO_LOW = 0
# Above the value of every high hand.
_TURNED_AROUND = 1 << 24

_RANKS = 13
_ALL_RANKS = (1 << _RANKS) - 1
# The highest rank of a low that qualifies, counted from the ace as 0.
_HIGHEST_TO_QUALIFY = QUALIFIES.integer("max_rank") - 1

# How many places up the ranks move for the ace to be the lowest, or the two.
_ACE_LOWEST = 1
_DEUCE_LOWEST = 0


# Five cards.


@implements("637a.6(c)#2", "637a.6(c)#3", "637a.6(d)#1", "637a.6(d)#2", "637a.20(k)(1)")
@implements(
    "637a.20(k)(3)(i)",
    "637a.20(k)(3)(ii)",
    "637a.20(k)(3)(iii)",
    readings=("C-77", "C-78", "C-79", "C-80", "C-81"),
)
def deuce_to_seven(a: int, b: int, c: int, d: int, e: int) -> int:
    """The value of five cards as a 2-7 low: the ace is high alone, and straights and flushes count against it."""
    ranks = ranks_grouped(a >> 2, b >> 2, c >> 2, d >> 2, e >> 2)
    of_one_suit = suited(a, b, c, d, e)
    if in_sequence(ranks):
        found = STRAIGHT_FLUSH if of_one_suit else STRAIGHT
    elif of_one_suit:
        found = FLUSH
    else:
        found = matching(ranks)
    return _TURNED_AROUND - valued(found, ranks)


@implements("637a.6(c)#3", "637a.6(d)#1", "637a.6(d)#2", "637a.20(k)(1)")
@implements("637a.20(k)(4)(ii)", "637a.20(k)(4)(iii)", readings=("C-77", "C-78"))
def ace_to_five(a: int, b: int, c: int, d: int, e: int) -> int:
    """The value of five cards as an A-5 low: the ace is low alone, and only cards of equal rank count against it."""
    ranks = ranks_grouped(ace_low(a), ace_low(b), ace_low(c), ace_low(d), ace_low(e))
    return _TURNED_AROUND - valued(matching(ranks), ranks)


@implements("637a.6(c)#1", "637a.19(l)(2)#4", "637a.20(k)(4)(i)")
def ace_low(card: int) -> int:
    """The rank of a card where the ace is the lowest, as 0, and the king the highest, as 12."""
    return ((card >> 2) + _ACE_LOWEST) % _RANKS


@implements("637a.19(l)(1)#1", readings=("C-97",))
def eight_or_better(a: int, b: int, c: int, d: int, e: int) -> int:
    """The value of five cards as an A-5 low that has no pair and no card above eight, or `NO_LOW` if they are none."""
    value = ace_to_five(a, b, c, d, e)
    turned = _TURNED_AROUND - value
    return value if category(turned) == HIGH_CARD and rank_at(turned, 0) <= _HIGHEST_TO_QUALIFY else NO_LOW


# Badugi: as many cards as differ from one another in suit and in rank.


@implements("637a.21(k)(1)#2", "637a.21(k)(1)#3", "637a.21(k)(2)", "637a.21(k)(3)", "637a.21(k)(4)")
@implements("637a.6(c)#3", readings=("C-82", "C-85", "C-86", "C-88"))
def badugi(a: int, b: int, c: int, d: int) -> int:
    """The value of the best badugi that four cards hold, the ace being low."""
    return _best_badugi((a, b, c, d), _ACE_LOWEST)


@implements("637a.20(l)(2)(i)#2", "637a.20(l)(2)(i)#3", readings=("C-82", "C-83", "C-98"))
def badugi_of_five_ace_low(a: int, b: int, c: int, d: int, e: int) -> int:
    """The value of the best badugi that five cards hold, the ace being low, as Badacey has it."""
    return _best_badugi((a, b, c, d, e), _ACE_LOWEST)


@implements("637a.20(l)(1)(i)#2", "637a.20(l)(1)(i)#3", readings=("C-82", "C-83", "C-98"))
def badugi_of_five_deuce_low(a: int, b: int, c: int, d: int, e: int) -> int:
    """The value of the best badugi that five cards hold, the two being lowest and the ace highest, as Badeucey has it."""
    return _best_badugi((a, b, c, d, e), _DEUCE_LOWEST)


def _best_badugi(cards: tuple[int, ...], lowest: int) -> int:
    """The highest value among all choices of cards: more of them are better than fewer, then the lower."""
    best = 0
    for chosen in range(1, 1 << len(cards)):
        suits = ranks = many = 0
        differ = True
        for place in range(len(cards)):
            if chosen >> place & 1:
                suit = 1 << (cards[place] & 3)
                rank = 1 << ((cards[place] >> 2) + lowest) % _RANKS
                differ = differ and not suits & suit and not ranks & rank
                suits |= suit
                ranks |= rank
                many += 1
        if differ:
            best = max(best, many << _RANKS | (_ALL_RANKS - ranks))
    return best


def badugi_cards(value: int) -> int:
    """How many cards count in a badugi of this value, one to four."""
    return value >> _RANKS


# What they are called.


def deuce_to_seven_in_words(value: int) -> str:
    """A 2-7 low, by its value, as people call it."""
    return _low_in_words(_TURNED_AROUND - value, _DEUCE_LOWEST)


def ace_to_five_in_words(value: int) -> str:
    """An A-5 low, by its value, as people call it; so too one that had to qualify."""
    return "no low" if value == NO_LOW else _low_in_words(_TURNED_AROUND - value, _ACE_LOWEST)


def _low_in_words(turned: int, lowest: int) -> str:
    if category(turned) == HIGH_CARD:
        return f"{_ranks_in_a_row([(rank_at(turned, place) - lowest) % _RANKS for place in range(2)])} low"
    usual = 0
    for place in range(5):
        usual = usual << 4 | (rank_at(turned, place) - lowest) % _RANKS
    return five_card_in_words(valued(category(turned), usual))


def badugi_in_words(value: int) -> str:
    """A badugi with the ace low, by its value, as people call it."""
    return _badugi_in_words(value, _ACE_LOWEST)


def badugi_deuce_low_in_words(value: int) -> str:
    """A badugi with the ace high, by its value, as people call it."""
    return _badugi_in_words(value, _DEUCE_LOWEST)


_COUNTED = {1: "one", 2: "two", 3: "three", 4: "four"}


def _badugi_in_words(value: int, lowest: int) -> str:
    counting = _ALL_RANKS - (value & _ALL_RANKS)
    worst_first = [rank for rank in reversed(range(_RANKS)) if counting >> rank & 1]
    told = _ranks_in_a_row([(rank - lowest) % _RANKS for rank in worst_first])
    return f"{_COUNTED[badugi_cards(value)]}-card badugi, {told}"


def _ranks_in_a_row(ranks: list[int]) -> str:
    return "-".join(map(rank_in_words, ranks))
