"""Spanish 21 in the lab: first cards counted by hand, and the main wager as best played."""

from fractions import Fraction

import pytest

from houseway.games.spanish_21.submission import Spanish21Submission
from houseway.lab import edges, simulated
from houseway.lab.spanish_21 import best
from houseway.lab.twenty_one import Best
from houseway.lab.twenty_one_hands import DEALT, DRAWS, STANDS, VALUES
from houseway.lab.twenty_one_solver import Solver

# Of six decks where the dealer stands on every 17; others have found about four tenths of a percent.
EDGE = 0.0036438926


@pytest.fixture(scope="module")
def six() -> Best:
    return best(Spanish21Submission())


@pytest.mark.parametrize(("decks", "plain", "suited"), [(6, 4, 9), (8, 3, 12)])
def test_match_the_dealer_is_what_counting_by_hand_gives(decks: int, plain: int, suited: int) -> None:
    """Both first cards pay for themselves; the wager is lost where neither matches the up card."""
    left = 48 * decks - 1
    paid = 2 * Fraction(plain * 3 * decks + suited * (decks - 1), left)
    other = left - (4 * decks - 1)
    lost = Fraction(other * (other - 1), left * (left - 1))
    (record,) = edges("spanish-21", "match-the-dealer", {"batch": decks})
    assert Fraction(record.edge) == lost - paid


@pytest.mark.long
def test_the_main_wager_is_worth_what_the_best_play_brings(six: Best) -> None:
    """In floating point, as the fraction itself is a longer proof."""
    solver = Solver(six.hands, six.rules.stands_from, six.rules.draws_to_soft)
    roughly = sum(solver._roughly(up, six.play) for up in range(VALUES))
    assert -roughly == pytest.approx(EDGE, abs=1e-9)


def test_rounds_at_random_bear_the_edge_out() -> None:
    record = simulated("spanish-21", "best", rounds=400_000, seed=1)
    assert record.interval is not None
    low, high = record.interval
    assert low < EDGE < high


def test_a_hand_that_may_become_a_bonus_is_played_for_it(six: Best) -> None:
    """Against a four, fourteen is stood on, but a six and an eight are drawn to."""
    rows = {
        tuple(six.hands.composition[row].nonzero()[0].tolist()): int(six.play.hands[DEALT, 3, row])
        for row in ((six.hands.cards == 2) & (six.hands.reached == 14) & (six.hands.suit < 0))
        .nonzero()[0]
        .tolist()
    }
    assert rows[5, 7] == DRAWS
    assert rows[4, 8] == STANDS
