"""Craps and Mini-Craps, 58 Pa. Code 623a."""

from houseway.games.craps.game import Craps
from houseway.games.craps.submission import CrapsSubmission

GAME = Craps

__all__ = ["GAME", "Craps", "CrapsSubmission"]
