"""The felt and the notices of Craps and Mini-Craps (623a.2(d))."""

import re
from itertools import combinations, pairwise

import pytest

from houseway.games.craps.bonus import BONUS_WAGERS
from houseway.games.craps.display import display
from houseway.games.craps.fire import FIRE_BET, FirePaytable
from houseway.games.craps.layout import felt, number_area, puck_area
from houseway.games.craps.printing import area_id
from houseway.games.craps.round import CrapsFelt, Phase
from houseway.games.craps.submission import CrapsSubmission, Form, Lays, Text
from houseway.law import pa
from houseway.submission import OddsShownOn
from houseway.table.layout import Area, Layout
from houseway.table.wagers import Bet

POINTS = (4, 5, 6, 8, 9, 10)
MINI = CrapsSubmission(form=Form.MINI_CRAPS, seats=9)
MINI_WITH_ALL = CrapsSubmission(form=Form.MINI_CRAPS, seats=9, dealer_as_boxperson=True)
EVERY = [
    CrapsSubmission(),
    MINI,
    MINI_WITH_ALL,
    CrapsSubmission(edition=Text.FINAL_2011, not_offered=(FIRE_BET,)),
    CrapsSubmission(not_offered=(FIRE_BET,), seats=20),
    CrapsSubmission(lay_bets=Lays.INSTEAD, buy_bets=False, horn_high_area=False, whirl_area=False, seats=5),
]


def box(area: Area) -> tuple[int, int, int, int]:
    return area.x, area.y, area.width, area.height


def overlap(one: Area, other: Area) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    down = one.y < other.y + other.height and other.y < one.y + one.height
    return across and down


def shown_by(layout: Layout, clause: str) -> tuple[str, ...]:
    """Where the layout has what a clause wants on it."""
    (found,) = [row.shown_by for row in layout.requirements if row.clause == pa(clause)]
    return found


def clauses(layout: Layout) -> set[str]:
    return {row.clause.id for row in layout.requirements}


@pytest.mark.clause("623a.2(d)(1)")
def test_the_name_of_the_house_and_the_notice_of_no_call_bets_are_on_the_layout() -> None:
    layout = felt(CrapsSubmission())
    assert shown_by(layout, "623a.2(d)(1)") == ("logo",)
    assert layout.area("logo").tone == "logo"


@pytest.mark.clause("623a.2(d)(3)")
@pytest.mark.parametrize("submission", EVERY)
def test_the_layout_says_that_no_call_bets_are_taken(submission: CrapsSubmission) -> None:
    layout = felt(submission)
    assert shown_by(layout, "623a.2(d)(3)") == ("no-call-bets",)
    assert layout.area("no-call-bets").label == "NO CALL BETS"


@pytest.mark.clause("623a.2(d)(2)")
@pytest.mark.parametrize("submission", EVERY)
def test_every_wager_offered_has_an_area_for_each_pick(submission: CrapsSubmission) -> None:
    layout, wagers = felt(submission), submission.chosen
    areas = {(area.wager, area.pick) for area in layout.areas if area.wager}
    offered = submission.offered(wagers)
    # What is booked in its parts has no area.
    unprinted = {name for name in wagers if name.startswith("horn-high") and not submission.horn_high_area}
    unprinted |= {name for name in ("whirl",) if not submission.whirl_area}
    wanted = offered - unprinted
    assert {(name, pick) for name in wanted for pick in wagers[name].picks} <= areas
    assert {(name, pick) for name in wanted for pick in wagers[name].moved_to} <= areas
    assert not {wager for wager, _ in areas} & unprinted
    assert set(shown_by(layout, "623a.2(d)(2)")) == wanted


def test_what_is_not_offered_is_marked_so() -> None:
    layout = felt(CrapsSubmission(not_offered=("field",), buy_bets=False))
    marked = {area.wager for area in layout.areas if area.inscription == "not offered"}
    assert marked == {"field", *(f"buy-{number}" for number in POINTS)}
    assert all(area.tone == "not-offered" for area in layout.areas if area.wager in marked)


