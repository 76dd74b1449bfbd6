"""Who shoots, who handles the dice, and how a throw becomes a call."""

from itertools import combinations
from typing import Any

import pytest

from houseway.games.craps.events import (
    BonusButtonsCleared,
    CockedDieRead,
    DicePassedOn,
    DiceTaken,
    DiceThrown,
    PointAbandoned,
    RollingForComeBets,
    RollingResumed,
    SevenedOut,
    ShooterNamed,
    SurveillanceNotified,
    TableWoundUp,
    ThrowCalled,
)
from houseway.games.craps.moves import (
    AcceptDice,
    CallThrow,
    DecideDispute,
    NotifySurveillance,
    ReadCockedDie,
    RollForComeBets,
    SelectDice,
    SettleBets,
    TakeDice,
    TakenFor,
    WindUpTable,
)
from houseway.games.craps.round import Phase
from houseway.table.dice_play import (
    DeclineDice,
    DiceDeclined,
    DiceOffered,
    DicePassed,
    OfferDice,
    PassDice,
    ThrowDice,
)
from houseway.table.events import VigorishRefunded
from houseway.table.moves import LeaveSeat, PlaceWager, Report
from houseway.table.roles import Role
from houseway.table.routine import routine_move
from tests.games.craps.dealing import MINI, Dealing, come_bets_left, lines, names, on_the_line, only

STICK = Role.STICKPERSON


def offered_to(table: Dealing, answers: int) -> list[int]:
    """The positions that the dice go to while everybody declines."""
    seats = []
    for _ in range(answers):
        (turn,) = table.acts("offer-dice")[0].fields["seat"]
        seats.append(turn)
        table.offer(turn)
        table.make(DeclineDice(seat=turn))
    return seats


# Offering the dice (623a.7(b)-(c), 623a.10(c)-(d)).


@pytest.mark.clause("623a.7(b)", "623a.7(b)(1)")
def test_at_craps_the_stickperson_offers_from_the_left_of_the_boxperson_clockwise() -> None:
    table = Dealing().seated(3, 7, 12)
    assert table.refused(OfferDice(seat=7)) == "623a.7(b)(1)"
    for other in (Role.DEALER, Role.BOXPERSON, Role.PLAYER):
        assert table.refused(OfferDice(seat=3, by=other)) == "623a.7(b)(1)"
    assert only(table.offer(3), DiceOffered).clause == "623a.7(b)(1)"
    assert table.refused(OfferDice(seat=7)) == "623a.7(b)(1)"
    assert only(table.make(DeclineDice(seat=3)), DiceDeclined).clause == "623a.7(b)(1)"
    assert offered_to(table, 3) == [7, 12, 3]


@pytest.mark.clause("623a.7(b)(2)", "623a.7(b)", "623a.7(c)(2)")
def test_at_mini_craps_the_dealer_or_the_optional_stickperson_offers() -> None:
    table = Dealing(**MINI).seated(2, 5)
    assert table.refused(OfferDice(seat=2, by=STICK)) == "623a.7(b)(2)"
    assert only(table.make(OfferDice(seat=2, by=Role.DEALER)), DiceOffered).clause == "623a.7(b)(2)"
    with_stick = Dealing(**MINI, stickperson=True).seated(2, 5)
    assert with_stick.acts("offer-dice")[0].by == (STICK, Role.DEALER)
    with_stick.make(OfferDice(seat=2, by=STICK))
    with_stick.make(DeclineDice(seat=2))
    with_stick.make(OfferDice(seat=5, by=Role.DEALER))
    assert with_stick.state.offered == 5
    assert only(with_stick.make(AcceptDice(seat=5)), ShooterNamed).also == ("623a.7(c)#2", "623a.7(c)(2)")


def test_nobody_is_offered_dice_at_an_empty_table() -> None:
    table = Dealing()
    assert table.acts("offer-dice") == []
    assert table.refused(OfferDice(seat=1)) == "623a.7(b)(1)"


@pytest.mark.clause("623a.7(c)#1", "623a.7(c)#2", "623a.7(c)(1)")
def test_the_first_to_accept_shoots_with_two_dice_of_the_five() -> None:
    table = Dealing().seated(1, 2)
    table.offer(1)
    assert table.refused(AcceptDice(seat=2)) == "623a.7(c)#1"
    assert table.refused(AcceptDice(seat=1, by=Role.DEALER)) == "623a.7(c)#1"
    for wrong in ((1, 1), (0, 1), (5, 6), (2, 1)):
        assert table.refused(AcceptDice(seat=1, dice=wrong)) == "623a.7(c)#1"
    (accept,) = table.acts("accept-dice")
    assert accept.fields["dice"] == tuple(combinations(range(1, 6), 2))
    named = only(table.make(AcceptDice(seat=1, dice=(2, 5))), ShooterNamed)
    assert (named.clause, named.also) == ("623a.7(c)#1", ("623a.7(c)#2", "623a.7(c)(1)"))
    assert (table.state.shooter, table.state.selection, table.state.phase) == (1, (2, 5), Phase.HAND)
    assert table.refused(AcceptDice(seat=1)) == "623a.10(d)#1"


