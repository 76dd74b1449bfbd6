"""The count: forwarded daily, counted, examined, cancelled, balanced, recorded (603a.20(m))."""

from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.count import CountCoupons, CountLine, DayCounted, Review
from houseway.backoffice.coupons.drop_boxes import Altered, Drop
from houseway.backoffice.coupons.issue import EnterCouponIssue, TakeOverCoupons
from houseway.backoffice.coupons.programme import AdoptCouponControls
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.redemption import RedeemCoupon
from houseway.backoffice.coupons.runs import Run, less
from houseway.backoffice.coupons.schema import documents, movements, serials
from houseway.backoffice.coupons.serials import State, find
from houseway.backoffice.coupons.variances import VarianceKind, variances_of
from houseway.backoffice.coupons.voids import Custody, VoidCoupons, VoidLine
from tests.backoffice.coupons.crew import (
    CONTROLS,
    MAY_DAY,
    BareHouse,
    close_day,
    count_of,
    form,
    found,
    hand_out,
    issue_to_marketing,
    next_day,
    open_carried,
    receive,
    redeem,
    refused,
    requisition,
    return_form,
    states,
)

TORN = VoidLine(first=41, last=42, reason="torn")


@pytest.fixture
def dropped(busy: BareHouse) -> BareHouse:
    """The day after: tables 1 and 2 redeemed 1 to 5 and 1001, two coupons are void, the rest came back."""
    for serial in range(1, 6):
        redeem(busy, serial, "1")
    redeem(busy, 1001, "2")
    busy.give(VoidCoupons(custody=Custody.MARKETING, day=MAY_DAY, voided=(TORN,)))
    close_day(busy)
    next_day(busy)
    return busy


def changed(crew: BareHouse, serial: int, **values: Any) -> None:
    """Somebody tampers with a row of the book."""
    crew.connection.execute(serials.update().where(serials.c.serial == serial).values(**values))


def more_in_box(crew: BareHouse, table: str, *more: int, altered: tuple[Altered, ...] = ()) -> CountCoupons:
    """The count with more coupons in one table's box than were dropped there."""
    order = count_of(crew, MAY_DAY)
    drops = {drop.table: drop for drop in order.drops}
    there = drops.get(table, Drop(table=table, serials=()))
    drops[table] = Drop(table=table, serials=(*there.serials, *more), altered=altered)
    return msgspec.structs.replace(order, drops=tuple(drops.values()))


@pytest.mark.clause("603a.20(m)")
def test_a_day_is_counted_once_it_is_over_and_everything_is_with_finance(busy: BareHouse) -> None:
    redeem(busy, 1)
    assert "nothing of 2014-05-01 to count yet" in refused(busy, count_of(busy, MAY_DAY), "603a.20(m)")
    next_day(busy)
    assert "has not forwarded" in refused(busy, count_of(busy, MAY_DAY), "603a.20(m)")
    busy.give(form(busy, day=MAY_DAY))
    assert "has not forwarded" in refused(busy, count_of(busy, MAY_DAY), "603a.20(m)")
    busy.give(return_form(busy, MAY_DAY))
    busy.give(count_of(busy, MAY_DAY))
    assert "counted before" in refused(busy, count_of(busy, MAY_DAY), "603a.20(m)")
    refused(busy, count_of(busy, date(2014, 4, 30)), "603a.20(m)")


@pytest.mark.clause("603a.20(m)")
def test_days_are_counted_one_after_the_other_and_on_the_day_after(busy: BareHouse) -> None:
    close_day(busy)
    next_day(busy)
    redeem(busy, 1)
    owed = [one for one in BOOK.due(busy.desk()) if one.clause.id == "603a.20(m)"]
    assert [(one.what, one.by, one.late) for one in owed] == [
        ("count the coupons of 2014-05-01", date(2014, 5, 2), False)
    ]
    next_day(busy)
    second = count_of(busy, date(2014, 5, 2))
    assert "2014-05-01 have not been counted" in refused(busy, second, "603a.20(m)")
    assert [one.late for one in BOOK.due(busy.desk()) if one.clause.id == "603a.20(m)"] == [True, False]
    busy.give(count_of(busy, MAY_DAY))
    busy.give(count_of(busy, date(2014, 5, 2)))
    assert not [one for one in BOOK.due(busy.desk()) if one.clause.id == "603a.20(m)"]


