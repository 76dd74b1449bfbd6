"""Cameras: the fixed cameras dedicated to each table, and which coverage is missing (465a.9(c)(2), 577.9(a))."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

import msgspec

from houseway.backoffice.rosters.choices import AS_CODIFIED, StaffingChoices
from houseway.backoffice.rosters.findings import finding
from houseway.backoffice.rosters.spans import is_temporary
from houseway.backoffice.rosters.tables import Automation, Name, OpenTable
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.submission import Finding

PLAN = pa("465a.9(c)")
DEDICATED = pa("465a.9(c)(2)")
ONE_CAMERA = pa("465a.9(c)(2)(i)")
TWO_AT_CRAPS = pa("465a.9(c)(2)(ii)#1")
TWO_AT_FOOTBALL = pa("465a.9(c)(2)(ii)#2")
EACH_END = pa("465a.9(c)(2)(ii)#3")
FOOTBALL_2012 = pa("577.9(a)")


class End(StrEnum):
    """An end of a dice table, seen from the crew."""

    LEFT = "left"
    RIGHT = "right"


class Camera(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A camera dedicated to a table; one that pans or tilts is not fixed and counts for nothing here."""

    number: Name
    fixed: bool = True
    end: End | None = None


@dataclass(frozen=True, slots=True)
class CameraNeed:
    """How many fixed cameras a table needs, None if no source says; `each_end` where each end must have one of its own."""

    number: int | None
    clause: Clause
    each_end: Clause | None = None


@implements("465a.9(c)(2)", readings=("C-01",))
def cameras_needed(
    table: OpenTable, gaming_day: date, choices: StaffingChoices = AS_CODIFIED
) -> CameraNeed | None:
    """The fixed cameras dedicated to a table, the larger minimum where two match; none if it is fully automated."""
    if table.automation is Automation.FULLY_AUTOMATED:
        return None
    matching = [
        *one_camera(table),
        *two_cameras_at_craps(table),
        *two_cameras_at_football(table, gaming_day),
        *(
            CameraNeed(choice.cameras, ONE_CAMERA)
            for choice in choices.cameras
            if choice.game == table.played
        ),
    ]
    # Baccarat, Roulette and the Big Six Wheel have minimums of their own that are not in the sources.
    return max(matching, key=lambda need: need.number or 0, default=CameraNeed(None, ONE_CAMERA))


@implements("465a.9(c)(2)(i)")
def one_camera(table: OpenTable) -> Iterator[CameraNeed]:
    """One camera at every game that is not carved out."""
    if table.played not in carved_out():
        yield CameraNeed(ONE_CAMERA.integer("min_stationary_cameras"), ONE_CAMERA)


def carved_out() -> tuple[str, ...]:
    """The games to which the rule of one camera does not apply."""
    return tuple(ONE_CAMERA.parameters["carved_out"].replace("_", "-").split("|"))


def unstated() -> tuple[str, ...]:
    """The carved-out games for which the sources state no other number: the property has to."""
    return tuple(game for game in carved_out() if game != _game(TWO_AT_CRAPS))


@implements("465a.9(c)(2)(ii)#1")
def two_cameras_at_craps(table: OpenTable) -> Iterator[CameraNeed]:
    """Two cameras at Craps, one at each end."""
    if table.played == _game(TWO_AT_CRAPS):
        yield CameraNeed(TWO_AT_CRAPS.integer("min_stationary_cameras"), TWO_AT_CRAPS, EACH_END)


@implements("465a.9(c)(2)(ii)#2", "577.9(a)", readings=("661-18",))
def two_cameras_at_football(table: OpenTable, gaming_day: date) -> Iterator[CameraNeed]:
    """Two cameras at Three Dice Football, one at each end, under either text."""
    if table.played != _game(TWO_AT_FOOTBALL):
        return
    if is_temporary(gaming_day):
        yield CameraNeed(FOOTBALL_2012.integer("min_cameras"), FOOTBALL_2012, FOOTBALL_2012)
    else:
        yield CameraNeed(TWO_AT_FOOTBALL.integer("min_stationary_cameras"), TWO_AT_FOOTBALL, EACH_END)


def _game(clause: Clause) -> str:
    return clause.parameters["game"].replace("_", "-")


@implements("465a.9(c)(2)(ii)#3", "577.9(a)")
def camera_findings(
    table: OpenTable, cameras: Iterable[Camera], need: CameraNeed | None
) -> Iterator[Finding]:
    """What the coverage of a table lacks: fixed cameras, or one aimed at each end."""
    if need is None:
        return
    fixed = {camera.number: camera for camera in cameras if camera.fixed}
    if need.number is None:
        yield finding(
            need.clause,
            table.name,
            f"the sources state no number of cameras for {table.played}; settle it from the approved plan",
        )
        return
    if len(fixed) < need.number:
        yield finding(
            need.clause,
            table.name,
            f"{len(fixed)} of {need.number} fixed cameras dedicated: {need.number - len(fixed)} missing",
        )
    if need.each_end is not None:
        for end in End:
            if all(camera.end is not end for camera in fixed.values()):
                yield finding(need.each_end, table.name, f"no fixed camera covers the {end} end")


@implements("465a.9(c)", "465a.9(c)(2)")
def plan_findings(
    tables: Sequence[OpenTable],
    plan: Mapping[str, tuple[Camera, ...]],
    gaming_day: date,
    choices: StaffingChoices = AS_CODIFIED,
) -> Iterator[Finding]:
    """What the plan of coverage lacks: a table that is not in it, cameras missing, and cameras that two tables share."""
    uses = Counter(number for cameras in plan.values() for number in {camera.number for camera in cameras})
    for table in tables:
        need = cameras_needed(table, gaming_day, choices)
        if need is not None and table.name not in plan:
            yield finding(PLAN, table.name, "the surveillance plan does not show the table")
        planned = plan.get(table.name, ())
        yield from camera_findings(table, planned, need)
        for camera in planned:
            if uses[camera.number] > 1:
                yield finding(
                    DEDICATED, table.name, f"camera {camera.number} is dedicated to another table as well"
                )


def check_camera_choices(choices: StaffingChoices) -> None:
    """Refuse a number of cameras for a game whose minimum the text states, or none at all."""
    for choice in choices.cameras:
        if choice.game not in unstated():
            raise RuleViolation(
                ONE_CAMERA,
                f"the number of cameras for {choice.game} is not for the property to settle",
                fix=f"choose one of: {', '.join(unstated())}",
            )
        if not choice.cameras:
            raise RuleViolation(
                ONE_CAMERA,
                f"{choice.game} cannot be played without a dedicated camera",
                fix="state the number of the approved plan",
            )
    if len({choice.game for choice in choices.cameras}) < len(choices.cameras):
        raise RuleViolation(
            ONE_CAMERA, "the cameras of a game are settled twice", fix="settle each game once"
        )
