"""What happens in a Sic Bo round."""

from houseway.games.sic_bo.toss import Toss
from houseway.games.sic_bo.wagers import AreaKey
from houseway.table.events import Event


class DiceShaken(Event, frozen=True, kw_only=True):
    """The dealer shook the covered shaker."""

    times: int


class ShakerActivated(Event, frozen=True, kw_only=True):
    """The automated shaker tossed the dice."""


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