@pytest.mark.parametrize("submission", EVERY)
def test_no_two_areas_overlap_and_all_lie_on_the_felt(submission: CrapsSubmission) -> None:
    layout = felt(submission)
    assert len({area.id for area in layout.areas}) == len(layout.areas)
    for one, other in combinations(layout.areas, 2):
        # The odds of a line bet share one place: only the come out point's can be there.
        assert box(one) == box(other) or not overlap(one, other), (one.id, other.id)
    shared = [area for area in layout.areas if sum(box(area) == box(other) for other in layout.areas) > 1]
    assert {area.wager or area.id for area in shared} == {"pass-odds", "dont-pass-odds"}
    for area in layout.areas:
        assert 0 <= area.x < area.x + area.width <= layout.width
        assert 0 <= area.y < area.y + area.height <= layout.height


def test_a_stickperson_finds_every_wager_where_it_has_always_been() -> None:
    layout = felt(CrapsSubmission())
    downwards = [number_area(6), "place-to-win-6", "come", "field", "dont-pass", "pass", "pass-odds-6"]
    tops = [layout.area(name).y for name in downwards]
    assert tops == sorted(set(tops))
    lefts = [layout.area(number_area(number)).x for number in POINTS]
    assert lefts == sorted(set(lefts))
    end = max(layout.area(name).x + layout.area(name).width for name in ("pass", "come", number_area(10)))
    for proposition in ("any-seven", "any-craps", "horn", "c-and-e", "four-the-hardway", "1-3-on-the-hop"):
        assert layout.area(proposition).x > end
    assert layout.area("dont-come").x < layout.area(number_area(4)).x
    for number in POINTS:
        name = layout.area(number_area(number))
        bets = [f"place-to-win-{number}", f"buy-{number}", f"lay-{number}", f"place-to-lose-{number}"]
        bets += [f"{line}-{number}" for line in ("come", "come-odds", "dont-come", "dont-come-odds")]
        for bet in (layout.area(bet) for bet in bets):
            assert name.x <= bet.x <= bet.x + bet.width <= name.x + name.width
    assert layout.area("eight-the-hardway").dice == (4, 4)
    assert layout.area("eleven").dice == (5, 6)
    assert layout.area("2-6-on-the-hop").dice == (2, 6)
    assert layout.area("ten-the-hardway-on-the-hop").dice == (5, 5)


# On a felt 940 pixels wide, what is bet on must be 24 pixels high and wide.
LEAST_TO_BET_ON = 31


@pytest.mark.parametrize("submission", EVERY)
def test_areas_come_in_the_order_in_which_people_bet(submission: CrapsSubmission) -> None:
    wagers = list(dict.fromkeys(area.wager for area in felt(submission).areas if area.wager))
    lines = ["pass", "pass-odds", "dont-pass", "dont-pass-odds", "come", "field"]
    assert [name for name in wagers if name in lines] == wagers[: len(lines)] == lines
    assert wagers.index("place-to-win-6") < wagers.index("any-seven")


@pytest.mark.parametrize("submission", EVERY)
def test_every_betting_area_can_be_hit_at_1024_pixels(submission: CrapsSubmission) -> None:
    layout = felt(submission)
    assert layout.width <= 1200
    assert layout.height <= 690
    small = [
        area.id for area in layout.areas if area.wager and min(area.width, area.height) < LEAST_TO_BET_ON
    ]
    assert small == []


@pytest.mark.parametrize("submission", EVERY)
def test_the_pass_line_is_a_band_round_the_corner_with_the_dont_pass_bar_within(
    submission: CrapsSubmission,
) -> None:
    layout = felt(submission)
    line, bar, come = layout.area("pass"), layout.area("dont-pass"), layout.area("come")
    corners = {area.id: re.search(r"a(\d+) \1 0 0 1 -\1 -\1V", area.outline) for area in (line, bar)}
    assert all(corners.values())
    starts = {area.id: int(area.outline[1:].split()[0]) for area in (line, bar)}
    assert starts["pass"] < starts["dont-pass"] < come.x
    # Nothing lies where the bands come down.
    legs = [area.id for area in layout.areas if area.x < line.x and line.y > area.y > come.y]
    assert legs == []


