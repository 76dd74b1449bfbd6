"""Spanish 21 (58 Pa. Code 635a)."""

from houseway.games.spanish_21.game import Spanish21

GAME = Spanish21

__all__ = ["GAME", "Spanish21"]
