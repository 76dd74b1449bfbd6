"""What is done when dice, device or shaker fail in the middle of a round (625a.7)."""

import pytest

from houseway.games.sic_bo.events import (
    AutomatedShakerRestored,
    ManualShakerBrought,
    SettledByHand,
    ShakerMarkedOutOfOrder,
)
from houseway.games.sic_bo.moves import (
    ActivateShaker,
    BringManualShaker,
    FixDevice,
    Mark,
    MarkOutOfOrder,
    RemoveDice,
    RestoreAutomatedShaker,
    RevealDice,
    SettleByHand,
)
from houseway.games.sic_bo.round import Phase, ShakerStatus
from houseway.games.sic_bo.toss import Toss
from houseway.table.events import (
    FELT,
    DiceRetired,
    Event,
    GamingCeased,
    GamingResumed,
    IrregularityCalled,
    Result,
    rack,
)
from houseway.table.moves import CallNoMoreBets, Move, PlaceWager, Report
from houseway.table.roles import Role
from houseway.table.start import ShakeDice
from tests.games.sic_bo.dealing import Dealing, lines, names, only


def report(irregularity: str, by: Role = Role.DEALER) -> Report:
    return Report(irregularity=irregularity, by=by)


SHAKE = ShakeDice(times=3)
REVEAL = RevealDice(die_1=1, die_2=2, die_3=3)
FAILURES = ["device-failed", "area-failed"]


@pytest.fixture
def sic_bo() -> Dealing:
    """A manual table with $12 on Small and $5 on a triple."""
    table = Dealing()
    table.wager("small", amount=1_200, seat=2)
    table.wager("three-of-a-kind", "6", seat=1)
    return table


@pytest.fixture
def automated() -> Dealing:
    """The same at a table with an automated shaker."""
    table = Dealing(shaker="automated")
    table.wager("small", amount=1_200, seat=2)
    table.wager("three-of-a-kind", "6", seat=1)
    return table


def assert_all_returned(events: tuple[Event, ...], clause: str, table: Dealing) -> None:
    returned = lines(events)
    assert [(line.seat, line.result, line.stake, line.paid, line.clause) for line in returned] == [
        (1, Result.RETURNED, 500, 0, clause),
        (2, Result.RETURNED, 1_200, 0, clause),
    ]
    moved = [
        (transfer.source, transfer.target, transfer.cents)
        for line in returned
        for transfer in line.transfers()
    ]
    assert moved == [(FELT, rack(1), 500), (FELT, rack(2), 1_200)]
    assert table.state.bets == ()


# Dice that do not lie flat (625a.7(a)).


@pytest.mark.clause("625a.7(a)")
def test_dice_that_do_not_lie_flat_are_no_roll_and_all_wagers_go_back(sic_bo: Dealing) -> None:
    sic_bo.mix()
    sic_bo.make(CallNoMoreBets())
    events = sic_bo.make(report("dice-not-flat"))
    assert names(events) == ["IrregularityCalled", "Settled", "Settled"]
    assert only(events, IrregularityCalled).clause == "625a.7(a)"
    assert_all_returned(events, "625a.7(a)", sic_bo)
    assert sic_bo.phase() is Phase.BETTING
    sic_bo.mix()


@pytest.mark.clause("625a.7(a)")
def test_only_the_dealer_calls_no_roll_and_only_before_announcing_the_dice(sic_bo: Dealing) -> None:
    no_roll = report("dice-not-flat")
    assert sic_bo.refused(no_roll).clause.id == "625a.7(a)"
    sic_bo.mix()
    assert sic_bo.refused(no_roll).clause.id == "625a.7(a)"
    sic_bo.make(CallNoMoreBets())
    for role in (Role.PLAYER, Role.FLOORPERSON):
        assert sic_bo.refused(report("dice-not-flat", role)).clause.id == "625a.7(a)"
    sic_bo.make(REVEAL)
    assert sic_bo.refused(no_roll).clause.id == "625a.7(a)"


@pytest.mark.clause("625a.7(a)")
def test_an_irregularity_the_chapter_does_not_know_is_refused(sic_bo: Dealing) -> None:
    refusal = sic_bo.refused(report("cheating"))
    assert refusal.clause.id == "625a.7(a)"
    assert "device-failed" in refusal.fix


# The device, or the area that depicts the wagers (625a.7(b)).


