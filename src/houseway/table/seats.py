"""Seats: positions are numbered from the dealer's left, clockwise; there are two ways to walk them."""

from collections.abc import Collection, Iterator


def position(seat: int) -> str:
    """A place at the table: the dealer's is 0."""
    return f"position {seat}" if seat else "the dealer"


def clockwise(seats: Collection[int], after: int = 0) -> Iterator[int]:
    """The occupied seats clockwise, beginning with the first one past `after` (0 is the dealer or stickperson)."""
    ordered = sorted(seats)
    yield from (seat for seat in ordered if seat > after)
    yield from (seat for seat in ordered if seat <= after)


def counterclockwise(seats: Collection[int], after: int = 0) -> Iterator[int]:
    """The occupied seats counterclockwise, beginning with the first one before `after` (0: the dealer's right)."""
    ordered = sorted(seats, reverse=True)
    if after == 0:
        yield from ordered
        return
    yield from (seat for seat in ordered if seat < after)
    yield from (seat for seat in ordered if seat >= after)
