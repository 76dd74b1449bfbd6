"""The felt of Craps and Mini-Craps (623a.2(d)): one end of the table, the stickperson's box, and the wall.

Drawn as a player at the stickperson's side sees it: the boxperson, or the dealer of Mini-Craps, sits at the top over the
box, so that the boxperson's left is the drawing's right and clockwise runs down the right side and along the foot.
"""

from collections.abc import Iterator
from typing import NamedTuple

from houseway.games.craps.bonus import BONUS_WAGERS
from houseway.games.craps.decisions import POINTS, numbers_of
from houseway.games.craps.fire import BOX, FIRE_BET
from houseway.games.craps.printing import GAP, WAGER_AREAS, Box, Printer, area_id, band, plain
from houseway.games.craps.submission import CrapsSubmission, Form
from houseway.games.craps.wagers import ODDS_OF
from houseway.law import implements, pa
from houseway.money import dollars
from houseway.table.layout import Area, Layout, Marker, Requirement

_NAME_OR_LOGO = pa("623a.2(d)(1)")
_NO_CALL_BETS = pa("623a.2(d)(3)")
_FIRE = pa("623a.2(d)(4)")
_FIRE_SPOTS = pa("623a.2(d)(4)(i)#1")
_FIRE_AROUND = pa("623a.2(d)(4)(i)#2")
_FIRE_NUMBERED = pa("623a.2(d)(4)(i)#3")
_FIRE_BOX = pa("623a.2(d)(4)(ii)#1")
_FIRE_BOX_NUMBERED = pa("623a.2(d)(4)(ii)#2")
_WALL = pa("623a.2(d)(4)(iii)")
_WALL_ODDS = pa("623a.2(d)(4)(iii)(A)")
_WALL_WINDOW = pa("623a.2(d)(4)(iii)(B)")
_WALL_LIMITS = pa("623a.2(d)(4)(iii)(C)")
_BONUS = pa("623a.2(d)(5)")
_BONUS_AREA = pa("623a.2(d)(5)(i)")
_BONUS_PLACES = {
    "all-small": pa("623a.2(d)(5)(i)(A)"),
    "all-or-nothing-at-all": pa("623a.2(d)(5)(i)(B)"),
    "all-tall": pa("623a.2(d)(5)(i)(C)"),
}
_BONUS_SPOTS = pa("623a.2(d)(5)(ii)")
_BONUS_ODDS = pa("623a.2(d)(5)(iii)")
_POSTED = pa("623a.3(c)")
_FIRE_MARKERS = pa("623a.11(a)(4)#1")
_BONUS_BUTTONS = pa("623a.12(3)#1")
_COME_OUT_POINT = pa("623a.1[come_out_point]")
_OFF = pa("623a.10(b)#3")

PUCK_ON, PUCK_OFF = "puck-on", "puck-off"
_BONUS_NUMBERS = numbers_of(_BONUS_SPOTS, "numbers")
_MOST_FIRE_SPOTS = _FIRE_SPOTS.integer("max_areas")
_NAMES = {6: "SIX", 9: "NINE"}


def number_area(number: int) -> str:
    """The id of the box that names a point number."""
    return f"number-{number}"


def puck_area(number: int) -> str:
    """The id of the spot where the puck stands while a number is the come out point."""
    return f"point-{number}"


def fire_point_area(number: int) -> str:
    """The id of the spot for the Fire marker of a point made."""
    return f"fire-point-{number}"


def fire_marker(count: int) -> str:
    """The id of the Fire marker that bears a count of different points."""
    return f"fire-marker-{count}"


def bonus_area(number: int) -> str:
    """The id of the spot for the Bonus Craps button of a number."""
    return f"bonus-number-{number}"


def bonus_button(number: int) -> str:
    """The id of the Bonus Craps button that bears a number."""
    return f"bonus-button-{number}"


