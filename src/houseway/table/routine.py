"""Routine: carrying a round on when only the crew or chance is to move, for proofs, scripts and training."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from houseway.table.felt import Felt
from houseway.table.forms import conversion
from houseway.table.game import Game
from houseway.table.moves import Move
from houseway.table.rules import Lawful


def chance_due(game: Game[Any], state: Felt) -> Lawful | None:
    """The move by which chance is to arrive now, if it is what the table waits for."""
    rules = (game.book.named[name] for name in game.book.chance)
    acts = (act for rule in rules for act in game.book.lawful_by(rule, game, state))
    return next((act for act in acts if not act.rare), None)


def routine_move(game: Game[Any], state: Felt) -> Move | None:
    """The crew's next ordinary move, if it is the crew's turn."""
    for name in game.book.routine:
        act = next(game.book.lawful_by(game.book.named[name], game, state), None)
        if act is not None and not (act.rare or act.asks or act.text):
            return next(moves_of(game, act))
    return None


def moves_of(game: Game[Any], act: Lawful) -> Iterator[Move]:
    """Every move that a lawful act stands for, its fields taken in turn."""
    for values in product(*act.fields.values()):
        yield move_of(game, act, dict(zip(act.fields, values, strict=True)))


def move_of(game: Game[Any], act: Lawful, values: Mapping[str, Any]) -> Move:
    """The one move of a lawful act with these values."""
    move: Move = conversion(game.book.move_type)({"move": act.move, "by": act.by[0], **values})
    return move
