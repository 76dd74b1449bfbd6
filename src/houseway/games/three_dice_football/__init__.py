"""Three Dice Football, 58 Pa. Code 661a (temporary chapter 577)."""

from houseway.games.three_dice_football.game import ThreeDiceFootball
from houseway.games.three_dice_football.submission import FootballSubmission

GAME = ThreeDiceFootball

__all__ = ["GAME", "FootballSubmission", "ThreeDiceFootball"]
