from datetime import UTC, date, datetime

import pytest

from houseway.equipment.dice import Instrument
from houseway.games.three_dice_football import ThreeDiceFootball
from houseway.games.three_dice_football.moves import AcceptDice, CallNumbers, SelectDice
from houseway.table.checklist import Stage
from houseway.table.chip_steps import BuyIn
from houseway.table.dice_play import OfferDice, PassDice, ThrowDice
from houseway.table.dice_steps import DiceInspected, InspectDice, IssueDice
from houseway.table.events import DiceRetired
from houseway.table.moves import LeaveSeat, PlaceWager, Report, TakeSeat
from houseway.table.procedure import Attest, Attested, CloseTable, OpenTable, TableOpened
from houseway.table.roles import Role
from tests.service import ALL_INSTRUMENTS, GAMING_DAY, Service

SET = ("green",) * 4 + ("red",) * 2


def table() -> Service:
    return Service(ThreeDiceFootball())


def with_quarterback() -> Service:
    service = table().opened().seated(seat_1=100_000)
    service.do(PlaceWager(seat=1, wager="touchdown", amount=1000), OfferDice(seat=1), AcceptDice(seat=1))
    return service


@pytest.mark.clause("661a.4(a)#2")
@pytest.mark.parametrize("colours", [("green",) * 5, ("green",) * 4 + ("red",), ("green", "red") * 3])
def test_the_set_is_four_green_dice_and_two_red(colours: tuple[str, ...]) -> None:
    refusal = table().refused(IssueDice(serial="B-7", colours=colours))
    assert refusal.clause.id == "661a.4(a)#2"
    assert "4 green and 2 red" in refusal.message


@pytest.mark.clause("661a.4(d)#1")
def test_a_set_is_changed_within_twenty_four_hours() -> None:
    service = with_quarterback()
    service.later(hours=23, minutes=59, seconds=59)
    assert any(lawful.move == "throw-dice" for lawful in service.table.legal(service.state, service.now))
    service.later(seconds=1)
    assert service.refused(ThrowDice(seat=1)).clause.id == "661a.4(d)#1"
    assert not any(lawful.move == "throw-dice" for lawful in service.table.legal(service.state, service.now))
    service.new_dice("A-2")
    service.do(SelectDice(seat=1), ThrowDice(seat=1))


@pytest.mark.clause("661a.4(d)#1")
def test_the_set_in_use_cannot_be_issued_again_to_turn_back_its_clock() -> None:
    service = with_quarterback()
    assert service.refused(IssueDice(serial="A-1", colours=SET)).clause.id == "661a.4(d)#1"
    service.new_dice("A-2")
    for serial in ("A-1", "a-1", " A - 1 "):
        refusal = service.refused(IssueDice(serial=serial, colours=SET))
        assert refusal.message == f"set {serial} has been in use at this table before"


@pytest.mark.clause("661a.4(d)#1")
def test_a_clock_turned_back_before_the_issue_of_the_dice_stops_play() -> None:
    service = with_quarterback().later(hours=-1)
    assert service.refused(ThrowDice(seat=1)).clause.id == "661a.4(d)#1"


@pytest.mark.clause("661a.4(b)#1")
def test_a_reopened_table_offers_the_dice_to_the_stickpersons_left_again() -> None:
    service = table().opened().seated(seat_3=100_000)
    service.do(PlaceWager(seat=3, wager="touchdown", amount=1000), OfferDice(seat=3), AcceptDice(seat=3))
    service.do(ThrowDice(seat=3), CallNumbers(green_1=1, green_2=1, red=6), LeaveSeat(seat=3), CloseTable())
    service.new_dice("A-2").attest(Stage.OPENING)
    service.do(OpenTable(gaming_day=GAMING_DAY), TakeSeat(seat=1), TakeSeat(seat=5))
    (offered,) = service.do(OfferDice(seat=1))
    assert offered.clause == "661a.4(b)#1"


