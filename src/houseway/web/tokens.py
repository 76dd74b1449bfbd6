"""Tokens of programs: seen and collected, by page and by API; they are asked for and revoked as any order is."""

from datetime import date, datetime
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, Router, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath, JSONBody, PathParameter

from houseway.backoffice.access import Access, NoToken, TokenStanding
from houseway.backoffice.listing import page_of
from houseway.backoffice.people import Position, Posting
from houseway.backoffice.programs.schema import duties_of
from houseway.web.door import IN_PERSON, OFFICE_READING, Me, TheVisit, Visit
from houseway.web.office_shell import office_page
from houseway.web.paging import LINKED, Limit, Skip, answer_page
from houseway.web.presence import ProvePresence, require_presence
from houseway.web.problems import LATER, documented, problem_of
from houseway.web.session import IN_SESSION, TheAccess

_LOOKING = LATER | {
    400: documented("The request cannot be read."),
    401: documented("Nobody is signed in, or the token opens nothing."),
    422: documented("The token has no duty to read here; the refusal is recorded."),
    503: documented("The journal cannot be used just now; nothing was done."),
}
_COLLECTING = _LOOKING | {
    403: documented(
        "The request comes from another site, lacks the session's X-CSRF-Token, or shows a token."
    ),
    404: documented("One was given no such token, it has ended, or its secret was shown already."),
    415: documented("A request that changes something is sent as application/json."),
}
TokenName = Annotated[str, PathParameter(description="The name of a token, such as drop-counter.")]


class TokenView(msgspec.Struct, frozen=True, kw_only=True):
    """A token: for whom it acts, what it may do, until when, and why it opens nothing any more if so."""

    token: str
    # The program it is for; empty where it acts in everything as its owner.
    service: str
    credential: str
    reads_as: Position | None
    orders: tuple[str, ...]
    tables: tuple[str, ...]
    metrics: bool
    duties: str
    given_on: date
    last_day: date
    ended: str
    collected_at: datetime | None
    used_at: datetime | None


class Collect(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Nothing: who collects is whoever is signed in, and what is collected stands in the address."""


class SecretView(msgspec.Struct, frozen=True, kw_only=True):
    """A token's secret, shown this once; a program sends it as `Authorization: Bearer`."""

    token: str
    secret: str


def token_view(one: TokenStanding) -> TokenView:
    """A token as it is shown."""
    given, grant = one.given, one.given.grant
    return TokenView(
        token=given.token,
        service=grant.service,
        credential=given.credential,
        reads_as=grant.reads_as,
        orders=grant.orders,
        tables=grant.tables,
        metrics=grant.metrics,
        duties=duties_of(grant),
        given_on=given.given_on,
        last_day=given.last_day,
        ended=one.ended,
        collected_at=one.collected_at,
        used_at=one.used_at,
    )


class TokenApi(Controller):
    """Tokens of programs."""

    path = "/tokens"
    tags = ("session",)

    @get(
        sync_to_thread=True,
        opt=OFFICE_READING,
        responses=_LOOKING,
        response_headers=LINKED,
        summary="Tokens of programs",
    )
    def tokens(
        self,
        request: Request[Any, Any, Any],
        access: TheAccess,
        me: Me,
        skip: Skip = 0,
        limit: Limit = 100,
    ) -> Response[tuple[TokenView, ...]]:
        """One's own tokens; those who give, witness and look into tokens see all of them."""
        page = page_of(access.tokens_for(me), skip, limit)
        return answer_page(request, tuple(map(token_view, page.items)), page.after)

    @get(
        "/this",
        sync_to_thread=True,
        responses=_LOOKING | {404: documented("The request shows no token.")},
        summary="The token that one shows",
    )
    def this(self, access: TheAccess, visit: TheVisit) -> TokenView:
        """What the token of this request may do, and until when."""
        person = visit.person
        mine = access.tokens_for(person) if person else ()
        found = next((one for one in mine if visit.through and one.given.token == visit.through), None)
        if found is None:
            raise NoToken("the request shows no token")
        return token_view(found)

    @post(
        "/{token:str}/secret",
        sync_to_thread=True,
        opt=IN_PERSON,
        security=IN_SESSION,
        responses=_COLLECTING,
        summary="Collect a token's secret",
    )
    def collect(
        self, access: TheAccess, visit: TheVisit, token: TokenName, data: JSONBody[Collect]
    ) -> SecretView:
        """The secret of a token that one was given: made now, shown this once."""
        require_presence(access, visit)
        return SecretView(token=token, secret=access.collect(visit.token, token))


class CollectForm(msgspec.Struct, kw_only=True):
    """What the button of the page tells."""

    csrf: str = ""


@get("/tokens", sync_to_thread=True)
def show_tokens(access: TheAccess, visit: TheVisit, me: Me) -> Response[Any]:
    """The tokens that one may see."""
    return _answer(access, visit, me)


@post("/tokens/{token:str}/secret", sync_to_thread=True)
def collect_secret(
    access: TheAccess,
    visit: TheVisit,
    me: Me,
    token: FromPath[str],
    data: Annotated[CollectForm, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Response[Any]:
    """Show the secret of a token, this once, or say why not."""
    try:
        require_presence(access, visit)
        secret = access.collect(visit.token, token)
    except (NoToken, ProvePresence) as refusal:
        return _answer(access, visit, me, refusal=str(refusal), status=problem_of(refusal)[0])
    return _answer(access, visit, me, collected=SecretView(token=token, secret=secret))


def _answer(
    access: Access,
    visit: Visit,
    me: Posting,
    *,
    collected: SecretView | None = None,
    refusal: str = "",
    status: int = 200,
) -> Response[Any]:
    office = access.office
    found = tuple(map(token_view, access.tokens_for(me)))
    page = office_page(
        "tokens.html", visit, office, "tokens", tokens=found, collected=collected, refusal=refusal
    )
    return Response(page, media_type=MediaType.HTML, status_code=status)


TOKENS = Router(path="/", route_handlers=[show_tokens, collect_secret], include_in_schema=False)
