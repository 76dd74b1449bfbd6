"""The moves, events and state of a Sic Bo round."""

from enum import StrEnum

from houseway.games.sic_bo.toss import Toss
from houseway.games.sic_bo.wagers import AreaKey
from houseway.table.events import COMMON_EVENTS, Event
from houseway.table.game import Felt
from houseway.table.moves import COMMON_MOVES, Move
from houseway.table.roles import Role


class ShakeDice(Move, frozen=True, kw_only=True):
    """The dealer covers the manual shaker and shakes it so many times."""

    times: int
    by: Role = Role.DEALER


class ActivateShaker(Move, frozen=True, kw_only=True):
    """The dealer sets off the automated shaker."""

    by: Role = Role.DEALER


class CallNoMoreBets(Move, frozen=True, kw_only=True):
    """The dealer announces no more bets."""

    by: Role = Role.DEALER


class RevealDice(Move, frozen=True, kw_only=True):
    """The dice are shown and the dealer announces each of them; an automated shaker may show them itself."""

    die_1: int
    die_2: int
    die_3: int
    by: Role = Role.DEALER


class EnterDice(Move, frozen=True, kw_only=True):
    """The dealer enters each die into the electrical device."""

    die_1: int
    die_2: int
    die_3: int
    by: Role = Role.DEALER


class CorrectEntry(Move, frozen=True, kw_only=True):
    """A floorperson or above puts a wrong entry right."""

    die_1: int
    die_2: int
    die_3: int
    by: Role = Role.FLOORPERSON


class ClearLights(Move, frozen=True, kw_only=True):
    """The dealer clears the winning combinations from the table."""

    by: Role = Role.DEALER


class SettleByHand(Move, frozen=True, kw_only=True):
    """The device being out of order, the dealer settles before a floorperson or above."""

    witness: Role | None = None
    by: Role = Role.DEALER


class FixDevice(Move, frozen=True, kw_only=True):
    """A floorperson or above finds fixed what had failed."""

    by: Role = Role.FLOORPERSON


class RemoveDice(Move, frozen=True, kw_only=True):
    """The dice are taken out of the automated shaker that cannot be used."""

    by: Role = Role.DEALER


class Mark(StrEnum):
    """How a shaker is shown to be out of order."""

    COVERED = "covered"
    SIGN = "sign"


class MarkOutOfOrder(Move, frozen=True, kw_only=True):
    """The emptied automated shaker is covered, or a sign on it says that it is out of order."""

    how: Mark
    by: Role = Role.DEALER


class BringManualShaker(Move, frozen=True, kw_only=True):
    """A floorperson or above brings a manual shaker in place of the automated one, and answers for it."""

    by: Role = Role.FLOORPERSON


class RestoreAutomatedShaker(Move, frozen=True, kw_only=True):
    """A floorperson or above, having run the automated shaker, takes it back into use."""

    by: Role = Role.FLOORPERSON


MOVES = (
    COMMON_MOVES
    | ShakeDice
    | ActivateShaker
    | CallNoMoreBets
    | RevealDice
    | EnterDice
    | CorrectEntry
    | ClearLights
    | SettleByHand
    | FixDevice
    | RemoveDice
    | MarkOutOfOrder
    | BringManualShaker
    | RestoreAutomatedShaker
)


class DiceShaken(Event, frozen=True, kw_only=True):
    """The dealer shook the covered shaker."""

    times: int


class ShakerActivated(Event, frozen=True, kw_only=True):
    """The automated shaker tossed the dice."""


class NoMoreBetsCalled(Event, frozen=True, kw_only=True):
    """The dealer announced no more bets; the wagers stand as they lie."""


class DiceRevealed(Event, frozen=True, kw_only=True):
    """The dice were shown and announced."""

    toss: Toss
    by: str


class DiceEntered(Event, frozen=True, kw_only=True):
    """The dealer entered the dice into the device."""

    toss: Toss


class EntryDiffers(Event, frozen=True, kw_only=True):
    """What was entered is not what was announced; nothing is lit or settled until it is corrected."""

    entered: Toss
    announced: Toss


class EntryCorrected(Event, frozen=True, kw_only=True):
    """A floorperson put right what was entered or announced; every value stays on record."""

    announced: Toss
    entered: Toss
    corrected: Toss
    by: str


class CombinationsLit(Event, frozen=True, kw_only=True):
    """The device lit the winning combinations, each a wager and its pick."""

    toss: Toss
    areas: tuple[AreaKey, ...]


class SettledByHand(Event, frozen=True, kw_only=True):
    """The dealer settled without the device, in someone's presence."""

    toss: Toss
    witness: str


class LightsCleared(Event, frozen=True, kw_only=True):
    """All wagers settled, the dealer cleared the winning combinations."""


class DiceRemoved(Event, frozen=True, kw_only=True):
    """The dice were taken out of the automated shaker."""

    by: str


class ShakerMarkedOutOfOrder(Event, frozen=True, kw_only=True):
    """The automated shaker was covered or signed."""

    how: str


class ManualShakerBrought(Event, frozen=True, kw_only=True):
    """A manual shaker took the place of the automated one."""

    by: str


class AutomatedShakerRestored(Event, frozen=True, kw_only=True):
    """The automated shaker came back into use."""

    by: str


EVENTS = (
    COMMON_EVENTS
    | DiceShaken
    | ShakerActivated
    | NoMoreBetsCalled
    | DiceRevealed
    | DiceEntered
    | EntryDiffers
    | EntryCorrected
    | CombinationsLit
    | SettledByHand
    | LightsCleared
    | DiceRemoved
    | ShakerMarkedOutOfOrder
    | ManualShakerBrought
    | AutomatedShakerRestored
)


class Phase(StrEnum):
    """How far the round has come."""

    BETTING = "betting"  # the dice lie from the last round, or have never been mixed
    MIXED = "mixed"  # covered and shaken, or tossed by the device; wagers are still taken
    NO_MORE_BETS = "no-more-bets"
    REVEALED = "revealed"  # shown and announced, to be entered
    MISENTERED = "misentered"  # entered wrongly, to be corrected
    LIT = "lit"  # winning combinations lit and settled, to be cleared
    BY_HAND = "by-hand"  # shown, with a device that fails: to be settled by hand
    STOPPED = "stopped"  # gaming has ceased until the device is fixed


class ShakerStatus(StrEnum):
    """Which shaker is in use, or how far an automated one that cannot be used has been put aside."""

    MANUAL = "manual"
    AUTOMATED = "automated"
    FAILED = "failed"  # its dice still inside
    EMPTIED = "emptied"
    OUT_OF_ORDER = "out-of-order"  # emptied, and covered or signed


class Round(Felt, frozen=True, kw_only=True):
    """A round of Sic Bo as it stands.

    `toss` is what was announced, kept until the dice are mixed again; `entered` is a wrong entry while it stands;
    `lit` are the winning areas; `failed` names what keeps, or after settlement will keep, the table from play.
    """

    phase: Phase = Phase.BETTING
    shaker: ShakerStatus = ShakerStatus.MANUAL
    toss: Toss | None = None
    entered: Toss | None = None
    lit: tuple[AreaKey, ...] = ()
    failed: str = ""
