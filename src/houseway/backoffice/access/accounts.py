"""Accounts: which credentials have a password, who opens and closes them, and where their owners usually are.

An account is opened by information technology and witnessed by internal audit, while its owner types the password:
whoever could give passwords alone could sign as anybody, and so do everything and hide it.
"""

from datetime import date, datetime
from typing import NamedTuple

import sqlalchemy as sa

from houseway.backoffice.access import marks
from houseway.backoffice.access.given import Given
from houseway.backoffice.access.marks import Kind
from houseway.backoffice.access.records import AccountClosed, AccountOpened, PasswordChanged, record
from houseway.backoffice.access.refusals import NoAccount
from houseway.backoffice.access.schema import accounts, number_of, places
from houseway.backoffice.people import LADDERS, Department, Posting
from houseway.backoffice.policy import SEPARATE_DUTIES, NotPermitted
from houseway.backoffice.postings.postings import posting_of, postings
from houseway.journal import Transaction
from houseway.law import implements

_OPENS, _WITNESSES = Department.INFORMATION_TECHNOLOGY, Department.INTERNAL_AUDIT


class Account(NamedTuple):
    """A credential with its password as it is kept; none once it is closed."""

    credential: str
    password: str
    demo: bool


def account_of(connection: sa.Connection, credential: str) -> Account | None:
    """The account of a credential."""
    query = sa.select(accounts.c.credential, accounts.c.password, accounts.c.demo)
    found = connection.execute(query.where(accounts.c.credential == credential)).first()
    return Account(*found) if found else None


def open_credentials(connection: sa.Connection) -> frozenset[str]:
    """The credentials that have a password."""
    return frozenset(
        connection.execute(sa.select(accounts.c.credential).where(accounts.c.password != "")).scalars()
    )


def demo_credentials(connection: sa.Connection) -> frozenset[str]:
    """The credentials whose password everyone may know."""
    return frozenset(
        connection.execute(sa.select(accounts.c.credential).where(accounts.c.demo.is_(sa.true()))).scalars()
    )


def open_account(transaction: Transaction, kept: str, opened: AccountOpened, at: datetime) -> None:
    """Keep a new account, or one that was closed, and record that it was opened."""
    credential, known = opened.credential, account_of(transaction.connection, opened.credential)
    if known is not None and known.password:
        raise NoAccount(f"{credential} has an account already")
    if known is None:
        row = {"credential": credential, "demo": opened.demo, "opened_at": number_of(at), "password": ""}
        transaction.connection.execute(accounts.insert(), row)
    _give(transaction, credential, kept, record(transaction, opened, at))


def change_password(transaction: Transaction, kept: str, changed: PasswordChanged, at: datetime) -> None:
    """Keep another password for somebody, and record that it was changed, and by whom."""
    require_open(transaction.connection, changed.credential)
    _give(transaction, changed.credential, kept, record(transaction, changed, at))


def close_account(transaction: Transaction, closed: AccountClosed, at: datetime) -> int:
    """Keep no password for somebody any more; gives the version of the entry that says so."""
    require_open(transaction.connection, closed.credential)
    version = record(transaction, closed, at)
    _give(transaction, closed.credential, "", version)
    return version


def keep_better(transaction: Transaction, credential: str, kept: str) -> None:
    """Keep the same password in a stronger way."""
    _keep(transaction, credential, kept)
    marks.renew(transaction, Kind.ACCOUNT, credential)


def _give(transaction: Transaction, credential: str, kept: str, version: int) -> None:
    _keep(transaction, credential, kept)
    marks.put_on(transaction, Kind.ACCOUNT, (credential,), version)


def _keep(transaction: Transaction, credential: str, kept: str) -> None:
    mine = accounts.c.credential == credential
    transaction.connection.execute(accounts.update().where(mine).values(password=kept))


def require_open(connection: sa.Connection, credential: str) -> None:
    """Refuse what is for an account where there is none; a demo account stays as it is."""
    known = account_of(connection, credential)
    if known is None or not known.password:
        raise NoAccount(f"{credential} has no account")
    if known.demo:
        raise NoAccount("a demo account keeps the password that is written on the sign-in page")


def employed(connection: sa.Connection, credential: str, day: date) -> Posting:
    """Who the holder of a credential is; accounts are for people who work here."""
    posting = posting_of(connection, credential, day)
    if posting is None:
        raise NoAccount(f"nobody with the credential {credential!r} works here today")
    return posting


@implements("603a.20(r)(2)#2")
def check_openers(connection: sa.Connection, posting: Posting, by: str, witness: str, day: date) -> None:
    """Refuse an account that one person would open; but the first of either department is opened by nobody."""
    first = posting.department in (_OPENS, _WITNESSES) and not _ever_had_one(connection, posting.department)
    if first and not by and not witness:
        return
    check_member(connection, by, _OPENS, day, "accounts are opened by")
    check_member(connection, witness, _WITNESSES, day, "the opening of an account is witnessed by")


@implements("603a.20(r)(2)#2")
def check_closer(connection: sa.Connection, credential: str, by: str, day: date) -> None:
    """Refuse somebody outside information technology, and to close what the opening of any account takes."""
    check_member(connection, by, _OPENS, day, "accounts are closed by")
    posting = posting_of(connection, credential, day)
    if posting is None or posting.department not in (_OPENS, _WITNESSES):
        return
    query = sa.select(accounts.c.credential).where(
        accounts.c.password != "", accounts.c.credential != credential
    )
    others = (posting_of(connection, other, day) for other in connection.execute(query).scalars().all())
    if not any(other and other.department is posting.department for other in others):
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"{credential} has the last account of {posting.department}: nobody could open another",
            fix="open one for a colleague first",
        )


def check_member(connection: sa.Connection, who: str, department: Department, day: date, duty: str) -> None:
    """Refuse somebody who does not work in the department whose duty it is."""
    posting = posting_of(connection, who, day)
    if posting is None or posting.department is not department:
        found = f"the {posting.position}" if posting else "nobody in particular"
        raise NotPermitted(
            SEPARATE_DUTIES,
            f"{duty} {department}, not by {found}",
            fix=f"have somebody of {department} do it",
        )


def _ever_had_one(connection: sa.Connection, department: Department) -> bool:
    """Whether anybody who was ever posted to a department had an account, be it closed, by the journal's own word."""
    query = sa.select(postings.c.credential).where(postings.c.position.in_(LADDERS[department]))
    return not Given.as_of(connection).accounts.keys().isdisjoint(connection.execute(query).scalars())


# Where people sign in.


def is_usual_place(connection: sa.Connection, credential: str, host: str) -> bool:
    """Whether somebody has signed in from an address before."""
    query = sa.select(places).where(places.c.credential == credential, places.c.address == host)
    return connection.execute(query).first() is not None


def note_place(connection: sa.Connection, credential: str, host: str) -> None:
    """Note from where somebody signs in."""
    if not is_usual_place(connection, credential, host):
        connection.execute(places.insert(), {"credential": credential, "address": host})
