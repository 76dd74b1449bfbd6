"""Letters as they came, attached to what the book of approvals says of them (125-149:Preamble/General#4)."""

from collections.abc import Iterable
from enum import StrEnum

import sqlalchemy as sa

from houseway.backoffice import attachments
from houseway.backoffice.approvals.filings import letters
from houseway.backoffice.approvals.orders import RecordApproval, RecordDenial, RecordReview
from houseway.backoffice.approvals.policy import RULES
from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.backoffice.policy import SEPARATE_DUTIES, NotPermitted

_WITH_A_LETTER = (RecordReview, RecordApproval, RecordDenial)


def attach_letter(office: Office, content: bytes, *, who: str) -> str:
    """Keep a letter for whoever enters letters; the hash under which the order names it."""
    attachments.type_of(content)
    person = office.people()[who]
    with office.recording_refusals(person, "attach a letter"):
        if not _enters_letters(person.position):
            raise NotPermitted(
                SEPARATE_DUTIES,
                f"letters are attached by those who enter them, not by the {person.position}",
                fix="have whoever enters the letter attach it",
            )
    with office.journal.transaction() as transaction:
        connection, now = transaction.connection, office.clock()
        attachments.drop_unnamed(connection, named_letters(connection), now)
        return attachments.keep(connection, content, now)


def _enters_letters(position: Position) -> bool:
    firsts = (rule.parts[0] for rule in RULES if rule.order in _WITH_A_LETTER)
    return any(permit.admits(position) for first in firsts for permit in first.permits)


def named_letters(connection: sa.Connection) -> frozenset[str]:
    """The letters that the book names, here or gone."""
    return frozenset(connection.execute(sa.select(letters.c.digest)).scalars())


class Missing(StrEnum):
    """What is wrong with a letter that the book names."""

    GONE = "gone"
    ALTERED = "altered"


def wrong_letters(connection: sa.Connection, destroyed: Iterable[str]) -> dict[str, Missing]:
    """The letters that the book names and that are not here as they came, those apart that were destroyed with their papers."""
    found: dict[str, Missing] = {}
    for digest in sorted(named_letters(connection) - {*destroyed}):
        try:
            if attachments.read(connection, digest) is None:
                found[digest] = Missing.GONE
        except attachments.FileAltered:
            found[digest] = Missing.ALTERED
    return found


def letter_named(connection: sa.Connection, beginning: str) -> str | None:
    """The letter whose hash begins so, where the book names exactly one."""
    query = (
        sa.select(letters.c.digest).where(letters.c.digest.startswith(beginning, autoescape=True)).distinct()
    )
    found = connection.execute(query).scalars().all()
    return found[0] if len(found) == 1 else None
