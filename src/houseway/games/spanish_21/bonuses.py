"""Hands of 21 that are paid more, and matches of the up card (635a.12): plain functions over small integers, which the lab compiles.

A card is 4 x rank + suit, ranks 0 to 12 from two to ace, suits 0 to 3 clubs, diamonds, hearts, spades.
"""

from houseway.law import implements, pa

_SIX, _SEVEN, _EIGHT = 4, 5, 6
_SPADES = 3

# What a hand of 21 is paid on, from nothing special.
NO_BONUS, MIXED_678, SUITED_678, SPADES_678, MIXED_777, SUITED_777, SPADES_777 = range(7)
FIVE_CARDS, SIX_CARDS, SEVEN_CARDS = range(7, 10)
(_FIVE,), (_SIX_OF_THEM,) = (pa(f"635a.12(b)({row})").numbers("cards") for row in (5, 6))


@implements("635a.12(b)(1)", "635a.12(b)(2)", "635a.12(b)(3)", "635a.12(b)(4)")
def three_card_bonus(first: int, second: int, third: int) -> int:
    """What three cards of 21 are paid on: six, seven and eight, or three sevens, of any suits, of one, or of spades."""
    one, two, three = first // 4, second // 4, third // 4
    suited = first % 4 == second % 4 and second % 4 == third % 4
    more = (1 if suited else 0) + (1 if suited and first % 4 == _SPADES else 0)
    if one == _SEVEN and two == _SEVEN and three == _SEVEN:
        return MIXED_777 + more
    if min(one, two, three) == _SIX and max(one, two, three) == _EIGHT and one + two + three == 3 * _SEVEN:
        return MIXED_678 + more
    return NO_BONUS


@implements("635a.12(b)(5)", "635a.12(b)(6)", "635a.12(b)(7)")
def many_card_bonus(cards: int) -> int:
    """What so many cards of 21 are paid on: five, six, or seven and more."""
    if cards > _SIX_OF_THEM:
        return SEVEN_CARDS
    if cards == _SIX_OF_THEM:
        return SIX_CARDS
    return FIVE_CARDS if cards == _FIVE else NO_BONUS


def bonus_line(hand: tuple[int, ...]) -> int:
    """What a hand of 21 is paid on that was not doubled down on, split or not."""
    if len(hand) == 3:
        return three_card_bonus(hand[0], hand[1], hand[2])
    return many_card_bonus(len(hand))


@implements("635a.12(c)(1)")
def is_super_bonus(first: int, second: int, third: int, up: int) -> bool:
    """Whether three cards are sevens of one suit, and the dealer's up card a seven of any."""
    return three_card_bonus(first, second, third) in (SUITED_777, SPADES_777) and up // 4 == _SEVEN


# How a first card matches the up card, and what both together come to: each is paid for itself.
NO_MATCH, MATCH, TWO_MATCHES, SUITED_MATCH, BOTH_MATCHES, TWO_SUITED = 0, 1, 2, 3, 4, 6


@implements("common:spanish-21/match-the-dealer")
def match_of(card: int, up: int) -> int:
    """Whether a card matches the up card in rank, or in rank and suit."""
    if card // 4 != up // 4:
        return NO_MATCH
    return SUITED_MATCH if card == up else MATCH


def match_line(first: int, second: int, up: int) -> int:
    """What a Match the Dealer Wager is paid on: the matches of both first cards."""
    return match_of(first, up) + match_of(second, up)
