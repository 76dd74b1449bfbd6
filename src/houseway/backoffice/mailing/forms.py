"""The papers of a mailing: its manifest, the report of its screening, finance's copy of the list, and the day's mailed coupons."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

from houseway.backoffice.book import Desk, Form
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.mailed import mailed
from houseway.backoffice.coupons.quantities import quantities, spelled
from houseway.backoffice.coupons.runs import runs_of
from houseway.backoffice.coupons.runs import spelled as spelled_runs
from houseway.backoffice.coupons.serials import find_all
from houseway.backoffice.mailing.entries import (
    ADDRESS,
    DENOMINATION,
    EXPIRY,
    NAME,
    SERIAL,
    Entry,
    entries_of,
    stripped_from,
)
from houseway.backoffice.mailing.exclusion import STRIPPED, ExclusionList, lists_on_file
from houseway.backoffice.mailing.mailings import (
    DIRECT_MAIL,
    FINANCE_KEEPS,
    LIST,
    Mailing,
    MailingStep,
    every_mailing,
    find_mailing,
    signed,
)
from houseway.backoffice.mailing.policy import READERS_OF_LISTS, READERS_OF_SCREENINGS
from houseway.backoffice.mailing.reconciliation import reconcile_day
from houseway.backoffice.mailing.screening import screenings_of
from houseway.backoffice.paper import Field, Grid, Paper, Signature, signature_of
from houseway.backoffice.postings.postings import house_name
from houseway.backoffice.vault import shown
from houseway.law import Clause, implements
from houseway.money import dollars
from houseway.table.coupons import serial_number

# A part of a step as its paper names it, with the clause that wants the signature.
_Line = tuple[MailingStep, str, str, Clause]
_PREPARED: _Line = (MailingStep.LISTED, "prepared", "Prepared by", LIST)
_RECEIVED: _Line = (MailingStep.LISTED, "received", "Received by finance", FINANCE_KEEPS)
_SENT: _Line = (MailingStep.SENT, "sent", "Sent to the provider by", LIST)
_PRINTED: _Line = (MailingStep.PRINTED, "printed", "Printed by", DIRECT_MAIL)
_SCREENED: _Line = (MailingStep.SCREENED, "screened", "Screened before the print by", STRIPPED)


def _found(desk: Desk, mailing: str) -> Mailing:
    found = find_mailing(desk.connection, mailing)
    if found is None:
        raise LookupError(f"there is no mailing {mailing!r}")
    return found


def _names(desk: Desk) -> tuple[str, ...]:
    return tuple(one.mailing for one in every_mailing(desk.connection))


def _paper(
    desk: Desk,
    mailing: Mailing,
    title: str,
    clause: Clause,
    *,
    fields: Iterable[Field] = (),
    grids: Iterable[Grid] = (),
    lines: Iterable[_Line] = (),
) -> Paper:
    said = [
        Field(label="Mailing", value=mailing.mailing, clause=LIST),
        Field(label="Gaming service provider", value=mailing.provider, clause=LIST),
        Field(label="To be mailed on", value=mailing.mail_on.isoformat(), clause=LIST),
    ]
    if mailing.cancelled_on is not None:
        cancelled = f"{mailing.cancelled_on}: {mailing.reason}"
        said.append(Field(label="Cancelled", value=cancelled, clause=FINANCE_KEEPS))
    return Paper(
        title=title,
        number=mailing.mailing,
        holder=house_name(desk.connection),
        day=mailing.listed_on,
        clause=clause,
        fields=(*said, *fields),
        grids=tuple(grids),
        signatures=tuple(_signature(desk, mailing.mailing, line) for line in lines),
    )


def _signature(desk: Desk, mailing: str, line: _Line) -> Signature:
    step, part, label, clause = line
    for one in signed(desk.connection, mailing, step):
        if one.part == part:
            return signature_of(one, clause, label)
    return Signature(part=label, clause=clause)


def _coupons(listed: tuple[Entry, ...]) -> tuple[Field, ...]:
    """What the entries are, without anybody's name."""
    denominations = quantities(Counter(entry.denomination for entry in listed))
    last_days = ", ".join(day.isoformat() for day in sorted({entry.expires for entry in listed}))
    return (
        Field(label="Entries", value=f"{len(listed):,}", clause=LIST),
        Field(label="Denominations", value=spelled(denominations), clause=DENOMINATION),
        Field(label="Last days", value=last_days or "none", clause=EXPIRY),
        Field(label="Serials", value=spelled_runs(runs_of(entry.serial for entry in listed)), clause=SERIAL),
    )


@implements("603a.20(q)(2)")
def _manifest(desk: Desk, subject: str) -> Paper:
    """What goes with the file to the provider: what is in it, and the hash that proves it is that file."""
    mailing = _found(desk, subject)
    return _paper(
        desk,
        mailing,
        "Mailing Manifest",
        LIST,
        fields=(
            Field(label="Sent on", value=str(mailing.sent_on or "not yet"), clause=LIST),
            Field(label="SHA-256 of the file", value=mailing.file or "not sent as it stands", clause=LIST),
            *_coupons(entries_of(desk.connection, subject)),
        ),
        lines=(_PREPARED, _RECEIVED, _SENT, _SCREENED, _PRINTED),
    )


