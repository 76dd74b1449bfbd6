"""What hands of Five Card Hi-Lo come to, and what happened in a round, as the dealer would say it."""

from collections.abc import Iterable

from houseway.equipment.cards import Hand, cards, cards_in_words, is_seen
from houseway.games.five_card_hi_lo.events import (
    DealerSet,
    DealerTurnedOver,
    ExposedCardRuledOn,
    FoldedHandShown,
    HandKept,
    HandRevealed,
    HandSet,
    PokerHandFormed,
    ResultAnnounced,
    SettingCorrected,
    SetWrongly,
)
from houseway.games.five_card_hi_lo.points import (
    LOW_SIZE,
    NO_SETTING,
    ace_low_setting,
    aces_high_setting,
    aces_low,
    high_points,
    high_total,
    is_lawful,
    low_points,
    low_total,
)
from houseway.games.five_card_hi_lo.setting import Five, five
from houseway.table.card_felt import DEALER
from houseway.table.card_play import HandsVoided
from houseway.table.events import Event
from houseway.table.poker_hands import five_card, five_card_in_words
from houseway.table.seats import position
from houseway.table.set_hands import HandsInWords
from houseway.table.words import capital, spoken, voided

_RESULTS = {"win": "wins", "lose": "loses", "tie": "ties"}


# What hands are called.


def high_in_words(hand: Hand) -> str:
    """What the cards of a high hand come to."""
    return points_in_words(sum(map(high_points, cards(hand))))


def low_in_words(hand: Hand) -> str:
    """What the cards of a low hand come to."""
    return points_in_words(sum(map(low_points, cards(hand))))


def points_in_words(points: int) -> str:
    """So many points; no hand comes to one alone."""
    return f"{points} points"


def unset_in_words(hand: Hand) -> str:
    """What five cards come to in both hands, in each way that they may be set."""
    held = five(hand)
    ways = (aces_high_setting(*held), ace_low_setting(*held))
    every = dict.fromkeys(_both(held, setting) for setting in ways if setting != NO_SETTING)
    return ", or ".join(every)


def _both(held: Five, setting: int) -> str:
    return f"{high_total(*held, setting)} high and {low_total(*held, setting)} low"


def poker_in_words(hand: Hand) -> str:
    """What five cards are called as a Poker hand."""
    return five_card_in_words(five_card(*five(hand)))


def hands_in_words(high: Hand, low: Hand) -> HandsInWords:
    """Both hands of a setting, and what is wrong with it: more than one ace low, or a card that is worth too much there."""
    return HandsInWords((high_in_words(high), low_in_words(low)), _wrong(high, low))


def _wrong(high: Hand, low: Hand) -> str:
    held, lies_low = five((*low, *high)), (1 << LOW_SIZE) - 1
    if is_lawful(*held, lies_low):
        return ""
    if aces_low(*held, lies_low) > 1:
        return "only one ace may lie low"
    least = min(high, key=_worth)
    most = max((card for card in low if not card.startswith("A")), key=_worth)
    return f"low {cards_in_words((most,))} is worth more than high {cards_in_words((least,))}"


def _worth(card: str) -> int:
    (number,) = cards((card,))
    return high_points(number)


# What happened.


def told(event: Event) -> str:
    """One event in one line, or nothing for one that is not this game's own."""
    return _of_the_hands(event) or _of_the_round(event)


def _of_the_hands(event: Event) -> str:
    match event:
        case HandSet():
            return f"Position {event.seat} lays both hands down{_as_laid(event.high, event.low)}"
        case DealerTurnedOver():
            return f"The dealer's cards are turned over: {cards_in_words(event.cards)}"
        case DealerSet():
            return f"The dealer shows {_with_points(event)}"
        case HandRevealed():
            return f"Position {event.seat} shows {_with_points(event)}"
        case SetWrongly():
            return f"{_whose(event.seat)} hands are set wrongly{_as_laid(event.high, event.low)}"
        case SettingCorrected():
            right = _as_laid(event.high, event.low)
            return f"The {spoken(event.by)} has {_whose(event.seat).lower()} hands set right{right}"
        case FoldedHandShown():
            name = f": {poker_in_words(event.cards)}" if is_seen(event.cards) else ""
            return f"Position {event.seat}, who folded, shows {cards_in_words(event.cards)}{name}"
    return ""


def _of_the_round(event: Event) -> str:
    match event:
        case HandKept():
            return f"The cards of position {event.seat} stay for the Poker Bonus"
        case ResultAnnounced():
            return f"Position {event.seat} {_RESULTS.get(event.result, event.result)}"
        case PokerHandFormed():
            return f"Position {event.seat}, hand for the Poker Bonus: {event.hand}"
        case ExposedCardRuledOn():
            return f"The {spoken(event.by)} decides about the exposed card: {spoken(event.ruling)}"
    return ""


def _whose(seat: int) -> str:
    return f"{capital(position(seat))}'s"


def _with_points(event: DealerSet | HandRevealed) -> str:
    return (
        f"{event.high_points} high, {cards_in_words(event.high)}, "
        f"and {event.low_points} low, {cards_in_words(event.low)}"
    )


def _as_laid(high: Hand, low: Hand) -> str:
    """Both hands as they lie, where that was told."""
    if not high or not is_seen((*high, *low)):
        return ""
    return f": high {cards_in_words(high)}, low {cards_in_words(low)}"


def hands(events: Iterable[Event]) -> dict[int, str]:
    """What the hands came to that were turned over in a round, by position; none of a round that is void."""
    shown: dict[int, str] = {}
    for event in events:
        match event:
            case HandRevealed():
                shown[event.seat] = f"{event.high_points} high, {event.low_points} low"
            case FoldedHandShown() if is_seen(event.cards):
                shown[event.seat] = poker_in_words(event.cards)
            case HandsVoided():
                shown.clear()
    return shown


def result(events: Iterable[Event]) -> str:
    """What the dealer's hands came to in a round; nothing until they lie face up."""
    words = ""
    for event in events:
        match event:
            case DealerSet():
                words = f"Dealer {event.high_points} points high, {event.low_points} low"
            case SetWrongly(seat=seat) if seat == DEALER:
                words = ""
            case HandsVoided():
                words = voided(event)
    return words
