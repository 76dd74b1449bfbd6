"""The settlement that a page shows: of the throw whose dice it shows, and of no other."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.floor import Floor, Recorded
from houseway.floor.dispute import settle_round
from houseway.floor.settlement import last_result, last_settlement, lines_of
from houseway.floor.written_round import WrittenHand, WrittenRound, WrittenWager
from houseway.table.events import Event, Settled
from houseway.table.rules import Lawful
from houseway.table.table_state import Act
from tests.games.sessions import concrete, service_for
from tests.service import Service
from tests.web.rounds import BETS, bet_all, play_out

# With what the dice leave the hand.
THROWN = {"DiceThrown", "DiceShaken", "ShakerActivated"}
# What ends a session, or would fill it with seats.
_NOT_HERE = {"close-table", "leave-seat", "issue-dice", "report", "take-seat"}


def chosen(service: Service, chance: random.Random) -> Lawful:
    """Something lawful: now what the crew or the dice do, now a bet, now any other move."""
    legal = service.table.legal(service.state, service.now)
    book = service.table.game.book
    crew = [act for act in legal if act.move in {*book.routine, *book.chance}]
    if crew and chance.random() < 0.7:
        return chance.choice(crew)
    names = sorted({act.move for act in legal} - _NOT_HERE) or sorted({act.move for act in legal})
    name = "place-wager" if "place-wager" in names and chance.random() < 0.5 else chance.choice(names)
    return chance.choice([act for act in legal if act.move == name])


@pytest.mark.parametrize("game", ["craps", "sic-bo", "three-dice-football"])
def test_a_page_never_shows_what_another_throw_settled(game: str) -> None:
    chance = random.Random(12)
    service = service_for(game).opened().seated(seat_1=1_000_000, seat_2=1_000_000)
    record: list[Recorded] = []
    place: Any = SimpleNamespace(game=service.table.game, record=record)
    of_this_throw: list[Event] = []
    shown: set[int] = set()
    thrown = 0
    for version in range(2, 600):
        move = concrete(service, chosen(service, chance), chance.choice)
        events = tuple(service.do(move))
        act = Act(move=move, who="tester", at=service.now)
        record.append(Recorded(version=version, act=act, events=events))
        if THROWN & {type(event).__name__ for event in events}:
            of_this_throw, thrown = [], thrown + 1
        of_this_throw += [event for event in events if isinstance(event, Settled)]
        settlement = last_settlement(place)
        lines = [line for line in settlement.lines if line.wager] if settlement else []
        assert [told(line) for line in lines] == [told(event) for event in of_this_throw], version
        shown |= {thrown} if lines else set()
    assert len(shown) > 5, "throws that settled something"
    assert thrown > len(shown), "throws that settled nothing"


def told(line: Any) -> tuple[Any, ...]:
    """What both a line on the page and an event tell."""
    return line.seat, line.wager, line.pick, line.paid, line.clause


def test_a_round_in_dispute_is_told_in_the_words_of_its_table(floor: Floor) -> None:
    hands = {1: "Qs Qd Qh", 0: "Ks 9d 2c"}
    bet_all(floor, "3CP-1", 1)
    play_out(floor, "3CP-1", hands)
    place = floor.table("3CP-1")
    settled = settle_round(
        WrittenRound(
            game=place.game.name,
            submission={name: value for name, value in place.set_up.submission.items() if name != "game"},
            wagers=tuple(WrittenWager(seat=1, wager=wager, amount=25) for wager in BETS["3CP-1"]),
            hands=tuple(WrittenHand(seat=seat, cards=cards) for seat, cards in hands.items()),
            decisions=({"move": "place-wager", "seat": 1, "wager": "play", "amount": 25},),
        )
    )
    shown, result = last_settlement(place), last_result(place)
    assert shown is not None
    assert settled.results == (result,)
    assert settled.results[0].told == (
        "Round 1 \N{MIDDLE DOT} Dealer king high, qualifies \N{MIDDLE DOT} position 1: three queens +$900"
    )
    assert tuple(lines_of(place.game, settled.events)) == shown.lines
