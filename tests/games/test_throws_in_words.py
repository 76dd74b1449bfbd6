"""What a throw is said to have come to, against the events of that throw, at random play of every game with thrown dice."""

import os
import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

from houseway.games import game_under, games, submission_for
from houseway.table.events import Event, Settled
from houseway.table.game import Game
from houseway.table.words import sentence, told
from tests.games.sessions import concrete, in_service

THROWN = [name for name in games() if game_under(submission_for(name)).pieces is None]
# Sessions of random play of each game; `make proofs` plays more.
SESSIONS, MOVES = int(os.environ.get("HOUSEWAY_THROWN_SESSIONS", "2")), 300


def throws(game: str, seed: int) -> Iterator[tuple[str, tuple[Event, ...]]]:
    """What is said after each move since the first throw, with the events since the last one."""
    chance, service = random.Random(seed), in_service(game)
    table = service.table
    ordinary = {*table.game.book.routine, *table.game.book.chance}
    since: list[Event] | None = None
    for _ in range(MOVES):
        legal = table.legal(service.state, service.now)
        onwards = [act for act in legal if act.move in ordinary]
        act = chance.choice(onwards if onwards and chance.random() < 0.8 else legal)
        move = concrete(service, act, chance.choice)
        before = len(service.events)
        service.do(move)
        happened = service.events[before:]
        for event in happened:
            assert_said_aloud(table.game, event)
        if type(move) in table.game.book.throws:
            since = []
        if since is not None:
            since.extend(happened)
            yield table.game.result_in_words(since), tuple(since)


def assert_said_aloud(game: Game[Any], event: Event) -> None:
    """An event of the game's own is told in words, and not by its name and fields."""
    name = sentence(str(event.__struct_config__.tag))
    assert type(event).__module__.startswith("houseway.table") or not told(game, event).startswith(f"{name}:")


@pytest.mark.parametrize("game", THROWN)
def test_a_throw_is_told_by_its_own_events(game: str) -> None:
    said = set()
    for words, events in chain.from_iterable(throws(game, seed) for seed in range(10, 10 + SESSIONS)):
        said.add(words)
        if "nothing decided" in words:
            assert not any(isinstance(event, Settled) for event in events)
    assert len(said) > 3, "random play hardly ever throws"
