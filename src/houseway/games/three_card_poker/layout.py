"""The felt of Three Card Poker (36.05.14.02B): a place for the dealer's cards, the paytables, and a fan of positions."""

from collections.abc import Iterator

from houseway.games.three_card_poker.paytables import ANTE_LINE, Paytable
from houseway.games.three_card_poker.submission import NAME_OR_LOGO, ThreeCardPokerSubmission
from houseway.games.three_card_poker.wagers import (
    ANTE,
    CATALOGUE,
    PAIR_PLUS_WAGER,
    PLAY,
    PROGRESSIVE_WAGER,
    SIX_CARD_BONUS_WAGER,
)
from houseway.law import Clause, implements, md
from houseway.submission import OddsShownOn
from houseway.table.layout import Area, Layout, Requirement

_MAIN_SPOTS = md(".02B(2)")
_PROGRESSIVE_SPOT = md(".02B(3)")
_SIX_CARD_SPOT = md(".02B(4)")
_ODDS = md(".02B(5)#1")
_QUALIFIER = md(".02B(5)#2")
_SIGN = md(".02B(5)#3")

LEGEND = "Dealer Plays with Queen High or Better"

_WIDTH, _HEIGHT = 1200, 656
_MARGIN, _GAP = 20, 6
_TABLES_TOP, _TABLES_HEIGHT, _TABLE_WIDTH = 16, 176, 208
_DEALER_WIDTH, _DEALER_HEIGHT = 296, 126
_FAN_TOP = 206
# How far the middle position stands farther from the dealer than the outermost.
_FAN_DEPTH = 104
_COLUMN = 158
_ROW_HEIGHTS = {"side": 48, PAIR_PLUS_WAGER: 54, "main": 60, "cards": 114}

DEALER_CARDS = "cards-dealer"


def wager_area(wager: str, seat: int) -> str:
    """The id of a position's area for a wager."""
    return f"{wager}-{seat}"


def cards_area(seat: int) -> str:
    """The id of the place where the cards of a position lie; 0 is the dealer."""
    return f"cards-{seat}" if seat else DEALER_CARDS


def _drop(seat: int, seats: int) -> int:
    """How far down the fan a position stands: nothing at either end, its whole depth in the middle."""
    outer = max(seats - 1, 1)
    from_middle = abs(2 * seat - seats - 1)
    return _FAN_DEPTH * (outer**2 - from_middle**2) // outer**2


class _Printer:
    """Prints what the submission lets the layout show."""

    def __init__(self, submission: ThreeCardPokerSubmission) -> None:
        self._submission = submission
        self._on_layout = submission.odds_shown_on is OddsShownOn.LAYOUT

    def positions(self) -> Iterator[Area]:
        """The spots and the card place of every position, from the dealer's left, which is the drawing's right."""
        seats = self._submission.seats
        pitch = (_WIDTH - 2 * _MARGIN) // max(seats, 1)
        for seat in range(1, seats + 1):
            left = _WIDTH - _MARGIN - seat * pitch + (pitch - _COLUMN) // 2
            yield from self._position(seat, left, _FAN_TOP + _drop(seat, seats))

    def _position(self, seat: int, left: int, top: int) -> Iterator[Area]:
        side = [
            (wager, clause)
            for wager, clause in (
                (SIX_CARD_BONUS_WAGER, _SIX_CARD_SPOT),
                (PROGRESSIVE_WAGER, _PROGRESSIVE_SPOT),
            )
            if self._submission.offers(wager)
        ]
        rows: tuple[tuple[str, list[tuple[str, Clause]]], ...] = (
            ("side", side),
            (PAIR_PLUS_WAGER, [(PAIR_PLUS_WAGER, _MAIN_SPOTS)]),
            ("main", [(ANTE, _MAIN_SPOTS), (PLAY, _MAIN_SPOTS)]),
        )
        for row, spots in rows:
            height = _ROW_HEIGHTS[row]
            for column, (wager, clause) in enumerate(spots):
                width = (_COLUMN - _GAP * (len(spots) - 1)) // len(spots)
                box = (left + column * (width + _GAP), top, width, height)
                yield self._spot(wager, seat, clause, box)
            top += height + _GAP
        yield Area(
            cards_area(seat),
            str(seat),
            left,
            top,
            _COLUMN,
            _ROW_HEIGHTS["cards"],
            _MAIN_SPOTS,
            tone="cards",
        )

    def _spot(self, wager: str, seat: int, clause: Clause, box: tuple[int, int, int, int]) -> Area:
        x, y, width, height = box
        return Area(
            wager_area(wager, seat),
            _SPOT_LABELS[wager],
            x,
            y,
            width,
            height,
            clause,
            wager=wager,
            tone=wager if self._submission.offers(wager) else "not-offered",
        )

    def paytables(self) -> Iterator[Area]:
        """The odds of every wager on offer, two tables on each side of the dealer's cards."""
        if not self._on_layout:
            return
        submission = self._submission
        right = _WIDTH - _MARGIN - 2 * _TABLE_WIDTH - _GAP
        tables = (
            (ANTE, "Ante Bonus", submission.ante_bonus_table, _MARGIN),
            (PAIR_PLUS_WAGER, "Pair Plus", submission.pair_plus_table, _MARGIN + _TABLE_WIDTH + _GAP),
            (SIX_CARD_BONUS_WAGER, "Six Card Bonus", submission.six_card_bonus_table, right),
            (PROGRESSIVE_WAGER, "Progressive", submission.progressive_table, right + _TABLE_WIDTH + _GAP),
        )
        for wager, title, table, left in tables:
            if submission.offers(wager):
                yield Area(
                    f"paytable-{wager}",
                    title,
                    left,
                    _TABLES_TOP,
                    _TABLE_WIDTH,
                    _TABLES_HEIGHT,
                    _ODDS,
                    inscription=_inscription(wager, table()),
                    tone="paytable",
                )


