"""The felt of Three Card Poker (36.05.14.02B): a place for the dealer's cards, the paytables, and an arc of positions."""

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
from houseway.table.arc import Arc
from houseway.table.layout import Area, Layout, Position, Requirement
from houseway.table.seated import arched, areas_of, on_the_arc

_MAIN_SPOTS = md(".02B(2)")
_PROGRESSIVE_SPOT = md(".02B(3)")
_SIX_CARD_SPOT = md(".02B(4)")
_ODDS = md(".02B(5)#1")
_QUALIFIER = md(".02B(5)#2")
_SIGN = md(".02B(5)#3")

LEGEND = "Dealer Plays with Queen High or Better"

_WIDTH, _HEIGHT = 1200, 680
_MARGIN, _GAP = 20, 6
_TOP, _TABLES_HEIGHT, _TABLE_WIDTH = 12, 164, 206
_DEALER_WIDTH = 312
_LOGO_TOP, _LOGO_HEIGHT = 186, 40
# A position with all the room it can use: side wagers toward the dealer, then Ante and Play, then the cards.
_ROW, _CARDS = 66, 162
_ARC = Arc(left=30, right=_WIDTH - 30, ends=130, middle=362, width=300, height=2 * (_ROW + 4) + _CARDS)

DEALER_CARDS = "cards-dealer"


def wager_area(wager: str, seat: int) -> str:
    """The id of a position's area for a wager."""
    return f"{wager}-{seat}"


def cards_area(seat: int) -> str:
    """The id of the place where the cards of a position lie; 0 is the dealer."""
    return f"cards-{seat}" if seat else DEALER_CARDS


class _Printer:
    """Prints what the submission lets the layout show."""

    def __init__(self, submission: ThreeCardPokerSubmission) -> None:
        self._submission = submission
        self._on_layout = submission.odds_shown_on is OddsShownOn.LAYOUT

    def positions(self) -> tuple[Position, ...]:
        """The spots and the card place of every position, from the dealer's left, which is the drawing's right."""
        designs = {seat: tuple(self._position(seat)) for seat in range(1, self._submission.seats + 1)}
        return on_the_arc(_ARC, designs, (_ARC.width // 6, _ROW + 4 + _ROW // 2))

    def _position(self, seat: int) -> Iterator[Area]:
        side = [
            (wager, clause)
            for wager, clause in (
                (SIX_CARD_BONUS_WAGER, _SIX_CARD_SPOT),
                (PROGRESSIVE_WAGER, _PROGRESSIVE_SPOT),
            )
            if self._submission.offers(wager)
        ]
        cell = _ARC.width // 3
        upper = [*side, (PAIR_PLUS_WAGER, _MAIN_SPOTS)]
        for column, (wager, clause) in enumerate(upper):
            yield self._spot(wager, seat, clause, (_ARC.width - (len(upper) - column) * cell, 0))
        below = _ROW + 4
        # The number of the position stands in the first third.
        for column, wager in enumerate((ANTE, PLAY), 1):
            yield self._spot(wager, seat, _MAIN_SPOTS, (column * cell, below))
        yield Area(
            cards_area(seat),
            str(seat),
            0,
            below + _ROW + 4,
            _ARC.width,
            _CARDS,
            _MAIN_SPOTS,
            tone="cards",
        )

    def _spot(self, wager: str, seat: int, clause: Clause, at: tuple[int, int]) -> Area:
        return Area(
            wager_area(wager, seat),
            _SPOT_LABELS[wager],
            at[0] + 2,
            at[1],
            _ARC.width // 3 - 4,
            _ROW,
            clause,
            wager=wager,
            tone=wager if self._submission.offers(wager) else "not-offered",
            round=True,
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
                    _TOP,
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


_DEALER = Area(
    DEALER_CARDS,
    "Dealer",
    (_WIDTH - _DEALER_WIDTH) // 2,
    _TOP,
    _DEALER_WIDTH,
    _TABLES_HEIGHT,
    _QUALIFIER,
    tone="cards",
)
_LEGEND = arched(
    Area("legend", LEGEND, 0, 0, 0, 0, _QUALIFIER, tone="legend"), _ARC, 335, _WIDTH - 335, above=58
)
_LOGO = Area("logo", "", 400, _LOGO_TOP, 400, _LOGO_HEIGHT, NAME_OR_LOGO, tone="logo")


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
    seats = printer.positions()
    positions = areas_of(_ARC, seats)
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
        positions=seats,
        arc=_ARC,
    )
