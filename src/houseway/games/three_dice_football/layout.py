"""The felt of Three Dice Football (661a.2(b)): betting areas, the field, the down areas and the length track."""

from collections.abc import Sequence

from houseway.games.three_dice_football.wagers import CATALOGUE, FULL_GAME, SINGLE_PLAY
from houseway.law import Clause, pa
from houseway.submission import OddsShownOn, Submission
from houseway.table.layout import NOT_OFFERED, Area, Layout, Marker, Requirement
from houseway.table.wagers import Wager

_WAGER_AREAS = pa("661a.2(b)(2)")
_ODDS = pa("661a.2(b)(3)#1")
_FIELD = pa("661a.2(b)(4)#1")
_YARDS = pa("661a.2(b)(4)#2")
_LENGTH = pa("661a.2(b)(6)")
_SIGN = pa("661a.2(b)(3)#2")
_DOWN_SPACES = pa("661a.2(b)(5)")

_WIDTH, _HEIGHT = 1200, 670
_MARGIN, _GAP = 20, 6
_FIELD_TOP, _FIELD_HEIGHT = 190, 200
_END_ZONE = 70
_LAST_YARD = max(_YARDS.integers("yard_labels"))
_LINES = (10, 20)


def _inscription(wager: Wager, submission: Submission) -> str:
    """What the layout says of a wager: its odds, unless the sign shows them, or that it is not offered."""
    if wager.name in submission.not_offered:
        return NOT_OFFERED
    if submission.odds_shown_on is OddsShownOn.SIGN:
        return ""
    return " · ".join(dict.fromkeys(str(line.odds) for line in wager.paytable))


def _beside_each_other(count: int, room: int) -> tuple[int, tuple[int, ...]]:
    """How wide so many places are that fill a row from the margin on, and where each begins: the first and the last end flush."""
    width = (room - (count - 1) * _GAP) // count
    return width, tuple(_MARGIN + round(number * (room - width) / (count - 1)) for number in range(count))


def _row(submission: Submission, wagers: list[Wager], top: int, height: int, tone: str) -> tuple[Area, ...]:
    width, lefts = _beside_each_other(len(wagers), _WIDTH - 2 * _MARGIN)
    return tuple(
        Area(
            id=wager.name,
            label=wager.title,
            x=left,
            y=top,
            width=width,
            height=height,
            clause=_WAGER_AREAS,
            wager=wager.name,
            inscription=_inscription(wager, submission),
            tone="not-offered" if wager.name in submission.not_offered else tone,
        )
        for left, wager in zip(lefts, wagers, strict=True)
    )


_FULL_GAME = [wager for wager in CATALOGUE.values() if wager.group == FULL_GAME]
_SINGLE_PLAY = [wager for wager in CATALOGUE.values() if wager.group == SINGLE_PLAY]
_LENGTHS = [wager for wager in _FULL_GAME if wager.name.startswith("game-length")]
_MAIN = [wager for wager in _FULL_GAME if wager not in _LENGTHS]

# Room for the yards in play and for the two lines of the far end.
_YARD_WIDTH = (_WIDTH - 2 * _MARGIN - 2 * _END_ZONE) // (_LAST_YARD + 2)