_SPOT_LABELS = {name: wager.title for name, wager in CATALOGUE.items()} | {
    SIX_CARD_BONUS_WAGER: "6 Card",
    PROGRESSIVE_WAGER: "Prog.",
}


def _inscription(wager: str, table: Paytable) -> str:
    lines = [f"{line.label} {line.odds}" for line in table.values()]
    if wager == ANTE:
        lines.append(f"Ante and Play {ANTE_LINE.odds}")
    return " · ".join(lines)


_DEALER_LEFT = (_WIDTH - _DEALER_WIDTH) // 2
_DEALER = Area(
    DEALER_CARDS,
    "Dealer",
    _DEALER_LEFT,
    _TABLES_TOP,
    _DEALER_WIDTH,
    _DEALER_HEIGHT,
    _QUALIFIER,
    tone="cards",
)
_LEGEND = Area(
    "legend",
    LEGEND,
    _DEALER_LEFT,
    _TABLES_TOP + _DEALER_HEIGHT + _GAP,
    _DEALER_WIDTH,
    _TABLES_HEIGHT - _DEALER_HEIGHT - _GAP,
    _QUALIFIER,
    tone="legend",
)
_LOGO = Area("logo", "", _MARGIN, _HEIGHT - 34, _WIDTH - 2 * _MARGIN, 30, NAME_OR_LOGO, tone="logo")


@implements(
    "36.05.14.02B(1)",
    "36.05.14.02B(2)",
    "36.05.14.02B(3)",
    "36.05.14.02B(4)",
    "36.05.14.02B(5)#1",
    "36.05.14.02B(5)#2",
    "36.05.14.02B(5)#3",
)
def felt(submission: ThreeCardPokerSubmission) -> Layout:
    """The layout under a submission: the spots of the wagers on offer at every position."""
    printer = _Printer(submission)
    positions = tuple(printer.positions())
    paytables = tuple(printer.paytables())
    on_layout = submission.odds_shown_on is OddsShownOn.LAYOUT

    def spots(clause: Clause) -> tuple[str, ...]:
        return tuple(area.id for area in positions if area.clause == clause and area.wager)

    requirements = [
        Requirement("The facility operator's name or logo", NAME_OR_LOGO, (_LOGO.id,)),
        Requirement("Ante, Play and Pair Plus spots for every player", _MAIN_SPOTS, spots(_MAIN_SPOTS)),
        Requirement(
            "The odds or amounts of every wager offered",
            _ODDS,
            tuple(area.id for area in paytables) if on_layout else ("sign",),
        ),
        Requirement("The legend that the dealer needs queen high to play", _QUALIFIER, (_LEGEND.id,)),
        Requirement("A sign with the odds, where the layout does not show them", _SIGN, ("sign",)),
    ]
    if submission.offers(PROGRESSIVE_WAGER):
        requirements.append(
            Requirement("A progressive spot for every player", _PROGRESSIVE_SPOT, spots(_PROGRESSIVE_SPOT))
        )
    if submission.offers(SIX_CARD_BONUS_WAGER):
        requirements.append(
            Requirement("A Six Card Bonus spot for every player", _SIX_CARD_SPOT, spots(_SIX_CARD_SPOT))
        )
    return Layout(
        width=_WIDTH,
        height=_HEIGHT,
        areas=(*paytables, _DEALER, _LEGEND, *positions, _LOGO),
        markers=(),
        requirements=tuple(requirements),
    )
