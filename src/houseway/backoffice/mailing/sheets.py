"""What the mailing book shows of itself: how far each mailing is, and the exclusion lists on file."""

from collections import Counter

import sqlalchemy as sa

from houseway.backoffice.book import Desk, Sheet
from houseway.backoffice.coupons.mailed import mailed
from houseway.backoffice.mailing.exclusion import STRIPPED, lists_on_file
from houseway.backoffice.mailing.mailings import FINANCE_KEEPS, Mailing, every_mailing
from houseway.backoffice.mailing.schema import entries, stripped
from houseway.backoffice.paper import Grid


def _mailings(desk: Desk) -> tuple[Grid, ...]:
    listed, struck = (_counted(desk, table) for table in (entries, stripped))
    rows = tuple(
        (
            one.mailing,
            one.provider,
            one.mail_on.isoformat(),
            f"{listed[one.mailing]:,}",
            f"{struck[one.mailing]:,}",
            str(one.sent_on or "not as it stands"),
            str(one.screened_on or "not yet"),
            _end(desk, one),
        )
        for one in every_mailing(desk.connection)
    )
    headings = ("Mailing", "Provider", "Mail on", "Entries", "Stripped", "Sent", "Screened", "Entered")
    return (Grid(title="Mailings", headings=headings, rows=rows, clause=FINANCE_KEEPS),)


def _counted(desk: Desk, table: sa.Table) -> Counter[str]:
    query = sa.select(table.c.mailing, sa.func.count().label("n")).group_by(table.c.mailing)
    return Counter({row.mailing: row.n for row in desk.connection.execute(query)})


def _end(desk: Desk, mailing: Mailing) -> str:
    if mailing.cancelled_on is not None:
        return f"cancelled on {mailing.cancelled_on}"
    entered = mailed(desk.connection, mailing.mailing)
    return "not yet" if entered is None else entered.day.isoformat()


def _lists(desk: Desk) -> tuple[Grid, ...]:
    rows = tuple(
        (
            one.list.called,
            one.list.value,
            one.as_of.isoformat(),
            one.good_through.isoformat(),
            f"{one.people:,}",
            one.reference,
            one.entered_on.isoformat(),
        )
        for one in lists_on_file(desk.connection, desk.day)
    )
    headings = ("List", "Chapter", "As of", "Good through", "Persons", "Reference", "Entered")
    return (Grid(title="Exclusion lists on file", headings=headings, rows=rows, clause=STRIPPED),)


SHEETS = (
    Sheet(
        name="mailings",
        title="Mailings",
        show=_mailings,
        empty=(
            "No coupons have been mailed yet. A mailing begins with its serial numbers: [reserve-mailing-serials].",
        ),
    ),
    Sheet(
        name="lists",
        title="Exclusion lists",
        show=_lists,
        empty=(
            "No list of excluded persons is entered yet, and no mailing leaves without them: [enter-exclusion-list].",
        ),
    ),
)
