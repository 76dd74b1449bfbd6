"""A round of Pai Gow as it stands."""

from enum import StrEnum

import msgspec

from houseway.equipment.tiles import Hand
from houseway.games.pai_gow.delivery import ORDINARY, Delivery
from houseway.games.pai_gow.house_way import Setting
from houseway.games.pai_gow.positions import DEALER
from houseway.games.pai_gow.submission import StartMethod
from houseway.money import Cents
from houseway.table.areas import AreaFelt
from houseway.table.events import Result


class Phase(StrEnum):
    """How far the round has come."""

    BETTING = "betting"
    CLOSED = "no-more-bets"  # the starting position is found
    DELIVERING = "delivering"
    COVERING = "covering"  # the shaker waits to be covered
    SETTING = "setting"
    TURNING = "turning"  # all players have set; the tiles that the dealer sets are to be turned
    DEALER_SETS = "dealer-sets"
    EXPOSING_BANK = "exposing-bank"
    SHOWDOWN = "showdown"


class Condition(StrEnum):
    """How far a set of tiles is on its way into play."""

    BROUGHT = "brought"
    INSPECTED = "inspected"
    VERIFIED = "verified"  # to be shown in pairs
    SHOWN = "shown"
    VIEWED = "viewed"  # by the first player; to be mixed
    MIXED = "mixed"
    STACKED = "stacked"
    IN_PLAY = "in-play"
    USED = "used"  # in a round that is over; to be mixed
    EXPOSED = "exposed"  # a tile of it was seen before no more bets; to be mixed again
    IDLE = "idle"  # everybody has left; to be shown in pairs again
    REJECTED = "rejected"  # unsuitable; to be sealed


class TileSet(msgspec.Struct, frozen=True, kw_only=True):
    """The set of tiles at the table."""

    serial: str
    condition: Condition = Condition.BROUGHT


class TileHand(msgspec.Struct, frozen=True, kw_only=True):
    """The tiles before a place, in the order dealt; 0 is the dealer, 7 the Dead Hand."""

    seat: int
    tiles: Hand


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """The hands laid at a position, 0 for the dealer; None until the table is told how they lie."""

    seat: int
    setting: Setting | None


class SettledLine(msgspec.Struct, frozen=True, kw_only=True):
    """What a settled wager moved: the stake lost, or the payment and the vigorish taken from it."""

    seat: int
    lost: Cents = 0
    paid: Cents = 0
    vigorish: Cents = 0


class Bank(msgspec.Struct, frozen=True, kw_only=True):
    """The player who banks the round: `co` with the house, what the dealer wagers against the bank, and the centre.

    `directed` is what the bank allows the dealer to wager, `result` how that wager came out.
    """

    seat: int
    co: bool = False
    directed: Cents | None = None
    stake: Cents = 0
    result: Result | None = None
    centre: Cents = 0


class Past(msgspec.Struct, frozen=True, kw_only=True):
    """What rounds leave for the next: whether the game is at its start, who banked last, who wagered against the dealer.

    The bank is offered first to the player who follows `after`, counterclockwise.
    """

    at_start: bool = True
    last_bank: int = 0
    after: int = DEALER
    last_wagers: tuple[tuple[int, Cents], ...] = ()

    def last_wager(self, seat: int) -> Cents:
        """What a player last wagered against the dealer, in the last round that nobody banked."""
        return next((amount for player, amount in self.last_wagers if player == seat), 0)


class Round(AreaFelt, frozen=True, kw_only=True):
    """A round of Pai Gow as it stands.

    `areas` are second areas and who plays them; `offered` the player who is offered the bank, `passed` who has declined;
    `wagered` what each player had down at no more bets; `deciding` are players with an exposed tile who have not decided
    on it, `looked` those who have seen all their tiles; `laid` are hands that lie set, `shown` those turned over, kept in
    sight until the tiles are mixed; `winners` have beaten a bank and wait for their pay.
    """

    phase: Phase = Phase.BETTING
    tiles: TileSet | None = None
    stacks: tuple[Hand, ...] = ()
    cut: bool = False
    offered: int = 0
    passed: tuple[int, ...] = ()
    bank: Bank | None = None
    past: Past = Past()
    wagered: tuple[tuple[int, Cents], ...] = ()
    start_method: StartMethod = StartMethod.SHAKER
    style: Delivery = ORDINARY
    shaken: bool = False
    dice: tuple[int, ...] = ()
    start: int | None = None
    hands: tuple[TileHand, ...] = ()
    exposed: tuple[tuple[int, int], ...] = ()
    deciding: tuple[int, ...] = ()
    looked: tuple[int, ...] = ()
    laid: tuple[Laid, ...] = ()
    shown: tuple[Laid, ...] = ()
    collected: Hand = ()
    winners: tuple[int, ...] = ()
    settled: tuple[SettledLine, ...] = ()

    def hand(self, seat: int) -> Hand:
        """The tiles before a place."""
        return next((dealt.tiles for dealt in self.hands if dealt.seat == seat), ())

    def is_laid(self, seat: int) -> bool:
        """Whether the hands of a position lie set."""
        return any(laid.seat == seat for laid in self.laid)

    def setting_of(self, seat: int) -> Setting | None:
        """How the hands of a position lie, if the table was told."""
        return next((laid.setting for laid in self.laid if laid.seat == seat), None)

    def shown_at(self, seat: int) -> Setting | None:
        """The hands turned over at a position."""
        return next((shown.setting for shown in self.shown if shown.seat == seat), None)

    @property
    def bettors(self) -> tuple[int, ...]:
        """The positions with a wager, counterclockwise from the dealer's far right."""
        return tuple(sorted({bet.seat for bet in self.bets}))

    @property
    def condition(self) -> Condition | None:
        """How far the set of tiles is on its way into play."""
        return self.tiles.condition if self.tiles else None

    @property
    def dealer_stake(self) -> Cents:
        """What the dealer has up against a bank."""
        return self.bank.stake if self.bank else 0

    @property
    def opponent(self) -> int:
        """Whose hands the players' are compared with."""
        return self.bank.seat if self.bank else DEALER
