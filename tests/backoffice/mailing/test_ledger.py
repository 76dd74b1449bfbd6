"""Mailed coupons in the coupon book: conserved, resolved by barcode, redeemed, cancelled, counted and reported (603a.20(q)(3)-(6))."""

from datetime import date, timedelta
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons.barcode import Scanned
from houseway.backoffice.coupons.book import BOOK as COUPONS
from houseway.backoffice.coupons.count import DayCounted
from houseway.backoffice.coupons.drop_boxes import Drop
from houseway.backoffice.coupons.mailed import CouponsMailed
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.quarterly import Quarter, distributed_in, quarters_to_report, redeemed_in
from houseway.backoffice.coupons.redemption import RedeemCoupon
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.serials import State, find
from houseway.backoffice.coupons.variances import VarianceKind
from houseway.backoffice.coupons.voids import Custody, voids_of
from houseway.backoffice.mailing.delivery import CancelMailing
from houseway.backoffice.mailing.entries import entry_for, resolve
from houseway.backoffice.mailing.exclusion import ExclusionList
from houseway.backoffice.mailing.printing import PrintMailing
from houseway.backoffice.mailing.reconciliation import Agreement, agreement, reconcile_day
from houseway.law import RuleViolation
from tests.backoffice.coupons.crew import (
    BY_SUMMERS_END,
    close_day,
    count_of,
    found,
    hand_out,
    issue_to_marketing,
    next_day,
    receive,
    redeem,
    refused,
    states,
)
from tests.backoffice.mailing.post_room import (
    IDA,
    JOHN,
    MAIL_DAY,
    PATRONS,
    RACHEL,
    PostRoom,
    entering,
    listing,
    mail,
    prepare,
    reserve,
    scan,
    screen,
    sending,
)

replace = msgspec.structs.replace


# Entering them.


@pytest.mark.clause("603a.20(q)(4)")
def test_finance_enters_the_coupons_of_the_list_that_it_keeps(listed: PostRoom) -> None:
    listed.give(sending(listed))
    listed.at(MAIL_DAY)
    screen(listed)
    order = entering(listed)
    refused(listed, replace(order, serials=order.serials[:2]), "603a.20(q)(4)")
    refused(listed, replace(order, serials=(*order.serials, Run(4, 4))), "603a.20(q)(4)")
    refused(listed, replace(order, quantities=(Quantity(2500, 3),)), "603a.20(q)(4)")
    refused(listed, replace(order, mailed_on=MAIL_DAY + timedelta(days=1)), "603a.20(q)(4)")
    for day in (MAIL_DAY - timedelta(days=1), MAIL_DAY + timedelta(days=1)):
        assert "today" in refused(listed, replace(order, day=day), "603a.20(q)(4)")
    (entered,) = listed.give(order)
    assert isinstance(entered, CouponsMailed)
    assert (entered.quantities, entered.serials) == ((Quantity(1000, 3),), (Run(1, 3),))
    refused(listed, order, "603a.20(q)(4)")
    coupon = find(listed.connection, 2)
    assert coupon is not None
    assert (coupon.state, coupon.distributed_on, coupon.expires) == (
        State.DISTRIBUTED,
        MAIL_DAY,
        BY_SUMMERS_END,
    )


@pytest.mark.clause("603a.20(q)(2)", "603a.20(q)(4)")
def test_only_what_was_listed_and_sent_is_entered(room: PostRoom) -> None:
    refused(room, entering(room), "603a.20(q)(2)")
    prepare(room, *PATRONS)
    screen(room)
    refused(room, entering(room), "603a.20(q)(2)")
    room.give(sending(room))
    room.give(entering(room))


@pytest.mark.clause("603a.20(q)(4)")
def test_nothing_was_mailed_before_it_was_printed(listed: PostRoom) -> None:
    listed.give(sending(listed))
    listed.at(MAIL_DAY)
    screen(listed)
    listed.at(MAIL_DAY + timedelta(days=1))
    screen(listed)
    listed.give(PrintMailing(mailing="M-1"))
    order = entering(listed)
    assert "was not printed before" in refused(listed, replace(order, mailed_on=MAIL_DAY), "603a.20(q)(4)")
    listed.give(replace(order, mailed_on=listed.day))


