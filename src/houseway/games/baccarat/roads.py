"""Roads: the results of a shoe as players write them down, bead by bead and in columns of like results."""

from collections.abc import Iterator, Sequence

from houseway.table.layout import Mark, Road

_ROWS = 6
# How a result is written: its letter, what it means, and on which side it counts.
_BEADS = {
    "player": ("P", "Player", "first"),
    "banker": ("B", "Banker", "second"),
    "tie": ("T", "Tie", "neither"),
    "dragon-7": ("D7", "Banker with a Dragon 7", "second"),
    "panda-8": ("P8", "Player with a Panda 8", "first"),
}


def bead_plate(results: Sequence[str]) -> Road:
    """Every result in its turn, column after column."""
    marks = (_mark(result, *divmod(number, _ROWS)) for number, result in enumerate(results))
    return Road(title="Bead plate", rows=_ROWS, marks=tuple(marks))


def big_road(results: Sequence[str]) -> Road:
    """A column for each run of like results, one that grows too long turning to the right; ties are counted on the last."""
    return Road(title="Big road", rows=_ROWS, marks=tuple(_in_runs(results)))


def _mark(result: str, column: int, row: int, ties: int = 0) -> Mark:
    text, means, tone = _BEADS[result]
    return Mark(column=column, row=row, text=text, means=means, tone=tone, count=ties)


def _in_runs(results: Sequence[str]) -> Iterator[Mark]:
    taken: set[tuple[int, int]] = set()
    begun = -1
    at, last, ties = (0, 0), "", 0
    for result in results:
        tone = _BEADS[result][2]
        if tone == "neither":
            ties += 1
            continue
        if last:
            yield _mark(last, *at, ties)
        if last and tone == _BEADS[last][2]:
            column, row = at
            below = (column, row + 1)
            at = below if row + 1 < _ROWS and below not in taken and column == begun else (column + 1, row)
        else:
            begun += 1
            at = (begun, 0)
        # Ties before the first result of all are counted on it.
        ties = ties if not last else 0
        taken.add(at)
        last = result
    if last:
        yield _mark(last, *at, ties)
