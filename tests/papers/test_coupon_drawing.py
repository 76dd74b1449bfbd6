"""Designs of coupons: which of them may be printed at all (603a.20(c))."""

from io import BytesIO

import msgspec
import pytest
from PIL import Image

from houseway.backoffice.coupons.design import Design, Element
from houseway.law import RuleViolation
from houseway.papers.coupon import coupon_pdf, coupon_sheets_pdf
from houseway.papers.coupon_drawing import Box, Drawing, Spot, as_submitted, design_findings, legible_height
from houseway.table.coupons import CouponTerms
from tests.papers.printing import DRAWING, HOLDER, STAMP, coupon

replace = msgspec.structs.replace


def picture(format_: str) -> bytes:
    file = BytesIO()
    Image.new("RGB", (300, 100), "navy").save(file, format_)
    return file.getvalue()


def against(drawing: Drawing) -> list[tuple[str, str]]:
    return [(finding.clause, finding.where) for finding in design_findings(drawing)]


@pytest.mark.clause("603a.20(c)", "603a.20(r)(1)")
def test_the_standard_design_is_printed() -> None:
    assert design_findings(DRAWING) == ()
    assert coupon_pdf(coupon(), DRAWING, STAMP).startswith(b"%PDF")


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
@pytest.mark.parametrize(
    ("element", "clause"),
    [
        ("name", "603a.20(c)(1)"),
        ("value", "603a.20(c)(2)"),
        ("serial", "603a.20(c)(3)"),
        ("restrictions", "603a.20(c)(4)"),
        ("expiry", "603a.20(c)(5)"),
        ("chip_spot", "603a.20(c)(6)"),
        ("barcode", "603a.20(q)(3)"),
    ],
)
def test_a_coupon_without_one_of_the_elements_is_not_printed(element: str, clause: str) -> None:
    drawing = replace(DRAWING, **{element: None})
    assert (clause, element) in against(drawing)
    with pytest.raises(RuleViolation) as refused:
        coupon_pdf(coupon(), drawing, STAMP)
    assert refused.value.clause.id == clause
    with pytest.raises(RuleViolation) as refused:
        coupon_sheets_pdf([coupon()], drawing, STAMP)
    assert refused.value.clause.id == clause


@pytest.mark.clause("603a.20(c)(1)")
def test_the_holder_is_shown_by_name_or_by_logo() -> None:
    assert against(replace(DRAWING, holder=" ")) == [("603a.20(c)(1)", "name")]
    assert against(replace(DRAWING, holder="", logo=picture("PNG"))) == []
    assert against(replace(DRAWING, holder="", logo=picture("JPEG"))) == []


@pytest.mark.clause("603a.20(c)(1)")
def test_a_logo_that_is_no_picture_or_a_damaged_one_is_refused() -> None:
    for logo in (b"<svg/>", picture("PNG")[:200], picture("GIF")):
        assert against(replace(DRAWING, logo=logo)) == [("603a.20(c)(1)", "name")]


@pytest.mark.clause("603a.20(c)(1)")
def test_a_name_that_the_typeface_cannot_write_needs_a_logo() -> None:
    assert against(replace(DRAWING, holder="Señor Łukasz’s Kasino")) == []
    assert against(replace(DRAWING, holder="金沙")) == [("603a.20(c)(1)", "name")]
    assert against(replace(DRAWING, holder="金沙", logo=picture("PNG"))) == []


@pytest.mark.clause("603a.20(c)(2)")
def test_digits_are_as_tall_as_the_cameras_need() -> None:
    assert legible_height(replace(DRAWING, felt_per_pixel=15)) == 150
    assert legible_height(replace(DRAWING, felt_per_pixel=20)) == 200
    # Sharper cameras do not excuse small print.
    assert legible_height(replace(DRAWING, felt_per_pixel=2)) == 150
    assert against(replace(DRAWING, felt_per_pixel=22)) == []
    assert against(replace(DRAWING, felt_per_pixel=23)) == [("603a.20(c)(2)", "value")]
    assert against(replace(DRAWING, felt_per_pixel=1)) == []
    assert against(replace(DRAWING, felt_per_pixel=0)) == [("603a.20(c)(2)", "value")]
    low = Box(left=540, bottom=270, width=690, height=149)
    assert against(replace(DRAWING, value=low)) == [("603a.20(c)(2)", "value")]
    assert against(replace(DRAWING, value=replace(low, height=150))) == []