def test_the_dice_lie_where_nothing_is_bet() -> None:
    rest = felt(CrapsSubmission()).area("dice-rest")
    assert (rest.wager, rest.label, rest.tone) == ("", "", "dice-rest")
    assert min(rest.width, rest.height) > 100


def test_odds_are_printed_unless_the_sign_shows_them() -> None:
    layout = felt(CrapsSubmission())
    assert layout.area("any-seven").inscription == "4 to 1"
    assert layout.area("place-to-win-6").inscription == "7 to 6"
    assert layout.area("pass-odds-5").inscription == "3 to 2"
    assert layout.area("field").inscription == "1 to 1 · 2 to 1"
    unprinted = felt(CrapsSubmission(odds_shown_on=OddsShownOn.SIGN))
    printed = {area.wager for area in unprinted.areas if area.inscription}
    assert printed == set(BONUS_WAGERS)


# The Fire Bet.


@pytest.mark.clause("623a.2(d)(4)", "623a.2(d)(4)(i)#1", "623a.2(d)(4)(i)#2")
@pytest.mark.parametrize("seats", [1, 5, 9, 16])
def test_each_position_has_a_fire_spot_at_the_edge_of_the_layout(seats: int) -> None:
    layout = felt(CrapsSubmission(seats=seats))
    spots = shown_by(layout, "623a.2(d)(4)(i)#1")
    assert spots == shown_by(layout, "623a.2(d)(4)(i)#2")
    assert spots == tuple(f"fire-bet-{seat}" for seat in range(1, seats + 1))
    assert len(spots) <= 16
    inner = [area for area in layout.areas if area.wager and area.wager != FIRE_BET]
    top, foot = min(area.y for area in inner), max(area.y + area.height for area in inner)
    for spot in map(layout.area, spots):
        assert spot.y + spot.height <= top or spot.y >= foot
    assert set(spots) <= set(shown_by(layout, "623a.2(d)(4)"))


@pytest.mark.clause("623a.2(d)(4)(i)#3")
@pytest.mark.parametrize("submission", [CrapsSubmission(), MINI_WITH_ALL])
def test_fire_spots_count_clockwise_from_the_left_of_the_boxperson(submission: CrapsSubmission) -> None:
    layout = felt(submission)
    spots = [layout.area(name) for name in shown_by(layout, "623a.2(d)(4)(i)#3")]
    assert [spot.label for spot in spots] == [f"FIRE {seat}" for seat in range(1, submission.seats + 1)]
    sits = layout.area("boxperson")
    assert sits.label == ("BOXPERSON" if submission.form is Form.CRAPS else "DEALER")
    # The boxperson faces the players, so that the boxperson's left is the right of the drawing.
    assert spots[0].x >= sits.x + sits.width
    assert spots[0].y == sits.y
    middle_x, middle_y = layout.width / 2, layout.height / 2
    turns = [
        (one.x - middle_x) * (other.y - middle_y) - (other.x - middle_x) * (one.y - middle_y)
        for one, other in pairwise(spots)
    ]
    # Seen from above, with y growing downwards, every step turns clockwise around the middle.
    assert all(turn > 0 for turn in turns)


@pytest.mark.clause("623a.2(d)(4)(ii)#1", "623a.2(d)(4)(ii)#2")
def test_fire_bets_have_numbered_places_before_the_boxperson() -> None:
    layout = felt(CrapsSubmission(seats=12))
    boxes = shown_by(layout, "623a.2(d)(4)(ii)#1")
    assert boxes == shown_by(layout, "623a.2(d)(4)(ii)#2")
    assert boxes == tuple(f"fire-bet-box-{seat}" for seat in range(1, 13))
    sits = layout.area("boxperson")
    for seat, area in enumerate(map(layout.area, boxes), 1):
        assert (area.label, area.wager, area.pick) == (str(seat), FIRE_BET, "box")
        assert area.y >= sits.y + sits.height
        assert area.x + area.width > sits.x - sits.width


