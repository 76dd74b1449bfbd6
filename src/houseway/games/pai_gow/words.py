"""What happened at a Pai Gow table, as the dealer would say it."""

from collections.abc import Iterable

from houseway.equipment.tiles import Hand, is_seen
from houseway.games.pai_gow.delivery import Delivery
from houseway.games.pai_gow.events import (
    BankAccepted,
    BankExposed,
    BankOffered,
    BankPassed,
    BankReleased,
    CentreToppedUp,
    CoBankRequested,
    DealerHandsReset,
    DealerHandsSet,
    DealerWagerDecided,
    DealerWagerDirected,
    DealerWagerPaid,
    DealerWagerReturned,
    DealerWagerStaked,
    DeliveryChosen,
    DiceShaken,
    HandCollected,
    HandsMisset,
    HandsRelabelled,
    HandsRevealed,
    HandsSet,
    HandSurrendered,
    HouseWayTold,
    RoundOver,
    SurplusPaid,
    TileCorrected,
    TileExposed,
    TilesBrought,
    TilesCut,
    TilesDelivered,
    TilesHandled,
    TilesMixed,
    TilesRejected,
    TilesRemoved,
    TilesSealed,
    TilesStacked,
    TilesTurned,
    WagerAbandoned,
)
from houseway.games.pai_gow.positions import DEAD_HAND, DEALER
from houseway.games.pai_gow.ranking import TwoTiles, beats, hand_name, hand_words, rank_of
from houseway.money import dollars
from houseway.table.card_play import HandsVoided
from houseway.table.events import Event, Result
from houseway.table.set_hands import HandsInWords
from houseway.table.start import StacksCollected, StartFixed
from houseway.table.words import capital, spoken, voided

_RESULTS = {Result.WIN: "wins", Result.LOSE: "loses", Result.PUSH: "is tied"}


def told(event: Event) -> str:
    """One event in one line, or nothing for one that is not this game's own."""
    return (
        _of_tiles(event)
        or _of_the_deal(event)
        or _of_hands(event)
        or _of_the_bank(event)
        or _of_the_centre(event)
    )


def named(place: int) -> str:
    """A place as people call it."""
    return {DEALER: "the dealer", DEAD_HAND: "the Dead Hand"}.get(place, f"position {place}")


def _of_tiles(event: Event) -> str:
    match event:
        case TilesBrought():
            return f"Tiles {event.serial} come to the table"
        case TilesHandled():
            return f"Tiles {event.serial}: {event.done}, by the {spoken(event.by)}"
        case TilesRejected():
            return f"Tiles {event.serial} are unsuitable: {event.reason}"
        case TilesSealed():
            return f"Tiles {event.serial} leave sealed and signed by the {spoken(event.by)} and the {spoken(event.witness)}"
        case TilesMixed():
            return f"The tiles are mixed, {event.times} circles with each hand"
        case TilesStacked():
            return "The tiles stand in eight stacks"
        case TilesRemoved():
            return f"Tiles {event.serial} leave the table"
        case TilesCut():
            stacks = "a stack" if event.count == 1 else f"{event.count} stacks"
            split = f", {event.opposite} of them to the other" if event.opposite else ""
            return f"The bank cuts: {stacks} from number {event.first} to the {event.to} end{split}"
        case RoundOver():
            return "The round is over, the tiles are to be mixed"
    return ""


def _of_the_deal(event: Event) -> str:
    match event:
        case DeliveryChosen():
            return f"The {spoken(event.by)} chooses the delivery: {_style(Delivery(event.style))}"
        case DiceShaken():
            return f"The {spoken(event.by)} shakes the dice {event.times} times"
        case StartFixed():
            return f"The deal starts at {named(event.seat)}"
        case TilesDelivered():
            return f"{capital(named(event.seat))} gets four tiles{_from(event)}"
        case StacksCollected():
            return f"The tiles of {_all(event.seats)} join the Dead Hand unseen"
    return ""


def _style(style: Delivery) -> str:
    """A style with the sign by which the dealer shows it."""
    return f"{style.label}, shown thus: {style.signal_words}" if style.signal_words else style.label


def _from(event: TilesDelivered) -> str:
    stacks = sorted({stack + 1 for stack, _ in event.taken})
    return f" from stack {stacks[0]}" if len(stacks) == 1 else f" from stacks {', '.join(map(str, stacks))}"


