"""Rankings (659a.6): hands of four, two and one cards with the joker, and the seven-card hands of the Bonus Wager.

Plain functions over small integers, which compilers understand. A hand's value holds its category above four fields of
four bits: the grouped ranks first, then the single cards from high to low, ranks 1 to 13 from two to ace. A field
without a card is 0, so that values of hands of different sizes compare as they are (reading 659-08).
"""

from houseway.equipment.cards import JOKER
from houseway.law import implements

ACE, NINE, EIGHT = 13, 8, 7

# Categories of hands, from low to high.
HIGH_CARD = 0
PAIR = 1
TWO_PAIR = 2
THREE_OF_A_KIND = 3
STRAIGHT = 4
FLUSH = 5
FOUR_OF_A_KIND = 6
STRAIGHT_FLUSH = 7
ROYAL_FLUSH = 8
FOUR_ACES = 9

# Options of the Rules Submission, added up: A-2-3-4 as the lowest straight, and as the lowest straight flush.
A234_LOWEST_STRAIGHT = 1
A234_LOWEST_STRAIGHT_FLUSH = 2

# Hands of the Bonus Wager, from low to high; 0 is none of them.
BONUS_STRAIGHT = 1
BONUS_THREE_OF_A_KIND = 2
BONUS_FLUSH = 3
BONUS_FULL_HOUSE = 4
BONUS_NINE_HIGH = 5
BONUS_FOUR_OF_A_KIND = 6
BONUS_STRAIGHT_FLUSH_WITH_JOKER = 7
BONUS_NATURAL_STRAIGHT_FLUSH = 8
BONUS_ROYAL_FLUSH = 9
BONUS_FIVE_ACES = 10
BONUS_THREE_OF_A_KIND_AND_FOUR_EIGHTS = 11

_CATEGORY_SHIFT = 16

# The order of runs of four: 1 for an A-2-3-4 that the operator ranks lowest, 2 for 2-3-4-5, up to 10 for K-Q-J-10.
LOWEST_RUN, ACE_LOW_RUN, ACE_HIGH_RUN = 1, 11, 12
_BROADWAY = 0b11111 << 9  # ten to ace, as bits of a set of ranks
_NINE_HIGHS = (0b1111_0111 << 1, 0b1110_1111 << 1)  # 9-8-7-6 over 4-3-2, 9-8-7 over 5-4-3-2


@implements("659a.6(b)(3)#2", "659a.6(b)(6)#2", readings=("659-07",))
def options_of(*, lowest_straight: bool, lowest_straight_flush: bool) -> int:
    """The two options for A-2-3-4, each chosen by itself, as one number."""
    straight = A234_LOWEST_STRAIGHT if lowest_straight else 0
    return straight | (A234_LOWEST_STRAIGHT_FLUSH if lowest_straight_flush else 0)


def category(value: int) -> int:
    """The category of a hand's value."""
    return value >> _CATEGORY_SHIFT


def rank_at(value: int, place: int) -> int:
    """The rank in one of the four places of a hand's value, 0 being the first; of straights it is their run."""
    return value >> 4 * (3 - place) & 15


@implements("659a.6(a)#1", "659a.6(a)#3", readings=("659-04",))
def rank(card: int) -> int:
    """A card's rank from 1 for a two to 13 for an ace; a joker ranks as an ace."""
    if card == JOKER:
        return ACE
    return (card >> 2) + 1


def _value(hand: int, first: int, second: int, third: int, fourth: int) -> int:
    return hand << _CATEGORY_SHIFT | first << 12 | second << 8 | third << 4 | fourth


# The low and the medium hand.


@implements("659a.6(c)#1", readings=("659-08",))
def low_hand(card: int) -> int:
    """The value of a one-card hand."""
    return _value(HIGH_CARD, rank(card), 0, 0, 0)


@implements("659a.6(b)(9)", "659a.6(c)#1", readings=("659-02", "659-04", "659-08"))
def medium_hand(card_1: int, card_2: int) -> int:
    """The value of a two-card hand, in which a joker is always an ace."""
    rank_1, rank_2 = rank(card_1), rank(card_2)
    if rank_1 == rank_2:
        return _value(PAIR, rank_1, 0, 0, 0)
    return _value(HIGH_CARD, max(rank_1, rank_2), min(rank_1, rank_2), 0, 0)


# The high hand.


@implements("659a.6(a)#2", "659a.6(b)(6)#1", readings=("659-06", "659-07"))
def _run_of_four(first: int, second: int, third: int, fourth: int) -> int:
    """The order of four descending ranks among runs, A-2-3-4 second only to A-K-Q-J; 0 if they are no run."""
    if first - second == 1 and second - third == 1 and third - fourth == 1:
        return ACE_HIGH_RUN if first == ACE else first - 2
    if first == ACE and second == 3 and third == 2 and fourth == 1:
        return ACE_LOW_RUN
    return 0


