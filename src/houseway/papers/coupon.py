"""Coupons: a Match Play Coupon on paper, with everything that the law wants on it (603a.20(c), (q)(3))."""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from io import BytesIO
from itertools import groupby, pairwise

import segno
from reportlab.lib.colors import HexColor, black, white
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from houseway.backoffice.coupons.barcode import Stamp, payload
from houseway.backoffice.coupons.design import CONTENT
from houseway.games import game_under, games, submission_for
from houseway.law import RuleViolation, implements
from houseway.money import Cents, dollars
from houseway.papers.coupon_drawing import (
    ELEMENTS,
    QUIET_MODULES,
    SHEET_HEIGHT,
    SHEET_WIDTH,
    Box,
    Drawing,
    Tenths,
    legible_height,
    places_on_sheet,
    require_lawful,
)
from houseway.papers.writing import BODY, BOLD, DIGIT_HEIGHT, day_in_words, set_in, shown, width_of
from houseway.table.coupons import Coupon, CouponTerms, OnPush, Pays, serial_number
from houseway.table.words import capital, spoken

_TENTH = mm / 10
_INK = HexColor("#12402f")
_TINT = HexColor("#dfe8e2")
_GREY = HexColor("#6b726e")
# The typeface is wide; narrowed this far, a digit of the same height is as easily told from the others.
_NARROWED = 0.84
_SIGN = 0.55
_SIGN_TOP = 0.77
# How tall a digit stands, and how far a comma hangs below the line, as parts of the type size.
_DIGIT = DIGIT_HEIGHT / 1000
_COMMA_DROP = 0.16
_SMALLEST_TYPE = 5.5
# A form of Craps with a name of its own.
_TITLES = {"mini-craps": "Mini-Craps"}


def coupon_pdf(coupon: Coupon, drawing: Drawing, stamp: Stamp) -> bytes:
    """One coupon on a page of its own size."""
    require_lawful(drawing)
    return _printed([coupon], drawing, stamp, (drawing.width, drawing.height), ((0, 0),))


def coupon_sheets_pdf(coupons: Sequence[Coupon], drawing: Drawing, stamp: Stamp) -> bytes:
    """A run of coupons, as many to a sheet as it holds, to be cut apart."""
    require_lawful(drawing)
    return _printed(coupons, drawing, stamp, (SHEET_WIDTH, SHEET_HEIGHT), places_on_sheet(drawing))


def _printed(
    coupons: Sequence[Coupon],
    drawing: Drawing,
    stamp: Stamp,
    page: tuple[Tenths, Tenths],
    places: tuple[tuple[Tenths, Tenths], ...],
) -> bytes:
    _require_sequence(coupons)
    file = BytesIO()
    canvas = Canvas(file, pagesize=(page[0] * _TENTH, page[1] * _TENTH), invariant=1)
    canvas.setTitle("Match Play Coupons")
    canvas.setCreator("Houseway")
    for number, coupon in enumerate(coupons):
        if number and number % len(places) == 0:
            canvas.showPage()
        left, bottom = places[number % len(places)]
        canvas.saveState()
        canvas.translate(left * _TENTH, bottom * _TENTH)
        _draw(canvas, coupon, drawing, stamp)
        canvas.restoreState()
    canvas.save()
    return file.getvalue()


@implements("603a.20(c)(3)")
def _require_sequence(coupons: Sequence[Coupon]) -> None:
    """Serials rise through a print run; gaps are voided serials, a repeat would be a second coupon of one serial."""
    if not coupons:
        raise ValueError("there is no coupon to print")
    for before, after in pairwise(coupons):
        if after.serial <= before.serial:
            raise RuleViolation(
                ELEMENTS["serial"],
                f"serial {serial_number(after.serial)} comes after {serial_number(before.serial)} in the run",
                fix="print coupons in the order of their serials, each once",
            )


def _draw(canvas: Canvas, coupon: Coupon, drawing: Drawing, stamp: Stamp) -> None:
    _draw_paper(canvas, drawing)
    _draw_name(canvas, drawing)
    _draw_chip_spot(canvas, drawing)
    _draw_value(canvas, coupon.value, drawing)
    _draw_restrictions(canvas, coupon, drawing)
    _draw_barcode(canvas, payload(coupon, drawing.design, stamp), drawing)
    _draw_serial(canvas, coupon.serial, drawing)
    _draw_expiry(canvas, coupon.expires, drawing)


def _place(box: Box | None) -> tuple[float, float, float, float]:
    """A box in points; the drawing has been checked, so that every element has one."""
    assert box is not None
    return box.left * _TENTH, box.bottom * _TENTH, box.width * _TENTH, box.height * _TENTH


