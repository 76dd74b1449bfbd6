"""Who staffs the tables and who signs for their cameras (465a.9(c)(2), 465a.35)."""

from houseway.backoffice.people import Department, Position
from houseway.backoffice.policy import Part, Rule, anyone_of, at_least
from houseway.backoffice.rosters.cameras import EACH_END, PLAN
from houseway.backoffice.rosters.crew import WHILE_IN_OPERATION
from houseway.backoffice.rosters.orders import (
    AssignCrew,
    AssignFloorperson,
    PlanTable,
    PutInOperation,
    RelieveCrewMember,
    RelieveFloorperson,
    RemoveTable,
    ReportCameraOut,
    SettleStaffing,
    SignOffCameras,
    TakeOutOfOperation,
)
from houseway.backoffice.rosters.spans import ONE_SPAN
from houseway.backoffice.rosters.supervision import EVERY_TABLE

_FLOOR = at_least(Position.FLOORPERSON)
_PIT = at_least(Position.PIT_MANAGER)
_SURVEILLANCE = anyone_of(Department.SURVEILLANCE)

RULES = (
    # What a table is said to be decides which crew and cameras it needs: nobody says it alone.
    Rule(
        PlanTable,
        (Part("planned", _PIT, EVERY_TABLE), Part("entered in the surveillance plan", _SURVEILLANCE, PLAN)),
    ),
    Rule(RemoveTable, (Part("planned", _PIT, EVERY_TABLE),)),
    Rule(AssignCrew, (Part("assigned", _FLOOR, WHILE_IN_OPERATION),)),
    Rule(RelieveCrewMember, (Part("assigned", _FLOOR, WHILE_IN_OPERATION),)),
    Rule(AssignFloorperson, (Part("assigned", _PIT, EVERY_TABLE),)),
    Rule(RelieveFloorperson, (Part("assigned", _PIT, EVERY_TABLE),)),
    Rule(PutInOperation, (Part("opened", _FLOOR, WHILE_IN_OPERATION),)),
    Rule(TakeOutOfOperation, (Part("closed", _FLOOR, WHILE_IN_OPERATION),)),
    Rule(SignOffCameras, (Part("confirmed", _SURVEILLANCE, EACH_END),)),
    Rule(ReportCameraOut, (Part("reported", _SURVEILLANCE, PLAN),)),
    # What the sources leave open is settled by table games, with internal audit looking on.
    Rule(
        SettleStaffing,
        (
            Part("settled", at_least(Position.DIRECTOR_OF_TABLE_GAMES), ONE_SPAN),
            Part("agreed", at_least(Position.AUDITOR), ONE_SPAN),
        ),
    ),
)
