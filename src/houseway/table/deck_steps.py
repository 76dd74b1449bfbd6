"""The steps of decks and devices: from the box to the shoe and back, each refused where the law has another first."""

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import msgspec

from houseway.equipment.decks import (
    Back,
    CardChoices,
    Clauses,
    Condition,
    Dealing,
    Deck,
    Device,
    DeviceStatus,
    Kit,
    Mixed,
    PackRules,
    Shuffler,
)
from houseway.equipment.dice import known_by
from houseway.law import RuleViolation
from houseway.law.upholding import upholds
from houseway.table.card_play import (
    BringDeck,
    ChangeDealing,
    CutDeck,
    DealingChanged,
    DeckBrought,
    DeckHandled,
    DeckRemoved,
    DeviceMarked,
    DeviceRestored,
    InspectDeck,
    LoadDeck,
    MarkOutOfOrder,
    OrderRecut,
    OrderShuffle,
    RemoveDeck,
    RestoreDevice,
    ShowSpread,
    ShuffleDeck,
    SpreadDeck,
    SpreadIdle,
    TearJoker,
    VerifyDeck,
    WashDeck,
)
from houseway.table.events import Event, cited
from houseway.table.roles import DEALERS, FLOORPERSONS, Role

# Cards that could be dealt from, or have been: what an idle table takes out and spreads.
ON_THE_TABLE = (
    Condition.STACKED,
    Condition.SHUFFLED,
    Condition.CUT,
    Condition.LOADED,
    Condition.ACROSS,
    Condition.USED,
    Condition.IDLE,
)
CREW = (*DEALERS, *FLOORPERSONS)
SHUFFLERS = (*DEALERS, Role.DEVICE)
NOT_IN_SERVICE = (DeviceStatus.FAILED, DeviceStatus.OUT_OF_ORDER)
HOW_MARKED = ("covered", "signed")
WAYS = {
    Dealing.MANUAL_SHOE: "from a manual shoe",
    Dealing.HAND: "from the hand",
    Dealing.AUTOMATED_SHOE: "from the automated shoe",
}


Rules = TypeVar("Rules", bound=PackRules, covariant=True)


@dataclass(frozen=True, slots=True)
class TableNow(Generic[Rules]):
    """What the steps look at: the rules, the operator's choices, the kit, and the moment."""

    rules: Rules
    choices: CardChoices
    kit: Kit
    between_rounds: bool
    before_the_deal: bool
    bets: bool
    seats: bool

    @property
    def decks_in_rotation(self) -> int:
        """How many decks are played with: two only while the shuffler is in service, where the chapter wants one for them."""
        shuffler = self.kit.shuffler is DeviceStatus.IN_SERVICE
        return self.choices.decks if shuffler or not self.rules.two_need_shuffler else 1

    @property
    def reshuffles_itself(self) -> bool:
        """Whether an approved device reshuffles and counts by itself, so that cut, recut and idle rules are off."""
        continuous = self.choices.shuffler is Shuffler.CONTINUOUS
        return continuous and self.kit.shuffler is DeviceStatus.IN_SERVICE

    def cut_is_due(self, deck: Deck) -> bool:
        """Whether a shuffled deck is still to be cut."""
        return not self.reshuffles_itself and self.rules.cut_is_due(deck, self.choices)


class Done(NamedTuple):
    """The kit after a step, and what happened."""

    kit: Kit
    events: tuple[Event, ...]


# Opening a deck.


@upholds("one_deck", "two_decks", "preshuffled")
def bring(table: TableNow[PackRules], move: BringDeck) -> Done:
    """A deck comes to the table, told apart from the one that it takes turns with."""
    rules, kit = table.rules, table.kit
    clauses = rules.two_decks if table.choices.decks > 1 else rules.composition
    _check_before_the_deal(table, clauses)
    if not known_by(move.serial):
        raise RuleViolation(clauses[0], "a deck is known by its serial number")
    if any(known_by(deck.serial) == known_by(move.serial) for deck in kit.decks):
        raise RuleViolation(clauses[0], f"deck {move.serial} is at the table")
    if len(kit.decks) >= table.decks_in_rotation:
        raise RuleViolation(
            clauses[0],
            f"no more than {table.decks_in_rotation} {'deck' if table.decks_in_rotation == 1 else 'decks'} may be at the table",
            fix="remove a deck first",
        )
    deck = Deck(serial=move.serial, back=move.back, jokers=move.jokers)
    rules.check_deck(deck, kit.decks)
    if move.preshuffled:
        if move.jokers != rules.jokers:
            raise RuleViolation(
                rules.joker[0], f"preshuffled deck {move.serial} holds {move.jokers} jokers (X-06)"
            )
        deck = msgspec.structs.replace(deck, condition=Condition.SHUFFLED, mixed=Mixed.PRESHUFFLED)
        clauses = (*rules.preshuffled, *clauses)
    also = tuple(rules.joker) + (tuple(rules.backs_differ) if kit.decks else ())
    brought = DeckBrought(
        serial=move.serial, back=move.back, preshuffled=move.preshuffled, **cited((*clauses, *also))
    )
    return Done(msgspec.structs.replace(kit, decks=(*kit.decks, deck)), (brought,))


