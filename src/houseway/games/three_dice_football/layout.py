"""The felt of Three Dice Football (661a.2(b)): betting areas, the field, the down areas and the length track."""

from houseway.games.three_dice_football.wagers import CATALOGUE, FULL_GAME, SINGLE_PLAY
from houseway.law import pa
from houseway.table.layout import Area, Layout, Marker, Requirement
from houseway.table.wagers import Wager

_WAGER_AREAS = pa("661a.2(b)(2)")
_ODDS = pa("661a.2(b)(3)#1")
_FIELD = pa("661a.2(b)(4)#1")
_YARDS = pa("661a.2(b)(4)#2")
_LENGTH = pa("661a.2(b)(6)")

_WIDTH, _HEIGHT = 1200, 620
_MARGIN = 20
_FIELD_TOP, _FIELD_HEIGHT = 190, 200
_END_ZONE = 70
_LAST_YARD = 23


def _odds(wager: Wager) -> str:
    """What the layout says a wager pays, one line after the other."""
    return " · ".join(dict.fromkeys(str(line.odds) for line in wager.paytable))


def _row(wagers: list[Wager], top: int, height: int, tone: str) -> tuple[Area, ...]:
    width = (_WIDTH - 2 * _MARGIN) // len(wagers)
    return tuple(
        Area(
            id=wager.name,
            label=wager.title,
            x=_MARGIN + column * width,
            y=top,
            width=width - 6,
            height=height,
            clause=_WAGER_AREAS,
            wager=wager.name,
            inscription=_odds(wager),
            tone=tone,
        )
        for column, wager in enumerate(wagers)
    )


_FULL_GAME = [wager for wager in CATALOGUE.values() if wager.group == FULL_GAME]
_SINGLE_PLAY = [wager for wager in CATALOGUE.values() if wager.group == SINGLE_PLAY]
_LENGTHS = [wager for wager in _FULL_GAME if wager.name.startswith("game-length")]
_MAIN = [wager for wager in _FULL_GAME if wager not in _LENGTHS]

_YARD_WIDTH = (_WIDTH - 2 * _MARGIN - 2 * _END_ZONE) // _LAST_YARD


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
    Area("own-end-zone", "END ZONE", _MARGIN, _FIELD_TOP, _END_ZONE, _FIELD_HEIGHT, _FIELD, tone="end-zone"),
    *(
        Area(
            f"yard-{yard}",
            str(yard),
            yard_x(yard),
            _FIELD_TOP,
            _YARD_WIDTH,
            _FIELD_HEIGHT,
            _FIELD if yard in (10, 20) else _YARDS,
            tone="ten-yard-line" if yard in (10, 20) else "yard",
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


_DOWN_WIDTH = 100
_DOWNS = tuple(
    Area(
        down_area(name),
        name,
        _MARGIN + column * (_DOWN_WIDTH + 4),
        400,
        _DOWN_WIDTH,
        46,
        clause,
        tone="track",
    )
    for column, (name, clause) in enumerate(_DOWN_CLAUSES.items())
)
_LENGTH_LEFT = _MARGIN + len(_DOWN_CLAUSES) * (_DOWN_WIDTH + 4) + 20
_LENGTH_WIDTH = (_WIDTH - _MARGIN - _LENGTH_LEFT) // 6
_PLAYS = tuple(
    Area(
        f"play-{play}",
        f"Play {play}",
        _LENGTH_LEFT + (play - 1) * _LENGTH_WIDTH,
        400,
        _LENGTH_WIDTH - 4,
        46,
        _LENGTH,
        tone="track",
    )
    for play in range(1, 7)
)
_LOGO = Area("logo", "", _MARGIN, _HEIGHT - 34, _WIDTH - 2 * _MARGIN, 30, pa("661a.2(b)(1)"), tone="logo")

_AREAS = (
    *_row(_MAIN, 20, 76, "full-game"),
    *_row(_LENGTHS, 104, 76, "full-game"),
    *_YARD_AREAS,
    *_DOWNS,
    *_PLAYS,
    *_row(_SINGLE_PLAY, 458, 120, "single-play"),
    _LOGO,
)


def _ids(areas: tuple[Area, ...]) -> tuple[str, ...]:
    return tuple(area.id for area in areas)


LAYOUT = Layout(
    width=_WIDTH,
    height=_HEIGHT,
    areas=_AREAS,
    markers=(
        Marker("down-puck", "Down Puck", _ids(_DOWNS), pa("661a.2(b)(5)")),
        Marker("yard-marker", "Yard Marker", _ids(_YARD_AREAS), _YARDS),
        Marker("length-puck", "Game Length Puck", _ids(_PLAYS), _LENGTH),
    ),
    requirements=(
        Requirement("The certificate holder's name or logo", pa("661a.2(b)(1)"), ("logo",)),
        Requirement("An area for every full game and single play wager", _WAGER_AREAS, tuple(CATALOGUE)),
        Requirement("The odds of every wager offered", _ODDS, tuple(CATALOGUE)),
        Requirement(
            "A sign with the odds, where the layout does not show them", pa("661a.2(b)(3)#2"), ("sign",)
        ),
        Requirement(
            "Two end zones, 10-yard lines and 20-yard lines",
            _FIELD,
            ("end-zone", "own-end-zone", "yard-10", "yard-20"),
        ),
        Requirement("Yards 1 to 23 numbered along the centre", _YARDS, _ids(_YARD_AREAS[2:])),
        Requirement("A space for each down and the extra point", pa("661a.2(b)(5)"), _ids(_DOWNS)),
        *(Requirement(f"A space for {area.label}", area.clause, (area.id,)) for area in _DOWNS),
        Requirement("A game length track numbered 1 to 6", _LENGTH, _ids(_PLAYS)),
    ),
)
