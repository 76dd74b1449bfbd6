"""The house's coupon keys: a file of its own beside the journal, which only its owner may read, and never in the journal."""

import hashlib
import os
import secrets
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from houseway.backoffice.coupons.barcode import SHORTEST_SECRET, Stamp
from houseway.journal import Conflict, Entry, Journal, JournalUnavailable

_FIRST = "HW1"
COUPON_KEYS = "coupon-keys"


def load_or_create_stamps(path: Path) -> tuple[Stamp, ...]:
    """The keys that coupons are marked with, the newest first; the file is made with one key where there is none."""
    if not path.exists():
        _create(path)
    return _load(path)


def stamps_of(journal: Journal, path: Path) -> tuple[Stamp, ...]:
    """The keys of a house; the journal knows them by their marks, and neither a missing file nor another house's will do."""
    known = {_entered(entry).mark for entry in journal.read(COUPON_KEYS)}
    if known and not path.exists():
        raise JournalUnavailable(
            f"the key that marks this house's coupons is not at {path}",
            "restore it from its copy, or say where it is with $HOUSEWAY_COUPON_KEY",
        )
    stamps = load_or_create_stamps(path)
    if known - {_mark(stamp) for stamp in stamps}:
        raise JournalUnavailable(
            f"{path} does not hold the key that marks this house's coupons", "restore it from its copy"
        )
    return stamps


def enter_stamps(journal: Journal, stamps: Iterable[Stamp]) -> None:
    """Record the keys with which coupons are marked, where they are not known yet."""
    known = {_entered(entry).mark for entry in journal.read(COUPON_KEYS)}
    for stamp in stamps:
        if (mark := _mark(stamp)) not in known:
            entered = CouponKeyEntered(id=stamp.id, mark=mark)
            with suppress(Conflict):  # another process was first
                journal.append(COUPON_KEYS, journal.version(COUPON_KEYS), "coupon-key-entered", entered)


class CouponKeyEntered(msgspec.Struct, frozen=True, kw_only=True):
    """Coupons may be marked with this key; the mark tells it from others, and nothing about it."""

    id: str
    mark: str


def _entered(entry: Entry) -> CouponKeyEntered:
    return msgspec.json.decode(entry.body, type=CouponKeyEntered)


def _mark(stamp: Stamp) -> str:
    return hashlib.sha256(b"houseway coupon key 1\n" + stamp.secret).hexdigest()[:16]


def _create(path: Path) -> None:
    """Make the file whole or not at all: half a key would make every printed coupon worthless."""
    try:
        descriptor, unfinished = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(f"{_FIRST} {secrets.token_hex(SHORTEST_SECRET)}\n")
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):  # another process was first: its key is the house's
                os.link(unfinished, path)
        finally:
            os.unlink(unfinished)
    except OSError as error:
        raise JournalUnavailable(
            f"the coupon key {path} cannot be made: {error.strerror}", "choose a folder that can be written"
        ) from None


def _load(path: Path) -> tuple[Stamp, ...]:
    try:
        if path.stat().st_mode & 0o077:
            raise JournalUnavailable(
                f"the coupon key {path} can be read by others", f"chmod 600 {path}, or replace the key"
            )
        lines = path.read_text(encoding="ascii").split("\n")
        found = tuple(_stamp(line) for line in lines if line.strip())
        if not found or len({stamp.id for stamp in found}) < len(found):
            raise ValueError("it names no key, or one twice")
    except OSError as error:
        raise JournalUnavailable(
            f"the coupon key {path} cannot be read: {error.strerror}",
            "give this process the right to read it",
        ) from None
    except ValueError as error:
        raise JournalUnavailable(
            f"{path} does not hold coupon keys: {error}", "restore the key file from its copy"
        ) from None
    return found


def _stamp(line: str) -> Stamp:
    name, _, secret = line.strip().partition(" ")
    try:
        return Stamp(id=name, secret=bytes.fromhex(secret))
    except ValueError:
        # What it says may be half a secret.
        raise ValueError("a line of it is no key") from None
