"""Certified days, meters, tax returns, their papers and their deadlines."""

from datetime import date, timedelta
from random import Random
from typing import Any

import pytest

from houseway.backoffice.paper import Paper
from houseway.backoffice.policy import NotPermitted
from houseway.backoffice.records import OrderRecord
from houseway.backoffice.revenue import orders as do
from houseway.backoffice.revenue.book import BOOK
from houseway.backoffice.revenue.chips import worth
from houseway.backoffice.revenue.options import CouponTreatment, TaxPeriod
from houseway.law import RuleViolation
from tests.backoffice.revenue.pit import (
    AUDIT_2,
    CREW,
    FIRST,
    TABLE,
    Pit,
    chips,
    meter,
    read,
)

REVENUE = "125-149:RAF(16)#1"


def paper(pit: Pit, form: str, subject: str) -> Paper:
    (found,) = (known for known in BOOK.forms if known.name == form)
    with pit.office.desk() as desk:
        assert subject in found.subjects(desk)
        return found.make(desk, subject)


def line(made: Paper, label: str) -> str:
    (found,) = (field.value for field in made.fields if field.label == label)
    return found


def due(pit: Pit) -> dict[str, tuple[date, bool]]:
    with pit.office.desk() as desk:
        return {row.what: (row.by, row.late) for row in BOOK.due(desk)}


@pytest.mark.clause(REVENUE)
def test_a_certified_day_gives_every_game_its_win_and_offsets_none(pit: Pit) -> None:
    pit.play(500, "BJ-1")
    pit.play(-200, "BJ-2")
    pit.play(-900, "CR-1", game="craps")
    pit.next_day()
    (fact,) = pit.certify().facts
    assert fact["games"] == [
        {"game": "blackjack", "win": 30_000, "taxable": 30_000},
        {"game": "craps", "win": -90_000, "taxable": 0},
    ]
    assert (fact["gross"], fact["taxable"]) == (-60_000, 30_000)


@pytest.mark.clause(REVENUE)
def test_a_day_is_certified_once_it_is_over_and_complete(pit: Pit) -> None:
    pit.open(chips(red=1))
    with pytest.raises(RuleViolation, match="is not over"):
        pit.certify(FIRST)
    pit.next_day()
    with pytest.raises(RuleViolation, match="BJ-1 is not closed"):
        pit.certify()
    pit.close(chips(red=1), day=FIRST)
    with pytest.raises(RuleViolation, match="BJ-1 is not counted"):
        pit.certify()
    pit.count(0, day=FIRST)
    pit.certify()
    with pytest.raises(RuleViolation, match="the next is 2014-05-02"):
        pit.certify(FIRST)


@pytest.mark.clause(REVENUE)
def test_days_are_certified_in_turn_and_one_without_tables_is_no_exception(pit: Pit) -> None:
    pit.go_to(FIRST + timedelta(days=3))
    with pytest.raises(RuleViolation, match="without a gap, and the next is 2014-05-01"):
        pit.certify()
    for number in range(3):
        (fact,) = pit.certify(FIRST + timedelta(days=number)).facts
        assert fact["gross"] == 0


@pytest.mark.clause(REVENUE)
def test_what_is_certified_is_not_touched_again(pit: Pit) -> None:
    pit.days_of(500)
    correction: dict[str, Any] = {"day": FIRST, "table": TABLE}
    for order in (
        do.CorrectFigure(**correction, figure=do.Figure.DROP, cents=1, reason="late find"),
        do.PayFromCage(**correction, cents=1, reference="J-1"),
        do.ReadMeter(day=FIRST, meter="3CP-1", game="three-card-poker", **meter(1)),
    ):
        with pytest.raises(RuleViolation, match="2014-05-01 is certified"):
            pit.sign(order)


def expect(pit: Pit, day: date | None = None, **figures: int) -> OrderRecord:
    said = {"change": 0, "drop": 50_000, "payouts": 0, "coupon_face": 0} | figures
    return pit.sign(do.RecordExpected(day=day or pit.today, table=TABLE, source="table/BJ-1 at 88", **said))


