"""No wagers: players of Poker bet against each other, into a pot, and never against the house (637a.7(b), (c))."""

from houseway.games.poker.clauses import INTO_THE_POT
from houseway.games.poker.round import PokerHand
from houseway.law import RuleViolation
from houseway.table.wagering import Wagering
from houseway.table.wagers import Bet, Wager


class NoWagers(Wagering[PokerHand]):
    """A table without a bank takes no wager."""

    def check_placing(self, state: PokerHand, wager: Wager, *, raising: bool) -> None:
        """Refuse every wager."""
        raise RuleViolation(INTO_THE_POT, "nobody wagers against the house at a Poker table")

    def check_taking_down(self, state: PokerHand, bet: Bet) -> None:
        """Refuse to take down what cannot be there."""
        raise RuleViolation(INTO_THE_POT, "what is bet stays in the pot")