@pytest.mark.clause("603a.20(m)(1)", "603a.20(m)(3)", "603a.20(m)(4)")
def test_a_clean_day_balances_and_has_no_variance(dropped: BareHouse) -> None:
    facts = dropped.give(count_of(dropped, MAY_DAY))
    (counted,) = facts
    assert isinstance(counted, DayCounted)
    assert counted.lines == (
        CountLine(denomination=1000, given=100, distributed=40, voided=2, returned=58, held=0, redeemed=5),
        CountLine(denomination=2500, given=50, distributed=20, voided=0, returned=30, held=0, redeemed=1),
    )
    assert [line.difference for line in counted.lines] == [0, 0]
    assert not variances_of(dropped.connection, MAY_DAY, dropped.day)


@pytest.mark.clause("603a.20(m)(3)")
@pytest.mark.parametrize("became", ["given", "distributed", "voided", "returned", "held"])
def test_whatever_does_not_balance_shows(became: str) -> None:
    line = CountLine(denomination=1000, given=100, distributed=40, voided=2, returned=38, held=20, redeemed=5)
    assert line.difference == 0
    off = msgspec.structs.replace(line, **{became: getattr(line, became) + 1})
    assert off.difference == (1 if became == "given" else -1)


@pytest.mark.clause("603a.20(m)(3)")
def test_the_balance_takes_what_was_carried_over_and_what_is_held(busy: BareHouse) -> None:
    close_day(busy, hold=True)
    next_day(busy)
    open_carried(busy)
    issue_to_marketing(busy, "R-2", Run(101, 110))
    hand_out(busy, Run(41, 45))
    close_day(busy, hold=True)
    next_day(busy)
    (first,) = busy.give(count_of(busy, MAY_DAY))
    (second,) = busy.give(count_of(busy, date(2014, 5, 2)))
    assert isinstance(first, DayCounted)
    assert isinstance(second, DayCounted)
    assert [(line.given, line.distributed, line.held) for line in first.lines] == [
        (100, 40, 60),
        (50, 20, 30),
    ]
    assert [(line.given, line.distributed, line.held) for line in second.lines] == [(70, 5, 65), (30, 0, 30)]


@pytest.mark.clause("603a.20(m)(2)#1")
def test_the_signatures_of_every_paper_are_reviewed(dropped: BareHouse) -> None:
    true = count_of(dropped, MAY_DAY)
    assert [review.document for review in true.reviews] == [
        "requisition/R-1",
        "issue/R-1",
        "take-over/R-1",
        "void/2014-05-01/1",
        "reconciliation/2014-05-01",
        "return/2014-05-01/1",
    ]
    for number in range(len(true.reviews)):
        fewer = (*true.reviews[:number], *true.reviews[number + 1 :])
        said = refused(dropped, msgspec.structs.replace(true, reviews=fewer), "603a.20(m)(2)#1")
        assert true.reviews[number].document in said
    strange = Review(document="requisition/R-2", proper=True)
    for more in (strange, true.reviews[0]):
        refused(dropped, msgspec.structs.replace(true, reviews=(*true.reviews, more)), "603a.20(m)(2)#1")
    forged = msgspec.structs.replace(true.reviews[1], proper=False, remark="not her hand")
    reviews = (true.reviews[0], forged, *true.reviews[2:])
    facts = dropped.give(msgspec.structs.replace(true, reviews=reviews))
    assert found(facts) == {(VarianceKind.IMPROPER_SIGNATURE, 0)}
    (variance,) = variances_of(dropped.connection, MAY_DAY, MAY_DAY)
    assert (variance.detail, variance.clause) == ("issue/R-1: not her hand", "603a.20(m)(2)#1")


