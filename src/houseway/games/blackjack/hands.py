"""What two or three cards are called (633a.1, 633a.7(g)): plain functions over small integers, which the lab compiles as they stand.

A card is 4 x rank + suit, ranks 0 to 12 from two to ace, suits 0 to 3 clubs, diamonds, hearts, spades.
"""

from houseway.law import implements
from houseway.table.twenty_one import best, points

KING, ACE = 11, 12
HEARTS, SPADES = 2, 3
_QUEEN_OF_HEARTS, _KING_OF_SPADES = 4 * 10 + HEARTS, 4 * KING + SPADES
_TWENTY = 20

# What opens a run: nothing, or the rank of its lower card, an ace below the two being one less than that.
NO_RUN = -2
_ACE_LOW = -1


@implements("633a.1[two_card_straight]", "633a.7(o)(3)(i)#3", readings=("C-56",))
def run_from(first: int, second: int) -> int:
    """The rank that a run of two cards begins at, or `NO_RUN`: an ace goes next to the king or below the two."""
    low, high = min(first // 4, second // 4), max(first // 4, second // 4)
    if low == 0 and high == ACE:
        return _ACE_LOW
    return low if high == low + 1 else NO_RUN


@implements("633a.1[two_card_straight]")
def is_straight(first: int, second: int) -> bool:
    """Whether two cards are next to each other in rank."""
    return run_from(first, second) != NO_RUN


@implements("633a.1[two_card_straight_flush]")
def is_straight_flush(first: int, second: int) -> bool:
    """Whether two cards are next to each other in rank and of one suit."""
    return is_straight(first, second) and first % 4 == second % 4


@implements("633a.1[ace_king_suited]")
def is_ace_king_suited(first: int, second: int) -> bool:
    """Whether two cards are the ace and the king of one suit."""
    return first % 4 == second % 4 and first // 4 + second // 4 == ACE + KING


def is_pair(first: int, second: int) -> bool:
    """Whether two cards are of one rank."""
    return first // 4 == second // 4


@implements("633a.1[any_20]")
def is_any_20(first: int, second: int) -> bool:
    """Whether two cards of different suits come to twenty."""
    aces = (first // 4 == ACE) + (second // 4 == ACE)
    return first % 4 != second % 4 and best(points(first) + points(second), aces) == _TWENTY


@implements("633a.1[triple_match]")
def is_triple_match(first: int, second: int, up: int) -> bool:
    """Whether a player's first two cards and the dealer's up card are of one rank."""
    return first // 4 == second // 4 and second // 4 == up // 4


def is_queen_of_hearts_pair(first: int, second: int) -> bool:
    """Whether two cards are both the queen of hearts."""
    return first == _QUEEN_OF_HEARTS and second == _QUEEN_OF_HEARTS


def is_king_of_spades_pair(first: int, second: int) -> bool:
    """Whether two cards are both the king of spades."""
    return first == _KING_OF_SPADES and second == _KING_OF_SPADES


# Three cards: a player's first two and the up card (633a.7(g)(8)).

NO_THREE_CARD_HAND, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH = range(5)


@implements("633a.7(g)(8)")
def three_card_hand(first: int, second: int, up: int) -> int:
    """The kind of Poker hand of three cards, as far as the wager is paid on it; suits and ranks may come twice."""
    low, middle, high = sorted((first // 4, second // 4, up // 4))
    suited = first % 4 == second % 4 and second % 4 == up % 4
    if low == high:
        return THREE_OF_A_KIND
    in_line = middle == low + 1 and (high == middle + 1 or (high == ACE and low == 0))
    if in_line:
        return STRAIGHT_FLUSH if suited else STRAIGHT
    return FLUSH if suited else NO_THREE_CARD_HAND
