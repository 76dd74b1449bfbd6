"""The monthly inventory (603a.20(n))."""

from datetime import date, timedelta

import pytest

from houseway.backoffice.book import Due
from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.inventory import (
    AT_FINANCE,
    AT_MARKETING,
    InventoryTaken,
    TakeCouponInventory,
)
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.schema import controls
from houseway.backoffice.coupons.serials import runs_in
from houseway.backoffice.coupons.variances import VarianceKind
from tests.backoffice.coupons.crew import (
    CONTROLS,
    MAY_DAY,
    BareHouse,
    close_day,
    found,
    next_day,
    receive,
    refused,
)


def inventory(crew: BareHouse, **changes: object) -> TakeCouponInventory:
    """An inventory that agrees with the books, but for what is given."""
    order = {
        "taken_on": crew.day,
        "at_finance": runs_in(crew.connection, *AT_FINANCE),
        "at_marketing": runs_in(crew.connection, *AT_MARKETING),
    }
    return TakeCouponInventory(**(order | changes))  # type: ignore[arg-type]


def owed(crew: BareHouse) -> Due:
    """The inventory that is owed."""
    (due,) = (one for one in BOOK.due(crew.desk()) if one.clause.id == "603a.20(n)#1")
    return due


@pytest.mark.clause("603a.20(n)#1", "603a.20(n)#2", "603a.20(n)#3")
def test_the_result_of_an_inventory_is_in_the_ledger(busy: BareHouse) -> None:
    busy.give(inventory(busy))
    taken = next(one for one in BOOK.forms if one.name == "inventory").make(busy.desk(), "2014-05-01")
    said = {line.label: line.value for line in taken.fields}
    assert said["With finance"] == "000000101 to 000001000, 000001051 to 000001500"
    assert said["With marketing"] == "000000041 to 000000100, 000001021 to 000001050"
    assert said["Method"] == CONTROLS.inventory_method
    assert said["On the books and not there"] == said["There and not on the books"] == "none"
    stock = (("$10", "960", "$9,600"), ("$25", "480", "$12,000"), ("Total", "1,440", "$21,600"))
    assert [grid.rows for grid in taken.grids] == [stock] * 2
    ledger = next(one for one in BOOK.forms if one.name == "ledger").make(busy.desk(), "2014-05")
    assert ledger.grids[0].rows[-1][2] == "inventory 2014-05-01"
    assert "in the ledger already" in refused(busy, inventory(busy), "603a.20(n)#2")


@pytest.mark.clause("603a.20(n)#1", "603a.20(n)#2")
def test_what_is_short_or_over_is_named_and_explained(busy: BareHouse) -> None:
    wrong = {
        "at_finance": (Run(101, 499), Run(501, 1000), Run(1051, 1500), Run(41, 41)),
        "at_marketing": (Run(42, 100), Run(1021, 1050), Run(3, 3)),
    }
    refused(busy, inventory(busy, **wrong), "603a.20(n)#2")
    facts = busy.give(
        inventory(busy, **wrong, explanation="one in the wrong cabinet, one found on the floor")
    )
    assert found(facts) == {
        (VarianceKind.SHORT, 500),
        (VarianceKind.SHORT, 41),
        (VarianceKind.OVER, 41),
        (VarianceKind.OVER, 3),
    }
    taken = facts[0]
    assert isinstance(taken, InventoryTaken)
    assert (taken.short, taken.over) == ((Run(500, 500), Run(41, 41)), (Run(41, 41), Run(3, 3)))
    assert taken.on_the_books == (Quantity(1000, 960), Quantity(2500, 480))


@pytest.mark.clause("603a.20(n)#1")
def test_an_inventory_is_taken_today_run_by_run(busy: BareHouse) -> None:
    refused(busy, inventory(busy, taken_on=date(2014, 4, 30)), "603a.20(n)#1")
    refused(busy, inventory(busy, at_finance=(Run(5, 4),)), "603a.20(n)#1")
    refused(busy, inventory(busy, at_marketing=(Run(5, 6), Run(6, 7))), "603a.20(n)#1")


@pytest.mark.clause("603a.20(n)#3")
def test_without_a_method_in_the_internal_controls_there_is_no_inventory(busy: BareHouse) -> None:
    (content,) = busy.connection.execute(controls.select().with_only_columns(controls.c.content)).scalars()
    method = CONTROLS.inventory_method.encode()
    busy.connection.execute(controls.update().values(content=content.replace(method, b"")))
    refused(busy, inventory(busy), "603a.20(n)#3")


@pytest.mark.clause("603a.20(n)#1")
@pytest.mark.parametrize(
    ("last", "by"),
    [
        (date(2014, 5, 1), date(2014, 6, 1)),
        (date(2014, 5, 31), date(2014, 6, 30)),
        (date(2014, 12, 31), date(2015, 1, 31)),
        (date(2015, 1, 31), date(2015, 2, 28)),
        (date(2016, 1, 30), date(2016, 2, 29)),
    ],
)
def test_the_next_inventory_is_due_within_a_month(crew: BareHouse, last: date, by: date) -> None:
    assert not [one for one in BOOK.due(crew.desk()) if one.clause.id == "603a.20(n)#1"]
    receive(crew, 10)
    assert owed(crew).by == date(2014, 6, 1)
    crew.at(last)
    crew.give(inventory(crew))
    assert owed(crew).by == by
    crew.at(by)
    assert not owed(crew).late
    next_day(crew)
    assert owed(crew).late


def test_what_came_back_and_awaits_its_count_is_in_finances_inventory(busy: BareHouse) -> None:
    close_day(busy)
    busy.at(MAY_DAY + timedelta(days=1))
    (taken,) = busy.give(inventory(busy))
    assert isinstance(taken, InventoryTaken)
    assert taken.at_finance == (Run(41, 1000), Run(1021, 1500))
    assert taken.at_marketing == ()
