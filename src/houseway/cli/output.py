"""How the command line speaks: tables for people, JSON for programs, errors with cause, fix and clause."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

Json = Annotated[bool, Parameter(name="--json", negative=(), help="Print JSON for a program to read.")]

CHECK_FAILED, BAD_INPUT, UNLAWFUL, UNAVAILABLE, CONFLICT = 1, 2, 3, 4, 5


class Failure(Exception):
    """A command that could not be carried out: exit code, cause, and where there is one its fix and clause."""

    def __init__(self, code: int, cause: str, *, fix: str = "", clause: str = "") -> None:
        super().__init__(cause)
        self.code = code
        self.cause = cause
        self.fix = fix
        self.clause = clause


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether the command line asks for JSON, even where it is otherwise wrong."""
    return "--json" in arguments


def print_json(value: object) -> None:
    """Print a value as JSON, indented."""
    data = msgspec.json.format(msgspec.json.encode(value), indent=1)
    print_utf8(data.decode() + "\n")


def print_utf8(text: str) -> None:
    """Print text that programs read: UTF-8, whatever the terminal says that it can show."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())


def fail(failure: Failure, *, as_json: bool) -> None:
    """Tell a failure: as JSON on standard output, or in words on standard error."""
    if as_json:
        told = {"cause": failure.cause, "fix": failure.fix, "clause": failure.clause, "code": failure.code}
        print_json({"error": told})
        return
    print(f"houseway: {failure.cause}", file=sys.stderr)
    if failure.clause:
        print(f"  clause: {failure.clause}", file=sys.stderr)
    if failure.fix:
        print(f"  fix: {failure.fix}", file=sys.stderr)


def read(file: Path) -> bytes:
    """What a file holds."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise Failure(BAD_INPUT, f"{file} cannot be read: {error.strerror}") from None


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print rows as a table."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    # What is piped or kept in a file is not broken to the width of a terminal that is not there.
    Console(markup=False, highlight=False, width=None if sys.stdout.isatty() else 160).print(table)


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn what the rooms below may raise into failures a person understands."""
    from houseway.games import UnknownGame
    from houseway.law import RuleViolation, UnknownClause
    from houseway.law.editions import NoEdition
    from houseway.submission import UnlawfulSubmission

    try:
        yield
    except RuleViolation as violation:
        raise Failure(UNLAWFUL, violation.message, fix=violation.fix, clause=violation.clause.id) from None
    except UnknownClause as unknown:
        fix = "see houseway law coverage --json for every clause"
        raise Failure(BAD_INPUT, str(unknown), fix=fix) from None
    except (UnknownGame, NoEdition, UnlawfulSubmission) as refusal:
        raise Failure(BAD_INPUT, str(refusal)) from None
    except msgspec.ValidationError as invalid:
        raise Failure(BAD_INPUT, str(invalid)) from None
