"""The showdown: hands are shown or mucked, and what is left wins (637a.19(k), 637a.20(k), 637a.21(k))."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.equipment.cards import UNSEEN, Hand, cards_in_words, check_told, is_seen
from houseway.games.poker.clauses import CARDS
from houseway.games.poker.course import go_on, go_on_without
from houseway.games.poker.events import HandMucked, HandShown
from houseway.games.poker.moves import MuckHand, ShowHand
from houseway.games.poker.round import SHOWDOWN, Holder, PokerHand
from houseway.law import RuleViolation
from houseway.table.felt import Step
from houseway.table.rules import Offer

if TYPE_CHECKING:
    from houseway.games.poker.game import Poker


def _unshown(game: "Poker", state: PokerHand, seat: int) -> Holder:
    """A player who may show now: at the showdown, or where nobody can bet any more."""
    clause = game.variant.showdown
    if not may_show(game, state):
        raise RuleViolation(clause, "hands are shown down once the betting is over")
    holder = state.holder(seat)
    if holder is None or holder.folded or holder.shown:
        raise RuleViolation(clause, f"position {seat} has no hand to show")
    return holder


def show(game: "Poker", state: PokerHand, move: ShowHand) -> Step[PokerHand]:
    """A player shows every card; those that nobody had seen are told."""
    holder = _unshown(game, state, move.seat)
    down, up = told_hand(game, state, holder, move.cards)
    shown = replace(holder, down=down, up=up, shown=True)
    event = HandShown(seat=move.seat, cards=shown.cards, clause=game.variant.showdown.id)
    return go_on(game, state.with_holder(shown, holder), (event,))


def told_hand(game: "Poker", state: PokerHand, holder: Holder, told: Hand) -> tuple[Hand, Hand]:
    """The cards face down and face up of a hand that is shown, in agreement with what of it is known."""
    clause = game.variant.showdown
    if is_seen(holder.cards) and not told:
        return holder.down, holder.up
    if len(told) != len(holder.cards) or not is_seen(told):
        raise RuleViolation(
            clause, f"all {len(holder.cards)} cards of position {holder.seat} are to be shown"
        )
    known = [code for code in holder.cards if code != UNSEEN]
    if not set(known) <= set(told):
        raise RuleViolation(clause, f"position {holder.seat} was dealt {cards_in_words(known)}")
    check_told(told, (*known, *state.left(game.variant)), CARDS)
    late = iter([code for code in told if code not in known])
    up = tuple(next(late) if code == UNSEEN else code for code in holder.up)
    return tuple(code for code in told if code not in up), up


def muck(game: "Poker", state: PokerHand, move: MuckHand) -> Step[PokerHand]:
    """A player gives up unseen."""
    _unshown(game, state, move.seat)
    mucked = HandMucked(seat=move.seat, clause=game.variant.showdown.id)
    return go_on_without(game, state, move.seat, (mucked,))


def may_show(game: "Poker", state: PokerHand) -> bool:
    """Whether hands may be shown: at the showdown, or before the cards still to come, where nobody can bet any more."""
    return state.phase == SHOWDOWN or (state.street > 0 and state.betting_is_over(game.variant))


def may_muck(game: "Poker", state: PokerHand) -> bool:
    """Whether hands may be given up, which none is while the cards of a street are being dealt."""
    return state.phase == SHOWDOWN or (not state.dealt and may_show(game, state))


def showable(game: "Poker", state: PokerHand) -> Iterator[Offer]:
    """Every hand not yet shown: as it is known, or told."""
    for holder in state.live:
        if holder.shown:
            continue
        seat = (holder.seat,)
        if is_seen(holder.cards):
            yield Offer({"seat": seat, "cards": ((),)}, words=f"Position {holder.seat} shows")
        else:
            yield Offer({"seat": seat}, text=("cards",), words=f"Position {holder.seat} shows")


def muckable(game: "Poker", state: PokerHand) -> Iterator[Offer]:
    """Every hand not yet shown may be given up."""
    for holder in state.live:
        if not holder.shown:
            yield Offer({"seat": (holder.seat,)}, words=f"Position {holder.seat} mucks")