@pytest.mark.clause("625a.7(b)#1", "625a.7(b)#2")
@pytest.mark.parametrize("failure", FAILURES)
def test_a_device_that_fails_after_the_reveal_has_the_wagers_settled_by_hand_and_play_stopped(
    sic_bo: Dealing, failure: str
) -> None:
    sic_bo.show(1, 2, 3)
    called = only(sic_bo.make(report(failure)), IrregularityCalled)
    assert (called.irregularity, called.clause) == (failure, "625a.7(b)#1")
    assert sic_bo.phase() is Phase.BY_HAND
    assert len(sic_bo.state.bets) == 2

    events = sic_bo.make(SettleByHand(witness=Role.FLOORPERSON))
    assert names(events) == ["SettledByHand", "Settled", "Settled", "GamingCeased"]
    by_hand = only(events, SettledByHand)
    assert (by_hand.toss, by_hand.witness, by_hand.clause) == (Toss(1, 2, 3), "floorperson", "625a.7(b)#1")
    assert [(line.wager, line.result, line.paid, line.order) for line in lines(events)] == [
        ("three-of-a-kind", Result.LOSE, 0, "625a.7(b)#1"),
        ("small", Result.WIN, 1_200, "625a.7(b)#1"),
    ]
    assert only(events, GamingCeased).clause == "625a.7(b)#2"
    assert sic_bo.phase() is Phase.STOPPED


@pytest.mark.clause("625a.7(b)#1")
@pytest.mark.parametrize("witness", [None, Role.PLAYER, Role.DEALER])
def test_settling_by_hand_needs_a_floorperson_or_above(sic_bo: Dealing, witness: Role | None) -> None:
    sic_bo.show(1, 2, 3)
    sic_bo.make(report("device-failed"))
    assert sic_bo.refused(SettleByHand(witness=witness)).clause.id == "625a.7(b)#1"
    by_the_floorperson = SettleByHand(witness=Role.FLOORPERSON, by=Role.FLOORPERSON)
    assert sic_bo.refused(by_the_floorperson).clause.id == "625a.7(b)#1"
    by_hand = only(sic_bo.make(SettleByHand(witness=Role.PIT_MANAGER)), SettledByHand)
    assert by_hand.witness == "pit-manager"


@pytest.mark.clause("625a.7(b)#1")
def test_nothing_is_settled_by_hand_while_the_device_works(sic_bo: Dealing) -> None:
    sic_bo.show(1, 2, 3)
    assert sic_bo.refused(SettleByHand(witness=Role.FLOORPERSON)).clause.id == "625a.7(b)#1"


@pytest.mark.clause("625a.7(b)#1")
def test_a_device_that_fails_with_a_wrong_entry_in_it_has_the_wagers_settled_as_announced(
    sic_bo: Dealing,
) -> None:
    sic_bo.show(1, 2, 3)
    sic_bo.enter(6, 6, 6)
    sic_bo.make(report("device-failed"))
    settled = lines(sic_bo.make(SettleByHand(witness=Role.FLOORPERSON)))
    assert [(line.wager, line.paid) for line in settled] == [("three-of-a-kind", 0), ("small", 1_200)]


@pytest.mark.clause("625a.7(b)#2")
@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("moves", [(), (SHAKE,), (SHAKE, CallNoMoreBets())], ids=["open", "mixed", "closed"])
def test_a_device_that_fails_before_the_reveal_has_the_wagers_returned_and_play_stopped(
    sic_bo: Dealing, moves: tuple[Move, ...], failure: str
) -> None:
    sic_bo.make(*moves)
    events = sic_bo.make(report(failure))
    assert names(events) == ["IrregularityCalled", "Settled", "Settled", "GamingCeased"]
    assert_all_returned(events, "625a.7(b)#2", sic_bo)
    assert sic_bo.phase() is Phase.STOPPED


@pytest.mark.clause("625a.7(b)#2")
@pytest.mark.parametrize("shaker", ["manual", "automated"])
def test_a_device_that_fails_after_the_settlement_only_stops_play(shaker: str) -> None:
    table = Dealing(shaker=shaker)
    table.wager("small")
    table.toss(1, 2, 3)
    assert names(table.make(report("device-failed"))) == ["IrregularityCalled", "GamingCeased"]
    assert (table.phase(), table.state.lit) == (Phase.STOPPED, ())


