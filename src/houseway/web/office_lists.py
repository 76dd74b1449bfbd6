"""Lists of the back office: what is due, who works here, who signs what, and what was refused; each also as CSV."""

from litestar import MediaType, Response, route

from houseway.backoffice.office import Office
from houseway.backoffice.paper import Grid
from houseway.backoffice.people import Posting
from houseway.floor import Floor
from houseway.table.words import capital, sentence
from houseway.web.door import Me, TheFloor, TheVisit
from houseway.web.office_api import TheOffice
from houseway.web.office_sheets import shown
from houseway.web.office_shell import READ, TheRequest, asked_of, csv_answer, office_page
from houseway.web.office_view import (
    due_views,
    floor_due_views,
    policy_view,
    posting_views,
    refusal_views,
)


@route("/due", http_method=READ, sync_to_thread=True, media_type=MediaType.HTML)
def due(floor: TheFloor, visit: TheVisit, me: Me, request: TheRequest) -> str:
    """All that is still to be done in the books one may read, the longest overdue first."""
    grids = shown(_due(floor, me), asked_of(request, "/office/due"))
    return office_page("office_due.html", visit, floor.office, "due", grids=grids)


@route("/due.csv", http_method=READ, sync_to_thread=True)
def due_csv(floor: TheFloor, me: Me, request: TheRequest) -> Response[str]:
    """What is still to be done, as CSV."""
    return csv_answer("due", _due(floor, me), asked_of(request, "/office/due"))


def _due(floor: Floor, me: Posting) -> tuple[Grid]:
    books = floor.office.books_for(me)
    with floor.office.desk() as desk:
        found = (*floor_due_views(floor, books), *due_views(desk, books.values()))
    rows = tuple(
        (str(one.by), "late" if one.late else "", capital(one.what), books[one.book].title, one.clause)
        for one in found
    )
    return (Grid(title="Due and late", headings=("By", "Late", "What", "Book", "Clause"), rows=rows),)


@route("/people", http_method=READ, sync_to_thread=True, media_type=MediaType.HTML)
def people(office: TheOffice, visit: TheVisit, me: Me, request: TheRequest) -> str:
    """Who works here, as what, from when to when."""
    grids = shown(_postings(office), asked_of(request, "/office/people"))
    return office_page("office_people.html", visit, office, "people", grids=grids)


@route("/people.csv", http_method=READ, sync_to_thread=True)
def people_csv(office: TheOffice, me: Me, request: TheRequest) -> Response[str]:
    """Who works here, as CSV."""
    return csv_answer("people", _postings(office), asked_of(request, "/office/people"))


def _postings(office: Office) -> tuple[Grid, ...]:
    with office.desk() as desk:
        postings = posting_views(desk)
    headings = ("Credential", "Name", "Position", "Department", "Since", "Until")

    def rows(today: bool) -> tuple[tuple[str, ...], ...]:
        return tuple(
            (
                one.credential,
                one.name,
                capital(one.position),
                capital(one.department),
                str(one.since),
                str(one.until or ""),
            )
            for one in postings
            if one.today is today
        )

    grids = (
        Grid(title="Today", headings=headings, rows=rows(True)),
        Grid(title="Earlier and to come", headings=headings, rows=rows(False)),
    )
    return tuple(grid for grid in grids if grid.rows)


@route("/policy", http_method=READ, sync_to_thread=True, media_type=MediaType.HTML)
def policy(office: TheOffice, visit: TheVisit, me: Me) -> str:
    """Who signs which part of which order, by which clause."""
    policies = tuple(map(policy_view, office.books.values()))
    return office_page("office_policy.html", visit, office, "policy", policies=policies)


@route("/refusals", http_method=READ, sync_to_thread=True, media_type=MediaType.HTML)
def refusals(office: TheOffice, visit: TheVisit, me: Me, request: TheRequest) -> str:
    """What was refused, the latest first."""
    grids = shown(_refusals(office, me), asked_of(request, "/office/refusals"))
    return office_page("office_refusals.html", visit, office, "refusals", grids=grids)


@route("/refusals.csv", http_method=READ, sync_to_thread=True)
def refusals_csv(office: TheOffice, me: Me, request: TheRequest) -> Response[str]:
    """What was refused, as CSV."""
    return csv_answer("refusals", _refusals(office, me), asked_of(request, "/office/refusals"))


def _refusals(office: Office, me: Posting) -> tuple[Grid]:
    names = {credential: posting.name for credential, posting in office.people().items()}
    rows = tuple(
        (
            f"{one.at.astimezone(office.days.zone):%Y-%m-%d %H:%M}",
            f"{names.get(one.who, '')} {one.who}".strip(),
            sentence(one.order),
            capital(one.message),
            one.clause,
        )
        for one in refusal_views(office.refusals_for(me)[::-1])
    )
    return (Grid(title="Refusals", headings=("At", "Who", "Order", "Why", "Clause"), rows=rows),)


LISTS = (due, due_csv, people, people_csv, policy, refusals, refusals_csv)
