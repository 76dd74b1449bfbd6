"""Coupons and the tables that take them, for tests."""

from datetime import UTC, date, datetime
from typing import Any, TypeVar

from houseway.games import game_under, submission_for
from houseway.law import RuleViolation
from houseway.table.coupons import Coupon, CouponTerms
from houseway.table.events import Event, rack
from houseway.table.moves import Instrument, Move
from houseway.table.redemption import PresentCoupon
from houseway.table.roles import Role
from tests.crew import GameInHand
from tests.games.asia_poker import dealing as asia_poker
from tests.games.craps import dealing as craps
from tests.games.five_card_hi_lo.dealing import HiLo
from tests.games.pai_gow import dealing as pai_gow
from tests.games.sessions import in_service
from tests.games.three_dice_football.drive import Drive
from tests.service import NOON, Service

E = TypeVar("E", bound=Event)

RACK = 20_000_000
TEN = 1_000
# Before the permanent text, under 525.22.
IN_2013 = datetime(2013, 6, 1, 12, tzinfo=UTC)


def coupon(value: int = TEN, serial: int = 7, expires: date = date(2030, 1, 1), **terms: Any) -> Coupon:
    return Coupon(serial=serial, value=value, expires=expires, terms=CouponTerms(**terms))


def present(wager: str, amount: int = TEN, *, seat: int = 1, pick: str = "", **more: Any) -> PresentCoupon:
    """Ten dollars in chips, if nothing else is said, with a coupon of ten dollars."""
    by = more.pop("by", Role.DEALER)
    instrument = more.pop("instrument", Instrument.VALUE_CHIPS)
    paper = more.pop("paper", None) or coupon(**more)
    return PresentCoupon(
        seat=seat, wager=wager, pick=pick, amount=amount, coupon=paper, by=by, instrument=instrument
    )


def at_a_table(game: str, at: datetime = NOON, **options: Any) -> Service:
    """An open table with two players."""
    service = Service(game_under(submission_for(game, options)))
    service.now = at
    return service.opened().seated(seat_1=RACK, seat_3=RACK)


def of_kind(events: Any, kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def only(events: Any, kind: type[E]) -> E:
    (found,) = of_kind(events, kind)
    return found


def names(events: Any) -> list[str]:
    return [type(event).__name__ for event in events]


class AtTable(GameInHand[Any]):
    """A game in a test's hands whose moves go through a whole table, where coupons are played."""

    service: Service

    def placed(self, service: Service) -> None:
        """Put the game on this table."""
        self.service, self.game, self.state = service, service.table.game, service.state.play

    def make(self, *moves: Move) -> tuple[Event, ...]:
        """Make moves and return everything that happened."""
        events: list[Event] = []
        for move in moves:
            events.extend(self.service.do(move))
            self.state = self.service.state.play
        return tuple(events)

    def refusal(self, move: Move) -> RuleViolation:
        """The refusal that a move meets."""
        return self.service.refused(move)

    def chips(self, seat: int = 1) -> int:
        """What is before a player."""
        return self.service.state.chips[rack(seat)]


class CrapsTable(AtTable, craps.Dealing):
    """Two players at a craps table, the first with the dice."""

    def __init__(self, at: datetime = NOON, **options: Any) -> None:
        super().__init__(**options)
        self.placed(at_a_table("craps", at, **options))


class AsiaPokerTable(AtTable, asia_poker.Dealing):
    """Two players at an Asia Poker table with a deck ready."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.placed(in_service("asia-poker", RACK, **options))


class PaiGowTable(AtTable, pai_gow.Dealing):
    """Two players at a Pai Gow table with mixed tiles."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.placed(in_service("pai-gow", RACK, **options))


class HiLoTable(HiLo):
    """Two players at a Five Card Hi-Lo table with a deck ready."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.service = in_service("five-card-hi-lo", RACK, **options)
        self.state = self.service.state.play

    def do(self, *moves: Move) -> list[Event]:
        """Make moves; returns the events of the last one."""
        events = self.service.do(*moves)
        self.state = self.service.state.play
        return events


def football(service: Service) -> Drive:
    """A crew that plays at a table in service."""

    class AtService(Drive):
        def do(self, *moves: Move) -> list[Event]:
            events = service.do(*moves)
            self.state = service.state.play
            return events

    drive = AtService({})
    drive.state = service.state.play
    return drive
