"""What happens in a round of Asia Poker, besides what happens at every card table and where a start is counted."""

from houseway.equipment.cards import Hand
from houseway.money import Cents
from houseway.table.events import Event


class DiceShaken(Event, frozen=True, kw_only=True):
    """The dealer shook the shaker."""

    times: int


class CardExposed(Event, frozen=True, kw_only=True):
    """A card of a player was exposed; the player decides before looking at the others."""

    seat: int
    card: str


class HouseWayTold(Event, frozen=True, kw_only=True):
    """A player was told how the house way sets these cards, or by which rules it would."""

    seat: int
    hands: str
    way: str


class HandsPlaced(Event, frozen=True, kw_only=True):
    """A player laid three hands face down and may not touch them again; `hands` if the table was told."""

    seat: int
    hands: str


class DealerCardsTurned(Event, frozen=True, kw_only=True):
    """The dealer's seven cards lie face up."""

    cards: Hand


class DealerHandsSet(Event, frozen=True, kw_only=True):
    """The dealer's hands lie set, face up."""

    hands: str


class DealerHandsReset(Event, frozen=True, kw_only=True):
    """The dealer had not set the hands the house way; they were reset."""

    wrong: str
    hands: str


class HandSurrendered(Event, frozen=True, kw_only=True):
    """A player surrendered; the seven cards were counted face down and seen by nobody."""

    seat: int


class HandsRevealed(Event, frozen=True, kw_only=True):
    """A player's hands were turned over and compared with the dealer's, and the result was announced."""

    seat: int
    hands: str
    announced: str


class BonusHandFormed(Event, frozen=True, kw_only=True):
    """The dealer formed the best bonus hand of a player's seven cards."""

    seat: int
    hand: str


class PayoutLimited(Event, frozen=True, kw_only=True):
    """The operator's payout limit for one hand took effect on a payment."""

    seat: int
    wager: str
    owed: Cents
    paid: Cents


class CardsDiscarded(Event, frozen=True, kw_only=True):
    """A player's cards went to the discard rack, so that the hand can be rebuilt."""

    seat: int


class ButtonMoved(Event, frozen=True, kw_only=True):
    """The button moved on clockwise, to this position; 0 is the dealer."""

    seat: int
