"""Events: what happened, in the past tense, each with the clause it rests on."""

from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from operator import attrgetter, or_
from types import ModuleType
from typing import Any, ClassVar

from houseway.law import Clause
from houseway.money import Cents, Transfer
from houseway.table.forms import Renewable
from houseway.table.moves import kebab

FELT = "felt"
TRAY = "tray"


def rack(seat: int) -> str:
    """The account of the chips in front of a player."""
    return f"patron:{seat}"


class Event(Renewable, frozen=True, tag_field="event", tag=kebab, kw_only=True):
    """Something that happened at the table, the clause that governs it, and others that it fulfils as well."""

    # Pieces that it names came to their place, face down unless it says otherwise.
    deals: ClassVar[bool] = False
    # Whether it turns up what it names, whoever made the move.
    shows: ClassVar[bool] = False
    # Whether everybody saw what it names, which lies before nobody from then on.
    puts_aside: ClassVar[bool] = False
    # Whether each piece that it names lay face down until now, so that another like it that lay open is not meant.
    turns: ClassVar[bool] = False
    # Whether it names a piece that lay open, and then the one that takes its place.
    puts_right: ClassVar[bool] = False
    # Whether it decides who has chips of a pot.
    settles: ClassVar[bool] = False
    # Whether it marks what its position owes of a settlement.
    marks_debt: ClassVar[bool] = False
    # A round begins with it, or is over with it: what follows belongs to the next.
    begins_round: ClassVar[bool] = False
    ends_round: ClassVar[bool] = False

    clause: str
    also: tuple[str, ...] = ()

    def transfers(self) -> tuple[Transfer, ...]:
        """The chips that moved with this event."""
        return ()


_ID = attrgetter("id")


@dataclass(frozen=True, slots=True)
class Cites:
    """Clauses as an event cites them, told apart once for events that come again and again."""

    clause: str
    also: tuple[str, ...]

    @classmethod
    def of(cls, *clauses: Clause) -> "Cites":
        """The clause that governs, and others that the same event fulfils."""
        ids = tuple(map(_ID, clauses))
        return cls(ids[0], ids[1:])


def cited(clauses: tuple[Clause, ...]) -> dict[str, Any]:
    """The clause of an event and the others it fulfils as well."""
    ids = tuple(map(_ID, clauses))
    return {"clause": ids[0], "also": ids[1:]}


class SeatTaken(Event, frozen=True, kw_only=True):
    """A player came to a position."""

    seat: int


class SeatLeft(Event, frozen=True, kw_only=True):
    """A player left the table."""

    seat: int


class WagerPlaced(Event, frozen=True, kw_only=True):
    """Chips went down on a betting area; `total` is what stands there now."""

    seat: int
    wager: str
    pick: str
    amount: Cents
    total: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player's rack to the felt."""
        return (Transfer(rack(self.seat), FELT, self.amount),)


class WagerTakenDown(Event, frozen=True, kw_only=True):
    """A player took a wager back."""

    seat: int
    wager: str
    pick: str
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """From the felt back to the player's rack."""
        return (Transfer(FELT, rack(self.seat), self.amount),)


class WagerRaised(Event, frozen=True, kw_only=True):
    """A payout went onto a wager instead of to its player; `total` is what stands there now."""

    seat: int
    wager: str
    pick: str
    amount: Cents
    total: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """From the tray to the felt."""
        return (Transfer(TRAY, FELT, self.amount),)


