"""The moves, events and state of a game of Craps."""

from enum import StrEnum

from houseway.games.craps.bonus import BonusButtonsCleared, BonusButtonSet
from houseway.games.craps.fire import FireMarkerSet
from houseway.games.craps.settlement import WagerMoved
from houseway.money import Cents, Transfer
from houseway.table.events import COMMON_EVENTS, FELT, Event, rack
from houseway.table.felt import Felt
from houseway.table.moves import COMMON_MOVES, Move, Seat, Words
from houseway.table.roles import Role

# Two of the five dice of the set, by their places in it.
Selection = tuple[int, int]
# A wager on the layout: the position, the wager and its pick.
BetKey = tuple[int, str, str]


class OfferDice(Move, frozen=True, kw_only=True):
    """Whoever controls the dice offers them to a player."""

    seat: Seat
    by: Role = Role.STICKPERSON


class AcceptDice(Move, frozen=True, kw_only=True):
    """A player accepts the dice, becomes the shooter and picks two of the set."""

    seat: Seat
    dice: Selection = (1, 2)
    by: Role = Role.PLAYER


class DeclineDice(Move, frozen=True, kw_only=True):
    """A player who was offered the dice does not want them or does not answer, or the shooter passes them."""

    seat: Seat
    by: Role = Role.PLAYER


class RollForComeBets(Move, frozen=True, kw_only=True):
    """Nobody betting the line, the last shooter picks two dice to decide the Come and Don't Come Bets left."""

    seat: Seat
    dice: Selection = (1, 2)
    by: Role = Role.PLAYER


class SelectDice(Move, frozen=True, kw_only=True):
    """The shooter picks two dice of a new set."""

    seat: Seat
    dice: Selection = (1, 2)
    by: Role = Role.PLAYER


class ThrowDice(Move, frozen=True, kw_only=True):
    """The dice leave the shooter's hand."""

    seat: Seat
    by: Role = Role.PLAYER


class ReadCockedDie(Move, frozen=True, kw_only=True):
    """A die leans on something: which of the two, and which of its faces rests there."""

    die: int
    resting: int
    by: Role = Role.STICKPERSON


class CallThrow(Move, frozen=True, kw_only=True):
    """The dice are at rest and their upper faces called."""

    die_1: int
    die_2: int
    by: Role = Role.STICKPERSON


class DecideDispute(Move, frozen=True, kw_only=True):
    """The upper faces are disputed, and whoever the chapter names decides which they are."""

    die_1: int
    die_2: int
    by: Role = Role.BOXPERSON


class SettleBets(Move, frozen=True, kw_only=True):
    """The dice at the centre of the table, the dealer settles the wagers that the throw decided."""

    by: Role = Role.DEALER


class PassDice(Move, frozen=True, kw_only=True):
    """The dice go back to the shooter for the next throw."""

    by: Role = Role.STICKPERSON


class TakenFor(StrEnum):
    """Why a shooter may be ordered to pass the dice."""

    DELAY = "delay"
    INVALID_ROLLS = "invalid-rolls"
    VIOLATION = "violation"


class TakeDice(Move, frozen=True, kw_only=True):
    """The shooter is ordered to pass the dice."""

    reason: TakenFor
    by: Role = Role.BOXPERSON


class ReduceWager(Move, frozen=True, kw_only=True):
    """A player takes part of a wager back; `amount` is what is taken away."""

    seat: Seat
    wager: Words
    amount: int
    pick: Words = ""
    by: Role = Role.PLAYER


class CallOn(Move, frozen=True, kw_only=True):
    """A player calls a wager on for the come out roll, and the dealer confirms it with a button."""

    seat: Seat
    wager: Words
    pick: Words = ""
    by: Role = Role.PLAYER


class CallOff(Move, frozen=True, kw_only=True):
    """A player calls a wager off for the come out roll, and the dealer confirms it with a button."""

    seat: Seat
    wager: Words
    pick: Words = ""
    by: Role = Role.PLAYER


class BringInFireBets(Move, frozen=True, kw_only=True):
    """All Fire Bets placed, the dealer brings them in, spot by spot in the order of their numbers."""

    by: Role = Role.DEALER