@upholds("inspected")
def inspect(table: TableNow[PackRules], move: InspectDeck) -> Done:
    """The dealer looks for defects and odd cards."""
    clauses = _each(table, table.rules.inspected)
    deck = _deck(table, move.deck, clauses, Condition.BROUGHT)
    return _handled(table, deck, Condition.INSPECTED, "inspected for defects", move.by, clauses)


@upholds("verified")
def verify(table: TableNow[PackRules], move: VerifyDeck) -> Done:
    """A floorperson confirms the inspection."""
    clauses = _each(table, table.rules.verified)
    deck = _deck(table, move.deck, clauses, Condition.INSPECTED)
    return _handled(table, deck, Condition.VERIFIED, "inspection confirmed", move.by, clauses)


@upholds("joker_torn")
def tear(table: TableNow[PackRules], move: TearJoker) -> Done:
    """A joker that is not played with is torn."""
    clauses = table.rules.joker_torn or table.rules.composition
    deck = _deck(table, move.deck, clauses, Condition.VERIFIED)
    if deck.jokers <= table.rules.jokers:
        raise RuleViolation(clauses[0], f"deck {deck.serial} has no surplus joker")
    if move.witness not in FLOORPERSONS:
        raise RuleViolation(clauses[0], "a floorperson takes part in tearing the surplus joker")
    torn = msgspec.structs.replace(deck, jokers=deck.jokers - 1)
    return _handled(table, torn, Condition.VERIFIED, "surplus joker torn and boxed", move.by, clauses)


@upholds("spread", "joker")
def spread(table: TableNow[PackRules], move: SpreadDeck) -> Done:
    """The deck is spread face up, to be looked at by whoever comes first."""
    rules = table.rules
    clauses = _each(table, rules.spread)
    deck = _deck(table, move.deck, clauses, Condition.VERIFIED)
    if deck.jokers != rules.jokers:
        raise RuleViolation(
            rules.joker[0], f"deck {deck.serial} holds a surplus joker", fix="tear it and box it"
        )
    return _handled(table, deck, Condition.SPREAD, "spread face up", move.by, clauses)


@upholds("idle")
def spread_idle(table: TableNow[PackRules], move: SpreadIdle) -> Done:
    """The cards of an idle table are taken out and spread."""
    clauses = table.rules.idle
    deck = _deck(table, move.deck, clauses, *ON_THE_TABLE)
    if table.reshuffles_itself:
        raise RuleViolation(table.rules.continuous[0], "the device keeps the cards of an idle table")
    if deck.condition is not Condition.IDLE and (table.bets or not table.between_rounds):
        raise RuleViolation(
            clauses[0],
            "the table is not idle: there are wagers on the layout",
            fix="finish the round, or take the wagers down",
        )
    face = "face up" if move.face_up else "face down"
    return _handled(table, deck, Condition.SPREAD, f"spread {face} at an idle table", move.by, clauses)


@upholds("idle_over", "spread")
def show(table: TableNow[PackRules], move: ShowSpread) -> Done:
    """The first player to come has seen the spread."""
    deck = table.kit.deck(move.deck)
    idle = deck is not None and deck.mixed is not Mixed.NOBODY
    clauses = table.rules.idle_over if idle else table.rules.spread
    deck = _deck(table, move.deck, clauses, Condition.SPREAD)
    if not table.seats:
        raise RuleViolation(clauses[0], "no player is at the table to look at the cards")
    return _handled(table, deck, Condition.SHOWN, "seen by the first player", move.by, clauses)


