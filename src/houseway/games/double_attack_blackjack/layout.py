"""The felt of Double Attack Blackjack (665a.2(b), 665a.8(b)): six positions around the dealer, and the insurance line."""

from collections.abc import Iterator

from houseway.games.double_attack_blackjack.submission import DoubleAttackSubmission
from houseway.games.double_attack_blackjack.wagers import BET, BUST_IT, DOUBLE_ATTACK, INSURANCE
from houseway.law import Clause, implements, pa
from houseway.submission import OddsShownOn
from houseway.table.arc import Arc
from houseway.table.layout import NOT_OFFERED, Area, Layout, Position, Requirement
from houseway.table.seated import arched, areas_of, on_the_arc
from houseway.table.wagers import Wager

_NAME_OR_LOGO = pa("665a.2(b)(1)")
_MAIN_AREAS = pa("665a.2(b)(2)")
_INSCRIPTIONS = pa("665a.2(b)(3)")
_BLACKJACK_PAYS = pa("665a.2(b)(3)(i)")
_INSURANCE_PAYS = pa("665a.2(b)(3)(ii)")
_DEALER_STANDS = pa("665a.2(b)(3)(iii)")
_BUST_IT_AREA = pa("665a.2(b)(4)")
_ODDS = pa("665a.2(b)(5)#1")
_SIGN = pa("665a.2(b)(5)#2")
_INSURANCE_LINE = pa("665a.8(b)#4")
_HANDS = pa("665a.7(f)(1)")

_WIDTH, _HEIGHT = 1200, 680
_DEALER_TOP, _DEALER_HEIGHT, _DEALER_WIDTH = 12, 160, 330
_PAYTABLE_WIDTH = 380
DEALER = "hand-dealer"
RULES_AREA, LINE, ODDS_AREA = "house-rules", "insurance-line", "bust-it-odds"
# A position: its wagers toward the dealer, below them up to four hands, two by two.
_ROW, _CARDS = 66, 118
PARTS = ("1st", "2nd", "3rd", "4th")
_ARC = Arc(left=30, right=_WIDTH - 30, ends=170, middle=334, width=270, height=_ROW + 2 * _CARDS + 8)
_WAGER_AREAS = {
    BUST_IT: _BUST_IT_AREA,
    BET: _MAIN_AREAS,
    DOUBLE_ATTACK: _MAIN_AREAS,
    INSURANCE: _INSURANCE_LINE,
}
_SHORT = {DOUBLE_ATTACK: "Attack", BUST_IT: "Bust", INSURANCE: "Ins."}
_SIDE = (BUST_IT, INSURANCE)


def hand_area(seat: int, hand: int, *, split: bool) -> str:
    """The id of the place where a hand lies: all the room of a position, or a part of it once it was split."""
    return f"{PARTS[hand - 1]}-{seat}" if split else f"hand-{seat}"


def wager_area(wager: str, seat: int) -> str:
    """The id of a position's area for a wager."""
    return f"{wager}-{seat}"


