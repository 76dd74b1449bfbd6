"""What happens in a Three Dice Football game."""

from houseway.games.three_dice_football.field import Field, Throw
from houseway.table.events import Event


class QuarterbackNamed(Event, frozen=True, kw_only=True):
    """A player accepted the dice and picked three of them; the others went back into the cup."""

    seat: int
    green: tuple[int, int]
    red: int


class QuarterbackRetained(Event, frozen=True, kw_only=True):
    """The Quarterback scored and keeps the dice."""

    seat: int


class FieldSet(Event, frozen=True, kw_only=True):
    """The dealer put the markers at the start of a game."""

    field: Field


class DiceThrown(Event, frozen=True, kw_only=True):
    """The dice left the Quarterback's hand together, towards the far end."""

    seat: int
    play: int
    extra_point: bool


class CockedDieRead(Event, frozen=True, kw_only=True):
    """A leaning die was read as the face opposite the one it rests on."""

    die: str
    resting: int
    top: int


class NumbersCalled(Event, frozen=True, kw_only=True):
    """The stickperson called the top faces."""

    throw: Throw


class PlayMade(Event, frozen=True, kw_only=True):
    """What the throw was on the field."""

    kind: str
    yards: int


class MarkersMoved(Event, frozen=True, kw_only=True):
    """Where the markers stand after the play."""

    field: Field


class DownAnnounced(Event, frozen=True, kw_only=True):
    """The dealer announced the downs used and the distance to the end zone."""

    plays: int
    down: str
    yards: int


class GameEnded(Event, frozen=True, kw_only=True):
    """The game ended."""

    how: str
    plays: int


class ExtraPointDue(Event, frozen=True, kw_only=True):
    """Somebody wagered on the extra point, so the Quarterback throws for it."""

    wagers: int
