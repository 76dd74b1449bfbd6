"""A Spanish 21 table for the tests: a shoe ready, wagers, cards in shoe order."""

from datetime import UTC, datetime
from typing import Any

from houseway.games.spanish_21 import Spanish21
from houseway.games.spanish_21.editions import TextInForce
from houseway.games.spanish_21.submission import Spanish21Submission
from houseway.table.events import BonusPaid, Event
from houseway.table.moves import PlaceWager
from tests.service import Service
from tests.shoes import shoe_ready

CHIPS = 1_000_000


def table(*seats: int, **options: Any) -> Service:
    """An open table with players who came in this order, and a shoe whose first card is burned."""
    service = Service(Spanish21(Spanish21Submission(**options)))
    if service.table.game.edition == TextInForce.ADOPTED:
        service.now = datetime(2013, 5, 4, 12, tzinfo=UTC)
    service.opened()
    service.seated(**{f"seat_{seat}": CHIPS for seat in seats or (1,)})
    return shoe_ready(service)


def bet(service: Service, *seats: int, amount: int = 1_000, match: int = 0) -> Service:
    """A Spanish 21 Wager for each of these positions, and a Match the Dealer Wager where one is named."""
    for seat in seats or (1,):
        service.do(PlaceWager(seat=seat, wager="spanish-21", amount=amount))
        if match:
            service.do(PlaceWager(seat=seat, wager="match-the-dealer", amount=match))
    return service


def bonuses(events: list[Event]) -> list[tuple[int, str, int, str]]:
    """Which bonuses were paid to whom, how much, and by which row."""
    return [
        (event.seat, event.bonus, event.paid, event.pays) for event in events if isinstance(event, BonusPaid)
    ]
