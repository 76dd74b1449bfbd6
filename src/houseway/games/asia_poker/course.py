"""The course of a round from the last card dealt to its end (659a.5(g)(1)(iv), (g)(3), 659a.8(f), 659a.11(i))."""

from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.decks import Dealing
from houseway.games.asia_poker.events import ButtonMoved
from houseway.games.asia_poker.round import Phase, Round
from houseway.games.asia_poker.start import button_after, clockwise_from
from houseway.games.asia_poker.submission import StartMethod
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.start import CoverShaker, ShakerCovered, StacksCollected
from houseway.table.wagers import without

if TYPE_CHECKING:
    from houseway.games.asia_poker.game import AsiaPoker

COVERED = pa("659a.5(g)(1)(iv)#1")
AT_THE_RIGHT = pa("659a.5(g)(1)(iv)#2")
REBUILDABLE = pa("659a.11(i)")
BUTTON_MOVES = pa("659a.5(g)(3)#3")
UNWAGERED_COLLECTED = {
    Dealing.MANUAL_SHOE: pa("659a.8(f)"),
    Dealing.HAND: pa("659a.9(e)"),
    Dealing.AUTOMATED_SHOE: pa("659a.10(e)"),
}


@implements("659a.8(f)", "659a.9(e)", "659a.10(e)")
def dealt(state: Round) -> Step[Round]:
    """The stacks of positions without a wager are collected unseen; then the shaker is covered."""
    empty = tuple(seat for seat in clockwise_from(1) if seat and seat not in state.bettors)
    phase = Phase.COVERING if state.dice else Phase.SETTING
    collected = StacksCollected(seats=empty, clause=UNWAGERED_COLLECTED[state.kit.dealing].id)
    kept = msgspec.structs.replace(state.without_hands(*empty), phase=phase)
    return Step(kept, (collected,) if empty else ())


@implements("659a.5(g)(1)(iv)#1", "659a.5(g)(1)(iv)#2")
def cover(game: "AsiaPoker", state: Round, move: CoverShaker) -> Step[Round]:
    """With the cards dealt the shaker is covered, shaken once and put to the right, even if no wager is left."""
    covered = ShakerCovered(**cited((COVERED, AT_THE_RIGHT)))
    return onward(game, msgspec.structs.replace(state, phase=Phase.SETTING), (covered,))


def onward(game: "AsiaPoker", state: Round, events: tuple[Event, ...]) -> Step[Round]:
    """The next moment: the dealer's turn once all have set, the end of the round once all are settled."""
    if state.phase == Phase.COVERING:
        # The shaker is covered first, whatever becomes of the wagers.
        return Step(state, events)
    if not state.bets:
        return _completed(game, state, events)
    if state.phase == Phase.SETTING and all(state.laid_at(seat) for seat in state.bettors):
        return Step(msgspec.structs.replace(state, phase=Phase.TURNING), events)
    return Step(state, events)


@implements("659a.5(g)(3)#3", readings=("659-14",))
def _completed(game: "AsiaPoker", state: Round, events: tuple[Event, ...]) -> Step[Round]:
    """The round is over; a button moves on, and what was shown stays in sight until the next."""
    if state.start_method is StartMethod.BUTTON:
        button = button_after(state.button)
        events = (*events, ButtonMoved(seat=button, clause=BUTTON_MOVES.id))
        state = msgspec.structs.replace(state, button=button)
    over = game.round_over(state, events)
    return Step(msgspec.structs.replace(over.state, shown=state.shown), over.events)


def check_in_hand(state: Round, seat: int, clause: Clause) -> None:
    """Refuse what only a player with a wager and cards may do."""
    if seat not in state.bettors or not state.hand(seat):
        raise RuleViolation(clause, f"position {seat} has no cards and wager in this round")


def out_of_the_round(state: Round, seat: int) -> Round:
    """The round without a position: its wagers settled, its cards in the rack."""
    return msgspec.structs.replace(
        state.without_hands(seat),
        bets=without(state.bets, [bet for bet in state.bets if bet.seat == seat]),
        laid=tuple(laid for laid in state.laid if laid.seat != seat),
        deciding=tuple(other for other in state.deciding if other != seat),
    )
