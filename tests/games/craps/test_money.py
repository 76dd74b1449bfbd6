"""Whole hands of play, many players and wagers, to the cent."""

import random
from typing import Any

import pytest

from houseway.games.craps.moves import (
    AcceptDice,
    BringInFireBets,
    CallThrow,
    NotifySurveillance,
    ReduceWager,
    SettleBets,
)
from houseway.games.craps.round import Phase
from houseway.table.chip_steps import BoughtIn
from houseway.table.dice_play import DeclineDice, OfferDice, PassDice, ThrowDice
from houseway.table.events import FELT, Event, Result, Settled, VigorishCollected
from houseway.table.moves import Instrument, PlaceWager, TakeDownWager
from tests.games.craps.dealing import craps
from tests.service import TRAY, Service

DOLLAR = 100
BOUGHT = 1000 * DOLLAR


class Table:
    """A Craps table in service, its players known by what they have won or lost."""

    def __init__(self, *seats: int, **options: Any) -> None:
        self.service = Service(craps(**options)).opened()
        self.service.seated(**{f"seat_{seat}": BOUGHT for seat in seats})

    def bet(self, seat: int, wager: str, amount: float, pick: str = "") -> None:
        """Dollars on an area."""
        self.service.do(PlaceWager(seat=seat, wager=wager, pick=pick, amount=int(amount * DOLLAR)))

    def shooter(self, seat: int) -> None:
        """The dice go round to a position."""
        while True:
            (offer,) = [act for act in self.service.table.game.legal(self.play) if act.move == "offer-dice"]
            (turn,) = offer.fields["seat"]
            self.service.do(OfferDice(seat=turn))
            if turn == seat:
                self.service.do(AcceptDice(seat=seat))
                return
            self.service.do(DeclineDice(seat=turn))

    @property
    def play(self) -> Any:
        """The state of the game."""
        return self.service.state.play

    def roll(self, die_1: int, die_2: int) -> list[Event]:
        """A throw, settled."""
        acts = {act.move for act in self.service.table.game.legal(self.play)}
        if "bring-in-fire-bets" in acts:
            self.service.do(BringInFireBets())
        if "notify-surveillance" in acts:
            self.service.do(NotifySurveillance())
        self.service.do(ThrowDice(seat=self.play.shooter), CallThrow(die_1=die_1, die_2=die_2))
        events = self.service.do(SettleBets())
        if self.play.phase is Phase.CENTRE:
            self.service.do(PassDice())
        self.check()
        return events

    def check(self) -> None:
        """Every chip is somewhere, and the felt holds the wagers."""
        chips = self.service.state.chips
        assert self.service.chips() == TRAY
        assert chips.get(FELT, 0) == sum(bet.amount for bet in self.play.bets)

    def won(self, *seats: int) -> list[float]:
        """What players are up or down, in dollars, wagers on the felt counted as theirs."""
        return [
            (
                self.service.state.chips[f"patron:{seat}"]
                + sum(bet.amount for bet in self.play.bets if bet.seat == seat)
                - BOUGHT
            )
            / DOLLAR
            for seat in seats
        ]


