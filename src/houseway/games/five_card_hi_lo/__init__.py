"""Five Card Hi-Lo, 58 Pa. Code 663a."""

from houseway.games.five_card_hi_lo.game import FiveCardHiLo
from houseway.games.five_card_hi_lo.submission import HiLoSubmission

GAME = FiveCardHiLo

__all__ = ["GAME", "FiveCardHiLo", "HiLoSubmission"]
