"""Rolls of Craps per second, one player on the Pass Line with full odds: the engine, the simulator, and two others.

The others are crapssim, a simulator in Python that many use, and a compiled loop written for nothing but this player.
"""

import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

import crapssim
import numpy as np
from crapssim.strategy.odds import PassLineOddsMultiplier
from crapssim.strategy.single_bet import BetPassLine

from bench import Measure
from houseway.games import game_under, submission_for
from houseway.games.craps.moves import AcceptDice, CallThrow, SettleBets
from houseway.games.craps.round import Phase
from houseway.lab.compiling import compiled, in_parts
from houseway.lab.craps_simulation import rolls_by_cell
from houseway.table.dice_play import OfferDice, PassDice, ThrowDice
from houseway.table.game import Game
from houseway.table.moves import Move, PlaceWager, TakeSeat
from houseway.table.wagers import bet_at

_BLOCKS = 5
_SLOW_ROLLS = 10_000
_FAST_ROLLS = 40_000_000
# Rolls that a line wager takes on the average, as a fraction.
_ROLLS, _ROUNDS = 557, 165
_FLAT = 500
_TIMES = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
_OVER_CRAPSSIM, _OF_BARE = 1000, 0.5


def run() -> list[Measure]:
    """Each in turn, block by block in one run, so that a slow moment strikes all; compare block by block."""
    game = game_under(submission_for("craps"))
    moves = _session(game)
    loop = compiled(_bare_loop)
    rounds = _FAST_ROLLS * _ROUNDS // _ROLLS
    seeds = iter(range(1, 1000))

    def bare() -> float:
        in_parts(_FAST_ROLLS, lambda first, last: loop(last - first, first + 1))
        return _FAST_ROLLS

    def simulate() -> float:
        return float(rolls_by_cell(laying=False, rounds=rounds, seed=next(seeds)).sum())

    def engine() -> float:
        _replay(game, moves)
        return _SLOW_ROLLS

    # The first block of each compiles and warms up.
    rates = [[_rate(act) for act in (_crapssim, engine, simulate, bare)] for _ in range(_BLOCKS + 1)][1:]
    theirs, ours, simulator, loops = (statistics.median(block) for block in zip(*rates, strict=True))
    engine_over_theirs = statistics.median(block[1] / block[0] for block in rates)
    over_theirs = statistics.median(block[2] / block[0] for block in rates)
    of_bare = statistics.median(block[2] / block[3] for block in rates)
    return [
        Measure("crapssim, rolls of a Pass Bet with odds", theirs, "per second", "", True),
        Measure("the same through the full engine", ours, "per second", "", True),
        Measure("the same simulated", simulator, "per second", "", True),
        Measure("the same in a bare compiled loop", loops, "per second", "", True),
        Measure("engine / crapssim", engine_over_theirs, "ratio", ">= 1", engine_over_theirs >= 1),
        Measure(
            "simulator / crapssim",
            over_theirs,
            "ratio",
            f">= {_OVER_CRAPSSIM:,}",
            over_theirs >= _OVER_CRAPSSIM,
        ),
        Measure("simulator / bare loop", of_bare, "ratio", f">= {_OF_BARE}", of_bare >= _OF_BARE),
    ]


def _rate(act: Callable[[], float]) -> float:
    start = time.perf_counter()
    rolls = act()
    return rolls / (time.perf_counter() - start)


def _crapssim() -> float:
    table = crapssim.Table(seed=1)
    odds = PassLineOddsMultiplier({**_TIMES})
    table.add_player(bankroll=10**9, strategy=BetPassLine(_FLAT // 100) + odds)
    table.run(max_rolls=_SLOW_ROLLS, verbose=False)
    return _SLOW_ROLLS


def _session(game: Game[Any]) -> list[Move]:
    """The moves of so many rolls: one player who always shoots, bets the line and takes the odds."""
    dice = Random(1)
    state: Any = game.open()
    moves: list[Move] = []
    rolls = 0

    def make(move: Move) -> None:
        nonlocal state
        moves.append(move)
        state = game.apply(state, move).state

    make(TakeSeat(seat=1))
    while rolls < _SLOW_ROLLS:
        if state.phase is Phase.CUP:
            make(OfferDice(seat=1))
            make(AcceptDice(seat=1))
        if not state.point:
            make(PlaceWager(seat=1, wager="pass", amount=_FLAT))
        elif bet_at(state.bets, 1, "pass-odds", str(state.point)) is None:
            odds = _FLAT * _TIMES[state.point]
            make(PlaceWager(seat=1, wager="pass-odds", pick=str(state.point), amount=odds))
        make(ThrowDice(seat=1))
        make(CallThrow(die_1=dice.randint(1, 6), die_2=dice.randint(1, 6)))
        make(SettleBets())
        rolls += 1
        if state.phase is Phase.CENTRE:
            make(PassDice())
    return moves


def _replay(game: Game[Any], moves: list[Move]) -> None:
    state = game.open()
    for move in moves:
        state = game.apply(state, move).state


def _bare_loop(rolls: int, seed: int) -> int:
    """Two dice from a few shifts, a point, and what the player is up in units of the flat bet: nothing else."""
    state = np.uint64(seed) * np.uint64(2862933555777941757) + np.uint64(3037000493)
    point = 0
    up = 0
    for _ in range(rolls):
        state ^= state >> np.uint64(12)
        state ^= state << np.uint64(25)
        state ^= state >> np.uint64(27)
        word = state * np.uint64(2685821657736338717)
        die_1 = int((word >> np.uint64(32)) % np.uint64(6)) + 1
        die_2 = int((word & np.uint64(0xFFFFFFFF)) % np.uint64(6)) + 1
        total = die_1 + die_2
        if point == 0:
            if total == 7 or total == 11:
                up += 1
            elif total == 2 or total == 3 or total == 12:
                up -= 1
            else:
                point = total
        elif total == point:
            # Six on odds of three, four or five times, whatever the point.
            up += 1 + 6
            point = 0
        elif total == 7:
            if point == 4 or point == 10:
                up -= 1 + 3
            elif point == 5 or point == 9:
                up -= 1 + 4
            else:
                up -= 1 + 5
            point = 0
    return up
