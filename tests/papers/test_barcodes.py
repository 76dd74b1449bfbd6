"""Barcodes: printed, carried about and scanned, they say what was printed; whatever the house did not print is refused.

`HOUSEWAY_COUPONS` sets how many coupons are printed and scanned: 2000 is the full proof.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

import msgspec
import numpy as np
import pytest
import segno
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFilter

from houseway.backoffice.coupons.barcode import (
    TAG_BYTES,
    VERSION,
    Scanned,
    Stamp,
    payload,
    read,
    require_entry,
    terms_mark,
)
from houseway.law import RuleViolation, is_allowed
from houseway.papers.coupon import coupon_sheets_pdf
from houseway.papers.coupon_drawing import places_on_sheet
from houseway.table.coupons import Coupon, CouponTerms, OnPush, Pays
from tests.papers.printing import DRAWING, STAMP, TENTH, Picture, coupon, pages, picture_of

HOW_MANY = int(os.environ.get("HOUSEWAY_COUPONS", "100"))
# The characters that a QR code's alphanumeric mode packs.
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

replace = msgspec.structs.replace


def print_run(count: int) -> list[Coupon]:
    chance = random.Random(20)
    kinds = (
        CouponTerms(),
        CouponTerms(games=("craps",), wagers=("pass",)),
        CouponTerms(pays=Pays.EVEN_MONEY),
    )
    return [
        coupon(
            serial=70_000 + number,
            value=chance.choice((5_00, 10_00, 25_00, 50_00, 100_00)),
            expires=date(2026, 1, 1) + timedelta(days=chance.randrange(700)),
            terms=chance.choice(kinds),
        )
        for number in range(count)
    ]


# Wear. Lengths are millimetres on the paper; contrast is a part of full black on white, noise of 255 shades.
#
# A hand held reader looks at a code many times a second from ever so slightly different places; here it gets three
# looks, each with its own turn, distance, blur and noise. Of 1,000 coupons per kind of wear, the first look read all of
# the fresh and handled ones and 97.5 % of the worn; three looks read them all.
# Where it breaks, one cause at a time, at a module of 0.6 mm: a blur beyond half a module (0.3 mm), noise of a tenth of
# the shades at half contrast, a crease or a stain of half a module across one of the three corner squares, which no
# error correction covers. Coupons with all of that at once (contrast 0.35, four spots of up to 0.3 mm, creases of
# 0.8 mm, blur 0.2 mm, noise 12) were read in a quarter of the cases. For those the dealer keys in the serial.


@dataclass(frozen=True)
class Wear:
    """What use and a scanner's hand do to a coupon."""

    crease: tuple[float, float]
    spots: int
    spot: tuple[float, float]
    contrast: tuple[float, float]
    blur: tuple[float, float]
    noise: tuple[float, float]
    dots_per_inch: tuple[float, float]
    tilt: float


FRESH = Wear((0, 0), 0, (0, 0), (0.8, 1.0), (0.05, 0.12), (2, 5), (150, 220), 8)
HANDLED = Wear((0.2, 0.3), 1, (0.05, 0.1), (0.55, 0.8), (0.1, 0.16), (4, 8), (140, 200), 12)
WORN = Wear((0.3, 0.5), 2, (0.05, 0.12), (0.4, 0.55), (0.14, 0.2), (5, 8), (130, 200), 15)
WEARS = {"fresh": FRESH, "handled": HANDLED, "worn": WORN}
LOOKS = 3
READ = zxingcpp.barcode_formats_from_str("QRCode")
SHARP = 300
DOTS = SHARP / 25.4
# The scanner is held over the end of the coupon that bears the code.
FRAMED = 1100


