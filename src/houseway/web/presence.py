"""Presence: whoever moves value on a page or through a session has shown a password or a passkey a short while ago.

A program shows its token with every request, and a token lasts to its own last day: nobody is asked for one anew.
"""

from houseway.backoffice.access import Access
from houseway.web.door import Visit


class ProvePresence(Exception):
    """Something that moves value, asked for in a session whose owner was last seen to be there too long ago."""

    def __init__(self) -> None:
        super().__init__("this moves value, and the last proof that it is you is too long ago")
        self.fix = "prove that you are there, with your password or your passkey, and send it again"


def require_presence(access: Access, visit: Visit, *, moves_value: bool = True) -> None:
    """Refuse what moves value while nobody has proved to be there of late; nothing of it is done, nor recorded."""
    if moves_value and visit.session is not None and not access.is_proved(visit.session):
        raise ProvePresence
