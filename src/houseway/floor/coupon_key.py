"""The house's coupon keys: a file of its own beside the journal, which only its owner may read, and never in the journal."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from houseway.backoffice.coupons.barcode import SHORTEST_SECRET, Stamp
from houseway.journal import JournalUnavailable

_FIRST = "HW1"


def load_or_create_stamps(path: Path) -> tuple[Stamp, ...]:
    """The keys that coupons are marked with, the newest first; the file is made with one key where there is none."""
    if not path.exists():
        _create(path)
    return _load(path)


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
