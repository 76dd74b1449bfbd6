"""Redemption at a table: once, whole, unexpired; given back where the wager was not decided (603a.20(q)(6), 603a.21)."""

from datetime import date, timedelta
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.design import SubmitCouponDesign
from houseway.backoffice.coupons.distribution import DistributeCoupons
from houseway.backoffice.coupons.drop_boxes import Drop
from houseway.backoffice.coupons.programme import ApprovalKind, RecordCouponApproval
from houseway.backoffice.coupons.quarterly import Quarter, redeemed_in
from houseway.backoffice.coupons.redemption import CouponReleased, RedeemCoupon, Release, ReleaseCoupon
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.serials import State, coupon_of, find
from houseway.backoffice.coupons.variances import VarianceKind
from houseway.backoffice.coupons.voids import CouponsVoided, Custody, VoidCoupons, VoidLine
from houseway.table.coupons import Coupon, CouponTerms, OnPush
from tests.backoffice.coupons.crew import (
    BY_SUMMERS_END,
    MAY_DAY,
    TEN,
    BareHouse,
    approval,
    close_day,
    count_of,
    delivery,
    form,
    found,
    hand_out,
    issue_to_marketing,
    lot,
    next_day,
    receipt_of,
    receive,
    redeem,
    refused,
    states,
)

REDEEM = RedeemCoupon(serial=1, value=1000, table="4", round="17", day=MAY_DAY)
RELEASE = ReleaseCoupon(serial=1, table="4", round="17", day=MAY_DAY, reason=Release.PUSH)


@pytest.mark.clause("603a.20(q)(6)")
def test_a_coupon_is_redeemed_exactly_once(busy: BareHouse) -> None:
    busy.give(REDEEM)
    coupon = find(busy.connection, 1)
    assert coupon is not None
    assert (coupon.state, coupon.table, coupon.round, coupon.redeemed_on) == (
        State.REDEEMED,
        "4",
        "17",
        MAY_DAY,
    )
    for again in (REDEEM, msgspec.structs.replace(REDEEM, table="5", round="1")):
        assert "was redeemed at table 4 on 2014-05-01" in refused(busy, again, "603a.20(q)(6)")
    assert states(busy)[State.REDEEMED] == 1


@pytest.mark.clause("603a.20(c)(2)", "603a.20(c)(3)")
def test_a_guessed_serial_and_an_altered_value_are_refused(busy: BareHouse) -> None:
    assert "never received" in refused(busy, msgspec.structs.replace(REDEEM, serial=5000), "603a.20(c)(3)")
    said = refused(busy, msgspec.structs.replace(REDEEM, value=10000), "603a.20(c)(2)")
    assert "shows $100 and is one of $10" in said
    assert State.REDEEMED not in states(busy)


@pytest.mark.clause("603a.20(d)#2", "603a.20(m)(2)#2")
def test_a_coupon_that_no_patron_was_given_is_refused(busy: BareHouse) -> None:
    void = VoidLine(first=99, last=99, reason="torn")
    busy.give(VoidCoupons(custody=Custody.MARKETING, day=MAY_DAY, voided=(void,)))
    for serial, clause in ((500, "603a.20(d)#2"), (50, "603a.20(d)#2"), (99, "603a.20(m)(2)#2")):
        refused(busy, msgspec.structs.replace(REDEEM, serial=serial), clause)
    busy.give(form(busy, held=(Run(41, 60),)))
    refused(busy, msgspec.structs.replace(REDEEM, serial=50), "603a.20(d)#2")
    busy.give(REDEEM)


@pytest.mark.clause("603a.20(q)(5)")
def test_every_coupon_is_good_on_its_last_day_and_not_after_it(crew: BareHouse) -> None:
    receive(crew, 10, expires=MAY_DAY + timedelta(days=1))
    issue_to_marketing(crew, "R-1", Run(1, 10))
    hand_out(crew, Run(1, 10))
    close_day(crew)
    next_day(crew)
    crew.give(msgspec.structs.replace(REDEEM, day=crew.day))
    next_day(crew)
    late = msgspec.structs.replace(REDEEM, serial=2, day=crew.day)
    assert "expired after 2014-05-02" in refused(crew, late, "603a.20(q)(5)")


@pytest.mark.clause("603a.20(q)(6)")
def test_a_coupon_is_redeemed_on_the_day_it_is_played(busy: BareHouse) -> None:
    for days in (-1, 1):
        other = msgspec.structs.replace(REDEEM, day=MAY_DAY + timedelta(days=days))
        refused(busy, other, "603a.20(q)(6)")


