"""The eight places that tiles are dealt to, and where the deal starts (621a.6(b)-(d), 621a.9(j)).

Counterclockwise around the table: the dealer 0, the betting positions 1 to 6 from the dealer's far right, and the Dead
Hand 7 at the dealer's left (reading B-PG-18).
"""

from collections.abc import Collection, Sequence

from houseway.law import implements, pa

_COUNT = pa("621a.6(c)#1")
PLACES = _COUNT.integer("positions")
DEALER = 0
DEAD_HAND = PLACES - 1
SEATS = range(1, pa("621a.2(a)#1").integer("positions") + 1)


@implements("621a.6(a)(2)#4", "621a.9(i)#6")
def total_of(dice: Sequence[int]) -> int:
    """The three dice added up."""
    return sum(dice)


@implements(
    "621a.6(b)#2",
    "621a.6(c)#1",
    "621a.6(c)#2",
    "621a.6(c)(1)",
    "621a.6(c)(2)",
    "621a.9(j)",
    readings=("B-PG-18", "B-PG-19"),
)
def start(number: int, counted_from: int = DEALER) -> int:
    """The place that a count to this number ends at, the dealer or the bank being one; empty places count."""
    return (counted_from + number - 1) % PLACES


@implements("621a.6(d)#2", "621a.9(k)#2", readings=("B-PG-18",))
def order(first: int) -> tuple[int, ...]:
    """All eight places counterclockwise from the one that is served first."""
    return tuple(start(number, first) for number in range(1, PLACES + 1))


@implements("621a.8(f)#1", "621a.9(c)#2", "621a.9(o)#1", "621a.9(r)#1", readings=("B-PG-14", "B-PG-18"))
def in_turn(seats: Collection[int], after: int = DEALER) -> tuple[int, ...]:
    """Seats counterclockwise, beginning with the first one past `after`; past the dealer it is the one at his far right."""
    return tuple(seat for seat in order(after + 1) if seat in seats)