@upholds("washed")
def wash(table: TableNow[PackRules], move: WashDeck) -> Done:
    """The cards are turned face down and mixed."""
    clauses = table.rules.washed
    deck = _deck(table, move.deck, clauses, Condition.SHOWN)
    return _handled(table, deck, Condition.STACKED, "turned face down, washed and stacked", move.by, clauses)


# Shuffle and cut.


@upholds("shuffled", "shuffle_due")
def shuffle(table: TableNow[PackRules], move: ShuffleDeck) -> Done:
    """The deck is shuffled, by hand or by the device."""
    rules = table.rules
    deck = _deck(table, move.deck, rules.shuffle_due, *rules.shuffled_from)
    if move.device:
        return _shuffle_by_device(table, move, deck)
    _check_marked(table, Device.SHUFFLER)
    if move.counted:
        raise RuleViolation(rules.shuffled[0], "only a counting shuffler tells a count")
    if (table.decks_in_rotation > 1 and rules.two_need_shuffler) or table.reshuffles_itself:
        clauses = rules.continuous if table.reshuffles_itself else rules.two_decks
        raise RuleViolation(
            clauses[0], "this table is played with its shuffler", fix="shuffle with the device"
        )
    mixed = msgspec.structs.replace(deck, mixed=Mixed.HAND)
    clauses = (*rules.shuffled, *rules.cut_required)
    return _handled(table, mixed, Condition.SHUFFLED, "shuffled by hand into one stack", move.by, clauses)


@upholds("wrong_count", "feeds_shoe", "continuous", "shuffle_ways")
def _shuffle_by_device(table: TableNow[PackRules], move: ShuffleDeck, deck: Deck) -> Done:
    rules = table.rules
    if table.kit.shuffler is not DeviceStatus.IN_SERVICE:
        ways = rules.shuffle_ways or rules.shuffled
        raise RuleViolation(ways[0], "no shuffler is in service here", fix="shuffle by hand")
    counting = rules.device_counts(table.choices)
    if counting != bool(move.counted):
        said = "the device's count is not told" if counting else "this device does not count"
        raise RuleViolation((rules.wrong_count or rules.shuffled)[0], said)
    if counting and move.counted != rules.whole(deck):
        reason = f"the shuffler counted {move.counted} cards"
        removed = DeckRemoved(deck=deck.serial, reason=reason, **cited(rules.wrong_count))
        return Done(table.kit.without(deck.serial), (removed,))
    mixed = msgspec.structs.replace(deck, mixed=Mixed.DEVICE, rounds=0 if counting else deck.rounds)
    clauses = (*rules.shuffled, *rules.no_cut)
    if table.reshuffles_itself:
        _check_way_of_dealing(table, mixed)
        return _handled(
            table, mixed, Condition.LOADED, "reshuffled by the device", move.by, (*rules.continuous, *clauses)
        )
    if table.choices.feeds_shoe and table.decks_in_rotation == 1 and not table.cut_is_due(mixed):
        _check_way_of_dealing(table, mixed)
        return _handled(
            table,
            mixed,
            Condition.LOADED,
            "shuffled by the device into the shoe",
            move.by,
            (*rules.feeds_shoe, *clauses),
        )
    return _handled(
        table, mixed, Condition.SHUFFLED, "shuffled by the device into one stack", move.by, clauses
    )


@upholds("cut")
def cut(table: TableNow[PackRules], move: CutDeck) -> Done:
    """The deck is cut, as deep as the rules ask."""
    rules = table.rules
    deck = _deck(table, move.deck, rules.cut, Condition.SHUFFLED)
    if not table.cut_is_due(deck):
        raise RuleViolation(rules.no_cut[0], f"deck {deck.serial} was shuffled by the device and is not cut")
    if not rules.least_cut <= move.depth < rules.size:
        raise RuleViolation(
            rules.cut[0],
            f"a cut {move.depth} cards deep",
            fix=f"cut at least {rules.least_cut} cards from the top and within the deck",
        )
    return _handled(table, deck, Condition.CUT, f"cut {move.depth} cards deep", move.by, rules.cut)


@upholds("recut")
def recut(table: TableNow[PackRules], move: OrderRecut) -> Done:
    """A floorperson has the deck cut once more."""
    rules = table.rules
    deck = _deck(table, move.deck, rules.recut, Condition.CUT, Condition.LOADED)
    if not table.cut_is_due(deck):
        raise RuleViolation(rules.no_cut[0], f"deck {deck.serial} was not cut")
    return _handled(table, deck, Condition.SHUFFLED, "recut ordered", move.by, rules.recut)


