"""The orders of the staffing book, and the facts that follow from them."""

from houseway.backoffice.orders import Fact, Order, Words
from houseway.backoffice.rosters.cameras import Camera
from houseway.backoffice.rosters.choices import StaffingChoices
from houseway.backoffice.rosters.crew import Crew
from houseway.backoffice.rosters.tables import Name, OpenTable


class PlanTable(Order, frozen=True, kw_only=True):
    """A table comes to the floor, or stands there otherwise from now on."""

    table: OpenTable


class RemoveTable(Order, frozen=True, kw_only=True):
    """A table leaves the floor."""

    table: Name


class AssignCrew(Order, frozen=True, kw_only=True):
    """A table has this crew from now on."""

    table: Name
    crew: Crew


class RelieveCrewMember(Order, frozen=True, kw_only=True):
    """Somebody comes to a table in the place of somebody else."""

    table: Name
    leaving: Name
    coming: Name


class AssignFloorperson(Order, frozen=True, kw_only=True):
    """A floorperson supervises these tables from now on, and no others."""

    floorperson: Name
    tables: tuple[Name, ...]
    seats_players: bool = False


class RelieveFloorperson(Order, frozen=True, kw_only=True):
    """A floorperson takes over all tables of another, and the seating of players where either of them has it."""

    leaving: Name
    coming: Name


class PutInOperation(Order, frozen=True, kw_only=True):
    """A table is to open for play."""

    table: Name


class TakeOutOfOperation(Order, frozen=True, kw_only=True):
    """A table has closed: its crew is free for others."""

    table: Name


class SignOffCameras(Order, frozen=True, kw_only=True):
    """The surveillance department confirms the cameras dedicated to a table, and which end each of them covers."""

    table: Name
    cameras: tuple[Camera, ...]


class ReportCameraOut(Order, frozen=True, kw_only=True):
    """A dedicated camera no longer shows its table."""

    camera: Name
    reason: Words


class SettleStaffing(Order, frozen=True, kw_only=True):
    """The property settles what the sources leave open."""

    choices: StaffingChoices


class TablePlanned(Fact, frozen=True, kw_only=True):
    """A table stands on the floor as described."""

    table: OpenTable


class TableRemoved(Fact, frozen=True, kw_only=True):
    """A table is no longer on the floor."""

    table: str


class CrewAssigned(Fact, frozen=True, kw_only=True):
    """A table has this crew; nobody, once it is closed."""

    table: str
    crew: Crew


class FloorpersonAssigned(Fact, frozen=True, kw_only=True):
    """A floorperson supervises these tables."""

    floorperson: str
    tables: tuple[str, ...]
    seats_players: bool


class OperationBegan(Fact, frozen=True, kw_only=True):
    """A table is in operation."""

    table: str


class OperationEnded(Fact, frozen=True, kw_only=True):
    """A table is closed."""

    table: str


class CoverageSignedOff(Fact, frozen=True, kw_only=True):
    """These cameras are dedicated to a table, confirmed by the surveillance department."""

    table: str
    cameras: tuple[Camera, ...]


class CoverageLost(Fact, frozen=True, kw_only=True):
    """A camera no longer counts for its table."""

    table: str
    camera: str
    reason: str


class StaffingSettled(Fact, frozen=True, kw_only=True):
    """The property's choices, until the next ones."""

    choices: StaffingChoices
