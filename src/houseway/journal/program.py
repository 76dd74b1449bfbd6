"""Which version of Houseway wrote a journal from which entry on: the record says so itself."""

import re
from collections.abc import Mapping

import msgspec

from houseway.journal.errors import Conflict, JournalUnavailable
from houseway.journal.journal import Journal

PROGRAM_STREAM = "program"
_NAMED = re.compile(r"\d+(?:\.\d+)*", re.ASCII)


class ProgramEntered(msgspec.Struct, frozen=True, kw_only=True):
    """From here on this version of Houseway records."""

    version: str


def programs(journal: Journal) -> Mapping[int, str]:
    """The versions of Houseway that wrote the journal, each by the position from which on it did."""
    return {
        entry.position: msgspec.json.decode(entry.body, type=ProgramEntered).version
        for entry in journal.read(PROGRAM_STREAM)
    }


def enter_program(journal: Journal, version: str, recorded_at: str | None = None) -> None:
    """Record that this version writes from now on, unless that is known; a version older than the last is refused."""
    known = tuple(programs(journal).values())
    if known and known[-1] == version:
        return
    newest = max(known, key=_numbers, default="")
    if _numbers(version) < _numbers(newest):
        raise JournalUnavailable(
            f"this is Houseway {version}, and Houseway {newest} has written here",
            f"use version {newest} or a newer one",
        )
    try:
        journal.append(
            PROGRAM_STREAM, len(known), "program-entered", ProgramEntered(version=version), recorded_at
        )
    except Conflict:
        # Another process of the house has just said so.
        return


def _numbers(version: str) -> tuple[int, ...]:
    found = _NAMED.match(version)
    return tuple(map(int, found[0].split("."))) if found else ()
