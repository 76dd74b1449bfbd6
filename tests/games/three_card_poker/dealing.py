"""A Three Card Poker table in a test's hands."""

from datetime import UTC, datetime
from typing import Any

from houseway.games import submission_for
from houseway.games.three_card_poker import ThreeCardPoker, ThreeCardPokerSubmission
from houseway.games.three_card_poker.moves import RevealHand, TurnDealer
from houseway.table.card_play import Fold
from houseway.table.events import BonusPaid, Event, Settled
from houseway.table.meter import Meter
from houseway.table.moves import CallNoMoreBets, PlaceWager
from houseway.table.progressive_events import CollectProgressive
from houseway.table.rules import Lawful
from tests.cards import deal, loaded, stub_away
from tests.service import Service

MD = "36.05.14"
# A moment at which each text governs.
DAYS = {
    "md-2013": datetime(2013, 8, 1, 12, tzinfo=UTC),
    "md-2014": datetime(2014, 8, 1, 12, tzinfo=UTC),
    "649a-2014": datetime(2014, 8, 1, 12, tzinfo=UTC),
}


def submission(**options: Any) -> ThreeCardPokerSubmission:
    """A Rules Submission from plain values."""
    chosen = submission_for("three-card-poker", options)
    assert isinstance(chosen, ThreeCardPokerSubmission)
    return chosen


def poker(**options: Any) -> ThreeCardPoker:
    """The game under a submission that must be lawful."""
    chosen = submission(**options)
    assert not list(chosen.findings())
    return ThreeCardPoker.under(chosen)


class Pit:
    """An open table with a loaded deck and players who have chips."""

    def __init__(self, *seats: int, chips: int = 1_000_000, **options: Any) -> None:
        self.service = Service(poker(**options))
        self.service.now = DAYS[self.game.submission.edition]
        self.service.opened()
        self.service.seated(**{f"seat_{seat}": chips for seat in seats or (1,)})
        loaded(self.service)

    @property
    def game(self) -> ThreeCardPoker:
        game = self.service.table.game
        assert isinstance(game, ThreeCardPoker)
        return game

    @property
    def play(self) -> Any:
        """The round as it stands."""
        return self.service.state.play

    @property
    def meter(self) -> Meter:
        meter: Meter = self.play.progressive.meter
        return meter

    def rack(self, seat: int) -> int:
        """The chips in front of a player."""
        return self.service.state.chips.get(f"patron:{seat}", 0)

    def tray(self) -> int:
        return self.service.state.chips["tray"]

    def wager(self, seat: int, **amounts: int) -> "Pit":
        """Wagers of a position in dollars, for instance ante=10, pair_plus=5."""
        for wager, amount in amounts.items():
            name = wager.replace("_", "-")
            self.service.do(PlaceWager(seat=seat, wager=name, amount=amount * 100))
        return self

    def close(self) -> "Pit":
        """No more bets, and the progressive chips collected."""
        made = sum(bet.wager == "progressive" for bet in self.play.bets)
        self.service.do(CallNoMoreBets())
        if made:
            self.service.do(CollectProgressive(counted=made))
        return self

    def deal(self, **hands: str) -> "Pit":
        """Bets closed, these hands dealt and the stub put away."""
        self.close()
        deal(self.service, **hands)
        stub_away(self.service)
        return self

    def plays(self, *seats: int) -> "Pit":
        """These positions match their Ante."""
        for seat in seats:
            ante = next(bet.amount for bet in self.play.bets if (bet.seat, bet.wager) == (seat, "ante"))
            self.service.do(PlaceWager(seat=seat, wager="play", amount=ante))
        return self

    def folds(self, *seats: int) -> "Pit":
        """These positions fold, knowing of a paying Pair Plus hand where the table says that there is one."""
        for seat in seats:
            (fold,) = self.listed("fold")
            self.service.do(Fold(seat=seat, knowing=fold.fields["knowing"][0]))
        return self

    def listed(self, move: str) -> list[Lawful]:
        """How the table lists a move as things stand."""
        legal = self.service.table.legal(self.service.state, self.service.now)
        return [act for act in legal if act.move == move]

    def showdown(self, *seats: int) -> list[Event]:
        """The dealer's hand and then these positions turned over; everything that happened."""
        turned = self.service.do(TurnDealer())
        return [*turned, *self.showdown_of(*seats)]

    def showdown_of(self, *seats: int) -> list[Event]:
        """These positions turned over, the dealer's hand lying open; everything that happened."""
        return [event for seat in seats for event in self.service.do(RevealHand(seat=seat))]


def lines(events: list[Event]) -> list[tuple[int, str, str, int]]:
    """What was settled and paid, as (position, wager or bonus, result, dollars paid)."""
    found = []
    for event in events:
        if isinstance(event, Settled):
            found.append((event.seat, event.wager, str(event.result), event.paid // 100))
        elif isinstance(event, BonusPaid):
            found.append((event.seat, event.bonus, "paid", event.paid // 100))
    return found


def cited(events: list[Event]) -> set[str]:
    """Every clause of Maryland's chapter that the events name, without the chapter."""
    every = {clause for event in events for clause in (event.clause, *event.also)}
    every |= {getattr(event, name, "") for event in events for name in ("pays", "order")}
    return {clause.removeprefix(MD) for clause in every if clause.startswith(MD)}
