"""High hands of a deck from six to ace, as common practice ranks them: a flush above a full house, the ace also below six."""

from houseway.equipment.cards import FIFTY_TWO
from houseway.table.poker_hands import (
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    STRAIGHT,
    STRAIGHT_FLUSH,
    category,
    five_card,
    five_card_in_words,
    valued,
)
from houseway.table.rankings import Ranking, any_five

THIRTY_SIX = tuple(code for code in FIFTY_TWO if code[0] not in "2345")

# Ace, nine, eight, seven, six as a value holds their ranks; and the ace below the six.
_ACE_ABOVE_NINE, _ACE_BELOW_SIX = 0xC7654, 0x7654C
_RANKS = (1 << 20) - 1
_EXCHANGED = {FLUSH: FULL_HOUSE, FULL_HOUSE: FLUSH}
_IN_SEQUENCE = {HIGH_CARD: STRAIGHT, FLUSH: STRAIGHT_FLUSH}


def short_deck(a: int, b: int, c: int, d: int, e: int) -> int:
    """The value of five cards of the short deck."""
    value = five_card(a, b, c, d, e)
    kind, ranks = category(value), value & _RANKS
    if ranks == _ACE_ABOVE_NINE:
        return valued(_IN_SEQUENCE[kind], _ACE_BELOW_SIX)
    return valued(_EXCHANGED.get(kind, kind), ranks)


def short_deck_in_words(value: int) -> str:
    """A hand of the short deck, by its value, as people call it."""
    kind = category(value)
    return five_card_in_words(valued(_EXCHANGED.get(kind, kind), value & _RANKS))


SHORT_DECK = Ranking("short-deck-high", short_deck, any_five, short_deck_in_words)
