"""Blindness: two tables that differ only in what nobody was shown look the same, to a page and to a program alike."""

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from houseway.floor import Floor
from houseway.journal import Journal
from tests.web.house import signed_in_client, told_of
from tests.web.rounds import bet_all, step
from tests.web.tile_rounds import KNOWN, bet_tiles, deal_from_the_dealer, open_tiles, tile_table

# The same for both houses, whose players at positions 1 and 2 hold the same cards.
PLAYERS = {
    "3CP-1": {1: "Kh Kc 4d", 2: "Js 8h 3s"},
    "HL-1": {1: "Kh Kc 9d 5c 3h", 2: "Js Th 7s 6h 4d"},
    "AP-1": {1: "Kh Kc Td 9d 5c 4h 3h", 2: "Js Jh 8h 7s 6h 4d 3s"},
}
DEALERS = {
    "3CP-1": ("Qh 9d 5c", "Ah Ad Ac"),
    "HL-1": ("Qh Qd 8c 6d 4s", "2c 2d 5d 8s Ac"),
    "AP-1": ("Qh Qd 9c 8c 6d 5s 3d", "Ac Ad As 2c 2d 2h Jo"),
}
TILES = "PGT-1"
# Who is signed in, and nothing about the table.
_SESSION = re.compile(r"(?<=csrf-token\" content=\")\w+|(?<=name=\"csrf\" value=\")\w+")

House = tuple[Floor, TestClient[Litestar]]


@pytest.fixture
def twins(whole_demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[House, House]]:
    """Two houses that are alike in everything, at the same moment; dice fall alike in both."""
    monkeypatch.setattr("houseway.floor.floor.below", lambda cases: 0)
    moment = datetime.now(UTC)
    with ExitStack() as doors:
        made: list[House] = []
        for name in ("one", "other"):
            database = tmp_path / f"{name}.db"
            shutil.copy(whole_demo, database)
            journal = doors.enter_context(Journal.open(database, create=False))
            floor = Floor(journal, lambda: moment)
            made.append((floor, doors.enter_context(signed_in_client(floor, "http://127.0.0.1:8000"))))
        yield made[0], made[1]


def told(house: House, table: str) -> dict[str, str]:
    """What both houses must tell alike of a table at this moment, by address."""
    return {address: _SESSION.sub("", text) for address, text in told_of(house[1], table).items()}


@pytest.mark.parametrize("table", PLAYERS)
def test_the_dealers_cards_are_nobodys_to_know_until_they_are_turned(
    twins: tuple[House, House], table: str
) -> None:
    moves: list[str] = []
    for (floor, _), dealers in zip(twins, DEALERS[table], strict=True):
        bet_all(floor, table, 1, 2)
        moves.clear()
        while not moves or moves[-1] != "deal":
            moves.append(step(floor, table, {0: dealers, **PLAYERS[table]}))
    one, other = twins
    assert one[0].table(table).state.play.hand(0) != other[0].table(table).state.play.hand(0)
    looks = 0
    while told(one, table) == told(other, table):
        looks += 1
        moves = [step(floor, table) for floor, _ in twins]
        assert moves[0] == moves[1]
    assert looks >= 3
    assert "dealer" in moves[0], "they differ once the dealer's cards lie open, and no sooner"


def test_tiles_are_nobodys_to_know_until_they_are_turned(twins: tuple[House, House]) -> None:
    # The dealer's four tiles come from the first stack, those of the Dead Hand from the last.
    swapped = (*KNOWN[-4:], *KNOWN[4:-4], *KNOWN[:4])
    for (floor, _), tiles in zip(twins, (KNOWN, swapped), strict=True):
        tile_table(floor, TILES)
        open_tiles(floor, TILES, 1, tiles=tiles)
        bet_tiles(floor, TILES, seat_1=2500)
        deal_from_the_dealer(floor, TILES)
    one, other = twins
    assert one[0].table(TILES).state.play != other[0].table(TILES).state.play
    assert told(one, TILES) == told(other, TILES)


# Poker: the cards of position 2, whose seat is played, and those of the others, who hold them the other way round.
PLAYED = ("7c", "8d", "2h", "3s", "Kd")
OTHERS = (
    ("2c", "3c", "4c", "5d", "9c"),
    ("Ah", "Kh", "Qd", "Js", "Ts"),
    ("5h", "6s", "8h", "Qc", "Qs"),
    ("9d", "Jh", "Ac", "4s", "6d"),
)


def test_hole_cards_are_their_holders_to_know(twins: tuple[House, House]) -> None:
    for (floor, _), hands in zip(twins, (OTHERS, OTHERS[::-1]), strict=True):
        step(floor, "PK-1")
        while floor.table("PK-1").state.play.to_post:
            step(floor, "PK-1")
        by_seat = (hands[0], PLAYED, *hands[1:])
        cards = [by_seat[seat - 1][card] for card in range(5) for seat in (1, 2, 3, 4, 5)]
        floor.submit("PK-1", {"move": "deal", "by": "dealer", "cards": cards}, who="PA-1001")
    (first, one), (_, other) = twins
    version = first.table("PK-1").version
    for seen_from in ("", "seat=2"):
        for address in (
            f"/tables/PK-1?{seen_from}",
            f"/tables/PK-1?at={version}&{seen_from}",
            f"/api/tables/PK-1?{seen_from}",
            f"/api/tables/PK-1/record?limit=500&{seen_from}",
            f"/api/tables/PK-1/at/{version}?{seen_from}",
        ):
            told_by = [_SESSION.sub("", client.get(address).text) for client in (one, other)]
            assert told_by[0] == told_by[1], address
    # Whoever plays another seat is told of other cards.
    looks = [client.get("/api/tables/PK-1?seat=1").text for client in (one, other)]
    assert looks[0] != looks[1]
    assert "Kd" in one.get("/api/tables/PK-1?seat=2").json()["standing"]["display"]["cards"]["cards-2"]
