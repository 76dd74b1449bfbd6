"""Double Attack Blackjack counted: the dealer's first cards from a full shoe of eight decks without tens.

Bust It and Insurance hang on the dealer's cards alone. What the Bet is worth hangs on how it is played, and is not priced here.
"""

from collections import Counter
from itertools import product
from typing import Any

from houseway.equipment.cards import cards
from houseway.games.double_attack_blackjack.cards import CARDS
from houseway.games.double_attack_blackjack.submission import DoubleAttackSubmission
from houseway.games.double_attack_blackjack.wagers import BUST_IT, INSURANCE, DealersCards, Outcome
from houseway.lab.figures import Figure, Priced
from houseway.lab.tally import Tally, outcome_of
from houseway.table.twenty_one import is_blackjack
from houseway.table.wagers import Wager

_DECKS = CARDS.decks[0]
_SHOE = _DECKS * CARDS.size
_THREE = f"exact: {_SHOE * (_SHOE - 1) * (_SHOE - 2):,} ways to deal the dealer three cards of {_SHOE}"
_TWO = f"exact: every hole card below an ace, of {_SHOE} cards of which one ace is known"


def choices(figure: Figure) -> dict[str, Any]:
    """No figure asks for a choice of the operator."""
    return {}


def figures(submission: DoubleAttackSubmission) -> tuple[Figure, ...]:
    """The figures of a table under this submission."""
    return tuple(Figure(wager) for wager in (BUST_IT, INSURANCE) if wager not in submission.not_offered)


def price(figure: Figure, submission: DoubleAttackSubmission) -> Priced:
    """Count the deals of a figure."""
    wager = submission.chosen[figure.wager]
    if figure.wager == BUST_IT:
        return Priced(bust_it(wager), _THREE, wager.readings)
    return Priced(insurance(wager), _TWO, wager.readings)


def ways(*dealt: str) -> int:
    """In how many ways these cards come out of a full shoe in this order."""
    taken: Counter[str] = Counter()
    found = 1
    for code in dealt:
        found *= _DECKS - taken[code]
        taken[code] += 1
    return found


def bust_it(wager: Wager) -> Tally:
    """Deals of the dealer's first three cards by what a Bust It Wager comes to, told by the wager itself."""
    tally: Tally = Counter()
    for dealt in product(CARDS.deck, repeat=3):
        tally[outcome_of(wager.decide(DealersCards(*cards(dealt)), ""))] += ways(*dealt)
    return tally


def insurance(wager: Wager) -> Tally:
    """Hole cards below an ace by what Insurance comes to."""
    tally: Tally = Counter()
    for dealt in product((code for code in CARDS.deck if code.startswith("A")), CARDS.deck):
        facts = Outcome(dealer_blackjack=is_blackjack(dealt))
        tally[outcome_of(wager.decide(facts, ""))] += ways(*dealt)
    return tally
