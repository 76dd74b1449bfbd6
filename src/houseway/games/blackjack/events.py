"""The events of a round of Blackjack, besides those that every game of twenty-one has."""

from houseway.table.events import Event


class EvenMoneyTaken(Event, frozen=True, kw_only=True):
    """A player with Blackjack took even money before the hole card was checked."""

    seat: int