@pytest.mark.clause(REVENUE)
def test_the_tenth_table_stands_after_the_ninth(pit: Pit) -> None:
    for table in ("BJ-10", "BJ-9", "BJ-1"):
        pit.play(500, table)
    pit.next_day()
    pit.certify()
    tables, _, held, *_ = paper(pit, "master-game-report", "2014-05-01").grids
    assert [row[0] for row in tables.rows[:-1]] == [row[0] for row in held.rows] == ["BJ-1", "BJ-9", "BJ-10"]
    won = dict(zip(tables.headings, tables.rows[-1], strict=True))
    assert (won["Table"], won["Drop"], won["Win"]) == ("All tables", "$1,500", "$1,500")
    assert tables.is_total(3)


@pytest.mark.clause(REVENUE)
def test_what_differs_on_a_certified_day_is_found_all_the_same_and_only_once(pit: Pit) -> None:
    pit.days_of(500)
    report = paper(pit, "master-game-report", "2014-05-01")
    (held,) = (g for g in report.grids if g.title == "The tables' own records")
    assert held.rows == ((TABLE, "nothing"),)

    _, *found = expect(pit, FIRST, drop=60_000).facts

    assert [row["kind"] for row in found] == [do.VarianceKind.DROP, do.VarianceKind.WIN]
    report = paper(pit, "master-game-report", "2014-05-01")
    (held,) = (g for g in report.grids if g.title == "The tables' own records")
    assert held.rows == ((TABLE, "its own record, at 88"),)
    (shown,) = (g for g in report.grids if g.title == "Variances")
    assert shown.rows[0][2:] == ("$600", "$500", "-$100", "found after the day was certified")
    with pytest.raises(RuleViolation, match="was held against its record"):
        expect(pit, FIRST)


@pytest.mark.clause("603a.20(r)(2)#2")
def test_nobody_types_in_what_the_table_should_say(pit: Pit) -> None:
    pit.play(500)
    order = do.RecordExpected(
        day=FIRST, table=TABLE, change=0, drop=1, payouts=0, coupon_face=0, source="my memory"
    )
    with pytest.raises(NotPermitted, match="given by the table"):
        pit.office.carry_out(order, who=AUDIT_2, key="typed in")


@pytest.mark.clause(REVENUE)
def test_a_figure_put_right_after_the_record_was_held_is_held_against_it_too(pit: Pit) -> None:
    pit.play(500)
    expect(pit)
    # A fill of $5 that never was: the tray would have to hold more.
    pit.sign(
        do.CorrectFigure(day=FIRST, table=TABLE, figure=do.Figure.FILLS, cents=500, reason="found a slip")
    )
    pit.next_day()
    with pytest.raises(RuleViolation, match="closer against the table's record differs, 2 variances"):
        pit.certify()


@pytest.mark.clause(REVENUE)
def test_what_the_cage_pays_for_a_table_is_no_win_of_the_house(pit: Pit) -> None:
    pit.open(chips(black=100))
    pit.pay(100_071, reference="J-1")
    with pytest.raises(RuleViolation, match="'J-1' is paid already, on slip 1"):
        pit.pay(100_071, reference="J-1")
    with pytest.raises(RuleViolation, match="BJ-2 was not open"):
        pit.pay(5, "BJ-2")
    pit.close(chips(black=100))
    pit.count(250_000)
    pit.pay(5, reference="J-2")
    expect(pit, drop=250_000, payouts=100_071)
    pit.next_day()
    with pytest.raises(RuleViolation, match="payouts by the cage against the table's record differs"):
        pit.certify()
    fact, *_ = pit.certify(explanation="five cents too much").facts
    assert fact["gross"] == 250_000 - 100_071 - 5
    slip = paper(pit, "payout-slip", "1")
    assert (line(slip, "Paid by the cage"), line(slip, "Papers")) == ("$1,000.71", "J-1")
    assert [signed.name for signed in slip.signatures] == ["Floorperson 1", "Finance Clerk 1"]


