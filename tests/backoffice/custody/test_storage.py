"""Receipt into storage under two keys, the way back into it, and the way out of the house."""

from typing import Any

import pytest

from houseway.backoffice.custody.games import card_rules, check_count
from houseway.backoffice.custody.orders import (
    BringToPit,
    BringToTable,
    Disposal,
    DisposeOf,
    DrawDecks,
    DrawDice,
    NewPiece,
    Reason,
    ReceivePieces,
    RemoveDice,
    ReportSeal,
    SealFault,
    StoreAgain,
    Suspicion,
    TakeOutOfUse,
)
from houseway.backoffice.custody.piece import Condition, Piece, PieceKind, Whereabouts
from houseway.equipment.dice import DiceGame
from houseway.law import RuleViolation
from tests.backoffice.custody.crew import (
    BOARD,
    BOX,
    DEALER,
    EYE,
    FLOOR,
    FLOOR_2,
    GUARD,
    KEYS,
    ONE,
    PIT,
    SHIFT,
    THREE,
    TWO,
    Crew,
    handing,
    new_dice,
    placing,
)

CRAPS = DiceGame.CRAPS
SEPARATE = "603a.20(r)(2)#2"
DECK = NewPiece(serial="C1", kind=PieceKind.CARDS, game="three-card-poker", colours=("red",), count=52)
TILES = NewPiece(serial="P1", kind=PieceKind.TILES, game="pai-gow", colours=("black",), count=32)


def delivery(*pieces: NewPiece, **changes: Any) -> ReceivePieces:
    whole = {"delivery": "D-77", "supplier": "Dice & Co", "pieces": pieces, "seals_intact": True}
    return ReceivePieces(**{**whole, **changes})


@pytest.fixture
def crew() -> Crew:
    return Crew(ONE)


@pytest.mark.clause("603a.20(r)(2)#2")
def test_a_delivery_is_received_by_the_shift_manager_and_security(crew: Crew) -> None:
    order = delivery(new_dice("K1", CRAPS), DECK, TILES)
    assert crew.refused(order, PIT, GUARD) == SEPARATE
    assert crew.refused(order, SHIFT, FLOOR) == SEPARATE
    assert crew.refused(order, SHIFT, SHIFT) == SEPARATE
    crew.do(order, SHIFT, GUARD)
    for serial in ("K1", "C1", "P1"):
        piece = crew.piece(serial)
        assert piece.standing is Whereabouts.STORED
        assert piece.delivery == "D-77"
    assert crew.piece("K1").imprint == "K1"


def test_boxes_without_sound_seals_are_looked_through_first(crew: Crew) -> None:
    assert crew.refused(delivery(DECK, seals_intact=False), *KEYS) == SEPARATE
    crew.do(delivery(DECK, seals_intact=False, examined=True), *KEYS)


@pytest.mark.parametrize(
    ("piece", "clause"),
    [
        (new_dice("K1", CRAPS, colours=("red",) * 4), "623a.7(a)#1"),
        (new_dice("K1", CRAPS, count=6), SEPARATE),
        (new_dice("K1", DiceGame.SIC_BO, colours=("white",) * 5), "625a.2(a)#1"),
        (new_dice("K1", DiceGame.THREE_DICE_FOOTBALL, colours=("green",) * 6), "661a.4(a)#2"),
        (new_dice("K1", DiceGame.THREE_DICE_FOOTBALL, colours=("green",) * 4 + ("red",)), "661a.4(a)#2"),
        (NewPiece(serial="K1", kind=PieceKind.DICE, game="roulette", colours=("red",), count=1), SEPARATE),
        (NewPiece(serial="K1", kind=PieceKind.CARDS, game="craps", colours=("red",), count=52), SEPARATE),
        (NewPiece(serial="K1", kind=PieceKind.TILES, game="craps", colours=("black",), count=32), SEPARATE),
        (
            NewPiece(serial="K1", kind=PieceKind.TILES, game="pai-gow", colours=("black",), count=31),
            "621a.3(a)#2",
        ),
        (
            NewPiece(serial="K1", kind=PieceKind.CARDS, game="three-card-poker", colours=("red",), count=51),
            "36.05.14.03A(1)",
        ),
        (
            NewPiece(serial="K1", kind=PieceKind.CARDS, game="five-card-hi-lo", colours=("red",), count=54),
            "663a.3(a)",
        ),
    ],
)
def test_what_no_game_is_played_with_is_not_received(crew: Crew, piece: NewPiece, clause: str) -> None:
    assert crew.refused(delivery(piece), *KEYS).startswith(clause.split("#")[0])


