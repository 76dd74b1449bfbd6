"""The page of one's own passkeys, and the API with which a browser registers one."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, Router, get, post
from litestar.params import JSONBody

from houseway.backoffice.access import Passkeys
from houseway.backoffice.orders import Words
from houseway.backoffice.passkeys.assertion import REGISTER
from houseway.backoffice.passkeys.book import RegisterPasskey
from houseway.backoffice.passkeys.once import Asked
from houseway.backoffice.passkeys.schema import passkeys_of
from houseway.web.door import IN_PERSON, Me, TheVisit
from houseway.web.guard import name_in
from houseway.web.office_api import TheOffice
from houseway.web.office_shell import office_page
from houseway.web.office_view import OrderView, order_view
from houseway.web.presence import TheSigning, require_presence
from houseway.web.problems import LATER, documented
from houseway.web.session import IN_SESSION, Ask, TheAccess

_REGISTERING = LATER | {
    400: documented("The request cannot be read."),
    401: documented("Nobody is signed in, or the browser made no passkey for this house."),
    403: documented(
        "The request comes from another site, lacks the session's X-CSRF-Token, or takes a proof of presence first."
    ),
    415: documented("A request that changes something is sent as application/json."),
    422: documented("The rules do not allow this; the clause is named, and the refusal is recorded."),
    503: documented("The journal cannot be used just now; nothing was done."),
}
_Long = Annotated[str, msgspec.Meta(min_length=1, max_length=20_000)]


class Made(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a browser made, in base64url, for the nonce that it was given, and what its owner calls it."""

    nonce: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    attestation: _Long
    client_data: _Long
    name: Words


class PasskeyApi(Controller):
    """One's own passkeys."""

    path = "/passkeys"
    tags = ("session",)
    opt = IN_PERSON

    @post(
        "/ask",
        sync_to_thread=True,
        security=IN_SESSION,
        status_code=200,
        responses=_REGISTERING,
        summary="Ask to register a passkey",
    )
    def ask(
        self,
        request: Request[Any, Any, Any],
        access: TheAccess,
        visit: TheVisit,
        me: Me,
        data: JSONBody[Ask],
    ) -> Asked:
        """What the browser is told to make a passkey for; those that one has already are not made again."""
        require_presence(access, visit)
        asked = Passkeys(access).ask(REGISTER, credential=me.credential)
        return msgspec.structs.replace(asked, host=_host(request))

    @post(sync_to_thread=True, security=IN_SESSION, responses=_REGISTERING, summary="Register a passkey")
    def register(
        self,
        request: Request[Any, Any, Any],
        office: TheOffice,
        access: TheAccess,
        visit: TheVisit,
        signing: TheSigning,
        me: Me,
        data: JSONBody[Made],
    ) -> OrderView:
        """Put a passkey that the browser has made to information technology, which gives it, and internal audit."""
        passkeys = Passkeys(access)
        require_presence(access, visit)
        made = passkeys.made(
            data.nonce, data.attestation, data.client_data, credential=me.credential, host=_host(request)
        )
        order = RegisterPasskey(
            passkey=made.passkey, public_key=made.public_key, host=_host(request), name=data.name
        )
        key = f"passkey {made.passkey[:100]}"
        proposed = signing.sign(
            lambda shown: office.propose(order, who=me.credential, key=key, assertion=shown)
        )
        return order_view(office, proposed)


def _host(request: Request[Any, Any, Any]) -> str:
    return name_in(request.headers.get("host", ""))


@get("/passkeys", sync_to_thread=True, opt=IN_PERSON)
def show_passkeys(access: TheAccess, visit: TheVisit, me: Me) -> Response[Any]:
    """One's own passkeys, and how another one is registered."""
    office = access.office
    with office.desk() as desk:
        mine = passkeys_of(desk.connection, me.credential)
    page = office_page("passkeys.html", visit, office, "own-passkeys", mine=mine)
    return Response(page, media_type=MediaType.HTML)


PASSKEYS = Router(path="/", route_handlers=[show_passkeys], include_in_schema=False)
