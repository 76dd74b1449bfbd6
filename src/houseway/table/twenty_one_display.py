"""What a glance at a table of twenty-one tells, and what happened in words: the same for every game but for its own moments."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from houseway.equipment.cards import UNSEEN, Hand, is_seen
from houseway.table.card_felt import BETTING, DEALER, DEALING
from houseway.table.card_play import HandsVoided
from houseway.table.events import Event
from houseway.table.layout import Display
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.seats import position
from houseway.table.shoe_felt import Face
from houseway.table.shoe_play import CardCorrected, CardDrawn, CardTurnedUp, DecisionMade, RoundDiscarded
from houseway.table.twenty_one import SPLIT, SURRENDER, TwentyOne, area_of, in_words, shown_of
from houseway.table.twenty_one_felt import (
    CHECKING,
    DRAWING_OUT,
    HOLE,
    INSURANCE,
    LATE,
    PLAYING,
    Check,
    Stop,
)
from houseway.table.twenty_one_play import (
    BlackjackAnnounced,
    HandPassedBy,
    HoleChecked,
    InsuranceOffered,
    StopRuledOn,
)
from houseway.table.words import capital, spoken, voided

_MOMENTS = {
    BETTING: "Place your bets",
    DEALING: "The cards are dealt",
    LATE: "Who was passed by is asked",
    INSURANCE: "Insurance is open",
    CHECKING: "The hole card goes to the card reader",
    PLAYING: "Players are asked in turn",
    HOLE: "The hole card is to be turned over",
    DRAWING_OUT: "The dealer draws",
}
_RANKS = {"A": "an ace", "K": "a king", "Q": "a queen", "J": "a jack", "T": "10"}
_STOPPED = {
    Stop.READER: "Stopped: the card reader does not work",
    Stop.HOLE_CARD_EXPOSED: "Stopped: a floorperson decides about an exposed hole card",
}


def wager_area(wager: str, seat: int) -> str:
    """The id of a position's area for a wager."""
    return f"{wager}-{seat}"


def glance(
    game: TwentyOne[Any],
    state: Any,
    moments: Mapping[str, str] = MappingProxyType({}),
    offered: Mapping[str, str] = MappingProxyType({}),
) -> Display:
    """The table at a glance; a game gives its own moments in words, and the wagers that are offered at one of them."""
    cards = dict(state.shown)
    cards.update(shown_of(state, hand.place) for hand in state.hands)
    return Display(
        words=_words(game, state, {**_MOMENTS, **moments}),
        lit=tuple(_lit(game, state, {INSURANCE: game.insurance_wager, **offered})),
        cards=cards,
        names={area: _name(area, hand) for area, hand in cards.items() if hand and is_seen(hand)},
    )


def _name(area: str, hand: Hand) -> str:
    """What a hand comes to; one that lies in a part of a position was split, and is no Blackjack."""
    return capital(in_words(hand, split=not area.startswith("hand-")))


def _words(game: TwentyOne[Any], state: Any, moments: Mapping[str, str]) -> str:
    if state.stop is not Stop.NO:
        return _STOPPED[state.stop]
    if state.check is Check.BLACKJACK:
        return "The dealer has Blackjack"
    turn = game.turn(state)
    if turn is not None:
        hand = state.at(turn.place)
        split = state.is_split(turn.place.seat)
        whose = f"{position(turn.place.seat)}, hand {turn.place.hand}" if split else str(turn.place)
        return _against_the_dealer(f"{capital(whose)} has {in_words(hand, split=split)}", state)
    due = game.due(state)
    if due is not None and state.phase != BETTING:
        return f"The next card goes to {due.to}" if due.to.seat else moments[state.phase]
    return _against_the_dealer(moments[state.phase], state)


def _against_the_dealer(words: str, state: Any) -> str:
    """The moment, and what everybody sees of the dealer's hand as long as that is one card."""
    _, shown = shown_of(state, DEALER_PLACE)
    up = [card for card in shown if card != UNSEEN]
    return f"{words} · dealer shows {_RANKS.get(up[0][0], up[0][0])}" if len(up) == 1 else words


def _lit(game: TwentyOne[Any], state: Any, offered: Mapping[str, str]) -> Iterator[str]:
    turn = game.turn(state)
    if turn is not None:
        yield area_of(state, turn.place)
    if wager := offered.get(state.phase):
        made = {bet.seat for bet in state.bets if bet.wager == wager}
        asked = (bet.seat for bet in state.bets if bet.wager == game.first_wager and bet.seat not in made)
        yield from (wager_area(wager, seat) for seat in asked)


def told(event: Event) -> str:
    """An event of every game of twenty-one in one line, or nothing for another."""
    match event:
        case InsuranceOffered():
            return "The dealer offers Insurance"
        case HoleChecked():
            return f"The card reader shows {'a' if event.blackjack else 'no'} Blackjack"
        case BlackjackAnnounced():
            return f"Position {event.seat} has Blackjack"
        case HandPassedBy():
            return f"{capital(str(Place(event.seat, event.hand)))} was passed by"
        case StopRuledOn():
            return f"The {spoken(event.by)} decides: {spoken(event.ruling)}"
    return ""


def result(events: Iterable[Event]) -> str:
    """What the dealer's hand came to in a round; nothing until the round is over."""
    dealer: list[str] = []
    words = ""
    for event in events:
        match event:
            case CardDrawn(seat=seat) if seat == DEALER:
                if event.face == Face.UP:
                    dealer.append(event.card)
            case CardTurnedUp(seat=seat) if seat == DEALER:
                dealer.insert(1, event.card)
            case CardCorrected(seat=seat) if seat == DEALER and event.was in dealer:
                dealer[dealer.index(event.was)] = event.card
            case RoundDiscarded():
                words = f"Dealer {in_words(tuple(dealer), split=False)}" if len(dealer) > 1 else ""
            case HandsVoided():
                words = voided(event)
    return words


def hands(events: Iterable[Event]) -> Mapping[int, str]:
    """What the hands of each position came to in a round, those of a split pair one after the other; nothing until it is over."""
    lying: dict[int, list[list[str]]] = {}
    given_up: set[tuple[int, int]] = set()
    over = False
    for event in events:
        match event:
            case CardDrawn() if event.seat != DEALER:
                own = lying.setdefault(event.seat, [[]])
                own[event.hand - 1].append(event.card)
            case DecisionMade() if event.decision == SPLIT:
                own = lying[event.seat]
                own.append([own[event.hand - 1].pop()])
            case DecisionMade() if event.decision == SURRENDER:
                given_up.add((event.seat, event.hand))
            case CardCorrected() if event.seat in lying:
                held = lying[event.seat][event.hand - 1]
                if event.was in held:
                    held[held.index(event.was)] = event.card
            case RoundDiscarded():
                over = True
            case HandsVoided():
                return {}
    if not over:
        return {}
    return {
        seat: " and ".join(
            f"{in_words(tuple(held), split=len(own) > 1)}{', given up' if (seat, number) in given_up else ''}"
            for number, held in enumerate(own, 1)
        )
        for seat, own in lying.items()
    }
