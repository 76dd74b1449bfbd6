"""How chips lie on small and crowded areas, and what may be done with standing wagers."""

from dataclasses import replace
from itertools import pairwise

import pytest

from houseway.law import pa
from houseway.table.layout import Area, Layout, Marker
from houseway.table.roles import BETTORS
from houseway.table.rules import Lawful
from houseway.table.wagers import Range
from houseway.web.chips import DENOMINATIONS, MOST_CHIPS, chips_of
from houseway.web.felt import CHIP_ACROSS, CHIP_DOWN, draw, in_turn, seat_of, stacks
from houseway.web.view import BetView
from houseway.web.wagers import acts_on_a_wager, standing_wagers

CLAUSE = pa("623a.2(d)(2)")
AREA = Area("field", "FIELD", 0, 0, 200, 100, CLAUSE, wager="field")


def layout(*areas: Area, markers: tuple[Marker, ...] = ()) -> Layout:
    return Layout(width=400, height=300, areas=areas, markers=markers, requirements=())


def bets(count: int, button: str = "") -> list[BetView]:
    return [
        BetView(seat=seat, wager="field", pick="", title="Field", amount=500, button=button)
        for seat in range(1, count + 1)
    ]


# Chips.


@pytest.mark.parametrize(("count", "bare"), [(3, False), (6, False), (12, True), (27, True)])
def test_chips_are_bare_once_an_area_fills(count: int, *, bare: bool) -> None:
    piled = list(stacks(layout(AREA), bets(count)))
    assert [stack.seat for stack in piled] == list(range(1, count + 1))
    assert {(stack.shared, stack.bare) for stack in piled} == {(True, bare)}
    assert len({(stack.x, stack.y) for stack in piled}) == count
    for stack in piled:
        assert AREA.x <= stack.x - CHIP_ACROSS + 1
        amount = 0 if bare else stack.amount_x + stack.amount_width / 2
        assert stack.x + max(amount, CHIP_ACROSS - 1) <= AREA.x + AREA.width
        assert AREA.y <= stack.y - CHIP_DOWN
        assert stack.y + CHIP_DOWN <= AREA.y + AREA.height


def test_bare_chips_lie_as_far_apart_as_their_numbers_read_best() -> None:
    row = list(stacks(layout(replace(AREA, width=222, height=70)), bets(8)))
    assert all(stack.bare for stack in row)
    assert {round(other.x - one.x, 1) for one, other in pairwise(row)} == {27}
    crowd = list(stacks(layout(AREA), bets(27)))
    assert {round(other.x - one.x, 1) for one, other in pairwise(crowd) if one.y == other.y} == {22}


def test_who_finds_no_room_at_all_is_counted_together() -> None:
    piled = list(stacks(layout(replace(AREA, width=54, height=56)), bets(16)))
    assert piled[-1].seat == 0
    assert all(stack.bare for stack in piled)
    assert sum(stack.amount for stack in piled) == 16 * 500


def test_on_a_narrow_area_the_amount_stands_below_the_chips() -> None:
    (wide,) = stacks(layout(AREA), bets(1))
    assert wide.amount_x > CHIP_ACROSS
    (stack,) = stacks(layout(replace(AREA, width=54, height=56)), bets(1))
    assert (stack.amount_x, stack.bare) == (0, False)
    assert stack.amount_y > CHIP_DOWN
    assert stack.y + stack.amount_y + 9 <= 56


@pytest.mark.parametrize(
    ("amount", "chips"),
    [
        (100, (100,)),
        (2500, (2500,)),
        (18_600, (10_000, 2500, 2500, 2500, 500, 100)),
        (49_900, (10_000, 10_000, 10_000, 2500, 500, 100)),
        (266_100, (100_000, 50_000, 10_000, 2500, 500, 100)),
        (125, (100, 25)),
        (50, (50,)),
    ],
)
def test_an_amount_is_drawn_in_its_chips_and_a_high_pile_with_one_of_each_kind(
    amount: int, chips: tuple[int, ...]
) -> None:
    assert chips_of(amount) == chips


@pytest.mark.parametrize("amount", range(100, 1_000_000, 12_300))
def test_a_pile_is_never_worth_more_than_its_amount(amount: int) -> None:
    chips = chips_of(amount)
    assert 1 <= len(chips) <= MOST_CHIPS
    assert set(chips) <= set(DENOMINATIONS)
    assert sum(chips) <= amount
    assert list(chips) == sorted(chips, reverse=True)


