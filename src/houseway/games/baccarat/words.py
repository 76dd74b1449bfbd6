"""What happened in a round, as the dealer would say it."""

from collections.abc import Callable, Iterable

from houseway.equipment.cards import UNSEEN, cards_in_words
from houseway.games.baccarat.events import (
    CardsGivenUp,
    CardsHanded,
    CardsRefused,
    HandCalled,
    ResultAnnounced,
    StopRuledOn,
    VigorishMarked,
    VigorishWrittenOff,
)
from houseway.games.baccarat.house_money import ADD_TO, TAKE
from houseway.games.baccarat.round import BANKERS_HAND, HAND_NAMES, PLAYERS_HAND
from houseway.games.baccarat.wagers import TIE, Outcome
from houseway.money import dollars
from houseway.table.card_play import HandsVoided
from houseway.table.events import Event
from houseway.table.places import Place
from houseway.table.seats import position
from houseway.table.shoe_felt import Face
from houseway.table.shoe_play import CardCorrected, CardDrawn, CardTurnedUp, CoverAppeared, DecisionMade
from houseway.table.words import capital, spoken, voided


def _hand(number: int) -> str:
    return HAND_NAMES[Place(0, number)]


def told(event: Event) -> str:
    """One event in one line, or nothing for one that is not this game's own."""
    match event:
        case CardDrawn():
            down = event.face != Face.UP and event.card != UNSEEN
            card = cards_in_words((event.card,))
            return f"{capital(_hand(event.hand))} gets {card}{' face down' if down else ''}"
        case CardTurnedUp():
            return f"{cards_in_words((event.card,))} of {_hand(event.hand)} is turned over"
        case CardCorrected():
            was, card = cards_in_words((event.was,)), cards_in_words((event.card,))
            return f"The {spoken(event.by)} corrects {was} of {_hand(event.hand)} to {card}"
        case CoverAppeared():
            return "The cover card comes out before the next card"
        case HandCalled():
            return f"{capital(_hand(event.hand))}: {'natural ' if event.natural else ''}{event.points}"
        case ResultAnnounced():
            return outcome(event)
        case DecisionMade() if event.decision == TAKE:
            return f"Position {event.seat} takes the payout"
        case DecisionMade() if event.decision in ADD_TO:
            return f"Position {event.seat} adds the payout to {capital(spoken(ADD_TO[event.decision]))}"
        case _:
            return _told_of_cards(event) or _told_of_vigorish(event)


def _told_of_cards(event: Event) -> str:
    match event:
        case CardsHanded():
            whom = position(event.seat)
            return f"The cards of {_hand(event.hand)} {'go to' if event.seat else 'stay with'} {whom}"
        case CardsGivenUp():
            how = "gives up" if event.by == "player" else f"has to give up, says the {spoken(event.by)},"
            return f"Position {event.seat} {how} the cards of {_hand(event.hand)}"
        case CardsRefused():
            return f"Position {event.seat} leaves the cards of {_hand(event.hand)} to the next"
        case StopRuledOn():
            return f"The {spoken(event.by)} decides: {spoken(event.ruling)}"
    return ""


def _told_of_vigorish(event: Event) -> str:
    match event:
        case VigorishMarked():
            owes = f", who owes {dollars(event.total)}" if event.total != event.amount else ""
            return f"{dollars(event.amount)} vigorish is marked for position {event.seat}{owes}"
        case VigorishWrittenOff():
            return (
                f"The {spoken(event.by)} writes off {dollars(event.amount)} vigorish of position {event.seat}"
            )
    return ""


def outcome(event: ResultAnnounced) -> str:
    """Which hand won, and with what."""
    if event.winner == TIE:
        return f"Tie at {event.player}"
    won, lost = (event.player, event.banker) if event.player > event.banker else (event.banker, event.player)
    return f"{capital(event.winner)} wins, {won} over {lost}"


def result(events: Iterable[Event], special: Callable[[Outcome], str]) -> str:
    """What the round came to, and the special hand or the natural that won it, if any; nothing until it is over."""
    words = ""
    held = {PLAYERS_HAND.hand: 0, BANKERS_HAND.hand: 0}
    natural = dict[int, bool]()
    for event in events:
        match event:
            case CardDrawn() if event.hand in held:
                held[event.hand] += 1
            case HandCalled():
                natural[event.hand] = event.natural
            case ResultAnnounced():
                facts = Outcome(event.player, event.banker, held[PLAYERS_HAND.hand], held[BANKERS_HAND.hand])
                best = PLAYERS_HAND if event.player > event.banker else BANKERS_HAND
                named = special(facts) or ("natural" if natural.get(best.hand) else "")
                words = ", a ".join(filter(None, (outcome(event), named)))
            case HandsVoided():
                words = voided(event)
    return words
