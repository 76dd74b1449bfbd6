"""Twenty-one: rounds simulated per second on one core, moves through the full, cited engine, and figures with nothing kept."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from bench import Measure
from houseway.equipment.decks import Back
from houseway.games import game_under, games, submission_for
from houseway.lab.compiling import compiled
from houseway.lab.figures import counted_game, listed
from houseway.lab.folder import CACHE_VARIABLE
from houseway.lab.strategy import shoe_counted
from houseway.lab.twenty_one_simulation import MOST_PARTS, halves, play_rounds
from houseway.table.card_play import (
    BringDeck,
    InspectDeck,
    LoadDeck,
    ShowSpread,
    ShuffleDeck,
    SpreadDeck,
    VerifyDeck,
    WashDeck,
)
from houseway.table.moves import Move, PlaceWager, TakeSeat
from houseway.table.routine import chance_due, move_of, moves_of, routine_move
from houseway.table.shoe_play import Burn, CutBatch, PlaceCover
from houseway.table.twenty_one import TwentyOne

_BLOCKS = 7
_ROUNDS, _ROUNDS_REQUIRED = 500_000, 2_000_000
_MOVES, _MOVES_REQUIRED = 4_000, 20_000
_SHOE = 400
_BEST_S, _ASIDE_S = 300, 20
_FIGURE = "import sys; from houseway.lab import edges; list(edges(sys.argv[1], sys.argv[2]))"
_ASIDE = "from bench.twenty_one import price_aside; price_aside()"


def run() -> list[Measure]:
    """Every game of twenty-one: its simulation, its engine, its main wager worked out anew, and what is wagered beside it."""
    names = _names()
    found = []
    for name in names:
        rate = _simulated(name)
        least = f">= {_ROUNDS_REQUIRED:,}"
        found.append(
            Measure(f"{name}, rounds on a core", rate, "per second", least, rate >= _ROUNDS_REQUIRED)
        )
    for name in names:
        rate = _engine(name)
        least = f">= {_MOVES_REQUIRED:,}"
        found.append(Measure(f"{name} moves in memory", rate, "per second", least, rate >= _MOVES_REQUIRED))
    for name in names:
        taken = _cold(_FIGURE, name, games()[name].first_wager)  # type: ignore[attr-defined]
        title = f"{name}, the best play and its edge, nothing kept"
        found.append(Measure(title, taken, "seconds", f"<= {_BEST_S}", taken <= _BEST_S))
    taken = _cold(_ASIDE)
    title = "what is wagered beside them, in every size of shoe, nothing kept"
    found.append(Measure(title, taken, "seconds", f"<= {_ASIDE_S}", taken <= _ASIDE_S))
    return found


def _names() -> list[str]:
    return [name for name, game in games().items() if issubclass(game, TwentyOne)]


def _simulated(name: str) -> float:
    """Rounds of the best play in a second of one processor."""
    find = shoe_counted(name)
    assert find is not None
    way = find(submission_for(name)).way
    tables, shoe, counts = way.tables, way.shoe, np.zeros(2 * MOST_PARTS + 1, np.int64)
    play = compiled(play_rounds)
    play(halves(0, 0, 1_000), 1_000, shoe, tables, counts)

    def block() -> None:
        play(halves(0, 1, _ROUNDS), _ROUNDS, shoe, tables, counts)

    return statistics.median(_ROUNDS / _timed(block) for _ in range(_BLOCKS))


# The engine.


def _engine(name: str) -> float:
    game: Any = game_under(submission_for(name))
    start, moves = _session(game)

    def block() -> None:
        done = 0
        while done < _MOVES:
            state = start
            for move in moves:
                state = game.apply(state, move).state
            done += len(moves)

    return statistics.median(_MOVES / _timed(block) for _ in range(_BLOCKS))


def _session(game: Any) -> tuple[Any, list[Move]]:
    """A table whose shoe is ready, and moves of two players who decide at random for so long as a shoe lasts."""
    state, chance, moves = _ready(game), Random(1), list[Move]()
    start = state
    while len(moves) < _SHOE:
        move = _next_move(game, state, chance)
        assert move is not None, "a round always goes on"
        moves.append(move)
        state = game.apply(state, move).state
    return start, moves


def _next_move(game: Any, state: Any, chance: Random) -> Move | None:
    lawful = [act for act in game.legal(state) if not act.rare]
    open_now = {act.fields["wager"][0] for act in lawful if act.move == "place-wager"}
    for seat in (1, 2):
        if game.first_wager in open_now and not any(bet.seat == seat for bet in state.bets):
            return PlaceWager(seat=seat, wager=game.first_wager, amount=1000)
    due = chance_due(game, state)
    if due is not None:
        return move_of(game, due, {name: chance.choice(values) for name, values in due.fields.items()})
    decisions = [act for act in lawful if act.move == "decide"]
    if decisions:
        return next(moves_of(game, chance.choice(decisions)))
    return routine_move(game, state)


def _ready(game: Any) -> Any:
    state = game.open()

    def make(*moves: Move) -> None:
        nonlocal state
        for move in moves:
            state = game.apply(state, move).state

    make(TakeSeat(seat=1), TakeSeat(seat=2))
    for turn, back in zip(range(game.choices.decks), Back, strict=False):
        serials = [f"{turn}-{number}" for number in range(game.choices.batch)]
        make(*(BringDeck(serial=serial, back=back) for serial in serials))
        deck = serials[0]
        make(InspectDeck(deck=deck), VerifyDeck(deck=deck), SpreadDeck(deck=deck), ShowSpread(deck=deck))
        make(WashDeck(deck=deck), ShuffleDeck(deck=deck))
    whole = game.cards.size * game.choices.batch
    (cut,) = (act for act in game.legal(state) if act.move == "cut-batch")
    make(
        CutBatch(deck="0-0", depth=whole // 2, seat=cut.fields["seat"][0], by=cut.by[0]),
        PlaceCover(deck="0-0", behind=-(-whole // 4)),
        LoadDeck(deck="0-0"),
        Burn(),
    )
    return state


# Figures.


def price_aside() -> None:
    """Price what is wagered beside the main wager, by no strategy, under every choice that the list of wagers has."""
    for name in _names():
        counted = counted_game(name)
        assert counted is not None
        aside = [figure for figure in listed(name) if "strategy" not in figure.options]
        for chosen in {tuple(counted.choices(figure).items()) for figure in aside}:
            submission = submission_for(name, dict(chosen))
            for figure in counted.figures(submission):
                if "strategy" not in figure.options:
                    counted.price(figure, submission)


def _cold(code: str, *arguments: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", code, *arguments],
            env={**os.environ, CACHE_VARIABLE: folder},
            check=True,
        )
        return time.perf_counter() - start


def _timed(act: Callable[[], None]) -> float:
    """By the processor's own clock, so that other work beside it does not count."""
    start = time.process_time()
    act()
    return time.process_time() - start
