"""The pages of the back office: what awaits one's signature, what is due, the books, their orders, sheets and papers."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from litestar import MediaType, Response, Router, route
from litestar.params import FromPath, FromQuery

from houseway.backoffice.approvals.book import BOOK as APPROVALS
from houseway.backoffice.approvals.filings import LAID_DOWN, filings_of
from houseway.backoffice.approvals.kinds import FilingKind
from houseway.backoffice.approvals.orders import FileSubmission
from houseway.backoffice.book import Book, Desk
from houseway.backoffice.listing import in_order, page_of
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order, name_of
from houseway.backoffice.people import Posting
from houseway.backoffice.policy import Part
from houseway.backoffice.postings.postings import everyone
from houseway.backoffice.read_access import may_read
from houseway.backoffice.records import BadOrder, OrderRecord, State
from houseway.backoffice.signers import LastSigner, barred
from houseway.floor import Floor
from houseway.games import games, submission_for
from houseway.web.door import Me, TheFloor, TheVisit
from houseway.web.office_api import TheOffice
from houseway.web.office_content import Line, briefly, lines_of, what_followed
from houseway.web.office_coupons import MADE_WITH_A_FILE, asked_with_a_file
from houseway.web.office_fields import Field, fields_of
from houseway.web.office_finding import (
    NotInTheOffice,
    known_book,
    known_form,
    known_order,
    known_sheet,
    latest_orders,
    open_book,
    open_proposals,
    open_standing,
    paper_for,
)
from houseway.web.office_known import Known, by_name, with_known
from houseway.web.office_lists import LISTS
from houseway.web.office_sheets import shown
from houseway.web.office_shell import READ, TheRequest, asked_of, csv_answer, office_page
from houseway.web.office_signing import (
    has_a_part,
    may_open,
    named_for,
    next_part,
    opening_warning,
    orders_for,
    rule_of,
    signing_warning,
)
from houseway.web.office_submission import options_asked
from houseway.web.office_view import (
    DueView,
    OrderKind,
    PartView,
    SeparationView,
    due_views,
    floor_due_views,
    order_kind,
    policy_view,
)

_LATEST = 12
_SUBJECTS_SHOWN = 120


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order in a list: what it is, who signed it last, and what one may do with it."""

    digest: str
    title: str
    about: str
    book: str
    state: State
    signed: str
    at: datetime | None
    awaits: tuple[Part, ...] = ()
    mine: Part | None = None


@dataclass(frozen=True, slots=True)
class BookCard:
    """A book at a glance."""

    book: Book
    orders: int
    proposals: int
    due: int
    late: int


@dataclass(frozen=True, slots=True)
class FactShown:
    """Something that followed from an order."""

    title: str
    clause: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SubjectLine:
    """Something that a form can be made for, by its name, and what it is in words."""

    name: str
    words: str

    @property
    def searched(self) -> str:
        """What is searched for the words that somebody looks for."""
        return f"{self.name}\n{self.words}".casefold()


