"""The fixed cameras dedicated to each table (465a.9(c)(2), 577.9(a))."""

from datetime import date

import pytest

from houseway.backoffice.rosters.cameras import (
    Camera,
    End,
    camera_findings,
    cameras_needed,
    check_camera_choices,
    plan_findings,
)
from houseway.backoffice.rosters.choices import CameraChoice, StaffingChoices
from houseway.law import RuleViolation
from tests.backoffice.rosters.floor_plan import AUTOMATED, ELECTRONIC, table

FINAL = date(2014, 2, 1)
TEMPORARY = date(2014, 1, 31)

LEFT = Camera(number="C1", end=End.LEFT)
RIGHT = Camera(number="C2", end=End.RIGHT)


def lacks(game: str, *cameras: Camera, day: date = FINAL) -> list[str]:
    """The clauses that the cameras of a table fall short of."""
    at = table(game)
    return [found.clause for found in camera_findings(at, cameras, cameras_needed(at, day))]


@pytest.mark.clause("465a.9(c)(2)(i)")
@pytest.mark.parametrize("game", ["blackjack", "pai-gow", "poker", "mini-craps", "midibaccarat"])
def test_every_table_has_a_fixed_camera_of_its_own(game: str) -> None:
    assert lacks(game) == ["465a.9(c)(2)(i)"]
    assert lacks(game, Camera(number="C7")) == []
    assert lacks(game, Camera(number="C7", fixed=False)) == ["465a.9(c)(2)(i)"]


@pytest.mark.clause("465a.9(c)(2)(ii)#1")
def test_a_craps_table_has_two() -> None:
    assert lacks("craps", LEFT, RIGHT) == []
    assert lacks("craps", LEFT)[0] == "465a.9(c)(2)(ii)#1"


@pytest.mark.clause("465a.9(c)(2)(ii)#2", "465a.9(c)(2)(i)")
def test_a_three_dice_football_table_has_two_in_all() -> None:
    assert lacks("three-dice-football", LEFT, RIGHT) == []
    assert lacks("three-dice-football", LEFT)[0] == "465a.9(c)(2)(ii)#2"
    needed = cameras_needed(table("three-dice-football"), FINAL)
    assert needed is not None
    assert needed.number == 2


@pytest.mark.clause("465a.9(c)(2)(ii)#3")
@pytest.mark.parametrize("game", ["craps", "three-dice-football"])
def test_one_of_the_two_covers_each_end(game: str) -> None:
    assert lacks(game, LEFT, Camera(number="C3", end=End.LEFT)) == ["465a.9(c)(2)(ii)#3"]
    assert lacks(game, LEFT, Camera(number="C3")) == ["465a.9(c)(2)(ii)#3"]
    assert lacks(game, Camera(number="C3"), Camera(number="C4")) == ["465a.9(c)(2)(ii)#3"] * 2


@pytest.mark.clause("577.9(a)")
def test_the_temporary_chapter_asked_for_the_same_two() -> None:
    assert lacks("three-dice-football", LEFT, RIGHT, day=TEMPORARY) == []
    assert lacks("three-dice-football", LEFT, day=TEMPORARY) == ["577.9(a)", "577.9(a)"]
    assert lacks("craps", LEFT, day=TEMPORARY) == ["465a.9(c)(2)(ii)#1", "465a.9(c)(2)(ii)#3"]


@pytest.mark.clause("465a.9(c)(2)")
def test_fully_automated_tables_need_no_dedicated_camera() -> None:
    assert cameras_needed(table("craps", automation=AUTOMATED), FINAL) is None
    assert cameras_needed(table("craps", automation=ELECTRONIC), FINAL) is not None
    at = table("blackjack", automation=AUTOMATED)
    assert list(camera_findings(at, (), cameras_needed(at, FINAL))) == []
    assert list(plan_findings((at,), {}, FINAL)) == []


@pytest.mark.clause("465a.9(c)(2)(i)")
@pytest.mark.parametrize("game", ["baccarat", "roulette", "big-six-wheel"])
def test_what_the_sources_do_not_state_is_the_propertys_to_settle(game: str) -> None:
    at = table(game)
    (unstated,) = camera_findings(at, (Camera(number="C1"),), cameras_needed(at, FINAL))
    assert "settle it" in unstated.problem
    choices = StaffingChoices(cameras=(CameraChoice(game=game, cameras=2, reason="approved plan 4"),))
    check_camera_choices(choices)
    (short,) = camera_findings(at, (Camera(number="C1"),), cameras_needed(at, FINAL, choices))
    assert short.problem == "1 of 2 fixed cameras dedicated: 1 missing"
    assert list(camera_findings(at, (LEFT, RIGHT), cameras_needed(at, FINAL, choices))) == []


@pytest.mark.parametrize("game", ["craps", "blackjack"])
def test_a_number_that_the_text_states_is_nobodys_to_settle(game: str) -> None:
    with pytest.raises(RuleViolation, match="not for the property to settle"):
        check_camera_choices(StaffingChoices(cameras=(CameraChoice(game=game, cameras=1, reason="-"),)))
    with pytest.raises(RuleViolation, match="cannot be played without a dedicated camera"):
        check_camera_choices(StaffingChoices(cameras=(CameraChoice(game="roulette", cameras=0, reason="-"),)))
    twice = (CameraChoice(game="roulette", cameras=1, reason="-"),) * 2
    with pytest.raises(RuleViolation, match="settled twice"):
        check_camera_choices(StaffingChoices(cameras=twice))


@pytest.mark.clause("465a.9(c)", "465a.9(c)(2)")
def test_the_plan_shows_every_table_with_cameras_that_no_other_table_shares() -> None:
    floor = (table("blackjack", "B1"), table("sic-bo", "S1"), table("craps", "C1"))
    whole = {"B1": (Camera(number="1"),), "S1": (Camera(number="2"),), "C1": (LEFT, RIGHT)}
    assert list(plan_findings(floor, whole, FINAL)) == []
    forgotten = {name: cameras for name, cameras in whole.items() if name != "S1"}
    assert [(found.where, found.clause) for found in plan_findings(floor, forgotten, FINAL)] == [
        ("S1", "465a.9(c)"),
        ("S1", "465a.9(c)(2)(i)"),
    ]
    shared = whole | {"S1": (Camera(number="1"),)}
    assert [(found.where, found.clause) for found in plan_findings(floor, shared, FINAL)] == [
        ("B1", "465a.9(c)(2)"),
        ("S1", "465a.9(c)(2)"),
    ]
