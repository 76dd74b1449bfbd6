"""How long a piece of equipment may be used."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TypeVar

from houseway.law import Clause, implements

Moment = TypeVar("Moment", bound=date)


@dataclass(frozen=True, slots=True)
class Life:
    """How long a piece may be used, and the clause that says so."""

    clause: Clause
    hours: int = 0
    months: int = 0

    def ends(self, since: datetime) -> datetime:
        """The moment from which it may no longer be used."""
        return months_later(since, self.months) if self.months else since + timedelta(hours=self.hours)

    def __str__(self) -> str:
        return f"{self.months} month" if self.months else f"{self.hours} hours"


@implements("625a.2(b)#2", readings=("B-SB-06",))
def months_later(since: Moment, months: int) -> Moment:
    """The same day and time so many calendar months on, or the last day of a shorter month."""
    year, month = divmod(since.year * 12 + since.month - 1 + months, 12)
    day = min(since.day, monthrange(year, month + 1)[1])
    return since.replace(year=year, month=month + 1, day=day)
