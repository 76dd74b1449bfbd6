"""The felt of Asia Poker (659a.2(b)): six positions on an arc around the dealer, each with three hands and its wagers."""

from collections.abc import Iterator, Sequence

from houseway.games.asia_poker.house_way import Part
from houseway.games.asia_poker.submission import AsiaPokerSubmission, StartMethod
from houseway.games.asia_poker.wagers import BONUS, MAIN
from houseway.law import implements, pa
from houseway.money import dollars
from houseway.submission import OddsShownOn
from houseway.table.arc import Arc
from houseway.table.layout import NOT_OFFERED, Area, Layout, Marker, Position, Requirement
from houseway.table.seated import arched, areas_of, on_the_arc
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

_WIDTH, _HEIGHT = 1200, 680
_MARGIN, _GAP = 20, 6
_TOP = 12
_STRIP = 30
_PANEL_WIDTH, _PANEL_HEIGHT, _SHORT_PANEL_HEIGHT = 254, 172, 136
_DEALER_LEFT = _MARGIN + _PANEL_WIDTH + _GAP
_DEALER_WIDTH = _WIDTH - 2 * _DEALER_LEFT
_DEALER_CARDS = 146
_SHAKER_WIDTH = 130
_BONUS_LINES_LEFT = 6
# A position with all the room it can use: the wagers toward the dealer, the high hand, medium and low below it.
_ROW, _CARDS = 64, 140
_ARC = Arc(left=30, right=_WIDTH - 30, ends=150, middle=314, width=336, height=_ROW + 2 * (_CARDS + 4))
# Shares of a row of cards that the medium hand takes below the high one, and each hand where all three lie in a row.
_MEDIUM = 64
_SHARES = {Part.HIGH: 55, Part.MEDIUM: 29, Part.LOW: 16}

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

    def positions(self) -> tuple[Position, ...]:
        """All players' places, from the dealer's left, which is right as the players see it."""
        designs = {seat: tuple(self._position(seat)) for seat in range(1, self._submission.seats + 1)}
        return on_the_arc(_ARC, designs, (_ARC.width // 6, 15))

    def _position(self, seat: int) -> Iterator[Area]:
        """One player's places: the wagers, the high hand, medium and low below it."""
        third = _ARC.width // 3
        # Below the number of the position, where the start is marked.
        yield Area(position_area(seat), f"Position {seat}", 0, 30, third, _ROW - 30, _POSITIONS, tone="seat")
        yield self._wager(self._wagers[MAIN], seat, third)
        yield self._wager(self._wagers[BONUS], seat, 2 * third)
        top, below = _ROW + 4, _ROW + _CARDS + 8
        medium = _ARC.width * _MEDIUM // 100
        boxes = {
            Part.HIGH: (0, top, _ARC.width),
            Part.MEDIUM: (0, below, medium - 2),
            Part.LOW: (medium + 2, below, _ARC.width - medium - 2),
        }
        for part, (x, y, across) in boxes.items():
            yield Area(hand_area(part, seat), part.upper(), x, y, across, _CARDS, _PLAYER_HANDS, tone="cards")

    def _wager(self, wager: Wager, seat: int, left: int) -> Area:
        main = wager.name == MAIN
        tone = "main-wager" if main else "side-wager"
        return Area(
            id=wager_area(wager.name, seat),
            label=wager.title.upper(),
            x=left + 2,
            y=0,
            width=_ARC.width // 3 - 4,
            height=_ROW,
            clause=_WAGER_AREAS[wager.name],
            wager=wager.name,
            inscription=self._inscription(wager, main=main),
            tone=tone if wager.name in self._offered else "not-offered",
            short=_SHORT.get(wager.name, ""),
            round=True,
        )

    def _inscription(self, wager: Wager, *, main: bool) -> str:
        """The even money of the main wager; the long paytable stands beside the dealer."""
        if wager.name not in self._offered:
            return NOT_OFFERED
        return str(wager.paytable[0].odds) if main and self._odds_on_layout else ""

    def dealer(self) -> Iterator[Area]:
        """The dealer's strip, with the place of the shaker beside it, and three hands in a row."""
        shaker = StartMethod.SHAKER in self._submission.start_methods
        aside = _SHAKER_WIDTH + _GAP if shaker else 0
        yield Area(
            position_area(0),
            "Dealer",
            _DEALER_LEFT + aside,
            _TOP,
            _DEALER_WIDTH - aside,
            _STRIP,
            _POSITIONS,
            tone="seat",
        )
        left = _DEALER_LEFT
        for part, share in _SHARES.items():
            width = (_DEALER_WIDTH - 2 * _GAP) * share // 100
            top = _TOP + _STRIP + _GAP
            yield Area(
                hand_area(part, 0), part.upper(), left, top, width, _DEALER_CARDS, _DEALER_HANDS, tone="cards"
            )
            left += width + _GAP
        if shaker:
            yield Area(
                "shaker",
                "Shaker",
                _DEALER_LEFT,
                _TOP,
                _SHAKER_WIDTH,
                _STRIP,
                _SHAKER_PLACE,
                tone="position",
            )

    def bonus_odds(self) -> Iterator[Area]:
        """The paytable of the Bonus Wager, half to either side of the dealer."""
        if not self._odds_on_layout or BONUS not in self._offered:
            return
        lines = self._wagers[BONUS].paytable
        split = _BONUS_LINES_LEFT
        right = _WIDTH - _MARGIN - _PANEL_WIDTH
        yield self._paytable("bonus-odds-top", lines[:split], _MARGIN, _PANEL_HEIGHT)
        yield self._paytable("bonus-odds-rest", lines[split:], right, _SHORT_PANEL_HEIGHT)

    def _paytable(self, area_id: str, lines: Sequence[PayLine], left: int, height: int) -> Area:
        printed = " · ".join(f"{line.label} {line.odds}" for line in lines)
        return Area(
            area_id,
            "BONUS PAYS",
            left,
            _TOP,
            _PANEL_WIDTH,
            height,
            _ODDS,
            inscription=printed,
            tone="paytable",
        )

    def limit(self) -> Iterator[Area]:
        """The payout limit, below the shorter half of the paytable."""
        top = _TOP + _SHORT_PANEL_HEIGHT + _GAP
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


_SHORT = {MAIN: "Asia", BONUS: "Bonus"}
_LOGO = arched(Area("logo", "", 0, 0, 0, 0, _NAME_OR_LOGO, tone="logo"), _ARC, 360, _WIDTH - 360, above=50)


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
    players = printer.positions()
    odds = tuple(printer.bonus_odds())
    areas = (*odds, *printer.dealer(), *printer.limit(), _LOGO, *areas_of(_ARC, players))
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
        positions=players,
        arc=_ARC,
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
