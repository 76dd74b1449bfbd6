"""Random lawful layouts settled twice: by the game, and by `literal`, which was written from the text alone.

`HOUSEWAY_CRAPS_ROLLS` says how many rolls to compare. Every session follows from its number, which a difference is told
with.
"""

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

import msgspec
import pytest

from houseway.games.craps.bonus import BONUS_WAGERS
from houseway.games.craps.events import ButtonSet, WagerReduced
from houseway.games.craps.fire import FirePaytable, is_surveillance_due
from houseway.games.craps.game import Craps
from houseway.games.craps.moves import (
    AcceptDice,
    BringInFireBets,
    CallOff,
    CallOn,
    CallThrow,
    NotifySurveillance,
    ReduceWager,
    RollForComeBets,
    SettleBets,
)
from houseway.games.craps.round import CrapsFelt, Phase
from houseway.games.craps.shooter import may_roll_for_come_bets, next_offer
from houseway.games.craps.submission import CrapsSubmission
from houseway.games.craps.wagers import BASE_OF, CATALOGUE, COME_OUT, EDITION_2013, ODDS_OF, catalogue
from houseway.law import RuleViolation
from houseway.submission import require_lawful
from houseway.table.dice_play import DeclineDice, OfferDice, PassDice, ThrowDice
from houseway.table.events import (
    Event,
    Result,
    Settled,
    VigorishCollected,
    VigorishRefunded,
    WagerPlaced,
    WagerTakenDown,
)
from houseway.table.moves import Move, PlaceWager, Report, TakeDownWager, TakeSeat
from houseway.table.roles import Role
from houseway.table.wagers import Bet
from tests.games.craps import literal

ROLLS = int(os.environ.get("HOUSEWAY_CRAPS_ROLLS", "50000"))
ROLLS_IN_A_SESSION = 2000

MOST_BETS_BEFORE_A_ROLL = 6
LINE = ("pass", "dont-pass")
FOR_A_NEW_SHOOTER = ("fire-bet", *BONUS_WAGERS)
# How often a 7 is thrown again: without that few sessions would see six points made, or all numbers thrown.
LUCK = (0, 0.5, 0.85, 0.95)

# How often each wager came out which way, and at which odds.
Decided = Counter[tuple[str, Result, str]]


def submission(dice: Random) -> CrapsSubmission:
    """Any lawful choices that bear on settlement."""
    mini = dice.random() < 0.2
    boxperson = not mini or dice.random() < 0.5
    edition = dice.choice(("623a-2013", "623a-2013", "623a-2011"))
    options: dict[str, Any] = {
        "game": "craps",
        "form": "mini-craps" if mini else "craps",
        "seats": 9 if mini else 16,
        "dealer_as_boxperson": mini and boxperson,
        "edition": edition,
        "odds": dice.choice(("1x", "2x", "3-4-5x", "10x")),
        "fire_paytable": dice.choice("AB"),
        "lay_bets": dice.choice(("in-addition", "in-addition", "instead")),
        "vigorish_percent": str(dice.randint(0, 5)),
        "vigorish_when": dice.choice(("placed", "won")),
        "horn_high_area": dice.random() < 0.7,
        "whirl_area": dice.random() < 0.7,
        "come_odds_rest": dice.random() < 0.3,
        "bonus_again_after_seven": boxperson and edition == "623a-2013" and dice.random() < 0.5,
        "smallest_chip": dice.choice((25, 50, 100)),
        "breakage": dice.choice(("refuse", "up")),
    }
    chosen = msgspec.convert(options, CrapsSubmission)
    require_lawful(chosen)
    return chosen


