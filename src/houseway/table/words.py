"""Words: what happened, as a person at the table would say it; a new game's events read well without new code here."""

import re
from typing import Any

import msgspec

from houseway.equipment.cards import CODES, JOKER, UNSEEN, cards_in_words
from houseway.money import Cents, dollars
from houseway.table.card_play import (
    AreaTaken,
    CardDealt,
    CardSetAside,
    DealerCardCorrected,
    DealingChanged,
    DeckBrought,
    DeckHandled,
    DeckRemoved,
    DeviceMarked,
    DeviceRestored,
    HandDiscarded,
    HandFolded,
    HandsVoided,
    RoundCompleted,
    SettlementReversed,
    StubCounted,
    StubDiscarded,
    WagersAbandoned,
)
from houseway.table.chip_steps import BoughtIn, ChipsTakenAway
from houseway.table.coupons import serial_number
from houseway.table.dice_steps import DiceInspected, DiceIssued
from houseway.table.events import (
    BonusPaid,
    DiceRetired,
    DiceToReinspect,
    Event,
    GamingCeased,
    GamingResumed,
    IrregularityCalled,
    Result,
    SeatLeft,
    SeatTaken,
    Settled,
    VigorishCollected,
    VigorishRefunded,
    WagerPlaced,
    WagerRaised,
    WagerTakenDown,
)
from houseway.table.game import Game
from houseway.table.places import Place
from houseway.table.procedure import Attested, TableClosed, TableOpened
from houseway.table.progressive_events import (
    AwardValidated,
    AwardVerified,
    DocumentsCompleted,
    EnvyBonusPaid,
    MeterContributed,
    MeterReset,
    MeterReversed,
    ProgressiveCollected,
    ProgressiveLocked,
    ProgressiveWon,
)
from houseway.table.redemption import (
    CouponBrokenDown,
    CouponDropped,
    CouponEvent,
    CouponPaid,
    CouponPlaced,
    CouponReturned,
    CouponReversed,
    CouponStayed,
)
from houseway.table.seats import position
from houseway.table.set_hands import HandPlayedOn, HandVoided
from houseway.table.shoe_felt import Face
from houseway.table.shoe_play import (
    BatchCut,
    CardBurned,
    CardCorrected,
    CardDrawn,
    CardTurnedUp,
    CoverAppeared,
    CoverPlaced,
    CutDeclined,
    DecisionMade,
    PlayerLetIn,
    ReshuffleOrdered,
    RoundBegun,
    RoundDiscarded,
    ShoeRefilled,
)
from houseway.table.start import (
    DiceUncovered,
    NumberShown,
    ShakerCovered,
    StacksCollected,
    StartFixed,
    StartMethodChanged,
)

# Fields that every event has, and fields that say nothing to a person.
_UNSAID = frozenset({"clause", "also"})


_BEFORE = {"by": "by the", "witness": "before the"}
_CALLED = {"seat": "position", "seats": "positions"}
_MONEY = frozenset({"amount", "owed", "paid", "stake"})
_CARDS = frozenset((*CODES, UNSEEN))
_CARD = re.compile("|".join((*CODES, re.escape(UNSEEN))))
# Several hands in one word each, such as "AsKdQcJh TcTd 2s".
_HANDS = re.compile(rf"(?:{_CARD.pattern})+(?: (?:{_CARD.pattern})+)*")
# Where the cards come from, in the words of the trade.
WAYS_OF_DEALING = {
    "manual-shoe": "from a manual shoe",
    "hand": "from the hand",
    "automated-shoe": "from the automated shoe",
}


def wager_title(game: Game[Any], wager: str, pick: str) -> str:
    """A wager as the layout names it, with its pick."""
    named = game.catalogue[wager]
    return f"{named.title} {pick}" if pick and pick not in named.unnamed else named.title


def spoken(name: str) -> str:
    """A name from the wire in plain words: `pit-manager` is "pit manager"."""
    return name.replace("-", " ").replace("_", " ")


