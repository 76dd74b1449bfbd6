"""Hole cards belong to their holder: who plays a seat sees its cards, and the other seats are played simply."""

from collections.abc import Callable
from typing import Any

from houseway.games.poker.display import display
from houseway.games.poker.round import PokerHand
from houseway.games.poker.strategy import simple_move
from houseway.table.layout import Display
from houseway.table.moves import Move
from houseway.table.own_cards import OwnCards


class HoleCards(OwnCards):
    """The cards in the hands of the players."""

    def seen_from(self, game: Any, state: PokerHand, seat: int) -> Display:
        """What anybody sees, with the cards of whoever sits there."""
        return display(game, state, seat)

    def simple_move(
        self, game: Any, state: PokerHand, but_for: int, below: Callable[[int], int]
    ) -> Move | None:
        """A simple lawful move of the player whose turn it is, unless it is this one's."""
        return simple_move(game, state, but_for, below)
