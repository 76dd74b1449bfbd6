"""The events of a round of Double Attack Blackjack, besides those that every shoe game has."""

from houseway.table.events import Event


class DoubleAttackOver(Event, frozen=True, kw_only=True):
    """Everybody has had the chance of a Double Attack Wager; the deal goes on."""


class InsuranceOffered(Event, frozen=True, kw_only=True):
    """An ace is up, and Insurance may be made."""


class HoleChecked(Event, frozen=True, kw_only=True):
    """The hole card went through the card reader, face down."""

    blackjack: bool


class BlackjackAnnounced(Event, frozen=True, kw_only=True):
    """A player has Blackjack, is paid at once and has no more cards before him."""

    seat: int


class HandPassedBy(Event, frozen=True, kw_only=True):
    """A position did not get the card that was due to it."""

    seat: int
    hand: int


class StopRuledOn(Event, frozen=True, kw_only=True):
    """A floorperson decided about a round that had stopped."""

    ruling: str
    by: str
