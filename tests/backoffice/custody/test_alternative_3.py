"""Alternative 3: dice are inspected and sealed in storage (603a.13(f)(3)), one test for each row."""

from collections.abc import Callable
from typing import Any

import pytest

from houseway.backoffice.custody.facts import DiceSealed
from houseway.backoffice.custody.orders import (
    DrawDice,
    HandToPit,
    InspectedBy,
    InstrumentPlace,
    Into,
    IssueSet,
    KeepInstruments,
    Lack,
    NewPiece,
    Occasion,
    ReplaceDie,
    ReportSeal,
    ReserveDice,
    SealDice,
    SealFault,
    TellSurveillance,
)
from houseway.backoffice.custody.piece import Closure, Condition, Container, PieceKind, Whereabouts
from houseway.backoffice.orders import Order
from houseway.equipment.dice import DiceGame, Instrument
from tests.backoffice.custody.crew import (
    BOX,
    BOX_2,
    DEALER,
    EYE,
    FLOOR,
    FLOOR_2,
    FOUR,
    GUARD,
    GUARD_2,
    KEYS,
    ONE,
    PAI_GOW,
    PIT,
    PIT_ONE,
    SHIFT,
    SHIFT_2,
    TABLE,
    THREE,
    TWO,
    Crew,
    fastening,
    handing,
    hiding,
    inspection_1,
    inspection_2,
    inspection_3,
    placing,
    sealing,
    supervisor,
)

CRAPS, MINI_CRAPS, FOOTBALL = DiceGame.CRAPS, DiceGame.MINI_CRAPS, DiceGame.THREE_DICE_FOOTBALL
MANUAL, AUTOMATED = DiceGame.SIC_BO, DiceGame.SIC_BO_AUTOMATED
SOUND: dict[str, Any] = {"seal_intact": True, "free_of_tampering": True}


@pytest.fixture
def crew() -> Crew:
    return Crew(THREE)


def told(crew: Crew, game: DiceGame, serial: str = "K1", **changes: Any) -> str:
    crew.receive(serial, game, **changes)
    crew.do(TellSurveillance(serials=(serial,), game=game), FLOOR, EYE)
    return serial


def inspected(crew: Crew, game: DiceGame, by: InspectedBy = InspectedBy.FLOOR_SUPERVISOR) -> str:
    crew.receive("K1", game)
    return crew.inspected_3("K1", game, by)


@pytest.mark.clause("603a.13(f)(3)(i)")
def test_three_people_are_present_at_the_inspection(crew: Crew) -> None:
    told(crew, CRAPS)
    order = inspection_3("K1", CRAPS)
    for others in ((PIT, FLOOR, GUARD), (SHIFT, BOX, GUARD), (SHIFT, FLOOR, EYE), (SHIFT, SHIFT, GUARD)):
        assert crew.refused(order, *others) == "603a.13(f)(3)(i)"
    crew.do(order, SHIFT, FLOOR, GUARD)
    assert crew.piece("K1").condition is Condition.INSPECTED


@pytest.mark.clause("603a.13(f)(3)(ii)")
def test_surveillance_is_told_before_the_inspection_begins(crew: Crew) -> None:
    crew.receive("K1", CRAPS)
    assert crew.next_orders("K1") == {"tell-surveillance"}
    assert crew.refused(inspection_3("K1", CRAPS), SHIFT, FLOOR, GUARD) == "603a.13(f)(3)(ii)"
    order = TellSurveillance(serials=("K1",), game=CRAPS)
    assert crew.refused(order, FLOOR, GUARD) == "603a.13(f)(3)(ii)"
    assert crew.refused(order, BOX, EYE) == "603a.13(f)(3)(ii)"
    crew.do(order, FLOOR, EYE)
    crew.do(inspection_3("K1", CRAPS), SHIFT, FLOOR, GUARD)


@pytest.mark.clause("603a.13(f)(3)(ii)")
def test_a_notice_that_comes_after_the_inspection_began_is_none(crew: Crew) -> None:
    told(crew, CRAPS)
    crew.forward(minutes=-1)
    assert crew.refused(inspection_3("K1", CRAPS), SHIFT, FLOOR, GUARD) == "603a.13(f)(3)(ii)"