def test_mailed_coupons_are_on_the_books_beside_all_others(room: PostRoom) -> None:
    receive(room, 100)
    mail(room, *PATRONS)
    receive(room, 50, name="D-2")
    assert states(room) == {State.STOCK: 150, State.DISTRIBUTED: 3}
    assert entry_for(room.connection, 101) is not None
    # The ledger has them, and they begin the quarters to be reported.
    sheet = next(one for one in COUPONS.sheets if one.name == "ledger")
    (grid,) = sheet.show(room.desk())
    assert [row[2:5] for row in grid.rows if row[2].startswith("mailing")] == [
        ("mailing M-1", "000000101 to 000000103", "3 of $10")
    ]


def test_a_house_that_only_mails_still_reports_its_quarters(mailed: PostRoom) -> None:
    assert quarters_to_report(mailed.connection, date(2014, 7, 2)) == (Quarter(2014, 2),)


@pytest.mark.clause("603a.20(q)(7)")
def test_stripped_coupons_are_void_and_nobody_has_to_forward_them(room: PostRoom) -> None:
    room.give(listing(room, ExclusionList.EXCLUSION, JOHN))
    mail(room, *PATRONS)
    assert states(room) == {State.DISTRIBUTED: 2, State.VOIDED: 1}
    (void,) = voids_of(room.connection, MAIL_DAY, Custody.FINANCE)
    assert (void.first, void.reason, void.missing) == (2, "stripped from mailing M-1 at the list", True)
    redeem(room, 1)
    next_day(room)
    assert not found(room.give(count_of(room, MAIL_DAY)))


@pytest.mark.clause("603a.20(q)(4)")
def test_the_coupons_of_a_cancelled_mailing_are_void(listed: PostRoom) -> None:
    listed.give(CancelMailing(mailing="M-1", reason="the promotion is off"))
    order = entering(listed)
    refused(listed, order, "603a.20(q)(4)")
    listed.give(replace(order, serials=(), quantities=()))
    assert states(listed) == {State.VOIDED: 3}
    # Of numbers that never got a list there is nothing to enter.
    reserve(listed, 2, "M-2")
    listed.give(CancelMailing(mailing="M-2", reason="no list came"))
    assert "no coupons to enter" in refused(listed, entering(listed, "M-2"), "603a.20(q)(4)")


# At the table.


@pytest.mark.clause("603a.20(q)(3)")
def test_a_barcode_leads_to_the_entry_that_the_coupon_was_mailed_by(mailed: PostRoom) -> None:
    entry = resolve(mailed.connection, scan(mailed, 2))
    assert entry is not None
    assert (entry.mailing, entry.patron, entry.serial) == ("M-1", "patron/4712", 2)
    assert entry == entry_for(mailed.connection, 2)
    assert entry_for(mailed.connection, 4) is None


@pytest.mark.clause("603a.20(q)(3)")
@pytest.mark.parametrize(
    "changes",
    [{"value": 2500}, {"expires": date(2014, 12, 31)}, {"design": "MP-25"}, {"terms": "AAAAAAAA"}],
    ids=lambda changes: next(iter(changes)),
)
def test_a_barcode_that_says_something_else_than_its_entry_is_refused(
    mailed: PostRoom, changes: dict[str, Any]
) -> None:
    with pytest.raises(RuleViolation) as refusal:
        resolve(mailed.connection, scan(mailed, 2, **changes))
    assert refusal.value.clause.id == "603a.20(q)(3)"
    assert "differ in" in refusal.value.message


@pytest.mark.clause("603a.20(q)(3)")
def test_the_barcode_of_a_stripped_coupon_leads_nowhere(listed: PostRoom) -> None:
    ida = scan(listed, 1)
    assert resolve(listed.connection, ida) is not None
    listed.give(listing(listed, ExclusionList.EXCLUSION, IDA))
    screen(listed)
    with pytest.raises(RuleViolation, match="taken off mailing M-1") as refusal:
        resolve(listed.connection, ida)
    assert refusal.value.clause.id == "603a.20(q)(3)"


def test_a_coupon_that_was_handed_out_has_no_mailing_entry(room: PostRoom) -> None:
    receive(room, 10)
    handed = Scanned(serial=5, value=1000, expires=BY_SUMMERS_END, design="MP-10", terms="")
    assert resolve(room.connection, handed) is None


@pytest.mark.clause("603a.20(q)(5)")
def test_an_expired_mailed_coupon_is_refused_before_it_is_redeemed(mailed: PostRoom) -> None:
    mailed.at(BY_SUMMERS_END + timedelta(days=1))
    late = RedeemCoupon(serial=2, value=1000, table="1", round="1", day=mailed.day)
    assert "expired after 2014-08-31" in refused(mailed, late, "603a.20(q)(5)")
    mailed.at(BY_SUMMERS_END)
    mailed.give(replace(late, day=BY_SUMMERS_END))


