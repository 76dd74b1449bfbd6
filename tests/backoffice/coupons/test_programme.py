"""The programme and its approvals (603a.20(a), (b), (d)#1, (i), (k)#2, (n)#3, (p), (r))."""

from datetime import date
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.design import SubmitCouponDesign
from houseway.backoffice.coupons.distribution import DistributeCoupons
from houseway.backoffice.coupons.issue import EnterCouponIssue
from houseway.backoffice.coupons.programme import (
    AdoptCouponControls,
    ApprovalKind,
    Authority,
    Distributor,
    InHouseControls,
    RecordCouponApproval,
    SystemControls,
    controls_on,
)
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.receipt import Source
from houseway.backoffice.coupons.redemption import RedeemCoupon
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.schema import designs
from houseway.backoffice.people import Department
from tests.backoffice.coupons.crew import (
    APPROVALS,
    CABINET,
    CONTROLS,
    MAY_DAY,
    TEN,
    TWENTY_FIVE,
    VAULT,
    BareHouse,
    approval,
    delivery,
    form,
    issue_to_marketing,
    lot,
    next_day,
    receipt_of,
    receive,
    refused,
    request,
    requisition,
)

UNDER_525 = date(2013, 6, 1)


def adopting(**changes: Any) -> AdoptCouponControls:
    return AdoptCouponControls(controls=msgspec.structs.replace(CONTROLS, **changes))


def approving(kind: ApprovalKind, name: str, **changes: Any) -> RecordCouponApproval:
    return RecordCouponApproval(approval=approval(kind, name, **changes))


@pytest.mark.clause("603a.20(a)", "603a.20(b)", "125-166:Preamble/Paperwork#3")
def test_a_house_that_has_not_taken_up_coupons_has_none(new_house: BareHouse) -> None:
    redeeming = RedeemCoupon(serial=1, value=1000, table="1", round="1", day=MAY_DAY)
    assert "runs no Match Play Coupons" in refused(new_house, redeeming, "603a.20(a)")
    for order in (delivery(lot(1, 10)), requisition("R-1", MAY_DAY, (Quantity(1000, 5),))):
        refused(new_house, order, "603a.20(a)")
    new_house.give(adopting())
    assert controls_on(new_house.connection, MAY_DAY) == CONTROLS


@pytest.mark.clause("603a.20(a)")
def test_nothing_is_known_of_coupons_before_the_first_text() -> None:
    early = adopting(approved_on=date(2012, 6, 1))
    assert "no stored text" in refused(BareHouse(date(2012, 7, 12)), early, "603a.20(a)")
    BareHouse(date(2012, 7, 13)).give(early)


@pytest.mark.clause("603a.20(b)", "603a.20(b)(1)")
def test_no_coupon_of_an_unapproved_design_is_issued_handed_out_or_redeemed(new_house: BareHouse) -> None:
    new_house.give(adopting())
    new_house.give(SubmitCouponDesign(design=TEN))
    new_house.give(approving(ApprovalKind.STORAGE, VAULT))
    receive(new_house, 100)
    some = request(new_house, "R-1", (Run(1, 10),))
    issue = EnterCouponIssue(requisition="R-1", day=MAY_DAY, serials=(Run(1, 10),), quantities=some)
    assert "not approved" in refused(new_house, issue, "603a.20(b)(1)")
    new_house.give(approving(ApprovalKind.DESIGN, TEN.id))
    new_house.give(issue)


@pytest.mark.clause("603a.20(b)", "603a.20(b)(1)")
@pytest.mark.parametrize("withdrawn", [None, date(2014, 6, 1)])
def test_a_coupon_whose_design_is_not_approved_yet_is_neither_handed_out_nor_taken(
    busy: BareHouse, withdrawn: date | None
) -> None:
    busy.connection.execute(designs.update().values(approved_on=withdrawn))
    out = DistributeCoupons(day=MAY_DAY, serials=(Run(50, 50),), place="players club")
    refused(busy, out, "603a.20(b)(1)")
    redeeming = RedeemCoupon(serial=1, value=1000, table="1", round="1", day=MAY_DAY)
    refused(busy, redeeming, "603a.20(b)(1)")
    busy.connection.execute(designs.update().values(approved_on=MAY_DAY))
    busy.give(out)
    busy.give(redeeming)


@pytest.mark.clause("603a.20(b)(1)")
def test_the_bureau_of_gaming_operations_approves_a_submitted_design_once(new_house: BareHouse) -> None:
    letter = approving(ApprovalKind.DESIGN, TEN.id)
    refused(new_house, letter, "603a.20(c)")
    new_house.give(SubmitCouponDesign(design=TEN))
    assert "Bureau of Gaming Operations" in refused(
        new_house,
        approving(ApprovalKind.DESIGN, TEN.id, approver=Authority.CASINO_COMPLIANCE),
        "603a.20(b)(1)",
    )
    for changes in ({"procedure": "601a.10(b)"}, {"procedure": ""}, {"approved_on": date(2014, 5, 2)}):
        refused(new_house, approving(ApprovalKind.DESIGN, TEN.id, **changes), "603a.20(b)(1)")
    new_house.give(approving(ApprovalKind.DESIGN, TEN.id, approved_on=MAY_DAY))
    assert "already" in refused(new_house, letter, "603a.20(b)(1)")


