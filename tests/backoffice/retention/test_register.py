"""The register of what is kept: entering, holding, keeping on, destroying; and the papers and deadlines of it."""

from datetime import date, timedelta
from typing import Any

import pytest

from houseway.backoffice.people import Position
from houseway.backoffice.policy import NotPermitted
from houseway.backoffice.records import BadOrder
from houseway.backoffice.retention import orders as do
from houseway.backoffice.retention.book import BOOK
from houseway.backoffice.retention.classes import CouponState, CouponType, RecordKind
from houseway.backoffice.retention.destruction import may_be_destroyed
from houseway.law import RuleViolation
from tests.backoffice.house import WHO, who
from tests.backoffice.retention.archive import (
    ACCOUNTS,
    AUDIT,
    AUDIT_DIRECTOR,
    CLERK,
    CLERK_2,
    COMPLIANCE,
    CREW,
    TODAY,
    Archive,
)

SHEET = "count sheet 2014-05-01 BJ-1"
FREE = date(2019, 5, 2)


def free_today(archive: Archive) -> list[str]:
    """What may go of all that was entered."""
    with archive.office.desk() as desk:
        free = may_be_destroyed(desk.connection, desk.day)
    return [kept.reference for kept in free if kept.kind is not RecordKind.PAPERS]


def due(archive: Archive) -> dict[str, tuple[date, bool]]:
    with archive.office.desk() as desk:
        return {row.what: (row.by, row.late) for row in BOOK.due(desk)}


@pytest.mark.clause("465a.6(c)")
def test_a_record_is_destroyed_once_its_time_is_over_and_not_a_day_before(archive: Archive) -> None:
    archive.keep(SHEET)
    archive.go_to(FREE - timedelta(days=1))
    assert free_today(archive) == []
    with pytest.raises(RuleViolation, match="may not go before 2019-05-02") as refusal:
        archive.destroy(SHEET)
    assert refusal.value.clause.id == "465a.6(c)"
    archive.go_to(FREE)
    assert free_today(archive) == [SHEET]
    (fact,) = archive.destroy(SHEET).facts
    assert (fact["number"], fact["references"]) == (1, [SHEET])
    assert free_today(archive) == []
    with pytest.raises(RuleViolation, match="was destroyed on 2019-05-02"):
        archive.destroy(SHEET)


@pytest.mark.clause("465a.6(c)(1)", "465a.6(c)(2)")
def test_each_class_has_its_own_time_and_its_own_clause(archive: Archive) -> None:
    archive.keep("voucher 7", RecordKind.SUSPECT_VOUCHER)
    archive.keep("coupons 1-500", RecordKind.COUPON)
    for reference, clause in (("voucher 7", "465a.6(c)(1)"), ("coupons 1-500", "465a.6(c)(2)")):
        with pytest.raises(RuleViolation) as refusal:
            archive.destroy(reference)
        assert refusal.value.clause.id == clause
    archive.go_to(date(2014, 11, 2))
    assert free_today(archive) == ["coupons 1-500"]
    archive.destroy("coupons 1-500")
    archive.go_to(date(2016, 5, 2))
    assert free_today(archive) == ["voucher 7"]


@pytest.mark.clause("465a.6(c)")
def test_of_several_records_all_go_or_none(archive: Archive) -> None:
    archive.keep("old", since=date(2009, 1, 1))
    archive.keep("young")
    with pytest.raises(RuleViolation, match="young is kept for 5 years"):
        archive.destroy("old", "young")
    assert free_today(archive) == ["old"]


@pytest.mark.clause("465a.6(c)(2)")
def test_the_six_months_of_coupons_count_from_their_last_change_of_state(archive: Archive) -> None:
    archive.keep("coupons 1-500", RecordKind.COUPON, state=CouponState.UNUSED)
    archive.go_to(date(2014, 9, 10))
    archive.sign(
        do.ChangeCouponState(reference="coupons 1-500", state=CouponState.EXPIRED, on=date(2014, 9, 1))
    )
    archive.go_to(date(2015, 3, 1))
    with pytest.raises(RuleViolation, match="from 2014-09-01 at least, and may not go before 2015-03-02"):
        archive.destroy("coupons 1-500")
    archive.go_to(date(2015, 3, 2))
    archive.destroy("coupons 1-500")


