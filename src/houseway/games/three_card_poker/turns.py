"""Whose turn it is, and the fold: who is asked to play or fold, who is settled next (36.05.14.11B, .11D(3))."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.cards import is_seen
from houseway.games.three_card_poker.ranking import three_card
from houseway.games.three_card_poker.round import CHECKING, DECIDING, REVEALING, Round
from houseway.games.three_card_poker.showdown import Showdown, three
from houseway.games.three_card_poker.wagers import ANTE, FORFEITED_PAIR_PLUS, PAIR_PLUS_WAGER, PLAY
from houseway.law import RuleViolation, implements, md
from houseway.table.card_felt import DEALER
from houseway.table.card_play import Fold, HandFolded
from houseway.table.events import Result
from houseway.table.felt import Step
from houseway.table.rules import Offer
from houseway.table.seats import clockwise, counterclockwise
from houseway.table.wagers import bet_at

if TYPE_CHECKING:
    from houseway.games.three_card_poker.game import ThreeCardPoker

ASKED_CLOCKWISE = md(".11B")

NOBODY = 0


@implements("36.05.14.11B")
def asked(state: Round) -> int:
    """The position that is asked now, clockwise among those with an Ante; `NOBODY` when all have answered."""
    if state.phase != DECIDING:
        return NOBODY
    antes = {bet.seat for bet in state.bets if bet.wager == ANTE}
    answered = {bet.seat for bet in state.bets if bet.wager == PLAY} | set(state.folded)
    return next(clockwise(antes - answered), NOBODY)


@implements("36.05.14.11D(3)")
def revealed_next(state: Round) -> int:
    """The position that is settled next, counterclockwise from the dealer's right; `NOBODY` when none is."""
    on_table = {hand.seat for hand in state.hands} - {DEALER, *state.discarded}
    return next(counterclockwise(on_table), NOBODY) if state.phase in (REVEALING, CHECKING) else NOBODY


def check_asked(state: Round, seat: int) -> None:
    """Refuse the answer of a player who is not asked."""
    turn = asked(state)
    if not turn or seat != turn:
        who = f"position {turn} is asked first" if turn else "no player is asked now"
        raise RuleViolation(ASKED_CLOCKWISE, f"{who}, not position {seat}")


@implements("36.05.14.11B", readings=("C-109", "C-110", "C-126"))
def fold(game: "ThreeCardPoker", state: Round, move: Fold) -> Step[Round]:
    """The player who is asked gives up the Ante; a paying Pair Plus hand is not thrown away unawares."""
    check_asked(state, move.seat)
    pays = _pair_plus_pays(game, state, move.seat)
    if pays and not move.knowing:
        raise RuleViolation(
            FORFEITED_PAIR_PLUS,
            "a fold gives up a Pair Plus Wager that would be paid",
            fix="make the Play Wager, or fold knowing this",
        )
    if move.knowing and not pays:
        raise RuleViolation(
            FORFEITED_PAIR_PLUS, f"position {move.seat} shows no paying Pair Plus hand to give up"
        )
    folded = HandFolded(seat=move.seat, clause=ASKED_CLOCKWISE.id)
    return Step(msgspec.structs.replace(state, folded=(*state.folded, move.seat)), (folded,))


def may_fold(game: "ThreeCardPoker", state: Round) -> Iterator[Offer]:
    """The player who is asked, knowing what a fold would give up."""
    seat = asked(state)
    if seat:
        pays = _pair_plus_pays(game, state, seat)
        words = f"Position {seat} folds" + (", giving up a paying Pair Plus hand" if pays else "")
        yield Offer({"seat": (seat,), "knowing": (pays,)}, words=words)


def _pair_plus_pays(game: "ThreeCardPoker", state: Round, seat: int) -> bool:
    hand = state.hand(seat)
    if bet_at(state.bets, seat, PAIR_PLUS_WAGER, "") is None or not is_seen(hand):
        return False
    facts = Showdown(player=three_card(*three(hand)), dealer=0)
    return game.catalogue[PAIR_PLUS_WAGER].decide(facts, "").result is Result.WIN