class NotifySurveillance(Move, frozen=True, kw_only=True):
    """Four different points made, surveillance is told, to confirm the Fire Bets and their payment."""

    by: Role = Role.BOXPERSON


class WindUpTable(Move, frozen=True, kw_only=True):
    """Nobody at the table wanting the dice, a floorperson or above closes the wagers that nobody will throw for."""

    by: Role = Role.FLOORPERSON


MOVES = (
    COMMON_MOVES
    | OfferDice
    | AcceptDice
    | DeclineDice
    | RollForComeBets
    | SelectDice
    | ThrowDice
    | ReadCockedDie
    | CallThrow
    | DecideDispute
    | SettleBets
    | PassDice
    | TakeDice
    | ReduceWager
    | CallOn
    | CallOff
    | BringInFireBets
    | NotifySurveillance
    | WindUpTable
)


class DiceOffered(Event, frozen=True, kw_only=True):
    """The dice were offered to a player."""

    seat: int


class DiceDeclined(Event, frozen=True, kw_only=True):
    """A player did not want the dice."""

    seat: int


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


class DiceCollected(Event, frozen=True, kw_only=True):
    """The dice were brought to the centre of the table."""


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


class DicePassed(Event, frozen=True, kw_only=True):
    """The dice went back to the shooter."""

    seat: int


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


class SurveillanceNotified(Event, frozen=True, kw_only=True):
    """Surveillance knows how many different points were made."""

    points: int
    by: str


class TableWoundUp(Event, frozen=True, kw_only=True):
    """Everyone declined the dice: the wagers that nobody will throw for are closed."""

    by: str


EVENTS = (
    COMMON_EVENTS
    | DiceOffered
    | DiceDeclined
    | ShooterNamed
    | DiceSelected
    | DicePassedOn
    | DiceTaken
    | RollingForComeBets
    | RollingResumed
    | DiceThrown
    | CockedDieRead
    | ThrowCalled
    | DiceCollected
    | PointSet
    | PointMade
    | PointAbandoned
    | SevenedOut
    | DicePassed
    | WagerMoved
    | WagerReduced
    | ButtonSet
    | WagerBookedInParts
    | WagerSetAside
    | FireMarkerSet
    | BonusButtonSet
    | BonusButtonsCleared
    | SurveillanceNotified
    | TableWoundUp
)


class Phase(StrEnum):
    """Where the dice are."""

    CUP = "cup"  # nobody shoots
    OFFERED = "offered"  # a player is asked
    HAND = "hand"  # with the shooter
    THROWN = "thrown"  # rolling, or at rest and not yet called
    CALLED = "called"  # called, and nothing settled yet
    CENTRE = "centre"  # settled, or the throw void: to be passed


# From the throw until its wagers are settled nothing is made, changed or taken down.
IN_THE_AIR = frozenset({Phase.THROWN, Phase.CALLED})


class CrapsFelt(Felt, frozen=True, kw_only=True):
    """A game of Craps as it stands.

    `point` is 0 while the next roll is a come out roll. `commenced` is that somebody has accepted the dice, `asked` the
    last position they were offered to, and `declined` those who have not wanted them since there was a shooter.
    `last_shooter` threw last, or has that player's right to throw for Come Bets only (623a.10(b)); `come_only` is that it
    is used. `came_out` is whose first come out roll is thrown, until a loser 7. `fire` are the different points made, in
    their order; `bonus` the numbers that bear a button, as bits; `buttons` the wagers that bear one; `withdrawn` the
    don't bets that were taken down or reduced (623a.4(d)). `dice_gone` is that the set was retired.
    """

    phase: Phase = Phase.CUP
    point: int = 0
    shooter: int = 0
    last_shooter: int = 0
    commenced: bool = False
    asked: int = 0
    offered: int = 0
    declined: tuple[int, ...] = ()
    selection: Selection | None = None
    come_only: bool = False
    came_out: int = 0
    invalid_rolls: int = 0
    cocked: tuple[tuple[int, int], ...] = ()
    faces: tuple[int, int] | None = None
    dice_gone: bool = False
    fire: tuple[int, ...] = ()
    surveillance_told: bool = False
    bonus: int = 0
    bonus_reopened: bool = False
    buttons: tuple[BetKey, ...] = ()
    withdrawn: tuple[BetKey, ...] = ()
