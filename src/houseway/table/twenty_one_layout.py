"""The felt of every game of twenty-one: positions on an arc around the dealer, and what is printed at the dealer's hands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from houseway.law import Clause
from houseway.table.arc import Arc
from houseway.table.layout import NOT_OFFERED, Area, Box, Layout, Position, Requirement
from houseway.table.seated import arched, areas_of, on_the_arc
from houseway.table.twenty_one import DEALER_AREA, PARTS
from houseway.table.twenty_one_display import wager_area
from houseway.table.wagers import Wager

_WIDTH, _HEIGHT = 1200, 680
_TOP, _DEALER_HEIGHT = 12, 160
# Discard rack and shoe at the dealer's hands, and what is printed between them and the dealer.
_RACK, _SHOE = Box(20, _TOP, 84, _DEALER_HEIGHT), Box(_WIDTH - 104, _TOP, 84, _DEALER_HEIGHT)
_BESIDE_RACK, _GAP = _RACK.x + _RACK.width + 8, 13
RULES_AREA, LINE, LOGO = "house-rules", "insurance-line", "logo"
# A position: its wagers toward the dealer, below them up to four hands, two by two, and its number where it covers no hand's name.
_ROW, _CARDS, _NUMBER = 66, 118, 30
_ARC = Arc(
    left=30, right=_WIDTH - 30, ends=170, middle=326, width=270, height=_ROW + 2 * _CARDS + 8 + _NUMBER
)
# How much of the arc the line of Insurance takes.
_LINE_ENDS = 430


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a wager lies at every position: by which clause, what it is called where there is little room, how it looks.

    What is paid on it is printed there, unless it has more lines than fit.
    """

    clause: Clause
    short: str = ""
    main: bool = False
    says_odds: bool = True


@dataclass(frozen=True, slots=True)
class Printer:
    """Prints areas with what a submission lets the layout say; `spots` go from left to right as the player sees them."""

    wagers: Mapping[str, Wager]
    offered: frozenset[str]
    seats: int
    spots: Mapping[str, Spot]
    # By which hands lie where they do.
    hands: Clause
    odds_on_layout: bool
    # How wide what is printed on either side of the dealer is.
    print_width: int = 310

    def positions(self) -> tuple[Position, ...]:
        """All players' places, from the dealer's left, which is right as the players see it."""
        designs = {seat: tuple(self._position(seat)) for seat in range(1, self.seats + 1)}
        return on_the_arc(_ARC, designs, (_ARC.width // 2, _ARC.height - _NUMBER // 2))

    def _position(self, seat: int) -> Iterator[Area]:
        room, half = _ARC.width // len(self.spots), _ARC.width // 2
        for place, (name, spot) in enumerate(self.spots.items()):
            yield self._wager(self.wagers[name], spot, seat, place * room, room)
        for number, part in enumerate(PARTS):
            left, top = number % 2 * half, _ROW + 4 + number // 2 * (_CARDS + 4)
            yield Area(f"{part}-{seat}", "", left, top, half - 4, _CARDS, self.hands, tone="cards")

    def _wager(self, wager: Wager, spot: Spot, seat: int, left: int, room: int) -> Area:
        offered = wager.name in self.offered
        odds = str(wager.paytable[0].odds) if self.odds_on_layout and spot.says_odds else ""
        return Area(
            id=wager_area(wager.name, seat),
            label=wager.title.upper(),
            x=left + 1,
            y=0,
            width=room - 2,
            height=_ROW,
            clause=spot.clause,
            wager=wager.name,
            inscription=odds if offered else NOT_OFFERED,
            tone=("main-wager" if spot.main else "side-wager") if offered else "not-offered",
            short=spot.short,
            round=True,
        )

    def dealer(self) -> Area:
        """The dealer's hand, in the middle between what is printed."""
        left = _BESIDE_RACK + self.print_width + _GAP
        width = _WIDTH - 2 * left
        return Area(DEALER_AREA, "DEALER", left, _TOP, width, _DEALER_HEIGHT, self.hands, tone="cards")

    def rules(self, printed: Iterator[str], clause: Clause) -> Area:
        """The rules of the house in print, beside the rack."""
        return self._print(RULES_AREA, "HOUSE RULES", " · ".join(printed), _BESIDE_RACK, clause)

    def odds(self, area_id: str, label: str, printed: Iterator[str], clause: Clause) -> Area:
        """What is paid on wagers of many lines, beside the shoe."""
        return self._print(area_id, label, " · ".join(printed), _SHOE.x - 8 - self.print_width, clause)

    def _print(self, area_id: str, label: str, printed: str, left: int, clause: Clause) -> Area:
        return Area(
            area_id,
            label,
            left,
            _TOP,
            self.print_width,
            _DEALER_HEIGHT,
            clause,
            inscription=printed,
            tone="paytable",
        )

    def of(self, *wagers: str) -> tuple[str, ...]:
        """The places of these wagers, position by position."""
        return tuple(wager_area(wager, seat) for seat in range(1, self.seats + 1) for wager in wagers)

    def felt(
        self, rules: Area, odds: tuple[Area, ...], named: Clause, insured: Wager, line: Clause
    ) -> "Felt":
        """Everything on the felt: what is printed, the room for the holder's name, the line of Insurance, and the positions."""
        logo = Area(LOGO, "", 400, 184, 400, 60, named, tone="logo")
        said = f"INSURANCE PAYS {insured.paytable[0].odds}".upper()
        printed = Area(LINE, said, 0, 0, 0, 0, line, tone="plain")
        arched_line = arched(printed, _ARC, _LINE_ENDS, _WIDTH - _LINE_ENDS, above=28)
        positions = self.positions()
        at_the_dealer = (self.dealer(), rules, *odds, logo, arched_line)
        return Felt((*at_the_dealer, *areas_of(_ARC, positions)), positions)


class Felt(NamedTuple):
    """All areas of a felt, and the positions among them."""

    areas: tuple[Area, ...]
    positions: tuple[Position, ...]

    @property
    def with_odds(self) -> tuple[str, ...]:
        """The areas that say something of what is paid."""
        return tuple(area.id for area in self.areas if area.inscription not in ("", NOT_OFFERED))

    def layout(self, *requirements: Requirement) -> Layout:
        """The layout that meets what a chapter requires of it."""
        return Layout(
            width=_WIDTH,
            height=_HEIGHT,
            areas=self.areas,
            markers=(),
            requirements=requirements,
            positions=self.positions,
            arc=_ARC,
            shoe=_SHOE,
            rack=_RACK,
        )
