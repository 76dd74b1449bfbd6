"""Points and settings (663a.1, 663a.6(a), 663a.11(d)-(e)).

A setting is a mask over the five cards as they were dealt: bit 0 stands for the first card, and a bit that is set
puts its card in the low hand. Plain functions over small integers, so that the lab can compile them.
"""

from houseway.law import implements

HAND_SIZE = 5
LOW_SIZE = 2
NO_SETTING = 0
# Every way to put two of five cards in the low hand.
SPLITS = (3, 5, 6, 9, 10, 12, 17, 18, 20, 24)

THREE_ACES = 1
FOUR_ACES = 2
FOUR_ACES_AND_A_TWO = 3

_ALL_FIVE = 0b11111
_TWO = 0
_TEN = 8
_ACE = 12


def _rank(card: int) -> int:
    return card >> 2


@implements("663a.6(a)#1", "663a.6(a)#2", "663a.6(a)#3", readings=("663-03",))
def high_points(card: int) -> int:
    """What a card counts in the high hand: its number, ten for a picture, eleven for an ace."""
    rank = _rank(card)
    if rank == _ACE:
        return 11
    return rank + 2 if rank <= _TEN else 10


@implements("663a.6(a)#1", "663a.6(a)#2", "663a.6(a)#3", readings=("663-03",))
def low_points(card: int) -> int:
    """What a card counts in the low hand: its number, ten for a picture, one for an ace."""
    return 1 if _rank(card) == _ACE else high_points(card)


@implements("663a.1[setting_the_hands]", "663a.1[high_hand]")
def high_total(a: int, b: int, c: int, d: int, e: int, setting: int) -> int:
    """The points of the high hand."""
    hand = (a, b, c, d, e)
    total = 0
    for place in range(HAND_SIZE):
        if not setting >> place & 1:
            total += high_points(hand[place])
    return total


@implements("663a.1[setting_the_hands]", "663a.1[low_hand]")
def low_total(a: int, b: int, c: int, d: int, e: int, setting: int) -> int:
    """The points of the low hand."""
    hand = (a, b, c, d, e)
    total = 0
    for place in range(HAND_SIZE):
        if setting >> place & 1:
            total += low_points(hand[place])
    return total


def aces(a: int, b: int, c: int, d: int, e: int) -> int:
    """How many aces the five cards hold."""
    found = 0
    for card in (a, b, c, d, e):
        if _rank(card) == _ACE:
            found += 1
    return found


def aces_low(a: int, b: int, c: int, d: int, e: int, setting: int) -> int:
    """How many aces a setting puts in the low hand."""
    hand = (a, b, c, d, e)
    found = 0
    for place in range(HAND_SIZE):
        if setting >> place & 1 and _rank(hand[place]) == _ACE:
            found += 1
    return found


@implements("663a.11(d)#2", readings=("663-05",))
def is_lawful(a: int, b: int, c: int, d: int, e: int, setting: int) -> bool:
    """Whether a setting puts the two cards worth least in the low hand, or one ace and the least of the others.

    Cards of equal points are interchangeable. Of four aces one must lie low, and it may.
    """
    hand = (a, b, c, d, e)
    low_cards = 0
    least_high = 11
    most_low = 0
    for place in range(HAND_SIZE):
        points = high_points(hand[place])
        if setting >> place & 1:
            low_cards += 1
            if _rank(hand[place]) != _ACE:
                most_low = max(most_low, points)
        else:
            least_high = min(least_high, points)
    if low_cards != LOW_SIZE or aces_low(a, b, c, d, e, setting) > 1:
        return False
    return most_low <= least_high


@implements("663a.11(d)#2", readings=("663-05",))
def aces_high_setting(a: int, b: int, c: int, d: int, e: int) -> int:
    """The three cards worth most high, an ace as eleven; of four aces one lies low."""
    hand = (a, b, c, d, e)
    setting = 0
    for _ in range(LOW_SIZE):
        setting |= 1 << _least_left(hand, setting)
    return setting


@implements("663a.11(d)#2", readings=("663-05",))
def ace_low_setting(a: int, b: int, c: int, d: int, e: int) -> int:
    """One ace and the least of the other cards low; `NO_SETTING` without an ace."""
    hand = (a, b, c, d, e)
    for place in range(HAND_SIZE):
        if _rank(hand[place]) == _ACE:
            low = 1 << place
            return low | 1 << _least_left(hand, low)
    return NO_SETTING


def _least_left(hand: tuple[int, int, int, int, int], taken: int) -> int:
    """The place of the card worth least in the high hand among those not taken."""
    least = -1
    for place in range(HAND_SIZE):
        if not taken >> place & 1 and (least < 0 or high_points(hand[place]) < high_points(hand[least])):
            least = place
    return least


@implements("663a.11(e)#2", readings=("663-07",))
def dealers_setting(a: int, b: int, c: int, d: int, e: int) -> int:
    """The dealer's setting: the three cards worth most high and every ace with them, unless there are four."""
    return aces_high_setting(a, b, c, d, e)


@implements("663a.11(d)#2", readings=("663-06",))
def corrected_setting(a: int, b: int, c: int, d: int, e: int, setting: int) -> int:
    """The lawful setting that moves the fewest cards of a wrong one and keeps an ace low where one lay low."""
    if _bits(setting) == HAND_SIZE - LOW_SIZE:
        # Three cards on the low place and two on the high one: the hands lie swapped.
        setting ^= _ALL_FIVE
    wants_ace_low = aces_low(a, b, c, d, e, setting) > 0 or aces(a, b, c, d, e) == 4
    nearest = NO_SETTING
    fewest = HAND_SIZE + 1
    for split in SPLITS:
        keeps_ace = (aces_low(a, b, c, d, e, split) > 0) == wants_ace_low
        moved = _bits(split ^ setting)
        if keeps_ace and moved < fewest and is_lawful(a, b, c, d, e, split):
            nearest, fewest = split, moved
    return nearest


def _bits(mask: int) -> int:
    count = 0
    while mask:
        count += mask & 1
        mask >>= 1
    return count


@implements("663a.11(h)#1")
def bonus_aces(a: int, b: int, c: int, d: int, e: int) -> int:
    """The Ante Bonus line of five cards: three aces, four, four with a two, or 0 for none."""
    found = aces(a, b, c, d, e)
    if found < 3:
        return 0
    if found == 3:
        return THREE_ACES
    for card in (a, b, c, d, e):
        if _rank(card) == _TWO:
            return FOUR_ACES_AND_A_TWO
    return FOUR_ACES
