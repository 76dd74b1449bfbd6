"""The baccarat games counted a second time: every order of six ranks, by a table of third cards written out here."""

import os
from collections import Counter
from fractions import Fraction
from itertools import product
from math import perm

import msgspec
import numpy as np
import pytest

from houseway.games.baccarat.forms import Form
from houseway.games.baccarat.submission import BaccaratSubmission
from houseway.lab.baccarat import choices, figures, price, rounds
from houseway.lab.figures import Figure, listed

# Ace to king as they count.
COUNTS = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0])
# On which third cards of the Player's Hand the Banker's draws, by its own count from zero to seven.
DRAWS_ON = ("0123456789",) * 3 + ("012345679", "234567", "4567", "67", "")
TABLE = np.array([[str(third) in row for third in range(10)] for row in (*DRAWS_ON, "", "")])


def second_count(decks: int) -> dict[str, Fraction]:
    """The edge of every wager, by all orders in which six ranks leave the shoe: 1 and 3 to the Player, 2 and 4 to the Banker."""
    ranks = np.indices((13,) * 4).reshape(4, -1)
    one, other, fifth, sixth = COUNTS[ranks]
    alike = [
        sum((ranks[before] == ranks[place]).astype(np.int64) for before in range(place)) for place in range(4)
    ]
    ways: Counter[int] = Counter()
    for first, second in product(range(13), repeat=2):
        shoe = np.full(13, 4 * decks, dtype=np.int64)
        orders = int(shoe[first])
        shoe[first] -= 1
        orders *= int(shoe[second])
        shoe[second] -= 1
        later = np.ones(ranks.shape[1], dtype=np.int64)
        for place in range(4):
            later *= shoe[ranks[place]] - alike[place]
        player, banker = (COUNTS[first] + one) % 10, (COUNTS[second] + other) % 10
        nobody = (player > 7) | (banker > 7)
        takes = (player < 6) & ~nobody
        theirs = np.where(takes, TABLE[banker, fifth], banker < 6) & ~nobody
        ended = np.where(takes, player + fifth, player) % 10
        bank = np.where(theirs, banker + np.where(takes, sixth, fifth), banker) % 10
        dragon, panda = theirs & (bank == 7) & (ended < 7), takes & (ended == 8) & (bank < 8)
        pairs = (first == ranks[0]).astype(np.int64) + (second == ranks[1])
        shown = pairs + 3 * (np.sign(ended - bank) + 1) + 9 * dragon + 18 * panda
        # Sums of whole numbers far below two to the fifty-third: nothing is rounded.
        for number, found in enumerate(np.bincount(shown, later, 36)):
            ways[number] += orders * int(found)
    assert ways.total() == perm(52 * decks, 6)
    brings = {
        number: _brings(number % 3, number // 3 % 3 - 1, number // 9 % 2, number // 18) for number in ways
    }
    return {
        name: -sum((brings[number][name] * found for number, found in ways.items()), Fraction(0))
        / perm(52 * decks, 6)
        for name in brings[0]
    }


def _brings(pairs: int, ahead: int, dragon: int, panda: int) -> dict[str, Fraction]:
    """What one unit on each wager brings in a round."""
    banker = Fraction(19, 20) if ahead < 0 else Fraction(-ahead)
    at_ez = Fraction(0 if dragon else -ahead)
    pays = Fraction((-1, 3, 15)[pairs])
    added = pays if pairs else Fraction(0)
    return {
        "player": Fraction(ahead),
        "banker": banker,
        "ez": at_ez,
        "tie": Fraction(-1 if ahead else 8),
        "dragon-7": Fraction(40 if dragon else -1),
        "panda-8": Fraction(25 if panda else -1),
        "taken": pays,
        "added-to-player": pays + added * ahead,
        "added-to-banker": pays + added * banker,
        "added-at-ez": pays + added * at_ez,
    }


def edge(figure: Figure, **chosen: object) -> Fraction:
    raw = {"game": "baccarat", **choices(figure), **chosen}
    priced = price(figure, msgspec.convert(raw, BaccaratSubmission))
    total = sum(priced.tally.values())
    assert total == perm(52 * int(figure.options.get("decks", chosen.get("batch", 8))), 6)  # type: ignore[call-overload]
    return -sum((outcome.net * ways for outcome, ways in priced.tally.items()), Fraction(0)) / total


# Eight decks every day; six as well where the longer proofs are run.
DECKS = (6, 8) if "HOUSEWAY_SHOE_ROUNDS" in os.environ else (8,)


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.clause("common:baccarat/pays-tie", "common:baccarat/vigorish")
def test_every_figure_of_the_list_is_found_by_counting_orders_of_six_ranks(decks: int) -> None:
    counted = second_count(decks)
    found = {
        figure.options.get("payout") or ("ez" if "ez" in figure.options else figure.wager): edge(figure)
        for figure in listed("baccarat")
        if figure.options["decks"] == str(decks)
    }
    added_at_ez = Figure("house-money", f"decks={decks},payout=added-to-banker")
    assert {**found, "added-at-ez": edge(added_at_ez, ez=True)} == counted


@pytest.mark.clause("631a.11[banker_3]", "common:baccarat/draws-banker-3")
def test_the_three_forms_draw_alike() -> None:
    assert rounds(Form.MINIBACCARAT, 8) == rounds(Form.MIDIBACCARAT, 8) == rounds(Form.BACCARAT, 8)


def test_a_payout_added_in_part_is_worth_what_lies_between() -> None:
    taken, added = (
        edge(Figure("house-money", f"decks=8,payout={way}")) for way in ("taken", "added-to-banker")
    )
    part = edge(Figure("house-money", "decks=8,payout=added-to-banker"), house_money_share=40)
    assert part == taken + Fraction(40, 100) * (added - taken)


def test_a_table_has_the_figures_of_what_it_offers() -> None:
    names = [(figure.wager, figure.option) for figure in figures(BaccaratSubmission())]
    ways = [("house-money", f"payout={way}") for way in ("taken", "added-to-player", "added-to-banker")]
    assert names == [("player", ""), ("banker", ""), ("tie", ""), *ways]
    offered = figures(BaccaratSubmission(ez=True, not_offered=("house-money",)))
    assert [figure.wager for figure in offered] == ["player", "banker", "tie", "dragon-7", "panda-8"]
    assert edge(Figure("banker"), vigorish_percent=4, batch=7) < edge(Figure("banker"), batch=7)
