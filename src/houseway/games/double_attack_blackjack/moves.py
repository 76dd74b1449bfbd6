"""The moves of a round of Double Attack Blackjack, besides those that every game of twenty-one has."""

from houseway.table.moves import Move
from houseway.table.roles import Role


class CloseDoubleAttack(Move, frozen=True, kw_only=True):
    """The dealer has given everybody the chance of a Double Attack Wager."""

    by: Role = Role.DEALER
