"""Delivery: the list goes to the provider as one file, known for good by its hash (603a.20(q)(2))."""

import csv
import re
from datetime import date
from hashlib import sha256
from io import StringIO
from typing import Annotated, NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.documents import PaperKind, subjects_of
from houseway.backoffice.coupons.mailed import reserved
from houseway.backoffice.coupons.programme import Distributor, require_distributor
from houseway.backoffice.listing import harmless
from houseway.backoffice.mailing.entries import (
    ADDRESS,
    DENOMINATION,
    EXPIRY,
    NAME,
    SERIAL,
    Entry,
    entries_of,
    require_unexpired,
)
from houseway.backoffice.mailing.mailings import (
    FINANCE_KEEPS,
    LIST,
    Mailing,
    MailingStep,
    change,
    find_mailing,
    keep_step,
    matter,
    next_number,
    require_direct_mail,
    require_mailing,
)
from houseway.backoffice.mailing.schema import mailings
from houseway.backoffice.orders import Fact, Order, Words
from houseway.backoffice.vault import unseal
from houseway.law import RuleViolation, implements
from houseway.table.coupons import serial_number

# The five fields of an entry, as the register names them.
COLUMNS = tuple(clause.parameters["field"] for clause in (NAME, ADDRESS, DENOMINATION, EXPIRY, SERIAL))


class SendMailingList(Order, frozen=True, kw_only=True):
    """The list went to the provider electronically, as the file with this hash."""

    department: Distributor = Distributor.MARKETING
    mailing: Words
    sha256: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    # The way it went: the provider's portal, an encrypted transfer.
    channel: Words

    def matters(self) -> tuple[str, ...]:
        """The mailing."""
        return (matter(self.mailing),)


class CancelMailing(Order, frozen=True, kw_only=True):
    """Nothing of a mailing is mailed; the numbers reserved for it stay unused."""

    mailing: Words
    reason: Words

    def matters(self) -> tuple[str, ...]:
        """The mailing."""
        return (matter(self.mailing),)


class MailingListSent(Fact, frozen=True, kw_only=True):
    """The provider has the list."""

    mailing: str
    sha256: str
    entries: int
    channel: str
    sent_on: date


class MailingCancelled(Fact, frozen=True, kw_only=True):
    """Nothing of a mailing is mailed."""

    mailing: str
    number: int
    reason: str
    cancelled_on: date


class ProviderFile(NamedTuple):
    """A mailing list as the provider gets it."""

    name: str
    content: bytes
    entries: int

    @property
    def sha256(self) -> str:
        """The hash by which the file is known."""
        return sha256(self.content).hexdigest()


@implements("603a.20(q)(2)")
def provider_file(connection: sa.Connection, mailing: str) -> ProviderFile:
    """The list of a mailing as a file of comma-separated values: one line with the five fields for each recipient."""
    require_mailing(connection, mailing)
    listed = entries_of(connection, mailing)
    if not listed:
        raise RuleViolation(LIST, f"nobody is left on mailing {mailing}", fix="cancel the mailing")
    text = StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for entry in listed:
        name, address = _opened(connection, entry)
        denomination = f"{entry.denomination // 100}.{entry.denomination % 100:02}"
        writer.writerow(
            (
                harmless(name),
                harmless(address),
                denomination,
                entry.expires.isoformat(),
                serial_number(entry.serial),
            )
        )
    # A mailing may be called anything; a file may not.
    name = re.sub(r"[^A-Za-z0-9.-]+", "-", f"mailing-{mailing}.csv")
    return ProviderFile(name, text.getvalue().encode(), len(listed))


def _opened(connection: sa.Connection, entry: Entry) -> tuple[str, str]:
    name, address = unseal(connection, entry.name), unseal(connection, entry.address)
    if name is None or address is None:
        raise RuleViolation(
            NAME,
            f"who the entry {serial_number(entry.serial)} is for was erased",
            fix="screen the mailing, which strips the entry",
        )
    return name, address


@implements("603a.20(q)(2)")
def send(order: SendMailingList, desk: Desk) -> tuple[Fact, ...]:
    """Note that the list was sent, if the file is the list as it stands."""
    connection = desk.connection
    require_distributor(connection, order.department, desk.day)
    file = file_to_send(connection, order.mailing, desk.day)
    if order.sha256 != file.sha256:
        raise RuleViolation(
            LIST,
            f"the file that was sent is not the list of mailing {order.mailing} as it stands",
            fix="send the list as it is now",
        )
    return (
        MailingListSent(
            mailing=order.mailing,
            sha256=file.sha256,
            entries=file.entries,
            channel=order.channel,
            sent_on=desk.day,
            clause=LIST.id,
        ),
    )


def file_to_send(connection: sa.Connection, mailing: str, day: date) -> ProviderFile:
    """The file of a mailing that may still go to the provider on a day."""
    require_direct_mail(connection, day)
    require_not_gone(connection, mailing)
    require_unexpired(connection, mailing, day)
    return provider_file(connection, mailing)


def require_not_gone(connection: sa.Connection, mailing: str) -> None:
    """Refuse to change or print anew what patrons have."""
    if mailing in subjects_of(connection, PaperKind.MAILING):
        raise RuleViolation(LIST, f"mailing {mailing} has gone out")


@implements("603a.20(q)(2)")
def require_sent(mailing: Mailing, day: date) -> None:
    """Refuse to print or mail by any other list than the one the provider has, or before it was there."""
    if mailing.sent_on is None or mailing.sent_on > day:
        raise RuleViolation(
            LIST,
            f"the provider did not have the list of mailing {mailing.mailing} as it stands on {day}",
            fix="send it",
        )


def post_sent(fact: MailingListSent, desk: Desk) -> None:
    """The provider has this list."""
    change(desk.connection, fact.mailing, file=fact.sha256, sent_on=fact.sent_on)
    keep_step(desk, fact.mailing, MailingStep.SENT)


def cancel(order: CancelMailing, desk: Desk) -> tuple[Fact, ...]:
    """Cancel a mailing that has not gone out, whether it has a list or numbers only."""
    connection = desk.connection
    if reserved(connection, order.mailing) is None:
        raise RuleViolation(FINANCE_KEEPS, f"there is no mailing {order.mailing}")
    require_not_gone(connection, order.mailing)
    found = find_mailing(connection, order.mailing)
    if found is not None and found.cancelled_on is not None:
        raise RuleViolation(FINANCE_KEEPS, f"mailing {order.mailing} was cancelled on {found.cancelled_on}")
    return (
        MailingCancelled(
            mailing=order.mailing,
            number=found.number if found else next_number(connection),
            reason=order.reason,
            cancelled_on=desk.day,
            clause=FINANCE_KEEPS.id,
        ),
    )


def post_cancelled(fact: MailingCancelled, desk: Desk) -> None:
    """Nothing of it is mailed."""
    connection = desk.connection
    if find_mailing(connection, fact.mailing) is None:
        row = {
            "mailing": fact.mailing,
            "number": fact.number,
            "provider": "",
            "listed_on": fact.cancelled_on,
            "mail_on": fact.cancelled_on,
            "file": "",
            "reason": "",
        }
        connection.execute(mailings.insert(), row)
    change(connection, fact.mailing, cancelled_on=fact.cancelled_on, reason=fact.reason)
    keep_step(desk, fact.mailing, MailingStep.CANCELLED)
