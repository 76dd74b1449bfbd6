"""The slips of a table: its opener and closer, what came from the cage or went there, and what the cage paid for it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.backoffice.book import Desk, Form
from houseway.backoffice.paper import Field, Grid, Paper
from houseway.backoffice.postings.postings import house_name
from houseway.backoffice.revenue import schema
from houseway.backoffice.revenue.orders import SlipKind
from houseway.backoffice.revenue.paper_parts import chips, find, signatures, subjects
from houseway.games import title_of
from houseway.law import implements, pa
from houseway.money import dollars

REVENUE = pa("125-149:RAF(16)#1")


@dataclass(frozen=True, slots=True)
class _Slip:
    """A kind of slip: what it is called, its rows and what numbers them, and what it says of one besides the amount."""

    name: str
    title: str
    # Every slip has the day, the table, the amount and the signatures; most have chips.
    rows: sa.Select[Any]
    by: tuple[sa.Column[Any], ...]
    number: str
    amount: str
    says: Callable[[Any], tuple[tuple[str, str], ...]]

    def form(self) -> Form:
        """The slip among the forms of the book."""
        title = f"{self.name.capitalize()} slip"
        return Form(f"{self.name}-slip", title, REVENUE, self._subjects, self._paper, told=self._told)

    def _subjects(self, desk: Desk) -> tuple[str, ...]:
        # A table that is still open has no closer, nor what it comes to.
        written = self.rows.where(self.rows.selected_columns.cents.is_not(None))
        return subjects(desk, written, *self.by)

    def _told(self, desk: Desk) -> dict[str, str]:
        """Of a slip that has a number alone, the day and the table; the others are called by them."""
        if len(self.by) > 1:
            return {}
        rows = desk.connection.execute(self.rows)
        return {str(row.number): f"{self.number.format(row)}: {row.gaming_table}, {row.day}" for row in rows}

    @implements("125-149:RAF(16)#1", readings=("B-PW-02",))
    def _paper(self, desk: Desk, subject: str) -> Paper:
        """The slip with this number."""
        row = find(desk, self.rows, f"{self.name} slip", subject, *self.by)
        if row.cents is None:
            raise LookupError(f"there is no {self.name} slip {subject!r}: the table is open")
        said = (("Table", row.gaming_table), *self.says(row))
        return Paper(
            title=self.title,
            number=self.number.format(row),
            holder=house_name(desk.connection),
            day=row.day,
            clause=REVENUE,
            fields=(
                *(Field(label=label, value=value) for label, value in said),
                Field(label=self.amount, value=dollars(row.cents), clause=REVENUE),
            ),
            grids=tuple(_counted(row)),
            signatures=signatures(row.signatures),
        )


def _counted(row: Any) -> Iterator[Grid]:
    """The chips of a slip, and the tray that they were taken from where it was counted."""
    if row.chips:
        yield chips("Chips", row.chips)
    counted = row._mapping.get("tray", b"[]")
    if counted != b"[]":
        yield chips("The tray before", counted)


def _tray(name: str) -> _Slip:
    """The inventory of a table's tray, as it opened or as it closed."""
    kept = schema.trays.c
    return _Slip(
        name=name,
        title=f"Table inventory slip: {name}",
        rows=sa.select(
            *(kept.day, kept.gaming_table, kept.session, kept.game),
            kept[name].label("chips"),
            kept[f"{name}_cents"].label("cents"),
            kept[f"{name}_signatures"].label("signatures"),
        ),
        by=(kept.day, kept.gaming_table, kept.session),
        number="{0.day}.{0.gaming_table}.{0.session}",
        amount=name.capitalize(),
        says=lambda row: (("Game", title_of(row.game)), ("Opening of the day", str(row.session))),
    )


def _carried(kind: SlipKind, way: str) -> _Slip:
    """Chips that were carried between the cage and a table."""
    kept = schema.slips.c
    return _Slip(
        name=kind.value,
        title=f"{kind.capitalize()} slip",
        rows=sa.select(schema.slips).where(kept.kind == kind.value),
        by=(kept.number,),
        number="{0.number:06d}",
        amount=kind.capitalize(),
        says=lambda _: (("From and to", way),),
    )


_PAYOUT = _Slip(
    name="payout",
    title="Payout slip",
    rows=sa.select(schema.payouts, sa.null().label("chips")),
    by=(schema.payouts.c.number,),
    number="{0.number:06d}",
    amount="Paid by the cage",
    says=lambda row: (("Papers", row.reference),),
)

SLIPS = tuple(
    slip.form()
    for slip in (
        _tray("opener"),
        _tray("closer"),
        _carried(SlipKind.FILL, "cage to table"),
        _carried(SlipKind.CREDIT, "table to cage"),
        _PAYOUT,
    )
)
