"""The felt of Pai Gow (621a.2(b)): six positions on an arc around the dealer, the eight stacks, the Dead Hand."""

from collections.abc import Iterator

from houseway.games.pai_gow.outcome import EVEN_MONEY
from houseway.games.pai_gow.positions import SEATS
from houseway.games.pai_gow.submission import PaiGowSubmission
from houseway.games.pai_gow.vigorish import RATE
from houseway.games.pai_gow.wagers import PAI_GOW
from houseway.law import Clause, implements, pa
from houseway.submission import OddsShownOn
from houseway.table.arc import Arc
from houseway.table.layout import Area, Layout, Marker, Position, Requirement
from houseway.table.seated import arched, areas_of, on_the_arc

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

_WIDTH, _HEIGHT = 1200, 680
_MARGIN, _GAP = 20, 6
_TOP = 12
_STRIP = 30
_UPPER = _TOP + _STRIP + _GAP
_PANEL_WIDTH, _PANEL_HEIGHT = 170, 144
_STACKS_LEFT, _STACKS_WIDTH, _STACKS_HEIGHT = _MARGIN + _PANEL_WIDTH + _GAP, 306, 112
_DEALER_LEFT, _DEALER_WIDTH, _DEALER_HEIGHT = 508, 268, 144
_WAGER_LEFT, _WAGER_WIDTH, _WAGER_HEIGHT = 782, 134, 76
_DEAD_HAND_LEFT, _DEAD_HAND_HEIGHT = 922, 180
_CENTRE_TOP, _CENTRE_WIDTH, _CENTRE_HEIGHT = 198, 220, 46
# A position with all the room it can use: the betting area toward the dealer, the high hand, the low hand.
_ROW, _HAND = 64, 146
_ARC = Arc(left=30, right=_WIDTH - 30, ends=180, middle=302, width=190, height=_ROW + 2 * (_HAND + 4))


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


def _positions(odds: str) -> tuple[Position, ...]:
    """Every player's places, counted counterclockwise as the tiles are delivered: the first at the dealer's far right."""
    designs = {seat: tuple(_position(seat, odds)) for seat in SEATS}
    return on_the_arc(_ARC, designs, (40, 15), counterclockwise=True)


def _position(seat: int, odds: str) -> Iterator[Area]:
    """A player's betting area, the two hands behind it, and below the number the place for the marker of a bank."""
    yield Area(
        id=wager_area(seat),
        label="PAI GOW",
        x=82,
        y=0,
        width=_ARC.width - 84,
        height=_ROW,
        clause=_BETTING_AREAS,
        wager=PAI_GOW,
        inscription=odds,
        tone="main-wager",
        round=True,
    )
    for number, part in enumerate((HIGH, LOW)):
        top = _ROW + 4 + number * (_HAND + 4)
        yield _tiles(hand_area(part, seat), part.upper(), 0, top, _ARC.width, _HAND, _PLAYER_HANDS)
    yield Area(
        id=position_area(seat),
        label=f"Position {seat}",
        x=0,
        y=30,
        width=80,
        height=_ROW - 30,
        clause=_POSITIONS,
        tone="seat",
    )


def _dealer() -> Iterator[Area]:
    """The inventory container, the stacks in front of it, and the dealer's hands: the low one lies across."""
    yield _strip("inventory", "Table inventory", _STACKS_LEFT, _STACKS_WIDTH, _STACKS)
    width = (_STACKS_WIDTH + 4) // len(STACKS) - 4
    for number in STACKS:
        left = _STACKS_LEFT + (len(STACKS) - number) * (width + 4)
        yield Area(
            stack_area(number), str(number), left, _UPPER, width, _STACKS_HEIGHT, _STACKS, tone="stack"
        )
    yield _strip(position_area(0), "Dealer", _DEALER_LEFT, _DEALER_WIDTH, _DEALER_PLACE)
    left, half = _DEALER_LEFT, (_DEALER_WIDTH - _GAP) // 2
    yield _tiles(hand_area(HIGH, 0), "HIGH", left, _UPPER, half, _DEALER_HEIGHT, _DEALER_HANDS)
    left += half + _GAP
    yield _tiles(hand_area(LOW, 0), "LOW", left, _UPPER, half, _DEALER_HEIGHT, _DEALER_HANDS, across=True)


def _beside_the_dealer() -> Iterator[Area]:
    """Used tiles at the dealer's right, the Dead Hand at the left."""
    yield _tiles(COLLECTED_AREA, "USED TILES", _MARGIN, _UPPER, _PANEL_WIDTH, _PANEL_HEIGHT, _COLLECTED)
    width = _WIDTH - _MARGIN - _DEAD_HAND_LEFT
    yield _tiles(DEAD_HAND_AREA, "DEAD HAND", _DEAD_HAND_LEFT, _TOP, width, _DEAD_HAND_HEIGHT, _DEAD_HAND)


def _by_choice(submission: PaiGowSubmission) -> Iterator[Area]:
    """Where the shaker stands, and what a player's bank needs."""
    if submission.uses_shaker:
        yield _strip("shaker", "Shaker", _MARGIN, _PANEL_WIDTH, _SHAKER_PLACE)
    if submission.player_bank:
        yield Area(
            DEALER_WAGER_AREA,
            "Dealer's wager",
            _WAGER_LEFT,
            _UPPER,
            _WAGER_WIDTH,
            _WAGER_HEIGHT,
            _DEALER_WAGER,
            tone="pot",
        )
        left = (_WIDTH - _CENTRE_WIDTH) // 2
        yield Area(
            CENTRE_AREA, "Centre", left, _CENTRE_TOP, _CENTRE_WIDTH, _CENTRE_HEIGHT, _CENTRE, tone="pot"
        )


def _strip(area_id: str, label: str, left: int, width: int, clause: Clause) -> Area:
    return Area(area_id, label, left, _TOP, width, _STRIP, clause, tone="position")


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


_LOGO = arched(Area("logo", "", 0, 0, 0, 0, _NAME_OR_LOGO, tone="logo"), _ARC, 400, _WIDTH - 400, above=10)


@implements(
    "621a.2(a)#1",
    "621a.2(b)(1)",
    "621a.2(b)(2)",
    "621a.2(b)(3)",
    readings=("B-PG-20", "B-PG-21"),
)
def felt(submission: PaiGowSubmission) -> Layout:
    """The layout under a submission, with the places for shaker and dealer's hands that the procedures assume."""
    positions = _positions(_odds(submission))
    return Layout(
        width=_WIDTH,
        height=_HEIGHT,
        areas=(
            *_dealer(),
            *_beside_the_dealer(),
            *_by_choice(submission),
            _LOGO,
            *areas_of(_ARC, positions),
        ),
        markers=tuple(_markers(submission)),
        requirements=tuple(_requirements(submission)),
        positions=positions,
        arc=_ARC,
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