@implements("659a.6(b)(6)#1", "659a.6(b)(6)#2", readings=("659-07",))
def _straight(run: int, options: int) -> int:
    """Four cards in a row, A-2-3-4 lowest where the operator says so."""
    if run == ACE_LOW_RUN and options & A234_LOWEST_STRAIGHT:
        run = LOWEST_RUN
    return _value(STRAIGHT, run, 0, 0, 0)


@implements("659a.6(b)(2)", "659a.6(b)(3)#1", "659a.6(b)(3)#2", readings=("659-07",))
def _straight_flush(run: int, options: int) -> int:
    """Four suited cards in a row: a royal flush from the ace down, else A-2-3-4 highest or, by option, lowest."""
    if run == ACE_HIGH_RUN:
        return _value(ROYAL_FLUSH, 0, 0, 0, 0)
    if run == ACE_LOW_RUN and options & A234_LOWEST_STRAIGHT_FLUSH:
        run = LOWEST_RUN
    return _value(STRAIGHT_FLUSH, run, 0, 0, 0)


@implements("659a.6(b)(1)", "659a.6(b)(4)", "659a.6(b)(7)", "659a.6(b)(8)", "659a.6(b)(9)", "659a.6(c)#1")
def _grouped(first: int, second: int, third: int, fourth: int) -> int:
    """Four descending ranks by how many are alike, then by the cards that stand alone (reading 659-03)."""
    if first == fourth:
        return _value(FOUR_ACES, 0, 0, 0, 0) if first == ACE else _value(FOUR_OF_A_KIND, first, 0, 0, 0)
    if first == third:
        return _value(THREE_OF_A_KIND, first, fourth, 0, 0)
    if second == fourth:
        return _value(THREE_OF_A_KIND, second, first, 0, 0)
    if first == second:
        if third == fourth:
            return _value(TWO_PAIR, first, third, 0, 0)
        return _value(PAIR, first, third, fourth, 0)
    if second == third:
        return _value(PAIR, second, first, fourth, 0)
    if third == fourth:
        return _value(PAIR, third, first, second, 0)
    return _value(HIGH_CARD, first, second, third, fourth)


@implements("659a.6(b)", "659a.6(b)(5)", "659a.6(c)#1", readings=("659-03",))
def _four_ranks(first: int, second: int, third: int, fourth: int, suited: bool, options: int) -> int:
    """The value of four descending ranks."""
    if first == second or second == third or third == fourth:
        return _grouped(first, second, third, fourth)
    run = _run_of_four(first, second, third, fourth)
    if suited:
        return _straight_flush(run, options) if run else _value(FLUSH, first, second, third, fourth)
    if run:
        return _straight(run, options)
    return _value(HIGH_CARD, first, second, third, fourth)


@implements("659a.6(a)#3", readings=("659-04",))
def _with_joker(first: int, second: int, third: int, suited: bool, options: int) -> int:
    """The value of three descending ranks and a joker: an ace, or any card that completes a straight or flush."""
    best = _grouped(ACE, first, second, third)
    if first == second or second == third:
        return best
    for wild in range(1, ACE + 1):
        if wild > first:
            value = _four_ranks(wild, first, second, third, suited, options)
        elif first > wild > second:
            value = _four_ranks(first, wild, second, third, suited, options)
        elif second > wild > third:
            value = _four_ranks(first, second, wild, third, suited, options)
        elif third > wild:
            value = _four_ranks(first, second, third, wild, suited, options)
        else:
            continue
        if value > best and category(value) >= STRAIGHT:
            best = value
    return best


@implements("659a.6(b)", readings=("659-03", "659-04", "659-06", "659-07"))
def high_hand(card_1: int, card_2: int, card_3: int, card_4: int, options: int) -> int:
    """The value of a four-card hand in any order, under the options of the Rules Submission."""
    # A joker is the greatest number and an ace above all other ranks, so that it comes first once sorted.
    if card_1 < card_2:
        card_1, card_2 = card_2, card_1
    if card_3 < card_4:
        card_3, card_4 = card_4, card_3
    if card_1 < card_3:
        card_1, card_3 = card_3, card_1
    if card_2 < card_4:
        card_2, card_4 = card_4, card_2
    if card_2 < card_3:
        card_2, card_3 = card_3, card_2
    suited = card_2 & 3 == card_3 & 3 and card_3 & 3 == card_4 & 3
    if card_1 == JOKER:
        return _with_joker(rank(card_2), rank(card_3), rank(card_4), suited, options)
    suited = suited and card_1 & 3 == card_2 & 3
    return _four_ranks(rank(card_1), rank(card_2), rank(card_3), rank(card_4), suited, options)


