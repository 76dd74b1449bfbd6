"""Decks at a table: what each has been through, from the box to the shoe, and the devices that shuffle and deal.

A chapter gives its clauses and numbers as `CardRules`, or as `ShoeRules` where a shoe outlives the round; what both
ask of cards stands in `PackRules`, and the steps are the same at every card table.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from houseway.equipment.cards import FIFTY_TWO
from houseway.equipment.life import Life
from houseway.law import Clause, RuleViolation
from houseway.law.upholding import upholds as upholds

# The clause that governs, and others that the same act fulfils.
Clauses = tuple[Clause, ...]


class Dealing(StrEnum):
    """How the cards come to the players."""

    MANUAL_SHOE = "manual-shoe"
    HAND = "hand"
    AUTOMATED_SHOE = "automated-shoe"


class Shuffler(StrEnum):
    """What shuffles the cards: the dealer's hands, or a device and what it can do."""

    NONE = "none"
    AUTOMATED = "automated"
    COUNTING = "counting"  # also counts the deck after each shuffle
    CONTINUOUS = "continuous"  # reshuffles and counts by itself, approved as such


class Device(StrEnum):
    """A device that can fail."""

    SHUFFLER = "shuffler"
    AUTOMATED_SHOE = "automated-shoe"


class DeviceStatus(StrEnum):
    """Whether a device may be used."""

    ABSENT = "absent"
    IN_SERVICE = "in-service"
    FAILED = "failed"
    OUT_OF_ORDER = "out-of-order"  # covered or signed, so that another method may be used


class Condition(StrEnum):
    """What a deck at the table has been through, in the order of the law."""

    BROUGHT = "brought"
    INSPECTED = "inspected"
    VERIFIED = "verified"
    SPREAD = "spread"
    SHOWN = "shown"
    STACKED = "stacked"
    SHUFFLED = "shuffled"
    CUT = "cut"
    LOADED = "loaded"
    ACROSS = "across"  # in the side of a double shoe that does not give the next round
    IN_PLAY = "in-play"
    USED = "used"
    IDLE = "idle"  # every player has left: the cards are to be taken out and spread

    @property
    def in_words(self) -> str:
        """What one says that such a deck is."""
        return self.value.replace("-", " ")


class Mixed(StrEnum):
    """Who shuffled a deck last."""

    NOBODY = ""
    HAND = "hand"
    DEVICE = "device"
    PRESHUFFLED = "preshuffled"


class Back(StrEnum):
    """The colour of a deck's backs, by which two decks are told apart."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    BLACK = "black"
    PURPLE = "purple"
    ORANGE = "orange"


class Deck(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A deck at the table; `rounds` are those dealt since its cards were last counted."""

    serial: str
    back: Back
    jokers: int = 0
    condition: Condition = Condition.BROUGHT
    mixed: Mixed = Mixed.NOBODY
    rounds: int = 0
    by_hand: bool = False


