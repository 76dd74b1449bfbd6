"""A whole Craps table: dice and their clock, cash, opening and closing under the text in force."""

from datetime import date, datetime
from typing import Any

import pytest

from houseway.equipment.dice import Instrument
from houseway.games.craps.moves import AcceptDice, CallThrow, SelectDice, SettleBets
from houseway.table.checklist import Stage
from houseway.table.chip_steps import BoughtIn, BuyIn
from houseway.table.dice_play import DeclineDice, OfferDice, PassDice, ThrowDice
from houseway.table.dice_steps import InspectDice, IssueDice
from houseway.table.events import DiceRetired, WagerPlaced
from houseway.table.moves import Instrument as Means
from houseway.table.moves import LeaveSeat, PlaceWager, Report, TakeDownWager
from houseway.table.procedure import CloseTable, OpenTable
from houseway.table.roles import Role
from tests.games.craps.dealing import MINI, craps
from tests.service import NOON, Service

RED = ("red",) * 5


def opened(**options: Any) -> Service:
    return Service(craps(**options)).opened()


def shooting(**options: Any) -> Service:
    """An open table with a shooter at position 1 who has ten dollars on the Pass Line."""
    service = opened(**options).seated(seat_1=100_000)
    stick = craps(**options).crew.controls[0]
    service.do(PlaceWager(seat=1, wager="pass", amount=1000), OfferDice(seat=1, by=stick), AcceptDice(seat=1))
    return service


# The set of five dice (623a.7).


@pytest.mark.clause("623a.7(a)#1")
def test_a_set_is_five_dice_no_more_and_no_less() -> None:
    for form in ({}, MINI):
        service = Service(craps(**form))
        for wrong in (4, 6):
            assert service.refused(IssueDice(serial="A", colours=("red",) * wrong)).clause.id == "623a.7(a)#1"
        service.do(IssueDice(serial="A", colours=("green",) * 5))
        assert service.state.dice is not None


@pytest.mark.clause("603a.13(f)(1)(ii)#2", "603a.13(f)(1)(ii)#3")
def test_dice_are_inspected_by_the_boxperson_at_craps_and_the_floorperson_at_mini_craps() -> None:
    for form, inspector, clause in (
        ({}, Role.BOXPERSON, "603a.13(f)(1)(ii)#2"),
        (MINI, Role.FLOORPERSON, "603a.13(f)(1)(ii)#3"),
    ):
        service = Service(craps(**form))
        service.do(IssueDice(serial="A", colours=RED))
        for other in {Role.BOXPERSON, Role.FLOORPERSON, Role.STICKPERSON} - {inspector}:
            refusal = service.refused(InspectDice(instruments=tuple(Instrument), by=other))
            assert refusal.clause.id == clause
        (inspected,) = service.do(InspectDice(instruments=tuple(Instrument), by=inspector))
        assert inspected.clause == clause


@pytest.mark.clause("623a.7(d)#1", "623a.7(a)#1")
def test_only_dice_that_may_be_thrown_are_handed_to_anybody() -> None:
    service = opened().seated(seat_1=100_000)
    service.do(PlaceWager(seat=1, wager="pass", amount=1000))
    service.later(hours=24)
    assert service.refused(OfferDice(seat=1)).clause.id == "623a.7(d)#1"
    service.new_dice("B-2").do(OfferDice(seat=1))
    service.later(hours=24)
    assert service.refused(AcceptDice(seat=1)).clause.id == "623a.7(d)#1"
    service.new_dice("C-3").do(AcceptDice(seat=1), Report(irregularity="dice-unfit", by=Role.BOXPERSON))
    assert service.refused(SelectDice(seat=1)).clause.id == "623a.7(a)#1"
    service.new_dice("D-4").do(SelectDice(seat=1), ThrowDice(seat=1), CallThrow(die_1=4, die_2=4))
    service.later(hours=24).do(SettleBets())
    assert service.refused(PassDice()).clause.id == "623a.7(d)#1"
    service.new_dice("E-5").do(PassDice(), SelectDice(seat=1), ThrowDice(seat=1))


@pytest.mark.clause("623a.7(d)#1")
def test_the_set_is_changed_every_24_hours() -> None:
    service = shooting()
    service.later(hours=23, minutes=59)
    service.do(ThrowDice(seat=1), CallThrow(die_1=4, die_2=4), SettleBets(), PassDice())
    service.later(minutes=1)
    assert service.refused(ThrowDice(seat=1)).clause.id == "623a.7(d)#1"
    service.new_dice("B-2")
    service.do(SelectDice(seat=1), ThrowDice(seat=1))


@pytest.mark.clause("623a.7(d)#2")
def test_a_reopened_table_takes_a_new_set() -> None:
    service = opened()
    events = service.do(CloseTable())
    assert [event.clause for event in events if isinstance(event, DiceRetired)] == ["623a.7(d)#2"]
    assert service.state.dice is None
    service.attest(Stage.OPENING)
    assert service.refused(OpenTable(gaming_day=NOON.date())).clause.id == "623a.7(a)#1"
    again = IssueDice(serial="A-1", colours=RED)
    assert service.refused(again).clause.id == "623a.7(d)#1", "the old set does not begin a second life"
    service.new_dice("B-2").do(OpenTable(gaming_day=NOON.date()))


