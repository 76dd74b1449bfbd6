"""House Money (633a.6(e)(12), 633a.7(g)(10), 633a.13(n)): four opening hands, paid or added to the Blackjack Wager."""

from collections.abc import Mapping
from fractions import Fraction

from houseway.games.blackjack.hands import is_ace_king_suited, is_pair, is_straight, is_straight_flush
from houseway.law import implements, pa
from houseway.money import Cents
from houseway.table.wagers import PayLine, pay_line

# What two cards are, from nothing to the best.
NOTHING, STRAIGHT, PAIR, STRAIGHT_FLUSH, ACE_KING_SUITED = range(5)

_TITLES = {
    ACE_KING_SUITED: "ace and king of one suit",
    STRAIGHT_FLUSH: "two-card straight flush",
    PAIR: "pair",
    STRAIGHT: "two-card straight",
}


@implements("633a.6(e)(12)", readings=("C-66",))
def house_money_hand(first: int, second: int) -> int:
    """What a House Money Wager is paid on: the best of the four hands that two cards make, or nothing."""
    if is_ace_king_suited(first, second):
        return ACE_KING_SUITED
    if is_straight_flush(first, second):
        return STRAIGHT_FLUSH
    if is_pair(first, second):
        return PAIR
    return STRAIGHT if is_straight(first, second) else NOTHING


def _table(paragraph: str) -> Mapping[int, PayLine]:
    return {
        hand: pay_line(f"House Money Wager, {title}", pa(f"633a.13(n)({paragraph})#{row}"))
        for row, (hand, title) in enumerate(_TITLES.items(), 1)
    }


ONE_DECK_TABLE, MORE_DECKS_TABLE = _table("1"), _table("2")


@implements("633a.13(n)", "633a.13(n)(1)", "633a.13(n)(2)", readings=("C-65",))
def house_money_table(decks: int) -> Mapping[int, PayLine]:
    """The lines by hand, as many decks as are dealt from."""
    return ONE_DECK_TABLE if decks == 1 else MORE_DECKS_TABLE


@implements("633a.7(g)(10)(ii)(A)", "633a.7(g)(10)(ii)(B)#2")
def added_part(payout: Cents, share: Fraction, chip: Cents) -> Cents:
    """What of a payout may be put on the Blackjack Wager: all of it, or the operator's share in whole chips."""
    return int(payout * share / chip) * chip
