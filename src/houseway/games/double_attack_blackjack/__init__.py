"""Double Attack Blackjack (58 Pa. Code 665a)."""

from houseway.games.double_attack_blackjack.game import DoubleAttackBlackjack

GAME = DoubleAttackBlackjack

__all__ = ["GAME", "DoubleAttackBlackjack"]
