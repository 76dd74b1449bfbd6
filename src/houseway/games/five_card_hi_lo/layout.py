"""The felt of Five Card Hi-Lo (663a.2(b)): six positions on an arc around the dealer, each with its hands and its wagers."""

from collections.abc import Iterator, Sequence

from houseway.games.five_card_hi_lo.submission import HiLoSubmission
from houseway.games.five_card_hi_lo.wagers import ANTE, PLAY, POKER_BONUS, TIE
from houseway.law import Clause, implements, pa
from houseway.submission import OddsShownOn
from houseway.table.arc import Arc
from houseway.table.layout import NOT_OFFERED, Area, Layout, Position, Requirement
from houseway.table.seated import arched, areas_of, on_the_arc
from houseway.table.wagers import PayLine, Wager

_NAME_OR_LOGO = pa("663a.2(b)(1)")
_HAND_AREAS = pa("663a.2(b)(4)")
_WAGER_AREAS = {
    ANTE: pa("663a.2(b)(2)"),
    PLAY: pa("663a.2(b)(3)"),
    TIE: pa("663a.2(b)(5)"),
    POKER_BONUS: pa("663a.2(b)(6)"),
}
_ODDS = pa("663a.2(b)(7)#1")
_SIGN = pa("663a.2(b)(7)#2")

_WIDTH, _HEIGHT = 1200, 680
_MARGIN, _GAP = 20, 6
HIGH, LOW, DEALER_PLACE = "high", "low", "dealer"

_DEALER_TOP, _DEALER_HEIGHT = 12, 168
_DEALER_WIDTHS = {HIGH: 288, LOW: 196}
_PAYTABLE_WIDTH = (_WIDTH - 2 * _MARGIN - sum(_DEALER_WIDTHS.values()) - 3 * _GAP) // 2
# A position with all the room it can use: Ante and Play toward the dealer, the high hand, the low hand with the
# optional wagers beside it.
_ROW, _CARDS, _SIDE = 64, 140, 68
_ARC = Arc(left=30, right=_WIDTH - 30, ends=150, middle=314, width=270, height=_ROW + 2 * (_CARDS + 4))


def hand_area(part: str, place: int | str) -> str:
    """The id of a place for cards: the high or the low hand of a position or of the dealer."""
    return f"{part}-{place}"


def wager_area(wager: str, seat: int) -> str:
    """The id of a position's area for a wager."""
    return f"{wager}-{seat}"


def _odds(lines: Sequence[PayLine]) -> str:
    return " · ".join(dict.fromkeys(str(line.odds) for line in lines))


