"""Poker hands of five cards, and the best five of six or of seven: one integer each, the higher the better.

A hand's value holds its category above five ranks of four bits each, the ranks that come most often first, so that
comparing two values compares the categories, then the matching cards, then the others from the highest down.
"""

from houseway.equipment.cards import rank_in_words, ranks_in_words
from houseway.law import implements

HIGH_CARD = 0
PAIR = 1
TWO_PAIR = 2
THREE_OF_A_KIND = 3
STRAIGHT = 4
FLUSH = 5
FULL_HOUSE = 6
FOUR_OF_A_KIND = 7
STRAIGHT_FLUSH = 8
ROYAL_FLUSH = 9

_ACE = 12
_CATEGORY_SHIFT = 20
# Five different ranks as a value holds them, one below the other; and ace, five, four, three, two likewise, where the
# ace may also stand below the two, but not in the middle.
_ONE_BELOW_THE_OTHER = 0x43210
_ACE_ABOVE_FIVE = 0xC3210
_ACE_BELOW_TWO = 0x3210C


def category(value: int) -> int:
    """The category of a hand's value, HIGH_CARD to ROYAL_FLUSH."""
    return value >> _CATEGORY_SHIFT


def rank_at(value: int, place: int) -> int:
    """The rank in one of the five places of a hand's value, 0 being the first."""
    return value >> 4 * (4 - place) & 15


@implements("663a.6(b)(1)", "663a.6(b)(2)", "663a.6(b)(3)", "663a.6(b)(4)", "663a.6(b)(5)")
@implements("663a.6(b)(6)", "663a.6(b)(7)", "663a.6(b)(8)", "663a.6(b)(9)", readings=("663-17",))
@implements("36.05.14.06F(1)", "36.05.14.06F(2)", "36.05.14.06F(3)", "36.05.14.06F(4)")
@implements("36.05.14.06F(5)", "36.05.14.06F(6)", "36.05.14.06F(7)", readings=("C-114",))
@implements("common:poker/high-cards", "common:poker/high-hands", "637a.6(c)#3")
def five_card(a: int, b: int, c: int, d: int, e: int) -> int:
    """The value of five cards."""
    ranks = ranks_grouped(a >> 2, b >> 2, c >> 2, d >> 2, e >> 2)
    of_one_suit = suited(a, b, c, d, e)
    if in_sequence(ranks) or ranks == _ACE_ABOVE_FIVE:
        if ranks == _ACE_ABOVE_FIVE:
            ranks = _ACE_BELOW_TWO
        if not of_one_suit:
            found = STRAIGHT
        elif rank_at(ranks, 0) == _ACE:
            found = ROYAL_FLUSH
        else:
            found = STRAIGHT_FLUSH
    elif of_one_suit:
        found = FLUSH
    else:
        found = matching(ranks)
    return valued(found, ranks)


def valued(found: int, ranks: int) -> int:
    """The value of a hand by its category and its ranks."""
    return found << _CATEGORY_SHIFT | ranks


def suited(a: int, b: int, c: int, d: int, e: int) -> bool:
    """Whether five cards are of one suit."""
    return a & 3 == b & 3 == c & 3 == d & 3 == e & 3


def ranks_grouped(a: int, b: int, c: int, d: int, e: int) -> int:
    """The five ranks as a value holds them, those that come most often first and among equals the highest."""
    # Three bits for each rank count how often it comes; above each rank goes its count, and they are sorted by both.
    times = (1 << 3 * a) + (1 << 3 * b) + (1 << 3 * c) + (1 << 3 * d) + (1 << 3 * e)
    a |= (times >> 3 * a & 7) << 4
    b |= (times >> 3 * b & 7) << 4
    c |= (times >> 3 * c & 7) << 4
    d |= (times >> 3 * d & 7) << 4
    e |= (times >> 3 * e & 7) << 4
    if a < b:
        a, b = b, a
    if d < e:
        d, e = e, d
    if c < e:
        c, e = e, c
    if c < d:
        c, d = d, c
    if b < e:
        b, e = e, b
    if a < d:
        a, d = d, a
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    return (a & 15) << 16 | (b & 15) << 12 | (c & 15) << 8 | (d & 15) << 4 | e & 15


def in_sequence(ranks: int) -> bool:
    """Whether the ranks follow one another, the ace above the king."""
    lowest = ranks & 15
    return ranks == _ONE_BELOW_THE_OTHER + lowest * 0x11111


def matching(ranks: int) -> int:
    """The category that cards of equal rank make."""
    first = rank_at(ranks, 0)
    if first != rank_at(ranks, 1):
        return HIGH_CARD
    third, fourth, fifth = rank_at(ranks, 2), rank_at(ranks, 3), rank_at(ranks, 4)
    if first == fourth:
        return FOUR_OF_A_KIND
    if first == third:
        return FULL_HOUSE if fourth == fifth else THREE_OF_A_KIND
    return TWO_PAIR if third == fourth else PAIR


def best_of_six(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The value of the best five of six cards."""
    return max(
        five_card(a, b, c, d, e),
        five_card(a, b, c, d, f),
        five_card(a, b, c, e, f),
        five_card(a, b, d, e, f),
        five_card(a, c, d, e, f),
        five_card(b, c, d, e, f),
    )


# What hands are called, in this and in other rankings: `{top}` is their first rank, `{tops}` several cards of it, and
# `{nexts}` several of the second.
HIGH_CARD_CALLED = "{top} high"
PAIR_CALLED = "pair of {tops}"
TWO_PAIR_CALLED = "two pair, {tops} and {nexts}"
THREE_OF_A_KIND_CALLED = "three {tops}"
STRAIGHT_CALLED = "straight, {top} high"
FLUSH_CALLED = "flush, {top} high"
FULL_HOUSE_CALLED = "full house, {tops} over {nexts}"
FOUR_OF_A_KIND_CALLED = "four {tops}"
STRAIGHT_FLUSH_CALLED = "straight flush, {top} high"
ROYAL_FLUSH_CALLED = "royal flush"

_FIVE_CARDS_CALLED = (
    HIGH_CARD_CALLED,
    PAIR_CALLED,
    TWO_PAIR_CALLED,
    THREE_OF_A_KIND_CALLED,
    STRAIGHT_CALLED,
    FLUSH_CALLED,
    FULL_HOUSE_CALLED,
    FOUR_OF_A_KIND_CALLED,
    STRAIGHT_FLUSH_CALLED,
    ROYAL_FLUSH_CALLED,
)
# Where the second rank of a hand stands that has two.
_SECOND_PAIR, _PAIR_BESIDE_THREE = 2, 3


def called(words: str, first: int, second: int = 0) -> str:
    """What a hand of a kind is called by its first rank and, where it has two, its second."""
    return words.format(top=rank_in_words(first), tops=ranks_in_words(first), nexts=ranks_in_words(second))


def five_card_in_words(value: int) -> str:
    """A hand of five cards, by its value, as people call it."""
    kind = category(value)
    place = _PAIR_BESIDE_THREE if kind == FULL_HOUSE else _SECOND_PAIR
    return called(_FIVE_CARDS_CALLED[kind], rank_at(value, 0), rank_at(value, place))
