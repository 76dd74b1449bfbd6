"""The page of accounts: information technology opens them, internal audit witnesses it, their owners type the password."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body

from houseway.backoffice.access import Access, NoAccount, TryLater, WeakPassword, WrongPassword
from houseway.backoffice.access.passwords import SHORTEST
from houseway.backoffice.people import Department, Posting
from houseway.law import RuleViolation
from houseway.web.door import Me, TheVisit, Visit, address_of
from houseway.web.office_shell import office_page
from houseway.web.presence import ProvePresence, require_presence
from houseway.web.problems import problem_of
from houseway.web.session import TheAccess

_Short = Annotated[str, msgspec.Meta(max_length=100)]
_Long = Annotated[str, msgspec.Meta(max_length=200)]


class AccountForm(msgspec.Struct, kw_only=True):
    """What is done with whose account, the password typed twice by its owner, and who of internal audit sees it."""

    what: Literal["open", "renew", "close"]
    credential: _Short = ""
    password: _Long = ""
    again: _Long = ""
    witness: _Short = ""
    witness_password: _Long = ""
    csrf: str = ""


class AccountLine(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who works here, and whether the credential opens the door."""

    person: Posting
    open: bool


@get("/accounts", sync_to_thread=True)
def show_accounts(access: TheAccess, visit: TheVisit, me: Me) -> Response[Any]:
    """Who has an account, and the form with which information technology opens one."""
    return _answer(access, visit, me)


@post("/accounts", sync_to_thread=True)
def change_account(
    request: Request[Any, Any, Any],
    access: TheAccess,
    visit: TheVisit,
    me: Me,
    data: Annotated[AccountForm, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Response[Any]:
    """Open, renew or close an account, or say plainly why not."""
    try:
        require_presence(access, visit)
        done = _change(request, access, me, data)
    except WrongPassword:
        return _answer(access, visit, me, refusal="the password of the witness is wrong", status=401)
    except (NoAccount, ProvePresence, TryLater, WeakPassword, RuleViolation) as refusal:
        said = refusal.message if isinstance(refusal, RuleViolation) else str(refusal)
        return _answer(access, visit, me, refusal=said, status=problem_of(refusal)[0])
    return _answer(access, visit, me, done=done)


def _change(request: Request[Any, Any, Any], access: Access, me: Posting, form: AccountForm) -> str:
    if form.what == "close":
        access.close_account(form.credential, by=me.credential)
        return f"The account of {form.credential} is closed."
    if form.password != form.again:
        raise WeakPassword("the password was not typed the same twice")
    witness = access.confirm(form.witness, form.witness_password, host=address_of(request)).credential
    give = access.renew_password if form.what == "renew" else access.open_account
    give(form.credential, form.password, by=me.credential, witness=witness)
    return f"{form.credential} has {'another password' if form.what == 'renew' else 'an account'} now."


def _answer(
    access: Access, visit: Visit, me: Posting, *, refusal: str = "", done: str = "", status: int = 200
) -> Response[Any]:
    office = access.office
    people, open_ = office.people(), access.open_accounts()
    lines = tuple(
        AccountLine(person=one, open=credential in open_) for credential, one in sorted(people.items())
    )
    page = office_page(
        "accounts.html",
        visit,
        office,
        "accounts",
        lines=lines,
        without=tuple(line.person for line in lines if not line.open),
        having=tuple(line.person for line in lines if line.open),
        witnesses=tuple(
            line.person for line in lines if line.open and line.person.department is Department.INTERNAL_AUDIT
        ),
        mine=me.department is Department.INFORMATION_TECHNOLOGY,
        refusal=refusal,
        done=done,
        shortest=SHORTEST,
    )
    return Response(page, media_type=MediaType.HTML, status_code=status)


ACCOUNTS = Router(path="/", route_handlers=[show_accounts, change_account], include_in_schema=False)