@pytest.mark.clause("603a.20(m)(2)#2")
def test_redeemed_void_and_expired_coupons_are_cancelled_and_the_others_go_back_to_stock(
    crew: BareHouse,
) -> None:
    receive(crew, 50, name="D-1", expires=MAY_DAY)
    receive(crew, 50, name="D-2", expires=MAY_DAY + timedelta(days=2))
    issue_to_marketing(crew, "R-1", Run(11, 60))
    hand_out(crew, Run(11, 20), Run(51, 55))
    crew.give(
        VoidCoupons(
            custody=Custody.MARKETING, day=MAY_DAY, voided=(VoidLine(first=21, last=22, reason="torn"),)
        )
    )
    redeem(crew, 11)
    redeem(crew, 51)
    close_day(crew)
    next_day(crew)
    (counted,) = crew.give(count_of(crew, MAY_DAY))
    assert isinstance(counted, DayCounted)
    assert (counted.restocked, counted.expired) == ((Run(56, 60),), (Run(23, 50),))
    assert states(crew) == {
        State.STOCK: 45,
        State.DISTRIBUTED: 4,
        State.REDEEMED: 2,
        State.VOIDED: 2,
        # Returned, in stock and in patrons' pockets alike.
        State.EXPIRED: 28 + 10 + 9,
    }
    cancelled = crew.connection.execute(
        sa.select(serials.c.state, sa.func.count())
        .where(serials.c.cancelled_on == date(2014, 5, 2))
        .group_by(serials.c.state)
    )
    assert {str(state): int(count) for state, count in cancelled} == {
        "redeemed": 2,
        "voided": 2,
        "expired": 47,
    }
    again = RedeemCoupon(serial=12, value=1000, table="1", round="9", day=crew.day)
    assert "is expired" in refused(crew, again, "603a.20(m)(2)#2")
    # What came back can be issued anew.
    issue_to_marketing(crew, "R-2", Run(56, 60))
    refused(
        crew,
        EnterCouponIssue(
            requisition="R-2", day=crew.day, serials=(Run(23, 23),), quantities=(Quantity(1000, 1),)
        ),
        "603a.20(h)",
    )


@pytest.mark.clause("603a.20(m)(2)#2")
def test_a_coupon_that_expired_before_the_count_is_not_restocked(crew: BareHouse) -> None:
    receive(crew, 20, name="D-1", expires=MAY_DAY + timedelta(days=1))
    receive(crew, 20, name="D-2", expires=MAY_DAY + timedelta(days=2))
    issue_to_marketing(crew, "R-1", Run(1, 40))
    close_day(crew)
    crew.at(MAY_DAY + timedelta(days=2))
    (counted,) = crew.give(count_of(crew, MAY_DAY))
    assert isinstance(counted, DayCounted)
    assert (counted.restocked, counted.expired) == ((Run(21, 40),), (Run(1, 20),))


@pytest.mark.clause("603a.20(i)#2", "603a.20(m)(4)")
def test_what_goes_back_to_stock_goes_into_the_approved_area(dropped: BareHouse) -> None:
    refused(dropped, count_of(dropped, MAY_DAY, stored_in="a drawer"), "603a.20(i)#3")
    (counted,) = dropped.give(count_of(dropped, MAY_DAY))
    assert isinstance(counted, DayCounted)
    assert counted.stored_in == "cage vault, shelf 3"


# Every kind of variance, planted and found.


@pytest.mark.clause("603a.20(m)(1)")
def test_a_coupon_counted_twice_is_found_in_one_count_and_across_days(dropped: BareHouse) -> None:
    facts = dropped.give(more_in_box(dropped, "2", 3, 3))
    assert found(facts) == {(VarianceKind.COUNTED_TWICE, 3)}
    assert len(facts) == 3
    redeem(dropped, 6)
    next_day(dropped)
    again = count_of(dropped, date(2014, 5, 2), Drop(table="1", serials=(6, 4)))
    assert found(dropped.give(again)) == {(VarianceKind.COUNTED_TWICE, 4)}
    coupon = find(dropped.connection, 4)
    assert coupon is not None
    assert coupon.cancelled_on == date(2014, 5, 2)


@pytest.mark.clause("603a.20(m)(1)")
@pytest.mark.parametrize("serial", [500, 43, 1021])
def test_a_coupon_in_the_box_that_no_patron_was_given_is_found(dropped: BareHouse, serial: int) -> None:
    before = states(dropped)
    order = more_in_box(dropped, "1", serial)
    facts = dropped.give(
        msgspec.structs.replace(order, returned=less(order.returned, (Run(serial, serial),)))
    )
    assert found(facts) == {(VarianceKind.NEVER_DISTRIBUTED, serial)}
    coupon = find(dropped.connection, serial)
    assert coupon is not None
    assert (coupon.state, coupon.table, coupon.redeemed_on) == (State.REDEEMED, "1", MAY_DAY)
    assert states(dropped)[State.REDEEMED] == before[State.REDEEMED] + 1