@pytest.mark.clause("603a.13(f)(3)(iii)#1")
@pytest.mark.parametrize("missing", FOUR)
def test_no_instrument_may_be_missing_in_storage(crew: Crew, missing: Instrument) -> None:
    told(crew, CRAPS)
    three = tuple(one for one in FOUR if one is not missing)
    order = inspection_3("K1", CRAPS, instruments=three)
    assert crew.refused(order, SHIFT, FLOOR, GUARD) == "603a.13(f)(3)(iii)#1"


@pytest.mark.clause("603a.13(f)(3)(iii)#1")
@pytest.mark.parametrize(
    ("by", "names"),
    [
        (InspectedBy.FLOOR_SUPERVISOR, [FLOOR]),
        (InspectedBy.SHIFT_MANAGER, [SHIFT]),
        (InspectedBy.BOTH, [SHIFT, FLOOR]),
    ],
)
def test_either_supervisor_or_both_inspect(crew: Crew, by: InspectedBy, names: list[str]) -> None:
    inspected(crew, CRAPS, by)
    inspection = crew.piece("K1").inspection
    assert inspection is not None
    assert [one.person for one in inspection.inspectors] == names


@pytest.mark.clause("603a.13(f)(3)(iii)#2")
def test_a_set_of_instruments_stays_in_the_storage_area() -> None:
    crew = Crew(chosen=None)
    crew.choose(THREE)
    told(crew, CRAPS)
    assert crew.refused(inspection_3("K1", CRAPS), SHIFT, FLOOR, GUARD) == "603a.13(f)(3)(iii)#2"
    keep = KeepInstruments(alternative=THREE, place=InstrumentPlace.STORAGE, instruments=FOUR)
    assert crew.refused(keep, PIT) == "603a.13(f)(3)(iii)#2"
    crew.do(keep, SHIFT)
    crew.do(inspection_3("K1", CRAPS), SHIFT, FLOOR, GUARD)


@pytest.mark.clause("603a.13(f)(3)(iv)")
def test_those_who_inspected_seal_the_dice_and_nothing_leaves_storage_unsealed(crew: Crew) -> None:
    told(crew, CRAPS)
    assert crew.refused(sealing("K1", CRAPS, THREE, crew.day), FLOOR) == "603a.13(f)(3)(iv)"
    crew.do(inspection_3("K1", CRAPS), SHIFT, FLOOR, GUARD)
    assert crew.next_orders("K1") == {"seal-dice"}
    assert crew.refused(sealing("K1", CRAPS, THREE, crew.day), FLOOR_2) == "603a.13(f)(3)(iv)"
    by_manager = sealing("K1", CRAPS, THREE, crew.day, inspected_by=InspectedBy.SHIFT_MANAGER)
    assert crew.refused(by_manager, SHIFT) == "603a.13(f)(3)(iv)"
    crew.do(sealing("K1", CRAPS, THREE, crew.day), FLOOR)
    assert crew.next_orders("K1") == {"draw-dice"}


@pytest.mark.clause("603a.13(f)(3)(iv)(A)#1")
@pytest.mark.parametrize(("game", "number"), [(CRAPS, 5), (MINI_CRAPS, 5), (FOOTBALL, 6)])
def test_craps_dice_are_sealed_in_fives_and_football_by_the_set(
    crew: Crew, game: DiceGame, number: int
) -> None:
    inspected(crew, game)
    for wrong in (number - 1, number + 1):
        order = sealing("K1", game, THREE, crew.day, dice=wrong)
        assert crew.refused(order, FLOOR) == "603a.13(f)(3)(iv)(A)#1"
    shaken = sealing("K1", game, THREE, crew.day, container=Container.SHAKER)
    assert crew.refused(shaken, FLOOR) == "603a.13(f)(3)(iv)(A)#1"
    crew.do(sealing("K1", game, THREE, crew.day), FLOOR)
    assert crew.piece("K1").condition is Condition.SEALED


@pytest.mark.clause("603a.13(f)(3)(iv)(A)#1")
def test_a_printed_football_packet_of_five_is_marked_as_incomplete() -> None:
    crew = Crew(THREE, football_dice_per_seal=5)
    told(crew, FOOTBALL, colours=("green",) * 3 + ("red",) * 2)
    crew.do(inspection_3("K1", FOOTBALL), SHIFT, FLOOR, GUARD)
    (sealed,) = crew.do(sealing("K1", FOOTBALL, THREE, crew.day, dice=5), FLOOR)
    assert isinstance(sealed, DiceSealed)
    assert sealed.incomplete


