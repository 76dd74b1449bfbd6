"""The house's coupons and keys for the tests of the printed side, and how a printed page is read back."""

from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt
import pypdfium2  # type: ignore[import-untyped]
from PIL import Image

from houseway.backoffice.coupons.barcode import Stamp
from houseway.papers.coupon_drawing import Drawing
from houseway.table.coupons import Coupon, CouponTerms

Picture = npt.NDArray[np.uint8]

HOLDER = "Keystone Casino & Hotel"
DRAWING = Drawing(design="MP-2026A", holder=HOLDER)
STAMP = Stamp(id="K1", secret=bytes(range(32)))
TENTH = 72 / 254


def coupon(
    serial: int = 1234,
    value: int = 25_00,
    expires: date = date(2026, 9, 30),
    terms: CouponTerms | None = None,
) -> Coupon:
    return Coupon(serial=serial, value=value, expires=expires, terms=terms or CouponTerms())


def pages(pdf: bytes) -> list[Any]:
    """The pages of a PDF, as its reader has them."""
    return list(pypdfium2.PdfDocument(pdf))


def text_of(pdf: bytes) -> str:
    """All words on the pages, lines run together."""
    return " ".join(" ".join(words_on(page) for page in pages(pdf)).split())


def words_on(page: Any) -> str:
    return str(page.get_textpage().get_text_range())


def picture_of(
    page: Any, dots_per_inch: float, cut: tuple[float, float, float, float] = (0, 0, 0, 0)
) -> Image.Image:
    """A page as a scanner or camera sees it, with its left, lower, right and upper edge cut off, in points."""
    picture: Image.Image = page.render(scale=dots_per_inch / 72, grayscale=True, crop=cut).to_pil()
    return picture