def yard_x(yards: int) -> int:
    """Where a yard lies across the field: the end zone the offense drives at is on the right."""
    return _WIDTH - _MARGIN - _END_ZONE - (yards * _YARD_WIDTH if yards else -_END_ZONE // 2)


_YARD_AREAS = (
    Area(
        "end-zone",
        "END ZONE",
        _WIDTH - _MARGIN - _END_ZONE,
        _FIELD_TOP,
        _END_ZONE,
        _FIELD_HEIGHT,
        _FIELD,
        tone="end-zone",
    ),
    Area("far-end-zone", "END ZONE", _MARGIN, _FIELD_TOP, _END_ZONE, _FIELD_HEIGHT, _FIELD, tone="end-zone"),
    *(
        Area(
            f"far-{line}",
            str(line),
            _MARGIN + _END_ZONE + column * _YARD_WIDTH,
            _FIELD_TOP,
            _YARD_WIDTH,
            _FIELD_HEIGHT,
            _FIELD,
            tone="ten-yard-line",
        )
        for column, line in enumerate(_LINES)
    ),
    *(
        Area(
            f"yard-{yard}",
            str(yard),
            yard_x(yard),
            _FIELD_TOP,
            _YARD_WIDTH,
            _FIELD_HEIGHT,
            _FIELD if yard in _LINES else _YARDS,
            tone="ten-yard-line" if yard in _LINES else "yard",
        )
        for yard in range(1, _LAST_YARD + 1)
    ),
)

_DOWN_CLAUSES = {
    "1st Down": pa("661a.2(b)(5)(i)"),
    "2nd Down": pa("661a.2(b)(5)(ii)"),
    "3rd Down": pa("661a.2(b)(5)(iii)"),
    "1st & Goal": pa("661a.2(b)(5)(iv)"),
    "2nd & Goal": pa("661a.2(b)(5)(v)"),
    "3rd & Goal": pa("661a.2(b)(5)(vi)"),
    "Extra Point": pa("661a.2(b)(5)(vii)"),
}


def down_area(name: str) -> str:
    """The id of a down area by its name."""
    return "down-" + name.lower().replace(" & ", "-and-").replace(" ", "-")


# Where the dice of a throw lie, beside the tracks.
_DICE_REST_WIDTH = 210
_TRACK_TOP, _TRACK_HEIGHT = 398, 46


def _track(spaces: Sequence[tuple[str, str, Clause]], row: int) -> tuple[Area, ...]:
    """Spaces for a puck side by side, each with its id and label."""
    width, lefts = _beside_each_other(len(spaces), _WIDTH - 2 * _MARGIN - _DICE_REST_WIDTH - _GAP)
    top = _TRACK_TOP + row * (_TRACK_HEIGHT + _GAP)
    return tuple(
        Area(name, label, left, top, width, _TRACK_HEIGHT, clause, tone="track")
        for left, (name, label, clause) in zip(lefts, spaces, strict=True)
    )


_DOWNS = _track([(down_area(name), name, clause) for name, clause in _DOWN_CLAUSES.items()], 0)
_PLAYS = _track([(f"play-{play}", f"Play {play}", _LENGTH) for play in _LENGTH.integers("labels")], 1)
_DICE_REST = Area(
    "dice-rest",
    "",
    _WIDTH - _MARGIN - _DICE_REST_WIDTH,
    _TRACK_TOP,
    _DICE_REST_WIDTH,
    2 * _TRACK_HEIGHT + _GAP,
    pa("661a.5(a)#2"),
    tone="dice-rest",
)
_LOGO = Area("logo", "", _MARGIN, _HEIGHT - 34, _WIDTH - 2 * _MARGIN, 30, pa("661a.2(b)(1)"), tone="logo")

_FIELD_AREAS = tuple(area for area in _YARD_AREAS if area.clause == _FIELD)
_IN_PLAY = tuple(area for area in _YARD_AREAS if area.id.startswith(("yard-", "end-zone")))


def _ids(areas: tuple[Area, ...]) -> tuple[str, ...]:
    return tuple(area.id for area in areas)


def felt(submission: Submission) -> Layout:
    """The layout as the operator prints it."""
    offered = tuple(name for name in CATALOGUE if name not in submission.not_offered)
    on_layout = submission.odds_shown_on is OddsShownOn.LAYOUT
    return Layout(
        width=_WIDTH,
        height=_HEIGHT,
        areas=(
            *_row(submission, _MAIN, 20, 76, "full-game"),
            *_row(submission, _LENGTHS, 104, 76, "full-game"),
            *_YARD_AREAS,
            *_DOWNS,
            *_PLAYS,
            _DICE_REST,
            *_row(submission, _SINGLE_PLAY, 508, 118, "single-play"),
            _LOGO,
        ),
        markers=(
            Marker("down-puck", "Down Puck", _ids(_DOWNS), _DOWN_SPACES),
            Marker("yard-marker", "Yard Marker", _ids(_IN_PLAY), _YARDS),
            Marker("length-puck", "Game Length Puck", _ids(_PLAYS), _LENGTH),
        ),
        requirements=(
            Requirement("The certificate holder's name or logo", _LOGO.clause, (_LOGO.id,)),
            Requirement("An area for every full game and single play wager", _WAGER_AREAS, tuple(CATALOGUE)),
            Requirement("The odds of every wager offered", _ODDS, offered if on_layout else ("sign",)),
            Requirement("A sign with the odds, where the layout does not show them", _SIGN, ("sign",)),
            Requirement("Two end zones, 10-yard lines and 20-yard lines", _FIELD, _ids(_FIELD_AREAS)),
            Requirement(
                "Yards 1 to 23 numbered along the centre",
                _YARDS,
                tuple(f"yard-{yard}" for yard in range(1, _LAST_YARD + 1)),
            ),
            Requirement("A space for each down and the extra point", _DOWN_SPACES, _ids(_DOWNS)),
            *(Requirement(f"A space for {area.label}", area.clause, (area.id,)) for area in _DOWNS),
            Requirement("A game length track numbered 1 to 6", _LENGTH, _ids(_PLAYS)),
        ),
    )
