"""Who is collected from and paid, in which order, and the vigorish (627a.12, 629a.12, 631a.13, and common practice)."""

from typing import TYPE_CHECKING

import msgspec

from houseway.games.baccarat.events import ResultAnnounced, VigorishMarked
from houseway.games.baccarat.forms import common
from houseway.games.baccarat.round import Owed, Round
from houseway.games.baccarat.vigorish import VIGORISH, in_chips
from houseway.games.baccarat.wagers import (
    BANKER,
    DRAGON_7,
    PANDA_8,
    PLAYER,
    TIE,
    Outcome,
    is_dragon_7,
    is_panda_8,
)
from houseway.law import implements
from houseway.money import Cents
from houseway.table.events import Event, Result, Settled, VigorishCollected
from houseway.table.felt import Step
from houseway.table.seats import counterclockwise
from houseway.table.wagers import Bets

if TYPE_CHECKING:
    from houseway.games.baccarat.game import BaccaratGame

ORDER = common("order")
_FIRST_SETTLED = (PLAYER, BANKER, TIE)


def winner(facts: Outcome) -> str:
    """Which hand won, by the name of the wager on it; a tie is one too."""
    if facts.player == facts.banker:
        return TIE
    return PLAYER if facts.player > facts.banker else BANKER


def result_of(game: "BaccaratGame", facts: Outcome) -> str:
    """The result as it is kept on the road: the winner, or the special hand that it won with where one may be wagered on."""
    specials = {DRAGON_7: is_dragon_7, PANDA_8: is_panda_8}
    shown = (
        name for name, shows in specials.items() if name in game.betting.offered and shows(game.form, facts)
    )
    return next(shown, winner(facts))


@implements("common:baccarat/order")
@implements("627a.8(d)(1)(i)#2", "629a.8(c)(3)(i)(A)#2", "631a.9(e)(1)(i)#2", readings=("C-48",))
def all_settled(game: "BaccaratGame", state: Round) -> Step[Round]:
    """The result is announced, all losers are collected, then all winners paid, each from the dealer's right; ties go back."""
    facts = state.outcome
    announced = ResultAnnounced(
        winner=winner(facts), player=facts.player, banker=facts.banker, clause=ORDER.id
    )
    lines = [game.betting.settle(bet, facts, ORDER) for bet in _in_order(state.bets)]
    losers = [line for line in lines if line.result is Result.LOSE]
    winners = [line for line in lines if line.result is not Result.LOSE]
    events: list[Event] = [announced, *losers]
    after = state.without_bets_of(lines)
    for line in winners:
        charged = _charged(game, after, line)
        after = charged.state
        events.extend((line, *charged.events))
    road = (*state.road, result_of(game, facts))
    return Step(msgspec.structs.replace(after, road=road), tuple(events))


@implements("common:baccarat/order")
def _in_order(bets: Bets) -> Bets:
    """The wagers position by position from the dealer's right, counterclockwise; those of a position as they are listed."""
    names = [bet.wager for bet in bets]
    order = (*_FIRST_SETTLED, *sorted(set(names) - set(_FIRST_SETTLED)))
    return tuple(
        bet
        for seat in counterclockwise({bet.seat for bet in bets})
        for name in order
        for bet in bets
        if bet.seat == seat and bet.wager == name
    )


@implements("common:baccarat/vigorish", readings=("C-48", "BAC-02"))
def _charged(game: "BaccaratGame", state: Round, line: Settled) -> Step[Round]:
    """What the house takes of a Banker win, at once or by marking it."""
    due = charge_on(game, line.wager, line.paid)
    if line.result is not Result.WIN or not due:
        return Step(state, ())
    if not game.submission.marks_vigorish:
        taken = VigorishCollected(
            seat=line.seat, wager=line.wager, pick=line.pick, amount=due, clause=VIGORISH.id
        )
        return Step(state, (taken,))
    total = state.owes(line.seat) + due
    marked = VigorishMarked(
        seat=line.seat, amount=due, total=total, clause=game.form.vigorish_boxes.id, also=(VIGORISH.id,)
    )
    return Step(with_debt(state, line.seat, total), (marked,))


def charge_on(game: "BaccaratGame", wager: str, won: Cents) -> Cents:
    """The vigorish in chips on what a wager won."""
    if wager != BANKER:
        return 0
    return in_chips(won, game.submission.rate, game.betting.smallest_chip, game.betting.breakage)


def with_debt(state: Round, seat: int, amount: Cents) -> Round:
    """The state with so much owed by a position."""
    owed = [debt for debt in state.owed if debt.seat != seat]
    if amount:
        owed.append(Owed(seat, amount))
    return msgspec.structs.replace(state, owed=tuple(sorted(owed, key=lambda debt: debt.seat)))