@pytest.mark.clause("603a.20(b)(1)", "603a.20(b)(2)", "603a.20(p)")
def test_nothing_is_approved_before_it_was_submitted(new_house: BareHouse) -> None:
    day_before, day = date(2014, 4, 29), date(2014, 4, 30)
    early = {"approved_on": day_before, "submitted_on": day}
    said = refused(new_house, adopting(**early), "603a.20(b)(2)")
    assert said == "the internal controls: submitted on 2014-04-30, and so not approved on 2014-04-29"
    new_house.give(adopting(approved_on=day, submitted_on=day))
    new_house.give(SubmitCouponDesign(design=TEN))
    for kind, name, clause in (
        (ApprovalKind.DESIGN, TEN.id, "603a.20(b)(1)"),
        (ApprovalKind.IN_HOUSE_PRINTING, "IC-2014-08", "603a.20(p)"),
    ):
        refused(new_house, approving(kind, name, **early), clause)
        new_house.give(approving(kind, name, approved_on=day, submitted_on=day))


@pytest.mark.clause("603a.20(b)(1)", "603a.20(b)(2)", "603a.20(i)#2", "603a.20(k)#2")
def test_the_temporary_text_named_no_procedure_for_the_approvals() -> None:
    house = BareHouse(UNDER_525)
    house.give(adopting(procedure=""))
    house.give(SubmitCouponDesign(design=TEN))
    for kind, name in (
        (ApprovalKind.DESIGN, TEN.id),
        (ApprovalKind.STORAGE, VAULT),
        (ApprovalKind.OVERNIGHT_STORAGE, CABINET),
    ):
        house.give(approving(kind, name, procedure=""))
    later = BareHouse()
    refused(later, adopting(procedure=""), "603a.20(b)(2)")
    for kind, clause in (
        (ApprovalKind.STORAGE, "603a.20(i)#2"),
        (ApprovalKind.OVERNIGHT_STORAGE, "603a.20(k)#2"),
    ):
        refused(later, approving(kind, "anywhere", procedure=""), clause)


@pytest.mark.clause("603a.20(b)(2)")
@pytest.mark.parametrize(
    "changes",
    [
        {"subjects": ("inventory", "distribution")},
        {"subjects": ()},
        {"approved_on": date(2014, 5, 2)},
        {"procedure": "601a.10"},
    ],
)
def test_internal_controls_govern_everything_and_are_approved(
    new_house: BareHouse, changes: dict[str, Any]
) -> None:
    refused(new_house, adopting(**changes), "603a.20(b)(2)")


@pytest.mark.clause("603a.20(b)(2)")
def test_later_controls_replace_earlier_ones_from_their_day_on(crew: BareHouse) -> None:
    assert "today already" in refused(crew, adopting(storage="vault 2"), "603a.20(b)(2)")
    next_day(crew)
    crew.give(adopting(storage="vault 2", approved_on=crew.day))
    assert controls_on(crew.connection, MAY_DAY).storage == VAULT
    assert controls_on(crew.connection, crew.day).storage == "vault 2"


@pytest.mark.clause("603a.20(d)#1")
@pytest.mark.parametrize("department", sorted(set(Department) - {Department(name) for name in Distributor}))
def test_no_department_that_keeps_the_ledger_or_checks_it_stands_in_for_marketing(
    new_house: BareHouse, department: Department
) -> None:
    refused(new_house, adopting(department=department), "603a.20(d)#1")


@pytest.mark.clause("603a.20(d)#1")
def test_the_department_of_the_internal_controls_runs_the_programme_with_finance(
    new_house: BareHouse,
) -> None:
    new_house.give(adopting(department=Department.SECURITY))
    new_house.give(SubmitCouponDesign(design=TEN))
    for kind, name in ((ApprovalKind.STORAGE, VAULT), (ApprovalKind.DESIGN, TEN.id)):
        new_house.give(approving(kind, name))
    order = requisition("R-1", MAY_DAY, (Quantity(1000, 5),))
    assert "security runs the coupon programme" in refused(new_house, order, "603a.20(d)#1")
    new_house.give(msgspec.structs.replace(order, department=Distributor.SECURITY))
    refused(new_house, delivery(lot(1, 10)), "603a.20(d)#1")
    new_house.give(delivery(lot(1, 10), department=Distributor.SECURITY))