@pytest.mark.clause(REVENUE)
def test_a_variance_against_the_tables_record_must_be_explained_and_stands_in_the_report(pit: Pit) -> None:
    pit.play(500)
    expect(pit, drop=50_500)
    pit.next_day()
    with pytest.raises(
        RuleViolation, match="drop against the table's record differs, 2 variances"
    ) as refusal:
        pit.certify()
    assert refusal.value.fix == "explain them"
    _, *found = pit.certify(explanation="a $5 bill stuck in the paddle").facts
    assert [(row["kind"], row["expected"], row["counted"]) for row in found] == [
        (do.VarianceKind.DROP, 50_500, 50_000),
        (do.VarianceKind.WIN, 50_500, 50_000),
    ]
    (grid,) = (g for g in paper(pit, "master-game-report", "2014-05-01").grids if g.title == "Variances")
    assert grid.rows[0][2:] == ("$505", "$500", "-$5", "a $5 bill stuck in the paddle")


def test_the_last_word_of_the_record_counts_and_a_day_that_agrees_needs_no_explanation(pit: Pit) -> None:
    pit.play(500)
    expect(pit, drop=1)
    expect(pit)
    pit.next_day()
    assert len(pit.certify().facts) == 1


GAMES = {"BJ-1": "blackjack", "BJ-2": "blackjack", "CR-1": "craps"}


@pytest.mark.clause(REVENUE)
@pytest.mark.parametrize("seed", range(3))
def test_a_day_of_any_slips_is_certified_as_a_bookkeeper_adds_it_up(pit: Pit, seed: int) -> None:
    chance = Random(seed)
    # What is left of a table's money by hand: what it gave back, less what it was given.
    left = dict.fromkeys(GAMES, 0)
    for table, game in GAMES.items():
        tray = chips(white=chance.randrange(500))
        for _ in range(chance.randrange(1, 3)):
            pit.open(tray, table, game=game)
            left[table] -= worth(tray)
            for way in chance.choices((-1, 1), k=2):
                moved = chips(red=chance.randrange(1, 90))
                # What goes to the cage came over the felt, and was counted.
                pit.fill(moved, table) if way < 0 else pit.credit(moved, table, tray=moved)
                left[table] += way * worth(moved)
            tray = chips(white=chance.randrange(500))
            pit.close(tray, table)
            left[table] += worth(tray)
        pit.count(drop := chance.randrange(90_000), table, coupons=chips(green=chance.randrange(9)))
        pit.pay(paid := chance.randrange(1, 20_000), table)
        left[table] += drop - paid
    pit.next_day()
    (fact,) = pit.certify().facts
    blackjack, craps = left["BJ-1"] + left["BJ-2"], left["CR-1"]
    assert [(game["game"], game["win"]) for game in fact["games"]] == [
        ("blackjack", blackjack),
        ("craps", craps),
    ]
    assert (fact["gross"], fact["taxable"]) == (blackjack + craps, max(blackjack, 0) + max(craps, 0))


# The terms.


@pytest.mark.clause("125-166:Preamble/Fiscal")
@pytest.mark.parametrize(
    ("treatment", "gross"),
    [(None, 50_000), (CouponTreatment.INCLUDED, 52_500), (CouponTreatment.DEDUCTED, 47_500)],
)
def test_coupons_do_to_revenue_what_the_terms_say_and_by_default_nothing(
    new_pit: Pit, treatment: CouponTreatment | None, gross: int
) -> None:
    new_pit.set_terms(**({"coupons": treatment} if treatment else {}))
    new_pit.open(chips(black=100))
    new_pit.close(chips(black=100))
    new_pit.count(50_000, coupons=chips(green=1))
    new_pit.next_day()
    (fact,) = new_pit.certify().facts
    assert (fact["gross"], fact["coupon_face"]) == (gross, 2_500)


