"""When wagers are made, and which go together: Ante and optional ones before no more bets, Play when asked (663a.7)."""

from houseway.games.five_card_hi_lo.round import DECIDING, Round
from houseway.games.five_card_hi_lo.submission import OPTIONAL_WAGERS
from houseway.games.five_card_hi_lo.turns import asked, check_asked
from houseway.games.five_card_hi_lo.wagers import ANTE, OPTIONAL, PLAY, PLAY_WAGER
from houseway.law import RuleViolation, implements, pa
from houseway.table.card_felt import BETTING
from houseway.table.wagering import Wagering
from houseway.table.wagers import Bet, Range, Wager, bet_at

BEFORE_NO_MORE_BETS = pa("663a.7(c)#1")
LOCKED = pa("663a.7(c)#2")


class HiLoWagering(Wagering[Round]):
    """Wagers at a Five Card Hi-Lo table."""

    @implements("663a.7(c)#1", "663a.7(c)#2", readings=("663-04",))
    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Wagers are made and raised until no more bets is called, but for the Play Wager."""
        if wager.name == PLAY:
            if state.phase != DECIDING:
                raise RuleViolation(PLAY_WAGER, "the Play Wager is made when the dealer asks, after the deal")
        elif state.phase != BETTING:
            clause, done = (LOCKED, "raised") if raising else (BEFORE_NO_MORE_BETS, "made")
            raise RuleViolation(clause, f"no more bets: the {wager.title} Wager may not be {done}")

    @implements("663a.7(e)", "663a.11(b)#1", "663a.11(b)#2")
    def check_bet(self, state: Round, bet: Bet) -> None:
        """An optional wager needs an Ante beside it; a Play Wager equals the Ante of the player who is asked."""
        ante = bet_at(state.bets, bet.seat, ANTE, "")
        if bet.wager == PLAY:
            check_asked(state, bet.seat)
            if ante is None or bet.amount != ante.amount:
                raise RuleViolation(
                    PLAY_WAGER, "the Play Wager must equal the Ante", fix="wager the Ante's amount"
                )
        elif self.catalogue[bet.wager].group == OPTIONAL and ante is None:
            raise RuleViolation(
                OPTIONAL_WAGERS,
                f"position {bet.seat} has no Ante for the {self.catalogue[bet.wager].title} Wager to go with",
                fix="make an Ante Wager first",
            )

    def room(self, state: Round, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may add, in keeping with the Ante."""
        ante = bet_at(state.bets, seat, ANTE, "")
        if wager.name == PLAY:
            if ante is None or seat != asked(state):
                return None
            return Range(ante.amount, ante.amount, self.betting.steps[PLAY, ""])
        if wager.group == OPTIONAL and ante is None:
            return None
        return super().room(state, seat, wager, pick)

    @implements("663a.7(c)#2", "663a.7(e)")
    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """Wagers stay from no more bets on, and an Ante stays while an optional wager rests on it."""
        if state.phase != BETTING:
            raise RuleViolation(LOCKED, "no more bets: a wager may not be withdrawn")
        others = [self.catalogue[other.wager] for other in state.bets if other.seat == bet.seat]
        if bet.wager == ANTE and any(other.group == OPTIONAL for other in others):
            raise RuleViolation(
                OPTIONAL_WAGERS,
                "an optional wager rests on this Ante",
                fix="take down the optional wagers first",
            )
