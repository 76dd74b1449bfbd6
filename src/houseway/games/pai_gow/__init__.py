"""Pai Gow, 58 Pa. Code 621a."""

from houseway.games.pai_gow.game import PaiGow
from houseway.games.pai_gow.submission import PaiGowSubmission

GAME = PaiGow

__all__ = ["GAME", "PaiGow", "PaiGowSubmission"]
