"""Distribution: what marketing hands out, and what it opens after a night (603a.20(d)#2, (k))."""

from datetime import date, timedelta

import pytest

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.distribution import DistributeCoupons, OpenCarriedCoupons
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.schema import serials
from houseway.backoffice.coupons.serials import State, find
from houseway.backoffice.coupons.voids import Custody, VoidCoupons, VoidLine
from tests.backoffice.coupons.crew import (
    MAY_DAY,
    BareHouse,
    close_day,
    count_of,
    form,
    hand_out,
    issue_to_marketing,
    next_day,
    open_carried,
    receive,
    refused,
    return_form,
    states,
)


def handing_out(*runs: Run, day: date = MAY_DAY) -> DistributeCoupons:
    return DistributeCoupons(day=day, serials=runs, place="players club")


@pytest.mark.clause("603a.20(d)#2")
def test_patrons_are_given_only_coupons_that_marketing_has(stocked: BareHouse) -> None:
    refused(stocked, handing_out(Run(1, 1)), "603a.20(k)#1")
    issue_to_marketing(stocked, "R-1", Run(1, 100))
    for runs in ((Run(101, 101),), (Run(90, 101),), (Run(5, 4),), (Run(5, 6), Run(6, 7)), ()):
        refused(stocked, handing_out(*runs), "603a.20(d)#2")
    stocked.give(handing_out(Run(1, 40), Run(60, 60)))
    assert "distributed, not issued" in refused(stocked, handing_out(Run(40, 41)), "603a.20(d)#2")
    assert states(stocked) == {State.STOCK: 1400, State.ISSUED: 59, State.DISTRIBUTED: 41}
    coupon = find(stocked.connection, 60)
    assert coupon is not None
    assert coupon.distributed_on == MAY_DAY


@pytest.mark.clause("603a.20(j)", "603a.20(k)#1")
def test_coupons_are_handed_out_on_an_open_day_only(busy: BareHouse) -> None:
    refused(busy, handing_out(Run(50, 50), day=date(2014, 5, 2)), "603a.20(j)")
    busy.give(form(busy))
    assert "reconciled already" in refused(busy, handing_out(Run(50, 50)), "603a.20(j)")
    next_day(busy)
    refused(busy, handing_out(Run(50, 50), day=busy.day), "603a.20(k)#1")


@pytest.mark.clause("603a.20(k)#4")
def test_an_expired_coupon_is_not_handed_out(crew: BareHouse) -> None:
    receive(crew, 100, expires=MAY_DAY + timedelta(days=1))
    issue_to_marketing(crew, "R-1", Run(1, 100))
    hand_out(crew, Run(1, 10))
    close_day(crew, hold=True)
    next_day(crew)
    open_carried(crew)
    hand_out(crew, Run(11, 20))
    # A day later it is too late, were they still there.
    crew.give(form(crew))
    crew.give(return_form(crew, crew.day))
    next_day(crew)
    crew.give(count_of(crew, MAY_DAY))
    crew.give(count_of(crew, MAY_DAY + timedelta(days=1)))
    assert states(crew) == {State.EXPIRED: 100}


@pytest.mark.clause("603a.20(k)#4")
def test_an_expired_coupon_at_marketing_only_goes_back(busy: BareHouse) -> None:
    busy.connection.execute(serials.update().where(serials.c.serial == 50).values(expires=date(2014, 4, 30)))
    assert "expired after 2014-04-30" in refused(busy, handing_out(Run(50, 50)), "603a.20(k)#4")
    refused(busy, form(busy, held=(Run(50, 50),)), "603a.20(k)#4")
    busy.give(handing_out(Run(51, 51)))
    close_day(busy)
    assert states(busy)[State.RETURNED] == 89


