from datetime import UTC, datetime

import pytest

from houseway.equipment.chance import below, die, throw
from houseway.equipment.life import Life, months_later
from houseway.law import pa


@pytest.mark.clause("625a.2(b)#2")
@pytest.mark.parametrize(
    ("since", "ends"),
    [
        ((2024, 1, 15, 8), (2024, 2, 15, 8)),
        ((2024, 1, 31, 8), (2024, 2, 29, 8)),
        ((2023, 1, 31, 8), (2023, 2, 28, 8)),
        ((2023, 12, 5, 23), (2024, 1, 5, 23)),
    ],
)
def test_a_month_runs_to_the_same_day_and_time_or_the_last_day(
    since: tuple[int, int, int, int], ends: tuple[int, int, int, int]
) -> None:
    assert months_later(datetime(*since, tzinfo=UTC), 1) == datetime(*ends, tzinfo=UTC)


def test_a_life_in_hours_ends_to_the_second() -> None:
    life = Life(pa("661a.4(d)#1"), hours=24)
    assert life.ends(datetime(2024, 5, 4, 12, tzinfo=UTC)) == datetime(2024, 5, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 52, 53, 100, 200, 255, 256])
def test_every_number_below_the_limit_is_drawn_by_equally_many_bytes(limit: int) -> None:
    """Exhaustively: of the 256 bytes the fair ones split evenly and the others are thrown away."""
    counts = [0] * limit
    thrown_away = 0
    for byte in range(256):
        drawn = iter([byte, 0])
        used = 0

        def entropy(size: int, drawn: "iter[int]" = drawn) -> bytes:  # type: ignore[valid-type]
            nonlocal used
            used += size
            return bytes([next(drawn)])

        number = below(limit, entropy)
        if used == 1:
            counts[number] += 1
        else:
            thrown_away += 1
    assert len(set(counts)) == 1
    assert thrown_away == 256 % limit


def test_dice_come_from_the_operating_system_and_show_every_face() -> None:
    assert {die() for _ in range(1000)} == {1, 2, 3, 4, 5, 6}
    assert len(throw(3)) == 3


@pytest.mark.parametrize("limit", [0, -1])
def test_an_impossible_draw_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        below(limit)
