"""Barcodes that went to a gaming service provider: which serials they are for, and what they say (603a.20(c)(3))."""

from datetime import date

import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.quantities import Quantities
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.orders import Fact


class BarcodesSealed(Fact, frozen=True, kw_only=True):
    """A sealed file with the barcodes of a run of serials left the house.

    `digest` is the hash of the list in it, `recipient` that of the certificate it can be opened with; a second copy of the
    same list has a `reason`.
    """

    number: str
    sealed_on: date
    supplier: str
    design: str
    expires: date
    first: int
    last: int
    quantities: Quantities
    digest: str
    recipient: str
    reason: str

    @property
    def run(self) -> Run:
        """Its serials."""
        return Run(self.first, self.last)


def all_sealed(connection: sa.Connection) -> tuple[BarcodesSealed, ...]:
    """Every list of barcodes that was sealed, copies too."""
    names = documents.subjects_of(connection, PaperKind.BARCODES)
    found = (documents.find(connection, PaperKind.BARCODES, name, BarcodesSealed) for name in names)
    return tuple(one.fact for one in found if one is not None)


def post_sealed(fact: BarcodesSealed, desk: Desk) -> None:
    """Keep what was sealed for whom."""
    documents.keep(desk, PaperKind.BARCODES, fact.number, fact.sealed_on, fact)
