"""When wagers are made, and which go together: Bet and Bust It first, Double Attack on the up card, Insurance on an ace (665a.6, 665a.8)."""

from typing import TYPE_CHECKING

from houseway.games.double_attack_blackjack.round import ATTACK, Round
from houseway.games.double_attack_blackjack.wagers import (
    BUST_IT,
    BUST_IT_WAGER,
    DOUBLE_ATTACK,
    DOUBLE_ATTACK_WAGER,
)
from houseway.law import implements, pa
from houseway.money import Cents
from houseway.table.twenty_one_wagering import Moment, Most, TwentyOneWagering
from houseway.table.wagers import Bet, Wager

if TYPE_CHECKING:
    from houseway.games.double_attack_blackjack.game import DoubleAttackBlackjack

AFTER_THE_UP_CARD = pa("665a.7(e)#2")
_ATTACKED = Moment(ATTACK, AFTER_THE_UP_CARD, "after the dealer's first card and before any player's")
_AS_MUCH_AS_THE_BET = {DOUBLE_ATTACK: DOUBLE_ATTACK_WAGER, BUST_IT: BUST_IT_WAGER}


class DoubleAttackWagering(TwentyOneWagering[Round]):
    """Wagers at a Double Attack Blackjack table."""

    def __init__(self, game: "DoubleAttackBlackjack") -> None:
        super().__init__(game, (BUST_IT,), {DOUBLE_ATTACK: _ATTACKED})

    @implements("665a.7(e)#2", readings=("665-13",))
    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Double Attack after the dealer's first card; all others as in every game of twenty-one."""
        super().check_placing(state, wager, raising=raising)

    @implements("665a.6(e)", "665a.6(f)", readings=("665-18",))
    def most(self, state: Round, first: Bet, name: str) -> Most:
        """Double Attack and Bust It are no larger than the Bet, Insurance is half of it."""
        if name in _AS_MUCH_AS_THE_BET:
            return Most(_AS_MUCH_AS_THE_BET[name], first.amount)
        return super().most(state, first, name)

    @implements("665a.8(b)#1", "665a.8(b)#2", readings=("665-27",))
    def insurance_up_to(self, amount: Cents) -> Cents:
        """Half of a Bet, rounded up to what can be wagered and paid."""
        return super().insurance_up_to(amount)
