"""A round of Double Attack Blackjack as it stands."""

from houseway.table.twenty_one_felt import CARDS_OUT as OF_EVERY_GAME
from houseway.table.twenty_one_felt import TwentyOneFelt

# The moment of the chapter besides those that every game of twenty-one has.
ATTACK = "double-attack"  # the up card lies, and Double Attack Wagers may be made
CARDS_OUT = (ATTACK, *OF_EVERY_GAME)


class Round(TwentyOneFelt, frozen=True, kw_only=True):
    """A round of Double Attack Blackjack as it stands."""
