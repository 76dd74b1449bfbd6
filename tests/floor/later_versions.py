"""Later versions of Houseway: what an upgrade changes at the opening of a house, without a rule that is another.

Each is another program than the one before, so that no snapshot of a table is believed and every table is replayed from its record;
some of its books have another form, and are made anew; and some of what it records has another form, in which what was recorded
before is to be read.
"""

import random
from datetime import date, datetime
from typing import Any

import pytest

from houseway import __version__
from houseway.backoffice.books import all_books
from houseway.backoffice.counter_checks.orders import BookReceived
from houseway.backoffice.coupons.redemption import CouponRedeemed
from houseway.backoffice.postings.book import Posted
from houseway.backoffice.records import FORM
from houseway.floor import snapshots
from houseway.journal import Journal, JournalUnavailable, enter_program, timestamp
from houseway.table.events import WagerPlaced
from houseway.table.moves import PlaceWager

# What is recorded most at tables and in the books; each version has another form of one of them.
_RENEWED = (PlaceWager, WagerPlaced, Posted, CouponRedeemed, BookReceived)


class Versions:
    """The version of Houseway that runs, and those that come after it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, chance: random.Random) -> None:
        self._patch, self._chance = monkeypatch, chance
        self.number = 0
        # How many recorded values were read in a form that is no longer today's.
        self.renewed = 0

    @property
    def name(self) -> str:
        """The version that runs."""
        return f"{__version__}.{self.number}"

    def enter(self, journal: Journal, now: datetime) -> None:
        """Record that this version writes from now on, as every command that writes does; an older one writes no more."""
        enter_program(journal, self.name, timestamp(now))
        if self.number:
            with pytest.raises(JournalUnavailable, match="has written here"):
                enter_program(journal, __version__)

    def go_on(self) -> None:
        """Let another version be installed."""
        self.number += 1
        self._patch.setattr(snapshots, "__version__", self.name)
        books = all_books()
        for book in self._chance.sample(books, len(books) // 2):
            self._patch.setattr(type(book), "form", book.form + 1)
        if self._chance.random() < 0.5:
            self._patch.setattr("houseway.backoffice.office.FORM", FORM + self.number)
        kind: Any = _RENEWED[(self.number - 1) % len(_RENEWED)]
        self._patch.setattr(kind, "renewals", (*kind.renewals, self._renewed))
        for book in books:
            # Books stay as long as the process, which an upgrade ends.
            self._patch.delitem(vars(book), "_recorded", raising=False)

    def _renewed(self, told: dict[str, Any], day: date) -> dict[str, Any]:
        self.renewed += 1
        return told