class Session:
    """A game and its literal twin, kept in step move by move."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.chance = Random(number)
        self.luck = self.chance.choice(LUCK)
        self.submission = submission(self.chance)
        self.game = Craps.under(self.submission)
        self.state: CrapsFelt = self.game.open()
        # Odds go behind what stands; the line is bet more often than anything else.
        offered = sorted(self.game.betting.offered - frozenset(BASE_OF))
        self.wagers = [*offered, *(name for name in offered if name in ODDS_OF for _ in range(5))]
        self.twin = literal.Table(
            chip=self.submission.smallest_chip,
            fire_table=self.submission.fire_paytable,
            vigorish=int(self.submission.vigorish_percent),
            vigorish_when=self.submission.vigorish_when,
            come_odds_rest=self.submission.come_odds_rest,
        )
        self.decided: Decided = Counter()
        self.rolls = 0
        for seat in self.chance.sample(range(1, self.submission.seats + 1), self.chance.randint(1, 5)):
            self.make(TakeSeat(seat=seat))

    def play(self, rolls: int) -> Decided:
        """Roll so often, with betting before every roll."""
        while self.rolls < rolls:
            if self.state.phase in (Phase.CUP, Phase.OFFERED):
                self._find_shooter()
            elif self.state.phase is Phase.HAND:
                self._bet()
                if self.state.phase is Phase.HAND:
                    self._throw()
            else:
                self.make(PassDice(by=self._stick))
        return self.decided

    @property
    def _stick(self) -> Role:
        return self.game.crew.controls[0]

    def make(self, move: Move) -> tuple[Event, ...]:
        """Make a move in both, but for settlement."""
        step = self.game.apply(self.state, move)
        self.state, events = step.state, step.events
        charged = owed = 0
        for event in events:
            match event:
                case WagerPlaced():
                    owed += self.twin.put(_key(event), event.total)
                case WagerTakenDown():
                    owed += self.twin.put(_key(event), 0)
                case WagerReduced():
                    owed += self.twin.put(_key(event), event.left)
                case ButtonSet():
                    self.twin.buttons ^= {_key(event)}
                case VigorishCollected():
                    charged += event.amount
                case VigorishRefunded():
                    charged -= event.amount
        assert charged == owed, self._told(f"a vigorish of {charged}, not {owed}, by {move}")
        return events

    def tried(self, move: Move) -> None:
        """Make a move if it is lawful now."""
        try:
            self.make(move)
        except RuleViolation:
            return

    # Who shoots.

    def _find_shooter(self) -> None:
        asked = self.state.offered
        if self.state.phase is Phase.CUP:
            if may_roll_for_come_bets(self.state):
                self.make(RollForComeBets(seat=self.state.last_shooter))
            else:
                self.make(OfferDice(seat=next_offer(self.state), by=self._stick))
        elif self.chance.random() < (0.8 if self._come_bets_wait else 0.1):
            self.make(DeclineDice(seat=asked))
        else:
            self.make(AcceptDice(seat=asked))

    @property
    def _come_bets_wait(self) -> bool:
        """Whether Come Bets stand that could be rolled for without a line bet."""
        return not self.state.point and any(bet.wager in ("come", "dont-come") for bet in self.state.bets)

    # Betting.

    def _bet(self) -> None:
        if self.state.shooter != self.state.came_out and self.chance.random() < 0.8:
            wager = self.chance.choice(FOR_A_NEW_SHOOTER)
            if wager in self.game.betting.offered:
                self._place(self.chance.choice(self.state.seats), wager, "")
        for _ in range(self.chance.randint(0, MOST_BETS_BEFORE_A_ROLL)):
            kind = self.chance.random()
            if kind < 0.7:
                self._place(self.chance.choice(self.state.seats), self.chance.choice(self.wagers), "")
            elif kind < 0.85:
                self._take_odds()
            elif self.state.bets:
                self._change(self.chance.choice(self.state.bets))
        shooter, begins = self.state.shooter, not self.state.point and not self.state.come_only
        if begins and not any(bet.seat == shooter and bet.wager in LINE for bet in self.state.bets):
            # A shooter who does not bet the line again gives up the dice.
            if self.chance.random() < (0.3 if self._come_bets_wait else 0.02):
                self.make(DeclineDice(seat=shooter))
                return
            wager = self.chance.choice(LINE)
            withdrawn = (shooter, wager, "") in self.state.withdrawn
            self._place(shooter, "pass" if withdrawn else wager, "")
        elif self.chance.random() < 0.01:
            self.make(DeclineDice(seat=shooter))
            return
        if any(bet.wager == "fire-bet" and not bet.pick for bet in self.state.bets) and begins:
            self.make(BringInFireBets())

    def _place(self, seat: int, wager: str, pick: str) -> None:
        room = self.game.wagering.room(self.state, seat, self.game.catalogue[wager], pick)
        if room is not None:
            steps = min((room.high - room.low) // room.step, 40)
            amount = room.low + room.step * self.chance.randint(0, steps)
            self.tried(PlaceWager(seat=seat, wager=wager, pick=pick, amount=amount))

    def _take_odds(self) -> None:
        based = [bet for bet in self.state.bets if f"{bet.wager}-odds" in BASE_OF]
        if based:
            bet = self.chance.choice(based)
            number = bet.pick or str(self.state.point or "")
            if number:
                self._place(bet.seat, f"{bet.wager}-odds", number)

    def _change(self, bet: Bet) -> None:
        area: dict[str, Any] = {"seat": bet.seat, "wager": bet.wager, "pick": bet.pick}
        if bet.wager in COME_OUT or bet.wager == "come-odds":
            self.tried(self.chance.choice((CallOn, CallOff))(**area))
        elif self.chance.random() < 0.5:
            self.tried(TakeDownWager(**area))
        else:
            chip = self.submission.smallest_chip
            self.tried(ReduceWager(**area, amount=self.chance.randint(1, bet.amount // chip) * chip))

    # Rolling.

    def _throw(self) -> None:
        if is_surveillance_due(self.state):
            self.make(NotifySurveillance(by=Role.DEALER))
        self.make(ThrowDice(seat=self.state.shooter))
        die_1, die_2 = self._dice()
        if self.chance.random() < 0.01:
            self.make(Report(irregularity="die-stacked", by=self._stick))
            return
        self.make(CallThrow(die_1=die_1, die_2=die_2, by=self._stick))
        come_only = self.state.come_only
        self.state, events = self.game.apply(self.state, SettleBets())
        self.rolls += 1
        self._compare(events, *self.twin.roll(die_1, die_2, come_bets_only=come_only), (die_1, die_2))

    def _dice(self) -> tuple[int, int]:
        while True:
            die_1, die_2 = self.chance.randint(1, 6), self.chance.randint(1, 6)
            if die_1 + die_2 != 7 or self.chance.random() >= self.luck:
                return die_1, die_2

    def _compare(
        self,
        events: Iterable[Event],
        gains: dict[literal.Key, int],
        taken: dict[literal.Key, int],
        dice: tuple[int, int],
    ) -> None:
        paid: Counter[literal.Key] = Counter()
        charged: Counter[literal.Key] = Counter()
        for event in events:
            if isinstance(event, Settled):
                paid[_key(event)] += -event.stake if event.result is Result.LOSE else event.paid
                self.decided[event.wager, event.result, event.odds] += 1
            elif isinstance(event, VigorishCollected):
                charged[_key(event)] += event.amount
        assert dict(paid) == gains, self._told(f"{dice} pays {dict(paid)}, not {gains}")
        assert dict(charged) == {key: amount for key, amount in taken.items() if amount}, self._told(
            f"{dice} is charged {dict(charged)}, not {taken}"
        )
        left = {_key(bet): bet.amount for bet in self.state.bets}
        assert left == self.twin.bets, self._told(f"{dice} leaves {left}, not {self.twin.bets}")
        markers = self.state.point, set(self.state.fire), _numbers(self.state.bonus), set(self.state.buttons)
        twins = self.twin.point, self.twin.points_made, self.twin.thrown, self.twin.buttons
        assert markers == twins, self._told(f"{dice} leaves {markers}, not {twins}")

    def _told(self, difference: str) -> str:
        return f"session {self.number}, roll {self.rolls}: {difference}"


def _key(on: Bet | Any) -> literal.Key:
    """A wager's seat, name and number; a Fire Bet is the same on its spot and before the boxperson."""
    return on.seat, on.wager, "" if on.wager == "fire-bet" else on.pick


