"""Who somebody is at the command line: a credential, and a password typed at a terminal or read from standard input, never an argument."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getpass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from houseway.cli.books import open_journal
from houseway.cli.output import BAD_INPUT, UNLAWFUL, Failure

if TYPE_CHECKING:
    from houseway.backoffice.access import Access, Opened

As = Annotated[
    str,
    Parameter(
        name="--as",
        env_var="HOUSEWAY_CREDENTIAL",
        help="Your credential number, by which the house knows you, for instance FS-1 (houseway people list shows "
        "everybody's); the password is asked, or in $HOUSEWAY_PASSWORD.",
    ),
]


@contextmanager
def open_access(database: str | None) -> "Iterator[Access]":
    """Who may come in, to be asked and changed; what cannot be kept so is told plainly."""
    from houseway.backoffice.access import Access, NoAccount, TryLater, WeakPassword, WrongPassword
    from houseway.backoffice.office import Office

    with open_journal(database, write=True) as journal:
        try:
            yield Access(Office(journal))
        except (WrongPassword, TryLater) as refusal:
            raise Failure(UNLAWFUL, str(refusal)) from None
        except NoAccount as none:
            fix = "houseway people list shows who works here; --renew gives an account another password"
            raise Failure(BAD_INPUT, str(none), fix=fix) from None
        except WeakPassword as weak:
            raise Failure(BAD_INPUT, str(weak)) from None


@contextmanager
def admitted(access: "Access", credential: str, *, password: str | None = None) -> "Iterator[Opened]":
    """A session of somebody whose password is right: the one given, in $HOUSEWAY_PASSWORD, or asked for."""
    if not access.is_in_use():
        raise Failure(BAD_INPUT, "nobody has an account here", fix="open the first: houseway people account")
    if password is None:
        password = os.environ.get("HOUSEWAY_PASSWORD") or asked(f"password of {credential}: ")
    opened = access.sign_in(credential, password, host="command line")
    try:
        yield opened
    finally:
        access.sign_out(opened.token)


def asked(question: str) -> str:
    """A password that somebody types unseen, or the next line of standard input where nobody sits at it."""
    try:
        line = getpass(question) + "\n" if sys.stdin.isatty() else sys.stdin.readline()
    except EOFError:
        line = ""
    if not line:
        fix = "type it at a terminal, pass it on standard input, or set HOUSEWAY_PASSWORD"
        raise Failure(BAD_INPUT, f"no {question.removesuffix(': ')} was given", fix=fix)
    return line.rstrip("\r\n")


def asked_twice(credential: str) -> str:
    """A new password; at a terminal it is typed twice, because nobody sees what is typed."""
    new = asked(f"new password of {credential}: ")
    if sys.stdin.isatty() and asked("the same again: ") != new:
        raise Failure(BAD_INPUT, "the new password was not typed the same twice")
    return new
