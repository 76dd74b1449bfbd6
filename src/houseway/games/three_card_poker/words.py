"""What hands of Three Card Poker are called, and what happened in a round, as the dealer would say it."""

from collections.abc import Iterable

from houseway.equipment.cards import Hand, cards_in_words, is_seen
from houseway.games.three_card_poker.events import DealerTurnedOver, HandRevealed, HandsExamined
from houseway.games.three_card_poker.ranking import category, qualifies, three_card
from houseway.games.three_card_poker.showdown import three
from houseway.table.card_play import HandsVoided
from houseway.table.events import Event
from houseway.table.poker_hands import (
    FLUSH_CALLED,
    HIGH_CARD_CALLED,
    PAIR_CALLED,
    STRAIGHT_CALLED,
    STRAIGHT_FLUSH_CALLED,
    THREE_OF_A_KIND_CALLED,
    called,
)
from houseway.table.words import voided

# By the categories of the ranking.
_CALLED = (
    HIGH_CARD_CALLED,
    PAIR_CALLED,
    FLUSH_CALLED,
    STRAIGHT_CALLED,
    THREE_OF_A_KIND_CALLED,
    STRAIGHT_FLUSH_CALLED,
)


def hand_in_words(hand: Hand) -> str:
    """What three cards are called."""
    value = three_card(*three(hand))
    return called(_CALLED[category(value)], value >> 8 & 15)


def dealers_hand_in_words(hand: Hand) -> str:
    """What the dealer's three cards are called, and whether they qualify."""
    meaning = "qualifies" if qualifies(three_card(*three(hand))) else "does not qualify"
    return f"{hand_in_words(hand)}, {meaning}"


def told(event: Event) -> str:
    """One event in one line, or nothing for one that is not this game's own."""
    match event:
        case HandsExamined():
            return "The players look at their cards"
        case DealerTurnedOver(cards=hand) if is_seen(hand):
            return f"The dealer shows {cards_in_words(hand)}: {dealers_hand_in_words(hand)}"
        case HandRevealed(cards=hand) if is_seen(hand):
            return f"Position {event.seat} shows {cards_in_words(hand)}: {hand_in_words(hand)}"
    return ""


def hands(events: Iterable[Event]) -> dict[int, str]:
    """What the hands are called that were turned over in a round, by position; none of a round that is void."""
    shown: dict[int, str] = {}
    for event in events:
        match event:
            case HandRevealed(cards=hand) if is_seen(hand):
                shown[event.seat] = hand_in_words(hand)
            case HandsVoided():
                shown.clear()
    return shown


def result(events: Iterable[Event]) -> str:
    """What the dealer has shown in a round and what it means; nothing until then."""
    words = ""
    for event in events:
        match event:
            case DealerTurnedOver(cards=hand):
                words = f"Dealer {dealers_hand_in_words(hand)}"
            case HandsVoided():
                words = voided(event)
    return words
