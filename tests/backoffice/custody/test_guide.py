"""What the guide, the sheets and the papers tell: what comes next and by whom, where every piece is, what happened."""

from datetime import timedelta

import pytest

from houseway.backoffice.custody.book import BOOK
from houseway.backoffice.custody.guide import next_steps
from houseway.backoffice.custody.orders import (
    Disposal,
    DisposeOf,
    Into,
    NewPiece,
    ReportSeal,
    SealFault,
    TellSurveillance,
)
from houseway.backoffice.custody.piece import PieceKind
from houseway.equipment.dice import DiceGame
from houseway.law import Duty, find, implementations
from tests.backoffice.custody.crew import (
    BOX,
    DEALER,
    EYE,
    FLOOR,
    GUARD,
    KEYS,
    ONE,
    SHIFT,
    SIC_BO,
    TABLE,
    THREE,
    TWO,
    Crew,
    inspection_1,
    inspection_3,
    placing,
    sealing,
)

CRAPS = DiceGame.CRAPS


def sheet(crew: Crew, name: str) -> dict[str, dict[str, str]]:
    """A sheet's rows by serial number."""
    (grid,) = next(row for row in BOOK.sheets if row.name == name).show(crew.desk())
    at = grid.headings.index("Serial")
    return {row[at]: dict(zip(grid.headings, row, strict=True)) for row in grid.rows}


@pytest.mark.parametrize("game", DiceGame)
def test_the_guide_leads_a_set_into_use_at_every_game(game: DiceGame) -> None:
    crew = Crew(ONE)
    by = BOX if game is CRAPS else FLOOR
    crew.receive("K1", game)
    assert crew.next_orders("K1") == {"draw-dice"}
    crew.draw("K1", ONE)
    assert crew.next_orders("K1") == {"hand-to-pit"}
    crew.to_pit("K1", ONE)
    assert crew.next_orders("K1") == {"issue-set", "reserve-dice"}
    crew.issue("K1", ONE)
    assert crew.next_orders("K1") == {"inspect-dice"}
    crew.do(inspection_1("K1", game), by, DEALER)
    assert crew.next_orders("K1") == {"put-in-use"}
    crew.do(placing("K1", game, ONE), by, DEALER)
    assert crew.next_orders("K1") == ({"fasten-shaker"} if game in SIC_BO else set())


def test_a_step_says_who_signs_where_into_what_and_by_which_clause() -> None:
    crew = Crew(ONE)
    crew.inspected_1("K1", DiceGame.SIC_BO)
    (step,) = next_steps(crew.piece("K1"), ONE)
    assert step.order == "put-in-use"
    assert step.signed_by == (("placer", "floorperson"), ("witness", "dealer"))
    assert step.place == "table"
    assert step.containers == ("shaker",)
    assert "the shaker is sealed or locked" in step.checks
    assert step.clause == "603a.13(f)(1)(iii)(C)#1"
    assert str(step) == "put in use (placer: floorperson, witness: dealer)"


def test_the_guide_of_alternative_3_names_who_inspected() -> None:
    crew = Crew(THREE)
    crew.receive("K1", CRAPS)
    assert crew.next_orders("K1") == {"tell-surveillance"}
    crew.do(TellSurveillance(serials=("K1",), game=CRAPS), FLOOR, EYE)
    assert crew.next_orders("K1") == {"inspect-dice"}
    crew.do(inspection_3("K1", CRAPS), SHIFT, FLOOR, GUARD)
    (step,) = next_steps(crew.piece("K1"), THREE)
    assert step.signed_by == (("floor supervisor", "floorperson or above"),)
    crew.do(sealing("K1", CRAPS, THREE, crew.day), FLOOR)
    assert crew.next_orders("K1") == {"draw-dice"}


def test_after_damage_the_guide_shows_both_ways() -> None:
    crew = Crew(THREE)
    crew.sealed_3("K1", CRAPS)
    crew.draw("K1", THREE)
    crew.to_pit("K1", THREE, Into.PIT_STAND)
    crew.do(ReportSeal(serial="K1", fault=SealFault.BROKEN, finding="torn"), FLOOR)
    steps = next_steps(crew.piece("K1"), THREE)
    assert {(step.alternative, step.order) for step in steps} == {(ONE, "issue-set"), (TWO, "inspect-dice")}


def test_cards_and_tiles_have_no_alternatives() -> None:
    crew = Crew(ONE)
    crew.receive_piece(
        NewPiece(serial="C1", kind=PieceKind.CARDS, game="asia-poker", colours=("blue",), count=53)
    )
    assert next_steps(crew.piece("C1"), ONE) == ()


