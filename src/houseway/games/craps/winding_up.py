"""Winding up: what becomes of the wagers at a table where nobody will shoot (623a.11(a)(2), reading B-CR-03)."""

from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.decks import Clauses
from houseway.games.craps.events import BonusButtonsCleared, TableWoundUp
from houseway.games.craps.fire import FIRE_BET, check_surveillance_told
from houseway.games.craps.moves import WindUpTable
from houseway.games.craps.points import bits
from houseway.games.craps.round import CrapsFelt
from houseway.games.craps.settlement import Terms, closed_fire
from houseway.games.craps.shooter import abandoned, nobody_shoots, offer_clauses
from houseway.games.craps.submission import FireOnClosing
from houseway.games.craps.wagering import BONUS_STAYS
from houseway.law import RuleViolation, implements, pa
from houseway.table.events import Event, Settled
from houseway.table.felt import Step
from houseway.table.wagers import Bet, Bets, returned, without

if TYPE_CHECKING:
    from houseway.games.craps.game import Craps

FIRE_ON_A_LOSER_SEVEN = pa("623a.11(a)(5)")


@implements("623a.11(a)(5)", readings=("B-CR-03",))
def _closable(fire: FireOnClosing, bets: Bets) -> Bets:
    """The wagers that winding up closes, in the order of the positions: all, but for Fire Bets that are to stay open."""
    stay = fire is FireOnClosing.STAYS_OPEN
    closed = [bet for bet in bets if not (stay and bet.wager == FIRE_BET)]
    return tuple(sorted(closed, key=lambda bet: bet.seat))


def winding_up_clauses(game: "Craps", state: CrapsFelt) -> Clauses:
    """What winding up answers to: that Fire Bets wait for a loser 7, or that the dice are offered to everyone."""
    pending = any(bet.wager == FIRE_BET for bet in state.bets)
    return (FIRE_ON_A_LOSER_SEVEN,) if pending else offer_clauses(game, state)


@implements("623a.10(c)", "623a.11(a)(5)", "623a.11(a)(6)", readings=("B-CR-03",))
def check_winding_up(game: "Craps", state: CrapsFelt) -> None:
    """Refuse to wind up while somebody may still shoot, or to pay Fire Bets that surveillance has not heard of."""
    if not nobody_shoots(state):
        raise RuleViolation(
            winding_up_clauses(game, state)[0],
            "the wagers wait for the dice, which not everyone has declined",
            fix="offer the dice on",
        )
    if not _closable(game.submission.fire_on_closing, state.bets):
        raise RuleViolation(winding_up_clauses(game, state)[0], "nothing stands that may be closed")
    check_surveillance_told(state)


@implements("623a.11(a)(2)", "623a.11(a)(5)", readings=("B-CR-03",))
def _closed(terms: Terms, bet: Bet, points: int) -> Settled:
    """What closing makes of a wager: a Fire Bet is paid or returned by the points made, any other given back."""
    if bet.wager == FIRE_BET:
        return closed_fire(terms, bet, points)
    return returned(bet, terms.wagers[bet.wager].clause)


@implements("623a.10(c)", "623a.11(a)(5)", "623a.12(2)", readings=("B-CR-03",))
def wind_up(game: "Craps", state: CrapsFelt, move: WindUpTable) -> Step[CrapsFelt]:
    """Everyone having declined the dice, Fire Bets are paid or returned by the points made, and all else returned."""
    closed = _closable(game.submission.fire_on_closing, state.bets)
    left = without(state.bets, closed)
    events: list[Event] = [TableWoundUp(by=move.by, clause=winding_up_clauses(game, state)[0].id)]
    for bet in closed:
        events.append(_closed(game.terms, bet, bits(state.fire)))
        events.extend(game.wagering.refunded(bet, 0))
    if state.bonus:
        events.append(BonusButtonsCleared(clause=BONUS_STAYS.id))
    if not left:
        events.extend(abandoned(state.point))
    state = msgspec.structs.replace(
        state,
        bets=left,
        point=state.point if left else 0,
        fire=state.fire if left else (),
        surveillance_told=bool(left) and state.surveillance_told,
        bonus=0,
        bonus_reopened=False,
        buttons=(),
        withdrawn=(),
    )
    return Step(state, tuple(events))
