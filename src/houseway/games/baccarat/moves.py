"""The moves of the baccarat games, besides those that every shoe has: cards turned, handed on, and vigorish collected."""

from houseway.equipment.cards import CardCode
from houseway.table.moves import Move, Seat
from houseway.table.roles import Role
from houseway.table.shoe_play import AnySeat, HandNumber


class TurnCards(Move, frozen=True, kw_only=True):
    """Cards of a hand are turned over, 1 the Player's and 2 the Banker's, by a position or by the dealer (0).

    They are told unless the table knows them; of two unknown cards one may be turned before the other.
    """

    hand: HandNumber
    seat: AnySeat = 0
    cards: tuple[CardCode, ...] = ()
    by: Role = Role.DEALER


class GiveUpCards(Move, frozen=True, kw_only=True):
    """Whoever has the cards of a hand gives up the right to turn them, or has to."""

    hand: HandNumber
    seat: Seat
    by: Role = Role.PLAYER


class AcceptCards(Move, frozen=True, kw_only=True):
    """A player who is offered the right to turn the cards of a hand takes it."""

    hand: HandNumber
    seat: Seat
    by: Role = Role.PLAYER


class RefuseCards(Move, frozen=True, kw_only=True):
    """A player who is offered the right to turn the cards of a hand leaves it to the next."""

    hand: HandNumber
    seat: Seat
    by: Role = Role.PLAYER


class CollectVigorish(Move, frozen=True, kw_only=True):
    """The dealer collects the vigorish that a position owes."""

    seat: Seat
    by: Role = Role.DEALER


class WriteOffVigorish(Move, frozen=True, kw_only=True):
    """A floorperson writes off vigorish that cannot be collected."""

    seat: Seat
    by: Role = Role.FLOORPERSON