@upholds("shuffle_ordered")
def order_shuffle(table: TableNow[PackRules], move: OrderShuffle) -> Done:
    """A floorperson has the deck shuffled once more."""
    clauses = table.rules.shuffle_ordered
    deck = _deck(table, move.deck, clauses, Condition.SHUFFLED, Condition.CUT, Condition.LOADED)
    return _handled(table, deck, Condition.STACKED, "shuffle ordered", move.by, clauses)


@upholds("load", "cut_loaded")
def load(table: TableNow[PackRules], move: LoadDeck) -> Done:
    """The deck goes where it is dealt from."""
    rules, kit = table.rules, table.kit
    clauses = rules.load(kit.dealing)
    deck = _deck(table, move.deck, clauses, Condition.SHUFFLED, Condition.CUT)
    if deck.condition is Condition.SHUFFLED and table.cut_is_due(deck):
        raise RuleViolation(rules.cut_required[0], f"deck {deck.serial} has not been cut", fix="cut the deck")
    clauses = (*clauses, *check_ready(table, deck))
    if deck.condition is Condition.CUT:
        clauses = (*clauses, *rules.cut_loaded)
    done = "taken in the dealer's hand" if kit.dealing is Dealing.HAND else "put in the shoe"
    return _handled(table, deck, Condition.LOADED, done, move.by, clauses)


def check_ready(table: TableNow[PackRules], deck: Deck) -> Clauses:
    """Refuse to deal from this deck as decks and devices stand; returns what a rotation of two fulfils."""
    _check_way_of_dealing(table, deck)
    if table.decks_in_rotation > 1:
        return _check_rotation(table, deck)
    if len(table.kit.decks) > 1:
        raise RuleViolation(
            table.rules.two_decks[0],
            "two decks are at the table without a shuffler in service",
            fix="remove one",
        )
    return ()


@upholds("hand_needs_shuffler", "marked")
def _check_way_of_dealing(table: TableNow[PackRules], deck: Deck) -> None:
    """Refuse a way of dealing whose device is not there, or a hand deal of cards that no device shuffled."""
    rules, kit = table.rules, table.kit
    _check_marked(table, Device.SHUFFLER)
    _check_marked(table, Device.AUTOMATED_SHOE)
    if rules.hand_needs_shuffler and kit.dealing is Dealing.HAND and deck.mixed is not Mixed.DEVICE:
        raise RuleViolation(
            rules.hand_needs_shuffler[0],
            f"deck {deck.serial} was not shuffled by a device and may not be dealt from the hand",
        )
    if kit.dealing is Dealing.AUTOMATED_SHOE and kit.automated_shoe is not DeviceStatus.IN_SERVICE:
        raise RuleViolation(
            rules.marked[0], "the automated shoe is out of order", fix="change the way of dealing"
        )


@upholds("one_in_shuffler", "alternate", "one_in_rack")
def _check_rotation(table: TableNow[PackRules], deck: Deck) -> Clauses:
    """Two decks take turns, one played while the other waits, shuffled in the device where the chapter wants one."""
    rules, kit = table.rules, table.kit
    other = next((each for each in kit.decks if each.serial != deck.serial), None)
    if other is None:
        raise RuleViolation(rules.one_in_shuffler[0], "the second deck is missing", fix="bring a second deck")
    if rules.double_shoe:
        _check_other_side(rules, deck, other)
        return rules.double_shoe
    waits_in_device = rules.two_need_shuffler
    if other.condition is Condition.LOADED or (waits_in_device and other.condition is Condition.USED):
        raise RuleViolation(
            rules.one_in_rack[0],
            f"the cards of deck {other.serial} are still in the {'rack' if other.condition is Condition.USED else 'shoe'}",
        )
    if waits_in_device and other.condition is not Condition.SHUFFLED:
        raise RuleViolation(
            rules.one_in_shuffler[0], f"deck {other.serial} does not wait shuffled in the device"
        )
    if kit.last == deck.serial:
        raise RuleViolation(
            rules.alternate[0], f"deck {deck.serial} was played last round", fix="load the other deck"
        )
    return (*rules.one_in_shuffler, *rules.alternate, *rules.one_in_rack)