@pytest.mark.clause("603a.13(f)(3)(iv)(A)#2")
def test_each_packet_is_dated_and_signed_by_its_inspectors(crew: Crew) -> None:
    inspected(crew, CRAPS, InspectedBy.BOTH)
    tomorrow = crew.day.replace(day=crew.day.day + 1)
    both: dict[str, Any] = {"inspected_by": InspectedBy.BOTH}
    assert crew.refused(sealing("K1", CRAPS, THREE, tomorrow, **both), SHIFT, FLOOR) == (
        "603a.13(f)(3)(iv)(A)#2"
    )
    assert crew.refused(sealing("K1", CRAPS, THREE, crew.day, **both), PIT, FLOOR) == (
        "603a.13(f)(3)(iv)(A)#2"
    )
    crew.do(sealing("K1", CRAPS, THREE, crew.day, **both), SHIFT, FLOOR)
    label = crew.paper("dice-seal-label", "K1")
    assert {one.name for one in label.signatures} == {SHIFT.title(), FLOOR.title()}


@pytest.mark.clause("603a.13(f)(3)(iv)(B)#1")
@pytest.mark.parametrize("closed_by", Closure)
def test_for_a_manual_sic_bo_shaker_the_dice_are_closed_in_it(crew: Crew, closed_by: Closure) -> None:
    inspected(crew, MANUAL)
    packet = sealing("K1", MANUAL, THREE, crew.day, container=Container.ENVELOPE)
    assert crew.refused(packet, FLOOR) == "603a.13(f)(3)(iv)(B)#1"
    assert crew.refused(sealing("K1", MANUAL, THREE, crew.day, dice=5), FLOOR) == "603a.13(f)(3)(iv)(B)#1"
    crew.do(sealing("K1", MANUAL, THREE, crew.day, closed_by=closed_by), FLOOR)
    assert crew.paper("dice-seal-label", "K1").clause.id == "603a.13(f)(3)(iv)(B)#1"


@pytest.mark.clause("603a.13(f)(3)(iv)(B)#2")
def test_for_an_automated_sic_bo_shaker_they_go_into_a_packet(crew: Crew) -> None:
    inspected(crew, AUTOMATED)
    shaker = sealing("K1", AUTOMATED, THREE, crew.day, container=Container.SHAKER)
    assert crew.refused(shaker, FLOOR) == "603a.13(f)(3)(iv)(B)#2"
    assert crew.refused(sealing("K1", AUTOMATED, THREE, crew.day, dice=2), FLOOR) == "603a.13(f)(3)(iv)(B)#2"
    crew.do(sealing("K1", AUTOMATED, THREE, crew.day), FLOOR)
    assert crew.piece("K1").condition is Condition.SEALED


@pytest.mark.clause("603a.13(f)(3)(iv)(C)")
@pytest.mark.parametrize("game", PAI_GOW)
@pytest.mark.parametrize("container", [Container.ENVELOPE, Container.CONTAINER, Container.SHAKER])
def test_pai_gow_dice_are_sealed_in_threes(crew: Crew, game: DiceGame, container: Container) -> None:
    inspected(crew, game)
    assert crew.refused(sealing("K1", game, THREE, crew.day, dice=5), FLOOR) == "603a.13(f)(3)(iv)(C)"
    locked = sealing("K1", game, THREE, crew.day, container=container, closed_by=Closure.LOCK)
    assert crew.refused(locked, FLOOR) == "603a.13(f)(3)(iv)(C)"
    crew.do(sealing("K1", game, THREE, crew.day, container=container), FLOOR)
    assert crew.paper("dice-seal-label", "K1").clause.id == "603a.13(f)(3)(iv)(C)"


@pytest.mark.clause("603a.13(f)")
def test_pai_gow_poker_may_be_kept_out_of_alternative_3() -> None:
    # Reading C-13: the paragraph names Pai Gow only.
    crew = Crew(THREE, pai_gow_poker_in_storage=False)
    crew.receive("K1", DiceGame.PAI_GOW_POKER)
    order = TellSurveillance(serials=("K1",), game=DiceGame.PAI_GOW_POKER)
    assert crew.refused(order, FLOOR, EYE) == "603a.13(f)(3)(iv)(C)"
    crew.sealed_3("K2", DiceGame.PAI_GOW)
    crew.sealed_3("K3", DiceGame.CRAPS)
    crew.choose(TWO, pai_gow_poker_in_storage=False)
    crew.draw("K1", TWO)


