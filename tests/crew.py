"""A crew for tests: runs a game move by move and keeps what happened."""

from typing import Any, Generic, TypeVar

import pytest

from houseway.law import RuleViolation
from houseway.table.events import Event, Settled
from houseway.table.felt import Felt
from houseway.table.game import Game
from houseway.table.moves import Move

E = TypeVar("E", bound=Event)
State = TypeVar("State", bound=Felt)


class GameInHand(Generic[State]):
    """A game being dealt: moves go in, events come out, refusals change nothing."""

    game: Game[State]
    state: State

    def make(self, *moves: Move) -> tuple[Event, ...]:
        """Make moves and return everything that happened."""
        events: list[Event] = []
        for move in moves:
            step = self.game.apply(self.state, move)
            self.state = step.state
            events.extend(step.events)
        return tuple(events)

    def refusal(self, move: Move) -> RuleViolation:
        """The refusal that a move meets."""
        before = self.state
        with pytest.raises(RuleViolation) as refusal:
            self.game.apply(self.state, move)
        assert self.state == before
        return refusal.value

    def refused(self, move: Move) -> str:
        """The clause of the refusal that a move meets."""
        return self.refusal(move).clause.id


class Crew:
    """A game under way."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.state: Any = game.open()
        self.events: list[Event] = []

    def do(self, *moves: Move) -> list[Event]:
        """Make moves; returns the events of the last one."""
        events: tuple[Event, ...] = ()
        for move in moves:
            self.state, events = self.game.apply(self.state, move)
            self.events.extend(events)
        return list(events)

    def refused(self, move: Move) -> RuleViolation:
        """The refusal a move meets; nothing may have changed."""
        before = self.state
        with pytest.raises(RuleViolation) as refusal:
            self.game.apply(self.state, move)
        assert self.state == before
        return refusal.value

    def happened(self, kind: type[E]) -> list[E]:
        """The events of one kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def lawful(self, move: str) -> list[Any]:
        """The lawful moves of that name now."""
        return [lawful for lawful in self.game.legal(self.state) if lawful.move == move]


def lines(events: list[Event]) -> list[tuple[int, str, str, int]]:
    """Settlement lines as (seat, wager, result, paid)."""
    return [(e.seat, e.wager, e.result, e.paid) for e in events if isinstance(e, Settled)]
