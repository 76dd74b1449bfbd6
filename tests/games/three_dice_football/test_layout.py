import pytest

from houseway.games.three_dice_football import FootballSubmission, ThreeDiceFootball
from houseway.games.three_dice_football.layout import LAYOUT
from houseway.games.three_dice_football.wagers import CATALOGUE
from houseway.table.documents import layout_check, odds_sign
from houseway.table.layout import Area

GAME = ThreeDiceFootball()


@pytest.mark.clause(
    "661a.2(b)(1)",
    "661a.2(b)(2)",
    "661a.2(b)(3)#1",
    "661a.2(b)(3)#2",
    "661a.2(b)(4)#1",
    "661a.2(b)(4)#2",
    "661a.2(b)(5)",
    "661a.2(b)(5)(i)",
    "661a.2(b)(5)(ii)",
    "661a.2(b)(5)(iii)",
    "661a.2(b)(5)(iv)",
    "661a.2(b)(5)(v)",
    "661a.2(b)(5)(vi)",
    "661a.2(b)(5)(vii)",
    "661a.2(b)(6)",
)
def test_the_layout_check_list_shows_where_the_felt_has_what_the_chapter_wants() -> None:
    check = {line.clause.id: line.detail for line in layout_check(GAME)}
    assert check["661a.2(b)(1)"] == "logo"
    assert check["661a.2(b)(2)"] == ", ".join(CATALOGUE)
    assert check["661a.2(b)(5)(iv)"] == "down-1st-and-goal"
    assert check["661a.2(b)(6)"] == "play-1, play-2, play-3, play-4, play-5, play-6"


def test_every_wager_has_its_area_with_its_odds() -> None:
    areas = {area.wager: area for area in LAYOUT.areas if area.wager}
    assert set(areas) == set(CATALOGUE)
    assert areas["penalty"].inscription == "9 to 1"
    assert areas["quick-strike-td"].inscription == "8 to 1 · 5 to 1 · 3 to 1 · 1 to 1"


def test_the_field_numbers_yards_one_to_twenty_three_between_two_end_zones() -> None:
    yards = [area for area in LAYOUT.areas if area.id.startswith("yard-")]
    assert sorted(int(area.label) for area in yards) == list(range(1, 24))
    assert sum(area.label == "END ZONE" for area in LAYOUT.areas) == 2
    zone, one = LAYOUT.area("end-zone"), LAYOUT.area("yard-1")
    assert one.x + one.width <= zone.x
    assert all(LAYOUT.area(f"yard-{n}").x > LAYOUT.area(f"yard-{n + 1}").x for n in range(1, 23))


def test_no_two_areas_overlap_and_all_lie_on_the_felt() -> None:
    areas = LAYOUT.areas
    for place, area in enumerate(areas):
        assert 0 <= area.x <= area.x + area.width <= LAYOUT.width
        assert 0 <= area.y <= area.y + area.height <= LAYOUT.height
        for other in areas[place + 1 :]:
            assert not _overlap(area, other), (area.id, other.id)


def _overlap(one: Area, other: Area) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


@pytest.mark.clause("661a.8(a)[extra_point:triple_1s]", "661a.8(b)[over_four:trips_td]")
def test_the_sign_lists_the_odds_of_every_wager_offered() -> None:
    sign = [(line.text, line.detail) for line in odds_sign(GAME)]
    assert ("Extra Point Wager, a triple of 1s", "50 to 1") in sign
    assert ("Over Four Yards Wager with a Trips TD", "7 to 1") in sign
    assert ("Touchdown", "$5 to $500") in sign


def test_the_sign_leaves_out_what_the_table_does_not_offer() -> None:
    game = ThreeDiceFootball(FootballSubmission(not_offered=("turnover",)))
    assert not any("Turnover" in line.text for line in odds_sign(game))


def test_markers_stand_on_areas_of_the_felt() -> None:
    known = {area.id for area in LAYOUT.areas}
    for marker in LAYOUT.markers:
        assert set(marker.stands_on) <= known
    assert set(GAME.display(GAME.open()).markers.values()) <= known
