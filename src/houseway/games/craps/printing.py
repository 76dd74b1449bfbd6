"""Printing a Craps felt: rectangles cut into rows and columns, and what is printed on each."""

from collections.abc import Iterator
from typing import NamedTuple

from houseway.games.craps.submission import CrapsSubmission
from houseway.law import Clause, pa
from houseway.submission import OddsShownOn
from houseway.table.layout import NOT_OFFERED, Area

WAGER_AREAS = pa("623a.2(d)(2)")
GAP = 4


def area_id(wager: str, pick: str = "") -> str:
    """The id of the area for a wager and pick."""
    return f"{wager}-{pick}" if pick else wager


class Box(NamedTuple):
    """A rectangle of the felt, cut into rows and columns with gaps between them."""

    x: int
    y: int
    width: int
    height: int

    def columns(self, *shares: int) -> tuple["Box", ...]:
        """The rectangle cut from left to right into parts of such shares."""
        return tuple(
            Box(self.x + start, self.y, length, self.height) for start, length in _cut(self.width, shares)
        )

    def rows(self, *shares: int) -> tuple["Box", ...]:
        """The rectangle cut from top to bottom into parts of such shares."""
        return tuple(
            Box(self.x, self.y + start, self.width, length) for start, length in _cut(self.height, shares)
        )


def band(leg: Box, strip: Box, corner: int) -> str:
    """The outline of a band that comes down a leg, turns a round corner and runs along a strip to the right."""
    inner, right, foot = max(corner - leg.width, 8), strip.x + strip.width, strip.y + strip.height
    return (
        f"M{leg.x + 6} {leg.y}H{leg.x + leg.width - 6}a6 6 0 0 1 6 6V{strip.y - inner}"
        f"a{inner} {inner} 0 0 0 {inner} {inner}H{right - 6}a6 6 0 0 1 6 6V{foot - 6}a6 6 0 0 1 -6 6"
        f"H{leg.x + corner}a{corner} {corner} 0 0 1 -{corner} -{corner}V{leg.y + 6}a6 6 0 0 1 6 -6Z"
    )


def _cut(length: int, shares: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Where each part begins and how long it is; equal shares are equally long."""
    room, start = length - GAP * (len(shares) - 1), 0
    for share in shares:
        part = room * share // sum(shares)
        yield start, part
        start += part + GAP


class Printer:
    """Prints betting areas with what the submission lets the layout say of each wager."""

    def __init__(self, submission: CrapsSubmission) -> None:
        self._wagers = submission.chosen
        self._offered = submission.offered(self._wagers)
        self._shows_odds = submission.odds_shown_on is OddsShownOn.LAYOUT
        self._booked_in_parts = submission.booked_in_parts

    def offers(self, wager: str) -> bool:
        """Whether the table takes a wager."""
        return wager in self._offered

    def prints(self, wager: str) -> bool:
        """Whether the layout has an area for a wager, or the crew books it in its parts."""
        return wager not in self._booked_in_parts

    def bet(
        self,
        wager: str,
        label: str,
        box: Box,
        tone: str,
        *,
        pick: str = "",
        dice: tuple[int, ...] = (),
        says: str | None = None,
        clause: Clause = WAGER_AREAS,
        name: str = "",
        short: str = "",
        outline: str = "",
    ) -> Area:
        """A betting area; unless it is told what it `says`, it shows the odds where the submission wants them."""
        offered = wager in self._offered
        if says is None:
            says = self.says(wager, pick=pick)
        return Area(
            id=name or area_id(wager, pick),
            label=label,
            x=box.x,
            y=box.y,
            width=box.width,
            height=box.height,
            clause=clause,
            wager=wager,
            pick=pick,
            inscription=says if offered else NOT_OFFERED,
            tone=tone if offered else "not-offered",
            dice=dice,
            short=short,
            outline=outline,
        )

    def says(self, *wagers: str, pick: str = "") -> str:
        """The odds of wagers, where the submission wants them on the layout."""
        return self.odds(*wagers, pick=pick) if self._shows_odds else ""

    def odds(self, *wagers: str, pick: str = "") -> str:
        """The odds of wagers, for every line that a pick can be paid on."""
        lines = (line for wager in wagers for line in self._wagers[wager].lines(pick))
        return " · ".join(dict.fromkeys(str(line.odds) for line in lines))


def plain(name: str, label: str, box: Box, clause: Clause, tone: str, says: str = "") -> Area:
    """An area that nothing is bet on."""
    return Area(name, label, box.x, box.y, box.width, box.height, clause, inscription=says, tone=tone)