@pytest.mark.parametrize(
    ("colours", "count", "said"),
    [
        (("red",), 5, "K1 is delivered as 5 dice, but 1 colour is named"),
        (("red", "red"), 1, "K1 is delivered as 1 die, but 2 colours are named"),
    ],
)
def test_every_die_of_a_delivery_has_its_colour(
    crew: Crew, colours: tuple[str, ...], count: int, said: str
) -> None:
    with pytest.raises(RuleViolation, match=said):
        crew.do(delivery(new_dice("K1", CRAPS, colours=colours, count=count)), *KEYS)


def test_every_piece_has_a_serial_number_of_its_own(crew: Crew) -> None:
    assert crew.refused(delivery(new_dice("K1", CRAPS), new_dice("k 1", CRAPS)), *KEYS) == SEPARATE
    crew.receive("K1", CRAPS)
    assert crew.refused(delivery(new_dice("K1", CRAPS)), *KEYS) == SEPARATE


def test_a_printed_football_packet_holds_dice_of_the_set_only() -> None:
    crew = Crew(TWO, football_dice_per_seal=5)
    football = DiceGame.THREE_DICE_FOOTBALL
    for wrong in (("green",) * 5, ("blue",) + ("green",) * 4, ("red",) * 3 + ("green",) * 2):
        assert crew.refused(delivery(new_dice("K1", football, colours=wrong)), *KEYS) == "661a.4(a)#2"
    crew.receive("K1", football, colours=("green",) * 3 + ("red",) * 2)


def test_what_was_never_received_cannot_be_drawn(crew: Crew) -> None:
    draw = DrawDice(serials=("K9",), alternative=ONE, game=CRAPS)
    assert crew.refused(draw, *KEYS) == "603a.13(f)(1)(i)#1"
    crew.receive("S1", DiceGame.SIC_BO)
    other_game = DrawDice(serials=("S1",), alternative=ONE, game=CRAPS)
    assert crew.refused(other_game, *KEYS) == "603a.13(f)(1)(i)#1"


def test_a_piece_is_named_once_in_an_order() -> None:
    with pytest.raises(ValueError, match="named once"):
        DrawDice(serials=("K1", "k 1"), alternative=ONE, game=CRAPS)


def test_when_one_of_several_is_refused_none_is_drawn(crew: Crew) -> None:
    crew.receive("K1", CRAPS)
    both = DrawDice(serials=("K1", "K9"), alternative=ONE, game=CRAPS)
    crew.refused(both, *KEYS)
    assert crew.piece("K1").standing is Whereabouts.STORED


def test_unused_dice_go_back_and_begin_anew(crew: Crew) -> None:
    crew.choose(TWO)
    crew.inspected_2("K1", CRAPS)
    crew.do(handing("K1", CRAPS), FLOOR, FLOOR_2, BOX)
    again = StoreAgain(serials=("K1",))
    assert crew.refused(again, PIT, GUARD) == SEPARATE
    crew.do(again, *KEYS)
    piece = crew.piece("K1")
    assert (piece.standing, piece.condition, piece.table) == (Whereabouts.STORED, Condition.UNINSPECTED, "")
    assert piece.clock is None
    assert crew.refused(again, *KEYS) == SEPARATE


def test_sealed_dice_that_come_back_unused_stay_sealed() -> None:
    crew = Crew(THREE)
    crew.at_table_3("K1", CRAPS)
    crew.do(StoreAgain(serials=("K1",)), *KEYS)
    assert crew.piece("K1").condition is Condition.SEALED
    assert crew.next_orders("K1") == {"draw-dice"}


def test_what_the_pit_sealed_does_not_pass_for_a_seal_of_the_storage_area() -> None:
    crew = Crew(TWO)
    crew.sealed_2("K1", CRAPS)
    crew.do(StoreAgain(serials=("K1",)), *KEYS)
    crew.choose(THREE)
    assert crew.piece("K1").condition is Condition.UNINSPECTED
    assert crew.next_orders("K1") == {"tell-surveillance"}


def test_a_seal_of_the_storage_area_does_not_pass_for_one_of_the_pit() -> None:
    crew = Crew(THREE)
    crew.sealed_3("K1", CRAPS)
    crew.choose(TWO)
    crew.draw("K1", TWO)
    assert crew.piece("K1").condition is Condition.UNINSPECTED


def test_a_damaged_seal_is_remembered_in_storage() -> None:
    crew = Crew(THREE)
    crew.at_table_3("K1", CRAPS)
    crew.do(ReportSeal(serial="K1", fault=SealFault.BROKEN, finding="torn"), BOX)
    crew.do(StoreAgain(serials=("K1",)), *KEYS)
    assert crew.piece("K1").barred
    assert crew.next_orders("K1") == {"draw-dice"}


def test_used_dice_never_go_back(crew: Crew) -> None:
    crew.in_use_1("K1", CRAPS)
    assert crew.refused(StoreAgain(serials=("K1",)), *KEYS) == SEPARATE
    crew.do(TakeOutOfUse(serial="K1", reason=Reason.CHANGED), BOX)
    assert crew.refused(StoreAgain(serials=("K1",), found_sound=True), *KEYS) == "623a.7(d)#1"


