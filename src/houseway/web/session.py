"""The session for programs and scripts: sign in, see who one is, change the password, sign out."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import Body, JSONBody

from houseway.backoffice.access import Access, Opened, Passkeys, Session
from houseway.backoffice.passkeys.assertion import SIGN_IN
from houseway.backoffice.passkeys.once import Asked
from houseway.backoffice.people import Department, Position
from houseway.web.cookies import no_session_cookie, session_cookie, session_token
from houseway.web.door import (
    IN_PERSON,
    OPEN,
    SignInFirst,
    TheVisit,
    address_of,
)
from houseway.web.guard import name_in
from houseway.web.presence import Shown, require_presence
from houseway.web.problems import documented

TheAccess = NamedDependency[Access]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]

_UNREADABLE = {400: documented("The request cannot be read.")}
_LATER = {
    429: documented("Too many failed attempts; Retry-After says how long to wait."),
    503: documented("The journal cannot be used just now; nothing was done."),
}
_FROM_ELSEWHERE = {
    403: documented("The request comes from another site, or lacks the session's X-CSRF-Token."),
    415: documented("A request that changes something is sent as application/json."),
}
_NOTHING = ResponseSpec(None, generate_examples=False, description="The session is over; nothing follows.")
_NOBODY = {401: documented("Nobody is signed in.")}


# In the document's language: a token does not do.
IN_SESSION = [{"session": list[str]()}]


class SignIn(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Who wants to come in."""

    credential: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    password: Password


class NewPassword(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The password as it is and as it shall be."""

    old: Password
    new: Password


class Ask(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Nothing: a passkey says itself whose it is."""


class Presence(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The password once more, or what a passkey answered; without either, whether the last proof is still good."""

    password: Annotated[str, msgspec.Meta(max_length=200)] = ""
    passkey: Shown | None = None

    def __repr__(self) -> str:
        # A password has no business in a log.
        return "Presence()"


class SessionView(msgspec.Struct, frozen=True, kw_only=True):
    """Who is signed in, until when at most, and what must be shown with whatever changes something."""

    credential: str
    name: str
    position: Position
    department: Department
    ends_at: datetime
    # Sent back as X-CSRF-Token.
    csrf: str


class SessionApi(Controller):
    """One's own session."""

    path = "/session"
    tags = ("session",)

    @post(
        sync_to_thread=True,
        opt=OPEN,
        # In the document's language: none is needed.
        security=[{}],
        responses=_UNREADABLE
        | {401: documented("The credential number or the password is wrong.")}
        | _FROM_ELSEWHERE
        | _LATER,
        summary="Sign in",
    )
    def sign_in(
        self,
        request: Request[Any, Any, Any],
        access: TheAccess,
        data: Annotated[
            SignIn,
            Body(
                examples=[
                    Example(
                        summary="A person with an account",
                        value={"credential": "PA-1001", "password": "keystone-meadows"},
                    )
                ]
            ),
        ],
    ) -> Response[SessionView]:
        """Open a session: the answer sets its cookie, and tells the token that goes with every change."""
        opened = open_session(request, access, data.credential, data.password)
        return Response(session_view(opened.session), cookies=[session_cookie(request, opened.token)])

    @post(
        "/passkey/ask",
        sync_to_thread=True,
        opt=OPEN,
        security=[{}],
        status_code=200,
        responses=_UNREADABLE | _FROM_ELSEWHERE | _LATER,
        summary="Ask what a passkey signs to sign in",
    )
    def ask_passkey(self, request: Request[Any, Any, Any], access: TheAccess, data: JSONBody[Ask]) -> Asked:
        """A challenge for any passkey of the house; whose it is, it says itself."""
        asked = Passkeys(access).ask(SIGN_IN)
        return msgspec.structs.replace(asked, host=name_in(request.headers.get("host", "")))

    @post(
        "/passkey",
        sync_to_thread=True,
        opt=OPEN,
        security=[{}],
        responses=_UNREADABLE
        | {401: documented("The passkey opens nothing here.")}
        | _FROM_ELSEWHERE
        | _LATER,
        summary="Sign in with a passkey",
    )
    def sign_in_by_passkey(
        self, request: Request[Any, Any, Any], access: TheAccess, data: JSONBody[Shown]
    ) -> Response[SessionView]:
        """Open a session for whoever's passkey answered the challenge."""
        opened = Passkeys(access).sign_in(data, host=address_of(request), instead_of=session_token(request))
        return Response(session_view(opened.session), cookies=[session_cookie(request, opened.token)])

    @get(
        sync_to_thread=False,
        opt=IN_PERSON,
        security=IN_SESSION,
        responses=_UNREADABLE | _NOBODY | {403: _FROM_ELSEWHERE[403]} | _LATER,
        summary="Who is signed in",
    )
    def who(self, visit: TheVisit) -> SessionView:
        """The session that the cookie belongs to."""
        if visit.session is None:
            raise SignInFirst
        return session_view(visit.session)

    @post(
        "/password",
        sync_to_thread=True,
        opt=IN_PERSON,
        status_code=204,
        security=IN_SESSION,
        responses=_UNREADABLE | _NOBODY | _FROM_ELSEWHERE | _LATER,
        summary="Change one's password",
    )
    def change_password(self, access: TheAccess, visit: TheVisit, data: JSONBody[NewPassword]) -> None:
        """Change the password; every other session of the same person ends."""
        access.change_password(visit.token, data.old, data.new)

    @post(
        "/presence",
        sync_to_thread=True,
        opt=IN_PERSON,
        status_code=204,
        security=IN_SESSION,
        responses=_UNREADABLE | _NOBODY | _FROM_ELSEWHERE | _LATER,
        summary="Prove that one is there",
    )
    def prove_presence(self, access: TheAccess, visit: TheVisit, data: JSONBody[Presence]) -> None:
        """Show password or passkey once more, so that what moves value is done; without them, ask whether that is needed."""
        if data.passkey is not None:
            Passkeys(access).prove(visit.token, data.passkey)
        elif data.password:
            access.prove(visit.token, data.password)
        else:
            require_presence(access, visit)

    @delete(
        sync_to_thread=True,
        opt=IN_PERSON,
        status_code=204,
        security=IN_SESSION,
        responses={204: _NOTHING} | _UNREADABLE | _NOBODY | {403: _FROM_ELSEWHERE[403]} | _LATER,
        summary="Sign out",
    )
    def sign_out(self, request: Request[Any, Any, Any], access: TheAccess, visit: TheVisit) -> Response[None]:
        """End the session."""
        access.sign_out(visit.token)
        return Response(None, cookies=[no_session_cookie(request)])


def open_session(request: Request[Any, Any, Any], access: Access, credential: str, password: str) -> Opened:
    """Sign somebody in from where the request comes, in place of whoever was signed in there."""
    return access.sign_in(credential, password, host=address_of(request), instead_of=session_token(request))


def session_view(session: Session) -> SessionView:
    """A session as its owner sees it."""
    posting = session.posting
    return SessionView(
        credential=posting.credential,
        name=posting.name,
        position=posting.position,
        department=posting.department,
        ends_at=session.ends_at,
        csrf=session.csrf,
    )
