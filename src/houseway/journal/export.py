r"""The record as JSON lines, for whoever wants to check it with tools of their own.

Every line is canonical JSON. The first one describes the journal, each further one is an entry, in order:

    {"checkpoints":[{"key":…,"note":…,"position":1000}],"entries":1234,"format":"houseway journal 1","hash":"9f…"}
    {"body":{…},"hash":"c3…","kind":…,"position":1,"previous":"00…","recorded_at":…,"stream":…,"version":1}

`body` is the recorded value itself; its canonical bytes are what was hashed. Hashes are in lower-case hexadecimal.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from houseway.journal.audit import NOTHING, Note, Outside, Report, Row, audit
from houseway.journal.canonical import canonical, parse
from houseway.journal.entry import Head
from houseway.journal.errors import NotCanonical

_FORMAT = "houseway journal 1"
_UNREADABLE = Row(None, None, None, None, None, None, None, None)


def first_line(head: Head, notes: Iterable[Note]) -> bytes:
    """Write the line that says how long the journal is and which checkpoints it has."""
    return canonical(
        {
            "checkpoints": [note._asdict() for note in notes],
            "entries": head.position,
            "format": _FORMAT,
            "hash": head.hash.hex(),
        }
    )


def entry_line(row: Row) -> bytes:
    """Write one entry as a line."""
    members = row._asdict()
    return canonical(
        members | {"body": parse(row.body), "hash": row.hash.hex(), "previous": row.previous.hex()}
    )


def verify_export(lines: Iterable[bytes], outside: Outside = NOTHING) -> Report:
    """Check an exported file, line by line, without any database."""
    remaining = iter(lines)
    try:
        described: Any = parse(next(remaining, b"").removesuffix(b"\n"))
        if described["format"] != _FORMAT:
            raise ValueError("another format")
        head = Head(described["entries"], unhex(described["hash"]))
        notes = [Note(note["position"], note["key"], note["note"]) for note in described["checkpoints"]]
    except (ValueError, KeyError, TypeError):
        return Report(False, 0, None, "the first line does not describe an exported journal")
    return audit(rows_of(remaining), head, notes, outside)


def rows_of(lines: Iterable[bytes]) -> Iterator[Row]:
    """The entries that lines tell; one that tells none is an entry of which nothing can be read."""
    for line in lines:
        try:
            members: Any = parse(line.removesuffix(b"\n"))
            yield Row(
                **members
                | {
                    "body": canonical(members["body"]),
                    "hash": unhex(members["hash"]),
                    "previous": unhex(members["previous"]),
                }
            )
        except (NotCanonical, ValueError, KeyError, TypeError):
            yield _UNREADABLE


def unhex(text: str) -> bytes:
    """What is written in lower-case hexadecimal, and in no other way."""
    data = bytes.fromhex(text)
    if data.hex() != text:
        raise ValueError("not in lower-case hexadecimal")
    return data
