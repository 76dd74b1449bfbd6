"""Files that are attached to orders: kept beside the journal under the hash of their content, which alone goes into the order.

The journal vouches for a file by that hash: what was changed or exchanged since is noticed when it is read. A file goes when
the papers that it belongs to are destroyed, and the journal still verifies; of one that no order ever named nothing is left
after a month.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Annotated, NamedTuple

import msgspec
import sqlalchemy as sa

from houseway.journal import timestamp

LARGEST_BYTES = 5 * 1024 * 1024
# For how long a file waits for the order that names it.
_WAITS = timedelta(days=30)

# A field of an order that names an attached file, or none.
Attached = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?$", max_length=64, extra={"file": "letter"})]

# Not a projection: the files cannot be made anew from the journal, so no rebuild may drop them.
metadata = sa.MetaData()
files = sa.Table(
    "attached_files",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("kept_at", sa.Text, nullable=False),
)


class FileType(StrEnum):
    """What may be attached: what offices scan and bureaus send, and nothing that a browser would run."""

    PDF = "application/pdf"
    PNG = "image/png"
    JPEG = "image/jpeg"

    @property
    def suffix(self) -> str:
        """How the name of such a file ends."""
        return self.name.lower()


_BEGINS = {b"%PDF-": FileType.PDF, b"\x89PNG\r\n\x1a\n": FileType.PNG, b"\xff\xd8\xff": FileType.JPEG}


class File(NamedTuple):
    """A file as it was attached."""

    type: FileType
    content: bytes


class BadFile(ValueError):
    """A file that cannot be attached: what is wrong with it."""


class FileAltered(Exception):
    """A kept file that is not what was attached."""

    def __init__(self, digest: str) -> None:
        self.cause = f"the file {digest[:12]} is not what was attached: it was altered in the database"
        self.fix = "restore it from a copy, and run houseway office verify"
        super().__init__(f"{self.cause}; {self.fix}")


def type_of(content: bytes) -> FileType:
    """What a file is by how it begins, whatever it is called; anything that may not be attached is refused."""
    if not content:
        raise BadFile("the file is empty")
    if len(content) > LARGEST_BYTES:
        raise BadFile(f"the file is larger than {LARGEST_BYTES // 1024 // 1024} MB")
    for beginning, kind in _BEGINS.items():
        if content.startswith(beginning):
            return kind
    raise BadFile("the file is no PDF, PNG or JPEG")


def keep(connection: sa.Connection, content: bytes, at: datetime) -> str:
    """Keep a file; the hash under which an order names it."""
    kind, digest = type_of(content), sha256(content).hexdigest()
    metadata.create_all(connection)
    row = {"type": kind.value, "content": content, "kept_at": timestamp(at)}
    if connection.execute(files.update().where(files.c.digest == digest).values(row)).rowcount == 0:
        connection.execute(files.insert(), row | {"digest": digest})
    return digest


def is_kept(connection: sa.Connection, digest: str) -> bool:
    """Whether a file is here."""
    if not sa.inspect(connection).has_table(files.name):
        return False
    return connection.execute(sa.select(files.c.digest).where(files.c.digest == digest)).first() is not None


def read(connection: sa.Connection, digest: str) -> File | None:
    """A file by its hash, or None once it is gone; `FileAltered` where it is not what was attached."""
    if not sa.inspect(connection).has_table(files.name):
        return None
    found = connection.execute(
        sa.select(files.c.type, files.c.content).where(files.c.digest == digest)
    ).first()
    if found is None:
        return None
    content = bytes(found.content)
    if sha256(content).hexdigest() != digest:
        raise FileAltered(digest)
    return File(FileType(found.type), content)


def destroy(connection: sa.Connection, digests: Iterable[str], before: datetime) -> None:
    """Destroy these files for ever, as far as they were kept before a moment: one that was attached again since stays."""
    metadata.create_all(connection)
    if connection.dialect.name == "sqlite":
        # SQLite otherwise leaves the bytes of a deleted row in the file.
        connection.exec_driver_sql("PRAGMA secure_delete = ON").close()
    for digest in digests:
        connection.execute(
            files.delete().where(files.c.digest == digest, files.c.kept_at <= timestamp(before))
        )


def drop_unnamed(connection: sa.Connection, named: Collection[str], at: datetime) -> None:
    """Let go of what was attached a month ago or longer and no order names."""
    metadata.create_all(connection)
    old = sa.select(files.c.digest).where(files.c.kept_at < timestamp(at - _WAITS))
    destroy(connection, {*connection.execute(old).scalars()} - {*named}, at)