def does(name: str) -> str:
    """A name from the wire that says what to do, said of whoever does it: `double-down` is "doubles down"."""
    first, *rest = spoken(name).split(" ")
    ending = "es" if first.endswith(("s", "x", "ch", "sh")) else "s"
    return " ".join((f"{first}{ending}", *rest))


def sentence(name: str) -> str:
    """A name from the wire as the beginning of a sentence."""
    return capital(spoken(name))


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def told(game: Game[Any], event: Event) -> str:
    """One event in one line."""
    if isinstance(event, CouponEvent):
        return _told_of_coupons(game, event)
    match event:
        case SeatTaken():
            return f"Position {event.seat} is taken"
        case SeatLeft():
            return f"The player at position {event.seat} leaves"
        case WagerPlaced():
            return f"Position {event.seat} wagers {_raised(event)} on {wager_title(game, event.wager, event.pick)}"
        case WagerRaised():
            return (
                f"{dollars(event.amount)} paid to position {event.seat} goes on "
                f"{wager_title(game, event.wager, event.pick)}, now {dollars(event.total)}"
            )
        case WagerTakenDown():
            return (
                f"Position {event.seat} takes down {dollars(event.amount)} "
                f"from {wager_title(game, event.wager, event.pick)}"
            )
        case Settled():
            return f"Position {event.seat}, {wager_title(game, event.wager, event.pick)}: {outcome(event)}"
        case SettlementReversed():
            return f"Position {event.seat}, {reversed_title(game, event)}: undone, {_undone(event)}"
        case EnvyBonusPaid():
            return f"{_bonus(event)} for the hand at position {event.holder}"
        case BonusPaid():
            return _bonus(event)
        case VigorishCollected():
            return f"Position {event.seat} pays {dollars(event.amount)} vigorish on {wager_title(game, event.wager, event.pick)}"
        case VigorishRefunded():
            return f"Position {event.seat} gets back {dollars(event.amount)} vigorish on {wager_title(game, event.wager, event.pick)}"
        case IrregularityCalled():
            return (
                f"{_irregularity(game, event.irregularity)}, called by the {spoken(event.by)}: {event.remedy}"
            )
        case DiceRetired():
            return f"The dice may not be used again: {_small(event.reason)}"
        case DiceToReinspect():
            return f"The dice must be inspected again: {_small(event.reason)}"
        case GamingCeased():
            return f"Play stops until {event.until}"
        case GamingResumed():
            return f"Play goes on: {event.fixed}"
        case _:
            return _told_by_the_table(game, event)


def _told_by_the_table(game: Game[Any], event: Event) -> str:
    match event:
        case Attested():
            step = next(step for step in game.checklist if step.id == event.step)
            before = f" before the {spoken(event.witness)}" if event.witness else ""
            reference = f", reference {event.reference}" if event.reference else ""
            return f"The {spoken(event.by)} attests{before}: {step.text}{reference}"
        case DiceIssued():
            return f"Dice {event.serial} are issued{', locked in the shaker' if event.locked else ''}"
        case DiceInspected():
            return f"The {spoken(event.by)} inspects dice {event.serial} before the {spoken(event.witness)}"
        case TableOpened():
            return f"The table opens for {event.gaming_day.isoformat()}, edition {event.edition}"
        case TableClosed():
            return f"The table closes for {event.gaming_day.isoformat()}"
        case BoughtIn():
            return f"Position {event.seat} buys chips for {dollars(event.amount)}"
        case ChipsTakenAway():
            return f"Position {event.seat} takes away {dollars(event.amount)}"
        case _:
            return game.event_in_words(event) or _told_of_decks(event, capital(getattr(game, "pack", "deck")))


