"""The field: what a throw means as a football play, and where it leaves the ball (661a.1, 661a.6)."""

from enum import StrEnum

import msgspec

from houseway.law import Clause, implements, pa

_START = pa("661a.6(a)#2")
_SERIES = pa("661a.6(e)#1")
_GOAL_SERIES = pa("661a.6(e)(2)")
_GOAL_LINE = 10
_PENALTY_YARDS = 1


class Throw(msgspec.Struct, frozen=True):
    """The top faces: two green Offensive Dice and the red Defensive Die."""

    green_1: int
    green_2: int
    red: int

    def __str__(self) -> str:
        return f"green {self.green_1} and {self.green_2}, red {self.red}"

    @property
    def green(self) -> int:
        """The total of the Offensive Dice."""
        return self.green_1 + self.green_2


class Kind(StrEnum):
    """What a throw is on a down."""

    TRIPS_TD = "trips-td"
    TURNOVER = "turnover"
    GAIN = "gain"
    PENALTY = "penalty"
    NO_GAIN = "no-gain"


class Play(msgspec.Struct, frozen=True):
    """One down as played: its kind and the yards by the dice, whatever the marker could still move."""

    kind: Kind
    yards: int


class Score(StrEnum):
    """How a game ends."""

    TOUCHDOWN = "touchdown"
    TRIPS_TD = "trips-td"
    TURNOVER = "turnover"
    OUT_OF_DOWNS = "out-of-downs"


class Ending(msgspec.Struct, frozen=True):
    """The end of a game: how, after how many plays, and the extra point roll if one was made."""

    how: Score
    plays: int
    extra_point: Throw | None = None

    @property
    def scored(self) -> bool:
        """Whether the offense scored."""
        return self.how in (Score.TOUCHDOWN, Score.TRIPS_TD)


class Field(msgspec.Struct, frozen=True):
    """Where the markers stand: the Down Puck, the Yard Marker (yards to go) and the Game Length Puck."""

    down: int = 1
    goal: bool = False
    yards: int = _START.integer("yardline")
    play: int = 1

    def __str__(self) -> str:
        return f"{down_name(self)}, {self.yards} yards to go, play {self.play}"


KICK_OFF = Field()

# Which clause makes each kind of play what it is.
PLAY_CLAUSES: dict[Kind, Clause] = {
    Kind.GAIN: pa("661a.6(c)(1)#1"),
    Kind.PENALTY: pa("661a.6(c)(2)#1"),
    Kind.NO_GAIN: pa("661a.6(c)(3)"),
    Kind.TURNOVER: pa("661a.6(c)(4)"),
    Kind.TRIPS_TD: pa("661a.6(c)(5)"),
}

ENDING_CLAUSES: dict[Score, Clause] = {
    Score.TOUCHDOWN: pa("661a.1[touchdown]"),
    Score.TRIPS_TD: pa("661a.6(c)(5)"),
    Score.TURNOVER: pa("661a.6(c)(4)"),
    Score.OUT_OF_DOWNS: pa("661a.6(e)(1)"),
}


@implements("661a.1[trips_td]")
def is_trips_td(throw: Throw) -> bool:
    """Three alike on a down."""
    return throw.green_1 == throw.green_2 == throw.red


@implements("661a.1[triple]", readings=("661-06",))
def is_triple(throw: Throw) -> bool:
    """Three alike on the extra point roll, which is no down and so never a Trips TD."""
    return throw.green_1 == throw.green_2 == throw.red


@implements("661a.1[turnover]")
def is_turnover(throw: Throw) -> bool:
    """A red six with a green total of two or three."""
    return throw.red == 6 and throw.green <= 3


@implements("661a.1[penalty]")
def is_penalty(throw: Throw) -> bool:
    """A green total under the red die, unless it is a turnover."""
    return throw.green < throw.red and not is_turnover(throw)


@implements("661a.6(c)", "661a.6(c)(1)#1", "661a.6(c)(2)#1", "661a.6(c)(3)", readings=("661-04",))
def play_of(throw: Throw) -> Play:
    """What a throw is on a down; the tests run in the order of reading 661-04."""
    if is_trips_td(throw):
        return Play(Kind.TRIPS_TD, throw.green - throw.red)
    if is_turnover(throw):
        return Play(Kind.TURNOVER, 0)
    if is_penalty(throw):
        return Play(Kind.PENALTY, -_PENALTY_YARDS)
    if throw.green == throw.red:
        return Play(Kind.NO_GAIN, 0)
    return Play(Kind.GAIN, throw.green - throw.red)


@implements(
    "661a.1[touchdown]",
    "661a.6(c)(1)#2",
    "661a.6(c)(2)#2",
    "661a.6(c)(4)",
    "661a.6(c)(5)",
    "661a.6(e)#1",
    "661a.6(e)#2",
    "661a.6(e)(1)",
    "661a.6(e)(2)",
    readings=("661-01", "661-02", "661-03"),
)
def advance(field: Field, play: Play) -> tuple[Field, Score | None]:
    """Where the markers stand after a play and, if it ended the game, how; an ended game's pucks stay put."""
    if play.kind is Kind.TRIPS_TD:
        return msgspec.structs.replace(field, yards=0), Score.TRIPS_TD
    if play.kind is Kind.TURNOVER:
        return field, Score.TURNOVER
    yards = max(field.yards - play.yards, 0)
    if yards == 0:
        return msgspec.structs.replace(field, yards=0), Score.TOUCHDOWN
    if not field.goal and yards <= _GOAL_LINE:
        return Field(1, True, yards, field.play + 1), None
    if field.down == (_GOAL_SERIES.integer("downs_goal") if field.goal else _SERIES.integer("downs_initial")):
        return msgspec.structs.replace(field, yards=yards), Score.OUT_OF_DOWNS
    return Field(field.down + 1, field.goal, yards, field.play + 1), None


def down_name(field: Field) -> str:
    """The name of the down area on the layout, for instance 2nd & Goal."""
    ordinal = ("1st", "2nd", "3rd")[field.down - 1]
    return f"{ordinal} & Goal" if field.goal else f"{ordinal} Down"
