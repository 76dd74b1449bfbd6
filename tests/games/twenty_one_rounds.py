"""Rounds of twenty-one at random, for settling them a second time: what was told of each, and how the game settled it.

Nothing here knows a rule but what cards count; which decisions there are is asked of the game.
"""

import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from houseway.table.card_play import Deal
from houseway.table.events import BonusPaid, Settled
from houseway.table.moves import Move, PlaceWager, TakeSeat
from houseway.table.shoe_play import Decide
from houseway.table.twenty_one import TwentyOne
from houseway.table.twenty_one_play import CheckHole, TurnHole

SEATS = (1, 2, 4, 6)
RANKS = "23456789TJQKA"

# Position, wager, pick, result, and what the player is up or down by it.
Line = tuple[int, str, str, str, int]


class Told(NamedTuple):
    """A round as somebody wrote it down: wagers by name and position, cards in shoe order, decisions with what was put up."""

    wagers: dict[str, dict[int, int]]
    cards: list[str]
    decisions: list[tuple[int, int, str, int]]
    even_money: list[int]

    def on(self, wager: str) -> dict[int, int]:
        """What was wagered on it by position."""
        return dict(self.wagers.get(wager, {}))


def count(hand: list[str]) -> int:
    """Two to nine their number, tens and court cards ten, an ace eleven or one."""
    value = 0
    for card in hand:
        value += {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}.get(card[0]) or int(card[0])
    for card in hand:
        if card[0] == "A" and value > 21:
            value -= 10
    return value


def decks(number: int, *, without: str = "") -> list[str]:
    """All cards of so many decks."""
    return [rank + suit for rank in RANKS if rank not in without for suit in "cdhs"] * number


def nothing() -> Move | None:
    """No other move is due."""
    return None


class RandomRound:
    """A round under way; `eager` are decisions that are rare in life and what goes wrong here, `ardour` how often one is preferred."""

    def __init__(
        self,
        game: TwentyOne[Any],
        chance: random.Random,
        shoe: Iterable[str],
        *,
        eager: Iterable[str],
        ardour: float,
        state: Any = None,
    ) -> None:
        self.game, self.chance, self.shoe = game, chance, iter(shoe)
        self.eager, self.ardour = frozenset(eager), ardour
        self.state = game.ready() if state is None else state
        self.told = Told({}, [], [], [])
        self.lines: list[Line] = []

    def do(self, move: Move) -> None:
        """A move is made, and what it settles noted."""
        self.state, events = self.game.apply(self.state, move)
        for event in events:
            if isinstance(event, Settled):
                net = event.paid - event.lost
                self.lines.append((event.seat, event.wager, event.pick, str(event.result), net))
            elif isinstance(event, BonusPaid):
                self.lines.append((event.seat, event.bonus, "", "", event.paid))

    def seated(self, most: int = len(SEATS)) -> list[int]:
        """Some positions are taken, in any order."""
        seats = self.chance.sample(SEATS, self.chance.randint(1, most))
        for seat in seats:
            self.do(TakeSeat(seat=seat))
        return seats

    def wager(self, seat: int, name: str, amount: int) -> None:
        """Chips go down before the cards, or for Insurance."""
        self.do(PlaceWager(seat=seat, wager=name, amount=amount))
        self.told.wagers.setdefault(name, {})[seat] = amount

    def deal(self) -> None:
        """The next card leaves the shoe."""
        card = next(self.shoe)
        self.told.cards.append(card)
        self.do(Deal(cards=(card,)))

    def to_its_end(self, insured: Callable[[], None], due: Callable[[], Move | None] = nothing) -> None:
        """Everything to the end of the round; `insured` makes Insurance where it is open, `due` is a move of the game's own."""
        while self.state.phase != "betting":
            own = due()
            if own is not None:
                self.do(own)
            elif (turn := self.game.turn(self.state)) is not None:
                self._decide(turn)
            elif self.game.due(self.state) is not None:
                self.deal()
            elif self.state.phase in ("insurance", "checking"):
                if self.state.phase == "insurance":
                    insured()
                self.do(CheckHole())
            else:
                self.do(TurnHole())

    def _decide(self, turn: Any) -> None:
        eager = [what for what in turn.decisions if what in self.eager]
        what = self.chance.choice(eager if eager and self.chance.random() < self.ardour else turn.decisions)
        room = turn.amounts.get(what)
        amount = self.chance.randrange(room.low, room.high + 1, room.step) if room else 0
        self.told.decisions.append((*turn.place, what, amount))
        self.do(Decide(seat=turn.place.seat, hand=turn.place.hand, decision=what, amount=amount))