def carried_about(picture: Image.Image, wear: Wear, chance: random.Random) -> Image.Image:
    """The coupon folded in half, so that a white crease crosses the code, and spotted."""
    draw = ImageDraw.Draw(picture)
    crease = round(chance.uniform(*wear.crease) * DOTS)
    if crease:
        middle = picture.height / 2 + chance.uniform(-2, 2) * DOTS
        slope = chance.uniform(-1, 1) * DOTS
        draw.line((0, middle, picture.width, middle + slope), fill=232, width=crease)
    code = DRAWING.barcode
    assert code is not None
    for _ in range(wear.spots):
        x = (code.left - FRAMED + chance.random() * code.width) / 10 * DOTS
        y = (DRAWING.height - code.top + chance.random() * code.height) / 10 * DOTS
        radius = chance.uniform(*wear.spot) * DOTS
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=chance.choice((60, 245)))
    return picture


def look(paper: Image.Image, wear: Wear, contrast: float, chance: random.Random) -> Picture:
    """What the scanner sees: turned any way up and a little askew, scaled, blurred, pale and noisy."""
    dots = chance.uniform(*wear.dots_per_inch)
    size = (round(paper.width * dots / SHARP), round(paper.height * dots / SHARP))
    seen = paper.resize(size, Image.Resampling.BOX)
    turn = chance.choice((0, 90, 180, 270)) + chance.uniform(-wear.tilt, wear.tilt)
    seen = seen.rotate(turn, Image.Resampling.BILINEAR, expand=True, fillcolor=190)
    seen = seen.filter(ImageFilter.GaussianBlur(chance.uniform(*wear.blur) * dots / 25.4))
    shades = np.asarray(seen, dtype=np.float32)
    grain = np.random.default_rng(chance.getrandbits(32)).normal(0, chance.uniform(*wear.noise), shades.shape)
    return np.clip(128 + (shades - 128) * contrast + grain, 0, 255).astype(np.uint8)


def looks_at(paper: Image.Image, wear: Wear, chance: random.Random) -> Iterator[str]:
    """Whatever the reader makes of the coupon, look after look."""
    contrast = chance.uniform(*wear.contrast)
    for _ in range(LOOKS):
        for code in zxingcpp.read_barcodes(look(paper, wear, contrast, chance), formats=READ):
            yield code.text


@dataclass(frozen=True)
class Reading:
    """What became of one printed coupon under the scanner."""

    wear: str
    printed: Coupon
    accepted: tuple[Scanned, ...]