@pytest.mark.clause("623a.7(d)#3", "623a.8(b)")
def test_when_a_die_is_lost_the_table_stands_until_a_new_set_is_there() -> None:
    service = shooting()
    service.do(ThrowDice(seat=1))
    service.do(Report(irregularity="die-lost", by=Role.STICKPERSON))
    assert service.state.dice is None
    assert service.state.chips["felt"] == 1000, "the bet stands"
    assert service.refused(PassDice()).clause.id == "623a.7(a)#1", "there are no dice to pass"
    service.new_dice("B-2").do(PassDice())
    assert service.refused(ThrowDice(seat=1)).clause.id == "623a.7(c)#1", "he picks from the new set"
    service.do(SelectDice(seat=1, dice=(4, 5)), ThrowDice(seat=1))


def test_dice_are_not_changed_while_a_throw_is_under_way() -> None:
    service = shooting()
    service.do(ThrowDice(seat=1))
    issue = IssueDice(serial="B-2", colours=RED)
    assert service.refused(issue).clause.id == "603a.13(f)(1)(ii)#1"
    service.do(CallThrow(die_1=4, die_2=4))
    assert service.refused(issue).clause.id == "603a.13(f)(1)(ii)#1"
    service.do(SettleBets(), issue, InspectDice(instruments=tuple(Instrument), by=Role.BOXPERSON))


# Cash (623a.4(b)).


@pytest.mark.clause("623a.4(b)#2", "623a.4(b)#1")
def test_a_spoken_wager_with_cash_counts_once_the_dealer_confirms_it_and_becomes_chips() -> None:
    service = opened().seated(seat_1=1000)

    def spoken(by: Role) -> PlaceWager:
        return PlaceWager(seat=1, wager="buy-4", amount=4000, instrument=Means.VERBAL_WITH_CASH, by=by)

    assert service.refused(spoken(Role.PLAYER)).clause.id == "623a.4(b)#2"
    events = service.do(spoken(Role.DEALER))
    assert [type(event).__name__ for event in events] == ["BoughtIn", "WagerPlaced", "VigorishCollected"]
    bought = events[0]
    assert isinstance(bought, BoughtIn)
    assert (bought.amount, bought.clause) == (4200, "623a.4(b)#2")
    assert (service.state.chips["drop box"], service.state.chips["felt"]) == (5200, 4000)
    call_bet = PlaceWager(seat=1, wager="field", amount=2000)
    assert service.refused(call_bet).clause.id == "623a.4(b)#1", "nothing is bet that is not there"


# Opening and closing.


def test_the_text_in_force_on_the_gaming_day_decides() -> None:
    old_day = datetime(2012, 5, 4, 12, tzinfo=NOON.tzinfo)
    for edition, moment, ruled in (
        ("623a-2011", old_day, "623a-2011"),
        ("623a-2013", NOON, "623a-2013"),
    ):
        service = Service(craps(edition=edition))
        service.now = moment
        assert service.opened().state.edition == ruled
    wrong = Service(craps(edition="623a-2011"))
    wrong.new_dice().attest(Stage.APPROVAL, Stage.OPENING)
    refusal = wrong.refused(OpenTable(gaming_day=NOON.date()))
    assert "623a-2013" in refusal.message


def test_a_table_closes_only_when_nothing_stands_and_nobody_is_left() -> None:
    service = shooting()
    assert service.refused(CloseTable()).clause.id == "623a.4(c)"
    service.do(DeclineDice(seat=1), TakeDownWager(seat=1, wager="pass"))
    assert service.refused(CloseTable()).clause.id == "623a.4(c)"
    service.do(LeaveSeat(seat=1), CloseTable())
    service.later(hours=20)
    service.attest(Stage.OPENING).new_dice("B-2")
    service.do(OpenTable(gaming_day=date(2024, 5, 5) if service.now.day == 5 else NOON.date()))
    assert not service.state.play.commenced, "play commences anew"


def test_a_closed_table_takes_no_wager() -> None:
    service = Service(craps())
    assert service.refused(PlaceWager(seat=1, wager="field", amount=1000)).clause.id == "623a.2(d)"


@pytest.mark.clause("623a.2(c)#2", "623a.4(e)#1", "623a.4(e)#2")
def test_a_mini_craps_table_in_service() -> None:
    service = shooting(**MINI)
    assert service.refused(LeaveSeat(seat=1)).clause.id == "623a.4(e)#2"
    assert service.refused(PlaceWager(seat=2, wager="field", amount=1000)).clause.id == "623a.4(e)#1"
    service.do(ThrowDice(seat=1), CallThrow(die_1=3, die_2=4, by=Role.DEALER), SettleBets())
    assert service.state.chips["patron:1"] == 101_000
    service.do(LeaveSeat(seat=1))
    service.seated(seat_9=500)
    service.do(BuyIn(seat=9, amount=500))
    assert max(service.state.play.seats) == 9


def test_a_winner_leaves_with_what_was_won() -> None:
    service = shooting()
    service.do(ThrowDice(seat=1), CallThrow(die_1=3, die_2=4), SettleBets())
    placed = [event for event in service.events if isinstance(event, WagerPlaced)]
    assert len(placed) == 1
    service.do(LeaveSeat(seat=1))
    assert service.state.chips["patron:1"] == 0
    assert sum(service.state.chips.values()) == 10_000_000
