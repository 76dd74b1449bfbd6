"""A Poker table for tests: moves in few words, and what they led to."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from houseway.games.poker import Poker, PokerSubmission
from houseway.games.poker.dealing import due
from houseway.games.poker.events import PotAwarded
from houseway.games.poker.moves import (
    BeginHand,
    BringIn,
    BurnCard,
    Call,
    Check,
    DrawCards,
    FoldHand,
    MakeBet,
    MuckHand,
    PostBlind,
    RaiseTo,
    ShowHand,
    Straddle,
)
from houseway.law import RuleViolation
from houseway.table.card_play import Deal
from houseway.table.events import Event
from houseway.table.moves import Move

SECTIONS = {"637a.19": "five-card-omaha-high", "637a.20": "triple-draw-2-7", "637a.21": "badugi"}
DRAWS = {number: name for number, name in SECTIONS.items() if number != "637a.19"}

_SAID: dict[str, Callable[[int], Move]] = {
    "post": lambda seat: PostBlind(seat=seat),
    "straddle": lambda seat: Straddle(seat=seat),
    "in": lambda seat: BringIn(seat=seat),
    "fold": lambda seat: FoldHand(seat=seat),
    "check": lambda seat: Check(seat=seat),
    "call": lambda seat: Call(seat=seat),
    "muck": lambda seat: MuckHand(seat=seat),
}


def each(paragraph: str, names: dict[str, str] = SECTIONS) -> list[Any]:
    """The same paragraph of each section, with the variant that is played by it."""
    return [
        pytest.param(name, id=name, marks=pytest.mark.clause(f"{number}{paragraph}"))
        for number, name in names.items()
    ]


def codes(cards: str) -> tuple[str, ...]:
    """Cards written one after the other."""
    return tuple(cards[at : at + 2] for at in range(0, len(cards), 2))


@dataclass
class Table:
    """A table of so many players with these chips; `did` is what happened since it was last asked."""

    variant: str = "holdem"
    chips: tuple[int, ...] = (10_000, 10_000, 10_000)
    options: dict[str, Any] = field(default_factory=dict)
    did: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        chosen = {"seats": max(len(self.chips), 2), **self.options}
        self.game = Poker(PokerSubmission(variant=self.variant, **chosen))
        seats = tuple(range(1, len(self.chips) + 1))
        self.state = self.game.seated(dict(zip(seats, self.chips, strict=True)))

    def do(self, *moves: Move) -> "Table":
        for move in moves:
            if isinstance(move, BeginHand):
                # Another deck than that of the last hand, shuffled and in the dealer's hand.
                self.state = msgspec.structs.replace(self.state, kit=self.game.ready().kit)
            step = self.game.apply(self.state, move)
            self.state = step.state
            self.did.extend(step.events)
        return self

    def say(self, told: str) -> "Table":
        """Moves such as "1 call, 2 raise 800, burn, deal As Kd, 3 draw 2c, 1 show"."""
        return self.do(*(self._move(one.split()) for one in told.split(",")))

    def _move(self, words: list[str]) -> Move:
        match words:
            case ["begin"]:
                return BeginHand()
            case ["burn"]:
                return BurnCard()
            case ["deal", *cards]:
                return Deal(cards=tuple(cards))
            case [seat, "bet", amount]:
                return MakeBet(seat=int(seat), amount=int(amount))
            case [seat, "raise", amount]:
                return RaiseTo(seat=int(seat), amount=int(amount))
            case [seat, "draw", *cards]:
                return DrawCards(seat=int(seat), discards=tuple(cards))
            case [seat, "show", *cards]:
                return ShowHand(seat=int(seat), cards=tuple(cards))
            case [seat, word]:
                return _SAID[word](int(seat))
        raise ValueError(words)

    def begin(self) -> "Table":
        """The hand begun and every Blind posted."""
        self.say("begin")
        while self.state.to_post:
            self.say(f"{self.state.to_post[0][0]} post")
        return self

    def hands(self, *hands: str) -> "Table":
        """The first cards dealt, by position; what is not written is dealt unseen."""
        told = {seat: list(codes(cards)) for seat, cards in enumerate(hands, start=1)}
        cards = tuple(told[seat].pop(0) if told.get(seat) else "??" for seat, _ in due(self.game, self.state))
        return self.do(Deal(cards=cards))

    def rest(self) -> "Table":
        """Nobody bets any more: checks and calls, unseen cards and standing pat, up to the showdown."""
        while self.state.phase not in ("showdown", "between-hands"):
            asked = self.state.betting.asked if self.state.betting else None
            if self.state.to_burn:
                self.say("burn")
            elif asked is not None:
                called = self.state.betting is not None and asked.bet < self.state.betting.to_call
                self.say(f"{asked.seat} {'call' if called else 'check'}")
            elif self.state.drawing:
                self.say(f"{self.state.drawing[0]} draw")
            else:
                left = self.state.left(self.game.variant)
                self.do(Deal(cards=left[: len(due(self.game, self.state))]))
        return self

    def board(self, cards: str) -> "Table":
        """Everybody checks or calls through to the showdown on this board."""
        left = list(codes(cards))
        while self.state.phase != "showdown":
            asked = self.state.betting.asked if self.state.betting else None
            if self.state.to_burn:
                self.say("burn")
            elif asked is not None:
                called = self.state.betting is not None and asked.bet < self.state.betting.to_call
                self.say(f"{asked.seat} {'call' if called else 'check'}")
            else:
                many = len(due(self.game, self.state))
                self.do(Deal(cards=tuple(left[:many])))
                del left[:many]
        return self

    def show(self) -> "Table":
        """Everybody shows what is known."""
        for holder in self.state.live:
            if not holder.shown and self.state.holders:
                self.do(ShowHand(seat=holder.seat))
        return self

    def legal(self) -> tuple[Any, ...]:
        return self.game.legal(self.state)

    def stacks(self) -> tuple[int, ...]:
        return tuple(chips for _, chips in self.state.racks)

    def awards(self) -> list[tuple[int, str, int]]:
        return [(event.seat, event.side, event.amount) for event in self.did if isinstance(event, PotAwarded)]

    def events(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.did if isinstance(event, kind)]

    def refused(self, told: str) -> RuleViolation:
        """The refusal of one move."""
        before = msgspec.structs.replace(self.state, kit=self.game.ready().kit)
        self.state = before
        with pytest.raises(RuleViolation) as caught:
            self.say(told)
        assert self.state == before
        return caught.value

    def rest_of_stud(self) -> "Table":
        """Everybody stays to the last card of a stud hand."""
        while self.state.phase != "showdown":
            asked = self.state.betting.asked if self.state.betting else None
            if self.state.phase == "bringing-in":
                self.say(f"{self.state.bringing[0]} in")
            elif self.state.to_burn:
                self.say("burn")
            elif asked is not None:
                called = self.state.betting is not None and asked.bet < self.state.betting.to_call
                self.say(f"{asked.seat} {'call' if called else 'check'}")
            else:
                left = self.state.left(self.game.variant)
                self.do(Deal(cards=left[: len(due(self.game, self.state))]))
        return self
