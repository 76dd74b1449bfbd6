"""Coupons on paper: every element of 603a.20(c) is there, where the design has it, and can be read."""

import random
import re
from datetime import date
from functools import cache
from io import BytesIO
from itertools import product
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pytest
import zxingcpp
from PIL import Image, ImageDraw, ImageFilter

from houseway.backoffice.coupons.barcode import read
from houseway.law import RuleViolation, is_allowed
from houseway.money import dollars
from houseway.papers.coupon import coupon_pdf, coupon_sheets_pdf, restrictions
from houseway.papers.coupon_drawing import (
    CHIP,
    SLACK,
    Box,
    Drawing,
    Spot,
    design_findings,
    legible_height,
    places_on_sheet,
)
from houseway.table.coupons import CouponTerms, OnPush, Pays
from tests.papers.printing import DRAWING, HOLDER, STAMP, TENTH, coupon, pages, picture_of, text_of, words_on

replace = msgspec.structs.replace
VALUES = (5_00, 10_00, 15_00, 20_00, 25_00, 30_00, 50_00, 75_00, 100_00, 200_00, 250_00, 500_00, 1_000_00)


Ink = tuple[float, float, float, float]


def placed(pdf: bytes, text: str) -> Ink:
    """Left, bottom, right and top of the text's ink where it stands largest, in tenths of a millimetre."""
    page = pages(pdf)[0].get_textpage()
    written = page.get_text_range().replace("\r\n", "  ")
    inks = [_ink(page, found.start(), len(text)) for found in re.finditer(re.escape(text), written)]
    assert inks, text
    return max(inks, key=lambda ink: ink[3] - ink[1])


def _ink(page: Any, start: int, length: int) -> Ink:
    left, bottom, right, top = zip(*(page.get_charbox(start + at) for at in range(length)), strict=True)
    return min(left) / TENTH, min(bottom) / TENTH, max(right) / TENTH, max(top) / TENTH


def is_inside(ink: Ink, box: Box | None) -> bool:
    assert box is not None
    left, bottom, right, top = ink
    # The ink of a round digit swells a little over its line.
    return box.left - 5 <= left and box.bottom - 5 <= bottom and right <= box.right + 5 and top <= box.top + 5


@pytest.mark.clause(
    "603a.20(c)",
    "603a.20(c)(1)",
    "603a.20(c)(2)",
    "603a.20(c)(3)",
    "603a.20(c)(4)",
    "603a.20(c)(5)",
    "603a.20(c)(6)",
    "603a.20(q)(1)",
    "603a.20(q)(3)",
    "603a.20(r)(1)",
)
def test_a_coupon_shows_every_element_in_its_place() -> None:
    terms = CouponTerms(games=("craps", "mini-craps"), wagers=("pass", "dont-pass"))
    printed = coupon(1234, 100_00, date(2027, 2, 28), terms)
    pdf = coupon_pdf(printed, DRAWING, STAMP)
    assert is_inside(placed(pdf, HOLDER), DRAWING.name)
    assert is_inside(placed(pdf, "100"), DRAWING.value)
    assert is_inside(placed(pdf, "No. 000001234"), DRAWING.serial)
    assert is_inside(placed(pdf, "Good at Craps or Mini-Craps only."), DRAWING.restrictions)
    assert is_inside(placed(pdf, "Void if copied or altered."), DRAWING.restrictions)
    assert is_inside(placed(pdf, "EXPIRES"), DRAWING.expiry)
    assert is_inside(placed(pdf, "February 28, 2027"), DRAWING.expiry)
    assert DRAWING.chip_spot is not None
    assert is_inside(placed(pdf, "PLACE"), DRAWING.chip_spot.box)
    assert "Only on the Pass or Don't Pass wager." in text_of(pdf)
    (code,) = zxingcpp.read_barcodes(picture_of(pages(pdf)[0], 200))
    scanned = read(code.text, [STAMP])
    assert (scanned.serial, scanned.value, scanned.expires) == (1234, 100_00, date(2027, 2, 28))
    assert DRAWING.barcode is not None
    corners = (code.position.top_left, code.position.bottom_right)
    assert all(
        DRAWING.barcode.left <= corner.x * 254 / 200 <= DRAWING.barcode.right
        and DRAWING.barcode.bottom <= DRAWING.height - corner.y * 254 / 200 <= DRAWING.barcode.top
        for corner in corners
    )


