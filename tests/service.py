"""A table in service for tests: people, moments and chips around a game, without a journal."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from houseway.equipment.dice import Instrument
from houseway.law import RuleViolation
from houseway.table.checklist import Stage
from houseway.table.chip_steps import BuyIn
from houseway.table.days import GamingDays
from houseway.table.dice_steps import InspectDice, IssueDice
from houseway.table.events import Event
from houseway.table.game import Game
from houseway.table.moves import Move, TakeSeat
from houseway.table.procedure import Attest, OpenTable, Table
from houseway.table.table_state import Act

NOON = datetime(2024, 5, 4, 12, tzinfo=UTC)
GAMING_DAY = date(2024, 5, 4)
TRAY = 10_000_000
ALL_INSTRUMENTS = tuple(Instrument)


class Service:
    """A table, its state and the clock on the wall."""

    def __init__(self, game: Game[Any], days: GamingDays | None = None) -> None:
        self.table: Table[Any] = Table(game, days)
        self.state = self.table.start(TRAY)
        self.now = NOON
        self.who = "tester"
        self.events: list[Event] = []

    def do(self, *moves: Move) -> list[Event]:
        """Make moves at the present moment; returns the events of the last one."""
        events: tuple[Event, ...] = ()
        for move in moves:
            self.state, events = self.table.apply(self.state, Act(move=move, who=self.who, at=self.now))
            self.events.extend(events)
        return list(events)

    def refused(self, move: Move) -> RuleViolation:
        """The refusal a move meets; nothing may have changed."""
        before = self.state
        with pytest.raises(RuleViolation) as refusal:
            self.table.apply(self.state, Act(move=move, who=self.who, at=self.now))
        assert self.state == before
        return refusal.value

    def later(self, **span: float) -> "Service":
        """Time goes by."""
        self.now += timedelta(**span)
        return self

    def new_dice(self, serial: str = "A-1", **more: Any) -> "Service":
        """A fresh set, issued and inspected, with its part of the check-list."""
        assert self.table.game.dice is not None, "this game has no dice"
        self.do(IssueDice(serial=serial, colours=self.table.game.dice.colours, **more))
        self.do(InspectDice(instruments=ALL_INSTRUMENTS, by=self.table.game.dice_handling.inspectors[0]))
        return self.attest(Stage.DICE)

    def attest(self, *stages: Stage) -> "Service":
        """Everything on the check-list for these stages."""
        for stage in stages:
            for step in self.table.missing(self.state, stage):
                reference = "ref 1" if stage is Stage.APPROVAL else ""
                self.do(Attest(step=step.id, by=step.by[0], witness=step.witness, reference=reference))
        return self

    def ready(self) -> "Service":
        """Everything done that opening takes, but the opening itself."""
        if self.table.game.dice is not None:
            self.new_dice()
        return self.attest(Stage.APPROVAL, Stage.OPENING)

    def today(self) -> date:
        """The gaming day."""
        return self.now.date()

    def opened(self) -> "Service":
        """Everything done that opening takes, and the table open."""
        self.ready().do(OpenTable(gaming_day=self.today()))
        return self

    def seated(self, **chips: int) -> "Service":
        """Players with chips, for instance seat_1=100_000."""
        for name, amount in chips.items():
            seat = int(name.removeprefix("seat_"))
            self.do(TakeSeat(seat=seat), BuyIn(seat=seat, amount=amount))
        return self

    def chips(self) -> int:
        """All chips and cash in the table's accounts."""
        return sum(self.state.chips.values())
