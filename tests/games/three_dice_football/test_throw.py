import pytest

from houseway.games.three_dice_football.events import CockedDieRead, DiceThrown, NumbersCalled
from houseway.games.three_dice_football.irregularities import REMEDIES
from houseway.games.three_dice_football.moves import CallNumbers, DecideDispute, ReadCockedDie
from houseway.games.three_dice_football.round import Phase
from houseway.table.dice_play import DiceCollected, DicePassed, PassDice, ThrowDice
from houseway.table.events import DiceRetired, DiceToReinspect, IrregularityCalled, Settled
from houseway.table.moves import Report
from houseway.table.roles import Role
from tests.games.three_dice_football.drive import GAIN_4, PENALTY, Drive


def in_the_air() -> Drive:
    drive = Drive({1: ("touchdown", "penalty")}).kick_off()
    drive.let_fly()
    return drive


def call(green_1: int, green_2: int, red: int, **more: object) -> CallNumbers:
    return CallNumbers(green_1=green_1, green_2=green_2, red=red, **more)  # type: ignore[arg-type]


@pytest.mark.clause("661a.5(a)#1", "661a.5(a)#2")
def test_a_throw_is_recorded_as_released_together_towards_the_far_end() -> None:
    drive = in_the_air()
    thrown = drive.happened(DiceThrown)[-1]
    assert (thrown.seat, thrown.clause, thrown.also) == (1, "661a.5(a)#1", ("661a.5(a)#2",))


@pytest.mark.parametrize(
    ("irregularity", "clause"),
    [
        pytest.param("die-off-table", "661a.5(b)#1", marks=pytest.mark.clause("661a.5(b)#1")),
        pytest.param("die-stacked", "661a.5(b)#2", marks=pytest.mark.clause("661a.5(b)#2")),
        pytest.param("die-propped", "661a.5(f)#2", marks=pytest.mark.clause("661a.5(f)#2")),
    ],
)
def test_an_invalid_roll_counts_for_nothing_and_is_thrown_again(irregularity: str, clause: str) -> None:
    drive = in_the_air()
    before = drive.state
    drive.do(Report(irregularity=irregularity, by=Role.DEALER))
    called = drive.happened(IrregularityCalled)[-1]
    assert (called.clause, called.by) == (clause, "dealer")
    assert (drive.state.field, drive.state.bets) == (before.field, before.bets)
    assert not drive.happened(Settled)
    drive.throw(GAIN_4)
    assert drive.state.field.play == 2


@pytest.mark.parametrize(
    ("irregularity", "clause"),
    [
        pytest.param(name, clause, marks=pytest.mark.clause(clause, "661a.5(c)"))
        for name, clause in [
            ("not-together", "661a.5(c)(1)"),
            ("short-throw", "661a.5(c)(2)"),
            ("on-the-bank", "661a.5(c)(3)"),
            ("cup-or-rail", "661a.5(c)(4)"),
            ("cheating", "661a.5(c)(5)"),
            ("improper-throw", "661a.5(c)(6)"),
        ]
    ],
)
def test_only_the_stickperson_calls_no_roll(irregularity: str, clause: str) -> None:
    drive = in_the_air()
    refusal = drive.refused(Report(irregularity=irregularity, by=Role.DEALER))
    assert refusal.clause.id == clause
    drive.do(Report(irregularity=irregularity, by=Role.STICKPERSON))
    called = drive.happened(IrregularityCalled)[-1]
    assert (called.clause, called.also, called.remedy) == (clause, ("661a.5(c)",), "no roll; throw again")
    assert drive.state.phase is Phase.CENTRE


@pytest.mark.clause("661a.5(c)(6)")
def test_no_roll_can_no_longer_be_called_once_the_numbers_are() -> None:
    drive = in_the_air()
    drive.do(call(*GAIN_4))
    refusal = drive.refused(Report(irregularity="improper-throw", by=Role.STICKPERSON))
    assert refusal.clause.id == "661a.5(c)(6)"


@pytest.mark.clause("661a.5(d)")
def test_touching_other_chips_is_no_reason_for_a_no_roll() -> None:
    drive = in_the_air()
    refusal = drive.refused(Report(irregularity="touched-other-chips", by=Role.STICKPERSON))
    assert refusal.clause.id == "661a.5(d)"


def test_an_irregularity_the_chapter_does_not_know_is_named_with_those_it_knows() -> None:
    refusal = in_the_air().refused(Report(irregularity="sneeze", by=Role.STICKPERSON))
    assert refusal.fix == f"choose: {', '.join(REMEDIES)}"


@pytest.mark.clause("661a.5(e)#1")
def test_the_stickperson_calls_the_three_numbers_after_the_throw() -> None:
    drive = Drive({1: ("touchdown",)}).kick_off()
    assert drive.refused(call(*GAIN_4)).clause.id == "661a.5(e)#1"
    drive.let_fly()
    assert drive.refused(call(*GAIN_4, by=Role.DEALER)).clause.id == "661a.5(e)#1"
    drive.do(call(*GAIN_4))
    assert drive.happened(NumbersCalled)[-1].clause == "661a.5(e)#1"


