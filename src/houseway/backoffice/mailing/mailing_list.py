"""The mailing list: one entry with every field for each recipient, prepared by marketing and received by finance (603a.20(q)(1)-(4))."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import Annotated

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.barcode import BARCODE
from houseway.backoffice.coupons.design import Design, faults_of, require_design
from houseway.backoffice.coupons.mailed import reserved
from houseway.backoffice.coupons.programme import Distributor, require_approved_designs, require_distributor
from houseway.backoffice.coupons.quantities import Denomination
from houseway.backoffice.coupons.runs import Run, Serial, require_runs, spelled
from houseway.backoffice.mailing.entries import ADDRESS, DENOMINATION, EXPIRY, NAME, SERIAL
from houseway.backoffice.mailing.mailings import (
    DIRECT_MAIL,
    FINANCE_KEEPS,
    LIST,
    MailingStep,
    find_mailing,
    keep_step,
    matter,
    next_number,
    require_direct_mail,
)
from houseway.backoffice.mailing.matching import Identity, Likeness, Screen, says_something
from houseway.backoffice.mailing.schema import entries, mailings
from houseway.backoffice.mailing.screening import Candidate, Stage, screen
from houseway.backoffice.mailing.sealing import require_own_keys
from houseway.backoffice.orders import Fact, Order, Words
from houseway.backoffice.vault import BadToken, Sealed, seal, unseal
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents, dollars

COMPLIES = pa("603a.20(q)(1)")


class MailingEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One recipient: who, where, and which coupon; an entry that lacks a field is refused by the clause that wants it."""

    # The number under which the vault holds the patron, such as `patron/4711`.
    patron: Words
    name: Sealed | None = None
    address: Sealed | None = None
    # The law does not ask the provider for it; it tells people of one name apart.
    born: Sealed | None = None
    design: Words
    denomination: Cents | None = None
    expires: date | None = None
    serial: Serial | None = None


class PrepareMailingList(Order, frozen=True, kw_only=True):
    """Marketing lists whom a provider is to mail which coupon, for the numbers that finance reserved; finance receives the list."""

    department: Distributor = Distributor.MARKETING
    mailing: Words
    provider: Words
    mail_on: date
    entries: Annotated[tuple[MailingEntry, ...], msgspec.Meta(max_length=100_000)]

    def matters(self) -> tuple[str, ...]:
        """The mailing."""
        return (matter(self.mailing),)


class ListedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that has every field."""

    serial: int
    patron: str
    name: Sealed
    address: Sealed
    born: Sealed | None
    design: str
    denomination: Denomination
    expires: date


class MailingListed(Fact, frozen=True, kw_only=True):
    """Finance has the list of a mailing, without those who were stripped from it."""

    mailing: str
    number: int
    provider: str
    listed_on: date
    mail_on: date
    entries: tuple[ListedEntry, ...]


def seal_entry(
    connection: sa.Connection, patron: str, identity: Identity, design: Design, expires: date, serial: int
) -> MailingEntry:
    """An entry for an order, with everything that says who the patron is sealed first."""
    born = identity.born.isoformat() if identity.born else ""
    return MailingEntry(
        patron=patron,
        name=seal(connection, patron, identity.name),
        address=seal(connection, patron, identity.address),
        born=seal(connection, patron, born) if born else None,
        design=design.id,
        denomination=design.value,
        expires=expires,
        serial=serial,
    )


@implements("603a.20(q)(2)")
def prepare(order: PrepareMailingList, desk: Desk) -> tuple[Fact, ...]:
    """Let a list be received that has one whole entry for each recipient, screened, of coupons that may be mailed."""
    connection = desk.connection
    require_distributor(connection, order.department, desk.day)
    require_direct_mail(connection, desk.day)
    if find_mailing(connection, order.mailing) is not None:
        raise RuleViolation(LIST, f"mailing {order.mailing} has a list already, or was cancelled")
    if not order.provider.strip():
        raise RuleViolation(DIRECT_MAIL, f"no gaming service provider is named for mailing {order.mailing}")
    if order.mail_on < desk.day:
        raise RuleViolation(LIST, f"nothing can be mailed on {order.mail_on}, which is over")
    _require_each_once(order)
    designs = _require_mailable(connection, (entry.design for entry in order.entries), desk.day)
    sealed = ((one.patron, token) for one in order.entries for token in (one.name, one.address, one.born))
    require_own_keys(connection, ((patron, token) for patron, token in sealed if token), LIST)
    _require_serials(order, reserved(connection, order.mailing))
    people: dict[int, tuple[ListedEntry, Identity]] = {}
    for entry in order.entries:
        whole, identity = _whole(connection, entry, designs[entry.design], order.mail_on)
        people[whole.serial] = whole, identity
    _require_different_people(people.values())
    screened = screen(
        connection,
        order.mailing,
        Stage.LIST,
        (
            Candidate(whole.serial, whole.patron, whole.design, whole.denomination, whole.expires, identity)
            for whole, identity in people.values()
        ),
        desk.day,
    )
    struck = {one.serial for one in screened.stripped}
    listed = MailingListed(
        mailing=order.mailing,
        number=next_number(connection),
        provider=order.provider,
        listed_on=desk.day,
        mail_on=order.mail_on,
        entries=tuple(whole for serial, (whole, _) in sorted(people.items()) if serial not in struck),
        clause=FINANCE_KEEPS.id,
    )
    return (listed, screened)


@implements("603a.20(q)(2)")
def _require_each_once(order: PrepareMailingList) -> None:
    """Each recipient has one entry."""
    for patron, count in Counter(entry.patron for entry in order.entries).items():
        if count > 1:
            raise RuleViolation(
                LIST, f"{patron} is on mailing {order.mailing} {count} times, and once is meant"
            )


@implements("603a.20(q)(2)")
def _require_different_people(people: Iterable[tuple[ListedEntry, Identity]]) -> None:
    """Nor has anybody a second one under another number."""
    known = Screen(())
    for whole, identity in people:
        match = known.find(identity)
        if match is not None and match.likeness is Likeness.SAME:
            raise RuleViolation(
                LIST,
                f"{whole.patron} is on the list under another number as well: the same {', '.join(match.agrees)}",
                fix="leave one entry out, or state the birth dates that tell them apart",
            )
        known.add(identity)


# The coupons.


@implements("603a.20(q)(1)", "603a.20(q)(3)", readings=("C-09",))
def _require_mailable(connection: sa.Connection, names: Iterable[str], day: date) -> dict[str, Design]:
    """Only approved Match Play Coupons, with all that must be on one and a barcode; slot coupons have no design here."""
    designs = {name: require_design(connection, name) for name in dict.fromkeys(names)}
    require_approved_designs(connection, designs, day)
    for design in designs.values():
        for clause, fault in faults_of(design, day):
            raise RuleViolation(COMPLIES, f"design {design.id} cannot be mailed: {fault} ({clause})")
        if not design.has_barcode:
            raise RuleViolation(
                BARCODE, f"design {design.id} has no barcode to find its entry by", fix="mail another design"
            )
    return designs


@implements("603a.20(q)(2)(v)")
def _require_serials(order: PrepareMailingList, run: Run | None) -> None:
    """Every entry has a serial of its own, and together they are the numbers that finance reserved."""
    if run is None:
        raise RuleViolation(
            SERIAL,
            f"no serial numbers are reserved for mailing {order.mailing}",
            fix="have a finance supervisor reserve them first",
        )
    serials = [entry.serial for entry in order.entries if entry.serial is not None]
    if len(serials) < len(order.entries):
        lacking = next(entry for entry in order.entries if entry.serial is None)
        raise RuleViolation(SERIAL, f"the entry of {lacking.patron} has no serial number")
    found = require_runs((Run(serial, serial) for serial in serials), SERIAL)
    if found != (run,):
        raise RuleViolation(
            SERIAL, f"the entries have the serials {spelled(found)}; reserved are {spelled((run,))}"
        )


# The fields of an entry.


def _whole(
    connection: sa.Connection, entry: MailingEntry, design: Design, mail_on: date
) -> tuple[ListedEntry, Identity]:
    """An entry with every field in order, and who it is for."""
    name, called = _require_name(connection, entry)
    address, lives = _require_address(connection, entry)
    whole = ListedEntry(
        serial=entry.serial or 0,
        patron=entry.patron,
        name=name,
        address=address,
        born=entry.born,
        design=entry.design,
        denomination=_require_denomination(entry, design),
        expires=_require_expiry(entry, mail_on),
    )
    return whole, Identity(name=called, address=lives, born=_born(connection, entry, mail_on))


@implements("603a.20(q)(2)(i)")
def _require_name(connection: sa.Connection, entry: MailingEntry) -> tuple[str, str]:
    """The patron's name, sealed and clear."""
    return _require_text(connection, entry.name, NAME, f"the entry of {entry.patron} has no name")