class Kit(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The decks and devices of a card table.

    `last` is the deck that the last round was dealt from, `rounds` are those since the last count of a stub.
    """

    dealing: Dealing = Dealing.MANUAL_SHOE
    shuffler: DeviceStatus = DeviceStatus.ABSENT
    automated_shoe: DeviceStatus = DeviceStatus.ABSENT
    decks: tuple[Deck, ...] = ()
    last: str = ""
    rounds: int = 0

    def deck(self, serial: str) -> Deck | None:
        """The deck of that serial number, if it is at the table."""
        return next((deck for deck in self.decks if deck.serial == serial), None)

    def within(self, *conditions: Condition) -> tuple[Deck, ...]:
        """The decks in any of these conditions."""
        return tuple([deck for deck in self.decks if deck.condition in conditions])

    @property
    def in_play(self) -> Deck | None:
        """The deck in the shoe, in the dealer's hand or on the table."""
        for deck in self.decks:
            if deck.condition is Condition.LOADED or deck.condition is Condition.IN_PLAY:
                return deck
        return None

    def with_deck(self, changed: Deck) -> "Kit":
        """The kit with this deck in the place of the one of the same number."""
        decks = tuple([changed if deck.serial == changed.serial else deck for deck in self.decks])
        return msgspec.structs.replace(self, decks=decks)

    def without(self, serial: str) -> "Kit":
        """The kit without a deck that left the table."""
        return msgspec.structs.replace(
            self, decks=tuple(deck for deck in self.decks if deck.serial != serial)
        )

    def status(self, device: Device) -> DeviceStatus:
        """The status of a device."""
        return self.shuffler if device is Device.SHUFFLER else self.automated_shoe

    def with_status(self, device: Device, status: DeviceStatus) -> "Kit":
        """The kit with a device in another status."""
        if device is Device.SHUFFLER:
            return msgspec.structs.replace(self, shuffler=status)
        return msgspec.structs.replace(self, automated_shoe=status)


class CardChoices(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator chose of cards and devices; `feeds_shoe` when the shuffler fills the shoe itself."""

    dealing: Dealing = Dealing.MANUAL_SHOE
    shuffler: Shuffler = Shuffler.NONE
    decks: int = 1
    feeds_shoe: bool = False
    adjacent_areas: int = 1
    cut_preshuffled: bool = True

    def kit(self) -> Kit:
        """The devices as they stand at a table without cards."""
        return Kit(
            dealing=self.dealing,
            shuffler=_present(self.shuffler is not Shuffler.NONE),
            automated_shoe=_present(self.dealing is Dealing.AUTOMATED_SHOE),
        )


def _present(present: bool) -> DeviceStatus:
    return DeviceStatus.IN_SERVICE if present else DeviceStatus.ABSENT


@dataclass(frozen=True, slots=True)
class MethodRules:
    """What a chapter says of one way of dealing; `deal_first`, `deal_next` and `deal_dealer` are the order of the cards."""

    load: Clauses
    no_more_bets: Clauses
    deal_first: Clauses
    deal_next: Clauses
    deal_dealer: Clauses
    stub_away: Clauses
    count_due: Clauses
    count_good: Clauses
    count_off: Clauses
    misdealt: Clauses
    not_misdealt: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRules(ABC):
    """A chapter's demands on cards however they are dealt: how they are opened, shuffled, cut, used and kept.

    Where a shoe is dealt, "deck" in a name here is its batch: two of them take turns as two decks do.
    """

    # One deck (in codes), and the two decks or batches that take turns.
    deck: tuple[str, ...]
    two_decks: Clauses
    backs_differ: Clauses
    one_in_shuffler: Clauses
    alternate: Clauses
    one_in_rack: Clauses
    life_from_shoe: Life
    lives: Clauses
    # Opening a deck.
    inspected: Clauses
    verified: Clauses
    spread: Clauses
    washed: Clauses
    each_deck: Clauses
    preshuffled: Clauses
    # Shuffle and cut.
    shuffle_due: Clauses
    shuffle_ordered: Clauses
    shuffled: Clauses
    feeds_shoe: Clauses
    cut: Clauses
    least_cut: int
    cut_loaded: Clauses
    recut: Clauses
    idle: Clauses
    idle_over: Clauses
    continuous: Clauses
    # Who plays where, and devices that fail.
    adjacent_areas: Clauses
    shuffler_fault: Clauses
    marked: Clauses
    # Only where a chapter speaks of them.
    no_cut: Clauses = ()
    cut_required: Clauses = ()
    hand_needs_shuffler: Clauses = ()
    abandoned: Clauses = ()
    jokers: int = 0
    jokers_made: int = 0
    joker: Clauses = ()
    joker_torn: Clauses = ()
    wrong_count: Clauses = ()
    shuffle_ways: Clauses = ()
    # Whether two decks take turns only while a shuffler is in service, the one of them waiting there shuffled.
    two_need_shuffler: bool = True
    # By which two batches lie in the sides of one shoe and give a round in turn, where a double shoe is dealt from.
    double_shoe: Clauses = ()
    # What a deck is shuffled from: washed and stacked, or used; where a chapter asks no more of a new one, inspected.
    shuffled_from: tuple[Condition, ...] = (Condition.STACKED, Condition.USED)

    @property
    @abstractmethod
    def composition(self) -> Clauses:
        """What the cards of a round are: one deck, or a batch of several."""

    @property
    def size(self) -> int:
        """How many cards one deck is played with."""
        return len(self.deck)

    def jokers_in(self, count: int) -> int | None:
        """How many jokers a deck of so many cards holds as it is received: with the ranks that are taken out of it, or without."""
        for plain in (self.size - self.jokers, len(FIFTY_TWO)):
            jokers = count - plain
            if self.jokers <= jokers <= max(self.jokers_made, self.jokers):
                return jokers
        return None

    def life(self, deck: Deck, dealing: Dealing) -> Life:
        """How long a deck may be used."""
        return self.life_from_shoe

    def whole(self, deck: Deck) -> int:
        """How many cards are in what is dealt from, when none is missing."""
        return self.size

    def cut_is_due(self, deck: Deck, choices: CardChoices) -> bool:
        """Whether a shuffled deck is cut before it is dealt."""
        return True

    @upholds("backs_differ", "joker")
    def check_deck(self, deck: Deck, others: Iterable[Deck]) -> None:
        """Refuse a deck that the game is not played with, or that cannot be told from the other."""
        least = self.jokers
        if not least <= deck.jokers <= max(self.jokers_made, least):
            raise RuleViolation(
                self.joker[-1] if self.joker else self.composition[0],
                f"deck {deck.serial} holds {_jokers(deck.jokers)}; the game is played with {_jokers(least)}",
            )
        for other in others:
            if other.back is deck.back:
                raise RuleViolation(
                    self.backs_differ[0],
                    f"both decks would have {deck.back} backs",
                    fix="bring a deck with backs of another colour",
                )

    @abstractmethod
    def load(self, dealing: Dealing) -> Clauses:
        """By which the stack is made ready for the deal."""

    def device_counts(self, choices: CardChoices) -> bool:
        """Whether the shuffler tells a count that the chapter asks for, also one that reshuffles itself (663-14)."""
        return bool(self.wrong_count) and choices.shuffler in (Shuffler.COUNTING, Shuffler.CONTINUOUS)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRules(PackRules):
    """A chapter's demands on a deck that is shuffled for every round: ways of dealing, the stub, what voids a round."""

    one_deck: Clauses
    life_by_hand: Life
    no_cut: Clauses
    cut_required: Clauses
    # Dealing.
    hand_needs_shuffler: Clauses
    methods: Mapping[Dealing, MethodRules]
    count_every: int
    abandoned: Clauses
    # Irregularities.
    face_up_one: Clauses
    face_up_many: Clauses
    drawn_in_error: Clauses
    wrong_number: Clauses
    shoe_fault: Clauses
    # Whether the operator may leave preshuffled decks uncut, because the chapter does not say.
    preshuffled_cut_is_open: bool = False
    # Whether the rounds between two counts of the stub run for each deck by itself.
    count_per_deck: bool = False
    # Whether a shuffler that counts spares the dealer the counting of the stub.
    counting_spares_stub: bool = True

    @property
    def composition(self) -> Clauses:
        """One deck."""
        return self.one_deck

    def load(self, dealing: Dealing) -> Clauses:
        """As the way of dealing has it."""
        return self.methods[dealing].load

    @upholds("life_by_hand", "life_from_shoe")
    def life(self, deck: Deck, dealing: Dealing) -> Life:
        """How long a deck may be used: the shorter time once it has been dealt from the hand (C-138)."""
        by_hand = deck.by_hand or dealing is Dealing.HAND
        return self.life_by_hand if by_hand else self.life_from_shoe

    @upholds("cut_required", "no_cut")
    def cut_is_due(self, deck: Deck, choices: CardChoices) -> bool:
        """A deck that no device shuffled last is cut before it is dealt (659-15, 663-13)."""
        if deck.mixed is Mixed.PRESHUFFLED:
            return choices.cut_preshuffled
        return deck.mixed is not Mixed.DEVICE

    @upholds("count_due")
    def rounds_uncounted(self, kit: Kit, deck: Deck) -> int:
        """How many rounds were dealt since the stub was last counted, as the chapter counts them (C-127)."""
        return deck.rounds if self.count_per_deck else kit.rounds


def _jokers(number: int) -> str:
    return {0: "no joker", 1: "one joker"}.get(number, f"{number} jokers")
