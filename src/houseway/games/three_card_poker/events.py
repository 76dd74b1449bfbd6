"""What happens in a Three Card Poker round, besides what happens at other card tables."""

from houseway.equipment.cards import Hand
from houseway.table.events import Event


class HandsExamined(Event, frozen=True, kw_only=True):
    """The players looked at their cards."""


class DealerTurnedOver(Event, frozen=True, kw_only=True):
    """The dealer's hand was turned over; `qualifies` when it is queen high or better."""

    cards: Hand
    hand: str
    qualifies: bool


class HandRevealed(Event, frozen=True, kw_only=True):
    """A player's hand was turned over."""

    seat: int
    cards: Hand
    hand: str
