"""Blackjack (58 Pa. Code 633a)."""

from houseway.games.blackjack.game import Blackjack

GAME = Blackjack

__all__ = ["GAME", "Blackjack"]
