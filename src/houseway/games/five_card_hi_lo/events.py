"""What happens in a Five Card Hi-Lo round, besides what happens at other card tables."""

from houseway.equipment.cards import Hand
from houseway.table.events import Event


class HandKept(Event, frozen=True, kw_only=True):
    """A folded hand stays on the table for its Poker Bonus Wager."""

    seat: int


class HandSet(Event, frozen=True, kw_only=True):
    """A player laid both hands face down; they stay as they are."""

    seat: int
    high: Hand
    low: Hand


class DealerTurnedOver(Event, frozen=True, kw_only=True):
    """The dealer's five cards were turned over."""

    cards: Hand


class DealerSet(Event, frozen=True, kw_only=True):
    """The dealer laid both hands face up."""

    high: Hand
    high_points: int
    low: Hand
    low_points: int


class HandRevealed(Event, frozen=True, kw_only=True):
    """The dealer revealed a player's two hands."""

    seat: int
    high: Hand
    high_points: int
    low: Hand
    low_points: int


class FoldedHandShown(Event, frozen=True, kw_only=True):
    """The dealer turned over a folded hand for its Poker Bonus Wager."""

    seat: int
    cards: Hand


class SetWrongly(Event, frozen=True, kw_only=True):
    """A hand was found set as the rules do not allow; a floorperson is called. 0 is the dealer."""

    seat: int
    high: Hand
    low: Hand


class SettingCorrected(Event, frozen=True, kw_only=True):
    """A floorperson had a wrongly set hand put right. 0 is the dealer."""

    seat: int
    high: Hand
    low: Hand
    by: str


class ResultAnnounced(Event, frozen=True, kw_only=True):
    """The dealer announced how a player's Ante and Play Wagers came out."""

    seat: int
    result: str


class PokerHandFormed(Event, frozen=True, kw_only=True):
    """The dealer arranged a player's five cards as a Poker hand."""

    seat: int
    hand: str


class ExposedCardRuledOn(Event, frozen=True, kw_only=True):
    """A floorperson decided about a player's card that the dealer had exposed."""

    ruling: str
    by: str