@pytest.mark.clause("623a.10(c)", "623a.10(d)#1", "623a.10(d)#2", "623a.10(a)(1)")
def test_after_a_loser_seven_the_dice_go_on_from_the_left_of_the_old_shooter() -> None:
    table = Dealing().seated(2, 4, 9)
    table.bet("pass", seat=4).shooter(4)
    table.roll(4, 4)
    out = only(table.roll(3, 4), SevenedOut)
    assert (out.seat, out.point, out.clause) == (4, 8, "623a.10(a)(1)")
    assert (table.state.shooter, table.state.phase, table.state.selection) == (0, Phase.CUP, None)
    assert table.refused(ThrowDice(seat=4)) == "623a.8(a)#2"
    assert offered_to(table, 3) == [9, 2, 4]
    assert only(table.offer(9), DiceOffered).clause == "623a.10(c)"
    named = only(table.make(AcceptDice(seat=9)), ShooterNamed)
    assert (named.clause, named.also) == ("623a.10(d)#1", ("623a.10(d)#2",))


@pytest.mark.clause("623a.10(a)(1)")
def test_a_seven_on_the_come_out_roll_loses_nobody_the_dice() -> None:
    table = on_the_line()
    table.roll(3, 4)
    assert (table.state.shooter, table.state.phase) == (1, Phase.HAND)


@pytest.mark.clause("623a.10(a)", "623a.10(c)")
def test_after_any_roll_the_shooter_may_keep_the_dice_or_pass_them() -> None:
    table = on_the_line().seated(2)
    table.roll(4, 4)
    table.roll(1, 2)
    assert table.refused(DeclineDice(seat=2)) == "623a.10(a)"
    assert table.refused(DeclineDice(seat=1, by=Role.DEALER)) == "623a.10(a)"
    assert only(table.make(DeclineDice(seat=1)), DicePassedOn).clause == "623a.10(a)"
    assert (table.state.point, table.state.phase) == (8, Phase.CUP)
    assert offered_to(table, 3) == [2, 1, 2], "clockwise, who passed them last"
    table.shooter(2)
    assert table.state.shooter == 2


@pytest.mark.clause("623a.10(a)")
def test_dice_in_the_air_are_nobodys_to_pass() -> None:
    table = on_the_line()
    table.throw()
    assert table.refused(DeclineDice(seat=1)) == "623a.10(a)"
    table.call(2, 2)
    assert table.refused(DeclineDice(seat=1)) == "623a.10(a)"
    table.make(SettleBets(), DeclineDice(seat=1))
    assert table.state.phase is Phase.CUP


@pytest.mark.clause("623a.10(a)(2)")
def test_at_craps_the_boxperson_orders_a_shooter_to_pass_the_dice() -> None:
    table = on_the_line().seated(2)
    for other in (STICK, Role.DEALER, Role.FLOORPERSON, Role.PLAYER):
        assert table.refused(TakeDice(reason=TakenFor.DELAY, by=other)) == "623a.10(a)(2)"
    assert table.refused(TakeDice(reason=TakenFor.INVALID_ROLLS)) == "623a.10(a)(2)"
    taken = only(table.make(TakeDice(reason=TakenFor.VIOLATION)), DiceTaken)
    assert (taken.seat, taken.reason, taken.by) == (1, "violation", "boxperson")
    assert table.refused(TakeDice(reason=TakenFor.DELAY)) == "623a.10(a)(2)"
    assert (table.state.shooter, table.state.phase) == (0, Phase.CUP)
    assert offered_to(table, 1) == [2]


@pytest.mark.clause("623a.10(a)(2)")
def test_at_mini_craps_the_dealer_takes_the_dice_for_invalid_rolls_once_they_repeat() -> None:
    table = on_the_line(**MINI)
    take = TakeDice(reason=TakenFor.INVALID_ROLLS, by=Role.DEALER)
    for _ in range(2):
        assert table.refused(take) == "623a.10(a)(2)"
        table.throw()
        assert table.refused(TakeDice(reason=TakenFor.DELAY, by=Role.DEALER)) == "623a.10(a)(2)"
        table.make(Report(irregularity="short-throw", by=Role.DEALER), PassDice(by=Role.DEALER))
    assert table.listed(take)
    assert table.refused(TakeDice(reason=TakenFor.INVALID_ROLLS, by=Role.BOXPERSON)) == "623a.10(a)(2)"
    table.make(take)
    assert table.state.phase is Phase.CUP
    table.make(OfferDice(seat=1, by=Role.DEALER), AcceptDice(seat=1))
    assert table.refused(take) == "623a.10(a)(2)", "a new hand starts afresh"


