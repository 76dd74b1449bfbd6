"""Surveillance: the department confirms which cameras are dedicated to a table, and says when one is out (465a.9(c)(2))."""

from collections import Counter

from houseway.backoffice.book import Desk
from houseway.backoffice.rosters.assigning import refuse
from houseway.backoffice.rosters.assignments import coverage
from houseway.backoffice.rosters.cameras import DEDICATED, PLAN, camera_findings, cameras_needed
from houseway.backoffice.rosters.now import standards, table_on_floor
from houseway.backoffice.rosters.orders import (
    CoverageLost,
    CoverageSignedOff,
    ReportCameraOut,
    SignOffCameras,
)
from houseway.law import RuleViolation, implements


@implements("465a.9(c)(2)(ii)#3", "577.9(a)", "465a.9(c)(2)")
def sign_off_cameras(order: SignOffCameras, desk: Desk) -> tuple[CoverageSignedOff, ...]:
    """Coverage that suffices, by cameras that serve no other table; its fact cites what was confirmed."""
    table = table_on_floor(desk, order.table)
    held = standards(desk)
    numbers = Counter(camera.number for camera in order.cameras)
    for number, times in numbers.items():
        if times > 1:
            raise RuleViolation(DEDICATED, f"camera {number} is named {times} times")
    for name, cameras in coverage(desk.connection).items():
        shared = sorted(camera.number for camera in cameras if camera.number in numbers)
        if name != table.name and shared:
            raise RuleViolation(
                DEDICATED,
                f"{', '.join(shared)}: dedicated to {name} already",
                fix="name cameras of the table's own",
            )
    need = cameras_needed(table, held.gaming_day, held.choices)
    refuse(camera_findings(table, order.cameras, need), fix="dedicate the missing cameras first")
    confirmed = DEDICATED if need is None else need.each_end or need.clause
    return (CoverageSignedOff(table=table.name, cameras=order.cameras, clause=confirmed.id),)


def report_camera_out(order: ReportCameraOut, desk: Desk) -> tuple[CoverageLost, ...]:
    """A camera that no longer counts; whether its table may stay open is then a finding."""
    for name, cameras in coverage(desk.connection).items():
        if any(camera.number == order.camera for camera in cameras):
            return (CoverageLost(table=name, camera=order.camera, reason=order.reason, clause=PLAN.id),)
    raise RuleViolation(PLAN, f"camera {order.camera} is dedicated to no table")
