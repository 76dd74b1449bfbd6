"""Accounts: which credentials have a password, as they are looked up and kept."""

from datetime import date, datetime
from typing import NamedTuple

import sqlalchemy as sa

from houseway.backoffice.access.records import AccountOpened, record
from houseway.backoffice.access.refusals import NoAccount
from houseway.backoffice.access.tables import accounts, number_of
from houseway.backoffice.people import Department, Posting
from houseway.backoffice.staff.postings import posting_of
from houseway.backoffice.steps import SEPARATE_DUTIES
from houseway.journal import Transaction
from houseway.law import RuleViolation, implements


class Account(NamedTuple):
    """A credential with its password as it is kept."""

    credential: str
    password: str
    demo: bool


def account_of(connection: sa.Connection, credential: str) -> Account | None:
    """The account of a credential."""
    query = sa.select(accounts.c.credential, accounts.c.password, accounts.c.demo)
    found = connection.execute(query.where(accounts.c.credential == credential)).first()
    return Account(*found) if found else None


def has_accounts(connection: sa.Connection) -> bool:
    """Whether anybody has an account."""
    return connection.execute(sa.select(accounts.c.credential).limit(1)).first() is not None


def demo_credentials(connection: sa.Connection) -> frozenset[str]:
    """The credentials whose password everyone may know."""
    return frozenset(
        connection.execute(sa.select(accounts.c.credential).where(accounts.c.demo.is_(sa.true()))).scalars()
    )


def open_account(
    transaction: Transaction, posting: Posting, kept: str, *, by: str, at: datetime, demo: bool
) -> None:
    """Keep a new account, and record that it was opened."""
    if account_of(transaction.connection, posting.credential) is not None:
        raise NoAccount(f"{posting.credential} has an account already")
    row = {"credential": posting.credential, "password": kept, "demo": demo, "opened_at": number_of(at)}
    transaction.connection.execute(accounts.insert(), row)
    record(transaction, AccountOpened(credential=posting.credential, by=by, demo=demo), at)


def keep_password(connection: sa.Connection, credential: str, kept: str) -> None:
    """Keep another password for an account."""
    connection.execute(accounts.update().where(accounts.c.credential == credential).values(password=kept))


def employed(connection: sa.Connection, credential: str, day: date) -> Posting:
    """Who the holder of a credential is; accounts are for people who work here."""
    posting = posting_of(connection, credential, day)
    if posting is None:
        raise NoAccount(f"nobody with the credential {credential!r} works here today")
    return posting


@implements("603a.20(r)(2)#2")
def check_opener(connection: sa.Connection, by: str, day: date) -> None:
    """Refuse an account that somebody outside information technology would open."""
    posting = posting_of(connection, by, day)
    if posting is None or posting.department is not Department.INFORMATION_TECHNOLOGY:
        who = f"a {posting.position}" if posting else "nobody in particular"
        raise RuleViolation(
            SEPARATE_DUTIES,
            f"accounts are opened by information technology, not by {who}",
            fix="have a systems administrator open it",
        )
