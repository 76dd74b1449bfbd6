"""Requisition: marketing estimates and asks, finance authorises (603a.20(g))."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.quantities import Quantities, Quantity
from houseway.backoffice.coupons.requisition import RequisitionCoupons, estimate
from houseway.backoffice.coupons.runs import Run
from tests.backoffice.coupons.crew import (
    MAY_DAY,
    BareHouse,
    close_day,
    hand_out,
    issue_to_marketing,
    next_day,
    refused,
    requisition,
)

TENS: Quantities = (Quantity(1000, 50),)


@pytest.mark.clause("603a.20(g)#1")
def test_the_estimate_is_the_mean_of_the_same_weekdays_rounded_up(stocked: BareHouse) -> None:
    given = {0: (Run(1, 10), Run(1001, 1002)), 7: (Run(11, 31),), 8: (Run(32, 39),), 21: (Run(41, 50),)}
    for number, (after, runs) in enumerate(given.items()):
        stocked.at(MAY_DAY + timedelta(days=after))
        issue_to_marketing(stocked, f"R-{number}", *runs)
        hand_out(stocked, *runs)
        close_day(stocked)
    thursday = MAY_DAY + timedelta(weeks=4)
    # 10, 21, none and 10 over four Thursdays; two of $25 on one of them.
    assert estimate(stocked.connection, thursday, thursday) == (Quantity(1000, 11), Quantity(2500, 1))
    friday = thursday + timedelta(days=1)
    assert estimate(stocked.connection, friday, friday) == (Quantity(1000, 2),)
    assert estimate(stocked.connection, thursday, friday) == (Quantity(1000, 13), Quantity(2500, 1))
    # Four weeks on, only the last of these Thursdays still counts.
    later = MAY_DAY + timedelta(weeks=7)
    assert estimate(stocked.connection, later, later) == (Quantity(1000, 3),)
    none_left = later + timedelta(weeks=1)
    assert estimate(stocked.connection, none_left, none_left) == ()


@pytest.mark.clause("603a.20(g)#1", "603a.20(g)(3)")
@pytest.mark.parametrize(
    ("estimated", "requested", "clause"),
    [
        (TENS, (), "603a.20(g)(3)"),
        (TENS, (Quantity(1000, 0),), "603a.20(g)(3)"),
        (TENS, (Quantity(1000, 51),), "603a.20(g)#1"),
        ((), TENS, "603a.20(g)#1"),
        (TENS, (Quantity(2500, 1),), "603a.20(g)#1"),
        (TENS, (Quantity(1000, 30), Quantity(1000, 30)), "603a.20(g)#1"),
        ((Quantity(700, 5),), (Quantity(700, 5),), "603a.20(g)(3)"),
    ],
)
def test_a_requisition_asks_for_some_coupons_and_no_more_than_estimated(
    crew: BareHouse, estimated: Quantities, requested: Quantities, clause: str
) -> None:
    refused(crew, requisition("R-1", MAY_DAY, estimated, requested=requested), clause)
    refused(crew, requisition("R-1", MAY_DAY, TENS, requested=()), "603a.20(g)(3)")
    refused(crew, requisition("R-1", MAY_DAY, TENS, estimated=()), "603a.20(g)#1")
    crew.give(requisition("R-1", MAY_DAY, TENS, requested=(Quantity(1000, 20),)))


@pytest.mark.clause("603a.20(g)(1)", "603a.20(g)(2)")
@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"prepared_on": date(2014, 5, 2), "needed_on": date(2014, 5, 3)}, "603a.20(g)(1)"),
        ({"prepared_on": date(2014, 4, 30)}, "603a.20(g)(1)"),
        ({"needed_on": date(2014, 4, 30)}, "603a.20(g)(2)"),
        ({"until": date(2014, 4, 30), "promotion": "Spring"}, "603a.20(g)(2)"),
        ({"until": date(2014, 8, 2), "promotion": "Spring"}, "603a.20(g)(2)"),
        ({"until": date(2014, 5, 3)}, "603a.20(g)(2)"),
    ],
)
def test_a_requisition_is_prepared_by_today_for_today_or_later(
    crew: BareHouse, changes: dict[str, Any], clause: str
) -> None:
    refused(crew, requisition("R-1", MAY_DAY, TENS, **changes), clause)
    refused(
        crew,
        requisition("R-1", MAY_DAY, TENS, prepared_on=date(2014, 5, 2), needed_on=date(2014, 5, 9)),
        "603a.20(g)(1)",
    )
    refused(crew, requisition("R-1", MAY_DAY, TENS, needed_on=date(2014, 4, 30)), "603a.20(g)(2)")
    crew.give(requisition("R-1", MAY_DAY, TENS, needed_on=date(2014, 5, 2)))
    crew.give(requisition("R-2", MAY_DAY, TENS, until=date(2014, 8, 1), promotion="Spring"))


@pytest.mark.clause("603a.20(g)#2")
def test_every_requisition_has_its_own_number(crew: BareHouse) -> None:
    crew.give(requisition("R-1", MAY_DAY, TENS))
    assert "already" in refused(crew, requisition("R-1", MAY_DAY, TENS), "603a.20(g)#2")
    assert next(form for form in BOOK.forms if form.name == "requisition").make(crew.desk(), "R-1")


def test_a_requisition_is_about_every_day_of_its_promotion() -> None:
    def matters(**changes: Any) -> tuple[str, ...]:
        return requisition("R-1", MAY_DAY, TENS, **changes).matters()

    assert matters() == ("coupon-day/2014-05-01",)
    assert matters(until=date(2014, 5, 3)) == tuple(f"coupon-day/2014-05-0{day}" for day in (1, 2, 3))
    assert isinstance(requisition("R-1", MAY_DAY, TENS), RequisitionCoupons)
    # Never more days than a requisition can be for, whatever somebody sends.
    assert len(matters(until=date(9999, 1, 1))) == 93
    assert matters(needed_on=date.max) == ("coupon-day/9999-12-31",)


@pytest.mark.clause("603a.20(g)(2)")
def test_the_last_day_there_is_needs_coupons_like_any_other(crew: BareHouse) -> None:
    crew.give(requisition("R-1", MAY_DAY, TENS, needed_on=date.max))
    early = {"needed_on": date.max, "until": date(9999, 12, 30), "promotion": "The end"}
    refused(crew, requisition("R-2", MAY_DAY, TENS, **early), "603a.20(g)(2)")


@pytest.mark.clause("603a.20(g)(1)")
def test_finance_may_authorise_what_was_prepared_on_an_earlier_day(crew: BareHouse) -> None:
    order = requisition("R-1", MAY_DAY, TENS, needed_on=date(2014, 5, 2))
    prepared = crew.desk(order).signatures[0]
    next_day(crew)
    desk = crew.desk(order)
    signed = replace(desk, signatures=(prepared, desk.signatures[1]))
    (authorised,) = BOOK.decide(order, signed)
    assert authorised.prepared_on == MAY_DAY  # type: ignore[attr-defined]
    refused(crew, order, "603a.20(g)(1)")


@pytest.mark.clause(
    "603a.20(g)#2", "603a.20(g)(1)", "603a.20(g)(2)", "603a.20(g)(3)", "603a.20(g)(4)", "603a.20(g)(5)"
)
def test_the_requisition_bears_every_field_and_both_signatures(crew: BareHouse) -> None:
    crew.give(requisition("R-1", MAY_DAY, TENS, needed_on=date(2014, 5, 2)))
    paper = next(form for form in BOOK.forms if form.name == "requisition").make(crew.desk(), "R-1")
    assert paper.clause.id == "603a.20(g)#2"
    said = {line.clause.id: line.value for line in paper.fields if line.clause}
    assert said == {
        "603a.20(g)(1)": "2014-05-01",
        "603a.20(g)(2)": "2014-05-02",
        "603a.20(g)#1": "50 of $10",
    }
    assert [(grid.clause and grid.clause.id, grid.rows) for grid in paper.grids] == [
        ("603a.20(g)(3)", (("$10", "50", "$500"), ("Total", "50", "$500")))
    ]
    signed = [(line.clause and line.clause.id, line.name, line.credential) for line in paper.signatures]
    assert signed == [
        ("603a.20(g)(4)", "Marketing Supervisor 1", "PA-1201"),
        ("603a.20(g)(5)", "Finance Supervisor 1", "PA-0901"),
    ]