@pytest.mark.clause("465a.6(c)(2)")
def test_the_six_months_of_unused_coupons_have_not_begun(archive: Archive) -> None:
    archive.keep("coupons 1-500", RecordKind.COUPON, state=CouponState.UNUSED)
    archive.go_to(date(2034, 5, 1))
    assert free_today(archive) == []
    with pytest.raises(RuleViolation, match="is unused, so the 6 months for which it is kept have not begun"):
        archive.destroy("coupons 1-500")
    with pytest.raises(RuleViolation, match="is kept until 9999-12-31 in any case"):
        archive.sign(
            do.KeepOn(references=("coupons 1-500",), until=date(2035, 1, 1), reason="no time runs yet")
        )
    archive.sign(
        do.ChangeCouponState(reference="coupons 1-500", state=CouponState.RETURNED, on=date(2034, 5, 1))
    )
    archive.go_to(date(2034, 11, 2))
    assert free_today(archive) == ["coupons 1-500"]


@pytest.mark.clause("465a.6(c)(2)")
def test_coupons_that_are_kept_on_stay_so_when_their_state_changes(archive: Archive) -> None:
    archive.keep("coupons", RecordKind.COUPON, state=CouponState.RETURNED)
    archive.sign(do.KeepOn(references=("coupons",), until=date(2015, 3, 1), reason="audit"))
    archive.go_to(date(2014, 6, 1))
    archive.sign(do.ChangeCouponState(reference="coupons", state=CouponState.VOIDED, on=date(2014, 6, 1)))
    archive.go_to(date(2015, 2, 28))
    with pytest.raises(RuleViolation, match="is kept on until 2015-03-01 by decision"):
        archive.destroy("coupons")
    archive.go_to(date(2015, 3, 1))
    assert free_today(archive) == ["coupons"]


@pytest.mark.clause("465a.6(c)(2)")
@pytest.mark.parametrize(
    ("reference", "on", "reason"),
    [
        ("coupons", date(2014, 4, 30), "changed last on 2014-05-01 and cannot have changed on 2014-04-30"),
        ("coupons", date(2014, 5, 2), "cannot have changed on 2014-05-02"),
        (SHEET, TODAY, "is a count sheet, which has no state"),
        ("others", TODAY, "not in the register"),
    ],
)
def test_a_change_of_state_that_cannot_be_is_refused(
    archive: Archive, reference: str, on: date, reason: str
) -> None:
    archive.keep("coupons", RecordKind.COUPON)
    archive.keep(SHEET)
    with pytest.raises(RuleViolation, match=reason) as refusal:
        archive.sign(do.ChangeCouponState(reference=reference, state=CouponState.VOIDED, on=on))
    assert refusal.value.clause.id == "465a.6(c)(2)"
    archive.sign(do.ChangeCouponState(reference="coupons", state=CouponState.VOIDED, on=TODAY))


@pytest.mark.clause("465a.6(c)(2)")
@pytest.mark.parametrize(
    "record",
    [
        {"kind": RecordKind.COUPON, "coupon": None},
        {"kind": RecordKind.COUPON, "state": None},
        {"kind": RecordKind.LEDGER, "coupon": CouponType.MATCH_PLAY},
        {"kind": RecordKind.LEDGER, "state": CouponState.REDEEMED},
    ],
)
def test_coupons_have_a_type_and_a_state_and_nothing_else_has(
    archive: Archive, record: dict[str, Any]
) -> None:
    with pytest.raises(RuleViolation) as refusal:
        archive.keep("batch", **record)
    assert refusal.value.clause.id == "465a.6(c)(2)"


