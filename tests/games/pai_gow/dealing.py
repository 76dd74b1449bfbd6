"""A Pai Gow game in a test's hands: tiles, bank, start, deal, setting and showdown in a few words."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from houseway.equipment.tiles import FULL_SET, UNSEEN
from houseway.games import submission_for
from houseway.games.pai_gow import PaiGow, PaiGowSubmission
from houseway.games.pai_gow.bank import dealer_wager_due, offers_due
from houseway.games.pai_gow.dealing import method
from houseway.games.pai_gow.delivery import ORDINARY, Delivery, steps
from houseway.games.pai_gow.hands import pending
from houseway.games.pai_gow.moves import (
    AcceptBank,
    BringTiles,
    ChooseDelivery,
    DeliverTiles,
    ExposeBank,
    InspectTiles,
    MixTiles,
    OfferBank,
    PassBank,
    RevealHands,
    SetDealerHands,
    SetHands,
    ShowTiles,
    StackTiles,
    StakeDealerWager,
    TurnDealerTiles,
    VerifyTiles,
    ViewTiles,
)
from houseway.games.pai_gow.positions import order, start
from houseway.games.pai_gow.round import Condition, Phase, Round
from houseway.games.pai_gow.submission import StartMethod
from houseway.table.events import Event, Settled
from houseway.table.moves import CallNoMoreBets, Move, PlaceWager, TakeSeat
from houseway.table.roles import Role
from houseway.table.routine import move_of
from houseway.table.start import CoverShaker, ShakeDice, ShowNumber, UncoverDice
from tests.crew import GameInHand
from tests.service import Service

E = TypeVar("E", bound=Event)

# A dealer's tiles: a nine with the 4-6, and a three with the 1-6 below it.
DEALER = "4-5 4-6 1-6 2-4"
# One hand for each way in which a wager can come out against them, each set the house way.
COPY = "1-3 3-5 3-6 4-6"  # a nine with the 4-6 too, over a two
ZERO_LOW = "1-1 1-3 1-5 3-3"
HIGH_WINS = "1-2 1-4 2-2 3-4"
HIGH_WINS_ZERO_LOW = "2-2 3-3 4-4 6-6"
LOW_WINS = "1-6 2-5 5-5 5-6"
BOTH_WIN = "1-1 2-6 4-4 6-6"

# Weak tiles to beat, three over three, and hands that win, tie and lose against them.
WEAK = "1-5 1-6 2-2 3-6"
WINNER_1, WINNER_2, WINNER_3 = "2-5 2-4 5-5 3-4", "3-3 1-1 2-2 1-2", "1-4 5-6 3-5 1-3"
TIE = "4-5 2-3 6-6 3-3"
LOSER_1, LOSER_2 = "5-5 5-6 1-1 4-6", "2-6 1-5 1-6 1-3"


def submission(**options: Any) -> PaiGowSubmission:
    """A submission given in plain values."""
    chosen = submission_for("pai-gow", options)
    assert isinstance(chosen, PaiGowSubmission)
    return chosen


def pai_gow(**options: Any) -> PaiGow:
    """The game under a submission given in plain values."""
    return PaiGow.under(submission(**options))


def dice_of(total: int) -> UncoverDice:
    """Three dice of a total."""
    one, two, three = next(
        (a, b, total - a - b) for a in range(1, 7) for b in range(1, 7) if 1 <= total - a - b <= 6
    )
    return UncoverDice(die_1=one, die_2=two, die_3=three)


def stacked(
    hands: Mapping[int, str], first: int = 0, style: Delivery = ORDINARY, *, unseen: bool = False
) -> StackTiles:
    """The stacks that bring these hands to their places (0 the dealer, 7 the Dead Hand) when the deal starts at `first`."""
    spare = list((Counter(FULL_SET) - Counter(" ".join(hands.values()).split())).elements())
    rows = [[""] * 4 for _ in range(8)]
    for place, served in zip(order(first), steps(style), strict=True):
        tiles = hands[place].split() if place in hands else [spare.pop() for _ in range(4)]
        for (stack, level), tile in zip(served.tiles, tiles, strict=True):
            rows[stack][level] = UNSEEN if unseen else tile
    return StackTiles(tiles=tuple(tile for row in rows for tile in row))


class Dealing(GameInHand[Round]):
    """The game in a test's hands."""

    game: PaiGow

    def __init__(self, **options: Any) -> None:
        self.game = pai_gow(**options)
        self.state: Round = self.game.ready()

    @property
    def phase(self) -> Phase:
        """How far the round has come."""
        return self.state.phase

    def lawful(self, move: str) -> list[Any]:
        """The lawful moves of a name."""
        return [act for act in self.game.legal(self.state) if act.move == move]

    def first(self, move: str) -> Move:
        """The first lawful move of a name."""
        act = self.lawful(move)[0]
        return move_of(self.game, act, {name: values[0] for name, values in act.fields.items()})

    def seat(self, *seats: int) -> "Dealing":
        """Players take seats."""
        self.make(*(TakeSeat(seat=seat) for seat in seats if seat not in self.state.seats))
        return self

    def bet(self, seat: int, amount: int = 1_000) -> "Dealing":
        """Put a wager down for a seat, taking it first."""
        self.seat(seat)
        self.make(PlaceWager(seat=seat, wager="pai-gow", amount=amount))
        return self

    def stacks(self, hands: Mapping[int, str] | None = None, *, total: int = 9, **more: Any) -> "Dealing":
        """The tiles mixed, if they need it, and stacked for these hands, to be dealt by dice of that total."""
        if self.state.condition is Condition.USED:
            self.make(MixTiles(times=8))
        bank = self.state.bank.seat if self.state.bank else 0
        self.make(stacked(hands or {}, start(total, bank), **more))
        return self

    def closed(self) -> tuple[Event, ...]:
        """The dealer's wager where it is due, and no more bets."""
        if dealer_wager_due(self.game.submission, self.state):
            return self.make(StakeDealerWager(), CallNoMoreBets())
        return self.make(CallNoMoreBets())

    def started(self, total: int = 9) -> tuple[Event, ...]:
        """The number found: dice of that total, or that number from the generator."""
        if method(self.game.submission, self.state) is StartMethod.RANDOM_NUMBER_GENERATOR:
            return self.make(ShowNumber(number=(total - 1) % 8 + 1))
        by = Role.PLAYER if self.state.bank else Role.DEALER
        return self.make(ShakeDice(times=3, by=by), dice_of(total))

    def dealt(
        self,
        hands: Mapping[int, str] | None = None,
        *,
        total: int = 9,
        style: Delivery = ORDINARY,
        **more: Any,
    ) -> tuple[Event, ...]:
        """Stack where that is still to be done, close the bets, find the start, deal and cover: players are to set."""
        if self.state.condition is not Condition.STACKED:
            self.stacks(hands, total=total, style=style, **more)
        events = self.closed()
        if style is not ORDINARY:
            by = Role.PLAYER if self.state.bank else Role.DEALER
            events += self.make(ChooseDelivery(style=style, by=by))
        events += self.started(total) + self.make(DeliverTiles(hands=8))
        if self.phase is Phase.COVERING:
            events += self.make(CoverShaker())
        return events

    def sets(self, **lows: str) -> tuple[Event, ...]:
        """Players lay their hands, for instance seat_1="6-6 1-2" as the low hand."""
        return self.make(
            *(
                SetHands(seat=int(name.removeprefix("seat_")), low=tuple(low.split()))
                for name, low in lows.items()
            )
        )

    def all_set(self) -> "Dealing":
        """Every player, and a bank, sets the house way."""
        while self.phase is Phase.SETTING:
            self.make(self.first("set-hands"))
        return self

    def dealer_sets(self, low: str = "") -> tuple[Event, ...]:
        """What the dealer sets is turned over and set, the house way if nothing else is said."""
        events = self.make(TurnDealerTiles())
        move = SetDealerHands(low=tuple(low.split())) if low else self.first("set-dealer-hands")
        return events + self.make(move)

    def to_showdown(self) -> tuple[Event, ...]:
        """All hands set, and those to beat shown."""
        self.all_set()
        events: tuple[Event, ...] = ()
        if self.phase is Phase.TURNING:
            events += self.dealer_sets()
        if self.phase is Phase.EXPOSING_BANK:
            events += self.make(ExposeBank())
        return events

    def reveal(self, *seats: int) -> tuple[Event, ...]:
        """These players' hands are revealed, or all if none is named."""
        if seats:
            return self.make(*(RevealHands(seat=seat) for seat in seats))
        events: tuple[Event, ...] = ()
        while self.phase is Phase.SHOWDOWN:
            events += self.make(RevealHands(seat=pending(self.state)[0]))
        return events

    def whole_round(self, hands: Mapping[int, str] | None = None, **more: Any) -> tuple[Event, ...]:
        """A whole round, everyone setting the house way."""
        events = self.dealt(hands, **more)
        return events + self.to_showdown() + self.reveal()

    def offers_due(self) -> tuple[int, ...]:
        """Who is still to be offered the bank, in turn."""
        return offers_due(self.game.submission, self.state)

    def banked_by(self, seat: int) -> "Dealing":
        """After a round banked by the house, the bank is offered in turn and this player takes it."""
        for due in self.offers_due():
            self.make(OfferBank(seat=due))
            if due == seat:
                self.make(AcceptBank(seat=seat))
                return self
            self.make(PassBank(seat=due))
        raise AssertionError(f"position {seat} is not offered the bank")


