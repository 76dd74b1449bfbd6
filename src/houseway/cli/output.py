"""How the command line speaks: JSON for programs, errors with cause, fix, clause and exit code.

A command ends with 0 when it is done; with 1 when a check found something wrong (a journal that was altered, something
late, dice that are suspicious); with 2 for bad input, be it typed, in a file or in the environment; with 3 where the law
does not allow it, and the clause is told; with 4 when the journal cannot be used (missing, locked, read-only, no journal);
with 5 when somebody else moved first; with 130 when it was interrupted.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

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
    import msgspec

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
    from houseway.cli.tables import print_prose

    print_prose(f"houseway: {failure.cause}", to=sys.stderr)
    for name, said in (("clause", failure.clause), ("fix", failure.fix)):
        if said:
            print_prose(f"{name}: {said}", indent="  ", to=sys.stderr)


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn what the rooms below may raise into failures a person understands."""
    import msgspec

    from houseway.backoffice.orders import PasskeyNeeded
    from houseway.games import UnknownGame
    from houseway.law import RuleViolation, UnknownClause
    from houseway.law.coverage import UnknownChapter
    from houseway.law.editions import NoEdition
    from houseway.submission import UnlawfulSubmission

    try:
        yield
    except RuleViolation as violation:
        raise Failure(UNLAWFUL, violation.message, fix=violation.fix, clause=violation.clause.id) from None
    except PasskeyNeeded as needed:
        raise Failure(UNLAWFUL, str(needed), fix=needed.fix) from None
    except UnknownClause as unknown:
        fix = "see houseway law coverage --json for every clause"
        raise Failure(BAD_INPUT, str(unknown), fix=fix) from None
    except (UnknownChapter, UnknownGame, NoEdition, UnlawfulSubmission) as refusal:
        raise Failure(BAD_INPUT, str(refusal)) from None
    except msgspec.ValidationError as invalid:
        raise Failure(BAD_INPUT, str(invalid)) from None
