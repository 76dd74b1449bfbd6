"""What happened in a round of Double Attack Blackjack, as the dealer would say it."""

from collections.abc import Iterable

from houseway.games.double_attack_blackjack.events import (
    BlackjackAnnounced,
    DoubleAttackOver,
    HandPassedBy,
    HoleChecked,
    InsuranceOffered,
    StopRuledOn,
)
from houseway.table.card_felt import DEALER
from houseway.table.card_play import HandsVoided
from houseway.table.events import Event
from houseway.table.places import Place
from houseway.table.shoe_felt import Face
from houseway.table.shoe_play import CardCorrected, CardDrawn, CardTurnedUp, RoundDiscarded
from houseway.table.twenty_one import in_words
from houseway.table.words import capital, spoken, voided


def told(event: Event) -> str:
    """One event in one line, or nothing for one that is not this game's own."""
    match event:
        case DoubleAttackOver():
            return "All have had the chance of a Double Attack"
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
