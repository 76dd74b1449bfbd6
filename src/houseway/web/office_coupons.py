"""Coupons on paper, by page and by API: sheets printed in the house, and barcodes sealed for a printer outside.

Both are orders of the coupon book that are carried out with a file, which whoever gives the order gets once.
"""

from collections.abc import Mapping
from datetime import date
from typing import Annotated

import msgspec
from litestar import Controller, Response, post
from litestar.params import JSONBody

from houseway.backoffice.coupons.barcode import Stamp
from houseway.backoffice.coupons.outside import SealCouponBarcodes
from houseway.backoffice.coupons.printing import PrintCoupons
from houseway.backoffice.coupons.runs import Serial
from houseway.backoffice.orders import Order, Remark, Words
from houseway.backoffice.records import BadOrder
from houseway.floor import Floor
from houseway.papers.barcode_list import SealingFailed, certificate_of
from houseway.papers.coupon_run import MOST_PRINTED, MOST_SEALED, Made, print_run, seal_run
from houseway.web.door import IN_PERSON, Me, TheFloor
from houseway.web.office_fields import Field, FieldKind
from houseway.web.presence import TheSigning
from houseway.web.problems import LATER, documented
from houseway.web.session import IN_SESSION

_PDF, _SMIME = "application/pdf", "application/pkcs7-mime"
_MAKING = LATER | {
    400: documented("The request cannot be read."),
    401: documented("Nobody is signed in."),
    403: documented("The request comes from another site, or lacks the session's X-CSRF-Token."),
    415: documented("An order is sent as application/json."),
    422: documented("The rules do not allow this; the clause is named, and the refusal is recorded."),
    503: documented("The journal cannot be used just now; nothing was done."),
}


class SheetsAsked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A run of coupons to be printed, the first serial and the last."""

    first: Serial
    last: Serial


class BarcodesAsked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The next serials of a design, and the certificate (PEM) of the provider that prints their barcodes."""

    supplier: Words
    design: Words
    expires: date
    first: Serial
    last: Serial
    certificate: Annotated[str, msgspec.Meta(min_length=1, max_length=20_000)]
    reason: Remark = ""


class CouponFilesApi(Controller):
    """Coupons on paper."""

    path = "/office/coupons"
    tags = ("back office",)
    opt = IN_PERSON

    @post(
        "/sheets",
        sync_to_thread=True,
        media_type=_PDF,
        security=IN_SESSION,
        responses=_MAKING,
        summary="Print coupons",
    )
    def sheets(
        self, floor: TheFloor, signing: TheSigning, me: Me, data: JSONBody[SheetsAsked]
    ) -> Response[bytes]:
        """Print a run of coupons with their barcodes, once; the answer is the sheets, and the run is entered as printed."""
        signing.check()
        _check_run(data.first, data.last, MOST_PRINTED)
        order = PrintCoupons(first=data.first, last=data.last)
        made = print_run(floor.office, order, _stamp(floor), who=me.credential, signing=signing)
        return _answer(made, f"coupons-{data.first}-{data.last}.pdf", _PDF)

    @post(
        "/barcodes",
        sync_to_thread=True,
        media_type=_SMIME,
        security=IN_SESSION,
        responses=_MAKING,
        summary="Seal barcodes for a printer",
    )
    def barcodes(
        self, floor: TheFloor, signing: TheSigning, me: Me, data: JSONBody[BarcodesAsked]
    ) -> Response[bytes]:
        """Seal the barcodes of the next serials for the provider that prints them; only its key opens the answer."""
        signing.check()
        _check_run(data.first, data.last, MOST_SEALED)
        try:
            recipient = certificate_of(data.certificate.encode())
        except SealingFailed as error:
            raise BadOrder(f"{error} - at `$.certificate`") from None
        made = seal_run(
            floor.office,
            recipient,
            _stamp(floor),
            supplier=data.supplier,
            design=data.design,
            expires=data.expires,
            first=data.first,
            last=data.last,
            reason=data.reason,
            who=me.credential,
            signing=signing,
        )
        return _answer(made, f"barcodes-{data.first}-{data.last}.p7m", _SMIME)


def _check_run(first: int, last: int, most: int) -> None:
    if not first <= last < first + most:
        raise BadOrder(f"{first} to {last} is no run of at most {most:,} serials")


def _stamp(floor: Floor) -> Stamp:
    if not floor.stamps:
        raise BadOrder("this house has no key for the barcodes of coupons")
    return floor.stamps[0]


def _answer(made: Made, name: str, media_type: str) -> Response[bytes]:
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "X-Order": made.standing.digest,
    }
    return Response(made.file, media_type=media_type, headers=headers)


# What the order's page asks for instead of what only a file can tell, and where it is sent.

_CERTIFICATE = Field(
    FieldKind.FILE, "certificate", "Certificate of the provider (PEM)", shortest=1, accepts=".pem,.crt,.cer"
)
_COUNTED = frozenset({"digest", "recipient"})
MADE_WITH_A_FILE: Mapping[type[Order], str] = {
    PrintCoupons: "/api/office/coupons/sheets",
    SealCouponBarcodes: "/api/office/coupons/barcodes",
}


def asked_with_a_file(kind: type[Order], fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """The fields of an order, with those that are counted from a file replaced by the file."""
    if kind is not SealCouponBarcodes:
        return fields
    told = tuple(one for one in fields if one.name not in _COUNTED)
    return (*told[:-1], _CERTIFICATE, told[-1])
