"""The design of a coupon: what every coupon printed from it says and shows (603a.20(c)), and its approval (603a.20(b)(1)).

The drawing with its measures is the printer's; what the law wants on the coupon, whoever prints it, stands here.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from types import MappingProxyType

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.coupons.edition import Text, text_on
from houseway.backoffice.coupons.quantities import DEAREST
from houseway.backoffice.coupons.schema import designs
from houseway.backoffice.orders import Fact, Order, Remark, Words
from houseway.backoffice.postings.postings import house_name
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.money import Cents, dollars
from houseway.table.coupons import CouponTerms, check_asks_for_match

CONTENT = pa("603a.20(c)")
VALUE = pa("603a.20(c)(2)")
SERIAL = pa("603a.20(c)(3)")
RESTRICTIONS = pa("603a.20(c)(4)")
CHIP_AREA = pa("603a.20(c)(6)")
DESIGN_APPROVED = pa("603a.20(b)(1)")
SYSTEM_MADE = pa("603a.20(r)(1)")

# As the barcode spells it.
_ID = re.compile(r"[A-Z0-9][A-Z0-9-]{0,15}")


class Element(StrEnum):
    """Something that is printed on a coupon."""

    NAME = "name"
    VALUE = "value"
    SERIAL = "serial"
    RESTRICTIONS = "restrictions"
    EXPIRY = "expiry"
    CHIP_SPOT = "chip_spot"
    BARCODE = "barcode"


# What a coupon must show; reading C-29: it may show more, a barcode for one.
REQUIRED: Mapping[Element, Clause] = MappingProxyType(
    {
        Element.NAME: pa("603a.20(c)(1)"),
        Element.VALUE: VALUE,
        Element.SERIAL: SERIAL,
        Element.RESTRICTIONS: RESTRICTIONS,
        Element.EXPIRY: pa("603a.20(c)(5)"),
        Element.CHIP_SPOT: CHIP_AREA,
    }
)


class Design(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A coupon as it is submitted for approval; each printing states its own last day in the place for it."""

    id: Words
    # The certificate holder's name, or its logo in words that say whose it is.
    holder: Remark
    value: Cents
    terms: CouponTerms = CouponTerms()
    elements: tuple[Element, ...] = tuple(Element)
    # Somebody has looked at a proof through the surveillance system.
    legible_on_surveillance: bool = True
    # Chips on their spot leave the value in sight.
    value_clear_of_chips: bool = True

    @property
    def has_barcode(self) -> bool:
        """Whether a coupon of this design can be scanned."""
        return Element.BARCODE in self.elements


class SubmitCouponDesign(Order, frozen=True, kw_only=True):
    """A design is drawn up for the Bureau of Gaming Operations."""

    design: Design


class DesignSubmitted(Fact, frozen=True, kw_only=True):
    """A design carries everything it must, and awaits its approval."""

    design: Design
    submitted_on: date


def faults_of(design: Design, day: date) -> Iterator[tuple[Clause, str]]:
    """All that the law has against a design on a day, each with its clause."""
    if not _ID.fullmatch(design.id):
        yield CONTENT, f"{design.id!r} is no design number: one to sixteen capital letters, digits and dashes"
    if not 0 < design.value <= DEAREST:
        yield VALUE, f"a coupon cannot be worth {dollars(design.value)}"
    try:
        check_asks_for_match(design.terms)
    except RuleViolation as fault:
        yield fault.clause, fault.message
    yield from _missing(design, day)
    yield from _hidden(design)


@implements(
    "603a.20(c)",
    "603a.20(c)(1)",
    "603a.20(c)(2)",
    "603a.20(c)(3)",
    "603a.20(c)(4)",
    "603a.20(c)(5)",
    "603a.20(c)(6)",
    "603a.20(r)(1)",
    readings=("C-29",),
)
def _missing(design: Design, day: date) -> Iterator[tuple[Clause, str]]:
    """The elements that the coupon lacks."""
    for element, clause in REQUIRED.items():
        is_there = element in design.elements and (element is not Element.NAME or bool(design.holder.strip()))
        if not is_there and not (element is Element.RESTRICTIONS and _may_be_silent(design.terms, day)):
            yield clause, f"it does not show the {element.replace('_', ' ')}"


def _may_be_silent(terms: CouponTerms, day: date) -> bool:
    """The temporary text asked for whatever restrictions there were, so a coupon without any could be silent on them."""
    return text_on(day) is Text.TEMPORARY and not terms.games and not terms.wagers


@implements("603a.20(c)(2)", "603a.20(c)(6)")
def _hidden(design: Design) -> Iterator[tuple[Clause, str]]:
    """A value that surveillance cannot read, or that chips on their spot would hide."""
    if not design.legible_on_surveillance:
        yield VALUE, "its value cannot be read through the surveillance system"
    if not design.value_clear_of_chips:
        yield CHIP_AREA, "chips on their spot would hide the value"


@implements("603a.20(c)(1)")
def _of_another_house(design: Design, house: str) -> Iterator[tuple[Clause, str]]:
    """A name or logo that is not the certificate holder's."""
    if design.holder.strip() and house.casefold() not in design.holder.casefold():
        yield REQUIRED[Element.NAME], f"it bears the name of {design.holder}, not of {house}"


def submit(order: SubmitCouponDesign, desk: Desk) -> tuple[Fact, ...]:
    """Refuse a design that lacks what the law wants, naming everything that is wrong with it, and a number used before."""
    design = order.design
    faults = (*faults_of(design, desk.day), *_of_another_house(design, house_name(desk.connection)))
    if faults:
        raise RuleViolation(
            faults[0][0],
            f"design {design.id}: {'; '.join(problem for _, problem in faults)}",
            fix="mend the design",
        )
    if find_design(desk.connection, design.id) is not None:
        raise RuleViolation(
            DESIGN_APPROVED,
            f"design {design.id} was submitted before",
            fix="give a changed design a new number",
        )
    return (DesignSubmitted(design=design, submitted_on=desk.day, clause=DESIGN_APPROVED.id),)


def post_submitted(fact: DesignSubmitted, desk: Desk) -> None:
    """Keep the design."""
    desk.connection.execute(
        designs.insert(),
        {
            "id": fact.design.id,
            "denomination": fact.design.value,
            "content": msgspec.json.encode(fact.design),
        },
    )


def find_design(connection: sa.Connection, design: str) -> Design | None:
    """A design by its number."""
    content = connection.execute(sa.select(designs.c.content).where(designs.c.id == design)).scalar()
    return None if content is None else msgspec.json.decode(content, type=Design)


def coupon_values(connection: sa.Connection) -> tuple[Cents, ...]:
    """The values of the coupons that the house has designs of, the smallest first."""
    values = sa.select(designs.c.denomination).distinct().order_by(designs.c.denomination)
    return tuple(connection.execute(values).scalars())


def require_design(connection: sa.Connection, design: str) -> Design:
    """A design that was submitted; any other coupon is not the house's."""
    found = find_design(connection, design)
    if found is None:
        raise RuleViolation(CONTENT, f"there is no design {design!r}", fix="submit the design first")
    return found
