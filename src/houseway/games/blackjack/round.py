"""A round of Blackjack as it stands."""

from houseway.equipment.cards import Hand
from houseway.table.progressive import Award, Progressive
from houseway.table.twenty_one_felt import CARDS_OUT as OF_EVERY_GAME
from houseway.table.twenty_one_felt import TwentyOneFelt

# The moments of the chapter besides those that every game of twenty-one has.
OPENING = "opening-wagers"  # what the first cards decide is settled, and House Money taken or added
SETTLING = (
    "settling"  # all cards lie, and wagers are settled; a progressive payout may have to be checked first
)
CARDS_OUT = (*OF_EVERY_GAME, OPENING, SETTLING)


class Round(TwentyOneFelt, frozen=True, kw_only=True):
    """A round of Blackjack as it stands.

    `added` are the positions whose House Money payout went on the Blackjack Wager. `run` are the cards that count for
    Straight Jack at positions whose first hand is gone or was split. `award` is the progressive payout that is being
    checked.
    """

    added: tuple[int, ...] = ()
    run: tuple[tuple[int, Hand], ...] = ()
    progressive: Progressive | None = None
    award: Award | None = None
