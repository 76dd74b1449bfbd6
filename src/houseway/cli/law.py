"""`houseway law`: clauses, readings and coverage."""

from typing import TYPE_CHECKING, Any

from cyclopts import App

from houseway.cli.output import Json, print_json, print_table, told_plainly

if TYPE_CHECKING:
    from houseway.law import Clause

app = App(name="law", help="Clauses, their readings, and what implements and tests them.")


@app.command
def show(citation: str, *, json: Json = False) -> None:
    """Show a clause: summary, readings, the code that implements it and the tests that prove it.

    Parameters
    ----------
    citation
        For instance 661a.6(c)(2); a paragraph shows all its parts.
    """
    from houseway.law import find_as_printed

    with told_plainly():
        clauses = find_as_printed(citation)
    shown = [_particulars(clause) for clause in clauses]
    if json:
        print_json(shown)
        return
    for particulars in shown:
        _print_clause(particulars)


def _particulars(clause: "Clause") -> dict[str, Any]:
    from houseway.law import implementations, readings_for
    from houseway.law.coverage import tests_by_clause

    found = implementations().get(clause.id, ())
    readings = {r.id: r for r in (*readings_for(clause.id), *(r for row in found for r in row.readings))}
    return {
        "id": clause.id,
        "chapter": clause.chapter,
        "kind": clause.kind,
        "actor": clause.actor,
        "duty": clause.duty,
        "summary": clause.summary,
        "edition_note": clause.edition_note,
        "parameters": dict(clause.parameters),
        "readings": [{"id": r.id, "problem": r.problem, "reading": r.reading} for r in readings.values()],
        "symbols": [row.symbol for row in found],
        "tests": list(tests_by_clause().get(clause.id, ())),
    }


def _print_clause(shown: dict[str, Any]) -> None:
    from houseway.law.readings import UNCONFIRMED

    print(f"{shown['id']}  ({shown['duty']}, {shown['kind']}, {shown['actor']})")
    print(f"  {shown['summary']}")
    if shown["edition_note"]:
        print(f"  edition: {shown['edition_note']}")
    for reading in shown["readings"]:
        print(f"  reading {reading['id']}: {reading['reading']} ({UNCONFIRMED})")
    for symbol in shown["symbols"] or ("nothing yet",):
        print(f"  implemented by {symbol}")
    for test in shown["tests"] or ("nothing yet",):
        print(f"  tested by {test}")
    print()


@app.command
def coverage(*, chapter: str | None = None, json: Json = False) -> None:
    """Count, per chapter and duty, the clauses that are implemented and tested, and name what is missing.

    Parameters
    ----------
    chapter
        Only this chapter, for instance 661a or md-36.05.14.
    """
    from houseway.law.coverage import coverage as cover
    from houseway.law.coverage import summarise

    with told_plainly():
        rows = cover(chapter)
    if json:
        print_json(rows)
        return
    counts = summarise(rows)
    print_table(
        "Coverage of the law",
        ("chapter", "duty", "clauses", "implemented", "tested"),
        [(c.chapter, c.duty, c.clauses, c.implemented, c.tested) for c in counts],
    )
    for count in counts:
        if count.not_implemented and (chapter or count.implemented):
            print(f"{count.chapter} {count.duty}, not implemented: {', '.join(count.not_implemented)}")
        if count.not_tested:
            print(f"{count.chapter} {count.duty}, not tested: {', '.join(count.not_tested)}")