@pytest.mark.clause(
    "623a.2(d)(4)(iii)", "623a.2(d)(4)(iii)(A)", "623a.2(d)(4)(iii)(B)", "623a.2(d)(4)(iii)(C)"
)
@pytest.mark.parametrize(
    ("paytable", "odds"),
    [("A", ("24 to 1", "249 to 1", "999 to 1")), ("B", ("39 to 1", "199 to 1", "499 to 1"))],
)
def test_the_wall_tells_odds_window_and_limits_of_the_fire_bet(paytable: str, odds: tuple[str, ...]) -> None:
    layout = felt(CrapsSubmission(fire_paytable=FirePaytable(paytable)))
    assert shown_by(layout, "623a.2(d)(4)(iii)") == ("wall-odds", "wall-window", "wall-limits")
    said = {
        part: layout.area(shown_by(layout, f"623a.2(d)(4)(iii)({part})")[0]).label for part in ("A", "B", "C")
    }
    for points, pays in zip(("4 points", "5 points", "6 points"), odds, strict=True):
        assert f"{points} {pays}" in said["A"]
    assert "before a shooter's first come out roll" in said["B"]
    assert "$1 to $5" in said["C"]


@pytest.mark.clause("623a.2(d)(4)")
@pytest.mark.parametrize("submission", [MINI, CrapsSubmission(not_offered=(FIRE_BET,))])
def test_a_table_without_fire_bets_has_nothing_for_them(submission: CrapsSubmission) -> None:
    layout = felt(submission)
    assert not [area.id for area in layout.areas if "fire" in area.id or area.tone == "wall"]
    assert not [marker.id for marker in layout.markers if "fire" in marker.id]
    assert not [clause for clause in clauses(layout) if clause.startswith("623a.2(d)(4)")]


# Bonus Craps.


@pytest.mark.clause(
    "623a.2(d)(5)",
    "623a.2(d)(5)(i)",
    "623a.2(d)(5)(i)(A)",
    "623a.2(d)(5)(i)(B)",
    "623a.2(d)(5)(i)(C)",
)
def test_bonus_craps_has_its_three_places_before_the_boxperson() -> None:
    layout = felt(CrapsSubmission())
    assert shown_by(layout, "623a.2(d)(5)(i)") == ("all-small", "all-or-nothing-at-all", "all-tall")
    assert shown_by(layout, "623a.2(d)(5)(i)(A)") == ("all-small",)
    assert shown_by(layout, "623a.2(d)(5)(i)(B)") == ("all-or-nothing-at-all",)
    assert shown_by(layout, "623a.2(d)(5)(i)(C)") == ("all-tall",)
    sits, seven = layout.area("boxperson"), layout.area("any-seven")
    for area in map(layout.area, BONUS_WAGERS):
        assert sits.y + sits.height <= area.y < seven.y
    assert set(BONUS_WAGERS) < set(shown_by(layout, "623a.2(d)(5)"))


@pytest.mark.clause("623a.2(d)(5)(ii)")
def test_every_number_but_seven_has_a_spot_for_its_button() -> None:
    layout = felt(CrapsSubmission())
    spots = [layout.area(name) for name in shown_by(layout, "623a.2(d)(5)(ii)")]
    assert [spot.label for spot in spots] == ["2", "3", "4", "5", "6", "8", "9", "10", "11", "12"]
    buttons = {marker.label: marker.stands_on for marker in layout.markers if marker.id.startswith("bonus")}
    assert buttons == {spot.label: (spot.id,) for spot in spots}


@pytest.mark.clause("623a.2(d)(5)(iii)")
@pytest.mark.parametrize("where", list(OddsShownOn))
def test_the_layout_shows_the_odds_of_bonus_craps_wherever_the_others_stand(where: OddsShownOn) -> None:
    layout = felt(CrapsSubmission(odds_shown_on=where))
    odds = {name: layout.area(name).inscription for name in shown_by(layout, "623a.2(d)(5)(iii)")}
    assert odds == {"all-small": "34 to 1", "all-or-nothing-at-all": "175 to 1", "all-tall": "34 to 1"}


@pytest.mark.clause("623a.2(d)(5)")
@pytest.mark.parametrize("submission", [MINI, CrapsSubmission(edition=Text.FINAL_2011)])
def test_a_table_without_bonus_craps_has_nothing_for_it(submission: CrapsSubmission) -> None:
    layout = felt(submission)
    assert not [area.id for area in layout.areas if area.wager in BONUS_WAGERS or "bonus" in area.id]
    assert not [clause for clause in clauses(layout) if clause.startswith("623a.2(d)(5)")]


