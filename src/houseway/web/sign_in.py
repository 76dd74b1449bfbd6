"""The sign-in page, and the way out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromQuery
from litestar.response import Redirect

from houseway.backoffice.access import Access, TryLater, WrongPassword
from houseway.backoffice.access.tokens import csrf_of, new_token
from houseway.backoffice.people import LADDERS, Position, Posting
from houseway.floor import Floor, TableInService
from houseway.floor.demo import PASSWORD
from houseway.table.layout import Layout
from houseway.web.cookies import no_session_cookie, session_cookie, visitor_cookie
from houseway.web.door import (
    ANYONE,
    NOBODY,
    TheFloor,
    TheVisit,
    is_local,
)
from houseway.web.felt import DrawnNumber, numbers
from houseway.web.problems import retry_after
from houseway.web.session import TheAccess, open_session
from houseway.web.templating import html


class SignInForm(msgspec.Struct, kw_only=True):
    """What the form of the sign-in page tells."""

    credential: Annotated[str, msgspec.Meta(max_length=100)] = ""
    password: Annotated[str, msgspec.Meta(max_length=200)] = ""
    next: str = "/"
    csrf: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The demo accounts of one department."""

    department: str
    people: tuple[Posting, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """Something one can come to the demo property for, and as whom it is done."""

    title: str
    about: str
    position: Position
    address: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game that can be learned at a training table, which is drawn small."""

    game: str
    table: str
    layout: Layout

    @property
    def numbers(self) -> tuple[DrawnNumber, ...]:
        """Where the positions are."""
        return tuple(numbers(self.layout))


# What a newcomer may want to see first: a game, or else what goes on around it.
LEARN = Job(
    "Learn a game",
    "Deal and play at a training table; every step says what comes next",
    Position.DEALER,
    "/",
)
JOBS = (
    Job(
        "Run the pit",
        "Live tables with their crews, decisions and second signatures",
        Position.FLOORPERSON,
        "/pit",
    ),
    Job(
        "Back office",
        "Coupons, dice and cards, counts, revenue, staffing: what awaits a signature today",
        Position.FINANCE_SUPERVISOR,
        "/office",
    ),
    Job(
        "Settle a dispute",
        "Any round found again, played back, proved and printed; or written down and settled",
        Position.SURVEILLANCE_OPERATOR,
        "/rounds",
    ),
)


@dataclass(frozen=True, slots=True)
class SignInPage:
    """All that the sign-in page shows."""

    house: str
    csrf: str
    next: str
    groups: tuple[Group, ...]
    password: str
    # What there is to do, with whom it suggests to be.
    jobs: tuple[tuple[Job, Posting], ...]
    # The games that can be learned, and as whom; whoever comes from another page goes back there instead.
    lessons: tuple[Lesson, ...] = ()
    learner: Posting | None = None
    credential: str = ""
    refusal: str = ""


def _by_department(people: tuple[Posting, ...]) -> Iterator[Group]:
    for department in LADDERS:
        found = tuple(posting for posting in people if posting.department is department)
        if found:
            yield Group(department.value, found)


def _suggested(people: tuple[Posting, ...], jobs: Iterable[Job]) -> Iterator[tuple[Job, Posting]]:
    for job in jobs:
        yield from [(job, posting) for posting in people if posting.position is job.position][:1]


def lessons(places: Iterable[TableInService]) -> Iterator[Lesson]:
    """Every game with the first of its training tables, in the order of their titles."""
    seen: dict[str, Lesson] = {}
    for place in places:
        if place.training and place.retired_on is None:
            seen.setdefault(place.game.name, Lesson(str(place.game.title), place.name, place.game.layout))
    yield from sorted(seen.values(), key=lambda lesson: lesson.game)


def _page(floor: Floor, access: Access, csrf: str, back: str, credential: str = "", refusal: str = "") -> str:
    people = access.demo_accounts()
    groups = tuple(_by_department(people))
    learner = next((who for _, who in _suggested(people, [LEARN])), None)
    page = SignInPage(
        house=access.office.house,
        csrf=csrf,
        next=back,
        groups=groups,
        password=PASSWORD if groups else "",
        jobs=tuple(_suggested(people, JOBS)),
        lessons=tuple(lessons(floor.tables().values())) if learner and back == "/" else (),
        learner=learner,
        credential=credential,
        refusal=refusal,
    )
    return html("sign_in.html", NOBODY, page=page, learn=LEARN)


@get("/sign-in", sync_to_thread=True, opt=ANYONE)
def show_sign_in(
    request: Request[Any, Any, Any],
    floor: TheFloor,
    access: TheAccess,
    visit: TheVisit,
    next: FromQuery[str] = "/",
) -> Response[Any]:
    """The sign-in page; whoever comes from another page goes back there."""
    back = next if is_local(next) else "/"
    if not access.is_in_use():
        return Redirect("/")
    if visit.csrf:
        return _answer(_page(floor, access, visit.csrf, back))
    visitor = new_token()
    answer = _answer(_page(floor, access, csrf_of(visitor), back))
    answer.set_cookie(visitor_cookie(request, visitor))
    return answer


@post("/sign-in", sync_to_thread=True, opt=ANYONE)
def sign_in(
    request: Request[Any, Any, Any],
    floor: TheFloor,
    access: TheAccess,
    visit: TheVisit,
    data: Annotated[SignInForm, Body(media_type=RequestEncodingType.URL_ENCODED)],
) -> Response[Any]:
    """Sign in, or say plainly why not."""
    back = data.next if is_local(data.next) else "/"
    try:
        opened = open_session(request, access, data.credential, data.password)
    except (WrongPassword, TryLater) as refusal:
        page = _page(floor, access, visit.csrf, back, data.credential, str(refusal))
        status = 429 if isinstance(refusal, TryLater) else 401
        return _answer(page, status, retry_after(refusal))
    answer: Response[Any] = Redirect(back, status_code=303)
    answer.set_cookie(session_cookie(request, opened.token))
    return answer


@post("/sign-out", sync_to_thread=True)
def sign_out(request: Request[Any, Any, Any], access: TheAccess, visit: TheVisit) -> Response[Any]:
    """Sign out, and be at the door again."""
    access.sign_out(visit.token)
    answer: Response[Any] = Redirect("/sign-in", status_code=303)
    answer.set_cookie(no_session_cookie(request))
    return answer


def _answer(page: str, status: int = 200, headers: dict[str, str] | None = None) -> Response[Any]:
    return Response(page, media_type=MediaType.HTML, status_code=status, headers=headers)


SIGN_IN = Router(path="/", route_handlers=[show_sign_in, sign_in, sign_out], include_in_schema=False)
