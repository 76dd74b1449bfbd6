"""What hands count, and when they take a third card (627a.9, 629a.8(c), 631a.11, and what every such game does)."""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.law import Clause, implements, pa

_POINT_COUNT = pa("common:baccarat/point-count")
_LAST_DIGIT = _POINT_COUNT.integer("mod")
_ACE, _TEN = 12, 8
_EVERY = frozenset(range(_LAST_DIGIT))
# The Banker's counts as the table of third cards has them.
_ROWS = ("0-2", "3", "4", "5", "6", "7")
# How many cards a hand begins with.
FIRST_CARDS = 2


@implements("common:baccarat/values")
def points(card: int) -> int:
    """What a card counts: an ace one, two to nine their number, tens and court cards nothing."""
    rank = card // 4
    if rank == _ACE:
        return 1
    return 0 if rank >= _TEN else rank + 2


@implements("common:baccarat/point-count")
def count(total: int) -> int:
    """What a hand counts whose cards come to a total: its last digit."""
    return total % _LAST_DIGIT


def _read(printed: str) -> frozenset[int]:
    """The counts that a clause prints, such as "0-7|9", "always" or "never"."""
    if printed in ("always", "never"):
        return _EVERY if printed == "always" else frozenset()
    spans = (part.partition("-") for part in printed.split("|"))
    return frozenset(number for low, _, high in spans for number in range(int(low), int(high or low) + 1))


@dataclass(frozen=True, slots=True)
class Drawing:
    """Which hands take a third card, as a chapter has it, and by which clauses.

    `banker` is by the Banker's count: on which third cards of the Player's Hand the Banker's draws.
    """

    naturals: frozenset[int]
    player: frozenset[int]
    alone: frozenset[int]
    banker: Mapping[int, frozenset[int]]
    natural_clause: Clause
    ends_clause: Clause
    player_clause: Clause
    alone_clause: Clause
    banker_clauses: Mapping[int, Clause]

    @implements("627a.1[natural]", "common:baccarat/natural")
    def is_natural(self, counted: int) -> bool:
        """Whether the first two cards are a natural."""
        return counted in self.naturals

    @implements("631a.11[natural]", "631a.11[player]")
    @implements("common:baccarat/draws-natural", "common:baccarat/draws-player")
    def player_draws(self, player: int, banker: int) -> bool:
        """Whether the Player's Hand takes a third card; nobody does once either hand is a natural."""
        if self.is_natural(player) or self.is_natural(banker):
            return False
        return player in self.player

    @implements(
        "631a.11[natural]", "631a.11[banker_player_stays]", *(f"631a.11[banker_{row}]" for row in _ROWS)
    )
    @implements("common:baccarat/draws-natural", "common:baccarat/draws-banker-player-stays")
    @implements(*(f"common:baccarat/draws-banker-{row}" for row in _ROWS))
    def banker_draws(self, player: int, banker: int, third: int | None) -> bool:
        """Whether the Banker's Hand takes a third card; `player` counts two cards, `third` is what the next one counts."""
        if self.is_natural(player) or self.is_natural(banker):
            return False
        return banker in self.alone if third is None else third in self.banker[banker]


def drawing(natural: Clause, table: str) -> Drawing:
    """The third cards of a chapter: what a natural is, and how its table names its rows."""
    ends, player = pa(table.format("natural")), pa(table.format("player"))
    joint = "_" if table.endswith("]") else "-"
    alone = pa(table.format(f"banker{joint}player{joint}stays"))
    banker = tuple(pa(table.format(f"banker{joint}{row}")) for row in _ROWS)
    by_count = {number: row for row in banker for number in _read(row.parameters["banker"])}
    return Drawing(
        naturals=_read(natural.parameters["natural"]),
        player=_read(player.parameters["draw"]),
        alone=_read(alone.parameters["draw"]),
        banker={number: _read(row.parameters["draw_on"]) for number, row in by_count.items()},
        natural_clause=natural,
        ends_clause=ends,
        player_clause=player,
        alone_clause=alone,
        banker_clauses=by_count,
    )