@pytest.mark.clause("661a.5(e)#2")
@pytest.mark.parametrize("dice", [(7, 1, 1), (1, 0, 1), (1, 1, -3)])
def test_a_die_shows_one_face_from_one_to_six(dice: tuple[int, int, int]) -> None:
    drive = in_the_air()
    refusal = drive.refused(call(*dice))
    assert refusal.clause.id == "661a.5(e)#2"
    assert refusal.message.startswith("no die shows")


@pytest.mark.clause("661a.5(f)#1")
def test_a_cocked_die_shows_the_face_opposite_the_one_it_rests_on() -> None:
    drive = in_the_air()
    drive.do(ReadCockedDie(die="red", resting=2))
    assert drive.happened(CockedDieRead)[-1].top == 5
    refusal = drive.refused(call(1, 2, 6))
    assert (refusal.clause.id, refusal.message) == ("661a.5(f)#1", "the cocked red die shows 5")
    drive.do(call(*PENALTY))
    assert drive.happened(NumbersCalled)[-1].throw.red == 5


@pytest.mark.clause("661a.5(f)#1")
def test_a_cocked_die_is_read_by_the_stickperson_by_a_real_face_and_again_if_misread() -> None:
    drive = in_the_air()
    for move in (
        ReadCockedDie(die="blue", resting=2),
        ReadCockedDie(die="red", resting=7),
        ReadCockedDie(die="red", resting=2, by=Role.DEALER),
    ):
        assert drive.refused(move).clause.id == "661a.5(f)#1"
    drive.do(ReadCockedDie(die="red", resting=2), ReadCockedDie(die="red", resting=3))
    assert drive.refused(call(1, 2, 5)).message == "the cocked red die shows 4"
    drive.do(call(1, 2, 4))


@pytest.mark.clause("661a.5(g)")
def test_in_a_dispute_the_stickperson_decides_or_orders_a_rethrow() -> None:
    drive = in_the_air()
    drive.do(Report(irregularity="disputed-face", by=Role.STICKPERSON))
    assert drive.happened(IrregularityCalled)[-1].clause == "661a.5(g)"
    assert drive.happened(IrregularityCalled)[-1].also == ()
    drive.let_fly()
    drive.do(ReadCockedDie(die="red", resting=1), DecideDispute(green_1=3, green_2=2, red=1))
    called = drive.happened(NumbersCalled)[-1]
    assert (called.throw.red, called.also) == (1, ("661a.5(g)",))


@pytest.mark.clause("661a.5(g)")
def test_a_dispute_is_decided_by_the_stickperson_over_dice_that_were_thrown() -> None:
    drive = in_the_air()
    decision = DecideDispute(green_1=3, green_2=2, red=1, by=Role.DEALER)
    assert drive.refused(decision).clause.id == "661a.5(g)"
    drive.do(call(*GAIN_4))
    assert drive.refused(DecideDispute(green_1=3, green_2=2, red=1)).clause.id == "661a.5(g)"


@pytest.mark.clause("661a.5(h)#1", "661a.5(h)#2", "661a.5(h)#3", "661a.5(h)#4")
def test_dice_are_called_collected_then_wagers_settled_then_dice_passed() -> None:
    drive = in_the_air()
    events = drive.do(call(*PENALTY))
    kinds = [type(event) for event in events]
    assert kinds.index(NumbersCalled) < kinds.index(DiceCollected) < kinds.index(Settled)
    settled = next(event for event in events if isinstance(event, Settled))
    assert "661a.5(h)#2" in settled.also
    assert drive.refused(ThrowDice(seat=1)).clause.id == "661a.5(h)#3"
    (passed,) = drive.do(PassDice())
    assert isinstance(passed, DicePassed)
    assert passed.also == ("661a.5(h)#4",)
    assert drive.refused(PassDice()).clause.id == "661a.5(h)#3"


@pytest.mark.clause("661a.4(d)#3")
def test_a_lost_die_retires_the_set() -> None:
    drive = in_the_air()
    drive.do(Report(irregularity="die-lost", by=Role.STICKPERSON))
    assert drive.happened(DiceRetired)[-1].clause == "661a.4(d)#3"


@pytest.mark.clause("661a.5(b)#1")
def test_a_found_die_is_inspected_before_it_is_thrown_again() -> None:
    drive = in_the_air()
    drive.do(Report(irregularity="die-off-table", by=Role.STICKPERSON))
    assert drive.happened(DiceToReinspect)
    assert not drive.happened(DiceRetired)


@pytest.mark.clause("661a.4(d)#4")
def test_dice_that_look_unfit_are_replaced_between_throws() -> None:
    drive = in_the_air()
    assert drive.refused(Report(irregularity="dice-unfit", by=Role.FLOORPERSON)).clause.id == "661a.4(d)#4"
    drive.do(call(*GAIN_4), Report(irregularity="dice-unfit", by=Role.FLOORPERSON))
    assert drive.happened(DiceRetired)[-1].clause == "661a.4(d)#4"