@pytest.mark.clause("625a.7(b)#1", "625a.7(b)#2")
def test_once_an_automated_shaker_has_tossed_the_dice_a_failing_device_does_not_void_the_round(
    automated: Dealing,
) -> None:
    automated.mix()
    called = automated.make(report("device-failed"))
    assert [(event.clause, type(event)) for event in called] == [("625a.7(b)#1", IrregularityCalled)]
    assert automated.refused(report("area-failed")).clause.id == "625a.7(b)#1"
    automated.make(CallNoMoreBets(), REVEAL)
    assert automated.phase() is Phase.BY_HAND
    events = automated.make(SettleByHand(witness=Role.SHIFT_MANAGER))
    assert [(line.wager, line.paid) for line in lines(events)] == [("three-of-a-kind", 0), ("small", 1_200)]
    assert automated.phase() is Phase.STOPPED


@pytest.mark.clause("625a.7(a)", "625a.7(b)#2")
def test_no_roll_with_a_failed_device_returns_the_wagers_and_stops_play(automated: Dealing) -> None:
    automated.mix()
    automated.make(report("device-failed"), CallNoMoreBets())
    events = automated.make(report("dice-not-flat"))
    assert_all_returned(events, "625a.7(a)", automated)
    assert only(events, GamingCeased).until == "the electrical device is fixed"
    assert automated.phase() is Phase.STOPPED


@pytest.mark.clause("625a.7(b)#2")
@pytest.mark.parametrize(
    ("failure", "part"),
    [("device-failed", "the electrical device"), ("area-failed", "the area that depicts the wagers")],
)
def test_gaming_ceases_until_what_failed_is_fixed(sic_bo: Dealing, failure: str, part: str) -> None:
    ceased = only(sic_bo.make(report(failure)), GamingCeased)
    assert ceased.until == f"{part} is fixed"
    assert part in sic_bo.game.display(sic_bo.state).words
    assert sic_bo.refused(SHAKE).clause.id == "625a.7(b)#2"
    assert sic_bo.refused(PlaceWager(seat=1, wager="small", amount=500)).clause.id == "625a.7(b)#2"
    assert sic_bo.refused(FixDevice(by=Role.DEALER)).clause.id == "625a.7(b)#2"
    resumed = only(sic_bo.make(FixDevice()), GamingResumed)
    assert (resumed.fixed, resumed.clause) == (part, "625a.7(b)#2")
    sic_bo.wager("small")
    assert [line.paid for line in sic_bo.toss(1, 2, 3)] == [500]


@pytest.mark.clause("625a.7(b)#2")
def test_an_automated_table_that_stands_still_does_not_toss_either(automated: Dealing) -> None:
    automated.make(report("device-failed"))
    assert automated.refused(ActivateShaker()).clause.id == "625a.7(b)#2"


@pytest.mark.clause("625a.7(b)#2")
def test_there_is_nothing_to_fix_at_a_table_in_play(sic_bo: Dealing) -> None:
    assert sic_bo.refused(FixDevice()).clause.id == "625a.7(b)#2"


# The automated shaker (625a.7(c)-(d)).


@pytest.mark.clause("625a.7(c)")
@pytest.mark.parametrize("moves", [(), (CallNoMoreBets(),)], ids=["mixed", "closed"])
def test_an_automated_shaker_that_fails_when_activated_voids_the_round(
    automated: Dealing, moves: tuple[Move, ...]
) -> None:
    automated.make(ActivateShaker(), *moves)
    events = automated.make(report("shaker-failed"))
    assert only(events, IrregularityCalled).clause == "625a.7(c)"
    assert_all_returned(events, "625a.7(c)", automated)
    assert (automated.phase(), automated.state.shaker) == (Phase.BETTING, ShakerStatus.FAILED)


@pytest.mark.clause("625a.7(c)")
def test_a_shaker_fails_only_when_activated_and_only_if_it_is_automated(
    sic_bo: Dealing, automated: Dealing
) -> None:
    assert automated.refused(report("shaker-failed")).clause.id == "625a.7(c)"
    automated.show(1, 2, 3)
    assert automated.refused(report("shaker-failed")).clause.id == "625a.7(c)"
    sic_bo.mix()
    assert sic_bo.refused(report("shaker-failed")).clause.id == "625a.7(c)"


