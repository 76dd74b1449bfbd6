"""The hands are laid: each player's high and low hand, then the dealer's, and what is put right (663a.11(d)-(e))."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.cards import Hand, is_seen
from houseway.games.five_card_hi_lo.deciding import go_on
from houseway.games.five_card_hi_lo.events import DealerSet, DealerTurnedOver, HandSet, SetWrongly
from houseway.games.five_card_hi_lo.layout import DEALER_PLACE, HIGH, LOW, hand_area
from houseway.games.five_card_hi_lo.moves import SetHand, TurnDealer
from houseway.games.five_card_hi_lo.points import NO_SETTING, high_total, low_total
from houseway.games.five_card_hi_lo.round import REVEALING, Laid, Round
from houseway.games.five_card_hi_lo.setting import (
    HOW_TO_SET,
    by_the_rule,
    dealers_lawful,
    five,
    lawful_low_hands,
    low_hands_found,
    setting_found,
    setting_told,
    split,
)
from houseway.games.five_card_hi_lo.turns import first_of_player, positions_of_player, to_set
from houseway.law import RuleViolation, implements, pa
from houseway.table.card_felt import DEALER
from houseway.table.card_game import turning_over
from houseway.table.events import Event
from houseway.table.felt import Step
from houseway.table.rules import Offer

if TYPE_CHECKING:
    from houseway.games.five_card_hi_lo.game import FiveCardHiLo

NOT_CHANGED = pa("663a.7(f)#5")
NOT_TOUCHED_AGAIN = pa("663a.11(a)(3)")
PLAYERS_SET = pa("663a.11(d)#1")
DEALER_TURNED_OVER = pa("663a.11(e)#1")
HOW_THE_DEALER_SETS = pa("663a.11(e)#2")
LAID_FACE_UP = pa("663a.11(e)#3")


@implements("663a.11(d)#1", "663a.11(a)(3)", "663a.7(f)#5")
def set_hand(game: "FiveCardHiLo", state: Round, move: SetHand) -> Step[Round]:
    """A player lays down a high and a low hand, once, and in the order of his areas."""
    if state.setting(move.seat) is not None:
        clause = NOT_CHANGED if len(positions_of_player(state, move.seat)) > 1 else NOT_TOUCHED_AGAIN
        raise RuleViolation(clause, f"position {move.seat} has laid both hands down; they stay")
    if move.seat not in to_set(state):
        raise RuleViolation(PLAYERS_SET, f"position {move.seat} has no hands to set now")
    first, clause = first_of_player(state, move.seat)
    if move.seat != first:
        raise RuleViolation(clause, f"the hand at position {first} is set before that at {move.seat}")
    hand = state.hand(move.seat)
    setting = setting_told(hand, move.low) if move.low else NO_SETTING
    high, low = split(hand, setting) if move.low else ((), ())
    also = (NOT_TOUCHED_AGAIN.id, HOW_TO_SET.id) if move.low else (NOT_TOUCHED_AGAIN.id,)
    laid = HandSet(seat=move.seat, high=high, low=low, clause=PLAYERS_SET.id, also=also)
    after = msgspec.structs.replace(state, laid=(*state.laid, Laid(seat=move.seat, setting=setting)))
    return go_on(game, after, (laid,))


def settable(game: "FiveCardHiLo", state: Round) -> Iterator[Offer]:
    """Every position that is set next of its player's, with the low hands that it may name."""
    for seat in to_set(state):
        if first_of_player(state, seat)[0] == seat:
            hand = state.hand(seat)
            told = lawful_low_hands(hand) if is_seen(hand) else ()
            yield Offer({"seat": (seat,), "low": (*told, ())}, words=f"Position {seat} sets the hands")


# The dealer's hands.


def check_dealer_corrected(game: "FiveCardHiLo", state: Round) -> None:
    """Refuse to turn over what a floorperson has to set right first."""
    if state.to_correct == DEALER:
        raise RuleViolation(HOW_THE_DEALER_SETS, "a floorperson has to correct the dealer's hands first")


def dealers_cards(game: "FiveCardHiLo", state: Round) -> Iterator[Offer]:
    """The dealer's cards, set by the rule or as they were found set otherwise."""
    hand = state.hand(DEALER)
    yield turning_over(hand, {}, low=((), *low_hands_found(hand)))


@implements("663a.11(e)#1", "663a.11(e)#2", readings=("663-06", "663-07"))
def turn_dealer(game: "FiveCardHiLo", state: Round, move: TurnDealer) -> Step[Round]:
    """All players set, the dealer's cards are turned over and set by the rule."""
    state = game.told(state, DEALER, move.cards, DEALER_TURNED_OVER)
    hand = state.hand(DEALER)
    turned = DealerTurnedOver(cards=hand, clause=DEALER_TURNED_OVER.id)
    setting = setting_found(hand, move.low) if move.low else by_the_rule(hand)
    state = msgspec.structs.replace(state, dealers_setting=setting)
    if not dealers_lawful(hand, setting):
        high, low = split(hand, setting)
        wrong = SetWrongly(seat=DEALER, high=high, low=low, clause=HOW_THE_DEALER_SETS.id)
        return Step(msgspec.structs.replace(state, to_correct=DEALER), (turned, wrong))
    return dealer_set(state, (turned,))


def dealer_set(state: Round, events: tuple[Event, ...]) -> Step[Round]:
    """The dealer's two hands lie face up, and the players' are revealed next."""
    hand = state.hand(DEALER)
    high, low = split(hand, state.dealers_setting)
    shown = DealerSet(
        high=high,
        high_points=high_total(*five(hand), state.dealers_setting),
        low=low,
        low_points=low_total(*five(hand), state.dealers_setting),
        clause=HOW_THE_DEALER_SETS.id,
        also=(LAID_FACE_UP.id,),
    )
    state = turned_up(state, DEALER_PLACE, {HIGH: high, LOW: low})
    return Step(msgspec.structs.replace(state, phase=REVEALING), (*events, shown))


def with_setting(state: Round, seat: int, setting: int) -> Round:
    """The state with a position's hands set so."""
    others = tuple(laid for laid in state.laid if laid.seat != seat)
    return msgspec.structs.replace(state, laid=(*others, Laid(seat=seat, setting=setting)))


def turned_up(state: Round, place: int | str, hands: Mapping[str, Hand]) -> Round:
    """The state with these hands of a place face up."""
    up = tuple((hand_area(part, place), cards) for part, cards in hands.items())
    return msgspec.structs.replace(state, shown=(*state.shown, *up))