@pytest.mark.clause("661a.4(d)#2")
def test_a_reopened_table_takes_a_new_set() -> None:
    service = table().opened()
    service.do(CloseTable())
    assert service.state.dice is None
    assert service.events[-1] == DiceRetired(reason="the table closed", clause="661a.4(d)#2")
    service.attest(Stage.OPENING)
    assert "no set of dice" in service.refused(OpenTable(gaming_day=GAMING_DAY)).message


@pytest.mark.clause("661a.4(d)#3")
def test_after_a_lost_die_nothing_is_thrown_until_a_new_set_is_here() -> None:
    service = with_quarterback()
    service.do(ThrowDice(seat=1), Report(irregularity="die-lost", by=Role.STICKPERSON), PassDice())
    assert service.state.dice is None
    assert service.refused(ThrowDice(seat=1)).clause.id == "661a.4(a)#2"
    service.new_dice("A-2")
    service.do(SelectDice(seat=1), ThrowDice(seat=1))


@pytest.mark.clause("603a.13(f)(1)(iii)")
def test_a_die_that_was_off_the_table_is_inspected_before_the_next_throw() -> None:
    service = with_quarterback()
    service.do(ThrowDice(seat=1), Report(irregularity="die-off-table", by=Role.DEALER), PassDice())
    assert service.refused(ThrowDice(seat=1)).clause.id == "603a.13(f)(1)(iii)"
    service.do(InspectDice(instruments=ALL_INSTRUMENTS), ThrowDice(seat=1))


@pytest.mark.clause("603a.13(f)(1)(ii)#5")
def test_dice_are_inspected_with_all_four_instruments() -> None:
    service = table()
    service.do(IssueDice(serial="A-1", colours=SET))
    refusal = service.refused(InspectDice(instruments=(Instrument.MAGNET, Instrument.MICROMETER)))
    assert refusal.clause.id == "603a.13(f)(1)(ii)#5"
    assert "balancing-caliper, steel-set-square" in refusal.message


@pytest.mark.clause("603a.13(f)(1)(ii)#3", "603a.13(f)(1)(ii)#4")
def test_a_floorperson_inspects_the_dice_before_the_dealer() -> None:
    service = table()
    service.do(IssueDice(serial="A-1", colours=SET))
    by_dealer = InspectDice(instruments=ALL_INSTRUMENTS, by=Role.DEALER)
    unseen = InspectDice(instruments=ALL_INSTRUMENTS, witness=Role.STICKPERSON)
    assert service.refused(by_dealer).clause.id == "603a.13(f)(1)(ii)#3"
    assert service.refused(unseen).clause.id == "603a.13(f)(1)(ii)#4"
    (inspected,) = service.do(InspectDice(instruments=ALL_INSTRUMENTS))
    assert isinstance(inspected, DiceInspected)
    assert (inspected.by, inspected.witness) == ("floorperson", "dealer")
    assert service.refused(InspectDice(instruments=ALL_INSTRUMENTS)).message == "dice A-1 stand inspected"


@pytest.mark.clause("603a.13(f)(1)(ii)#1")
def test_the_pit_manager_issues_dice_and_not_while_they_roll() -> None:
    service = with_quarterback()
    assert (
        service.refused(IssueDice(serial="A-2", colours=SET, by=Role.DEALER)).clause.id
        == "603a.13(f)(1)(ii)#1"
    )
    service.do(ThrowDice(seat=1))
    assert service.refused(IssueDice(serial="A-2", colours=SET)).clause.id == "603a.13(f)(1)(ii)#1"


@pytest.mark.clause(
    "661a.2(a)#1",
    "661a.2(b)",
    "661a.2(c)",
    "661a.4(a)#1",
    "661a.4(a)#3",
    "661a.4(a)#4",
    "603a.13(f)(1)(iii)(B)",
)
def test_every_step_of_the_check_list_is_attested_before_the_table_opens() -> None:
    steps = {step.id: step for step in ThreeDiceFootball.checklist}
    for left_out, step in steps.items():
        service = table()
        service.do(IssueDice(serial="A-1", colours=SET), InspectDice(instruments=ALL_INSTRUMENTS))
        for other in steps.values():
            if other.id != left_out:
                reference = "BGO 12-7" if other.stage is Stage.APPROVAL else ""
                (attested,) = service.do(
                    Attest(step=other.id, by=other.by[0], witness=other.witness, reference=reference)
                )
                assert isinstance(attested, Attested)
                assert (attested.clause, attested.reference) == (other.clause.id, reference)
        refusal = service.refused(OpenTable(gaming_day=GAMING_DAY))
        assert refusal.clause == step.clause


