"""A veil over tiles: what nobody was shown is face down, position by position, since two tiles may look alike."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.equipment.tiles import CODES, UNSEEN
from houseway.table.layout import Display, Layout
from houseway.web.cards import DEALER

_TILE = re.compile("|".join(CODES))
# Nothing but tiles, such as "2-4" or "6-6 4-5"; other words may hold the digits of a tile by chance.
_ONLY_TILES = re.compile(rf"(?:{_TILE.pattern}|{re.escape(UNSEEN)}| )+")
_HAND = 4
_MOST_SHOWN_AT_ONCE = 2 * _HAND
_DEALER_SEAT = 0


def has_tiles(layout: Layout) -> bool:
    """Whether a game is played with tiles."""
    return any(area.tone == "stack" for area in layout.areas)


@dataclass(frozen=True)
class Veil:
    """Hides every tile but those shown, which are counted by position; 0 is the dealer."""

    shown: Mapping[int, Counter[str]]

    def __or__(self, other: "Veil") -> "Veil":
        """What either hides."""
        both = self.shown.keys() & other.shown.keys()
        return Veil({seat: self.shown[seat] & other.shown[seat] for seat in both})

    def over(self, value: Any, holder: int | None = None) -> Any:
        """A plain value with every hidden tile turned face down; without a holder no tile in it was shown."""
        return self._masked(value, holder, self._budget(holder))

    def over_told(self, value: dict[str, Any]) -> Any:
        """A move or an event as plain values: what names no position is the dealer's, but for a whole set."""
        return self.over(value, holder_of(value))

    def over_display(self, display: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        """The tiles on a felt; heaps of used tiles hold those of all positions."""
        everyone: Counter[str] = sum(self.shown.values(), Counter())
        return {
            area: self._masked(held, seat, self._budget(seat) if seat is not None else Counter(everyone))
            for area, held in display.items()
            for seat in (seat_of_area(area),)
        }

    def _budget(self, holder: int | None) -> Counter[str]:
        """How often each tile may be told; a hand that was shown whole has nothing left to hide."""
        shown = self.shown.get(holder, Counter()) if holder is not None else Counter()
        often = shown.total() >= _HAND
        return Counter(dict.fromkeys(shown, len(CODES)) if often else shown)

    def _masked(self, value: Any, holder: int | None, budget: Counter[str]) -> Any:
        match value:
            case str() if _ONLY_TILES.fullmatch(value):
                return _TILE.sub(lambda found: _spend(budget, found[0]), value)
            case dict():
                seat = value.get("seat")
                if isinstance(seat, int) and seat != holder:
                    holder, budget = seat, self._budget(seat)
                else:
                    budget = Counter(budget)
                return {name: self._masked(part, holder, budget) for name, part in value.items()}
            case list() | tuple():
                return type(value)(self._masked(part, holder, budget) for part in value)
            case _:
                return value


def _spend(budget: Counter[str], code: str) -> str:
    if budget[code] < 1:
        return UNSEEN
    budget[code] -= 1
    return code


def holder_of(told: Mapping[str, Any]) -> int | None:
    """Whose tiles a move or an event tells of; nobody's, if it tells of more than two hands."""
    if len(tuple(tiles_in(told))) > _MOST_SHOWN_AT_ONCE:
        return None
    seat = told.get("seat")
    return seat if isinstance(seat, int) else _DEALER_SEAT


def tiles_in(value: Any) -> Iterator[str]:
    """Every tile that a plain value names."""
    match value:
        case str() if _ONLY_TILES.fullmatch(value):
            yield from _TILE.findall(value)
        case dict():
            yield from tiles_in(tuple(value.values()))
        case list() | tuple():
            for part in value:
                yield from tiles_in(part)


def seat_of_area(area: str) -> int | None:
    """The position whose tiles lie on an area, 0 for the dealer."""
    _, _, whose = area.rpartition("-")
    if whose == DEALER:
        return _DEALER_SEAT
    return int(whose) if whose.isdigit() else None


def shown_by(display: Display) -> Iterator[tuple[int, Counter[str]]]:
    """The tiles that lie face up before each position."""
    for area, held in display.tiles.items():
        seat = seat_of_area(area)
        if seat is not None:
            yield seat, Counter(code for code in held if code != UNSEEN)
