"""The felt of Sic Bo (625a.1(b)-(c)): one area for each wager and pick, as a dealer knows it."""

from collections.abc import Sequence

from houseway.games.sic_bo.submission import NAME_OR_LOGO, SicBoSubmission
from houseway.games.sic_bo.wagers import BIG_TOTALS, CATALOGUE, SMALL_TOTALS
from houseway.law import implements, pa
from houseway.submission import OddsShownOn
from houseway.table.layout import NOT_OFFERED, Area, Layout, Requirement
from houseway.table.wagers import Wager

_DEPICTS_ALL = pa("625a.1(b)#1")
_WAGER_AREAS = pa("625a.1(c)(2)")
_ODDS = pa("625a.1(c)(3)#1")
_SIGN = pa("625a.1(c)(3)#2")

_WIDTH, _HEIGHT = 1200, 690
_MARGIN, _GAP = 20, 6
_SIDE = 150
_TOP, _HALF = 20, 87
_INNER_LEFT = _MARGIN + _SIDE + _GAP
_INNER_WIDTH = _WIDTH - 2 * _INNER_LEFT
_COLUMNS = 7
_CENTRE = _COLUMNS // 2
_NAMES = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX")


def area_id(wager: str, pick: str) -> str:
    """The id of the area for a wager and pick."""
    return f"{wager}-{pick}" if pick else wager


def _span(total: int, count: int, index: int) -> tuple[int, int]:
    """The start and length of one of so many equal parts, gap left out."""
    start, end = total * index // count, total * (index + 1) // count
    return start, end - start - _GAP


_ALIKE = {"one-of-a-kind": 1, "two-of-a-kind": 2, "three-of-a-kind": 3}


def _pictured(wager: Wager, pick: str) -> tuple[int, ...]:
    """The dice that make a wager win, where its pick names them."""
    if wager.name == "two-dice-combination":
        return tuple(int(face) for face in pick.split("-"))
    return (int(pick),) * _ALIKE[wager.name] if wager.name in _ALIKE else ()


class _Printer:
    """Prints areas with what the submission lets the layout say of each wager."""

    def __init__(self, submission: SicBoSubmission) -> None:
        self._offered = submission.offered(CATALOGUE)
        self._odds_on_layout = submission.odds_shown_on is OddsShownOn.LAYOUT

    def area(self, wager: Wager, pick: str, label: str, box: tuple[int, int, int, int], tone: str) -> Area:
        """One betting area."""
        x, y, width, height = box
        return Area(
            id=area_id(wager.name, pick),
            label=label,
            x=x,
            y=y,
            width=width,
            height=height,
            clause=_WAGER_AREAS,
            wager=wager.name,
            pick=pick,
            inscription=self._inscription(wager),
            tone=tone if wager.name in self._offered else "not-offered",
            dice=_pictured(wager, pick),
        )

    def _inscription(self, wager: Wager) -> str:
        if wager.name not in self._offered:
            return NOT_OFFERED
        if not self._odds_on_layout:
            return ""
        return " · ".join(str(line.odds) for line in wager.paytable)

    def row(
        self, cells: Sequence[tuple[Wager, str, str]], top: int, height: int, tone: str
    ) -> tuple[Area, ...]:
        """Areas side by side across the whole felt."""
        areas = []
        for index, (wager, pick, label) in enumerate(cells):
            left, width = _span(_WIDTH - 2 * _MARGIN + _GAP, len(cells), index)
            areas.append(self.area(wager, pick, label, (_MARGIN + left, top, width, height), tone))
        return tuple(areas)

    def top(self) -> tuple[Area, ...]:
        """Small on the left, Big on the right, doubles over triples between them, any triple in the centre."""
        full = 2 * _HALF + _GAP
        small, big = CATALOGUE["small"], CATALOGUE["big"]
        doubles, triples = CATALOGUE["two-of-a-kind"], CATALOGUE["three-of-a-kind"]
        any_triple = CATALOGUE["any-three-of-a-kind"]
        areas = [
            self.area(small, "", _between("SMALL", SMALL_TOTALS), (_MARGIN, _TOP, _SIDE, full), "small"),
            self.area(
                big, "", _between("BIG", BIG_TOTALS), (_WIDTH - _MARGIN - _SIDE, _TOP, _SIDE, full), "big"
            ),
        ]
        outer = [column for column in range(_COLUMNS) if column != _CENTRE]
        for column, pick in zip(outer, doubles.picks, strict=True):
            left, width = _span(_INNER_WIDTH + _GAP, _COLUMNS, column)
            box = (_INNER_LEFT + left, _TOP, width, _HALF)
            areas.append(self.area(doubles, pick, f"{pick} {pick}", box, "double"))
        for column, pick in zip(outer, triples.picks, strict=True):
            left, width = _span(_INNER_WIDTH + _GAP, _COLUMNS, column)
            box = (_INNER_LEFT + left, _TOP + _HALF + _GAP, width, _HALF)
            areas.append(self.area(triples, pick, f"{pick} {pick} {pick}", box, "triple"))
        left, width = _span(_INNER_WIDTH + _GAP, _COLUMNS, _CENTRE)
        areas.append(
            self.area(any_triple, "", "ANY TRIPLE", (_INNER_LEFT + left, _TOP, width, full), "triple")
        )
        return tuple(areas)


