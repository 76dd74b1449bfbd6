"""Moves per second through the full, cited engine in memory, on one core."""

import statistics
import time
from collections.abc import Callable, Iterator
from itertools import cycle, product
from typing import Any

from bench import Measure
from houseway.games import game_under, submission_for
from houseway.table.game import Game
from houseway.table.moves import Move, PlaceWager, TakeSeat
from houseway.table.routine import chance_due, move_of, routine_move

_BLOCKS = 7
_MOVES = 20_000
_REQUIRED = 20_000
# Every throw of three dice in a scattered order, so that rounds differ without a random number.
THROWS = [
    faces for _, faces in sorted((i * 89 % 216, f) for i, f in enumerate(product(range(1, 7), repeat=3)))
]


def run() -> list[Measure]:
    """The same rounds over and over, wagers, crew and throws, for each game."""
    rates = {
        "three-dice-football": _rate(
            "three-dice-football", (("touchdown", ""), ("defense", ""), ("penalty", ""))
        ),
        "sic-bo": _rate("sic-bo", (("small", ""), ("total-9", ""), ("one-of-a-kind", "4"))),
    }
    limit = f">= {_REQUIRED:,}"
    return [
        Measure(f"{game} moves in memory", rate, "per second", limit, rate >= _REQUIRED)
        for game, rate in rates.items()
    ]


def _rate(name: str, wagers: tuple[tuple[str, str], ...]) -> float:
    game = game_under(submission_for(name))
    moves = _session(game, wagers)
    return statistics.median(_MOVES / _timed(lambda: _replay(game, moves)) for _ in range(_BLOCKS))


def _session(game: Game[Any], wagers: tuple[tuple[str, str], ...]) -> list[Move]:
    """A lawful session of so many moves: two players, the same wagers whenever their areas are empty and open."""
    state: Any = game.open()
    moves: list[Move] = []
    throws = cycle(THROWS)
    while len(moves) < _MOVES:
        move = TakeSeat(seat=len(moves) + 1) if len(moves) < 2 else next_move(game, state, throws, wagers)
        moves.append(move)
        state = game.apply(state, move).state
    return moves


def next_move(
    game: Game[Any], state: Any, throws: Iterator[tuple[int, ...]], wagers: tuple[tuple[str, str], ...]
) -> Move:
    """The next lawful move of a session in which the same wagers are made whenever they may be."""
    due = chance_due(game, state)
    if due is not None:
        names = [name for name, values in due.fields.items() if len(values) == 6]
        fixed = {name: values[0] for name, values in due.fields.items() if name not in names}
        return move_of(game, due, {**fixed, **dict(zip(names, next(throws), strict=True))})
    placing = [lawful.fields for lawful in game.legal(state) if lawful.move == "place-wager"]
    open_now = {(fields["wager"][0], fields["pick"][0]) for fields in placing}
    down = {(bet.seat, bet.wager, bet.pick) for bet in state.bets}
    for wager, pick in wagers:
        for seat in (1, 2):
            if (wager, pick) in open_now and (seat, wager, pick) not in down:
                return PlaceWager(seat=seat, wager=wager, pick=pick, amount=1000)
    move = routine_move(game, state)
    assert move is not None, "a round always goes on"
    return move


def _replay(game: Game[Any], moves: list[Move]) -> None:
    state = game.open()
    for move in moves:
        state = game.apply(state, move).state


def _timed(act: Callable[[], None]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start
