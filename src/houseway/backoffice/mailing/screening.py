"""Screening: whoever is on an exclusion list is stripped from a mailing, at the list and again before the print (603a.20(q)(7))."""

from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.documents import PaperKind, subjects_of
from houseway.backoffice.coupons.quantities import Denomination
from houseway.backoffice.mailing.entries import entries_of
from houseway.backoffice.mailing.exclusion import (
    STRIPPED,
    ExclusionList,
    ListOnFile,
    lists_on_file,
    require_lists,
    screens,
)
from houseway.backoffice.mailing.mailings import (
    Mailing,
    MailingStep,
    change,
    keep_step,
    matter,
    require_direct_mail,
    require_mailing,
)
from houseway.backoffice.mailing.matching import Identity
from houseway.backoffice.mailing.schema import entries, screenings, stripped
from houseway.backoffice.orders import Fact, Order, Words
from houseway.backoffice.vault import unseal
from houseway.law import RuleViolation, implements

# Databases take only so many values in one statement.
_AT_ONCE = 5000


class Stage(StrEnum):
    """When a mailing is screened."""

    LIST = "at the list"
    PRINT = "before the print"


class ScreenMailing(Order, frozen=True, kw_only=True):
    """A mailing is held against the lists of the day once more before it is printed."""

    mailing: Words

    def matters(self) -> tuple[str, ...]:
        """The mailing."""
        return (matter(self.mailing),)


