"""What happens in a hand of Poker. What is bet lies in one account, however many pots it is counted as."""

from typing import ClassVar

from houseway.equipment.cards import Hand
from houseway.money import Cents, Transfer
from houseway.table.events import TRAY, Event, rack

POT = "pot"


class _PutIn(Event, frozen=True, kw_only=True):
    """Chips of a player went into the pot."""

    seat: int
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player's rack into the pot."""
        return (Transfer(rack(self.seat), POT, self.amount),) if self.amount else ()


class _TakenOut(Event, frozen=True, kw_only=True):
    """Chips of the pot went to a player."""

    seat: int
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """Out of the pot to the player's rack."""
        return (Transfer(POT, rack(self.seat), self.amount),) if self.amount else ()


class ButtonDrawnFor(Event, frozen=True, kw_only=True):
    """One card for each player decided who starts with the button."""

    shows: ClassVar[bool] = True

    cards: tuple[tuple[int, str], ...]
    button: int


class HandBegun(Event, frozen=True, kw_only=True):
    """A hand began with these players, clockwise from the button's left; `killed` if its stakes are those of a kill."""

    begins_round: ClassVar[bool] = True

    button: int
    players: tuple[int, ...]
    killed: bool = False


class AntePosted(_PutIn, frozen=True, kw_only=True):
    """A player put in the ante."""


class BlindPosted(_PutIn, frozen=True, kw_only=True):
    """A player posted a Blind, or the kill."""

    kill: bool = False


class Straddled(_PutIn, frozen=True, kw_only=True):
    """A player made a Straddle Bet."""


class BroughtIn(_PutIn, frozen=True, kw_only=True):
    """A player brought it in."""


class HoleCardDealt(Event, frozen=True, kw_only=True):
    """A card went face down to a player."""

    deals: ClassVar[bool] = True

    seat: int
    card: str


class UpCardDealt(Event, frozen=True, kw_only=True):
    """A card went face up to a player."""

    seat: int
    card: str


class BoardCardDealt(Event, frozen=True, kw_only=True):
    """A community card was laid open."""

    card: str


class CardBurned(Event, frozen=True, kw_only=True):
    """The top card of the deck was put away unseen."""


class PlayerFolded(Event, frozen=True, kw_only=True):
    """A player gave up the hand."""

    seat: int


class Checked(Event, frozen=True, kw_only=True):
    """A player checked."""

    seat: int


class Called(_PutIn, frozen=True, kw_only=True):
    """A player called."""


class BetMade(_PutIn, frozen=True, kw_only=True):
    """A player bet; `to` is what lies before the player now."""

    to: Cents


class Raised(_PutIn, frozen=True, kw_only=True):
    """A player raised; `to` is what lies before the player now."""

    to: Cents


class UncalledReturned(_TakenOut, frozen=True, kw_only=True):
    """What nobody called went back."""


class BettingClosed(Event, frozen=True, kw_only=True):
    """A betting round was complete; `pot` is everything in the middle."""

    street: int
    pot: Cents


class CardsThrown(Event, frozen=True, kw_only=True):
    """A player threw so many cards away in a draw, or stood pat."""

    seat: int
    discards: Hand


class DiscardsReshuffled(Event, frozen=True, kw_only=True):
    """Discards were shuffled for a player whose cards the deck was too short for."""

    seat: int
    cards: int


class HandShown(Event, frozen=True, kw_only=True):
    """A player showed the hand down."""

    shows: ClassVar[bool] = True

    seat: int
    cards: Hand


class HandMucked(Event, frozen=True, kw_only=True):
    """A player gave up at the showdown unseen."""

    seat: int


class HandDead(Event, frozen=True, kw_only=True):
    """A hand was declared dead."""

    seat: int
    by: str


class RakeTaken(Event, frozen=True, kw_only=True):
    """The house took its rake from the pot."""

    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """Out of the pot into the tray."""
        return (Transfer(POT, TRAY, self.amount),)


class TimeCharged(Event, frozen=True, kw_only=True):
    """A player paid the time charge."""

    seat: int
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player to the tray."""
        return (Transfer(rack(self.seat), TRAY, self.amount),)


class PotAwarded(_TakenOut, frozen=True, kw_only=True):
    """A player won a pot, or a side or a share of one; `odd` of it could not be shared.

    Pots are numbered from the main pot, 0; without a `side` nobody else was left.
    """

    settles: ClassVar[bool] = True

    pot: int
    side: str = ""
    odd: Cents = 0
    hand: str = ""


class StakeReturned(_TakenOut, frozen=True, kw_only=True):
    """A misdeal: what a player had put in went back."""

    settles: ClassVar[bool] = True


class HandCompleted(Event, frozen=True, kw_only=True):
    """The hand was over; `kill` is the position that posts a kill in the next, if any."""

    ends_round: ClassVar[bool] = True

    kill: int = 0
