"""A plain installation: the command line works, and what needs an extra names it."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from houseway.cli.extras import EXTRAS

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
# Each command line in turn, in a process that finds nothing of any extra.
_PLAINLY = """
import json, sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in absent:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

absent, commands = json.loads(sys.stdin.read())
sys.meta_path.insert(0, Absent())
from houseway.cli.app import run
for command in commands:
    print("code", run(command), file=sys.stderr)
"""
HOUSE = {
    "name": "Valley Casino",
    "people": [
        {"person": "p-1", "credential": "SA-1", "name": "Ada", "position": "systems administrator", "since": "2014-05-01"},
        {"person": "p-2", "credential": "IA-1", "name": "Ben", "position": "internal auditor", "since": "2014-05-01"},
    ],
}  # fmt: skip
GAME = """
game = "three-dice-football"
wagers = [{ seat = 1, wager = "touchdown", amount = 25 }]
throws = [{ dice = [4, 4, 4] }]
"""


def plainly(folder: Path, *commands: str) -> list[tuple[int, str]]:
    """How each command line ends without any extra, and what it complains of."""
    given = json.dumps([list(EXTRAS), [command.split() for command in commands]])
    done = subprocess.run(
        [sys.executable, "-c", _PLAINLY], cwd=folder, input=given, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    said = re.split(r"code (\d)\n", done.stderr)
    return [(int(code), words) for words, code in zip(said[::2], said[1::2], strict=False)]


@pytest.mark.long
def test_a_plain_installation_has_a_command_line_that_works(tmp_path: Path) -> None:
    (tmp_path / "house.json").write_text(json.dumps(HOUSE))
    (tmp_path / "game.toml").write_text(GAME)
    working = (
        "games",
        "settle game.toml",
        "law show 661a.6(c)(2)",
        "lab edge --game three-dice-football",
        "people open house.json --db valley.db",
        "people list --db valley.db",
        "office blank receive-book",
        "journal checkpoint --db valley.db",
    )
    lacking = {
        "lab strategy three-card-poker": "lab",
        "people list --db postgresql://valley.example/house": "postgresql",
        "serve --db valley.db": "web",
    }
    done = plainly(tmp_path, *working, *lacking)
    assert [code for code, _ in done] == [0] * len(working) + [2] * len(lacking)
    for (_, words), extra in zip(done[len(working) :], lacking.values(), strict=True):
        assert f'fix: pip install "houseway[{extra}]"' in words


# Where a package is called otherwise than what is imported from it.
_MODULES = {"markdown-it-py": "markdown_it"}


def test_every_module_of_an_extra_is_known_by_it() -> None:
    extras = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    brought = {
        re.split(r"[^A-Za-z0-9-]", wanted)[0]: extra
        for extra in ("lab", "postgresql", "web")
        for wanted in extras[extra]
        if not wanted.startswith("houseway[")
    }
    assert {_MODULES.get(package, package): extra for package, extra in brought.items()} == EXTRAS
    assert set(extras) == {"lab", "postgresql", "web", "dev"}
