"""The ranking of hands (36.05.14.06, 649a.6): three cards, and the Super Royal of six.

Plain functions over small integers, which the lab compiles as they stand. A card is 4 x rank + suit; a hand's value
is its category above three 4-bit ranks, so that the higher value is the higher hand and equal values tie.
"""

from houseway.law import implements

HIGH_CARD = 0
PAIR = 1
FLUSH = 2
STRAIGHT = 3
THREE_OF_A_KIND = 4
STRAIGHT_FLUSH = 5

QUEEN = 10
ACE = 12
# The top of a run from the ace down, and of the one in which the ace lies under the two.
TOP_OF_A_K_Q = ACE
TOP_OF_A_2_3 = 1

DIAMONDS = 1
SPADES = 3
NO_SUIT = -1

QUEEN_HIGH = QUEEN << 8
MINI_ROYAL = STRAIGHT_FLUSH << 12 | TOP_OF_A_K_Q << 8


def category(value: int) -> int:
    """The kind of hand that a value stands for."""
    return value >> 12


@implements(
    "36.05.14.06A",
    "36.05.14.06B",
    "36.05.14.06C",
    "36.05.14.06D",
    "36.05.14.06D(1)",
    "36.05.14.06D(2)",
    "36.05.14.06D(3)",
    "36.05.14.06D(4)",
    "36.05.14.06D(5)",
    "36.05.14.06E",
    "36.05.14.06E(1)",
    "36.05.14.06E(2)",
    readings=("C-112", "C-113"),
)
def three_card(a: int, b: int, c: int) -> int:
    """The value of three cards: the kind of hand, then its own rank, then the cards beside it; suits never count."""
    high, middle, low = _descending(a // 4, b // 4, c // 4)
    suited = a % 4 == b % 4 and b % 4 == c % 4
    if high == low:
        return THREE_OF_A_KIND << 12 | high << 8
    # Before the cards themselves, so that A-2-3 is the lowest run (reading C-112).
    top = _top_of_run(high, middle, low)
    if top >= 0:
        return (STRAIGHT_FLUSH if suited else STRAIGHT) << 12 | top << 8
    if suited:
        return FLUSH << 12 | high << 8 | middle << 4 | low
    if high == middle:
        return PAIR << 12 | high << 8 | low << 4
    if middle == low:
        return PAIR << 12 | low << 8 | high << 4
    return HIGH_CARD << 12 | high << 8 | middle << 4 | low


@implements("36.05.14.11D(3)(d)")
def qualifies(value: int) -> bool:
    """Whether the dealer's hand is queen high or better."""
    return value >= QUEEN_HIGH


@implements("649a.6(e)#1", "649a.6(e)#2", readings=("C-101",))
def is_mini_royal(value: int) -> bool:
    """Whether a hand is the suited ace, king and queen, which stands above every other straight flush."""
    return value == MINI_ROYAL


@implements("36.05.14.06F(8)#1", "649a.6(d)(8)#1", readings=("C-115",))
def super_royal_suit(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The suit in which six cards run from nine to ace, or `NO_SUIT` if they do not."""
    suit = a % 4
    if b % 4 != suit or c % 4 != suit or d % 4 != suit or e % 4 != suit or f % 4 != suit:
        return NO_SUIT
    # Cards of one suit differ in rank, so six that are nine or higher are all of nine to ace.
    lowest = min(a, b, c, d, e, f) // 4
    return suit if lowest == ACE - 5 else NO_SUIT


def _descending(a: int, b: int, c: int) -> tuple[int, int, int]:
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
    if a < b:
        a, b = b, a
    return a, b, c


def _top_of_run(high: int, middle: int, low: int) -> int:
    """The top of three ranks in sequence, or -1 if they are not; an ace may also lie under the two, but not between."""
    if high == middle + 1 and middle == low + 1:
        return high
    if high == ACE and middle == TOP_OF_A_2_3 and low == 0:
        return TOP_OF_A_2_3
    return -1