_WIDTH, _HEIGHT = 1200, 690
_FELT = Box(8, 6, _WIDTH - 16, _HEIGHT - 12)
# How wide the Pass Line is at the player's left, and the column of the don't bets beside it.
_PASS_LEG, _DONT_LEG = 40, 62
_CORNER = 64


class _Plan(NamedTuple):
    """Where the parts of a felt lie; the foot and the wall are for the Fire Bets."""

    top: Box
    end: Box
    centre: Box
    foot: Box
    wall: Box


def _plan(*, fire: bool) -> _Plan:
    top, middle, foot, wall = _FELT.rows(34, *((576, 32, 24) if fire else (632, 0, 0)))
    end, centre = middle.columns(814, 366)
    return _Plan(top, end, centre, foot, wall)


# One end of the table.


def _numbers(printer: Printer, bar: Box, block: Box) -> Iterator[Area]:
    """The Don't Come bar, and over the Come the boxes of the point numbers with all that is bet on each."""
    spot, dont_come = bar.rows(44, 224)
    yield plain(PUCK_OFF, "", spot, _COME_OUT_POINT, tone="spot")
    yield printer.bet("dont-come", "DON'T COME BAR 12", dont_come, "line")
    for number, column in zip(POINTS, block.columns(*(1,) * len(POINTS)), strict=True):
        yield from _number(printer, number, column)


def _number(printer: Printer, number: int, column: Box) -> Iterator[Area]:
    against, laid, spots, name, come, placed = column.rows(37, 37, 36, 38, 37, 67)
    pick = str(number)
    dont_come, dont_odds = against.columns(60, 50)
    yield printer.bet("dont-come", "DON'T", dont_come, "against", pick=pick, says="")
    yield printer.bet(ODDS_OF["dont-come"], "ODDS", dont_odds, "against", pick=pick)
    lay, lose = laid.columns(50, 60)
    yield printer.bet(f"lay-{number}", "LAY", lay, "against")
    yield printer.bet(f"place-to-lose-{number}", "LOSE", lose, "against")
    yield plain(number_area(number), _NAMES.get(number, pick), name, _COME_OUT_POINT, tone="number")
    point, *fire = spots.columns(1, 1) if printer.offers(FIRE_BET) else (spots,)
    yield plain(puck_area(number), "", point, _COME_OUT_POINT, tone="spot")
    for marker in fire:
        yield plain(fire_point_area(number), "", marker, _FIRE_MARKERS, tone="spot")
    line, odds = come.columns(60, 50)
    yield printer.bet("come", "COME", line, "number-bet", pick=pick, says="")
    yield printer.bet(ODDS_OF["come"], "ODDS", odds, "number-bet", pick=pick)
    place, buy = placed.columns(62, 48)
    yield printer.bet(f"place-to-win-{number}", "PLACE", place, "number-bet")
    yield printer.bet(f"buy-{number}", "BUY", buy, "number-bet")


def _odds(printer: Printer, base: str, label: str, box: Box, tone: str) -> Iterator[Area]:
    """One place for the odds of a line bet: only those on the come out point can be there."""
    wager = ODDS_OF[base]
    yield plain(wager, label, box, WAGER_AREAS, tone="waiting")
    for number in POINTS:
        name = _NAMES.get(number, number)
        yield printer.bet(wager, f"{label} ON {name}", box, tone, pick=str(number), short=f"ODDS ON {name}")