def test_on_a_circle_of_its_own_a_players_chips_are_large_and_the_amount_is_at_its_foot() -> None:
    circle = Area("field-2", "FIELD", 10, 20, 60, 60, CLAUSE, wager="field", round=True)
    (stack,) = stacks(layout(circle), bets(3))
    assert (stack.seat, stack.shared, stack.bare) == (2, False, False)
    assert stack.scale > 1
    assert stack.x == 40
    assert stack.y - 2.4 * MOST_CHIPS * stack.scale - CHIP_DOWN * stack.scale + 8 >= 20
    assert stack.y + stack.amount_y + 9 == pytest.approx(80, abs=0.1)


def test_a_long_low_area_is_printed_beside_its_chips() -> None:
    line = replace(AREA, width=390, height=50)
    (drawn,) = draw(layout(line), "")
    printed = max(text.x for text in drawn.lines)
    assert all(stack.x > printed for stack in stacks(layout(line), bets(4)))
    assert drawn.lines[0].size == 22


def test_a_button_lies_on_the_chips_it_belongs_to() -> None:
    assert [stack.button for stack in stacks(layout(AREA), bets(2, "on"))] == ["on", "on"]


@pytest.mark.parametrize(
    ("name", "wager", "pick", "seat"),
    [
        ("ante-3", "ante", "", 3),
        ("fire-bet-box-12", "fire-bet", "box", 12),
        ("come-6", "come", "6", 0),
        ("total-4", "total-4", "", 0),
        ("one-of-a-kind-3", "one-of-a-kind", "3", 0),
        ("field", "field", "", 0),
    ],
)
def test_an_area_says_whose_it_is(name: str, wager: str, pick: str, seat: int) -> None:
    assert seat_of(replace(AREA, id=name, wager=wager, pick=pick)) == seat


# Areas and markers that share a place.


def test_of_areas_in_one_place_the_one_in_use_is_shown() -> None:
    first, second = replace(AREA, id="odds", wager=""), replace(AREA, id="odds-6", pick="6")
    other = replace(AREA, id="other", x=210)
    drawn = draw(layout(first, second, other), "")
    assert [area.area.id for area in in_turn(drawn, set())] == ["odds", "other"]
    assert [area.area.id for area in in_turn(drawn, {"odds-6"})] == ["odds-6", "other"]


def test_a_marker_covers_the_printing_of_its_spot() -> None:
    spot = Area("spot", "11", 0, 0, 40, 36, CLAUSE, tone="spot")
    (drawn,) = draw(layout(spot, markers=(Marker("button", "11", ("spot",), CLAUSE),)), "")
    assert (drawn.puck_x, drawn.puck_y) == (20, 18)
    assert drawn.lines[0].x == 20
    assert drawn.puck_radius == 15


# What may be done.


def lawful(move: str, *, amount: Range | None = None, seats: tuple[int, ...] = (1,)) -> Lawful:
    fields = {"seat": seats, "wager": ("field",), "pick": ("",)}
    return Lawful(move=move, by=BETTORS, clause=CLAUSE.id, label="", fields=fields, amount=amount)


def test_acts_on_one_wager_are_told_from_others() -> None:
    assert acts_on_a_wager(lawful("call-on"))
    assert acts_on_a_wager(lawful("take-down-wager"))
    assert not acts_on_a_wager(lawful("place-wager", amount=Range(500, 1000, 500)))
    assert not acts_on_a_wager(lawful("call-on", seats=(1, 2)))
    assert not acts_on_a_wager(
        Lawful(move="take-seat", by=BETTORS, clause="", label="", fields={"seat": (1,)})
    )


def test_each_wager_has_its_own_acts_and_calls_come_first() -> None:
    legal = (
        lawful("take-down-wager"),
        lawful("reduce-wager", amount=Range(500, 1000, 500)),
        lawful("call-on"),
    )
    first, second = standing_wagers(bets(2), legal)
    assert [act.label for act in first.acts] == ["Call on", "Take down", "Reduce"]
    assert first.call is not None
    assert first.call.move == {"move": "call-on", "seat": 1, "wager": "field", "pick": ""}
    assert first.acts[2].room == (500, 1000, 500)
    assert (second.acts, second.call) == ((), None)
