"""The felt of Asia Poker (659a.2(b)): six positions facing the dealer, each with three hands and its wagers."""

from collections.abc import Iterator, Sequence

from houseway.games.asia_poker.house_way import Part
from houseway.games.asia_poker.submission import AsiaPokerSubmission, StartMethod
from houseway.games.asia_poker.wagers import BONUS, MAIN
from houseway.law import Clause, implements, pa
from houseway.money import dollars
from houseway.submission import OddsShownOn
from houseway.table.layout import NOT_OFFERED, Area, Layout, Marker, Requirement
from houseway.table.wagers import PayLine, Wager

_NAME_OR_LOGO = pa("659a.2(b)(1)")
_WAGER_AREAS = {MAIN: pa("659a.2(b)(2)"), BONUS: pa("659a.2(b)(5)")}
_PLAYER_HANDS = pa("659a.2(b)(3)")
_DEALER_HANDS = pa("659a.2(b)(4)")
_ODDS = pa("659a.2(b)(6)#1")
_ODDS_SIGN = pa("659a.2(b)(6)#2")
_LIMIT = pa("659a.2(b)(7)#1")
_LIMIT_SIGN = pa("659a.2(b)(7)#2")
_POSITIONS = pa("659a.2(a)")
_SHAKER_PLACE = pa("659a.5(g)(1)(ii)#1")
_START = {
    StartMethod.SHAKER: pa("659a.5(h)"),
    StartMethod.RANDOM_NUMBER_GENERATOR: pa("659a.5(h)"),
    StartMethod.BUTTON: pa("659a.5(g)(3)#2"),
}

_WIDTH, _HEIGHT = 1200, 700
_MARGIN, _GAP = 20, 6
_INNER = _WIDTH - 2 * _MARGIN
_TOP = 16
_PANEL_WIDTH, _PANEL_HEIGHT = 320, 242
_STRIP = 30
_DEALER_LEFT = _MARGIN + _PANEL_WIDTH + _GAP
_DEALER_WIDTH = _INNER - 2 * (_PANEL_WIDTH + _GAP)
_CARDS_HEIGHT = 100
_LOGO_TOP, _LOGO_HEIGHT = _TOP + _PANEL_HEIGHT + 8, 40
_SEATS_TOP = _LOGO_TOP + _LOGO_HEIGHT + 10
_WAGERS_TOP = _SEATS_TOP + _STRIP + 2 * (_CARDS_HEIGHT + _GAP) + _GAP
_WAGERS_HEIGHT = _HEIGHT - _WAGERS_TOP - 16
_BONUS_LINES_LEFT = 6

DEALER = "dealer"
START_MARKER = "start"


def place(seat: int) -> int | str:
    """How the felt calls a position; 0 is the dealer."""
    return seat or DEALER


def hand_area(part: str, seat: int) -> str:
    """The id of the place for a high, medium or low hand."""
    return f"{part}-{place(seat)}"


def wager_area(wager: str, seat: int) -> str:
    """The id of a position's area for a wager."""
    return f"{wager}-{seat}"


def position_area(seat: int) -> str:
    """The id of the strip that names a position, where the starting position is marked."""
    return f"position-{place(seat)}"