def _told_of_decks(event: Event, pack: str) -> str:
    """What is done with a deck, or with the batch that is called by its first deck."""
    match event:
        case DeckBrought():
            ready = ", preshuffled" if event.preshuffled else ""
            return f"Deck {event.serial} with {event.back} backs comes to the table{ready}"
        case DeckHandled():
            return f"{pack} {event.deck}: {event.done}, by the {spoken(event.by)}"
        case DeckRemoved():
            return f"Deck {event.deck} leaves the table: {event.reason}"
        case DeviceMarked():
            how = "covered" if event.how == "covered" else "signed out of order"
            return f"The {spoken(event.device)} is {how}"
        case DeviceRestored():
            return f"The {spoken(event.device)} is back in service"
        case DealingChanged():
            return f"The cards are dealt {WAYS_OF_DEALING[event.dealing]} from now on"
        case _:
            return _told_of_cards(event)


def _told_of_cards(event: Event) -> str:
    match event:
        case CardDealt():
            card = "the joker" if event.card == CODES[JOKER] else cards_in_words((event.card,))
            return f"{capital(position(event.seat))} gets {card}"
        case CardSetAside():
            return f"{cards_in_words((event.card,))} was face up and goes to the rack unused"
        case StubCounted():
            return f"The stub counts {event.stub}, the whole deck {event.total}"
        case DealerCardCorrected():
            was, card = cards_in_words((event.was,)), cards_in_words((event.card,))
            return f"The {spoken(event.by)} corrects the dealer's {was} to {card}"
        case StubDiscarded():
            return "The stub goes to the discard rack"
        case HandsVoided():
            return voided(event)
        case HandFolded():
            return f"Position {event.seat} folds"
        case HandDiscarded():
            return f"The cards of position {event.seat} go to the rack"
        case AreaTaken():
            return f"Position {event.seat} plays position {event.area} as well"
        case WagersAbandoned():
            return f"The {spoken(event.by)} rules the wagers of position {event.seat} abandoned"
        case RoundCompleted():
            return "The round is over"
        case _:
            return _told_of_a_shoe(event) or _told_of_the_start(event)


def _told_of_a_shoe(event: Event) -> str:
    match event:
        case CardDrawn():
            return f"{capital(str(Place(event.seat, event.hand)))} gets {_as_dealt(event)}"
        case CardTurnedUp():
            return f"{capital(str(Place(event.seat, event.hand)))} turns over {cards_in_words((event.card,))}"
        case CardCorrected():
            was, card = cards_in_words((event.was,)), cards_in_words((event.card,))
            return f"The {spoken(event.by)} corrects {was} of {Place(event.seat, event.hand)} to {card}"
        case DecisionMade():
            return f"{capital(str(Place(event.seat, event.hand)))} {does(event.decision)}"
        case CardBurned():
            return f"The dealer burns {cards_in_words((event.card,))}"
        case BatchCut():
            return f"{capital(position(event.seat))} cuts {event.depth} cards deep"
        case CutDeclined():
            return f"{capital(position(event.seat))} leaves the cut to the next"
        case CoverPlaced():
            return f"The cover card goes in front of {event.behind} cards"
        case CoverAppeared():
            return f"The cover card comes out before the card of {position(event.seat)}"
        case ShoeRefilled():
            return f"The shoe is filled with its discards and holds {event.cards} cards"
        case ReshuffleOrdered():
            return f"The {spoken(event.by)} orders a shuffle after this round"
        case RoundBegun():
            return "A round begins"
        case RoundDiscarded():
            return "The cards of the round go to the rack"
        case PlayerLetIn():
            return f"Position {event.seat} may wager again"
    return ""


def _as_dealt(event: CardDrawn) -> str:
    card = cards_in_words((event.card,))
    return card if event.face == Face.UP or event.card == UNSEEN else f"{card} face down"


def voided(event: HandsVoided) -> str:
    """That a round is void, and why."""
    return f"All hands are void: {event.reason}"