@pytest.mark.clause("465a.6(c)")
def test_what_is_registered_has_a_reference_of_its_own_and_a_day_that_has_come(archive: Archive) -> None:
    archive.keep(SHEET)
    with pytest.raises(RuleViolation, match="in the register already"):
        archive.keep(SHEET)
    with pytest.raises(RuleViolation, match="a day to come"):
        archive.keep("tomorrow's", since=TODAY + timedelta(days=1))
    twice = do.Record(kind=RecordKind.BOOK, reference="cage book", since=TODAY, where="cage")
    with pytest.raises(RuleViolation, match="cage book is named twice"):
        archive.sign(do.RegisterRecords(records=(twice, twice)))
    with pytest.raises(RuleViolation, match="'cage book' is not in the register"):
        archive.destroy("cage book")


@pytest.mark.parametrize(
    "content",
    [{"reference": ""}, {"reference": " x"}, {"kind": "film"}, {"where": ""}, {"subjects": ["Ida Tarbell"]}],
)
def test_what_is_no_record_is_said_by_name(archive: Archive, content: dict[str, Any]) -> None:
    whole = {"kind": "slip", "reference": "fill slip 12", "since": "2014-05-01", "where": "vault 2"}
    with pytest.raises(BadOrder, match=r"\$\.records"):
        archive.office.read_order({"order": "register-records", "records": [whole | content]})
    with pytest.raises(BadOrder, match=r"\$\.records"):
        archive.office.read_order({"order": "register-records", "records": []})


# Holds and decisions.


@pytest.mark.clause("465a.6(c)")
def test_a_held_record_stays_however_old_until_every_hold_is_lifted(archive: Archive) -> None:
    archive.keep(SHEET, since=date(2009, 1, 1))
    archive.keep("log 4", since=date(2009, 1, 1))
    archive.hold(SHEET, "log 4")
    archive.hold(SHEET, name="inquiry 3")
    with pytest.raises(RuleViolation, match="under the hold 'inquiry 3' already"):
        archive.hold(SHEET, name="inquiry 3")
    assert free_today(archive) == []
    with pytest.raises(RuleViolation, match="is held: dispute 12, inquiry 3"):
        archive.destroy(SHEET)
    archive.lift(SHEET)
    with pytest.raises(RuleViolation, match="not under the hold 'dispute 12'"):
        archive.lift(SHEET)
    with pytest.raises(RuleViolation, match="is held: inquiry 3"):
        archive.destroy(SHEET)
    archive.lift(SHEET, name="inquiry 3")
    assert free_today(archive) == [SHEET]
    archive.destroy(SHEET)
    with pytest.raises(RuleViolation, match="was destroyed"):
        archive.hold(SHEET)


@pytest.mark.clause("465a.6(c)")
def test_a_record_that_is_kept_on_stays_until_that_day(archive: Archive) -> None:
    archive.keep(SHEET, since=date(2009, 1, 1))
    with pytest.raises(RuleViolation, match="until a day to come"):
        archive.sign(do.KeepOn(references=(SHEET,), until=TODAY, reason="audit"))
    archive.sign(do.KeepOn(references=(SHEET,), until=date(2014, 8, 1), reason="audit"))
    assert free_today(archive) == []
    with pytest.raises(RuleViolation, match="is kept on until 2014-08-01 by decision"):
        archive.destroy(SHEET)
    archive.go_to(date(2014, 8, 1))
    archive.destroy(SHEET)


def test_keeping_on_never_shortens_what_the_law_asks(archive: Archive) -> None:
    archive.keep(SHEET)
    with pytest.raises(RuleViolation, match="kept until 2019-05-02 in any case"):
        archive.sign(do.KeepOn(references=(SHEET,), until=date(2019, 5, 1), reason="audit"))
    archive.keep("coupons", RecordKind.COUPON)
    archive.sign(do.KeepOn(references=("coupons",), until=date(2015, 8, 1), reason="audit"))
    archive.sign(do.ChangeCouponState(reference="coupons", state=CouponState.VOIDED, on=TODAY))
    archive.go_to(date(2015, 7, 31))
    with pytest.raises(RuleViolation, match="kept on until 2015-08-01"):
        archive.destroy("coupons")


# Who signs.


