"""Issue: entered in the ledger before the coupons leave finance (603a.20(h))."""

from datetime import date, timedelta
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.drop_boxes import Drop
from houseway.backoffice.coupons.issue import EnterCouponIssue, TakeOverCoupons
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.serials import State
from houseway.backoffice.coupons.voids import Custody, VoidCoupons, VoidLine
from tests.backoffice.coupons.crew import (
    MAY_DAY,
    BareHouse,
    close_day,
    count_of,
    form,
    issue_to_marketing,
    next_day,
    receive,
    refused,
    request,
    requisition,
    states,
)

HUNDRED = (Run(1, 100),)
ISSUE = EnterCouponIssue(requisition="R-1", day=MAY_DAY, serials=HUNDRED, quantities=(Quantity(1000, 100),))
TAKE_OVER = TakeOverCoupons(requisition="R-1", day=MAY_DAY, serials=HUNDRED)


@pytest.mark.clause("603a.20(h)")
def test_coupons_leave_finance_after_requisition_and_entry_in_that_order(stocked: BareHouse) -> None:
    assert "no issue" in refused(stocked, TAKE_OVER, "603a.20(h)")
    assert "no authorised requisition" in refused(stocked, ISSUE, "603a.20(h)")
    request(stocked, "R-1", HUNDRED)
    refused(stocked, TAKE_OVER, "603a.20(h)")
    stocked.give(ISSUE)
    assert states(stocked) == {State.STOCK: 1500}
    stocked.give(TAKE_OVER)
    assert states(stocked) == {State.STOCK: 1400, State.ISSUED: 100}
    assert "before" in refused(stocked, TAKE_OVER, "603a.20(h)")
    assert "before" in refused(
        stocked, msgspec.structs.replace(ISSUE, serials=(Run(101, 200),)), "603a.20(h)"
    )


@pytest.mark.clause("603a.20(h)")
def test_an_issue_is_for_the_day_of_its_requisition(stocked: BareHouse) -> None:
    tomorrow = MAY_DAY + timedelta(days=1)
    stocked.give(requisition("R-1", MAY_DAY, (Quantity(1000, 100),), needed_on=tomorrow))
    refused(stocked, ISSUE, "603a.20(h)")
    entry = msgspec.structs.replace(ISSUE, day=tomorrow)
    stocked.give(entry)
    early = msgspec.structs.replace(TAKE_OVER, day=tomorrow)
    refused(stocked, early, "603a.20(h)")
    refused(stocked, TAKE_OVER, "603a.20(h)")
    next_day(stocked)
    refused(stocked, TAKE_OVER, "603a.20(h)")
    stocked.give(early)


@pytest.mark.clause("603a.20(h)", "603a.20(h)(1)")
def test_an_issue_that_is_not_taken_over_in_time_lapses(stocked: BareHouse) -> None:
    request(stocked, "R-1", HUNDRED)
    stocked.give(ISSUE)
    stocked.give(requisition("R-9", MAY_DAY, (Quantity(1000, 5),)))
    next_day(stocked)
    late = msgspec.structs.replace(TAKE_OVER, day=stocked.day)
    refused(stocked, late, "603a.20(h)")
    missed = EnterCouponIssue(
        requisition="R-9", day=MAY_DAY, serials=(Run(1, 5),), quantities=(Quantity(1000, 5),)
    )
    refused(stocked, missed, "603a.20(h)")
    # The serials are free again.
    issue_to_marketing(stocked, "R-2", *HUNDRED)


@pytest.mark.clause("603a.20(h)")
def test_a_promotion_takes_its_coupons_over_on_any_of_its_days(stocked: BareHouse) -> None:
    some = (Quantity(1000, 100),)
    stocked.give(requisition("R-1", MAY_DAY, some, until=date(2014, 5, 3), promotion="Spring"))
    stocked.give(ISSUE)
    stocked.at(date(2014, 5, 4))
    refused(stocked, msgspec.structs.replace(TAKE_OVER, day=stocked.day), "603a.20(h)")
    stocked.at(date(2014, 5, 3))
    stocked.give(msgspec.structs.replace(TAKE_OVER, day=stocked.day))
    assert states(stocked) == {State.STOCK: 1400, State.ISSUED: 100}


