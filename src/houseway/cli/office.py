"""`houseway office`: the books of the back office, their papers, and the orders that people sign."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import App, Parameter

from houseway.cli.books import Database, open_journal
from houseway.cli.files import read, write
from houseway.cli.office_blanks import advice
from houseway.cli.output import BAD_INPUT, Failure, Json, print_json, told_plainly
from houseway.cli.passwords import As, admitted, open_access
from houseway.cli.tables import print_prose, print_table

if TYPE_CHECKING:
    from houseway.backoffice.book import Book
    from houseway.backoffice.office import Office
    from houseway.backoffice.paper import Grid, Paper
    from houseway.backoffice.people import Posting
    from houseway.backoffice.records import OrderRecord, State

app = App(name="office")

_WHERE_HASHES_ARE = "houseway office proposals lists what awaits a signature, with its content hash"

Then = Annotated[
    list[str] | None,
    Parameter(
        negative=(),
        help="The credentials of those who sign after, in turn; each one's password is asked as well.",
    ),
]

BookName = Annotated[str, Parameter(help="The book, for instance coupons; houseway office books lists them.")]
Hash = Annotated[
    str,
    Parameter(
        help="The content hash of the order, as it was proposed and as houseway office proposals lists it."
    ),
]


@app.command
def books(*, json: Json = False) -> None:
    """List the books with their orders, sheets and forms."""
    from houseway.backoffice.books import all_books
    from houseway.backoffice.orders import name_of

    found = [
        {
            "book": book.name,
            "title": book.title,
            "orders": [name_of(order) for order in book.orders],
            "sheets": [sheet.name for sheet in book.sheets],
            "forms": [form.name for form in book.forms],
        }
        for book in all_books()
    ]
    if json:
        print_json(found)
        return
    rows = [
        (one["book"], one["title"], *(", ".join(one[kind]) for kind in ("orders", "sheets", "forms")))
        for one in found
    ]
    print_table("Books", ("book", "title", "orders", "sheets", "forms"), rows)


@app.command
def due(*, db: Database = None, json: Json = False) -> int:
    """List what the books and the live tables leave to be done, the longest overdue first; exit code 1 if something is late."""
    from houseway.backoffice.deadlines import deadlines
    from houseway.floor import Floor
    from houseway.floor.due import left_by_tables

    with open_journal(db) as journal:
        floor = Floor(journal)
        office = floor.office
        at_tables = left_by_tables(office, floor.tables().values(), office.books)
        with office.desk() as desk:
            in_books = deadlines(desk, office.books.values())
            found = sorted((*at_tables, *in_books), key=lambda one: one.due.by)
    rows = [
        {
            "book": one.book,
            "what": one.due.what,
            "by": one.due.by,
            "late": one.late,
            "clause": one.due.clause.id,
        }
        for one in found
    ]
    if json:
        print_json(rows)
    else:
        columns = ("by", "late", "book", "what", "clause")
        told = [
            (one["by"], "LATE" if one["late"] else "", one["book"], one["what"], one["clause"])
            for one in rows
        ]
        print_table("Still to be done", columns, told, empty="nothing is due")
    return 1 if any(one["late"] for one in rows) else 0


@app.command
def proposals(*, by: As, db: Database = None, json: Json = False) -> None:
    """List the orders that await a signature in the books one may read, and whose."""
    with _reading(db, by) as (office, reader):
        books = office.books_for(reader)
        found = [(one, office.awaiting(one)) for one in office.proposals() if one.book in books]
    if json:
        print_json([_told(standing) | {"awaits": [part.name for part in left]} for standing, left in found])
        return
    # Not as a table: a content hash is copied whole, to sign by it.
    for standing, left in found:
        print_standing(standing, office, as_json=False)
        for part in left:
            awaited = f"awaits {part.name}: {' or '.join(map(str, part.permits))} [{part.clause.id}]"
            print_prose(awaited, indent="  ")
    if not found:
        print("nothing awaits a signature")


@app.command
def refusals(*, by: As, db: Database = None, json: Json = False) -> None:
    """List the refusals one may read: when, who, what, why, and the clause."""
    with _reading(db, by) as (office, reader):
        found = office.refusals_for(reader)
    if json:
        print_json([{"at": at, **msgspec.structs.asdict(refused)} for at, refused in found])
        return
    rows = [(_by_the_clock(at, office), one.who, one.order, one.message, one.clause) for at, one in found]
    print_table("Refusals", ("at", "who", "order", "why", "clause"), rows, empty="nothing was refused")


@app.command
def sheet(
    book: BookName, name: str | None = None, *, by: As, db: Database = None, json: Json = False
) -> None:
    """Show a sheet of a book one may read as it stands now; without a name, all of them.

    For instance: houseway office sheet coupons ledger --as CREDENTIAL.

    Parameters
    ----------
    name
        The sheet, for instance ledger; houseway office books lists them.
    """
    with _reading(db, by) as (office, reader), office.desk() as desk, told_plainly():
        found = _book(office, book, reader)
        shown = [one for one in found.sheets if name in (None, one.name)]
        if not shown:
            raise _unknown("sheet", name, [one.name for one in found.sheets])
        grids = [grid for one in shown for grid in one.show(desk)]
    if json:
        print_json(_plain(grids))
        return
    for grid in grids:
        _print_grid(grid)


@app.command
def form(
    book: BookName,
    name: str,
    subject: str | None = None,
    *,
    by: As,
    pdf: Path | None = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Show a form of a book, or print it as PDF; without a subject, list what it can be made for.

    For instance: houseway office form coupons reconciliation 2014-05-01 --pdf form.pdf --as CREDENTIAL.

    Parameters
    ----------
    name
        The form, for instance reconciliation; houseway office books lists them.
    subject
        What it is made for: a day, a number, a quarter.
    pdf
        The file to print to.
    """
    with _reading(db, by) as (office, reader), office.desk() as desk, told_plainly():
        found = _book(office, book, reader)
        made = next((one for one in found.forms if one.name == name), None)
        if made is None:
            raise _unknown("form", name, [one.name for one in found.forms])
        subjects = made.subjects(desk)
        if subject is None:
            _print_subjects(subjects, as_json=json)
            return
        if subject not in subjects:
            raise _unknown("subject", subject, list(subjects))
        paper = office.make_paper(desk, made, subject, reader)
    if pdf is not None:
        from houseway.papers.form import form_pdf

        write(pdf, form_pdf(paper, office.days.zone))
        _say_written(pdf, as_json=json)
    elif json:
        print_json(_plain(paper))
    else:
        _print_paper(paper, office)