@pytest.mark.clause("465a.6(c)")
def test_destruction_takes_two_people_of_two_departments(archive: Archive) -> None:
    archive.keep(SHEET, since=date(2009, 1, 1))
    order = do.DestroyRecords(references=(SHEET,), method="shredder")
    for crew in (
        (ACCOUNTS, who(Position.FINANCE_SUPERVISOR, 2)),
        (CLERK, AUDIT),
        (AUDIT, AUDIT_DIRECTOR),
        (ACCOUNTS, WHO[Position.SHIFT_MANAGER]),
    ):
        with pytest.raises(NotPermitted, match="it takes the") as refusal:
            archive.sign(order, crew)
        assert refusal.value.clause.id == "465a.6(c)"
    standing = archive.sign(order)
    assert [signed.credential for signed in standing.signatures] == [ACCOUNTS, AUDIT]


@pytest.mark.clause("465a.6(c)")
def test_whoever_registered_a_record_or_moved_its_day_or_lifted_its_hold_does_not_destroy_it(
    archive: Archive,
) -> None:
    old = date(2009, 1, 1)
    record = do.Record(kind=RecordKind.SLIP, reference="mine", since=old, where="cage")
    archive.sign(do.RegisterRecords(records=(record,)), (ACCOUNTS,))
    archive.keep("coupons", RecordKind.COUPON, since=old)
    change = do.ChangeCouponState(reference="coupons", state=CouponState.VOIDED, on=old)
    archive.sign(change, (ACCOUNTS,))
    archive.keep("held", since=old)
    archive.hold("held")
    archive.lift("held")
    for reference, crew, duty in (
        ("mine", (ACCOUNTS, AUDIT), "register-records"),
        ("coupons", (ACCOUNTS, AUDIT), "change-coupon-state"),
        ("held", (ACCOUNTS, AUDIT_DIRECTOR), "lift-hold"),
    ):
        order = do.DestroyRecords(references=(reference,), method="shredder")
        with pytest.raises(NotPermitted, match=f"did {duty} for record/{reference}"):
            archive.sign(order, crew)
        archive.sign(order, (who(Position.FINANCE_SUPERVISOR, 2), AUDIT))


@pytest.mark.clause("465a.6(c)")
def test_a_hold_is_placed_by_one_and_lifted_by_two(archive: Archive) -> None:
    archive.keep(SHEET)
    place = do.PlaceHold(hold="dispute 12", references=(SHEET,), reason="dispute")
    with pytest.raises(NotPermitted, match="internal auditor or above or casino compliance"):
        archive.sign(place, (CLERK_2,))
    archive.sign(place, (AUDIT,))
    lift = do.LiftHold(hold="dispute 12", references=(SHEET,), reason="settled")
    for crew in ((AUDIT, COMPLIANCE), (AUDIT_DIRECTOR, AUDIT)):
        with pytest.raises(NotPermitted, match="it takes the"):
            archive.sign(lift, crew)
    archive.sign(lift)


@pytest.mark.clause("465a.6(c)")
def test_every_department_registers_its_records_and_finance_says_what_becomes_of_them(
    archive: Archive,
) -> None:
    archive.keep("coupons", RecordKind.COUPON)
    change = do.ChangeCouponState(reference="coupons", state=CouponState.VOIDED, on=TODAY)
    on = do.KeepOn(references=("coupons",), until=date(2016, 1, 1), reason="audit")
    slip = do.Record(kind=RecordKind.SLIP, reference="slip", since=TODAY, where="pit 1")
    for order, stranger in (
        (do.RegisterRecords(records=(slip,)), COMPLIANCE),
        (change, WHO[Position.MARKETING_SUPERVISOR]),
        (on, CLERK),
    ):
        with pytest.raises(NotPermitted, match="it takes the"):
            archive.sign(order, (stranger,))
    archive.sign(do.RegisterRecords(records=(slip,)), (WHO[Position.DEALER],))
    archive.sign(change)
    archive.sign(on)


# Deadlines, sheets and papers.