@pytest.mark.clause("623a.3(c)")
def test_the_limits_are_posted_at_the_table() -> None:
    assert shown_by(felt(CrapsSubmission()), "623a.3(c)") == ("sign",)


# What a glance at the table tells.


def test_the_puck_stands_on_the_point_or_lies_off() -> None:
    off = display(CrapsFelt(phase=Phase.HAND, shooter=3, bets=(Bet(3, "pass", "", 500),)))
    assert (off.markers["puck-off"], off.lit) == ("puck-off", ())
    assert "puck-on" not in off.markers
    on = display(CrapsFelt(phase=Phase.HAND, shooter=3, point=6))
    assert (on.markers["puck-on"], on.lit) == (puck_area(6), (number_area(6),))
    assert "puck-off" not in on.markers
    assert "The point is 6" in on.words
    assert on.markers["shooter"] == "seat-3"


@pytest.mark.clause("623a.10(b)#3")
def test_the_puck_lies_off_on_the_dont_pass_line_while_only_come_bets_are_rolled_for() -> None:
    shown = display(CrapsFelt(phase=Phase.HAND, shooter=2, come_only=True))
    assert shown.markers["puck-off"] == area_id("dont-pass")
    assert "For the Come and Don't Come Bets only" in shown.words


def test_fire_markers_and_bonus_buttons_lie_on_their_numbers() -> None:
    shown = display(CrapsFelt(phase=Phase.HAND, shooter=1, fire=(8, 4), bonus=1 << 2 | 1 << 11))
    fire = {name: where for name, where in shown.markers.items() if name.startswith("fire")}
    assert fire == {"fire-marker-1": "fire-point-8", "fire-marker-2": "fire-point-4"}
    bonus = {name: where for name, where in shown.markers.items() if name.startswith("bonus")}
    assert bonus == {"bonus-button-2": "bonus-number-2", "bonus-button-11": "bonus-number-11"}
    known = {marker.id: marker.stands_on for marker in felt(CrapsSubmission()).markers}
    assert all(where in known[name] for name, where in {**fire, **bonus}.items())


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (CrapsFelt(), "Come-out roll, no point · the dice are in the cup"),
        (
            CrapsFelt(phase=Phase.OFFERED, offered=4),
            "Come-out roll, no point · the dice are offered to position 4",
        ),
        (CrapsFelt(phase=Phase.HAND, shooter=4, point=5), "The point is 5 · position 4 shoots"),
        (CrapsFelt(phase=Phase.THROWN, shooter=4, point=5), "The point is 5 · the dice are out"),
        (
            CrapsFelt(phase=Phase.CALLED, shooter=4, faces=(6, 5)),
            "Come-out roll, no point · 11, with 6 and 5, to be settled",
        ),
        (
            CrapsFelt(phase=Phase.CENTRE, shooter=4),
            "Come-out roll, no point · the dice go back to the shooter",
        ),
        (
            CrapsFelt(phase=Phase.HAND, shooter=4, fire=(4, 5), bets=(Bet(4, "dont-pass", "", 500),)),
            "Come-out roll, no point · position 4 shoots · 2 Fire points",
        ),
    ],
)
def test_where_the_game_stands_is_told_in_words(state: CrapsFelt, words: str) -> None:
    assert display(state).words == words


def test_a_shooter_without_a_line_bet_is_led_to_the_lines() -> None:
    shown = display(CrapsFelt(phase=Phase.HAND, shooter=4, bets=(Bet(1, "pass", "", 500),)))
    assert shown.words == "Come-out roll, no point · position 4 shoots · first a Pass or Don't Pass Bet"
    assert set(shown.lit) == {"pass", "dont-pass"}
    assert display(CrapsFelt(phase=Phase.HAND, shooter=4, come_only=True)).lit == ()
    assert display(CrapsFelt(phase=Phase.THROWN, shooter=4)).lit == ()


def test_the_dice_are_shown_as_they_lay() -> None:
    assert display(CrapsFelt(phase=Phase.CENTRE, faces=(2, 6))).dice == (("red", 2), ("red", 6))
    assert display(CrapsFelt()).dice == ()
