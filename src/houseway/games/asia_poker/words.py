"""What hands of Asia Poker are called, and what happened in a round, as the dealer would say it."""

from collections.abc import Iterable
from functools import lru_cache

from houseway.equipment.cards import CODES, Hand, cards, cards_in_words, is_seen, rank_in_words
from houseway.games.asia_poker.events import (
    BonusHandFormed,
    ButtonMoved,
    CardExposed,
    CardsDiscarded,
    DealerCardsTurned,
    DealerHandsReset,
    DealerHandsSet,
    DiceShaken,
    HandsPlaced,
    HandsRevealed,
    HandSurrendered,
    HouseWayTold,
    PayoutLimited,
)
from houseway.games.asia_poker.house_way import Part
from houseway.games.asia_poker.ranking import (
    ACE_HIGH_RUN,
    ACE_LOW_RUN,
    HIGH_CARD,
    LOWEST_RUN,
    STRAIGHT,
    STRAIGHT_FLUSH,
    category,
    high_hand,
    low_hand,
    medium_hand,
    rank_at,
)
from houseway.games.asia_poker.setting import SIZES, SetHands, foul_of, parts_of
from houseway.games.asia_poker.wagers import Foul
from houseway.money import dollars
from houseway.table.card_play import DealerCardCorrected, HandsVoided
from houseway.table.events import Event
from houseway.table.poker_hands import (
    FLUSH_CALLED,
    FOUR_OF_A_KIND_CALLED,
    HIGH_CARD_CALLED,
    PAIR_CALLED,
    ROYAL_FLUSH_CALLED,
    STRAIGHT_CALLED,
    STRAIGHT_FLUSH_CALLED,
    THREE_OF_A_KIND_CALLED,
    TWO_PAIR_CALLED,
    called,
)
from houseway.table.seats import position
from houseway.table.set_hands import HandsInWords
from houseway.table.words import voided

# By the categories of the ranking.
_CALLED = (
    HIGH_CARD_CALLED,
    PAIR_CALLED,
    TWO_PAIR_CALLED,
    THREE_OF_A_KIND_CALLED,
    STRAIGHT_CALLED,
    FLUSH_CALLED,
    FOUR_OF_A_KIND_CALLED,
    STRAIGHT_FLUSH_CALLED,
    ROYAL_FLUSH_CALLED,
    "four aces",
)
# How many cards of a hand people name where its highest does not tell it from another.
_TOLD_APART_BY = 2


# What hands are called.


def hand_in_words(part: Part, hand: Hand, options: int) -> str:
    """What the cards of a high, medium or low hand are called."""
    value = _value(part, hand, options)
    if part is Part.LOW:
        return _rank(value, 0)
    kind = category(value)
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        return _run_in_words(_CALLED[kind], rank_at(value, 0))
    return called(_CALLED[kind], *(max(rank_at(value, place) - 1, 0) for place in range(2)))


@lru_cache(maxsize=4096)
def _value(part: Part, hand: Hand, options: int) -> int:
    """The value of a hand, be it of four, two or one cards."""
    held = cards(hand)
    match part:
        case Part.HIGH:
            first, second, third, fourth = held
            return high_hand(first, second, third, fourth, options)
        case Part.MEDIUM:
            left, right = held
            return medium_hand(left, right)
        case Part.LOW:
            (only,) = held
            return low_hand(only)


def _rank(value: int, place: int) -> str:
    return rank_in_words(rank_at(value, place) - 1)


def _run_in_words(words: str, run: int) -> str:
    """A run of four by its highest card; ace, two, three and four by both ends, whatever the operator ranks them."""
    if run in (LOWEST_RUN, ACE_LOW_RUN):
        return words.format(top="ace to four").removesuffix(" high")
    # The lowest run is 2-3-4-5; between the highest two stands A-2-3-4.
    return called(words, run if run == ACE_HIGH_RUN else run + 1)


def hands_in_words(hands: SetHands, options: int) -> HandsInWords:
    """What three hands are called, and which of them outranks one that must be above it."""
    laid = dict(zip(Part, (hands.high, hands.medium, hands.low), strict=True))
    names = {part: hand_in_words(part, hand, options) for part, hand in laid.items()}
    match foul_of(hands, options):
        case Foul.HIGH_NOT_ABOVE_MEDIUM:
            above, below = Part.MEDIUM, Part.HIGH
        case Foul.MEDIUM_NOT_ABOVE_LOW:
            above, below = Part.LOW, Part.MEDIUM
        case _:
            return HandsInWords(tuple(names.values()))
    said = names
    if names[above] == names[below]:
        said = {part: _told_apart(part, laid[part], options) for part in (above, below)}
    return HandsInWords(tuple(names.values()), f"{above} {said[above]} is above {below} {said[below]}")


