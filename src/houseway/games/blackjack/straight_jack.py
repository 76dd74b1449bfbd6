"""Straight Jack (633a.6(e)(11), 633a.7(o)(3), 633a.13(m)): a run that the first two cards open and drawn cards lengthen.

Plain functions over small integers, which the lab compiles as they stand.
"""

from collections.abc import Mapping, Sequence

from houseway.games.blackjack.hands import ACE, NO_RUN, SPADES, run_from
from houseway.law import implements, pa
from houseway.table.twenty_one import TWENTY_ONE, best, points
from houseway.table.wagers import PayLine, pay_line

NO_STRAIGHT, TWO_CARDS, THREE_CARDS, FOUR_CARDS, FIVE_CARDS, SIX_CARDS, SIX_WITH_THE_SPADE_ACE = (
    0,
    2,
    3,
    4,
    5,
    6,
    7,
)
# Where a card joins a run.
BREAKS, ABOVE, BELOW = 0, 1, -1


@implements("633a.7(o)(3)(i)#2", "633a.7(o)(3)(i)(A)", "633a.7(o)(3)(i)(B)", readings=("C-56",))
def joins(low: int, high: int, card: int) -> int:
    """Whether a card goes on above or below a run of ranks, or breaks it; an ace lies over the king or under the two."""
    rank = card // 4
    if rank == high + 1:
        return ABOVE
    if rank == low - 1 or (rank == ACE and low == 0):
        return BELOW
    return BREAKS


@implements("633a.7(o)(3)(i)#1", "633a.7(o)(3)(i)(C)", "633a.7(o)(3)(i)(D)", readings=("C-58", "C-59"))
def run_length(cards: Sequence[int]) -> int:
    """How many cards of a hand, in the order in which they came, are in its run: none, or two and more.

    The first card that does not go on ends it for good, and so does the one that passes 21, which does not count.
    """
    low = run_from(cards[0], cards[1])
    if low == NO_RUN:
        return NO_STRAIGHT
    high, length = low + 1, TWO_CARDS
    count = points(cards[0]) + points(cards[1])
    aces = (cards[0] // 4 == ACE) + (cards[1] // 4 == ACE)
    for card in cards[2:]:
        count += points(card)
        aces += card // 4 == ACE
        joined = joins(low, high, card)
        if joined == BREAKS or best(count, aces) > TWENTY_ONE:
            break
        length += 1
        if joined == ABOVE:
            high += 1
        else:
            low -= 1
    return length


@implements("633a.6(e)(11)", "633a.13(m)(1)", readings=("C-57",))
def straight_jack_line(cards: Sequence[int]) -> int:
    """What a Straight Jack Wager is paid on: how long the run is, and with six cards whose ace it has."""
    length = run_length(cards)
    if length < SIX_CARDS:
        return length
    for card in cards[:SIX_CARDS]:
        if card == 4 * ACE + SPADES:
            return SIX_WITH_THE_SPADE_ACE
    # Six cards of at most 21 are the ace to the six, so that an ace of another suit is among them.
    return SIX_CARDS


STRAIGHT_JACK_TABLE: Mapping[int, PayLine] = {
    line: pay_line(f"Straight Jack Wager, {title}", pa(f"633a.13(m)(1)#{row}"))
    for row, (line, title) in enumerate(
        {
            SIX_WITH_THE_SPADE_ACE: "six-card straight with the ace of spades",
            SIX_CARDS: "six-card straight with another ace",
            FIVE_CARDS: "five-card straight",
            FOUR_CARDS: "four-card straight",
            THREE_CARDS: "three-card straight",
            TWO_CARDS: "two-card straight",
        }.items(),
        1,
    )
}
