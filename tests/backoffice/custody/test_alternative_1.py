"""Alternative 1: dice are inspected at the table (603a.13(f)(1)), one test for each row."""

import pytest

from houseway.backoffice.custody.orders import (
    DrawDice,
    HandToPit,
    InstrumentPlace,
    Into,
    IssueSet,
    KeepInstruments,
    ReserveDice,
)
from houseway.backoffice.custody.piece import Closure, Condition, Container, Whereabouts
from houseway.equipment.dice import DiceGame, Instrument
from tests.backoffice.custody.crew import (
    BOX,
    BOX_2,
    DEALER,
    DEALER_2,
    FLOOR,
    FLOOR_2,
    FOUR,
    GUARD,
    GUARD_2,
    KEYS,
    ONE,
    PIT,
    PIT_ONE,
    SHIFT,
    SHIFT_2,
    TABLE,
    Crew,
    fastening,
    hiding,
    inspection_1,
    placing,
)

CRAPS = DiceGame.CRAPS


@pytest.fixture
def crew() -> Crew:
    return Crew(ONE)


@pytest.mark.clause("603a.13(f)(1)(i)#1")
def test_those_who_drew_the_dice_give_them_to_the_pits_manager(crew: Crew) -> None:
    crew.receive("K1", CRAPS)
    draw = DrawDice(serials=("K1",), alternative=ONE, game=CRAPS)
    assert crew.refused(draw, PIT, GUARD) == "603a.13(f)(1)(i)#1"
    assert crew.refused(draw, SHIFT, FLOOR) == "603a.13(f)(1)(i)#1"
    crew.do(draw, SHIFT, GUARD)
    hand = HandToPit(serials=("K1",), alternative=ONE, game=CRAPS, pit=PIT_ONE, into=Into.PIT_MANAGER)
    for others in ((SHIFT_2, GUARD, PIT), (SHIFT, GUARD_2, PIT), (SHIFT, GUARD, FLOOR)):
        assert crew.refused(hand, *others) == "603a.13(f)(1)(i)#1"
    crew.do(hand, SHIFT, GUARD, PIT)
    held = crew.piece("K1")
    assert held.standing is Whereabouts.WITH_PIT_MANAGER
    assert [one.person for one in held.holders] == [PIT]


@pytest.mark.clause("603a.13(f)(1)(i)#2")
def test_or_they_lock_them_in_the_pit_stand_before_whoever_has_the_keys(crew: Crew) -> None:
    crew.drawn("K1", CRAPS, ONE)
    lock = HandToPit(serials=("K1",), alternative=ONE, game=CRAPS, pit=PIT_ONE, into=Into.PIT_STAND)
    assert crew.refused(lock, *KEYS, FLOOR) == "603a.13(f)(1)(i)#2"
    crew.do(lock, *KEYS, PIT)
    assert crew.piece("K1").standing is Whereabouts.IN_PIT_STAND
    assert crew.piece("K1").holders == ()


@pytest.mark.clause("603a.13(f)(1)(ii)#1")
def test_the_pits_manager_issues_the_set_when_the_table_opens(crew: Crew) -> None:
    issue = IssueSet(serial="K1", alternative=ONE, game=CRAPS, table=TABLE)
    crew.drawn("K1", CRAPS, ONE)
    assert crew.refused(issue, PIT) == "603a.13(f)(1)(ii)#1"
    crew.to_pit("K1", ONE)
    assert crew.refused(issue, FLOOR) == "603a.13(f)(1)(ii)#1"
    assert not crew.plays("K1")
    crew.do(issue, PIT)
    assert crew.plays("K1")
    # At another table nobody can inspect it.
    assert crew.refused(inspection_1("K1", CRAPS, "T-2"), BOX, DEALER) == "603a.13(f)(1)(ii)#2"


@pytest.mark.clause("603a.13(f)(1)(ii)#2")
def test_at_craps_the_boxperson_inspects(crew: Crew) -> None:
    crew.at_table_1("K1", CRAPS)
    order = inspection_1("K1", CRAPS)
    assert crew.refused(order, FLOOR, DEALER) == "603a.13(f)(1)(ii)#2"
    crew.do(order, BOX, DEALER)
    inspection = crew.piece("K1").inspection
    assert inspection is not None
    assert [one.person for one in inspection.inspectors] == [BOX]


@pytest.mark.clause("603a.13(f)(1)(ii)#3")
@pytest.mark.parametrize("game", [game for game in DiceGame if game is not CRAPS])
def test_at_the_other_games_the_floorperson_inspects(crew: Crew, game: DiceGame) -> None:
    crew.at_table_1("K1", game)
    order = inspection_1("K1", game)
    assert crew.refused(order, BOX, DEALER) == "603a.13(f)(1)(ii)#3"
    crew.do(order, FLOOR, DEALER)
    assert crew.piece("K1").condition is Condition.INSPECTED


