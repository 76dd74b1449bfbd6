"""Three Card Poker, COMAR 36.05.14 and 58 Pa. Code 649a."""

from houseway.games.three_card_poker.game import ThreeCardPoker
from houseway.games.three_card_poker.submission import ThreeCardPokerSubmission

GAME = ThreeCardPoker

__all__ = ["GAME", "ThreeCardPoker", "ThreeCardPokerSubmission"]