@pytest.mark.clause("603a.21(e)#1")
@pytest.mark.parametrize("reason", Release)
def test_a_coupon_whose_wager_was_not_decided_is_the_patrons_again(busy: BareHouse, reason: Release) -> None:
    busy.give(REDEEM)
    why = "misdeal" if reason is Release.VOID else ""
    released, *_ = busy.give(msgspec.structs.replace(RELEASE, reason=reason, why=why))
    assert isinstance(released, CouponReleased)
    assert (released.reason, released.why, released.in_drop_box) == (reason, why, False)
    assert states(busy)[State.DISTRIBUTED] == 60
    assert not redeemed_in(busy.connection, Quarter(2014, 2))
    busy.give(msgspec.structs.replace(REDEEM, table="5"))


@pytest.mark.clause("603a.21(e)#1", "603a.20(m)(2)#2")
@pytest.mark.parametrize(
    "changes",
    [
        {"serial": 2},
        {"serial": 5000},
        {"table": "5"},
        {"round": "18"},
        {"day": date(2014, 4, 30)},
    ],
)
def test_a_coupon_is_given_back_only_in_the_round_it_was_taken_in(
    busy: BareHouse, changes: dict[str, Any]
) -> None:
    busy.give(REDEEM)
    refused(busy, msgspec.structs.replace(RELEASE, **changes), "603a.21(e)#1")
    close_day(busy)
    next_day(busy)
    busy.give(count_of(busy, MAY_DAY))
    assert "2014-05-01, which is counted" in refused(busy, RELEASE, "603a.20(m)(2)#2")


@pytest.mark.clause("603a.21(e)#1")
def test_a_round_that_outlasts_the_day_can_still_give_its_coupon_back(busy: BareHouse) -> None:
    busy.give(REDEEM)
    close_day(busy)
    next_day(busy)
    busy.give(RELEASE)
    assert states(busy)[State.DISTRIBUTED] == 60
    # It counts for the day on which it was taken, and so for none.
    assert not redeemed_in(busy.connection, Quarter(2014, 2))


@pytest.mark.clause("603a.20(m)(2)#2")
def test_a_coupon_that_is_missing_from_its_box_is_used_up_once_its_day_is_counted(busy: BareHouse) -> None:
    busy.give(REDEEM)
    close_day(busy)
    next_day(busy)
    facts = busy.give(count_of(busy, MAY_DAY, Drop(table="4", serials=())))
    assert found(facts) == {(VarianceKind.MISSING_FROM_BOX, 1)}
    reported = redeemed_in(busy.connection, Quarter(2014, 2))
    for reason in Release:
        refused(busy, msgspec.structs.replace(RELEASE, reason=reason), "603a.20(m)(2)#2")
    again = msgspec.structs.replace(REDEEM, table="5", day=busy.day)
    refused(busy, again, "603a.20(q)(6)")
    # And so no reported figure changes afterwards.
    assert redeemed_in(busy.connection, Quarter(2014, 2)) == reported


@pytest.mark.clause("603a.21(e)#1")
def test_a_coupon_that_stays_on_a_push_is_given_back_only_when_taken_down(crew: BareHouse) -> None:
    stays = msgspec.structs.replace(TEN, id="STAYS", terms=CouponTerms(on_push=OnPush.STAYS))
    crew.give(SubmitCouponDesign(design=stays))
    crew.give(RecordCouponApproval(approval=approval(ApprovalKind.DESIGN, "STAYS")))
    receive_design(crew, stays.id)
    issue_to_marketing(crew, "R-1", Run(1, 10))
    hand_out(crew, Run(1, 10))
    crew.give(REDEEM)
    assert "stays with the wager" in refused(crew, RELEASE, "603a.21(e)#1")
    crew.give(msgspec.structs.replace(RELEASE, reason=Release.TAKEN_DOWN))


def receive_design(crew: BareHouse, design: str) -> None:
    check = delivery(lot(1, 10, msgspec.structs.replace(TEN, id=design)))
    crew.give(check)
    as_ten = msgspec.structs.replace(check, found=(lot(1, 10),))
    crew.give(receipt_of(as_ten, crew.day))


def test_the_books_say_what_a_coupon_was_printed_as(busy: BareHouse) -> None:
    assert coupon_of(busy.connection, 1) == Coupon(
        serial=1, value=1000, expires=BY_SUMMERS_END, terms=CouponTerms()
    )
    assert coupon_of(busy.connection, 5000) is None


def test_redemptions_alone_make_a_day_that_is_counted(busy: BareHouse) -> None:
    close_day(busy)
    next_day(busy)
    busy.give(count_of(busy, MAY_DAY))
    redeem(busy, 1)
    next_day(busy)
    (counted,) = busy.give(count_of(busy, date(2014, 5, 2)))
    assert counted.lines[0].redeemed == 1  # type: ignore[attr-defined]


