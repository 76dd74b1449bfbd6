"""When wagers are made and taken down: from the end of one round to no more bets in the next (625a.4, 625a.5(c))."""

from houseway.games.sic_bo.round import BETTING_OPEN, Phase, Round
from houseway.games.sic_bo.shaker import LIGHTS_CLEARED, NO_MORE_BETS, check_gaming
from houseway.law import RuleViolation, implements
from houseway.table.wagering import Wagering
from houseway.table.wagers import Bet, Wager


class SicBoWagering(Wagering[Round]):
    """Wagers at a Sic Bo table."""

    @implements("625a.5(c)", readings=("B-SB-04",))
    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Wagers are made and raised until no more bets is called."""
        check_gaming(state)
        _check_betting_open(state, f"{wager.title} may not be {'raised' if raising else 'made'}")

    @implements("625a.4(c)", readings=("B-SB-04",))
    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """A wager stays where it lies from no more bets to its settlement."""
        _check_betting_open(state, f"{self.catalogue[bet.wager].title} may not be taken down")


def _check_betting_open(state: Round, refused: str) -> None:
    if state.phase is Phase.LIT:
        raise RuleViolation(
            LIGHTS_CLEARED, f"{refused} before the lights are cleared", fix="clear the lights"
        )
    if state.phase not in BETTING_OPEN:
        raise RuleViolation(NO_MORE_BETS, f"{refused} after no more bets", fix="wait for the next round")