@pytest.mark.clause("465a.6(c)", "465a.6(c)(2)")
def test_records_whose_time_is_over_are_due_for_a_decision_and_then_late(archive: Archive) -> None:
    archive.keep("old 1", since=date(2009, 5, 1))
    archive.keep("old 2", since=date(2009, 5, 1))
    archive.keep("coupons", RecordKind.COUPON)
    assert due(archive) == {}
    archive.go_to(date(2014, 5, 2))
    books = "destroy or keep on the books, records and documents that may go since 2014-05-02"
    coupons = "destroy or keep on the coupons that may go since 2014-11-02"
    assert due(archive) == {books: (date(2014, 6, 1), False)}
    archive.go_to(date(2014, 6, 2))
    assert due(archive) == {books: (date(2014, 6, 1), True)}
    archive.destroy("old 1")
    assert due(archive) == {books: (date(2014, 6, 1), True)}
    archive.sign(do.KeepOn(references=("old 2",), until=date(2015, 1, 1), reason="audit"))
    assert due(archive) == {}
    archive.go_to(date(2014, 12, 2))
    assert due(archive) == {coupons: (date(2014, 12, 2), False)}
    archive.hold("coupons")
    assert due(archive) == {}
    archive.lift("coupons")
    archive.go_to(date(2015, 1, 1))
    assert list(due(archive)) == [coupons, books.replace("2014-05-02", "2015-01-01")]


@pytest.mark.clause("465a.6(c)", "465a.6(c)(1)", "465a.6(c)(2)")
def test_the_schedule_prints_every_class_with_its_time_and_clause(archive: Archive) -> None:
    with archive.office.desk() as desk:
        form = BOOK.forms[0]
        (subject,) = form.subjects(desk)
        made = form.make(desk, subject)
    assert [(row[0], row[2], row[3]) for row in made.grids[0].rows] == [
        ("books, records and documents", "5 years", "465a.6(c)"),
        ("paperwork about suspect vouchers", "2 years", "465a.6(c)(1)"),
        ("coupons", "6 months", "465a.6(c)(2)"),
    ]
    assert "reconciliation form" in made.grids[0].rows[0][1]
    assert "journal" not in made.grids[0].rows[0][1]


def test_a_destruction_leaves_a_signed_certificate(archive: Archive) -> None:
    archive.keep("old 1", since=date(2009, 4, 1))
    archive.keep("old 2", since=date(2009, 4, 1))
    archive.destroy("old 1", "old 2")
    with archive.office.desk() as desk:
        form = BOOK.forms[1]
        assert form.subjects(desk) == ("1",)
        made = form.make(desk, "1")
    assert made.number == "000001"
    assert [row[1] for row in made.grids[0].rows] == ["old 1", "old 2"]
    assert [signed.credential for signed in made.signatures] == [ACCOUNTS, AUDIT]


def test_the_sheets_show_what_is_kept_free_held_and_gone(archive: Archive) -> None:
    archive.keep("young", RecordKind.COUPON)
    for name in ("old 1", "old 2", "old 3"):
        archive.keep(name, since=date(2009, 4, 1))
    archive.keep("the journal", RecordKind.JOURNAL, since=date(2009, 4, 1))
    archive.hold("old 2")
    archive.destroy("old 3")
    with archive.office.desk() as desk:
        shown = {sheet.name: [row[1] for row in sheet.show(desk)[0].rows] for sheet in BOOK.sheets}
    assert shown == {
        "kept": ["old 1", "old 2", "young", "the journal"],
        "by-itself": ["retention/2014-05-01", "staff/2014-05-01"],
        "may-go": ["old 1"],
        "may-erase": [],
        "held": ["old 2"],
        "destroyed": ["old 3"],
    }


@pytest.mark.parametrize("form", BOOK.forms, ids=lambda form: str(form.name))
def test_a_paper_that_does_not_exist_is_said_to_be_missing(archive: Archive, form: Any) -> None:
    with archive.office.desk() as desk, pytest.raises(LookupError, match="there is no"):
        form.make(desk, "99")


def test_everyone_in_the_crew_signs_an_order_of_the_book() -> None:
    assert set(CREW) == set(BOOK.orders)
