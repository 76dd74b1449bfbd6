"""`houseway people`: who works here, and who may do what."""

from cyclopts import App

from houseway.cli.books import Database, open_journal
from houseway.cli.output import BAD_INPUT, Failure, Json, print_json, print_table

app = App(name="people", help="The people of the house, and the policy that says who signs what.")


@app.command
def policy(*, book: str | None = None, json: Json = False) -> None:
    """Print the policy: every signature under every order, who may give it, and the clause.

    Parameters
    ----------
    book
        Only this book, for instance coupons.
    """
    from houseway.backoffice.books import all_books
    from houseway.backoffice.matrix import HEADINGS, policy_rows, separation_rows

    books = [one for one in all_books() if book in (None, one.name)]
    if not books:
        known = ", ".join(one.name for one in all_books())
        raise Failure(BAD_INPUT, f"there is no book {book!r}", fix=f"choose one of {known}")
    if json:
        print_json(
            [
                {
                    "book": one.name,
                    "parts": [dict(zip(HEADINGS, row, strict=True)) for row in policy_rows(one)],
                    "separations": [
                        dict(zip(("one", "other", "clause"), row, strict=True))
                        for row in separation_rows(one)
                    ],
                }
                for one in books
            ]
        )
        return
    for one in books:
        print_table(one.title, HEADINGS, policy_rows(one))
        if one.separations:
            print_table(
                f"{one.title}: nobody does both in one matter",
                ("one", "other", "clause"),
                separation_rows(one),
            )


@app.command(name="list")
def list_people(*, db: Database = None, json: Json = False) -> None:
    """List who works here today: credential, name, position, department, and since when."""
    from houseway.backoffice.office import Office

    with open_journal(db) as journal:
        people = [posting for _, posting in sorted(Office(journal).people().items())]
    if json:
        print_json(people)
        return
    print_table(
        "People",
        ("credential", "name", "position", "department", "since"),
        [(one.credential, one.name, one.position, one.department, one.since) for one in people],
    )
