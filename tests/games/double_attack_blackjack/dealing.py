"""A Double Attack Blackjack table for the tests: a shoe ready, wagers, cards in shoe order."""

from typing import Any

from houseway.games.double_attack_blackjack import DoubleAttackBlackjack
from houseway.games.double_attack_blackjack.moves import CloseDoubleAttack
from houseway.games.double_attack_blackjack.submission import DoubleAttackSubmission
from houseway.table.events import Event
from houseway.table.moves import PlaceWager
from tests.games.twenty_one_dealing import deal
from tests.service import Service
from tests.shoes import shoe_ready

CHIPS = 1_000_000


def table(*seats: int, **options: Any) -> Service:
    """An open table with players who came in this order, and a shoe whose first card is burned."""
    service = Service(DoubleAttackBlackjack(DoubleAttackSubmission(**options))).opened()
    service.seated(**{f"seat_{seat}": CHIPS for seat in seats or (1,)})
    return shoe_ready(service)


def bet(service: Service, *seats: int, amount: int = 1_000, bust_it: int = 0) -> Service:
    """A Bet Wager for each of these positions, and a Bust It Wager where one is named."""
    for seat in seats or (1,):
        service.do(PlaceWager(seat=seat, wager="bet", amount=amount))
        if bust_it:
            service.do(PlaceWager(seat=seat, wager="bust-it", amount=bust_it))
    return service


def attack(service: Service, seat: int = 1, amount: int = 1_000) -> list[Event]:
    return service.do(PlaceWager(seat=seat, wager="double-attack", amount=amount))


def first(service: Service, up: str, told: str, *attacks: int) -> list[Event]:
    """The up card, Double Attack Wagers of these positions, then the first cards with the hole card last."""
    deal(service, up)
    for seat in attacks:
        attack(service, seat)
    service.do(CloseDoubleAttack())
    return deal(service, told)