@implements("603a.20(q)(2)(ii)")
def _require_address(connection: sa.Connection, entry: MailingEntry) -> tuple[str, str]:
    """The patron's address, sealed and clear."""
    return _require_text(connection, entry.address, ADDRESS, f"the entry of {entry.patron} has no address")


def _require_text(
    connection: sa.Connection, token: str | None, clause: Clause, problem: str
) -> tuple[str, str]:
    text = None if token is None else _opened(connection, token, clause)
    if token is None or text is None or not says_something(text):
        raise RuleViolation(clause, problem, fix="complete the entry, or leave the patron out")
    return token, text


def _opened(connection: sa.Connection, token: str, clause: Clause) -> str | None:
    try:
        return unseal(connection, token)
    except BadToken as bad:
        raise RuleViolation(clause, f"{bad}") from None


def _born(connection: sa.Connection, entry: MailingEntry, mail_on: date) -> date | None:
    text = None if entry.born is None else _opened(connection, entry.born, LIST)
    if not text:
        return None
    try:
        born = date.fromisoformat(text)
    except ValueError:
        born = date.max
    # A wrong birth date could tell an excluded patron apart from the list.
    if born >= mail_on:
        raise RuleViolation(
            LIST, f"the birth date of {entry.patron} is none", fix="seal it as 1970-12-31 is written"
        )
    return born


@implements("603a.20(q)(2)(iii)")
def _require_denomination(entry: MailingEntry, design: Design) -> Cents:
    """The denomination, which is that of the design."""
    if entry.denomination != design.value:
        said = "no denomination" if entry.denomination is None else dollars(entry.denomination)
        raise RuleViolation(
            DENOMINATION,
            f"the entry of {entry.patron} states {said}; a coupon of design {design.id} is one of {dollars(design.value)}",
        )
    return design.value


@implements("603a.20(q)(2)(iv)")
def _require_expiry(entry: MailingEntry, mail_on: date) -> date:
    """The last day of the coupon, which comes after the day of the mailing."""
    if entry.expires is None or entry.expires <= mail_on:
        said = "no last day" if entry.expires is None else f"the last day {entry.expires}"
        raise RuleViolation(
            EXPIRY,
            f"the entry of {entry.patron} states {said}; the coupon is mailed on {mail_on} and to be played after that",
        )
    return entry.expires


def post_listed(fact: MailingListed, desk: Desk) -> None:
    """Finance keeps the list."""
    row = {
        "mailing": fact.mailing,
        "number": fact.number,
        "provider": fact.provider,
        "listed_on": fact.listed_on,
        "mail_on": fact.mail_on,
        "file": "",
        "reason": "",
    }
    desk.connection.execute(mailings.insert(), row)
    rows = [msgspec.structs.asdict(entry) | {"mailing": fact.mailing} for entry in fact.entries]
    if rows:
        desk.connection.execute(entries.insert(), rows)
    keep_step(desk, fact.mailing, MailingStep.LISTED)
