"""Settlement (659a.11(e)-(h), 659a.12(c)): what a player's hands come to against the dealer's, and the most that is paid."""

from houseway.equipment.cards import cards
from houseway.games.asia_poker.ranking import bonus_hand, high_hand, is_foul, low_hand, medium_hand
from houseway.games.asia_poker.setting import SetHands
from houseway.games.asia_poker.wagers import Facts, Foul
from houseway.law import implements
from houseway.money import Cents


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


@implements("659a.6(c)#2", "659a.11(e)#2", "659a.11(h)")
def facts_of(player: SetHands, dealer: SetHands, options: int) -> Facts:
    """The player's three hands against the dealer's, and the best bonus hand of all seven cards."""
    first, second, third, fourth, fifth, sixth, seventh = cards(player.cards)
    bonus = bonus_hand((first, second, third, fourth, fifth, sixth, seventh))
    foul = foul_of(player, options)
    if foul is Foul.OTHERWISE:
        # Hands of the wrong sizes have no dealer's hand to be compared with.
        return Facts(-1, -1, -1, foul, bonus)
    high, medium, low = (
        (mine > theirs) - (mine < theirs)
        for mine, theirs in zip(values_of(player, options), values_of(dealer, options), strict=True)
    )
    return Facts(high, medium, low, foul, bonus)


@implements("659a.12(c)#1", readings=("659-18",))
def payable(owed: Cents, paid_on_this_hand: Cents, cap: Cents | None) -> Cents:
    """What is paid of a sum owed, with so much paid on the hand already, under the operator's limit if there is one."""
    return owed if cap is None else min(owed, cap - paid_on_this_hand)
