"""What an operator may choose at a Double Attack Blackjack table."""

import pytest

from houseway.equipment.decks import Shuffler
from houseway.games.double_attack_blackjack import DoubleAttackBlackjack
from houseway.games.double_attack_blackjack.submission import DoubleAttackSubmission
from houseway.table.card_play import PlayArea
from houseway.table.checklist import Stage
from houseway.table.documents import layout_check
from houseway.table.moves import PlaceWager
from houseway.table.wagers import Limits
from tests.games.double_attack_blackjack.dealing import table

SEATS = range(1, 7)


def found(submission: DoubleAttackSubmission) -> list[tuple[str, str]]:
    return sorted((finding.where, finding.clause) for finding in submission.findings())


def test_the_default_submission_is_lawful() -> None:
    assert found(DoubleAttackSubmission()) == []


@pytest.mark.clause("665a.2(a)", "665a.3(b)(1)", "665a.5(a)#4", "665a.6(d)", "665a.6(e)", "665a.6(g)")
@pytest.mark.clause("665a.3(b)")
def test_all_findings_are_told_at_once_each_with_its_clause() -> None:
    submission = DoubleAttackSubmission(
        seats=7,
        adjacent_areas=8,
        batch=6,
        batches=2,
        shuffler_feeds_shoe=True,
        not_offered=("bet", "double-attack", "bust-it"),
        wager_limits={"split": Limits(), "double-down": Limits()},
    )
    assert found(submission) == sorted(
        [
            ("seats", "665a.2(a)"),
            ("adjacent_areas", "665a.6(g)"),
            ("batch", "665a.3(b)(1)"),
            ("batches", "665a.3(b)"),
            ("shuffler_feeds_shoe", "665a.5(a)#4"),
            ("not_offered", "665a.6(d)"),
            ("not_offered", "665a.6(e)"),
            ("split", "665a.11(a)#2"),
            ("double-down", "665a.10(a)#2"),
        ]
    )


@pytest.mark.clause("665a.3(a)#1")
def test_one_batch_is_of_eight_decks_as_well() -> None:
    assert found(DoubleAttackSubmission(batch=6)) == [("batch", "665a.3(a)#1")]


@pytest.mark.clause("665a.2(a)")
@pytest.mark.parametrize("seats", [1, 5, 6])
def test_up_to_six_positions_face_the_dealer(seats: int) -> None:
    game = DoubleAttackBlackjack(DoubleAttackSubmission(seats=seats))
    assert {place.seat for place in game.layout.positions} == set(range(1, seats + 1))
    assert [area.id for area in game.layout.areas if area.id == "hand-dealer"] == ["hand-dealer"]


@pytest.mark.parametrize(
    ("shuffler", "batches", "lawful"),
    [
        (Shuffler.NONE, 1, True),
        (Shuffler.NONE, 2, False),
        (Shuffler.AUTOMATED, 1, False),
        (Shuffler.AUTOMATED, 2, True),
        (Shuffler.CONTINUOUS, 1, True),
        (Shuffler.CONTINUOUS, 2, False),
    ],
)
def test_two_batches_take_turns_with_a_shuffler_that_holds_one_of_them(
    shuffler: Shuffler, batches: int, lawful: bool
) -> None:
    findings = found(DoubleAttackSubmission(shuffler=shuffler, batches=batches))
    assert findings == ([] if lawful else [("batches", "665a.3(b)")])


@pytest.mark.clause("665a.6(f)")
def test_a_table_need_not_offer_bust_it() -> None:
    service = table(not_offered=("bust-it",))
    service.do(PlaceWager(seat=1, wager="bet", amount=1_000))
    assert service.refused(PlaceWager(seat=1, wager="bust-it", amount=500)).clause.id == "665a.6(f)"


@pytest.mark.clause("665a.6(g)")
def test_a_player_bets_as_many_neighbouring_boxes_as_the_submission_says() -> None:
    service = table(2, adjacent_areas=2)
    service.do(PlayArea(seat=2, area=3))
    assert service.refused(PlayArea(seat=2, area=4)).clause.id == "665a.6(g)"


@pytest.mark.clause(
    "665a.2(b)(1)",
    "665a.2(b)(2)",
    "665a.2(b)(3)",
    "665a.2(b)(3)(i)",
    "665a.2(b)(3)(ii)",
    "665a.2(b)(3)(iii)",
    "665a.2(b)(4)",
    "665a.2(b)(5)#1",
    "665a.2(b)(5)#2",
    "665a.8(b)#4",
)
def test_the_layout_check_list_shows_where_the_felt_has_what_the_chapter_wants() -> None:
    shown = {line.clause.id: line.detail.split(", ") for line in layout_check(DoubleAttackBlackjack())}
    assert shown["665a.2(b)(1)"] == ["logo"]
    assert shown["665a.2(b)(2)"] == [
        f"{wager}-{seat}" for seat in SEATS for wager in ("bet", "double-attack")
    ]
    assert shown["665a.2(b)(4)"] == [f"bust-it-{seat}" for seat in SEATS]
    assert shown["665a.8(b)#4"] == ["insurance-line", *(f"insurance-{seat}" for seat in SEATS)]
    printed = DoubleAttackBlackjack().layout.area("house-rules").inscription
    assert printed == (
        "Blackjack pays even money · Insurance pays 5 to 2 · Dealer draws to 16 and stands on all 17s"
    )
    assert {shown[f"665a.2(b)(3){row}"][0] for row in ("", "(i)", "(ii)", "(iii)")} == {"house-rules"}
    without = DoubleAttackBlackjack(DoubleAttackSubmission(not_offered=("bust-it",)))
    assert "665a.2(b)(4)" not in {line.clause.id for line in layout_check(without)}


def test_the_check_list_follows_what_the_operator_chose() -> None:
    usual = {step.clause.id for step in DoubleAttackBlackjack().checklist}
    assert {"665a.2(c)#1", "665a.2(e)(1)"} <= usual
    assert not {"665a.2(c)#2", "665a.2(e)(2)", "665a.3(b)(2)#1", "665a.5(h)#1"} & usual
    chosen = DoubleAttackSubmission(
        tip_box_elsewhere=True, rack_marked=True, shuffler=Shuffler.AUTOMATED, batches=2
    )
    other = {step.clause.id for step in DoubleAttackBlackjack(chosen).checklist}
    assert {"665a.2(c)#2", "665a.2(e)(2)", "665a.3(b)(2)#1"} <= other
    assert not {"665a.2(c)#1", "665a.2(e)(1)"} & other
    device = DoubleAttackBlackjack(DoubleAttackSubmission(shuffler=Shuffler.CONTINUOUS))
    assert "665a.5(h)#1" in {step.clause.id for step in device.checklist if step.stage is Stage.APPROVAL}
