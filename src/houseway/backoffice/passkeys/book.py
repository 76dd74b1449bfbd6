"""The book of passkeys: registered by whoever carries it, given by information technology, witnessed by internal audit.

As with accounts (603a.20(r)(2)): whoever could register passkeys alone could sign as anybody. All three sign the public
key itself. One is removed by the same two departments; with the account it opens and signs nothing from then on.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk, IndexedBook, Sheet
from houseway.backoffice.orders import Fact, Order, Words
from houseway.backoffice.paper import Grid
from houseway.backoffice.passkeys.assertion import BadAssertion, check_public_key
from houseway.backoffice.passkeys.schema import metadata, passkeys
from houseway.backoffice.people import LADDERS, Position
from houseway.backoffice.policy import SEPARATE_DUTIES, Part, Permit, Rule, at_least
from houseway.law import RuleViolation, implements

# In base64url: what a device calls the key, and the key itself (COSE).
PasskeyName = Annotated[
    str,
    msgspec.Meta(
        min_length=16, max_length=1400, pattern=r"^[A-Za-z0-9_-]+\Z", description="as the device calls it"
    ),
]
PublicKey = Annotated[
    str,
    msgspec.Meta(
        min_length=16, max_length=1400, pattern=r"^[A-Za-z0-9_-]+\Z", description="COSE, in base64url"
    ),
]
Host = Annotated[str, msgspec.Meta(min_length=1, max_length=253, pattern=r"^[a-z0-9.-]+\Z")]


class RegisterPasskey(Order, frozen=True, kw_only=True):
    """A person registers a passkey of their own, made at a page of the house: from then on they sign orders with it.

    `host` is the name of the house in browsers, where alone the passkey answers; `name` is what its owner calls it.
    """

    passkey: PasskeyName
    public_key: PublicKey
    host: Host
    name: Words

    def matters(self) -> tuple[str, ...]:
        """The passkey."""
        return (f"passkey/{self.passkey}",)


class RemovePasskey(Order, frozen=True, kw_only=True):
    """A passkey, lost or given up, opens and signs nothing any more; without another, its owner signs as before it."""

    passkey: PasskeyName
    reason: Words

    def matters(self) -> tuple[str, ...]:
        """The passkey."""
        return (f"passkey/{self.passkey}",)


class PasskeyGiven(Fact, frozen=True, kw_only=True):
    """A person signs in, and signs orders, with a passkey whose public key this is."""

    person: str
    credential: str
    passkey: str
    public_key: str
    host: str
    name: str


class PasskeyRemoved(Fact, frozen=True, kw_only=True):
    """A passkey opens and signs nothing any more."""

    passkey: str
    reason: str


_ANYONE = tuple(Permit(ladder[0]) for ladder in LADDERS.values())


@implements("603a.20(r)(2)#2")
def register_passkey(order: RegisterPasskey, desk: Desk) -> tuple[Fact, ...]:
    """Refuse a passkey that is known already, and a key that nothing could be checked with."""
    if _row(desk, order.passkey) is not None:
        raise RuleViolation(SEPARATE_DUTIES, "this passkey was registered already", fix="make another one")
    try:
        check_public_key(order.public_key)
    except BadAssertion as bad:
        raise RuleViolation(SEPARATE_DUTIES, str(bad), fix="register it at the page of passkeys") from None
    asked = desk.signatures[0]
    given = PasskeyGiven(
        person=asked.person,
        credential=asked.credential,
        passkey=order.passkey,
        public_key=order.public_key,
        host=order.host,
        name=order.name,
        clause=SEPARATE_DUTIES.id,
    )
    return (given,)


@implements("603a.20(r)(2)#2")
def remove_passkey(order: RemovePasskey, desk: Desk) -> tuple[Fact, ...]:
    """Refuse to remove what is not, or no longer, a passkey of the house."""
    row = _row(desk, order.passkey)
    if row is None or row.removed_on is not None:
        state = "was never given" if row is None else "was removed already"
        raise RuleViolation(SEPARATE_DUTIES, f"this passkey {state}")
    return (PasskeyRemoved(passkey=order.passkey, reason=order.reason, clause=SEPARATE_DUTIES.id),)


def _row(desk: Desk, passkey: str) -> sa.Row[Any] | None:
    return desk.connection.execute(sa.select(passkeys).where(passkeys.c.passkey == passkey)).first()


def keep_given(fact: PasskeyGiven, desk: Desk) -> None:
    """Keep a passkey that was given."""
    row = {
        name: getattr(fact, name)
        for name in ("passkey", "person", "credential", "public_key", "host", "name")
    }
    desk.connection.execute(
        passkeys.insert(), {**row, "given_on": desk.day, "removed_on": None, "reason": ""}
    )


def keep_removed(fact: PasskeyRemoved, desk: Desk) -> None:
    """Keep that a passkey was removed."""
    values = {"removed_on": desk.day, "reason": fact.reason}
    desk.connection.execute(passkeys.update().where(passkeys.c.passkey == fact.passkey).values(**values))


def _sheet(desk: Desk) -> tuple[Grid, ...]:
    """Every passkey there ever was, by whose it is."""
    found = desk.connection.execute(sa.select(passkeys).order_by(passkeys.c.credential, passkeys.c.given_on))
    rows = tuple(
        (
            one.credential,
            one.name,
            one.host,
            str(one.given_on),
            f"removed on {one.removed_on}: {one.reason}" if one.removed_on else "in force",
            one.passkey,
        )
        for one in found
    )
    headings = ("credential", "name", "answers at", "given", "state", "passkey")
    return (Grid(title="Passkeys", headings=headings, rows=rows, clause=SEPARATE_DUTIES),)


_DECIDED: Mapping[type[Order], Callable[[Any, Desk], tuple[Fact, ...]]] = {
    RegisterPasskey: register_passkey,
    RemovePasskey: remove_passkey,
}
_POSTED: Mapping[type[Fact], Callable[[Any, Desk], None]] = {
    PasskeyGiven: keep_given,
    PasskeyRemoved: keep_removed,
}


class PasskeysBook(IndexedBook):
    """With which passkeys people sign."""

    name = "passkeys"
    title = "Passkeys"
    moves_value = True
    rules = (
        Rule(
            RegisterPasskey,
            (
                Part("registered", _ANYONE, SEPARATE_DUTIES),
                Part(
                    "given",
                    at_least(Position.SYSTEMS_ADMINISTRATOR),
                    SEPARATE_DUTIES,
                    may_be=("registered",),
                ),
                Part("witnessed", at_least(Position.AUDITOR), SEPARATE_DUTIES, may_be=("registered",)),
            ),
            in_person=True,
        ),
        Rule(
            RemovePasskey,
            (
                Part("removed", at_least(Position.SYSTEMS_ADMINISTRATOR), SEPARATE_DUTIES),
                Part("witnessed", at_least(Position.AUDITOR), SEPARATE_DUTIES),
            ),
            in_person=True,
        ),
    )
    sheets = (
        Sheet(
            "passkeys",
            "Passkeys",
            _sheet,
            (
                "Nobody has a passkey yet. One is asked for under Your passkeys and registered here: [register-passkey].",
            ),
        ),
    )
    facts = PasskeyGiven | PasskeyRemoved
    tables = metadata
    decided = _DECIDED
    posted = _POSTED


BOOK = PasskeysBook()
