"""The two top awards and the limit on them (633a.13(o)): pairs of the queen of hearts and of the king of spades with a dealer's Blackjack."""

from collections.abc import Sequence

from houseway.games.blackjack.hands import (
    is_any_20,
    is_king_of_spades_pair,
    is_queen_of_hearts_pair,
    is_triple_match,
)
from houseway.law import implements, pa
from houseway.money import Cents

MAY_BE_LIMITED, LEAST_LIMIT, SHARED = pa("633a.13(o)#1"), pa("633a.13(o)#2"), pa("633a.13(o)#3")
ONLY_THESE = pa("633a.13(o)#4")
# What the register prints is a rule of two parts, of which the first is a sum of dollars.
_LEAST: Cents = LEAST_LIMIT.greatest("min_cap") * 100

ANY_20, TRIPLE_MATCH = "any-20", "triple-match"
QUEENS, KINGS = "queen-of-hearts-pair-and-dealer-blackjack", "king-of-spades-pair-and-dealer-blackjack"
HANDS = {
    ANY_20: pa("633a.1[any_20]"),
    TRIPLE_MATCH: pa("633a.1[triple_match]"),
    QUEENS: MAY_BE_LIMITED,
    KINGS: MAY_BE_LIMITED,
}
TOP = (QUEENS, KINGS)


def top_hand(first: int, second: int) -> str:
    """Which of the two pairs a player's first two cards are, if any: the dealer's Blackjack makes it a top hand."""
    if is_queen_of_hearts_pair(first, second):
        return QUEENS
    return KINGS if is_king_of_spades_pair(first, second) else ""


def paired_hands(first: int, second: int, up: int, *, dealer_blackjack: bool) -> tuple[str, ...]:
    """All hands of the stated paytables that cards make, the highest first."""
    found = (
        (top_hand(first, second), dealer_blackjack),
        (TRIPLE_MATCH, is_triple_match(first, second, up)),
        (ANY_20, is_any_20(first, second)),
    )
    return tuple(hand for hand, made in found if hand and made)


@implements("633a.13(o)#2", readings=("C-69",))
def least_limit(best_single_win: Cents) -> Cents:
    """The lowest limit that may be set: a sum of dollars, or what one patron can win at the most if that is more."""
    return max(_LEAST, best_single_win)


@implements("633a.13(o)#1", "633a.13(o)#3", "633a.13(o)#4", readings=("C-68",))
def limited(due: Sequence[tuple[Cents, Cents]], limit: Cents) -> tuple[Cents, ...]:
    """What each of several top awards comes to, told by stake and payment due: all of it, or the limit in proportion to the stakes.

    A limit takes from what the odds pay and adds nothing to it: what one award leaves of its share, the others have. Cents
    that do not come out even are not paid: together the awards stay within the limit.
    """
    if not limit or sum(paid for _, paid in due) <= limit:
        return tuple(paid for _, paid in due)
    whole: dict[int, Cents] = {}
    while True:
        shared = [number for number in range(len(due)) if number not in whole]
        left, staked = limit - sum(whole.values()), sum(due[number][0] for number in shared)
        shares = {number: left * due[number][0] // staked for number in shared}
        within = {number: due[number][1] for number in shared if due[number][1] <= shares[number]}
        if not within:
            return tuple({**whole, **shares}[number] for number in range(len(due)))
        whole.update(within)