@implements("603a.20(q)(7)")
def _screening(desk: Desk, subject: str) -> Paper:
    """Which coupons were taken off a mailing and why; patrons by number, never by name."""
    mailing = _found(desk, subject)
    rows = tuple(
        (
            serial_number(row.serial),
            row.patron,
            row.stage,
            row.found_on.isoformat(),
            ExclusionList(row.list).called if row.list else "",
            row.likeness,
            row.agrees,
        )
        for row in stripped_from(desk.connection, subject)
    )
    references = {
        one.number: f"{one.reference}, as of {one.as_of}" for one in lists_on_file(desk.connection, desk.day)
    }
    turns = tuple(
        (
            one.stage,
            one.day.isoformat(),
            references[one.self_exclusion],
            references[one.exclusion],
            f"{one.stripped:,}",
            f"{one.left:,}",
        )
        for one in screenings_of(desk.connection, subject)
    )
    return _paper(
        desk,
        mailing,
        "Report of the Screening of a Mailing",
        STRIPPED,
        fields=(Field(label="Stripped", value=f"{len(rows):,}", clause=STRIPPED),),
        grids=(
            Grid(
                title="Stripped from the mailing",
                headings=("Serial", "Patron", "Found", "On", "List", "Likeness", "Agrees in"),
                rows=rows,
                clause=STRIPPED,
            ),
            Grid(
                title="Screenings",
                headings=("When", "On", "Self-exclusion list", "Exclusion list", "Stripped", "Left"),
                rows=turns,
                clause=STRIPPED,
            ),
        ),
        lines=(_RECEIVED, _SCREENED),
    )


@implements(
    "603a.20(q)(2)(i)",
    "603a.20(q)(2)(ii)",
    "603a.20(q)(2)(iii)",
    "603a.20(q)(2)(iv)",
    "603a.20(q)(2)(v)",
    "603a.20(q)(4)",
)
def _finance_copy(desk: Desk, subject: str) -> Paper:
    """The list as finance keeps it, every field of every entry, with what became of each coupon."""
    connection = desk.connection
    mailing = _found(desk, subject)
    listed = entries_of(connection, subject)
    books = find_all(connection, [entry.serial for entry in listed])
    entered = mailed(connection, subject)
    states = Counter(coupon.state for coupon in books.values())
    rows = tuple(
        (
            serial_number(entry.serial),
            shown(connection, entry.name),
            shown(connection, entry.address),
            dollars(entry.denomination),
            entry.expires.isoformat(),
            books[entry.serial].state.value if entry.serial in books else "",
        )
        for entry in listed
    )
    said = ", ".join(f"{count:,} {state}" for state, count in sorted(states.items())) or "none entered yet"
    return _paper(
        desk,
        mailing,
        "Mailing List, Copy of the Finance Department",
        FINANCE_KEEPS,
        fields=(
            Field(
                label="Mailed, as the provider confirms",
                value=f"{entered.fact.mailed_on}, {entered.fact.reference}" if entered else "not yet",
                clause=FINANCE_KEEPS,
            ),
            Field(label="What became of the coupons", value=said, clause=FINANCE_KEEPS),
            *_coupons(listed),
            Field(label="Names", value=f"in all {len(listed):,} entries", clause=NAME),
            Field(label="Addresses", value=f"in all {len(listed):,} entries", clause=ADDRESS),
        ),
        grids=(
            Grid(
                title="Entries",
                headings=("Serial", "Name", "Address", "Denomination", "Last day", "Now"),
                rows=rows,
                clause=FINANCE_KEEPS,
            ),
        ),
        lines=(_PREPARED, _RECEIVED),
    )


@implements("603a.20(q)(4)")
def _daily(desk: Desk, subject: str) -> Paper:
    """The mailed coupons in a day's drop boxes, held against the lists for the reconciliation."""
    day = date.fromisoformat(subject)
    rows = tuple(
        (
            serial_number(one.serial),
            one.mailing,
            one.patron,
            dollars(one.denomination),
            one.expires.isoformat(),
            one.table,
            one.agreement.value,
            one.variance,
        )
        for one in reconcile_day(desk.connection, day)
    )
    return Paper(
        title="Mailed Match Play Coupons of a Day",
        number=subject,
        holder=house_name(desk.connection),
        day=day,
        clause=FINANCE_KEEPS,
        fields=(Field(label="Mailed coupons that came back", value=f"{len(rows):,}", clause=FINANCE_KEEPS),),
        grids=(
            Grid(
                title="Held against the mailing lists",
                headings=(
                    "Serial",
                    "Mailing",
                    "Patron",
                    "Denomination",
                    "Last day",
                    "Table",
                    "List",
                    "Variance",
                ),
                rows=rows,
                clause=FINANCE_KEEPS,
            ),
        ),
    )


FORMS = (
    Form("manifest", "Mailing manifest", LIST, _names, _manifest),
    Form("screening", "Report of the screening", STRIPPED, _names, _screening, readers=READERS_OF_SCREENINGS),
    Form(
        "finance-copy",
        "Mailing list, finance's copy",
        FINANCE_KEEPS,
        _names,
        _finance_copy,
        readers=READERS_OF_LISTS,
    ),
    Form(
        "daily",
        "Mailed coupons of a day",
        FINANCE_KEEPS,
        lambda desk: documents.subjects_of(desk.connection, PaperKind.COUNT),
        _daily,
        readers=READERS_OF_LISTS,
    ),
)
