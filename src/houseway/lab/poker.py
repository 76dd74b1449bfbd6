"""Poker in the lab: players bet against each other, so that no wager has a house edge; what hands can expect is in `poker_equity`."""

from typing import Any

from houseway.games.poker.submission import PokerSubmission
from houseway.lab.figures import Figure, Priced


def choices(figure: Figure) -> dict[str, Any]:
    """No figure asks for a choice."""
    return {}


def figures(submission: PokerSubmission) -> tuple[Figure, ...]:
    """There are none: the house banks nothing."""
    return ()


def price(figure: Figure, submission: PokerSubmission) -> Priced:
    """Nothing is priced."""
    raise LookupError(f"{figure.wager} is no wager against the house")
