"""The state of a round of Asia Poker."""

from enum import StrEnum

import msgspec

from houseway.equipment.cards import Hand
from houseway.games.asia_poker.setting import SetHands
from houseway.games.asia_poker.submission import StartMethod
from houseway.table.card_felt import BETTING, CLOSED, DEALING, STUB, CardFelt


class Phase(StrEnum):
    """How far the round has come."""

    BETTING = BETTING
    CLOSED = CLOSED  # the starting position is found, then the cards are dealt
    DEALING = DEALING
    STUB = STUB
    COVERING = "covering"  # the shaker waits to be covered
    SETTING = "setting"
    TURNING = "turning"  # all players have set, the dealer's cards are to be turned
    DEALER_SETS = "dealer-sets"
    SHOWDOWN = "showdown"


class Laid(msgspec.Struct, frozen=True):
    """The hands laid at a position, 0 for the dealer; None until the table is told how they lie."""

    seat: int
    hands: SetHands | None


class Round(CardFelt, frozen=True, kw_only=True):
    """A round of Asia Poker as it stands.

    `start` is the position that is dealt first, 0 the dealer; `exposed` are the players' cards that were exposed;
    `deciding` are players who may void such a hand, `looked` those who have seen all their cards; `laid` are the hands
    that lie set; `shown` those turned over, kept in sight until the next deal.
    """

    phase: str = Phase.BETTING
    start_method: StartMethod = StartMethod.SHAKER
    button: int = 0
    shaken: bool = False
    dice: tuple[int, ...] = ()
    start: int | None = None
    exposed: Hand = ()
    deciding: tuple[int, ...] = ()
    looked: tuple[int, ...] = ()
    laid: tuple[Laid, ...] = ()
    shown: tuple[Laid, ...] = ()

    def laid_at(self, seat: int) -> Laid | None:
        """The hands laid at a position."""
        return next((laid for laid in self.laid if laid.seat == seat), None)

    @property
    def bettors(self) -> tuple[int, ...]:
        """The positions with a wager, in order."""
        return tuple(sorted({bet.seat for bet in self.bets}))
