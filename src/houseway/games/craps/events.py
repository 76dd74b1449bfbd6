"""What happens in a game of Craps."""

from houseway.games.craps.moves import Selection
from houseway.money import Cents, Transfer
from houseway.table.events import FELT, Event, rack


class ShooterNamed(Event, frozen=True, kw_only=True):
    """A player accepted the dice and kept two of them; the others went back into the cup."""

    seat: int
    dice: Selection


class DiceSelected(Event, frozen=True, kw_only=True):
    """The shooter picked two dice of a new set."""

    seat: int
    dice: Selection


class DicePassedOn(Event, frozen=True, kw_only=True):
    """The shooter passed the dice."""

    seat: int


class DiceTaken(Event, frozen=True, kw_only=True):
    """The shooter was ordered to pass the dice."""

    seat: int
    reason: str
    by: str


class RollingForComeBets(Event, frozen=True, kw_only=True):
    """The last shooter throws only for the Come and Don't Come Bets left; the marker lies off on the Don't Pass Line."""

    seat: int
    dice: Selection


class RollingResumed(Event, frozen=True, kw_only=True):
    """Those bets are decided, or somebody bets the line: the next throw is a come out roll again."""

    seat: int


class DiceThrown(Event, frozen=True, kw_only=True):
    """The dice left the shooter's hand together, towards the far end, for a point, for Come Bets only, or to come out."""

    seat: int
    point: int
    for_come_bets: bool = False


class CockedDieRead(Event, frozen=True, kw_only=True):
    """A leaning die was read as the face opposite the one it rests on."""

    die: int
    resting: int
    top: int


class ThrowCalled(Event, frozen=True, kw_only=True):
    """The sum of the upper faces was called."""

    die_1: int
    die_2: int
    total: int


class PointSet(Event, frozen=True, kw_only=True):
    """The come out roll set a point."""

    point: int


class PointMade(Event, frozen=True, kw_only=True):
    """The point came again before a 7."""

    point: int


class PointAbandoned(Event, frozen=True, kw_only=True):
    """Nothing is left that the point could decide: the marker is taken off."""

    point: int


class SevenedOut(Event, frozen=True, kw_only=True):
    """A loser 7: the shooter passes the dice."""

    seat: int
    point: int


class WagerMoved(Event, frozen=True, kw_only=True):
    """The dealer moved a wager: a Come or Don't Come Bet to its number, a Fire Bet before the boxperson."""

    seat: int
    wager: str
    from_pick: str
    to_pick: str
    amount: Cents


class WagerReduced(Event, frozen=True, kw_only=True):
    """A player took part of a wager back; `left` is what still stands."""

    seat: int
    wager: str
    pick: str
    amount: Cents
    left: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """From the felt back to the player's rack."""
        return (Transfer(FELT, rack(self.seat), self.amount),)


class ButtonSet(Event, frozen=True, kw_only=True):
    """The dealer confirmed a call: a button "on" or "off" lies on the wager, or, with none, was taken away."""

    seat: int
    wager: str
    pick: str
    button: str


class WagerBookedInParts(Event, frozen=True, kw_only=True):
    """The layout having no area for it, the dealer broke a wager down: which wagers it is booked as, and how much on each."""

    seat: int
    wager: str
    parts: tuple[tuple[str, Cents], ...]


class WagerSetAside(Event, frozen=True, kw_only=True):
    """The dealer put a Bonus Craps Wager before the boxperson, where it stays until lost or paid."""

    seat: int
    wager: str


class FireMarkerSet(Event, frozen=True, kw_only=True):
    """The dealer set a marker on a point made for the first time; `count` is the number of different points so far."""

    number: int
    count: int


class SurveillanceNotified(Event, frozen=True, kw_only=True):
    """Surveillance knows how many different points were made."""

    points: int
    by: str


class BonusButtonSet(Event, frozen=True, kw_only=True):
    """The dealer put a button on a number thrown for the first time."""

    number: int


class BonusButtonsCleared(Event, frozen=True, kw_only=True):
    """The buttons left the layout, no wager needing them any longer."""


class TableWoundUp(Event, frozen=True, kw_only=True):
    """Everyone declined the dice: the wagers that nobody will throw for are closed."""

    by: str
