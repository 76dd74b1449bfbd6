"""The barcode of a coupon: what it says, and a keyed tag that nobody without the house's key can make (603a.20(q)(3)).

The text reads `HWC1:KEY:SERIAL:CENTS:EXPIRY:DESIGN:TERMS:TAG` in the capital letters, digits and signs that a QR code
packs tightest. A photocopy carries a true tag; it is refused by the ledger, where the serial was redeemed before.
"""

import hmac
import re
from base64 import b32encode
from collections.abc import Iterable
from datetime import date
from hashlib import sha256

import msgspec

from houseway.law import RuleViolation, implements, pa
from houseway.money import Cents, dollars
from houseway.table.coupons import Coupon, CouponTerms, serial_number

SERIAL = pa("603a.20(c)(3)")
BARCODE = pa("603a.20(q)(3)")

VERSION = "HWC1"
SERIAL_DIGITS = 9
VALUE_DIGITS = 9
# 120 bits: whole letters of five bits each, so that a tag has one spelling only.
TAG_BYTES = 15
TERMS_BYTES = 5
SHORTEST_SECRET = 32

_NAME = r"[A-Z0-9][A-Z0-9-]{0,%d}"
_KEY_ID = re.compile(_NAME % 7)
_DESIGN = re.compile(_NAME % 15)
_VERSIONED = re.compile(r"(HWC[0-9]{1,3}):")
_SPELLING = re.compile(
    rf"(?P<body>{VERSION}"
    rf":(?P<key>{_KEY_ID.pattern})"
    rf":(?P<serial>[0-9]{{{SERIAL_DIGITS}}})"
    rf":(?P<value>[1-9][0-9]{{0,{VALUE_DIGITS - 1}}})"
    r":(?P<expires>[0-9]{8})"
    rf":(?P<design>{_DESIGN.pattern})"
    r":(?P<terms>[A-Z2-7]{8}))"
    r":(?P<tag>[A-Z2-7]{24})"
)
_CALL = "keep the coupon, do not redeem it, and call the floorperson"


class Stamp(msgspec.Struct, frozen=True, kw_only=True):
    """A key of the property that marks coupons, with the name by which barcodes point at it."""

    id: str
    secret: bytes

    def __post_init__(self) -> None:
        if not _KEY_ID.fullmatch(self.id):
            raise ValueError(f"{self.id!r} names no key: one to eight capital letters, digits or dashes do")
        if len(self.secret) < SHORTEST_SECRET:
            raise ValueError(
                f"key {self.id} has {len(self.secret)} secret bytes; {SHORTEST_SECRET} are needed"
            )

    def __repr__(self) -> str:
        # A secret has no business in a log.
        return f"Stamp(id={self.id!r})"


class Scanned(msgspec.Struct, frozen=True, kw_only=True):
    """What a barcode with a true tag says."""

    serial: int
    value: Cents
    expires: date
    design: str
    terms: str


def terms_mark(terms: CouponTerms) -> str:
    """A short fingerprint of a coupon's terms, so that the barcode binds them too."""
    # Only what departs from a default counts, so that terms which gain a field keep the mark of coupons in patrons' hands.
    said = {
        field.name: getattr(terms, field.name)
        for field in msgspec.structs.fields(terms)
        if getattr(terms, field.name) != field.default
    }
    return _letters(sha256(msgspec.json.encode(said, order="sorted")).digest()[:TERMS_BYTES])


@implements("603a.20(q)(3)", "603a.20(c)(3)")
def payload(coupon: Coupon, design: str, stamp: Stamp) -> str:
    """What the barcode of this coupon in this design says, with the tag over all of it."""
    if not 0 <= coupon.serial < 10**SERIAL_DIGITS:
        raise RuleViolation(SERIAL, f"serial {coupon.serial} cannot be printed in {SERIAL_DIGITS} digits")
    if not 0 < coupon.value < 10**VALUE_DIGITS:
        raise RuleViolation(BARCODE, f"no barcode can say a value of {dollars(coupon.value)}")
    if not _DESIGN.fullmatch(design):
        raise RuleViolation(
            BARCODE,
            f"no barcode can say the design {design!r}",
            fix="name the design with one to sixteen capital letters, digits and dashes",
        )
    said = (
        VERSION,
        stamp.id,
        serial_number(coupon.serial),
        str(coupon.value),
        coupon.expires.isoformat().replace("-", ""),
        design,
        terms_mark(coupon.terms),
    )
    body = ":".join(said)
    return f"{body}:{_tag(body, stamp)}"


@implements("603a.20(q)(3)", "603a.20(c)(3)")
def read(text: str, stamps: Iterable[Stamp]) -> Scanned:
    """What a scanned barcode says, once its tag has proved that the house printed exactly that."""
    version = _VERSIONED.match(text)
    if version is not None and version[1] != VERSION:
        raise RuleViolation(
            BARCODE, f"this barcode is of kind {version[1]}, which this house does not use", fix=_CALL
        )
    spelled = _SPELLING.fullmatch(text)
    if spelled is None:
        raise RuleViolation(BARCODE, "this is not the barcode of a Match Play Coupon", fix=_CALL)
    stamp = next((stamp for stamp in stamps if stamp.id == spelled["key"]), None)
    if stamp is None:
        raise RuleViolation(
            BARCODE, f"this coupon is marked with key {spelled['key']}, which is not this house's", fix=_CALL
        )
    if not hmac.compare_digest(spelled["tag"], _tag(spelled["body"], stamp)):
        raise RuleViolation(
            BARCODE,
            f"the barcode of coupon {spelled['serial']} is forged or altered: its tag does not fit what it says",
            fix=_CALL,
        )
    return Scanned(
        serial=int(spelled["serial"]),
        value=int(spelled["value"]),
        expires=date.fromisoformat(spelled["expires"]),
        design=spelled["design"],
        terms=spelled["terms"],
    )


@implements("603a.20(q)(3)", "603a.20(c)(3)")
def require_entry(scanned: Scanned, entry: Coupon | None, design: str) -> None:
    """Refuse a barcode that does not say what the house's own entry for that serial says."""
    serial = serial_number(scanned.serial)
    if entry is None or entry.serial != scanned.serial:
        raise RuleViolation(SERIAL, f"the house has no coupon with serial {serial}", fix=_CALL)
    entered = Scanned(
        serial=entry.serial,
        value=entry.value,
        expires=entry.expires,
        design=design,
        terms=terms_mark(entry.terms),
    )
    differ = [
        field for field in Scanned.__struct_fields__ if getattr(scanned, field) != getattr(entered, field)
    ]
    if differ:
        raise RuleViolation(
            BARCODE,
            f"the barcode of coupon {serial} and the house's entry differ in {' and '.join(differ)}",
            fix=_CALL,
        )


def _tag(body: str, stamp: Stamp) -> str:
    return _letters(hmac.digest(stamp.secret, body.encode("ascii"), "sha256")[:TAG_BYTES])


def _letters(data: bytes) -> str:
    return b32encode(data).decode("ascii")
