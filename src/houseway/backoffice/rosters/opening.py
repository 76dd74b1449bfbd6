"""Opening: whether a table may be opened, and stay open, with the people and cameras it has (465a.9, 465a.35)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from houseway.backoffice.rosters.cameras import (
    ONE_CAMERA,
    Camera,
    camera_findings,
    cameras_needed,
    check_camera_choices,
    plan_findings,
)
from houseway.backoffice.rosters.choices import AS_CODIFIED, StaffingChoices
from houseway.backoffice.rosters.crew import WHILE_IN_OPERATION, Crew, crew_findings, crew_needed
from houseway.backoffice.rosters.findings import Assumption, finding
from houseway.backoffice.rosters.spans import Span, check_choices, spans_on
from houseway.backoffice.rosters.supervision import (
    Assignment,
    span_findings,
    supervision_findings,
    unsupervised,
)
from houseway.backoffice.rosters.tables import OpenTable, check_tables
from houseway.law import implements
from houseway.submission import Finding


@dataclass(frozen=True, slots=True)
class Standards:
    """What staffing is measured by on a gaming day: the text in force and what the property has settled."""

    gaming_day: date
    choices: StaffingChoices
    spans: tuple[Span, ...]


def standards_on(gaming_day: date, choices: StaffingChoices = AS_CODIFIED) -> Standards:
    """The standards of a gaming day; choices that are not the property's to make are refused."""
    check_choices(choices)
    check_camera_choices(choices)
    return Standards(gaming_day, choices, spans_on(gaming_day, choices))


@dataclass(frozen=True, slots=True)
class Supervision:
    """The floorperson of a table, with all the open tables that the floorperson would then have."""

    floorperson: str
    tables: Sequence[OpenTable]
    seats_players: bool = False


@implements("465a.35(b)", "465a.35(c)#1")
def may_open(
    table: OpenTable,
    *,
    crew: Crew,
    cameras: Iterable[Camera],
    supervised_by: Supervision | None,
    standards: Standards,
) -> tuple[Finding, ...]:
    """Everything that keeps a table from opening, or from staying open; nothing when it may."""
    check_tables((table,), standards.gaming_day)
    return (
        *crew_findings(table, crew, crew_needed(table, standards.gaming_day, standards.choices)),
        *camera_findings(table, cameras, cameras_needed(table, standards.gaming_day, standards.choices)),
        *_supervision(table, supervised_by, standards),
    )


def _supervision(
    table: OpenTable, supervised_by: Supervision | None, standards: Standards
) -> Iterator[Finding]:
    if supervised_by is None:
        yield from unsupervised((table,), ())
        return
    others = [other for other in supervised_by.tables if other.name != table.name]
    yield from span_findings(
        supervised_by.floorperson,
        (table, *others),
        standards.spans,
        standards.gaming_day,
        seats_players=supervised_by.seats_players,
    )


@implements("465a.35(b)", "465a.35(c)#1", "465a.9(c)")
def floor_findings(
    tables: Sequence[OpenTable],
    *,
    crews: Mapping[str, Crew],
    plan: Mapping[str, tuple[Camera, ...]],
    assignments: Sequence[Assignment],
    standards: Standards,
) -> tuple[Finding, ...]:
    """Everything unlawful in the staffing and the coverage of all open tables together."""
    check_tables(tables, standards.gaming_day)
    day, choices = standards.gaming_day, standards.choices
    return (
        *(
            found
            for table in tables
            for found in crew_findings(table, crews.get(table.name, Crew()), crew_needed(table, day, choices))
        ),
        *_at_two_places({table.name: crews.get(table.name, Crew()) for table in tables}, assignments),
        *plan_findings(tables, plan, day, choices),
        *supervision_findings(tables, assignments, standards.spans, day),
    )


def _at_two_places(crews: Mapping[str, Crew], assignments: Sequence[Assignment]) -> Iterator[Finding]:
    """People who are counted at more than one table, or deal where others supervise: a minimum counts persons."""
    places: dict[str, list[str]] = {}
    for name, crew in crews.items():
        for member in crew.members:
            places.setdefault(member, []).append(name)
    for floorperson in dict.fromkeys(assignment.floorperson for assignment in assignments):
        if floorperson in places:
            places[floorperson].append("the floor")
    for member, where in places.items():
        if len(where) > 1:
            yield finding(WHILE_IN_OPERATION, member, f"cannot be at {' and at '.join(where)} at once")


def assumptions(standards: Standards) -> tuple[Assumption, ...]:
    """What is taken for granted where the sources are silent, so that whoever relies on a roster can see it."""
    spans = (
        Assumption(clause=span.clause.id, where=span.paragraph, assumed=f"{span}: {span.assumption}")
        for span in standards.spans
        if span.assumption
    )
    cameras = (
        Assumption(
            clause=ONE_CAMERA.id,
            where=choice.game,
            assumed=f"{choice.cameras} dedicated cameras, chosen by the property: {choice.reason}",
        )
        for choice in standards.choices.cameras
    )
    kept = standards.choices.crew_at_fully_automated
    crew = Assumption(
        clause=WHILE_IN_OPERATION.id,
        where="fully automated tables",
        assumed=f"the minimum crew is kept at fully automated tables, chosen by the property: {kept}"
        if kept
        else "no crew is asked for at fully automated tables: 465a.35(a), not in the sources, is about the others",
    )
    managers = Assumption(
        clause=WHILE_IN_OPERATION.id,
        where="pit and shift managers",
        assumed="no number of pit and shift managers is asked for: what follows 465a.35(d) is not in the sources",
    )
    return (*spans, *cameras, crew, managers)