@pytest.mark.clause("603a.20(c)(6)")
def test_the_chip_spot_takes_a_chip_and_keeps_it_off_the_value() -> None:
    assert DRAWING.chip_spot is not None
    assert DRAWING.value is not None
    spot = DRAWING.chip_spot
    assert against(replace(DRAWING, chip_spot=replace(spot, diameter=399))) == [
        ("603a.20(c)(6)", "chip_spot")
    ]
    assert against(replace(DRAWING, chip_spot=replace(spot, diameter=400))) == []
    # Beside the value: five millimetres between the two, and not a tenth less.
    assert DRAWING.value.left - spot.box.right == 50
    nearer = replace(spot, across=spot.across + 1)
    assert against(replace(DRAWING, chip_spot=nearer)) == [("603a.20(c)(6)", "chip_spot")]


@pytest.mark.clause("603a.20(c)(6)")
def test_a_round_spot_may_stand_beside_the_corner_of_the_value() -> None:
    # The square around the spot comes within two millimetres of the value, the chips themselves do not.
    value = Box(left=1000, bottom=500, width=500, height=200)
    spot = Spot(across=780, up=280, diameter=400)
    tall = replace(
        DRAWING,
        height=1200,
        title=None,
        name=Box(left=40, bottom=1100, width=900, height=70),
        value=value,
        chip_spot=spot,
        restrictions=Box(left=40, bottom=720, width=700, height=250),
        barcode=Box(left=1000, bottom=750, width=280, height=280),
        serial=Box(left=1200, bottom=100, width=280, height=50),
        expiry=Box(left=1200, bottom=200, width=280, height=100),
    )
    assert value.left - spot.box.right == value.bottom - spot.box.top == 20
    assert against(tall) == []
    nearer = replace(spot, across=spot.across + 20, up=spot.up + 20)
    assert against(replace(tall, chip_spot=nearer)) == []
    nearest = replace(nearer, diameter=523)
    assert ("603a.20(c)(6)", "chip_spot") in against(replace(tall, chip_spot=nearest))


@pytest.mark.clause("603a.20(c)(6)")
def test_chips_may_not_lie_on_the_value() -> None:
    over = Spot(across=800, up=380, diameter=400)
    assert ("603a.20(c)(6)", "chip_spot") in against(replace(DRAWING, chip_spot=over))


@pytest.mark.clause("603a.20(q)(3)")
def test_a_barcode_too_small_for_its_printer_is_refused() -> None:
    assert DRAWING.barcode is not None
    small = replace(DRAWING.barcode, width=195)
    assert against(replace(DRAWING, barcode=small)) == [("603a.20(q)(3)", "barcode")]
    assert against(replace(DRAWING, barcode=replace(small, width=196))) == []


@pytest.mark.clause("603a.20(c)")
def test_elements_lie_on_the_coupon_and_not_on_each_other() -> None:
    assert against(replace(DRAWING, serial=Box(left=1300, bottom=160, width=270, height=45))) == [
        ("603a.20(c)(3)", "serial")
    ]
    assert against(replace(DRAWING, expiry=Box(left=1250, bottom=-10, width=270, height=60))) == [
        ("603a.20(c)(5)", "expiry")
    ]
    assert against(replace(DRAWING, serial=Box(left=1250, bottom=160, width=0, height=45))) == [
        ("603a.20(c)(3)", "serial")
    ]
    assert against(replace(DRAWING, expiry=Box(left=1250, bottom=70, width=270, height=100))) == [
        ("603a.20(c)(5)", "expiry")
    ]
    assert against(replace(DRAWING, title=DRAWING.name)) == [("603a.20(c)", "title")]


