"""`houseway office verify`: the books held against the journal that they are made from."""

import hashlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from houseway.cli.books import Database, keys_of, open_journal, place_of
from houseway.cli.findings import print_findings
from houseway.cli.output import CHECK_FAILED, CONFLICT, Failure, Json, print_json
from houseway.cli.tables import print_table

if TYPE_CHECKING:
    import sqlalchemy as sa

    from houseway.backoffice.office import Office
    from houseway.journal import Journal

_AT_ONCE = 5000
# No sum of hashes is below zero.
_UNREADABLE = -1


class Sum(NamedTuple):
    """What a table holds, whatever order a database gives it out in: how many lines, and a sum of their hashes."""

    lines: int
    hashes: int


def verify(*, db: Database = None, json: Json = False) -> int:
    """Make every book anew from the journal, aside, and hold the books as they stand against it; exit code 1 if they differ.

    Signatures that a passkey ought to have made, and did not, are named from the record alone; where the house's key is at
    hand, so are signatures under orders, sessions, accounts and tokens that the house did not mark as its own.
    Sheets and forms are drawn from tables that only the journal vouches for: an auditor runs this next to houseway
    journal verify, which checks the journal itself. Nothing in the house is changed. For instance: houseway office
    verify --db copy.db.
    """
    from houseway.backoffice.marks import untrue_marks
    from houseway.backoffice.passkeys.verify import untrue_passkeys
    from houseway.floor.replay import check_tables

    with open_journal(db) as journal, TemporaryDirectory(prefix="houseway-") as folder:
        before = journal.head().position
        differing = _differing(journal, Path(folder) / "anew.db")
        letters = _wrong_letters(journal)
        if differing and journal.head().position != before:
            fix = "verify again while nobody writes, or verify a copy"
            raise Failure(CONFLICT, "the books were written in meanwhile", fix=fix)
        findings = tuple(check_tables(journal))
        keys = keys_of(place_of(db))
        untrue = (*untrue_passkeys(journal), *(untrue_marks(journal, keys) if keys else ()))
    ok = not differing and not letters and not untrue
    if json:
        tables = [finding._asdict() for finding in findings]
        print_json(
            {
                "ok": ok,
                "differing": differing,
                "letters": letters,
                "tables": tables,
                "untrue": [one._asdict() for one in untrue],
            }
        )
        return 0 if ok else CHECK_FAILED
    if differing:
        rows = [(table, stands, should) for table, (stands, should) in differing.items()]
        print_table("NOT AS THE JOURNAL HAS IT", ("table", "lines", "lines by the journal"), rows)
    else:
        print("Every book was made anew from the journal and is as it stands.")
    if letters:
        print_table("LETTERS NOT AS THEY CAME", ("letter", "what is wrong"), list(letters.items()))
    print_findings(findings)
    if untrue:
        print_table("NOT DONE BY THIS HOUSE", ("where", "what is wrong"), untrue)
    elif not keys:
        print("Whether the house itself marked every signature was not checked: its key is not here.")
    return 0 if ok else CHECK_FAILED


def _wrong_letters(journal: "Journal") -> dict[str, str]:
    """The letters that the book of approvals names and that are gone or altered; those apart that were destroyed lawfully."""
    from houseway.backoffice.approvals.attached import wrong_letters
    from houseway.backoffice.office import Office
    from houseway.backoffice.retention.destruction import destroyed_letters

    with Office(journal).desk() as desk:
        found = wrong_letters(desk.connection, destroyed_letters(desk.connection))
    return {digest: str(wrong) for digest, wrong in found.items()}


def _differing(journal: "Journal", aside: Path) -> dict[str, tuple[int, int]]:
    """The tables that are not what the journal makes them, with how many lines they have and should have."""
    from houseway.backoffice.office import Office
    from houseway.journal import Journal

    with Journal.open(aside) as copied:
        _copy(journal, copied)
        stands, anew = sums(Office(journal)), sums(Office(copied))
    return {
        name: (stands[name].lines, should.lines) for name, should in anew.items() if stands[name] != should
    }


def _copy(journal: "Journal", copied: "Journal") -> None:
    """The journal written once more from what its entries say; the same hash at the end shows that all of them are genuine."""
    from houseway.journal import Conflict, Draft

    head = journal.head()
    entries = (entry for entry in journal.read_all() if entry.position <= head.position)
    try:
        while some := list(islice(entries, _AT_ONCE)):
            copied.append_all(
                Draft(one.stream, one.version - 1, one.kind, msgspec.json.decode(one.body), one.recorded_at)
                for one in some
            )
        genuine = copied.head() == head
    except (Conflict, ValueError):
        genuine = False
    if not genuine:
        fix = "houseway journal verify names the first entry that is not as written"
        raise Failure(CHECK_FAILED, "the journal itself is not as it was written", fix=fix)


def sums(office: "Office") -> dict[str, Sum]:
    """Every table of every book, and of the office itself."""
    from houseway.backoffice.schema import duties, orders, signed_days

    books = (table for book in office.books.values() for table in book.tables.sorted_tables)
    with office.desk() as desk:
        return {table.name: _sum(desk.connection, table) for table in (orders, duties, signed_days, *books)}


def _sum(connection: "sa.Connection", table: "sa.Table") -> Sum:
    from sqlalchemy import func, select

    lines = hashes = 0
    try:
        for row in _rows(connection, table):
            lines += 1
            hashes += int.from_bytes(hashlib.sha256(repr(tuple(row)).encode()).digest())
    except ValueError:
        # A day or a moment that is none: nobody wrote it so.
        return Sum(connection.execute(select(func.count()).select_from(table)).scalar_one(), _UNREADABLE)
    return Sum(lines, hashes)


def _rows(connection: "sa.Connection", table: "sa.Table") -> "Iterator[sa.Row[Any]]":
    with connection.execution_options(yield_per=_AT_ONCE).execute(table.select()) as result:
        yield from result
