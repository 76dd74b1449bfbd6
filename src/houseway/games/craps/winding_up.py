"""Winding up: what becomes of the wagers at a table where nobody will shoot (623a.11(a)(2), reading B-CR-03)."""

from houseway.games.craps.fire import FIRE_BET
from houseway.games.craps.play import CrapsFelt
from houseway.games.craps.settlement import Terms, closed_fire
from houseway.games.craps.shooter import Crew, check_surveillance_told, nobody_shoots, offer_clause
from houseway.games.craps.submission import FireOnClosing
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.events import Settled
from houseway.table.wagers import Bet, Bets, returned

FIRE_ON_A_LOSER_SEVEN = pa("623a.11(a)(5)")


@implements("623a.11(a)(5)", readings=("B-CR-03",))
def closable(fire: FireOnClosing, bets: Bets) -> Bets:
    """The wagers that winding up closes, in the order of the positions: all, but for Fire Bets that are to stay open."""
    stay = fire is FireOnClosing.STAYS_OPEN
    closed = [bet for bet in bets if not (stay and bet.wager == FIRE_BET)]
    return tuple(sorted(closed, key=lambda bet: bet.seat))


def winding_up_clause(crew: Crew, state: CrapsFelt) -> Clause:
    """What winding up answers to: that Fire Bets wait for a loser 7, or that the dice are offered to everyone."""
    pending = any(bet.wager == FIRE_BET for bet in state.bets)
    return FIRE_ON_A_LOSER_SEVEN if pending else offer_clause(crew, state)


@implements("623a.10(c)", "623a.11(a)(5)", "623a.11(a)(6)", readings=("B-CR-03",))
def check_winding_up(crew: Crew, fire: FireOnClosing, state: CrapsFelt) -> None:
    """Refuse to wind up while somebody may still shoot, or to pay Fire Bets that surveillance has not heard of."""
    if not nobody_shoots(state):
        raise RuleViolation(
            winding_up_clause(crew, state),
            "the wagers wait for the dice, which not everyone has declined",
            fix="offer the dice on",
        )
    if not closable(fire, state.bets):
        raise RuleViolation(winding_up_clause(crew, state), "nothing stands that may be closed")
    check_surveillance_told(state)


@implements("623a.11(a)(2)", "623a.11(a)(5)", readings=("B-CR-03",))
def closed(terms: Terms, bet: Bet, points: int) -> Settled:
    """What closing makes of a wager: a Fire Bet is paid or returned by the points made, any other given back."""
    if bet.wager == FIRE_BET:
        return closed_fire(terms, bet, points)
    return returned(bet, terms.wagers[bet.wager].clause)
