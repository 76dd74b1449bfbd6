"""The rounds that a table has played, as tests look at all of them: the house reads them page by page."""

from collections.abc import Iterator

from houseway.floor.rounds import PlayedRound, played_round
from houseway.floor.table import Recorded, TableInService
from houseway.table.days import GamingDays


def played_rounds(place: TableInService, days: GamingDays) -> Iterator[PlayedRound]:
    """The rounds of a table, the latest first; what was settled between two belongs to the earlier."""
    number, acts = place.rounds, list[Recorded]()
    for recorded in reversed(place.record):
        acts.append(recorded)
        if place.begins_round(recorded):
            yield played_round(place, number, acts[::-1], days)
            number, acts = number - 1, []
