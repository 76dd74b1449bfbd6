"""Alternative 2: dice are inspected in the pit by two supervisors (603a.13(f)(2)), one test for each row."""

from typing import Any

import pytest

from houseway.backoffice.custody.facts import DiceSealed
from houseway.backoffice.custody.orders import (
    DrawDice,
    HandToPit,
    InstrumentPlace,
    Into,
    IssueSet,
    KeepInstruments,
    ReportSeal,
    ReserveDice,
    SealFault,
)
from houseway.backoffice.custody.piece import Closure, Condition, Container, Whereabouts
from houseway.equipment.dice import DiceGame, Instrument
from houseway.papers.form import form_pdf
from tests.backoffice.custody.crew import (
    BOX,
    BOX_2,
    BOX_3,
    DEALER,
    DEALER_2,
    FLOOR,
    FLOOR_2,
    FLOOR_3,
    FOUR,
    GUARD,
    GUARD_2,
    KEYS,
    PAI_GOW,
    PIT,
    PIT_2,
    PIT_ONE,
    SHIFT,
    SHIFT_2,
    SIC_BO,
    TABLE,
    TWO,
    Crew,
    fastening,
    handing,
    hiding,
    inspection_2,
    placing,
    sealing,
    to_inspectors,
)
from tests.papers.printing import text_of

CRAPS, MINI_CRAPS, FOOTBALL = DiceGame.CRAPS, DiceGame.MINI_CRAPS, DiceGame.THREE_DICE_FOOTBALL
PAIR = (FLOOR, FLOOR_2)
SOUND: dict[str, Any] = {"from_sealed_reserve": True, "seal_intact": True, "free_of_tampering": True}


@pytest.fixture
def crew() -> Crew:
    return Crew(TWO)


@pytest.mark.clause("603a.13(f)(2)(i)")
def test_shift_manager_and_security_hand_the_dice_straight_to_the_inspectors(crew: Crew) -> None:
    crew.receive("K1", CRAPS)
    draw = DrawDice(serials=("K1",), alternative=TWO, game=CRAPS)
    assert crew.refused(draw, PIT, GUARD) == "603a.13(f)(2)(i)"
    assert crew.refused(draw, SHIFT, BOX) == "603a.13(f)(2)(i)"
    crew.do(draw, SHIFT, GUARD)
    # They go to no table, and to nobody else first.
    assert crew.next_orders("K1") == {"hand-to-inspectors", "hand-to-pit"}


@pytest.mark.clause("603a.13(f)(2)(i)(A)")
@pytest.mark.parametrize("game", [CRAPS, MINI_CRAPS])
@pytest.mark.parametrize("pair", [(BOX, BOX_2), (BOX, FLOOR), (FLOOR, BOX), (FLOOR, FLOOR_2)])
def test_at_craps_two_box_or_floor_supervisors_inspect(
    crew: Crew, game: DiceGame, pair: tuple[str, str]
) -> None:
    crew.drawn("K1", game, TWO)
    order = to_inspectors("K1", game)
    assert crew.refused(order, *KEYS, DEALER, pair[1]) == "603a.13(f)(2)(i)(A)"
    assert crew.refused(order, *KEYS, pair[0], DEALER) == "603a.13(f)(2)(i)(A)"
    assert crew.refused(order, SHIFT_2, GUARD, *pair) == "603a.13(f)(2)(i)(A)"
    assert crew.refused(order, SHIFT, GUARD_2, *pair) == "603a.13(f)(2)(i)(A)"
    crew.do(order, *KEYS, *pair)
    assert crew.piece("K1").standing is Whereabouts.WITH_INSPECTORS
    assert {one.person for one in crew.piece("K1").pair} == set(pair)


@pytest.mark.clause("603a.13(f)(2)(i)(B)")
@pytest.mark.parametrize("game", [FOOTBALL, *SIC_BO, *PAI_GOW])
def test_at_the_other_games_two_floorpersons_do(crew: Crew, game: DiceGame) -> None:
    crew.drawn("K1", game, TWO)
    order = to_inspectors("K1", game)
    assert crew.refused(order, *KEYS, BOX, FLOOR) == "603a.13(f)(2)(i)(B)"
    assert crew.refused(order, *KEYS, FLOOR, BOX) == "603a.13(f)(2)(i)(B)"
    crew.do(order, *KEYS, *PAIR)
    assert crew.piece("K1").standing is Whereabouts.WITH_INSPECTORS


