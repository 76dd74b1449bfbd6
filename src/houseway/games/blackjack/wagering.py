"""When wagers are made, and which go together: everything beside the Blackjack Wager needs one, Insurance an ace (633a.6, 633a.8)."""

from typing import TYPE_CHECKING

from houseway.games.blackjack.round import Round
from houseway.games.blackjack.wagers import (
    BAD_BEAT,
    HIT_AND_RUN,
    HOUSE_MONEY,
    OPTIONAL,
    PAIRED,
    STRAIGHT_JACK,
    THREE_CARD_POKER,
)
from houseway.law import RuleViolation, implements, pa
from houseway.table.card_felt import BETTING
from houseway.table.twenty_one_wagering import TwentyOneWagering
from houseway.table.wagers import Bet, Wager, bet_at

if TYPE_CHECKING:
    from houseway.games.blackjack.game import Blackjack

LOCK_OUT, BAD_BEAT_LOCK_OUT = pa("633a.2(d)(2)#2"), pa("633a.2(c)#3")
BEFORE_THE_CARDS = (HOUSE_MONEY, STRAIGHT_JACK, HIT_AND_RUN, THREE_CARD_POKER, *PAIRED, BAD_BEAT)
_LOCKED_OUT = {STRAIGHT_JACK: LOCK_OUT, HIT_AND_RUN: LOCK_OUT, BAD_BEAT: BAD_BEAT_LOCK_OUT}


class BlackjackWagering(TwentyOneWagering[Round]):
    """Wagers at a Blackjack table."""

    def __init__(self, game: "Blackjack") -> None:
        super().__init__(game, BEFORE_THE_CARDS)

    @implements("633a.2(c)#3", "633a.2(d)(1)", "633a.2(d)(2)#1", "633a.2(d)(2)#2", readings=("C-74",))
    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """As in every game of twenty-one; the progressive system takes no wager once a card was dealt."""
        if wager.name in _LOCKED_OUT and state.phase != BETTING:
            raise RuleViolation(
                _LOCKED_OUT[wager.name],
                f"the progressive system takes no {wager.title} Wager after the first card",
            )
        super().check_placing(state, wager, raising=raising)

    @implements("633a.6(e)")
    def check_bet(self, state: Round, bet: Bet) -> None:
        """What is wagered besides goes with a Blackjack Wager."""
        first = bet_at(state.bets, bet.seat, self.game.first_wager, "")
        if bet.wager in BEFORE_THE_CARDS and first is None:
            title = self.catalogue[bet.wager].title
            raise RuleViolation(
                OPTIONAL,
                f"position {bet.seat} has no Blackjack Wager to go with a {title} Wager",
                fix="make a Blackjack Wager first",
            )
        super().check_bet(state, bet)