@pytest.mark.clause(REVENUE)
def test_terms_reach_back_into_nothing_that_is_certified(pit: Pit) -> None:
    pit.days_of(500, 500)
    with pytest.raises(RuleViolation, match="2014-05-02 is certified"):
        pit.set_terms(since=date(2014, 5, 2))
    with pytest.raises(RuleViolation, match="hangs on that day"):
        pit.set_terms(since=date(2014, 5, 3), commenced=date(2014, 5, 2))
    pit.set_terms(since=date(2014, 5, 3), local_share="3%")
    with pytest.raises(RuleViolation, match="terms from 2014-05-03 on are set"):
        pit.set_terms(since=date(2014, 4, 30), commenced=date(2014, 4, 30))


@pytest.mark.clause(REVENUE)
def test_the_first_terms_begin_no_earlier_than_the_book(new_pit: Pit) -> None:
    with pytest.raises(RuleViolation, match="no table could open before today, 2014-05-01"):
        new_pit.set_terms(since=date(2014, 4, 30), commenced=date(2014, 4, 30))
    new_pit.set_terms(commenced=date(2012, 4, 30))
    new_pit.next_day()
    new_pit.set_terms(commenced=date(2012, 4, 29))


@pytest.mark.clause(REVENUE)
def test_terms_that_were_wrong_are_replaced_before_anything_rests_on_them(pit: Pit) -> None:
    with pytest.raises(RuleViolation, match="before tables opened"):
        pit.set_terms(commenced=date(2014, 5, 2))
    pit.set_terms(commenced=date(2012, 5, 2))
    pit.days_of(100, 100)
    assert line(paper(pit, "master-game-report", "2014-05-01"), "Tax at 14%") == "$14.00"
    assert line(paper(pit, "master-game-report", "2014-05-02"), "Tax at 12%") == "$12.00"


# Returns.


@pytest.mark.clause(REVENUE, "125-149:RAF(16)#2", "125-149:RAF(15)")
def test_the_return_of_a_month_across_the_anniversary(new_pit: Pit) -> None:
    new_pit.set_terms(commenced=date(2012, 5, 3), period=TaxPeriod.WEEK)
    new_pit.days_of(1_000, -400, 1_000, 3)
    (fact,) = new_pit.sign(do.FileReturn(first=FIRST)).facts
    assert (fact["last"], fact["taxable"]) == ("2014-05-04", 200_300)
    assert fact["tax"] == 14_000 + 12_036
    assert fact["local_share"] == 4_006
    made = paper(new_pit, "tax-return", "2014-05-01")
    assert line(made, "Gross table game revenue") == "$1,603"
    assert line(made, "Tax at 14%") == "$140.00"
    assert line(made, "Tax at 12%") == "$120.36"
    assert line(made, "Tax due") == "$260.36"
    assert line(made, "Local share due") == "$40.06"
    assert [signed.name for signed in made.signatures] == ["Finance Supervisor 1", "Internal Auditor 1"]


@pytest.mark.clause(REVENUE)
def test_returns_are_filed_in_turn_and_only_of_certified_days(pit: Pit) -> None:
    with pytest.raises(RuleViolation, match="2014-05-01 is not certified"):
        pit.sign(do.FileReturn(first=FIRST))
    with pytest.raises(RuleViolation, match="the next begins on 2014-05-01, not on 2014-06-01"):
        pit.sign(do.FileReturn(first=date(2014, 6, 1)))
    for number in range(31):
        pit.go_to(FIRST + timedelta(days=number + 1))
        if number == 30:
            with pytest.raises(RuleViolation, match="2014-05-31 is not certified"):
                pit.sign(do.FileReturn(first=FIRST))
        pit.certify()
    assert paper(pit, "tax-return", "2014-05-01").signatures == ()
    pit.sign(do.FileReturn(first=FIRST))
    with pytest.raises(RuleViolation, match="the next begins on 2014-06-01"):
        pit.sign(do.FileReturn(first=FIRST))


