"""The README is true: its round settles as shown, its Python runs, its commands exist."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

from houseway.cli.app import app

README = Path(__file__).parents[1] / "README.md"
TEXT = README.read_text("utf-8")


def block(language: str, containing: str) -> str:
    """The fenced block in a language that contains a text."""
    found = re.findall(rf"```{language}\n(.*?)```", TEXT, re.S)
    return str(next(text for text in found if containing in text))


def squeezed(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def test_the_first_round_settles_as_shown(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(block("toml", "game.toml"), encoding="utf-8")
    command, *shown = block("console", "houseway settle").splitlines()
    assert command == "$ houseway settle game.toml"
    done = subprocess.run(
        [sys.executable, "-m", "houseway", "settle", "game.toml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert squeezed(done.stdout) == squeezed("\n".join(shown))


def test_the_python_session_runs() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_a_newcomer_is_given_exactly_two_commands() -> None:
    commands = re.findall(r"^\$ (make \w+)", block("console", "make run"), re.M)
    assert commands == ["make run", "make test"]


def test_every_command_named_exists() -> None:
    for name, second in re.findall(r"`houseway (\w+)(?: (\w+))?", TEXT):
        group = app[name]
        if second and name in ("law", "lab", "journal"):
            assert second in group, f"houseway {name} {second}"


def test_every_room_named_exists_and_no_room_is_left_out() -> None:
    rooms = re.findall(r"^\| (`.*?`) \|", TEXT.split("## How it is built")[1], re.M)
    named = {room.strip("`/") for cell in rooms for room in cell.split(", ")}
    package = README.parent / "src/houseway"
    present = {path.name for path in package.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert named == present | {"money.py"}
