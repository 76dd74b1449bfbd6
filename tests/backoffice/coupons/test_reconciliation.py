"""Marketing's daily reconciliation form (603a.20(j)), and what it holds overnight (603a.20(k))."""

from datetime import date, timedelta
from typing import Any

import pytest

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.reconciliation import DayReconciled, FormLine
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.serials import State, find
from houseway.backoffice.coupons.variances import VarianceKind
from houseway.backoffice.coupons.voids import CouponsVoided, Custody, VoidCoupons, VoidLine
from tests.backoffice.coupons.crew import (
    MAY_DAY,
    BareHouse,
    close_day,
    form,
    found,
    hand_out,
    issue_to_marketing,
    next_day,
    open_carried,
    receive,
    refused,
    return_form,
    states,
)

TORN = VoidLine(first=41, last=42, reason="torn")


def void_two(crew: BareHouse) -> None:
    crew.give(VoidCoupons(custody=Custody.MARKETING, day=crew.day, voided=(TORN,)))


@pytest.mark.clause("603a.20(j)", "603a.20(j)(1)")
def test_each_day_at_marketing_has_one_form(busy: BareHouse) -> None:
    true = form(busy)
    for day in (date(2014, 4, 30), date(2014, 5, 2)):
        refused(busy, form(busy, day=day), "603a.20(j)(1)")
    busy.give(true)
    assert "already" in refused(busy, true, "603a.20(j)")
    # A form may be completed after the day is over, not before it begins.
    next_day(busy)
    assert "already" in refused(busy, true, "603a.20(j)")


@pytest.mark.clause("603a.20(j)(2)", "603a.20(j)(3)", "603a.20(j)(6)")
@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"received": ()}, "603a.20(j)(2)"),
        ({"received": (Run(1, 100), Run(1001, 1049))}, "603a.20(j)(2)"),
        ({"available": (Quantity(1000, 100), Quantity(2500, 49))}, "603a.20(j)(3)"),
        ({"available": (Quantity(1000, 150),)}, "603a.20(j)(3)"),
        ({"voided": ()}, "603a.20(j)(6)"),
        ({"voided": (VoidLine(first=41, last=42, reason="stolen"),)}, "603a.20(j)(6)"),
        ({"voided": (VoidLine(first=41, last=43, reason="torn"),)}, "603a.20(j)(6)"),
    ],
)
def test_the_form_states_what_came_and_what_was_voided_as_it_was(
    busy: BareHouse, changes: dict[str, Any], clause: str
) -> None:
    void_two(busy)
    refused(busy, form(busy, **changes, explanation="no idea"), clause)
    assert busy.give(form(busy))


@pytest.mark.clause("603a.20(j)(3)", "603a.20(j)(7)")
def test_the_form_adds_up_from_opening_stock_to_what_is_left(busy: BareHouse) -> None:
    close_day(busy, hold=True)
    next_day(busy)
    open_carried(busy)
    issue_to_marketing(busy, "R-2", Run(101, 120))
    hand_out(busy, Run(50, 99), Run(1030, 1031))
    void_two(busy)
    (fact,) = busy.give(form(busy))
    assert isinstance(fact, DayReconciled)
    assert fact.lines == (
        FormLine(denomination=1000, opening=60, received=20, distributed=50, voided=2, remaining=28),
        FormLine(denomination=2500, opening=30, received=0, distributed=2, voided=0, remaining=28),
    )
    assert [(line.available, line.variance) for line in fact.lines] == [(80, 0), (30, 0)]
    assert fact.received == (Run(101, 120),)
    assert fact.remaining == (Run(43, 49), Run(100, 120), Run(1021, 1029), Run(1032, 1050))


@pytest.mark.clause("603a.20(j)(7)")
def test_a_variance_is_shown_by_denomination_and_explained(busy: BareHouse) -> None:
    short = form(busy, distributed=(Quantity(1000, 39), Quantity(2500, 21)))
    said = refused(busy, short, "603a.20(j)(7)")
    assert "$10: 100 available less 39 handed out, 0 void and 60 left is 1" in said
    assert "is -1" in said
    explained = form(busy, distributed=(Quantity(1000, 39), Quantity(2500, 21)), explanation="tally slip")
    facts = busy.give(explained)
    assert found(facts) == {(VarianceKind.DOES_NOT_ADD_UP, 0)}
    (line, other) = facts[0].lines  # type: ignore[attr-defined]
    assert (line.variance, other.variance) == (1, -1)


