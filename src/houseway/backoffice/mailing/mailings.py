"""Mailings as they stand: whether the house may mail at all, how far each mailing is, and who signed its steps."""

from datetime import date
from enum import StrEnum
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.programme import controls_on
from houseway.backoffice.mailing.schema import mailings, steps
from houseway.backoffice.orders import Signed
from houseway.law import RuleViolation, implements, pa

DIRECT_MAIL = pa("603a.20(q)")
LIST = pa("603a.20(q)(2)")
FINANCE_KEEPS = pa("603a.20(q)(4)")


def matter(mailing: str) -> str:
    """What the duties of a mailing are about, for those that exclude each other."""
    return f"mailing/{mailing}"


@implements("603a.20(q)")
def require_direct_mail(connection: sa.Connection, day: date) -> None:
    """Refuse to have coupons mailed unless the internal controls of the day let a provider print and mail them."""
    said = controls_on(connection, day)
    if not said.direct_mail.strip():
        raise RuleViolation(
            DIRECT_MAIL,
            f"the internal controls {said.reference} let no provider print and mail coupons",
            fix="adopt approved internal controls that say how it is done",
        )


class MailingStep(StrEnum):
    """A signed step of a mailing."""

    LISTED = "listed"
    SENT = "sent"
    SCREENED = "screened"
    PRINTED = "printed"
    CANCELLED = "cancelled"


class Mailing(NamedTuple):
    """A mailing as it stands."""

    mailing: str
    number: int
    provider: str
    listed_on: date
    mail_on: date
    file: str
    sent_on: date | None
    screened_on: date | None
    printed_on: date | None
    cancelled_on: date | None
    reason: str


def find_mailing(connection: sa.Connection, mailing: str) -> Mailing | None:
    """A mailing by its name."""
    row = connection.execute(sa.select(mailings).where(mailings.c.mailing == mailing)).first()
    return None if row is None else Mailing(*row)


def require_mailing(connection: sa.Connection, mailing: str) -> Mailing:
    """A mailing that has a list and was not cancelled."""
    found = find_mailing(connection, mailing)
    if found is None:
        raise RuleViolation(
            LIST, f"there is no list for mailing {mailing}", fix="have the list prepared first"
        )
    if found.cancelled_on is not None:
        raise RuleViolation(LIST, f"mailing {mailing} was cancelled on {found.cancelled_on}")
    return found


def every_mailing(connection: sa.Connection) -> tuple[Mailing, ...]:
    """All mailings, the newest first."""
    rows = connection.execute(sa.select(mailings).order_by(mailings.c.number.desc()))
    return tuple(Mailing(*row) for row in rows)


def next_number(connection: sa.Connection) -> int:
    """The number of the next mailing."""
    return (connection.execute(sa.select(sa.func.max(mailings.c.number))).scalar() or 0) + 1


def change(connection: sa.Connection, mailing: str, **values: object) -> None:
    """Keep how far a mailing is."""
    connection.execute(mailings.update().where(mailings.c.mailing == mailing).values(**values))


def keep_step(desk: Desk, mailing: str, step: MailingStep) -> None:
    """Keep who signed a step; the last time counts where it was taken again."""
    here = (steps.c.mailing == mailing, steps.c.step == step)
    desk.connection.execute(steps.delete().where(*here))
    signatures = msgspec.json.encode(desk.signatures)
    row = {"mailing": mailing, "step": step, "day": desk.day, "signatures": signatures}
    desk.connection.execute(steps.insert(), row)


def signed(connection: sa.Connection, mailing: str, step: MailingStep) -> tuple[Signed, ...]:
    """Who signed a step."""
    query = sa.select(steps.c.signatures).where(steps.c.mailing == mailing, steps.c.step == step)
    content = connection.execute(query).scalar()
    return () if content is None else msgspec.json.decode(content, type=tuple[Signed, ...])
