"""A Craps game, and a whole table, in a test's hands."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from houseway.games.craps.game import Craps
from houseway.games.craps.moves import AcceptDice, BringInFireBets, CallThrow, NotifySurveillance, SettleBets
from houseway.games.craps.round import CrapsFelt, Phase
from houseway.games.craps.submission import CrapsSubmission
from houseway.law import RuleViolation
from houseway.money import Cents
from houseway.table.dice_play import DeclineDice, OfferDice, PassDice, ThrowDice
from houseway.table.events import Event, Settled
from houseway.table.moves import Move, PlaceWager, TakeDownWager, TakeSeat
from houseway.table.roles import Role
from houseway.table.rules import Lawful
from tests.crew import GameInHand

TEN_DOLLARS = 1000
MINI = {"form": "mini-craps", "seats": 9}
# Two dice that make each total.
DICE = {
    2: (1, 1),
    3: (1, 2),
    4: (1, 3),
    5: (2, 3),
    6: (1, 5),
    7: (3, 4),
    8: (2, 6),
    9: (4, 5),
    10: (4, 6),
    11: (5, 6),
    12: (6, 6),
}
E = TypeVar("E", bound=Event)


def submission(**options: Any) -> CrapsSubmission:
    """A submission given in plain values."""
    return msgspec.convert({"game": "craps", **options}, CrapsSubmission)


def craps(**options: Any) -> Craps:
    """The game under a submission given in plain values."""
    return Craps.under(submission(**options))


class Dealing(GameInHand[CrapsFelt]):
    """The game in a test's hands."""

    game: Craps

    def __init__(self, **options: Any) -> None:
        self.game = craps(**options)
        self.state: CrapsFelt = self.game.open()
        self.stick: Role = self.game.crew.controls[0]

    def refusal(self, move: Move) -> RuleViolation:
        """The refusal that a move meets; it is not listed as lawful either."""
        assert not self.listed(move), "a refused move is not listed as lawful"
        return super().refusal(move)

    def listed(self, move: Move) -> bool:
        """Whether the game lists this very move as lawful."""
        said = msgspec.structs.asdict(move)
        tag = move.__struct_config__.tag
        return any(
            act.move == tag
            and move.by in act.by
            and all(said[name] in values for name, values in act.fields.items())
            and (act.amount is None or said["amount"] in _amounts(act))
            for act in self.game.legal(self.state)
        )

    def acts(self, move: str) -> list[Lawful]:
        """The lawful acts of a name."""
        return [act for act in self.game.legal(self.state) if act.move == move]

    # The players.

    def seated(self, *seats: int) -> "Dealing":
        """Players come to these positions."""
        self.make(*(TakeSeat(seat=seat) for seat in seats if seat not in self.state.seats))
        return self

    def bet(self, wager: str, amount: Cents = TEN_DOLLARS, pick: str = "", seat: int = 1) -> "Dealing":
        """Put chips down for a seat, taking it first."""
        self.seated(seat)
        self.make(PlaceWager(seat=seat, wager=wager, pick=pick, amount=amount))
        return self

    def stands(self, wager: str, pick: str = "", seat: int = 1) -> Cents:
        """What stands on an area."""
        key = (seat, wager, pick)
        return sum(bet.amount for bet in self.state.bets if (bet.seat, bet.wager, bet.pick) == key)

    def take_down(self, wager: str, pick: str = "", seat: int = 1) -> tuple[Event, ...]:
        """Take a wager down."""
        return self.make(TakeDownWager(seat=seat, wager=wager, pick=pick))

    # The dice.

    def offer(self, seat: int) -> tuple[Event, ...]:
        """Offer the dice to a position."""
        return self.make(OfferDice(seat=seat, by=self.stick))

    def shooter(self, seat: int = 1) -> "Dealing":
        """Have the dice offered round until this position takes them."""
        self.seated(seat)
        for _ in range(2 * len(self.state.seats) + 1):
            (turn,) = self.acts("offer-dice")[0].fields["seat"]
            self.offer(turn)
            if turn == seat:
                self.make(AcceptDice(seat=seat))
                return self
            self.make(DeclineDice(seat=turn))
        raise AssertionError(f"the dice never came to position {seat}")

    def declined(self, *seats: int) -> "Dealing":
        """These positions are offered the dice in turn, and decline them."""
        for seat in seats:
            self.offer(seat)
            self.make(DeclineDice(seat=seat))
        return self

    def throw(self) -> tuple[Event, ...]:
        """The shooter throws, once the Fire Bets are brought in and surveillance knows of four points."""
        bring = (BringInFireBets(),) if self.acts("bring-in-fire-bets") else ()
        notify = (NotifySurveillance(by=Role.DEALER),) if self.acts("notify-surveillance") else ()
        return self.make(*bring, *notify, ThrowDice(seat=self.state.shooter))

    def call(self, die_1: int, die_2: int) -> tuple[Event, ...]:
        """The faces are called."""
        return self.make(CallThrow(die_1=die_1, die_2=die_2, by=self.stick))

    def roll(self, die_1: int, die_2: int) -> tuple[Event, ...]:
        """A whole throw: thrown, called, settled, and the dice passed back where a shooter keeps them."""
        events = (*self.throw(), *self.call(die_1, die_2), *self.make(SettleBets()))
        if self.state.phase is Phase.CENTRE:
            events += self.make(PassDice(by=self.stick))
        return events

    def rolls(self, *dice: tuple[int, int]) -> tuple[Event, ...]:
        """Several throws in turn."""
        return tuple(event for faces in dice for event in self.roll(*faces))


def on_the_line(**options: Any) -> Dealing:
    """A shooter at position 1 with ten dollars on the Pass Line, about to come out."""
    return Dealing(**options).bet("pass").shooter(1)


def come_bets_left(*others: int) -> Dealing:
    """A shooter at 1 who made his point, with a Come Bet on the 6 and no line bet."""
    table = on_the_line().seated(*others)
    table.roll(4, 4)
    table.bet("come")
    table.rolls((2, 4), (4, 4))
    assert table.stands("come", "6") == 1000
    return table


def _amounts(act: Lawful) -> range:
    assert act.amount is not None
    return range(act.amount.low, act.amount.high + 1, act.amount.step)


def lines(events: Iterable[Event]) -> list[Settled]:
    """The settlement lines among events."""
    return [event for event in events if isinstance(event, Settled)]


def only(events: Iterable[Event], kind: type[E]) -> E:
    """The one event of a kind."""
    (found,) = all_of(events, kind)
    return found


def all_of(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of a kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def names(events: Iterable[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [type(event).__name__ for event in events]
