"""Setting the hands (659a.11(b)): seven cards in a high hand of four, a medium hand of two and a low hand of one."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

import msgspec

from houseway.equipment.cards import CODES, Hand, cards, cards_in_words
from houseway.games.asia_poker.house_way import SEVEN, Part, low_place, medium_places, setting
from houseway.games.asia_poker.ranking import high_hand, is_foul, low_hand, medium_hand
from houseway.games.asia_poker.wagers import Foul
from houseway.law import Clause, RuleViolation, implements

# How many cards each hand has.
SIZES = {Part.HIGH: 4, Part.MEDIUM: 2, Part.LOW: 1}


class SetHands(msgspec.Struct, frozen=True):
    """Seven cards laid in three hands; written as high, medium and low: "AsKdQcJh TcTd 2s"."""

    high: Hand
    medium: Hand
    low: Hand

    def __str__(self) -> str:
        return " ".join("".join(hand) for hand in (self.high, self.medium, self.low) if hand)

    @property
    def cards(self) -> Hand:
        """All seven."""
        return (*self.high, *self.medium, *self.low)

    @property
    def is_split(self) -> bool:
        """Whether the hands have four, two and one cards."""
        return (len(self.high), len(self.medium), len(self.low)) == tuple(SIZES.values())


def hands_set(hand: Hand, chosen: int) -> SetHands:
    """The three hands of a setting, the cards of each from high to low."""
    low, medium = low_place(chosen), medium_places(chosen)
    high = [card for place, card in enumerate(hand) if place != low and place not in medium]
    return SetHands(_high_first(high), _high_first(hand[place] for place in medium), (hand[low],))


def _high_first(hand: Iterable[str]) -> Hand:
    return tuple(sorted(hand, key=CODES.index, reverse=True))


@cache
def _settings() -> tuple[int, ...]:
    return tuple(
        setting(low, *medium)
        for low in range(SEVEN)
        for medium in combinations([place for place in range(SEVEN) if place != low], 2)
    )


def every_setting(hand: Hand) -> Iterator[SetHands]:
    """All ways to lay seven cards as four, two and one."""
    return (hands_set(hand, chosen) for chosen in _settings())


def parts_of(written: str) -> tuple[Hand, ...]:
    """The hands that codes such as "AsKdQcJh TcTd 2s" write down, be they right or not."""
    return tuple(tuple(hand[at : at + 2] for at in range(0, len(hand), 2)) for hand in written.split())


def read_hands(written: str, clause: Clause) -> SetHands:
    """The hands as they lie, from their codes: seven cards in three, or wrongly in two, however many in each."""
    hands = parts_of(written)
    told = [card for hand in hands for card in hand]
    if problem := _problem_of(hands, told):
        raise RuleViolation(
            clause, problem, fix='write high, medium and low hand, such as "AsKdQcJh TcTd 2s"'
        )
    high, medium, low = (*hands, ())[:3]
    return SetHands(high, medium, low)


def _problem_of(hands: Sequence[Hand], told: Sequence[str]) -> str:
    """Why this is not seven cards in hands."""
    if not told:
        return "how the hands lie is not told"
    unknown = [card for card in told if card not in CODES]
    if unknown:
        return f"no card is called {unknown[0]!r}"
    twice = [card for card in told if told.count(card) > 1]
    if twice:
        return f"{cards_in_words(twice[:1])} is told more than once"
    if len(told) != SEVEN:
        return f"seven cards are set, not {len(told)}"
    return "" if 2 <= len(hands) <= 3 else f"seven cards are set in three hands, not {len(hands)}"


def values_of(hands: SetHands, options: int) -> tuple[int, int, int]:
    """The values of the three hands."""
    first, second, third, fourth = cards(hands.high)
    left, right = cards(hands.medium)
    (only,) = cards(hands.low)
    return high_hand(first, second, third, fourth, options), medium_hand(left, right), low_hand(only)


@implements(
    "659a.11(b)#1",
    "659a.11(b)#2",
    "659a.11(f)(1)(iii)",
    "659a.11(f)(1)(iv)",
    "659a.11(f)(1)(v)",
    readings=("659-08",),
)
def foul_of(hands: SetHands, options: int) -> Foul:
    """How the hands break the rules of setting, if they do."""
    if not hands.is_split:
        return Foul.OTHERWISE
    high, medium, low = values_of(hands, options)
    if not is_foul(high, medium, low):
        return Foul.NONE
    return Foul.HIGH_NOT_ABOVE_MEDIUM if high <= medium else Foul.MEDIUM_NOT_ABOVE_LOW
