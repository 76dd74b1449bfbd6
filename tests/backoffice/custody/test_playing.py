"""What a table in service is told of its dice, decks and tiles: what it was given, and whether it may play with that now."""

from collections.abc import Callable

import pytest

from houseway.backoffice.custody.orders import (
    BringToPit,
    BringToTable,
    DrawDecks,
    NewPiece,
    Reason,
    RemoveDice,
    RemoveForBoard,
    ReportSeal,
    SealFault,
    Suspicion,
    TakeOutOfUse,
)
from houseway.backoffice.custody.piece import Alternative, PieceKind
from houseway.backoffice.custody.playing import decks_given, dice_given, find_deck, find_dice
from houseway.equipment.dice import DiceGame
from houseway.law import RuleViolation, pa
from tests.backoffice.custody.crew import (
    BOARD,
    BOX,
    DEALER,
    FLOOR,
    FLOOR_2,
    KEYS,
    ONE,
    PIT,
    TABLE,
    THREE,
    TWO,
    Crew,
    handing,
    inspection_1,
    placing,
)

CRAPS = DiceGame.CRAPS


def refused(crew: Crew, serial: str = "K1", table: str = TABLE) -> str:
    """The clause by which a table may not play with dice, which then are not among those that it is offered."""
    given = dice_given(crew.desk(), table)
    assert given is not None
    assert serial not in {piece.serial for piece in given}
    with pytest.raises(RuleViolation) as refusal:
        find_dice(crew.desk(), serial, table)
    assert refusal.value.fix
    return refusal.value.clause.id


def offered(crew: Crew, table: str = TABLE) -> list[str]:
    return [piece.serial for piece in dice_given(crew.desk(), table) or ()]


@pytest.mark.clause("603a.13(f)(1)(ii)#1")
def test_a_set_is_played_with_only_at_the_table_that_it_was_issued_to() -> None:
    crew = Crew(ONE)
    issued = "603a.13(f)(1)(ii)#1"
    assert refused(crew) == issued, "storage knows no such set"
    crew.receive("K1", CRAPS)
    assert refused(crew) == issued
    crew.draw("K1", ONE)
    crew.to_pit("K1", ONE)
    assert refused(crew) == issued
    crew.issue("K1", ONE)
    assert offered(crew) == ["K1"]
    assert crew.plays(" k1 "), "however the serial number is typed"
    assert refused(crew, table="T-2") == issued


@pytest.mark.clause("603a.13(f)(2)(iii)", "603a.13(f)(3)(v)")
@pytest.mark.parametrize(("way", "clause"), [(TWO, "603a.13(f)(2)(iii)"), (THREE, "603a.13(f)(3)(v)")])
def test_dice_that_come_inspected_are_played_with_once_they_are_put_to_use(
    way: Alternative, clause: str
) -> None:
    crew = Crew(way)
    assert refused(crew) == clause, "storage knows no such set"
    if way is TWO:
        crew.inspected_2("K1", CRAPS)
        crew.do(handing("K1", CRAPS), FLOOR, FLOOR_2, BOX)
        put_to_use = placing("K1", CRAPS, TWO)
    else:
        crew.at_table_3("K1", CRAPS)
        put_to_use = placing("K1", CRAPS, THREE, seal_intact=True, free_of_tampering=True)
    assert refused(crew) == clause
    crew.do(put_to_use, BOX, DEALER)
    assert offered(crew) == ["K1"]


def test_a_house_that_has_chosen_no_alternative_keeps_no_book_of_dice() -> None:
    crew = Crew(None)
    assert dice_given(crew.desk(), TABLE) is None
    assert find_dice(crew.desk(), "K1", TABLE) is None
    # What it has in storage nevertheless is not played with.
    crew.receive("K1", CRAPS)
    assert not crew.plays("K1")