def test_nothing_is_filed_before_the_terms_are_set(new_pit: Pit) -> None:
    with pytest.raises(RuleViolation, match="no day yet"):
        new_pit.sign(do.FileReturn(first=FIRST))
    assert due(new_pit) == {}


# Deadlines.


def test_open_trays_uncounted_boxes_and_uncertified_days_are_due_and_then_late(pit: Pit) -> None:
    assert due(pit) == {}
    pit.open(chips(red=1))
    tray = "close the tray of table BJ-1 for 2014-05-01"
    box = "count the drop of table BJ-1 for 2014-05-01"
    day = "certify the revenue of 2014-05-01"
    assert due(pit) == {tray: (FIRST, False)}
    pit.next_day()
    assert due(pit) == {tray: (FIRST, True), day: (date(2014, 5, 2), False)}
    pit.close(chips(red=1), day=FIRST)
    assert due(pit) == {box: (date(2014, 5, 2), False), day: (date(2014, 5, 2), False)}
    pit.next_day()
    assert due(pit)[box] == (date(2014, 5, 2), True)
    assert due(pit)[day] == (date(2014, 5, 2), True)
    pit.count(0, day=FIRST)
    pit.certify(FIRST)
    assert due(pit) == {"certify the revenue of 2014-05-02": (date(2014, 5, 3), False)}


def test_every_period_without_a_return_is_due_and_then_late(new_pit: Pit) -> None:
    new_pit.set_terms(period=TaxPeriod.WEEK, return_due_days=3)
    new_pit.go_to(date(2014, 5, 14))
    filings = {what: when for what, when in due(new_pit).items() if "return" in what}
    assert filings == {
        "file the tax return of 2014-05-01 to 2014-05-04": (date(2014, 5, 7), True),
        "file the tax return of 2014-05-05 to 2014-05-11": (date(2014, 5, 14), False),
    }


# Papers.


def test_every_slip_and_sheet_can_be_printed_with_its_figures_and_signatures(pit: Pit) -> None:
    pit.open(chips(black=100))
    pit.fill(chips(red=20))
    pit.credit(chips(black=10))
    pit.close(chips(black=90, red=20))
    pit.count(12_345, coupons=chips(green=2))
    pit.next_day()
    pit.certify()
    opener = paper(pit, "opener-slip", "2014-05-01.BJ-1.1")
    assert (opener.title, opener.number) == ("Table inventory slip: opener", "2014-05-01.BJ-1.1")
    assert [(field.label, field.value) for field in opener.fields] == [
        ("Table", "BJ-1"),
        ("Game", "Blackjack"),
        ("Opening of the day", "1"),
        ("Opener", "$10,000"),
    ]
    assert opener.grids[0].rows == (("$100", "100", "$10,000"), ("Total", "100", "$10,000"))
    assert line(paper(pit, "closer-slip", "2014-05-01.BJ-1.1"), "Closer") == "$9,100"
    fill = paper(pit, "fill-slip", "1")
    assert (fill.number, line(fill, "Fill"), len(fill.signatures)) == ("000001", "$100", 5)
    credit = paper(pit, "credit-slip", "1")
    assert (line(credit, "Credit"), credit.grids[0].rows[0]) == ("$1,000", ("$100", "10", "$1,000"))
    assert [line(slip, "From and to") for slip in (fill, credit)] == ["cage to table", "table to cage"]
    sheet = paper(pit, "count-sheet", "2014-05-01.BJ-1")
    assert (line(sheet, "Drop"), line(sheet, "Coupons, face value")) == ("$123.45", "$50")
    assert sheet.grids[0].rows == (("cash", "$123.45"), ("Drop", "$123.45"))
    report = paper(pit, "master-game-report", "2014-05-01")
    assert report.holder == "Keystone Meadows"
    assert report.grids[0].rows[0][:2] == ("BJ-1", "Blackjack")
    assert [row[0] for row in report.grids[1].rows] == ["Blackjack", "All games"]
    assert report.grids[0].rows[0][2:] == (
        *("$10,000", "$100", "$1,000", "$9,100", "$123.45"),
        *("$0", "$50", "$123.45"),
    )