def _between(name: str, totals: tuple[int, ...]) -> str:
    return f"{name} · {totals[0]} to {totals[-1]}"


# The foot of the felt: the name, and the uncovered dice beside it.
_FOOT_TOP, _FOOT = 582, 98
_REST_WIDTH = 300
_LOGO = Area(
    "logo",
    "",
    _MARGIN,
    _FOOT_TOP,
    _WIDTH - 2 * _MARGIN - _REST_WIDTH - _GAP,
    _FOOT,
    NAME_OR_LOGO,
    tone="logo",
)
_DICE_REST = Area(
    "dice-rest",
    "",
    _WIDTH - _MARGIN - _REST_WIDTH,
    _FOOT_TOP,
    _REST_WIDTH,
    _FOOT,
    pa("625a.5(d)#1"),
    tone="dice-rest",
)
_TOTALS = [wager for name, wager in CATALOGUE.items() if name.startswith("total-")]
_PAIRS = CATALOGUE["two-dice-combination"]
_SINGLES = CATALOGUE["one-of-a-kind"]


@implements(
    "625a.1(b)#1",
    "625a.1(c)(1)",
    "625a.1(c)(2)",
    "625a.1(c)(3)#1",
    "625a.1(c)(3)#2",
    readings=("B-SB-11",),
)
def felt(submission: SicBoSubmission) -> Layout:
    """The layout under a submission: every authorised wager, those not offered marked as such."""
    printer = _Printer(submission)
    betting = (
        *printer.top(),
        *printer.row([(w, "", w.name.removeprefix("total-")) for w in _TOTALS], 208, 110, "total"),
        *printer.row([(_PAIRS, pick, pick.replace("-", " · ")) for pick in _PAIRS.picks], 326, 100, "pair"),
        *printer.row(
            [(_SINGLES, pick, name) for pick, name in zip(_SINGLES.picks, _NAMES, strict=True)],
            434,
            140,
            "single",
        ),
    )
    every = tuple(area.id for area in betting)
    offered = tuple(area.id for area in betting if area.inscription != NOT_OFFERED)
    on_layout = submission.odds_shown_on is OddsShownOn.LAYOUT
    return Layout(
        width=_WIDTH,
        height=_HEIGHT,
        areas=(*betting, _LOGO, _DICE_REST),
        markers=(),
        requirements=(
            Requirement("A picture of every wager the chapter allows", _DEPICTS_ALL, every),
            Requirement("The certificate holder's name or logo", NAME_OR_LOGO, (_LOGO.id,)),
            Requirement("An area for every wager", _WAGER_AREAS, every),
            Requirement("The odds of every wager offered", _ODDS, offered if on_layout else ("sign",)),
            Requirement("A sign with the odds, where the layout does not show them", _SIGN, ("sign",)),
        ),
    )
