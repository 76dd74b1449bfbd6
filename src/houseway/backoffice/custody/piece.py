"""A piece: one set of dice, deck of cards or set of tiles, and what is known of it."""

from datetime import date, datetime
from enum import IntEnum, StrEnum

import msgspec


class PieceKind(StrEnum):
    """What a piece is."""

    DICE = "dice"
    CARDS = "cards"
    TILES = "tiles"


class Alternative(IntEnum):
    """Where dice are inspected: the three ways of which an operator follows one."""

    AT_THE_TABLE = 1
    AT_THE_PIT = 2
    IN_STORAGE = 3


class Whereabouts(StrEnum):
    """Where a piece is on its way through the house."""

    STORED = "in storage"
    DRAWN = "drawn from storage"
    WITH_PIT_MANAGER = "with the pit manager"
    IN_PIT_STAND = "locked in the pit stand"
    WITH_INSPECTORS = "with the inspectors"
    AT_TABLE = "at the table"
    LOADED = "in the closed shaker"
    IN_USE = "in use"
    OUT = "out of use"
    GONE = "gone from the house"


class Condition(StrEnum):
    """What has been done to dice for fair play; `SEALED` dice are inspected and lie under an unbroken seal."""

    UNINSPECTED = "not inspected"
    INSPECTED = "inspected"
    SEALED = "sealed"


class Container(StrEnum):
    """What dice are put into."""

    CUP = "cup"
    SHAKER = "shaker"
    ENVELOPE = "envelope"
    CONTAINER = "container"


# Where a piece is when it has come to a table: from then on its time runs.
AT_A_TABLE = (Whereabouts.AT_TABLE, Whereabouts.LOADED, Whereabouts.IN_USE)


class Closure(StrEnum):
    """How a shaker or packet is closed."""

    SEAL = "seal"
    LOCK = "lock"


class Person(msgspec.Struct, frozen=True):
    """Somebody as a piece remembers them: for good, whatever becomes of their credential."""

    person: str
    name: str
    credential: str
    position: str


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """The inspection that a set of dice stands on."""

    alternative: Alternative
    at: datetime
    day: date
    inspectors: tuple[Person, ...]
    witness: Person | None = None
    # The parts that the inspectors signed; in the storage area either of two people may be the one.
    parts: tuple[str, ...] = ()


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """What dice are sealed in, and the label over it."""

    container: Container
    closed_by: Closure
    inspected_on: date
    signed_by: tuple[Person, ...]
    clause: str


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """Since when a piece is in use, and until when it may be, by which clause."""

    since: datetime
    ends: datetime
    clause: str


class Discrepancy(msgspec.Struct, frozen=True, kw_only=True):
    """Something found wrong with dice, which a Dice Discrepancy Report has to tell; `report` is its number."""

    at: datetime
    day: date
    finding: str
    table: str
    by: Person
    clause: str
    report: str = ""


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A set of dice, deck or set of tiles; `colours` has one for each die, or those of the backs.

    `imprint` is the serial number pressed into the dice themselves, by which a single reserve die belongs to a set.
    """

    serial: str
    kind: PieceKind
    game: str
    colours: tuple[str, ...]
    count: int
    imprint: str = ""
    for_locked_shaker: bool = False
    delivery: str = ""
    standing: Whereabouts = Whereabouts.STORED
    condition: Condition = Condition.UNINSPECTED
    # The way it was drawn for; none while it lies in storage.
    alternative: Alternative | None = None
    reserve: bool = False
    pit: str = ""
    table: str = ""
    # Who has it in their hands; nobody while it is locked up or lies on a table.
    holders: tuple[Person, ...] = ()
    # The two who were given dice to inspect.
    pair: tuple[Person, ...] = ()
    told_at: datetime | None = None
    inspection: Inspection | None = None
    seal: Seal | None = None
    # How a shaker was closed over them.
    closed_by: Closure | None = None
    # A seal was found damaged: inspected anew at table or pit, or never used.
    barred: bool = False
    received_at: datetime | None = None
    came_at: datetime | None = None
    clock: Clock | None = None
    was_used: bool = False
    why_out: str = ""
    out_by: str = ""
    discrepancy: Discrepancy | None = None

    @property
    def single(self) -> bool:
        """Whether it is one reserve die by itself."""
        return self.kind is PieceKind.DICE and len(self.colours) == 1

    def __str__(self) -> str:
        what = {
            PieceKind.DICE: "die" if self.single else "dice",
            PieceKind.CARDS: "deck",
            PieceKind.TILES: "tiles",
        }
        return f"{what[self.kind]} {self.serial}"
