"""The arc of a table: where its positions lie around the dealer, and how much room each of them gets."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

# Half of the arc, as an angle at the dealer.
_HALF = 75 * pi / 180
_GAP = 10
# The room of a position where nobody sits: a dot with its number.
FREE_WIDTH = 64


@dataclass(frozen=True, slots=True)
class Arc:
    """Part of an ellipse around the dealer: `ends` is how high it begins and ends, `middle` where it is lowest.

    `width` and `height` are what a position can use; its top, which is toward the dealer, lies on the arc.
    """

    left: int
    right: int
    ends: int
    middle: int
    width: int
    height: int

    def at(self, x: float) -> float:
        """How far down the arc lies at a place from left to right."""
        half = (self.right - self.left) / 2
        across = (x - self.left - half) * sin(_HALF) / half
        return self.middle - (self.middle - self.ends) * (1 - sqrt(1 - across**2)) / (1 - cos(_HALF))

    def curve(self, start: int, end: int, above: int) -> str:
        """The arc as a path from one place to another, so far above the positions."""
        across = (self.right - self.left) / 2 / sin(_HALF)
        down = (self.middle - self.ends) / (1 - cos(_HALF))
        first, last = (f"{x} {self.at(x) - above:.1f}" for x in (start, end))
        return f"M{first}A{across:.1f} {down:.1f} 0 0 {int(start > end)} {last}"

    def band(self, left: int, right: int, above: int, below: int) -> str:
        """The strip between two such curves as a closed path."""
        upper, lower = self.curve(left, right, above), self.curve(right, left, below)
        return f"{upper}L{lower.removeprefix('M')}Z"

    def rooms(self, taken: Sequence[bool]) -> tuple[tuple[int, int], ...]:
        """Where the room of each position begins and how wide it is, from left to right: most goes to those taken."""
        length = self.right - self.left
        free = FREE_WIDTH * (len(taken) - sum(taken))
        shared = length - free - _GAP * (len(taken) - 1)
        wide = min(self.width, shared // max(sum(taken), 1))
        widths = [wide if one else FREE_WIDTH for one in taken]
        spare = (length - sum(widths)) / len(widths)
        starts = (self.left + sum(widths[:place]) + spare * (place + 0.5) for place in range(len(widths)))
        return tuple((round(start), width) for start, width in zip(starts, widths, strict=True))
