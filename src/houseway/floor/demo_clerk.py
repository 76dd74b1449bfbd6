"""The demo property's clerk: gives its orders at moments of its first weeks, each once however often the making begins anew."""

from datetime import date, datetime, timedelta
from typing import Any

from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order, digest_of
from houseway.backoffice.postings.book import BOOK as STAFF_BOOK
from houseway.backoffice.records import STREAM, BadOrder, OrderRecord, State
from houseway.floor.floor import Floor

# How long before its opening day the house begins with its papers: a bureau has fifteen days for a review.
LEAD = timedelta(weeks=6)


class Clerk:
    """An office over the floor's journal whose clock is set to the moment that the demo has come to."""

    def __init__(self, floor: Floor) -> None:
        # Everything is dated from the first entry, so that a making which is taken up later asks for the same again.
        first = next(floor.journal.read(STREAM + STAFF_BOOK.name), None)
        began = datetime.fromisoformat(first.recorded_at) if first else floor.clock() - LEAD
        self.opening_day = began + LEAD
        self._now = began
        self.office = Office(floor.journal, lambda: self._now)

    @property
    def today(self) -> date:
        """The gaming day that the demo has come to."""
        return self.office.days.day_of(self._now)

    def go_to(self, days_before: int) -> None:
        """Let it be so many days before the opening day."""
        self._now = self.opening_day - timedelta(days=days_before)

    def give(self, key: str, order: Order, *who: str) -> tuple[dict[str, Any], ...]:
        """Give an order with the signatures of these people, in turn; what followed from it, now or before."""
        name = f"demo/{key}"
        if len(who) == 1:
            return self.office.carry_out(order, who=who[0], key=name).facts
        standing = self._begun(order, name) or self.office.propose(order, who=who[0], key=name)
        if standing.state is State.EXECUTED:
            return standing.facts
        for signer in who[1:-1]:
            self.office.approve(standing.digest, who=signer)
        return self.office.execute(standing.digest, who=who[-1]).facts

    def _begun(self, order: Order, key: str) -> OrderRecord | None:
        try:
            return self.office.standing(digest_of(order, key))
        except BadOrder:
            return None
