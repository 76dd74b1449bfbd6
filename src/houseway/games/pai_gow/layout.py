"""The felt of Pai Gow (621a.2(b)): six positions facing the dealer, the eight stacks, the Dead Hand."""

from collections.abc import Iterator

from houseway.games.pai_gow.outcome import EVEN_MONEY
from houseway.games.pai_gow.positions import SEATS
from houseway.games.pai_gow.submission import PaiGowSubmission
from houseway.games.pai_gow.vigorish import RATE
from houseway.games.pai_gow.wagers import PAI_GOW
from houseway.law import Clause, implements, pa
from houseway.submission import OddsShownOn
from houseway.table.layout import Area, Layout, Marker, Requirement

_POSITIONS = pa("621a.2(a)#1")
_DEALER_PLACE = pa("621a.2(a)#2")
_NAME_OR_LOGO = pa("621a.2(b)(1)")
_BETTING_AREAS = pa("621a.2(b)(2)")
_DEAD_HAND = pa("621a.2(b)(3)")
_STACKS = pa("621a.4(d)#4")
_SHAKER_PLACE = pa("621a.6(a)(2)#3")
_DEALER_MARKER = pa("621a.6(d)#3")
_PLAYER_HANDS = pa("621a.8(a)#2")
_DEALER_HANDS = pa("621a.8(c)#2")
_COLLECTED = pa("621a.8(j)#2")
_BANK_MARKER = pa("621a.9(c)#3")
_CO_BANK_MARKER = pa("621a.9(e)#4")
_DEALER_WAGER = pa("621a.9(h)#3")
_CENTRE = pa("621a.9(o)#3")

HIGH, LOW = "high", "low"
DEALER = "dealer"
DEAD_HAND_AREA = "dead-hand"
COLLECTED_AREA = "collected"
CENTRE_AREA = "centre"
DEALER_WAGER_AREA = "dealer-wager"
BANK_MARKER = "bank-marker"
CO_BANK_MARKER = "co-bank-marker"
DEALER_STACK_MARKER = "dealer-stack-marker"
STACKS = range(1, _STACKS.integer("stacks") + 1)

_WIDTH, _HEIGHT = 1200, 700
_MARGIN, _GAP = 20, 6
_INNER = _WIDTH - 2 * _MARGIN
_TOP = 12
_STRIP = 30
_PANEL_WIDTH = 304
_MIDDLE_LEFT = _MARGIN + _PANEL_WIDTH + _GAP
_MIDDLE_WIDTH = _INNER - 2 * (_PANEL_WIDTH + _GAP)
_STACKS_TOP, _STACKS_HEIGHT = _TOP + _STRIP + _GAP, 110
_DEALER_TOP = _STACKS_TOP + _STACKS_HEIGHT + _GAP
_DEALER_HEIGHT = 124
_WAGER_WIDTH = 130
_PANEL_BOTTOM = _DEALER_TOP + _STRIP + _GAP + _DEALER_HEIGHT
_DEAD_HAND_HEIGHT = 172
_LOGO_TOP, _LOGO_HEIGHT = _PANEL_BOTTOM + 6, 40
_CENTRE_TOP, _CENTRE_WIDTH, _CENTRE_HEIGHT = _LOGO_TOP + _LOGO_HEIGHT + 4, 300, 58
_BETTING_TOP, _BETTING_HEIGHT = _CENTRE_TOP + _CENTRE_HEIGHT + 6, 80
_HANDS_TOP, _HANDS_HEIGHT = _BETTING_TOP + _BETTING_HEIGHT + _GAP, 122
# Tall enough for the marker of a bank.
_SEATS_TOP, _SEATS_HEIGHT = _HANDS_TOP + _HANDS_HEIGHT + _GAP, 40


def place(seat: int) -> int | str:
    """How the felt calls a position; 0 is the dealer."""
    return seat or DEALER