@pytest.mark.clause("603a.13(f)(1)(ii)#4")
def test_the_dealer_witnesses_the_inspection(crew: Crew) -> None:
    crew.at_table_1("K1", CRAPS)
    assert crew.refused(inspection_1("K1", CRAPS), BOX, FLOOR) == "603a.13(f)(1)(ii)#4"
    crew.do(inspection_1("K1", CRAPS), BOX, DEALER)
    inspection = crew.piece("K1").inspection
    assert inspection is not None
    assert inspection.witness is not None
    assert inspection.witness.person == DEALER


@pytest.mark.clause("603a.13(f)(1)(ii)#5")
@pytest.mark.parametrize("missing", FOUR)
def test_no_instrument_may_be_missing(crew: Crew, missing: Instrument) -> None:
    crew.at_table_1("K1", CRAPS)
    three = tuple(one for one in FOUR if one is not missing)
    order = inspection_1("K1", CRAPS, instruments=three)
    assert crew.refused(order, BOX, DEALER) == "603a.13(f)(1)(ii)#5"
    assert crew.refused(placing("K1", CRAPS, ONE), BOX, DEALER) == "603a.13(f)(1)(iii)"


@pytest.mark.clause("603a.13(f)(1)(ii)#6")
def test_the_instruments_are_kept_at_the_craps_table_or_the_pit_stand() -> None:
    crew = Crew(chosen=None)
    crew.choose(ONE)
    crew.at_table_1("K1", CRAPS)
    assert crew.refused(inspection_1("K1", CRAPS), BOX, DEALER) == "603a.13(f)(1)(ii)#6"
    keep = KeepInstruments(alternative=ONE, place=InstrumentPlace.CRAPS_TABLE, where=TABLE, instruments=FOUR)
    assert crew.refused(keep, FLOOR) == "603a.13(f)(1)(ii)#6"
    crew.do(keep, PIT)
    crew.do(inspection_1("K1", CRAPS), BOX, DEALER)
    # What lies at a craps table is not at hand elsewhere.
    crew.at_table_1("S1", DiceGame.SIC_BO, "T-1")
    assert crew.refused(inspection_1("S1", DiceGame.SIC_BO), FLOOR, DEALER) == "603a.13(f)(1)(ii)#6"


@pytest.mark.clause("603a.13(f)(1)(ii)#7")
@pytest.mark.parametrize("hidden", ["flat_surface", "seen_by_surveillance", "seen_from_around"])
def test_the_inspection_is_in_view(crew: Crew, hidden: str) -> None:
    crew.at_table_1("K1", CRAPS)
    order = inspection_1("K1", CRAPS, **hiding(hidden))
    assert crew.refused(order, BOX, DEALER) == "603a.13(f)(1)(ii)#7"
    crew.do(inspection_1("K1", CRAPS), BOX, DEALER)


@pytest.mark.clause("603a.13(f)(1)(iii)")
@pytest.mark.parametrize("game", DiceGame)
def test_dice_come_into_use_only_after_the_inspection(crew: Crew, game: DiceGame) -> None:
    crew.at_table_1("K1", game)
    who = (BOX if game is CRAPS else FLOOR, DEALER)
    assert crew.refused(placing("K1", game, ONE), *who) == "603a.13(f)(1)(iii)"
    assert "put-in-use" not in crew.next_orders("K1")
    crew.do(inspection_1("K1", game), *who)
    assert "put-in-use" in crew.next_orders("K1")
    crew.do(placing("K1", game, ONE), *who)


@pytest.mark.clause("603a.13(f)(1)(iii)(A)")
def test_at_craps_the_boxperson_cups_the_dice_before_a_dealer(crew: Crew) -> None:
    crew.inspected_1("K1", CRAPS)
    order = placing("K1", CRAPS, ONE)
    assert crew.refused(order, FLOOR, DEALER) == "603a.13(f)(1)(iii)(A)"
    assert crew.refused(order, BOX, BOX_2) == "603a.13(f)(1)(iii)(A)"
    shaken = placing("K1", CRAPS, ONE, container=Container.SHAKER)
    assert crew.refused(shaken, BOX, DEALER) == "603a.13(f)(1)(iii)(A)"
    elsewhere = placing("K1", CRAPS, ONE, "T-2")
    assert crew.refused(elsewhere, BOX, DEALER) == "603a.13(f)(1)(iii)(A)"
    crew.do(order, BOX, DEALER_2)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(1)(iii)(B)")
