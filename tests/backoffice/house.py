"""A house for tests: two people in every position, an office over a real journal, and a clock that is set by hand."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from houseway.backoffice.office import Office
from houseway.backoffice.people import Position, Posting
from houseway.journal import Journal

HOUSE = "Keystone Meadows"
OPENED = datetime(2014, 5, 1, 16, tzinfo=UTC)
SINCE = date(2012, 1, 1)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: datetime = OPENED) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **by: float) -> None:
        """Let time pass."""
        self.now += timedelta(**by)


def who(position: Position, number: int = 1) -> str:
    """The credential of a person in a position; there are two of each."""
    return f"PA-{list(Position).index(position) + 1:02}{number:02}"


WHO = {position: who(position) for position in Position}


def staff() -> tuple[Posting, ...]:
    """Two people in every position."""
    return tuple(
        Posting(
            person=f"{position.replace(' ', '-')}-{number}",
            credential=who(position, number),
            name=f"{position.title()} {number}",
            position=position,
            since=SINCE,
        )
        for position in Position
        for number in (1, 2)
    )


def make_office(place: str, clock: Clock, **options: Any) -> Office:
    """An office over a new journal, open and fully staffed."""
    office = Office(Journal.open(place), clock, **options)
    office.open_house(HOUSE, staff())
    return office