@pytest.mark.clause("603a.13(f)(2)(i)(C)")
def test_the_reserve_goes_to_the_pits_manager(crew: Crew) -> None:
    crew.drawn("K1", CRAPS, TWO)
    into_hand: dict[str, Any] = {"serials": ("K1",), "alternative": TWO, "game": CRAPS, "pit": PIT_ONE}
    order = HandToPit(**into_hand, into=Into.PIT_MANAGER)
    assert crew.refused(order, *KEYS, FLOOR) == "603a.13(f)(2)(i)(C)"
    assert crew.refused(order, SHIFT_2, GUARD, PIT) == "603a.13(f)(2)(i)(C)"
    assert crew.refused(HandToPit(**into_hand, into=Into.PIT_STAND), PIT, FLOOR) == "603a.13(f)(2)(i)(C)"
    crew.do(order, *KEYS, PIT)
    assert crew.piece("K1").reserve


@pytest.mark.clause("603a.13(f)(2)(ii)#1")
def test_only_the_two_who_were_given_the_dice_inspect_them(crew: Crew) -> None:
    crew.with_inspectors("K1", CRAPS, (BOX, FLOOR))
    order = inspection_2("K1", CRAPS)
    assert crew.refused(order, BOX_2, FLOOR) == "603a.13(f)(2)(ii)#1"
    assert crew.refused(order, BOX, FLOOR_2) == "603a.13(f)(2)(ii)#1"
    assert crew.refused(order, DEALER, FLOOR) == "603a.13(f)(2)(ii)#1"
    # Either of them, before the other.
    crew.do(order, FLOOR, BOX)
    assert crew.piece("K1").condition is Condition.INSPECTED


@pytest.mark.clause("603a.13(f)(2)(ii)#1")
@pytest.mark.parametrize("missing", FOUR)
def test_no_instrument_may_be_missing_at_the_pit(crew: Crew, missing: Instrument) -> None:
    crew.with_inspectors("K1", CRAPS)
    three = tuple(one for one in FOUR if one is not missing)
    assert crew.refused(inspection_2("K1", CRAPS, instruments=three), *PAIR) == "603a.13(f)(2)(ii)#1"


@pytest.mark.clause("603a.13(f)(2)(ii)#2")
def test_the_instruments_are_kept_at_the_pit_stand() -> None:
    crew = Crew(chosen=None)
    crew.choose(TWO)
    at_table = KeepInstruments(
        alternative=TWO, place=InstrumentPlace.CRAPS_TABLE, where=TABLE, instruments=FOUR
    )
    assert crew.refused(at_table, PIT) == "603a.13(f)"
    crew.with_inspectors("K1", CRAPS)
    assert crew.refused(inspection_2("K1", CRAPS), *PAIR) == "603a.13(f)(2)(ii)#2"
    lacking = KeepInstruments(
        alternative=TWO, place=InstrumentPlace.PIT_STAND, where=PIT_ONE, instruments=FOUR[:3]
    )
    assert crew.refused(lacking, PIT) == "603a.13(f)(2)(ii)#2"
    unnamed = KeepInstruments(alternative=TWO, place=InstrumentPlace.PIT_STAND, instruments=FOUR)
    assert crew.refused(unnamed, PIT) == "603a.13(f)(2)(ii)#2"
    crew.keep_instruments(TWO)
    crew.do(inspection_2("K1", CRAPS), *PAIR)


@pytest.mark.clause("603a.13(f)(2)(ii)#3")
@pytest.mark.parametrize("hidden", ["flat_surface", "seen_by_surveillance", "seen_from_around"])
def test_the_inspection_at_the_pit_stand_is_in_view(crew: Crew, hidden: str) -> None:
    crew.with_inspectors("K1", CRAPS)
    assert crew.refused(inspection_2("K1", CRAPS, **hiding(hidden)), *PAIR) == "603a.13(f)(2)(ii)#3"
    crew.do(inspection_2("K1", CRAPS), *PAIR)