@pytest.mark.clause("603a.20(c)")
@pytest.mark.parametrize(
    ("element", "fits", "left", "bottom"),
    [
        ("name", Box(left=0, bottom=535, width=930, height=70), -1, 0),
        ("name", Box(left=45, bottom=570, width=930, height=70), 0, 1),
        ("serial", Box(left=1290, bottom=160, width=270, height=45), 1, 0),
        ("expiry", Box(left=1250, bottom=0, width=270, height=100), 0, -1),
    ],
)
def test_an_element_may_reach_the_edge_and_not_a_tenth_beyond(
    element: str, fits: Box, left: int, bottom: int
) -> None:
    assert against(replace(DRAWING, **{element: fits})) == []
    beyond = replace(fits, left=fits.left + left, bottom=fits.bottom + bottom)
    assert [where for _, where in against(replace(DRAWING, **{element: beyond}))] == [element]


@pytest.mark.clause("603a.20(c)")
@pytest.mark.parametrize(
    ("element", "fits", "left", "bottom", "under"),
    [
        ("serial", Box(left=1250, bottom=150, width=270, height=65), 0, -1, "expiry"),
        ("serial", Box(left=1250, bottom=150, width=270, height=65), 0, 1, "barcode"),
        ("serial", Box(left=1230, bottom=160, width=290, height=45), -1, 0, "restrictions"),
        ("restrictions", Box(left=490, bottom=40, width=740, height=205), -1, 0, "chip_spot"),
    ],
)
def test_elements_may_touch_and_not_overlap_by_a_tenth(
    element: str, fits: Box, left: int, bottom: int, under: str
) -> None:
    assert against(replace(DRAWING, **{element: fits})) == []
    over = replace(fits, left=fits.left + left, bottom=fits.bottom + bottom)
    assert [where for _, where in against(replace(DRAWING, **{element: over}))] == [under]


@pytest.mark.clause("603a.20(c)")
def test_an_element_without_size_is_no_element() -> None:
    dot = Box(left=1250, bottom=160, width=1, height=1)
    assert against(replace(DRAWING, serial=dot)) == []
    assert against(replace(DRAWING, serial=replace(dot, width=0))) == [("603a.20(c)(3)", "serial")]
    assert against(replace(DRAWING, serial=replace(dot, height=0))) == [("603a.20(c)(3)", "serial")]


@pytest.mark.clause("603a.20(c)")
def test_a_coupon_too_large_for_a_sheet_is_refused() -> None:
    assert ("603a.20(c)", "size") in against(replace(DRAWING, width=0))
    assert ("603a.20(c)", "size") in against(replace(DRAWING, height=0))
    assert against(replace(DRAWING, width=1960)) == [("603a.20(c)", "size")]
    assert against(replace(DRAWING, height=2595)) == [("603a.20(c)", "size")]
    assert against(replace(DRAWING, width=1959, height=2594)) == []
    with pytest.raises(RuleViolation, match="fits no sheet"):
        coupon_sheets_pdf([coupon()], replace(DRAWING, width=1960), STAMP)
    assert coupon_sheets_pdf([coupon()], replace(DRAWING, width=1959, height=2594), STAMP).startswith(b"%PDF")


@pytest.mark.clause("603a.20(c)(1)", "603a.20(c)(3)")
def test_a_design_is_told_all_its_faults_at_once() -> None:
    bare = replace(DRAWING, holder="", serial=None)
    with pytest.raises(RuleViolation, match=r"serial.*neither the name nor the logo"):
        coupon_pdf(coupon(), bare, STAMP)


@pytest.mark.clause("603a.20(c)(2)", "603a.20(c)(6)")
def test_the_design_that_is_submitted_says_what_was_measured() -> None:
    terms = CouponTerms(games=("craps",))
    assert as_submitted(DRAWING, 25_00, terms) == Design(
        id="MP-2026A", holder=HOLDER, value=25_00, terms=terms
    )
    assert not as_submitted(replace(DRAWING, felt_per_pixel=30), 25_00, terms).legible_on_surveillance
    near = replace(DRAWING, chip_spot=Spot(across=270, up=275, diameter=450))
    assert not as_submitted(near, 25_00, terms).value_clear_of_chips
    assert Element.SERIAL not in as_submitted(replace(DRAWING, serial=None), 25_00, terms).elements
