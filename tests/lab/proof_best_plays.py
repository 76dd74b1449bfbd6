"""The best plays of twenty-one in every size of shoe: each exactly, its edge as a fraction held against floating point."""

import pytest

from houseway.games import games, submission_for
from houseway.lab.figures import Figure, counted_game, listed
from houseway.lab.strategy import shoe_counted
from houseway.lab.twenty_one import Best
from houseway.lab.twenty_one_hands import VALUES
from houseway.lab.twenty_one_solver import Solver
from houseway.table.twenty_one import TwentyOne

# What the best play is worth to the house where others have worked it out too, to as many places as they print or more.
PUBLISHED = {
    ("blackjack", "decks=6,strategy=best"): 0.0033026214,
    ("double-attack-blackjack", "strategy=best"): 0.0048042932,
    ("spanish-21", "decks=6,strategy=best"): 0.0036438926,
}


BEST_PLAYED = [
    pytest.param(name, figure, id=f"{name} {figure.option}")
    for name, game in games().items()
    if issubclass(game, TwentyOne)
    for figure in listed(name)
    if figure.wager == game.first_wager
]


@pytest.mark.parametrize(("game", "figure"), BEST_PLAYED)
def test_the_fraction_is_what_floating_point_finds(game: str, figure: Figure) -> None:
    counted, find = counted_game(game), shoe_counted(game)
    assert counted is not None
    assert find is not None
    submission = submission_for(game, counted.choices(figure))
    best: Best = find(submission)
    solver = Solver(best.hands, best.rules.stands_from, best.rules.draws_to_soft)
    roughly = sum(solver._roughly(up, best.play) for up in range(VALUES))
    expected = counted.price(figure, submission).expected
    assert expected == best.expected
    edge = -best.expected
    assert float(edge) == pytest.approx(-roughly, abs=1e-12)
    assert float(edge) == pytest.approx(PUBLISHED.get((game, figure.option), float(edge)), abs=1e-9)
    # Nobody comes out ahead of the house but out of a single deck.
    assert edge > 0 or figure.option == "decks=1,strategy=best"