def _end(printer: Printer, box: Box) -> Iterator[Area]:
    """What the players of one end see before them, in the order in which they bet: the lines, the Come and the Field, the numbers.

    The Pass Line runs down their left and turns along the foot, the Don't Pass bar within it; the numbers are at the top.
    """
    above, dont_pass, passing, behind = box.rows(426, 44, 52, 42)
    leg, dont_leg, inner = above.columns(_PASS_LEG, _DONT_LEG, box.width - _PASS_LEG - _DONT_LEG - 2 * GAP)
    numbers, come, field = inner.rows(272, 75, 71)
    line = _right_of(leg, passing)
    yield printer.bet("pass", "PASS LINE", line, "line", outline=band(leg, line, _CORNER))
    yield from _odds(printer, "pass", "PASS LINE ODDS", _right_of(leg, behind), "number-bet")
    strip, laid = _right_of(dont_leg, dont_pass).columns(440, 260)
    beside = Box(dont_leg.x, come.y, dont_leg.width, dont_leg.y + dont_leg.height - come.y)
    around = band(beside, strip, _CORNER)
    yield printer.bet("dont-pass", "DON'T PASS BAR 12", strip, "line", outline=around)
    yield from _odds(printer, "dont-pass", "DON'T PASS ODDS", laid, "against")
    rest = Box(come.x + come.width - _DICE_REST, come.y, _DICE_REST, field.y + field.height - come.y)
    yield plain(DICE_REST, "", rest, WAGER_AREAS, tone="dice-rest")
    yield printer.bet("come", "COME", _left_of(rest, come), "come")
    fields, six_seven_eight = _left_of(rest, field).columns(400, 144)
    yield printer.bet("field", "FIELD 2 · 3 · 4 · 9 · 10 · 11 · 12", fields, "field")
    yield printer.bet("six-seven-eight", "6 7 8", six_seven_eight, "field")
    yield from _numbers(printer, Box(dont_leg.x, numbers.y, dont_leg.width, numbers.height), numbers)


# Where the dice of a throw lie, free of everything that is bet.
DICE_REST = "dice-rest"
_DICE_REST = 160


def _left_of(other: Box, row: Box) -> Box:
    return Box(row.x, row.y, other.x - GAP - row.x, row.height)


def _right_of(other: Box, row: Box) -> Box:
    start = other.x + other.width + GAP
    return Box(start, row.y, row.x + row.width - start, row.height)


# The stickperson's box, and what lies before the boxperson.

_HARDWAYS = {"six": 3, "ten": 5, "eight": 4, "four": 2}
_HORN_NUMBERS = {"craps-two": (1, 1), "craps-three": (1, 2), "eleven": (5, 6), "craps-twelve": (6, 6)}
_COMBINED = {
    "horn": "HORN",
    **{f"horn-high-{number}": f"HORN HI {number}" for number in (2, 3, 11, 12)},
    "whirl": "WHIRL",
}
_HARD_HOPS = {(2, 2): "four", (3, 3): "six", (4, 4): "eight", (5, 5): "ten"}
_HOPS = tuple(
    (low, high)
    for total in range(4, 11)
    for low in range(1, 7)
    for high in range(low, 7)
    if low + high == total
)
_HOPS_ACROSS = 6
_COMBINED_ACROSS = 3


def _hop(dice: tuple[int, int]) -> str:
    hard = _HARD_HOPS.get(dice)
    return f"{hard}-the-hardway-on-the-hop" if hard else f"{dice[0]}-{dice[1]}-on-the-hop"


def _centre(printer: Printer, box: Box, seats: int) -> Iterator[Area]:
    """From the boxperson down: Fire Bets, Bonus Craps, the bets for one roll, the hardways, the hops."""
    fire, bonus = printer.offers(FIRE_BET), any(map(printer.offers, BONUS_WAGERS))
    shares = {
        "fire": 67 * fire,
        "bonus": 82 * bonus,
        "any": 45,
        "hard": 120,
        "horn": 46,
        "combined": 70,
        "hops": 122,
    }
    boxes = dict(
        zip(
            (name for name, share in shares.items() if share),
            box.rows(*filter(None, shares.values())),
            strict=True,
        )
    )
    if fire:
        yield from _fire_box(printer, boxes["fire"], seats)
    if bonus:
        yield from _bonus(printer, boxes["bonus"])
    seven, craps_eleven, craps = boxes["any"].columns(1, 1, 1)
    yield printer.bet("any-seven", "ANY SEVEN", seven, "one-roll")
    yield printer.bet("c-and-e", "C & E", craps_eleven, "one-roll")
    yield printer.bet("any-craps", "ANY CRAPS", craps, "one-roll")
    hard = [cell for row in boxes["hard"].rows(1, 1) for cell in row.columns(1, 1)]
    for (name, face), cell in zip(_HARDWAYS.items(), hard, strict=True):
        yield printer.bet(f"{name}-the-hardway", f"HARD {name.upper()}", cell, "hardway", dice=(face, face))
    for (wager, dice), cell in zip(_HORN_NUMBERS.items(), boxes["horn"].columns(1, 1, 1, 1), strict=True):
        yield printer.bet(wager, " · ".join(map(str, dice)), cell, "one-roll", dice=dice)
    combined = {wager: label for wager, label in _COMBINED.items() if printer.prints(wager)}
    for (wager, label), cell in zip(
        combined.items(), _cells(boxes["combined"], len(combined), _COMBINED_ACROSS), strict=True
    ):
        yield printer.bet(wager, label, cell, "one-roll", says="")
    yield from _hops(printer, boxes["hops"])


