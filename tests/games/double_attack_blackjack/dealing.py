"""A Double Attack Blackjack table for the tests: a shoe ready, wagers, cards in shoe order."""

from typing import Any

from houseway.games.double_attack_blackjack import DoubleAttackBlackjack
from houseway.games.double_attack_blackjack.moves import CheckHole, CloseDoubleAttack, TurnHole
from houseway.games.double_attack_blackjack.submission import DoubleAttackSubmission
from houseway.table.card_play import Deal
from houseway.table.events import Event, Settled
from houseway.table.moves import PlaceWager
from houseway.table.shoe_play import Decide
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


def deal(service: Service, told: str) -> list[Event]:
    """These cards leave the shoe, each to whom it is due."""
    return service.do(Deal(cards=tuple(told.split())))


def first(service: Service, up: str, told: str, *attacks: int) -> list[Event]:
    """The up card, Double Attack Wagers of these positions, then the first cards with the hole card last."""
    deal(service, up)
    for seat in attacks:
        attack(service, seat)
    service.do(CloseDoubleAttack())
    return deal(service, told)


def say(service: Service, decision: str, seat: int = 1, hand: int = 1, amount: int = 0) -> list[Event]:
    return service.do(Decide(seat=seat, hand=hand, decision=decision, amount=amount))


def check(service: Service) -> list[Event]:
    return service.do(CheckHole())


def turn(service: Service) -> list[Event]:
    return service.do(TurnHole())


def lines(events: list[Event]) -> list[tuple[int, str, str, int]]:
    """Who was settled on which wager, how it came out, and what the player is up or down by it."""
    return [
        (event.seat, event.wager, str(event.result), event.paid - event.lost)
        for event in events
        if isinstance(event, Settled)
    ]


def open_to(service: Service) -> tuple[str, ...]:
    """What whoever's turn it is may decide."""
    asked = service.table.game.turn(service.state.play)  # type: ignore[attr-defined]
    return asked.decisions if asked else ()