@upholds("double_shoe")
def _check_other_side(rules: PackRules, deck: Deck, other: Deck) -> None:
    """Refuse to deal from one side of a double shoe before the other is filled as well."""
    if deck.condition is Condition.LOADED and other.condition is not Condition.ACROSS:
        raise RuleViolation(
            rules.double_shoe[0],
            f"batch {other.serial} is not in its side of the shoe",
            fix="shuffle, cut and cover it, and fill that side",
        )


@upholds("lives")
def remove(table: TableNow[PackRules], move: RemoveDeck) -> Done:
    """The deck leaves the table."""
    clauses = table.rules.lives
    _check_before_the_deal(table, clauses)
    deck = _deck(table, move.deck, clauses, *Condition)
    removed = DeckRemoved(deck=deck.serial, reason="replaced", **cited(clauses))
    return Done(table.kit.without(deck.serial), (removed,))


# Devices.

SHUFFLER_FAULT = "shuffler-fault"
SHUFFLER_UNUSABLE = "shuffler-unusable"
SHOE_UNUSABLE = "automated-shoe-unusable"
FAULTS = (SHUFFLER_FAULT, SHUFFLER_UNUSABLE, SHOE_UNUSABLE)


@upholds("shuffler_fault")
def fault(kit: Kit, irregularity: str, choices: CardChoices) -> Kit:
    """The kit after a device failed: what the shuffler held, or fed into the shoe, is to be shuffled again."""
    if irregularity == SHOE_UNUSABLE:
        return kit.with_status(Device.AUTOMATED_SHOE, DeviceStatus.FAILED)
    if irregularity == SHUFFLER_UNUSABLE:
        kit = kit.with_status(Device.SHUFFLER, DeviceStatus.FAILED)
    fed = choices.feeds_shoe or choices.shuffler is Shuffler.CONTINUOUS
    for deck in kit.within(Condition.SHUFFLED, *((Condition.LOADED,) if fed else ())):
        if deck.mixed is Mixed.DEVICE:
            kit = kit.with_deck(msgspec.structs.replace(deck, condition=Condition.STACKED))
    return kit


@upholds("marked")
def mark(table: TableNow[PackRules], move: MarkOutOfOrder) -> Done:
    """A device that failed is covered or signed, so that nobody uses it."""
    clauses = table.rules.marked
    if table.kit.status(move.device) is not DeviceStatus.FAILED:
        raise RuleViolation(clauses[0], f"the {called(move.device)} has not failed")
    marked = DeviceMarked(device=move.device, how=move.how, **cited(clauses))
    return Done(table.kit.with_status(move.device, DeviceStatus.OUT_OF_ORDER), (marked,))


def restore(table: TableNow[PackRules], move: RestoreDevice) -> Done:
    """A device that was out of order is back in service."""
    clauses = table.rules.marked
    _check_before_the_deal(table, clauses)
    if table.kit.status(move.device) not in NOT_IN_SERVICE:
        raise RuleViolation(clauses[0], f"the {called(move.device)} is not out of order")
    restored = DeviceRestored(device=move.device, clause=clauses[0].id)
    return Done(table.kit.with_status(move.device, DeviceStatus.IN_SERVICE), (restored,))


def change_dealing(table: TableNow[PackRules], move: ChangeDealing) -> Done:
    """The cards are dealt from elsewhere, because a device failed or is back."""
    rules, kit = table.rules, table.kit
    clauses = rules.marked
    _check_before_the_deal(table, clauses)
    if move.dealing is kit.dealing:
        raise RuleViolation(clauses[0], f"the cards are dealt so: {move.dealing}")
    _check_marked(table, Device.SHUFFLER)
    _check_marked(table, Device.AUTOMATED_SHOE)
    if move.dealing is Dealing.HAND and kit.shuffler is not DeviceStatus.IN_SERVICE:
        raise RuleViolation(rules.hand_needs_shuffler[0], "dealing from the hand needs a shuffler in service")
    if move.dealing is Dealing.AUTOMATED_SHOE and kit.automated_shoe is not DeviceStatus.IN_SERVICE:
        raise RuleViolation(clauses[0], "no automated shoe is in service here")
    if move.dealing is not table.choices.dealing and not lacks_its_device(kit):
        raise RuleViolation(
            clauses[0], f"the Rules Submission names {kit.dealing} and nothing is out of order"
        )
    for deck in kit.within(Condition.LOADED):
        back = Condition.CUT if table.cut_is_due(deck) else Condition.SHUFFLED
        kit = kit.with_deck(msgspec.structs.replace(deck, condition=back))
    changed = DealingChanged(dealing=move.dealing, clause=clauses[0].id)
    return Done(msgspec.structs.replace(kit, dealing=move.dealing), (changed,))


