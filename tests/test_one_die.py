"""A game is a folder: one from outside the tree, found by its entry point, is dealt, recorded, settled and priced."""

import json
from pathlib import Path

import pytest

from tests.outside import EXAMPLE, installed, run

WRITTEN = """
game = "one-die"

[[wagers]]
seat = 1
wager = "six"
amount = 10

[[throws]]
dice = [6]
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("site"))


def test_the_whole_game_is_under_150_lines() -> None:
    lines = sum(len(file.read_text("utf-8").splitlines()) for file in (EXAMPLE / "one_die").glob("*.py"))
    assert lines < 150


def test_its_table_is_played_by_page_and_api_and_replayed_from_the_journal(
    site: Path, tmp_path: Path
) -> None:
    database = tmp_path / "house.db"
    played = run(site, "-m", "tests.play_one_die", str(database))
    assert played.returncode == 0, played.stderr
    replayed = run(site, "-m", "houseway", "replay", "OD-1", "--json", HOUSEWAY_DB=str(database))
    assert replayed.returncode == 0, replayed.stderr
    told = json.loads(replayed.stdout)
    assert "face-called" in json.dumps(told)
    verified = run(site, "-m", "houseway", "journal", "verify", HOUSEWAY_DB=str(database))
    assert verified.returncode == 0, verified.stderr
    assert "nothing was changed" in verified.stdout


def test_a_round_in_writing_is_settled(site: Path, tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(WRITTEN, "utf-8")
    settled = run(site, "-m", "houseway", "settle", str(file), "--json")
    assert settled.returncode == 0, settled.stderr
    (line,) = json.loads(settled.stdout)["lines"]
    assert (line["result"], line["paid"], line["odds"]) == ("win", 4000, "4 to 1")
    assert line["clause"] == "D6.4(a)[six]"


def test_its_edge_is_one_sixth(site: Path) -> None:
    priced = run(site, "-m", "houseway", "lab", "edge", "--game", "one-die", "--json")
    assert priced.returncode == 0, priced.stderr
    (record,) = json.loads(priced.stdout)
    assert (record["wager"], record["edge"]) == ("six", "1/6")


def test_its_clauses_are_shown_like_any_other(site: Path) -> None:
    shown = run(site, "-m", "houseway", "law", "show", "D6.3(b)")
    assert "rolls the die" in shown.stdout
