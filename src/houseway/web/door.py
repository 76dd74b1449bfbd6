"""The door: who comes in with a request, and what somebody without a session meets.

Every route asks for a session once the house has accounts, and whatever changes something also for the token of the
session's pages; a route that does not carries `opt=OPEN`, `opt=ANYONE` or `opt=PUBLIC`. Routes with `opt=PROGRAMS` let in programs,
too, that show a token of their own (`Authorization: Bearer`) instead of a session; `OFFICE_READING` asks of them the duty
to read there. A handler that needs to know who asks takes `me` (the person's posting) or `visit` (all that is known).
"""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Request
from litestar.di import NamedDependency
from litestar.exceptions import PermissionDeniedException

from houseway.backoffice.access import Access, Bearer, Session, WrongToken
from houseway.backoffice.access.tokens import csrf_of, is_same
from houseway.backoffice.grants import Grant, require_reading
from houseway.backoffice.people import Posting
from houseway.floor import Floor
from houseway.journal import JournalUnavailable
from houseway.web.cookies import session_token, visitor_token
from houseway.web.guard import CHANGES_NOTHING, Guard, is_form
from houseway.web.limits import field_of

CSRF_HEADER = "x-csrf-token"
CSRF_FIELD = "csrf"
# A page that looks by itself says so; only what people do keeps a session from its idle lock.
UNATTENDED_HEADER = "x-unattended"

_DOOR = "door"
# Nothing is asked of the request: it shows nothing of the house, or proves itself by a password.
OPEN = {_DOOR: "open"}
# No session is needed, but a form must come from a page that this browser was shown.
ANYONE = {_DOOR: "anyone"}
# Everybody may look, it shows nothing of the house; who is signed in stays known to the page.
PUBLIC = {_DOOR: "public"}
_PROGRAMS = "programs"
# Programs may come in with a token.
PROGRAMS = {_PROGRAMS: "any"}
# Programs may come in with a token; a service reads here only if that is its duty.
OFFICE_READING = {_PROGRAMS: "office"}
# Nothing is asked of the request but where it comes from; a program may show a token with this duty instead.
METRICS = OPEN | {_PROGRAMS: "metrics"}
# Only people come in, signed in themselves.
IN_PERSON = {_PROGRAMS: ""}


class SignInFirst(Exception):
    """A request without a session where one is needed; `back` is the page to come back to."""

    def __init__(self, back: str = "/") -> None:
        super().__init__("nobody is signed in here, or nobody has been here for too long")
        self.back = back
        self.fix = "sign in"


class OnlyInPerson(Exception):
    """A program with a token where only people come in who have signed in themselves."""

    def __init__(self) -> None:
        super().__init__("a token opens nothing here")
        self.fix = "sign in with a password"


class TwoIdentities(Exception):
    """A request with a session and a token, which may be two people's."""

    def __init__(self) -> None:
        super().__init__("the request shows a session and a token")
        self.fix = "send the Cookie header or the Authorization header, not both"


@dataclass(frozen=True, slots=True)
class Visit:
    """What is known of a request: its token and session, if it has any, and what its forms and calls must show.

    A program that came in with a token of its own is its `bearer`.
    """

    token: str = ""
    session: Session | None = None
    csrf: str = ""
    bearer: Bearer | None = None

    @property
    def person(self) -> Posting | None:
        """Who asks, in the position held today; nobody where the house has no accounts yet."""
        if self.bearer is not None:
            return self.bearer.posting
        return self.session.posting if self.session else None

    @property
    def grant(self) -> Grant | None:
        """What the token of a program lets it do; nothing for people, who do what they may."""
        return self.bearer.grant if self.bearer else None

    @property
    def through(self) -> str:
        """The name of the token through which a program asks."""
        return self.bearer.grant.token if self.bearer else ""

    @property
    def reader(self) -> Posting | None:
        """Who reads: a service reads as somebody in the position that it was given."""
        grant, person = self.grant, self.person
        if grant is None or person is None or grant.reads_as is None:
            return person
        return msgspec.structs.replace(person, position=grant.reads_as)

    @property
    def credential(self) -> str:
        """The credential of whoever asks; empty where the house has no accounts yet."""
        return self.person.credential if self.person else ""

    @property
    def is_demo(self) -> bool:
        """Whether the session is that of a demo account."""
        return self.session is not None and self.session.demo


NOBODY = Visit()
TheVisit = NamedDependency[Visit]
TheFloor = NamedDependency[Floor]
Me = NamedDependency[Posting]


