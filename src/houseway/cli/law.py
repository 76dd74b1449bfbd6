"""`houseway law`: clauses, readings and coverage."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from houseway.cli.output import Json, print_json, told_plainly
from houseway.cli.tables import print_prose, print_table

if TYPE_CHECKING:
    from houseway.law.coverage import DutyCoverage
    from houseway.law.particulars import Particulars

app = App(name="law")


@app.command
def show(citation: str, *, json: Json = False) -> None:
    """Show a clause: summary, readings, the code that implements it and the tests that prove it.

    Parameters
    ----------
    citation
        For instance 661a.6(c)(2); a paragraph shows all its parts.
    """
    from houseway.games import games
    from houseway.law import find_as_printed
    from houseway.law.particulars import particulars

    games()  # each brings its texts, and one from outside its register
    with told_plainly():
        clauses = find_as_printed(citation)
    shown = [particulars(clause) for clause in clauses]
    if json:
        print_json(shown)
        return
    for one in shown:
        _print_clause(one)


def _print_clause(shown: "Particulars") -> None:
    from houseway.law.readings import UNCONFIRMED

    print_prose(f"{shown.id}  ({shown.duty}, {shown.kind}, {shown.actor})")
    print_prose(f"{shown.summary}", indent="  ")
    if shown.origin_caution:
        print_prose(f"no registered clause: {shown.origin_caution}", indent="  ")
    if shown.edition_note:
        print_prose(f"edition: {shown.edition_note}", indent="  ")
    for reading in shown.readings:
        print_prose(f"reading {reading.id}: {reading.reading} ({UNCONFIRMED})", indent="  ")
    for symbol in shown.symbols or ("nothing yet",):
        print_prose(f"{'cited' if symbol in shown.cited_by else 'implemented'} by {symbol}", indent="  ")
    if shown.rides_along:
        print_prose("rides along: only ever recorded with another clause, not of its own", indent="  ")
    for test in shown.tests or ("nothing yet",):
        print_prose(f"tested by {test}", indent="  ")
    print()


@app.command
def coverage(
    *,
    chapter: str | None = None,
    each: Annotated[bool, Parameter(negative=())] = False,
    json: Json = False,
) -> None:
    """Count, per chapter and duty, the clauses that a rule implements, that are only cited, that are tested; name what is missing.

    A rule is a function that implements the clause, or data that decides by it: a pay line, wager, remedy, check-list
    step. A citation is a constant that only names it, or a clause that rides along: one that is only recorded with another
    clause's step. A clause to be attested that rides along is not attested of its own. What no source prints is counted
    apart, and is no part of a chapter.

    Parameters
    ----------
    chapter
        Only this chapter, for instance 661a or md-36.05.14; its clauses that are only cited or ride along are named.
    each
        List every clause with the way in which it is held.
    """
    from houseway.law.coverage import coverage as cover
    from houseway.law.coverage import summarise

    with told_plainly():
        rows = cover(chapter)
    if json:
        print_json(rows)
        return
    if each:
        print_table(
            "The clauses, and how they are held",
            ("clause", "origin", "duty", "held as", "rides along", "tests"),
            [(r.id, r.origin, r.duty, r.held, "yes" if r.rides_along else "", len(r.tests)) for r in rows],
        )
    counts = summarise(rows)
    _print_counts("Coverage of the law", [count for count in counts if not count.origin.caution])
    _print_counts(
        "Beside the printed clauses, and no part of a chapter",
        [count for count in counts if count.origin.caution],
    )
    for count in counts:
        named = f"{count.chapter} {count.duty}"
        if count.not_implemented and (chapter or count.implemented):
            print_prose(f"{named}, not implemented: {', '.join(count.not_implemented)}")
        if count.only_cited and chapter:
            print_prose(f"{named}, only cited: {', '.join(count.only_cited)}")
        if count.ride_along and chapter:
            print_prose(f"{named}, only rides along: {', '.join(count.ride_along)}")
        if count.not_tested:
            print_prose(f"{named}, not tested: {', '.join(count.not_tested)}")


def _print_counts(title: str, counts: "list[DutyCoverage]") -> None:
    """One kind of origin counted, with what it adds up to."""
    if not counts:
        return
    rows = [
        (c.chapter, c.origin, c.duty, c.clauses, c.by_rule, len(c.only_cited), len(c.ride_along), c.tested)
        for c in counts
    ]
    total = ("all", "", "", *(sum(figures) for figures in zip(*(row[3:] for row in rows), strict=True)))
    print_table(
        title,
        ("chapter", "origin", "duty", "clauses", "by a rule", "only cited", "rides along", "tested"),
        [*rows, total],
    )