@pytest.mark.clause("603a.20(j)(4)", "603a.20(j)(5)", "603a.20(j)(7)")
def test_a_lost_coupon_is_found_by_its_serial_and_void_from_then_on(busy: BareHouse) -> None:
    lost = form(busy, remaining=(Run(41, 69), Run(71, 100), Run(1021, 1050)))
    refused(busy, lost, "603a.20(j)(7)")
    facts = busy.give(
        form(busy, remaining=(Run(41, 69), Run(71, 100), Run(1021, 1050)), explanation="fell behind the desk")
    )
    assert found(facts) == {(VarianceKind.DOES_NOT_ADD_UP, 0), (VarianceKind.LOST, 70)}
    (void,) = (fact for fact in facts if isinstance(fact, CouponsVoided))
    assert void.missing
    assert void.voided[0].reason == "lost: fell behind the desk"
    assert states(busy)[State.VOIDED] == 1
    # Nobody can hand a lost coupon over.
    back = return_form(busy, MAY_DAY)
    assert back.voided == ()
    busy.give(back)


@pytest.mark.clause("603a.20(j)(4)", "603a.20(j)(5)")
def test_a_coupon_handed_out_without_record_is_recorded_by_the_form(busy: BareHouse) -> None:
    changes: dict[str, Any] = {
        "remaining": (Run(42, 100), Run(1021, 1050)),
        "unrecorded": (Run(41, 41),),
        "distributed": (Quantity(1000, 41), Quantity(2500, 20)),
    }
    refused(busy, form(busy, **changes), "603a.20(j)(7)")
    for strange in (Run(42, 42), Run(1, 1), Run(200, 200)):
        wrong = changes | {"unrecorded": (strange,), "explanation": "forgot to scan"}
        refused(busy, form(busy, **wrong), "603a.20(j)(4)")
    facts = busy.give(form(busy, **changes, explanation="forgot to scan"))
    assert found(facts) == {(VarianceKind.UNRECORDED, 41)}
    coupon = find(busy.connection, 41)
    assert coupon is not None
    assert (coupon.state, coupon.distributed_on) == (State.DISTRIBUTED, MAY_DAY)


@pytest.mark.clause("603a.20(j)(5)", "603a.20(j)(7)")
def test_a_coupon_recorded_as_handed_out_and_still_in_hand_is_put_right(busy: BareHouse) -> None:
    facts = busy.give(
        form(
            busy,
            remaining=(Run(40, 100), Run(1021, 1050)),
            distributed=(Quantity(1000, 39), Quantity(2500, 20)),
            held=(Run(40, 100),),
            explanation="patron did not want it",
        )
    )
    assert found(facts) == {(VarianceKind.STILL_IN_HAND, 40)}
    assert states(busy) == {
        State.STOCK: 1350,
        State.ISSUED: 30,
        State.HELD: 61,
        State.DISTRIBUTED: 59,
    }


@pytest.mark.clause("603a.20(j)(5)", "603a.20(j)(7)")
def test_coupons_that_marketing_should_not_have_are_named(busy: BareHouse) -> None:
    extra = (Run(41, 100), Run(500, 500), Run(1021, 1050), Run(9000, 9000))
    facts = busy.give(form(busy, remaining=extra, explanation="found in a drawer"))
    assert found(facts) == {
        (VarianceKind.DOES_NOT_ADD_UP, 0),
        (VarianceKind.FOREIGN, 500),
        (VarianceKind.FOREIGN, 9000),
    }
    assert states(busy)[State.STOCK] == 1350


@pytest.mark.clause("603a.20(j)(5)", "603a.20(j)(7)")
def test_a_mistyped_run_is_one_variance(busy: BareHouse) -> None:
    mistyped = (Run(40, 100), Run(1021, 1050), Run(5000, 999_999_999))
    facts = busy.give(form(busy, remaining=mistyped, explanation="mistyped"))
    assert found(facts) == {
        (VarianceKind.DOES_NOT_ADD_UP, 0),
        (VarianceKind.STILL_IN_HAND, 40),
        (VarianceKind.FOREIGN, 5000),
    }


@pytest.mark.clause("603a.20(k)#3")
def test_a_form_that_comes_after_the_next_gaming_day_holds_nothing(crew: BareHouse) -> None:
    receive(crew, 100, expires=MAY_DAY + timedelta(days=1))
    issue_to_marketing(crew, "R-1", Run(1, 100))
    crew.at(MAY_DAY + timedelta(days=2))
    said = refused(crew, form(crew, day=MAY_DAY, held=(Run(1, 100),)), "603a.20(k)#3")
    assert "the next gaming day is over" in said
    # A day late it is still for that day: today.
    crew.at(MAY_DAY + timedelta(days=1))
    crew.give(form(crew, day=MAY_DAY, held=(Run(1, 100),)))
    open_carried(crew)
    hand_out(crew, Run(1, 1))


