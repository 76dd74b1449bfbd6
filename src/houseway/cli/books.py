"""Where the journal lies: the database named on the command line, in the environment, or by default."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from houseway.cli.files import unusable
from houseway.cli.output import CHECK_FAILED, CONFLICT, UNAVAILABLE, Failure

if TYPE_CHECKING:
    from houseway.backoffice.coupons.barcode import Stamp
    from houseway.journal import Journal, Signer

DEFAULT = "var/houseway.db"
_NO_JOURNAL = (
    "name the right one with --db or $HOUSEWAY_DB, or make one: houseway people open or houseway serve --new for a house "
    "of one's own, houseway serve --demo for the demo property"
)
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
    """Where the key that signs checkpoints is kept: where $HOUSEWAY_SIGNING_KEY says, else beside the file, or in var/ for a server."""
    if named := os.environ.get("HOUSEWAY_SIGNING_KEY"):
        return Path(named)
    file = _file_of(place)
    return Path("var/checkpoint.key").absolute() if file is None else Path(f"{file}.key")


def coupon_key_file(place: str) -> Path:
    """Where the keys of the coupons' barcodes are kept: where $HOUSEWAY_COUPON_KEY says, else beside the file, or in var/ for a server."""
    if named := os.environ.get("HOUSEWAY_COUPON_KEY"):
        return Path(named)
    file = _file_of(place)
    return Path("var/coupons.key").absolute() if file is None else Path(f"{file}.coupons.key")


def coupon_stamps(database: str | None, journal: "Journal", *, enter_now: bool = True) -> "tuple[Stamp, ...]":
    """The keys of the coupons' barcodes, the newest first; made with the house, and never another one for it."""
    from houseway.floor.coupon_key import enter_stamps, stamps_of

    stamps = stamps_of(journal, coupon_key_file(place_of(database)))
    if enter_now and not journal.read_only:
        enter_stamps(journal, stamps)
    return stamps


def _file_of(place: str) -> Path | None:
    """The file a journal lies in, unless it lies on a server."""
    if "://" not in place:
        return Path(place)
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(place)
    except ArgumentError:
        return None
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def _make_way(place: str) -> None:
    """The folder for a journal that is to be made."""
    if (file := _file_of(place)) is not None:
        file.parent.mkdir(parents=True, exist_ok=True)


def keys_of(place: str) -> "list[Signer]":
    """The key of a journal and those that it had before, as far as they are at hand; nothing is made."""
    from houseway.journal import JournalUnavailable, Signer

    path, found = key_file(place), []
    for file in (path, *sorted(path.parent.glob(f"{path.name}.*"))):
        with suppress(JournalUnavailable):
            found.append(Signer.load(file))
    return found


def signer_of(place: str, *, create: bool = False) -> "Signer":
    """The key for a journal that can be written, named as the house that it is of; a refused journal leaves no key behind.

    A key is made only for a journal that nothing was signed in yet: another one would not be its own.
    """
    from houseway.backoffice.office import Office
    from houseway.backoffice.postings.opening import ORIGIN
    from houseway.journal import Journal, JournalUnavailable, Signer, recorded_keys

    if create:
        _make_way(place)
    with Journal.open(place, create=create) as journal:
        opening, key = Office(journal).opening, key_file(place)
        signed = bool(recorded_keys(journal) or journal.checkpoints())
    origin = opening.origin if opening else ORIGIN
    if not signed:
        key.parent.mkdir(parents=True, exist_ok=True)
        return Signer.load_or_create(key, origin)
    if not key.exists():
        raise JournalUnavailable(
            f"the key that signs this journal is not at {key}",
            "restore it from its copy, or say where it is with $HOUSEWAY_SIGNING_KEY",
        )
    return Signer.load(key, origin)


def enter(journal: "Journal") -> None:
    """Record which version of Houseway writes from now on, and which key signs, where that is not known yet."""
    from houseway import __version__
    from houseway.journal import enter_key, enter_program

    enter_program(journal, __version__)
    if (key := journal.signs_with) is not None:
        enter_key(journal, key)


@contextmanager
def open_journal(
    database: str | None,
    *,
    write: bool = False,
    create: bool = False,
    signed: bool = True,
    enter_now: bool = True,
) -> "Iterator[Journal]":
    """The journal, to read or to `write`, made where there is none only to `create`; failures are told plainly.

    Where it is not `signed` no key is asked for, nor made: before a house is opened nobody knows whose it would be. Whoever
    looks first whether it is the right journal enters it later.
    """
    from houseway.floor import ReplayDiffers, StaleView
    from houseway.journal import Conflict, Journal, JournalMissing, JournalUnavailable

    place = place_of(database)
    try:
        signer = signer_of(place, create=create) if write and signed else None
        if create:
            _make_way(place)
        with Journal.open(place, create=create, read_only=not write, signer=signer) as journal:
            if write and enter_now:
                enter(journal)
            yield journal
    except JournalUnavailable as unavailable:
        missing = not create and isinstance(unavailable, JournalMissing)
        raise Failure(
            UNAVAILABLE, unavailable.cause, fix=_NO_JOURNAL if missing else unavailable.fix
        ) from None
    except BrokenPipeError:
        # Nothing is wrong with the journal: whoever read our output has seen enough.
        raise
    except OSError as error:
        raise unusable(error, code=UNAVAILABLE) from None
    except (Conflict, StaleView) as conflict:
        raise Failure(CONFLICT, str(conflict)) from None
    except ReplayDiffers as differs:
        raise Failure(CHECK_FAILED, differs.cause, fix=differs.fix) from None
