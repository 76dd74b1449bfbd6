"""The events of a round of Double Attack Blackjack, besides those that every game of twenty-one has."""

from houseway.table.events import Event


class DoubleAttackOver(Event, frozen=True, kw_only=True):
    """Everybody has had the chance of a Double Attack Wager; the deal goes on."""
