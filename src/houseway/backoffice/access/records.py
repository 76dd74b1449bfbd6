"""What the journal keeps of access, in a stream of its own: who came, failed, was locked out and went; never a secret."""

from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

import msgspec

from houseway.backoffice.orders import kebab
from houseway.journal import Transaction, timestamp

STREAM = "office-access"
# That the house has marked what it kept of access before it marked anything: recorded once, so that it happens once.
MARKS_STREAM = "office-access-marks"


class Ending(StrEnum):
    """Why a session ended."""

    SIGNED_OUT = "signed out"
    SWITCHED = "somebody signed in instead"
    IDLE = "idle"
    LIFETIME = "its time was over"
    LEFT = "no longer employed"
    PASSWORD = "the password was changed"
    CLOSED = "the account was closed"
    FORGED = "the house did not open it"


class AccountOpened(msgspec.Struct, frozen=True, kw_only=True):
    """A credential got a password; `by` and `witness` are those who opened the account, empty for the first ones."""

    credential: str
    by: str
    witness: str
    demo: bool


class PasswordChanged(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody changed their password, or got another from those named."""

    credential: str
    by: str = ""
    witness: str = ""


class AccountClosed(msgspec.Struct, frozen=True, kw_only=True):
    """A credential opens nothing any more."""

    credential: str
    by: str


class SignedIn(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody came in, by a password or by the passkey that is named."""

    credential: str
    person: str
    address: str
    passkey: str = ""


class PresenceProved(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who was signed in showed the password, or a passkey, once more."""

    credential: str
    address: str
    by: str = "password"


class SignInFailed(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody did not get in; what was typed is kept only where it is the credential of an account.

    Failures at credentials that nobody has are counted together, and noted at the first, second, fourth, eighth and so
    on of them: nobody from outside can fill the journal.
    """

    credential: str
    address: str
    failures: int
    wait_seconds: int


class TokenCollected(msgspec.Struct, frozen=True, kw_only=True):
    """The owner of a token was shown its secret, this once."""

    token: str
    credential: str


class TokenUsed(msgspec.Struct, frozen=True, kw_only=True):
    """A program came in with a token, for the first time from this address."""

    token: str
    credential: str
    address: str


class LockedOut(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody tried while the wait after a failure was not over; noted once for each wait."""

    credential: str
    address: str


class SignedOut(msgspec.Struct, frozen=True, kw_only=True):
    """A session ended."""

    credential: str
    reason: Ending


class AccessMarked(msgspec.Struct, frozen=True, kw_only=True):
    """From here on every account and every collected token has a mark of the house; so many were there before."""

    accounts: int
    tokens: int


Record: TypeAlias = (
    AccountOpened
    | AccountClosed
    | PasswordChanged
    | PresenceProved
    | SignedIn
    | SignInFailed
    | LockedOut
    | SignedOut
    | TokenCollected
    | TokenUsed
)


def kind_of(what: type[Record | AccessMarked]) -> str:
    """What an entry of access is called."""
    return kebab(what.__name__)


def record(transaction: Transaction, what: Record, at: datetime) -> int:
    """Record something in the stream of access, and give its version there."""
    return transaction.append(STREAM, kind_of(type(what)), what, timestamp(at)).version


def record_marked(transaction: Transaction, marked: AccessMarked, at: datetime) -> None:
    """Record that everything is marked from here on."""
    transaction.append(MARKS_STREAM, kind_of(AccessMarked), marked, timestamp(at))
