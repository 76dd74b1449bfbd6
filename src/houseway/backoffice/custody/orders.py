"""The orders of this book: what people ask to be done with dice, cards and tiles."""

from abc import abstractmethod
from datetime import date, datetime
from enum import StrEnum
from typing import Annotated

import msgspec

from houseway.backoffice.custody.piece import Alternative, Closure, Container, PieceKind
from houseway.backoffice.orders import Order, Remark, Words
from houseway.equipment.dice import DiceGame, Instrument, known_by
from houseway.law import pa

SET_OF_FOOTBALL_DICE = pa("661a.4(a)#2")

# A serial number, table or pit as it is printed and said.
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"\S")]
Names = Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=500)]


class Into(StrEnum):
    """Where dice go when they come to a pit."""

    PIT_MANAGER = "pit manager"
    PIT_STAND = "pit stand"


class InstrumentPlace(StrEnum):
    """Where a set of the four instruments is kept."""

    CRAPS_TABLE = "craps table"
    PIT_STAND = "pit stand"
    STORAGE = "storage area"


class Occasion(StrEnum):
    """When a set is brought."""

    OPENING = "opening"
    AS_NEEDED = "as needed"


class Suspicion(StrEnum):
    """What about dice may make a game unfair."""

    TAMPERING = "tampering"
    FLAW = "flaw"
    DEFECT = "defect"


class SealFault(StrEnum):
    """What may be wrong with a seal, an envelope or a container."""

    DAMAGED = "damaged"
    BROKEN = "broken"
    TAMPERED = "tampered"


class Reason(StrEnum):
    """Why a piece comes out of use though nothing is suspected."""

    TIME_UP = "time up"
    TABLE_CLOSED = "table closed"
    DIE_LOST = "die lost"
    CHANGED = "changed"


class InspectedBy(StrEnum):
    """Who inspects dice in the storage area, of the two who may."""

    FLOOR_SUPERVISOR = "floor supervisor"
    SHIFT_MANAGER = "shift manager"
    BOTH = "both"

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that the inspectors sign."""
        both = (InspectedBy.SHIFT_MANAGER.value, InspectedBy.FLOOR_SUPERVISOR.value)
        return both if self is InspectedBy.BOTH else (self.value,)


class Lack(StrEnum):
    """Why a single die takes the place of one in a set."""

    MISSING = "missing"  # the packet held one too few before anybody played
    REJECTED = "rejected"
    LOST_IN_PLAY = "lost in play"


class Disposal(StrEnum):
    """How a piece leaves the house."""

    DESTROYED = "destroyed"
    RETURNED = "returned to the supplier"
    GIVEN_TO_THE_BOARD = "given to the Board"


def matter_of(serial: str) -> str:
    """What an order about a piece is about."""
    return f"piece/{known_by(serial)}"


class AboutOne(Order, frozen=True, kw_only=True):
    """An order about one piece."""

    serial: Name

    def matters(self) -> tuple[str, ...]:
        """The piece."""
        return (matter_of(self.serial),)


class AboutMany(Order, frozen=True, kw_only=True):
    """An order about several pieces at once."""

    serials: Names

    def __post_init__(self) -> None:
        if len({known_by(serial) for serial in self.serials}) < len(self.serials):
            raise ValueError("each piece is named once")

    def matters(self) -> tuple[str, ...]:
        """The pieces."""
        return tuple(matter_of(serial) for serial in self.serials)


class DiceStep:
    """A step of dice on their way to a table: for which alternative and game it is, and in which variant."""

    __slots__ = ()

    game: DiceGame

    @property
    @abstractmethod
    def alternative(self) -> Alternative:
        """The alternative that the step belongs to, where only one has it; else the order says."""

    @property
    def variant(self) -> tuple[str, ...]:
        """What tells apart the steps of the same name, alternative and game."""
        return ()


def _out_of_reserve(alternative: Alternative, sealed: bool) -> tuple[str, ...]:
    return ("sealed reserve",) if sealed and alternative is Alternative.AT_THE_PIT else ()


# What the house decides.


class ChooseAlternative(Order, frozen=True, kw_only=True):
    """The operator follows this alternative from a gaming day on, with the choices that open readings leave."""

    alternative: Alternative
    since: date
    # Reading C-11: until the Board confirms a whole set, the operator may go by the printed number.
    football_dice_per_seal: int = SET_OF_FOOTBALL_DICE.integer("set_size")
    # Reading C-13: whether the Board lets Pai Gow Poker dice be inspected in storage.
    pai_gow_poker_in_storage: bool = True
    # Purpose-made dice locked in an automated Sic Bo shaker may be changed monthly.
    sic_bo_monthly: bool = False


class KeepInstruments(Order, frozen=True, kw_only=True):
    """A set of the four instruments is kept at a place, on hand for the Board's people."""

    alternative: Alternative
    place: InstrumentPlace
    # The table or the pit; the storage area needs no name.
    where: Annotated[str, msgspec.Meta(max_length=40)] = ""
    instruments: tuple[Instrument, ...]
    locked: bool = False