@pytest.mark.clause("603a.20(q)(6)")
def test_a_mailed_coupon_is_cancelled_as_it_is_redeemed(mailed: PostRoom) -> None:
    redeem(mailed, 1)
    again = RedeemCoupon(serial=1, value=1000, table="2", round="1", day=mailed.day)
    assert "was redeemed at table 1" in refused(mailed, again, "603a.20(q)(6)")
    next_day(mailed)
    assert not found(mailed.give(count_of(mailed, MAIL_DAY)))
    assert states(mailed) == {State.DISTRIBUTED: 2, State.REDEEMED: 1}


@pytest.mark.clause("603a.20(q)(6)")
def test_a_mailed_coupon_that_no_table_scanned_is_cancelled_by_the_count(mailed: PostRoom) -> None:
    redeem(mailed, 1)
    next_day(mailed)
    order = count_of(mailed, MAIL_DAY, Drop(table="1", serials=(1,)), Drop(table="7", serials=(2,)))
    assert not found(mailed.give(order))
    coupon = find(mailed.connection, 2)
    assert coupon is not None
    assert (coupon.state, coupon.table, coupon.cancelled_on) == (State.REDEEMED, "7", mailed.day)
    again = RedeemCoupon(serial=2, value=1000, table="2", round="1", day=mailed.day)
    refused(mailed, again, "603a.20(q)(6)")


# Afterwards.


@pytest.mark.clause("603a.20(q)(4)")
def test_the_lists_are_held_against_what_a_day_brought_back(room: PostRoom) -> None:
    receive(room, 100)
    room.give(listing(room, ExclusionList.EXCLUSION, RACHEL))
    mail(room, *PATRONS)
    prepare(room, IDA, mailing="M-2")
    issue_to_marketing(room, "R-1", Run(1, 10))
    hand_out(room, Run(1, 10))
    redeem(room, 1)
    redeem(room, 101)
    close_day(room)
    assert reconcile_day(room.connection, MAIL_DAY) == ()
    next_day(room)
    boxes = (
        Drop(table="1", serials=(1, 101)),
        # From a table that cannot scan: a good one, Rachel's that was never mailed, and one of a list still open.
        Drop(table="7", serials=(102, 103, 104)),
    )
    facts = room.give(count_of(room, MAIL_DAY, *boxes))
    assert found(facts) == {(VarianceKind.VOID_IN_BOX, 103), (VarianceKind.NEVER_RECEIVED, 104)}
    back = reconcile_day(room.connection, MAIL_DAY)
    assert [(one.serial, one.mailing, one.table, one.agreement, one.variance) for one in back] == [
        (101, "M-1", "1", Agreement.AS_LISTED, ""),
        (102, "M-1", "7", Agreement.AS_LISTED, ""),
        (103, "M-1", "", Agreement.STRIPPED, "void and in the drop box"),
        (104, "M-2", "", Agreement.NOT_MAILED, "with a serial that the house never received"),
    ]
    assert [(one.patron, one.denomination, one.expires) for one in back][1] == (
        "patron/4712",
        1000,
        BY_SUMMERS_END,
    )


@pytest.mark.clause("603a.20(q)(4)")
def test_a_coupon_that_is_not_as_its_list_has_it_is_shown(mailed: PostRoom) -> None:
    entry = entry_for(mailed.connection, 1)
    coupon = find(mailed.connection, 1)
    assert entry is not None
    assert coupon is not None
    assert agreement(entry, {1: coupon}, is_stripped=False) is Agreement.AS_LISTED
    for other in (
        coupon._replace(denomination=2500),
        coupon._replace(expires=date(2014, 12, 31)),
        coupon._replace(design="MP-25"),
    ):
        assert agreement(entry, {1: other}, is_stripped=False) is Agreement.DIFFERENT


def test_mailed_coupons_are_reported_and_lapse_like_all_others(mailed: PostRoom) -> None:
    redeem(mailed, 1)
    next_day(mailed)
    mailed.give(count_of(mailed, MAIL_DAY))
    second = Quarter(2014, 2)
    assert redeemed_in(mailed.connection, second) == (Quantity(1000, 1),)
    assert distributed_in(mailed.connection, second) == (Quantity(1000, 3),)
    mailed.at(BY_SUMMERS_END)
    redeem(mailed, 2)
    next_day(mailed)
    (counted,) = mailed.give(count_of(mailed, BY_SUMMERS_END))
    assert isinstance(counted, DayCounted)
    assert states(mailed) == {State.REDEEMED: 2, State.EXPIRED: 1}