def single_reserve(crew: Crew, colour: str = "red", imprint: str = "K1", game: DiceGame = CRAPS) -> str:
    """A single die, sealed in storage and locked in the pit's reserve."""
    crew.sealed_3("R1", game, colours=(colour,), imprint=imprint)
    crew.draw("R1", THREE)
    crew.to_pit("R1", THREE)
    crew.reserve("R1", THREE)
    return "R1"


def replacing(lack: Lack = Lack.REJECTED, **changes: Any) -> ReplaceDie:
    whole = {
        "serial": "K1",
        "game": CRAPS,
        "table": TABLE,
        "single": "R1",
        "lack": lack,
        "colour": "red",
        "finding": "one corner is chipped" if lack is Lack.REJECTED else "",
        **SOUND,
    }
    return ReplaceDie(**{**whole, **changes})


@pytest.mark.clause("603a.13(f)(3)(iv)(D)")
def test_a_reserve_die_is_sealed_by_itself(crew: Crew) -> None:
    told(crew, CRAPS, colours=("red",))
    crew.do(inspection_3("K1", CRAPS), SHIFT, FLOOR, GUARD)
    as_a_set = sealing("K1", CRAPS, THREE, crew.day, dice=1)
    assert crew.refused(as_a_set, FLOOR) == "603a.13(f)(3)(iv)(A)#1"
    two = sealing("K1", CRAPS, THREE, crew.day, dice=2, single=True)
    assert crew.refused(two, FLOOR) == "603a.13(f)(3)(iv)(D)"
    crew.do(sealing("K1", CRAPS, THREE, crew.day, dice=1, single=True), FLOOR)
    assert crew.paper("dice-seal-label", "K1").clause.id == "603a.13(f)(3)(iv)(D)"
    # By itself it opens no table.
    crew.draw("K1", THREE)
    crew.to_pit("K1", THREE)
    assert "issue-set" not in crew.next_orders("K1")
    issue = IssueSet(serial="K1", alternative=THREE, game=CRAPS, table=TABLE)
    assert crew.refused(issue, PIT) == "603a.13(f)(3)(v)(A)#2"


@pytest.mark.clause("603a.13(f)(3)(iv)(D)")
def test_a_whole_set_is_not_sealed_as_a_single_die(crew: Crew) -> None:
    inspected(crew, CRAPS)
    order = sealing("K1", CRAPS, THREE, crew.day, single=True)
    assert crew.refused(order, FLOOR) == "603a.13(f)(3)(iv)(D)"


@pytest.mark.clause("603a.13(f)(3)(iv)(D)")
def test_a_single_die_takes_the_place_of_a_rejected_one_of_its_colour_and_number(crew: Crew) -> None:
    crew.in_use_3("K1", CRAPS)
    single_reserve(crew)
    assert crew.refused(replacing(colour="blue"), BOX, DEALER) == "603a.13(f)(3)(iv)(D)"
    assert crew.refused(replacing(single="K1"), BOX, DEALER) == "603a.13(f)(3)(iv)(D)"
    assert crew.refused(replacing(table="T-9"), BOX, DEALER) == "603a.13(f)(3)(iv)(D)"
    assert crew.refused(replacing(), FLOOR, DEALER) == "603a.13(f)(3)(iv)(D)"
    assert crew.refused(replacing(), BOX, BOX_2) == "603a.13(f)(3)(iv)(D)"
    assert crew.refused(replacing(seal_intact=False), BOX, DEALER) == "603a.13(f)(3)(vi)"
    assert crew.refused(replacing(free_of_tampering=False), BOX, DEALER) == "603a.13(f)(3)(vi)"
    assert crew.refused(replacing(finding=""), BOX, DEALER) == "603a.13(g)#1"
    assert crew.refused(replacing(Lack.MISSING), BOX, DEALER) == "603a.13(f)(3)(iv)(D)"
    assert crew.refused(replacing(Lack.LOST_IN_PLAY), BOX, DEALER) == "623a.7(d)#3"
    crew.do(replacing(), BOX, DEALER)
    assert crew.piece("K1").count == 5
    assert crew.piece("R1").standing is Whereabouts.GONE
    # What was wrong with the other one is reported.
    found = crew.piece("K1").discrepancy
    assert found is not None
    assert found.finding == "one corner is chipped"


