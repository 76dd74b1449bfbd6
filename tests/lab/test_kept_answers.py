"""Answers of the lab are kept for the code that gave them, and for no other."""

from pathlib import Path

import pytest

from houseway.lab import kept_answers
from houseway.lab.folder import CACHE_VARIABLE
from houseway.lab.kept_answers import keep_answer, kept_answer


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    return tmp_path


def test_an_answer_is_there_again(folder: Path) -> None:
    assert kept_answer("edges craps") is None
    keep_answer("edges craps", b"[1]")
    assert kept_answer("edges craps") == b"[1]"
    assert kept_answer("strategy craps") is None
    assert kept_answer("edges sic-bo") is None
    assert [file.parent.name for file in folder.rglob("*") if file.is_file()] == ["answers"]


def test_other_code_finds_no_answer_and_puts_its_own_in_the_place(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_answer("edges craps", b"[1]")
    keep_answer("edges sic-bo", b"[2]")
    monkeypatch.setattr(kept_answers, "_digest", lambda game: "0" * 32)
    assert kept_answer("edges craps") is None
    keep_answer("edges craps", b"[3]")
    assert kept_answer("edges craps") == b"[3]"
    assert len([file for file in folder.rglob("*") if file.is_file()]) == 2


@pytest.mark.parametrize(
    "question", ["table craps {}", "edges roulette", "edges ../../elsewhere", "edges", ""]
)
def test_what_has_no_end_or_no_game_is_not_kept(folder: Path, question: str) -> None:
    keep_answer(question, b"[]")
    assert kept_answer(question) is None
    assert not list(folder.rglob("*"))


def test_nothing_is_kept_where_nobody_wants_it(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, "")
    keep_answer("edges craps", b"[1]")
    assert kept_answer("edges craps") is None
    assert not list(folder.rglob("*"))
