"""A card table dies between any two moves of a round and goes on where it was."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from houseway.floor import Floor
from houseway.floor.property import Mode
from houseway.games import games
from houseway.journal import Journal
from houseway.table.card_game import CardGame
from houseway.table.moves import Move
from tests.cards import carried_on, deal, every_wager, loaded, to_the_deal, wagered
from tests.service import NOON, TRAY, Service

TABLE = "T-1"
CARD_GAMES = [name for name, game in games().items() if issubclass(game, CardGame)]


class Noted(Service):
    """A table that notes the moves made at it."""

    moves: list[Move]

    def do(self, *moves: Move) -> list[Any]:
        """Make moves, and note them."""
        self.__dict__.setdefault("moves", []).extend(moves)
        return super().do(*moves)


def scripted_round(game: str) -> Noted:
    """A whole round at a table that opens, takes a deck and two players with every wager, deals and settles.

    Position 1 gets ace, king and queen of spades first: at Three Card Poker the whole meter, with its papers.
    """
    service = Noted(games()[game].under(games()[game].submission_type()))
    service.opened().seated(seat_1=1_000_000, seat_3=1_000_000)
    every_wager(wagered(loaded(service), 1, 3), 1)
    carried_on(deal(to_the_deal(service), seat_1="As Ks Qs"))
    return service


def in_a_process_that_dies(database: Path, move: Move) -> None:
    """Another process makes one move and is killed the moment it is done."""
    child = os.fork()
    if child == 0:
        try:
            floor = Floor(Journal.open(database, create=False), lambda: NOON)
            floor.submit(TABLE, move, who="tester")
        finally:
            os.kill(os.getpid(), signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_round_goes_on_after_a_kill_between_any_two_moves(game: str, tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    played = scripted_round(game)
    with Journal.open(database) as journal:
        submission = games()[game].submission_type()
        Floor(journal, lambda: NOON).set_up_table(TABLE, game, submission, mode=Mode.TRAINING, tray=TRAY)
    for move in played.moves:
        in_a_process_that_dies(database, move)
    with Journal.open(database, create=False) as journal:
        assert journal.verify().ok
        resumed = Floor(journal, lambda: NOON).table(TABLE)
        assert len(resumed.record) == len(played.moves)
        assert [event for recorded in resumed.record for event in recorded.events] == played.events
        assert resumed.state == played.state