@dataclass(frozen=True, slots=True)
class OrderForm:
    """The form with which an order is given, and who signs it."""

    kind: OrderKind
    fields: tuple[Field, ...]
    known: Mapping[str, tuple[Known, ...]]
    # The games whose rules are filled in option by option on a page of their own.
    games: Mapping[str, str]
    parts: tuple[PartView, ...]
    others: tuple[PartView, ...]
    separations: tuple[SeparationView, ...]
    alone: bool
    together: bool
    at_table: bool
    # Who may sign each part today, by case and part; and what is wrong if whoever looks gives the order.
    named: Mapping[tuple[str, str], str]
    last: LastSigner | None
    # Where the order is sent that is carried out with a file.
    to: str = ""

    @property
    def excluded(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The orders whose signers may not sign this one in the same matter, by clause."""
        others: dict[str, list[str]] = {}
        for row in self.separations:
            other = row.other if row.one == self.kind.order else row.one
            others.setdefault(row.clause, []).append(other)
        return tuple((clause, tuple(names)) for clause, names in others.items())

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the order stands on: those that say who signs it."""
        return tuple(dict.fromkeys(part.clause for part in self.parts))

    @property
    def mine(self) -> bool:
        """Whether whoever looks may give it at all."""
        return self.alone or self.together


def _line(office: Office, standing: OrderRecord, me: Posting) -> OrderLine:
    open_ = standing.state is State.PROPOSED
    # The opening of a house is signed by nobody: there is nobody yet.
    last = standing.signatures[-1] if standing.signatures else None
    return OrderLine(
        digest=standing.digest,
        title=_heading(standing),
        about=_about(office, standing) if last else "",
        book=standing.book,
        state=standing.state,
        signed=f"{last.name}, {last.part}" if last else "",
        at=last.at if last else None,
        awaits=office.awaiting(standing) if open_ else (),
        mine=next_part(office, standing, me, office.clock()) if open_ else None,
    )


def _about(office: Office, standing: OrderRecord) -> str:
    try:
        return briefly(office.recorded_order(standing), office.days.zone)
    except BadOrder:  # given when orders of its kind asked for something else
        return ""


def _heading(standing: OrderRecord) -> str:
    return str(standing.order["order"]).replace("-", " ").capitalize()


def _cards(
    office: Office, me: Posting, lines: tuple[OrderLine, ...], due: tuple[DueView, ...]
) -> Iterator[BookCard]:
    waiting, open_, late = (
        Counter(line.book for line in lines),
        Counter(one.book for one in due),
        Counter(one.book for one in due if one.late),
    )
    for name, book in office.books_for(me).items():
        mine = len(orders_for(book, me.position))
        yield BookCard(book=book, orders=mine, proposals=waiting[name], due=open_[name], late=late[name])


@route("/", http_method=READ, sync_to_thread=True, media_type=MediaType.HTML)
def overview(floor: TheFloor, visit: TheVisit, me: Me) -> str:
    """What awaits one's signature, what is due, and the books."""
    office = floor.office
    lines = tuple(_line(office, standing, me) for standing in open_proposals(office, me))
    books = office.books_for(me)
    with office.desk() as desk:
        due, today = (*floor_due_views(floor, books), *due_views(desk, books.values())), desk.day
    return office_page(
        "office_overview.html",
        visit,
        office,
        "overview",
        mine=tuple(line for line in lines if line.mine),
        others=tuple(line for line in lines if not line.mine),
        due=due,
        today=today,
        cards=tuple(_cards(office, me, lines, due)),
    )


@route("/orders/{digest:str}", http_method=READ, sync_to_thread=True, media_type=MediaType.HTML)
def standing_order(floor: TheFloor, visit: TheVisit, me: Me, digest: FromPath[str]) -> str:
    """An order as it stands: its content and hash, its signatures, what followed, and what one may do with it."""
    office = floor.office
    standing = open_standing(office, digest, me)
    book = known_book(office, standing.book)
    signed_alone = not standing.signatures
    rule = None if signed_alone else rule_of(office, standing)
    open_ = standing.state is State.PROPOSED
    mine = next_part(office, standing, me, office.clock()) if open_ else None
    awaits = office.awaiting(standing) if open_ else ()
    with office.desk() as desk:
        people = [one for one in everyone(desk.connection) if one.covers(desk.day)]
        out = barred(desk.connection, office.separations, office.recorded_order(standing)) if open_ else ()
        last = signing_warning(office, desk, standing, mine, me, people) if mine else None
    return office_page(
        "office_standing.html",
        visit,
        office,
        book.name,
        book=book,
        standing=standing,
        title=_heading(standing),
        content_lines=() if rule is None else _content(floor, standing),
        clauses={} if rule is None else {part.name: part.clause.id for part in rule.parts},
        awaits=awaits,
        named={
            part.name: named_for(rule, part, standing.signatures, people, office.clock(), out)
            for part in awaits
            if rule is not None
        },
        mine=mine,
        last=last,
        withdraws=open_ and rule is not None and has_a_part(rule, me.position),
        facts=tuple(_facts(office, book, standing)),
    )


def _content(floor: Floor, standing: OrderRecord) -> tuple[Line, ...]:
    lines = lines_of(floor.office.recorded_order(standing), floor.office.days.zone)
    with floor.office.desk() as desk:
        return by_name(lines, floor, desk)


def _facts(office: Office, book: Book, standing: OrderRecord) -> Iterator[FactShown]:
    for told in standing.facts:
        fact = msgspec.convert(told, book.facts)
        title = str(told["fact"]).replace("-", " ").capitalize()
        yield FactShown(title, fact.clause, what_followed(fact, office.days.zone))


@route("/submissions/{game:str}", http_method=READ, sync_to_thread=True, media_type=MediaType.HTML)
def fill_in_submission(floor: TheFloor, visit: TheVisit, me: Me, game: FromPath[str]) -> str:
    """A Rules Submission to be filled in option by option, beginning with what stands filed for the game."""
    if game not in games():
        raise NotInTheOffice(f"there is no game {game!r}")
    office = floor.office
    book = known_book(office, APPROVALS.name)
    with office.desk() as desk:
        form = _order_form(book, FileSubmission, me, floor, desk)
        filings = filings_of(desk.connection, FilingKind.SUBMISSION, game)
    begun = next((one for one in reversed(filings) if one.state not in LAID_DOWN), None)
    usual = submission_for(game, {"certificate_holder": office.house})
    return office_page(
        "office_submission.html",
        visit,
        office,
        book.name,
        book=book,
        form=form,
        game=game,
        title=games()[game].title,
        begun=begun,
        options=options_asked(begun.submission() if begun else usual) if form.mine else (),
    )


@route("/{book:str}", http_method=READ, sync_to_thread=True, media_type=MediaType.HTML)
def show_book(
    office: TheOffice,
    visit: TheVisit,
    me: Me,
    request: TheRequest,
    book: FromPath[str],
    sheet: FromQuery[str | None] = None,
) -> str:
    """A book: one of its sheets, the orders one may give, what awaits a signature in it, and its papers."""
    found = open_book(office, book, me)
    first = found.sheets[0].name if found.sheets else None
    leaf = known_sheet(found, sheet or first or "") if found.sheets or sheet else None
    with office.desk() as desk:
        grids = leaf.show(desk) if leaf else ()
        due = tuple(due_views(desk, (found,)))
        latest = latest_orders(desk, found.name, _LATEST)
    return office_page(
        "office_book.html",
        visit,
        office,
        found.name,
        book=found,
        sheet=leaf,
        grids=shown(
            grids,
            asked_of(request, f"/office/{found.name}", leaf.name if leaf else ""),
            leaf.empty if leaf else (),
        ),
        due=due,
        forms=tuple(form for form in found.forms if may_read(form, me.position)),
        orders=tuple(map(order_kind, orders_for(found, me.position))),
        proposals=tuple(
            _line(office, standing, me) for standing in office.proposals() if standing.book == found.name
        ),
        latest=tuple(_line(office, one, me) for one in latest),
    )


@route("/{book:str}/sheets/{sheet:str}", http_method=READ, sync_to_thread=True)
def sheet_csv(
    office: TheOffice, me: Me, request: TheRequest, book: FromPath[str], sheet: FromPath[str]
) -> Response[str]:
    """A sheet of a book as CSV, or what was looked for in it."""
    found = open_book(office, book, me)
    leaf = known_sheet(found, sheet.removesuffix(".csv"))
    with office.desk() as desk:
        grids = leaf.show(desk)
    return csv_answer(
        f"{found.name}-{leaf.name}", grids, asked_of(request, f"/office/{found.name}", leaf.name)
    )


@route("/{book:str}/orders/{order:str}", http_method=READ, sync_to_thread=True, media_type=MediaType.HTML)
def give_order(floor: TheFloor, visit: TheVisit, me: Me, book: FromPath[str], order: FromPath[str]) -> str:
    """The form with which an order is given, and who must sign it."""
    office = floor.office
    found = known_book(office, book)
    kind = known_order(found, order)
    with office.desk() as desk:
        today = desk.day
        form = _order_form(found, kind, me, floor, desk)
    return office_page(
        "office_order.html",
        visit,
        office,
        found.name,
        book=found,
        form=form,
        today=today.isoformat(),
    )


def _order_form(book: Book, kind: type[Order], me: Posting, floor: Floor, desk: Desk) -> OrderForm:
    policy, name = policy_view(book), name_of(kind)
    rules = [rule for rule in book.rules if rule.order is kind]
    mine = [rule for rule in rules if may_open(rule, me.position)]
    # What is known in a book is no secret to those who give orders in it.
    asked_for = asked_with_a_file(kind, fields_of(kind))
    fields, known = with_known(asked_for, book.name, floor, desk) if mine else ((), {})
    cases = {rule.case for rule in mine or rules}
    parts = tuple(part for part in policy.parts if part.order == name)
    people = [one for one in everyone(desk.connection) if one.covers(desk.day)]
    return OrderForm(
        kind=order_kind(kind),
        fields=fields,
        known=known,
        games={name: game.title for name, game in games().items()} if kind is FileSubmission else {},
        parts=tuple(part for part in parts if part.case in cases),
        others=tuple(part for part in parts if part.case not in cases),
        separations=tuple(row for row in policy.separations if name in (row.one, row.other)),
        alone=any(len(rule.parts) == 1 for rule in mine),
        together=any(len(rule.parts) > 1 for rule in mine),
        at_table=all(rule.at_table for rule in rules),
        named={
            (rule.case, part.name): named_for(rule, part, (), people, desk.at)
            for rule in rules
            for part in rule.parts
        },
        last=opening_warning(floor.office, mine, me, people),
        to=MADE_WITH_A_FILE.get(kind, ""),
    )


@route("/{book:str}/forms/{form:str}", http_method=READ, sync_to_thread=True, media_type=MediaType.HTML)
def list_form(
    office: TheOffice,
    visit: TheVisit,
    me: Me,
    book: FromPath[str],
    form: FromPath[str],
    find: FromQuery[str] = "",
    skip: FromQuery[int] = 0,
) -> str:
    """What a form can be made for, the latest first."""
    found = open_book(office, book, me)
    paper = known_form(found, form)
    with office.desk() as desk:
        told = paper.told(desk)
        subjects = [SubjectLine(one, told.get(one, one)) for one in paper.subjects(desk)]
    sought = find.casefold().split()
    found_here = [one for one in subjects if all(word in one.searched for word in sought)]
    found_here.sort(key=lambda one: in_order(one.name), reverse=True)
    return office_page(
        "office_forms.html",
        visit,
        office,
        found.name,
        book=found,
        form=paper,
        find=find,
        page=page_of(found_here, skip, _SUBJECTS_SHOWN),
    )


@route("/{book:str}/forms/{form:str}/{subject:path}", http_method=READ, sync_to_thread=True)
def show_form(
    office: TheOffice,
    visit: TheVisit,
    me: Me,
    book: FromPath[str],
    form: FromPath[str],
    subject: FromPath[Path],
) -> Response[Any]:
    """A form as the paper it is, to look at and to print, or as PDF where its address says so."""
    found = open_book(office, book, me)
    made = known_form(found, form)
    as_pdf = subject.suffix == ".pdf"
    with office.desk() as desk:
        name, paper = paper_for(office, desk, made, subject.with_suffix("") if as_pdf else subject, me)
    if as_pdf:
        from houseway.papers.form import form_pdf

        file = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{made.name}-{name}.pdf")
        headers = {"Content-Disposition": f'inline; filename="{file}"'}
        return Response(form_pdf(paper, office.days.zone), media_type="application/pdf", headers=headers)
    from houseway.papers.writing import cited, day_in_words

    page = office_page(
        "office_paper.html",
        visit,
        office,
        found.name,
        book=found,
        form=made,
        subject=name,
        paper=paper,
        day=day_in_words(paper.day),
        cited=cited(paper.clause),
    )
    return Response(page, media_type=MediaType.HTML)


OFFICE = Router(
    path="/office",
    route_handlers=[
        overview,
        *LISTS,
        standing_order,
        fill_in_submission,
        show_book,
        sheet_csv,
        give_order,
        list_form,
        show_form,
    ],
    include_in_schema=False,
)
