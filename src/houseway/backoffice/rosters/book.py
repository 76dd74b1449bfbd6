"""The staffing book: crews, floorpersons, cameras and the tables that run on them (465a.9(c)(2), 465a.35, 577.9)."""

from typing import Any

from houseway.backoffice.book import Book, Desk, Due, Form, Sheet
from houseway.backoffice.orders import Fact
from houseway.backoffice.rosters.assigning import (
    assign_crew,
    assign_floorperson,
    plan_table,
    relieve_crew_member,
    relieve_floorperson,
    remove_table,
)
from houseway.backoffice.rosters.assignments import (
    begin,
    cameras,
    end,
    keep_assignment,
    keep_choices,
    keep_coverage,
    keep_crew,
    keep_table,
    metadata,
    operation,
)
from houseway.backoffice.rosters.assignments import remove_table as forget_table
from houseway.backoffice.rosters.cameras import PLAN
from houseway.backoffice.rosters.crew import WHILE_IN_OPERATION
from houseway.backoffice.rosters.now import findings
from houseway.backoffice.rosters.opening import standards_on
from houseway.backoffice.rosters.operation import put_in_operation, take_out_of_operation
from houseway.backoffice.rosters.orders import (
    AssignCrew,
    AssignFloorperson,
    CoverageLost,
    CoverageSignedOff,
    CrewAssigned,
    FloorpersonAssigned,
    OperationBegan,
    OperationEnded,
    PlanTable,
    PutInOperation,
    RelieveCrewMember,
    RelieveFloorperson,
    RemoveTable,
    ReportCameraOut,
    SettleStaffing,
    SignOffCameras,
    StaffingSettled,
    TablePlanned,
    TableRemoved,
    TakeOutOfOperation,
)
from houseway.backoffice.rosters.papers import (
    assumed,
    coverage_days,
    coverage_paper,
    fewest_now,
    floor_now,
    roster_days,
    roster_paper,
)
from houseway.backoffice.rosters.policy import RULES
from houseway.backoffice.rosters.spans import ONE_SPAN
from houseway.backoffice.rosters.supervision import Assignment
from houseway.backoffice.rosters.surveillance import report_camera_out, sign_off_cameras
from houseway.law import clause

_DECISIONS: dict[type, Any] = {
    PlanTable: plan_table,
    RemoveTable: remove_table,
    AssignCrew: assign_crew,
    RelieveCrewMember: relieve_crew_member,
    AssignFloorperson: assign_floorperson,
    RelieveFloorperson: relieve_floorperson,
    PutInOperation: put_in_operation,
    TakeOutOfOperation: take_out_of_operation,
    SignOffCameras: sign_off_cameras,
    ReportCameraOut: report_camera_out,
}


class StaffingBook(Book):
    """Who is at which table, and which cameras watch it."""

    name = "staffing"
    title = "Staffing and surveillance"
    rules = RULES
    facts = (
        TablePlanned
        | TableRemoved
        | CrewAssigned
        | FloorpersonAssigned
        | OperationBegan
        | OperationEnded
        | CoverageSignedOff
        | CoverageLost
        | StaffingSettled
    )
    tables = metadata
    # The choices are kept with their day, and cameras end with their table.
    form = 2
    forms = (
        Form("roster", "Table games staffing roster", WHILE_IN_OPERATION, roster_days, roster_paper),
        Form("coverage", "Surveillance coverage of table games", PLAN, coverage_days, coverage_paper),
    )
    sheets = (
        Sheet(
            "floor",
            "Staffing of the floor",
            floor_now,
            (
                "No table is in the surveillance plan yet: [plan-table].",
                "No floorperson supervises a table: [assign-floorperson].",
                "Everything is lawful now.",
            ),
        ),
        Sheet(
            "fewest",
            "A roster with the fewest floorpersons",
            fewest_now,
            (
                "No floorperson is needed while no table is planned: [plan-table].",
                "No crew is needed while no table is planned: [plan-table].",
            ),
        ),
        Sheet(
            "assumptions",
            "What staffing takes for granted",
            assumed,
            ("Nothing is taken for granted.",),
        ),
    )

    def due(self, desk: Desk) -> tuple[Due, ...]:
        """Whatever an open table lacks: it is to be put right at once, so it is late as soon as it is found."""
        return tuple(
            Due(what=f"{one.where}: {one.problem}", by=desk.day, clause=clause(one.clause), late=True)
            for one in findings(desk)
        )

    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        """What follows from an order, or the clause that forbids it."""
        if isinstance(order, SettleStaffing):
            standards_on(desk.day, order.choices)
            return (StaffingSettled(choices=order.choices, clause=ONE_SPAN.id),)
        decided: tuple[Fact, ...] = _DECISIONS[type(order)](order, desk)
        return decided

    def post(self, fact: Any, desk: Desk) -> None:
        """Keep who is where from when to when."""
        match fact:
            case TablePlanned():
                keep_table(desk, fact.table)
            case TableRemoved():
                forget_table(desk, fact.table)
            case CrewAssigned():
                keep_crew(desk, fact.table, fact.crew)
            case FloorpersonAssigned():
                keep_assignment(
                    desk,
                    Assignment(
                        floorperson=fact.floorperson, tables=fact.tables, seats_players=fact.seats_players
                    ),
                )
            case OperationBegan():
                begin(desk, operation, table_name=fact.table)
            case OperationEnded():
                end(desk, operation, operation.c.table_name == fact.table)
            case CoverageSignedOff():
                keep_coverage(desk, fact.table, fact.cameras, fact.clause)
            case CoverageLost():
                end(desk, cameras, cameras.c.camera == fact.camera, reason=fact.reason)
            case StaffingSettled():
                keep_choices(desk, fact.choices)


BOOK = StaffingBook()