# Setting the hands.


@implements("659a.11(b)#2", "659a.11(f)(1)(iii)", "659a.11(f)(1)(iv)", readings=("659-08",))
def is_foul(high: int, medium: int, low: int) -> bool:
    """Whether three hands, by their values, are not in the order high, medium, low."""
    return high <= medium or medium <= low


# The hands of the Bonus Wager.


def _five_in_a_row(ranks: int, joker: bool) -> bool:
    """Whether a set of ranks, one bit each, holds five in a row, or four of the five with the joker."""
    first = ranks | ranks >> ACE  # an ace is also below the two
    second, third, fourth, fifth = first >> 1, first >> 2, first >> 3, first >> 4
    rows = first & second & third & fourth & fifth
    if joker:
        rows |= (
            first & second & third & (fourth | fifth)
            | (first & second | first & third | second & third) & fourth & fifth
        )
    return rows != 0


def _royal_with_joker(ranks: int) -> bool:
    """Whether a set of ranks lacks at most one of ten to ace."""
    missing = _BROADWAY & ~ranks
    return missing & (missing - 1) == 0


@implements(
    "659a.6(d)(3)",
    "659a.6(d)(4)",
    "659a.6(d)(5)",
    "659a.6(d)(9)",
    readings=("659-04", "659-05", "659-06"),
)
def _suited_bonus(ranks: int, count: int, joker: bool) -> int:
    """The best bonus hand of the cards of one suit, so many of them, and the joker where it was dealt."""
    if ranks & _BROADWAY == _BROADWAY or (joker and _royal_with_joker(ranks)):
        return BONUS_ROYAL_FLUSH
    if _five_in_a_row(ranks, False):
        return BONUS_NATURAL_STRAIGHT_FLUSH
    if joker and _five_in_a_row(ranks, True):
        return BONUS_STRAIGHT_FLUSH_WITH_JOKER
    return BONUS_FLUSH if count + joker >= 5 else 0


@implements(
    "659a.6(d)(1)",
    "659a.6(d)(2)",
    "659a.6(d)(6)",
    "659a.6(d)(8)",
    "659a.6(d)(10)",
    readings=("659-04", "659-25"),
)
def _grouped_bonus(fives: int, fours: int, threes: int, twos: int, eights: int) -> int:
    """The best bonus hand by how many ranks came five, four, three and two times, a joker counted as an ace."""
    if eights == 4 and threes:
        return BONUS_THREE_OF_A_KIND_AND_FOUR_EIGHTS
    if fives:
        return BONUS_FIVE_ACES
    if fours:
        return BONUS_FOUR_OF_A_KIND
    if threes > 1 or (threes and twos):
        return BONUS_FULL_HOUSE
    return BONUS_THREE_OF_A_KIND if threes else 0


@implements("659a.6(d)(7)", "659a.6(d)(11)", readings=("659-01", "659-06"))
def _ranks_bonus(ranks: int, joker: bool) -> int:
    """The best bonus hand by which ranks came, whatever their suits."""
    # A joker is an ace here, so that it is no part of a 9-high.
    if not joker and ranks in _NINE_HIGHS:
        return BONUS_NINE_HIGH
    return BONUS_STRAIGHT if _five_in_a_row(ranks, joker) else 0


@implements("659a.6(d)", readings=("659-01",))
def bonus_hand(cards: tuple[int, int, int, int, int, int, int]) -> int:
    """The highest bonus hand that seven cards match, or 0."""
    joker = False
    ranks = 0
    best = 0
    for suit in range(4):
        of_suit = 0
        count = 0
        for card in cards:
            if card != JOKER and card & 3 == suit:
                of_suit |= 1 << rank(card)
                count += 1
            joker = joker or card == JOKER
        ranks |= of_suit
        if count >= 4:
            best = max(best, _suited_bonus(of_suit, count, joker))
    fives = fours = threes = twos = eights = 0
    for of_rank in range(1, ACE + 1):
        alike = 0
        for card in cards:
            alike += rank(card) == of_rank
        fives += alike == 5
        fours += alike == 4
        threes += alike == 3
        twos += alike == 2
        if of_rank == EIGHT:
            eights = alike
    best = max(best, _grouped_bonus(fives, fours, threes, twos, eights))
    return max(best, _ranks_bonus(ranks, joker))
