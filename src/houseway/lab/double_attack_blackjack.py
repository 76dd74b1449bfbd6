"""Double Attack Blackjack counted: the dealer's first cards from a full shoe of eight decks without tens.

Bust It and Insurance hang on the dealer's cards alone. The Bet is priced as best played, with the Double Attack Wager where the
up card makes it worth while.

So the Bet costs 0.4804 %, where 0.62 % is commonly printed for the same decks, dealer and even money on Blackjack, without the method
behind it. The chapter lets a pair become four hands (665a.11(c)) and a hand be given up at any time before it stands, after drawing,
doubling down and splitting too (665a.9(a)). With fewer rights the printed figure can be reproduced, though whether its author meant
these is not known: with pairs split once the Bet costs 0.0910 % more, with hands given up as dealt or not at all 0.0499 % more, with
both 0.6212 %. `pytest tests/lab/test_twenty_one.py -k printed` works these out.
"""

from collections import Counter
from itertools import product
from typing import Any

from houseway.equipment.cards import cards
from houseway.games.double_attack_blackjack.cards import CARDS
from houseway.games.double_attack_blackjack.game import DoubleAttackBlackjack
from houseway.games.double_attack_blackjack.settlement import outcome
from houseway.games.double_attack_blackjack.submission import DoubleAttackSubmission
from houseway.games.double_attack_blackjack.wagers import (
    BET,
    BUST_IT,
    DOUBLE_ATTACK,
    INSURANCE,
    DealersCards,
    Outcome,
)
from houseway.lab.figures import Figure, Priced
from houseway.lab.shoe_counts import insurance as insurance_on_an_ace
from houseway.lab.shoe_counts import insurance_method, ways
from houseway.lab.strategy import BestPlay
from houseway.lab.tally import Tally, outcome_of
from houseway.lab.twenty_one import Best, best_of, main_wager, roughly, simulated_wager
from houseway.lab.twenty_one_chart import chart
from houseway.lab.twenty_one_hands import Asking
from houseway.table.wagers import Wager

_DECKS = CARDS.decks[0]
_SHOE = _DECKS * CARDS.size
_THREE = f"exact: {_SHOE * (_SHOE - 1) * (_SHOE - 2):,} ways to deal the dealer three cards of {_SHOE}"


def choices(figure: Figure) -> dict[str, Any]:
    """No figure asks for a choice of the operator."""
    return {}


def figures(submission: DoubleAttackSubmission) -> tuple[Figure, ...]:
    """The figures of a table under this submission."""
    every = (Figure(BUST_IT), Figure(INSURANCE), Figure(BET, "strategy=best"))
    return tuple(figure for figure in every if figure.wager not in submission.not_offered)


def price(figure: Figure, submission: DoubleAttackSubmission) -> Priced:
    """Count the deals of a figure."""
    wager = submission.chosen[figure.wager]
    if figure.wager == BET:
        return main_wager(best(submission), wager.readings)
    if figure.wager == BUST_IT:
        return Priced(bust_it(wager), _THREE, wager.readings)
    return Priced(insurance(wager), insurance_method(CARDS.deck, _DECKS), wager.readings)


# The Bet.

BEST = "best"


def asking(submission: DoubleAttackSubmission) -> Asking:
    """How the game is asked: with the Bet alone, and with a Double Attack Wager of the same amount."""
    return Asking(
        submission.digest(),
        DoubleAttackBlackjack(submission),
        CARDS.deck,
        _DECKS,
        ((BET,), (BET, DOUBLE_ATTACK)),
        lambda state, place, ended: outcome(state, place, given_up=bool(ended)),
    )


def best(submission: DoubleAttackSubmission) -> Best:
    """The best play of a table under this submission."""
    return best_of(asking(submission))


def main_edge(submission: DoubleAttackSubmission) -> tuple[str, float]:
    """What the main wager costs as best played, in floating point."""
    return BET, roughly(best(submission))


def best_play(submission: DoubleAttackSubmission) -> BestPlay:
    """The best play as a chart."""
    return chart(best(submission), raised=submission.chosen[DOUBLE_ATTACK].title)


def player_ways() -> tuple[str, ...]:
    """The way to play that a player can be said to follow."""
    return (BEST,)


def simulate(submission: DoubleAttackSubmission, player: str, *, rounds: int, seed: int) -> Priced:
    """Play the Bet so many rounds as is best."""
    readings = submission.chosen[BET].readings
    found = simulated_wager(best(submission).way, readings, rounds=rounds, seed=seed)
    return found._replace(wager=BET)


# The dealer's cards.


def bust_it(wager: Wager) -> Tally:
    """Deals of the dealer's first three cards by what a Bust It Wager comes to, told by the wager itself."""
    tally: Tally = Counter()
    for dealt in product(CARDS.deck, repeat=3):
        tally[outcome_of(wager.decide(DealersCards(*cards(dealt)), ""))] += ways(_DECKS, dealt)
    return tally


def insurance(wager: Wager) -> Tally:
    """Hole cards below an ace by what Insurance comes to."""
    return insurance_on_an_ace(
        wager, CARDS.deck, _DECKS, lambda blackjack: Outcome(dealer_blackjack=blackjack)
    )