@pytest.mark.parametrize("game", [DiceGame.MINI_CRAPS, DiceGame.THREE_DICE_FOOTBALL])
def test_at_mini_craps_and_football_the_floorperson_cups_them(crew: Crew, game: DiceGame) -> None:
    crew.inspected_1("K1", game)
    order = placing("K1", game, ONE)
    assert crew.refused(order, BOX, DEALER) == "603a.13(f)(1)(iii)(B)"
    assert crew.refused(order, FLOOR, FLOOR_2) == "603a.13(f)(1)(iii)(B)"
    crew.do(order, FLOOR, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(1)(iii)(C)#1")
def test_at_sic_bo_the_shaker_is_loaded_and_closed_before_the_dealer(crew: Crew) -> None:
    game = DiceGame.SIC_BO
    crew.inspected_1("K1", game)
    order = placing("K1", game, ONE)
    assert crew.refused(order, FLOOR, FLOOR_2) == "603a.13(f)(1)(iii)(C)#1"
    opened = placing("K1", game, ONE, closed_by=None)
    assert crew.refused(opened, FLOOR, DEALER) == "603a.13(f)(1)(iii)(C)#1"
    crew.do(placing("K1", game, ONE, closed_by=Closure.LOCK), FLOOR, DEALER)
    assert crew.piece("K1").standing is Whereabouts.LOADED
    assert crew.next_orders("K1") == {"fasten-shaker"}


@pytest.mark.clause("603a.13(f)(1)(iii)(C)#2")
@pytest.mark.parametrize("game", [DiceGame.SIC_BO, DiceGame.SIC_BO_AUTOMATED])
def test_then_it_is_fastened_before_the_dealer_who_watched_the_inspection(crew: Crew, game: DiceGame) -> None:
    crew.inspected_1("K1", game)
    fasten = fastening("K1", game, ONE)
    assert crew.refused(fasten, FLOOR, DEALER) == "603a.13(f)(1)(iii)(C)#2"
    crew.do(placing("K1", game, ONE), FLOOR, DEALER_2)
    assert crew.refused(fasten, FLOOR, DEALER_2) == "603a.13(f)(1)(iii)(C)#2"
    assert crew.refused(fasten, BOX, DEALER) == "603a.13(f)(1)(iii)(C)#2"
    assert crew.refused(fastening("K1", game, ONE, "T-2"), FLOOR, DEALER) == "603a.13(f)(1)(iii)(C)#2"
    crew.do(fasten, FLOOR_2, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(1)(iii)(D)")
@pytest.mark.parametrize("game", [DiceGame.PAI_GOW, DiceGame.PAI_GOW_POKER, DiceGame.ASIA_POKER])
def test_at_the_pai_gow_games_the_floorperson_loads_the_shaker(crew: Crew, game: DiceGame) -> None:
    crew.inspected_1("K1", game)
    order = placing("K1", game, ONE)
    assert crew.refused(order, PIT, DEALER) == "603a.13(f)(1)(iii)(D)"
    assert crew.refused(order, FLOOR, FLOOR_2) == "603a.13(f)(1)(iii)(D)"
    crew.do(order, FLOOR, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(1)(iv)#1")
def test_the_pits_manager_puts_spare_dice_into_the_stand(crew: Crew) -> None:
    crew.drawn("K1", CRAPS, ONE)
    crew.to_pit("K1", ONE)
    order = ReserveDice(serials=("K1",), alternative=ONE, game=CRAPS, pit=PIT_ONE)
    assert crew.refused(order, FLOOR) == "603a.13(f)(1)(iv)#1"
    elsewhere = ReserveDice(serials=("K1",), alternative=ONE, game=CRAPS, pit="Pit 2")
    assert crew.refused(elsewhere, PIT) == "603a.13(f)(1)(iv)#1"
    crew.do(order, PIT)
    assert crew.piece("K1").reserve


@pytest.mark.clause("603a.13(f)(1)(iv)#2")
def test_the_reserve_is_under_lock_with_the_keys_at_pit_manager_level(crew: Crew) -> None:
    crew.drawn("K1", CRAPS, ONE)
    crew.to_pit("K1", ONE)
    crew.reserve("K1", ONE)
    locked = crew.piece("K1")
    assert locked.standing is Whereabouts.IN_PIT_STAND
    assert locked.holders == ()
    assert crew.refused(IssueSet(serial="K1", alternative=ONE, game=CRAPS, table=TABLE), BOX) == (
        "603a.13(f)(1)(ii)#1"
    )


@pytest.mark.clause("603a.13(f)(1)(iv)#3")
def test_reserve_dice_are_inspected_at_the_table_before_play(crew: Crew) -> None:
    crew.drawn("K1", CRAPS, ONE)
    crew.to_pit("K1", ONE)
    crew.reserve("K1", ONE)
    crew.issue("K1", ONE)
    assert crew.refused(placing("K1", CRAPS, ONE), BOX, DEALER) == "603a.13(f)(1)(iv)#3"
    crew.do(inspection_1("K1", CRAPS), BOX, DEALER)
    crew.do(placing("K1", CRAPS, ONE), BOX, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


def test_one_person_never_signs_twice(crew: Crew) -> None:
    crew.at_table_1("K1", DiceGame.SIC_BO)
    # A floorperson who also deals that day is still one person.
    order = inspection_1("K1", DiceGame.SIC_BO)
    assert crew.refused(order, FLOOR, FLOOR) == "603a.13(f)(1)(ii)#4"


def test_a_second_set_waits_until_the_first_is_out_of_use(crew: Crew) -> None:
    crew.in_use_1("K1", CRAPS)
    crew.inspected_1("K2", CRAPS)
    assert crew.refused(placing("K2", CRAPS, ONE), BOX, DEALER) == "623a.7(a)#1"
