"""Spanish 21 counted: Match the Dealer and Insurance from the first cards, and the main wager as best played.

The super bonus is no part of what the main wager is worth.
"""

from collections import Counter
from itertools import product
from typing import Any

from houseway.equipment.cards import cards
from houseway.games.spanish_21.cards import CARDS
from houseway.games.spanish_21.game import TO_RESCUE, Spanish21
from houseway.games.spanish_21.settlement import outcome
from houseway.games.spanish_21.submission import Spanish21Submission
from houseway.games.spanish_21.wagers import INSURANCE, MATCH, SPANISH_21, Opening, Outcome
from houseway.lab.figures import Figure, Priced
from houseway.lab.shoe_counts import insurance, insurance_method, ways
from houseway.lab.strategy import BestPlay
from houseway.lab.tally import Tally, outcome_of
from houseway.lab.twenty_one import Best, best_of, main_wager, roughly, simulated_wager
from houseway.lab.twenty_one_chart import chart
from houseway.lab.twenty_one_hands import Asking
from houseway.table.wagers import Wager

BEST = "best"
_MATCHES = f"exact: {len(CARDS.deck) ** 3:,} kinds of first hands and up cards, with how many of each a full shoe has"


def choices(figure: Figure) -> dict[str, Any]:
    """What an operator chooses in the Rules Submission for this figure to hold."""
    return {"batch": int(figure.options["decks"])}


def figures(submission: Spanish21Submission) -> tuple[Figure, ...]:
    """The figures of a table under this submission."""
    decks = f"decks={submission.batch}"
    every = (Figure(MATCH, decks), Figure(INSURANCE, decks), Figure(SPANISH_21, f"{decks},strategy={BEST}"))
    return tuple(figure for figure in every if figure.wager not in submission.not_offered)


def price(figure: Figure, submission: Spanish21Submission) -> Priced:
    """Count the deals of a figure."""
    wager, decks = submission.chosen[figure.wager], submission.batch
    match figure.wager:
        case "spanish-21":
            return main_wager(best(submission), wager.readings)
        case "insurance":
            tally = insurance(wager, CARDS.deck, decks, lambda held: Outcome(dealer_blackjack=held))
            return Priced(tally, insurance_method(CARDS.deck, decks), wager.readings)
    return Priced(match_the_dealer(wager, decks), _MATCHES, wager.readings)


def match_the_dealer(wager: Wager, decks: int) -> Tally:
    """First hands and up cards by what Match the Dealer comes to."""
    tally: Tally = Counter()
    for dealt in product(CARDS.deck, repeat=3):
        tally[outcome_of(wager.decide(Opening(*cards(dealt)), ""))] += ways(decks, dealt)
    return tally


# The Spanish 21 Wager.


def asking(submission: Spanish21Submission) -> Asking:
    """How the game is asked; what gives a hand up is a surrender, or a rescue once it was doubled down on."""
    return Asking(
        submission.digest(),
        Spanish21(submission),
        CARDS.deck,
        submission.batch,
        ((SPANISH_21,),),
        lambda state, place, ended: outcome(
            state, place, given_up=ended not in ("", TO_RESCUE), rescued=ended == TO_RESCUE
        ),
    )


def best(submission: Spanish21Submission) -> Best:
    """The best play of a table under this submission."""
    return best_of(asking(submission))


def main_edge(submission: Spanish21Submission) -> tuple[str, float]:
    """What the main wager costs as best played, in floating point."""
    return SPANISH_21, roughly(best(submission))


def best_play(submission: Spanish21Submission) -> BestPlay:
    """The best play as a chart."""
    return chart(best(submission))


def player_ways() -> tuple[str, ...]:
    """The way to play that a player can be said to follow."""
    return (BEST,)


def simulate(submission: Spanish21Submission, player: str, *, rounds: int, seed: int) -> Priced:
    """Play the Spanish 21 Wager so many rounds as is best."""
    readings = submission.chosen[SPANISH_21].readings
    return simulated_wager(best(submission).way, readings, rounds=rounds, seed=seed)