class Door:
    """Looks at every request before its handler does."""

    def __init__(self, access: Access, hosts: Collection[str]) -> None:
        self._access = access
        self._guard = Guard(hosts)

    async def __call__(self, request: Request[Any, Any, Any]) -> None:
        """Refuse what comes from elsewhere, what has no session, and what no page of the session sent."""
        self._guard.check(request)
        rule = request.route_handler.opt.get(_DOOR)
        if (secret := _secret_of(request)) is not None:
            if session_token(request):
                raise TwoIdentities
            if rule != OPEN[_DOOR] or request.route_handler.opt.get(_PROGRAMS) == METRICS[_PROGRAMS]:
                request.state.visit = await asyncio.to_thread(self._program, request, secret)
                return
        if rule == OPEN[_DOOR]:
            return
        visit: Visit | None
        if rule == ANYONE[_DOOR]:
            visit = Visit(csrf=_visitor_csrf(request))
        else:
            visit = await asyncio.to_thread(self._visit, session_token(request), _is_attended(request))
        if visit is None and rule == PUBLIC[_DOOR]:
            visit = NOBODY
        if visit is None:
            raise SignInFirst(_address(request) if request.method in CHANGES_NOTHING else "/")
        request.state.visit = visit
        if request.method not in CHANGES_NOTHING and visit is not NOBODY:
            await _check_token(request, visit)

    def seen(self, request: Request[Any, Any, Any]) -> Visit:
        """Whoever asks for an address that leads nowhere, so that the page that says so is one of theirs."""
        try:
            return self._visit(session_token(request), attended=False) or NOBODY
        except JournalUnavailable:
            return NOBODY

    def _program(self, request: Request[Any, Any, Any], secret: str) -> Visit:
        """What is known of a program that shows a token; it proves itself with every request, so no page need to."""
        let_in = request.route_handler.opt.get(_PROGRAMS)
        bearer = self._access.bearer(secret, host=address_of(request))
        if not let_in:
            raise OnlyInPerson
        if let_in == OFFICE_READING[_PROGRAMS] and request.method in CHANGES_NOTHING:
            office, token = self._access.office, bearer.grant.token
            with office.recording_refusals(bearer.posting, "read the back office", through=token):
                require_reading(bearer.grant)
        return Visit(token=secret, bearer=bearer)

    def _visit(self, token: str, attended: bool) -> Visit | None:
        """What is known of whoever shows a token; a house without accounts asks nobody, else nobody gets in unknown."""
        if not self._access.is_in_use():
            return NOBODY
        session = self._access.session(token, attended=attended)
        return Visit(token, session, session.csrf) if session else None


def _secret_of(request: Request[Any, Any, Any]) -> str | None:
    """The secret of a program's token, where a request shows any."""
    given = request.headers.get("authorization")
    if given is None:
        return None
    scheme, _, secret = given.partition(" ")
    if scheme.lower() != "bearer":
        raise WrongToken
    return secret.strip()


def _visitor_csrf(request: Request[Any, Any, Any]) -> str:
    visitor = visitor_token(request)
    return csrf_of(visitor) if visitor else ""


def _is_attended(request: Request[Any, Any, Any]) -> bool:
    """Whether a person asks; a stream is opened again by the browser itself, without anybody there."""
    streaming = "text/event-stream" in request.headers.get("accept", "")
    return not streaming and UNATTENDED_HEADER not in request.headers


async def _check_token(request: Request[Any, Any, Any], visit: Visit) -> None:
    given = request.headers.get(CSRF_HEADER, "")
    if not given and is_form(request):
        # The form itself is read only once it is known to come from a page of ours.
        given = field_of(await request.body(), CSRF_FIELD)
    if not visit.csrf or not is_same(given, visit.csrf):
        raise PermissionDeniedException(
            "this was not sent from a page of the present session; load the page anew"
        )


def _address(request: Request[Any, Any, Any]) -> str:
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


def sign_in_address(back: str) -> str:
    """The sign-in page, from where one comes back to a page of this house."""
    return "/sign-in" if back == "/" else f"/sign-in?next={quote(back, safe='')}"


def is_local(address: str) -> bool:
    """Whether an address leads to a page of this house: another one must not be reached from our sign-in page."""
    return (
        address.startswith("/")
        and not address.startswith("//")
        and address.isprintable()
        and "\\" not in address
    )


def visit_of(request: Request[Any, Any, Any]) -> Visit:
    """What the door knows of a request; nothing where it did not come so far."""
    visit: Visit = request.state.get("visit", NOBODY)
    return visit


def me_of(request: Request[Any, Any, Any]) -> Posting:
    """Who asks; a house without accounts knows nobody."""
    visit = visit_of(request)
    person = visit.reader if request.method in CHANGES_NOTHING else visit.person
    if person is None:
        raise SignInFirst
    return person


def address_of(request: Request[Any, Any, Any]) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "unknown"
