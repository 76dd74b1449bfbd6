"""Minibaccarat, Midibaccarat and Baccarat (58 Pa. Code 627a, 629a, 631a)."""

from houseway.games.baccarat.game import BaccaratGame

GAME = BaccaratGame

__all__ = ["GAME", "BaccaratGame"]