@pytest.mark.clause("603a.13(g)#1", "603a.13(g)#2")
@pytest.mark.parametrize(
    ("removed", "clause"),
    [
        (
            lambda crew: crew.do(RemoveDice(serial="K1", suspicion=Suspicion.FLAW, finding="chipped"), BOX),
            "603a.13(g)#1",
        ),
        (lambda crew: crew.do(RemoveForBoard(serial="K1", request="to be tested"), BOARD), "603a.13(g)#2"),
        (lambda crew: crew.do(TakeOutOfUse(serial="K1", reason=Reason.DIE_LOST), BOX), "623a.7(d)#3"),
        (lambda crew: crew.forward(hours=24), "623a.7(d)#1"),
    ],
)
def test_dice_that_were_taken_away_or_are_too_old_are_played_with_no_longer(
    removed: Callable[[Crew], object], clause: str
) -> None:
    crew = Crew(ONE)
    crew.in_use_1("K1", CRAPS)
    assert crew.plays("K1")
    removed(crew)
    assert refused(crew) == clause


@pytest.mark.clause("603a.13(f)(3)(vi)")
def test_dice_from_a_damaged_seal_are_not_played_with() -> None:
    crew = Crew(THREE)
    crew.at_table_3("K1", CRAPS)
    crew.do(ReportSeal(serial="K1", fault=SealFault.DAMAGED, finding="torn"), BOX)
    assert refused(crew) == "603a.13(f)(3)(vi)"
    crew.do(inspection_1("K1", CRAPS), BOX, DEALER)
    assert offered(crew) == ["K1"]


def test_a_piece_is_what_the_book_says_it_is() -> None:
    crew = Crew(ONE)
    crew.in_use_1("K1", CRAPS)
    crew.receive_piece(
        NewPiece(serial="C1", kind=PieceKind.CARDS, game="asia-poker", colours=("red",), count=53)
    )
    by = pa("659a.3(c)(1)")
    with pytest.raises(RuleViolation, match="in the books as cards"):
        find_dice(crew.desk(), "C1", TABLE)
    with pytest.raises(RuleViolation, match="in the books as dice"):
        find_deck(crew.desk(), "K1", TABLE, PieceKind.CARDS, by)
    with pytest.raises(RuleViolation, match="in the books as cards"):
        find_deck(crew.desk(), "C1", TABLE, PieceKind.TILES, by)


def test_of_what_storage_keeps_a_table_plays_with_what_storage_gave_it() -> None:
    crew = Crew(ONE)
    by = pa("659a.4(a)#1")
    assert find_deck(crew.desk(), "C2", TABLE, PieceKind.CARDS, by) is None, (
        "the house keeps no book of cards"
    )
    assert decks_given(crew.desk(), TABLE, PieceKind.CARDS) is None
    crew.receive_piece(
        NewPiece(serial="C1", kind=PieceKind.CARDS, game="asia-poker", colours=("red",), count=53)
    )
    crew.do(DrawDecks(serials=("C1",)), *KEYS)
    crew.do(BringToPit(serials=("C1",), pit="Pit 1"), *KEYS, PIT)
    crew.do(BringToTable(serial="C1", table=TABLE), FLOOR, DEALER)
    assert find_deck(crew.desk(), "C2", TABLE, PieceKind.TILES, by) is None, "nor of tiles"
    with pytest.raises(RuleViolation, match="never received cards C2") as refusal:
        find_deck(crew.desk(), "C2", TABLE, PieceKind.CARDS, by)
    assert (refusal.value.clause, refusal.value.fix) == (by, "play with what was given to this table: C1")
    found = find_deck(crew.desk(), "C1", TABLE, PieceKind.CARDS, by)
    assert found is not None
    assert decks_given(crew.desk(), TABLE, PieceKind.CARDS) == (found,)
    assert decks_given(crew.desk(), TABLE, PieceKind.TILES) is None
    assert decks_given(crew.desk(), "AP-9", PieceKind.CARDS) == ()
