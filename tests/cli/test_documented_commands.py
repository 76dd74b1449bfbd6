"""Every command that the documents print is one that the command line takes, with these options and values."""

import re
import shlex
from pathlib import Path

import pytest
from cyclopts import CycloptsError

from houseway.cli.app import app
from houseway.web.docs_site import files

ROOT = Path(__file__).parents[2]
# Text of the repository that is no page of the documentation.
ASIDE = {name: ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md")}
# What else is typed at a console, by its first word.
ELSE = {"export", "make"}
# What some words of the documents stand for.
STANDS_FOR = {"TODAY": "2026-11-16", "IN-A-MONTH": "2026-12-16"}


def command_in(line: str) -> list[str]:
    """The words of a command line, without what it is written to."""
    for word, meant in STANDS_FOR.items():
        line = line.replace(word, meant)
    words = shlex.split(line, comments=True)
    return words[: words.index(">")] if ">" in words else words


def typed(text: str) -> list[str]:
    """What is typed at a console, line by line; a line that goes on is told as one."""
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    lines = (line for block in blocks for line in block.replace("\\\n", " ").splitlines())
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]


COMMANDS = [
    pytest.param(words, id=f"{name}: {line}")
    for name, path in {**files(), **ASIDE}.items()
    for line in typed(path.read_text("utf-8"))
    for words in [command_in(line)]
    if words[0] not in ELSE
]


def test_every_document_with_a_console_is_read() -> None:
    printed = {name for name, path in files().items() if "```console" in path.read_text("utf-8")}
    assert printed >= {"readme", "tutorial", "serving", "api", "first-ten-minutes"}
    assert len(COMMANDS) > len(printed)


@pytest.mark.parametrize("words", COMMANDS)
def test_a_printed_command_is_taken(words: list[str]) -> None:
    assert Path(words[0]).name == "houseway"
    command, bound, _ = app.parse_args(words[1:], print_error=False, exit_on_error=False)
    assert command is not None
    assert bound is not None


def test_a_mistake_in_a_document_would_be_noticed() -> None:
    with pytest.raises(CycloptsError):
        app.parse_args(["serve", "--trusted-proxi", "127.0.0.1"], print_error=False, exit_on_error=False)
