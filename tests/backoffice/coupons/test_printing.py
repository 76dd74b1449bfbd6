"""Coupons printed in the house: by whom, how many, and none of them twice (603a.20(p))."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.printing import CouponsPrinted, PrintCoupons
from houseway.backoffice.coupons.programme import AdoptCouponControls, ApprovalKind
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.receipt import Source
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.schema import approvals, designs
from houseway.backoffice.coupons.voids import Custody, VoidCoupons, VoidLine
from houseway.backoffice.people import Position
from houseway.backoffice.policy import rule_for
from tests.backoffice.coupons.crew import (
    BY_SUMMERS_END,
    CONTROLS,
    MAY_DAY,
    TEN,
    TWENTY_FIVE,
    BareHouse,
    delivery,
    issue_to_marketing,
    lot,
    next_day,
    receipt_of,
    receive,
    refused,
)


@pytest.fixture
def printer(crew: BareHouse) -> BareHouse:
    """A house with 1 to 100 of $10 and 101 to 150 of $25 of its own production in stock, and 151 to 200 of a printer's."""
    check = delivery(lot(1, 100), lot(101, 150, TWENTY_FIVE), source=Source.IN_HOUSE, invoice="print log 1")
    crew.give(check)
    crew.give(receipt_of(check, crew.day))
    receive(crew, 50, name="D-2")
    return crew


@pytest.mark.clause("603a.20(p)")
def test_who_printed_how_many_is_in_the_print_log(printer: BareHouse) -> None:
    (printed,) = printer.give(PrintCoupons(first=1, last=40))
    assert printed == CouponsPrinted(
        number="2014-05-01/1",
        printed_on=MAY_DAY,
        design=TEN.id,
        expires=BY_SUMMERS_END,
        serials=(Run(1, 40),),
        quantities=(Quantity(1000, 40),),
        clause="603a.20(p)",
    )
    form = next(form for form in BOOK.forms if form.name == "print")
    assert form.subjects(printer.desk()) == ("2014-05-01/1",)
    paper = form.make(printer.desk(), "2014-05-01/1")
    assert {field.label: field.value for field in paper.fields}["Serials"] == "000000001 to 000000040"
    assert paper.grids[0].rows == (("$10", "40", "$400"), ("Total", "40", "$400"))
    assert [(one.part, one.position) for one in paper.signatures] == [("Printed by", "finance supervisor")]


@pytest.mark.clause("603a.20(p)", "603a.20(c)(3)")
def test_no_coupon_is_printed_twice_and_a_spoiled_one_is_void(printer: BareHouse) -> None:
    printer.give(PrintCoupons(first=1, last=40))
    for first, last in ((1, 40), (40, 41), (20, 20)):
        assert "printed before" in refused(printer, PrintCoupons(first=first, last=last), "603a.20(c)(3)")
    torn = VoidLine(first=41, last=41, reason="the sheet jammed")
    printer.give(VoidCoupons(custody=Custody.FINANCE, day=MAY_DAY, voided=(torn,)))
    assert "are voided" in refused(printer, PrintCoupons(first=41, last=42), "603a.20(p)")
    (printed,) = printer.give(PrintCoupons(first=42, last=42))
    assert isinstance(printed, CouponsPrinted)
    assert printed.number == "2014-05-01/2"


@pytest.mark.clause("603a.20(p)")
def test_only_the_houses_own_coupons_that_lie_in_stock_are_printed(printer: BareHouse) -> None:
    assert "000000151 were not produced in the house" in refused(
        printer, PrintCoupons(first=151, last=151), "603a.20(p)"
    )
    assert "never received" in refused(printer, PrintCoupons(first=200, last=201), "603a.20(c)(3)")
    assert "of several kinds" in refused(printer, PrintCoupons(first=100, last=101), "603a.20(c)")
    assert "no run" in refused(printer, PrintCoupons(first=5, last=4), "603a.20(c)(3)")
    issue_to_marketing(printer, "R-1", Run(1, 10))
    assert "are issued, not stock" in refused(printer, PrintCoupons(first=10, last=11), "603a.20(p)")
    printer.at(BY_SUMMERS_END)
    printer.give(PrintCoupons(first=11, last=11))
    next_day(printer)
    assert "good through 2014-08-31 only" in refused(printer, PrintCoupons(first=12, last=12), "603a.20(c)")


@pytest.mark.clause("603a.20(p)")
def test_a_house_prints_only_by_controls_that_the_board_approved(printer: BareHouse) -> None:
    order = PrintCoupons(first=1, last=40)
    printer.connection.execute(designs.update().values(approved_on=None))
    refused(printer, order, "603a.20(b)(1)")
    printer.connection.execute(designs.update().values(approved_on=MAY_DAY))
    gone = approvals.delete().where(approvals.c.kind == ApprovalKind.IN_HOUSE_PRINTING)
    printer.connection.execute(gone)
    assert "the Board has not approved" in refused(printer, order, "603a.20(p)")
    printer.at(MAY_DAY + timedelta(days=1))
    silent: dict[str, Any] = {"reference": "IC-2014-09", "in_house": None}
    printer.give(AdoptCouponControls(controls=msgspec.structs.replace(CONTROLS, **silent)))
    assert "print no coupons itself" in refused(printer, order, "603a.20(p)")


@pytest.mark.clause("603a.20(p)")
def test_coupons_are_printed_by_those_who_have_the_stock(printer: BareHouse) -> None:
    (part,) = rule_for(BOOK.rules, PrintCoupons(first=1, last=1)).parts
    may = {position for position in Position if any(permit.admits(position) for permit in part.permits)}
    assert may == {Position.FINANCE_SUPERVISOR, Position.DIRECTOR_OF_FINANCE}
