"""The cookies of a house, named after it: two houses under one host name do not sign each other's people out."""

from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

Connection = ASGIConnection[Any, Any, Any, Any]
# A browser keeps a cookie of this name only if it came over TLS, for this host alone and for all of it.
_OVER_TLS = "__Host-"


@dataclass(frozen=True, slots=True)
class CookieNames:
    """What the cookies of one house are called; over TLS as no other host, and nobody in between, can set them."""

    house: str

    def session(self, *, over_tls: bool) -> str:
        """The cookie of whoever has signed in."""
        return self._name("session", over_tls)

    def visitor(self, *, over_tls: bool) -> str:
        """The cookie of whoever has not yet: it ties the sign-in form to the browser it was shown in."""
        return self._name("visitor", over_tls)

    def _name(self, whose: str, over_tls: bool) -> str:
        name = "-".join(filter(None, ("houseway", whose, self.house)))
        return _OVER_TLS + name if over_tls else name


def is_over_tls(connection: Connection) -> bool:
    """Whether a request came over TLS, to this server or to the proxy that is trusted to say so."""
    return str(connection.scope.get("scheme")) == "https"


def session_token(connection: Connection) -> str:
    """The token that a request shows, empty if none."""
    return connection.cookies.get(_names(connection).session(over_tls=is_over_tls(connection)), "")


def visitor_token(connection: Connection) -> str:
    """What a request of somebody who has not signed in shows, empty if nothing."""
    return connection.cookies.get(_names(connection).visitor(over_tls=is_over_tls(connection)), "")


def session_cookie(connection: Connection, token: str) -> Cookie:
    """The cookie of a session; it goes when the browser is closed."""
    over_tls = is_over_tls(connection)
    return _cookie(_names(connection).session(over_tls=over_tls), token, over_tls)


def visitor_cookie(connection: Connection, token: str) -> Cookie:
    """The cookie of a visitor; it goes when the browser is closed."""
    over_tls = is_over_tls(connection)
    return _cookie(_names(connection).visitor(over_tls=over_tls), token, over_tls)


def no_session_cookie(connection: Connection) -> Cookie:
    """What makes a browser forget its session."""
    over_tls = is_over_tls(connection)
    return _cookie(_names(connection).session(over_tls=over_tls), "", over_tls, max_age=0)


def _cookie(name: str, value: str, over_tls: bool, max_age: int | None = None) -> Cookie:
    """A cookie that no script reads and no other site sends."""
    return Cookie(name, value=value, max_age=max_age, httponly=True, samesite="strict", secure=over_tls)


def _names(connection: Connection) -> CookieNames:
    names: CookieNames = connection.app.state.cookies
    return names
