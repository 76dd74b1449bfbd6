"""Access: accounts tied to credentials, passwords, sessions, and the back-off that meets whoever guesses."""

from houseway.backoffice.access.access import Access, Opened
from houseway.backoffice.access.by_passkey import Passkeys
from houseway.backoffice.access.passwords import WeakPassword
from houseway.backoffice.access.programs import Bearer, TokenStanding
from houseway.backoffice.access.refusals import (
    NoAccount,
    NoToken,
    TryLater,
    WrongPasskey,
    WrongPassword,
    WrongToken,
)
from houseway.backoffice.access.sessions import Session

__all__ = [
    "Access",
    "Bearer",
    "NoAccount",
    "NoToken",
    "Opened",
    "Passkeys",
    "Session",
    "TokenStanding",
    "TryLater",
    "WeakPassword",
    "WrongPasskey",
    "WrongPassword",
    "WrongToken",
]
