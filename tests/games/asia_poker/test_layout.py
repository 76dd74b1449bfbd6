"""The felt and the sign of Asia Poker (659a.2(b))."""

from itertools import combinations, pairwise

import pytest

from houseway.table.documents import layout_check, odds_sign
from houseway.table.layout import Area
from tests.games.asia_poker.dealing import asia_poker

SEATS = range(1, 7)
HANDS = ("high", "medium", "low")


def _overlap(one: Area, other: Area) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    down = one.y < other.y + other.height and other.y < one.y + one.height
    return across and down


@pytest.mark.parametrize(
    "options",
    [{}, {"odds_shown_on": "sign"}, {"payout_cap": 5_000_000}, {"start_method": "random-number-generator"}],
)
def test_no_two_areas_overlap_and_all_lie_on_the_felt(options: dict[str, object]) -> None:
    layout = asia_poker(**options).layout
    assert len({area.id for area in layout.areas}) == len(layout.areas)
    for one, other in combinations(layout.areas, 2):
        assert not _overlap(one, other), (one.id, other.id)
    for area in layout.areas:
        assert 0 <= area.x < area.x + area.width <= layout.width
        assert 0 <= area.y < area.y + area.height <= layout.height
        assert min(area.width, area.height) >= 30


@pytest.mark.clause("659a.2(b)(2)", "659a.2(b)(3)", "659a.2(b)(4)", "659a.2(b)(5)")
def test_every_player_has_places_for_wagers_and_three_hands_and_the_dealer_for_three() -> None:
    layout = asia_poker().layout
    for seat in SEATS:
        assert layout.area(f"asia-poker-{seat}").wager == "asia-poker"
        assert layout.area(f"bonus-{seat}").wager == "bonus"
        high, medium, low = (layout.area(f"{hand}-{seat}") for hand in HANDS)
        assert high.width > medium.width > low.width
    assert {layout.area(f"{hand}-dealer").clause.id for hand in HANDS} == {"659a.2(b)(4)"}


def test_the_first_position_is_at_the_dealers_left_which_is_right_as_players_see_it() -> None:
    layout = asia_poker().layout
    for nearer, further in pairwise(SEATS):
        assert layout.area(f"high-{nearer}").x > layout.area(f"high-{further}").x
    assert layout.area("high-dealer").y < layout.area("asia-poker-1").y < layout.area("high-1").y


@pytest.mark.clause("659a.2(b)(5)")
def test_a_bonus_wager_that_is_not_offered_is_marked_and_not_asked_for() -> None:
    game = asia_poker(not_offered=["bonus"])
    assert game.layout.area("bonus-1").inscription == "not offered"
    assert "659a.2(b)(5)" not in {line.clause.id for line in layout_check(game)}
    assert "659a.2(b)(5)" in {line.clause.id for line in layout_check(asia_poker())}


@pytest.mark.clause("659a.2(b)(6)#1", "659a.2(b)(6)#2", "659a.12(a)", "659a.12(b)[B:natural_straight_flush]")
def test_the_odds_stand_on_the_layout_or_on_the_sign() -> None:
    printed = asia_poker(bonus_paytable="B")
    assert printed.layout.area("asia-poker-4").inscription == "1 to 1"
    top, rest = (printed.layout.area(name).inscription for name in ("bonus-odds-top", "bonus-odds-rest"))
    assert top.startswith("Three of a kind and four 8s 5000 to 1 · Five aces 800 to 1")
    assert "Natural straight flush 50 to 1" in top
    assert rest.endswith("Straight 2 to 1")
    bare = asia_poker(bonus_paytable="B", odds_shown_on="sign")
    assert not [area for area in bare.layout.areas if " to 1" in area.inscription]
    shown = {row.clause.id: row.shown_by for row in bare.layout.requirements}
    assert shown["659a.2(b)(6)#1"] == shown["659a.2(b)(6)#2"] == ("sign",)
    sign = {(line.text, line.detail) for line in odds_sign(bare)}
    assert ("Two hands higher than the dealer's", "1 to 1") in sign
    assert ("9-high", "10 to 1") in sign
    assert len(sign) == 2 + 1 + 11


@pytest.mark.clause("659a.2(b)(7)#1", "659a.2(b)(7)#2")
def test_a_payout_limit_is_inscribed_or_said_to_be_posted_and_only_where_there_is_one() -> None:
    limited = asia_poker(payout_cap=7_500_000)
    assert limited.layout.area("payout-limit").inscription == "At most $75,000 is paid on a hand"
    posted = asia_poker(payout_cap=7_500_000, payout_limit_shown_on="sign")
    assert posted.layout.area("payout-limit").inscription == "The posted payout limit applies"
    for game in (limited, posted):
        asked = {line.clause.id for line in layout_check(game)}
        assert {"659a.2(b)(7)#1", "659a.2(b)(7)#2"} <= asked
    assert not {line.clause.id for line in layout_check(asia_poker())} & {"659a.2(b)(7)#1", "659a.2(b)(7)#2"}


@pytest.mark.clause("659a.2(b)(1)", "659a.2(b)(2)", "659a.2(b)(3)", "659a.2(b)(4)", "659a.2(b)(6)#1")
def test_the_layout_has_everything_the_chapter_wants_on_it() -> None:
    wanted = [line.clause.id for line in layout_check(asia_poker())]
    assert wanted == [
        "659a.2(b)(1)",
        "659a.2(b)(2)",
        "659a.2(b)(5)",
        "659a.2(b)(3)",
        "659a.2(b)(4)",
        "659a.2(b)(6)#1",
        "659a.2(b)(6)#2",
    ]


@pytest.mark.clause("659a.5(h)")
def test_the_starting_position_is_marked_where_the_operator_wants_it() -> None:
    (marker,) = asia_poker().layout.markers
    assert marker.stands_on == ("position-dealer", *(f"position-{seat}" for seat in SEATS))
    assert asia_poker(mark_start=False).layout.markers == ()
    button = asia_poker(
        mark_start=False, start_method="button", dealing="automated-shoe", shuffler="automated"
    )
    assert button.layout.markers[0].clause.id == "659a.5(g)(3)#2"


def test_the_shaker_has_its_place_only_where_there_is_one() -> None:
    assert asia_poker().layout.area("shaker").label == "Shaker"
    generator = "random-number-generator"
    alone = asia_poker(start_method=generator).layout
    assert "shaker" not in {area.id for area in alone.areas}
    in_reserve = asia_poker(start_method=generator, other_start_methods=["shaker"]).layout
    assert in_reserve.area("shaker").clause.id == "659a.5(g)(1)(ii)#1"
