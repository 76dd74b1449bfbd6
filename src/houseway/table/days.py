"""Gaming days: which day of the books a moment belongs to."""

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class GamingDays:
    """A property's gaming days: each begins at the same hour of the house's own clock."""

    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("America/New_York"))
    starts: time = time(6)

    def day_of(self, moment: datetime) -> date:
        """The gaming day of a moment: before the starting hour it is still the day before."""
        local = moment.astimezone(self.zone)
        return local.date() if local.time() >= self.starts else local.date() - timedelta(days=1)

    def start_of(self, day: date) -> datetime:
        """The moment at which a gaming day begins."""
        return datetime.combine(day, self.starts, self.zone)
