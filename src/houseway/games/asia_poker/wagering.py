"""When wagers are made and taken down, and what goes with what (659a.7)."""

from houseway.games.asia_poker.round import Phase, Round
from houseway.games.asia_poker.wagers import BONUS, MAIN
from houseway.law import RuleViolation, implements, pa
from houseway.table.wagering import Wagering
from houseway.table.wagers import Bet, Range, Wager, bet_at

LOCKED = pa("659a.7(c)#2")
BONUS_NEEDS_MAIN = pa("659a.7(e)")


class AsiaPokerWagering(Wagering[Round]):
    """Wagers at an Asia Poker table."""

    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Wagers are made and raised until no more bets is called."""
        _check_betting_open(state, f"{wager.title} may not be {'raised' if raising else 'made'}")

    @implements("659a.7(d)", "659a.7(e)")
    def check_bet(self, state: Round, bet: Bet) -> None:
        """A Bonus Wager goes only with an Asia Poker Wager on the same area."""
        if bet.wager == BONUS and bet_at(state.bets, bet.seat, MAIN, "") is None:
            raise RuleViolation(
                BONUS_NEEDS_MAIN,
                f"position {bet.seat} has no Asia Poker Wager",
                fix="place the Asia Poker Wager first",
            )

    def room(self, state: Round, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may add now: nothing to a Bonus Wager without the Asia Poker Wager."""
        if wager.name == BONUS and bet_at(state.bets, seat, MAIN, "") is None:
            return None
        return super().room(state, seat, wager, pick)

    @implements("659a.7(d)")
    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """A wager is locked by no more bets, and an Asia Poker Wager by the Bonus Wager that rests on it."""
        _check_betting_open(state, f"{self.catalogue[bet.wager].title} may not be taken down")
        if bet.wager == MAIN and bet_at(state.bets, bet.seat, BONUS, "") is not None:
            raise RuleViolation(
                BONUS_NEEDS_MAIN,
                f"the Bonus Wager of position {bet.seat} rests on it",
                fix="take the Bonus Wager down first",
            )


@implements("659a.7(c)#1", "659a.7(c)#2")
def _check_betting_open(state: Round, refused: str) -> None:
    """Nothing is wagered or taken back between no more bets and the end of the round."""
    if state.phase != Phase.BETTING:
        raise RuleViolation(LOCKED, f"{refused} after no more bets", fix="wait for the next round")
