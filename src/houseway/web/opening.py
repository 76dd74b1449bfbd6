"""The page on which a new house is opened: its name and clock, its first people, and the two who open all other accounts.

It is served instead of a house while there is none (`houseway serve --new`), to whoever knows the code that the terminal
shows, and by a server of its own: nothing of a house that stands can be reached through it.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.di import NamedDependency, Provide
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromQuery, JSONBody

from houseway.backoffice.access import Access
from houseway.backoffice.access.passwords import check_password
from houseway.backoffice.access.tokens import is_same
from houseway.backoffice.office import Office
from houseway.backoffice.people import Department
from houseway.backoffice.policy import SEPARATE_DUTIES
from houseway.backoffice.postings.book import OpenHouse
from houseway.backoffice.records import BadOrder
from houseway.law import RuleViolation
from houseway.web.door import NOBODY, OPEN
from houseway.web.guard import Guard, add_security_headers
from houseway.web.office_fields import Field, FieldKind, fields_of
from houseway.web.pages import answer_fault
from houseway.web.session import Password
from houseway.web.statics import static_files
from houseway.web.templating import html

# Who opens an account, and who witnesses it: before there are two of these, nobody could get one.
_FIRST = {
    "information_technology": Department.INFORMATION_TECHNOLOGY,
    "internal_audit": Department.INTERNAL_AUDIT,
}
_HINTS = {
    "OpenHouse.zone": "America/New_York",
    "OpenHouse.gaming_day_starts": "06:00",
    "OpenHouse.origin": "houseway",
}


class FirstAccount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An account that nobody is there to open: whose, and the password, typed twice by its owner."""

    credential: str
    password: Password
    again: str


class HouseAsked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A house as the page asks for it, with its first two accounts."""

    order: dict[str, Any]
    key: str


class HouseOpen(msgspec.Struct, frozen=True, kw_only=True):
    """The house is open; where to go on."""

    next: str


class Opening:
    """Opens one house, for whoever knows the code."""

    def __init__(self, office: Office, code: str, done: Callable[[], None]) -> None:
        self._office, self._code, self.done = office, code, done

    def check(self, code: str) -> None:
        """Refuse whoever does not know the code."""
        if not is_same(code, self._code):
            raise PermissionDeniedException("a house is opened at the address that its terminal shows")

    def open(self, asked: dict[str, Any]) -> None:
        """Open the house and the first accounts of information technology and internal audit, all of it or nothing."""
        house = {name: value for name, value in asked.items() if name not in _FIRST}
        try:
            order = msgspec.convert(house, OpenHouse)
            first = {name: msgspec.convert(asked.get(name, {}), FirstAccount) for name in _FIRST}
        except msgspec.ValidationError as invalid:
            raise BadOrder(f"not a house: {invalid}") from None
        for name, account in first.items():
            _check_first(order, account, _FIRST[name])
        self._office.open_house(
            order.name,
            order.people,
            zone=order.zone,
            gaming_day_starts=order.gaming_day_starts,
            origin=order.origin,
        )
        access = Access(self._office)
        for account in first.values():
            access.open_account(account.credential, account.password)


def _check_first(order: OpenHouse, account: FirstAccount, department: Department) -> None:
    names = {one.credential: one.name for one in order.people if one.department is department}
    if account.credential not in names:
        raise RuleViolation(
            SEPARATE_DUTIES,
            f"{account.credential or 'nobody'} is not among the people of {department}",
            fix=f"enter somebody of {department} among the people, and name that credential",
        )
    if account.password != account.again:
        raise RuleViolation(
            SEPARATE_DUTIES, f"the password of {account.credential} was not typed the same twice"
        )
    check_password(account.password, account.credential, (order.name, names[account.credential]))


TheOpening = NamedDependency[Opening]


@get("/", sync_to_thread=True, opt=OPEN)
def show_opening(opening: TheOpening, code: FromQuery[str] = "") -> Response[Any]:
    """The form of a new house."""
    opening.check(code)
    page = html("opening.html", NOBODY, code=code, fields_asked=_fields(), first=_first(), hints=_HINTS)
    return Response(page, media_type=MediaType.HTML)


@post("/api/opening", sync_to_thread=True, opt=OPEN, status_code=200)
def open_house(opening: TheOpening, data: JSONBody[HouseAsked], code: FromQuery[str] = "") -> Response[Any]:
    """Open the house; this server then makes way for the house's own."""
    opening.check(code)
    opening.open(data.order)
    return Response(
        HouseOpen(next="/sign-in?next=/accounts"),
        media_type=MediaType.JSON,
        background=BackgroundTask(opening.done),
    )


def _fields() -> tuple[Field, ...]:
    """What a house is asked for; nobody's first posting ends."""
    name, people, *clock = fields_of(OpenHouse)
    asked = tuple(replace(one, today=one.name == "since") for one in people.fields if one.name != "until")
    return (name, *clock, replace(people, fields=asked))


def _first() -> tuple[Field, ...]:
    """The first account of either department."""
    password = Field(FieldKind.PASSWORD, shortest=1)
    parts = (
        Field(FieldKind.TEXT, "credential", "Credential number", shortest=1),
        replace(password, name="password", label="Password"),
        replace(password, name="again", label="Password again"),
    )
    return tuple(
        Field(FieldKind.GROUP, name, f"First account of {department}", fields=parts)
        for name, department in _FIRST.items()
    )


def make_opening_app(
    office: Office, code: str, done: Callable[[], None], *, hosts: Collection[str] = ()
) -> Litestar:
    """The application that opens a house; `hosts` as for the house itself."""
    opening, guard = Opening(office, code, done), Guard(hosts)

    def look(request: Request[Any, Any, Any]) -> None:
        guard.check(request)

    return Litestar(
        route_handlers=[show_opening, open_house, static_files()],
        dependencies={"opening": Provide(lambda: opening, sync_to_thread=False)},
        before_request=look,
        before_send=[add_security_headers],
        exception_handlers={Exception: answer_fault},
        openapi_config=None,
        logging_config=None,
    )
