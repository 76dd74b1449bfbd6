"""What an operator may choose at a Pai Gow table (621a.2, 621a.5(d), 621a.7, 621a.8(k), 621a.9)."""

from typing import Any

import msgspec
import pytest

from houseway.games.pai_gow import PaiGow
from houseway.submission import UnlawfulSubmission, require_lawful
from tests.games.pai_gow.dealing import pai_gow, submission


def findings(**options: Any) -> list[tuple[str, str]]:
    """The clause and the place of everything unlawful."""
    return [(finding.clause, finding.where) for finding in submission(**options).findings()]


def test_the_usual_submission_is_lawful() -> None:
    assert findings() == []
    require_lawful(submission())


@pytest.mark.parametrize(
    "options",
    [
        {"house_way": way, "vigorish_rounding": rounding}
        for way in ("r1", "r2", "r3")
        for rounding in ("exact", "quarter-up")
    ]
    + [
        {"player_bank": True, "co_bank": True, "co_bank_cover": 50, "odd_chip": "co-bank"},
        {"player_bank": True, "dealer_wager": 5_000, "bank_rotation": "only-after-first-accepts"},
        {"start_methods": ["random-number-generator"], "generator_numbers": "3-18"},
        {
            "start_methods": ["random-number-generator"],
            "player_bank": True,
            "generator_in_banked_rounds": True,
        },
        {"adjacent_areas": 2, "delivery_styles": ["jung-quat", "chee-yee"], "misset_hands": "lose"},
        {"abandoned_wagers_lose": False, "smallest_chip": 100},
    ],
)
def test_what_the_chapter_leaves_open_may_be_chosen(options: dict[str, Any]) -> None:
    assert findings(**options) == []


@pytest.mark.clause("621a.2(a)#1")
@pytest.mark.parametrize("seats", [0, 5, 7])
def test_a_table_has_six_betting_positions(seats: int) -> None:
    assert findings(seats=seats) == [("621a.2(a)#1", "seats")]
    assert findings(seats=6) == []
    assert pai_gow().seats == 6


@pytest.mark.clause("621a.5(d)#1")
@pytest.mark.parametrize("areas", [0, 3])
def test_a_player_may_bet_two_areas_at_most(areas: int) -> None:
    assert findings(adjacent_areas=areas) == [("621a.5(d)#1", "adjacent_areas")]
    assert findings(adjacent_areas=1) == findings(adjacent_areas=2) == []


@pytest.mark.clause("621a.7(a)")
@pytest.mark.parametrize(
    "styles", [["house-way-from-right"], ["jung-quat", "jung-quat"], ["chee-yee", "house-way-from-right"]]
)
def test_other_styles_are_others_and_named_once(styles: list[str]) -> None:
    assert findings(delivery_styles=styles) == [("621a.7(a)", "delivery_styles")]
    assert findings(delivery_styles=["jung-quat", "chee-yee"]) == []


@pytest.mark.clause("621a.6(a)")
@pytest.mark.parametrize("methods", [[], ["shaker", "shaker"]])
def test_there_is_a_shaker_or_a_generator(methods: list[str]) -> None:
    assert findings(start_methods=methods) == [("621a.6(a)", "start_methods")]


def test_a_generator_for_banked_rounds_is_filed() -> None:
    assert findings(generator_in_banked_rounds=True) == [("621a.6(a)(1)", "generator_in_banked_rounds")]


@pytest.mark.clause("621a.8(k)#2", "621a.8(k)#3")
def test_vigorish_can_be_taken_in_the_chips_of_the_table() -> None:
    assert findings(vigorish_rounding="quarter-up", smallest_chip=10) == [
        ("621a.8(k)#3", "vigorish_rounding")
    ]
    assert findings(vigorish_rounding="quarter-up", smallest_chip=100) == []
    assert findings(vigorish_rounding="exact", smallest_chip=10) == []


@pytest.mark.clause("621a.9(a)#1", "621a.9(e)#1")
def test_co_banking_needs_a_player_bank() -> None:
    assert findings(co_bank=True) == [("621a.9(e)#1", "co_bank")]
    assert findings(co_bank=True, player_bank=True) == []


def test_a_bank_needs_dice_to_shake_or_a_generator_filed_for_it() -> None:
    generator = ["random-number-generator"]
    assert findings(player_bank=True, start_methods=generator) == [("621a.9(i)#3", "player_bank")]
    assert findings(player_bank=True, start_methods=[*generator, "shaker"]) == []


@pytest.mark.parametrize("percent", [0, 75, 101])
def test_a_co_bank_covers_all_or_half(percent: int) -> None:
    assert findings(co_bank_cover=percent) == [("621a.9(d)(2)", "co_bank_cover")]


@pytest.mark.clause("621a.9(h)#1")
@pytest.mark.parametrize("amount", [0, -100, 110])
def test_a_filed_dealer_wager_is_made_of_chips(amount: int) -> None:
    assert findings(dealer_wager=amount) == [("621a.9(h)#1", "dealer_wager")]
    assert findings(dealer_wager=100) == []


def test_everything_unlawful_is_named_at_once() -> None:
    with pytest.raises(UnlawfulSubmission) as refused:
        require_lawful(submission(seats=3, adjacent_areas=9, co_bank=True, smallest_chip=0))
    assert {finding.where for finding in refused.value.findings} >= {
        "seats",
        "adjacent_areas",
        "co_bank",
        "smallest_chip",
    }


def test_unknown_options_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        submission(house_way="r4")
    with pytest.raises(msgspec.ValidationError):
        submission(generator_numbers="1-6")


def test_without_a_shaker_there_are_no_dice() -> None:
    assert PaiGow(submission(start_methods=["random-number-generator"])).dice is None
    assert pai_gow().dice is not None
