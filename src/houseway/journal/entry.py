"""One line of the record, and the hash that ties it to all lines before it."""

import hashlib
import re
import struct
from datetime import UTC, datetime
from functools import lru_cache

import msgspec

# What stands in the place of the previous hash where there is no previous entry.
NO_HASH = bytes(32)

# Read first by the hash, so that no other SHA-256 in the house can be mistaken for that of an entry.
_DOMAIN = b"houseway journal entry 1\n"
# Copying it is several times cheaper than asking OpenSSL for a new one.
_EMPTY_HASH = hashlib.sha256()
_NUMBER = struct.Struct(">Q")
_NAME = re.compile(r"[!-~](?:[ -~]{0,198}[!-~])?")
_TIMESTAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")


class Entry(msgspec.Struct, frozen=True):
    """Something that happened, as recorded: `position` in the journal, `version` in its stream, both from 1."""

    position: int
    stream: str
    version: int
    kind: str
    recorded_at: str
    body: bytes
    previous: bytes
    hash: bytes


class Head(msgspec.Struct, frozen=True):
    """Where the journal ends: the number of entries and the hash of the last one."""

    position: int
    hash: bytes


def entry_hash(
    previous: bytes, position: int, stream: str, version: int, kind: str, recorded_at: str, body: bytes
) -> bytes:
    """Hash what an entry says together with the hash of the entry before it (layout: docs/journal.md)."""
    stream_bytes, kind_bytes, recorded_bytes = stream.encode(), kind.encode(), recorded_at.encode()
    number = _NUMBER.pack
    hashing = _EMPTY_HASH.copy()
    hashing.update(
        b"".join(
            (
                _DOMAIN,
                previous,
                number(position),
                number(len(stream_bytes)),
                stream_bytes,
                number(version),
                number(len(kind_bytes)),
                kind_bytes,
                number(len(recorded_bytes)),
                recorded_bytes,
                number(len(body)),
                body,
            )
        )
    )
    return hashing.digest()


def timestamp(moment: datetime) -> str:
    """Write a moment as the journal does: UTC, microseconds, Z."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no time zone")
    in_utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return in_utc.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def is_timestamp(text: str) -> bool:
    """Tell whether a text is a moment as the journal writes it."""
    if _TIMESTAMP.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4096)
def is_name(text: str) -> bool:
    """Tell whether a text may name a stream or a kind: 1 to 200 printable ASCII characters."""
    return _NAME.fullmatch(text) is not None
