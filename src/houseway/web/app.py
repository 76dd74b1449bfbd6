"""The application: pages and API over one floor."""

from collections.abc import Collection
from contextlib import AbstractAsyncContextManager
from copy import copy
from functools import lru_cache
from typing import Any

from litestar import Litestar, Request, Router
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.events import SimpleEventEmitter
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.routes import HTTPRoute

import houseway
from houseway.backoffice.access import Access
from houseway.floor import Floor
from houseway.floor.pit import Pit
from houseway.floor.round_index import RoundsOfFloor
from houseway.web.accounts import ACCOUNTS
from houseway.web.api import API
from houseway.web.changes import Drawings
from houseway.web.cookies import CookieNames
from houseway.web.dispute_page import DISPUTE
from houseway.web.docs_page import DOCS
from houseway.web.docs_site import DOCS_SITE
from houseway.web.document import Document
from houseway.web.door import OPEN, Door, me_of, visit_of
from houseway.web.guard import add_security_headers
from houseway.web.health import HEALTH
from houseway.web.law_pages import LAW
from houseway.web.learning_pages import LEARNING
from houseway.web.limits import Limits
from houseway.web.live import STREAMED, Live
from houseway.web.luck_page import LUCK
from houseway.web.metrics import Metrics
from houseway.web.network import Network
from houseway.web.odds_compare import COMPARE
from houseway.web.odds_pages import ODDS
from houseway.web.office_figures import FIGURES
from houseway.web.office_letters import LETTERS
from houseway.web.office_pages import OFFICE
from houseway.web.pages import PAGES, answer_fault
from houseway.web.passkeys import PASSKEYS
from houseway.web.password import PASSWORD
from houseway.web.pit_page import PIT
from houseway.web.presence import signing_of
from houseway.web.round_page import ROUND
from houseway.web.rounds_pages import ROUNDS
from houseway.web.sign_in import SIGN_IN
from houseway.web.statics import static_files
from houseway.web.tokens import TOKENS
from houseway.web.training_pages import TRAINING
from houseway.web.watching import Watch

_ABOUT = """The moves of the house for programs. Amounts are whole cents. A move that the rules do not allow is refused
with the clause it offends and changes nothing; an acknowledged move is durable. A program shows its token with every
request, as `Authorization: Bearer`. People sign in with `POST /api/session`; they send the cookie it sets with every
request, and the token it tells as `X-CSRF-Token` with every one that changes something. Lists come in pages: a `Link`
header leads to the next one."""


_SCHEMA = "/api/openapi.json"


def _nothing_below_the_schema(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Litestar would answer with a page of its own there."""
    if connection.url.path != _SCHEMA:
        raise NotFoundException


def cookie_names(floor: Floor) -> CookieNames:
    """What the cookies of a house are called."""
    opening = floor.office.opening
    return CookieNames(opening.mark if opening else "")


def _give_in_turn(app: Litestar) -> None:
    """Give handlers what they ask for one after the other: a task for each at once, as Litestar has it, takes longer than the rest."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for _, asked in route.route_handler_map.values():
                asked.dependency_batches = [{one} for batch in asked.dependency_batches for one in batch]


def _of_the_house(name: str) -> Provide:
    """What a house has under this name, for the handlers that ask for it."""

    def give(request: Request[Any, Any, Any]) -> Any:
        return request.app.state[name]

    return Provide(give, sync_to_thread=False)


async def _let_in(request: Request[Any, Any, Any]) -> None:
    """Ask whoever comes at the door of the house."""
    door: Door = request.app.state.door
    await door(request)


def _running(app: Litestar) -> AbstractAsyncContextManager[None]:
    """Watch the journal of a house as long as its server runs."""
    live: Live = app.state.live
    return live.running(app)


# What a house gives to the handlers that ask for it.
_GIVEN = ("floor", "live", "drawings", "rounds", "pit", "access", "office")


@lru_cache(maxsize=4)
def _laid_out(session_cookie: str) -> Litestar:
    """Every route, laid out once for all houses of a process whose session cookie is called so."""
    app = Litestar(
        route_handlers=[
            API,
            PAGES,
            FIGURES,
            LETTERS,
            OFFICE,
            SIGN_IN,
            PASSKEYS,
            PASSWORD,
            ACCOUNTS,
            TOKENS,
            DOCS,
            DOCS_SITE,
            LAW,
            ODDS,
            COMPARE,
            ROUNDS,
            ROUND,
            DISPUTE,
            PIT,
            LUCK,
            LEARNING,
            TRAINING,
            HEALTH,
            static_files(),
        ],
        dependencies={
            **{name: _of_the_house(name) for name in _GIVEN},
            "signing": Provide(signing_of, sync_to_thread=False),
            "visit": Provide(visit_of, sync_to_thread=False),
            "me": Provide(me_of, sync_to_thread=False),
        },
        before_request=_let_in,
        before_send=[add_security_headers],
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, exclude_opt_key=next(iter(STREAMED))
        ),
        exception_handlers={Exception: answer_fault},
        lifespan=[_running],
        openapi_config=OpenAPIConfig(
            title="Houseway",
            version=houseway.__version__,
            description=_ABOUT,
            openapi_router=Router(
                _SCHEMA,
                route_handlers=[],
                include_in_schema=False,
                guards=[_nothing_below_the_schema],
                opt=OPEN,
            ),
            use_handler_docstrings=True,
            render_plugins=[Document(path="/")],
            components=Components(
                security_schemes={
                    "session": SecurityScheme(
                        type="apiKey",
                        name=session_cookie,
                        security_scheme_in="cookie",
                        description="Over TLS its name begins with __Host-.",
                    ),
                    "token": SecurityScheme(type="http", scheme="bearer"),
                }
            ),
            security=[{"session": []}, {"token": []}],
        ),
        logging_config=None,
    )
    _give_in_turn(app)
    return app


def make_app(floor: Floor, *, hosts: Collection[str] = (), watchers: tuple[Network, ...] = ()) -> Litestar:
    """The application over a floor; `hosts` are names it answers to besides those of this machine itself.

    `watchers` are the networks from which its metrics may be read, besides this machine itself.
    """
    cookies, metrics, access = cookie_names(floor), Metrics(), Access(floor.office)
    app = copy(_laid_out(cookies.session(over_tls=False)))
    app.state = State(
        {
            "floor": floor,
            "live": Live(floor.journal, metrics.note_move),
            "drawings": Drawings(),
            "rounds": RoundsOfFloor(floor),
            "pit": Pit(floor),
            "access": access,
            "office": floor.office,
            "door": Door(access, hosts),
            "cookies": cookies,
            "metrics": metrics,
            "watchers": watchers,
        }
    )
    # It is the router that opens and closes the house it belongs to, each with an emitter of its own.
    app.asgi_router, app.event_emitter = copy(app.asgi_router), SimpleEventEmitter(())
    app.asgi_router.app = app
    # Around everything, so that what leads nowhere is noted as well.
    app.asgi_handler = Watch(Limits(app.asgi_handler), metrics)
    return app
