import pytest

from houseway.games.three_dice_football import FootballSubmission, ThreeDiceFootball
from houseway.games.three_dice_football.wagers import CATALOGUE
from houseway.submission import OddsShownOn
from houseway.table.documents import layout_check, odds_sign
from houseway.table.layout import Area

GAME = ThreeDiceFootball()
LAYOUT = GAME.layout
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii")


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
    check = {line.clause.id: line.detail.split(", ") for line in layout_check(GAME)}
    downs = [f"down-{name}" for name in ("1st-down", "2nd-down", "3rd-down")]
    downs += [f"down-{name}" for name in ("1st-and-goal", "2nd-and-goal", "3rd-and-goal", "extra-point")]
    assert check == {
        "661a.2(b)(1)": ["logo"],
        "661a.2(b)(2)": list(CATALOGUE),
        "661a.2(b)(3)#1": list(CATALOGUE),
        "661a.2(b)(3)#2": ["sign"],
        "661a.2(b)(4)#1": ["end-zone", "far-end-zone", "far-10", "far-20", "yard-10", "yard-20"],
        "661a.2(b)(4)#2": [f"yard-{yard}" for yard in range(1, 24)],
        "661a.2(b)(5)": downs,
        **{f"661a.2(b)(5)({part})": [area] for part, area in zip(ROMAN, downs, strict=True)},
        "661a.2(b)(6)": [f"play-{play}" for play in range(1, 7)],
    }


@pytest.mark.clause("661a.2(b)(3)#1")
def test_odds_on_the_sign_are_not_on_the_layout_and_what_is_not_offered_says_so() -> None:
    game = ThreeDiceFootball(FootballSubmission(odds_shown_on=OddsShownOn.SIGN, not_offered=("penalty",)))
    areas = {area.wager: area for area in game.layout.areas if area.wager}
    assert (areas["penalty"].inscription, areas["penalty"].tone) == ("not offered", "not-offered")
    assert areas["touchdown"].inscription == ""
    assert {line.clause.id: line.detail for line in layout_check(game)}["661a.2(b)(3)#1"] == "sign"


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


def test_every_row_of_areas_begins_and_ends_with_the_field() -> None:
    rows: dict[int, list[Area]] = {}
    for area in LAYOUT.areas:
        if area.wager or area.tone in ("yard", "ten-yard-line", "end-zone"):
            rows.setdefault(area.y, []).append(area)
    ends = {(min(one.x for one in row), max(one.x + one.width for one in row)) for row in rows.values()}
    assert len(rows) == 4
    assert len(ends) == 1
    tracks = [[area for area in LAYOUT.areas if area.id.startswith(name)] for name in ("down-", "play-")]
    assert len({max(one.x + one.width for one in track) for track in tracks}) == 1


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


def test_every_betting_area_can_be_hit_and_the_dice_lie_where_nothing_is_bet() -> None:
    layout = LAYOUT
    # On a felt 940 pixels wide that is 24 pixels.
    assert all(min(area.width, area.height) >= 31 for area in layout.areas if area.wager)
    rest = layout.area("dice-rest")
    assert (rest.wager, rest.tone) == ("", "dice-rest")
    assert rest.width >= 2 * rest.height