@pytest.mark.clause("603a.20(m)(1)")
def test_a_coupon_in_the_box_before_it_was_handed_out_is_found(dropped: BareHouse) -> None:
    issue_to_marketing(dropped, "R-2", Run(101, 110))
    hand_out(dropped, Run(101, 105))
    facts = dropped.give(more_in_box(dropped, "1", 101, 106))
    assert found(facts) == {(VarianceKind.NEVER_DISTRIBUTED, 101), (VarianceKind.NEVER_DISTRIBUTED, 106)}


@pytest.mark.clause("603a.20(m)(1)")
def test_an_altered_value_is_found(dropped: BareHouse) -> None:
    facts = dropped.give(more_in_box(dropped, "1", altered=(Altered(serial=2, shows=10000),)))
    assert found(facts) == {(VarianceKind.ALTERED_VALUE, 2)}
    (variance,) = variances_of(dropped.connection, MAY_DAY, MAY_DAY)
    assert variance.detail == "shows $100, was printed with $10"


def test_a_coupon_called_altered_was_counted(dropped: BareHouse) -> None:
    order = more_in_box(dropped, "2", altered=(Altered(serial=2, shows=10000),))
    refused(dropped, order, "603a.20(m)(1)")


@pytest.mark.clause("603a.20(m)(1)")
def test_a_serial_that_was_never_received_is_found(dropped: BareHouse) -> None:
    assert found(dropped.give(more_in_box(dropped, "1", 777_777))) == {(VarianceKind.NEVER_RECEIVED, 777_777)}


@pytest.mark.clause("603a.20(m)(1)")
def test_a_void_coupon_in_the_box_is_found(dropped: BareHouse) -> None:
    order = more_in_box(dropped, "1", 41)
    facts = dropped.give(msgspec.structs.replace(order, voided=(Run(42, 42),)))
    assert found(facts) == {(VarianceKind.VOID_IN_BOX, 41), (VarianceKind.VOID_NOT_FORWARDED, 41)}
    coupon = find(dropped.connection, 41)
    assert coupon is not None
    assert coupon.state is State.VOIDED


@pytest.mark.clause("603a.20(m)(1)")
def test_an_expired_coupon_in_the_box_is_found(crew: BareHouse) -> None:
    receive(crew, 20, expires=MAY_DAY)
    receive(crew, 20, name="D-2")
    issue_to_marketing(crew, "R-1", Run(1, 40))
    hand_out(crew, Run(1, 40))
    close_day(crew)
    next_day(crew)
    # Before the count of its last day has been made, and after it.
    redeem(crew, 21, "7")
    crew.give(count_of(crew, MAY_DAY))
    next_day(crew)
    facts = crew.give(count_of(crew, date(2014, 5, 2), Drop(table="7", serials=(21, 5))))
    assert found(facts) == {(VarianceKind.EXPIRED_IN_BOX, 5)}
    assert states(crew) == {State.EXPIRED: 20, State.REDEEMED: 1, State.DISTRIBUTED: 19}


@pytest.mark.clause("603a.20(m)(1)")
def test_a_coupon_taken_after_its_last_day_at_a_table_that_cannot_scan_is_found(crew: BareHouse) -> None:
    receive(crew, 20, expires=MAY_DAY)
    receive(crew, 20, name="D-2")
    issue_to_marketing(crew, "R-1", Run(1, 40))
    hand_out(crew, Run(1, 40))
    close_day(crew)
    crew.at(MAY_DAY + timedelta(days=3))
    crew.give(count_of(crew, MAY_DAY, Drop(table="7", serials=(1,))))
    changed(crew, 2, state="distributed")
    redeem(crew, 21)
    next_day(crew)
    day = MAY_DAY + timedelta(days=3)
    crew.connection.execute(sa.text("UPDATE coupons_totals SET count = count - 1 WHERE state = 'expired'"))
    crew.connection.execute(
        sa.text("UPDATE coupons_totals SET count = count + 1 WHERE state = 'distributed'")
    )
    facts = crew.give(count_of(crew, day, Drop(table="7", serials=(2,)), Drop(table="1", serials=(21,))))
    assert found(facts) == {(VarianceKind.EXPIRED_IN_BOX, 2)}
    coupon = find(crew.connection, 2)
    assert coupon is not None
    assert coupon.state is State.EXPIRED