def test_a_step_is_attested_once_by_the_right_person_with_its_witness_and_reference() -> None:
    service = table()
    approval = Attest(step="layout-approved", by=Role.PIT_MANAGER, reference="BGO 12-7")
    service.do(approval)
    assert "already attested" in service.refused(approval).message
    assert "needs its reference" in service.refused(Attest(step="boxes-located", by=Role.PIT_MANAGER)).message
    assert "may not attest" in service.refused(Attest(step="dice-controlled", by=Role.PLAYER)).message
    unseen = Attest(step="dice-cupped", by=Role.FLOORPERSON)
    assert "a dealer must witness" in service.refused(unseen).message
    assert "no step 'coffee'" in service.refused(Attest(step="coffee", by=Role.DEALER)).message


def test_a_table_opens_under_the_edition_of_its_gaming_day() -> None:
    service = table()
    service.now = datetime(2012, 7, 28, 3, tzinfo=UTC)
    service.new_dice().attest(Stage.APPROVAL, Stage.OPENING)
    uncovered = service.refused(OpenTable(gaming_day=date(2012, 7, 27)))
    assert "no stored text of three-dice-football covers 2012-07-27" in uncovered.message
    elsewhere = service.refused(OpenTable(gaming_day=date(2014, 5, 4)))
    assert elsewhere.message == "2014-05-04 is not the gaming day of 2012-07-28"
    (opened,) = service.do(OpenTable(gaming_day=date(2012, 7, 28)))
    assert isinstance(opened, TableOpened)
    assert opened.edition == "577-2012"


def test_nothing_is_played_at_a_closed_table() -> None:
    service = table()
    assert (
        service.refused(PlaceWager(seat=1, wager="touchdown", amount=1000)).message == "the table is closed"
    )
    assert service.refused(CloseTable()).message == "the table is closed"


def test_a_table_closes_only_between_games_without_players() -> None:
    service = with_quarterback()
    assert service.refused(OpenTable(gaming_day=GAMING_DAY)).message == "the table is open"
    assert service.refused(CloseTable()).message == "a round is under way"
    empty = table().opened().seated(seat_1=1000)
    assert empty.refused(CloseTable()).message == "players are still at the table"
    empty.do(LeaveSeat(seat=1), CloseTable())


@pytest.mark.clause("603a.10(a)#1")
def test_chips_are_bought_from_the_dealer_with_cash_for_the_drop_box() -> None:
    service = table().opened().seated(seat_3=50_000)
    assert service.state.chips == {
        "tray": 9_950_000,
        "outside": -50_000,
        "drop box": 50_000,
        "patron:3": 50_000,
    }
    assert service.refused(BuyIn(seat=4, amount=1000)).clause.id == "603a.10(a)#1"
    assert service.refused(BuyIn(seat=3, amount=150)).clause.id == "603a.10(a)#1"
    assert service.refused(BuyIn(seat=3, amount=1000, by=Role.PLAYER)).clause.id == "603a.10(a)#1"


@pytest.mark.clause("661a.3(a)#1")
def test_a_player_wagers_only_the_chips_in_the_rack() -> None:
    service = table().opened().seated(seat_3=1000)
    service.do(PlaceWager(seat=3, wager="touchdown", amount=500))
    refusal = service.refused(PlaceWager(seat=3, wager="defense", amount=1000))
    assert (refusal.clause.id, refusal.fix) == ("661a.3(a)#1", "buy chips first")


def test_a_leaving_player_takes_the_rack_along() -> None:
    service = table().opened().seated(seat_3=1000)
    service.do(LeaveSeat(seat=3))
    assert service.state.chips["patron:3"] == 0
    assert service.chips() == 10_000_000
