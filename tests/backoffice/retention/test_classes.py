"""How long each kind of record is kept, to the day."""

from datetime import date, timedelta

import pytest

from houseway.backoffice.retention.classes import (
    CLASSES,
    CouponState,
    CouponType,
    RecordKind,
    check_may_go,
    class_of,
    may_go_from,
)
from houseway.equipment.life import months_later
from houseway.law import RuleViolation, pa

ORDINARY = tuple(
    kind
    for kind in RecordKind
    if kind not in (RecordKind.SUSPECT_VOUCHER, RecordKind.COUPON, RecordKind.JOURNAL)
)


@pytest.mark.clause("465a.6(c)")
@pytest.mark.parametrize("kind", ORDINARY)
def test_books_records_and_documents_are_kept_for_five_years(kind: RecordKind) -> None:
    assert class_of(kind).clause.id == "465a.6(c)"
    assert may_go_from(kind, date(2014, 5, 1)) == date(2019, 5, 2)


@pytest.mark.clause("465a.6(c)(1)")
def test_paperwork_about_suspect_vouchers_is_kept_for_two_years() -> None:
    assert class_of(RecordKind.SUSPECT_VOUCHER).clause.id == "465a.6(c)(1)"
    assert may_go_from(RecordKind.SUSPECT_VOUCHER, date(2014, 5, 1)) == date(2016, 5, 2)


@pytest.mark.clause("465a.6(c)(2)")
def test_coupons_are_kept_for_six_months() -> None:
    assert class_of(RecordKind.COUPON).clause.id == "465a.6(c)(2)"
    assert may_go_from(RecordKind.COUPON, date(2014, 5, 1)) == date(2014, 11, 2)


@pytest.mark.clause("465a.6(c)")
@pytest.mark.parametrize("kind", [RecordKind.LEDGER, RecordKind.REQUISITION, RecordKind.RECONCILIATION_FORM])
def test_the_paper_around_coupons_is_no_coupon(kind: RecordKind) -> None:
    assert str(class_of(kind)) == "5 years"


@pytest.mark.clause("465a.6(c)", "465a.6(c)(1)", "465a.6(c)(2)")
@pytest.mark.parametrize(
    ("kind", "free", "clause"),
    [
        (RecordKind.SLIP, date(2019, 5, 2), "465a.6(c)"),
        (RecordKind.SUSPECT_VOUCHER, date(2016, 5, 2), "465a.6(c)(1)"),
        (RecordKind.COUPON, date(2014, 11, 2), "465a.6(c)(2)"),
    ],
)
def test_nothing_goes_on_the_day_before_its_time(kind: RecordKind, free: date, clause: str) -> None:
    check_may_go(kind, "box 7", date(2014, 5, 1), free)
    check_may_go(kind, "box 7", date(2014, 5, 1), free + timedelta(days=1))
    with pytest.raises(RuleViolation, match=f"box 7 is kept for .* may not go before {free}") as refusal:
        check_may_go(kind, "box 7", date(2014, 5, 1), free - timedelta(days=1))
    assert refusal.value.clause.id == clause


@pytest.mark.clause("603a.20(r)(2)#1")
def test_the_journal_never_goes() -> None:
    with pytest.raises(RuleViolation, match="never destroyed") as refusal:
        check_may_go(RecordKind.JOURNAL, "the journal", date(2014, 5, 1), date(9999, 12, 31))
    assert refusal.value.clause.id == "603a.20(r)(2)#1"
    assert may_go_from(RecordKind.JOURNAL, date(2014, 5, 1)) == date.max


@pytest.mark.clause("465a.6(c)", "465a.6(c)(1)", "465a.6(c)(2)")
@pytest.mark.parametrize(
    ("kind", "since", "free"),
    [
        (RecordKind.PAPERS, date(2012, 2, 29), date(2017, 3, 1)),
        (RecordKind.PAPERS, date(2011, 2, 28), date(2016, 2, 29)),
        (RecordKind.PAPERS, date(2013, 12, 31), date(2019, 1, 1)),
        (RecordKind.SUSPECT_VOUCHER, date(2012, 2, 29), date(2014, 3, 1)),
        (RecordKind.COUPON, date(2014, 8, 31), date(2015, 3, 1)),
        (RecordKind.COUPON, date(2015, 8, 29), date(2016, 3, 1)),
        (RecordKind.COUPON, date(2015, 8, 31), date(2016, 3, 1)),
        (RecordKind.COUPON, date(2016, 2, 29), date(2016, 8, 30)),
    ],
)
def test_months_and_years_end_on_their_last_day(kind: RecordKind, since: date, free: date) -> None:
    assert may_go_from(kind, since) == free
    with pytest.raises(RuleViolation):
        check_may_go(kind, "box 7", since, free - timedelta(days=1))


@pytest.mark.clause("465a.6(c)(2)")
def test_the_time_of_a_coupon_begins_with_its_first_change_of_state() -> None:
    day = date(2014, 5, 1)
    for state in CouponState:
        free = may_go_from(RecordKind.COUPON, day, state)
        assert free == (date.max if state is CouponState.UNUSED else date(2014, 11, 2))


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        (date(2014, 5, 1), 12, date(2015, 5, 1)),
        (date(2014, 7, 1), 6, date(2015, 1, 1)),
        (date(2014, 8, 31), 6, date(2015, 2, 28)),
        (date(2015, 8, 31), 6, date(2016, 2, 29)),
        (date(2015, 2, 28), 6, date(2015, 8, 28)),
        (date(2012, 2, 29), 24, date(2014, 2, 28)),
        (date(2012, 2, 29), 48, date(2016, 2, 29)),
        (date(2014, 10, 31), 1, date(2014, 11, 30)),
        (date(2014, 10, 31), 2, date(2014, 12, 31)),
    ],
)
def test_months_later_is_the_same_day_or_the_months_last(day: date, months: int, later: date) -> None:
    assert months_later(day, months) == later


@pytest.mark.parametrize("kind", [RecordKind.COUPON, RecordKind.SUSPECT_VOUCHER, RecordKind.BOOK])
def test_a_later_record_is_never_free_before_an_earlier_one(kind: RecordKind) -> None:
    free = [may_go_from(kind, date(2014, 1, 1) + timedelta(days=number)) for number in range(1_500)]
    assert free == sorted(free)


def test_the_classes_are_those_of_the_register() -> None:
    listed = pa("465a.6(c)").parameters["exceptions"].split("|")
    assert [kept.clause.id for kept in CLASSES] == ["465a.6(c)", *listed]
    coupons = pa("465a.6(c)(2)").parameters
    assert coupons["coupon_types"].split("|") == list(CouponType)
    assert set(coupons["states"].split("|")) <= set(CouponState)
    assert [str(kept) for kept in CLASSES] == ["5 years", "2 years", "6 months"]
