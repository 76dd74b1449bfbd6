"""A game is a folder: without it, and what the lab counts for it, the house deals, prices and prints all the others."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.games import games
from tests.outside import ROOT, run

HOUSE = ROOT / "src" / "houseway"
# Where a game has files that bear its name: its rules, and what is counted from them.
ROOMS_OF_GAMES = ("games", "lab")
# What Spanish 21, Blackjack and the baccarat games have from the sister chapter that is printed whole.
SISTER = "double-attack-blackjack"


def folder_of(game: str) -> str:
    """The folder of a game, which bears its name."""
    return games()[game].__module__.split(".")[2]


def house_without(folder: str, site: Path) -> Path:
    """The package as it would be had this game never been written: everything else is linked, nothing copied."""
    for room in ROOMS_OF_GAMES:
        (site / "houseway" / room).mkdir(parents=True)
    for file in _of_the_house():
        its_own = file.stem == folder or file.stem.startswith(f"{folder}_")
        if not its_own or file.parent.name not in ROOMS_OF_GAMES:
            (site / "houseway" / file.relative_to(HOUSE)).symlink_to(file)
    return site


def _of_the_house() -> Iterator[Path]:
    for file in HOUSE.iterdir():
        if file.name in ROOMS_OF_GAMES:
            yield from (one for one in file.iterdir() if one.name != "__pycache__")
        elif file.name != "__pycache__":
            yield file


def test_a_sister_is_all_that_one_game_has_from_another() -> None:
    borrowed = {
        (folder.name, other)
        for folder in (HOUSE / "games").iterdir()
        for file in folder.glob("*.py")
        for other in map(folder_of, games())
        if other != folder.name and f"houseway.games.{other}." in file.read_text("utf-8")
    }
    assert {other for _, other in borrowed} == {folder_of(SISTER)}


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(games().keys() - {SISTER}))
def test_without_a_games_folder_the_house_has_all_the_others(game: str, tmp_path: Path) -> None:
    site = house_without(folder_of(game), tmp_path / "site")
    database = tmp_path / "house.db"
    dealt = run(site, "-m", "tests.open_every_page", str(database))
    assert dealt.returncode == 0, dealt.stderr
    assert json.loads(dealt.stdout)["games"] == sorted(games().keys() - {game})
    other = "sic-bo" if game != "sic-bo" else "three-dice-football"
    priced = run(site, "-m", "houseway", "lab", "edge", "--game", other, "--json")
    assert priced.returncode == 0, priced.stderr
    asked = run(site, "-m", "houseway", "lab", "edge", "--game", game)
    assert asked.returncode != 0
    assert f"there is no game {game!r}" in asked.stderr + asked.stdout