@pytest.mark.clause(
    "623a.5(a)", "623a.5(g)(1)", "623a.5(g)(2)", "623a.6(a)(2)", "623a.6(c)(2)", "623a.9(d)#2"
)
def test_one_hand_four_players_twenty_wagers() -> None:
    table = Table(1, 2, 3, 4)
    table.bet(1, "pass", 10)
    table.bet(2, "dont-pass", 20)
    table.bet(2, "place-to-win-6", 12)
    table.bet(3, "field", 5)
    table.bet(3, "fire-bet", 5)
    table.bet(3, "eight-the-hardway", 5)
    table.bet(4, "pass", 15)
    table.bet(4, "buy-4", 40)
    table.bet(4, "all-small", 10)
    table.shooter(1)
    assert table.won(1, 2, 3, 4) == [0, 0, 0, -2], "the vigorish on forty dollars"

    table.roll(4, 4)  # point 8: the Field loses, the hard 8 rests
    assert table.won(1, 2, 3, 4) == [0, 0, -5, -2]
    table.bet(1, "pass-odds", 50, "8")
    table.bet(2, "dont-pass-odds", 60, "8")
    table.bet(3, "come", 10)
    table.bet(4, "pass-odds", 25, "8")

    table.roll(3, 3)  # twelve on the 6 pays fourteen; the Come Bet goes to the 6
    assert table.won(1, 2, 3, 4) == [0, 14, -5, -2]
    table.bet(3, "come-odds", 20, "6")
    table.bet(2, "field", 10)

    table.roll(2, 2)  # the Buy Bet pays two to one, the Field even money
    assert table.won(1, 2, 3, 4) == [0, 24, -5, 78]
    table.bet(3, "horn", 8)

    table.roll(1, 1)  # two dollars at thirty to one, six dollars lost
    assert table.won(1, 2, 3, 4) == [0, 24, 49, 78]

    table.roll(4, 2)  # the Come Bet pays ten, its odds twenty-four
    assert table.won(1, 2, 3, 4) == [0, 24, 83, 78]

    table.roll(4, 4)  # the point: 10 + 60, 15 + 30, the don'ts lose 80, the hard 8 pays 45
    assert table.won(1, 2, 3, 4) == [70, -56, 128, 123]
    table.bet(1, "pass", 10)
    table.bet(2, "dont-pass", 20)
    table.bet(4, "lay-4", 40)

    table.roll(3, 4)  # a 7 on the come out: the Lay Bet wins twenty, two of vigorish paid; All Small loses
    assert table.won(1, 2, 3, 4) == [80, -76, 128, 131]
    table.bet(1, "pass", 10)

    table.roll(5, 5)
    table.roll(3, 4)  # the loser 7 takes the Pass Bet and the Fire Bet
    assert table.won(1, 2, 3, 4) == [70, -76, 123, 131]
    assert not table.play.bets
    assert table.service.state.chips["tray"] == TRAY - 4 * BOUGHT - 248 * DOLLAR


@pytest.mark.clause("623a.6(b)(2)", "623a.6(d)(2)", "623a.5(a)[place_lose_4]", "623a.5(a)[place_lose_6]")
def test_a_hand_from_the_dark_side() -> None:
    table = Table(1, 2)
    table.bet(1, "dont-pass", 10)
    table.shooter(1)
    table.roll(2, 2)
    table.bet(1, "dont-pass-odds", 60, "4")
    table.bet(2, "dont-come", 15)
    table.bet(2, "place-to-lose-4", 22)
    table.roll(3, 2)
    table.bet(2, "dont-come-odds", 90, "5")
    table.bet(1, "place-to-lose-6", 25)
    table.roll(1, 2)
    assert table.won(1, 2) == [0, 0]
    table.roll(3, 4)  # 10 + 30 + 20; 15 + 60 + 10
    assert table.won(1, 2) == [60, 85]


@pytest.mark.clause("623a.5(b)", "623a.5(c)", "623a.5(d)", "623a.5(e)")
def test_combinations_net_what_their_parts_come_to() -> None:
    expected = {
        (1, 1): {"c-and-e": 6 * 5, "horn": 27 * 2, "horn-high-12": 26, "whirl": 26},
        (1, 2): {"c-and-e": 6 * 5, "horn": 12 * 2, "horn-high-12": 11, "whirl": 11},
        (5, 6): {"c-and-e": 14 * 5, "horn": 12 * 2, "horn-high-12": 11, "whirl": 11},
        (6, 6): {"c-and-e": 6 * 5, "horn": 27 * 2, "horn-high-12": 57, "whirl": 26},
        (3, 4): {"c-and-e": -10, "horn": -8, "horn-high-12": -5, "whirl": 0},
        (2, 2): {"c-and-e": -10, "horn": -8, "horn-high-12": -5, "whirl": -5},
    }
    for faces, nets in expected.items():
        for areas in (True, False):
            table = Table(1, 2, 3, 4, 5, horn_high_area=areas, whirl_area=areas)
            table.bet(5, "pass", 10)
            table.shooter(5)
            for seat, (wager, amount) in enumerate(
                {"c-and-e": 10, "horn": 8, "horn-high-12": 5, "whirl": 5}.items(), start=1
            ):
                table.bet(seat, wager, amount)
            table.roll(*faces)
            assert table.won(1, 2, 3, 4) == list(nets.values()), (faces, areas)