class _Printer:
    """Prints areas with what the submission lets the layout say."""

    def __init__(self, submission: DoubleAttackSubmission) -> None:
        self._wagers = submission.chosen
        self._offered = submission.offered(self._wagers)
        self._odds_on_layout = submission.odds_shown_on is OddsShownOn.LAYOUT
        self._seats = submission.seats

    def positions(self) -> tuple[Position, ...]:
        """All players' places, from the dealer's left, which is right as the players see it."""
        designs = {seat: tuple(self._position(seat)) for seat in range(1, self._seats + 1)}
        return on_the_arc(_ARC, designs, (_ARC.width // 6, _ROW + 2 * _CARDS))

    def _position(self, seat: int) -> Iterator[Area]:
        room, half = _ARC.width // len(_WAGER_AREAS), _ARC.width // 2
        for place, (name, clause) in enumerate(_WAGER_AREAS.items()):
            yield self._wager(self._wagers[name], seat, place * room, clause)
        for number, part in enumerate(PARTS):
            top = _ROW + 4 + number // 2 * (_CARDS + 4)
            yield Area(f"{part}-{seat}", "", number % 2 * half, top, half - 4, _CARDS, _HANDS, tone="cards")

    def _wager(self, wager: Wager, seat: int, left: int, clause: Clause) -> Area:
        offered = wager.name in self._offered
        odds = str(wager.paytable[0].odds) if self._odds_on_layout and wager.name != BUST_IT else ""
        tone = "side-wager" if wager.name in _SIDE else "main-wager"
        return Area(
            id=wager_area(wager.name, seat),
            label=wager.title.upper(),
            x=left + 1,
            y=0,
            width=_ARC.width // len(_WAGER_AREAS) - 2,
            height=_ROW,
            clause=clause,
            wager=wager.name,
            inscription=odds if offered else NOT_OFFERED,
            tone=tone if offered else "not-offered",
            short=_SHORT.get(wager.name, ""),
            round=True,
        )

    def dealer(self) -> Iterator[Area]:
        """The dealer's hand, the rules that the chapter wants printed, and the odds of Bust It."""
        left = (_WIDTH - _DEALER_WIDTH) // 2
        yield Area(DEALER, "DEALER", left, _DEALER_TOP, _DEALER_WIDTH, _DEALER_HEIGHT, _HANDS, tone="cards")
        insured = self._wagers[INSURANCE].paytable[0].odds
        printed = " · ".join(
            (
                "Blackjack pays even money",
                f"Insurance pays {insured}",
                "Dealer draws to 16 and stands on all 17s",
            )
        )
        yield self._side(RULES_AREA, "HOUSE RULES", printed, 20, _INSCRIPTIONS)
        if self._odds_on_layout and BUST_IT in self._offered:
            lines = self._wagers[BUST_IT].paytable
            odds = " · ".join(f"{line.label.partition(', ')[2]}: {line.odds}" for line in lines)
            yield self._side(ODDS_AREA, "BUST IT", odds, _WIDTH - 20 - _PAYTABLE_WIDTH, _ODDS)

    def _side(self, area_id: str, label: str, printed: str, left: int, clause: Clause) -> Area:
        return Area(
            area_id,
            label,
            left,
            _DEALER_TOP,
            _PAYTABLE_WIDTH,
            _DEALER_HEIGHT,
            clause,
            inscription=printed,
            tone="paytable",
        )


_LOGO = Area("logo", "", 400, 184, 400, 60, _NAME_OR_LOGO, tone="logo")
_LINE = arched(
    Area(LINE, "INSURANCE PAYS 5 TO 2", 0, 0, 0, 0, _INSURANCE_LINE, tone="plain"),
    _ARC,
    430,
    _WIDTH - 430,
    above=28,
)


@implements("665a.2(b)(1)", "665a.2(b)(2)", "665a.2(b)(3)", "665a.2(b)(3)(i)", readings=("665-14", "665-24"))
@implements("665a.2(b)(3)(ii)", "665a.2(b)(3)(iii)", "665a.2(b)(4)", "665a.2(b)(5)#1", "665a.2(b)(5)#2")
@implements("665a.8(b)#4", readings=("665-18",))
def felt(submission: DoubleAttackSubmission) -> Layout:
    """The layout under a submission; what it does not offer is marked as such."""
    printer = _Printer(submission)
    seats = range(1, submission.seats + 1)
    dealer = tuple(printer.dealer())
    players = printer.positions()
    positions = areas_of(_ARC, players)
    every = (*dealer, _LOGO, _LINE, *positions)
    odds = tuple(area.id for area in every if area.inscription not in ("", NOT_OFFERED))
    main = tuple(wager_area(name, seat) for seat in seats for name in (BET, DOUBLE_ATTACK))
    bust = tuple(wager_area(BUST_IT, seat) for seat in seats)
    return Layout(
        width=_WIDTH,
        height=_HEIGHT,
        areas=every,
        markers=(),
        requirements=(
            Requirement("The certificate holder's name or logo", _NAME_OR_LOGO, (_LOGO.id,)),
            Requirement("An area for each player's Bet and Double Attack Wagers", _MAIN_AREAS, main),
            Requirement("The three rules of the house in print", _INSCRIPTIONS, (RULES_AREA,)),
            Requirement("That Blackjack pays even money", _BLACKJACK_PAYS, (RULES_AREA,)),
            Requirement("That Insurance pays 5 to 2", _INSURANCE_PAYS, (RULES_AREA,)),
            Requirement("On which totals the dealer draws and stands", _DEALER_STANDS, (RULES_AREA,)),
            *(
                (Requirement("An area for each player's Bust It Wager", _BUST_IT_AREA, bust),)
                if BUST_IT in submission.offered(submission.chosen)
                else ()
            ),
            Requirement(
                "A line for Insurance",
                _INSURANCE_LINE,
                (LINE, *(wager_area(INSURANCE, seat) for seat in seats)),
            ),
            Requirement("The odds of every wager offered", _ODDS, odds),
            Requirement("A sign with the odds, where the layout does not show them", _SIGN, ("sign",)),
        ),
        positions=players,
        arc=_ARC,
    )
