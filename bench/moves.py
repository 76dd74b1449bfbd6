"""Moves per second through the full, cited engine in memory, on one core."""

import statistics
import time
from collections.abc import Callable
from itertools import cycle, islice, product
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
_THROWS = [
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
    moves: list[Move] = [TakeSeat(seat=1), TakeSeat(seat=2)]
    for move in moves:
        state = game.apply(state, move).state
    throws = cycle(_THROWS)
    for move in islice(_next_moves(game, lambda: state, throws, wagers), _MOVES - len(moves)):
        moves.append(move)
        state = game.apply(state, move).state
    return moves


def _next_moves(
    game: Game[Any],
    now: Callable[[], Any],
    throws: "cycle[tuple[int, int, int]]",
    wagers: tuple[tuple[str, str], ...],
) -> Any:
    while True:
        state = now()
        due = chance_due(game, state)
        if due is not None:
            names = [name for name, values in due.fields.items() if len(values) == 6]
            fixed = {name: values[0] for name, values in due.fields.items() if name not in names}
            yield move_of(game, due, {**fixed, **dict(zip(names, next(throws), strict=True))})
            continue
        open_now = {
            (lawful.fields["wager"][0], lawful.fields["pick"][0])
            for lawful in game.legal(state)
            if lawful.move == "place-wager"
        }
        down = {(bet.seat, bet.wager, bet.pick) for bet in state.bets}
        wanted = [
            (seat, *area)
            for area in wagers
            for seat in (1, 2)
            if area in open_now and (seat, *area) not in down
        ]
        if wanted:
            seat, wager, pick = wanted[0]
            yield PlaceWager(seat=seat, wager=wager, pick=pick, amount=1000)
            continue
        move = routine_move(game, state)
        assert move is not None, "a round always goes on"
        yield move


def _replay(game: Game[Any], moves: list[Move]) -> None:
    state = game.open()
    for move in moves:
        state = game.apply(state, move).state


def _timed(act: Callable[[], None]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start
