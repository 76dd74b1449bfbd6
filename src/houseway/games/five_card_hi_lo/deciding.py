"""Fold or play, and what a fold gives up (663a.11(b)-(c))."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.games.five_card_hi_lo.events import HandKept
from houseway.games.five_card_hi_lo.moves import CollectForfeits
from houseway.games.five_card_hi_lo.round import DEALER_SETS, DECIDING, SETTING, Round
from houseway.games.five_card_hi_lo.settlement import FORFEITS_COLLECTED, forfeits
from houseway.games.five_card_hi_lo.turns import (
    asked,
    bets_at,
    check_asked,
    holds_bonus,
    on_table,
    to_set,
)
from houseway.games.five_card_hi_lo.wagers import FOLD, POKER_BONUS
from houseway.law import RuleViolation, implements, pa
from houseway.table.card_play import Fold, HandDiscarded, HandFolded
from houseway.table.events import Event
from houseway.table.felt import Step
from houseway.table.rules import Offer
from houseway.table.seats import clockwise

if TYPE_CHECKING:
    from houseway.games.five_card_hi_lo.game import FiveCardHiLo

EXAMINED_AFTER_THE_DEAL = pa("663a.11(a)")
KEPT_FOR_POKER_BONUS = pa("663a.11(c)#2")
BONUS_NEEDS_PLAY = pa("663a.11(h)#1")
REBUILDABLE = pa("663a.11(l)")


def check_deal_complete(game: "FiveCardHiLo", state: Round) -> None:
    """Refuse a fold before players are asked."""
    if state.phase != DECIDING:
        raise RuleViolation(EXAMINED_AFTER_THE_DEAL, "players are asked once the deal is complete")


@implements("663a.11(b)#1", readings=("663-09",))
def fold(game: "FiveCardHiLo", state: Round, move: Fold) -> Step[Round]:
    """A player folds; one who holds an Ante Bonus says so knowingly."""
    check_asked(state, move.seat)
    bonus = holds_bonus(state, move.seat)
    if bonus and not move.knowing:
        raise RuleViolation(
            BONUS_NEEDS_PLAY,
            f"position {move.seat} holds three aces or more: a fold gives up the Ante Bonus",
            fix="make the Play Wager, or fold knowing this",
        )
    if move.knowing and not bonus:
        raise RuleViolation(BONUS_NEEDS_PLAY, f"position {move.seat} shows no Ante Bonus to give up")
    after = msgspec.structs.replace(state, folded=(*state.folded, move.seat))
    return Step(after, (HandFolded(seat=move.seat, clause=FOLD.id),))


def may_fold(game: "FiveCardHiLo", state: Round) -> Iterator[Offer]:
    """The player who is asked, knowing what a fold would give up."""
    seat = asked(state)
    if seat:
        bonus = holds_bonus(state, seat)
        words = f"Position {seat} folds" + (", giving up the Ante Bonus" if bonus else "")
        yield Offer({"seat": (seat,), "knowing": (bonus,)}, words=words)


def check_all_answered(game: "FiveCardHiLo", state: Round) -> None:
    """Refuse to collect what was forfeited while somebody has yet to fold or play."""
    turn = asked(state)
    if turn:
        raise RuleViolation(FORFEITS_COLLECTED, f"position {turn} has not answered yet")


def collecting(game: "FiveCardHiLo", state: Round) -> str:
    """What is to be done once all have answered: where nobody folded there is nothing to collect."""
    return "Collect what was forfeited" if state.folded else "Nobody folded: on to setting the hands"


@implements("663a.11(c)#1", "663a.11(c)#2")
def collect(game: "FiveCardHiLo", state: Round, move: CollectForfeits) -> Step[Round]:
    """Once all have answered, forfeited wagers and hands go, but a hand with a Poker Bonus Wager stays."""
    events: list[Event] = []
    for seat in clockwise(state.folded):
        bets = bets_at(state, seat)
        lost = forfeits(game.betting, bets)
        state = state.without_bets_of(lost)
        if any(bet.wager == POKER_BONUS for bet in bets):
            events += [*lost, HandKept(seat=seat, clause=KEPT_FOR_POKER_BONUS.id)]
        else:
            state = msgspec.structs.replace(state, discarded=(*state.discarded, seat))
            gone = HandDiscarded(seat=seat, clause=FORFEITS_COLLECTED.id, also=(REBUILDABLE.id,))
            events += [*lost, gone]
    return go_on(game, msgspec.structs.replace(state, phase=SETTING), tuple(events))


def go_on(game: "FiveCardHiLo", state: Round, events: tuple[Event, ...]) -> Step[Round]:
    """The next moment of the round, once a player's part in the present one is done."""
    if not on_table(state):
        return game.round_over(state, events)
    if state.phase == SETTING and not to_set(state):
        state = msgspec.structs.replace(state, phase=DEALER_SETS)
    return Step(state, events)