@pytest.mark.clause("603a.20(k)#3")
def test_what_is_opened_after_the_next_gaming_day_only_goes_back(busy: BareHouse) -> None:
    close_day(busy, hold=True)
    busy.at(date(2014, 5, 3))
    (late,) = [one for one in BOOK.due(busy.desk()) if one.clause.id == "603a.20(k)#3"]
    assert late.late
    open_carried(busy)
    issue_to_marketing(busy, "R-2", Run(101, 110))
    said = refused(busy, handing_out(Run(100, 101), day=busy.day), "603a.20(k)#3")
    assert said.startswith("000000100 were held for an earlier day")
    refused(busy, form(busy, held=(Run(100, 101),)), "603a.20(k)#3")
    busy.give(handing_out(Run(101, 105), day=busy.day))
    busy.give(form(busy, held=(Run(106, 110),)))
    busy.give(return_form(busy, busy.day))
    assert states(busy)[State.RETURNED] == 90
    # In time, the same coupons are handed out and held like any other.
    next_day(busy)
    open_carried(busy)
    busy.give(handing_out(Run(106, 106), day=busy.day))
    busy.give(form(busy, held=(Run(107, 110),)))


@pytest.mark.clause("603a.20(j)", "603a.20(k)#3")
def test_a_day_that_forgot_what_was_held_for_it_can_still_be_closed(busy: BareHouse) -> None:
    close_day(busy, hold=True)
    next_day(busy)
    issue_to_marketing(busy, "R-2", Run(101, 110))
    refused(busy, form(busy), "603a.20(k)#3")
    second = busy.day
    next_day(busy)
    refused(busy, OpenCarriedCoupons(day=busy.day, serials=(Run(41, 100), Run(1021, 1050))), "603a.20(j)")
    busy.give(form(busy, day=second, held=(Run(101, 110),)))
    open_carried(busy)
    # What was held for today is good; what was held for the day before is not.
    busy.give(handing_out(Run(101, 101), day=busy.day))
    refused(busy, handing_out(Run(41, 41), day=busy.day), "603a.20(k)#3")
    close_day(busy)
    assert states(busy)[State.RETURNED] == 99


@pytest.mark.clause("603a.20(k)#3")
def test_what_was_held_is_the_opening_stock_of_the_next_day_and_nothing_else(busy: BareHouse) -> None:
    refused(busy, OpenCarriedCoupons(day=MAY_DAY, serials=(Run(41, 100),)), "603a.20(k)#3")
    close_day(busy, hold=True)
    assert states(busy)[State.HELD] == 90
    next_day(busy)
    held = (Run(41, 100), Run(1021, 1050))
    for runs in ((Run(41, 100),), (Run(41, 101), Run(1021, 1050)), (), (Run(40, 100), Run(1021, 1050))):
        said = refused(busy, OpenCarriedCoupons(day=busy.day, serials=runs), "603a.20(k)#3")
        assert "held overnight were 000000041 to 000000100, 000001021 to 000001050" in said
    refused(busy, OpenCarriedCoupons(day=MAY_DAY, serials=held), "603a.20(k)#3")
    busy.give(OpenCarriedCoupons(day=busy.day, serials=held))
    hand_out(busy, Run(41, 50))
    refused(busy, OpenCarriedCoupons(day=busy.day, serials=held), "603a.20(k)#3")


@pytest.mark.clause("603a.20(k)#3")
def test_a_day_cannot_be_closed_over_the_heads_of_coupons_held_for_it(busy: BareHouse) -> None:
    close_day(busy, hold=True)
    next_day(busy)
    issue_to_marketing(busy, "R-2", Run(101, 110))
    assert "not on the form" in refused(busy, form(busy), "603a.20(k)#3")
    open_carried(busy)
    busy.give(form(busy))


@pytest.mark.clause("603a.20(j)(6)")
def test_marketing_voids_what_it_has_today_with_a_reason(busy: BareHouse) -> None:
    def void(first: int, last: int, reason: str = "coffee", day: date = MAY_DAY) -> VoidCoupons:
        line = VoidLine(first=first, last=last, reason=reason)
        return VoidCoupons(custody=Custody.MARKETING, day=day, voided=(line,))

    refused(busy, void(41, 41, " "), "603a.20(j)(6)")
    refused(busy, void(40, 41), "603a.20(j)(6)")
    refused(busy, void(41, 41, day=date(2014, 5, 2)), "603a.20(j)")
    busy.give(void(41, 43))
    assert states(busy)[State.VOIDED] == 3
    refused(busy, handing_out(Run(41, 41)), "603a.20(d)#2")
