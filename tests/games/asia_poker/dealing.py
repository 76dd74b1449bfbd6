"""An Asia Poker game in a test's hands: start, deal, setting and showdown in a few words."""

from collections.abc import Iterable
from typing import Any, TypeVar

from houseway.equipment.cards import UNSEEN
from houseway.games import submission_for
from houseway.games.asia_poker import AsiaPoker, AsiaPokerSubmission
from houseway.games.asia_poker.moves import PlaceHands, RevealHands, SetDealerHands, TurnDealerCards
from houseway.games.asia_poker.round import Phase, Round
from houseway.games.asia_poker.submission import StartMethod
from houseway.table.card_play import CountStub, Deal
from houseway.table.events import Event, Settled
from houseway.table.moves import CallNoMoreBets, PlaceWager, TakeSeat
from houseway.table.start import CoverShaker, ShakeDice, ShowNumber, UncoverDice
from tests.crew import GameInHand

E = TypeVar("E", bound=Event)

# A dealer with a pair of kings: set highest medium as K-9-4-2, K-8 and 7.
DEALER = "Kd Kh 9s 8d 7c 4h 2s"
DEALER_SET = "Kd9s4h2s Kh8d 7c"


def submission(**options: Any) -> AsiaPokerSubmission:
    """A submission given in plain values."""
    chosen = submission_for("asia-poker", options)
    assert isinstance(chosen, AsiaPokerSubmission)
    return chosen


def asia_poker(**options: Any) -> AsiaPoker:
    """The game under a submission given in plain values."""
    return AsiaPoker.under(submission(**options))


class Dealing(GameInHand[Round]):
    """The game in a test's hands."""

    game: AsiaPoker

    def __init__(self, **options: Any) -> None:
        self.game = asia_poker(**options)
        self.state: Round = self.game.ready()

    @property
    def phase(self) -> str:
        """How far the round has come."""
        return self.state.phase

    def lawful(self, move: str) -> list[Any]:
        """The lawful moves of a name."""
        return [act for act in self.game.legal(self.state) if act.move == move]

    def bet(self, seat: int, amount: int = 1_000, bonus: int = 0) -> "Dealing":
        """Put wagers down for a seat, taking it first."""
        if seat not in self.state.seats:
            self.make(TakeSeat(seat=seat))
        self.make(PlaceWager(seat=seat, wager="asia-poker", amount=amount))
        if bonus:
            self.make(PlaceWager(seat=seat, wager="bonus", amount=bonus))
        return self

    def start(self, total: int = 8) -> tuple[Event, ...]:
        """Close the bets and find the start: dice of that total, or that number from the generator."""
        events = self.make(CallNoMoreBets())
        match self.state.start_method:
            case StartMethod.SHAKER:
                dice = next(
                    (a, b, total - a - b) for a in range(1, 7) for b in range(1, 7) if 1 <= total - a - b <= 6
                )
                one, two, three = dice
                return (
                    *events,
                    *self.make(ShakeDice(times=3), UncoverDice(die_1=one, die_2=two, die_3=three)),
                )
            case StartMethod.RANDOM_NUMBER_GENERATOR:
                return (*events, *self.make(ShowNumber(number=(total - 1) % 7 + 1)))
            case _:
                return events

    def cards(self, hands: dict[int, str], *, unseen: bool = False) -> Deal:
        """The whole deal, hands by position (0 is the dealer), the rest of the deck or unseen cards for the others."""
        told = {seat: cards.split() for seat, cards in hands.items()}
        out = {card for cards in told.values() for card in cards} | set(self.state.set_aside)
        spare = [card for card in self.game.cards.deck if card not in out]
        return Deal(
            cards=tuple(
                told[seat].pop(0) if seat in told else UNSEEN if unseen else spare.pop()
                for seat in self.game.due(self.state)
            )
        )

    def dealt(self, hands: dict[int, str], *, unseen: bool = False, total: int = 8) -> "Dealing":
        """Start, deal, count the stub and cover the shaker: players are to set their hands."""
        self.start(total)
        self.make(self.cards(hands, unseen=unseen), CountStub(stub=4 - len(self.state.set_aside)))
        if self.phase == Phase.COVERING:
            self.make(CoverShaker())
        return self

    def places(self, **settings: str) -> tuple[Event, ...]:
        """Players lay their hands, for instance seat_1="AsKdQcJh TcTd 2s"."""
        return self.make(
            *(
                PlaceHands(seat=int(name.removeprefix("seat_")), setting=setting)
                for name, setting in settings.items()
            )
        )

    def dealer_sets(self, setting: str = DEALER_SET) -> tuple[Event, ...]:
        """The dealer turns and sets."""
        return self.make(TurnDealerCards(), SetDealerHands(setting=setting))

    def reveal(self, *seats: int) -> tuple[Event, ...]:
        """Players' hands are revealed."""
        return self.make(*(RevealHands(seat=seat) for seat in seats))


def lines(events: Iterable[Event]) -> list[tuple[int, str, str, int, str]]:
    """Settlement lines as (seat, wager, result, paid, clause)."""
    return [(e.seat, e.wager, e.result, e.paid, e.clause) for e in events if isinstance(e, Settled)]


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
