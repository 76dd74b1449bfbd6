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
from houseway.backoffice.mailing.exclusion import ExclusionList
from houseway.backoffice.people import Position
from houseway.floor import Floor, Mode
from houseway.floor.coupons import still_redeemed
from houseway.games import submission_for
from houseway.games.three_card_poker.moves import RevealHand, TurnDealer
from houseway.journal import Journal
from houseway.law import RuleViolation
from houseway.table.coupons import CouponTerms, OnPush
from houseway.table.moves import CallNoMoreBets, Move, PlaceWager, Report, TakeDownWager
from houseway.table.moves import CallNoMoreBets as CallNoMoreBetsOnCards
from houseway.table.roles import Role
from houseway.table.start import ShakeDice
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
from tests.backoffice.mailing import post_room
from tests.cards import deal, loaded, stub_away
from tests.service import TRAY, Service

STAYING = Design(id="MP-S", holder=HOUSE, value=1000, terms=CouponTerms(on_push=OnPush.STAYS))
STAMP = Stamp(id="K1", secret=b"the key of a house made for tests")
TABLE, DEALER = "SB-1", who(Position.DEALER)


class PowerCut(Exception):
    """The house is interrupted here."""


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
    assert house.releases() == [(1, Release.VOID, "its wager was called off (625a.7(a))")]
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
    what = "release coupon 000000001, which table SB-1 gave back: its wager was called off (625a.7(a))"
    assert house.owed() == [(what, next_day, "603a.21(e)#1", False)]
    ((_, refusal),) = house.floor.office.refusals()
    assert (refusal.order, refusal.clause) == ("release-coupon", "603a.20(m)(2)#2")
    house.clock.forward(days=1)
    assert house.owed() == [(what, next_day, "603a.21(e)#1", True)]
    house.clock.forward(days=200)
    assert house.owed() == []


# Hands found void when some of them were settled already.


class CardHouse(House):
    """A live Three Card Poker table: two patrons have coupons down, and that of the one is in the drop box."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal, "three-card-poker", edition="649a-2014")
        loaded(self.service)
        self.present(1, "ante", seat=1)
        self.present(2, "ante", seat=4)
        self.do(CallNoMoreBetsOnCards())
        deal(self.service, seat_1="9c 8d 7h", seat_4="Ac 5d 5h", dealer="Qs Td 8c")
        stub_away(self.service)
        for seat in (1, 4):
            self.do(PlaceWager(seat=seat, wager="play", amount=1000))
        self.do(TurnDealer(), RevealHand(seat=4))
        assert [spent.serial for spent in self.service.state.coupons.spent] == [2]


MISDEAL = Report(irregularity="wrong-number-of-cards", by=Role.DEALER)
VOIDED = "the hands were void after it was dropped (36.05.14.13D)"


@pytest.fixture
def cards(tmp_path: Path) -> Iterator[CardHouse]:
    with Journal.open(tmp_path / "house.db") as journal:
        yield CardHouse(journal)


@pytest.mark.clause("603a.21(e)#1", "603a.20(m)(1)")
def test_void_hands_free_the_coupon_on_the_felt_and_the_one_in_the_drop_box(cards: CardHouse) -> None:
    cards.do(MISDEAL)
    assert cards.floor.office.refusals() == ()
    assert sorted(cards.releases()) == [
        (1, Release.VOID, "its wager was called off (36.05.14.13D)"),
        (2, Release.VOID, VOIDED),
    ]
    # The one goes back into the patron's hand; the other is locked up, and its patron is owed another.
    assert (cards.state(1), cards.state(2)) == (State.DISTRIBUTED, State.VOIDED)
    assert cards.owed() == []
    with pytest.raises(RuleViolation, match="is voided"):
        cards.present(2, "ante", seat=4)
    cards.present(1, "ante", seat=4)
    assert cards.count(MAY_DAY) == []
    assert (cards.state(1), cards.state(2)) == (State.REDEEMED, State.VOIDED)


@pytest.mark.clause("603a.21(e)#1")
def test_void_hands_that_the_ledger_has_not_heard_of_are_told_once_when_the_house_opens_again(
    cards: CardHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_power(*_: Any, **__: Any) -> None:
        raise PowerCut

    monkeypatch.setattr(cards.floor.office, "carry_out", no_power)
    with pytest.raises(PowerCut):
        cards.do(MISDEAL)
    monkeypatch.undo()
    assert (cards.state(1), cards.state(2)) == (State.REDEEMED, State.REDEEMED)
    what = [what for what, *_ in cards.owed()]
    assert f"release coupon 000000002, which table SB-1 left in its drop box: {VOIDED}" in what
    for _ in range(2):
        again = Floor(cards.floor.journal, cards.clock, stamps=(STAMP,))
        assert (cards.state(1), cards.state(2)) == (State.DISTRIBUTED, State.VOIDED)
    assert len(cards.releases()) == 2
    assert again.office.refusals() == ()
    assert cards.owed() == []


@pytest.mark.clause("603a.20(m)(2)#2")
def test_void_hands_after_the_count_leave_the_dropped_coupon_used_up(cards: CardHouse) -> None:
    assert cards.count(MAY_DAY) == []
    cards.do(MISDEAL)
    assert cards.state(2) is State.REDEEMED
    assert {clause for _, _, clause, _ in cards.owed()} == {"603a.21(e)#1"}
    assert len(cards.owed()) == 2


# Mailed coupons.


class MailingHouse(House):
    """A live table in a house that has coupons mailed: John was taken off the list of those who get them."""

    def _give_out(self) -> None:
        self.crew = post_room.PostOffice(self.floor.office, self.clock)
        post_room.launch(self.crew)
        excluded = post_room.listing(
            self.crew, ExclusionList.SELF_EXCLUSION, post_room.JOHN, post_room.NOBODY
        )
        self.crew.give(excluded)
        post_room.mail(self.crew, post_room.IDA, post_room.JOHN)
        self.crew.close()


@pytest.mark.clause("603a.20(q)(3)", "603a.20(q)(7)")
def test_a_coupon_that_was_struck_from_its_mailing_is_refused_at_the_table(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "house.db") as journal:
        house = MailingHouse(journal)
        version, before = house.floor.table(TABLE).version, house.state(2)
        with pytest.raises(RuleViolation, match="was taken off mailing M-1") as refusal:
            house.present(2)
        assert refusal.value.clause.id == "603a.20(q)(3)"
        assert house.state(2) is before
        assert house.floor.table(TABLE).version == version
        # The one that was mailed is taken.
        house.present(1)
        assert house.state(1) is State.REDEEMED
