"""People: departments, positions and their ladders, and who holds which position when."""

from datetime import date
from enum import StrEnum

import msgspec


class Department(StrEnum):
    """A department of the property, or the regulator's staff on site."""

    TABLE_GAMES = "table games"
    FINANCE = "finance"
    MARKETING = "marketing"
    SECURITY = "security"
    SURVEILLANCE = "surveillance"
    INTERNAL_AUDIT = "internal audit"
    INFORMATION_TECHNOLOGY = "information technology"
    CASINO_COMPLIANCE = "casino compliance"


class Position(StrEnum):
    """What somebody is employed as; every position belongs to one department."""

    DEALER = "dealer"
    BOXPERSON = "boxperson"
    FLOORPERSON = "floorperson"
    PIT_MANAGER = "pit manager"
    ASSISTANT_SHIFT_MANAGER = "assistant table games shift manager"
    SHIFT_MANAGER = "table games shift manager"
    DIRECTOR_OF_TABLE_GAMES = "director of table games"
    FINANCE_CLERK = "finance clerk"
    FINANCE_SUPERVISOR = "finance supervisor"
    DIRECTOR_OF_FINANCE = "director of finance"
    MARKETING_REPRESENTATIVE = "marketing representative"
    MARKETING_SUPERVISOR = "marketing supervisor"
    DIRECTOR_OF_MARKETING = "director of marketing"
    SECURITY_OFFICER = "security officer"
    SECURITY_SUPERVISOR = "security supervisor"
    SURVEILLANCE_OPERATOR = "surveillance operator"
    SURVEILLANCE_SUPERVISOR = "surveillance supervisor"
    AUDITOR = "internal auditor"
    DIRECTOR_OF_AUDIT = "director of internal audit"
    SYSTEMS_ADMINISTRATOR = "systems administrator"
    DIRECTOR_OF_SYSTEMS = "director of information technology"
    COMPLIANCE_REPRESENTATIVE = "casino compliance representative"
    COMPLIANCE_SUPERVISOR = "casino compliance supervisor"


# From the lowest position upwards; the law's "or above" walks a ladder, and no ladder leads into another department.
LADDERS = {
    Department.TABLE_GAMES: (
        Position.DEALER,
        Position.BOXPERSON,
        Position.FLOORPERSON,
        Position.PIT_MANAGER,
        Position.ASSISTANT_SHIFT_MANAGER,
        Position.SHIFT_MANAGER,
        Position.DIRECTOR_OF_TABLE_GAMES,
    ),
    Department.FINANCE: (
        Position.FINANCE_CLERK,
        Position.FINANCE_SUPERVISOR,
        Position.DIRECTOR_OF_FINANCE,
    ),
    Department.MARKETING: (
        Position.MARKETING_REPRESENTATIVE,
        Position.MARKETING_SUPERVISOR,
        Position.DIRECTOR_OF_MARKETING,
    ),
    Department.SECURITY: (Position.SECURITY_OFFICER, Position.SECURITY_SUPERVISOR),
    Department.SURVEILLANCE: (Position.SURVEILLANCE_OPERATOR, Position.SURVEILLANCE_SUPERVISOR),
    Department.INTERNAL_AUDIT: (Position.AUDITOR, Position.DIRECTOR_OF_AUDIT),
    Department.INFORMATION_TECHNOLOGY: (Position.SYSTEMS_ADMINISTRATOR, Position.DIRECTOR_OF_SYSTEMS),
    Department.CASINO_COMPLIANCE: (
        Position.COMPLIANCE_REPRESENTATIVE,
        Position.COMPLIANCE_SUPERVISOR,
    ),
}
_DEPARTMENTS = {position: department for department, ladder in LADDERS.items() for position in ladder}


def department_of(position: Position) -> Department:
    """The department that a position belongs to."""
    return _DEPARTMENTS[position]


def or_above(position: Position) -> tuple[Position, ...]:
    """The position and every one above it in its department."""
    ladder = LADDERS[department_of(position)]
    return ladder[ladder.index(position) :]


class Posting(msgspec.Struct, frozen=True, kw_only=True):
    """A position that a person holds from a day until the day before another; `person` never changes, credentials may."""

    person: str
    credential: str
    name: str
    position: Position
    since: date
    until: date | None = None

    @property
    def department(self) -> Department:
        """Where the person works under this posting."""
        return department_of(self.position)

    def covers(self, day: date) -> bool:
        """Whether the posting holds on a day."""
        return self.since <= day and (self.until is None or day < self.until)