class _Printer:
    """Prints areas with what the submission lets the layout say."""

    def __init__(self, submission: HiLoSubmission) -> None:
        self._wagers = submission.chosen
        self._offered = submission.offered(self._wagers)
        self._odds_on_layout = submission.odds_shown_on is OddsShownOn.LAYOUT
        self._seats = submission.seats

    def positions(self) -> tuple[Position, ...]:
        """All players' places, from the dealer's left, which is right as the players see it."""
        designs = {seat: tuple(self._position(seat)) for seat in range(1, self._seats + 1)}
        return on_the_arc(_ARC, designs, (_ARC.width // 6, _ROW // 2))

    def _position(self, seat: int) -> Iterator[Area]:
        """One player's places: Ante and Play, the high hand, the low hand below it and the optional wagers beside that."""
        third = _ARC.width // 3
        high, low = _ROW + 4, _ROW + _CARDS + 8
        for part, top, width in ((HIGH, high, _ARC.width), (LOW, low, 2 * third)):
            yield Area(hand_area(part, seat), part.upper(), 0, top, width, _CARDS, _HAND_AREAS, tone="cards")
        boxes = {
            ANTE: (third, 0, _ROW),
            PLAY: (2 * third, 0, _ROW),
            TIE: (2 * third, low + 2, _SIDE),
            POKER_BONUS: (2 * third, low + _SIDE + 4, _SIDE),
        }
        for name, box in boxes.items():
            yield self._wager(self._wagers[name], seat, box)

    def _wager(self, wager: Wager, seat: int, box: tuple[int, int, int]) -> Area:
        left, top, height = box
        offered = wager.name in self._offered
        tone = "side-wager" if wager.group else "main-wager"
        return Area(
            id=wager_area(wager.name, seat),
            label=wager.title.upper(),
            x=left + 2,
            y=top,
            width=_ARC.width // 3 - 4,
            height=height,
            clause=_WAGER_AREAS[wager.name],
            wager=wager.name,
            inscription=self._inscription(wager),
            tone=tone if offered else "not-offered",
            short=_SHORT.get(wager.name, ""),
            round=True,
        )

    def _inscription(self, wager: Wager) -> str:
        """The odds where there is room for them; the long paytables stand beside the dealer."""
        if wager.name not in self._offered:
            return NOT_OFFERED
        if not self._odds_on_layout or wager.name == POKER_BONUS:
            return ""
        return _odds(wager.paytable[:1] if wager.name == ANTE else wager.paytable)

    def dealer(self) -> Iterator[Area]:
        """The dealer's two hands, with the long paytables to either side."""
        left = _MARGIN
        if self._odds_on_layout:
            bonus = self._wagers[ANTE].paytable[1:]
            yield self._paytable("ante-bonus-odds", "ANTE BONUS", bonus, left)
        left += _PAYTABLE_WIDTH + _GAP
        for part, width in _DEALER_WIDTHS.items():
            yield Area(
                hand_area(part, DEALER_PLACE),
                f"DEALER {part.upper()}",
                left,
                _DEALER_TOP,
                width,
                _DEALER_HEIGHT,
                _HAND_AREAS,
                tone="cards",
            )
            left += width + _GAP
        if self._odds_on_layout and POKER_BONUS in self._offered:
            lines = self._wagers[POKER_BONUS].paytable
            yield self._paytable("poker-bonus-odds", "POKER BONUS", lines, left)

    def _paytable(self, area_id: str, label: str, lines: Sequence[PayLine], left: int) -> Area:
        printed = " · ".join(f"{_short(line)}: {line.odds}" for line in lines)
        return Area(
            area_id,
            label,
            left,
            _DEALER_TOP,
            _PAYTABLE_WIDTH,
            _DEALER_HEIGHT,
            _ODDS,
            inscription=printed,
            tone="paytable",
        )


def _short(line: PayLine) -> str:
    """A line's label without the name of its wager, which stands above it."""
    return line.label.partition(", ")[2].removeprefix("a ")


_SHORT = {POKER_BONUS: "Bonus"}
_LOGO = arched(Area("logo", "", 0, 0, 0, 0, _NAME_OR_LOGO, tone="logo"), _ARC, 360, _WIDTH - 360, above=50)


@implements(
    "663a.2(b)(1)",
    "663a.2(b)(2)",
    "663a.2(b)(3)",
    "663a.2(b)(4)",
    "663a.2(b)(5)",
    "663a.2(b)(6)",
    "663a.2(b)(7)#1",
    "663a.2(b)(7)#2",
    readings=("663-15",),
)
def felt(submission: HiLoSubmission) -> Layout:
    """The layout under a submission; what it does not offer is marked as such."""
    printer = _Printer(submission)
    seats = range(1, submission.seats + 1)
    dealer = tuple(printer.dealer())
    players = printer.positions()
    positions = areas_of(_ARC, players)
    offered = submission.offered(submission.chosen)
    hands = tuple(hand_area(part, seat) for seat in seats for part in (HIGH, LOW))
    odds = tuple(area.id for area in (*dealer, *positions) if area.inscription not in ("", NOT_OFFERED))
    return Layout(
        width=_WIDTH,
        height=_HEIGHT,
        areas=(*dealer, _LOGO, *positions),
        markers=(),
        requirements=(
            Requirement("The certificate holder's name or logo", _NAME_OR_LOGO, (_LOGO.id,)),
            *(
                _per_player(submission.chosen[name], clause, seats)
                for name, clause in _WAGER_AREAS.items()
                if name in offered
            ),
            Requirement("A high and a low place for each player's hands", _HAND_AREAS, hands),
            Requirement(
                "A high and a low place for the dealer's hands",
                _HAND_AREAS,
                tuple(hand_area(part, DEALER_PLACE) for part in (HIGH, LOW)),
            ),
            Requirement("The odds of every wager offered", _ODDS, odds or ("sign",)),
            Requirement("A sign with the odds, where the layout does not show them", _SIGN, ("sign",)),
        ),
        positions=players,
        arc=_ARC,
    )


def _per_player(wager: Wager, clause: Clause, seats: range) -> Requirement:
    areas = tuple(wager_area(wager.name, seat) for seat in seats)
    return Requirement(f"An area for each player's {wager.title} Wager", clause, areas)
