"""The drawing of a Match Play Coupon: where each element stands, and whether it may be printed so (603a.20(c))."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from types import MappingProxyType
from typing import TypeAlias

import msgspec
from PIL import Image

from houseway.backoffice.coupons.design import CONTENT, REQUIRED, Design, Element
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents
from houseway.papers.writing import can_write
from houseway.submission import Finding
from houseway.table.coupons import CouponTerms

# Lengths are whole tenths of a millimetre, so that whether two things touch is never a matter of rounding.
Tenths: TypeAlias = int

# What is printed on every coupon, and the clause that wants it; the barcode, which the law wants on mailed ones, too.
ELEMENTS: Mapping[str, Clause] = MappingProxyType(
    {element.value: clause for element, clause in REQUIRED.items()}
    | {Element.BARCODE.value: pa("603a.20(q)(3)")}
)

# Digits are told apart with certainty when they are this many pixels of the surveillance picture tall: in soft and
# noisy pictures the first values are mistaken for each other below seven.
LEGIBLE_PIXELS = 10
# And no camera, however sharp, excuses digits smaller than these: lights glare and coupons lie askew.
LEAST_DIGIT: Tenths = 150
# What gaming chips measure across, and how far off the middle of the spot a hand may put them down.
CHIP: Tenths = 400
SLACK: Tenths = 50
# Below this a module of the barcode is lost to a cheap printer's bleeding ink.
LEAST_MODULE: Tenths = 4
# Modules on a side of the largest barcode that a coupon needs, with the white rim that readers rely on.
MOST_MODULES = 41
QUIET_MODULES = 4
# A sheet of letter paper, and the rim on which printers cannot be relied.
SHEET_WIDTH: Tenths = 2159
SHEET_HEIGHT: Tenths = 2794
SHEET_RIM: Tenths = 100


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A rectangle on the coupon, measured from its lower left corner."""

    left: Tenths
    bottom: Tenths
    width: Tenths
    height: Tenths

    @property
    def right(self) -> Tenths:
        """The far edge."""
        return self.left + self.width

    @property
    def top(self) -> Tenths:
        """The upper edge."""
        return self.bottom + self.height


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """The circle on which the chips are set."""

    across: Tenths
    up: Tenths
    diameter: Tenths

    @property
    def box(self) -> Box:
        """The square around the circle."""
        radius = self.diameter // 2
        return Box(
            left=self.across - radius, bottom=self.up - radius, width=self.diameter, height=self.diameter
        )


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """A coupon's measures, as they go with the design for approval; unchanged, those of a coupon the size of a banknote."""

    # The number of the approved design, which the barcode says.
    design: str
    holder: str = ""
    # A PNG or JPEG picture, shown in place of the name.
    logo: bytes = b""
    width: Tenths = 1560
    height: Tenths = 640
    # How much of the felt one pixel of the property's table cameras covers.
    felt_per_pixel: Tenths = 15
    name: Box | None = Box(left=45, bottom=535, width=930, height=70)
    value: Box | None = Box(left=540, bottom=270, width=690, height=225)
    serial: Box | None = Box(left=1250, bottom=160, width=270, height=45)
    restrictions: Box | None = Box(left=540, bottom=40, width=690, height=205)
    expiry: Box | None = Box(left=1250, bottom=50, width=270, height=100)
    chip_spot: Spot | None = Spot(across=265, up=275, diameter=450)
    barcode: Box | None = Box(left=1245, bottom=215, width=280, height=280)
    # What the paper is called; the law asks for no such line.
    title: Box | None = Box(left=1000, bottom=535, width=515, height=70)


def legible_height(drawing: Drawing) -> Tenths:
    """How tall the digits of the value must stand to be told apart through the property's cameras (603a.20(c)(2))."""
    return max(LEAST_DIGIT, LEGIBLE_PIXELS * drawing.felt_per_pixel)


def places_on_sheet(drawing: Drawing) -> tuple[tuple[Tenths, Tenths], ...]:
    """The lower left corner of every coupon on a sheet, in the order of printing; none if it is too large for one."""
    columns = (SHEET_WIDTH - 2 * SHEET_RIM) // drawing.width
    rows = (SHEET_HEIGHT - 2 * SHEET_RIM) // drawing.height
    left = (SHEET_WIDTH - columns * drawing.width) // 2
    top = (SHEET_HEIGHT + rows * drawing.height) // 2
    return tuple(
        (left + column * drawing.width, top - (row + 1) * drawing.height)
        for row in range(rows)
        for column in range(columns)
    )


def design_findings(drawing: Drawing) -> tuple[Finding, ...]:
    """All that the law has against a drawing: elements it lacks, hides or makes too small."""
    checks = (_lacking, _holder, _value, _spot, _barcode, _on_the_paper, _apart)
    return tuple(finding for check in checks for finding in check(drawing))


@implements("603a.20(c)", "603a.20(q)(1)", "603a.20(r)(1)", readings=("C-29",))
def require_lawful(drawing: Drawing) -> None:
    """Refuse to print a coupon, mailed or not, whose drawing lacks anything the law wants on it."""
    found = design_findings(drawing)
    if found:
        raise RuleViolation(
            pa(found[0].clause),
            f"design {drawing.design} cannot be printed: {'; '.join(finding.problem for finding in found)}",
            fix="mend the drawing and have it approved",
        )