@pytest.mark.clause("625a.7(d)")
@pytest.mark.parametrize("how", list(Mark))
def test_a_manual_shaker_replaces_a_failed_one_only_when_that_is_emptied_and_marked(
    automated: Dealing, how: Mark
) -> None:
    mark, bring = MarkOutOfOrder(how=how), BringManualShaker()
    too_soon: Move
    automated.make(ActivateShaker(), report("shaker-failed"))
    for too_soon in (SHAKE, ActivateShaker(), mark, bring):
        assert automated.refused(too_soon).clause.id == "625a.7(d)"

    assert names(automated.make(RemoveDice())) == ["DiceRemoved", "DiceRetired"]
    for too_soon in (SHAKE, ActivateShaker(), RemoveDice(), bring):
        assert automated.refused(too_soon).clause.id == "625a.7(d)"

    marked = only(automated.make(mark), ShakerMarkedOutOfOrder)
    assert (marked.how, marked.clause) == (how, "625a.7(d)")
    for too_soon in (SHAKE, ActivateShaker(), RemoveDice(), mark):
        assert automated.refused(too_soon).clause.id == "625a.7(d)"

    automated.make(bring)
    assert automated.refused(ActivateShaker()).clause.id == "625a.7(d)"
    automated.wager("small")
    assert [line.paid for line in automated.toss(1, 2, 3)] == [500]


@pytest.mark.clause(
    "625a.1(d)(1)",
    "625a.1(d)(1)(i)#1",
    "625a.1(d)(1)(i)#2",
    "625a.1(d)(1)(ii)",
    "625a.1(d)(1)(iii)",
    "625a.1(e)#1",
    "625a.1(e)#2",
    "625a.7(d)",
)
def test_whoever_brings_the_manual_shaker_answers_for_it(automated: Dealing) -> None:
    automated.make(report("shaker-unusable"), RemoveDice(), MarkOutOfOrder(how=Mark.SIGN))
    assert automated.refused(BringManualShaker(by=Role.DEALER)).clause.id == "625a.7(d)"
    brought = only(automated.make(BringManualShaker()), ManualShakerBrought)
    assert brought.by == "floorperson"
    assert brought.also == (
        "625a.1(d)(1)",
        "625a.1(d)(1)(i)#1",
        "625a.1(d)(1)(i)#2",
        "625a.1(d)(1)(ii)",
        "625a.1(d)(1)(iii)",
        "625a.1(e)#1",
        "625a.1(e)#2",
    )


@pytest.mark.clause("625a.7(d)")
def test_a_shaker_that_cannot_be_used_between_rounds_voids_nothing(automated: Dealing) -> None:
    events = automated.make(report("shaker-unusable"))
    assert names(events) == ["IrregularityCalled"]
    assert len(automated.state.bets) == 2
    assert automated.refused(ActivateShaker()).clause.id == "625a.7(d)"
    assert automated.refused(report("shaker-unusable")).clause.id == "625a.7(d)"


@pytest.mark.clause("625a.7(d)")
def test_dice_are_not_removed_from_a_shaker_that_works(automated: Dealing) -> None:
    assert automated.refused(RemoveDice()).clause.id == "625a.7(d)"
    assert automated.refused(BringManualShaker()).clause.id == "625a.7(d)"


@pytest.mark.clause("625a.1(d)(2)", "625a.5(a)(2)")
def test_an_automated_shaker_put_right_at_once_is_used_with_its_own_dice(automated: Dealing) -> None:
    automated.make(ActivateShaker(), report("shaker-failed"))
    assert automated.refused(RestoreAutomatedShaker(by=Role.DEALER)).clause.id == "625a.1(d)(2)"
    events = automated.make(RestoreAutomatedShaker())
    assert names(events) == ["AutomatedShakerRestored"]
    assert only(events, AutomatedShakerRestored).also == ("625a.5(a)(2)",)
    automated.mix()


@pytest.mark.clause("625a.1(d)(2)", "625a.2(a)#2")
def test_the_automated_shaker_comes_back_between_rounds_and_the_manual_one_takes_its_dice_along(
    automated: Dealing,
) -> None:
    restore = RestoreAutomatedShaker()
    assert automated.refused(restore).clause.id == "625a.1(d)(2)"
    automated.make(
        report("shaker-unusable"), RemoveDice(), MarkOutOfOrder(how=Mark.COVERED), BringManualShaker()
    )
    automated.mix()
    assert automated.refused(restore).clause.id == "625a.1(d)(2)"
    automated.make(CallNoMoreBets(), report("dice-not-flat"))
    events = automated.make(restore)
    assert only(events, DiceRetired).clause == "625a.2(a)#2"
    assert automated.state.shaker is ShakerStatus.AUTOMATED


@pytest.mark.clause("625a.1(d)(2)")
def test_a_manual_table_has_no_automated_shaker_to_restore(sic_bo: Dealing) -> None:
    assert sic_bo.refused(RestoreAutomatedShaker()).clause.id == "625a.1(d)(2)"
    assert sic_bo.refused(BringManualShaker()).clause.id == "625a.7(d)"
