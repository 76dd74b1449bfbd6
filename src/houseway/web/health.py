"""Health and metrics: for whoever watches over the server, without a session, and without anything of the house."""

from typing import Any

import msgspec
from litestar import Request, Response, Router, get
from litestar.exceptions import PermissionDeniedException

import houseway
from houseway.journal import JournalUnavailable
from houseway.web.door import METRICS, OPEN, TheFloor, address_of, visit_of
from houseway.web.guard import name_in
from houseway.web.metrics import CONTENT_TYPE
from houseway.web.network import LOCAL_NAMES, is_among, is_loopback


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server can work, and which version it is."""

    status: str
    version: str = houseway.__version__


@get("/health", sync_to_thread=True, opt=OPEN)
def health(floor: TheFloor) -> Response[Health]:
    """Whether the journal can be read: nothing works without it."""
    try:
        floor.journal.head()
    except JournalUnavailable:
        return Response(Health(status="the journal cannot be read"), status_code=503)
    return Response(Health(status="ok"))


@get("/metrics", sync_to_thread=True, opt=METRICS)
def metrics(request: Request[Any, Any, Any], floor: TheFloor) -> Response[str]:
    """What the server counted, for this machine itself, the addresses it is served with, and tokens with this duty.

    Raises `PermissionDeniedException` for anybody else.
    """
    state = request.app.state
    address = address_of(request)
    # A proxy on this machine that nobody named as one passes on the name it was asked for.
    here = is_loopback(address) and name_in(request.headers.get("host", "")) in LOCAL_NAMES
    grant = visit_of(request).grant
    if not here and not is_among(address, state.watchers) and not (grant and grant.reads_metrics()):
        raise PermissionDeniedException(
            "metrics are read on the machine itself, from where the house is served with --metrics-from, "
            "or with a token that has this duty"
        )
    text = state.metrics.text(floor.journal.head().position)
    return Response(text, media_type=CONTENT_TYPE)


HEALTH = Router(path="/", route_handlers=[health, metrics], include_in_schema=False)