@pytest.mark.clause("603a.20(m)(1)")
def test_a_coupon_redeemed_at_a_table_and_missing_from_its_box_is_found(dropped: BareHouse) -> None:
    order = count_of(
        dropped, MAY_DAY, Drop(table="1", serials=(1, 2, 4, 5)), Drop(table="2", serials=(1001,))
    )
    assert found(dropped.give(order)) == {(VarianceKind.MISSING_FROM_BOX, 3)}
    # Reported once; when it turns up a day later it is cancelled without another word.
    redeem(dropped, 6)
    next_day(dropped)
    late = count_of(dropped, date(2014, 5, 2), Drop(table="1", serials=(3, 6)))
    assert not found(dropped.give(late))
    coupon = find(dropped.connection, 3)
    assert coupon is not None
    assert coupon.cancelled_on == date(2014, 5, 3)


@pytest.mark.clause("603a.20(m)(1)")
def test_a_coupon_in_the_box_of_another_table_is_found(dropped: BareHouse) -> None:
    order = count_of(
        dropped, MAY_DAY, Drop(table="1", serials=(1, 2, 3, 4)), Drop(table="2", serials=(5, 1001))
    )
    assert found(dropped.give(order)) == {(VarianceKind.OTHER_TABLE, 5)}


@pytest.mark.clause("603a.20(m)(1)", "603a.20(q)(6)")
def test_a_table_that_cannot_scan_has_its_coupons_cancelled_by_the_count(dropped: BareHouse) -> None:
    facts = dropped.give(more_in_box(dropped, "7", 10, 1010))
    assert not found(facts)
    (counted,) = facts
    assert isinstance(counted, DayCounted)
    assert [line.redeemed for line in counted.lines] == [6, 2]
    coupon = find(dropped.connection, 10)
    assert coupon is not None
    assert (coupon.state, coupon.table, coupon.redeemed_on, coupon.cancelled_on) == (
        State.REDEEMED,
        "7",
        MAY_DAY,
        date(2014, 5, 2),
    )


@pytest.mark.clause("603a.20(q)(6)", "603a.20(m)(1)", "603a.20(m)(2)#2")
def test_a_coupon_taken_on_its_last_day_where_nothing_scans_is_redeemed(crew: BareHouse) -> None:
    receive(crew, 20, expires=MAY_DAY)
    issue_to_marketing(crew, "R-1", Run(1, 20))
    hand_out(crew, Run(1, 20))
    close_day(crew)
    next_day(crew)
    assert not found(crew.give(count_of(crew, MAY_DAY, Drop(table="7", serials=(5,)))))
    assert states(crew) == {State.REDEEMED: 1, State.EXPIRED: 19}


@pytest.mark.clause("603a.20(q)(6)", "603a.20(m)(1)")
def test_a_table_that_scans_and_did_not_is_found(dropped: BareHouse) -> None:
    assert found(dropped.give(more_in_box(dropped, "1", 10))) == {(VarianceKind.NOT_SCANNED, 10)}
    coupon = find(dropped.connection, 10)
    assert coupon is not None
    assert coupon.state is State.REDEEMED


@pytest.mark.clause("603a.20(q)(6)", "603a.20(m)(1)")
def test_the_copy_of_a_coupon_shows_when_it_is_counted_again(dropped: BareHouse) -> None:
    # The first was played where nothing scans; its copy was scanned the next day, before the count.
    redeem(dropped, 10, "1")
    assert found(dropped.give(more_in_box(dropped, "7", 10))) == {(VarianceKind.LATER_DAY, 10)}
    next_day(dropped)
    second = count_of(dropped, date(2014, 5, 2), Drop(table="1", serials=(10, 1)))
    assert found(dropped.give(second)) == {(VarianceKind.COUNTED_TWICE, 1)}


@pytest.mark.clause("603a.20(m)(1)")
def test_a_coupon_in_the_box_of_a_day_before_its_redemption_is_left_to_its_own_day(
    dropped: BareHouse,
) -> None:
    redeem(dropped, 6, "1")
    facts = dropped.give(more_in_box(dropped, "1", 6))
    assert found(facts) == {(VarianceKind.LATER_DAY, 6)}
    assert facts[0].cancelled == (Run(1, 5), Run(1001, 1001))  # type: ignore[attr-defined]
    second = dropped.day
    next_day(dropped)
    # It lies among the coupons of the day before, and so not where its own day looks for it.
    assert found(dropped.give(count_of(dropped, second, Drop(table="1", serials=())))) == {
        (VarianceKind.MISSING_FROM_BOX, 6)
    }


