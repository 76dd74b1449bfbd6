"""Match Play Coupons between a live table and the ledger: what the table gives back, the ledger releases, or says that it did not."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons.barcode import Stamp, payload
from houseway.backoffice.coupons.design import Design, SubmitCouponDesign
from houseway.backoffice.coupons.programme import ApprovalKind, RecordCouponApproval
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.receipt import EnterCouponReceipt
from houseway.backoffice.coupons.redemption import CouponReleased, Release
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.serials import State, coupon_of, find
from houseway.backoffice.coupons.variances import VarianceFound
from houseway.backoffice.people import Position
from houseway.floor import Floor, Mode
from houseway.floor.coupons import CouponGate, still_redeemed
from houseway.floor.table import Recorded
from houseway.games import game_under, submission_for
from houseway.games.sic_bo.play import CallNoMoreBets, EnterDice, RevealDice, ShakeDice
from houseway.journal import Journal
from houseway.table.coupons import CouponTerms, OnPush
from houseway.table.moves import Move, Report, TakeDownWager
from houseway.table.redemption import CouponReversed
from houseway.table.roles import Role
from tests.backoffice.coupons.crew import (
    MAY_DAY,
    VAULT,
    OfficeHouse,
    approval,
    close_day,
    count_of,
    delivery,
    hand_out,
    issue_to_marketing,
    launch,
    lot,
)
from tests.backoffice.house import HOUSE, Clock, staff, who
from tests.service import TRAY, Service

STAYING = Design(id="MP-S", holder=HOUSE, value=1000, terms=CouponTerms(on_push=OnPush.STAYS))
STAMP = Stamp(id="K1", secret=b"the key of a house made for tests")
TABLE, DEALER = "SB-1", who(Position.DEALER)


class Noted(Service):
    """A table that notes the moves made at it."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(game_under(submission_for("sic-bo")))
        self.now, self.moves = clock.now, list[Move]()

    def do(self, *moves: Move) -> list[Any]:
        """Make moves, and note them."""
        self.moves.extend(moves)
        return super().do(*moves)


class House:
    """A live Sic Bo table, open, and patrons with coupons that stay on a push."""

    def __init__(self, journal: Journal) -> None:
        self.clock = Clock()
        # The table opens before the gates are asked: what opening takes is not the matter here.
        floor = Floor(journal, self.clock)
        floor.office.open_house(HOUSE, staff())
        floor.set_up_table(TABLE, "sic-bo", submission_for("sic-bo"), mode=Mode.LIVE, tray=TRAY)
        noted = Noted(self.clock)
        noted.opened().seated(seat_1=100_000)
        for move in noted.moves:
            floor.submit(TABLE, move, who="tester")
        self.floor = Floor(journal, self.clock, stamps=(STAMP,))
        self.crew = OfficeHouse(self.floor.office, self.clock)
        launch(self.crew)
        self._give_out()

    def _give_out(self) -> None:
        crew, run = self.crew, Run(1, 10)
        crew.give(SubmitCouponDesign(design=STAYING))
        crew.give(RecordCouponApproval(approval=approval(ApprovalKind.DESIGN, STAYING.id)))
        check = delivery(lot(run.first, run.last, STAYING))
        crew.give(check)
        crew.give(
            EnterCouponReceipt(
                delivery=check.delivery,
                received_on=crew.day,
                quantities=(Quantity(STAYING.value, len(run)),),
                serials=(run,),
                stored_in=VAULT,
                locked_up=True,
            )
        )
        issue_to_marketing(crew, "R-1", run)
        hand_out(crew, run)
        crew.close()

    def present(self, serial: int) -> None:
        """A patron puts a coupon with ten dollars on Small."""
        with self.floor.office.desk() as desk:
            coupon = coupon_of(desk.connection, serial)
        assert coupon is not None
        code = payload(coupon, STAYING.id, STAMP)
        self.floor.present_coupon(TABLE, code, seat=1, wager="small", amount=1000, who=DEALER)

    def do(self, *moves: Move) -> None:
        """Make moves at the table."""
        for move in moves:
            self.floor.submit(TABLE, move, who=DEALER)

    def state(self, serial: int) -> State:
        """Where the ledger has a coupon."""
        with self.floor.office.desk() as desk:
            found = find(desk.connection, serial)
        assert found is not None
        return found.state

    def releases(self) -> list[tuple[int, Release]]:
        """Every coupon that the ledger released, and why."""
        facts = (
            fact
            for entry in self.floor.journal.read("office/coupons")
            for fact in msgspec.json.decode(entry.body)["facts"]
            if fact["fact"] == CouponReleased.__struct_config__.tag
        )
        return [(fact["serial"], Release(fact["reason"])) for fact in facts]

    def owed(self) -> list[tuple[str, date, str, bool]]:
        """What the ledger did not release."""
        return [
            (due.what, due.by, due.clause.id, due.late)
            for due in still_redeemed(self.floor.office, self.floor.tables().values())
        ]

    def count(self, day: date) -> list[VarianceFound]:
        """Marketing closes the day and finance counts it on the next; what the count found wrong."""
        close_day(self.crew)
        self.crew.at(day + timedelta(days=1))
        facts = self.crew.give(count_of(self.crew, day))
        self.crew.close()
        return [fact for fact in facts if isinstance(fact, VarianceFound)]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with Journal.open(tmp_path / "house.db") as journal:
        yield House(journal)