@pytest.mark.clause("603a.20(c)(1)")
def test_a_logo_stands_in_place_of_the_name() -> None:
    file = BytesIO()
    Image.new("L", (400, 100), 0).save(file, "PNG")
    assert DRAWING.name is not None
    pdf = coupon_pdf(coupon(), replace(DRAWING, holder="", logo=file.getvalue()), STAMP)
    assert HOLDER not in text_of(pdf)
    picture = np.asarray(picture_of(pages(pdf)[0], 254))
    middle = DRAWING.height - DRAWING.name.bottom - DRAWING.name.height // 2
    logo = picture[middle, DRAWING.name.left : DRAWING.name.right]
    # Four times as wide as it is high, black, at the left of its place, and nothing beside it.
    assert (logo[10:270] < 20).all()
    assert (logo[290:] > 240).all()


@pytest.mark.clause("603a.20(c)(2)", "603a.20(c)(6)")
@pytest.mark.parametrize("value", VALUES)
def test_the_digits_are_tall_and_no_chip_on_the_spot_touches_them(value: int) -> None:
    pdf = coupon_pdf(coupon(value=value), DRAWING, STAMP)
    left, bottom, _, top = placed(pdf, dollars(value)[1:2])
    assert top - bottom >= legible_height(DRAWING) - 1
    sign_left, *_ = placed(pdf, "$")
    spot = DRAWING.chip_spot
    assert spot is not None
    assert min(left, sign_left) >= spot.box.right + SLACK - 1


@pytest.mark.clause("603a.20(c)(6)")
def test_the_chip_spot_is_drawn_where_and_as_large_as_it_was_measured() -> None:
    spot = DRAWING.chip_spot
    assert spot is not None
    picture = np.asarray(picture_of(pages(coupon_pdf(coupon(), DRAWING, STAMP))[0], 254))
    radius = spot.diameter // 2
    for across, up in ((radius, 0), (-radius, 0), (0, radius), (0, -radius)):
        row, column = DRAWING.height - spot.up - up, spot.across + across
        assert picture[row - 3 : row + 4, column - 3 : column + 4].min() < 90


@pytest.mark.clause("603a.20(c)(2)")
def test_a_value_that_fits_only_in_small_digits_is_refused() -> None:
    coupon_pdf(coupon(value=1_000_00), DRAWING, STAMP)
    with pytest.raises(RuleViolation, match=r"\$100,000 does not fit .* surveillance") as refused:
        coupon_pdf(coupon(value=100_000_00), DRAWING, STAMP)
    assert refused.value.clause.id == "603a.20(c)(2)"


# Through the eye in the sky.

Seen = npt.NDArray[np.float64]
CELLS = 6  # rendered dots to a side of a camera's pixel


@cache
def of_value(value: int) -> bytes:
    return coupon_pdf(coupon(value=value), DRAWING, STAMP)


def rendered(value: int, felt_per_pixel: int) -> Image.Image:
    return picture_of(pages(of_value(value))[0], 254 * CELLS / felt_per_pixel)


def on_the_felt(picture: Image.Image, felt_per_pixel: int, rng: random.Random) -> Image.Image:
    """The coupon a little askew, with chips put down as far off the spot's middle as hands do."""
    spot = DRAWING.chip_spot
    assert spot is not None
    dot = CELLS / felt_per_pixel
    x = (spot.across + rng.choice((-SLACK, 0, SLACK))) * dot
    y = (DRAWING.height - spot.up + rng.choice((-SLACK, 0, SLACK))) * dot
    radius = CHIP / 2 * dot
    laid = picture.copy()
    ImageDraw.Draw(laid).ellipse((x - radius, y - radius, x + radius, y + radius), fill=70)
    return laid.rotate(rng.uniform(-3, 3), fillcolor=120, translate=(rng.randrange(5), rng.randrange(5)))


