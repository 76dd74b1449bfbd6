"""The events of the baccarat games, besides those that every shoe has."""

from typing import ClassVar

from houseway.money import Cents
from houseway.table.events import Event
from houseway.table.twenty_one_play import StopRuledOn as StopRuledOn


class CardsHanded(Event, frozen=True, kw_only=True):
    """Cards of a hand went face down to a position, or stay with the dealer (0) to be turned over."""

    hand: int
    seat: int


class CardsGivenUp(Event, frozen=True, kw_only=True):
    """A position gave up the right to turn the cards of a hand, or a dealer or floorperson took it."""

    hand: int
    seat: int
    by: str


class CardsRefused(Event, frozen=True, kw_only=True):
    """A position that was offered the cards of a hand left them to the next."""

    hand: int
    seat: int


class HandCalled(Event, frozen=True, kw_only=True):
    """The dealer called what a hand counts."""

    hand: int
    points: int
    natural: bool


class ResultAnnounced(Event, frozen=True, kw_only=True):
    """The dealer announced which hand won, or that both count the same."""

    winner: str
    player: int
    banker: int


class VigorishMarked(Event, frozen=True, kw_only=True):
    """Vigorish was marked on the numbered area of a position, which owes so much in all."""

    marks_debt: ClassVar[bool] = True

    seat: int
    amount: Cents
    total: Cents


class VigorishWrittenOff(Event, frozen=True, kw_only=True):
    """A floorperson wrote off the vigorish that a position owed."""

    seat: int
    amount: Cents
    by: str
