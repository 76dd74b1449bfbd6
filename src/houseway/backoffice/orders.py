"""Orders: what people ask the back office to do, as plain values with one content hash."""

import hashlib
import re
from datetime import datetime
from typing import Annotated, Any, NamedTuple

import msgspec

from houseway.backoffice.passkeys.assertion import Assertion
from houseway.backoffice.people import Position
from houseway.journal import canonical
from houseway.table.forms import Renewable, marked

_DOMAIN = b"houseway order 1\n"
# What the house marks signatures under orders for.
SIGNATURES = "signatures"
# The part of whoever takes an order back.
WITHDRAWN = "withdrawn"


def kebab(name: str) -> str:
    """The name of an order or a fact on the wire: `IssueCoupons` is `issue-coupons`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


# What people write is recorded for good; nobody needs more than a few lines.
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=400, pattern=r"\S")]
Remark = Annotated[str, msgspec.Meta(max_length=400)]


class Order(Renewable, frozen=True, kw_only=True, tag_field="order", tag=kebab, forbid_unknown_fields=True):
    """Something that somebody asks of the back office; who may ask, and who must agree, is the policy's business."""

    def matters(self) -> tuple[str, ...]:
        """What the order is about, by name: duties that exclude each other exclude each other on the same matter."""
        return ()


class TableOrder(NamedTuple):
    """An order that an act at a table gives: both are recorded together.

    A `binding` one is a condition of the act: where the office refuses it, the act is not done either. Any other one only
    takes note of what has happened at the table anyway: where the office refuses it, that is recorded in its place.
    """

    order: Order
    who: str
    key: str
    binding: bool
    # Whoever signs the last part of an order that takes two, and signed for the act itself.
    second: str = ""


class Fact(Renewable, frozen=True, kw_only=True, tag_field="fact", tag=kebab):
    """Something that is so because an order was executed; `clause` is the id of the clause behind it."""

    clause: str


class Signed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One person's signature under an order: the part it fills, and what the person was at that moment.

    `through` is the token with which a program gave it in the person's stead, if one did.
    """

    part: str
    person: str
    credential: str
    name: str
    position: Position
    at: datetime
    through: str = ""
    # What the signer's own passkey signed, where they have one: nobody else can make it, whoever has the house's keys.
    passkey: Assertion | None = None
    # A mark of the house on all of this and on what was signed, which the database alone cannot make; none where it has no key.
    tag: str = ""


class PasskeyNeeded(Exception):
    """A signature of somebody who has a passkey, asked for without it; nothing was done, nor recorded."""

    def __init__(self, credential: str, act: str, digest: str, key: str) -> None:
        super().__init__(f"{credential} signs with a passkey")
        self.credential, self.act, self.digest, self.key = credential, act, digest, key
        self.fix = "sign it on the pages of the house, where the passkey answers"


def name_of(order: Order | type[Order]) -> str:
    """The order's name on the wire."""
    return str(order.__struct_config__.tag)


def said_by(signed: Signed, digest: str) -> bytes:
    """What the mark of the house on a signature stands under."""
    return canonical([digest, msgspec.to_builtins(msgspec.structs.replace(signed, tag=""))])


def digest_of(order: Order, key: str) -> str:
    """The content hash that every signature under an order is given for; `key` tells like orders apart."""
    return digest_of_content(content_of(order), key)


def content_of(order: Order) -> dict[str, Any]:
    """An order as it is signed and recorded."""
    return marked(type(order), msgspec.to_builtins(order))


def digest_of_content(content: dict[str, Any], key: str) -> str:
    """The content hash of an order as it was recorded, whatever its type has become since."""
    return hashlib.sha256(_DOMAIN + canonical({"key": key, "order": content})).hexdigest()
