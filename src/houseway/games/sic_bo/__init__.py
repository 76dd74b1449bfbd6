"""Sic Bo, 58 Pa. Code 625a."""

from houseway.games.sic_bo.game import SicBo
from houseway.games.sic_bo.submission import SicBoSubmission

GAME = SicBo

__all__ = ["GAME", "SicBo", "SicBoSubmission"]