@pytest.mark.clause("603a.20(j)(5)")
def test_what_is_left_is_named_run_by_run(busy: BareHouse) -> None:
    for runs in ((Run(100, 41),), (Run(41, 60), Run(60, 100))):
        refused(busy, form(busy, remaining=runs, explanation="x"), "603a.20(j)(5)")
    (fact,) = busy.give(form(busy))
    assert isinstance(fact, DayReconciled)
    assert fact.remaining == (Run(41, 100), Run(1021, 1050))
    assert [line.remaining for line in fact.lines] == [60, 30]


@pytest.mark.clause("603a.20(k)#2", "603a.20(k)#4")
def test_only_what_is_left_and_still_good_is_held_overnight(crew: BareHouse) -> None:
    receive(crew, 50, name="D-1", expires=MAY_DAY)
    receive(crew, 50, name="D-2", expires=MAY_DAY + timedelta(days=1))
    issue_to_marketing(crew, "R-1", Run(1, 100))
    hand_out(crew, Run(1, 10), Run(51, 60))
    for runs, clause in (
        ((Run(60, 70),), "603a.20(k)#3"),
        ((Run(101, 101),), "603a.20(k)#3"),
        ((Run(11, 11),), "603a.20(k)#4"),
        ((Run(50, 61),), "603a.20(k)#3"),
        ((Run(50, 50), Run(61, 61)), "603a.20(k)#4"),
    ):
        refused(crew, form(crew, held=runs), clause)
    crew.give(form(crew, held=(Run(61, 100),)))
    assert states(crew) == {State.ISSUED: 40, State.HELD: 40, State.DISTRIBUTED: 20}
    owed = [(one.clause.id, one.by) for one in BOOK.due(crew.desk()) if one.clause.id == "603a.20(k)#4"]
    assert owed == [("603a.20(k)#4", MAY_DAY)]


@pytest.mark.clause(
    "603a.20(j)",
    "603a.20(j)(1)",
    "603a.20(j)(2)",
    "603a.20(j)(3)",
    "603a.20(j)(4)",
    "603a.20(j)(5)",
    "603a.20(j)(6)",
    "603a.20(j)(7)",
    "603a.20(j)(8)",
)
def test_the_printed_form_bears_every_field_and_the_signature(busy: BareHouse) -> None:
    void_two(busy)
    busy.give(
        form(
            busy,
            distributed=(Quantity(1000, 39), Quantity(2500, 20)),
            explanation="tally slip",
            held=(Run(43, 100),),
        )
    )
    paper = next(one for one in BOOK.forms if one.name == "reconciliation").make(busy.desk(), "2014-05-01")
    assert paper.clause.id == "603a.20(j)"
    said = {(line.clause.id if line.clause else "", line.value) for line in paper.fields}
    assert said == {
        ("603a.20(j)(1)", "2014-05-01"),
        ("603a.20(j)(2)", "000000001 to 000000100, 000001001 to 000001050"),
        ("603a.20(j)(5)", "000000043 to 000000100, 000001021 to 000001050"),
        ("603a.20(k)#3", "000000043 to 000000100"),
        ("603a.20(j)(6)", "000000041 to 000000042: torn"),
        ("603a.20(j)(7)", "tally slip"),
    }
    assert {grid.clause.id: grid.rows for grid in paper.grids if grid.clause} == {
        "603a.20(j)(3)": (
            ("$10", "0", "100", "100"),
            ("$25", "0", "50", "50"),
            ("Total", "0", "150", "150"),
            ("Total value", "$0", "$2,250", "$2,250"),
        ),
        "603a.20(j)(4)": (("$10", "39"), ("$25", "20"), ("Total", "59"), ("Total value", "$890")),
        "603a.20(j)(5)": (("$10", "58"), ("$25", "30"), ("Total", "88"), ("Total value", "$1,330")),
        "603a.20(j)(7)": (
            ("$10", "2", "1"),
            ("$25", "0", "0"),
            ("Total", "2", "1"),
            ("Total value", "$20", "$10"),
        ),
    }
    # With a variation, somebody of finance has seen it.
    signed, seen = paper.signatures
    assert (seen.part, seen.position) == ("Acknowledged by finance", "finance supervisor")
    assert (signed.clause and signed.clause.id, signed.name, signed.credential) == (
        "603a.20(j)(8)",
        "Marketing Supervisor 1",
        "PA-1201",
    )