@pytest.mark.clause("603a.13(f)(2)(iii)")
@pytest.mark.parametrize("game", [CRAPS, *SIC_BO])
def test_dice_reach_a_table_only_after_the_inspection(crew: Crew, game: DiceGame) -> None:
    crew.with_inspectors("K1", game)
    if game is CRAPS:
        assert crew.refused(handing("K1", game), *PAIR, BOX) == "603a.13(f)(2)(iii)"
    else:
        assert crew.refused(placing("K1", game, TWO), *PAIR) == "603a.13(f)(2)(iii)"
    assert not crew.plays("K1")
    assert crew.next_orders("K1") == {"inspect-dice", "reserve-dice"}


@pytest.mark.clause("603a.13(f)(2)(iii)(A)#1")
@pytest.mark.parametrize(("game", "recipient", "wrong"), [(CRAPS, BOX, FLOOR_3), (MINI_CRAPS, FLOOR_3, BOX)])
def test_the_craps_inspector_gives_the_dice_to_the_tables_supervisor(
    crew: Crew, game: DiceGame, recipient: str, wrong: str
) -> None:
    crew.inspected_2("K1", game)
    order = handing("K1", game)
    assert crew.refused(order, *PAIR, wrong) == "603a.13(f)(2)(iii)(A)#1"
    assert crew.refused(order, FLOOR_2, FLOOR, recipient) == "603a.13(f)(2)(iii)(A)#1"
    assert crew.refused(order, FLOOR, BOX_2, recipient) == "603a.13(f)(2)(iii)(A)#1"
    crew.do(order, *PAIR, recipient)
    assert [one.person for one in crew.piece("K1").holders] == [recipient]


