"""A table dies between any two moves of a round and goes on where it was."""

import os
import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.floor import Floor
from houseway.floor.property import Mode
from houseway.games import game_under, games, submission_for
from houseway.games.craps.moves import AcceptDice, BringInFireBets, CallOn, CallThrow, ReduceWager, SettleBets
from houseway.games.pai_gow.events import RoundOver
from houseway.games.pai_gow.moves import AcceptBank, OfferBank, RequestCoBank
from houseway.journal import Journal
from houseway.submission import Submission
from houseway.table.card_game import CardGame
from houseway.table.dice_play import OfferDice, PassDice, ThrowDice
from houseway.table.moves import Move, PlaceWager, Report
from houseway.table.roles import Role
from houseway.table.routine import move_of
from tests.cards import carried_on, deal, every_wager, loaded, to_the_deal, wagered
from tests.games.pai_gow.dealing import tiles_ready
from tests.games.poker.service import decks_ready, play_hand
from tests.service import NOON, TRAY, Service

TABLE = "T-1"
CARD_GAMES = [name for name, game in games().items() if issubclass(game, CardGame)]


class Noted(Service):
    """A table that notes the moves made at it."""

    def __init__(self, submission: Submission) -> None:
        super().__init__(game_under(submission))
        self.submission = submission
        self.moves: list[Move] = []

    def do(self, *moves: Move) -> list[Any]:
        """Make moves, and note them."""
        self.moves.extend(moves)
        return super().do(*moves)


def card_round(game: str) -> Noted:
    """A whole round at a card table that opens, takes a deck and two players with every wager, deals and settles.

    Position 1 gets ace, king and queen of spades first: at Three Card Poker the whole meter, with its papers.
    """
    service = Noted(submission_for(game))
    service.opened().seated(seat_1=1_000_000, seat_3=1_000_000)
    every_wager(wagered(loaded(service), 1, 3), 1)
    carried_on(deal(to_the_deal(service), seat_1="As Ks Qs"))
    return service


def hand_of_craps() -> Noted:
    """A shooter's hand with wagers that stand over many rolls, buttons, a no roll, and the seven-out."""
    service = Noted(submission_for("craps"))
    service.opened().seated(seat_1=1_000_000, seat_3=1_000_000)
    bet(service, 1, "pass")
    bet(service, 1, "fire-bet", amount=500)
    bet(service, 3, "dont-pass")
    bet(service, 3, "all-small")
    service.do(OfferDice(seat=1), AcceptDice(seat=1), BringInFireBets())
    rolled(service, 2, 4)
    bet(service, 1, "pass-odds", "6")
    bet(service, 1, "come")
    bet(service, 3, "place-to-win-8", amount=1_200)
    bet(service, 3, "buy-4", amount=2_000)
    service.do(ThrowDice(seat=1), Report(irregularity="die-off-table", by=Role.STICKPERSON))
    service.do(PassDice(by=Role.STICKPERSON))
    rolled(service, 4, 5)
    bet(service, 1, "come-odds", "9")
    rolled(service, 3, 3)
    bet(service, 1, "pass")
    service.do(CallOn(seat=3, wager="place-to-win-8"), ReduceWager(seat=3, wager="buy-4", amount=1_000))
    rolled(service, 6, 2)
    service.do(ThrowDice(seat=1), CallThrow(die_1=3, die_2=4), SettleBets())
    assert not service.state.play.shooter
    assert not any(stands.wager == "pass" for stands in service.state.play.bets)
    return service


def bet(service: Service, seat: int, wager: str, pick: str = "", amount: int = 1_000) -> None:
    """Ten dollars, if nothing else is said, on a wager."""
    service.do(PlaceWager(seat=seat, wager=wager, pick=pick, amount=amount))


def rolled(service: Service, die_1: int, die_2: int) -> None:
    """A whole roll of the shooter at position 1, who keeps the dice."""
    service.do(ThrowDice(seat=1), CallThrow(die_1=die_1, die_2=die_2), SettleBets())
    service.do(PassDice(by=Role.STICKPERSON))


def rounds_of_pai_gow() -> Noted:
    """A round banked by the house, and one that a player banks together with it."""
    service = Noted(submission_for("pai-gow", {"player_bank": True, "co_bank": True}))
    tiles_ready(service.opened().seated(seat_1=1_000_000, seat_3=1_000_000))
    bet(service, 1, "pai-gow")
    bet(service, 3, "pai-gow", amount=2_500)
    by_routine(service)
    service.do(OfferBank(seat=1), AcceptBank(seat=1), RequestCoBank(seat=1))
    bet(service, 3, "pai-gow")
    by_routine(service)
    assert sum(isinstance(event, RoundOver) for event in service.events) == 2
    return service


def by_routine(service: Service) -> None:
    """Carry a round to its end: chance falls on its first value, and everyone sets the house way."""
    game = service.table.game
    ends = sum(isinstance(event, RoundOver) for event in service.events)
    while sum(isinstance(event, RoundOver) for event in service.events) == ends:
        acts = {act.move: act for act in reversed(service.table.legal(service.state, service.now))}
        wanted = (
            *game.book.chance,
            "set-hands",
            *(name for name in game.book.routine if name != "offer-bank"),
        )
        act = next(acts[name] for name in wanted if name in acts)
        service.do(move_of(game, act, {name: values[0] for name, values in act.fields.items()}))


def hand_of_poker() -> Noted:
    """A hand of Badugi from its decks to the last pot: blinds, draws, a raked pot."""
    service = Noted(submission_for("poker", {"variant": "badugi", "rake_percent": 5, "rake_cap": 300}))
    service.opened().seated(seat_1=20_000, seat_3=20_000, seat_4=20_000)
    play_hand(decks_ready(service), random.Random("resume").randrange)
    return service


OTHERS: dict[str, Callable[[], Noted]] = {
    "craps": hand_of_craps,
    "pai-gow": rounds_of_pai_gow,
    "poker": hand_of_poker,
}


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


@pytest.mark.long
@pytest.mark.parametrize("game", [*CARD_GAMES, *OTHERS])
def test_a_round_goes_on_after_a_kill_between_any_two_moves(game: str, tmp_path: Path) -> None:
    database = tmp_path / "house.db"
    played = OTHERS[game]() if game in OTHERS else card_round(game)
    with Journal.open(database) as journal:
        Floor(journal, lambda: NOON).set_up_table(
            TABLE, game, played.submission, mode=Mode.TRAINING, tray=TRAY
        )
    for move in played.moves:
        in_a_process_that_dies(database, move)
    with Journal.open(database, create=False) as journal:
        assert journal.verify().ok
        resumed = Floor(journal, lambda: NOON).table(TABLE)
        assert len(resumed.record) == len(played.moves)
        assert [event for recorded in resumed.record for event in recorded.events] == played.events
        assert resumed.state == played.state
