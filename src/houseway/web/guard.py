"""The guard at the door: which requests may come in, and what every answer tells the browser to refuse."""

import ipaddress
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.types import Message, Scope

from houseway.web.network import ANY_ADDRESS, LOCAL_NAMES

CHANGES_NOTHING = frozenset({"GET", "HEAD", "OPTIONS"})
_JSON, _FORM = "application/json", "application/x-www-form-urlencoded"

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# The same as it goes over the wire.
_WIRED = tuple((name.lower().encode(), value.encode()) for name, value in HEADERS.items())


class Guard:
    """Lets in what is addressed to this house and, where it changes something, comes from its own pages or a program."""

    def __init__(self, hosts: Collection[str]) -> None:
        self._hosts = LOCAL_NAMES | frozenset(hosts)
        # A page that rebinds its name to our address still sends its name; bare addresses cannot be rebound.
        self._any_address = not ANY_ADDRESS.isdisjoint(hosts)

    def check(self, request: Request[Any, Any, Any]) -> None:
        """Refuse a request that is addressed elsewhere, or that another site makes a browser send."""
        headers = request.headers
        host = headers.get("host", "")
        if not self._is_ours(name_in(host)):
            raise PermissionDeniedException(
                f"this is not {host or 'a request for any host'}; a house answers to the names it is served with "
                "(houseway serve --allow-host)"
            )
        if request.method in CHANGES_NOTHING:
            return
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            raise PermissionDeniedException("another site may not move here")
        origin = headers.get("origin")
        if origin is not None and _place(origin) != _place(f"{request.scope['scheme']}://{host}"):
            raise PermissionDeniedException(_from_elsewhere(origin, host))
        if request.method != "DELETE" and not self._is_readable(request):
            raise HTTPException(status_code=415, detail="a move is sent as application/json")

    def _is_readable(self, request: Request[Any, Any, Any]) -> bool:
        """Programs and scripts send JSON, which no other site's form can; the forms of our pages carry a token."""
        return _content_type(request) == _JSON or (
            is_form(request) and not request.url.path.startswith("/api/")
        )

    def _is_ours(self, name: str) -> bool:
        return name in self._hosts or (self._any_address and _is_address(name))


def is_form(request: Request[Any, Any, Any]) -> bool:
    """Whether a request is a form that a page has sent."""
    return _content_type(request) == _FORM


def _content_type(request: Request[Any, Any, Any]) -> str:
    return request.headers.get("content-type", "").split(";")[0].strip().lower()


_PORTS = {"http": 80, "https": 443}


def _place(address: str) -> tuple[str, str, int | None] | None:
    """Scheme, host and port of an address, however its usual port is written."""
    try:
        parts = urlsplit(address)
        return parts.scheme, parts.hostname or "", parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None


def _from_elsewhere(origin: str, host: str) -> str:
    """Why a page may not move here; where only the scheme differs, a proxy speaks TLS and is not believed."""
    said = f"{origin} may not move here"
    if origin == f"https://{host}":
        return f"{said}: the request came without TLS; name the proxy that speaks it (houseway serve --trusted-proxy)"
    return said


def name_in(host: str) -> str:
    """The name alone in what a request is addressed to."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


# Whoever came over TLS once comes no other way for a year.
_TLS_ONLY = (b"strict-transport-security", b"max-age=31536000")
_NOT_KEPT = (b"cache-control", b"no-store")


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Put the house's headers on every answer, refusals included."""
    if message["type"] == "http.response.start":
        said = list(message["headers"])
        if not any(name.lower() == _NOT_KEPT[0] for name, _ in said):
            said.append(_NOT_KEPT)
        if scope["scheme"] == "https":
            said.append(_TLS_ONLY)
        message["headers"] = [*said, *_WIRED]
