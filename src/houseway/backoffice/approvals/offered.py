"""What the house offers: submissions in force that patrons play under, and the tables where their signs stand."""

from datetime import date

import sqlalchemy as sa

from houseway.backoffice.approvals.filings import Filing, every_filing, filings, signed_tables
from houseway.backoffice.approvals.kinds import FilingKind


def tables_under(connection: sa.Connection) -> dict[str, tuple[str, ...]]:
    """The tables where the sign of each submission stands, by the submission's content hash."""
    found: dict[str, tuple[str, ...]] = {}
    for table, digest in signed_tables(connection).items():
        found[digest] = (*found.get(digest, ()), table)
    return found


def offered(connection: sa.Connection, day: date) -> tuple[Filing, ...]:
    """The submissions in force that patrons of Pennsylvania play under on a gaming day.

    One that stands at no table, while another of its game does, is offered to nobody.
    """
    submissions = every_filing(connection, filings.c.kind == FilingKind.SUBMISSION)
    in_force = [one for one in submissions if one.in_force(day) and not one.is_marylands]
    standing = tables_under(connection)
    played = {one.content["game"] for one in in_force if one.digest in standing}
    return tuple(one for one in in_force if one.digest in standing or one.content["game"] not in played)
