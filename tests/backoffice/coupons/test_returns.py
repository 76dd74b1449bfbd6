"""Returns to finance (603a.20(k)#1, (l))."""

from datetime import date
from typing import Any

import pytest

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.serials import State
from houseway.backoffice.coupons.voids import Custody, VoidCoupons, VoidLine
from tests.backoffice.coupons.crew import MAY_DAY, BareHouse, form, next_day, refused, return_form, states

TORN = VoidLine(first=41, last=42, reason="torn")


@pytest.fixture
def closed(busy: BareHouse) -> BareHouse:
    """The busy day has its form; 43 to 100 and 1021 to 1050 and two void coupons are to go back."""
    busy.give(VoidCoupons(custody=Custody.MARKETING, day=MAY_DAY, voided=(TORN,)))
    busy.give(form(busy))
    return busy


@pytest.mark.clause("603a.20(k)#1")
def test_coupons_go_back_with_the_form_and_so_after_it(busy: BareHouse) -> None:
    early = return_form(busy, MAY_DAY)
    assert "no reconciliation form" in refused(busy, early, "603a.20(k)#1")
    refused(busy, return_form(busy, date(2014, 4, 30)), "603a.20(k)#1")
    busy.give(form(busy))
    busy.give(early)
    assert states(busy)[State.RETURNED] == 90
    assert "nothing" in refused(busy, return_form(busy, MAY_DAY), "603a.20(l)")


@pytest.mark.clause("603a.20(l)(1)", "603a.20(l)(2)", "603a.20(l)(3)", "603a.20(l)(4)")
@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"returned_on": date(2014, 4, 30)}, "603a.20(l)(1)"),
        ({"returned_on": date(2014, 5, 2)}, "603a.20(l)(1)"),
        ({"serials": (Run(43, 101),)}, "603a.20(l)(2)"),
        ({"serials": (Run(40, 100),)}, "603a.20(l)(2)"),
        ({"serials": (Run(100, 43),)}, "603a.20(l)(2)"),
        ({"quantities": (Quantity(1000, 58),)}, "603a.20(l)(3)"),
        ({"quantities": (Quantity(1000, 57), Quantity(2500, 30))}, "603a.20(l)(3)"),
        ({"voided": ()}, "603a.20(l)(4)"),
        ({"voided": (VoidLine(first=41, last=42, reason="lost"),)}, "603a.20(l)(4)"),
        ({"voided": (VoidLine(first=41, last=41, reason="torn"),)}, "603a.20(l)(4)"),
    ],
)
def test_a_return_is_entered_as_it_is(closed: BareHouse, changes: dict[str, Any], clause: str) -> None:
    refused(closed, return_form(closed, MAY_DAY, **changes), clause)
    for wrong, by in (
        ({"returned_on": date(2014, 4, 30)}, "603a.20(l)(1)"),
        ({"serials": (Run(40, 100),)}, "603a.20(l)(2)"),
        ({"quantities": ()}, "603a.20(l)(3)"),
        ({"voided": ()}, "603a.20(l)(4)"),
    ):
        refused(closed, return_form(closed, MAY_DAY, **wrong), by)
    closed.give(return_form(closed, MAY_DAY))


@pytest.mark.clause("603a.20(l)(2)", "603a.20(l)(4)")
def test_what_finance_did_not_get_stays_with_marketing_until_it_comes(closed: BareHouse) -> None:
    closed.give(return_form(closed, MAY_DAY, serials=(Run(43, 99),), quantities=(Quantity(1000, 57),)))
    assert states(closed)[State.ISSUED] == 31
    next_day(closed)
    late = [one for one in BOOK.due(closed.desk()) if one.clause.id == "603a.20(k)#1"]
    assert [(one.by, one.late) for one in late] == [(MAY_DAY, True)]
    rest = return_form(closed, MAY_DAY)
    assert (rest.serials, rest.voided) == ((Run(100, 100), Run(1021, 1050)), ())
    closed.give(rest)
    assert not [one for one in BOOK.due(closed.desk()) if one.clause.id == "603a.20(k)#1"]


@pytest.mark.clause(
    "603a.20(l)", "603a.20(l)(1)", "603a.20(l)(2)", "603a.20(l)(3)", "603a.20(l)(4)", "603a.20(l)(5)"
)
def test_the_return_in_the_ledger_bears_every_field_and_both_signatures(closed: BareHouse) -> None:
    closed.give(return_form(closed, MAY_DAY))
    paper = next(one for one in BOOK.forms if one.name == "return").make(closed.desk(), "2014-05-01/1")
    assert paper.clause.id == "603a.20(l)"
    assert {line.clause.id: line.value for line in paper.fields if line.clause} == {
        "603a.20(l)(1)": "2014-05-01",
        "603a.20(l)(2)": "000000043 to 000000100, 000001021 to 000001050",
        "603a.20(l)(4)": "000000041 to 000000042: torn",
    }
    assert {grid.clause.id: grid.rows for grid in paper.grids if grid.clause} == {
        "603a.20(l)(3)": (("$10", "58", "$580"), ("$25", "30", "$750"), ("Total", "88", "$1,330"))
    }
    signed = [
        (line.clause and line.clause.id, line.part, line.name, line.credential) for line in paper.signatures
    ]
    assert signed == [
        ("603a.20(l)(5)", "Returned by", "Marketing Supervisor 1", "PA-1201"),
        ("603a.20(l)(5)", "Received by", "Finance Supervisor 1", "PA-0901"),
    ]
    ledger = next(one for one in BOOK.forms if one.name == "ledger").make(closed.desk(), "2014-05")
    assert tuple(" ".join(cell.split()) for cell in ledger.grids[0].rows[-1][2:6]) == (
        "return 2014-05-01/1",
        "000000043 to 000000100, 000001021 to 000001050",
        "58 of $10, 30 of $25",
        "000000041 to 000000042: torn",
    )