# The line bet before the throw (623a.8(a)).


@pytest.mark.clause("623a.8(a)#1", "623a.8(a)#2")
def test_the_shooter_bets_the_line_before_the_come_out_roll() -> None:
    table = Dealing().bet("pass", seat=2).bet("field", seat=1).shooter(1)
    assert table.refused(ThrowDice(seat=1)) == "623a.8(a)#1", "another player's line bet is not the shooter's"
    assert table.refused(ThrowDice(seat=2)) == "623a.8(a)#2"
    table.bet("dont-pass", seat=1)
    assert table.refused(ThrowDice(seat=1, by=Role.STICKPERSON)) == "623a.8(a)#2"
    assert table.listed(ThrowDice(seat=1))
    table.take_down("dont-pass")
    assert table.refused(ThrowDice(seat=1)) == "623a.8(a)#1"
    table.bet("pass")
    assert only(table.roll(4, 4), DiceThrown).clause == "623a.8(a)#2"
    table.roll(4, 4)
    assert table.refused(ThrowDice(seat=1)) == "623a.8(a)#1", "and again before each come out roll"


@pytest.mark.clause("623a.8(a)#1")
def test_who_takes_the_dice_under_a_point_throws_without_a_line_bet() -> None:
    table = on_the_line().seated(2)
    table.roll(4, 4)
    table.make(DeclineDice(seat=1))
    table.shooter(2)
    table.roll(1, 2)
    assert table.state.point == 8
    table.roll(4, 4)
    assert table.refused(ThrowDice(seat=2)) == "623a.8(a)#1"


# The call (623a.9).


@pytest.mark.clause("623a.9(a)#1")
def test_at_craps_only_the_stickperson_calls_and_only_dice_that_were_thrown() -> None:
    table = on_the_line()
    assert table.refused(CallThrow(die_1=1, die_2=2)) == "623a.9(a)#1"
    table.throw()
    for other in (Role.DEALER, Role.BOXPERSON, Role.PLAYER):
        assert table.refused(CallThrow(die_1=1, die_2=2, by=other)) == "623a.9(a)#1"
    called = only(table.call(4, 5), ThrowCalled)
    assert (called.total, called.clause, called.also) == (9, "623a.9(a)#1", ("623a.9(a)#2",))
    assert table.refused(CallThrow(die_1=1, die_2=2)) == "623a.9(a)#1"


@pytest.mark.clause("623a.9(a)#1")
def test_at_mini_craps_the_dealer_calls() -> None:
    table = on_the_line(**MINI)
    table.throw()
    assert table.refused(CallThrow(die_1=1, die_2=2, by=STICK)) == "623a.9(a)#1"
    assert only(table.make(CallThrow(die_1=1, die_2=2, by=Role.DEALER)), ThrowCalled).total == 3


@pytest.mark.clause("623a.9(a)#2")
def test_each_die_has_one_upper_face_from_one_to_six() -> None:
    table = on_the_line()
    table.throw()
    for wrong in ((0, 3), (3, 7)):
        assert table.refused(CallThrow(die_1=wrong[0], die_2=wrong[1])) == "623a.9(a)#2"
    called = only(table.call(6, 4), ThrowCalled)
    assert (called.die_1, called.die_2, called.total) == (6, 4, 10)


@pytest.mark.clause("623a.9(b)#1")
def test_a_leaning_die_counts_by_the_face_opposite_the_one_that_rests() -> None:
    table = on_the_line()
    assert table.refused(ReadCockedDie(die=1, resting=2)) == "623a.9(b)#1"
    table.throw()
    for wrong in (
        ReadCockedDie(die=3, resting=2),
        ReadCockedDie(die=0, resting=2),
        ReadCockedDie(die=1, resting=7),
    ):
        assert table.refused(wrong) == "623a.9(b)#1"
    assert table.refused(ReadCockedDie(die=1, resting=2, by=Role.PLAYER)) == "623a.9(b)#1"
    read = only(table.make(ReadCockedDie(die=1, resting=2)), CockedDieRead)
    assert (read.top, read.clause) == (5, "623a.9(b)#1")
    assert table.refused(CallThrow(die_1=2, die_2=6)) == "623a.9(b)#1"
    table.make(ReadCockedDie(die=2, resting=1))
    assert table.refused(CallThrow(die_1=5, die_2=1)) == "623a.9(b)#1"
    table.make(ReadCockedDie(die=2, resting=3))
    assert table.listed(CallThrow(die_1=5, die_2=4))
    table.call(5, 4)
    assert (table.state.faces, table.state.cocked) == ((5, 4), ())