def test_the_count_sheet_lists_the_counter_checks_by_their_numbers(pit: Pit) -> None:
    for table in ("BJ-1", "BJ-2"):
        pit.open(chips(black=1), table)
        pit.close(chips(black=1), table)
    pit.sign(do.CountDrop(day=pit.today, table="BJ-1", contents=(), checks=(101, 103)))
    pit.count(100, "BJ-2")
    sheets = [paper(pit, "count-sheet", f"2014-05-01.{table}") for table in ("BJ-1", "BJ-2")]
    assert [line(sheet, "Counter checks") for sheet in sheets] == ["101, 103", "none"]


@pytest.mark.clause("125-166:Preamble/Fiscal")
def test_the_count_sheet_keeps_coupons_out_of_the_money(pit: Pit) -> None:
    pit.open(chips(black=1))
    pit.close(chips(black=1))
    pit.count(12_345, coupons=chips(green=2))
    sheet = paper(pit, "count-sheet", "2014-05-01.BJ-1")
    assert line(sheet, "Drop") == "$123.45"
    assert sheet.grids[1].rows[-1] == ("Total", "2", "$50")
    assert {f.label: f.clause.id for f in sheet.fields if f.clause}[
        "Coupons, face value"
    ] == "125-166:Preamble/Fiscal"


def test_a_paper_that_does_not_exist_is_said_to_be_missing(pit: Pit) -> None:
    subjects = ("", "1", "x.y.z", "2014-05-01", "2014-05-01.BJ-9", "2014-05-01.BJ-1.2")
    with pit.office.desk() as desk:
        for form in BOOK.forms:
            for subject in subjects:
                with pytest.raises(LookupError, match="there is no"):
                    form.make(desk, subject)


def test_an_open_table_has_an_opener_and_no_closer(pit: Pit) -> None:
    pit.open(chips(black=1))
    (closer,) = (known for known in BOOK.forms if known.name == "closer-slip")
    with pit.office.desk() as desk:
        assert closer.subjects(desk) == ()
        with pytest.raises(LookupError, match="the table is open"):
            closer.make(desk, "2014-05-01.BJ-1.1")


def test_the_sheets_show_tables_days_variances_meters_and_returns(pit: Pit) -> None:
    pit.play(500)
    expect(pit, coupon_face=1)
    read(pit, meter(5_000))
    pit.open(chips(black=1), "BJ-2")
    with pit.office.desk() as desk:
        (today,) = BOOK.sheets[0].show(desk)
    assert [row[5:] for row in today.rows] == [("$100,000", "$500", "$0", "$500"), ("open", "", "$0", "")]
    pit.close(chips(black=1), "BJ-2")
    pit.count(0, "BJ-2")
    pit.next_day()
    pit.certify(explanation="a coupon behind the box")
    with pit.office.desk() as desk:
        shown = {sheet.name: sheet.show(desk) for sheet in BOOK.sheets}
    assert shown["days"][0].rows == (("2014-05-01", "$500", "$500", "14%", "$70.00", "$0", "$1,050"),)
    assert shown["variances"][0].rows[0][:4] == ("2014-05-01", "BJ-1", do.VarianceKind.COUPONS.value, "$0.01")
    assert shown["meters"][0].rows == (("3CP-1", "Three Card Poker", "2014-05-01", "$1,050"),)
    assert shown["returns"][1].rows[0][:3] == ("2014-05-01", "2014-05-01", "2%")


def test_everyone_in_the_crew_signs_an_order_of_the_book() -> None:
    assert set(CREW) == set(BOOK.orders)