@app.command
def order(
    file: Path,
    *,
    by: As,
    key: str | None = None,
    propose: Annotated[bool, Parameter(negative=())] = False,
    then: Then = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Carry out an order from a JSON file, or propose it to those who must sign it too.

    For instance: houseway office order delivery.json --as CREDENTIAL --propose. What an order says, and who signs it,
    houseway office blank ORDER shows. A file may hold several orders, as a list: each is given in turn.

    Parameters
    ----------
    file
        The order as JSON; amounts are whole cents, days are written 2014-12-31.
    key
        What makes it safe to give the same order again: nothing is done twice under one key (default: the content of
        the file). Name another to do the very same a second time.
    propose
        Sign the first part and leave the others to those who must sign them, with houseway office sign.
    """
    for content in _read(file):
        if not then:
            give(content, by=by, key=key, propose=propose, db=db, json=json)
            continue
        given = give(content, by=by, key=key, propose=True, db=db, json=json, silent=True)
        for number, signer in enumerate(then, 1):
            _add_signature(given, signer, db, json=json, silent=number < len(then))


@app.command
def sign(digest: Hash, *, by: As, db: Database = None, json: Json = False) -> None:
    """Sign a proposed order by its content hash; the last signature executes it."""
    _add_signature(digest, by, db, json=json, silent=False)


def _add_signature(digest: str, by: str, db: str | None, *, json: bool, silent: bool) -> None:
    """Sign the next part of an order; the last one executes it."""
    with signed_in(db, by) as office, told_plainly(), _told_as_input(_WHERE_HASHES_ARE):
        last = len(office.awaiting(office.standing(digest))) <= 1
        standing = (office.execute if last else office.approve)(digest, who=by)
    if not silent:
        print_standing(standing, office, as_json=json)


@app.command
def withdraw(digest: Hash, *, by: As, db: Database = None, json: Json = False) -> None:
    """Take back an order that was not executed."""
    with signed_in(db, by) as office, told_plainly(), _told_as_input(_WHERE_HASHES_ARE):
        standing = office.withdraw(digest, who=by)
    print_standing(standing, office, as_json=json)


# What the commands share.


def give(
    content: Mapping[str, Any],
    *,
    by: str,
    key: str | None,
    propose: bool,
    db: str | None,
    json: bool,
    silent: bool = False,
) -> str:
    """Carry out or propose an order from plain data, and tell how it stands; what must be sealed is sealed first.

    Returns its content hash, by which others sign it; `silent` where one of them tells how it stands.
    """
    from houseway.backoffice.order_intake import read_at_the_door
    from houseway.backoffice.orders import digest_of, name_of
    from houseway.backoffice.records import State

    with signed_in(db, by) as office, told_plainly(), _told_as_input(advice(content.get("order"))):
        given = read_at_the_door(office, content)
        chosen = key or digest_of(given, by)
        before = _state(office, digest_of(given, chosen))
        if before is State.WITHDRAWN:
            said = f"{name_of(given)} with this very content was withdrawn, and stays so"
            raise Failure(BAD_INPUT, said, fix="name another --key to give it anew")
        step = office.propose if propose else office.carry_out
        standing = step(given, who=by, key=chosen)
    if silent:
        return standing.digest
    print_standing(standing, office, as_json=json)
    if standing.state is before and not json:
        print("It stood so before, and nothing was done again; name another --key to do the same once more.")
    return standing.digest


def _state(office: "Office", digest: str) -> "State | None":
    """How an order stands that may never have been given."""
    from houseway.backoffice.records import BadOrder

    try:
        return office.standing(digest).state
    except BadOrder:
        return None


@contextmanager
def signed_in(database: str | None, credential: str) -> "Iterator[Office]":
    """The office for somebody whose password is right; the attempt is recorded like any other."""
    with open_access(database) as access, admitted(access, credential):
        yield access.office


@contextmanager
def _reading(database: str | None, credential: str) -> "Iterator[tuple[Office, Posting]]":
    """The office for somebody who wants to read in it, and who that is today."""
    with open_access(database) as access, admitted(access, credential) as opened:
        yield access.office, opened.session.posting


@contextmanager
def _told_as_input(fix: str) -> Iterator[None]:
    from houseway.backoffice.records import BadOrder
    from houseway.journal import NotCanonical

    try:
        yield
    except (BadOrder, NotCanonical) as bad:
        raise Failure(BAD_INPUT, str(bad), fix=fix) from None


def _read(file: Path) -> list[dict[str, Any]]:
    """The order in a file, or the orders of a list."""
    fix = "houseway office blank ORDER --json writes one to fill in"
    try:
        found = msgspec.json.decode(read(file), type=dict[str, Any] | list[dict[str, Any]])
    except msgspec.MsgspecError as error:
        raise Failure(BAD_INPUT, f"{file} holds no order: {error}", fix=fix) from None
    if not found:
        raise Failure(BAD_INPUT, f"{file} holds no order", fix=fix)
    return found if isinstance(found, list) else [found]


def _book(office: "Office", name: str, reader: "Posting") -> "Book":
    if name not in office.books:
        raise _unknown("book", name, list(office.books))
    return office.open_book(name, reader)


def _unknown(kind: str, name: str | None, known: list[str]) -> Failure:
    fix = f"choose one of {', '.join(known)}" if known else "there is nothing to choose from yet"
    return Failure(BAD_INPUT, f"there is no {kind} {name!r}", fix=fix)


def _told(standing: "OrderRecord") -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(standing)
    return told


def _plain(value: Any) -> Any:
    """Grids and papers for a program: every clause by its id."""
    from houseway.law import Clause

    match value:
        case Clause():
            return value.id
        case msgspec.Struct():
            return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
        case tuple() | list():
            return [_plain(one) for one in value]
        case _:
            return value


def print_standing(standing: "OrderRecord", office: "Office", *, as_json: bool) -> None:
    """Tell how an order stands: its signatures and what it made so."""
    if as_json:
        print_json(standing)
        return
    print(f"{standing.order['order']} {standing.state}, content hash {standing.digest}")
    for signed in standing.signatures:
        said = f"{signed.part}: {signed.name}, {signed.position}, {signed.credential}"
        print_prose(f"{said}, {_by_the_clock(signed.at, office)}", indent="  ")
    for fact in standing.facts:
        print(f"  {fact['fact']} [{fact['clause']}]")


def _by_the_clock(moment: datetime, office: "Office") -> str:
    """A moment as the clock of the house showed it, so that it falls on its gaming day."""
    return f"{moment.astimezone(office.days.zone):%Y-%m-%d %H:%M:%S %Z}"


def _say_written(file: Path, *, as_json: bool) -> None:
    if as_json:
        print_json({"file": str(file)})
    else:
        print(f"written to {file}")


def _print_subjects(subjects: tuple[str, ...], *, as_json: bool) -> None:
    if as_json:
        print_json(subjects)
    else:
        print("\n".join(subjects) or "nothing to print yet")


def _print_grid(grid: "Grid") -> None:
    clause = f" [{grid.clause.id}]" if grid.clause else ""
    print_table(f"{grid.title}{clause}", grid.headings, grid.rows, empty="nothing is entered")


def _print_paper(paper: "Paper", office: "Office") -> None:
    print_prose(f"{paper.holder}\n{paper.title}, {paper.number}, {paper.day} [{paper.clause.id}]")
    rows = [(field.label, field.value, field.clause.id if field.clause else "") for field in paper.fields]
    if rows:
        print_table("", ("field", "entry", "clause"), rows)
    for grid in paper.grids:
        _print_grid(grid)
    signed = [
        (
            one.part,
            one.name,
            one.position,
            one.credential,
            _by_the_clock(one.signed_at, office) if one.signed_at else "",
        )
        for one in paper.signatures
    ]
    if signed:
        print_table("Signatures", ("part", "name", "position", "credential", "at"), signed)
    for note in paper.notes:
        print_prose(note)