def lacks_its_device(kit: Kit) -> bool:
    """Whether the way of dealing in use lacks its device."""
    device = kit.automated_shoe if kit.dealing is Dealing.AUTOMATED_SHOE else kit.shuffler
    return kit.dealing is not Dealing.MANUAL_SHOE and device is not DeviceStatus.IN_SERVICE


def called(device: Device) -> str:
    """A device as people call it."""
    return device.replace("-", " ")


def _check_marked(table: TableNow[PackRules], device: Device) -> None:
    if table.kit.status(device) is DeviceStatus.FAILED:
        raise RuleViolation(
            table.rules.marked[0],
            f"the {called(device)} has failed and is neither covered nor signed out of order",
            fix="cover it or sign it out of order",
        )


# What rounds do to the decks.


def dealt_from(kit: Kit) -> Kit:
    """The kit once a round is dealt from the deck that stands ready."""
    for deck in kit.within(Condition.LOADED):
        kit = kit.with_deck(msgspec.structs.replace(deck, condition=Condition.IN_PLAY))
    return kit


def used(kit: Kit) -> Kit:
    """The kit once the cards of a round are in the rack."""
    deck = kit.in_play
    if deck is None:
        return kit
    kit = kit.with_deck(msgspec.structs.replace(deck, condition=Condition.USED))
    return msgspec.structs.replace(kit, last=deck.serial)


@upholds("idle")
def idle(kit: Kit, choices: CardChoices) -> Kit:
    """The kit of a table that all players have left: its cards are to be spread, unless a device keeps them."""
    if choices.shuffler is Shuffler.CONTINUOUS and kit.shuffler is DeviceStatus.IN_SERVICE:
        return kit
    for deck in kit.within(*ON_THE_TABLE):
        kit = kit.with_deck(msgspec.structs.replace(deck, condition=Condition.IDLE))
    return kit


def ready(kit: Kit, rules: PackRules, choices: CardChoices) -> Kit:
    """The kit with new decks shuffled, the first of them ready to be dealt."""
    device = choices.shuffler is not Shuffler.NONE
    decks = tuple(
        Deck(
            serial=f"deck {number + 1}",
            back=tuple(Back)[number],
            jokers=rules.jokers,
            condition=Condition.SHUFFLED if number else Condition.LOADED,
            mixed=Mixed.DEVICE if device else Mixed.HAND,
        )
        for number in range(choices.decks)
    )
    return msgspec.structs.replace(kit, decks=decks)


# What the steps share.


def _deck(table: TableNow[PackRules], serial: str, clauses: Clauses, *conditions: Condition) -> Deck:
    """The deck, in one of the conditions that the step asks for, and not in the middle of a deal."""
    deck = table.kit.deck(serial)
    if deck is None:
        raise RuleViolation(clauses[0], f"deck {serial} is not at the table")
    if deck.condition not in conditions:
        wanted = " or ".join(condition.in_words for condition in conditions)
        raise RuleViolation(
            clauses[0],
            f"deck {serial} is {deck.condition.in_words}",
            fix=f"this step is for a deck that is {wanted}",
        )
    return deck


@upholds("each_deck")
def _each(table: TableNow[PackRules], clauses: Clauses) -> Clauses:
    """With two decks each goes through the opening steps by itself."""
    return (*clauses, *table.rules.each_deck) if table.choices.decks > 1 else clauses


def _check_before_the_deal(table: TableNow[PackRules], clauses: Clauses) -> None:
    if not table.before_the_deal:
        raise RuleViolation(clauses[0], "cards are out for a round", fix="finish the round first")


def _handled(
    table: TableNow[PackRules], deck: Deck, condition: Condition, done: str, by: Role, clauses: Clauses
) -> Done:
    kit = table.kit.with_deck(msgspec.structs.replace(deck, condition=condition))
    return Done(kit, (DeckHandled(deck=deck.serial, done=done, by=by, **cited(clauses)),))
