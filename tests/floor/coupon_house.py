"""Houses made for tests of coupons: a live table that is open, and patrons who hold coupons of the ledger."""

from datetime import date, timedelta
from typing import Any

import msgspec

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
from houseway.floor.coupons import refused_releases
from houseway.games import submission_for
from houseway.games.three_card_poker.moves import RevealHand, TurnDealer
from houseway.journal import Journal
from houseway.table.coupons import CouponTerms, OnPush
from houseway.table.moves import CallNoMoreBets, Move, PlaceWager
from tests.backoffice.coupons.crew import (
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
from tests.cards import deal, loaded, stub_away
from tests.service import TRAY, Service

STAYING = Design(id="MP-S", holder=HOUSE, value=1000, terms=CouponTerms(on_push=OnPush.STAYS))
STAMP = Stamp(id="K1", secret=b"the key of a house made for tests")
TABLE, DEALER = "SB-1", who(Position.DEALER)


class OnTheFloor(Service):
    """A live table of a house: what is done at it goes through the floor, and into the journal."""

    def __init__(self, floor: Floor, who: str) -> None:
        super().__init__(floor.table(TABLE).game)
        self.floor, self.who, self.now = floor, who, floor.clock()

    def do(self, *moves: Move) -> list[Any]:
        """Make moves at the table; returns the events of the last one."""
        events: tuple[Any, ...] = ()
        for move in moves:
            events = self.floor.submit(TABLE, move, who=self.who).events
            self.state = self.floor.table(TABLE).state
        return list(events)


class House:
    """A live table, open, and patrons with coupons that stay on a push."""

    def __init__(self, journal: Journal, game: str = "sic-bo", **options: Any) -> None:
        self.clock = Clock()
        # The table opens before the gates are asked: what opening takes is not the matter here.
        floor = Floor(journal, self.clock)
        floor.office.open_house(HOUSE, staff())
        floor.set_up_table(TABLE, game, submission_for(game, options), mode=Mode.LIVE, tray=TRAY)
        OnTheFloor(floor, "tester").opened().seated(seat_1=100_000, seat_4=100_000)
        self.floor = Floor(journal, self.clock, stamps=(STAMP,))
        self.service = OnTheFloor(self.floor, DEALER)
        self.crew = OfficeHouse(self.floor.office, self.clock)
        self._give_out()

    def _give_out(self) -> None:
        crew, run = self.crew, Run(1, 10)
        launch(crew)
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

    def present(self, serial: int, wager: str = "small", seat: int = 1) -> None:
        """A patron puts a coupon with ten dollars on a wager."""
        with self.floor.office.desk() as desk:
            coupon, known = coupon_of(desk.connection, serial), find(desk.connection, serial)
        assert coupon is not None
        assert known is not None
        code = payload(coupon, known.design, STAMP)
        self.floor.present_coupon(TABLE, code, seat=seat, wager=wager, amount=1000, who=DEALER)
        self.service.state = self.floor.table(TABLE).state

    def do(self, *moves: Move) -> None:
        """Make moves at the table."""
        self.service.do(*moves)

    def state(self, serial: int) -> State:
        """Where the ledger has a coupon."""
        with self.floor.office.desk() as desk:
            found = find(desk.connection, serial)
        assert found is not None
        return found.state

    def releases(self) -> list[tuple[int, Release, str]]:
        """Every coupon that the ledger released, and why."""
        facts = (
            fact
            for entry in self.floor.journal.read("office/coupons")
            for fact in msgspec.json.decode(entry.body)["facts"]
            if fact["fact"] == CouponReleased.__struct_config__.tag
        )
        return [(fact["serial"], Release(fact["reason"]), fact["why"]) for fact in facts]

    def owed(self) -> list[tuple[str, date, str, bool]]:
        """What the ledger did not release."""
        return [
            (due.what, due.by, due.clause.id, due.late)
            for due in refused_releases(self.floor.office, self.floor.tables().values())
        ]

    def count(self, day: date) -> list[VarianceFound]:
        """Marketing closes the day and finance counts it on the next; what the count found wrong."""
        close_day(self.crew)
        self.crew.at(day + timedelta(days=1))
        facts = self.crew.give(count_of(self.crew, day))
        self.crew.close()
        return [fact for fact in facts if isinstance(fact, VarianceFound)]


class CardHouse(House):
    """A live Three Card Poker table: two patrons have coupons down, and that of the one is in the drop box."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal, "three-card-poker", edition="649a-2014")
        loaded(self.service)
        self.present(1, "ante", seat=1)
        self.present(2, "ante", seat=4)
        self.do(CallNoMoreBets())
        deal(self.service, seat_1="9c 8d 7h", seat_4="Ac 5d 5h", dealer="Qs Td 8c")
        stub_away(self.service)
        for seat in (1, 4):
            self.do(PlaceWager(seat=seat, wager="play", amount=1000))
        self.do(TurnDealer(), RevealHand(seat=4))
        assert [spent.serial for spent in self.service.state.coupons.spent] == [2]