@pytest.mark.clause("603a.20(h)(1)")
def test_what_turned_up_elsewhere_or_expired_is_no_longer_of_the_issue(crew: BareHouse) -> None:
    receive(crew, 60, name="D-1")
    receive(crew, 40, name="D-2", expires=MAY_DAY + timedelta(days=1))
    crew.give(requisition("R-1", MAY_DAY, (Quantity(1000, 100),), until=date(2014, 5, 9), promotion="Spring"))
    crew.give(ISSUE)
    # One of them is played before anybody was given it, at the table that scans nothing.
    issue_none = (Quantity(1000, 1),)
    receive(crew, 1, name="D-3")
    crew.give(requisition("R-2", MAY_DAY, issue_none))
    crew.give(
        EnterCouponIssue(requisition="R-2", day=MAY_DAY, serials=(Run(101, 101),), quantities=issue_none)
    )
    crew.give(TakeOverCoupons(requisition="R-2", day=MAY_DAY, serials=(Run(101, 101),)))
    close_day(crew)
    next_day(crew)
    crew.give(count_of(crew, MAY_DAY, Drop(table="7", serials=(10,))))
    crew.at(date(2014, 5, 4))
    take = msgspec.structs.replace(TAKE_OVER, day=crew.day)
    left = (Run(1, 9), Run(11, 60))
    for runs in (HUNDRED, (Run(1, 60),), (Run(1, 9),), ()):
        assert "000000001 to 000000009, 000000011 to 000000060" in refused(
            crew, msgspec.structs.replace(take, serials=runs), "603a.20(h)(1)"
        )
    (taken,) = crew.give(msgspec.structs.replace(take, serials=left))
    assert taken.quantities == (Quantity(1000, 59),)  # type: ignore[attr-defined]
    assert states(crew)[State.ISSUED] == 59


@pytest.mark.clause("603a.20(h)(1)")
def test_an_issue_of_which_nothing_is_left_is_not_taken_over(crew: BareHouse) -> None:
    receive(crew, 100, expires=MAY_DAY)
    crew.give(requisition("R-1", MAY_DAY, (Quantity(1000, 100),), until=date(2014, 5, 9), promotion="Spring"))
    crew.give(ISSUE)
    next_day(crew)
    for runs in (HUNDRED, ()):
        take = msgspec.structs.replace(TAKE_OVER, day=crew.day, serials=runs)
        assert "are none" in refused(crew, take, "603a.20(h)(1)")


@pytest.mark.clause("603a.20(c)(3)", "603a.20(h)(1)")
def test_the_serials_of_an_issue_are_in_stock_and_nobody_elses(stocked: BareHouse) -> None:
    request(stocked, "R-1", HUNDRED)
    request(stocked, "R-2", HUNDRED)
    stocked.give(ISSUE)
    second = msgspec.structs.replace(ISSUE, requisition="R-2")
    assert "another requisition" in refused(stocked, second, "603a.20(h)(1)")
    stocked.give(TAKE_OVER)
    assert "issued, not stock" in refused(stocked, second, "603a.20(h)(1)")
    for runs, clause in (
        ((Run(200, 190),), "603a.20(h)(1)"),
        ((Run(200, 250), Run(250, 298)), "603a.20(h)(1)"),
        ((Run(1450, 1549),), "603a.20(c)(3)"),
    ):
        refused(stocked, msgspec.structs.replace(second, serials=runs), clause)
    stocked.give(msgspec.structs.replace(second, serials=(Run(201, 300),)))


@pytest.mark.clause("603a.20(h)(1)")
def test_coupons_that_expire_before_their_use_are_not_issued(crew: BareHouse) -> None:
    receive(crew, 100, expires=MAY_DAY)
    some = (Quantity(1000, 100),)
    tomorrow = MAY_DAY + timedelta(days=1)
    crew.give(requisition("R-1", MAY_DAY, some, needed_on=tomorrow))
    refused(crew, msgspec.structs.replace(ISSUE, day=tomorrow), "603a.20(h)(1)")
    crew.give(requisition("R-2", MAY_DAY, some))
    crew.give(msgspec.structs.replace(ISSUE, requisition="R-2"))


