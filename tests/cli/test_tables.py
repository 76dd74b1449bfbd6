"""What the command line prints can be read at the width of any terminal."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from houseway.cli.app import run
from houseway.cli.tables import print_prose, print_table

HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
SENTENCE = "the coupons of the day are reconciled by somebody who has not issued any of them"
PARTS = ["", "counted", "returned", "confirmed"]
WIDE = [
    (f"receive-book-{place}", part, SENTENCE, "finance supervisor or above", "609a.13(c)(3)#1", HASH[:20])
    for place, part in enumerate(PARTS)
]
HEADINGS = ("order", "part", "what it is for", "signed by", "clause", "hash")


Terminal = Callable[[int], None]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard output taken for a terminal of so many columns."""

    def of(columns: int) -> None:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("TERM", "dumb")

    return of


def words(text: str) -> list[str]:
    return re.findall(r"[^\s─]+", text)


@pytest.mark.parametrize("columns", [60, 80, 100, 120, 200])
def test_no_word_of_a_table_is_broken_and_no_line_is_longer_than_the_terminal(
    columns: int, capsys: pytest.CaptureFixture[str], terminal: Terminal
) -> None:
    terminal(columns)
    print_table("Who signs", HEADINGS, WIDE)
    said = capsys.readouterr().out
    assert max(len(line.rstrip()) for line in said.splitlines()) <= columns
    for row in WIDE:
        assert set(" ".join(row).split()) <= set(words(said))


def test_rows_that_do_not_fit_beside_each_other_become_labelled_blocks(
    capsys: pytest.CaptureFixture[str], terminal: Terminal
) -> None:
    terminal(60)
    print_table("Who signs", HEADINGS, WIDE[:2])
    assert capsys.readouterr().out == (
        "Who signs\n\n"
        "  order           receive-book-0\n"
        "  what it is for  the coupons of the day are reconciled by\n"
        "                  somebody who has not issued any of them\n"
        "  signed by       finance supervisor or above\n"
        "  clause          609a.13(c)(3)#1\n"
        f"  hash            {HASH[:20]}\n\n"
        "  order           receive-book-1\n"
        "  part            counted\n"
        "  what it is for  the coupons of the day are reconciled by\n"
        "                  somebody who has not issued any of them\n"
        "  signed by       finance supervisor or above\n"
        "  clause          609a.13(c)(3)#1\n"
        f"  hash            {HASH[:20]}\n\n"
    )


def test_a_column_of_sentences_keeps_room_for_them(
    capsys: pytest.CaptureFixture[str], terminal: Terminal
) -> None:
    terminal(60)
    print_table("Due", ("by", "what"), [("2014-05-01", SENTENCE)])
    assert "the coupons of the day are reconciled by" in capsys.readouterr().out


def test_what_cannot_be_broken_stays_in_one_piece(
    capsys: pytest.CaptureFixture[str], terminal: Terminal
) -> None:
    terminal(40)
    print_table("Orders", ("order", "hash"), [("count-book", HASH)])
    print_prose(f"content hash {HASH}")
    assert capsys.readouterr().out.count(HASH) == 2


def test_what_is_piped_is_a_table_and_sentences_are_not_broken(capsys: pytest.CaptureFixture[str]) -> None:
    print_table("Who signs", HEADINGS[:5], [row[:5] for row in WIDE])
    print_prose(SENTENCE * 5)
    said = capsys.readouterr().out
    assert f"\n{SENTENCE * 5}\n" in said
    assert [heading for heading in HEADINGS[:5] if heading not in said] == []


def test_an_empty_table_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    print_table("Refusals", ("at", "who"), [], empty="nothing was refused")
    assert capsys.readouterr().out == "Refusals: nothing was refused\n"


@pytest.mark.parametrize(
    "command",
    [("games",), ("law", "coverage"), ("people", "policy"), ("people", "positions"), ("office", "books")],
    ids=" ".join,
)
def test_every_list_of_the_house_fits_in_eighty_columns(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str], terminal: Terminal
) -> None:
    assert run(command) == 0
    whole = capsys.readouterr().out
    terminal(80)
    assert run(command) == 0
    said = capsys.readouterr().out
    assert [line for line in said.splitlines() if len(line.rstrip()) > 80] == []
    assert set(words(whole)) == set(words(said))


def test_progress_is_shown_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    edge = ("lab", "edge", "--game", "sic-bo", "--wager", "small")
    assert run(edge) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert run(edge) == 0
    assert "Working out the edges" in capsys.readouterr().err
    assert run((*edge, "--json")) == 0
    assert capsys.readouterr().err == ""


SLOW = ("numba", "numpy", "sqlalchemy", "litestar", "msgspec", "rich", "cyclopts")


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)], ids=str)
def test_help_loads_nothing_that_it_does_not_need(arguments: tuple[str, ...], tmp_path: Path) -> None:
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr))\n"
        f"sys.argv = {['houseway', *arguments]}\n"
        "from houseway.cli import main\n"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    loaded = done.stderr.split()
    assert [name for name in SLOW if name in loaded] == []
    # A bare interpreter has some 60 of them.
    assert len(loaded) < 120
    assert "Usage: houseway COMMAND" in done.stdout


@pytest.mark.parametrize(
    "command", [("--version",), ("law", "--help"), ("office", "sheet", "--help")], ids=str
)
def test_what_a_command_takes_is_told_without_loading_the_house(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    code = (
        "import sys\n"
        "from houseway.cli.app import run\n"
        f"run({list(command)})\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    assert [
        name for name in ("numba", "numpy", "sqlalchemy", "litestar") if name in done.stderr.split()
    ] == []