@pytest.mark.clause("623a.9(c)", "623a.9(c)(1)", "623a.9(c)(2)")
def test_a_disputed_face_is_for_the_boxperson_at_craps_and_the_floorperson_at_mini_craps() -> None:
    for options, decider, clause in (
        ({}, Role.BOXPERSON, "623a.9(c)(1)"),
        (MINI, Role.FLOORPERSON, "623a.9(c)(2)"),
    ):
        table = on_the_line(**options)
        decision = DecideDispute(die_1=2, die_2=3, by=decider)
        assert table.refused(decision) == clause, "nothing is thrown"
        table.throw()
        for other in (STICK, Role.DEALER, Role.BOXPERSON, Role.FLOORPERSON, Role.PLAYER):
            if other is not decider:
                assert table.refused(DecideDispute(die_1=2, die_2=3, by=other)) == clause
        assert table.listed(decision)
        table.call(2, 4)
        decided = only(table.make(decision), ThrowCalled)
        assert (decided.total, decided.clause) == (5, clause)
        assert table.refused(DecideDispute(die_1=0, die_2=3, by=decider)) == "623a.9(a)#2"
        table.make(SettleBets())
        assert table.state.point == 5
        assert table.refused(decision) == clause, "what is settled is settled"


def test_a_dispute_overrules_a_cocked_die() -> None:
    table = on_the_line()
    table.throw()
    table.make(ReadCockedDie(die=1, resting=2), DecideDispute(die_1=1, die_2=1))
    assert table.state.faces == (1, 1)


@pytest.mark.clause("623a.9(d)#1", "623a.9(d)#2", "623a.9(d)#3")
def test_at_craps_the_dice_go_back_only_when_all_is_settled() -> None:
    table = on_the_line()
    assert table.refused(SettleBets()) == "623a.9(d)#2"
    assert table.refused(PassDice()) == "623a.9(d)#2"
    table.throw()
    assert table.refused(SettleBets()) == "623a.9(d)#2"
    assert table.refused(PassDice()) == "623a.9(d)#2"
    table.call(3, 4)
    assert table.refused(PassDice()) == "623a.9(d)#2"
    assert table.refused(SettleBets(by=Role.PLAYER)) == "623a.9(d)#2"
    settled = table.make(SettleBets())
    assert names(settled) == ["DiceCollected", "Settled"], "collected first, settled then"
    assert (settled[0].clause, lines(settled)[0].order) == ("623a.9(d)#1", "623a.9(d)#2")
    assert table.refused(ThrowDice(seat=1)) == "623a.9(d)#2"
    assert table.refused(PassDice(by=Role.DEALER)) == "623a.9(d)#2"
    passed = only(table.make(PassDice()), DicePassed)
    assert (passed.seat, passed.clause, passed.also) == (1, "623a.9(d)#2", ("623a.9(d)#3",))
    assert table.refused(PassDice()) == "623a.9(d)#2"


@pytest.mark.clause("623a.9(e)#1", "623a.9(e)#2", "623a.9(e)#3")
def test_at_mini_craps_the_dealer_collects_settles_and_passes_the_dice() -> None:
    table = on_the_line(**MINI)
    table.throw()
    assert table.refused(SettleBets()) == "623a.9(e)#2"
    table.call(3, 4)
    assert table.refused(PassDice(by=Role.DEALER)) == "623a.9(e)#2"
    settled = table.make(SettleBets())
    assert names(settled) == ["DiceCollected", "Settled"]
    assert (settled[0].clause, lines(settled)[0].order) == ("623a.9(e)#1", "623a.9(e)#2")
    assert table.refused(ThrowDice(seat=1)) == "623a.9(e)#2"
    passed = only(table.make(PassDice(by=Role.DEALER)), DicePassed)
    assert (passed.clause, passed.also) == ("623a.9(e)#2", ("623a.9(e)#3",))


# Only for the Come Bets left (623a.10(b)).


