"""Chips, plaques and coupons of the house: nothing else is filled, credited, counted or laid."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.backoffice.coupons.book import BOOK as COUPONS
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.revenue import orders as do
from houseway.backoffice.revenue.book import BOOK as REVENUE_BOOK
from houseway.backoffice.revenue.chips import Pieces
from houseway.backoffice.revenue.denominations import check_in_chips, in_force, is_made_up
from houseway.law import RuleViolation
from tests.backoffice.revenue.pit import CAGE, DEALER, FIRST, FLOOR, SECURITY, TABLE, Pit, chips

APPROVED = "601a.10(b)"
PERMITTED = "603a.10(a)#1"
REVENUE = "125-149:RAF(16)#1"
TRAY = chips(black=100, green=200)
SEVEN = (Pieces(value=700, count=10),)


@pytest.mark.clause(APPROVED)
@pytest.mark.parametrize(
    "order",
    [
        do.OpenTray(day=FIRST, table="BJ-2", game="blackjack", chips=SEVEN),
        do.FillTable(day=FIRST, table=TABLE, chips=SEVEN),
        do.CreditTable(day=FIRST, table=TABLE, chips=SEVEN),
        do.CreditTable(day=FIRST, table=TABLE, chips=chips(black=1), tray=SEVEN),
        do.CloseTray(day=FIRST, table=TABLE, chips=SEVEN),
    ],
    ids=lambda order: type(order).__name__,
)
def test_nothing_is_counted_or_carried_in_seven_dollar_chips(pit: Pit, order: do.OpenTray) -> None:
    pit.open(TRAY)
    with pytest.raises(RuleViolation, match=r"chips of \$7, and the house has none") as refusal:
        pit.sign(order)
    assert refusal.value.clause.id == APPROVED
    assert refusal.value.fix is not None
    assert "it has $1, $5, $25, $100; others are registered with register-denominations" in refusal.value.fix


@pytest.mark.clause(APPROVED)
def test_a_house_that_registered_no_chips_opens_no_tray_and_is_told_how_to(new_pit: Pit) -> None:
    new_pit.has_chips = True
    new_pit.set_terms()
    with pytest.raises(RuleViolation, match="registered no chips") as refusal:
        new_pit.open(TRAY)
    assert "register-denominations" in str(refusal.value.fix)
    new_pit.register()
    new_pit.open(TRAY)


@pytest.mark.clause(APPROVED)
def test_chips_that_the_house_has_no_more_leave_a_tray_and_do_not_come_to_one(pit: Pit) -> None:
    pit.open(TRAY)
    pit.next_day()
    pit.register(100, 500, 10_000)
    pit.sign(do.CreditTable(day=FIRST, table=TABLE, chips=chips(green=10)))
    with pytest.raises(RuleViolation, match=r"the fill lists chips of \$25"):
        pit.sign(do.FillTable(day=FIRST, table=TABLE, chips=chips(green=1)))
    pit.close(chips(black=100, green=190), day=FIRST)


@pytest.mark.clause(APPROVED)
def test_a_list_names_each_value_once_and_reaches_back_over_no_count(pit: Pit) -> None:
    with pytest.raises(RuleViolation, match=r"has \$5 twice"):
        pit.register(500, 500)
    with pytest.raises(RuleViolation, match="in other chips"):
        pit.register(500, since=FIRST - timedelta(days=1))
    pit.register(500, plaques=(50_000, 100_000), since=FIRST + timedelta(days=1))
    with pit.office.desk() as desk:
        now, then = (in_force(desk.connection, FIRST + timedelta(days=number)) for number in (0, 1))
    assert now is not None
    assert then is not None
    assert (now.values, then.values) == ((100, 500, 2_500, 10_000), (500, 50_000, 100_000))


@pytest.mark.clause("603a.20(c)(2)")
def test_no_box_holds_coupons_of_a_value_that_no_design_has(tmp_path: Path) -> None:
    pit = Pit(str(tmp_path / "journal.db"), books=(STAFF, REVENUE_BOOK, COUPONS))
    with pit.office.journal:
        pit.set_terms()
        pit.open(TRAY)
        pit.close(TRAY)
        with pytest.raises(RuleViolation, match=r"coupons of \$7, and no design of the house has that value"):
            pit.count(0, coupons=SEVEN)


# What a tray holds.


@pytest.mark.clause(REVENUE)
def test_a_credit_takes_no_more_of_a_value_than_came_on_slips(pit: Pit) -> None:
    pit.register(100, 500, 2_500, 10_000, 50_000)
    pit.open(TRAY)
    with pytest.raises(RuleViolation, match=r"takes 1,000 chips of \$500 .* holds by its slips 0 of them"):
        pit.credit((Pieces(value=50_000, count=1_000),))
    pit.fill(chips(black=20))
    pit.credit(chips(black=110))
    with pytest.raises(RuleViolation, match="holds by its slips 10 of them"):
        pit.credit(chips(black=11))
    pit.credit(chips(black=10))


@pytest.mark.clause(REVENUE)
def test_what_came_over_the_felt_is_credited_once_the_tray_is_counted(pit: Pit) -> None:
    pit.open(TRAY)
    with pytest.raises(RuleViolation, match="holds by its slips 100 of them") as refusal:
        pit.credit(chips(black=150))
    assert "count the whole tray" in str(refusal.value.fix)
    with pytest.raises(RuleViolation, match="was counted with 140 of them"):
        pit.credit(chips(black=150), tray=chips(black=140, green=150))
    (fact,) = pit.credit(chips(black=150), tray=chips(black=160, green=150)).facts
    assert [line["count"] for line in fact["tray"]] == [160, 150]


@pytest.mark.clause(REVENUE)
def test_a_new_opening_of_the_day_counts_from_its_own_opener(pit: Pit) -> None:
    pit.open(TRAY)
    pit.fill(chips(red=40))
    pit.close(chips(black=100))
    pit.open(chips(black=100))
    with pytest.raises(RuleViolation, match="holds by its slips 0 of them"):
        pit.credit(chips(red=40))


def test_two_credits_that_await_signatures_do_not_take_the_same_chips(pit: Pit) -> None:
    pit.open(TRAY)
    first, second = (
        pit.office.propose(do.CreditTable(day=FIRST, table=TABLE, chips=chips(black=60)), who=FLOOR, key=key)
        for key in ("one", "two")
    )
    for standing in (first, second):
        for signer in (DEALER, SECURITY):
            pit.office.approve(standing.digest, who=signer)
    pit.office.execute(first.digest, who=CAGE)
    with pytest.raises(RuleViolation, match="holds by its slips 40 of them"):
        pit.office.execute(second.digest, who=CAGE)


# What can be laid in chips.


@pytest.mark.clause(PERMITTED)
def test_only_what_chips_make_up_can_be_laid(pit: Pit) -> None:
    pit.register(200, 500)
    with pit.office.desk() as desk:
        for amount in (200, 400, 500, 700, 1_100):
            check_in_chips(desk.connection, amount, FIRST)
        for amount in (50, 300, 550):
            with pytest.raises(RuleViolation, match="cannot be laid in the chips of the house") as refusal:
                check_in_chips(desk.connection, amount, FIRST)
            assert refusal.value.clause.id == PERMITTED


def test_a_house_from_before_there_were_lists_goes_on(new_pit: Pit) -> None:
    with new_pit.office.desk() as desk:
        check_in_chips(desk.connection, 1, date(2014, 5, 1))


@given(st.lists(st.integers(1, 40), min_size=1, max_size=4, unique=True), st.integers(0, 200))
def test_making_up_an_amount_agrees_with_trying_every_pile(values: list[int], amount: int) -> None:
    reached = {0}
    for _ in range(amount):
        reached |= {total + value for total in reached for value in values if total + value <= amount}
        if amount in reached:
            break
    assert is_made_up(amount, tuple(values)) is (amount in reached)