def _cells(box: Box, count: int, across: int) -> tuple[Box, ...]:
    """So many cells of one size, row by row, at most so many of them beside each other."""
    rows = -(-count // across)
    cells = [cell for row in box.rows(*(1,) * rows) for cell in row.columns(*(1,) * min(across, count))]
    return tuple(cells[:count])


def _hops(printer: Printer, box: Box) -> Iterator[Area]:
    legend, *cells = _cells(box, len(_HOPS) + 1, _HOPS_ACROSS)
    yield plain("hops", "HOPS", legend, WAGER_AREAS, tone="legend", says=printer.says(*map(_hop, _HOPS)))
    for dice, cell in zip(_HOPS, cells, strict=True):
        yield printer.bet(_hop(dice), " · ".join(map(str, dice)), cell, "hop", dice=dice, says="")


@implements(
    "623a.2(d)(5)(i)",
    "623a.2(d)(5)(i)(A)",
    "623a.2(d)(5)(i)(B)",
    "623a.2(d)(5)(i)(C)",
    "623a.2(d)(5)(ii)",
    "623a.2(d)(5)(iii)",
)
def _bonus(printer: Printer, box: Box) -> Iterator[Area]:
    """The spots for the buttons, and under them the wagers on the small, all and the tall numbers."""
    spots, wagers = box.rows(33, 45)
    for number, spot in zip(_BONUS_NUMBERS, spots.columns(*(1,) * len(_BONUS_NUMBERS)), strict=True):
        yield plain(bonus_area(number), str(number), spot, _BONUS_SPOTS, tone="spot")
    for (wager, clause), cell in zip(_BONUS_PLACES.items(), wagers.columns(103, 152, 103), strict=True):
        yield printer.bet(wager, _BONUS_LABELS[wager], cell, "bonus", says=printer.odds(wager), clause=clause)


_BONUS_LABELS = {"all-small": "ALL SMALL", "all-or-nothing-at-all": "ALL OR NOTHING", "all-tall": "ALL TALL"}


# The Fire Bet: spots around the table, their like before the boxperson, and the notices on the wall.

# Positions run clockwise from the boxperson's left: the near spots at the top right, the foot from right to left, then
# what is left of the top.
_NEAR, _FAR = 3, 3
_SPOT = 80


def _spot_boxes(top: Box, foot: Box) -> tuple[Box, ...]:
    near = [
        Box(top.x + top.width - (_NEAR - n) * (_SPOT + GAP) + GAP, top.y, _SPOT, top.height)
        for n in range(_NEAR)
    ]
    below = _MOST_FIRE_SPOTS - _NEAR - _FAR
    along = [
        Box(part.x + (part.width - _SPOT) // 2, part.y, _SPOT, part.height)
        for part in reversed(foot.columns(*(1,) * below))
    ]
    far = [Box(top.x + n * (_SPOT + GAP), top.y, _SPOT, top.height) for n in range(_FAR)]
    return (*near, *along, *far)


@implements("623a.2(d)(4)(i)#1", "623a.2(d)(4)(i)#2", "623a.2(d)(4)(i)#3")
def _fire_spots(printer: Printer, plan: _Plan, seats: int) -> Iterator[Area]:
    boxes = _spot_boxes(plan.top, plan.foot)
    for seat in range(1, seats + 1):
        box = boxes[(seat - 1) * len(boxes) // seats]
        yield printer.bet(
            FIRE_BET,
            f"FIRE {seat}",
            box,
            "fire",
            says="",
            clause=_FIRE_SPOTS,
            name=area_id(FIRE_BET, str(seat)),
        )


@implements("623a.2(d)(4)(ii)#1", "623a.2(d)(4)(ii)#2", readings=("B-CR-36",))
def _fire_box(printer: Printer, box: Box, seats: int) -> Iterator[Area]:
    half = _MOST_FIRE_SPOTS // 2
    cells = [cell for row in box.rows(1, 1) for cell in row.columns(*(1,) * half)]
    for seat, cell in zip(range(1, seats + 1), cells, strict=False):
        name = f"{area_id(FIRE_BET, BOX)}-{seat}"
        yield printer.bet(
            FIRE_BET, str(seat), cell, "fire", pick=BOX, says="", clause=_FIRE_BOX_NUMBERED, name=name
        )


@implements("623a.2(d)(4)(iii)", "623a.2(d)(4)(iii)(A)", "623a.2(d)(4)(iii)(B)", "623a.2(d)(4)(iii)(C)")
def _wall(submission: CrapsSubmission, strip: Box) -> Iterator[Area]:
    odds, window, limits = strip.columns(560, 440, 176)
    wager = submission.chosen[FIRE_BET]
    tiers = ", ".join(f"{line.label.rpartition(', ')[2]} {line.odds}" for line in wager.paytable)
    yield plain("wall-odds", f"Fire: {tiers}", odds, _WALL_ODDS, tone="wall")
    yield plain(
        "wall-window",
        "Fire Bets before a shooter's first come out roll",
        window,
        _WALL_WINDOW,
        tone="wall",
    )
    bounds = wager.bounds
    assert bounds is not None, "the chapter itself limits the Fire Bet"
    least, most = dollars(bounds.limits.minimum), dollars(bounds.limits.maximum)
    yield plain("wall-limits", f"Fire Bets {least} to {most}", limits, _WALL_LIMITS, tone="wall")


# What is printed once, at the top between the spots.


def _head(submission: CrapsSubmission, top: Box) -> Iterator[Area]:
    left, right = (_SPOT + GAP) * _FAR, (_SPOT + GAP) * _NEAR
    between = Box(top.x + left, top.y, top.width - left - right, top.height)
    logo, notice, crew = between.columns(404, 144, 124)
    yield plain("logo", "", logo, _NAME_OR_LOGO, tone="logo")
    yield plain("no-call-bets", "NO CALL BETS", notice, _NO_CALL_BETS, tone="legend")
    sits = "BOXPERSON" if submission.form is Form.CRAPS else "DEALER"
    yield plain("boxperson", sits, crew, _FIRE_BOX_NUMBERED, tone="position")


def _markers(*, fire: bool, bonus: bool) -> Iterator[Marker]:
    yield Marker(PUCK_ON, "ON", tuple(map(puck_area, POINTS)), _COME_OUT_POINT)
    yield Marker(PUCK_OFF, "OFF", (PUCK_OFF, area_id("dont-pass")), _OFF)
    if fire:
        for count in range(1, len(POINTS) + 1):
            yield Marker(fire_marker(count), str(count), tuple(map(fire_point_area, POINTS)), _FIRE_MARKERS)
    if bonus:
        for number in _BONUS_NUMBERS:
            yield Marker(bonus_button(number), str(number), (bonus_area(number),), _BONUS_BUTTONS)


def _requirements(printer: Printer, areas: tuple[Area, ...]) -> Iterator[Requirement]:
    wagers = tuple(dict.fromkeys(area.wager for area in areas if printer.offers(area.wager)))
    yield Requirement("The certificate holder's name or logo", _NAME_OR_LOGO, ("logo",))
    yield Requirement("An area for every wager offered", WAGER_AREAS, wagers)
    yield Requirement("The notice that no call bets are taken", _NO_CALL_BETS, ("no-call-bets",))
    if printer.offers(FIRE_BET):
        yield from _fire_requirements(areas)
    if any(map(printer.offers, BONUS_WAGERS)):
        yield from _bonus_requirements(areas)
    yield Requirement("The least and the greatest wager, posted at the table", _POSTED, ("sign",))


def _fire_requirements(areas: tuple[Area, ...]) -> Iterator[Requirement]:
    around = tuple(area.id for area in areas if area.wager == FIRE_BET and not area.pick)
    box = tuple(area.id for area in areas if area.wager == FIRE_BET and area.pick)
    wall = tuple(area.id for area in areas if area.tone == "wall")
    yield Requirement("What the Fire Bet needs on a layout", _FIRE, (*around, *box, *wall))
    yield Requirement(f"At most {_MOST_FIRE_SPOTS} spots for Fire Bets", _FIRE_SPOTS, around)
    yield Requirement("The spots go around the layout, one for each position", _FIRE_AROUND, around)
    yield Requirement("They count clockwise from the left of the boxperson or dealer", _FIRE_NUMBERED, around)
    yield Requirement("A place of their own for the Fire Bets once they are brought in", _FIRE_BOX, box)
    yield Requirement("It lies before the boxperson and bears the same numbers", _FIRE_BOX_NUMBERED, box)
    yield Requirement("Notices on the inner wall for every position to see", _WALL, wall)
    yield Requirement("The wall tells the odds of four, five and six points", _WALL_ODDS, ("wall-odds",))
    yield Requirement("The wall tells until when Fire Bets are taken", _WALL_WINDOW, ("wall-window",))
    yield Requirement("The wall tells the limits of the Fire Bet", _WALL_LIMITS, ("wall-limits",))


def _bonus_requirements(areas: tuple[Area, ...]) -> Iterator[Requirement]:
    wagers = tuple(area.id for area in areas if area.wager in BONUS_WAGERS)
    spots = tuple(map(bonus_area, _BONUS_NUMBERS))
    yield Requirement("What Bonus Craps needs on a layout", _BONUS, (*wagers, *spots))
    yield Requirement("Its wagers lie before the boxperson", _BONUS_AREA, wagers)
    for wager in wagers:
        yield Requirement(f"A place for {_BONUS_LABELS[wager].title()}", _BONUS_PLACES[wager], (wager,))
    yield Requirement("A spot for the button of every number but the 7", _BONUS_SPOTS, spots)
    yield Requirement("The odds of the Bonus Craps wagers", _BONUS_ODDS, wagers)


@implements(
    "623a.2(d)(1)",
    "623a.2(d)(2)",
    "623a.2(d)(3)",
    "623a.2(d)(4)",
    "623a.2(d)(5)",
    "623a.3(c)",
    readings=("B-CR-05",),
)
def felt(submission: CrapsSubmission) -> Layout:
    """The layout under a submission; what Fire Bets and Bonus Craps need is there only where they are offered."""
    printer, seats = Printer(submission), submission.seats
    fire, bonus = printer.offers(FIRE_BET), any(map(printer.offers, BONUS_WAGERS))
    plan = _plan(fire=fire)
    areas = (
        *_head(submission, plan.top),
        *_end(printer, plan.end),
        *_centre(printer, plan.centre, seats),
        *(_fire_spots(printer, plan, seats) if fire else ()),
        *(_wall(submission, plan.wall) if fire else ()),
    )
    return Layout(
        width=_WIDTH,
        height=_HEIGHT,
        areas=areas,
        markers=tuple(_markers(fire=fire, bonus=bonus)),
        requirements=tuple(_requirements(printer, areas)),
    )