def hand_area(part: str, seat: int) -> str:
    """The id of the place for a high or low hand, or for a whole hand that is not set."""
    return f"{part}-{place(seat)}"


def wager_area(seat: int) -> str:
    """The id of a position's betting area."""
    return f"{PAI_GOW}-{seat}"


def position_area(seat: int) -> str:
    """The id of the strip that names a position, where the marker of a bank stands."""
    return f"position-{place(seat)}"


def stack_area(number: int) -> str:
    """The id of the place of a stack, counted from the dealer's left."""
    return f"stack-{number}"


# The drawing is as the players see it: the dealer's right is on the left.


def _column(seat: int) -> tuple[int, int]:
    """Where a position lies: the first at the dealer's far right."""
    width = _INNER // len(SEATS)
    return _MARGIN + (seat - 1) * width + _GAP // 2, width - _GAP


def _positions(odds: str) -> Iterator[Area]:
    """Each player's betting area, the two hands behind it, and the strip that names the position."""
    for seat in SEATS:
        left, width = _column(seat)
        yield Area(
            id=wager_area(seat),
            label="PAI GOW",
            x=left,
            y=_BETTING_TOP,
            width=width,
            height=_BETTING_HEIGHT,
            clause=_BETTING_AREAS,
            wager=PAI_GOW,
            inscription=odds,
            tone="main-wager",
        )
        half = (width - _GAP) // 2
        for number, part in enumerate((HIGH, LOW)):
            x = left + number * (half + _GAP)
            yield _tiles(
                hand_area(part, seat), part.upper(), x, _HANDS_TOP, half, _HANDS_HEIGHT, _PLAYER_HANDS
            )
        yield Area(
            id=position_area(seat),
            label=f"Position {seat}",
            x=left,
            y=_SEATS_TOP,
            width=width,
            height=_SEATS_HEIGHT,
            clause=_POSITIONS,
            tone="position",
        )


def _dealer() -> Iterator[Area]:
    """The inventory container, the stacks in front of it, and the dealer's hands: the low one lies across."""
    yield _strip("inventory", "Table inventory", _MIDDLE_LEFT, _TOP, _MIDDLE_WIDTH, _STACKS)
    width = (_MIDDLE_WIDTH + _GAP) // len(STACKS) - _GAP
    for number in STACKS:
        left = _MIDDLE_LEFT + (len(STACKS) - number) * (width + _GAP)
        yield Area(
            stack_area(number), str(number), left, _STACKS_TOP, width, _STACKS_HEIGHT, _STACKS, tone="stack"
        )
    left = _MIDDLE_LEFT + _WAGER_WIDTH + _GAP
    width = _MIDDLE_WIDTH - 2 * (_WAGER_WIDTH + _GAP)
    yield _strip(position_area(0), "Dealer", left, _DEALER_TOP, width, _DEALER_PLACE)
    top, half = _DEALER_TOP + _STRIP + _GAP, (width - _GAP) // 2
    yield _tiles(hand_area(HIGH, 0), "HIGH", left, top, half, _DEALER_HEIGHT, _DEALER_HANDS)
    left += half + _GAP
    yield _tiles(hand_area(LOW, 0), "LOW", left, top, half, _DEALER_HEIGHT, _DEALER_HANDS, across=True)


def _beside_the_dealer() -> Iterator[Area]:
    """Used tiles at the dealer's right, the Dead Hand at the left."""
    height = _PANEL_BOTTOM - _STACKS_TOP
    yield _tiles(COLLECTED_AREA, "USED TILES", _MARGIN, _STACKS_TOP, _PANEL_WIDTH, height, _COLLECTED)
    left = _WIDTH - _MARGIN - _PANEL_WIDTH
    yield _tiles(DEAD_HAND_AREA, "DEAD HAND", left, _STACKS_TOP, _PANEL_WIDTH, _DEAD_HAND_HEIGHT, _DEAD_HAND)


