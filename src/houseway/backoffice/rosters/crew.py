"""Crew: the dealers, the stickperson among them and the boxperson that a table needs (465a.35(b), 577.9(b))."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

import msgspec

from houseway.backoffice.people import Position
from houseway.backoffice.rosters.choices import AS_CODIFIED, StaffingChoices
from houseway.backoffice.rosters.findings import finding
from houseway.backoffice.rosters.spans import ONE_SPAN, is_temporary
from houseway.backoffice.rosters.tables import Automation, OpenTable
from houseway.law import Clause, implements, pa
from houseway.submission import Finding
from houseway.table.kinds import TableKind

WHILE_IN_OPERATION = pa("465a.35(b)")
ONE_DEALER = pa("465a.35(b)(1)")
TWO_DEALERS = pa("465a.35(b)(2)")
THREE_DEALERS = pa("465a.35(b)(3)#1")
STICKPERSON = pa("465a.35(b)(3)#2")
BOXPERSON = pa("465a.35(b)(4)")
FOOTBALL_2012 = pa("577.9(b)")


class Part(StrEnum):
    """A part in the staffing of a table; the stickperson is one of the dealers."""

    DEALER = "dealer"
    STICKPERSON = "stickperson"
    BOXPERSON = "boxperson"
    FLOORPERSON = "floorperson"


# The lowest position that may have a part; whoever is above it in table games may as well.
LEAST: Mapping[Part, Position] = {
    Part.DEALER: Position.DEALER,
    Part.STICKPERSON: Position.DEALER,
    Part.BOXPERSON: Position.BOXPERSON,
    Part.FLOORPERSON: Position.FLOORPERSON,
}


class Crew(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who works at a table, by credential; the stickperson is named among the dealers as well."""

    dealers: tuple[str, ...] = ()
    stickperson: str = ""
    boxpersons: tuple[str, ...] = ()

    @property
    def members(self) -> tuple[str, ...]:
        """Everyone in the crew, once."""
        named = (*self.dealers, *((self.stickperson,) if self.stickperson else ()), *self.boxpersons)
        return tuple(dict.fromkeys(named))

    @property
    def duties(self) -> tuple[tuple[Part, str], ...]:
        """Each person's one duty: whoever handles the stick is kept as such, and counts among the dealers."""
        return (
            *((Part.STICKPERSON, member) for member in (self.stickperson,) if member),
            *((Part.DEALER, member) for member in self.dealers if member != self.stickperson),
            *((Part.BOXPERSON, member) for member in self.boxpersons),
        )


@dataclass(frozen=True, slots=True)
class Need:
    """How many people a table needs in a part, and the clause that says so."""

    part: Part
    number: int
    clause: Clause


def crew_needed(
    table: OpenTable, gaming_day: date, choices: StaffingChoices = AS_CODIFIED
) -> tuple[Need, ...]:
    """The minimum crew of a table: dealers, how many of them at the stick, and boxpersons."""
    # Left out of the sources: 465a.35(a) has people operate the tables that are not fully automated.
    if table.automation is Automation.FULLY_AUTOMATED and not choices.crew_at_fully_automated:
        return ()
    return (
        dealers_needed(table, gaming_day),
        *stickperson_needed(table, gaming_day),
        *boxperson_needed(table),
    )


@implements(
    "465a.35(b)(1)", "465a.35(b)(2)", "465a.35(b)(3)#1", "577.9(b)", readings=("C-02", "C-03", "661-18")
)
def dealers_needed(table: OpenTable, gaming_day: date) -> Need:
    """The highest of the minimums that match the table's game."""
    matching: list[Need] = []
    if table.played not in _games(ONE_DEALER, "excluded"):
        matching.append(Need(Part.DEALER, ONE_DEALER.integer("min_dealers"), ONE_DEALER))
    if table.played in _games(TWO_DEALERS, "game"):
        matching.append(Need(Part.DEALER, TWO_DEALERS.integer("min_dealers"), TWO_DEALERS))
    if table.kind is TableKind.THREE_DICE_FOOTBALL and is_temporary(gaming_day):
        matching.append(Need(Part.DEALER, FOOTBALL_2012.integer("dealers"), FOOTBALL_2012))
    elif table.played in _games(THREE_DEALERS, "games"):
        matching.append(Need(Part.DEALER, THREE_DEALERS.integer("min_dealers"), THREE_DEALERS))
    if table.kind is TableKind.MINI_CRAPS_WITH_STICKPERSON:
        # The span of two such tables counts on a dealer and a stickperson at each.
        matching.append(Need(Part.DEALER, ONE_DEALER.integer("min_dealers") + 1, ONE_SPAN))
    return max(matching, key=lambda need: need.number)


@implements("465a.35(b)(3)#2", "577.9(b)", readings=("C-03",))
def stickperson_needed(table: OpenTable, gaming_day: date) -> tuple[Need, ...]:
    """One of the dealers at the stick, in the dice games that have one."""
    if table.kind is TableKind.THREE_DICE_FOOTBALL and is_temporary(gaming_day):
        return (Need(Part.STICKPERSON, FOOTBALL_2012.integer("stickperson_included"), FOOTBALL_2012),)
    if table.played in _games(STICKPERSON, "games"):
        return (Need(Part.STICKPERSON, STICKPERSON.integer("stickperson"), STICKPERSON),)
    if table.kind is TableKind.MINI_CRAPS_WITH_STICKPERSON:
        return (Need(Part.STICKPERSON, STICKPERSON.integer("stickperson"), ONE_SPAN),)
    return ()


@implements("465a.35(b)(4)", readings=("C-04",))
def boxperson_needed(table: OpenTable) -> tuple[Need, ...]:
    """A boxperson at Craps; Three Dice Football has none, its floorperson and dealers do that work."""
    if table.played in _games(BOXPERSON, "game"):
        return (Need(Part.BOXPERSON, BOXPERSON.integer("min_boxpersons"), BOXPERSON),)
    return ()


def _games(clause: Clause, parameter: str) -> frozenset[str]:
    return frozenset(clause.parameters[parameter].replace("_", "-").split("|"))


@implements("465a.35(b)", "465a.35(b)(3)#2", "465a.35(b)(4)", "577.9(b)", readings=("C-03",))
def crew_findings(table: OpenTable, crew: Crew, needed: tuple[Need, ...]) -> Iterator[Finding]:
    """What the crew of a table lacks; nobody counts twice, but the stickperson is one of the dealers."""
    dealers = {*crew.dealers}
    if crew.stickperson and crew.stickperson not in dealers:
        yield finding(
            STICKPERSON, table.name, f"{crew.stickperson} is at the stick and not among the dealers"
        )
    both = dealers & {*crew.boxpersons}
    if both:
        yield finding(BOXPERSON, table.name, f"{', '.join(sorted(both))} cannot deal and box at once")
    present = {
        Part.DEALER: len(dealers - both),
        Part.STICKPERSON: int(crew.stickperson in dealers),
        Part.BOXPERSON: len({*crew.boxpersons}),
    }
    for need in needed:
        missing = need.number - present[need.part]
        if missing > 0:
            yield finding(
                need.clause,
                table.name,
                f"{present[need.part]} of {need.number} {_plural(need.part, need.number)} assigned: "
                f"{missing} missing",
            )


def _plural(part: Part, number: int) -> str:
    return str(part) if number == 1 else f"{part}s"
