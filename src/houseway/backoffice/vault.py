"""The vault: personal data of patrons that can be erased although the journal that holds it is never changed.

Every subject (a patron's number, never a name) has a key of its own, kept beside the journal and not in it. Text is
sealed under that key, and only the sealed token goes into orders and facts. Once the key is destroyed nobody can read
the text again, while the journal still verifies and every projection can still be made anew.

An order that concerns personal data is written with tokens only: its field is a `Sealed`, which refuses anything that
is no token, and whoever takes the order at the door seals the text first:

    with office.journal.transaction() as transaction:
        name = seal(transaction.connection, "patron/4711", "Ida Tarbell")
    office.carry_out(MailCoupon(patron="patron/4711", name=name), who=credential, key=key)

Sealing comes before the order is proposed, so nothing is journalled in the clear, not even an order that is refused;
a refusal must not quote what was unsealed. Projections keep tokens as well, and unseal them only to show them. The
same text of the same subject gives the same token, so an order that is repeated under its key is the same order.
Of an erased text there remain its length and whether two were equal.

Destroying a key is final in the database itself; copies of the database made before hold it until they go, and
PostgreSQL gives the space back with its next vacuum.
"""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from typing import Annotated

import msgspec
import sqlalchemy as sa
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

ERASED = "erased"
_MARK = "sealed"
_KEY_BITS = 512
_LONGEST = 2_000

# A field of an order or a fact that holds sealed text; plain text is refused when the order is read.
Sealed = Annotated[
    str, msgspec.Meta(pattern=rf"^{_MARK}\.[0-9a-f]{{32}}\.[A-Za-z0-9_-]+=*$", max_length=12_000)
]

# Not a projection: the keys cannot be made anew from the journal, so no rebuild may drop them.
metadata = sa.MetaData()
keys = sa.Table(
    "vault_keys",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("subject", sa.Text, nullable=False, index=True),
    sa.Column("key", sa.LargeBinary, nullable=False),
)


class BadToken(ValueError):
    """Something that was not sealed here, or was altered since."""


def seal(connection: sa.Connection, subject: str, text: str) -> str:
    """Seal a text under its subject's key, made now if there is none; the token may be recorded anywhere."""
    if not subject.strip():
        raise ValueError("personal data is sealed for a subject, such as a patron's number; none is named")
    if not 0 < len(text) <= _LONGEST:
        raise ValueError(f"1 to {_LONGEST} characters can be sealed, not {len(text)}")
    metadata.create_all(connection)
    found = connection.execute(sa.select(keys.c.id, keys.c.key).where(keys.c.subject == subject)).first()
    identity, key = found or _make_key(connection, subject)
    sealed = AESSIV(key).encrypt(text.encode(), [identity.encode()])
    return f"{_MARK}.{identity}.{urlsafe_b64encode(sealed).decode()}"


def unseal(connection: sa.Connection, token: str) -> str | None:
    """The text behind a token, or None once it is erased."""
    identity, sealed = _parts(token)
    if not sa.inspect(connection).has_table(keys.name):
        return None
    key = connection.execute(sa.select(keys.c.key).where(keys.c.id == identity)).scalar()
    if key is None:
        return None
    try:
        return AESSIV(key).decrypt(sealed, [identity.encode()]).decode()
    except InvalidTag:
        raise BadToken("the token was altered after it was sealed") from None


def shown(connection: sa.Connection, token: str) -> str:
    """The text behind a token as pages and papers print it, erased or not."""
    text = unseal(connection, token)
    return ERASED if text is None else text


def keys_of(connection: sa.Connection, subject: str) -> tuple[str, ...]:
    """The names of the keys that a subject's text is sealed under; none once it is erased."""
    if not sa.inspect(connection).has_table(keys.name):
        return ()
    query = sa.select(keys.c.id).where(keys.c.subject == subject).order_by(keys.c.id)
    return tuple(connection.execute(query).scalars())


def destroy(connection: sa.Connection, identities: Iterable[str]) -> None:
    """Destroy these keys for ever; one that is gone already stays gone, and newer keys of the subject stay."""
    metadata.create_all(connection)
    if connection.dialect.name == "sqlite":
        # SQLite otherwise leaves the bytes of a deleted row in the file.
        connection.exec_driver_sql("PRAGMA secure_delete = ON").close()
    for identity in identities:
        connection.execute(keys.delete().where(keys.c.id == identity))


def erase(connection: sa.Connection, subject: str) -> None:
    """Make everything sealed for a subject unreadable for ever."""
    destroy(connection, keys_of(connection, subject))


def _make_key(connection: sa.Connection, subject: str) -> tuple[str, bytes]:
    """A new key from the operating system's entropy, named by a hash that gives nothing of it away."""
    key = AESSIV.generate_key(_KEY_BITS)
    identity = hashlib.sha256(b"houseway vault key\n" + key).hexdigest()[:32]
    connection.execute(keys.insert(), {"id": identity, "subject": subject, "key": key})
    return identity, key


def _parts(token: str) -> tuple[str, bytes]:
    try:
        mark, identity, sealed = token.split(".")
        if mark == _MARK:
            return identity, urlsafe_b64decode(sealed.encode())
    except ValueError:
        pass
    raise BadToken("this was not sealed in the vault")
