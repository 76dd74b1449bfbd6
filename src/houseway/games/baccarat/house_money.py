"""House Money, settled before any third card: paid, or added to a wager on a hand (627a.8(d), 629a.8(c)(3), 631a.9(e))."""

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

import msgspec

from houseway.games.baccarat.round import HOUSE_MONEY as MOMENT
from houseway.games.baccarat.round import Round
from houseway.games.baccarat.wagers import HOUSE_MONEY, ON_A_HAND
from houseway.law import implements
from houseway.money import Cents
from houseway.table.events import Event, Result
from houseway.table.felt import Step
from houseway.table.places import Place
from houseway.table.seats import counterclockwise
from houseway.table.shoe_game import Turn
from houseway.table.shoe_play import Decide
from houseway.table.wagers import Bet, bet_at, raised, with_bet

if TYPE_CHECKING:
    from houseway.games.baccarat.game import BaccaratGame

TAKE = "take-payout"
ADD_TO = {f"add-to-{wager}": wager for wager in ON_A_HAND}


@implements("627a.8(d)", "629a.8(c)(3)", "629a.8(c)(3)(i)#1", "631a.9(e)", readings=("C-49", "C-52"))
def is_due(state: Round) -> bool:
    """Whether a House Money Wager is to be settled now: all four cards lie open and no third card was dealt."""
    lies = any(bet.wager == HOUSE_MONEY for bet in state.bets)
    return lies and state.first_cards_lie and state.face_down is None


@implements("627a.8(d)(1)#1", "629a.8(c)(3)(i)#2", "631a.9(e)(1)#1")
def _next_wager(state: Round) -> Bet | None:
    """The House Money Wager that is settled next: from the dealer's right, counterclockwise."""
    lying = {bet.seat: bet for bet in state.bets if bet.wager == HOUSE_MONEY}
    return next((lying[seat] for seat in counterclockwise(lying)), None)


def wins(game: "BaccaratGame", state: Round, bet: Bet) -> bool:
    """Whether the first cards make a House Money Wager win."""
    return game.catalogue[bet.wager].decide(state.pairs, bet.pick).result is Result.WIN


@implements("627a.8(d)(1)#3", "629a.8(c)(3)(i)#4", "631a.9(e)(1)#3", readings=("C-47",))
def choices(state: Round, seat: int) -> tuple[str, ...]:
    """What a winner may choose: to take the payout, or to add it to a wager on a hand that is there."""
    there = (name for name, wager in ADD_TO.items() if bet_at(state.bets, seat, wager, ""))
    return (TAKE, *there)


def turn(game: "BaccaratGame", state: Round) -> Turn | None:
    """Whose choice the round waits for: the next winner who could add the payout to a wager."""
    bet = _next_wager(state) if is_due(state) else None
    if bet is None or not wins(game, state, bet) or choices(state, bet.seat) == (TAKE,):
        return None
    law = game.form.house_money
    return Turn(Place(bet.seat), choices(state, bet.seat), (law.may_add,), {TAKE: (law.pays,)})


@implements("627a.8(d)(1)#2", "629a.8(c)(3)(i)#3", "631a.9(e)(1)#2", readings=("C-42", "C-46", "C-52"))
def settled_so_far(game: "BaccaratGame", state: Round) -> Step[Round]:
    """Losers are collected and winners without a choice are paid, up to the first who has one."""
    events: list[Event] = []
    order = game.form.house_money.in_order[0]
    while is_due(state) and turn(game, state) is None:
        bet = _next_wager(state)
        assert bet is not None, "one is due"
        line = game.betting.settle(bet, state.pairs, order)
        state = state.without_bets_of((line,))
        events.append(line)
    if is_due(state):
        state = msgspec.structs.replace(state, phase=MOMENT)
    return Step(state, tuple(events))


@implements(
    "627a.8(d)(1)(ii)#2", "629a.8(c)(3)(i)(B)#2", "631a.9(e)(1)(ii)#2", readings=("C-44", "C-45", "C-46")
)
def decided(game: "BaccaratGame", state: Round, move: Decide) -> Step[Round]:
    """The whole payout goes to the player, or the operator's share of it onto the wager and the rest to the player."""
    law = game.form.house_money
    bet = _next_wager(state)
    assert bet is not None, "asked for by the turn"
    line = game.betting.settle(bet, state.pairs, law.in_order[0])
    after = state.without_bets_of((line,))
    if move.decision == TAKE:
        return Step(after, (line,))
    target = bet_at(after.bets, move.seat, ADD_TO[move.decision], "")
    assert target is not None, "only a wager that is there is a choice"
    added = share_of(line.paid, game.submission.share, game.betting.smallest_chip)
    more, event = raised(target, added, law.dealer_moves)
    rest = msgspec.structs.replace(line, paid=line.paid - added)
    return Step(msgspec.structs.replace(after, bets=with_bet(after.bets, more)), (rest, event))


@implements("627a.8(d)(1)(i)#1", "629a.8(c)(3)(i)(A)#1", "631a.9(e)(1)(i)#1", readings=("C-45", "BAC-02"))
def share_of(payout: Cents, share: Fraction, smallest_chip: Cents) -> Cents:
    """What of a payout goes onto the wager: the operator's share, as far as chips make it."""
    return floor(payout * share / smallest_chip) * smallest_chip
