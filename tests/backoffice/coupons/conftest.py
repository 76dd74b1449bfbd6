from collections.abc import Iterator

import pytest

from houseway.backoffice.coupons.runs import Run
from tests.backoffice.coupons.crew import (
    TWENTY_FIVE,
    BareHouse,
    hand_out,
    issue_to_marketing,
    launch,
    receive,
)


@pytest.fixture(scope="session")
def houses() -> dict[str, BareHouse]:
    """Houses on May Day at four stages, to be copied: each takes some work to get to."""
    new = BareHouse()
    launched = BareHouse(copied=new)
    launch(launched)
    stocked = BareHouse(copied=launched)
    receive(stocked, 1000, name="D-1")
    receive(stocked, 500, TWENTY_FIVE, name="D-2")
    busy = BareHouse(copied=stocked)
    issue_to_marketing(busy, "R-1", Run(1, 100), Run(1001, 1050))
    hand_out(busy, Run(1, 40), Run(1001, 1020))
    return {"new": new, "launched": launched, "stocked": stocked, "busy": busy}


def _copy(house: BareHouse) -> Iterator[BareHouse]:
    copy = BareHouse(copied=house)
    yield copy
    copy.connection.close()
    copy.database.close()


@pytest.fixture
def new_house(houses: dict[str, BareHouse]) -> Iterator[BareHouse]:
    """A house that has not taken up coupons."""
    yield from _copy(houses["new"])


@pytest.fixture
def crew(houses: dict[str, BareHouse]) -> Iterator[BareHouse]:
    """A house with an approved programme, and no coupons yet."""
    yield from _copy(houses["launched"])


@pytest.fixture
def stocked(houses: dict[str, BareHouse]) -> Iterator[BareHouse]:
    """With 1 to 1000 of $10 and 1001 to 1500 of $25 in stock."""
    yield from _copy(houses["stocked"])


@pytest.fixture
def busy(houses: dict[str, BareHouse]) -> Iterator[BareHouse]:
    """Marketing has 1 to 100 of $10 and 1001 to 1050 of $25, and gave patrons 1 to 40 and 1001 to 1020."""
    yield from _copy(houses["busy"])
