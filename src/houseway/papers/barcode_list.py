"""The barcodes of coupons that somebody else prints: a list, and the envelope that only its printer opens."""

import csv
import io
from dataclasses import dataclass
from datetime import date

import sqlalchemy as sa
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.hazmat.primitives.serialization.pkcs7 import PKCS7EnvelopeBuilder, PKCS7Options

from houseway.backoffice.coupons.barcode import Stamp, payload
from houseway.backoffice.coupons.design import require_design
from houseway.table.coupons import Coupon, serial_number

HEADINGS = ("serial", "cents", "expires", "design", "barcode")
_SHORTEST_KEY = 2048


class SealingFailed(ValueError):
    """A certificate that nothing can be sealed for."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """Whoever may open an envelope, by a certificate; `fingerprint` is its SHA-256."""

    certificate: x509.Certificate
    fingerprint: str


def certificate_of(pem: bytes) -> Recipient:
    """A printer's certificate; its key must be one that an envelope can be sealed with, and long enough."""
    try:
        found = x509.load_pem_x509_certificate(pem)
        key = found.public_key()
    except ValueError:
        raise SealingFailed("this is no certificate in PEM form") from None
    if not isinstance(key, RSAPublicKey) or key.key_size < _SHORTEST_KEY:
        raise SealingFailed(f"its key is no RSA key of {_SHORTEST_KEY} bits or more")
    return Recipient(found, found.fingerprint(hashes.SHA256()).hex())


def list_of_barcodes(
    connection: sa.Connection, design: str, expires: date, first: int, last: int, stamp: Stamp
) -> bytes:
    """The barcodes of a run of serials of one design and last day, line by line; the same whenever it is made."""
    drawn = require_design(connection, design)
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(HEADINGS)
    for serial in range(first, last + 1):
        coupon = Coupon(serial=serial, value=drawn.value, expires=expires, terms=drawn.terms)
        lines.writerow((serial_number(serial), drawn.value, expires, design, payload(coupon, design, stamp)))
    return text.getvalue().encode("ascii")


def sealed_for(recipient: Recipient, content: bytes) -> bytes:
    """An S/MIME envelope that only the owner of the certificate's key opens."""
    builder = PKCS7EnvelopeBuilder().set_data(content).add_recipient(recipient.certificate)
    return builder.encrypt(Encoding.SMIME, [PKCS7Options.Binary])
