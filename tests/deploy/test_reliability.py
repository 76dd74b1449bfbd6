"""The page of what was tried holds what the commands noted, and nothing else."""

import json
from pathlib import Path

import pytest

from tools.reliability import FIGURES, PAGE, machine, note, page_of


def test_the_page_is_what_the_figures_give() -> None:
    assert PAGE.read_text("utf-8") == page_of(json.loads(FIGURES.read_text("utf-8")))


def test_a_figure_is_noted_where_somebody_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "figures.json"
    monkeypatch.delenv("HOUSEWAY_RELIABILITY", raising=False)
    note("power", "kills", "3, nothing lost")
    monkeypatch.setenv("HOUSEWAY_RELIABILITY", str(file))
    assert not file.exists()
    for found in ("3, nothing lost", "5, nothing lost"):
        note("power", "kills", found, "9, nothing lost")
    figures = json.loads(file.read_text("utf-8"))
    assert list(figures) == ["power"]
    page = page_of(figures)
    assert [line for line in page.splitlines() if "kills |" in line] == [
        "| kills | 5, nothing lost | 9, nothing lost |"
    ]
    assert f"Tried on {machine()}." in page
    assert "## Under load" not in page
