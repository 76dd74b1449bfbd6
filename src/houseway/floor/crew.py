"""The crew: which parts at a table somebody's position lets them play, and who has business at a live table."""

from collections.abc import Iterable, Mapping

from houseway.backoffice.people import Department, Position, Posting
from houseway.backoffice.policy import SEPARATE_DUTIES, NotPermitted
from houseway.floor.table import TableInService
from houseway.table.roles import Role

_ROLES: Mapping[Position, tuple[Role, ...]] = {
    # The stick is in the hands of a dealer too.
    Position.DEALER: (Role.DEALER, Role.STICKPERSON),
    Position.BOXPERSON: (Role.BOXPERSON,),
    Position.FLOORPERSON: (Role.FLOORPERSON,),
    Position.PIT_MANAGER: (Role.PIT_MANAGER,),
    Position.ASSISTANT_SHIFT_MANAGER: (Role.SHIFT_MANAGER,),
    Position.SHIFT_MANAGER: (Role.SHIFT_MANAGER,),
    Position.DIRECTOR_OF_TABLE_GAMES: (Role.SHIFT_MANAGER,),
    Position.COMPLIANCE_REPRESENTATIVE: (Role.COMPLIANCE,),
    Position.COMPLIANCE_SUPERVISOR: (Role.COMPLIANCE,),
}


def roles_of(position: Position) -> tuple[Role, ...]:
    """The parts that somebody in a position may play at a table."""
    return _ROLES.get(position, ())


def crew_of(people: Iterable[Posting]) -> dict[str, str]:
    """For each part at a table the credential of whoever plays it: the first who may and plays no other, else the first."""
    crew: dict[str, str] = {}
    staff = sorted(people, key=lambda posting: posting.credential)
    for role in Role:
        able = [posting.credential for posting in staff if role in roles_of(posting.position)]
        free = [credential for credential in able if credential not in crew.values()]
        if able:
            crew[role.value] = (free or able)[0]
    return crew


def has_business(place: TableInService, posting: Posting, by: object) -> bool:
    """Whether somebody may make a move in that part: at a live table its crew may, and compliance what is its own."""
    if place.training or posting.department is Department.TABLE_GAMES:
        return True
    return posting.department is Department.CASINO_COMPLIANCE and by == Role.COMPLIANCE


def check_business(place: TableInService, posting: Posting, by: object) -> None:
    """Refuse a move at a live table by somebody of another department."""
    if not has_business(place, posting, by):
        raise no_business(place, posting)


def no_business(place: TableInService, posting: Posting) -> NotPermitted:
    """The refusal of whoever may only look at a live table."""
    return NotPermitted(
        SEPARATE_DUTIES,
        f"table {place.name} is live: a {posting.position} may look at it, but not move there",
        fix="have its crew make the move, or go to a training table",
    )
