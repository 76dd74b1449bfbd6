"""The demo property's staffing: its live tables on the floor plan and on camera, with crews and floorpersons (465a.9, 465a.35)."""

from houseway.backoffice.rosters.cameras import Camera, End
from houseway.backoffice.rosters.choices import CameraChoice, StaffingChoices
from houseway.backoffice.rosters.now import propose
from houseway.backoffice.rosters.orders import (
    AssignCrew,
    AssignFloorperson,
    PlanTable,
    SettleStaffing,
    SignOffCameras,
)
from houseway.backoffice.rosters.tables import OpenTable
from houseway.floor.demo_clerk import Clerk
from houseway.floor.demo_people import (
    AUDITOR,
    DEALERS,
    DIRECTOR,
    FLOORPERSON,
    FLOORPERSONS,
    PIT_MANAGER,
    SURVEILLANCE,
)
from houseway.floor.demo_tables import CAMERAS, LIVE_TABLES

_PLANNED = 20
_CAMERAS = tuple(CameraChoice(game=game, cameras=len(End), reason=why) for game, why in CAMERAS.items())


def staff_tables(clerk: Clerk) -> None:
    """Plan every live table, and staff all of them with the fewest floorpersons."""
    clerk.go_to(_PLANNED)
    settled = SettleStaffing(choices=StaffingChoices(cameras=_CAMERAS))
    clerk.give("staffing/settled", settled, DIRECTOR, AUDITOR)
    for table in LIVE_TABLES:
        form = str(table.options.get("form", ""))
        planned = PlanTable(table=OpenTable(name=table.name, game=table.game, form=form))
        clerk.give(f"plan/{table.name}", planned, PIT_MANAGER, SURVEILLANCE)
        cameras = tuple(Camera(number=f"{table.name}-{end}", end=end) for end in End)
        clerk.give(f"cameras/{table.name}", SignOffCameras(table=table.name, cameras=cameras), SURVEILLANCE)
    clerk.go_to(0)
    people = [posting.credential for posting in (*DEALERS, *FLOORPERSONS)]
    with clerk.office.desk() as desk:
        roster = propose(desk, [table.name for table in LIVE_TABLES], people)
    assert roster.lawful, [shortage.problem for shortage in roster.shortages]
    for staffed, crew in roster.crews.items():
        clerk.give(f"crew/{staffed}", AssignCrew(table=staffed, crew=crew), FLOORPERSON)
    for one in roster.supervised:
        floorperson, tables = one.assignment.floorperson, one.assignment.tables
        supervised = AssignFloorperson(floorperson=floorperson, tables=tables)
        clerk.give(f"floorperson/{floorperson}", supervised, PIT_MANAGER)
