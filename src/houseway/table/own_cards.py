"""Cards to oneself: what whoever sits at a seat sees beside everybody else, and how the other seats are played for training."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from houseway.table.layout import Display
from houseway.table.moves import Move


class OwnCards(ABC):
    """Players hold what only they see: somebody at a training table plays one of the seats, and the house the others."""

    @abstractmethod
    def seen_from(self, game: Any, state: Any, seat: int) -> Display:
        """What a glance at the felt tells whoever sits there."""

    @abstractmethod
    def simple_move(self, game: Any, state: Any, but_for: int, below: Callable[[int], int]) -> Move | None:
        """A simple lawful move of a player other than this one, whose turn it is."""