def as_submitted(drawing: Drawing, value: Cents, terms: CouponTerms) -> Design:
    """The design that goes to the Bureau with this drawing; what it claims of sight and chips is measured, not said."""
    against = {finding.clause for finding in design_findings(drawing)}
    return Design(
        id=drawing.design,
        holder=drawing.holder,
        value=value,
        terms=terms,
        elements=tuple(Element(element) for element in ELEMENTS if element in _boxes(drawing)),
        legible_on_surveillance=ELEMENTS["value"].id not in against,
        value_clear_of_chips=ELEMENTS["chip_spot"].id not in against,
    )


def _finding(element: str, problem: str) -> Finding:
    return Finding(clause=ELEMENTS.get(element, CONTENT).id, where=element, problem=problem)


def _boxes(drawing: Drawing) -> dict[str, Box]:
    """The rectangle of everything that the drawing places."""
    found = {element: getattr(drawing, element) for element in (*ELEMENTS, "title")}
    return {
        element: place.box if isinstance(place, Spot) else place
        for element, place in found.items()
        if place is not None
    }


@implements(
    "603a.20(c)(1)",
    "603a.20(c)(2)",
    "603a.20(c)(3)",
    "603a.20(c)(4)",
    "603a.20(c)(5)",
    "603a.20(c)(6)",
    "603a.20(q)(3)",
)
def _lacking(drawing: Drawing) -> Iterator[Finding]:
    missing = [element for element in ELEMENTS if element not in _boxes(drawing)]
    for element in missing:
        yield _finding(element, f"it has no place for the {element.replace('_', ' ')}")


@implements("603a.20(c)(1)")
def _holder(drawing: Drawing) -> Iterator[Finding]:
    if not drawing.holder.strip() and not drawing.logo:
        yield _finding("name", "it shows neither the name nor the logo of the certificate holder")
    if drawing.logo and not _is_picture(drawing.logo):
        yield _finding("name", "its logo is no PNG or JPEG picture")
    if not drawing.logo and not can_write(drawing.holder):
        yield _finding("name", "the typeface lacks letters of the holder's name; show the name as a logo")


def _is_picture(data: bytes) -> bool:
    try:
        Image.open(BytesIO(data), formats=("PNG", "JPEG")).load()
    except Exception:  # whatever a damaged picture makes its decoder raise
        return False
    return True


@implements("603a.20(c)(2)")
def _value(drawing: Drawing) -> Iterator[Finding]:
    if drawing.felt_per_pixel < 1:
        yield _finding("value", "it does not say how much felt a pixel of the table cameras covers")
    needed = legible_height(drawing)
    if drawing.value is not None and drawing.value.height < needed:
        yield _finding(
            "value",
            f"digits {_millimetres(drawing.value.height)} tall cannot be read through surveillance, "
            f"which needs {_millimetres(needed)}",
        )


@implements("603a.20(c)(6)")
def _spot(drawing: Drawing) -> Iterator[Finding]:
    spot, value = drawing.chip_spot, drawing.value
    if spot is None:
        return
    if spot.diameter < CHIP:
        yield _finding("chip_spot", f"a spot {_millimetres(spot.diameter)} across is smaller than a chip")
    # Hands are not exact: chips put down a little beside the spot still hide nothing of the value.
    if value is not None and _is_within(spot, value, max(spot.diameter, CHIP) // 2 + SLACK):
        yield _finding("chip_spot", f"chips on the spot would come within {_millimetres(SLACK)} of the value")


def _is_within(spot: Spot, box: Box, distance: Tenths) -> bool:
    """Whether any part of the box is nearer to the middle of the spot than this."""
    beside = max(box.left - spot.across, 0, spot.across - box.right)
    above = max(box.bottom - spot.up, 0, spot.up - box.top)
    return beside * beside + above * above < distance * distance


@implements("603a.20(q)(3)")
def _barcode(drawing: Drawing) -> Iterator[Finding]:
    needed = LEAST_MODULE * (MOST_MODULES + 2 * QUIET_MODULES)
    if drawing.barcode is not None and min(drawing.barcode.width, drawing.barcode.height) < needed:
        yield _finding("barcode", f"a barcode needs a square of {_millimetres(needed)}")


@implements("603a.20(c)")
def _on_the_paper(drawing: Drawing) -> Iterator[Finding]:
    if drawing.width < 1 or drawing.height < 1 or not places_on_sheet(drawing):
        yield Finding(
            clause=CONTENT.id,
            where="size",
            problem=f"a coupon of {_millimetres(drawing.width)} by {_millimetres(drawing.height)} fits no sheet",
        )
    for element, box in _boxes(drawing).items():
        inside = (
            box.left >= 0 and box.bottom >= 0 and box.right <= drawing.width and box.top <= drawing.height
        )
        if box.width < 1 or box.height < 1 or not inside:
            yield _finding(element, f"the {element.replace('_', ' ')} does not lie on the coupon")


@implements("603a.20(c)")
def _apart(drawing: Drawing) -> Iterator[Finding]:
    placed = list(_boxes(drawing).items())
    for number, (element, box) in enumerate(placed):
        for other, above in placed[number + 1 :]:
            if (
                box.left < above.right
                and above.left < box.right
                and box.bottom < above.top
                and above.bottom < box.top
            ):
                yield _finding(
                    other, f"{element.replace('_', ' ')} and {other.replace('_', ' ')} lie on each other"
                )


def _millimetres(length: Tenths) -> str:
    whole, tenths = divmod(length, 10)
    return f"{whole}.{tenths} mm" if tenths else f"{whole} mm"
