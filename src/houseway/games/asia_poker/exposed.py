"""A player's card exposed (659a.13(d)): the player voids the hand or plays it out, before the others are seen."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.cards import UNSEEN, check_told, is_seen
from houseway.games.asia_poker.course import REBUILDABLE, check_in_hand, onward, out_of_the_round
from houseway.games.asia_poker.events import CardExposed, CardsDiscarded
from houseway.games.asia_poker.irregularities import (
    ANY_CARD_FROM_HAND,
    VOIDED_BECAUSE,
    any_exposed_card_voids,
)
from houseway.games.asia_poker.moves import ExposeCard
from houseway.games.asia_poker.round import Phase, Round
from houseway.law import RuleViolation, implements, is_allowed, pa
from houseway.table.card_game import told_or_written
from houseway.table.events import cited
from houseway.table.felt import Step
from houseway.table.rules import Offer
from houseway.table.set_hands import HandPlayedOn, HandVoided, PlayOn, VoidHand
from houseway.table.wagers import returned

if TYPE_CHECKING:
    from houseway.games.asia_poker.game import AsiaPoker

EXPOSED = pa("659a.13(d)#1")
DECIDED_UNSEEN = pa("659a.13(d)#2")
EXPOSED_FROM_HAND = pa("659a.13(j)")


@implements("659a.13(j)", readings=("659-20",))
def check_players_choice(game: "AsiaPoker", state: Round) -> None:
    """Refuse to leave to a player what the text in force does not: then all hands are void."""
    if any_exposed_card_voids(game, state):
        raise RuleViolation(
            EXPOSED_FROM_HAND,
            "a card exposed while dealing from the hand voids all hands",
            fix=f"report that {VOIDED_BECAUSE[ANY_CARD_FROM_HAND]}",
        )


@implements("659a.13(d)#1", "659a.13(d)#2", readings=("659-20",))
def expose(game: "AsiaPoker", state: Round, move: ExposeCard) -> Step[Round]:
    """The player may choose to void the hand, when the deal is complete."""
    _check_choice_is_open(state, move.seat)
    state = _with_exposed(game, state, move.seat, move.card)
    exposed = CardExposed(seat=move.seat, card=move.card, **cited((EXPOSED, DECIDED_UNSEEN)))
    return Step(msgspec.structs.replace(state, deciding=(*state.deciding, move.seat)), (exposed,))


def exposable(game: "AsiaPoker", state: Round) -> Iterator[Offer]:
    """The players whose card may still be exposed, and which card, where the table knows them."""
    for seat in state.bettors:
        if is_allowed(_check_choice_is_open, state, seat):
            hand = state.hand(seat)
            yield told_or_written("card", (*hand, "") if is_seen(hand) else (), seat=(seat,))


def _check_choice_is_open(state: Round, seat: int) -> None:
    """Refuse to put the choice to a player who has it already, or who has seen the other cards."""
    check_in_hand(state, seat, EXPOSED)
    if seat in state.deciding:
        raise RuleViolation(
            EXPOSED,
            f"a card of position {seat} was exposed before",
            fix="the player voids the hand or plays on, when the deal is complete",
        )
    if seat in state.looked:
        raise RuleViolation(
            DECIDED_UNSEEN, f"the player of position {seat} has seen the cards: it is too late"
        )
    if state.laid_at(seat):
        raise RuleViolation(EXPOSED, f"the hands of position {seat} are set: it is too late to void them")


def _with_exposed(game: "AsiaPoker", state: Round, seat: int, card: str) -> Round:
    """The state with an exposed card known, if it was told: one of the position's cards."""
    if not card:
        return state
    hand = state.hand(seat)
    if card == UNSEEN or (card not in hand and is_seen(hand)):
        raise RuleViolation(
            EXPOSED,
            f"{card} is no card that position {seat} can have been dealt",
            fix="name the card that was exposed",
        )
    if card not in hand:
        check_told((card,), game.left(state), game.cards.one_deck[0])
        unseen = hand.index(UNSEEN)
        state = state.with_hand(seat, (*hand[:unseen], card, *hand[unseen + 1 :]))
    return msgspec.structs.replace(state, exposed=(*state.exposed, card))


def check_deal_complete(game: "AsiaPoker", state: Round) -> None:
    """Refuse a decision on an exposed hand while cards are still dealt."""
    if state.deciding and state.phase != Phase.SETTING:
        raise RuleViolation(
            DECIDED_UNSEEN, "the dealing is not complete", fix="decide when all cards are dealt"
        )


@implements("659a.13(d)#1", "659a.13(d)#2", readings=("659-20",))
def void_hand(game: "AsiaPoker", state: Round, move: VoidHand) -> Step[Round]:
    """The hand is out of the round, and all its wagers go back."""
    _check_deciding(state, move.seat)
    gone = tuple(bet for bet in state.bets if bet.seat == move.seat)
    events = (
        HandVoided(seat=move.seat, **cited((EXPOSED, DECIDED_UNSEEN))),
        *(returned(bet, EXPOSED) for bet in gone),
        CardsDiscarded(seat=move.seat, clause=REBUILDABLE.id),
    )
    return onward(game, out_of_the_round(state, move.seat), events)


@implements("659a.13(d)#2")
def play_on(game: "AsiaPoker", state: Round, move: PlayOn) -> Step[Round]:
    """The hand is played out."""
    _check_deciding(state, move.seat)
    played = HandPlayedOn(seat=move.seat, **cited((DECIDED_UNSEEN, EXPOSED)))
    decided = tuple(seat for seat in state.deciding if seat != move.seat)
    return Step(msgspec.structs.replace(state, deciding=decided), (played,))


def deciding(game: "AsiaPoker", state: Round) -> Iterator[Offer]:
    """The players who decide on an exposed hand."""
    yield from (Offer({"seat": (seat,)}) for seat in sorted(state.deciding))


def _check_deciding(state: Round, seat: int) -> None:
    if seat not in state.deciding:
        raise RuleViolation(
            DECIDED_UNSEEN,
            f"position {seat} has no exposed hand to decide on",
            fix="the choice comes once, after a card was exposed and before the others are seen",
        )
