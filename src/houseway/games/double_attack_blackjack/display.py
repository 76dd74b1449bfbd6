"""What a glance at a Double Attack Blackjack table tells: the moment in words, the places it concerns, and the cards."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from houseway.equipment.cards import Hand, is_seen
from houseway.games.double_attack_blackjack.layout import DEALER, hand_area, wager_area
from houseway.games.double_attack_blackjack.round import ATTACK, CHECKING, INSURANCE, Check, Round, Stop
from houseway.games.double_attack_blackjack.wagers import BET, DOUBLE_ATTACK
from houseway.games.double_attack_blackjack.wagers import INSURANCE as INSURED
from houseway.table.card_felt import BETTING, DEALING
from houseway.table.layout import Display
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.twenty_one import DRAWING_OUT, HOLE, LATE, PLAYING, in_words
from houseway.table.words import capital

if TYPE_CHECKING:
    from houseway.games.double_attack_blackjack.game import DoubleAttackBlackjack

_WORDS = {
    BETTING: "Place your bets",
    ATTACK: "Double Attack, or not",
    DEALING: "The cards are dealt",
    LATE: "Who was passed by is asked",
    INSURANCE: "Insurance, while it is open",
    CHECKING: "The hole card goes to the card reader",
    PLAYING: "Players are asked in turn",
    HOLE: "The hole card is to be turned over",
    DRAWING_OUT: "The dealer draws",
}
_STOPPED = {
    Stop.READER: "Stopped: the card reader does not work",
    Stop.HOLE_CARD_EXPOSED: "Stopped: a floorperson decides about an exposed hole card",
}


def shown_of(state: Round, place: Place) -> tuple[str, Hand]:
    """A hand as anybody sees it, by the place where it lies."""
    area = DEALER if place == DEALER_PLACE else _area(state, place)
    return area, state.placed(place).shown


def _area(state: Round, place: Place) -> str:
    return hand_area(place.seat, place.hand, split=state.is_split(place.seat))


def display(game: "DoubleAttackBlackjack", state: Round) -> Display:
    """The table at a glance."""
    cards = dict(state.shown)
    cards.update(shown_of(state, hand.place) for hand in state.hands)
    return Display(
        words=_words(game, state),
        lit=tuple(_lit(game, state)),
        cards=cards,
        names={area: _name(area, hand) for area, hand in cards.items() if hand and is_seen(hand)},
    )


def _name(area: str, hand: Hand) -> str:
    """What a hand comes to; one that lies in a part of a position was split, and is no Blackjack."""
    return capital(in_words(hand, split=not area.startswith("hand-")))


def _words(game: "DoubleAttackBlackjack", state: Round) -> str:
    if state.stop is not Stop.NO:
        return _STOPPED[state.stop]
    if state.check is Check.BLACKJACK:
        return "The dealer has Blackjack"
    turn = game.turn(state)
    if turn is not None:
        hand = state.at(turn.place)
        return f"{capital(str(turn.place))}: {in_words(hand, split=state.is_split(turn.place.seat))}"
    due = game.due(state)
    if due is not None and state.phase != BETTING:
        return f"The next card is {due.to}'s" if due.to.seat else _WORDS[state.phase]
    return _WORDS[state.phase]


def _lit(game: "DoubleAttackBlackjack", state: Round) -> Iterator[str]:
    turn = game.turn(state)
    if turn is not None:
        yield _area(state, turn.place)
    offered = {ATTACK: DOUBLE_ATTACK, INSURANCE: INSURED}.get(state.phase)
    if offered:
        yield from (wager_area(offered, bet.seat) for bet in state.bets if bet.wager == BET)
