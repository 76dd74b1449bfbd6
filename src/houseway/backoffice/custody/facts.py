"""The facts of this book: what holds once an order was executed."""

from datetime import date, datetime

from houseway.backoffice.custody.orders import Disposal, InstrumentPlace, Into, NewPiece, SealFault
from houseway.backoffice.custody.piece import Alternative, Clock, Closure, Container
from houseway.backoffice.orders import Fact
from houseway.table.forms import with_defaults


class AlternativeChosen(Fact, frozen=True, kw_only=True):
    """The operator follows an alternative from a day on."""

    alternative: Alternative
    since: date
    football_dice_per_seal: int
    pai_gow_poker_in_storage: bool
    sic_bo_monthly: bool


class InstrumentsKept(Fact, frozen=True, kw_only=True):
    """A set of instruments is kept at a place."""

    # It was not kept what the order had said of the lock.
    renewals = (with_defaults(locked=False),)

    place: InstrumentPlace
    where: str
    locked: bool


class PieceFact(Fact, frozen=True, kw_only=True):
    """Something about one piece: by which alternative dice went, and further clauses that it fulfils."""

    serial: str
    alternative: Alternative | None = None
    also: tuple[str, ...] = ()


class PieceReceived(PieceFact, frozen=True, kw_only=True):
    """A piece came into the house and was locked away."""

    piece: NewPiece
    delivery: str
    supplier: str


class SurveillanceTold(PieceFact, frozen=True, kw_only=True):
    """Surveillance knows that a set is about to be inspected."""


class Inspected(PieceFact, frozen=True, kw_only=True):
    """A set was inspected at a table, in a pit or, with neither, in the storage area."""

    instruments: tuple[str, ...]
    pit: str
    table: str


class DiceInspected(Inspected, frozen=True, kw_only=True):
    """A set passed; who inspected it and who watched, by part."""

    inspectors: tuple[str, ...]
    witness: str


class DiceRejected(Inspected, frozen=True, kw_only=True):
    """A set did not pass: it is out of use."""

    finding: str


class DiceSealed(PieceFact, frozen=True, kw_only=True):
    """Inspected dice were sealed and labelled; `incomplete` when the packet cannot make a set (reading C-11)."""

    container: Container
    closed_by: Closure
    inspected_on: date
    dice: int
    # The clause that asks for the label.
    label: str
    incomplete: bool = False


class SealFoundDamaged(PieceFact, frozen=True, kw_only=True):
    """Dice may not be used until they are inspected anew."""

    fault: SealFault
    finding: str


class PieceDrawn(PieceFact, frozen=True, kw_only=True):
    """A piece was taken out of storage."""


class BroughtToPit(PieceFact, frozen=True, kw_only=True):
    """A piece came to a pit."""

    pit: str
    into: Into
    reserve: bool = False


class GivenToInspectors(PieceFact, frozen=True, kw_only=True):
    """A set is in the hands of the two who inspect it, both assigned to a game of its kind."""

    pit: str
    assigned_to: tuple[str, str]


class PutInReserve(PieceFact, frozen=True, kw_only=True):
    """A set was locked in the pit stand's reserve."""

    pit: str


class BroughtToTable(PieceFact, frozen=True, kw_only=True):
    """A piece came to a table, and its clock runs; without a clock it was recorded when that began with its use."""

    renewals = (with_defaults(clock=None),)

    table: str
    clock: Clock | None


class PutToUse(PieceFact, frozen=True, kw_only=True):
    """A piece may be played with, until its clock runs out."""

    table: str
    container: Container | None
    closed_by: Closure | None = None
    clock: Clock


class ShakerLoaded(PieceFact, frozen=True, kw_only=True):
    """Dice lie in a closed shaker that is not fastened yet."""

    table: str
    closed_by: Closure
    clock: Clock


class DieReplaced(PieceFact, frozen=True, kw_only=True):
    """A single die joined a set; `rejected` says what was wrong with the one that it replaced."""

    single: str
    colour: str
    added: bool
    rejected: str = ""


class DieSpent(PieceFact, frozen=True, kw_only=True):
    """A single die is now one of a set."""

    joined: str


class TakenOut(PieceFact, frozen=True, kw_only=True):
    """A piece is out of use; `finding` says what may be wrong with it, if anything."""

    why: str
    finding: str = ""


class ReportFiled(PieceFact, frozen=True, kw_only=True):
    """A Dice Discrepancy Report was delivered."""

    number: str
    discovered_at: datetime
    dealer: str
    description: str


class PieceStored(PieceFact, frozen=True, kw_only=True):
    """A piece is back in storage."""


class PieceGone(PieceFact, frozen=True, kw_only=True):
    """A piece has left the house."""

    how: Disposal


FACTS = (
    AlternativeChosen
    | InstrumentsKept
    | PieceReceived
    | SurveillanceTold
    | DiceInspected
    | DiceRejected
    | DiceSealed
    | SealFoundDamaged
    | PieceDrawn
    | BroughtToPit
    | GivenToInspectors
    | PutInReserve
    | BroughtToTable
    | PutToUse
    | ShakerLoaded
    | DieReplaced
    | DieSpent
    | TakenOut
    | ReportFiled
    | PieceStored
    | PieceGone
)
