"""The moves of Asia Poker, besides those that every card game has."""

from houseway.equipment.cards import CardCode
from houseway.games.asia_poker.submission import StartMethod
from houseway.table.moves import Move, Seat, Words
from houseway.table.roles import Role


class ChangeStartMethod(Move, frozen=True, kw_only=True):
    """A floorperson or above takes up another filed method of finding the starting position."""

    method: StartMethod
    by: Role = Role.FLOORPERSON


class ExposeCard(Move, frozen=True, kw_only=True):
    """The dealer has exposed a card of a player, who may void the hand; `card` says which, where that is told."""

    seat: Seat
    card: Words = ""
    by: Role = Role.DEALER


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