class Struck(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody to whom nothing is mailed, by number only, and the coupon that is void by that."""

    serial: int
    patron: str
    design: str
    denomination: Denomination
    expires: date
    # Empty where it cannot be known who the patron is, and so not whether a list has them.
    list: ExclusionList | None
    likeness: str
    agrees: tuple[str, ...]


class MailingScreened(Fact, frozen=True, kw_only=True):
    """A mailing was held against the lists, and these were stripped from it."""

    mailing: str
    stage: Stage
    screened_on: date
    # The numbers of the lists.
    self_exclusion: int
    exclusion: int
    entries: int
    stripped: tuple[Struck, ...]


class Candidate(NamedTuple):
    """An entry to be screened; nobody knows any more who an erased patron is."""

    serial: int
    patron: str
    design: str
    denomination: int
    expires: date
    identity: Identity | None


@implements("603a.20(q)(7)")
def screen(
    connection: sa.Connection, mailing: str, stage: Stage, people: Iterable[Candidate], day: date
) -> MailingScreened:
    """Hold everybody on a mailing against both lists; who may be on one of them, or can be held against none, is stripped."""
    lists = require_lists(connection, day)
    numbers = {one.list: one.number for one in lists}
    ready = tuple(screens(connection, lists))
    everybody = tuple(people)
    struck = []
    for one in everybody:
        found = None
        if one.identity is not None:
            matches = ((kind, listed.find(one.identity)) for kind, listed in ready)
            found = next(((kind, match) for kind, match in matches if match is not None), None)
            if found is None:
                continue
        struck.append(
            Struck(
                serial=one.serial,
                patron=one.patron,
                design=one.design,
                denomination=one.denomination,
                expires=one.expires,
                list=found[0] if found else None,
                likeness=found[1].likeness.value if found else "erased, and so not to be screened",
                agrees=found[1].agrees if found else (),
            )
        )
    return MailingScreened(
        mailing=mailing,
        stage=stage,
        screened_on=day,
        self_exclusion=numbers[ExclusionList.SELF_EXCLUSION],
        exclusion=numbers[ExclusionList.EXCLUSION],
        entries=len(everybody) - len(struck),
        stripped=tuple(struck),
        clause=STRIPPED.id,
    )


def screen_for_print(order: ScreenMailing, desk: Desk) -> tuple[Fact, ...]:
    """Screen a listed mailing that has not gone out, against the lists of the day."""
    connection = desk.connection
    require_direct_mail(connection, desk.day)
    require_mailing(connection, order.mailing)
    if order.mailing in subjects_of(connection, PaperKind.MAILING):
        raise RuleViolation(STRIPPED, f"mailing {order.mailing} has gone out, and is screened too late")
    people = (
        Candidate(
            one.serial,
            one.patron,
            one.design,
            one.denomination,
            one.expires,
            identity_of(connection, one.name, one.address, one.born),
        )
        for one in entries_of(connection, order.mailing)
    )
    return (screen(connection, order.mailing, Stage.PRINT, people, desk.day),)


def identity_of(connection: sa.Connection, name: str, address: str, born: str | None) -> Identity | None:
    """Who a patron is, or None once that is erased."""
    called, lives = unseal(connection, name), unseal(connection, address)
    if called is None or lives is None:
        return None
    birthday = unseal(connection, born) if born else None
    return Identity(name=called, address=lives, born=date.fromisoformat(birthday) if birthday else None)


@implements("603a.20(q)(7)")
def require_screened(connection: sa.Connection, mailing: Mailing, day: date) -> None:
    """Refuse to print or mail what was not held against the lists before the print, or not against those of the day."""
    last = _last_before_print(connection, mailing.mailing, day)
    if last is None:
        raise RuleViolation(
            STRIPPED,
            f"mailing {mailing.mailing} was not screened before the print",
            fix="have surveillance or internal audit screen it",
        )
    newer = _newer_list(connection, last, day)
    if newer is not None:
        raise RuleViolation(
            STRIPPED,
            f"the {newer.list.called} as of {newer.as_of} came after mailing {mailing.mailing} was screened",
            fix="have it screened once more",
        )
    require_lists(connection, day)


def is_to_be_screened(connection: sa.Connection, mailing: str, day: date) -> bool:
    """Whether a mailing was not held against the lists of the day yet, before the print."""
    last = _last_before_print(connection, mailing, day)
    return last is None or _newer_list(connection, last, day) is not None


def _last_before_print(connection: sa.Connection, mailing: str, day: date) -> Any:
    """The last screening before the print by a day; later ones do not undo what it cleared."""
    query = sa.select(screenings).where(
        screenings.c.mailing == mailing, screenings.c.stage == Stage.PRINT, screenings.c.day <= day
    )
    return connection.execute(query.order_by(screenings.c.turn.desc())).first()


def _newer_list(connection: sa.Connection, screening: Any, day: date) -> ListOnFile | None:
    """The newest list of the day, if it came after a screening; who joins one later could not be taken off."""
    newest = lists_on_file(connection, day)[0]
    return newest if newest.number > max(screening.self_exclusion, screening.exclusion) else None


def post_screened(fact: MailingScreened, desk: Desk) -> None:
    """Take the stripped ones off the list; a list that changed is no longer the one that was sent."""
    connection = desk.connection
    gone = [one.serial for one in fact.stripped]
    for start in range(0, len(gone), _AT_ONCE):
        connection.execute(entries.delete().where(entries.c.serial.in_(gone[start : start + _AT_ONCE])))
    rows = [
        {
            "serial": one.serial,
            "mailing": fact.mailing,
            "patron": one.patron,
            "design": one.design,
            "denomination": one.denomination,
            "expires": one.expires,
            "stage": fact.stage,
            "found_on": fact.screened_on,
            "list": one.list or "",
            "likeness": one.likeness,
            "agrees": ", ".join(one.agrees),
        }
        for one in fact.stripped
    ]
    if rows:
        connection.execute(stripped.insert(), rows)
    _keep_screening(connection, fact)
    if fact.stage is Stage.LIST:
        return
    change(connection, fact.mailing, screened_on=fact.screened_on)
    if rows:
        change(connection, fact.mailing, file="", sent_on=None)
    keep_step(desk, fact.mailing, MailingStep.SCREENED)


def _keep_screening(connection: sa.Connection, fact: MailingScreened) -> None:
    row = {
        "mailing": fact.mailing,
        "turn": len(screenings_of(connection, fact.mailing)) + 1,
        "stage": fact.stage,
        "day": fact.screened_on,
        "self_exclusion": fact.self_exclusion,
        "exclusion": fact.exclusion,
        "left": fact.entries,
        "stripped": len(fact.stripped),
    }
    connection.execute(screenings.insert(), row)


def screenings_of(connection: sa.Connection, mailing: str) -> tuple[Any, ...]:
    """Every screening of a mailing, oldest first."""
    query = sa.select(screenings).where(screenings.c.mailing == mailing).order_by(screenings.c.turn)
    return tuple(connection.execute(query))