@pytest.mark.clause("623a.10(b)#1", "623a.10(c)")
def test_who_will_not_bet_the_line_again_passes_the_dice_to_his_left() -> None:
    table = come_bets_left(2, 3)
    assert table.refused(ThrowDice(seat=1)) == "623a.8(a)#1"
    assert only(table.make(DeclineDice(seat=1)), DicePassedOn).clause == "623a.10(b)#1"
    assert only(table.offer(2), DiceOffered).clause == "623a.10(b)#1"
    table.make(DeclineDice(seat=2))
    assert offered_to(table, 1) == [3]


@pytest.mark.clause("623a.10(b)#1", "623a.10(b)#2", "623a.10(b)#3")
def test_only_when_nobody_else_will_shoot_does_he_throw_on_for_the_come_bets() -> None:
    table = come_bets_left(2, 3)
    roll = RollForComeBets(seat=1)
    assert table.refused(roll) == "623a.10(b)#2", "he still has the dice"
    table.make(DeclineDice(seat=1))
    assert table.refused(roll) == "623a.10(b)#2", "nobody else was asked"
    assert offered_to(table, 1) == [2]
    assert table.refused(roll) == "623a.10(b)#2", "position 3 was not asked"
    assert offered_to(table, 1) == [3]
    assert table.listed(roll)
    assert offered_to(table, 1) == [1], "he is asked whether he will bet the line after all"
    assert table.listed(roll)
    table.offer(2)
    assert table.refused(roll) == "623a.10(b)#2", "position 2 is asked once more"
    table.make(DeclineDice(seat=2))
    assert offered_to(table, 1) == [3]
    for wrong in (
        RollForComeBets(seat=2),
        RollForComeBets(seat=1, dice=(1, 1)),
        RollForComeBets(seat=1, by=Role.DEALER),
    ):
        assert table.refused(wrong) == "623a.10(b)#2"
    begun = only(table.make(roll), RollingForComeBets)
    assert (begun.clause, begun.also) == ("623a.10(b)#2", ("623a.10(b)#3", "623a.10(d)#2"))
    assert (table.state.shooter, table.state.come_only, table.state.phase) == (1, True, Phase.HAND)


@pytest.mark.clause("623a.10(b)#2")
def test_a_shooter_alone_at_the_table_throws_for_his_come_bets_at_once() -> None:
    table = come_bets_left()
    table.make(DeclineDice(seat=1), RollForComeBets(seat=1))
    table.roll(4, 4)
    assert (table.state.point, table.state.come_only) == (0, True), "no point arises"
    assert lines(table.roll(4, 2))[0].result == "win"


@pytest.mark.clause("623a.10(b)#2", "623a.10(b)#4")
def test_throwing_for_come_bets_sets_no_point_and_a_seven_ends_no_hand() -> None:
    table = come_bets_left()
    table.make(DeclineDice(seat=1), RollForComeBets(seat=1))
    for faces in ((2, 2), (5, 5), (1, 1)):
        table.roll(*faces)
        assert (table.state.point, table.state.shooter) == (0, 1)
        assert table.refused(PlaceWager(seat=1, wager="come", amount=1000)) == "623a.3(a)(3)#1"
    events = table.roll(3, 4)
    assert "SevenedOut" not in names(events)
    resumed = only(events, RollingResumed)
    assert (resumed.seat, resumed.clause) == (1, "623a.10(b)#4")
    assert (table.state.come_only, table.state.shooter) == (False, 1)
    assert table.refused(ThrowDice(seat=1)) == "623a.8(a)#1", "and the usual rules apply again"


@pytest.mark.clause("623a.10(b)#4")
def test_a_line_bet_by_anybody_ends_the_throwing_for_come_bets() -> None:
    table = come_bets_left(2)
    table.make(DeclineDice(seat=1))
    offered_to(table, 1)
    table.make(RollForComeBets(seat=1))
    assert table.listed(ThrowDice(seat=1))
    table.bet("field", seat=2)
    assert table.state.come_only
    (resumed,) = [
        event
        for event in table.make(PlaceWager(seat=2, wager="dont-pass", amount=1000))
        if isinstance(event, RollingResumed)
    ]
    assert resumed.clause == "623a.10(b)#4"
    assert table.refused(ThrowDice(seat=1)) == "623a.8(a)#1"
    table.bet("pass")
    table.roll(2, 2)
    assert table.state.point == 4


@pytest.mark.clause("623a.10(b)#2")
def test_a_line_bet_or_a_point_leaves_no_throwing_for_come_bets() -> None:
    table = come_bets_left(2)
    table.make(DeclineDice(seat=1))
    offered_to(table, 1)
    table.bet("pass", seat=2)
    assert table.refused(RollForComeBets(seat=1)) == "623a.10(b)#2"
    under_a_point = on_the_line()
    under_a_point.roll(4, 4)
    under_a_point.bet("come").roll(2, 4)
    under_a_point.make(DeclineDice(seat=1))
    assert under_a_point.refused(RollForComeBets(seat=1)) == "623a.10(b)#2"
    without_come_bets = on_the_line()
    without_come_bets.roll(3, 4)
    without_come_bets.make(DeclineDice(seat=1))
    assert without_come_bets.refused(RollForComeBets(seat=1)) == "623a.10(b)#2"


