"""Static files: where they lie, and the address of each, which changes with what it holds."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from litestar import Router
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.static_files import create_static_files_router

from houseway.web.door import OPEN

# Pages name a static file with the hash of what it holds, so that nobody need ever ask for it twice.
_FOR_EVER = CacheControlHeader(max_age=31_536_000, public=True, immutable=True)
STATIC = Path(__file__).parent / "static"
STATIC_FILES = frozenset(file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*") if file.is_file())


@cache
def static(name: str) -> str:
    """The address of a static file."""
    held = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()
    return f"/static/{name}?v={held[:12]}"


def _names_a_file(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """The system fails, instead of saying that there is none, when asked for a file whose name none can have."""
    if str(connection.path_params["file_path"]).lstrip("/") not in STATIC_FILES:
        raise NotFoundException


def static_files() -> Router:
    """The static files of every page."""
    return create_static_files_router(
        path="/static", directories=[STATIC], cache_control=_FOR_EVER, opt=OPEN, guards=[_names_a_file]
    )
