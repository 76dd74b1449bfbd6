"""Asia Poker, 58 Pa. Code 659a and, before it, 575."""

from houseway.games.asia_poker.game import AsiaPoker
from houseway.games.asia_poker.submission import AsiaPokerSubmission

GAME = AsiaPoker

__all__ = ["GAME", "AsiaPoker", "AsiaPokerSubmission"]