def _told_of_the_start(event: Event) -> str:
    """Where the deal starts, and what players decide about hands of which something was exposed."""
    match event:
        case DiceUncovered():
            return f"The dice show {', '.join(map(str, event.dice))}: {event.total}"
        case NumberShown():
            return f"The generator shows {event.number}"
        case StartFixed():
            return f"The deal starts at {position(event.seat)}"
        case StartMethodChanged():
            return f"From now on the {spoken(event.method)} tells where the deal starts, says the {spoken(event.by)}"
        case StacksCollected():
            return f"The cards dealt to {positions(event.seats)} are collected unseen"
        case ShakerCovered():
            return "The shaker is covered and shaken once"
        case HandVoided():
            return f"Position {event.seat} voids the exposed hand"
        case HandPlayedOn():
            return f"Position {event.seat} plays the exposed hand"
        case _:
            return _told_of_progressive(event)


def positions(seats: tuple[int, ...]) -> str:
    """Several places in a row, as one would call them."""
    *others, last = map(str, seats)
    return f"positions {', '.join(others)} and {last}" if others else f"position {last}"


def _told_of_progressive(event: Event) -> str:
    match event:
        case ProgressiveLocked():
            return "The progressive takes no more wagers"
        case ProgressiveCollected():
            chips = "one chip" if event.chips == 1 else f"{event.chips} chips"
            return f"The progressive wagers are collected: {chips}, {dollars(event.amount)}"
        case MeterContributed():
            return f"The meter grows by {event.added} to {event.meter}"
        case MeterReversed():
            return f"The meter goes back by {event.taken} to {event.meter}"
        case MeterReset():
            return f"The meter paid {event.paid} and starts again at {event.meter}"
        case ProgressiveWon():
            return f"Position {event.seat} wins the progressive, {event.hand}: {dollars(event.amount)} to be checked"
        case AwardVerified():
            return f"The {spoken(event.by)} verifies the winning hand at position {event.seat}"
        case AwardValidated():
            return f"The {spoken(event.by)} validates the payout to position {event.seat}"
        case DocumentsCompleted():
            return f"The {spoken(event.by)} completes the papers for position {event.seat}: {event.reference}"
        case _:
            return _told_by_its_fields(event)


def _told_of_coupons(game: Game[Any], event: CouponEvent) -> str:
    coupon = f"coupon {serial_number(event.serial)}"
    match event:
        case CouponPlaced():
            title = wager_title(game, event.wager, event.pick)
            return f"Position {event.seat} plays {coupon} for {dollars(event.value)} on {title}: {_in_two_parts(event)}"
        case CouponBrokenDown():
            return f"Position {event.seat}, {coupon}: now {_in_two_parts(event)}"
        case CouponPaid():
            less = f", less {dollars(event.vigorish)} vigorish" if event.vigorish else ""
            limited = f" of {dollars(event.owed)}" if event.paid < event.owed else ""
            return (
                f"Position {event.seat}, {coupon}: paid {dollars(event.paid)}{limited} at {event.odds}{less}"
            )
        case CouponDropped():
            return f"{capital(coupon)} for {dollars(event.value)} goes into the drop box"
        case CouponReturned():
            return f"{capital(coupon)} goes back to position {event.seat}: {event.reason}"
        case CouponStayed():
            title = wager_title(game, event.wager, event.pick)
            return f"{capital(coupon)} stays for the next wager of position {event.seat} on {title}"
        case CouponReversed():
            repaid = f"{dollars(event.repaid)} repaid, and " if event.repaid else ""
            return f"Position {event.seat}, {coupon}: {repaid}unspent in the drop box"


def _in_two_parts(event: CouponPlaced | CouponBrokenDown) -> str:
    beside = f", {dollars(event.beside)} beside it" if event.beside else ""
    return f"{dollars(event.on_coupon)} on it{beside}"


def _told_by_its_fields(event: Event) -> str:
    """Any game's own event: its name, then what it holds."""
    held = msgspec.structs.asdict(event)
    said = [_field(name, value) for name, value in held.items() if name not in _UNSAID]
    name = sentence(str(event.__struct_config__.tag))
    return ": ".join(filter(None, (name, ", ".join(filter(None, said)))))


