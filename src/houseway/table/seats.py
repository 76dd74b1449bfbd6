"""Seats: positions are numbered from the dealer's left, clockwise; there are two ways to walk them."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar, overload

Seated = TypeVar("Seated")


def position(seat: int) -> str:
    """A place at the table: the dealer's is 0."""
    return f"position {seat}" if seat else "the dealer"


@overload
def clockwise(seats: Collection[int], after: int = 0) -> Iterator[int]: ...
@overload
def clockwise(
    seats: Collection[Seated], after: int = 0, *, key: Callable[[Seated], int]
) -> Iterator[Seated]: ...
def clockwise(
    seats: Collection[Any], after: int = 0, *, key: Callable[[Any], int] | None = None
) -> Iterator[Any]:
    """The occupied seats clockwise, beginning with the first one past `after` (0 is the dealer or stickperson).

    With a `key`, whatever sits there instead, which tells its seat by it.
    """
    ordered = sorted(seats, key=key)
    past = bisect_right(ordered, after, key=key)
    return iter(ordered[past:] + ordered[:past])


def counterclockwise(seats: Collection[int], after: int = 0) -> Iterator[int]:
    """The occupied seats counterclockwise, beginning with the first one before `after` (0: the dealer's right)."""
    ordered = sorted(seats, reverse=True)
    if after == 0:
        yield from ordered
        return
    yield from (seat for seat in ordered if seat < after)
    yield from (seat for seat in ordered if seat >= after)
