"""The letters that an exported journal names by their hash, written out beside it."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.cli.files import unusable
from houseway.cli.output import CHECK_FAILED, Failure

if TYPE_CHECKING:
    from houseway.journal import Journal


def write_letters(journal: "Journal", folder: Path) -> int:
    """Write every letter that the book of approvals names into a new folder, each called by its SHA-256; how many there are.

    Letters whose papers were destroyed lawfully are gone; where any other is missing or altered, that is said once the
    rest is written.
    """
    from houseway.backoffice import attachments
    from houseway.backoffice.approvals.attached import named_letters, wrong_letters
    from houseway.backoffice.office import Office
    from houseway.backoffice.retention.destruction import destroyed_letters

    try:
        folder.mkdir(mode=0o700)
    except OSError as error:
        raise unusable(error, folder) from None
    with Office(journal).desk() as desk:
        wrong = wrong_letters(desk.connection, destroyed_letters(desk.connection))
        written = 0
        for digest in sorted(named_letters(desk.connection) - wrong.keys()):
            letter = attachments.read(desk.connection, digest)
            if letter is None:
                continue
            path = folder / f"{digest}.{letter.type.suffix}"
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(letter.content)
            written += 1
    if wrong:
        told = ", ".join(f"{digest[:12]} is {what}" for digest, what in wrong.items())
        raise Failure(
            CHECK_FAILED,
            f"{written} letters were written, but not all are as they came: {told}",
            fix="restore them from a copy; houseway office verify names them, too",
        )
    return written
