"""Poker, 58 Pa. Code 637a."""

from houseway.games.poker.game import Poker
from houseway.games.poker.submission import PokerSubmission

GAME = Poker

__all__ = ["GAME", "Poker", "PokerSubmission"]
