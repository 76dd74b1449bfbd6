"""Files that only the one who asked for them may read: patrons' addresses, and coupons that are as good as money."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_OWNER_ONLY = 0o600


@contextmanager
def kept_private(file: Path) -> Iterator[BinaryIO]:
    """The file, to write; one that was not there before is gone again if nothing came of it."""
    is_new = not file.exists()
    file.touch(mode=_OWNER_ONLY)
    file.chmod(_OWNER_ONLY)
    try:
        with file.open("r+b") as opened:
            yield opened
            opened.truncate()
    except BaseException:
        if is_new:
            file.unlink()
        raise


@contextmanager
def a_folder(folder: Path) -> Iterator[None]:
    """The folder, made if need be; one that was not there before is gone again if nothing came of it."""
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        if is_new:
            folder.rmdir()
        raise
