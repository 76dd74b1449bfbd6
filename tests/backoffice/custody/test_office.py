"""The book in a real office, on both databases: signed, recorded, made anew from the journal, and the same again."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from houseway.backoffice.custody.book import BOOK
from houseway.backoffice.custody.orders import (
    ChooseAlternative,
    DrawDice,
    FileDiscrepancyReport,
    HandToPit,
    InstrumentPlace,
    Into,
    IssueSet,
    KeepInstruments,
    ReceivePieces,
    RemoveForBoard,
)
from houseway.backoffice.custody.piece import Alternative, Whereabouts
from houseway.backoffice.custody.playing import find_dice
from houseway.backoffice.custody.schema import piece_of
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.records import OrderRecord
from houseway.equipment.dice import DiceGame
from houseway.law import RuleViolation
from tests.backoffice.custody.crew import FOUR, PIT_ONE, TABLE, inspection_1, new_dice, placing
from tests.backoffice.house import WHO, Clock, make_office

ONE = Alternative.AT_THE_TABLE
CRAPS = DiceGame.CRAPS
KEYS = (WHO[Position.ASSISTANT_SHIFT_MANAGER], WHO[Position.SECURITY_OFFICER])
PIT, BOX, DEALER = WHO[Position.PIT_MANAGER], WHO[Position.BOXPERSON], WHO[Position.DEALER]


class House:
    """An office whose people propose, approve and execute."""

    def __init__(self, place: str) -> None:
        self.clock = Clock()
        self.office = make_office(place, self.clock, books=[STAFF, BOOK])
        self.given = 0

    def do(self, order: Order, *who: str) -> OrderRecord:
        self.given += 1
        self.clock.forward(minutes=1)
        key = f"order {self.given}"
        if len(who) == 1:
            return self.office.carry_out(order, who=who[0], key=key)
        digest = self.office.propose(order, who=who[0], key=key).digest
        for between in who[1:-1]:
            self.office.approve(digest, who=between)
        return self.office.execute(digest, who=who[-1])

    def tables(self, office: Office) -> list[Any]:
        with office.desk() as desk:
            return [
                sorted(map(repr, desk.connection.execute(sa.select(table))))
                for table in BOOK.tables.sorted_tables
            ]


@pytest.fixture
def house(place: str) -> Iterator[House]:
    opened = House(place)
    yield opened
    opened.office.journal.close()


def run_a_day(house: House) -> None:
    """One set from the delivery to the table and out of use, with a report."""
    choose = ChooseAlternative(alternative=ONE, since=house.clock.now.date())
    house.do(choose, WHO[Position.DIRECTOR_OF_TABLE_GAMES], WHO[Position.AUDITOR])
    keep = KeepInstruments(alternative=ONE, place=InstrumentPlace.PIT_STAND, where=PIT_ONE, instruments=FOUR)
    house.do(keep, PIT)
    delivery = ReceivePieces(
        delivery="D-1", supplier="Dice & Co", pieces=(new_dice("K1", CRAPS),), seals_intact=True
    )
    house.do(delivery, *KEYS)
    house.do(DrawDice(serials=("K1",), alternative=ONE, game=CRAPS), *KEYS)
    to_pit = HandToPit(serials=("K1",), alternative=ONE, game=CRAPS, pit=PIT_ONE, into=Into.PIT_MANAGER)
    house.do(to_pit, *KEYS, PIT)
    house.do(IssueSet(serial="K1", alternative=ONE, game=CRAPS, table=TABLE), PIT)
    house.do(inspection_1("K1", CRAPS), BOX, DEALER)
    house.do(placing("K1", CRAPS, ONE), BOX, DEALER)


def test_a_set_goes_its_way_through_a_real_office(house: House) -> None:
    run_a_day(house)
    with house.office.desk() as desk:
        assert find_dice(desk, "K1", TABLE) is not None
        found = piece_of(desk.connection, "K1")
        assert found is not None
        assert found.standing is Whereabouts.IN_USE
        assert len(BOOK.due(desk)) == 1
        for form in BOOK.forms:
            for subject in form.subjects(desk):
                assert form.make(desk, subject).holder == "Keystone Meadows"
        for sheet in BOOK.sheets:
            assert sheet.show(desk)


def test_what_the_journal_tells_makes_the_same_tables_again(house: House) -> None:
    run_a_day(house)
    board = WHO[Position.COMPLIANCE_REPRESENTATIVE]
    house.do(RemoveForBoard(serial="K1", request="to the laboratory"), board)
    report = FileDiscrepancyReport(
        serial="K1", discovered_at=house.clock.now, dealer="Dealer 1", description="asked for by the Board"
    )
    house.do(report, DEALER, WHO[Position.FLOORPERSON], board)
    before = house.tables(house.office)
    with house.office.journal.transaction() as transaction:
        BOOK.tables.drop_all(transaction.connection)
        transaction.connection.execute(sa.text("DELETE FROM office_projections WHERE name = 'pieces'"))
    again = Office(house.office.journal, house.clock, books=[STAFF, BOOK])
    assert house.tables(again) == before
    assert house.office.journal.verify().ok


def test_refusals_are_recorded_with_their_clause(house: House) -> None:
    run_a_day(house)
    with pytest.raises(RuleViolation):
        house.do(IssueSet(serial="K1", alternative=ONE, game=CRAPS, table="T-2"), PIT)
    with pytest.raises(RuleViolation):
        house.do(inspection_1("K1", CRAPS), DEALER, BOX)
    clauses = [refused.clause for _, refused in house.office.refusals()]
    assert clauses == ["603a.13(f)(1)(ii)#1", "603a.13(f)(1)(ii)#2"]


def test_the_same_order_again_happens_once(house: House) -> None:
    run_a_day(house)
    remove = RemoveForBoard(serial="K1", request="to the laboratory")
    board = WHO[Position.COMPLIANCE_REPRESENTATIVE]
    first = house.office.carry_out(remove, who=board, key="board 1")
    assert house.office.carry_out(remove, who=board, key="board 1") == first
    with house.office.desk() as desk:
        found = piece_of(desk.connection, "K1")
        assert found is not None
        assert found.standing is Whereabouts.OUT