# New dice, and players who leave.


def test_from_a_new_set_the_shooter_picks_again() -> None:
    table = on_the_line()
    assert table.refused(SelectDice(seat=1)) == "623a.7(c)#1", "his dice are picked"
    table.state = table.game.dice_handling.issued(table.state)
    assert table.refused(ThrowDice(seat=1)) == "623a.7(c)#1"
    assert table.refused(SelectDice(seat=2)) == "623a.7(c)#1"
    assert table.refused(SelectDice(seat=1, dice=(3, 3))) == "623a.7(c)#1"
    table.make(SelectDice(seat=1, dice=(3, 4)))
    table.roll(2, 2)
    assert table.state.selection == (3, 4)


def test_a_shooter_without_wagers_may_leave_and_the_point_stands_for_the_others() -> None:
    table = on_the_line().bet("pass", seat=2)
    table.roll(4, 4)
    table.make(DeclineDice(seat=1))
    table.seated(3).shooter(3)
    passed = only(table.make(LeaveSeat(seat=3)), DicePassedOn)
    assert (passed.seat, passed.clause) == (3, "623a.10(a)")
    assert (table.state.phase, table.state.shooter, table.state.point) == (Phase.CUP, 0, 8)
    assert table.offer(1)
    table.make(DeclineDice(seat=1))
    assert table.state.declined == (1,)


def test_a_player_asked_who_leaves_is_passed_over() -> None:
    table = Dealing().seated(1, 2)
    table.offer(1)
    assert only(table.make(LeaveSeat(seat=1)), DiceDeclined).clause == "623a.7(b)(1)"
    assert table.state.phase is Phase.CUP
    assert offered_to(table, 1) == [2]


@pytest.mark.clause("623a.10(a)")
def test_a_shooter_goes_only_when_his_throw_is_settled() -> None:
    table = on_the_line().bet("pass", seat=2)
    table.roll(4, 4)
    table.make(DeclineDice(seat=1))
    table.seated(3).shooter(3)
    table.throw()
    assert table.refused(LeaveSeat(seat=3)) == "623a.10(a)"
    table.call(3, 4)
    assert table.refused(LeaveSeat(seat=3)) == "623a.10(a)"
    assert only(table.make(SettleBets()), SevenedOut).seat == 3
    table.make(LeaveSeat(seat=3))
    assert table.state.phase is Phase.CUP


@pytest.mark.clause("623a.7(b)", "623a.7(b)(1)")
def test_a_table_that_everybody_left_begins_anew_without_a_point() -> None:
    table = on_the_line().seated(5)
    table.roll(4, 4)
    table.roll(3, 4)
    table.make(LeaveSeat(seat=5))
    assert (table.state.seats, table.state.commenced) == ((1,), True), "somebody stays"
    table.bet("dont-pass").shooter(1)
    table.roll(2, 2)
    table.take_down("dont-pass")
    gone = only(table.make(LeaveSeat(seat=1)), PointAbandoned)
    assert (gone.point, gone.clause) == (4, "623a.1[come_out_point]")
    assert table.state == table.game.open()
    table.seated(1, 5)
    assert only(table.offer(1), DiceOffered).clause == "623a.7(b)(1)"


@pytest.mark.clause("623a.7(b)", "623a.10(c)")
def test_the_offer_goes_on_clockwise_past_who_comes_to_the_table_behind_it() -> None:
    table = Dealing().seated(3, 7, 12)
    assert offered_to(table, 1) == [3]
    table.seated(1)
    assert offered_to(table, 4) == [7, 12, 1, 3]


@pytest.mark.clause("623a.10(c)")
def test_who_offers_the_dice_may_say_that_a_player_does_not_answer() -> None:
    for options, stick in (({}, STICK), (MINI, Role.DEALER)):
        table = Dealing(**options).seated(1, 2)
        table.offer(1)
        other = Role.DEALER if stick is STICK else STICK
        clause = "623a.7(b)(1)" if stick is STICK else "623a.7(b)(2)"
        assert table.refused(DeclineDice(seat=1, by=other)) == clause
        assert table.listed(DeclineDice(seat=1, by=stick))
        table.make(DeclineDice(seat=1, by=stick))
        table.shooter(2)
        assert table.refused(DeclineDice(seat=2, by=stick)) == "623a.10(a)", "a shooter is ordered to pass"