class Result(StrEnum):
    """How a wager ended."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"
    # Given up for part of the stake: only a line that says how much the house keeps has it.
    SURRENDERED = "surrendered"
    # Not decided yet: the wager stays for what comes next, and no line settles it.
    STANDS = "stands"


class Settled(Event, frozen=True, kw_only=True):
    """One settlement line: `clause` decided the result, `pays` is the paytable line, `order` its place in the sequence."""

    seat: int
    wager: str
    pick: str
    stake: Cents
    result: Result
    paid: Cents
    odds: str
    pays: str
    order: str

    @property
    def lost(self) -> Cents:
        """What of the stake its player lost."""
        return self.stake if self.result is Result.LOSE else 0

    def transfers(self) -> tuple[Transfer, ...]:
        """A loser's stake goes to the tray; any other stake goes back, a winner's with the payment."""
        if self.result is Result.LOSE:
            return (Transfer(FELT, TRAY, self.stake),)
        back = Transfer(FELT, rack(self.seat), self.stake)
        return (back, Transfer(TRAY, rack(self.seat), self.paid)) if self.paid else (back,)


class Surrendered(Settled, frozen=True, kw_only=True):
    """One settlement line of a wager that its player gave up: the house has `kept` part of the stake, the rest is back."""

    kept: Cents
    result: Result = Result.SURRENDERED

    @property
    def lost(self) -> Cents:
        """What the house keeps."""
        return self.kept

    def transfers(self) -> tuple[Transfer, ...]:
        """What is kept goes to the tray, the rest of the stake back."""
        return (Transfer(FELT, TRAY, self.kept), Transfer(FELT, rack(self.seat), self.stake - self.kept))


class VigorishCollected(Event, frozen=True, kw_only=True):
    """The house took its charge on a wager."""

    seat: int
    wager: str
    pick: str
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player to the tray."""
        return (Transfer(rack(self.seat), TRAY, self.amount),)


class VigorishRefunded(Event, frozen=True, kw_only=True):
    """A charge went back with a wager that was never decided."""

    seat: int
    wager: str
    pick: str
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """From the tray to the player."""
        return (Transfer(TRAY, rack(self.seat), self.amount),)


class Brought(Event, frozen=True, kw_only=True):
    """A piece came to the table, and the clock of its time in use starts."""

    piece: ClassVar[str] = "deck"

    serial: str


class BonusPaid(Event, frozen=True, kw_only=True):
    """A bonus without a stake of its own was paid on the wager `base`; `pays` is its paytable line."""

    seat: int
    bonus: str
    base: str
    paid: Cents
    odds: str
    pays: str

    def transfers(self) -> tuple[Transfer, ...]:
        """Out of the tray to the player."""
        return (Transfer(TRAY, rack(self.seat), self.paid),)


class IrregularityCalled(Event, frozen=True, kw_only=True):
    """An irregularity was called, by whom, and what the law orders for it."""

    irregularity: str
    by: str
    remedy: str


class DiceRetired(Event, frozen=True, kw_only=True):
    """The set of dice may not be used again; a new one is needed before the next throw."""

    reason: str


class DiceToReinspect(Event, frozen=True, kw_only=True):
    """The dice must be inspected again before the next throw."""

    reason: str


class GamingCeased(Event, frozen=True, kw_only=True):
    """Play stopped until what the clause names is put right."""

    until: str


class GamingResumed(Event, frozen=True, kw_only=True):
    """What had stopped play was put right."""

    fixed: str


class NoMoreBetsCalled(Event, frozen=True, kw_only=True):
    """The dealer announced no more bets; the wagers stand as they lie."""

    begins_round: ClassVar[bool] = True


# The events that any game may have; a game adds its own.
COMMON_EVENTS = (
    SeatTaken
    | SeatLeft
    | WagerPlaced
    | WagerTakenDown
    | WagerRaised
    | Settled
    | Surrendered
    | BonusPaid
    | VigorishCollected
    | VigorishRefunded
    | IrregularityCalled
    | DiceRetired
    | DiceToReinspect
    | GamingCeased
    | GamingResumed
    | NoMoreBetsCalled
)


def union_of(*modules: ModuleType) -> Any:
    """The type that a game's events are read back as: those that any game may have, and all that these modules name."""
    named = (kind for module in modules for kind in vars(module).values())
    own = tuple(kind for kind in named if isinstance(kind, type) and issubclass(kind, Event))
    return reduce(or_, (kind for kind in own if kind not in (Event, Brought)), COMMON_EVENTS)
