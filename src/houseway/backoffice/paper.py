"""Papers: what a form, report or label says, before anybody decides how it is printed."""

from datetime import date, datetime

import msgspec

from houseway.backoffice.orders import Signed
from houseway.law import Clause


def by_clock(moment: datetime | str, now: datetime) -> str:
    """A moment, as it is or as it was recorded, by the clock that tells what time it is now."""
    at = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return f"{at.astimezone(now.tzinfo):%Y-%m-%d %H:%M %Z}"


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a form: what it asks for, what is written there, and the clause that asks for it."""

    label: str
    value: str
    clause: Clause | None = None


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """Rows under headings, as the ledgers and count sheets have them; the last `totals` rows sum up those above them."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    clause: Clause | None = None
    totals: int = 0

    def is_total(self, row: int) -> bool:
        """Whether the row of that number, the first being 0, sums up those above it."""
        return row >= len(self.rows) - self.totals


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """Who signed a form, in what part, and when; unsigned lines have no credential."""

    part: str
    name: str = ""
    credential: str = ""
    position: str = ""
    signed_at: datetime | None = None
    clause: Clause | None = None


def signature_of(signed: Signed, clause: Clause, part: str = "") -> Signature:
    """A signature under an order as a form shows it, under the form's own name for that part."""
    return Signature(
        part=part or signed.part,
        name=signed.name,
        credential=signed.credential,
        position=str(signed.position),
        signed_at=signed.at,
        clause=clause,
    )


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    """A form as the law describes it."""

    title: str
    number: str
    holder: str
    day: date
    clause: Clause
    fields: tuple[Field, ...] = ()
    grids: tuple[Grid, ...] = ()
    signatures: tuple[Signature, ...] = ()
    notes: tuple[str, ...] = ()
    # Whether it is printed as a label, to be pasted over a seal.
    label: bool = False