@pytest.mark.clause("603a.13(f)(3)(iv)(D)")
@pytest.mark.parametrize(("colour", "imprint"), [("blue", "K1"), ("red", "K2")])
def test_a_die_of_another_colour_or_number_calls_for_a_new_set(crew: Crew, colour: str, imprint: str) -> None:
    crew.in_use_3("K1", CRAPS)
    single_reserve(crew, colour, imprint)
    assert crew.refused(replacing(), BOX, DEALER) == "603a.13(f)(3)(iv)(D)"


@pytest.mark.clause("603a.13(f)(3)(iv)(D)")
def test_only_in_a_set_of_its_game_is_a_die_replaced(crew: Crew) -> None:
    crew.in_use_3("K1", CRAPS)
    single_reserve(crew)
    assert crew.refused(replacing(game=MINI_CRAPS), FLOOR, DEALER) == "603a.13(f)(3)(iv)(D)"
    crew.sealed_3("R2", MINI_CRAPS, colours=("red",), imprint="K1")
    crew.draw("R2", THREE)
    crew.to_pit("R2", THREE)
    assert crew.refused(replacing(single="R2"), BOX, DEALER) == "603a.13(f)(3)(iv)(D)"
    # Nor is a single die a set.
    assert crew.refused(replacing(serial="R1", table=""), BOX, DEALER) == "603a.13(f)(3)(iv)(D)"
    deck = NewPiece(serial="C1", kind=PieceKind.CARDS, game="asia-poker", colours=("blue",), count=53)
    crew.receive_piece(deck)
    assert crew.refused(replacing(serial="C1"), BOX, DEALER) == "603a.13(f)(3)(iv)(D)"


@pytest.mark.clause("603a.13(f)(3)(iv)(D)")
def test_a_die_that_is_not_in_the_sealed_reserve_replaces_none(crew: Crew) -> None:
    crew.in_use_3("K1", CRAPS)
    crew.sealed_3("R1", CRAPS, colours=("red",), imprint="K1")
    assert crew.refused(replacing(), BOX, DEALER) == "603a.13(f)(3)(iv)(D)"
    crew.draw("R1", THREE)
    crew.to_pit("R1", THREE)
    crew.do(ReportSeal(serial="R1", fault=SealFault.BROKEN, finding="open"), FLOOR)
    assert crew.refused(replacing(), BOX, DEALER) == "603a.13(f)(3)(iv)(D)"