def test_dice_that_a_table_may_have_played_with_do_not_go_back() -> None:
    crew = Crew(ONE)
    crew.at_table_1("K1", CRAPS)
    again = StoreAgain(serials=("K1",))
    assert crew.refused(again, *KEYS) == SEPARATE
    crew.inspected_1("S1", DiceGame.SIC_BO, "SB-1")
    crew.do(placing("S1", DiceGame.SIC_BO, ONE, "SB-1"), FLOOR, DEALER)
    assert crew.refused(StoreAgain(serials=("S1",)), *KEYS) == SEPARATE
    # Under seal nobody can have.
    other = Crew(THREE)
    other.at_table_3("K1", CRAPS)
    other.do(again, *KEYS)
    assert other.piece("K1").standing is Whereabouts.STORED


@pytest.mark.parametrize("how", [Disposal.DESTROYED, Disposal.RETURNED])
def test_what_is_out_of_use_or_stored_leaves_the_house(crew: Crew, how: Disposal) -> None:
    crew.in_use_1("K1", CRAPS)
    order = DisposeOf(serials=("K1",), how=how)
    assert crew.refused(order, *KEYS) == SEPARATE
    crew.do(TakeOutOfUse(serial="K1", reason=Reason.CHANGED), BOX)
    assert crew.refused(order, PIT, GUARD) == SEPARATE
    crew.do(order, *KEYS)
    assert crew.piece("K1").standing is Whereabouts.GONE
    assert crew.refused(order, *KEYS) == SEPARATE
    assert crew.refused(DrawDice(serials=("K1",), alternative=ONE, game=CRAPS), *KEYS) == "603a.13(f)(1)(i)#1"
    crew.receive("K2", CRAPS)
    crew.do(DisposeOf(serials=("K2",), how=how), *KEYS)


@pytest.mark.clause("603a.13(g)#3")
def test_dice_under_suspicion_are_reported_before_they_are_destroyed(crew: Crew) -> None:
    crew.in_use_1("K1", CRAPS)
    crew.do(RemoveDice(serial="K1", suspicion=Suspicion.FLAW, finding="a bubble under the five"), BOX)
    assert crew.refused(DisposeOf(serials=("K1",), how=Disposal.DESTROYED), *KEYS) == "603a.13(g)#3"
    to_board = DisposeOf(serials=("K1",), how=Disposal.GIVEN_TO_THE_BOARD)
    assert crew.refused(to_board, *KEYS, BOARD) == "603a.13(g)#3"


def test_what_the_board_takes_along_the_board_signs_for(crew: Crew) -> None:
    crew.receive("K1", CRAPS)
    order = DisposeOf(serials=("K1",), how=Disposal.GIVEN_TO_THE_BOARD)
    assert crew.refused(order, *KEYS, EYE) == "603a.13(g)#3"
    crew.do(order, *KEYS, BOARD)
    assert crew.piece("K1").standing is Whereabouts.GONE


@pytest.mark.clause("125-149:Preamble/621a#1")
def test_tiles_that_were_played_with_come_back_after_an_inspection(crew: Crew) -> None:
    crew.receive_piece(TILES)
    crew.do(DrawDecks(serials=("P1",)), *KEYS)
    crew.do(BringToPit(serials=("P1",), pit="Pit 1"), *KEYS, PIT)
    crew.do(BringToTable(serial="P1", table="PG-1"), FLOOR, DEALER)
    sound = StoreAgain(serials=("P1",), found_sound=True)
    assert crew.refused(sound, *KEYS) == "125-149:Preamble/621a#1"
    crew.do(TakeOutOfUse(serial="P1", reason=Reason.TIME_UP), FLOOR)
    assert crew.refused(StoreAgain(serials=("P1",)), *KEYS) == "125-149:Preamble/621a#1"
    crew.do(sound, *KEYS)
    assert crew.piece("P1").standing is Whereabouts.STORED
    assert crew.piece("P1").why_out == ""
    crew.do(DrawDecks(serials=("P1",)), *KEYS)


@pytest.mark.parametrize(
    ("count", "jokers"),
    [(52, 0), (48, 0), (50, None), (53, None), (49, None)],
)
def test_a_deck_without_tens_comes_whole_or_with_its_tens_taken_out(count: int, jokers: int | None) -> None:
    rules = card_rules("double-attack-blackjack")
    assert rules is not None
    assert rules.jokers_in(count) == jokers
    piece = Piece(
        serial="D1", kind=PieceKind.CARDS, game="double-attack-blackjack", colours=("red",), count=count
    )
    if jokers is None:
        with pytest.raises(RuleViolation, match=f"deck D1 holds {count} cards") as refused:
            check_count(piece)
        assert refused.value.clause.id == "665a.3(a)#1"
    else:
        check_count(piece)