def through_the_camera(picture: Image.Image, felt_per_pixel: int, rng: random.Random | None = None) -> Seen:
    """The value's place in a camera's pixels; soft, pale and noisy, or, without chance, as it would ideally be."""
    small = picture.resize((picture.width // CELLS, picture.height // CELLS), Image.Resampling.BOX)
    seen = np.asarray(small, dtype=np.float64)
    if rng is not None:
        soft = np.asarray(small.filter(ImageFilter.GaussianBlur(0.6)), dtype=np.float64)
        grain = np.random.default_rng(rng.getrandbits(32)).normal(0, 8, soft.shape)
        seen = 128 + (soft - 128) * 0.6 + grain
    value = DRAWING.value
    assert value is not None
    top, bottom = (
        (DRAWING.height - value.top) // felt_per_pixel,
        (DRAWING.height - value.bottom) // felt_per_pixel,
    )
    return seen[top:bottom, value.left // felt_per_pixel : value.right // felt_per_pixel]


def likeness(seen: Seen, known: Seen) -> float:
    """How like two views are, wherever within a pixel they lie."""
    return max(
        float(np.corrcoef(seen[1:-1, 1:-1].ravel(), np.roll(known, shift, (0, 1))[1:-1, 1:-1].ravel())[0, 1])
        for shift in product((-1, 0, 1), repeat=2)
    )


def mistaken_values(felt_per_pixel: int, values: tuple[int, ...]) -> list[int]:
    """The values that this camera shows so that another is taken for them, in three looks at each."""
    rng = random.Random(603)
    pictures = {value: rendered(value, felt_per_pixel) for value in values}
    known = {value: through_the_camera(picture, felt_per_pixel) for value, picture in pictures.items()}
    wrong = []
    for value in values * 3:
        seen = through_the_camera(on_the_felt(pictures[value], felt_per_pixel, rng), felt_per_pixel, rng)
        taken_for = max(values, key=lambda other: likeness(seen, known[other]))
        if taken_for != value:
            wrong.append(value)
    return wrong


@pytest.mark.clause("603a.20(c)(2)", "603a.20(c)(6)")
def test_surveillance_tells_every_value_with_chips_on_the_spot() -> None:
    assert design_findings(DRAWING) == ()
    assert mistaken_values(DRAWING.felt_per_pixel, VALUES) == []


@pytest.mark.clause("603a.20(c)(2)")
def test_the_coarsest_camera_that_the_rule_allows_tells_every_value_that_it_allows() -> None:
    coarse = replace(DRAWING, felt_per_pixel=22)
    assert design_findings(coarse) == ()
    *printable, too_wide = VALUES
    assert is_allowed(coupon_pdf, coupon(value=printable[-1]), coarse, STAMP)
    assert not is_allowed(coupon_pdf, coupon(value=too_wide), coarse, STAMP)
    assert mistaken_values(22, tuple(printable)) == []


@pytest.mark.clause("603a.20(c)(2)")
def test_a_camera_that_the_rule_refuses_by_far_would_mistake_values() -> None:
    assert [finding.where for finding in design_findings(replace(DRAWING, felt_per_pixel=45))] == ["value"]
    assert mistaken_values(45, VALUES)


# A run of coupons.


@pytest.mark.clause("603a.20(c)(3)")
def test_a_run_fills_sheets_in_the_order_of_its_serials() -> None:
    run = [coupon(serial) for serial in range(501, 507)]
    sheets = pages(coupon_sheets_pdf(run, DRAWING, STAMP))
    assert len(places_on_sheet(DRAWING)) == 4
    serials = [re.findall(r"No\. (\d{9})", words_on(page)) for page in sheets]
    assert serials == [["000000501", "000000502", "000000503", "000000504"], ["000000505", "000000506"]]


@pytest.mark.clause("603a.20(c)(3)")
@pytest.mark.parametrize("serials", [(7, 7), (7, 9, 8)])
def test_a_serial_printed_twice_or_out_of_order_is_refused(serials: tuple[int, ...]) -> None:
    with pytest.raises(RuleViolation, match="in the run") as refused:
        coupon_sheets_pdf([coupon(serial) for serial in serials], DRAWING, STAMP)
    assert refused.value.clause.id == "603a.20(c)(3)"


@pytest.mark.clause("603a.20(c)(3)")
def test_voided_serials_leave_gaps_in_a_run() -> None:
    text = text_of(coupon_sheets_pdf([coupon(7), coupon(9)], DRAWING, STAMP))
    assert "No. 000000007" in text
    assert "No. 000000009" in text
    assert "No. 000000008" not in text


def test_an_empty_run_is_refused() -> None:
    with pytest.raises(ValueError, match="no coupon to print"):
        coupon_sheets_pdf([], DRAWING, STAMP)


def test_small_coupons_stand_side_by_side() -> None:
    small = Drawing(
        design="SMALL",
        holder=HOLDER,
        width=970,
        height=600,
        name=Box(left=30, bottom=540, width=560, height=40),
        title=None,
        chip_spot=Spot(across=230, up=335, diameter=400),
        value=Box(left=480, bottom=340, width=460, height=180),
        restrictions=Box(left=30, bottom=15, width=910, height=110),
        barcode=Box(left=720, bottom=130, width=205, height=205),
        serial=Box(left=480, bottom=260, width=220, height=45),
        expiry=Box(left=460, bottom=140, width=250, height=100),
    )
    assert design_findings(small) == ()
    places = places_on_sheet(small)
    assert len(places) == 8
    run = [coupon(serial) for serial in range(1, 9)]
    picture = picture_of(pages(coupon_sheets_pdf(run, small, STAMP))[0], 200)
    found = {read(code.text, [STAMP]).serial for code in zxingcpp.read_barcodes(picture)}
    assert found == set(range(1, 9))


def test_the_same_coupons_give_the_same_bytes() -> None:
    run = [coupon(serial) for serial in range(1, 6)]
    assert coupon_sheets_pdf(run, DRAWING, STAMP) == coupon_sheets_pdf(run, DRAWING, STAMP)
    assert coupon_pdf(run[0], DRAWING, STAMP) == coupon_pdf(run[0], DRAWING, STAMP)


# The terms in words.


@pytest.mark.clause("603a.20(c)(4)")
def test_a_coupon_for_any_game_says_so() -> None:
    said = " ".join(restrictions(coupon()))
    assert "any table game played against the house" in said
    assert "Wager at least $25 in chips with it." in said
    assert "A win pays chips and coupon at the odds of the wager." in said
    assert "A tie returns it." in said


@pytest.mark.clause("603a.20(c)(4)")
def test_games_and_wagers_are_named_as_their_layouts_name_them() -> None:
    terms = CouponTerms(games=("three-card-poker", "blackjack", "pai-gow"), wagers=("ante",))
    said = restrictions(coupon(terms=terms))
    assert said[0] == "Good at Three Card Poker, Blackjack or Pai Gow only."
    assert said[1] == "Only on the Ante wager."
    assert (
        restrictions(coupon(terms=CouponTerms(wagers=("dont-pass",))))[1] == "Only on the Don't Pass wager."
    )
    assert restrictions(coupon(terms=CouponTerms(wagers=("even",))))[1] == "Only on the Even wager."


@pytest.mark.clause("603a.20(c)(4)")
def test_a_later_kind_of_coupon_says_how_it_differs() -> None:
    terms = CouponTerms(matching=False, pays=Pays.EVEN_MONEY, on_push=OnPush.STAYS)
    pdf = coupon_pdf(coupon(terms=terms), DRAWING, STAMP)
    assert "Wager chips of any value with it." in text_of(pdf)
    assert "A win pays the coupon even money and the chips at the odds of the wager." in text_of(pdf)
    assert "After a tie it stays with the wager until that is decided." in text_of(pdf)
    assert "Wager at least" not in text_of(pdf)


@pytest.mark.clause("603a.20(c)(4)")
def test_restrictions_too_long_for_their_place_are_refused_rather_than_cut() -> None:
    many = CouponTerms(games=tuple(f"game-number-{number}" for number in range(60)))
    with pytest.raises(RuleViolation, match="restrictions do not fit") as refused:
        coupon_pdf(coupon(terms=many), DRAWING, STAMP)
    assert refused.value.clause.id == "603a.20(c)(4)"


@pytest.mark.clause("603a.20(c)(5)")
def test_an_expiry_too_long_for_its_place_is_refused_rather_than_cut() -> None:
    narrow = replace(DRAWING, expiry=Box(left=1250, bottom=50, width=90, height=100))
    with pytest.raises(RuleViolation, match="expiry") as refused:
        coupon_pdf(coupon(), narrow, STAMP)
    assert refused.value.clause.id == "603a.20(c)(5)"
