"""What a coupon must show (603a.20(c), (r)(1))."""

from datetime import date
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons.design import (
    REQUIRED,
    Design,
    Element,
    SubmitCouponDesign,
    faults_of,
    find_design,
)
from houseway.table.coupons import CouponTerms
from tests.backoffice.coupons.crew import MAY_DAY, TEN, BareHouse, refused

UNDER_525 = date(2013, 6, 1)


def without(element: Element, **changes: Any) -> Design:
    elements = tuple(one for one in Element if one is not element)
    return msgspec.structs.replace(TEN, elements=elements, **changes)


@pytest.mark.clause(
    "603a.20(c)",
    "603a.20(c)(1)",
    "603a.20(c)(2)",
    "603a.20(c)(3)",
    "603a.20(c)(4)",
    "603a.20(c)(5)",
    "603a.20(c)(6)",
    "603a.20(r)(1)",
)
@pytest.mark.parametrize("element", REQUIRED)
def test_a_design_that_lacks_an_element_is_refused_by_its_clause(crew: BareHouse, element: Element) -> None:
    new = without(element, id="NEW")
    said = refused(crew, SubmitCouponDesign(design=new), REQUIRED[element].id)
    assert element.replace("_", " ") in said
    assert find_design(crew.connection, "NEW") is None
    crew.give(SubmitCouponDesign(design=msgspec.structs.replace(TEN, id="NEW")))
    assert [clause.id for clause, _ in faults_of(without(element), MAY_DAY)] == [REQUIRED[element].id]


@pytest.mark.clause("603a.20(c)(1)", "603a.20(c)(2)", "603a.20(c)(6)")
@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"holder": " "}, "603a.20(c)(1)"),
        ({"holder": "Rival Casino"}, "603a.20(c)(1)"),
        ({"value": 0}, "603a.20(c)(2)"),
        ({"value": 10**30}, "603a.20(c)(2)"),
        ({"legible_on_surveillance": False}, "603a.20(c)(2)"),
        ({"value_clear_of_chips": False}, "603a.20(c)(6)"),
    ],
)
def test_an_element_that_says_nothing_or_is_hidden_is_none(
    crew: BareHouse, changes: dict[str, Any], clause: str
) -> None:
    refused(crew, SubmitCouponDesign(design=msgspec.structs.replace(TEN, id="NEW", **changes)), clause)
    assert {
        one.id
        for one, _ in faults_of(
            msgspec.structs.replace(
                TEN, holder="", legible_on_surveillance=False, value_clear_of_chips=False
            ),
            MAY_DAY,
        )
    } == {"603a.20(c)(1)", "603a.20(c)(2)", "603a.20(c)(6)"}


@pytest.mark.clause("603a.20(c)", "603a.20(r)(1)")
def test_everything_that_is_wrong_with_a_design_is_said_at_once(crew: BareHouse) -> None:
    bare = Design(id="not a number", holder="", value=-5, elements=(), legible_on_surveillance=False)
    said = refused(crew, SubmitCouponDesign(design=bare), "603a.20(c)")
    for words in (
        "no design number",
        "worth -$0.05",
        "the name",
        "the chip spot",
        "the expiry",
        "surveillance",
    ):
        assert words in said
    # More than the list may be shown (C-29), and a design without a barcode is one.
    plain = without(Element.BARCODE, id="PLAIN")
    crew.give(SubmitCouponDesign(design=plain))
    assert not plain.has_barcode
    assert TEN.has_barcode


@pytest.mark.clause("603a.20(c)(4)")
def test_the_temporary_text_let_a_coupon_without_restrictions_be_silent_on_them() -> None:
    silent = without(Element.RESTRICTIONS)
    restricted = without(Element.RESTRICTIONS, terms=CouponTerms(games=("craps",)))
    named = without(Element.RESTRICTIONS, terms=CouponTerms(wagers=("pass",)))
    assert not list(faults_of(silent, UNDER_525))
    for design in (restricted, named):
        assert [clause.id for clause, _ in faults_of(design, UNDER_525)] == ["603a.20(c)(4)"]
    assert [clause.id for clause, _ in faults_of(silent, MAY_DAY)] == ["603a.20(c)(4)"]
    # No other element was ever left to the house.
    assert [clause.id for clause, _ in faults_of(without(Element.EXPIRY), UNDER_525)] == ["603a.20(c)(5)"]


@pytest.mark.clause("603a.20(c)(1)")
def test_a_design_may_bear_the_logo_of_the_house_in_place_of_its_name(crew: BareHouse) -> None:
    logo = msgspec.structs.replace(TEN, id="LOGO", holder="logo of KEYSTONE MEADOWS")
    crew.give(SubmitCouponDesign(design=logo))
    assert find_design(crew.connection, "LOGO") == logo


@pytest.mark.clause("603a.20(b)(1)")
def test_a_changed_design_is_a_new_design(crew: BareHouse) -> None:
    changed = msgspec.structs.replace(TEN, value=1500)
    assert "submitted before" in refused(crew, SubmitCouponDesign(design=changed), "603a.20(b)(1)")
    assert find_design(crew.connection, TEN.id) == TEN