def _told_apart(part: Part, hand: Hand, options: int) -> str:
    """A hand in which nothing matches, by its highest two cards: "queen-jack high"."""
    value = _value(part, hand, options)
    if category(value) != HIGH_CARD:
        return hand_in_words(part, hand, options)
    return f"{'-'.join(_rank(value, place) for place in range(min(len(hand), _TOLD_APART_BY)))} high"


# What happened.


def told(event: Event, options: int) -> str:
    """One event in one line, or nothing for one that is not this game's own."""
    return _of_the_hands(event, options) or _of_the_round(event)


def _of_the_hands(event: Event, options: int) -> str:
    match event:
        case HouseWayTold():
            return f"Position {event.seat} hears the house way{_as_laid(event.hands, options) or f': {event.way}'}"
        case HandsPlaced():
            return f"Position {event.seat} lays three hands down{_as_laid(event.hands, options)}"
        case DealerCardsTurned():
            return f"The dealer's cards are turned over: {cards_in_words(event.cards)}"
        case DealerHandsReset():
            return (
                f"The dealer's hands were not set the house way and are reset{_as_laid(event.wrong, options)}"
            )
        case DealerHandsSet():
            return f"The dealer shows{_as_laid(event.hands, options).removeprefix(':')}"
        case HandsRevealed():
            return f"Position {event.seat} {event.announced}{_as_laid(event.hands, options)}"
        case HandSurrendered():
            return f"Position {event.seat} surrenders, the cards unseen"
        case BonusHandFormed():
            return f"Position {event.seat}, best hand for the Bonus: {event.hand[:1].lower()}{event.hand[1:]}"
    return ""


def _of_the_round(event: Event) -> str:
    match event:
        case DiceShaken():
            return f"The dealer shakes the dice {event.times} times"
        case CardExposed():
            which = f": {cards_in_words((event.card,))}" if event.card in CODES else ""
            return f"A card of position {event.seat} was exposed{which}"
        case PayoutLimited():
            limit = f"{dollars(event.paid)} of {dollars(event.owed)}"
            return f"Position {event.seat} is paid {limit}: the limit for one hand is reached"
        case CardsDiscarded():
            return f"The cards of position {event.seat} go to the rack"
        case ButtonMoved():
            return f"The button moves to {position(event.seat)}"
    return ""


def _as_laid(written: str, options: int) -> str:
    """The hands as they lie, each with its cards and what it is called, where that was told."""
    parts = parts_of(written)
    if not parts or not all(is_seen(hand) for hand in parts):
        return ""
    return ": " + ", ".join(_called(part, hand, options) for part, hand in zip(Part, parts, strict=False))


def _called(part: Part, hand: Hand, options: int) -> str:
    shown = cards_in_words(hand)
    # A hand that was laid of another number of cards has no rank.
    name = hand_in_words(part, hand, options) if len(hand) == SIZES[part] else ""
    return f"{part} {name} ({shown})" if name else f"{part} {shown}"


def hands(events: Iterable[Event], options: int) -> dict[int, str]:
    """What the three hands are called that were turned over in a round, by position; none of a round that is void."""
    shown: dict[int, str] = {}
    for event in events:
        match event:
            case HandsRevealed():
                laid = dict(zip(Part, parts_of(event.hands), strict=False))
                # A hand that was laid of another number of cards has no rank.
                if all(
                    len(laid.get(part, ())) == count and is_seen(laid[part]) for part, count in SIZES.items()
                ):
                    shown[event.seat] = ", ".join(hand_in_words(part, laid[part], options) for part in Part)
            case HandsVoided():
                shown.clear()
    return shown


def result(events: Iterable[Event], options: int) -> str:
    """What the dealer's three hands are called in a round; nothing until they lie set."""
    words = ""
    for event in events:
        match event:
            case DealerHandsSet():
                names = (
                    f"{part} {hand_in_words(part, hand, options)}"
                    for part, hand in zip(Part, parts_of(event.hands), strict=True)
                )
                words = f"Dealer: {', '.join(names)}"
            case DealerCardCorrected():
                words = ""
            case HandsVoided():
                words = voided(event)
    return words
