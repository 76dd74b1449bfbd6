"""The felt of Pai Gow (621a.2(b))."""

from itertools import combinations, pairwise
from typing import Any

import pytest

from houseway.games.pai_gow.layout import felt, hand_area, position_area, stack_area, wager_area
from houseway.games.pai_gow.submission import PaiGowSubmission, StartMethod
from houseway.submission import OddsShownOn
from houseway.table.layout import Area, Layout

SEATS = range(1, 7)
BANKED: dict[str, Any] = {"player_bank": True, "co_bank": True}
GENERATOR: dict[str, Any] = {"start_methods": (StartMethod.RANDOM_NUMBER_GENERATOR,)}


def layout(**options: Any) -> Layout:
    """The felt under a submission."""
    return felt(PaiGowSubmission(**options))


def _overlap(one: Area, other: Area) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    down = one.y < other.y + other.height and other.y < one.y + one.height
    return across and down


@pytest.mark.parametrize("options", [{}, BANKED, GENERATOR, {"odds_shown_on": OddsShownOn.SIGN}])
def test_no_two_areas_overlap_and_all_lie_on_the_felt(options: dict[str, Any]) -> None:
    drawn = layout(**options)
    assert len({area.id for area in drawn.areas}) == len(drawn.areas)
    for one, other in combinations(drawn.areas, 2):
        assert not _overlap(one, other), (one.id, other.id)
    for area in drawn.areas:
        assert 0 <= area.x < area.x + area.width <= drawn.width
        assert 0 <= area.y < area.y + area.height <= drawn.height
        assert min(area.width, area.height) >= 30


@pytest.mark.clause("621a.2(a)#1", "621a.2(b)(2)")
def test_six_players_have_a_betting_area_each_and_nobody_else() -> None:
    betting = [area for area in layout().areas if area.wager]
    assert [area.id for area in betting] == [wager_area(seat) for seat in SEATS]
    assert {(area.wager, area.pick) for area in betting} == {("pai-gow", "")}
    assert {area.clause.id for area in betting} == {"621a.2(b)(2)"}


@pytest.mark.clause("621a.2(b)(3)")
def test_the_dead_hand_has_its_place_at_the_dealers_left_which_is_right_as_players_see_it() -> None:
    drawn = layout()
    dead, dealer = drawn.area("dead-hand"), drawn.area("low-dealer")
    assert dead.x >= dealer.x + dealer.width
    assert dead.label == "DEAD HAND"
    assert drawn.area("collected").x + drawn.area("collected").width <= drawn.area("high-dealer").x


def test_positions_run_counterclockwise_from_the_dealers_far_right_with_the_dealer_opposite() -> None:
    drawn = layout()
    for first, second in pairwise(SEATS):
        assert drawn.area(wager_area(first)).x < drawn.area(wager_area(second)).x
    for seat in SEATS:
        assert drawn.area(position_area(0)).y < drawn.area(wager_area(seat)).y


def test_a_players_hands_lie_behind_the_betting_area_the_low_one_behind_the_high_one() -> None:
    drawn = layout()
    for seat in SEATS:
        bet, high, low = (
            drawn.area(name) for name in (wager_area(seat), hand_area("high", seat), hand_area("low", seat))
        )
        assert bet.y + bet.height <= high.y
        assert high.y + high.height <= low.y
        assert high.x == low.x <= bet.x < bet.x + bet.width <= high.x + high.width


def test_eight_stacks_stand_before_the_table_inventory_the_first_at_the_dealers_left() -> None:
    drawn = layout()
    stacks = [drawn.area(stack_area(number)) for number in range(1, 9)]
    inventory = drawn.area("inventory")
    for first, second in pairwise(stacks):
        assert first.x > second.x
    assert {stack.y for stack in stacks} == {inventory.y + inventory.height + 6}
    assert inventory.x <= stacks[-1].x
    assert stacks[0].x + stacks[0].width <= inventory.x + inventory.width


def requirements(drawn: Layout) -> dict[str, tuple[str, ...]]:
    """What must be shown, and where it is."""
    return {row.clause.id: row.shown_by for row in drawn.requirements}


@pytest.mark.clause("621a.2(b)(1)", "621a.2(b)(2)", "621a.2(b)(3)")
def test_the_layout_has_everything_the_chapter_wants_on_it() -> None:
    drawn = layout()
    wanted = requirements(drawn)
    assert wanted["621a.2(b)(1)"] == ("logo",)
    assert wanted["621a.2(b)(2)"] == tuple(wager_area(seat) for seat in SEATS)
    assert wanted["621a.2(b)(3)"] == ("dead-hand",)
    known = {area.id for area in drawn.areas}
    assert known.issuperset(place for places in wanted.values() for place in places)


def test_the_layout_has_the_places_that_the_procedures_assume() -> None:
    wanted = requirements(layout())
    assert wanted["621a.6(a)(2)#3"] == ("shaker",)
    assert wanted["621a.8(c)#2"] == ("high-dealer", "low-dealer")
    assert layout().area("low-dealer").tone == "tiles-across"
    generator = layout(**GENERATOR)
    assert "621a.6(a)(2)#3" not in requirements(generator)
    assert "shaker" not in {area.id for area in generator.areas}


def test_the_markers_of_bank_and_co_bank_are_another_kind_than_the_dealers() -> None:
    def markers(**options: Any) -> dict[str, str]:
        return {marker.id: marker.clause.id for marker in layout(**options).markers}

    dealers = {"dealer-stack-marker": "621a.6(d)#3"}
    bank = {"bank-marker": "621a.9(c)#3"}
    assert markers() == dealers
    assert markers(player_bank=True) == dealers | bank
    assert markers(**BANKED) == dealers | bank | {"co-bank-marker": "621a.9(e)#4"}
    for marker in layout(**BANKED).markers:
        players = {position_area(seat) for seat in SEATS}
        assert set(marker.stands_on) == ({"position-dealer"} if "dealer" in marker.id else players)


def test_centre_and_dealers_wager_have_places_where_players_may_bank() -> None:
    assert {"centre", "dealer-wager"}.isdisjoint(area.id for area in layout().areas)
    drawn = layout(**BANKED)
    assert drawn.area("dealer-wager").clause.id == "621a.9(h)#3"
    centre = drawn.area("centre")
    assert drawn.area("high-dealer").y < centre.y < drawn.area("pai-gow-1").y


def test_a_betting_area_says_what_it_pays_where_the_layout_shows_the_odds() -> None:
    assert layout().area("pai-gow-3").inscription == "1 to 1 less 5% of the win"
    assert layout(odds_shown_on=OddsShownOn.SIGN).area("pai-gow-3").inscription == ""
