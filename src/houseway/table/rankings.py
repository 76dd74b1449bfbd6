"""Rankings: which of a player's own cards and of those on the board make a hand, what it is worth, and its name.

Every variant of Poker shows its hands down by one or two of these. A value is one integer, the higher the better; the
lab compiles the very same functions.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from houseway.law import implements, pa
from houseway.table.low_hands import (
    NO_LOW,
    ace_low,
    ace_to_five,
    ace_to_five_in_words,
    badugi,
    badugi_deuce_low_in_words,
    badugi_in_words,
    badugi_of_five_ace_low,
    badugi_of_five_deuce_low,
    deuce_to_seven,
    deuce_to_seven_in_words,
    eight_or_better,
)
from houseway.table.poker_hands import five_card, five_card_in_words

EXACTLY_TWO_AND_THREE = pa("637a.19(k)#2")

# What does not qualify has no hand, and cannot win.
NO_HAND = NO_LOW

Cards = tuple[int, ...]
# Places among the own cards and, after them, those of the board.
Choices = tuple[Cards, ...]


@cache
def any_five(own: int, board: int) -> Choices:
    """Every choice of five cards, wherever they lie."""
    return tuple(combinations(range(own + board), 5))


@implements("637a.19(k)#2", "637a.19(l)(2)#2", "637a.19(l)(2)#3")
def two_and_three(own: int, board: int) -> Choices:
    """Every choice of exactly two own cards and three of the board, the same for the high hand and for the low."""
    twos = combinations(range(own), EXACTLY_TWO_AND_THREE.integer("own"))
    threes = tuple(combinations(range(own, own + board), EXACTLY_TWO_AND_THREE.integer("community")))
    return tuple((*two, *three) for two in twos for three in threes)


def all_four(own: int, board: int) -> Choices:
    """The one choice that takes all four cards, as Badugi is dealt."""
    return tuple(combinations(range(own + board), 4))


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranking of hands: what chosen cards are worth, which may be chosen, and what a value is called."""

    name: str
    worth: Callable[..., int]
    choose: Callable[[int, int], Choices]
    in_words: Callable[[int], str]

    def value(self, own: Cards, board: Cards = ()) -> int:
        """What the best choice of cards is worth, or `NO_HAND` where none qualifies."""
        at, worth = (own + board).__getitem__, self.worth
        return max([worth(*map(at, chosen)) for chosen in self.choose(len(own), len(board))])

    def best(self, own: Cards, board: Cards = ()) -> Choices:
        """Every choice of cards that makes the best hand, by their places."""
        cards, value = own + board, self.value(own, board)
        return tuple(
            chosen
            for chosen in self.choose(len(own), len(board))
            if self.worth(*(cards[place] for place in chosen)) == value
        )


HIGH = Ranking("high", five_card, any_five, five_card_in_words)
EIGHT_OR_BETTER = Ranking("eight-or-better", eight_or_better, any_five, ace_to_five_in_words)
OMAHA_HIGH = Ranking("omaha-high", five_card, two_and_three, five_card_in_words)
OMAHA_EIGHT_OR_BETTER = Ranking("omaha-eight-or-better", eight_or_better, two_and_three, ace_to_five_in_words)
DEUCE_TO_SEVEN = Ranking("2-7", deuce_to_seven, any_five, deuce_to_seven_in_words)
ACE_TO_FIVE = Ranking("a-5", ace_to_five, any_five, ace_to_five_in_words)
BADUGI = Ranking("badugi", badugi, all_four, badugi_in_words)
BADUGI_DEUCE_LOW = Ranking("badugi-deuce-low", badugi_of_five_deuce_low, any_five, badugi_deuce_low_in_words)
BADUGI_ACE_LOW = Ranking("badugi-ace-low", badugi_of_five_ace_low, any_five, badugi_in_words)

RANKINGS = {
    ranking.name: ranking
    for ranking in (
        HIGH,
        EIGHT_OR_BETTER,
        OMAHA_HIGH,
        OMAHA_EIGHT_OR_BETTER,
        DEUCE_TO_SEVEN,
        ACE_TO_FIVE,
        BADUGI,
        BADUGI_DEUCE_LOW,
        BADUGI_ACE_LOW,
    )
}


# What lies face up before the last card of a stud game is dealt, which decides who acts first.


def showing_high(up: Cards) -> int:
    """The value of one to four cards face up, by matching cards and then by rank, the ace being high."""
    return _showing([card >> 2 for card in up])


def showing_low(up: Cards) -> int:
    """The value of one to four cards face up where the lowest is best and the ace is low."""
    return -_showing([ace_low(card) for card in up])


def _showing(ranks: list[int]) -> int:
    """How often the ranks come, the most often first, above the ranks themselves in that order."""
    often = sorted(((ranks.count(rank), rank) for rank in ranks), reverse=True)
    value = 0
    for digit in (*(times for times, _ in often), *(rank for _, rank in often)):
        value = value << 4 | digit
    return value