@pytest.mark.clause("603a.20(i)#3", "603a.20(n)#3")
@pytest.mark.parametrize(
    ("changes", "clause"), [({"storage": " "}, "603a.20(i)#3"), ({"inventory_method": " "}, "603a.20(n)#3")]
)
def test_internal_controls_state_the_storage_area_and_the_inventory_method(
    new_house: BareHouse, changes: dict[str, Any], clause: str
) -> None:
    refused(new_house, adopting(**changes), clause)
    refused(new_house, adopting(storage="", inventory_method=""), "603a.20(i)#3")
    refused(new_house, adopting(inventory_method=""), "603a.20(n)#3")


@pytest.mark.clause("603a.20(i)#2", "603a.20(i)#3")
def test_stock_lies_in_the_stated_area_once_casino_compliance_approved_it(new_house: BareHouse) -> None:
    new_house.give(adopting())
    new_house.give(SubmitCouponDesign(design=TEN))
    check = delivery(lot(1, 10))
    new_house.give(check)
    entry = receipt_of(check, MAY_DAY)
    refused(new_house, entry, "603a.20(i)#2")
    wrong = approving(ApprovalKind.STORAGE, VAULT, approver=Authority.GAMING_OPERATIONS)
    refused(new_house, wrong, "603a.20(i)#2")
    new_house.give(approving(ApprovalKind.STORAGE, VAULT))
    refused(new_house, msgspec.structs.replace(entry, stored_in="a drawer"), "603a.20(i)#3")
    new_house.give(entry)


@pytest.mark.clause("603a.20(k)#2")
def test_coupons_are_held_overnight_only_in_an_approved_area(new_house: BareHouse) -> None:
    new_house.give(adopting())
    new_house.give(SubmitCouponDesign(design=TEN))
    for kind, name in ((ApprovalKind.STORAGE, VAULT), (ApprovalKind.DESIGN, TEN.id)):
        new_house.give(approving(kind, name))
    receive(new_house, 100)
    issue_to_marketing(new_house, "R-1", Run(1, 10))
    holding = form(new_house, held=(Run(1, 10),))
    assert "not approved" in refused(new_house, holding, "603a.20(k)#2")
    # The area's approval is cited in two ways (C-28).
    new_house.give(approving(ApprovalKind.OVERNIGHT_STORAGE, CABINET, procedure="601a.10(g)"))
    new_house.give(holding)


@pytest.mark.clause("603a.20(k)#2")
def test_nothing_is_held_where_the_internal_controls_know_no_overnight_area(busy: BareHouse) -> None:
    next_day(busy)
    busy.give(adopting(overnight=""))
    holding = form(busy, day=MAY_DAY, held=(Run(41, 100),))
    assert "let nothing be held" in refused(busy, holding, "603a.20(k)#2")
    busy.give(form(busy, day=MAY_DAY))


@pytest.mark.clause("603a.20(p)")
def test_the_house_prints_coupons_only_as_the_board_approved(new_house: BareHouse) -> None:
    half = InHouseControls(reference="IC-9", production="print log", reconciliation=" ")
    refused(new_house, adopting(in_house=half), "603a.20(p)")
    refused(
        new_house,
        adopting(in_house=msgspec.structs.replace(half, production="", reconciliation="x")),
        "603a.20(p)",
    )
    new_house.give(adopting(in_house=None))
    new_house.give(SubmitCouponDesign(design=TEN))
    printed = delivery(lot(1, 10), source=Source.IN_HOUSE, invoice="print log 1")
    refused(new_house, printed, "603a.20(p)")
    next_day(new_house)
    new_house.give(adopting())
    assert "Board has not approved" in refused(new_house, printed, "603a.20(p)")
    letter = approval(ApprovalKind.IN_HOUSE_PRINTING, "IC-2014-08")
    refused(
        new_house,
        RecordCouponApproval(approval=msgspec.structs.replace(letter, approver=Authority.CASINO_COMPLIANCE)),
        "603a.20(p)",
    )
    new_house.give(RecordCouponApproval(approval=letter))
    new_house.give(printed)


@pytest.mark.clause("603a.20(r)", "603a.20(r)(3)")
def test_a_computer_system_runs_coupons_only_as_the_internal_controls_describe_it(
    new_house: BareHouse,
) -> None:
    refused(new_house, adopting(system=None), "603a.20(r)")
    assert CONTROLS.system is not None
    for name in SystemControls.__struct_fields__:
        system = msgspec.structs.replace(CONTROLS.system, **{name: " "})
        assert name in refused(new_house, adopting(system=system), "603a.20(r)(3)")
    new_house.give(adopting())


def test_approvals_of_the_whole_programme_are_on_the_programme_sheet(crew: BareHouse) -> None:
    sheet = next(sheet for sheet in BOOK.sheets if sheet.name == "programme")
    controls, letters, drawn = sheet.show(crew.desk())
    assert controls.rows[0][1] == CONTROLS.reference
    assert {row[1] for row in letters.rows} == {letter.name for letter in APPROVALS}
    assert [row[0] for row in drawn.rows] == [TEN.id, TWENTY_FIVE.id]
