"""What every page of the back office has: the frame around it, what its address asks of its lists, and the lists as files."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from litestar import HttpMethod, Request, Response

from houseway.backoffice.book import Book
from houseway.backoffice.office import Office
from houseway.backoffice.paper import Grid
from houseway.web.door import Visit
from houseway.web.office_finding import NotInTheOffice
from houseway.web.office_sheets import Asked, asked, csv_of
from houseway.web.templating import html

READ = (HttpMethod.GET, HttpMethod.HEAD)
_NUMBER = re.compile(r"-?[0-9]{1,9}")

TheRequest = Request[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Shell:
    """What stands around every page of the office: the books one may read, where one is, and the house's own clock."""

    house: str
    books: tuple[Book, ...]
    here: str
    office: Office

    def title_of(self, book: str) -> str:
        """A book's title."""
        return self.office.books[book].title

    def moment(self, at: datetime) -> str:
        """A moment by the house's own clock."""
        return f"{at.astimezone(self.office.days.zone):%Y-%m-%d %H:%M}"

    def stamp(self, at: datetime) -> str:
        """A moment as a paper states it, with the zone of the house's clock."""
        return f"{at.astimezone(self.office.days.zone):%Y-%m-%d %H:%M %Z}"

    @property
    def zone(self) -> str:
        """The zone of the house's clock, by the name that browsers know as well."""
        return self.office.days.zone.key


def office_page(template: str, visit: Visit, office: Office, here: str, **context: Any) -> str:
    """A page of the office for whoever looks at it; `here` is the place in its navigation."""
    books = office.books_for(visit.person) if visit.person else {}
    shell = Shell(office.house, tuple(books.values()), here, office)
    return html(template, visit, shell=shell, **context)


def asked_of(request: TheRequest, address: str, sheet: str = "") -> Asked:
    """What the address of a page asks of its grids; what is no number asks for nothing."""
    told = request.query_params

    def number(name: str) -> int:
        text = told.get(name, "")
        return int(text) if _NUMBER.fullmatch(text) else 0

    return asked(
        address,
        sheet=sheet,
        grid=max(number("grid"), 0),
        find=told.get("find", "").strip(),
        only=told.getall("only", []),
        sort=number("sort"),
        skip=number("skip"),
    )


def csv_answer(name: str, grids: tuple[Grid, ...], look: Asked) -> Response[str]:
    """One of the grids of a page as a file, with the rows that were looked for."""
    text = csv_of(grids, look)
    if text is None:
        raise NotInTheOffice(f"there is no grid of the number {look.grid} here")
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)