# Storage.


class NewPiece(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set, packet or deck as it was delivered; `imprint` is what is pressed into dice, if it is not the serial."""

    serial: Name
    kind: PieceKind
    game: Name
    colours: tuple[Name, ...]
    count: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    imprint: Annotated[str, msgspec.Meta(max_length=40)] = ""
    for_locked_shaker: bool = False


class ReceivePieces(Order, frozen=True, kw_only=True):
    """A delivery is unloaded, its boxes are checked, and it is locked away under two keys."""

    delivery: Name
    supplier: Words
    pieces: Annotated[tuple[NewPiece, ...], msgspec.Meta(min_length=1, max_length=500)]
    seals_intact: bool
    # Boxes without sound seals are opened and looked through at once.
    examined: bool = False
    remark: Remark = ""

    def matters(self) -> tuple[str, ...]:
        """The delivery and its pieces."""
        return (f"delivery/{self.delivery}", *(matter_of(piece.serial) for piece in self.pieces))


class StoreAgain(AboutMany, frozen=True, kw_only=True):
    """Pieces go back into storage; tiles that were played with only after an inspection found them sound."""

    found_sound: bool = False


class DisposeOf(AboutMany, frozen=True, kw_only=True):
    """Pieces that are out of use leave the house for good."""

    how: Disposal
    remark: Remark = ""


# Dice on their way to a table.


class TellSurveillance(AboutMany, DiceStep, frozen=True, kw_only=True):
    """The surveillance department is told that these dice are about to be inspected in the storage area."""

    game: DiceGame

    @property
    def alternative(self) -> Alternative:
        """The one that inspects in the storage area."""
        return Alternative.IN_STORAGE


class InspectDice(AboutOne, DiceStep, frozen=True, kw_only=True):
    """A set is inspected; `again` when it comes out of the reserve, `inspected_by` where either of two may do it."""

    alternative: Alternative
    game: DiceGame
    instruments: tuple[Instrument, ...]
    flat_surface: bool
    seen_by_surveillance: bool
    # By whoever stands near the table or the pit stand.
    seen_from_around: bool = False
    table: Annotated[str, msgspec.Meta(max_length=40)] = ""
    again: bool = False
    inspected_by: InspectedBy = InspectedBy.FLOOR_SUPERVISOR
    sound: bool = True
    finding: Remark = ""

    @property
    def variant(self) -> tuple[str, ...]:
        """Whether dice of the pit's reserve are inspected anew."""
        return ("again",) if self.again and self.alternative is Alternative.AT_THE_PIT else ()


class SealDice(AboutOne, DiceStep, frozen=True, kw_only=True):
    """Inspected dice are sealed, labelled with the day of inspection and signed by those who inspected them."""

    alternative: Alternative
    game: DiceGame
    container: Container
    closed_by: Closure = Closure.SEAL
    # As counted into the packet.
    dice: int
    inspected_on: date
    single: bool = False
    # Who inspected dice in the storage area, and so signs.
    inspected_by: InspectedBy = InspectedBy.FLOOR_SUPERVISOR

    @property
    def variant(self) -> tuple[str, ...]:
        """One die or a set, and in the storage area who inspected it."""
        one = ("single",) if self.single else ()
        return (*one, self.inspected_by) if self.alternative is Alternative.IN_STORAGE else one


class DrawDice(AboutMany, DiceStep, frozen=True, kw_only=True):
    """Dice are taken out of storage."""

    alternative: Alternative
    game: DiceGame
    occasion: Occasion = Occasion.OPENING


class HandToPit(AboutMany, DiceStep, frozen=True, kw_only=True):
    """Those who drew dice give them to the pit's manager or lock them in its stand."""

    alternative: Alternative
    game: DiceGame
    pit: Name
    into: Into

    @property
    def variant(self) -> tuple[str, ...]:
        """Into whose hands, or the stand."""
        return (self.into,)


class HandToInspectors(AboutMany, DiceStep, frozen=True, kw_only=True):
    """Those who drew dice give them to the two who inspect in the pit, both assigned to such a game."""

    game: DiceGame
    pit: Name
    inspector_assigned_to: Name
    witness_assigned_to: Name

    @property
    def alternative(self) -> Alternative:
        """The one that inspects at the pit."""
        return Alternative.AT_THE_PIT


class ReserveDice(AboutMany, DiceStep, frozen=True, kw_only=True):
    """Spare dice are locked in the pit stand."""

    alternative: Alternative
    game: DiceGame
    pit: Name


class IssueSet(AboutOne, DiceStep, frozen=True, kw_only=True):
    """The pit's manager issues a set to a table."""

    alternative: Alternative
    game: DiceGame
    table: Name
    occasion: Occasion = Occasion.OPENING


class HandToTable(AboutOne, DiceStep, frozen=True, kw_only=True):
    """Whoever inspected a set at the pit gives it to the table's supervisor or dealer."""

    game: DiceGame
    table: Name

    @property
    def alternative(self) -> Alternative:
        """The one that inspects at the pit."""
        return Alternative.AT_THE_PIT


class PutInUse(AboutOne, DiceStep, frozen=True, kw_only=True):
    """Dice go into the cup or shaker; out of a packet, after a look at its seal."""

    alternative: Alternative
    game: DiceGame
    table: Name
    container: Container
    closed_by: Closure | None = None
    from_sealed_reserve: bool = False
    seal_intact: bool = False
    free_of_tampering: bool = False

    @property
    def variant(self) -> tuple[str, ...]:
        """Whether they come sealed out of a reserve."""
        return _out_of_reserve(self.alternative, self.from_sealed_reserve)


class FastenShaker(AboutOne, DiceStep, frozen=True, kw_only=True):
    """A closed Sic Bo shaker is fastened to its table."""

    alternative: Alternative
    game: DiceGame
    table: Name
    from_sealed_reserve: bool = False
    seal_intact: bool = False
    free_of_tampering: bool = False

    @property
    def variant(self) -> tuple[str, ...]:
        """Whether it comes out of a sealed reserve."""
        return _out_of_reserve(self.alternative, self.from_sealed_reserve)


class ReportSeal(AboutOne, frozen=True, kw_only=True):
    """A seal or packet was found damaged, broken or tampered with."""

    fault: SealFault
    finding: Words


class ReplaceDie(AboutOne, frozen=True, kw_only=True):
    """A single sealed die of the reserve takes the place of one in a set at a table."""

    game: DiceGame
    table: Name
    single: Name
    lack: Lack
    colour: Name
    seal_intact: bool
    free_of_tampering: bool
    finding: Remark = ""


# Cards and tiles on their way to a table; what is done with them there is the table's business.


class DrawDecks(AboutMany, frozen=True, kw_only=True):
    """Decks or tiles are taken out of storage."""


class BringToPit(AboutMany, frozen=True, kw_only=True):
    """Those who drew decks or tiles give them to the pit's manager, who locks them in the stand."""

    pit: Name


class BringToTable(AboutOne, frozen=True, kw_only=True):
    """A deck or set of tiles comes to a table; `by_hand` where it is dealt from the hand."""

    table: Name
    by_hand: bool = False


# Out of use.


class TakeOutOfUse(AboutOne, frozen=True, kw_only=True):
    """A piece comes off its table in the ordinary way."""

    reason: Reason
    remark: Remark = ""


class RetireDice(AboutOne, frozen=True, kw_only=True):
    """A table in service plays with a set no longer; `finding` says what made it unfit, if anything did."""

    table: Name
    reason: Reason = Reason.CHANGED
    finding: Remark = ""


class RemoveDice(AboutOne, frozen=True, kw_only=True):
    """Dice are taken out of use at once because something about them may be unfair."""

    suspicion: Suspicion
    finding: Words


class RemoveForBoard(AboutOne, frozen=True, kw_only=True):
    """Somebody of the Board asks that dice be taken out of use."""

    request: Words


class FileDiscrepancyReport(AboutOne, frozen=True, kw_only=True):
    """A Dice Discrepancy Report is written, signed and delivered to the Board's people."""

    discovered_at: datetime
    dealer: Words
    description: Words
