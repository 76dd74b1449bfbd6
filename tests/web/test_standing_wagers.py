"""How chips lie on small and crowded areas, and what may be done with standing wagers."""

from dataclasses import replace

import pytest

from houseway.law import pa
from houseway.table.layout import Area, Layout, Marker
from houseway.table.roles import BETTORS
from houseway.table.rules import Lawful
from houseway.table.wagers import Range
from houseway.web.felt import CHIP_HEIGHT, CHIP_WIDTH, draw, in_turn, seat_of, stacks
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


@pytest.mark.parametrize(
    ("count", "scale", "bare"), [(3, 1, False), (6, 1, False), (12, 0.75, False), (20, 0.75, True)]
)
def test_chips_grow_smaller_as_an_area_fills(count: int, scale: float, *, bare: bool) -> None:
    piled = list(stacks(layout(AREA), bets(count)))
    assert [stack.seat for stack in piled] == list(range(1, count + 1))
    assert {(stack.scale, stack.bare) for stack in piled} == {(scale, bare)}
    for stack in piled:
        assert AREA.x <= stack.x
        assert stack.x + CHIP_WIDTH * stack.scale * (0.4 if bare else 1) <= AREA.x + AREA.width + 1
        assert AREA.y <= stack.y
        assert stack.y + CHIP_HEIGHT * stack.scale <= AREA.y + AREA.height + 2


def test_who_finds_no_room_at_all_is_counted_together() -> None:
    piled = list(stacks(layout(replace(AREA, width=54, height=56)), bets(16)))
    assert piled[-1].seat == 0
    assert all(stack.bare for stack in piled)
    assert sum(stack.amount for stack in piled) == 16 * 500


def test_a_narrow_area_has_small_chips_from_the_first() -> None:
    (stack,) = stacks(layout(replace(AREA, width=54, height=56)), bets(1))
    assert (stack.scale, stack.bare) == (0.75, False)


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
