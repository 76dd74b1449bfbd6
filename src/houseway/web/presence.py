"""Presence: whoever moves value on a page or through a session has shown a password or a passkey a short while ago.

A program shows its token with every request, and a token lasts to its own last day: nobody is asked for one anew.
Whoever has a passkey signs orders with it: the answer that asks for it says what the passkey has to sign, and the same
request comes again with what it answered (`X-Passkey`).
"""

from base64 import urlsafe_b64decode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Request
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException

from houseway.backoffice.access import Access, Passkeys
from houseway.backoffice.orders import PasskeyNeeded
from houseway.backoffice.passkeys.assertion import PRESENCE, Assertion
from houseway.backoffice.passkeys.once import Asked
from houseway.backoffice.records import OrderRecord
from houseway.web.door import TheVisit, Visit

PASSKEY_HEADER = "x-passkey"


class ProvePresence(Exception):
    """Something that moves value, asked for in a session whose owner was last seen to be there too long ago."""

    def __init__(self, asked: Asked | None = None) -> None:
        super().__init__("this moves value, and the last proof that it is you is too long ago")
        self.fix = "prove that you are there, with your password or your passkey, and send it again"
        self.asked = asked


class SignWithPasskey(Exception):
    """An order whose signer has a passkey, sent without what it signs."""

    def __init__(self, asked: Asked) -> None:
        super().__init__("you sign with your passkey, and this was sent without it")
        self.fix = "let the passkey sign the challenge, and send the same again with its answer as X-Passkey"
        self.asked = asked


class Shown(Assertion, frozen=True, kw_only=True):
    """What a passkey answered, and the key of the order that was asked with it."""

    key: str = ""

    def answer(self) -> Assertion:
        """The answer alone, as it is recorded under an order."""
        return Assertion(**{name: getattr(self, name) for name in Assertion.__struct_fields__})


@dataclass(frozen=True, slots=True)
class Signing:
    """Whoever signs orders through a request, and what their passkey has answered, if anything."""

    access: Access
    visit: Visit
    shown: Shown | None

    def check(self, *, moves_value: bool = True) -> None:
        """Refuse an order that moves value without a recent proof; a passkey that signs it is one, or will be asked for."""
        session = self.visit.session
        if self.shown is not None or session is None or not moves_value:
            return
        if not Passkeys(self.access).sign_for(session.posting.credential):
            require_presence(self.access, self.visit)

    def key(self, otherwise: str) -> str:
        """The key of an order that gets one here: the same as before, where its signer comes back with the passkey."""
        return self.shown.key if self.shown is not None and self.shown.key else otherwise

    def sign(self, give: Callable[[Assertion | None], OrderRecord]) -> OrderRecord:
        """Give or sign an order with what the passkey answered; where it has to and did not, say what it is asked."""
        try:
            done = give(self.shown.answer() if self.shown is not None else None)
        except PasskeyNeeded as needed:
            asked = Passkeys(self.access).ask(
                needed.act, credential=needed.credential, digest=needed.digest, key=needed.key
            )
            raise SignWithPasskey(asked) from None
        if self.shown is not None:
            self.access.note_proof(self.visit.token)
        return done


TheSigning = NamedDependency[Signing]


def signing_of(request: Request[Any, Any, Any], access: NamedDependency[Access], visit: TheVisit) -> Signing:
    """Who signs through a request; programs show a token instead of a passkey."""
    given = request.headers.get(PASSKEY_HEADER, "")
    return Signing(access, visit, _read(given) if given and visit.bearer is None else None)


def _read(given: str) -> Shown:
    try:
        return msgspec.json.decode(urlsafe_b64decode(given + "=" * (-len(given) % 4)), type=Shown)
    except (ValueError, msgspec.MsgspecError):
        raise HTTPException(status_code=400, detail="X-Passkey is not what a passkey answered") from None


def require_presence(access: Access, visit: Visit, *, moves_value: bool = True) -> None:
    """Refuse what moves value while nobody has proved to be there of late; nothing of it is done, nor recorded."""
    session = visit.session
    if not moves_value or session is None or access.is_proved(session):
        return
    passkeys, credential = Passkeys(access), session.posting.credential
    raise ProvePresence(passkeys.ask(PRESENCE, credential=credential) if passkeys.of(credential) else None)
