"""When wagers are made: the Spanish 21 Wager and Match the Dealer before the first card, Insurance on an ace."""

from typing import TYPE_CHECKING

from houseway.games.spanish_21.round import Round
from houseway.games.spanish_21.wagers import MATCH
from houseway.table.twenty_one_wagering import TwentyOneWagering

if TYPE_CHECKING:
    from houseway.games.spanish_21.game import Spanish21


class Spanish21Wagering(TwentyOneWagering[Round]):
    """Wagers at a Spanish 21 table."""

    def __init__(self, game: "Spanish21") -> None:
        super().__init__(game, at_first=(MATCH,))