def at_second_round(*seats: int, amount: int = 1_000, **options: Any) -> Dealing:
    """A game of which the first round has been played, with a wager of each of these seats."""
    dealing = Dealing(**{"player_bank": True, "co_bank": True, **options})
    for seat in seats:
        dealing.bet(seat, amount)
    dealing.whole_round()
    dealing.make(MixTiles(times=8))
    return dealing


def tiles_ready(service: Service, serial: str = "T-1") -> Service:
    """A set brought to a table in service and taken through the steps of the law until it is mixed."""
    service.do(BringTiles(serial=serial), InspectTiles(), VerifyTiles(), ShowTiles(), ViewTiles())
    service.do(MixTiles(times=8))
    return service


def in_service(**options: Any) -> Service:
    """An open table with two players and mixed tiles."""
    return tiles_ready(Service(pai_gow(**options)).opened().seated(seat_1=100_000, seat_3=100_000))


def lines(events: Iterable[Event]) -> list[tuple[int, str, int, str]]:
    """Settlement lines as (seat, result, paid, clause)."""
    return [(e.seat, e.result, e.paid, e.clause) for e in events if isinstance(e, Settled)]


def names(events: Iterable[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [type(event).__name__ for event in events]


def only(events: Iterable[Event], kind: type[E]) -> E:
    """The one event of a kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def cites(event: Event) -> set[str]:
    """Every clause that an event names."""
    return {event.clause, *event.also}


def moved(events: Iterable[Event]) -> dict[str, int]:
    """What the events moved, account by account."""
    accounts: Counter[str] = Counter()
    for event in events:
        for transfer in event.transfers():
            accounts[transfer.source] -= transfer.cents
            accounts[transfer.target] += transfer.cents
    return {account: cents for account, cents in accounts.items() if cents}


def said(event: Event) -> dict[str, Any]:
    """What an event tells besides its clauses."""
    return {
        name: value for name, value in msgspec.structs.asdict(event).items() if name not in ("clause", "also")
    }