def _numbers(mask: int) -> set[int]:
    return {number for number in range(2, 13) if mask >> number & 1}


def _play(number: int) -> Decided:
    return Session(number).play(ROLLS_IN_A_SESSION)


@pytest.fixture(scope="module")
def decided() -> Decided:
    """How the wagers came out in all sessions, played without a difference on as many processors as there are."""
    sessions = range(max(1, ROLLS // ROLLS_IN_A_SESSION))
    with ProcessPoolExecutor(os.cpu_count(), mp_context=multiprocessing.get_context("fork")) as pool:
        return sum(pool.map(_play, sessions), Counter())


def test_game_and_text_settle_every_roll_alike(decided: Decided) -> None:
    assert decided.total() > ROLLS


def test_every_wager_was_lost_and_paid_on_every_line(decided: Decided) -> None:
    wagers = [*CATALOGUE.values(), catalogue(EDITION_2013, FirePaytable.B)["fire-bet"]]
    for wager in wagers:
        assert decided[wager.name, Result.LOSE, ""], wager.name
        for line in wager.paytable:
            assert decided[wager.name, Result.WIN, str(line.odds)], line.label


def test_what_goes_back_went_back(decided: Decided) -> None:
    assert decided["dont-pass", Result.PUSH, ""]
    assert decided["dont-come", Result.PUSH, ""]
    assert decided["come-odds", Result.RETURNED, ""]
