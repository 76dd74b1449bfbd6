"""Tables of the three forms for the tests: a shoe ready, wagers, cards in shoe order."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from houseway.games.baccarat import BaccaratGame
from houseway.games.baccarat.forms import Form, Style
from houseway.games.baccarat.moves import TurnCards
from houseway.games.baccarat.submission import BaccaratSubmission
from houseway.table.card_play import Deal
from houseway.table.events import Event, Settled, VigorishCollected, WagerRaised
from houseway.table.moves import CallNoMoreBets, PlaceWager
from houseway.table.shoe_play import Decide
from tests.service import Service
from tests.shoes import shoe_ready

CHIPS = 1_000_000
# The chapter of each form, its section of wagers, and how many sit there.
CHAPTERS = {Form.MINIBACCARAT: "627a", Form.MIDIBACCARAT: "629a", Form.BACCARAT: "631a"}
SEATS = {Form.MINIBACCARAT: 7, Form.MIDIBACCARAT: 9, Form.BACCARAT: 14}
WAGERS = {Form.MINIBACCARAT: "627a.7", Form.MIDIBACCARAT: "629a.7", Form.BACCARAT: "631a.8"}
USUAL = {
    form: {
        "form": form,
        "seats": SEATS[form],
        "style": Style.HANDED if form is Form.MIDIBACCARAT else Style.FACE_UP,
    }
    for form in Form
}


def each_form(*rows: str, **own: Sequence[str]) -> pytest.MarkDecorator:
    """A test for each form that names its clauses: "{wagers}(c)" is 627a.7(c), 629a.7(c) or 631a.8(c); `own` are by chapter."""
    return pytest.mark.parametrize(
        "form",
        [
            pytest.param(
                form,
                id=str(form),
                marks=pytest.mark.clause(
                    *(row.format(wagers=WAGERS[form], chapter=chapter) for row in rows),
                    *own.get(f"of_{chapter}", ()),
                ),
            )
            for form, chapter in CHAPTERS.items()
        ],
    )


def game(form: Form = Form.MINIBACCARAT, **options: Any) -> BaccaratGame:
    """A form of the game, with its usual way of dealing."""
    raw = msgspec.to_builtins({"game": "baccarat", **USUAL[form], **options})
    return BaccaratGame.under(msgspec.convert(raw, BaccaratSubmission))


def table(form: Form = Form.MINIBACCARAT, *seats: int, **options: Any) -> Service:
    """An open table with players who came in this order, and a shoe whose first card is burned."""
    service = Service(game(form, **options)).opened()
    service.seated(**{f"seat_{seat}": CHIPS for seat in seats or (1,)})
    return shoe_ready(service)


def bet(service: Service, seat: int = 1, **amounts: int) -> Service:
    """These wagers of a position, for instance player=1_000, house_money=500."""
    for wager, amount in amounts.items():
        service.do(PlaceWager(seat=seat, wager=wager.replace("_", "-"), amount=amount))
    return service


def close(service: Service) -> list[Event]:
    return service.do(CallNoMoreBets())


def deal(service: Service, told: str) -> list[Event]:
    """These cards leave the shoe, each to whom it is due."""
    return service.do(Deal(cards=tuple(told.split())))


def turn(service: Service) -> list[Event]:
    """The next hand is turned over by whoever has it."""
    play: Any = service.state.play
    right = play.right(play.face_down)
    return service.do(TurnCards(hand=right.hand, seat=right.seat))


def say(service: Service, decision: str, seat: int = 1) -> list[Event]:
    return service.do(Decide(seat=seat, decision=decision))


def dealt(service: Service, told: str) -> list[Event]:
    """No more bets, then these cards one by one, turned over where they lie face down; all that happened."""
    happened = close(service)
    for card in told.split():
        happened += deal(service, card)
        while service.state.play.phase == "turning":
            happened += turn(service)
    return happened


def lines(events: list[Event]) -> list[tuple[int, str, str, int]]:
    """Who was settled on which wager, how it came out, and what the player is up or down by it."""
    found = []
    for event in events:
        match event:
            case Settled():
                found.append((event.seat, event.wager, str(event.result), event.paid - event.lost))
            case VigorishCollected():
                found.append((event.seat, event.wager, "vigorish", -event.amount))
            case WagerRaised():
                found.append((event.seat, event.wager, "raised", event.amount))
    return found
