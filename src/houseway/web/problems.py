"""Problems: what the API answers when it cannot do what was asked, in words and with the clause."""

import logging
from datetime import timedelta
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from houseway.backoffice.access import (
    NoAccount,
    NoToken,
    TryLater,
    WeakPassword,
    WrongPasskey,
    WrongPassword,
    WrongToken,
)
from houseway.backoffice.attachments import FileAltered
from houseway.backoffice.orders import PasskeyNeeded
from houseway.backoffice.passkeys.once import Asked
from houseway.backoffice.records import BadOrder
from houseway.floor import BadMove, ReplayDiffers, SetAside, StaleView, UnknownTable
from houseway.games import UnknownGame
from houseway.journal import Conflict, JournalUnavailable, NotCanonical
from houseway.law import RuleViolation, UnknownClause
from houseway.law.editions import NoEdition
from houseway.web.door import OnlyInPerson, SignInFirst, TwoIdentities
from houseway.web.office_finding import NotInTheOffice
from houseway.web.presence import ProvePresence, SignWithPasskey

PROBLEM_JSON = "application/problem+json"
_LOG = logging.getLogger(__name__)


class Problem(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Why a request was not carried out: nothing was changed by it."""

    type: str
    title: str
    detail: str
    clause: str | None = None
    fix: str | None = None
    version: int | None = None
    # What a passkey is asked to sign, where that would do.
    passkey: Asked | None = None


class UnknownVersion(LookupError):
    """A version that a table has not reached, or that is none."""

    def __init__(self, table: str, asked: int, version: int) -> None:
        super().__init__(f"table {table} has no version {asked}; it is at version {version}")


def problem_of(error: Exception) -> tuple[int, Problem]:
    """The status and the words for anything that may go wrong."""
    match error:
        case RuleViolation():
            return 422, _problem(
                "rule-violation",
                "The rules do not allow this",
                error.message,
                clause=error.clause.id,
                fix=error.fix,
            )
        case NoEdition():
            return 422, _problem("no-edition", "No stored text covers this day", str(error))
        case StaleView():
            return 409, _problem("stale-view", "Somebody else moved first", str(error), version=error.version)
        case Conflict():
            return 409, _problem("conflict", "Somebody else moved first", str(error), version=error.actual)
        case JournalUnavailable():
            return 503, _problem(
                "journal-unavailable", "The journal cannot be used just now", error.cause, fix=error.fix
            )
        case UnknownTable() | UnknownVersion() | UnknownClause() | UnknownGame() | NotInTheOffice():
            return 404, _problem("not-found", "There is no such thing here", str(error))
        case FileAltered():
            return 409, _problem("altered", "This is not what was attached", error.cause, fix=error.fix)
        case BadOrder():
            return 400, _problem("bad-order", "This is no order", str(error))
        case BadMove() | NotCanonical():
            return 400, _problem("bad-move", "This is no move", str(error))
        case SignInFirst():
            return 401, _problem("sign-in-first", "Sign in first", str(error), fix=error.fix)
        case WrongPassword():
            return 401, _problem("wrong-password", "This is not the right password", str(error))
        case WrongToken():
            return 401, _problem("wrong-token", "This token opens nothing", str(error), fix=error.fix)
        case OnlyInPerson():
            return 403, _problem("in-person", "People do this themselves", str(error), fix=error.fix)
        case ProvePresence():
            told = _problem("prove-presence", "Is it still you?", str(error), fix=error.fix)
            return 403, msgspec.structs.replace(told, passkey=error.asked)
        case SignWithPasskey():
            told = _problem("sign-with-passkey", "Sign with your passkey", str(error), fix=error.fix)
            return 403, msgspec.structs.replace(told, passkey=error.asked)
        case PasskeyNeeded():
            return 403, _problem("sign-with-passkey", "Sign with your passkey", str(error), fix=error.fix)
        case WrongPasskey():
            return 401, _problem("wrong-passkey", "This passkey opens nothing", str(error), fix=error.fix)
        case TwoIdentities():
            return 400, _problem("two-identities", "Who is asking?", str(error), fix=error.fix)
        case NoToken():
            return 404, _problem("no-token", "There is no such token here", str(error))
        case TryLater():
            return 429, _problem("try-later", "Too many failed attempts", str(error))
        case NoAccount() | WeakPassword():
            return 400, _problem("bad-account", "This account cannot be kept so", str(error))
        case RecursionError():
            return 400, _problem("bad-request", "The request cannot be read", "it is nested too deeply")
        case SetAside():
            return 503, _problem("set-aside", "This table is set aside", error.cause, fix=error.fix)
        case ReplayDiffers():
            return 500, _problem(
                "replay-differs",
                "The record does not replay",
                error.cause,
                fix=error.fix,
            )
        case HTTPException():
            return error.status_code, _http_problem(error)
        case _:
            return 500, _problem("fault", "Houseway itself failed", "the fault is in the server's log")


def _problem(
    kind: str,
    title: str,
    detail: str,
    *,
    clause: str | None = None,
    fix: str | None = None,
    version: int | None = None,
) -> Problem:
    return Problem(
        type=f"urn:houseway:problem:{kind}",
        title=title,
        detail=detail,
        clause=clause or None,
        fix=fix or None,
        version=version,
    )


_HTTP_TITLES = {
    400: ("bad-request", "The request cannot be read"),
    403: ("forbidden", "The request comes from elsewhere"),
    404: ("not-found", "There is no such thing here"),
    405: ("method-not-allowed", "This cannot be done here"),
    415: ("not-json", "Send JSON"),
}


# What is said where nothing better is known.
_PLAINLY = {
    "Not Found": "nothing stands at this address",
    "Method Not Allowed": "nothing is done at this address in this way",
}


def _http_problem(error: HTTPException) -> Problem:
    kind, title = _HTTP_TITLES.get(error.status_code, ("refused", "The request was refused"))
    said = _PLAINLY.get(error.detail, error.detail)
    if isinstance(error.extra, list):
        # What stands before is the address, which whoever asked has before them.
        said = "something in the address, or sent with it, is not what is expected here"
        named = (f"{found.get('key', 'body')}: {found.get('message', '')}" for found in error.extra)
        said = "; ".join((said, *named))
    return _problem(kind, title, said)


def answer_problem(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The API's answer to anything raised while it worked on a request."""
    status, problem = problem_of(error)
    if status == 500:
        _LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return Response(problem, status_code=status, media_type=PROBLEM_JSON, headers=_headers(error))


def _headers(error: Exception) -> dict[str, str] | None:
    match error:
        case HTTPException():
            return getattr(error, "headers", None)
        case SignInFirst() | WrongPasskey() | WrongPassword():
            return {"WWW-Authenticate": 'Session realm="houseway"'}
        case WrongToken():
            return {"WWW-Authenticate": 'Bearer realm="houseway", error="invalid_token"'}
        case _:
            return retry_after(error)


def retry_after(error: Exception) -> dict[str, str] | None:
    """When somebody who must wait may try again."""
    if not isinstance(error, TryLater):
        return None
    return {"Retry-After": str(-(-error.wait // timedelta(seconds=1)))}


def documented(title: str) -> ResponseSpec:
    """A problem as the API's document announces it."""
    return ResponseSpec(Problem, generate_examples=False, description=title, media_type=PROBLEM_JSON)


# Whoever guesses at tokens or passwords waits.
LATER = {429: documented("Too many failed attempts; Retry-After says how long to wait.")}