# Who may throw for the Come Bets when the last shooter does not (623a.10(b)).


@pytest.mark.clause("623a.10(b)#2")
def test_who_takes_the_dice_and_never_throws_takes_nobodys_right_away() -> None:
    table = come_bets_left(2)
    table.make(DeclineDice(seat=1))
    table.shooter(2)
    table.make(DeclineDice(seat=2))
    assert offered_to(table, 1) == [1]
    assert table.refused(RollForComeBets(seat=2)) == "623a.10(b)#2"
    assert table.listed(RollForComeBets(seat=1))
    gone = come_bets_left(2)
    gone.make(DeclineDice(seat=1))
    gone.shooter(2)
    gone.make(LeaveSeat(seat=2), RollForComeBets(seat=1))


def others_come_bets() -> Dealing:
    """Position 1 made his point; the Come and Don't Come Bets left are those of 3 and 4, and 2 has none."""
    table = on_the_line().seated(2)
    table.roll(4, 4)
    table.bet("come", seat=3).bet("dont-come", seat=4)
    table.rolls((2, 4), (4, 4))
    return table


@pytest.mark.clause("623a.10(b)#2")
def test_when_the_last_shooter_left_the_right_goes_clockwise_to_one_whose_bets_wait() -> None:
    table = others_come_bets()
    table.make(LeaveSeat(seat=1))
    assert table.refused(RollForComeBets(seat=3)) == "623a.10(b)#2", "first the dice are offered"
    table.seated(1).declined(2, 3, 4, 1)
    for other in (1, 2, 4):
        assert table.refused(RollForComeBets(seat=other)) == "623a.10(b)#2"
    table.make(RollForComeBets(seat=3))
    assert {line.wager for line in lines(table.roll(3, 4))} == {"come", "dont-come"}


@pytest.mark.clause("623a.10(a)(2)", "623a.10(b)#2")
def test_who_was_ordered_to_pass_does_not_throw_on_for_come_bets() -> None:
    alone = come_bets_left()
    alone.make(TakeDice(reason=TakenFor.VIOLATION))
    assert alone.refused(RollForComeBets(seat=1)) == "623a.10(b)#2"
    assert alone.listed(OfferDice(seat=1)), "but he may bet the line and shoot"
    table = others_come_bets()
    table.make(TakeDice(reason=TakenFor.DELAY))
    table.declined(2, 3, 4)
    assert table.refused(RollForComeBets(seat=1)) == "623a.10(b)#2"
    assert table.listed(RollForComeBets(seat=3))


# Surveillance (623a.11(a)(6)).


def four_points(**options: Any) -> Dealing:
    """A shooter at 1 with five dollars on Fire who has just made his fourth different point."""
    table = on_the_line(**options).bet("fire-bet", 500)
    for face in (2, 3, 4, 5):
        if not table.stands("pass"):
            table.bet("pass")
        table.rolls((face, face), (face, face))
    return table


@pytest.mark.clause("623a.11(a)(6)")
def test_no_dice_are_thrown_until_surveillance_knows_of_the_fourth_point() -> None:
    for options, callers in (
        ({}, (Role.BOXPERSON, Role.DEALER, Role.FLOORPERSON)),
        ({**MINI, "dealer_as_boxperson": True}, (Role.DEALER, Role.FLOORPERSON)),
    ):
        for by in callers:
            table = four_points(**options).bet("pass")
            assert table.refused(ThrowDice(seat=1)) == "623a.11(a)(6)"
            told = only(table.make(NotifySurveillance(by=by)), SurveillanceNotified)
            assert (told.points, told.by, told.clause) == (4, by, "623a.11(a)(6)")
            assert table.refused(NotifySurveillance(by=by)) == "623a.11(a)(6)", "once is enough"
            table.rolls((2, 3), (2, 3))
            assert len(table.state.fire) == 5
            assert table.bet("pass").listed(ThrowDice(seat=1))
        table = four_points(**options)
        for by in {STICK, Role.PLAYER, Role.BOXPERSON} - set(callers):
            assert table.refused(NotifySurveillance(by=by)) == "623a.11(a)(6)"
        assert routine_move(table.game, table.state) == NotifySurveillance(by=callers[0])
    fewer = on_the_line().bet("fire-bet", 500)
    fewer.rolls((2, 2), (2, 2))
    assert fewer.refused(NotifySurveillance()) == "623a.11(a)(6)"


