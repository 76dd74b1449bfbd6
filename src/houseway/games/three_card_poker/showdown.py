"""The showdown: what a player's three cards and the dealer's come to, on which every wager is decided."""

from dataclasses import dataclass

from houseway.equipment.cards import Hand, cards
from houseway.games.three_card_poker.ranking import (
    NO_SUIT,
    is_mini_royal,
    super_royal_suit,
    three_card,
)
from houseway.law import implements
from houseway.table.poker_hands import best_of_six, category

Three = tuple[int, int, int]


def three(hand: Hand) -> Three:
    """The three cards of a hand as integers."""
    first, second, third = cards(hand)
    return first, second, third


@dataclass(frozen=True, slots=True)
class Showdown:
    """The facts of one player's hand against the dealer's.

    `player` and `dealer` are values of `three_card`; `royal_suit` is the suit of a player's suited ace, king and queen;
    `six_card` is the category of the best five of both hands' six cards, `super_royal` the suit of a Super Royal.
    """

    player: int
    dealer: int
    royal_suit: int = NO_SUIT
    six_card: int = 0
    super_royal: int = NO_SUIT
    folded: bool = False


@implements("36.05.14.11D(2)", "36.05.14.11D(3)(b)", "36.05.14.11D(8)(b)", readings=("C-115",))
def showdown(player: Three, dealer: Three, *, folded: bool = False) -> Showdown:
    """The highest hand of each, and of both together for the Six Card Bonus."""
    value = three_card(*player)
    return Showdown(
        player=value,
        dealer=three_card(*dealer),
        royal_suit=_royal_suit(player, value),
        six_card=category(best_of_six(*player, *dealer)),
        super_royal=super_royal_suit(*player, *dealer),
        folded=folded,
    )


@implements("36.05.14.01B(2)")
def _royal_suit(player: Three, value: int) -> int:
    """The suit of a player's suited ace, king and queen, which other players' Envy Bonuses go by."""
    return player[0] % 4 if is_mini_royal(value) else NO_SUIT
