"""The reviewed page of the policy, read again without the code that wrote it."""

from functools import cache
from pathlib import Path

GOLDEN = Path(__file__).parent / "policy.txt"

# The ladders, spelled out again: "or above" in the page below is read with these.
LADDERS = (
    (
        "dealer",
        "boxperson",
        "floorperson",
        "pit manager",
        "assistant table games shift manager",
        "table games shift manager",
        "director of table games",
    ),
    ("finance clerk", "finance supervisor", "director of finance"),
    ("marketing representative", "marketing supervisor", "director of marketing"),
    ("security officer", "security supervisor"),
    ("surveillance operator", "surveillance supervisor"),
    ("internal auditor", "director of internal audit"),
    ("systems administrator", "director of information technology"),
    ("casino compliance representative", "casino compliance supervisor"),
)


def _admitted(words: str) -> set[str]:
    """The positions that a cell of the reviewed page admits."""
    found: set[str] = set()
    for one in words.split("; "):
        least = one.removesuffix(" or above")
        ladder = next(ladder for ladder in LADDERS if least in ladder)
        found |= set(ladder[ladder.index(least) :]) if one != least else {least}
    return found


@cache
def reviewed() -> dict[tuple[str, str, str], set[str]]:
    """Who may sign, by order, case and part, as the reviewed page says."""
    rows: dict[tuple[str, str, str], set[str]] = {}
    for line in GOLDEN.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 6:
            order, case, part, signs, _not_by, _clause = cells
            rows[order, case, part] = _admitted(signs)
    return rows
