"""When wagers are made and taken back: until no more bets is called (627a.7, 629a.7, 631a.8)."""

from typing import TYPE_CHECKING

from houseway.games.baccarat.round import Round
from houseway.law import RuleViolation, implements
from houseway.table.card_felt import BETTING
from houseway.table.wagering import Wagering
from houseway.table.wagers import Bet, Wager

if TYPE_CHECKING:
    from houseway.games.baccarat.game import BaccaratGame


class BaccaratWagering(Wagering[Round]):
    """Wagers at a table of any of the three forms."""

    def __init__(self, game: "BaccaratGame") -> None:
        super().__init__(game.catalogue, game.betting)
        self.game = game

    @implements("627a.7(c)", "629a.7(c)", "631a.8(c)")
    def _check_open(self, state: Round, what: str) -> None:
        if state.phase != BETTING:
            raise RuleViolation(self.game.form.locked, f"no more bets was called: nothing is {what}")

    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Nothing is wagered or added after no more bets."""
        self._check_open(state, "added" if raising else "wagered")

    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """Nothing is taken back after no more bets."""
        self._check_open(state, "taken back")