@pytest.mark.clause("603a.20(h)(2)")
@pytest.mark.parametrize(
    "changes",
    [
        {"quantities": (Quantity(1000, 99),)},
        {"quantities": (Quantity(2500, 100),)},
        {"quantities": ()},
        {"serials": (Run(1, 101),), "quantities": (Quantity(1000, 101),)},
        {"serials": (Run(1001, 1010),), "quantities": (Quantity(2500, 10),)},
        {"serials": (), "quantities": ()},
    ],
)
def test_an_issue_states_its_quantities_and_stays_within_the_requisition(
    stocked: BareHouse, changes: dict[str, Any]
) -> None:
    request(stocked, "R-1", HUNDRED)
    refused(stocked, msgspec.structs.replace(ISSUE, **changes), "603a.20(h)(2)")
    fewer = msgspec.structs.replace(ISSUE, serials=(Run(1, 80),), quantities=(Quantity(1000, 80),))
    stocked.give(fewer)


@pytest.mark.clause("603a.20(h)(1)")
def test_what_is_taken_over_is_what_was_entered(stocked: BareHouse) -> None:
    request(stocked, "R-1", HUNDRED)
    stocked.give(ISSUE)
    for runs in ((Run(1, 99),), (Run(2, 101),), ()):
        refused(stocked, msgspec.structs.replace(TAKE_OVER, serials=runs), "603a.20(h)(1)")
    # The same serials may be named in two parts.
    stocked.give(msgspec.structs.replace(TAKE_OVER, serials=(Run(51, 100), Run(1, 50))))


@pytest.mark.clause("603a.20(h)(4)")
def test_coupons_voided_at_the_issue_are_entered_with_the_reason(stocked: BareHouse) -> None:
    request(stocked, "R-1", HUNDRED)
    torn = VoidLine(first=101, last=102, reason="torn in the pack")
    entry = msgspec.structs.replace(ISSUE, voided=(torn,))
    for line, clause in (
        (VoidLine(first=101, last=102, reason=" "), "603a.20(h)(4)"),
        (VoidLine(first=102, last=101, reason="torn"), "603a.20(h)(4)"),
        (VoidLine(first=100, last=101, reason="torn"), "603a.20(h)(4)"),
        (VoidLine(first=1500, last=1501, reason="torn"), "603a.20(c)(3)"),
    ):
        refused(stocked, msgspec.structs.replace(ISSUE, voided=(line,)), clause)
    twice = msgspec.structs.replace(ISSUE, voided=(torn, torn))
    refused(stocked, twice, "603a.20(h)(4)")
    stocked.give(entry)
    assert states(stocked) == {State.STOCK: 1498, State.VOIDED: 2}
    paper = next(form for form in BOOK.forms if form.name == "issue").make(stocked.desk(), "R-1")
    assert {line.clause.id: line.value for line in paper.fields if line.clause} == {
        "603a.20(h)": "R-1",
        "603a.20(h)(1)": "000000001 to 000000100",
        "603a.20(h)(4)": "000000101 to 000000102: torn in the pack",
    }


@pytest.mark.clause("603a.20(h)(4)")
def test_an_issue_for_a_later_day_voids_nothing_today(stocked: BareHouse) -> None:
    tomorrow = MAY_DAY + timedelta(days=1)
    stocked.give(requisition("R-1", MAY_DAY, (Quantity(1000, 100),), needed_on=tomorrow))
    torn = VoidLine(first=101, last=102, reason="torn in the pack")
    ahead = msgspec.structs.replace(ISSUE, day=tomorrow, voided=(torn,))
    refused(stocked, ahead, "603a.20(h)(4)")
    next_day(stocked)
    stocked.give(ahead)
    assert states(stocked)[State.VOIDED] == 2


@pytest.mark.clause("603a.20(h)(1)", "603a.20(h)(2)", "603a.20(h)(3)")
def test_the_issue_in_the_ledger_bears_every_field_and_its_issuer(stocked: BareHouse) -> None:
    issue_to_marketing(stocked, "R-1", *HUNDRED)
    paper = next(form for form in BOOK.forms if form.name == "issue").make(stocked.desk(), "R-1")
    assert [(grid.clause and grid.clause.id, grid.rows) for grid in paper.grids] == [
        ("603a.20(h)(2)", (("$10", "100", "$1,000"), ("Total", "100", "$1,000")))
    ]
    (signed,) = paper.signatures
    assert (signed.clause and signed.clause.id, signed.name, signed.credential, bool(signed.signed_at)) == (
        "603a.20(h)(3)",
        "Finance Supervisor 1",
        "PA-0901",
        True,
    )