def _draw_paper(canvas: Canvas, drawing: Drawing) -> None:
    """The cut line, the frame, and what the paper is."""
    width, height = drawing.width * _TENTH, drawing.height * _TENTH
    canvas.setLineWidth(0.25)
    canvas.setStrokeColor(_GREY)
    canvas.setDash(1, 2)
    canvas.rect(0, 0, width, height)
    canvas.setDash()
    canvas.setStrokeColor(_INK)
    for inset, line in ((1.6, 1.1), (2.5, 0.35)):
        canvas.setLineWidth(line)
        canvas.rect(inset * mm, inset * mm, width - 2 * inset * mm, height - 2 * inset * mm)
    if drawing.title is not None:
        left, bottom, across, up = _place(drawing.title)
        size = _fitting("title", "MATCH PLAY COUPON", BOLD, across, up, 11)
        canvas.setFillColor(_GREY)
        canvas.setFont(BOLD, size)
        canvas.drawRightString(left + across, bottom + (up - size * _DIGIT) / 2, "MATCH PLAY COUPON")


@implements("603a.20(c)(1)")
def _draw_name(canvas: Canvas, drawing: Drawing) -> None:
    """The holder's logo, or the holder's name."""
    left, bottom, width, height = _place(drawing.name)
    canvas.setFillColor(_INK)
    if drawing.logo:
        canvas.drawImage(
            ImageReader(BytesIO(drawing.logo)),
            left,
            bottom,
            width,
            height,
            mask="auto",
            preserveAspectRatio=True,
            anchor="w",
        )
        return
    holder = shown(drawing.holder)
    size = _fitting("name", holder, BOLD, width, height, 15)
    canvas.setFont(BOLD, size)
    canvas.drawString(left, bottom + (height - size * _DIGIT) / 2, holder)


@implements("603a.20(c)(2)")
def _draw_value(canvas: Canvas, value: Cents, drawing: Drawing) -> None:
    """The value, as large as its place allows and never too small for surveillance."""
    left, bottom, width, height = _place(drawing.value)
    figure = dollars(value).removeprefix("$")
    run = (width_of("$", BOLD, _SIGN) + width_of(figure, BOLD, 1)) * _NARROWED
    drop = _COMMA_DROP if "," in figure else 0.0
    size = min(height / (_DIGIT + drop), width / run)
    if size * _DIGIT < legible_height(drawing) * _TENTH:
        raise RuleViolation(
            ELEMENTS["value"],
            f"{dollars(value)} does not fit its place in digits large enough for surveillance",
            fix="give the value more room in the drawing",
        )
    base = bottom + (height - size * (_DIGIT + drop)) / 2 + size * drop
    canvas.saveState()
    written = canvas.beginText(left + (width - size * run) / 2, base)
    written.setFillColor(black)
    written.setHorizScale(100 * _NARROWED)
    # The sign stands small and high before its figure, which leaves the width to the digits.
    written.setFont(BOLD, size * _SIGN)
    written.setRise(size * (_DIGIT - _SIGN * _SIGN_TOP))
    written.textOut("$")
    written.setRise(0)
    written.setFont(BOLD, size)
    written.textOut(figure)
    canvas.drawText(written)
    canvas.restoreState()


@implements("603a.20(c)(3)")
def _draw_serial(canvas: Canvas, serial: int, drawing: Drawing) -> None:
    """The serial number."""
    left, bottom, width, height = _place(drawing.serial)
    text = f"No. {serial_number(serial)}"
    size = _fitting("serial", text, BOLD, width, height, 10)
    canvas.setFillColor(black)
    canvas.setFont(BOLD, size)
    canvas.drawCentredString(left + width / 2, bottom + (height - size * _DIGIT) / 2, text)


@implements("603a.20(c)(4)")
def _draw_restrictions(canvas: Canvas, coupon: Coupon, drawing: Drawing) -> None:
    """What the coupon is good for, in words."""
    left, bottom, width, height = _place(drawing.restrictions)
    text = " ".join(restrictions(coupon))
    size = 8.0
    while size >= _SMALLEST_TYPE:
        style = ParagraphStyle("restrictions", fontName=BODY, fontSize=size, leading=size * 1.25)
        words = set_in(text, style)
        _, tall = words.wrap(width, height)
        if tall <= height:
            words.drawOn(canvas, left, bottom + height - tall)
            return
        size -= 0.25
    raise RuleViolation(
        ELEMENTS["restrictions"],
        "the coupon's restrictions do not fit their place in letters that can be read",
        fix="name fewer games and wagers, or give the restrictions more room in the drawing",
    )


@implements("603a.20(c)(5)")
def _draw_expiry(canvas: Canvas, expires: date, drawing: Drawing) -> None:
    """The last day on which the coupon may be played."""
    left, bottom, width, height = _place(drawing.expiry)
    upper = height * 0.4
    for text, font, most, ink, low, tall in (
        ("EXPIRES", BODY, 6.5, _GREY, bottom + height - upper, upper),
        (day_in_words(expires), BOLD, 9.0, black, bottom, height - upper),
    ):
        size = _fitting("expiry", text, font, width, tall, most)
        canvas.setFillColor(ink)
        canvas.setFont(font, size)
        canvas.drawCentredString(left + width / 2, low + (tall - size * _DIGIT) / 2, text)


