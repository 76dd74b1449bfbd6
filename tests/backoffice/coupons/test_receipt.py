"""Receipt: opened by two departments, checked against the invoice, entered by a finance supervisor (603a.20(e), (f))."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons import documents
from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.documents import PaperKind
from houseway.backoffice.coupons.programme import ApprovalKind, RecordCouponApproval
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.receipt import (
    CouponsReceived,
    Deviation,
    DeviationKind,
    DeviationToReport,
    Recipient,
    ReportCouponDeviation,
    Source,
    deviations_of,
    next_serial,
)
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.serials import State
from tests.backoffice.coupons.crew import (
    BY_SUMMERS_END,
    MAY_DAY,
    TEN,
    TWENTY_FIVE,
    BareHouse,
    approval,
    delivery,
    launch,
    lot,
    next_day,
    receipt_of,
    receive,
    refused,
    states,
)

SHORT = delivery(lot(1, 100), found=(lot(1, 60), lot(62, 100)))


@pytest.mark.clause("603a.20(c)(3)")
def test_serials_go_on_where_the_last_delivery_ended(crew: BareHouse) -> None:
    for first in (2, 5):
        assert "without a gap from 000000001" in refused(crew, delivery(lot(first, 10)), "603a.20(c)(3)")
    receive(crew, 100, name="D-1")
    assert next_serial(crew.connection) == 101
    for lots in ((lot(100, 200),), (lot(102, 200),), (lot(1, 100),), (lot(101, 150), lot(152, 200)), ()):
        refused(crew, delivery(*lots, name="D-2"), "603a.20(c)(3)")
    crew.give(delivery(lot(101, 150), lot(151, 200, TWENTY_FIVE), name="D-2"))
    # The numbers are taken though the coupons are not entered yet.
    refused(crew, delivery(lot(101, 300), name="D-3"), "603a.20(c)(3)")
    crew.give(delivery(lot(201, 300), name="D-3"))


@pytest.mark.clause("603a.20(c)(3)")
def test_no_serial_is_taken_into_stock_twice(crew: BareHouse) -> None:
    receive(crew, 100, name="D-1")
    doubled = delivery(lot(101, 200), name="D-2", found=(lot(90, 100), lot(101, 200)))
    assert "had the serials 000000090 to 000000100 before" in refused(crew, doubled, "603a.20(c)(3)")
    for found in ((lot(101, 150), lot(150, 200)), (lot(120, 110),)):
        refused(crew, delivery(lot(101, 200), name="D-2", found=found), "603a.20(c)(3)")
    facts = crew.give(delivery(lot(101, 200), name="D-2", duplicates=(Run(90, 100),)))
    assert sum(isinstance(fact, DeviationToReport) for fact in facts) == 2


def test_a_delivery_of_an_unknown_design_is_refused(crew: BareHouse) -> None:
    strange = msgspec.structs.replace(TEN, id="MP-99")
    assert "no design 'MP-99'" in refused(crew, delivery(lot(1, 10, strange)), "603a.20(c)")


@pytest.mark.clause("603a.20(e)#1")
def test_a_delivery_is_opened_once_by_finance_and_marketing(crew: BareHouse) -> None:
    crew.give(delivery(lot(1, 100)))
    refused(crew, delivery(lot(101, 200)), "603a.20(e)#1")
    form = next(form for form in BOOK.forms if form.name == "delivery").make(crew.desk(), "D-1")
    assert [(line.part, line.position) for line in form.signatures] == [
        ("Opened and checked, finance", "finance clerk"),
        ("Opened and checked, marketing", "marketing representative"),
    ]


@pytest.mark.clause("603a.20(e)#2", "603a.20(e)#3")
def test_every_difference_from_the_invoice_is_a_deviation() -> None:
    invoiced = (lot(1, 100), lot(101, 200, TWENTY_FIVE))
    found = (lot(1, 60), lot(62, 100), lot(101, 150, TWENTY_FIVE), lot(151, 190, TEN), lot(201, 205))
    assert set(deviations_of(invoiced, found, (Run(5, 6),))) == {
        Deviation(kind=DeviationKind.MISSING, first=61, last=61),
        Deviation(kind=DeviationKind.MISSING, first=191, last=200),
        Deviation(kind=DeviationKind.EXTRA, first=201, last=205),
        Deviation(kind=DeviationKind.DIFFERENT, first=151, last=190),
        Deviation(kind=DeviationKind.DUPLICATE, first=5, last=6),
    }
    other_day = lot(1, 100, expires=BY_SUMMERS_END + timedelta(days=1))
    assert [one.kind for one in deviations_of((lot(1, 100),), (other_day,), ())] == [DeviationKind.DIFFERENT]
    assert not list(deviations_of(invoiced, invoiced, ()))


@pytest.mark.clause("603a.20(e)#2", "603a.20(e)#3")
def test_a_deviation_is_reported_at_once_to_a_finance_supervisor_and_to_casino_compliance(
    crew: BareHouse,
) -> None:
    reports = [fact for fact in crew.give(SHORT) if isinstance(fact, DeviationToReport)]
    assert {(fact.to, fact.clause, fact.at_once) for fact in reports} == {
        (Recipient.FINANCE_SUPERVISOR, "603a.20(e)#2", True),
        (Recipient.CASINO_COMPLIANCE, "603a.20(e)#3", True),
    }
    entry = receipt_of(SHORT, MAY_DAY)
    owed = {one.clause.id: one for one in BOOK.due(crew.desk()) if one.clause.id.startswith("603a.20(e)")}
    assert {clause: (one.by, one.late) for clause, one in owed.items()} == {
        "603a.20(e)#2": (MAY_DAY, False),
        "603a.20(e)#3": (MAY_DAY, False),
    }
    refused(crew, entry, "603a.20(e)#2")
    crew.give(ReportCouponDeviation(delivery="D-1", to=Recipient.FINANCE_SUPERVISOR, reference="memo 1"))
    refused(crew, entry, "603a.20(e)#3")
    next_day(crew)
    assert [one.late for one in BOOK.due(crew.desk()) if one.clause.id == "603a.20(e)#3"] == [True]
    crew.give(ReportCouponDeviation(delivery="D-1", to=Recipient.CASINO_COMPLIANCE, reference="mail 7"))
    again = ReportCouponDeviation(delivery="D-1", to=Recipient.CASINO_COMPLIANCE, reference="mail 8")
    refused(crew, again, "603a.20(e)#3")
    refused(crew, msgspec.structs.replace(again, to=Recipient.FINANCE_SUPERVISOR), "603a.20(e)#2")
    crew.give(entry)
    assert states(crew) == {State.STOCK: 99}


@pytest.mark.clause("603a.20(e)#2", "603a.20(e)#3")
def test_the_temporary_text_did_not_say_at_once() -> None:
    house = BareHouse(date(2013, 6, 1))
    launch(house)
    reports = [fact for fact in house.give(SHORT) if isinstance(fact, DeviationToReport)]
    assert [fact.at_once for fact in reports] == [False, False]
    house.give(receipt_of(SHORT, house.day))
    house.at(date(2013, 9, 1))
    owed = [one for one in BOOK.due(house.desk()) if one.clause.id.startswith("603a.20(e)")]
    assert [(one.by, one.late) for one in owed] == [(date(2013, 9, 1), False)] * 2


def test_a_delivery_as_invoiced_is_reported_to_nobody(crew: BareHouse) -> None:
    (checked,) = crew.give(delivery(lot(1, 100)))
    assert not isinstance(checked, DeviationToReport)


@pytest.mark.clause("603a.20(e)#2", "603a.20(p)")
def test_what_the_house_prints_is_held_against_its_print_log(crew: BareHouse) -> None:
    printed = delivery(lot(1, 50), source=Source.IN_HOUSE, invoice="print log 12", found=(lot(1, 49),))
    facts = crew.give(printed)
    assert [fact.to for fact in facts if isinstance(fact, DeviationToReport)] == list(Recipient)


@pytest.mark.clause("603a.20(f)")
def test_a_receipt_is_entered_after_the_check_and_once(crew: BareHouse) -> None:
    check = delivery(lot(1, 100))
    entry = receipt_of(check, MAY_DAY)
    assert "has not been checked" in refused(crew, entry, "603a.20(f)")
    crew.give(check)
    crew.give(entry)
    assert "entered before" in refused(crew, entry, "603a.20(f)")
    assert states(crew) == {State.STOCK: 100}


@pytest.mark.clause("603a.20(f)(1)", "603a.20(f)(2)", "603a.20(f)(3)", "603a.20(i)#1")
@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"received_on": date(2014, 5, 2)}, "603a.20(f)(1)"),
        ({"quantities": ()}, "603a.20(f)(2)"),
        ({"quantities": (Quantity(1000, 99), Quantity(2500, 50))}, "603a.20(f)(2)"),
        ({"quantities": (Quantity(1000, 150),)}, "603a.20(f)(2)"),
        ({"serials": ()}, "603a.20(f)(3)"),
        ({"serials": (Run(1, 149),)}, "603a.20(f)(3)"),
        ({"serials": (Run(1, 100), Run(100, 150))}, "603a.20(f)(3)"),
        ({"locked_up": False}, "603a.20(i)#1"),
        ({"stored_in": "back room"}, "603a.20(i)#3"),
    ],
)
def test_a_receipt_states_day_quantities_and_serials_as_they_are(
    crew: BareHouse, changes: dict[str, Any], clause: str
) -> None:
    check = delivery(lot(1, 100), lot(101, 150, TWENTY_FIVE))
    crew.give(check)
    entry = receipt_of(check, MAY_DAY)
    next_day(crew)
    refused(crew, msgspec.structs.replace(entry, **changes), clause)
    assert not states(crew)
    # Every rule was asked, and the true entry passes.
    crew.give(entry)
    for wrong, by in (
        ({"received_on": date(2014, 5, 2)}, "603a.20(f)"),
        ({"quantities": ()}, "603a.20(f)"),
    ):
        refused(crew, msgspec.structs.replace(entry, **wrong), by)


@pytest.mark.clause("603a.20(f)(1)")
def test_a_receipt_is_dated_no_earlier_than_the_programme_and_the_coupons_before_it(crew: BareHouse) -> None:
    crew.at(date(2014, 5, 3))
    first, second, third = (
        delivery(lot(1, 10), name="D-1"),
        delivery(lot(11, 20), name="D-2"),
        delivery(lot(21, 30), name="D-3"),
    )
    for check in (first, second, third):
        crew.give(check)
    said = refused(crew, receipt_of(first, date(2014, 4, 30)), "603a.20(f)(1)")
    assert "had coupons since 2014-05-01" in said
    crew.give(receipt_of(second, date(2014, 5, 2)))
    said = refused(crew, receipt_of(third, date(2014, 5, 1)), "603a.20(f)(1)")
    assert "coupons with lower numbers were received on 2014-05-02" in said
    crew.give(receipt_of(third, date(2014, 5, 2)))
    # Entered last, it may still have come first.
    crew.give(receipt_of(first, date(2014, 5, 1)))


@pytest.mark.clause("603a.20(c)(3)", "603a.20(e)#2", "603a.20(e)#3")
def test_a_stray_serial_is_reported_and_neither_stock_nor_the_end_of_the_numbers(crew: BareHouse) -> None:
    stray = delivery(lot(1, 100), found=(lot(1, 105), lot(999_999_999, 999_999_999)))
    facts = crew.give(stray)
    assert {(one.kind, one.first, one.last) for one in facts[0].deviations} == {  # type: ignore[attr-defined]
        (DeviationKind.EXTRA, 101, 105),
        (DeviationKind.EXTRA, 999_999_999, 999_999_999),
    }
    assert next_serial(crew.connection) == 101
    for to in Recipient:
        crew.give(ReportCouponDeviation(delivery="D-1", to=to, reference="memo"))
    refused(crew, receipt_of(stray, MAY_DAY), "603a.20(f)(2)")
    crew.give(receipt_of(delivery(lot(1, 100)), MAY_DAY))
    assert states(crew) == {State.STOCK: 100}
    # The numbers are still to come, and come with their own invoice.
    crew.give(delivery(lot(101, 200), name="D-2"))


@pytest.mark.clause("603a.20(e)#2")
def test_duplicates_are_named_run_by_run(crew: BareHouse) -> None:
    for runs in ((Run(50, 3),), (Run(3, 50), Run(50, 60))):
        refused(crew, delivery(lot(1, 100), duplicates=runs), "603a.20(e)#2")


@pytest.mark.clause("603a.20(f)(1)", "603a.20(f)(2)", "603a.20(f)(3)", "603a.20(f)(4)", "603a.20(i)#1")
def test_the_receipt_in_the_ledger_bears_every_field_and_its_checkers(crew: BareHouse) -> None:
    receive(crew, 100)
    paper = next(form for form in BOOK.forms if form.name == "receipt").make(crew.desk(), "D-1")
    said = {(line.label, line.value, line.clause and line.clause.id) for line in paper.fields}
    assert said == {
        ("Received on", "2014-05-01", "603a.20(f)(1)"),
        ("Serials", "000000001 to 000000100", "603a.20(f)(3)"),
        ("Locked up in", "cage vault, shelf 3", "603a.20(i)#1"),
    }
    assert paper.grids[0].rows == (("$10", "100", "$1,000"), ("Total", "100", "$1,000"))
    assert paper.grids[0].clause is not None
    assert paper.grids[0].clause.id == "603a.20(f)(2)"
    checkers = [line for line in paper.signatures if line.clause and line.clause.id == "603a.20(f)(4)"]
    assert [(line.position, bool(line.name and line.credential and line.signed_at)) for line in checkers] == [
        ("finance clerk", True),
        ("marketing representative", True),
    ]


@pytest.mark.clause("603a.20(f)(4)")
@pytest.mark.parametrize("signed", [slice(0, 0), slice(0, 1), slice(1, 2)])
def test_a_check_that_one_department_signed_cannot_be_entered(crew: BareHouse, signed: slice) -> None:
    check = delivery(lot(1, 100))
    desk = crew.desk(check)
    for fact in BOOK.decide(check, desk):
        BOOK.post(fact, replace(desk, signatures=desk.signatures[signed]))
    refused(crew, receipt_of(check, MAY_DAY), "603a.20(f)(4)")


@pytest.mark.clause("603a.20(f)(4)")
def test_the_ledger_names_those_who_checked_and_the_one_who_recorded(crew: BareHouse) -> None:
    receive(crew, 100)
    entry = documents.find(crew.connection, PaperKind.RECEIPT, "D-1", CouponsReceived)
    assert entry is not None
    assert [signed.part for signed in entry.fact.checkers] == ["opened for finance", "opened for marketing"]
    ledger = next(form for form in BOOK.forms if form.name == "ledger").make(crew.desk(), "2014-05")
    signed = ledger.grids[0].rows[0][-1]
    for name in ("Finance Clerk 1", "Marketing Representative 1", "Finance Supervisor 1"):
        assert name in signed


def test_an_approval_of_the_storage_area_is_for_that_area_only(crew: BareHouse) -> None:
    crew.give(RecordCouponApproval(approval=approval(ApprovalKind.STORAGE, "vault 2")))
    check = delivery(lot(1, 10))
    crew.give(check)
    refused(crew, msgspec.structs.replace(receipt_of(check, MAY_DAY), stored_in="vault 2"), "603a.20(i)#3")