@pytest.mark.clause("623a.5(g)(3)#1", "623a.5(g)(3)#2", "623a.5(i)")
def test_vigorish_to_the_cent_when_made_and_when_won() -> None:
    made = Table(1, smallest_chip=25, vigorish_percent="4.5")
    made.bet(1, "buy-4", 40)
    assert made.won(1) == [-1.75], "four and a half percent are $1.80, and the chips go to the quarter below"
    made.service.do(ReduceWager(seat=1, wager="buy-4", amount=2000))
    assert made.won(1) == [-0.75]
    made.service.do(TakeDownWager(seat=1, wager="buy-4"))
    assert made.won(1) == [0]
    won = Table(1, 2, vigorish_when="won")
    won.bet(2, "pass", 10)
    won.bet(1, "buy-5", 40)
    won.bet(1, "lay-10", 40)
    won.shooter(2)
    won.roll(4, 4)
    assert won.won(1) == [0]
    won.roll(2, 3)
    assert won.won(1) == [60 - 2]
    won.bet(1, "buy-5", 40)
    won.roll(3, 4)
    assert won.won(1) == [60 - 2 - 40 + 20 - 2], "a loser pays none"


@pytest.mark.clause("623a.5(a)")
def test_what_chips_cannot_make_is_rounded_up_where_such_a_bet_is_taken() -> None:
    table = Table(1, 2, breakage="up", smallest_chip=25)
    table.bet(2, "pass", 10)
    table.bet(1, "place-to-win-6", 5)
    table.bet(1, "place-to-lose-4", 10)
    table.shooter(2)
    table.roll(4, 4)
    table.roll(4, 2)
    assert table.won(1) == [6.00], "five dollars and five sixths, up to the quarter"
    table.roll(3, 4)
    assert table.won(1) == [6.00 + 4.75], "fifty elevenths of a dollar are $4.545"


def _random_bets(chance: random.Random, table: Table, seat: int) -> None:
    legal = table.service.table.legal(table.service.state, table.service.now)
    acts = [act for act in legal if act.move == "place-wager" and seat in act.fields["seat"]]
    for act in chance.sample(acts, min(3, len(acts))):
        assert act.amount is not None
        table.service.do(
            PlaceWager(
                seat=seat,
                wager=act.fields["wager"][0],
                pick=act.fields["pick"][0],
                amount=min(act.amount.low + act.amount.step * chance.randint(0, 2), act.amount.high),
                by=act.by[0],
                instrument=act.fields.get("instrument", (Instrument.VALUE_CHIPS,))[0],
            )
        )


def _has_line_bet(table: Table) -> bool:
    line = ("pass", "dont-pass")
    return any(bet.wager in line and bet.seat == table.play.shooter for bet in table.play.bets)


@pytest.mark.parametrize(
    "options", [{}, {"vigorish_when": "won", "breakage": "up", "whirl_area": False, "smallest_chip": 25}]
)
@pytest.mark.clause("623a.5(i)")
def test_over_many_hands_no_chip_is_lost_and_nothing_is_charged_but_vigorish(options: dict[str, Any]) -> None:
    chance = random.Random(58)
    seats = (1, 3, 8, 13)
    table = Table(*seats, **options)
    for _ in range(40):
        if table.play.phase is Phase.CUP:
            table.shooter(chance.choice(seats))
        for seat in seats:
            _random_bets(chance, table, seat)
        if not table.play.point and not _has_line_bet(table):
            table.bet(table.play.shooter, "pass", 5)
        table.roll(chance.randint(1, 6), chance.randint(1, 6))
    tray = TRAY
    charged = set()
    for event in table.service.events:
        match event:
            case BoughtIn():
                tray -= event.amount
            case Settled(result=Result.LOSE):
                tray += event.stake
            case Settled():
                tray -= event.paid
            case VigorishCollected():
                tray += event.amount
                charged.add(event.wager.split("-")[0])
    assert table.service.state.chips["tray"] == tray
    assert charged == {"buy", "lay"}
