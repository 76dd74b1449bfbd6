"""Hands that players set themselves: asking for the house way, and deciding on a hand of which something was exposed."""

from abc import ABC, abstractmethod
from typing import NamedTuple

from houseway.table.events import Event
from houseway.table.moves import Move, Seat
from houseway.table.roles import Role


class AskHouseWay(Move, frozen=True, kw_only=True):
    """A player asks the dealer how the house would set the hand."""

    seat: Seat
    by: Role = Role.PLAYER


class VoidHand(Move, frozen=True, kw_only=True):
    """A player of whose hand a card or tile was exposed voids it and takes its wagers back."""

    seat: Seat
    by: Role = Role.PLAYER


class PlayOn(Move, frozen=True, kw_only=True):
    """A player of whose hand a card or tile was exposed plays it out."""

    seat: Seat
    by: Role = Role.PLAYER


class HandVoided(Event, frozen=True, kw_only=True):
    """A player voided a hand of which a card or tile was exposed."""

    seat: int


class HandPlayedOn(Event, frozen=True, kw_only=True):
    """A player plays out a hand of which a card or tile was exposed."""

    seat: int


# Words.


class HandsInWords(NamedTuple):
    """What each part of a hand is called as it lies, and why it may not lie so, if it may not."""

    names: tuple[str, ...]
    foul: str = ""


class SetsHands(ABC):
    """A game in which a hand is laid in several parts: it says what each is called, and what is wrong with the whole."""

    @abstractmethod
    def hands_in_words(self, hands: tuple[tuple[str, ...], ...]) -> HandsInWords:
        """The parts of one hand, in the order of their places on the felt, each as it is called."""
