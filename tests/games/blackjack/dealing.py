"""A Blackjack table for the tests: a shoe ready, wagers, cards in shoe order."""

from typing import Any

import msgspec

from houseway.games.blackjack import Blackjack
from houseway.games.blackjack.submission import BlackjackSubmission
from houseway.table.moves import PlaceWager
from tests.service import Service
from tests.shoes import shoe_ready

CHIPS = 10_000_000
METER = {"rate": 1_000, "seed": 1_000_000, "reset": 500_000}
STRAIGHT_JACK = {"progressive": "straight-jack", "meter": METER}
HIT_AND_RUN = {
    "progressive": "hit-and-run",
    "meter": METER,
    "hit_and_run": [
        {"hand": "blackjack", "odds": 3},
        {"hand": "5", "odds": 4},
        {"hand": "6", "odds": 120, "form": "for"},
        {"hand": "7", "meter": 100},
    ],
}
THREE_CARD = {
    "three_card_poker": [
        {"hand": "straight-flush", "odds": 40},
        {"hand": "three-of-a-kind", "odds": 30},
        {"hand": "straight", "odds": 6},
        {"hand": "flush", "odds": 4},
    ]
}


def submission(**options: Any) -> BlackjackSubmission:
    """A submission from plain values."""
    return msgspec.convert({"game": "blackjack", **options}, BlackjackSubmission)


def table(*seats: int, **options: Any) -> Service:
    """An open table with players who came in this order, and a shoe whose first card is burned."""
    service = Service(Blackjack(submission(**options))).opened()
    service.seated(**{f"seat_{seat}": CHIPS for seat in seats or (1,)})
    return shoe_ready(service)


def bet(service: Service, *seats: int, amount: int = 1_000, **beside: int) -> Service:
    """A Blackjack Wager for each of these positions, and what is named beside it."""
    for seat in seats or (1,):
        service.do(PlaceWager(seat=seat, wager="blackjack", amount=amount))
        for wager, more in beside.items():
            service.do(PlaceWager(seat=seat, wager=wager.replace("_", "-"), amount=more))
    return service
