"""Equity of hands: exact figures that are known, a second count by the table's own rankings, estimates, and what is refused."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest

from houseway.cli.app import run
from houseway.equipment.cards import cards
from houseway.games.poker.variants import VARIANTS
from houseway.lab.poker_equity import NotDealable, equity


def shares(variant: str, hands: list[str], board: str = "", dead: str = "") -> list[Fraction]:
    return [Fraction(hand.share or "") for hand in equity(variant, hands, board, dead).hands]


def codes(text: str) -> tuple[str, ...]:
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))


def literally(name: str, hands: list[str], board: str, dead: str) -> list[Fraction]:
    """Every deal of what is lacking, one after the other, shared by the rankings of the table."""
    variant = VARIANTS[name]
    common = sum(street.board for street in variant.streets)
    wanted = [*(variant.hole_cards for _ in hands), common]
    lying = [*map(codes, hands), codes(board)]
    left = [code for code in variant.deck if code not in (*sum(lying, ()), *codes(dead))]
    won, deals = [Fraction(0)] * len(hands), 0
    for dealt in _deals(left, [many - len(part) for many, part in zip(wanted, lying, strict=True)]):
        *owned, table = [cards((*part, *more)) for part, more in zip(lying, dealt, strict=True)]
        values = [[side.ranking.value(own, table) for own in owned] for side in variant.sides]
        contended = [side for side in values if max(side)]
        for side in contended:
            best = max(side)
            for place, value in enumerate(side):
                if value == best:
                    won[place] += Fraction(1, len(contended) * side.count(best))
        deals += 1
    return [share / deals for share in won]


def _deals(left: list[str], lacking: list[int]) -> Iterator[list[tuple[str, ...]]]:
    if not lacking:
        yield []
        return
    for chosen in combinations(left, lacking[0]):
        for rest in _deals([code for code in left if code not in chosen], lacking[1:]):
            yield [chosen, *rest]


GIVEN = [
    ("holdem", ["AsKs", "QdQh", "7c7d"], "2s5sQc9h", ""),
    ("short-deck-holdem", ["AsKs", "QdQh"], "6s7sQc9h", "8c8d"),
    ("omaha", ["AsKsQhJh", "9d9h8c7c"], "2s5sTc9s", ""),
    ("omaha-high-low", ["AsKs2h3h", "Ad4d5c7c", "KhKdQdJd"], "2s5s8c9s", ""),
    ("five-card-omaha-high-low", ["AsKs2h3h9d", "Ad4d5c7cTc"], "2s5s8c9s", "2d"),
    ("five-card-omaha-high", ["AsKs2h3h9d", "Ad4d5c7cTc"], "2s5s8c9s", "2d"),
    ("seven-card-stud", ["AsKs2h3h9dAd", "4d5c7cTcTdTh2d"], "", ""),
    ("seven-card-stud-high-low", ["As2h3h9d4d5c", "4h6c7cTcTdTh2d"], "", ""),
    ("razz", ["As2h3h9d4d", "4h6c7cTcTdTh2d"], "", ""),
    ("triple-draw-2-7", ["2c3d4h7s", "8c6d5h4s2d"], "", "5s"),
    ("single-draw-2-7", ["2c3d4h", "8c6d5h4s2d"], "", "5s"),
    ("triple-draw-a-5", ["Ac3d4h7s", "8c6d5h4s2d"], "", "5s"),
    ("badugi", ["Ac2d3h", "4c5d6h"], "", "7s8s"),
    ("badeucey", ["2c3d4h5s", "2d3h4s7d8c"], "", ""),
    ("badacey", ["Ac3d4h5s", "Ad3h4s7d8c"], "", ""),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "hands", "board", "dead"), GIVEN, ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_variant_is_counted_as_its_rankings_share_the_pot(
    variant: str, hands: list[str], board: str, dead: str
) -> None:
    assert shares(variant, hands, board, dead) == literally(variant, hands, board, dead)


def test_equity_is_worked_out_for_every_variant_there_is() -> None:
    assert {variant for variant, *_ in GIVEN} == set(VARIANTS)


def test_an_estimate_has_an_interval_and_is_the_same_for_the_same_seed() -> None:
    exact = shares("holdem", ["AsKs", "QdQh"], "2c7d")
    first, again = (equity("holdem", ["AsKs", "QdQh"], "2c7d", rounds=30_000, seed=3) for _ in range(2))
    assert first == again
    assert (first.deals, first.hands[0].share) == (30_000, None)
    for hand, share in zip(first.hands, exact, strict=True):
        assert hand.interval is not None
        low, high = hand.interval
        assert low < hand.share_decimal < high < low + 0.012
        assert abs(hand.share_decimal - share) < 0.01
    assert sum(hand.share_decimal for hand in first.hands) == pytest.approx(1)


@pytest.mark.parametrize(
    ("variant", "hands", "board", "dead", "why"),
    [
        ("whist", ["AsKs", "QdQh"], "", "", "no variant is called 'whist'"),
        ("holdem", ["AsKs"], "", "", "2 to 10 hands, not 1"),
        ("holdem", ["AsKsQs", "QdQh"], "", "", "has 2 cards, not 3: AsKsQs"),
        ("holdem", ["AsKs", "QdQh"], "2c3c4c5c6c7c", "", "the board of Hold 'Em has 5 cards, not 6"),
        ("holdem", ["AsKs", "QdQx"], "", "", "no card is called 'Qx'"),
        ("holdem", ["AsKs", "QdAs"], "", "", "A♠ lies twice"),
        ("holdem", ["AsKs", "QdQh"], "2c", "2c", "2♣ lies twice"),
        ("short-deck-holdem", ["As2s", "QdQh"], "", "", "2♠ is not in the deck of Short-deck Hold 'Em"),
        ("seven-card-stud", ["As"] + [""] * 7, "", "", "55 cards are to be dealt, and 51 are left"),
    ],
)
def test_hands_that_cannot_be_dealt_are_refused(
    variant: str, hands: list[str], board: str, dead: str, why: str
) -> None:
    with pytest.raises(NotDealable) as refused:
        equity(variant, hands, board, dead)
    assert why in str(refused.value)


def test_the_command_prints_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["poker", "equity", "AsKs", "QdQh", "--board", "2s5sQc"]
    assert run(asked) == 0
    said = capsys.readouterr().out
    assert "Equity, holdem" in said
    assert "exact: every one of 990 deals" in said
    assert run([*asked, "--rounds", "2000", "--seed", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["deals"], len(found["hands"]), found["hands"][0]["share"]) == (2000, 2, None)
    assert run([*asked, "--rounds", "2000"]) == 0
    assert "95% interval" in capsys.readouterr().out
    for wrong in (["--rounds", "1"], ["--seed", "-1"], ["--variant", "whist"], ["--board", "2s5sQcXx"]):
        assert run([*asked, *wrong]) == 2
    assert run(["poker", "equity", "AsKs"]) == 2
    assert "houseway poker equity AsKs QdQh" in capsys.readouterr().err
