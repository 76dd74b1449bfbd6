"""Wagering (621a.5(c), 621a.9(f)): who may wager, and until when."""

from houseway.games.pai_gow.round import Phase, Round
from houseway.games.pai_gow.wagers import PAI_GOW
from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents
from houseway.table.wagering import Wagering
from houseway.table.wagers import Bet, Range, Wager, bet_at

BEFORE_NO_MORE_BETS = pa("621a.5(c)#1")
LOCKED = pa("621a.5(c)#2")
BANK_HAS_ONE_AREA = pa("621a.9(f)")


class PaiGowWagering(Wagering[Round]):
    """Wagers at a Pai Gow table."""

    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        """Wagers are made and raised until no more bets is called."""
        _check_betting_open(state, "raised" if raising else "made")

    def check_taking_down(self, state: Round, bet: Bet) -> None:
        """A wager is locked by no more bets."""
        _check_betting_open(state, "taken down")

    @implements("621a.9(f)", readings=("B-PG-16",))
    def check_bet(self, state: Round, bet: Bet) -> None:
        """The bank is played against and makes no wager."""
        if state.bank is not None and state.bank.seat == bet.seat:
            raise RuleViolation(BANK_HAS_ONE_AREA, f"position {bet.seat} is the bank of this round")

    def room(self, state: Round, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may add now: nothing while being the bank."""
        if state.bank is not None and state.bank.seat == seat:
            return None
        return super().room(state, seat, wager, pick)


@implements("621a.5(c)#1", "621a.5(c)#2")
def _check_betting_open(state: Round, refused: str) -> None:
    """Nothing is wagered, raised or taken back between no more bets and the end of the round."""
    if state.phase is not Phase.BETTING:
        raise RuleViolation(
            LOCKED, f"a wager may not be {refused} after no more bets", fix="wait for the next round"
        )


@implements("603a.21(a)")
def against_the_house(state: Round) -> bool:
    """In a round that a player banks, alone or with the house, patrons wager against that player."""
    return state.bank is None


def wager_at(state: Round, seat: int) -> Cents:
    """What is wagered at a position."""
    bet = bet_at(state.bets, seat, PAI_GOW, "")
    return bet.amount if bet else 0