def _field(name: str, value: Any) -> str:
    match value:
        case None | "" | False | ():
            return ""
        case int() if name == "seat":
            return position(value)
        case int() if name in _MONEY:
            return f"{spoken(name)} {dollars(value)}"
        case True:
            return spoken(name)
        case str() if _HANDS.fullmatch(value):
            return _hands(value)
        case str():
            return f"{_BEFORE[name]} {spoken(value)}" if name in _BEFORE else spoken(value)
        case msgspec.Struct():
            return str(value)  # a throw or a field says itself what it is
        case tuple() if set(value) == {UNSEEN}:
            return f"{spoken(name)} face down"
        case tuple() if _CARDS.issuperset(value):
            return cards_in_words(value) if name == "cards" else f"{spoken(name)} {cards_in_words(value)}"
        case tuple():
            return f"{_CALLED.get(name, spoken(name))} {listed(value)}"
        case _:
            apart = ": " if name[-1].isdigit() else " "
            return f"{_CALLED.get(name, spoken(name))}{apart}{value}"


def _hands(written: str) -> str:
    if set(written) <= {*UNSEEN, " "}:
        return "face down"
    return " · ".join(cards_in_words(_CARD.findall(hand)) for hand in written.split())


def listed(values: Any) -> str:
    """Several values in a row; what belongs together stays together, and cards are told as people write them."""
    if isinstance(values, str) and _HANDS.fullmatch(values):
        return _hands(values)
    if not isinstance(values, tuple):
        return spoken(str(values))
    if values and _CARDS.issuperset(values):
        return cards_in_words(values)
    if any(isinstance(value, tuple) for value in values):
        return ", ".join(" ".join(str(part) for part in value if part).replace("-", " ") for value in values)
    return (", " if len(values) > 2 else " and ").join(listed(value) for value in values)


def outcome(line: Settled) -> str:
    """How one settlement line came out."""
    match line.result:
        case Result.WIN:
            if not line.paid:  # all of it goes onto another wager, which the next line tells
                return f"wins at {line.odds}, {dollars(line.stake)} back"
            return f"wins, {dollars(line.stake)} paid {dollars(line.paid)}{_at(line)}"
        case Result.LOSE:
            return f"loses {dollars(line.stake)}"
        case Result.PUSH:
            return f"stands off, {dollars(line.stake)} back"
        case Result.RETURNED:
            return f"{dollars(line.stake)} returned"
        case Result.SURRENDERED:
            return f"given up, {dollars(line.lost)} of {dollars(line.stake)} lost"
        case Result.STANDS:
            return f"{dollars(line.stake)} stands"


def _at(line: Settled | BonusPaid) -> str:
    """The odds that were paid; a fixed sum has none but itself."""
    return f" at {line.odds}" if line.odds and line.odds != dollars(line.paid) else ""


def _bonus(event: BonusPaid) -> str:
    return f"Position {event.seat}, {event.bonus}: paid {dollars(event.paid)}{_at(event)}"


def reversed_title(game: Game[Any], line: SettlementReversed) -> str:
    """The wager of a line that is undone, or the bonus, which has a title only."""
    return wager_title(game, line.wager, "") if line.wager in game.catalogue else line.wager


def _undone(line: SettlementReversed) -> str:
    returned = f"{dollars(line.returned)} returned" if line.returned else ""
    repaid = f"{dollars(line.repaid)} repaid" if line.repaid else ""
    return " and ".join(filter(None, (returned, repaid)))


def _raised(event: WagerPlaced) -> str:
    return f"{dollars(event.amount)}{_to_total(event.total, event.amount)}"


def _to_total(total: Cents, amount: Cents) -> str:
    return f" (now {dollars(total)})" if total > amount else ""


def _irregularity(game: Game[Any], name: str) -> str:
    remedy = game.irregularities.get(name)
    return remedy.title if remedy else sentence(name)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
