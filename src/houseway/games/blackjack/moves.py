"""The moves of a round of Blackjack, besides those that every game of twenty-one has."""

from houseway.table.moves import Move, Seat
from houseway.table.roles import Role
from houseway.table.shoe_play import Amount


class TakeEvenMoney(Move, frozen=True, kw_only=True):
    """A player with Blackjack takes even money against an ace, before the hole card is checked."""

    seat: Seat
    by: Role = Role.PLAYER


class TellBadBeat(Move, frozen=True, kw_only=True):
    """What the electronic system says that a Bad Beat Wager is paid, nothing if it lost."""

    seat: Seat
    amount: Amount = 0
    by: Role = Role.DEALER
