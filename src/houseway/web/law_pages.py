"""The law as pages: chapters and what of them is covered, clauses with the code and tests behind them, readings, search.

It shows nothing of the house, so it stands open: a patron or an inspector need not sign in to read it.
"""

from dataclasses import dataclass
from itertools import groupby
from pathlib import PurePosixPath

from litestar import HttpMethod, MediaType, Response, Router, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from houseway.games import games
from houseway.law import Clause, UnknownClause, chapter_title, chapters, find_as_printed, implementations
from houseway.law.coverage import MUST_BE_TESTED, ClauseCoverage, DutyCoverage, coverage, summarise
from houseway.law.particulars import particulars
from houseway.law.readings import UNCONFIRMED, readings
from houseway.law.search import Found, meant, search
from houseway.law.source import source_of
from houseway.web.addresses import law_address
from houseway.web.door import PUBLIC, TheVisit
from houseway.web.templating import html

_READ = (HttpMethod.GET, HttpMethod.HEAD)
# More than anybody reads; whoever meets it looks for another word as well.
MOST_FOUND = 200


@dataclass(frozen=True, slots=True)
class ChapterLine:
    """A chapter in numbers: its clauses, those that software must carry out, and how many of these a test proves."""

    chapter: str
    title: str
    clauses: int
    owed: int
    proved: int
    apart: bool

    @property
    def share(self) -> int:
        """How many of a hundred clauses that must be tested are."""
        return 100 * self.proved // self.owed if self.owed else 0


@dataclass(frozen=True, slots=True)
class Section:
    """The clauses of one section of a chapter, each with what stands behind it."""

    number: str
    clauses: tuple[tuple[Clause, ClauseCoverage], ...]


@route("/law", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_law(visit: TheVisit, q: FromQuery[str] = "") -> Response[str]:
    """Every chapter and what of it is covered; or what is found by words."""
    games()  # each brings its texts, and one from outside its register
    looked_for = q.strip()[:200]
    found = search(looked_for) if looked_for else Found((), ())
    page = html(
        "law.html",
        visit,
        looked_for=looked_for,
        clauses=found.clauses[:MOST_FOUND],
        readings=found.readings[:MOST_FOUND],
        found=len(found.clauses) + len(found.readings),
        meant="" if any(found) else meant(looked_for),
        lines=() if looked_for else chapter_lines(),
    )
    return Response(page, media_type=MediaType.HTML)


@route("/law/readings", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_readings(visit: TheVisit) -> str:
    """How every ambiguity is read, and why."""
    return html("law_readings.html", visit, readings=tuple(readings().values()), caution=UNCONFIRMED)


@route(
    "/law/code/{symbol:str}", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC
)
def show_code(visit: TheVisit, symbol: FromPath[str]) -> str:
    """The lines that act by a clause, as they run here."""
    games()
    found = source_of(symbol)
    if found is None:
        raise NotFoundException(f"no clause is held by {symbol!r}")
    by = tuple(id for id, rows in implementations().items() if any(row.symbol == symbol for row in rows))
    return html("law_code.html", visit, symbol=symbol, source=found, by=by)


@route("/law/{citation:path}", http_method=_READ, sync_to_thread=True, media_type=MediaType.HTML, opt=PUBLIC)
def show_citation(visit: TheVisit, citation: FromPath[PurePosixPath]) -> Response[str] | Redirect:
    """A clause with all that is known of it; a chapter or a paragraph with everything below it."""
    games()
    named = citation.as_posix().strip("/")
    try:
        found = find_as_printed(named)
    except UnknownClause as unknown:
        raise NotFoundException(str(unknown)) from None
    if len(found) == 1:
        if found[0].id != named:
            return Redirect(law_address(found[0].id), status_code=303)
        page = html("law_clause.html", visit, one=particulars(found[0]), citation=found[0].citation)
    else:
        page = html("law_chapter.html", visit, **_chapter(named, found))
    return Response(page, media_type=MediaType.HTML)


def chapter_lines() -> tuple[ChapterLine, ...]:
    """The chapters in the order of their numbers; what no source prints stands apart, and last."""
    rows = coverage()
    found = []
    for chapter in chapters():
        of_chapter = [row for row in rows if row.chapter == chapter]
        owed = [row for row in of_chapter if row.duty in MUST_BE_TESTED]
        found.append(
            ChapterLine(
                chapter=chapter,
                title=chapter_title(chapter),
                clauses=len(of_chapter),
                owed=len(owed),
                proved=sum(bool(row.tests) for row in owed),
                apart=all(row.origin.caution for row in of_chapter),
            )
        )
    return tuple(sorted(found, key=lambda line: (line.apart, not line.chapter[0].isdigit(), line.chapter)))


def _chapter(named: str, found: tuple[Clause, ...]) -> dict[str, object]:
    behind = {row.id: row for row in coverage(found[0].chapter)}
    shown = [(clause, behind[clause.id]) for clause in found]
    counts: tuple[DutyCoverage, ...] = summarise(row for _, row in shown)
    return {
        "named": named,
        "chapter": found[0].chapter,
        "title": chapter_title(found[0].chapter),
        "counts": counts,
        "sections": tuple(
            Section(number, tuple(group))
            for number, group in groupby(shown, key=lambda pair: _section_of(pair[0]))
        ),
    }


def _section_of(clause: Clause) -> str:
    """The section that a clause stands in: 661a.6 of 661a.6(c)(2)."""
    return clause.paragraph.partition("(")[0]


LAW = Router(
    path="/", route_handlers=[show_law, show_readings, show_code, show_citation], include_in_schema=False
)