@pytest.mark.clause("603a.20(m)(1)")
@pytest.mark.parametrize(
    ("pile", "kind"), [("voided", VarianceKind.NOT_VOID), ("returned", VarianceKind.NOT_ENTERED)]
)
def test_a_mistyped_run_in_the_count_is_one_variance(
    dropped: BareHouse, pile: str, kind: VarianceKind
) -> None:
    true = count_of(dropped, MAY_DAY)
    mistyped = {pile: (*getattr(true, pile), Run(5000, 999_999_999))}
    facts = dropped.give(msgspec.structs.replace(true, **mistyped))
    assert found(facts) == {(kind, 5000)}
    assert facts[0].voided == (Run(41, 42),)  # type: ignore[attr-defined]


@pytest.mark.clause("603a.20(m)(1)", "603a.20(q)(6)")
def test_whether_a_table_scanned_is_told_by_the_controls_of_the_counted_day(dropped: BareHouse) -> None:
    dropped.give(AdoptCouponControls(controls=msgspec.structs.replace(CONTROLS, tables_scan=False)))
    assert found(dropped.give(more_in_box(dropped, "1", 10))) == {(VarianceKind.NOT_SCANNED, 10)}


@pytest.mark.clause("603a.20(m)(2)#1")
def test_the_papers_of_a_promotion_are_reviewed_on_the_day_its_coupons_are_taken_over(
    stocked: BareHouse,
) -> None:
    some = (Quantity(1000, 50),)
    stocked.give(requisition("R-1", MAY_DAY, some, until=date(2014, 5, 9), promotion="Spring"))
    entry = EnterCouponIssue(requisition="R-1", day=MAY_DAY, serials=(Run(1, 50),), quantities=some)
    stocked.give(entry)
    stocked.at(date(2014, 5, 5))
    stocked.give(TakeOverCoupons(requisition="R-1", day=stocked.day, serials=(Run(1, 50),)))
    close_day(stocked)
    next_day(stocked)
    count = count_of(stocked, date(2014, 5, 5))
    assert [review.document for review in count.reviews][:3] == [
        "requisition/R-1",
        "issue/R-1",
        "take-over/R-1",
    ]
    assert set(count.matters()) & set(entry.matters()) == {"coupon-issue/R-1"}
    unseen = msgspec.structs.replace(count, reviews=count.reviews[1:])
    assert "requisition/R-1" in refused(stocked, unseen, "603a.20(m)(2)#1")
    stocked.give(count)


@pytest.mark.clause("603a.20(m)(1)")
def test_void_coupons_are_all_forwarded_and_only_they(dropped: BareHouse) -> None:
    facts = dropped.give(count_of(dropped, MAY_DAY, voided=(Run(42, 42), Run(60, 61))))
    assert found(facts) == {(VarianceKind.VOID_NOT_FORWARDED, 41), (VarianceKind.NOT_VOID, 60)}
    next_day(dropped)
    redeem(dropped, 6)
    next_day(dropped)
    # The late one is no variance; one that was cancelled before is.
    late = count_of(dropped, date(2014, 5, 3), voided=(Run(41, 42),))
    assert found(dropped.give(late)) == {(VarianceKind.COUNTED_TWICE, 42)}


@pytest.mark.clause("603a.20(m)(1)")
def test_returned_coupons_are_all_there_and_only_they(dropped: BareHouse) -> None:
    facts = dropped.give(count_of(dropped, MAY_DAY, returned=(Run(43, 59), Run(61, 100), Run(1021, 1051))))
    assert found(facts) == {(VarianceKind.NOT_RETURNED, 60), (VarianceKind.NOT_ENTERED, 1051)}
    coupon = find(dropped.connection, 60)
    assert coupon is not None
    assert coupon.state is State.VOIDED
    assert State.RETURNED not in states(dropped)
    refused(dropped, count_of(dropped, MAY_DAY), "603a.20(m)")


def test_returned_runs_are_named_once(dropped: BareHouse) -> None:
    for name in ("returned", "voided"):
        twice = count_of(dropped, MAY_DAY, **{name: (Run(43, 60), Run(60, 61))})
        refused(dropped, twice, "603a.20(m)(1)")