def test_a_single_die_completes_a_football_packet_of_five() -> None:
    crew = Crew(THREE, football_dice_per_seal=5)
    crew.at_table_3("K1", FOOTBALL, colours=("green",) * 4 + ("red",))
    order = placing("K1", FOOTBALL, THREE, **SOUND)
    assert crew.refused(order, FLOOR, DEALER) == "661a.4(a)#2"
    single_reserve(crew, "red", "K1", FOOTBALL)
    crew.do(replacing(Lack.MISSING, game=FOOTBALL, finding=""), FLOOR, DEALER)
    crew.do(order, FLOOR, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE
    assert crew.piece("K1").discrepancy is None


@pytest.mark.clause("603a.13(f)(3)(v)")
def test_shift_manager_and_security_deliver_sealed_dice_at_the_start_of_the_day_or_when_needed(
    crew: Crew,
) -> None:
    inspected(crew, CRAPS)
    draw = DrawDice(serials=("K1",), alternative=THREE, game=CRAPS, occasion=Occasion.AS_NEEDED)
    assert crew.refused(draw, SHIFT, GUARD) == "603a.13(f)(3)(v)"
    crew.do(sealing("K1", CRAPS, THREE, crew.day), FLOOR)
    assert crew.refused(draw, PIT, GUARD) == "603a.13(f)(3)(v)"
    assert crew.refused(draw, SHIFT, FLOOR) == "603a.13(f)(3)(v)"
    crew.do(draw, SHIFT, GUARD)
    assert crew.next_orders("K1") == {"hand-to-pit"}


def check_delivery(crew: Crew, game: DiceGame, clause: str, into: Into) -> None:
    crew.sealed_3("K1", game)
    crew.draw("K1", THREE)
    order = HandToPit(serials=("K1",), alternative=THREE, game=game, pit=PIT_ONE, into=into)
    assert crew.refused(order, *KEYS, FLOOR) == clause
    assert crew.refused(order, SHIFT_2, GUARD, PIT) == clause
    assert crew.refused(order, SHIFT, GUARD_2, PIT) == clause
    crew.do(order, *KEYS, PIT)
    standing = crew.piece("K1").standing
    assert standing is (
        Whereabouts.WITH_PIT_MANAGER if into is Into.PIT_MANAGER else Whereabouts.IN_PIT_STAND
    )
    crew.issue("K1", THREE)
    piece = crew.piece("K1")
    assert (piece.standing, piece.table) == (Whereabouts.AT_TABLE, TABLE)


@pytest.mark.clause("603a.13(f)(3)(v)(A)#1")
@pytest.mark.parametrize("into", Into)
@pytest.mark.parametrize("game", [CRAPS, MINI_CRAPS, FOOTBALL])
def test_craps_packets_go_to_the_pits_manager_or_the_locked_stand(
    crew: Crew, game: DiceGame, into: Into
) -> None:
    check_delivery(crew, game, "603a.13(f)(3)(v)(A)#1", into)


@pytest.mark.clause("603a.13(f)(3)(v)(B)#1")
@pytest.mark.parametrize("into", Into)
def test_so_do_sealed_manual_sic_bo_shakers(crew: Crew, into: Into) -> None:
    check_delivery(crew, MANUAL, "603a.13(f)(3)(v)(B)#1", into)


@pytest.mark.clause("603a.13(f)(3)(v)(B)#3")
@pytest.mark.parametrize("into", Into)
def test_and_packets_for_an_automated_sic_bo_shaker(crew: Crew, into: Into) -> None:
    check_delivery(crew, AUTOMATED, "603a.13(f)(3)(v)(B)#3", into)


@pytest.mark.clause("603a.13(f)(3)(v)(C)#1")
@pytest.mark.parametrize("into", Into)
@pytest.mark.parametrize("game", PAI_GOW)
def test_and_pai_gow_packets(crew: Crew, game: DiceGame, into: Into) -> None:
    check_delivery(crew, game, "603a.13(f)(3)(v)(C)#1", into)


def check_opening(crew: Crew, game: DiceGame, clause: str, wrong: str) -> None:
    crew.at_table_3("K1", game)
    by = supervisor(game)
    order = placing("K1", game, THREE, **SOUND)
    assert crew.refused(order, wrong, DEALER) == clause
    assert crew.refused(order, by, PIT) == clause
    for unsound in SOUND:
        unsure = placing("K1", game, THREE, **{**SOUND, unsound: False})
        assert crew.refused(unsure, by, DEALER) == "603a.13(f)(3)(vi)"
    wrong_place = placing("K1", game, THREE, container=Container.ENVELOPE, **SOUND)
    assert crew.refused(wrong_place, by, DEALER) == clause
    assert crew.refused(placing("K1", game, THREE, "T-2", **SOUND), by, DEALER) == clause
    crew.do(order, by, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(3)(v)(A)#2")
@pytest.mark.parametrize(("game", "wrong"), [(CRAPS, FLOOR), (MINI_CRAPS, BOX), (FOOTBALL, BOX)])
def test_the_tables_supervisor_checks_the_seal_opens_it_before_a_dealer_and_cups_the_dice(
    crew: Crew, game: DiceGame, wrong: str
) -> None:
    check_opening(crew, game, "603a.13(f)(3)(v)(A)#2", wrong)


@pytest.mark.clause("603a.13(f)(3)(v)(B)#2")
def test_a_floor_supervisor_checks_the_manual_shakers_seal_and_fastens_it(crew: Crew) -> None:
    crew.at_table_3("K1", MANUAL)
    order = fastening("K1", MANUAL, THREE, **SOUND)
    assert crew.refused(order, BOX) == "603a.13(f)(3)(v)(B)#2"
    for unsound in SOUND:
        unsure = fastening("K1", MANUAL, THREE, **{**SOUND, unsound: False})
        assert crew.refused(unsure, FLOOR) == "603a.13(f)(3)(vi)"
    assert crew.refused(fastening("K1", MANUAL, THREE, "T-2", **SOUND), FLOOR) == "603a.13(f)(3)(v)(B)#2"
    opened = placing("K1", MANUAL, THREE, **SOUND)
    assert crew.refused(opened, FLOOR, DEALER) == "603a.13(f)(3)(v)(B)#2"
    crew.do(order, PIT)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(3)(v)(B)#4")
def test_the_floorperson_opens_the_packet_and_loads_the_automated_shaker(crew: Crew) -> None:
    check_opening(crew, AUTOMATED, "603a.13(f)(3)(v)(B)#4", BOX)
    fasten = fastening("K1", AUTOMATED, THREE, **SOUND)
    assert crew.refused(fasten, FLOOR, DEALER) == "603a.13(f)(3)(v)(B)#4"


@pytest.mark.clause("603a.13(f)(3)(v)(C)#2")
@pytest.mark.parametrize("game", PAI_GOW)
def test_the_floorperson_opens_the_packet_and_loads_the_pai_gow_shaker(crew: Crew, game: DiceGame) -> None:
    check_opening(crew, game, "603a.13(f)(3)(v)(C)#2", PIT)


@pytest.mark.clause("603a.13(f)(3)(vi)")
@pytest.mark.parametrize("game", DiceGame)
def test_dice_from_a_damaged_seal_are_barred_until_inspected_at_the_table(crew: Crew, game: DiceGame) -> None:
    crew.at_table_3("K1", game)
    report = ReportSeal(serial="K1", fault=SealFault.BROKEN, finding="the seal is cut")
    assert crew.refused(report, DEALER) == "603a.13(f)(3)(vi)"
    who = (FLOOR,) if game is MANUAL else (supervisor(game), DEALER)
    use: Callable[..., Order] = fastening if game is MANUAL else placing
    for unsound in SOUND:
        unsure = use("K1", game, THREE, **{**SOUND, unsound: False})
        assert crew.refused(unsure, *who) == "603a.13(f)(3)(vi)"
    (damaged,) = crew.do(report, supervisor(game))
    assert damaged.clause == "603a.13(f)(3)(vi)"
    assert not crew.plays("K1")
    assert crew.refused(use("K1", game, THREE, **SOUND), *who) == "603a.13(f)(3)(vi)"
    crew.do(inspection_1("K1", game), supervisor(game), DEALER)
    assert crew.plays("K1")
    crew.do(placing("K1", game, ONE), supervisor(game), DEALER)
    if game in (MANUAL, AUTOMATED):
        crew.do(fastening("K1", game, ONE), FLOOR, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(3)(vi)")
def test_or_inspected_at_the_pit(crew: Crew) -> None:
    crew.sealed_3("K1", CRAPS)
    crew.draw("K1", THREE)
    crew.to_pit("K1", THREE, Into.PIT_STAND)
    crew.do(ReportSeal(serial="K1", fault=SealFault.BROKEN, finding="the envelope is open"), PIT)
    issue = IssueSet(serial="K1", alternative=THREE, game=CRAPS, table=TABLE)
    assert crew.refused(issue, PIT) == "603a.13(f)(3)(vi)"
    crew.do(inspection_2("K1", CRAPS, again=True), FLOOR, FLOOR_2)
    crew.do(handing("K1", CRAPS), FLOOR, FLOOR_2, BOX)
    crew.do(placing("K1", CRAPS, TWO), BOX, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(3)(vi)")
def test_an_inspection_in_storage_does_not_free_them(crew: Crew) -> None:
    crew.sealed_3("K1", CRAPS)
    crew.do(ReportSeal(serial="K1", fault=SealFault.BROKEN, finding="a corner is torn"), FLOOR)
    again = TellSurveillance(serials=("K1",), game=CRAPS)
    assert crew.refused(again, FLOOR, EYE) == "603a.13(f)(3)(vi)"
    assert crew.refused(inspection_3("K1", CRAPS), SHIFT, FLOOR, GUARD) == "603a.13(f)(3)(vi)"
    draw = DrawDice(serials=("K1",), alternative=THREE, game=CRAPS)
    assert crew.refused(draw, *KEYS) == "603a.13(f)(3)(vi)"
    crew.draw("K1", ONE)
    crew.to_pit("K1", ONE)
    crew.issue("K1", ONE)
    crew.do(inspection_1("K1", CRAPS), BOX, DEALER)
    crew.do(placing("K1", CRAPS, ONE), BOX, DEALER)


@pytest.mark.clause("603a.13(f)(3)(vi)")
def test_only_a_seal_that_is_there_can_be_found_damaged(crew: Crew) -> None:
    inspected(crew, CRAPS)
    assert (
        crew.refused(ReportSeal(serial="K1", fault=SealFault.BROKEN, finding="torn"), FLOOR)
        == "603a.13(f)(3)(vi)"
    )


@pytest.mark.clause("603a.13(f)(3)(vii)#1")
def test_spare_sealed_dice_are_put_into_the_stand(crew: Crew) -> None:
    crew.sealed_3("K1", CRAPS)
    crew.draw("K1", THREE)
    crew.to_pit("K1", THREE)
    order = ReserveDice(serials=("K1",), alternative=THREE, game=CRAPS, pit=PIT_ONE)
    assert crew.refused(order, FLOOR) == "603a.13(f)(3)(vii)#1"
    crew.do(order, PIT)
    assert crew.piece("K1").reserve


@pytest.mark.clause("603a.13(f)(3)(vii)#2")
def test_that_reserve_is_locked_and_stays_sealed(crew: Crew) -> None:
    crew.sealed_3("K1", CRAPS)
    crew.draw("K1", THREE)
    crew.to_pit("K1", THREE)
    crew.reserve("K1", THREE)
    locked = crew.piece("K1")
    assert (locked.standing, locked.condition, locked.holders) == (
        Whereabouts.IN_PIT_STAND,
        Condition.SEALED,
        (),
    )
    assert crew.next_orders("K1") == {"issue-set"}


@pytest.mark.clause("603a.13(f)(3)(viii)#1")
def test_a_second_set_of_instruments_is_locked_in_every_pit_stand() -> None:
    crew = Crew(chosen=None)
    crew.choose(THREE)
    crew.do(KeepInstruments(alternative=THREE, place=InstrumentPlace.STORAGE, instruments=FOUR), SHIFT)
    crew.sealed_3("K1", CRAPS)
    crew.draw("K1", THREE)
    hand = HandToPit(serials=("K1",), alternative=THREE, game=CRAPS, pit=PIT_ONE, into=Into.PIT_MANAGER)
    assert crew.refused(hand, *KEYS, PIT) == "603a.13(f)(3)(viii)#1"
    there: dict[str, Any] = {
        "alternative": THREE,
        "place": InstrumentPlace.PIT_STAND,
        "where": PIT_ONE,
        "instruments": FOUR,
    }
    assert crew.refused(KeepInstruments(**there), PIT) == "603a.13(f)(3)(viii)#1"
    assert crew.refused(KeepInstruments(**there, locked=True), FLOOR) == "603a.13(f)(3)(viii)#1"
    # A set that lay open in the stand by another alternative is not under lock either.
    crew.do(KeepInstruments(**{**there, "alternative": TWO}), PIT)
    assert crew.refused(hand, *KEYS, PIT) == "603a.13(f)(3)(viii)#1"
    crew.do(KeepInstruments(**there, locked=True), PIT)
    crew.do(hand, *KEYS, PIT)


@pytest.mark.clause("603a.13(f)(3)(viii)#2")
@pytest.mark.parametrize("hidden", ["flat_surface", "seen_by_surveillance"])
def test_the_inspection_in_storage_is_in_view_of_surveillance(crew: Crew, hidden: str) -> None:
    told(crew, CRAPS)
    order = inspection_3("K1", CRAPS, **hiding(hidden))
    assert crew.refused(order, SHIFT, FLOOR, GUARD) == "603a.13(f)(3)(viii)#2"
    # Nobody else needs to see it there.
    crew.do(inspection_3("K1", CRAPS, seen_from_around=False), SHIFT, FLOOR, GUARD)


def test_alternative_1_seals_nothing() -> None:
    crew = Crew(ONE)
    crew.inspected_1("K1", CRAPS)
    order = SealDice(
        serial="K1",
        alternative=ONE,
        game=CRAPS,
        container=Container.ENVELOPE,
        dice=5,
        inspected_on=crew.day,
    )
    assert crew.refused(order, BOX, DEALER) == "603a.13(f)"
