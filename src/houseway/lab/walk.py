"""Walking a game: every state that chance can lead to, with its exact probability."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from houseway.money import Cents
from houseway.table.events import Result, Settled
from houseway.table.felt import Felt, Step
from houseway.table.game import Game
from houseway.table.moves import PlaceWager, TakeSeat
from houseway.table.routine import chance_due, moves_of, routine_move

# What became of a wager and what its player is up, per unit staked, with its probability.
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
                    (line.wager, line.pick, line.result, line.paid - line.lost, line.stake)
                    for line in step.events
                    if isinstance(line, Settled)
                )
                if step.state.bets:
                    moved[game.essential(step.state)] += 1
            for (wager, pick, result, net, stake), count in settled.items():
                known = found.setdefault((wager, pick), {})
                key = (result, Fraction(net, stake))
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
        move = PlaceWager(seat=_SEAT, wager=name, pick=pick, amount=stake(game, name))
        state = game.apply(state, move).state
    return state


def stake(game: Game[Any], name: str) -> Cents:
    """The least lawful wager that every line pays to the cent, so that no breakage colours the odds."""
    wager = game.betting.wager(name, game.catalogue[name].picks[0])
    amounts = game.betting.amounts((), _SEAT, wager, wager.picks[0])
    assert amounts is not None, "a lawful submission leaves every wager an amount"
    lawful = range(amounts.low, amounts.high + 1, amounts.step)
    chip = game.betting.smallest_chip
    exact = (a for a in lawful if all((line.odds.pay(a) / chip).denominator == 1 for line in wager.paytable))
    return next(exact, amounts.low)


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