@pytest.fixture(scope="module")
def readings() -> list[Reading]:
    """The run printed on sheets, rasterised, worn, and scanned until the reader is content or gives up."""
    run = print_run(HOW_MANY)
    sheets = pages(coupon_sheets_pdf(run, DRAWING, STAMP))
    places = places_on_sheet(DRAWING)
    found = []
    for number, printed in enumerate(run):
        sheet = sheets[number // len(places)]
        left, bottom = places[number % len(places)]
        width, height = sheet.get_size()
        edges = (
            (left + FRAMED) * TENTH,
            bottom * TENTH,
            width - (left + DRAWING.width) * TENTH,
            height - (bottom + DRAWING.height) * TENTH,
        )
        picture = picture_of(sheet, SHARP, edges)
        chance = random.Random(printed.serial)
        name = list(WEARS)[number % len(WEARS)]
        paper = carried_about(picture, WEARS[name], chance)
        accepted = next(
            (
                (read(text, [STAMP]),)
                for text in looks_at(paper, WEARS[name], chance)
                if is_allowed(read, text, [STAMP])
            ),
            (),
        )
        found.append(Reading(name, printed, accepted))
    return found


def test_printed_coupons_are_read_back_after_wear(readings: list[Reading]) -> None:
    unread = Counter(reading.wear for reading in readings if not reading.accepted)
    assert len(readings) == HOW_MANY
    # At least 99.9 in a hundred.
    assert unread.total() * 1000 <= HOW_MANY, unread


@pytest.mark.clause("603a.20(q)(3)", "603a.20(c)(3)")
def test_no_coupon_is_misread(readings: list[Reading]) -> None:
    for reading in readings:
        for scanned in reading.accepted:
            require_entry(scanned, reading.printed, DRAWING.design)
            assert scanned == Scanned(
                serial=reading.printed.serial,
                value=reading.printed.value,
                expires=reading.printed.expires,
                design=DRAWING.design,
                terms=terms_mark(reading.printed.terms),
            )


# Forgeries.


def refuse(text: str, *stamps: Stamp) -> RuleViolation:
    with pytest.raises(RuleViolation) as refused:
        read(text, stamps or (STAMP,))
    assert refused.value.clause.id == "603a.20(q)(3)"
    assert "call the floorperson" in refused.value.fix
    return refused.value


@pytest.mark.clause("603a.20(q)(3)")
def test_a_barcode_says_what_was_printed() -> None:
    terms = CouponTerms(games=("craps",), pays=Pays.EVEN_MONEY)
    text = payload(coupon(1234, 25_00, date(2026, 9, 30), terms), "MP-2026A", STAMP)
    assert text.startswith("HWC1:K1:000001234:2500:20260930:MP-2026A:")
    assert set(text) <= set(ALPHABET)
    assert read(text, [STAMP]) == Scanned(
        serial=1234, value=25_00, expires=date(2026, 9, 30), design="MP-2026A", terms=terms_mark(terms)
    )


def test_the_tag_has_no_less_than_96_bits() -> None:
    tag = payload(coupon(), DRAWING.design, STAMP).rpartition(":")[2]
    assert len(tag) * 5 == TAG_BYTES * 8 >= 96


@pytest.mark.clause("603a.20(q)(3)", "603a.20(c)(3)")
def test_every_change_of_a_single_character_is_refused() -> None:
    for printed in print_run(4):
        text = payload(printed, DRAWING.design, STAMP)
        for place, written in enumerate(text):
            for other in ALPHABET.replace(written, ""):
                altered = text[:place] + other + text[place + 1 :]
                assert not is_allowed(read, altered, [STAMP]), altered


@pytest.mark.clause("603a.20(q)(3)")
def test_every_flipped_bit_is_refused() -> None:
    for printed in print_run(10):
        text = payload(printed, DRAWING.design, STAMP).encode("ascii")
        for bit in range(len(text) * 8):
            flipped = bytearray(text)
            flipped[bit // 8] ^= 1 << bit % 8
            assert not is_allowed(read, flipped.decode("latin-1"), [STAMP])


@pytest.mark.clause("603a.20(q)(3)", "603a.20(c)(3)")
@pytest.mark.parametrize(
    "altered",
    [
        {"value": 100_00},
        {"expires": date(2027, 9, 30)},
        {"serial": 1235},
        {"terms": CouponTerms(on_push=OnPush.STAYS)},
    ],
)
def test_the_tag_of_another_coupon_does_not_fit(altered: dict[str, object]) -> None:
    """A value raised, a date put off, a serial guessed, better terms: each needs a tag that only the house makes."""
    true = payload(coupon(), DRAWING.design, STAMP)
    wished = payload(replace(coupon(), **altered), DRAWING.design, STAMP)
    tag = true.rpartition(":")[2]
    assert tag != wished.rpartition(":")[2]
    assert "forged or altered" in refuse(f"{wished.rpartition(':')[0]}:{tag}").message
    assert "forged or altered" in refuse(f"{true.rpartition(':')[0]}:{wished.rpartition(':')[2]}").message


@pytest.mark.clause("603a.20(q)(3)")
def test_a_coupon_moved_to_another_design_is_refused() -> None:
    text = payload(coupon(), DRAWING.design, STAMP)
    assert "forged or altered" in refuse(text.replace(DRAWING.design, "MP-2027A")).message


@pytest.mark.clause("603a.20(q)(3)", "603a.20(c)(3)")
def test_guessed_serials_with_guessed_tags_are_refused() -> None:
    chance = random.Random(603)
    head = payload(coupon(), DRAWING.design, STAMP).split(":")
    for _ in range(5_000):
        head[2] = f"{chance.randrange(10**9):09}"
        head[7] = "".join(chance.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", k=24))
        assert not is_allowed(read, ":".join(head), [STAMP])


@pytest.mark.clause("603a.20(q)(3)")
def test_the_tags_of_a_whole_run_fit_only_their_own_coupons() -> None:
    texts = [payload(printed, DRAWING.design, STAMP) for printed in print_run(40)]
    parts = [text.rpartition(":") for text in texts]
    for body, _, _ in parts:
        fitting = [tag for _, _, tag in parts if is_allowed(read, f"{body}:{tag}", [STAMP])]
        assert len(fitting) == 1
    assert len({tag for _, _, tag in parts}) == len(texts)


@pytest.mark.clause("603a.20(q)(3)")
def test_another_property_s_coupon_is_refused() -> None:
    same_name = Stamp(id="K1", secret=b"another house keeps another key!")
    assert "forged or altered" in refuse(payload(coupon(), DRAWING.design, same_name)).message
    other_name = Stamp(id="X9", secret=STAMP.secret)
    assert (
        "key X9, which is not this house's" in refuse(payload(coupon(), DRAWING.design, other_name)).message
    )


@pytest.mark.clause("603a.20(q)(3)")
def test_a_new_key_leaves_coupons_of_the_old_one_good_until_it_is_retired() -> None:
    new = Stamp(id="K2", secret=bytes(range(100, 140)))
    old_coupon, new_coupon = (
        payload(coupon(1), DRAWING.design, STAMP),
        payload(coupon(2), DRAWING.design, new),
    )
    assert [read(text, [new, STAMP]).serial for text in (old_coupon, new_coupon)] == [1, 2]
    assert read(new_coupon, [new]).serial == 2
    assert "key K1" in refuse(old_coupon, new).message


@pytest.mark.clause("603a.20(q)(3)")
def test_another_version_is_refused_by_name() -> None:
    text = payload(coupon(), DRAWING.design, STAMP)
    assert "kind HWC2" in refuse(text.replace(VERSION, "HWC2")).message
    assert "kind HWC2" in refuse("HWC2:SOMETHING ELSE").message


@pytest.mark.clause("603a.20(q)(3)")
def test_a_barcode_has_one_spelling_only() -> None:
    text = payload(coupon(), DRAWING.design, STAMP)
    for other in (
        "",
        text.lower(),
        f"{text}\n",
        f" {text}",
        f"{text}:",
        f"{text}=",
        text[:-1],
        text.replace(":2500:", ":02500:"),
        text.replace("000001234", "1234"),
        text.replace("000001234", "٠٠٠٠٠١٢٣٤"),
        text.replace(":", "/"),
        "https://example.com/free-coupon",
        "0000000000000",
    ):
        assert "not the barcode of a Match Play Coupon" in refuse(other).message


@pytest.mark.clause("603a.20(q)(3)")
@settings(max_examples=100)
@given(st.text())
def test_garbage_is_refused(text: str) -> None:
    refuse(text)


@pytest.mark.clause("603a.20(q)(3)", "603a.20(c)(3)")
@settings(max_examples=100)
@given(
    serial=st.integers(0, 999_999_999),
    value=st.integers(1, 999_999_999),
    expires=st.dates(),
    design=st.from_regex(r"[A-Z0-9][A-Z0-9-]{0,15}", fullmatch=True),
    key=st.from_regex(r"[A-Z0-9][A-Z0-9-]{0,7}", fullmatch=True),
)
def test_whatever_is_printed_reads_back(
    serial: int, value: int, expires: date, design: str, key: str
) -> None:
    stamp = Stamp(id=key, secret=STAMP.secret)
    scanned = read(payload(coupon(serial, value, expires), design, stamp), [stamp])
    assert (scanned.serial, scanned.value, scanned.expires, scanned.design) == (
        serial,
        value,
        expires,
        design,
    )


@pytest.mark.clause("603a.20(q)(3)")
def test_a_forger_s_print_is_read_by_the_scanner_and_refused_by_the_tag() -> None:
    forged = payload(
        coupon(value=100_00), DRAWING.design, Stamp(id="K1", secret=b"the forger does not know the key")
    )
    squares = np.array(list(segno.make_qr(forged, error="q").matrix_iter(scale=4, border=4)), dtype=np.uint8)
    (code,) = zxingcpp.read_barcodes(((1 - squares) * 255).astype(np.uint8))
    assert code.text == forged
    assert "forged or altered" in refuse(code.text).message


# The house's own entry.


@pytest.mark.clause("603a.20(q)(3)")
def test_a_barcode_resolves_to_its_entry() -> None:
    scanned = read(payload(coupon(), DRAWING.design, STAMP), [STAMP])
    require_entry(scanned, coupon(), DRAWING.design)
    for entered, design, differ in (
        (coupon(value=5_00), DRAWING.design, "value"),
        (coupon(expires=date(2026, 9, 29)), DRAWING.design, "expires"),
        (coupon(terms=CouponTerms(matching=False)), DRAWING.design, "terms"),
        (coupon(), "MP-2025B", "design"),
        (coupon(value=5_00), "MP-2025B", "value and design"),
    ):
        with pytest.raises(RuleViolation, match=rf"differ in {differ} ") as refused:
            require_entry(scanned, entered, design)
        assert refused.value.clause.id == "603a.20(q)(3)"


@pytest.mark.clause("603a.20(c)(3)")
@pytest.mark.parametrize("entry", [None, coupon(1235)])
def test_a_serial_that_the_house_never_issued_is_refused(entry: Coupon | None) -> None:
    scanned = read(payload(coupon(), DRAWING.design, STAMP), [STAMP])
    with pytest.raises(RuleViolation, match="no coupon with serial 000001234") as refused:
        require_entry(scanned, entry, DRAWING.design)
    assert refused.value.clause.id == "603a.20(c)(3)"


# What cannot be printed.


@pytest.mark.clause("603a.20(c)(3)")
@pytest.mark.parametrize("serial", [-1, 1_000_000_000])
def test_a_serial_beyond_nine_digits_is_refused(serial: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        payload(coupon(serial), DRAWING.design, STAMP)
    assert refused.value.clause.id == "603a.20(c)(3)"


@pytest.mark.clause("603a.20(q)(3)")
@pytest.mark.parametrize("value", [-5_00, 0, 1_000_000_000])
def test_a_value_that_no_coupon_has_is_refused(value: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        payload(coupon(value=value), DRAWING.design, STAMP)
    assert refused.value.clause.id == "603a.20(q)(3)"


@pytest.mark.clause("603a.20(q)(3)")
@pytest.mark.parametrize("design", ["", "mp", "A:B", "A" * 17, "Ä", "-A", "A\n"])
def test_a_design_that_no_barcode_can_name_is_refused(design: str) -> None:
    with pytest.raises(RuleViolation, match="design") as refused:
        payload(coupon(), design, STAMP)
    assert refused.value.clause.id == "603a.20(q)(3)"


def test_a_key_is_long_named_and_never_shown() -> None:
    with pytest.raises(ValueError, match="secret bytes"):
        Stamp(id="K1", secret=b"short")
    for name in ("", "k1", "K" * 9, "K:1"):
        with pytest.raises(ValueError, match="names no key"):
            Stamp(id=name, secret=STAMP.secret)
    assert repr(STAMP) == str(STAMP) == "Stamp(id='K1')"


def test_terms_have_marks_of_their_own() -> None:
    kinds = [
        CouponTerms(games=games, wagers=wagers, matching=matching, pays=pays, on_push=push)
        for games in ((), ("craps",), ("craps", "sic-bo"))
        for wagers in ((), ("craps",), ("pass",))
        for matching in (True, False)
        for pays in Pays
        for push in OnPush
    ]
    assert len({terms_mark(terms) for terms in kinds}) == len(kinds)


def test_the_mark_of_known_terms_never_changes() -> None:
    """Coupons in patrons' hands bear these marks."""
    assert terms_mark(CouponTerms()) == "IQJW7I2V"
