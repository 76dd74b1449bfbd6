"""The latest rolls on a table's page: nobody reads the whole record for what is not in it."""

import pytest

from houseway.floor import Floor
from houseway.floor.record import Record, Recorded
from houseway.web.rolls import last_rolls


def _unreadable(first: int, last: int) -> tuple[Recorded, ...]:
    raise AssertionError(f"versions {first} to {last} were read")


@pytest.mark.parametrize("table", ["TDF-1", "SB-1", "AP-1"])
def test_where_no_roll_is_called_with_its_total_nobody_looks_back_for_one(floor: Floor, table: str) -> None:
    place = floor.table(table).as_now()
    place.record = Record(_unreadable, acts=100_000)
    assert last_rolls(place) == ()


def test_where_they_are_called_the_record_is_read(floor: Floor) -> None:
    place = floor.table("CR-1").as_now()
    place.record = Record(_unreadable, acts=100_000)
    with pytest.raises(AssertionError, match="were read"):
        last_rolls(place)