def _by_choice(submission: PaiGowSubmission) -> Iterator[Area]:
    """Where the shaker stands, and what a player's bank needs."""
    if submission.uses_shaker:
        yield _strip("shaker", "Shaker", _MARGIN, _TOP, _PANEL_WIDTH, _SHAKER_PLACE)
    if submission.player_bank:
        top = _DEALER_TOP + _STRIP + _GAP
        yield Area(
            DEALER_WAGER_AREA,
            "Dealer's wager",
            _MIDDLE_LEFT,
            top,
            _WAGER_WIDTH,
            _DEALER_HEIGHT,
            _DEALER_WAGER,
            tone="pot",
        )
        left = (_WIDTH - _CENTRE_WIDTH) // 2
        yield Area(
            CENTRE_AREA, "Centre", left, _CENTRE_TOP, _CENTRE_WIDTH, _CENTRE_HEIGHT, _CENTRE, tone="pot"
        )


def _strip(area_id: str, label: str, left: int, top: int, width: int, clause: Clause) -> Area:
    return Area(area_id, label, left, top, width, _STRIP, clause, tone="position")


def _tiles(
    area_id: str,
    label: str,
    left: int,
    top: int,
    width: int,
    height: int,
    clause: Clause,
    *,
    across: bool = False,
) -> Area:
    return Area(area_id, label, left, top, width, height, clause, tone="tiles-across" if across else "tiles")


_LOGO = Area("logo", "", _MARGIN, _LOGO_TOP, _INNER, _LOGO_HEIGHT, _NAME_OR_LOGO, tone="logo")


@implements(
    "621a.2(a)#1",
    "621a.2(b)(1)",
    "621a.2(b)(2)",
    "621a.2(b)(3)",
    readings=("B-PG-20", "B-PG-21"),
)
def felt(submission: PaiGowSubmission) -> Layout:
    """The layout under a submission, with the places for shaker and dealer's hands that the procedures assume."""
    return Layout(
        width=_WIDTH,
        height=_HEIGHT,
        areas=(
            *_dealer(),
            *_beside_the_dealer(),
            *_by_choice(submission),
            _LOGO,
            *_positions(_odds(submission)),
        ),
        markers=tuple(_markers(submission)),
        requirements=tuple(_requirements(submission)),
    )


def _odds(submission: PaiGowSubmission) -> str:
    """What a betting area says of its payment, where the layout is to say it."""
    if submission.odds_shown_on is not OddsShownOn.LAYOUT:
        return ""
    return f"{EVEN_MONEY.odds} less {RATE * 100}% of the win"


def _markers(submission: PaiGowSubmission) -> Iterator[Marker]:
    """The dealer's marker, and another kind for whoever banks or co-banks."""
    yield Marker(DEALER_STACK_MARKER, "Dealer's marker", (position_area(0),), _DEALER_MARKER)
    strips = tuple(position_area(seat) for seat in SEATS)
    if submission.player_bank:
        yield Marker(BANK_MARKER, "Bank marker", strips, _BANK_MARKER)
    if submission.player_bank and submission.co_bank:
        yield Marker(CO_BANK_MARKER, "Co-bank marker", strips, _CO_BANK_MARKER)


def _requirements(submission: PaiGowSubmission) -> Iterator[Requirement]:
    yield Requirement("The certificate holder's name or logo", _NAME_OR_LOGO, (_LOGO.id,))
    yield Requirement(
        "A betting area of its own for each player's Pai Gow Wager",
        _BETTING_AREAS,
        tuple(wager_area(seat) for seat in SEATS),
    )
    yield Requirement(
        "A place at the dealer's left for the four tiles of the Dead Hand", _DEAD_HAND, (DEAD_HAND_AREA,)
    )
    if submission.uses_shaker:
        yield Requirement("A place for the open shaker", _SHAKER_PLACE, ("shaker",))
    yield Requirement(
        "A place for the dealer's high and low hand",
        _DEALER_HANDS,
        tuple(hand_area(part, 0) for part in (HIGH, LOW)),
    )
