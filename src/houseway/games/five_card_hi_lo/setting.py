"""Setting the hands at the table: between the codes of the cards and the masks of `points` (663a.7(f), 663a.11(d)-(e))."""

from collections.abc import Iterable
from itertools import combinations

from houseway.equipment.cards import Hand, cards, cards_in_words, is_seen
from houseway.games.five_card_hi_lo.points import (
    HAND_SIZE,
    LOW_SIZE,
    SPLITS,
    aces,
    aces_low,
    corrected_setting,
    dealers_setting,
    is_lawful,
)
from houseway.law import Clause, RuleViolation, implements, pa

LARGER_FIRST = pa("663a.7(f)#3")
EQUAL_FROM_THE_RIGHT = pa("663a.7(f)#4")

HOW_TO_SET = pa("663a.11(d)#2")

# A player may have laid the two hands on each other's place.
_SIZES_FOUND = (LOW_SIZE, HAND_SIZE - LOW_SIZE)

Five = tuple[int, int, int, int, int]


def five(hand: Hand) -> Five:
    """The five cards of a hand as integers."""
    first, second, third, fourth, fifth = cards(hand)
    return first, second, third, fourth, fifth


def split(hand: Hand, setting: int) -> tuple[Hand, Hand]:
    """The high and the low hand under a setting."""
    high = tuple(card for place, card in enumerate(hand) if not setting >> place & 1)
    low = tuple(card for place, card in enumerate(hand) if setting >> place & 1)
    return high, low


def setting_found(hand: Hand, low: Hand) -> int:
    """The setting in which these cards of a hand were found low, two of them or, the hands being swapped, three."""
    if (
        not is_seen(hand)
        or len(low) not in _SIZES_FOUND
        or len(set(low)) != len(low)
        or not set(low) <= set(hand)
    ):
        raise RuleViolation(
            HOW_TO_SET, f"{cards_in_words(low) or 'nothing'} is no low hand of these five cards"
        )
    return sum(1 << hand.index(card) for card in low)


@implements("663a.11(d)#2", readings=("663-05",))
def setting_told(hand: Hand, low: Hand) -> int:
    """The setting that a player announces, which must be a lawful one."""
    setting = setting_found(hand, low)
    if not players_lawful(hand, setting):
        ways = " or ".join(cards_in_words(way) for way in lawful_low_hands(hand))
        raise RuleViolation(
            HOW_TO_SET,
            f"{cards_in_words(low)} cannot be the low hand: the two cards worth least go there, or one ace and the least",
            fix=f"put low: {ways}",
        )
    return setting


def low_hands_found(hand: Hand) -> tuple[Hand, ...]:
    """Every low hand that might be found when cards are turned over, the lawful ones first."""
    every = tuple(low for size in _SIZES_FOUND for low in combinations(hand, size))
    lawful = lawful_low_hands(hand) if is_seen(hand) else ()
    return (*lawful, *(low for low in every if low not in lawful))


def lawful_low_hands(hand: Hand) -> tuple[Hand, ...]:
    """Every lawful low hand; cards of equal points stand for one another (663-05)."""
    held = five(hand)
    return tuple(split(hand, setting)[1] for setting in SPLITS if is_lawful(*held, setting))


def players_lawful(hand: Hand, setting: int) -> bool:
    """Whether a player may set the hand so."""
    return is_lawful(*five(hand), setting)


@implements("663a.11(e)#2", readings=("663-07",))
def dealers_lawful(hand: Hand, setting: int) -> bool:
    """Whether the dealer may: as a player may, with no ace low unless all four are held."""
    held = five(hand)
    return is_lawful(*held, setting) and (aces(*held) == 4 or not aces_low(*held, setting))


def by_the_rule(hand: Hand) -> int:
    """The setting that the rule gives the dealer."""
    return dealers_setting(*five(hand))


def corrected(hand: Hand, setting: int) -> int:
    """A player's wrong setting put right (663-06)."""
    return corrected_setting(*five(hand), setting)


@implements("663a.7(f)#3", "663a.7(f)#4", readings=("X-10",))
def first_to_set(antes: Iterable[tuple[int, int]]) -> tuple[int, Clause]:
    """Of one player's positions, each with its Ante: the larger Ante first, of equals the one nearer the dealer's right."""
    largest_first = sorted(antes, key=lambda ante: (ante[1], ante[0]), reverse=True)
    seat, amount = largest_first[0]
    unequal = any(other != amount for _, other in largest_first)
    return seat, LARGER_FIRST if unequal else EQUAL_FROM_THE_RIGHT