def test_the_sheet_shows_where_every_piece_is_with_its_clock_and_next_step() -> None:
    crew = Crew(ONE)
    crew.receive("K1", CRAPS)
    crew.in_use_1("K2", CRAPS)
    crew.drawn("K3", CRAPS, ONE)
    rows = sheet(crew, "where")
    assert rows["K1"]["Where"] == "in storage"
    assert rows["K1"]["Next"].startswith("draw dice (shift manager:")
    assert rows["K2"]["Where"] == f"in use, {TABLE}"
    assert rows["K2"]["In use until"] == "2014-05-02 16:00"
    assert rows["K3"]["Where"] == f"drawn from storage, {SHIFT.title()} and {GUARD.title()}"
    assert rows["K2"]["Contents"] == "5 dice, red"
    crew.forward(hours=25)
    assert sheet(crew, "where")["K2"]["In use until"] == "2014-05-02 16:00 (over)"
    in_use = sheet(crew, "in-use")
    assert {serial: row["Warning"] for serial, row in in_use.items()} == {
        "K2": "time is over: take it out of use"
    }
    crew.do(DisposeOf(serials=("K1",), how=Disposal.DESTROYED), *KEYS)
    assert "K1" not in sheet(crew, "where")


def test_the_sheet_says_when_a_set_is_barred() -> None:
    crew = Crew(THREE)
    crew.sealed_3("K1", CRAPS)
    crew.do(ReportSeal(serial="K1", fault=SealFault.BROKEN, finding="torn"), FLOOR)
    assert sheet(crew, "where")["K1"]["Condition"] == "barred: seal damaged"


def test_the_sheet_marks_a_packet_that_cannot_open_a_table() -> None:
    crew = Crew(TWO, football_dice_per_seal=5)
    crew.receive("K1", DiceGame.THREE_DICE_FOOTBALL, colours=("green",) * 4 + ("red",))
    crew.receive("K2", DiceGame.THREE_DICE_FOOTBALL)
    rows = sheet(crew, "where")
    assert "incomplete" in rows["K1"]["Condition"]
    assert "incomplete" not in rows["K2"]["Condition"]


def test_the_inspection_log_lists_every_inspection_of_the_day() -> None:
    crew = Crew(ONE)
    crew.inspected_1("K1", CRAPS)
    crew.at_table_1("K2", DiceGame.SIC_BO, "SB-1")
    crew.do(inspection_1("K2", DiceGame.SIC_BO, "SB-1", sound=False, finding="a five twice"), FLOOR, DEALER)
    log = crew.paper("dice-inspection-log", "2014-05-01")
    (grid,) = log.grids
    rows = {row[1]: dict(zip(grid.headings, row, strict=True)) for row in grid.rows}
    assert rows["K1"]["Result"] == "passed"
    assert rows["K1"]["Where"] == TABLE
    assert rows["K1"]["Alternative"] == "1"
    assert rows["K1"]["Instruments"] == "micrometer, balancing caliper, steel set square, magnet"
    assert BOX.title() in rows["K1"]["Signed by"]
    assert DEALER.title() in rows["K1"]["Signed by"]
    assert rows["K2"]["Result"] == "rejected: a five twice"
    assert rows["K2"]["Where"] == "SB-1"


def test_the_storage_ledger_shows_movements_and_what_is_left() -> None:
    crew = Crew(ONE)
    crew.receive("K1", CRAPS)
    crew.drawn("K2", CRAPS, ONE)
    crew.receive("K3", DiceGame.SIC_BO)
    crew.do(DisposeOf(serials=("K3",), how=Disposal.RETURNED), *KEYS)
    moved, stored = crew.paper("storage-ledger", "2014-05-01").grids
    movements = [(row[1], row[3]) for row in moved.rows]
    assert sorted(movements) == [
        ("K1", "received"),
        ("K2", "drawn"),
        ("K2", "received"),
        ("K3", "gone: returned to the supplier"),
        ("K3", "received"),
    ]
    assert stored.rows == (("dice", "Craps", "1", "5"),)


def test_the_chain_of_custody_has_no_gap() -> None:
    crew = Crew(ONE)
    crew.in_use_1("K1", CRAPS)
    paper = crew.paper("chain-of-custody", "K1")
    (history,) = paper.grids
    assert [row[1] for row in history.rows] == [
        "piece received",
        "piece drawn",
        "brought to pit",
        "brought to table",
        "dice inspected",
        "put to use",
    ]
    assert all(row[4] for row in history.rows)


@pytest.mark.parametrize(
    ("form", "subject"),
    [
        ("dice-inspection-log", "some day"),
        ("chain-of-custody", "K9"),
        ("dice-seal-label", "K1"),
        ("dice-discrepancy-report", "DDR-000009"),
    ],
)
def test_a_paper_that_is_not_there_is_asked_for_in_vain(form: str, subject: str) -> None:
    crew = Crew(ONE)
    crew.receive("K1", CRAPS)
    made = next(row for row in BOOK.forms if row.name == form)
    with pytest.raises(LookupError):
        made.make(crew.desk(), subject)


def test_a_moment_later_nothing_has_changed_by_itself() -> None:
    crew = Crew(ONE)
    crew.in_use_1("K1", CRAPS)
    before = crew.everything()
    crew.forward(days=3)
    assert crew.everything() == before
    assert crew.piece("K1").clock is not None
    assert crew.at - timedelta(days=3) == crew.piece("K1").came_at


def test_every_row_of_the_paragraph_is_upheld_in_this_book() -> None:
    upheld = implementations()
    for row in find("603a.13"):
        if row.duty is not Duty.INFORM:
            symbols = [one.symbol for one in upheld.get(row.id, ())]
            assert any(symbol.startswith("houseway.backoffice.custody.") for symbol in symbols), row.id
