"""A round to read: played by the rules of a game from first wager to settlement, told step by step."""

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from houseway.floor.practice import PracticeRound, practice_round
from houseway.table.game import Game
from houseway.table.moves import PlaceWager, TakeSeat
from houseway.table.words import sentence, spoken, told

# Among so many rounds the one is told that has most to show for its length.
_TRIES = 8


class ExampleStep(NamedTuple):
    """A step of a round: what is done, whose it is, and what came of it, each in words with its clause."""

    done: str
    who: str
    came: tuple[tuple[str, str], ...]


@lru_cache(maxsize=64)
def example_round(game: Game[Any]) -> tuple[ExampleStep, ...]:
    """A round of two players, always the same one; nothing where the game waits for what nobody here can tell."""
    rounds = (practice_round(game, Random(f"{game.name} {number}")) for number in range(_TRIES))
    played = max((one for one in rounds if one is not None), key=_shows, default=None)
    if played is None:
        return ()
    return tuple(
        ExampleStep(
            _words(game, step.move),
            spoken(step.move.by),
            tuple((told(game, event), event.clause) for event in step.events),
        )
        for step in played.steps
        if not isinstance(step.move, TakeSeat)
    )


def _shows(played: PracticeRound) -> float:
    """How much a round has to show: every kind of step once, without many of the same."""
    kinds = {type(step.move) for step in played.steps}
    wagers = sum(isinstance(step.move, PlaceWager) for step in played.steps)
    return len(kinds) - 0.15 * (len(played.steps) - wagers) - max(0, wagers - 4)


def _words(game: Game[Any], move: Any) -> str:
    """What is done by a move, where its rule tells it once and for all, else by the move's own name."""
    words = game.book.of[type(move)].words
    return words if isinstance(words, str) else sentence(move.__struct_config__.tag)
