"""Access: accounts tied to credentials, passwords, sessions, and the back-off that meets whoever guesses."""

from houseway.backoffice.access.access import Access, Opened
from houseway.backoffice.access.passwords import WeakPassword
from houseway.backoffice.access.refusals import NoAccount, TryLater, WrongPassword
from houseway.backoffice.access.sessions import Session

__all__ = ["Access", "NoAccount", "Opened", "Session", "TryLater", "WeakPassword", "WrongPassword"]
