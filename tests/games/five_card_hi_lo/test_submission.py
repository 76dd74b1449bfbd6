import pytest

from houseway.equipment.decks import Dealing, Shuffler
from houseway.games.five_card_hi_lo.game import FiveCardHiLo
from houseway.games.five_card_hi_lo.submission import HiLoSubmission
from houseway.table.wagers import Limits


def found(submission: HiLoSubmission) -> list[tuple[str, str]]:
    return [(finding.where, finding.clause) for finding in submission.findings()]


def test_the_default_submission_is_lawful() -> None:
    assert found(HiLoSubmission()) == []


@pytest.mark.clause(
    "663a.2(a)",
    "663a.3(b)",
    "663a.7(d)",
    "663a.7(f)#1",
    "663a.9(a)(1)",
    "663a.11(b)#2",
    "663a.12(b)",
    "663a.12(d)",
)
def test_all_findings_are_told_at_once_each_with_its_clause() -> None:
    submission = HiLoSubmission(
        seats=7,
        adjacent_areas=3,
        decks=2,
        dealing=Dealing.HAND,
        not_offered=("ante", "insurance"),
        wager_limits={"play": Limits()},
        ante_bonus="none",
        poker_bonus="C",
    )
    assert sorted(found(submission)) == sorted(
        [
            ("insurance", "663a.7(e)"),
            ("seats", "663a.2(a)"),
            ("adjacent_areas", "663a.7(f)#1"),
            ("decks", "663a.3(b)"),
            ("dealing", "663a.9(a)(1)"),
            ("not_offered", "663a.7(d)"),
            ("play", "663a.11(b)#2"),
            ("ante_bonus", "663a.12(b)"),
            ("poker_bonus", "663a.12(d)"),
        ]
    )


@pytest.mark.clause("663a.2(b)(1)")
def test_the_layout_needs_the_certificate_holders_name() -> None:
    assert found(HiLoSubmission(certificate_holder=" ")) == [("certificate_holder", "663a.2(b)(1)")]


@pytest.mark.clause("663a.5(a)#4")
def test_only_a_shuffler_can_feed_the_shoe() -> None:
    assert found(HiLoSubmission(shuffler_feeds_shoe=True)) == [("shuffler_feeds_shoe", "663a.5(a)#4")]
    assert found(HiLoSubmission(shuffler_feeds_shoe=True, shuffler=Shuffler.AUTOMATED)) == []


@pytest.mark.parametrize("ante_bonus", "ABCD")
@pytest.mark.parametrize("poker_bonus", "AB")
def test_every_paytable_of_the_chapter_may_be_chosen(ante_bonus: str, poker_bonus: str) -> None:
    submission = HiLoSubmission(ante_bonus=ante_bonus, poker_bonus=poker_bonus)
    assert found(submission) == []
    game = FiveCardHiLo(submission)
    assert f"[{ante_bonus}:" in game.catalogue["ante"].paytable[1].clause.id
    assert f"[{poker_bonus}:" in game.catalogue["poker-bonus"].paytable[0].clause.id


def test_the_optional_wagers_may_be_left_out() -> None:
    assert found(HiLoSubmission(not_offered=("tie", "poker-bonus"))) == []


def test_the_play_wager_has_the_limits_of_the_ante() -> None:
    limits = Limits(minimum=1000, maximum=100_000)
    betting = HiLoSubmission(wager_limits={"ante": limits}).betting(HiLoSubmission().chosen)
    assert betting.limits_of("play") == limits
    assert betting.limits_of("tie") == Limits()