@pytest.mark.clause("603a.20(h)(4)", "603a.20(j)(6)")
def test_a_coupon_is_voided_once(stocked: BareHouse) -> None:
    line = VoidLine(first=10, last=12, reason="misprint")
    void = VoidCoupons(custody=Custody.FINANCE, day=MAY_DAY, voided=(line,))
    refused(stocked, msgspec.structs.replace(void, voided=()), "603a.20(h)(4)")
    refused(stocked, msgspec.structs.replace(void, day=MAY_DAY + timedelta(days=1)), "603a.20(h)(4)")
    stocked.give(void)
    for first, last in ((10, 12), (12, 12), (11, 20)):
        again = VoidLine(first=first, last=last, reason="misprint")
        said = refused(stocked, msgspec.structs.replace(void, voided=(again,)), "603a.20(h)(4)")
        assert "voided before" in said
    issue_to_marketing(stocked, "R-1", Run(20, 30))
    refused(
        stocked,
        msgspec.structs.replace(void, voided=(VoidLine(first=20, last=20, reason="torn"),)),
        "603a.20(h)(4)",
    )
    marketing = VoidCoupons(
        custody=Custody.MARKETING, day=MAY_DAY, voided=(VoidLine(first=20, last=20, reason="torn"),)
    )
    stocked.give(marketing)
    assert "voided before" in refused(stocked, marketing, "603a.20(j)(6)")
    refused(
        stocked,
        msgspec.structs.replace(marketing, voided=(VoidLine(first=40, last=40, reason="x"),)),
        "603a.20(j)(6)",
    )
    assert states(stocked)[State.VOIDED] == 4


@pytest.mark.clause("603a.20(h)(4)")
def test_stock_that_is_entered_for_marketing_cannot_be_voided_meanwhile(stocked: BareHouse) -> None:
    request(stocked, "R-1", HUNDRED)
    stocked.give(ISSUE)
    void = VoidCoupons(
        custody=Custody.FINANCE, day=MAY_DAY, voided=(VoidLine(first=100, last=101, reason="torn"),)
    )
    assert "entered for a requisition" in refused(stocked, void, "603a.20(h)(4)")


@pytest.mark.clause("603a.20(k)#1", "603a.20(j)")
def test_marketing_gets_nothing_new_before_the_day_before_is_closed(stocked: BareHouse) -> None:
    issue_to_marketing(stocked, "R-1", *HUNDRED)
    # More on the same day is another matter.
    issue_to_marketing(stocked, "R-9", Run(201, 210))
    next_day(stocked)
    request(stocked, "R-2", (Run(101, 110),))
    entry = EnterCouponIssue(
        requisition="R-2", day=stocked.day, serials=(Run(101, 110),), quantities=(Quantity(1000, 10),)
    )
    stocked.give(entry)
    take = TakeOverCoupons(requisition="R-2", day=stocked.day, serials=(Run(101, 110),))
    assert "have not been reconciled" in refused(stocked, take, "603a.20(j)")
    stocked.give(form(stocked, day=MAY_DAY))
    assert "neither returned nor held" in refused(stocked, take, "603a.20(k)#1")


@pytest.mark.clause("603a.20(j)")
def test_marketing_gets_nothing_more_on_a_day_that_it_has_closed(stocked: BareHouse) -> None:
    issue_to_marketing(stocked, "R-1", *HUNDRED)
    close_day(stocked)
    request(stocked, "R-2", (Run(101, 110),))
    entry = EnterCouponIssue(
        requisition="R-2", day=MAY_DAY, serials=(Run(101, 110),), quantities=(Quantity(1000, 10),)
    )
    stocked.give(entry)
    take = TakeOverCoupons(requisition="R-2", day=MAY_DAY, serials=(Run(101, 110),))
    assert "reconciled already" in refused(stocked, take, "603a.20(j)")
