"""The moves of a Three Card Poker round, besides those that other card tables have."""

from houseway.equipment.cards import CardCode
from houseway.table.moves import Move, Seat
from houseway.table.roles import Role


class TurnDealer(Move, frozen=True, kw_only=True):
    """The dealer clears what was forfeited and turns over the dealer's hand: `cards` if nobody has seen them."""

    cards: tuple[CardCode, ...] = ()
    by: Role = Role.DEALER


class RevealHand(Move, frozen=True, kw_only=True):
    """The dealer turns over a player's cards and settles the position: `cards` if nobody has seen them."""

    seat: Seat
    cards: tuple[CardCode, ...] = ()
    by: Role = Role.DEALER