VOID = Report(irregularity="dice-not-flat", by=Role.DEALER)


@pytest.mark.clause("603a.21(e)#1")
def test_a_coupon_of_a_void_toss_is_its_patrons_again_also_where_it_stays_on_a_push(house: House) -> None:
    house.present(1)
    assert house.state(1) is State.REDEEMED
    house.do(ShakeDice(times=3), CallNoMoreBets(), VOID)
    assert house.state(1) is State.DISTRIBUTED
    assert house.releases() == [(1, Release.TAKEN_DOWN)]
    assert house.floor.office.refusals() == ()
    assert house.owed() == []
    house.present(1)
    assert house.state(1) is State.REDEEMED
    # What went back before is not owed because the coupon was played anew.
    assert house.owed() == []


@pytest.mark.clause("603a.21(e)#1")
def test_a_coupon_taken_down_with_its_wager_is_its_patrons_again(house: House) -> None:
    house.present(1)
    house.do(TakeDownWager(seat=1, wager="small"))
    assert house.state(1) is State.DISTRIBUTED
    assert house.owed() == []


@pytest.mark.clause("603a.20(m)(2)#2")
def test_a_coupon_that_the_ledger_does_not_release_is_named_until_its_last_day(house: House) -> None:
    house.present(1)
    house.do(ShakeDice(times=3), CallNoMoreBets())
    assert house.owed() == []
    # The count has it in the drop box, though it lies on the felt.
    assert house.count(MAY_DAY) == []
    house.do(VOID)
    assert house.state(1) is State.REDEEMED
    next_day = MAY_DAY + timedelta(days=1)
    what = "release coupon 000000001, which table SB-1 gave back: its wager was called off"
    assert house.owed() == [(what, next_day, "603a.21(e)#1", False)]
    ((_, refusal),) = house.floor.office.refusals()
    assert (refusal.order, refusal.clause) == ("release-coupon", "603a.20(m)(2)#2")
    house.clock.forward(days=1)
    assert house.owed() == [(what, next_day, "603a.21(e)#1", True)]
    house.clock.forward(days=200)
    assert house.owed() == []


@pytest.mark.clause("603a.20(m)(1)")
def test_a_coupon_unspent_in_the_drop_box_stays_redeemed_and_the_count_finds_it_there(house: House) -> None:
    house.present(1)
    house.do(ShakeDice(times=3), CallNoMoreBets(), RevealDice(die_1=6, die_2=6, die_3=5))
    house.do(EnterDice(die_1=6, die_2=6, die_3=5))
    place = house.floor.table(TABLE)
    undone = CouponReversed(
        seat=1, wager="Match Play Coupon", serial=1, returned=0, repaid=0, clause="603a.21(e)#1"
    )
    CouponGate(house.floor.office).after(
        place, Recorded(version=place.version, act=place.record[-1].act, events=(undone,))
    )
    assert house.state(1) is State.REDEEMED
    assert house.count(MAY_DAY) == []
