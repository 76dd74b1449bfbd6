"""What happened at a Three Dice Football table, as the crew would say it."""

from collections.abc import Mapping, Sequence

from houseway.games.three_dice_football.events import (
    CockedDieRead,
    DiceThrown,
    DownAnnounced,
    ExtraPointDue,
    FieldSet,
    GameEnded,
    MarkersMoved,
    NumbersCalled,
    PlayMade,
    QuarterbackNamed,
    QuarterbackRetained,
)
from houseway.games.three_dice_football.field import (
    Field,
    Kind,
    Score,
    Throw,
    down_name,
    is_triple,
    is_turnover,
)
from houseway.table.dice_words import no_roll, told_of_dice
from houseway.table.events import Event
from houseway.table.irregularities import Remedy
from houseway.table.words import capital

_ENDINGS = {
    Score.TOUCHDOWN: "touchdown",
    Score.TRIPS_TD: "trips touchdown",
    Score.TURNOVER: "turnover",
    Score.OUT_OF_DOWNS: "out of downs",
}
_SCORES = frozenset({Score.TOUCHDOWN, Score.TRIPS_TD})


def told(event: Event) -> str:
    """One event in one line, or nothing for one that is not this game's own."""
    match event:
        case QuarterbackNamed():
            green_1, green_2 = event.green
            return (
                f"Position {event.seat} is the Quarterback, "
                f"with green dice {green_1} and {green_2} and red die {event.red} of the set"
            )
        case QuarterbackRetained():
            return f"Position {event.seat} scored and keeps the dice"
        case DiceThrown():
            what = "for the extra point" if event.extra_point else f"on play {event.play}"
            return f"Position {event.seat} throws {what}"
        case CockedDieRead():
            return f"The {event.die.replace('-', ' ')} die leans on its {event.resting}: it shows {event.top}"
        case NumbersCalled():
            return capital(str(event.throw))
    return told_of_dice(event) or _of_the_field(event)


def _of_the_field(event: Event) -> str:
    match event:
        case FieldSet():
            return f"A new game: {_standing(event.field)}"
        case PlayMade():
            return _play(event, " yards")
        case MarkersMoved():
            where = f"{_standing(event.field)}, play {event.field.play}"
            return f"The markers stand at {where}" if event.field.yards else "The ball is in the end zone"
        case DownAnnounced():
            return f"{_plays(event.plays)} made: {down_and_distance(event.down, event.yards)}"
        case GameEnded():
            return f"Game over after {_plays(event.plays)}: {_over(Score(event.how))}"
        case ExtraPointDue():
            wagers = "one wager" if event.wagers == 1 else f"{event.wagers} wagers"
            return f"The Quarterback throws for the extra point: {wagers} on it"
    return ""


# What a throw came to.


def result(events: Sequence[Event], remedies: Mapping[str, Remedy]) -> str:
    """What a throw was on the field, from all that followed it; nothing until it is called or does not count."""
    void = no_roll(events, remedies)
    if void:
        return void
    thrown = next((event for event in events if isinstance(event, DiceThrown)), None)
    called = next((event for event in events if isinstance(event, NumbersCalled)), None)
    if thrown is None or called is None:
        return ""
    return _extra_point(called.throw) if thrown.extra_point else _of_adown_and_distance(events)


def _extra_point(throw: Throw) -> str:
    good = is_triple(throw) or 1 in (throw.green_1, throw.green_2, throw.red)
    return f"Extra point {'good' if good else 'no good'}: game over with a touchdown"


def _of_adown_and_distance(events: Sequence[Event]) -> str:
    play = next(event for event in events if isinstance(event, PlayMade))
    for event in events:
        match event:
            case DownAnnounced():
                return f"{_play(play, '')}: {down_and_distance(event.down, event.yards)}"
            case GameEnded():
                due = any(isinstance(other, ExtraPointDue) for other in events)
                return _ended(play, event, extra_point=due)
    return ""


def _ended(play: PlayMade, ended: GameEnded, *, extra_point: bool) -> str:
    """How the game came to its end, and for whom; the last play is told where the end does not say it."""
    how, plays = Score(ended.how), _plays(ended.plays)
    if how is Score.OUT_OF_DOWNS:
        return f"{_play(play, '')}, out of downs. Game over, the defense wins after {plays}"
    if how is Score.TURNOVER:
        return f"Turnover! Game over, the defense wins after {plays}"
    shout = f"{capital(_ENDINGS[how])}!"
    if extra_point:
        return f"{shout} The offense scores in {plays}; the extra point is next"
    return f"{shout} Game over, the offense scores in {plays}"


def over_in_words(field: Field, throw: Throw) -> str:
    """Why a game is over, from where it left the markers and from its last throw."""
    if not field.yards:
        return _over(Score.TOUCHDOWN)
    return _over(Score.TURNOVER if is_turnover(throw) else Score.OUT_OF_DOWNS)


def _over(how: Score) -> str:
    return f"{_ENDINGS[how]}, the {'offense scores' if how in _SCORES else 'defense wins'}"


def _play(play: PlayMade, unit: str) -> str:
    match play.kind:
        case Kind.GAIN:
            return f"Gain of {play.yards}{unit if play.yards != 1 else unit.rstrip('s')}"
        case Kind.PENALTY:
            return f"Penalty, loss of {-play.yards}{unit.rstrip('s') if play.yards == -1 else unit}"
        case Kind.TRIPS_TD:
            return "Trips touchdown"
        case Kind.TURNOVER:
            return "Turnover"
    return "No gain"


def _standing(field: Field) -> str:
    return down_and_distance(down_name(field), field.yards)


def down_and_distance(name: str, yards: int) -> str:
    """The down as it is called, and how far it is to the end zone."""
    return f"{name.replace('Down', 'down').replace('& Goal', 'and goal')}, {yards_to_go(yards)}"


def yards_to_go(yards: int) -> str:
    """The distance to the end zone."""
    return "1 yard to go" if yards == 1 else f"{yards} yards to go"


def _plays(plays: int) -> str:
    return "1 play" if plays == 1 else f"{plays} plays"
