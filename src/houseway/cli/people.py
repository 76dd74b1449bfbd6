"""`houseway people`: who works here, who may do what, and who can sign in."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import App, Parameter

from houseway.cli.books import Database, open_journal
from houseway.cli.files import read
from houseway.cli.output import BAD_INPUT, Failure, Json, print_json, told_plainly
from houseway.cli.passwords import As, admitted, asked, asked_twice, open_access
from houseway.cli.tables import print_table
from houseway.cli.tokens import app as tokens

if TYPE_CHECKING:
    from houseway.backoffice.access import Access, Opened

app = App(name="people")

app.command(tokens)

Whose = Annotated[str, Parameter(help="Whose account: the credential, as houseway people list shows it.")]
By = Annotated[
    str | None,
    Parameter(name="--as", help="Who of information technology does it; the password is asked."),
]
Witness = Annotated[
    str | None, Parameter(help="Who of internal audit witnesses it; the password is asked next.")
]


@app.command
def policy(*, book: str | None = None, json: Json = False) -> None:
    """Print the policy: every signature under every order, who may give it, and the clause.

    Parameters
    ----------
    book
        Only this book, for instance coupons.
    """
    from houseway.backoffice.books import all_books
    from houseway.backoffice.policy_table import HEADINGS, policy_rows, separation_rows

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
        empty="nobody works here today",
    )


@app.command
def positions(*, json: Json = False) -> None:
    """List what somebody can be posted as: each department's positions from the lowest upwards, as "or above" counts them."""
    from houseway.backoffice.people import LADDERS

    if json:
        print_json({department: list(ladder) for department, ladder in LADDERS.items()})
        return
    rows = [(department, ", ".join(ladder)) for department, ladder in LADDERS.items()]
    print_table("Positions", ("department", "from the lowest upwards"), rows)


@app.command(name="open")
def open_house(file: Path, *, db: Database = None, json: Json = False) -> None:
    """Open a new house from a JSON file with its name and its first people; later ones are posted by two departments.

    For instance: {"name": "Valley Casino", "people": [{"person": "p-1", "credential": "SA-1", "name": "Ada Park",
    "position": "systems administrator", "since": "2014-05-01"}, ...]}. A person keeps `person` for life, a credential
    and a position may change; houseway people positions lists the positions. The house's clock and the name in its
    checkpoints are settled here for good: "zone": "America/Denver", "gaming_day_starts": "05:00", "origin": "valley"
    (without them America/New_York, 06:00 and houseway). Its name may change, by the order rename-house.

    Parameters
    ----------
    file
        The house as JSON: its name and its people, among them somebody of information technology and somebody of
        internal audit, who open everybody's accounts next.
    """
    from houseway.backoffice.office import Office
    from houseway.backoffice.postings.book import OpenHouse

    try:
        given = msgspec.json.decode(read(file), type=OpenHouse)
    except msgspec.MsgspecError as error:
        fix = "houseway people open --help shows such a file, houseway people positions the positions"
        raise Failure(BAD_INPUT, f"{file} opens no house: {error}", fix=fix) from None
    with open_journal(db, write=True, create=True, signed=False) as journal, told_plainly():
        Office(journal).open_house(
            given.name,
            given.people,
            zone=given.zone,
            gaming_day_starts=given.gaming_day_starts,
            origin=given.origin,
        )
    _say(f"{given.name} is open, with {len(given.people)} people", as_json=json)


@app.command
def account(
    *credentials: Whose,
    by: By = None,
    witness: Witness = None,
    renew: Annotated[bool, Parameter(negative=())] = False,
    db: Database = None,
    json: Json = False,
) -> None:
    """Open accounts for people who work here: the owner of each types the password, seen by nobody.

    It takes information technology and internal audit, whose passwords are asked first, in this order; only the very
    first account of either department is opened without them. Where no terminal is there, the passwords are the lines
    of standard input. For instance: houseway people account FC-1 FS-1 --as SA-1 --witness IA-1.

    Parameters
    ----------
    renew
        Give somebody who has an account, and has forgotten the password, another one.
    """
    if not credentials:
        raise Failure(
            BAD_INPUT,
            "CREDENTIAL is missing: of whom gets an account",
            fix="name one or more after the command; houseway people list shows everybody's",
        )
    if (by is None) != (witness is None) or (renew and by is None):
        raise Failure(BAD_INPUT, "this takes two people", fix="name them with --as and --witness")
    with open_access(db) as access, told_plainly():
        if by is None or witness is None:
            for credential in credentials:
                access.open_account(credential, asked_twice(credential))
        else:
            with _asked_for(access, by), _asked_for(access, witness):
                give = access.renew_password if renew else access.open_account
                for credential in credentials:
                    give(credential, asked_twice(credential), by=by, witness=witness)
    have = "have" if len(credentials) > 1 else "has"
    _say(f"{', '.join(credentials)} {have} {'another password' if renew else 'an account'}", as_json=json)


@app.command
def password(*, by: As, db: Database = None, json: Json = False) -> None:
    """Change one's own password; all one's sessions end."""
    with open_access(db) as access, told_plainly():
        old = asked(f"password of {by}: ")
        with admitted(access, by, password=old) as opened:
            access.change_password(opened.token, old, asked_twice(by))
    _say(f"{by} has another password", as_json=json)


@app.command(name="close")
def close_account(credential: Whose, *, by: As, db: Database = None, json: Json = False) -> None:
    """Close somebody's account at once; information technology may."""
    with open_access(db) as access, told_plainly(), admitted(access, by):
        access.close_account(credential, by=by)
    _say(f"the account of {credential} is closed", as_json=json)


def _asked_for(access: "Access", credential: str) -> "AbstractContextManager[Opened]":
    """Somebody signs in with a password of their own; two people have no environment in common."""
    return admitted(access, credential, password=asked(f"password of {credential}: "))


def _say(done: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"done": done})
    else:
        print(done)