@pytest.mark.clause("603a.20(m)(1)", "603a.20(m)(3)")
@pytest.mark.parametrize(
    ("source", "target", "by", "kinds"),
    [
        ("issued", "distributed", -1, {VarianceKind.DOES_NOT_BALANCE, VarianceKind.FORM_DIFFERS}),
        ("stock", "issued", 1, {VarianceKind.DOES_NOT_BALANCE, VarianceKind.FORM_DIFFERS}),
        ("issued", "returned", 1, {VarianceKind.DOES_NOT_BALANCE}),
        ("issued", "voided", -1, {VarianceKind.DOES_NOT_BALANCE}),
    ],
)
def test_figures_that_were_tampered_with_do_not_balance(
    dropped: BareHouse, source: str, target: str, by: int, kinds: set[VarianceKind]
) -> None:
    dropped.connection.execute(
        movements.update()
        .where(movements.c.denomination == 1000, movements.c.source == source, movements.c.target == target)
        .values(count=movements.c.count + by)
    )
    assert {kind for kind, _ in found(dropped.give(count_of(dropped, MAY_DAY)))} == kinds


@pytest.mark.clause("603a.20(m)(1)")
@pytest.mark.parametrize(
    ("said", "instead"), [('"distributed":40', '"distributed":38'), ('"received":100', '"received":101')]
)
def test_a_form_that_was_tampered_with_differs_from_the_records(
    dropped: BareHouse, said: str, instead: str
) -> None:
    (content,) = dropped.connection.execute(
        sa.select(documents.c.content).where(documents.c.kind == "reconciliation")
    ).scalars()
    forged = content.replace(said.encode(), instead.encode())
    if "distributed" in said:
        forged = forged.replace(b'"voided":2', b'"voided":4')
    assert forged != content
    dropped.connection.execute(
        documents.update().where(documents.c.kind == "reconciliation").values(content=forged)
    )
    assert found(dropped.give(count_of(dropped, MAY_DAY))) == {(VarianceKind.FORM_DIFFERS, 0)}


@pytest.mark.clause("603a.20(m)(1)", "603a.20(m)(2)#1", "603a.20(m)(2)#2", "603a.20(m)(3)", "603a.20(m)(4)")
def test_the_count_is_recorded_with_everything_that_was_found(dropped: BareHouse) -> None:
    dropped.give(more_in_box(dropped, "1", 777_777))
    paper = next(one for one in BOOK.forms if one.name == "count").make(dropped.desk(), "2014-05-01")
    grids = {grid.title: grid.rows for grid in paper.grids}
    assert grids["Drop boxes"] == (("1", "6"), ("2", "1"), ("Total", "7"))
    assert grids["Balance"] == (
        ("$10", "100", "40", "2", "58", "0", "5", "0"),
        ("$25", "50", "20", "0", "30", "0", "1", "0"),
        ("Total", "150", "60", "2", "88", "0", "6", "0"),
        ("Total value", "$2,250", "$900", "$20", "$1,330", "$0", "$75", "$0"),
    )
    assert grids["Variances"] == (
        ("000777777", "with a serial that the house never received", "in the box of table 1"),
    )
    assert [row[0] for row in grids["Signatures reviewed"]] == [
        "Requisition R-1",
        "Issue R-1",
        "Take-over R-1",
        "Void 2014-05-01/1",
        "Reconciliation 2014-05-01",
        "Return 2014-05-01/1",
    ]
    assert [(line.part, line.name, line.clause and line.clause.id) for line in paper.signatures] == [
        ("Counted by", "Finance Clerk 1", "603a.20(d)#4"),
        ("Recorded by", "Finance Supervisor 1", "603a.20(m)(4)"),
    ]
    ledger = next(one for one in BOOK.forms if one.name == "ledger").make(dropped.desk(), "2014-05")
    # On the page each denomination has a line of its own, which is not broken.
    counted = tuple(" ".join(cell.split()) for cell in ledger.grids[0].rows[-1][2:5])
    assert counted == ("count 2014-05-01", "", "redeemed 5 of $10, 1 of $25")
    sheet = next(one for one in BOOK.sheets if one.name == "variances").show(dropped.desk())
    assert [row[2] for row in sheet[0].rows] == ["with a serial that the house never received"]
