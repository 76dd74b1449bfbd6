"""What people attest at a Craps or Mini-Craps table (623a.2, 623a.7, 623a.11, 623a.12)."""

import pytest

from houseway.games.craps.checklist import checklist
from houseway.games.craps.fire import FIRE_BET
from houseway.games.craps.submission import CrapsSubmission, Form, Text
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.roles import Role

CRAPS = CrapsSubmission()
MINI = CrapsSubmission(form=Form.MINI_CRAPS, seats=9)


def lines(submission: CrapsSubmission) -> dict[str, ChecklistStep]:
    """The lines of the check-list by their clauses."""
    found = {step.clause.id: step for step in checklist(submission)}
    assert len(found) == len({step.id for step in checklist(submission)}) == len(checklist(submission))
    return found


@pytest.mark.clause("623a.2(a)", "623a.2(d)", "623a.2(e)")
@pytest.mark.parametrize("submission", [CRAPS, MINI])
def test_table_layout_and_boxes_are_approved_before_the_table_opens(submission: CrapsSubmission) -> None:
    found = lines(submission)
    for clause in ("623a.2(a)", "623a.2(d)", "623a.2(e)"):
        assert found[clause].stage is Stage.APPROVAL
        assert found[clause].by[0] is Role.PIT_MANAGER
    assert "approved" in found["623a.2(d)"].text
    assert "rounded" in found["623a.2(a)"].text


@pytest.mark.clause("623a.2(b)", "623a.2(c)#1")
def test_each_form_has_its_greatest_length() -> None:
    craps, mini = lines(CRAPS), lines(MINI)
    assert "14 feet" in craps["623a.2(b)"].text
    assert "623a.2(c)#1" not in craps
    assert "9.5 feet" in mini["623a.2(c)#1"].text
    assert "623a.2(b)" not in mini
    assert craps["623a.2(b)"].stage is mini["623a.2(c)#1"].stage is Stage.APPROVAL


@pytest.mark.clause("623a.7(a)#1")
def test_five_dice_are_counted_with_each_set() -> None:
    line = lines(CRAPS)["623a.7(a)#1"]
    assert line.stage is Stage.DICE
    assert line.text.startswith("5 dice")


@pytest.mark.clause("603a.13(f)(1)(iii)(A)", "603a.13(f)(1)(iii)(B)")
@pytest.mark.parametrize(
    ("submission", "clause", "by"),
    [
        (CRAPS, "603a.13(f)(1)(iii)(A)", Role.BOXPERSON),
        (MINI, "603a.13(f)(1)(iii)(B)", Role.FLOORPERSON),
    ],
)
def test_inspected_dice_are_cupped_before_the_dealer(
    submission: CrapsSubmission, clause: str, by: Role
) -> None:
    line = lines(submission)[clause]
    assert (line.by[0], line.witness, line.stage) == (by, Role.DEALER, Stage.DICE)
    assert "cup" in line.text
    assert len([found for found in lines(submission) if found.startswith("603a.13")]) == 1


@pytest.mark.clause("623a.7(a)#2", "623a.7(a)#3", "623a.7(a)#4")
@pytest.mark.parametrize(
    ("submission", "clause", "keeper"),
    [
        (CRAPS, "623a.7(a)#2", Role.STICKPERSON),
        (CrapsSubmission(form=Form.MINI_CRAPS, seats=9, stickperson=True), "623a.7(a)#2", Role.STICKPERSON),
        (MINI, "623a.7(a)#3", Role.DEALER),
    ],
)
def test_whoever_controls_the_dice_answers_for_them_and_for_the_cup(
    submission: CrapsSubmission, clause: str, keeper: Role
) -> None:
    found = lines(submission)
    assert found[clause].by == (keeper,)
    assert found["623a.7(a)#4"].by == (keeper,)
    assert found[clause].stage is found["623a.7(a)#4"].stage is Stage.OPENING
    assert len({"623a.7(a)#2", "623a.7(a)#3"} & set(found)) == 1


@pytest.mark.clause("623a.11(a)(4)#2", "623a.11(a)(4)#3")
def test_fire_markers_are_distinct_and_kept_where_fire_bets_are_offered() -> None:
    found = lines(CRAPS)
    assert found["623a.11(a)(4)#2"].stage is Stage.APPROVAL
    assert "larger than any value chip" in found["623a.11(a)(4)#2"].text
    assert found["623a.11(a)(4)#3"].by == (Role.BOXPERSON, Role.DEALER)
    assert not [clause for clause in lines(CrapsSubmission(not_offered=(FIRE_BET,))) if "623a.11" in clause]
    assert not [clause for clause in lines(MINI) if "623a.11" in clause]


@pytest.mark.clause("623a.12(3)#2", "623a.12(3)#3")
def test_bonus_buttons_are_distinct_and_kept_where_bonus_craps_is_offered() -> None:
    found = lines(CRAPS)
    assert found["623a.12(3)#2"].stage is Stage.APPROVAL
    assert "larger than any value chip" in found["623a.12(3)#2"].text
    assert found["623a.12(3)#3"].by == (Role.BOXPERSON, Role.DEALER)
    assert not [clause for clause in lines(CrapsSubmission(edition=Text.FINAL_2011)) if "623a.12" in clause]


def test_the_dealer_keeps_the_markers_where_no_boxperson_sits() -> None:
    with_all = lines(CrapsSubmission(form=Form.MINI_CRAPS, seats=9, dealer_as_boxperson=True))
    assert with_all["623a.11(a)(4)#3"].by == with_all["623a.12(3)#3"].by == (Role.DEALER,)