# A wager that never stood.

VOID = msgspec.structs.replace(
    RELEASE, reason=Release.VOID, why="the hands were void (659a.12(b))", in_drop_box=True
)


@pytest.mark.clause("603a.21(e)#1")
def test_a_void_wager_is_told_with_its_reason_and_nothing_else_frees_a_dropped_coupon(
    busy: BareHouse,
) -> None:
    busy.give(REDEEM)
    said = refused(busy, msgspec.structs.replace(VOID, why=" "), "603a.21(e)#1")
    assert "what made its wager void is not told" in said
    for reason in (Release.PUSH, Release.TAKEN_DOWN):
        decided = msgspec.structs.replace(VOID, reason=reason)
        assert "it is used up" in refused(busy, decided, "603a.21(e)#1")
    assert states(busy)[State.REDEEMED] == 1


@pytest.mark.clause("603a.21(e)#1", "603a.20(m)(2)#2")
def test_a_dropped_coupon_whose_wager_was_void_is_not_redeemed_and_cannot_be_played_again(
    busy: BareHouse,
) -> None:
    busy.give(REDEEM)
    released, void = busy.give(VOID)
    assert isinstance(released, CouponReleased)
    assert isinstance(void, CouponsVoided)
    assert (released.why, void.voided[0].reason) == (
        "the hands were void (659a.12(b))",
        "unspent in the drop box: the hands were void (659a.12(b))",
    )
    assert states(busy)[State.VOIDED] == 1
    assert not redeemed_in(busy.connection, Quarter(2014, 2))
    # A copy of it is good for nothing, and it is given back once.
    assert "is voided" in refused(
        busy, msgspec.structs.replace(REDEEM, table="5", round="1"), "603a.20(m)(2)#2"
    )
    refused(busy, VOID, "603a.21(e)#1")


@pytest.mark.clause("603a.20(m)(1)", "603a.20(m)(2)#2")
@pytest.mark.parametrize(
    ("drops", "forwarded", "variances"),
    [
        ((Drop(table="4", serials=(1,)),), (), set()),
        ((Drop(table="4", serials=()),), (), {(VarianceKind.MISSING_FROM_BOX, 1)}),
        ((Drop(table="5", serials=(1,)),), (), {(VarianceKind.OTHER_TABLE, 1)}),
        ((Drop(table="4", serials=(1,)),), (Run(1, 1),), {(VarianceKind.COUNTED_TWICE, 1)}),
    ],
)
def test_the_count_finds_and_cancels_an_unspent_coupon_in_its_box(
    busy: BareHouse,
    drops: tuple[Drop, ...],
    forwarded: tuple[Run, ...],
    variances: set[tuple[VarianceKind, int]],
) -> None:
    busy.give(REDEEM)
    busy.give(VOID)
    close_day(busy)
    next_day(busy)
    order = count_of(busy, MAY_DAY, *drops, voided=forwarded)
    assert "void/2014-05-01/1" in [review.document for review in order.reviews]
    counted, *alarms = busy.give(order)
    assert found(tuple(alarms)) == variances
    assert counted.released == 1  # type: ignore[attr-defined]
    coupon = find(busy.connection, 1)
    assert coupon is not None
    was_there = any(drop.serials for drop in drops)
    assert (coupon.state, coupon.cancelled_on) == (State.VOIDED, busy.day if was_there else None)
    refused(busy, VOID, "603a.21(e)#1")


@pytest.mark.clause("603a.21(e)#1")
def test_the_patron_of_an_unspent_coupon_is_owed_another_of_its_denomination(busy: BareHouse) -> None:
    busy.give(REDEEM)
    busy.give(VOID)
    (owed,) = [one for one in BOOK.due(busy.desk()) if "unspent" in one.what]
    assert owed.what == (
        "give the patron of coupon 000000001, which lies unspent in the drop box of table 4, another one for $10 "
        "(void paper 2014-05-01/1)"
    )
    assert (owed.by, owed.late, owed.clause.id) == (MAY_DAY, False, "603a.21(e)#1")
    another = DistributeCoupons(
        day=MAY_DAY, serials=(Run(61, 61),), place="players club", replaces=("2014-05-01/1",)
    )
    for changes in (
        {"serials": (Run(61, 62),)},
        {"replaces": ("2014-05-01/2",)},
        {"replaces": ("2014-05-01/1",) * 2, "serials": (Run(61, 62),)},
    ):
        refused(busy, msgspec.structs.replace(another, **changes), "603a.21(e)#1")
    busy.give(another)
    assert not [one for one in BOOK.due(busy.desk()) if "unspent" in one.what]
    refused(busy, msgspec.structs.replace(another, serials=(Run(62, 62),)), "603a.21(e)#1")
