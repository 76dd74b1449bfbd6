"""The application: pages and API over one floor."""

from collections.abc import Collection
from typing import Any

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader, State
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.static_files import create_static_files_router

import houseway
from houseway.backoffice.access import Access
from houseway.floor import Floor
from houseway.web.api import API
from houseway.web.changes import Drawings
from houseway.web.cookies import CookieNames
from houseway.web.docs_page import DOCS
from houseway.web.document import Document
from houseway.web.door import OPEN, Door, me_of, visit_of
from houseway.web.guard import add_security_headers
from houseway.web.health import HEALTH
from houseway.web.live import STREAMED, Live
from houseway.web.metrics import Metrics
from houseway.web.network import Network
from houseway.web.office_pages import OFFICE
from houseway.web.pages import PAGES, answer_fault
from houseway.web.password import PASSWORD
from houseway.web.sign_in import SIGN_IN
from houseway.web.statics import STATIC, STATIC_FILES
from houseway.web.tokens import TOKENS
from houseway.web.watching import Watch

# Pages name a static file with the hash of what it holds, so that nobody need ever ask for it twice.
_FOR_EVER = CacheControlHeader(max_age=31_536_000, public=True, immutable=True)
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


def _names_a_file(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """The system fails, instead of saying that there is none, when asked for a file whose name none can have."""
    if str(connection.path_params["file_path"]).lstrip("/") not in STATIC_FILES:
        raise NotFoundException


def cookie_names(floor: Floor) -> CookieNames:
    """What the cookies of a house are called."""
    opening = floor.office.opening
    return CookieNames(opening.mark if opening else "")


def make_app(floor: Floor, *, hosts: Collection[str] = (), watchers: tuple[Network, ...] = ()) -> Litestar:
    """The application over a floor; `hosts` are names it answers to besides those of this machine itself.

    `watchers` are the networks from which its metrics may be read, besides this machine itself.
    """
    cookies, metrics = cookie_names(floor), Metrics()
    live, access, drawings = Live(floor.journal, metrics.note_move), Access(floor.office), Drawings()
    app = Litestar(
        route_handlers=[
            API,
            PAGES,
            OFFICE,
            SIGN_IN,
            PASSWORD,
            TOKENS,
            DOCS,
            HEALTH,
            create_static_files_router(
                path="/static",
                directories=[STATIC],
                cache_control=_FOR_EVER,
                opt=OPEN,
                guards=[_names_a_file],
            ),
        ],
        dependencies={
            "floor": Provide(lambda: floor, sync_to_thread=False),
            "live": Provide(lambda: live, sync_to_thread=False),
            "drawings": Provide(lambda: drawings, sync_to_thread=False),
            "access": Provide(lambda: access, sync_to_thread=False),
            "office": Provide(lambda: floor.office, sync_to_thread=False),
            "visit": Provide(visit_of, sync_to_thread=False),
            "me": Provide(me_of, sync_to_thread=False),
        },
        before_request=Door(access, hosts),
        before_send=[add_security_headers],
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, exclude_opt_key=next(iter(STREAMED))
        ),
        exception_handlers={Exception: answer_fault},
        lifespan=[live.running],
        state=State({"live": live, "cookies": cookies, "metrics": metrics, "watchers": watchers}),
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
                        name=cookies.session(over_tls=False),
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
    # Around everything, so that what leads nowhere is noted as well.
    app.asgi_handler = Watch(app.asgi_handler, metrics)
    return app