class _Printer:
    """Prints areas with what the submission lets the layout say."""

    def __init__(self, submission: AsiaPokerSubmission) -> None:
        self._submission = submission
        self._wagers = submission.chosen
        self._offered = submission.offered(self._wagers)
        self._odds_on_layout = submission.odds_shown_on is OddsShownOn.LAYOUT

    def _column(self, seat: int) -> tuple[int, int]:
        """Where a position lies: the first at the dealer's left, which is right as the players see it."""
        seats = self._submission.seats
        width = _INNER // seats
        return _MARGIN + (seats - seat) * width + _GAP // 2, width - _GAP

    def position(self, seat: int) -> Iterator[Area]:
        """One player's places: the high hand, medium and low below it, then the wagers."""
        left, width = self._column(seat)
        top = _SEATS_TOP
        yield Area(
            position_area(seat), f"Position {seat}", left, top, width, _STRIP, _POSITIONS, tone="position"
        )
        yield from self._hands(seat, left, top + _STRIP + _GAP, width, _PLAYER_HANDS)
        main = (width - _GAP) * 56 // 100
        yield self._wager(self._wagers[MAIN], seat, left, main)
        yield self._wager(self._wagers[BONUS], seat, left + main + _GAP, width - main - _GAP)

    def _hands(self, seat: int, left: int, top: int, width: int, clause: Clause) -> Iterator[Area]:
        medium = (width - _GAP) * 64 // 100
        below = top + _CARDS_HEIGHT + _GAP
        boxes = {
            Part.HIGH: (left, top, width),
            Part.MEDIUM: (left, below, medium),
            Part.LOW: (left + medium + _GAP, below, width - medium - _GAP),
        }
        for part, (x, y, across) in boxes.items():
            yield Area(hand_area(part, seat), part.upper(), x, y, across, _CARDS_HEIGHT, clause, tone="cards")

    def _wager(self, wager: Wager, seat: int, left: int, width: int) -> Area:
        main = wager.name == MAIN
        tone = "main-wager" if main else "side-wager"
        return Area(
            id=wager_area(wager.name, seat),
            label=wager.title.upper(),
            x=left,
            y=_WAGERS_TOP,
            width=width,
            height=_WAGERS_HEIGHT,
            clause=_WAGER_AREAS[wager.name],
            wager=wager.name,
            inscription=self._inscription(wager, main=main),
            tone=tone if wager.name in self._offered else "not-offered",
        )

    def _inscription(self, wager: Wager, *, main: bool) -> str:
        """The even money of the main wager; the long paytable stands beside the dealer."""
        if wager.name not in self._offered:
            return NOT_OFFERED
        return str(wager.paytable[0].odds) if main and self._odds_on_layout else ""

    def dealer(self) -> Iterator[Area]:
        """The dealer's strip and three hands."""
        yield Area(
            position_area(0), "Dealer", _DEALER_LEFT, _TOP, _DEALER_WIDTH, _STRIP, _POSITIONS, tone="position"
        )
        yield from self._hands(0, _DEALER_LEFT, _TOP + _STRIP + _GAP, _DEALER_WIDTH, _DEALER_HANDS)

    def bonus_odds(self) -> Iterator[Area]:
        """The paytable of the Bonus Wager, half to either side of the dealer."""
        if not self._odds_on_layout or BONUS not in self._offered:
            return
        lines = self._wagers[BONUS].paytable
        split = _BONUS_LINES_LEFT
        right = _WIDTH - _MARGIN - _PANEL_WIDTH
        yield self._paytable("bonus-odds-top", "BONUS PAYS", lines[:split], _MARGIN)
        yield self._paytable("bonus-odds-rest", "BONUS PAYS", lines[split:], right)

    def _paytable(self, area_id: str, label: str, lines: Sequence[PayLine], left: int) -> Area:
        printed = " · ".join(f"{line.label} {line.odds}" for line in lines)
        height = _PANEL_HEIGHT - _STRIP - _GAP
        return Area(
            area_id, label, left, _TOP, _PANEL_WIDTH, height, _ODDS, inscription=printed, tone="paytable"
        )

    def foot(self) -> Iterator[Area]:
        """Below the paytables: the place of the shaker at the dealer's right, and the payout limit."""
        top = _TOP + _PANEL_HEIGHT - _STRIP
        if StartMethod.SHAKER in self._submission.start_methods:
            yield Area("shaker", "Shaker", _MARGIN, top, _PANEL_WIDTH, _STRIP, _SHAKER_PLACE, tone="position")
        cap = self._submission.payout_cap
        if cap is not None:
            shown = self._submission.payout_limit_shown_on is OddsShownOn.LAYOUT
            words = (
                f"At most {dollars(cap)} is paid on a hand" if shown else "The posted payout limit applies"
            )
            left = _WIDTH - _MARGIN - _PANEL_WIDTH
            yield Area(
                "payout-limit",
                "",
                left,
                top,
                _PANEL_WIDTH,
                _STRIP,
                _LIMIT,
                inscription=words,
                tone="paytable",
            )


_LOGO = Area("logo", "", _MARGIN, _LOGO_TOP, _INNER, _LOGO_HEIGHT, _NAME_OR_LOGO, tone="logo")


@implements(
    "659a.2(b)(1)",
    "659a.2(b)(2)",
    "659a.2(b)(3)",
    "659a.2(b)(4)",
    "659a.2(b)(5)",
    "659a.2(b)(6)#1",
    "659a.2(b)(6)#2",
    "659a.2(b)(7)#1",
    "659a.2(b)(7)#2",
    "659a.5(h)",
    readings=("659-19",),
)
def felt(submission: AsiaPokerSubmission) -> Layout:
    """The layout under a submission; a Bonus Wager that it does not offer is marked as such."""
    printer = _Printer(submission)
    seats = range(1, submission.seats + 1)
    positions = tuple(area for seat in seats for area in printer.position(seat))
    odds = tuple(printer.bonus_odds())
    areas = (*odds, *printer.dealer(), *printer.foot(), _LOGO, *positions)
    strips = tuple(position_area(seat) for seat in (0, *seats))
    return Layout(
        width=_WIDTH,
        height=_HEIGHT,
        areas=areas,
        markers=(
            (Marker(START_MARKER, "Start", strips, _START[submission.start_method]),)
            if submission.marks_start
            else ()
        ),
        requirements=tuple(_requirements(submission, seats, odds)),
    )


def _requirements(
    submission: AsiaPokerSubmission, seats: range, odds: tuple[Area, ...]
) -> Iterator[Requirement]:
    yield Requirement("The certificate holder's name or logo", _NAME_OR_LOGO, (_LOGO.id,))
    for wager in submission.chosen.values():
        if wager.name not in submission.not_offered:
            yield Requirement(
                f"An area for each player's {wager.title} Wager",
                _WAGER_AREAS[wager.name],
                tuple(wager_area(wager.name, seat) for seat in seats),
            )
    yield Requirement(
        "Places for each player's high, medium and low hand",
        _PLAYER_HANDS,
        tuple(hand_area(part, seat) for seat in seats for part in Part),
    )
    yield Requirement(
        "Places for the dealer's high, medium and low hand",
        _DEALER_HANDS,
        tuple(hand_area(part, 0) for part in Part),
    )
    on_layout = submission.odds_shown_on is OddsShownOn.LAYOUT
    main = tuple(wager_area(MAIN, seat) for seat in seats)
    yield Requirement(
        "The odds of every wager offered",
        _ODDS,
        (*main, *(area.id for area in odds)) if on_layout else ("sign",),
    )
    yield Requirement("A sign with the odds, where the layout does not show them", _ODDS_SIGN, ("sign",))
    if submission.payout_cap is not None:
        yield Requirement("The payout limit, or that a posted one applies", _LIMIT, ("payout-limit",))
        yield Requirement("A sign with the limit, where the layout does not state it", _LIMIT_SIGN, ("sign",))
