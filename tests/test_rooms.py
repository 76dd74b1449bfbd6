"""A game is a folder: no other room names a game, or a move that is a game's own."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.games import games

ROOT = Path(__file__).parents[1]
ROOMS = ("src/houseway/web", "src/houseway/floor", "src/houseway/backoffice", "src/houseway/cli", "tools")
# Where a game is named all the same, and why.
NAMED = {
    "src/houseway/floor/demo_": "the demo property deals these games: its data",
    "src/houseway/floor/written_round.py": "an example of a round in writing",
    "src/houseway/cli/lab.py": "examples of what may be asked for",
    "src/houseway/cli/poker.py": "hand histories in the open format are of one game",
    "src/houseway/cli/office_tables.py": "465a.35 itself speaks of whoever seats its players",
    "src/houseway/cli/listing.py": "the command for them bears its name",
    "src/houseway/backoffice/custody/": "603a.13 itself tells games apart by the way of their dice",
    "src/houseway/backoffice/rosters/": "465a.9, 465a.35 and 577.9 themselves tell games apart",
}


def own_names() -> Iterator[str]:
    """The games as code and people name them, and the moves that only they have."""
    for name, game in games().items():
        yield from (name, name.replace("-", "_"), game.__name__, game.title)
        for rule in game.book.of.values():
            # A move of one word, such as a check or a call, is named like a hundred other things.
            if rule.move.__module__.startswith("houseway.games") and "-" in rule.name:
                yield from (rule.name, rule.move.__name__)


def lines(room: str) -> Iterator[tuple[str, str]]:
    """Every line of a room's code, pages, scripts and styles, and where it stands."""
    for file in sorted((ROOT / room).rglob("*")):
        if file.suffix in (".py", ".html", ".js", ".css"):
            where = file.relative_to(ROOT).as_posix()
            for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
                yield f"{where}:{number}", line


@pytest.mark.parametrize("room", ROOMS)
def test_no_other_room_names_a_game_or_a_move_of_its_own(room: str) -> None:
    known = sorted(map(re.escape, set(own_names())), key=len, reverse=True)
    named = re.compile(rf"(?<![\w-])({'|'.join(known)})(?![\w-])")
    found = [f"{where}: {line.strip()}" for where, line in lines(room) if named.search(line)]
    assert [told for told in found if not told.startswith(tuple(NAMED))] == []


def test_a_name_is_found_where_there_is_one() -> None:
    told = [line for _, line in lines("src/houseway/floor") if "three-dice-football" in line]
    assert told
    assert {"sic-bo", "SicBo", "reveal-dice", "RevealDice"} <= set(own_names())


def test_every_exception_is_needed() -> None:
    known = sorted(map(re.escape, set(own_names())), key=len, reverse=True)
    named = re.compile(rf"(?<![\w-])({'|'.join(known)})(?![\w-])")
    hits = [where for room in ROOMS for where, line in lines(room) if named.search(line)]
    assert [start for start in NAMED if not any(where.startswith(start) for where in hits)] == []
