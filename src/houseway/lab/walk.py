"""Walking a game: every state that chance can lead to, with its exact probability."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from houseway.table.events import Result, Settled
from houseway.table.game import Felt, Game, Step
from houseway.table.moves import PlaceWager, TakeSeat
from houseway.table.routine import chance_due, moves_of, routine_move

# What became of a wager, per unit staked, with its probability.
Distribution = Mapping[tuple[Result, Fraction], Fraction]

_SEAT = 1


def outcomes(game: Game[Any], wagers: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Distribution]:
    """The exact distribution of each (wager, pick), all placed together on the game and played to the end."""
    found: dict[tuple[str, str], dict[tuple[Result, Fraction], Fraction]] = {}
    frontier = {_with_wagers(game, wagers): Fraction(1)}
    while frontier:
        reached: dict[Felt, Fraction] = {}
        for state, weight in frontier.items():
            # Cases are counted as whole numbers first; fractions enter once for each different one.
            settled: Counter[tuple[str, str, Result, int, int]] = Counter()
            moved: Counter[Felt] = Counter()
            cases = 0
            for step in _moves_on(game, state):
                cases += 1
                settled.update(
                    (line.wager, line.pick, line.result, line.paid, line.stake)
                    for line in step.events
                    if isinstance(line, Settled)
                )
                if step.state.bets:
                    moved[game.essential(step.state)] += 1
            for (wager, pick, result, paid, stake), count in settled.items():
                known = found.setdefault((wager, pick), {})
                key = (result, Fraction(paid, stake))
                known[key] = known.get(key, Fraction(0)) + weight * count / cases
            for state_reached, count in moved.items():
                reached[state_reached] = reached.get(state_reached, Fraction(0)) + weight * count / cases
        frontier = reached
    for area, distribution in found.items():
        assert sum(distribution.values()) == 1, f"{area} is not settled in every case"
    return dict(found)


def _with_wagers(game: Game[Any], wagers: Iterable[tuple[str, str]]) -> Felt:
    state: Felt = game.apply(game.open(), TakeSeat(seat=_SEAT)).state
    for name, pick in wagers:
        amounts = game.betting.amounts(state.bets, _SEAT, game.betting.wager(name, pick), pick)
        assert amounts is not None, f"an empty {name} area takes a wager"
        state = game.apply(state, PlaceWager(seat=_SEAT, wager=name, pick=pick, amount=amounts.low)).state
    return state


def _moves_on(game: Game[Any], state: Felt) -> Iterator[Step[Any]]:
    """What the next move of the round leads to: each equally likely case of chance, or the crew's routine."""
    chance = chance_due(game, state)
    if chance is not None:
        yield from (game.apply(state, move) for move in moves_of(game, chance))
        return
    move = routine_move(game, state)
    if move is None:
        raise RuntimeError(f"{game.title}: neither chance nor the crew has a move in {state}")
    yield game.apply(state, move)
