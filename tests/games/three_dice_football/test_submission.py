import pytest

from houseway.games.three_dice_football import FootballSubmission
from houseway.table.wagers import Limits


def test_the_default_submission_is_lawful() -> None:
    assert list(FootballSubmission().findings()) == []


@pytest.mark.clause("661a.2(a)#2", "661a.3(b)", "125-149:RAF(10)#2")
def test_all_findings_are_told_at_once_each_with_its_clause() -> None:
    submission = FootballSubmission(
        seats=17,
        not_offered=("field-goal",),
        limits=Limits(minimum=1000, maximum=500, increment=50),
    )
    found = [(finding.where, finding.clause) for finding in submission.findings()]
    assert found == [
        ("field-goal", "661a.3(b)"),
        ("limits", "125-149:RAF(10)#2"),
        ("limits", "125-149:RAF(10)#2"),
        ("seats", "661a.2(a)#2"),
    ]


@pytest.mark.clause("661a.2(b)(1)")
def test_the_layout_needs_the_certificate_holders_name() -> None:
    (finding,) = FootballSubmission(certificate_holder=" ").findings()
    assert (finding.where, finding.clause) == ("certificate_holder", "661a.2(b)(1)")


def test_limits_that_leave_a_wager_no_amount_are_found() -> None:
    limits = Limits(minimum=600, maximum=900)
    (finding,) = FootballSubmission(wager_limits={"defense": limits}).findings()
    assert (finding.where, finding.clause) == ("defense", "125-149:RAF(10)#2")


def test_the_hash_changes_with_any_choice_and_with_nothing_else() -> None:
    assert FootballSubmission().digest() == FootballSubmission().digest()
    assert FootballSubmission().digest() != FootballSubmission(smallest_chip=500).digest()
