"""Routine: carrying a round on when only the crew or chance is to move, for proofs, scripts and training."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import msgspec

from houseway.table.game import Felt, Game, Lawful
from houseway.table.moves import Move


def chance_due(game: Game[Any], state: Felt) -> Lawful | None:
    """The move by which chance is to arrive now, if it is."""
    return next((act for act in game.lawful_acts(state) if act.move in game.chance), None)


def routine_move(game: Game[Any], state: Felt) -> Move | None:
    """The crew's next ordinary move, if it is the crew's turn."""
    lawful = {act.move: act for act in reversed(list(game.lawful_acts(state)))}
    for name in game.routine:
        if name in lawful and not (lawful[name].asks or lawful[name].text):
            return next(moves_of(game, lawful[name]))
    return None


def moves_of(game: Game[Any], act: Lawful) -> Iterator[Move]:
    """Every move that a lawful act stands for, its fields taken in turn."""
    for values in product(*act.fields.values()):
        yield move_of(game, act, dict(zip(act.fields, values, strict=True)))


def move_of(game: Game[Any], act: Lawful, values: Mapping[str, Any]) -> Move:
    """The one move of a lawful act with these values."""
    move: Move = msgspec.convert({"move": act.move, "by": act.by[0], **values}, game.move_type)
    return move
