"""The felt and the sign of Sic Bo (625a.1(b)-(c))."""

from itertools import combinations

import pytest

from houseway.games.sic_bo.layout import area_id
from houseway.table.documents import layout_check, odds_sign
from houseway.table.layout import Area
from tests.games.sic_bo.dealing import sic_bo


def _overlap(one: Area, other: Area) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    down = one.y < other.y + other.height and other.y < one.y + one.height
    return across and down


@pytest.mark.clause("625a.1(b)#1", "625a.1(c)(2)")
def test_every_wager_and_pick_has_exactly_one_area() -> None:
    game = sic_bo()
    wanted = {(wager.name, pick) for wager in game.catalogue.values() for pick in wager.picks}
    areas = [area for area in game.layout.areas if area.wager]
    assert len(areas) == len(wanted) == 50
    assert {(area.wager, area.pick) for area in areas} == wanted
    assert all(area.id == area_id(area.wager, area.pick) for area in areas)
    assert game.layout.area("three-of-a-kind-4").pick == "4"
    assert game.layout.area("two-dice-combination-2-5").label == "2 · 5"


def test_no_two_areas_overlap_and_all_lie_on_the_felt() -> None:
    layout = sic_bo().layout
    assert (layout.width, layout.height) == (1200, 690)
    for one, other in combinations(layout.areas, 2):
        assert not _overlap(one, other), (one.id, other.id)
    for area in layout.areas:
        assert 0 <= area.x < area.x + area.width <= layout.width
        assert 0 <= area.y < area.y + area.height <= layout.height
        assert min(area.width, area.height) >= 30


def test_a_dealer_finds_every_wager_where_it_has_always_been() -> None:
    layout = sic_bo().layout
    small, big, any_triple = (layout.area(name) for name in ("small", "big", "any-three-of-a-kind"))
    assert small.x < any_triple.x < big.x
    downwards = (
        "two-of-a-kind-1",
        "three-of-a-kind-1",
        "total-4",
        "two-dice-combination-1-2",
        "one-of-a-kind-1",
    )
    tops = [layout.area(name).y for name in downwards]
    assert tops == sorted(set(tops))
    for series in (
        [f"total-{total}" for total in range(4, 18)],
        [f"one-of-a-kind-{number}" for number in range(1, 7)],
        [f"two-of-a-kind-{number}" for number in range(1, 7)],
    ):
        lefts = [layout.area(name).x for name in series]
        assert lefts == sorted(set(lefts))


@pytest.mark.clause("625a.1(c)(3)#1")
def test_the_layout_prints_the_odds_of_every_wager() -> None:
    layout = sic_bo().layout
    assert layout.area("three-of-a-kind-1").inscription == "150 to 1"
    assert layout.area("total-9").inscription == "6 to 1"
    assert layout.area("one-of-a-kind-6").inscription == "1 to 1 · 2 to 1 · 3 to 1"
    assert all(area.inscription for area in layout.areas if area.wager)


@pytest.mark.clause("625a.1(b)#1", "625a.1(c)(3)#1")
def test_a_wager_that_is_not_offered_is_depicted_and_marked() -> None:
    game = sic_bo(not_offered=["total-4", "one-of-a-kind"])
    marked = {area.id for area in game.layout.areas if area.inscription == "not offered"}
    assert marked == {"total-4", *(f"one-of-a-kind-{number}" for number in range(1, 7))}
    assert len([area for area in game.layout.areas if area.wager]) == 50
    (odds,) = [row for row in game.layout.requirements if row.clause.id == "625a.1(c)(3)#1"]
    assert len(odds.shown_by) == 43
    assert not marked & set(odds.shown_by)


@pytest.mark.clause("625a.1(c)(3)#2", "625a.6(a)[total_4]", "625a.6(b)(3)")
def test_a_layout_without_odds_leaves_them_to_the_sign() -> None:
    game = sic_bo(odds_shown_on="sign", not_offered=["small"])
    assert all(area.inscription in ("", "not offered") for area in game.layout.areas)
    shown = {row.clause.id: row.shown_by for row in game.layout.requirements}
    assert shown["625a.1(c)(3)#1"] == shown["625a.1(c)(3)#2"] == ("sign",)
    sign = {(line.text, line.detail) for line in odds_sign(game)}
    assert ("Total Value 4", "50 to 1") in sign
    assert ("One of a Kind, on all three dice", "3 to 1") in sign
    assert ("Small", "1 to 1") not in sign


@pytest.mark.clause("625a.1(b)#1", "625a.1(c)(1)", "625a.1(c)(2)", "625a.1(c)(3)#1", "625a.1(c)(3)#2")
def test_the_layout_has_everything_the_chapter_wants_on_it() -> None:
    game = sic_bo()
    wanted = [line.clause.id for line in layout_check(game)]
    assert wanted == [
        "625a.1(b)#1",
        "625a.1(c)(1)",
        "625a.1(c)(2)",
        "625a.1(c)(3)#1",
        "625a.1(c)(3)#2",
    ]
    assert game.layout.area("logo").clause.id == "625a.1(c)(1)"


def test_every_betting_area_can_be_hit_and_the_dice_lie_where_nothing_is_bet() -> None:
    layout = sic_bo().layout
    # On a felt 940 pixels wide that is 24 pixels.
    assert all(min(area.width, area.height) >= 31 for area in layout.areas if area.wager)
    rest = layout.area("dice-rest")
    assert (rest.wager, rest.tone) == ("", "dice-rest")
    assert rest.width >= 2 * rest.height
