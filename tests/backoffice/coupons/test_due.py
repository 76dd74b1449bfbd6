"""What is owed at the end of a day, and the day after (603a.20(j), (k))."""

from datetime import date, timedelta

import pytest

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.distribution import OpenCarriedCoupons
from houseway.backoffice.coupons.reconciliation import ReconcileCoupons
from houseway.backoffice.coupons.returns import ReturnCoupons
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.voids import Custody, VoidCoupons, VoidLine
from tests.backoffice.coupons.crew import (
    MAY_DAY,
    BareHouse,
    form,
    hand_out,
    issue_to_marketing,
    next_day,
    open_carried,
    receive,
    return_form,
)

FORM, BACK, EXPIRED, CARRIED = "603a.20(j)", "603a.20(k)#1", "603a.20(k)#4", "603a.20(k)#3"
SETTLED_BY = {
    FORM: ReconcileCoupons,
    BACK: ReturnCoupons,
    EXPIRED: ReturnCoupons,
    CARRIED: OpenCarriedCoupons,
}


def owed(house: BareHouse) -> list[tuple[str, date, bool]]:
    """What marketing owes, by clause and day, and whether it is late."""
    found = BOOK.due(house.desk())
    assert all(one.order is SETTLED_BY.get(one.clause.id, one.order) for one in found)
    return [
        (one.clause.id, one.by, one.late)
        for one in found
        if one.clause.id.startswith(("603a.20(j)", "603a.20(k)"))
    ]


@pytest.mark.clause("603a.20(j)", "603a.20(k)#1")
def test_the_form_and_then_the_return_are_owed_by_the_end_of_the_day(busy: BareHouse) -> None:
    assert owed(busy) == [(FORM, MAY_DAY, False)]
    next_day(busy)
    assert owed(busy) == [(FORM, MAY_DAY, True)]
    busy.give(form(busy, day=MAY_DAY))
    assert owed(busy) == [(BACK, MAY_DAY, True)]
    busy.give(return_form(busy, MAY_DAY))
    assert owed(busy) == []


@pytest.mark.clause("603a.20(k)#1")
def test_void_coupons_alone_are_to_go_back_too(busy: BareHouse) -> None:
    hand_out(busy, Run(42, 100), Run(1021, 1050))
    torn = VoidLine(first=41, last=41, reason="torn")
    busy.give(VoidCoupons(custody=Custody.MARKETING, day=MAY_DAY, voided=(torn,)))
    busy.give(form(busy))
    assert owed(busy) == [(BACK, MAY_DAY, False)]
    busy.give(return_form(busy, MAY_DAY))
    assert owed(busy) == []


@pytest.mark.clause("603a.20(k)#1")
def test_a_day_with_nothing_left_owes_no_return(busy: BareHouse) -> None:
    hand_out(busy, Run(41, 100), Run(1021, 1050))
    busy.give(form(busy))
    assert owed(busy) == []


@pytest.mark.clause("603a.20(k)#4")
def test_expired_coupons_are_to_go_back_the_same_day(crew: BareHouse) -> None:
    receive(crew, 10, expires=MAY_DAY)
    receive(crew, 10, name="D-2", expires=MAY_DAY + timedelta(days=1))
    issue_to_marketing(crew, "R-1", Run(1, 20))
    crew.give(form(crew, held=(Run(11, 20),)))
    assert owed(crew) == [
        (EXPIRED, MAY_DAY, False),
        (BACK, MAY_DAY, False),
        (CARRIED, MAY_DAY + timedelta(days=1), False),
    ]
    crew.give(return_form(crew, MAY_DAY))
    assert owed(crew) == [(CARRIED, MAY_DAY + timedelta(days=1), False)]


@pytest.mark.clause("603a.20(k)#3")
def test_what_was_held_is_to_be_opened_on_the_next_gaming_day(busy: BareHouse) -> None:
    busy.give(form(busy, held=(Run(41, 100), Run(1021, 1050))))
    next_day(busy)
    assert owed(busy) == [(CARRIED, busy.day, False)]
    busy.at(MAY_DAY + timedelta(days=2))
    assert owed(busy) == [(CARRIED, MAY_DAY + timedelta(days=1), True)]
    open_carried(busy)
    assert owed(busy) == [(FORM, busy.day, False)]
