"""Where the journal lies: the database named on the command line, in the environment, or by default."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from houseway.cli.output import CONFLICT, UNAVAILABLE, Failure

if TYPE_CHECKING:
    from houseway.journal import Journal

DEFAULT = "var/houseway.db"
# Whose journal a checkpoint speaks of.
ORIGIN = "houseway"
Database = Annotated[
    str | None,
    Parameter(
        name="--db", help=f"The journal: a file or postgresql://… (default: $HOUSEWAY_DB, else {DEFAULT})."
    ),
]


def place_of(database: str | None) -> str:
    """The journal's place."""
    return database or os.environ.get("HOUSEWAY_DB") or DEFAULT


def key_file(place: str) -> Path:
    """Where the key that signs checkpoints is kept: beside the file, or in var/ for a server."""
    return Path("var/checkpoint.key") if "://" in place else Path(place + ".key")


@contextmanager
def open_journal(database: str | None, *, write: bool = False) -> "Iterator[Journal]":
    """The journal, with its failures told plainly."""
    from houseway.floor import ReplayDiffers, StaleView
    from houseway.journal import Conflict, Journal, JournalUnavailable, Signer

    place = place_of(database)
    try:
        signer = None
        if write:
            if "://" not in place:
                Path(place).parent.mkdir(parents=True, exist_ok=True)
            key_file(place).parent.mkdir(parents=True, exist_ok=True)
            signer = Signer.load_or_create(key_file(place), ORIGIN)
        with Journal.open(place, create=write, read_only=not write, signer=signer) as journal:
            yield journal
    except JournalUnavailable as unavailable:
        raise Failure(UNAVAILABLE, unavailable.cause, fix=unavailable.fix) from None
    except OSError as error:
        raise Failure(UNAVAILABLE, str(error)) from None
    except (Conflict, StaleView) as conflict:
        raise Failure(CONFLICT, str(conflict)) from None
    except ReplayDiffers as differs:
        raise Failure(1, str(differs)) from None
