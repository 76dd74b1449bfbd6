"""The page on which people change their own password."""

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Response, Router, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body

from houseway.backoffice.access import NoAccount, TryLater, WeakPassword, WrongPassword
from houseway.backoffice.access.passwords import SHORTEST
from houseway.web.door import Me, TheVisit, Visit
from houseway.web.problems import problem_of
from houseway.web.session import TheAccess
from houseway.web.templating import html


class PasswordForm(msgspec.Struct, kw_only=True):
    """What the form tells: the password as it is, and twice as it shall be."""

    old: Annotated[str, msgspec.Meta(max_length=200)] = ""
    new: Annotated[str, msgspec.Meta(max_length=200)] = ""
    again: Annotated[str, msgspec.Meta(max_length=200)] = ""
    csrf: str = ""


@get("/password", sync_to_thread=True)
def show_password(visit: TheVisit, me: Me) -> Response[Any]:
    """The form, for whoever is signed in."""
    return _answer(visit)


@post("/password", sync_to_thread=True)
def change_password(
    access: TheAccess,
    visit: TheVisit,
    data: Annotated[PasswordForm, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Response[Any]:
    """Change it, or say plainly why not."""
    if data.new != data.again:
        return _answer(visit, refusal="the new password was not typed the same twice", status=400)
    try:
        access.change_password(visit.token, data.old, data.new)
    except WrongPassword:
        return _answer(visit, refusal="the present password is wrong", status=401)
    except (NoAccount, TryLater, WeakPassword) as refusal:
        return _answer(visit, refusal=str(refusal), status=problem_of(refusal)[0])
    return _answer(visit, done=True)


def _answer(visit: Visit, *, refusal: str = "", done: bool = False, status: int = 200) -> Response[Any]:
    page = html("password.html", visit, refusal=refusal, done=done, shortest=SHORTEST)
    return Response(page, media_type=MediaType.HTML, status_code=status)


PASSWORD = Router(path="/", route_handlers=[show_password, change_password], include_in_schema=False)
