"""A Sic Bo game, and a whole table, in a test's hands."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from houseway.equipment.dice import Instrument
from houseway.games import submission_for
from houseway.games.sic_bo import SicBo, SicBoSubmission
from houseway.games.sic_bo.moves import ActivateShaker, EnterDice, RevealDice
from houseway.games.sic_bo.round import Phase, Round, ShakerStatus
from houseway.law import RuleViolation
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.dice_steps import InspectDice, IssueDice
from houseway.table.events import Event, Settled
from houseway.table.moves import CallNoMoreBets, Move, PlaceWager, TakeSeat
from houseway.table.procedure import Attest, OpenTable, Table
from houseway.table.roles import Role
from houseway.table.start import ShakeDice
from houseway.table.table_state import Act, TableState

FIVE_DOLLARS = 500


def sic_bo(**options: Any) -> SicBo:
    """The game under a submission given in plain values."""
    submission = submission_for("sic-bo", options)
    assert isinstance(submission, SicBoSubmission)
    return SicBo.under(submission)


class Dealing:
    """A game being dealt: moves go in, events come out, refusals change nothing."""

    def __init__(self, **options: Any) -> None:
        self.game = sic_bo(**options)
        self.state: Round = self.game.open()

    def phase(self) -> Phase:
        """How far the round has come."""
        return self.state.phase

    def make(self, *moves: Move) -> tuple[Event, ...]:
        """Make moves and return everything that happened."""
        events: list[Event] = []
        for move in moves:
            step = self.game.apply(self.state, move)
            self.state = step.state
            events.extend(step.events)
        return tuple(events)

    def refused(self, move: Move) -> RuleViolation:
        """The refusal that a move meets."""
        before = self.state
        with pytest.raises(RuleViolation) as refusal:
            self.game.apply(self.state, move)
        assert self.state == before
        return refusal.value

    def wager(self, wager: str, pick: str = "", amount: int = FIVE_DOLLARS, seat: int = 1) -> None:
        """Put chips down for a seat, taking it first."""
        if seat not in self.state.seats:
            self.make(TakeSeat(seat=seat))
        self.make(PlaceWager(seat=seat, wager=wager, pick=pick, amount=amount))

    def mix(self) -> tuple[Event, ...]:
        """Mix the dice with the shaker in use."""
        manual = self.state.shaker is ShakerStatus.MANUAL
        return self.make(ShakeDice(times=3) if manual else ActivateShaker())

    def show(self, *dice: int) -> tuple[Event, ...]:
        """Mix, call no more bets and reveal the dice."""
        one, two, three = dice
        return (*self.mix(), *self.make(CallNoMoreBets(), RevealDice(die_1=one, die_2=two, die_3=three)))

    def enter(self, *dice: int) -> tuple[Event, ...]:
        """Enter dice into the device."""
        one, two, three = dice
        return self.make(EnterDice(die_1=one, die_2=two, die_3=three))

    def toss(self, *dice: int) -> tuple[Settled, ...]:
        """Show and enter the dice; how every wager was settled, in order."""
        return lines((*self.show(*dice), *self.enter(*dice)))


def lines(events: Iterable[Event]) -> tuple[Settled, ...]:
    """The settlement lines among events."""
    return tuple(event for event in events if isinstance(event, Settled))


def names(events: Iterable[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [type(event).__name__ for event in events]


def only(events: Iterable[Event], kind: type[Event]) -> Any:
    """The one event of a kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


FRIDAY = datetime(2024, 1, 31, 18, tzinfo=UTC)
ALL_INSTRUMENTS = tuple(Instrument)


class Pit:
    """A whole table with its check-list, dice and chips."""

    def __init__(self, **options: Any) -> None:
        self.table: Table[Round] = Table(sic_bo(**options))
        self.state: TableState[Round] = self.table.start(tray=5_000_000)
        self.at = FRIDAY

    def act(self, *moves: Move) -> tuple[Event, ...]:
        """Carry out moves at the present moment."""
        events: list[Event] = []
        for move in moves:
            self.state, happened = self.table.apply(self.state, Act(move=move, who="test", at=self.at))
            events.extend(happened)
        return tuple(events)

    def refused(self, move: Move) -> RuleViolation:
        """The refusal that a move meets."""
        with pytest.raises(RuleViolation) as refusal:
            self.table.apply(self.state, Act(move=move, who="test", at=self.at))
        return refusal.value

    def wait(self, **time: float) -> None:
        """Let time pass."""
        self.at += timedelta(**time)

    def attest(self, *stages: Stage) -> tuple[Event, ...]:
        """Answer for every open line of these stages."""
        return self.act(*(attestation(step) for stage in stages for step in self.missing(stage)))

    def missing(self, stage: Stage) -> tuple[ChecklistStep, ...]:
        """The open lines of a stage."""
        return self.table.missing(self.state, stage)

    def load(self, serial: str, *, locked: bool = False, made_for_it: bool = False) -> None:
        """Issue, inspect and seal in a set of dice."""
        self.act(
            IssueDice(serial=serial, colours=("red",) * 3, for_locked_shaker=made_for_it, locked=locked),
            InspectDice(instruments=ALL_INSTRUMENTS),
        )
        self.attest(Stage.DICE)

    def opens(self, gaming_day: date | None = None) -> tuple[Event, ...]:
        """Complete the check-list and open."""
        self.attest(Stage.APPROVAL, Stage.OPENING)
        return self.act(OpenTable(gaming_day=gaming_day or self.at.date()))


def attestation(step: ChecklistStep, by: Role | None = None) -> Attest:
    """Answering for a line of the check-list."""
    reference = "BGO 2024-17" if step.stage is Stage.APPROVAL else ""
    return Attest(step=step.id, by=by or step.by[0], witness=step.witness, reference=reference)