@pytest.mark.clause("623a.11(a)(6)")
def test_surveillance_is_told_anew_for_the_next_fire_bets() -> None:
    table = four_points().bet("pass")
    table.rolls((2, 2), (3, 4))
    assert not table.state.surveillance_told
    table.bet("pass").bet("fire-bet", 500).shooter(1)
    for face in (2, 3, 4, 5):
        table.rolls((face, face), (face, face))
        table.bet("pass")
    assert table.refused(ThrowDice(seat=1)) == "623a.11(a)(6)"


# When nobody will shoot (623a.10(c), reading B-CR-03).


@pytest.mark.clause("623a.10(c)", "623a.11(a)(5)")
def test_a_table_is_wound_up_only_when_everyone_was_asked_and_declined() -> None:
    table = on_the_line().seated(2).bet("fire-bet", 500)
    wind_up = WindUpTable()
    assert table.refused(wind_up) == "623a.11(a)(5)", "somebody has the dice"
    table.make(DeclineDice(seat=1))
    assert table.refused(wind_up) == "623a.11(a)(5)", "position 2 was not asked"
    table.offer(2)
    assert table.refused(wind_up) == "623a.11(a)(5)", "and has not answered"
    table.make(DeclineDice(seat=2))
    for other in (Role.DEALER, Role.BOXPERSON, Role.PLAYER):
        assert table.refused(WindUpTable(by=other)) == "623a.11(a)(5)"
    assert table.listed(wind_up)
    table.seated(3)
    assert table.refused(wind_up) == "623a.11(a)(5)", "a newcomer may want the dice"
    table.declined(3)
    events = table.make(wind_up)
    assert names(events) == ["TableWoundUp", "Settled", "Settled"]
    assert {(line.wager, line.result, line.stake) for line in lines(events)} == {
        ("pass", "returned", 1000),
        ("fire-bet", "returned", 500),
    }
    assert table.game.between_rounds(table.state)
    assert table.refused(wind_up) == "623a.10(c)", "nothing stands"
    never = Dealing().bet("field")
    assert never.refused(wind_up) == "623a.7(b)(1)"
    never.declined(1)
    assert [line.result for line in lines(never.make(wind_up))] == ["returned"]


@pytest.mark.clause("623a.11(a)(5)", "623a.11(a)(2)", "623a.11(a)(6)")
def test_winding_up_pays_fire_bets_for_the_points_made_once_surveillance_knows() -> None:
    table = four_points()
    table.make(DeclineDice(seat=1))
    assert table.refused(WindUpTable()) == "623a.11(a)(6)"
    table.make(NotifySurveillance())
    wound = table.make(WindUpTable())
    assert only(wound, TableWoundUp).clause == "623a.11(a)(5)"
    (paid,) = lines(wound)
    assert (paid.result, paid.paid, paid.clause) == ("win", 12_000, "623a.11(a)(2)")
    assert (table.state.fire, table.state.surveillance_told) == ((), False)


@pytest.mark.clause("623a.11(a)(5)")
def test_fire_bets_stay_open_where_the_submission_says_so() -> None:
    table = on_the_line(fire_on_closing="stays-open").bet("fire-bet", 500).bet("all-small")
    table.roll(4, 4)
    table.make(DeclineDice(seat=1))
    wound = table.make(WindUpTable())
    assert {line.wager for line in lines(wound)} == {"pass", "all-small"}
    assert (table.stands("fire-bet", "box"), table.state.point) == (500, 8), "the next shooter decides them"
    assert table.refused(WindUpTable()) == "623a.11(a)(5)"


@pytest.mark.clause("623a.12(2)", "623a.10(c)")
def test_a_player_with_nothing_but_a_bonus_bet_is_not_held_at_the_table_for_ever() -> None:
    table = on_the_line().bet("all-small").bet("buy-4", 4000)
    table.rolls((4, 4), (1, 1))
    table.make(DeclineDice(seat=1))
    assert table.refused(LeaveSeat(seat=1)) == "623a.4(c)"
    wound = table.make(WindUpTable())
    assert only(wound, VigorishRefunded).amount == 200
    assert only(wound, BonusButtonsCleared).clause == "623a.12(2)"
    assert only(wound, PointAbandoned).point == 8
    assert (table.state.point, table.state.bonus, table.state.bets) == (0, 0, ())
    table.make(LeaveSeat(seat=1))


@pytest.mark.clause("623a.10(b)#2", "623a.10(c)")
def test_who_may_throw_for_the_come_bets_is_asked_before_they_are_returned() -> None:
    table = come_bets_left()
    table.make(DeclineDice(seat=1))
    assert table.refused(WindUpTable()) == "623a.10(b)#1"
    table.declined(1)
    assert table.listed(RollForComeBets(seat=1))
    assert [line.wager for line in lines(table.make(WindUpTable()))] == ["come"]
