"""A table of twenty-one for the tests: cards in shoe order, decisions, and what was settled; the same for every such game."""

from houseway.table.card_play import Deal
from houseway.table.events import Event, Settled
from houseway.table.shoe_play import Decide
from houseway.table.twenty_one_play import CheckHole, TurnHole
from tests.service import Service


def deal(service: Service, told: str) -> list[Event]:
    """These cards leave the shoe, each to whom it is due."""
    return service.do(Deal(cards=tuple(told.split())))


def say(service: Service, decision: str, seat: int = 1, hand: int = 1, amount: int = 0) -> list[Event]:
    """A player decides."""
    return service.do(Decide(seat=seat, hand=hand, decision=decision, amount=amount))


def check(service: Service) -> list[Event]:
    """The hole card goes to the card reader."""
    return service.do(CheckHole())


def turn(service: Service) -> list[Event]:
    """The hole card is turned over."""
    return service.do(TurnHole())


def lines(events: list[Event]) -> list[tuple[int, str, str, int]]:
    """Who was settled on which wager, how it came out, and what the player is up or down by it."""
    return [
        (event.seat, event.wager, str(event.result), event.paid - event.lost)
        for event in events
        if isinstance(event, Settled)
    ]


def lit(service: Service) -> set[str]:
    """What lies lit on the felt."""
    return set(service.table.game.display(service.state.play).lit)


def open_to(service: Service) -> tuple[str, ...]:
    """What whoever's turn it is may decide."""
    asked = service.table.game.turn(service.state.play)  # type: ignore[attr-defined]
    return asked.decisions if asked else ()