@implements("603a.20(c)(6)")
def _draw_chip_spot(canvas: Canvas, drawing: Drawing) -> None:
    """The circle for the chips, drawn like a chip seen from above."""
    spot = drawing.chip_spot
    assert spot is not None
    radius = spot.diameter * _TENTH / 2
    canvas.saveState()
    canvas.translate(spot.across * _TENTH, spot.up * _TENTH)
    canvas.setFillColor(_TINT)
    for notch in range(8):
        canvas.wedge(-radius, -radius, radius, radius, notch * 45 - 9, 18, stroke=0, fill=1)
    canvas.setFillColor(white)
    canvas.circle(0, 0, radius * 0.82, stroke=0, fill=1)
    canvas.setStrokeColor(_INK)
    canvas.setLineWidth(0.9)
    canvas.circle(0, 0, radius)
    canvas.setLineWidth(0.35)
    canvas.setDash(2, 2)
    canvas.circle(0, 0, radius * 0.82)
    canvas.setFillColor(_INK)
    for text, up in (("PLACE", 0.22), ("CHIPS", -0.04), ("HERE", -0.30)):
        canvas.setFont(BOLD, radius * 0.17)
        canvas.drawCentredString(0, radius * up, text)
    canvas.restoreState()


@implements("603a.20(q)(3)")
def _draw_barcode(canvas: Canvas, text: str, drawing: Drawing) -> None:
    """The barcode, black on white with the white rim that readers look for."""
    left, bottom, width, height = _place(drawing.barcode)
    # A quarter of the code may be lost to wear and still be read.
    rows = tuple(segno.make_qr(text, error="q", mode="alphanumeric", boost_error=False).matrix)
    side = min(width, height)
    module = side / (len(rows) + 2 * QUIET_MODULES)
    x = left + (width - side) / 2 + QUIET_MODULES * module
    y = bottom + (height + side) / 2 - QUIET_MODULES * module
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(module, module)
    squares = canvas.beginPath()
    for down, row in enumerate(rows, 1):
        for start, end in _dark_runs(row):
            squares.rect(start, -down, end - start, 1)
    canvas.setFillColor(black)
    canvas.drawPath(squares, stroke=0, fill=1)
    canvas.restoreState()


def _dark_runs(row: Sequence[int]) -> Iterator[tuple[int, int]]:
    start = 0
    for dark, run in groupby(row):
        end = start + len(list(run))
        if dark:
            yield start, end
        start = end


def _fitting(element: str, text: str, font: str, width: float, height: float, most: float) -> float:
    """The largest type, up to a most, in which a line of text fits its place; too small a place is refused."""
    size = min(most, width / width_of(text, font, 1), height)
    if size < _SMALLEST_TYPE:
        raise RuleViolation(
            ELEMENTS.get(element, CONTENT),
            f"the {element} {text!r} does not fit its place in letters that can be read",
            fix=f"give the {element} more room in the drawing",
        )
    return size


# The terms in words.


@implements("603a.20(c)(4)", readings=("C-20", "C-21"))
def restrictions(coupon: Coupon) -> tuple[str, ...]:
    """What a coupon is good for, sentence by sentence."""
    terms = coupon.terms
    games_ = [_game_title(name) for name in terms.games]
    wagers = [_wager_title(terms, name) for name in terms.wagers]
    return (
        f"Good at {_any_of(games_)} only." if games_ else "Good at any table game played against the house.",
        f"Only on the {_any_of(wagers)} wager."
        if wagers
        else "Only on the wagers that the rules of the game open to coupons.",
        f"Wager at least {dollars(coupon.value)} in chips with it."
        if terms.matching
        else "Wager chips of any value with it.",
        {
            Pays.WAGER_ODDS: "A win pays chips and coupon at the odds of the wager.",
            Pays.EVEN_MONEY: "A win pays the coupon even money and the chips at the odds of the wager.",
        }[terms.pays],
        {
            OnPush.RETURNED: "A tie returns it.",
            OnPush.STAYS: "After a tie it stays with the wager until that is decided.",
        }[terms.on_push],
        "Collected win or lose. One coupon per patron and round. No cash value. Void if copied or altered.",
    )


def _any_of(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _game_title(name: str) -> str:
    return str(games()[name].title) if name in games() else _TITLES.get(name) or _in_capitals(name)


def _wager_title(terms: CouponTerms, name: str) -> str:
    """A wager as the layouts of the coupon's games, or of any game, name it."""
    for game in (*terms.games, *games()):
        titles = _wager_titles(game) if game in games() else {}
        if name in titles:
            return titles[name]
    return _in_capitals(name)


@cache
def _wager_titles(game: str) -> dict[str, str]:
    return {wager.name: wager.title for wager in game_under(submission_for(game)).catalogue.values()}


def _in_capitals(name: str) -> str:
    return " ".join(capital(word) for word in spoken(name).split())