def _of_hands(event: Event) -> str:
    match event:
        case TileExposed():
            return f"A tile of position {event.seat} was exposed"
        case HouseWayTold():
            return f"Position {event.seat} hears the house way{_both(event.high, event.low)}"
        case HandsSet():
            return f"Position {event.seat} lays both hands down{_both(event.high, event.low)}"
        case TilesTurned():
            return f"The tiles of {named(event.seat)} are turned over: {_tiles(event.tiles)}"
        case TileCorrected():
            return f"The {spoken(event.by)} corrects a tile of {named(event.seat)}: {event.tile}, not {event.was}"
        case DealerHandsReset():
            return f"The hands of {named(event.seat)} were not the house way{_both(event.wrong_high, event.wrong_low)}; reset"
        case DealerHandsSet():
            whose = "" if event.seat == DEALER else f" of {named(event.seat)}"
            return f"The dealer sets the hands{whose}{_both(event.high, event.low)}"
        case HandsRelabelled():
            return f"The low hand of position {event.seat} outranks the high: counted{_both(event.high, event.low)}"
        case HandsMisset():
            return f"The low hand of position {event.seat} outranks the high, and the hands lose"
        case HandSurrendered():
            return f"Position {event.seat} surrenders"
        case HandsRevealed():
            return f"Position {event.seat} {event.announced}{_both(event.high, event.low)}"
        case HandCollected():
            return f"The tiles of position {event.seat} are picked up in order"
        case WagerAbandoned():
            return (
                f"The {spoken(event.by)} rules the wager of position {event.seat} abandoned: {event.reason}"
            )
    return ""


def _of_the_bank(event: Event) -> str:
    match event:
        case BankOffered():
            return f"The bank is offered to position {event.seat}"
        case BankAccepted():
            return f"Position {event.seat} is the bank"
        case BankPassed():
            return f"Position {event.seat} passes the bank on"
        case CoBankRequested():
            return f"Position {event.seat} and the house share the bank"
        case BankReleased():
            return f"Position {event.seat} does not bank: {event.reason}"
        case BankExposed():
            return f"The bank's hands{_both(event.high, event.low)}"
        case DealerWagerDirected():
            return f"The bank directs a dealer's wager of {dollars(event.amount)}"
        case DealerWagerStaked():
            return f"The dealer wagers {dollars(event.amount)} against the bank"
        case DealerWagerReturned():
            return f"The dealer's {dollars(event.amount)} go back to the tray"
        case DealerWagerDecided():
            return f"The dealer's wager of {dollars(event.stake)} {_RESULTS[event.result]}"
        case DealerWagerPaid():
            return (
                f"The dealer's wager of {dollars(event.stake)} is paid {dollars(event.paid)} from the centre"
            )
    return ""


def _of_the_centre(event: Event) -> str:
    match event:
        case CentreToppedUp():
            house = f", the house {dollars(event.house)}" if event.house else ""
            return f"The centre cannot pay all: position {event.seat} adds {dollars(event.amount)}{house}"
        case SurplusPaid():
            house = f", {dollars(event.house)} to the house" if event.house else ""
            return (
                f"{dollars(event.surplus)} left in the centre{house}: {dollars(event.vigorish)} vigorish, "
                f"{dollars(event.paid)} to position {event.seat}"
            )
    return ""


def _both(high: Hand, low: Hand) -> str:
    """Both hands as a dealer calls them, where they were told."""
    if not (high and low and is_seen(high) and is_seen(low)):
        return ""
    return f": high {_called(high)}, low {_called(low)}"


def _called(hand: Hand) -> str:
    return f"{hand_words(_two(hand))} ({_tiles(hand)})"


def _two(hand: Hand) -> TwoTiles:
    first, second = hand
    return first, second


def _tiles(tiles: Hand) -> str:
    """Tiles as people read them out, by their two ends."""
    return ", ".join(tiles)


# What hands are called, and what a round has shown.


def hands_in_words(high: Hand, low: Hand) -> HandsInWords:
    """What both hands are called, and that the low one outranks the high, if it does."""
    names = hand_name(_two(high)), hand_name(_two(low))
    if not beats(rank_of(_two(low)), rank_of(_two(high))):
        return HandsInWords(names)
    upper, lower = names if names[0] != names[1] else (hand_words(_two(high)), hand_words(_two(low)))
    return HandsInWords(names, f"low {lower} is above high {upper}")


def hands(events: Iterable[Event]) -> dict[int, str]:
    """What both hands that were turned over in a round count as, by position; none of a round that is void."""
    shown: dict[int, str] = {}
    for event in events:
        match event:
            case HandsRevealed() | BankExposed() | HandsRelabelled() if is_seen((*event.high, *event.low)):
                shown[event.seat] = _names(event)
            case HandsVoided():
                shown.clear()
    return shown


def result(events: Iterable[Event]) -> str:
    """The hands of the dealer and of a bank, as far as they were shown in a round; nothing until then."""
    shown: dict[int, str] = {}
    for event in events:
        match event:
            case DealerHandsSet() | BankExposed():
                shown[event.seat] = _in_short(event)
            case HandsRelabelled() if event.seat in shown:
                shown[event.seat] = _in_short(event)
            case TileCorrected():
                shown.pop(event.seat, None)
            case HandsVoided():
                return voided(event)
    return " · ".join(shown.values())


def _in_short(event: DealerHandsSet | BankExposed | HandsRelabelled) -> str:
    whose = f"Bank at {named(event.seat)}" if event.seat else "Dealer"
    return f"{whose}: {_names(event)}"


def _names(event: DealerHandsSet | BankExposed | HandsRevealed | HandsRelabelled) -> str:
    high, low = hands_in_words(event.high, event.low).names
    return f"high {high}, low {low}"


def _all(seats: tuple[int, ...]) -> str:
    *others, last = (named(seat) for seat in seats)
    return f"{', '.join(others)} and {last}" if others else last
