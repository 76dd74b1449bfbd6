"""The moves, events and state of a round of Asia Poker."""

from enum import StrEnum

import msgspec

from houseway.equipment.cards import CardCode, Hand
from houseway.games.asia_poker.setting import SetHands
from houseway.games.asia_poker.submission import StartMethod
from houseway.money import Cents
from houseway.table.card_felt import BETTING, CLOSED, DEALING, STUB, CardFelt
from houseway.table.card_play import CARD_EVENTS, CARD_MOVES
from houseway.table.events import Event
from houseway.table.moves import Move, Seat, Words
from houseway.table.roles import Role
from houseway.table.start import (
    CoverShaker,
    DiceUncovered,
    NumberShown,
    ShakeDice,
    ShakerCovered,
    ShowNumber,
    StacksCollected,
    StartFixed,
    StartMethodChanged,
    UncoverDice,
)


class ChangeStartMethod(Move, frozen=True, kw_only=True):
    """A floorperson or above takes up another filed method of finding the starting position."""

    method: StartMethod
    by: Role = Role.FLOORPERSON


class ExposeCard(Move, frozen=True, kw_only=True):
    """The dealer has exposed a card of a player, who may void the hand; `card` says which, where that is told."""

    seat: Seat
    card: Words = ""
    by: Role = Role.DEALER


class VoidHand(Move, frozen=True, kw_only=True):
    """A player whose card was exposed voids the hand and takes its wagers back."""

    seat: Seat
    by: Role = Role.PLAYER


class PlayOn(Move, frozen=True, kw_only=True):
    """A player whose card was exposed plays the hand out."""

    seat: Seat
    by: Role = Role.PLAYER


class AskHouseWay(Move, frozen=True, kw_only=True):
    """A player asks the dealer for help in setting the hands."""

    seat: Seat
    by: Role = Role.PLAYER


class PlaceHands(Move, frozen=True, kw_only=True):
    """A player lays three hands face down: "AsKdQcJh TcTd 2s", high, medium and low, or nothing if nobody is told."""

    seat: Seat
    setting: Words = ""
    by: Role = Role.PLAYER


class TurnDealerCards(Move, frozen=True, kw_only=True):
    """The dealer's seven cards are turned over, and told where the table does not know them."""

    cards: tuple[CardCode, ...] = ()
    by: Role = Role.DEALER


class SetDealerHands(Move, frozen=True, kw_only=True):
    """The dealer sets the dealer's three hands, face up."""

    setting: Words
    by: Role = Role.DEALER


class Surrender(Move, frozen=True, kw_only=True):
    """A player gives up the Asia Poker Wager, so that the cards are not shown."""

    seat: Seat
    by: Role = Role.PLAYER


class RevealHands(Move, frozen=True, kw_only=True):
    """The dealer turns a player's three hands over, and tells how they lie where the table does not know."""

    seat: Seat
    setting: Words = ""
    by: Role = Role.DEALER


MOVES = (
    CARD_MOVES
    | ShakeDice
    | UncoverDice
    | ShowNumber
    | ChangeStartMethod
    | CoverShaker
    | ExposeCard
    | VoidHand
    | PlayOn
    | AskHouseWay
    | PlaceHands
    | TurnDealerCards
    | SetDealerHands
    | Surrender
    | RevealHands
)


class DiceShaken(Event, frozen=True, kw_only=True):
    """The dealer shook the shaker."""

    times: int


class CardExposed(Event, frozen=True, kw_only=True):
    """A card of a player was exposed; the player decides before looking at the others."""

    seat: int
    card: str


class HandVoided(Event, frozen=True, kw_only=True):
    """A player voided a hand of which a card was exposed."""

    seat: int


class HandPlayedOn(Event, frozen=True, kw_only=True):
    """A player plays out a hand of which a card was exposed."""

    seat: int


class HouseWayTold(Event, frozen=True, kw_only=True):
    """A player was told how the house way sets these cards, or by which rules it would."""

    seat: int
    hands: str
    way: str


class HandsPlaced(Event, frozen=True, kw_only=True):
    """A player laid three hands face down and may not touch them again; `hands` if the table was told."""

    seat: int
    hands: str


class DealerCardsTurned(Event, frozen=True, kw_only=True):
    """The dealer's seven cards lie face up."""

    cards: Hand


class DealerHandsSet(Event, frozen=True, kw_only=True):
    """The dealer's hands lie set, face up."""

    hands: str


class DealerHandsReset(Event, frozen=True, kw_only=True):
    """The dealer had not set the hands the house way; they were reset."""

    wrong: str
    hands: str


class HandSurrendered(Event, frozen=True, kw_only=True):
    """A player surrendered; the seven cards were counted face down and seen by nobody."""

    seat: int


class HandsRevealed(Event, frozen=True, kw_only=True):
    """A player's hands were turned over and compared with the dealer's, and the result was announced."""

    seat: int
    hands: str
    announced: str


class BonusHandFormed(Event, frozen=True, kw_only=True):
    """The dealer formed the best bonus hand of a player's seven cards."""

    seat: int
    hand: str


class PayoutLimited(Event, frozen=True, kw_only=True):
    """The operator's payout limit for one hand took effect on a payment."""

    seat: int
    wager: str
    owed: Cents
    paid: Cents


class CardsDiscarded(Event, frozen=True, kw_only=True):
    """A player's cards went to the discard rack, so that the hand can be rebuilt."""

    seat: int


class ButtonMoved(Event, frozen=True, kw_only=True):
    """The button moved on clockwise, to this position; 0 is the dealer."""

    seat: int


EVENTS = (
    CARD_EVENTS
    | DiceShaken
    | DiceUncovered
    | NumberShown
    | StartFixed
    | StartMethodChanged
    | ShakerCovered
    | StacksCollected
    | CardExposed
    | HandVoided
    | HandPlayedOn
    | HouseWayTold
    | HandsPlaced
    | DealerCardsTurned
    | DealerHandsSet
    | DealerHandsReset
    | HandSurrendered
    | HandsRevealed
    | BonusHandFormed
    | PayoutLimited
    | CardsDiscarded
    | ButtonMoved
)


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
