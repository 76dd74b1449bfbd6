"""Cards that come out of a full shoe: in how many ways, and what Insurance comes to on them."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product

from houseway.equipment.cards import Hand
from houseway.lab.tally import Tally, outcome_of
from houseway.table.twenty_one import is_blackjack
from houseway.table.wagers import Wager


def ways(decks: int, dealt: Sequence[str]) -> int:
    """In how many ways these cards come out of so many decks in this order."""
    taken: Counter[str] = Counter()
    found = 1
    for code in dealt:
        found *= decks - taken[code]
        taken[code] += 1
    return found


def insurance(wager: Wager, deck: Hand, decks: int, facts: Callable[[bool], object]) -> Tally:
    """Hole cards below an ace by what Insurance comes to, whose facts are whether they make a Blackjack."""
    tally: Tally = Counter()
    for dealt in product((code for code in deck if code.startswith("A")), deck):
        tally[outcome_of(wager.decide(facts(is_blackjack(dealt)), ""))] += ways(decks, dealt)
    return tally


def insurance_method(deck: Hand, decks: int) -> str:
    """How that is counted."""
    return f"exact: every hole card below an ace, of {len(deck) * decks} cards of which one ace is known"