@pytest.mark.clause("603a.13(f)(2)(iii)(A)#2")
@pytest.mark.parametrize(("game", "recipient", "other"), [(CRAPS, BOX, BOX_2), (MINI_CRAPS, FLOOR_3, FLOOR)])
def test_who_received_them_cups_them_before_the_dealer(
    crew: Crew, game: DiceGame, recipient: str, other: str
) -> None:
    crew.inspected_2("K1", game)
    crew.do(handing("K1", game), *PAIR, recipient)
    order = placing("K1", game, TWO)
    assert crew.refused(order, other, DEALER) == "603a.13(f)(2)(iii)(A)#2"
    assert crew.refused(order, recipient, BOX_3) == "603a.13(f)(2)(iii)(A)#2"
    assert crew.refused(placing("K1", game, TWO, "T-2"), recipient, DEALER) == "603a.13(f)(2)(iii)(A)#2"
    crew.do(order, recipient, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(2)(iii)(B)#1")
@pytest.mark.parametrize("game", SIC_BO)
def test_the_sic_bo_inspector_loads_and_closes_the_shaker_before_the_partner(
    crew: Crew, game: DiceGame
) -> None:
    crew.inspected_2("K1", game)
    assert crew.refused(handing("K1", game), FLOOR, FLOOR_2) == "603a.13(f)(2)(iii)(B)#1"
    order = placing("K1", game, TWO)
    for others in ((FLOOR_3, FLOOR_2), (FLOOR, FLOOR_3), (FLOOR_2, FLOOR), (FLOOR, DEALER)):
        assert crew.refused(order, *others) == "603a.13(f)(2)(iii)(B)#1"
    unclosed = placing("K1", game, TWO, closed_by=None)
    assert crew.refused(unclosed, *PAIR) == "603a.13(f)(2)(iii)(B)#1"
    crew.do(order, *PAIR)
    assert crew.piece("K1").standing is Whereabouts.LOADED


@pytest.mark.clause("603a.13(f)(2)(iii)(B)#2")
@pytest.mark.parametrize("game", SIC_BO)
def test_the_sic_bo_shaker_is_then_fastened_before_the_partner(crew: Crew, game: DiceGame) -> None:
    crew.inspected_2("K1", game)
    fasten = fastening("K1", game, TWO)
    assert crew.refused(fasten, *PAIR) == "603a.13(f)(2)(iii)(B)#2"
    crew.do(placing("K1", game, TWO), *PAIR)
    assert crew.refused(fasten, FLOOR, FLOOR_3) == "603a.13(f)(2)(iii)(B)#2"
    assert crew.refused(fasten, FLOOR_3, FLOOR_2) == "603a.13(f)(2)(iii)(B)#2"
    assert crew.refused(fasten, FLOOR, DEALER) == "603a.13(f)(2)(iii)(B)#2"
    crew.do(fasten, *PAIR)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(2)(iii)(C)#1")
@pytest.mark.parametrize("game", PAI_GOW)
def test_pai_gow_dice_go_from_the_inspector_to_the_dealer(crew: Crew, game: DiceGame) -> None:
    crew.inspected_2("K1", game)
    order = handing("K1", game)
    assert crew.refused(order, *PAIR, FLOOR_3) == "603a.13(f)(2)(iii)(C)#1"
    assert crew.refused(order, FLOOR_3, FLOOR_2, DEALER) == "603a.13(f)(2)(iii)(C)#1"
    crew.do(order, *PAIR, DEALER)
    assert [one.person for one in crew.piece("K1").holders] == [DEALER]


@pytest.mark.clause("603a.13(f)(2)(iii)(C)#2")
@pytest.mark.parametrize("game", PAI_GOW)
def test_that_dealer_puts_them_into_the_shaker_and_nothing_else_comes_between(
    crew: Crew, game: DiceGame
) -> None:
    crew.inspected_2("K1", game)
    order = placing("K1", game, TWO)
    assert crew.refused(order, DEALER) == "603a.13(f)(2)(iii)(C)#2"
    crew.do(handing("K1", game), *PAIR, DEALER)
    assert crew.next_orders("K1") == {"put-in-use"}
    assert crew.refused(order, DEALER_2) == "603a.13(f)(2)(iii)(C)#2"
    cupped = placing("K1", game, TWO, container=Container.CUP)
    assert crew.refused(cupped, DEALER) == "603a.13(f)(2)(iii)(C)#2"
    crew.do(order, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(2)(iii)(D)#1")
def test_football_dice_go_from_the_inspector_to_the_tables_floorperson(crew: Crew) -> None:
    crew.inspected_2("K1", FOOTBALL)
    order = handing("K1", FOOTBALL)
    assert crew.refused(order, *PAIR, BOX) == "603a.13(f)(2)(iii)(D)#1"
    assert crew.refused(order, FLOOR_2, FLOOR, FLOOR_3) == "603a.13(f)(2)(iii)(D)#1"
    crew.do(order, *PAIR, FLOOR_3)
    assert crew.piece("K1").standing is Whereabouts.AT_TABLE


@pytest.mark.clause("603a.13(f)(2)(iii)(D)#2")
def test_that_floorperson_cups_them_before_the_dealer(crew: Crew) -> None:
    crew.inspected_2("K1", FOOTBALL)
    crew.do(handing("K1", FOOTBALL), *PAIR, FLOOR_3)
    order = placing("K1", FOOTBALL, TWO)
    assert crew.refused(order, FLOOR, DEALER) == "603a.13(f)(2)(iii)(D)#2"
    assert crew.refused(order, FLOOR_3, FLOOR) == "603a.13(f)(2)(iii)(D)#2"
    crew.do(order, FLOOR_3, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(2)(iv)")
def test_spare_sets_are_put_into_the_stand_by_the_pits_manager(crew: Crew) -> None:
    crew.drawn("K1", CRAPS, TWO)
    crew.to_pit("K1", TWO)
    order = ReserveDice(serials=("K1",), alternative=TWO, game=CRAPS, pit=PIT_ONE)
    assert crew.refused(order, FLOOR) == "603a.13(f)(2)(iv)"
    crew.do(order, PIT)
    assert crew.piece("K1").standing is Whereabouts.IN_PIT_STAND


@pytest.mark.clause("603a.13(f)(2)(iv)(A)")
def test_the_pits_reserve_stays_locked(crew: Crew) -> None:
    crew.drawn("K1", CRAPS, TWO)
    crew.to_pit("K1", TWO)
    crew.reserve("K1", TWO)
    assert crew.piece("K1").holders == ()
    assert crew.next_orders("K1") == {"inspect-dice"}


@pytest.mark.clause("603a.13(f)(2)(iv)(B)")
@pytest.mark.parametrize("game", [CRAPS, *SIC_BO, DiceGame.PAI_GOW])
def test_reserve_dice_are_inspected_anew_by_two_floor_supervisors(crew: Crew, game: DiceGame) -> None:
    crew.drawn("K1", game, TWO)
    crew.to_pit("K1", TWO)
    crew.reserve("K1", TWO)
    to_table = IssueSet(serial="K1", alternative=TWO, game=game, table=TABLE)
    assert crew.refused(to_table, PIT) == "603a.13(f)(2)(iv)(B)"
    again = inspection_2("K1", game, again=True)
    # Reading C-15: no boxperson.
    assert crew.refused(again, BOX, FLOOR) == "603a.13(f)(2)(iv)(B)"
    assert crew.refused(again, FLOOR, BOX) == "603a.13(f)(2)(iv)(B)"
    crew.do(again, PIT, FLOOR)
    # They are handed on as any inspected set is, by those two.
    if game is CRAPS:
        crew.do(handing("K1", game), PIT, FLOOR, BOX)
        crew.do(placing("K1", game, TWO), BOX, DEALER)
    elif game in SIC_BO:
        crew.do(placing("K1", game, TWO), PIT, FLOOR)
        crew.do(fastening("K1", game, TWO), PIT, FLOOR)
    else:
        crew.do(handing("K1", game), PIT, FLOOR, DEALER)
        crew.do(placing("K1", game, TWO), DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(2)(iv)(B)")
def test_dice_that_lay_unsealed_in_the_reserve_count_as_not_inspected(crew: Crew) -> None:
    crew.inspected_2("K1", CRAPS)
    crew.reserve("K1", TWO)
    assert crew.piece("K1").condition is Condition.UNINSPECTED
    to_table = IssueSet(serial="K1", alternative=TWO, game=CRAPS, table=TABLE)
    assert crew.refused(to_table, PIT) == "603a.13(f)(2)(iv)(B)"


@pytest.mark.clause("603a.13(f)(2)(v)")
@pytest.mark.parametrize("game", DiceGame)
def test_dice_kept_sealed_and_locked_are_not_inspected_again(crew: Crew, game: DiceGame) -> None:
    crew.sealed_2("K1", game)
    to_table = IssueSet(serial="K1", alternative=TWO, game=game, table=TABLE)
    assert crew.refused(to_table, FLOOR) == "603a.13(f)(2)(v)"
    crew.do(to_table, PIT)
    placer = BOX if game is CRAPS else FLOOR_3
    broken = placing("K1", game, TWO, **{**SOUND, "seal_intact": False})
    assert crew.refused(broken, placer, DEALER) == "603a.13(f)(2)(v)"
    touched = placing("K1", game, TWO, **{**SOUND, "free_of_tampering": False})
    assert crew.refused(touched, placer, DEALER) == "603a.13(f)(2)(v)"
    crew.do(placing("K1", game, TWO, **SOUND), placer, DEALER)
    if game in SIC_BO:
        fasten = fastening("K1", game, TWO, from_sealed_reserve=True)
        assert crew.refused(fasten, placer, DEALER_2) == "603a.13(f)(2)(iii)(B)#2"
        crew.do(fasten, placer, DEALER)
    assert crew.piece("K1").standing is Whereabouts.IN_USE


@pytest.mark.clause("603a.13(f)(2)(v)")
def test_only_out_of_the_locked_stand_and_only_while_the_seal_holds(crew: Crew) -> None:
    crew.inspected_2("K1", CRAPS)
    assert crew.refused(sealing("K1", CRAPS, TWO, crew.day), FLOOR, FLOOR_3) == "603a.13(f)(2)(v)(A)#2"
    crew.do(sealing("K1", CRAPS, TWO, crew.day), *PAIR)
    to_table = IssueSet(serial="K1", alternative=TWO, game=CRAPS, table=TABLE)
    assert crew.refused(to_table, PIT) == "603a.13(f)(2)(v)"
    crew.reserve("K1", TWO)
    (damaged,) = crew.do(
        ReportSeal(serial="K1", fault=SealFault.BROKEN, finding="the envelope is torn"), FLOOR
    )
    assert damaged.clause == "603a.13(f)(2)(v)"
    assert not crew.plays("K1")
    assert crew.refused(to_table, PIT) == "603a.13(f)(2)(iv)(B)"
    crew.do(inspection_2("K1", CRAPS, again=True), PIT, PIT_2)
    assert not crew.piece("K1").barred


def test_a_seal_found_damaged_at_the_table_sends_the_set_back_to_the_pit(crew: Crew) -> None:
    crew.sealed_2("K1", CRAPS)
    crew.issue("K1", TWO)
    crew.do(ReportSeal(serial="K1", fault=SealFault.BROKEN, finding="the label is half off"), BOX)
    assert crew.refused(placing("K1", CRAPS, TWO, **SOUND), BOX, DEALER) == "603a.13(f)(2)(iv)(B)"
    crew.do(inspection_2("K1", CRAPS, again=True), FLOOR, FLOOR_2)
    assert crew.piece("K1").standing is Whereabouts.WITH_INSPECTORS
    crew.do(handing("K1", CRAPS), *PAIR, BOX)
    crew.do(placing("K1", CRAPS, TWO), BOX, DEALER)


@pytest.mark.clause("603a.13(f)(2)(v)(A)#1")
@pytest.mark.parametrize(("game", "number"), [(CRAPS, 5), (MINI_CRAPS, 5), (FOOTBALL, 6)])
def test_craps_reserves_are_sealed_in_fives_and_football_by_the_set(
    crew: Crew, game: DiceGame, number: int
) -> None:
    crew.inspected_2("K1", game)
    for wrong in (number - 1, number + 1):
        order = sealing("K1", game, TWO, crew.day, dice=wrong)
        assert crew.refused(order, *PAIR) == "603a.13(f)(2)(v)(A)#1"
    shaken = sealing("K1", game, TWO, crew.day, container=Container.SHAKER)
    assert crew.refused(shaken, *PAIR) == "603a.13(f)(2)(v)(A)#1"
    locked = sealing("K1", game, TWO, crew.day, closed_by=Closure.LOCK)
    assert crew.refused(locked, *PAIR) == "603a.13(f)(2)(v)(A)#1"
    (sealed,) = crew.do(sealing("K1", game, TWO, crew.day, container=Container.CONTAINER), *PAIR)
    assert isinstance(sealed, DiceSealed)
    assert not sealed.incomplete


@pytest.mark.clause("603a.13(f)(2)(v)(A)#1")
def test_a_football_packet_of_five_is_marked_and_cannot_open_a_table() -> None:
    # Reading C-11: an operator may go by the printed number, but five dice make no set.
    crew = Crew(TWO, football_dice_per_seal=5)
    five = ("green",) * 4 + ("red",)
    crew.receive("K1", FOOTBALL, colours=five)
    crew.draw("K1", TWO)
    crew.do(to_inspectors("K1", FOOTBALL), *KEYS, *PAIR)
    crew.do(inspection_2("K1", FOOTBALL), *PAIR)
    (sealed,) = crew.do(sealing("K1", FOOTBALL, TWO, crew.day, dice=5), *PAIR)
    assert isinstance(sealed, DiceSealed)
    assert sealed.incomplete
    crew.reserve("K1", TWO)
    assert crew.paper("dice-seal-label", "K1").notes
    crew.issue("K1", TWO)
    assert crew.refused(placing("K1", FOOTBALL, TWO, **SOUND), FLOOR, DEALER) == "661a.4(a)#2"


@pytest.mark.clause("603a.13(f)(2)(v)(A)#2")
def test_the_label_shows_the_day_and_the_inspectors(crew: Crew) -> None:
    crew.inspected_2("K1", CRAPS)
    yesterday = crew.day.replace(day=crew.day.day + 1)
    assert crew.refused(sealing("K1", CRAPS, TWO, yesterday), *PAIR) == "603a.13(f)(2)(v)(A)#2"
    assert crew.refused(sealing("K1", CRAPS, TWO, crew.day), FLOOR_3, FLOOR_2) == "603a.13(f)(2)(v)(A)#2"
    crew.do(sealing("K1", CRAPS, TWO, crew.day), *PAIR)
    label = crew.paper("dice-seal-label", "K1")
    assert label.day == crew.day
    assert [one.name for one in label.signatures] == [FLOOR.title(), FLOOR_2.title()]
    assert [one.part for one in label.signatures] == ["inspector", "inspector"]


def test_the_label_is_printed_to_be_pasted_over_the_seal(crew: Crew) -> None:
    crew.sealed_2("K1", CRAPS)
    printed = text_of(form_pdf(crew.paper("dice-seal-label", "K1")))
    for words in ("DO NOT USE IF THIS SEAL IS BROKEN", "Craps", "serial number K1", FLOOR_2.title()):
        assert words in printed


@pytest.mark.clause("603a.13(f)(2)(v)(B)#1")
@pytest.mark.parametrize("container", [Container.ENVELOPE, Container.CONTAINER, Container.SHAKER])
def test_sic_bo_reserves_are_sealed_in_threes(crew: Crew, container: Container) -> None:
    game = DiceGame.SIC_BO
    crew.inspected_2("K1", game)
    assert crew.refused(sealing("K1", game, TWO, crew.day, dice=5), *PAIR) == "603a.13(f)(2)(v)(B)#1"
    cupped = sealing("K1", game, TWO, crew.day, container=Container.CUP)
    assert crew.refused(cupped, *PAIR) == "603a.13(f)(2)(v)(B)#1"
    lock = sealing("K1", game, TWO, crew.day, container=container, closed_by=Closure.LOCK)
    if container is Container.SHAKER:
        crew.do(lock, *PAIR)
    else:
        assert crew.refused(lock, *PAIR) == "603a.13(f)(2)(v)(B)#1"
        crew.do(sealing("K1", game, TWO, crew.day, container=container), *PAIR)
    assert crew.piece("K1").condition is Condition.SEALED


@pytest.mark.clause("603a.13(f)(2)(v)(B)#2")
def test_the_sic_bo_label_or_seal_is_dated_and_signed(crew: Crew) -> None:
    crew.sealed_2("K1", DiceGame.SIC_BO)
    label = crew.paper("dice-seal-label", "K1")
    assert label.clause.id == "603a.13(f)(2)(v)(B)#2"
    assert [one.position for one in label.signatures] == ["floorperson", "floorperson"]


@pytest.mark.clause("603a.13(f)(2)(v)(C)#1")
@pytest.mark.parametrize("game", PAI_GOW)
def test_pai_gow_reserves_are_sealed_in_threes(crew: Crew, game: DiceGame) -> None:
    crew.inspected_2("K1", game)
    assert crew.refused(sealing("K1", game, TWO, crew.day, dice=2), *PAIR) == "603a.13(f)(2)(v)(C)#1"
    shaken = sealing("K1", game, TWO, crew.day, container=Container.SHAKER)
    assert crew.refused(shaken, *PAIR) == "603a.13(f)(2)(v)(C)#1"
    crew.do(sealing("K1", game, TWO, crew.day), *PAIR)
    assert crew.piece("K1").condition is Condition.SEALED


@pytest.mark.clause("603a.13(f)(2)(v)(C)#2")
def test_each_pai_gow_packet_is_labelled(crew: Crew) -> None:
    crew.inspected_2("K1", DiceGame.PAI_GOW)
    order = sealing("K1", DiceGame.PAI_GOW, TWO, crew.day)
    assert crew.refused(order, FLOOR, BOX) == "603a.13(f)(2)(v)(C)#2"
    crew.do(order, *PAIR)
    label = crew.paper("dice-seal-label", "K1")
    assert label.clause.id == "603a.13(f)(2)(v)(C)#2"
    assert ("Date of inspection", crew.day.isoformat()) in [(f.label, f.value) for f in label.fields]
