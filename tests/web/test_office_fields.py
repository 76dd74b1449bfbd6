"""What orders ask for on the pages: in whose words, with what to choose from, and how it is told back."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from msgspec import inspect

from houseway.backoffice.approvals.orders import (
    EndApproval,
    FileGuide,
    FileLayout,
    FileSubmission,
    RecordReview,
)
from houseway.backoffice.books import all_books
from houseway.backoffice.counter_checks.orders import PrepareCheck, ReceiveBook
from houseway.backoffice.coupons.count import CountCoupons
from houseway.backoffice.coupons.distribution import DistributeCoupons
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.custody.orders import ChooseAlternative, FileDiscrepancyReport, ReceivePieces
from houseway.backoffice.listing import in_order
from houseway.backoffice.mailing.exclusion import EnterExclusionList
from houseway.backoffice.orders import Order
from houseway.backoffice.paper import Grid
from houseway.backoffice.people import Position
from houseway.backoffice.revenue.orders import ReadMeter
from houseway.floor import Floor
from houseway.web import office_known, office_labels
from houseway.web.office_content import Line, briefly, lines_of, what_followed
from houseway.web.office_fields import Field, FieldKind, fields_of, in_dollars
from houseway.web.office_known import Known, with_known
from houseway.web.office_view import columns
from tests.backoffice.coupons.crew import OfficeHouse, issue_to_marketing, launch, receive
from tests.backoffice.house import Clock, who
from tests.web.back_office import staffed_floor
from tests.web.house import signed_in_client

NEW_YORK = ZoneInfo("America/New_York")
DAY = datetime(2014, 5, 1, 16, tzinfo=UTC).date()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def floor(memory_path: Path, clock: Clock) -> Iterator[Floor]:
    with staffed_floor(memory_path / "house.db", clock) as floor:
        yield floor


def named(fields: tuple[Field, ...], name: str) -> Field:
    return next(field for field in fields if field.name == name)


def known_in(
    floor: Floor, order: type[Order], book: str
) -> tuple[tuple[Field, ...], dict[str, tuple[Known, ...]]]:
    with floor.office.desk() as desk:
        fields, lists = with_known(fields_of(order), book, floor, desk)
    return fields, dict(lists)


# What fields are called.


def _owned(info: inspect.Type) -> Iterator[tuple[str, str]]:
    match info:
        case inspect.StructType(cls=owner, fields=fields):
            for one in fields:
                yield owner.__name__, one.name
                yield from _owned(one.type)
        case inspect.VarTupleType(item_type=inner) | inspect.Metadata(type=inner):
            yield from _owned(inner)
        case inspect.UnionType(types=kinds):
            for kind in kinds:
                yield from _owned(kind)
        case _:
            pass


OWNED = {
    found
    for book in all_books()
    for kind in (*book.orders, book.facts)
    for found in _owned(inspect.type_info(kind))
}
FIELDS = {name for _, name in OWNED}
OWNED_FIELDS = {f"{owner}.{name}" for owner, name in OWNED}


def test_every_label_names_a_field_that_there_is() -> None:
    assert set(office_labels._LABELS) <= FIELDS
    assert set(office_labels._IN) <= OWNED_FIELDS


def test_everything_known_is_for_a_field_that_there_is() -> None:
    books = {book.name for book in all_books()}
    assert set(office_known._IN_BOOK) <= books
    everywhere = (office_known._EVERYWHERE, *office_known._IN_BOOK.values())
    assert {name for found in everywhere for name in found} <= FIELDS | OWNED_FIELDS
    assert {*office_known._CHOICES, *office_known._NEW} <= OWNED_FIELDS


def test_no_field_of_an_order_is_called_by_a_raw_name() -> None:
    def labels(fields: tuple[Field, ...]) -> Iterator[str]:
        for field in fields:
            yield field.label
            yield from labels(field.fields)

    for book in all_books():
        for kind in book.orders:
            for label in labels(fields_of(kind)):
                assert label[0].isupper()
                assert not {"_", "`"} & set(label)
                assert label not in ("Id", "Cents", "Sha256", "First", "Last")


def test_a_choice_by_number_says_what_it_stands_for() -> None:
    alternatives = named(fields_of(ChooseAlternative), "alternative").choices
    assert [choice.words for choice in alternatives] == ["1, at the table", "2, at the pit", "3, in storage"]
    lists = named(fields_of(EnterExclusionList), "list").choices
    assert [choice.words for choice in lists] == ["503a, self exclusion", "511a, exclusion"]


def test_amounts_are_asked_for_with_the_places_of_their_unit() -> None:
    assert (in_dollars(1250), in_dollars(-5), in_dollars(7, 0)) == ("12.50", "-0.05", "7")
    shown = named(fields_of(ReadMeter), "shown")
    assert (shown.kind, shown.places, shown.least) == (FieldKind.DOLLARS, 6, "0.000000")


def test_a_listed_person_is_asked_for_by_name_address_and_date_of_birth() -> None:
    identity = named(named(fields_of(EnterExclusionList), "people").fields, "identity")
    assert [(one.name, one.kind, one.required) for one in identity.fields] == [
        ("name", FieldKind.TEXT, False),
        ("address", FieldKind.TEXT, False),
        ("born", FieldKind.DAY, False),
    ]


def test_the_boards_list_is_entered_as_its_page_tells_it(floor: Floor) -> None:
    person = {"person": "x-1", "identity": {"name": "Ida Tarbell", "born": "1957-11-05"}}
    order = {
        "order": "enter-exclusion-list",
        "list": "503a",
        "as_of": "2014-05-01",
        "good_through": "2014-06-01",
        "reference": "L-1",
        "stated": 1,
        "people": [person],
    }
    with signed_in_client(floor, credential=who(Position.SURVEILLANCE_OPERATOR)) as client:
        answer = client.post("/api/office/proposals", json={"order": order, "key": "k"})
        assert answer.status_code == 201
        page = client.get(f"/office/orders/{answer.json()['digest']}").text
    assert "sealed" in page
    assert "Tarbell" not in page


def test_figures_stand_to_the_right_unless_a_row_is_about_them() -> None:
    rows = (("$10", "200", "000000007", "2026-03-01 18:51 EST"), ("$25", "1,150", "", ""))
    grid = Grid(title="g", headings=("Denomination", "Coupons", "Serial", "When"), rows=rows)
    assert columns(grid) == ("brief", "figure", "brief", "brief")


# What is known.


def test_a_submission_is_chosen_among_those_that_were_filed(floor: Floor) -> None:
    submission = FileSubmission(game="craps", options={"certificate_holder": floor.office.house})
    filed = floor.office.propose(submission, who=who(Position.SHIFT_MANAGER), key="k")
    floor.office.approve(filed.digest, who=who(Position.AUDITOR))
    floor.office.execute(filed.digest, who=who(Position.DIRECTOR_OF_TABLE_GAMES))
    (layout,), _ = known_in(floor, FileLayout, "approvals")
    assert layout.kind is FieldKind.CHOICE
    (choice,) = layout.choices
    assert choice.words.startswith("craps, version 1")
    assert len(choice.json) == 66
    (guide,), _ = known_in(floor, FileGuide, "approvals")
    assert (guide.kind, guide.choices) == (FieldKind.TICKS, layout.choices)
    # Whoever signs next reads what was chosen, not its hash.
    chosen = json.loads(choice.json)
    order = FileGuide(submissions=(chosen,))
    proposed = floor.office.propose(order, who=who(Position.SHIFT_MANAGER), key="the guide")
    with signed_in_client(floor, credential=who(Position.AUDITOR)) as client:
        page = client.get(f"/office/orders/{proposed.digest}").text
    assert choice.words in page
    assert chosen not in page


def test_people_and_papers_are_suggested(floor: Floor, clock: Clock) -> None:
    crew = OfficeHouse(floor.office, clock)
    launch(crew)
    receive(crew, 100, name="D-7")
    issue_to_marketing(crew, "R-9", Run(1, 20))
    crew.close()
    fields, lists = known_in(floor, FileDiscrepancyReport, "pieces")
    assert named(fields, "dealer").suggestions == "dealer"
    assert Known(who(Position.DEALER), "Dealer 1, dealer") in lists["dealer"]
    # What nothing is known of, and what is new, is simply typed.
    assert named(fields, "serial").suggestions == ""
    pieces = named(known_in(floor, ReceivePieces, "pieces")[0], "pieces")
    assert named(pieces.fields, "serial").suggestions == ""
    assert named(pieces.fields, "game").suggestions == "game"
    fields, papers = known_in(floor, CountCoupons, "coupons")
    assert named(named(fields, "reviews").fields, "document").suggestions == "Review.document"
    assert Known("requisition/R-9", "of 2014-05-01") in papers["Review.document"]
    fields, checks = known_in(floor, PrepareCheck, "counter_checks")
    assert named(fields, "table").label == "Table whose chips it is given for"
    assert "table" in checks
    with signed_in_client(floor, credential=who(Position.FINANCE_SUPERVISOR)) as client:
        page = client.get("/office/coupons/orders/report-coupon-deviation").text
        assert '<option value="D-7">' in page
    with signed_in_client(floor, credential=who(Position.DEALER)) as client:
        assert "D-7" not in client.get("/office/coupons/orders/report-coupon-deviation").text


# What was told.


def test_serials_moments_and_meters_are_told_as_people_say_them() -> None:
    handed_out = DistributeCoupons(day=DAY, serials=(Run(1, 40), Run(55, 55)), place="the club")
    words = {line.label: line.words for line in lines_of(handed_out, NEW_YORK)}
    assert words["Serial numbers"] == "000000001 to 000000040, 000000055"
    assert briefly(handed_out, NEW_YORK) == "2014-05-01, the club"
    assert Line("Replaces coupons", "–") in lines_of(handed_out, NEW_YORK)
    assert "Replaces coupons" not in {line.label for line in what_followed(handed_out, NEW_YORK)}
    report = FileDiscrepancyReport(
        serial="D-1", discovered_at=datetime(2014, 1, 31, 16, 30, tzinfo=UTC), dealer="PA-1", description="x"
    )
    assert Line("Discovered at", "2014-01-31 11:30 EST") in lines_of(report, NEW_YORK)
    meter = ReadMeter(
        day=DAY, meter="P-1", game="craps", shown=1_250_502_500, seed=0, contributed=0, paid=0, resets=0
    )
    assert Line("Amount shown", "$1,250.5025") in lines_of(meter, NEW_YORK)
    submission = FileSubmission(game="craps", options={"smallest_chip": 25, "dice": "red"})
    assert Line("Options", "smallest chip: 25\ndice: red") in lines_of(submission, NEW_YORK)


def test_the_latest_papers_come_first_however_a_book_lists_them() -> None:
    subjects = ["R-2026-11-14", "R-2026-11-15", "9", "10", "today", "2026-10.2", "2026-10.10"]
    assert sorted(subjects, key=in_order, reverse=True) == [
        "today",
        "R-2026-11-15",
        "R-2026-11-14",
        "2026-10.10",
        "2026-10.2",
        "10",
        "9",
    ]


def test_a_letter_is_recorded_about_what_still_awaits_one(floor: Floor) -> None:
    office, manager, auditor = floor.office, who(Position.SHIFT_MANAGER), who(Position.AUDITOR)
    submission = FileSubmission(game="craps", options={"certificate_holder": office.house})
    filed = office.propose(submission, who=manager, key="filed")
    office.approve(filed.digest, who=auditor)
    office.execute(filed.digest, who=who(Position.DIRECTOR_OF_TABLE_GAMES))
    (reviewed, *_), _ = known_in(floor, RecordReview, "approvals")
    assert [choice.json for choice in reviewed.choices] == ["1"]
    review = RecordReview(filing=1, reference="report 1", dated=office.days.day_of(floor.clock()))
    said = office.propose(review, who=manager, key="reviewed")
    office.execute(said.digest, who=auditor)
    (reviewed, *_), _ = known_in(floor, RecordReview, "approvals")
    assert reviewed.choices == ()
    (ended, *_), _ = known_in(floor, EndApproval, "approvals")
    assert ended.choices == (), "nothing is approved yet"


def test_forms_begin_with_the_numbers_that_come_next(floor: Floor) -> None:
    fields, _ = known_in(floor, ReceiveBook, "counter_checks")
    assert {one.name: one.start for one in fields}["first"] == "1"
    received = ReceiveBook(book="B-1", first=1, last=50)
    digest = floor.office.propose(received, who=who(Position.FINANCE_CLERK), key="k").digest
    floor.office.execute(digest, who=who(Position.FINANCE_SUPERVISOR))
    fields, _ = known_in(floor, ReceiveBook, "counter_checks")
    assert {one.name: one.start for one in fields}["first"] == "51"
