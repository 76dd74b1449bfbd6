"""Openers, fills, credits, closers and counts: what may follow what, and who signs."""

from datetime import date, timedelta
from typing import Any

import msgspec
import pytest

from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position
from houseway.backoffice.policy import NotPermitted
from houseway.backoffice.records import BadOrder
from houseway.backoffice.revenue import orders as do
from houseway.backoffice.revenue.book import BOOK
from houseway.backoffice.revenue.certificate import table_days
from houseway.backoffice.revenue.chips import Contents, Instrument
from houseway.backoffice.revenue.win import TableDay
from houseway.law import RuleViolation
from tests.backoffice.house import WHO, who
from tests.backoffice.revenue.pit import (
    ACCOUNTS,
    ACCOUNTS_2,
    AUDIT,
    AUDIT_2,
    CAGE,
    CAGE_2,
    CREW,
    DEALER,
    FIRST,
    FLOOR,
    FLOOR_2,
    SECURITY,
    TABLE,
    WATCH,
    Pit,
    cash,
    chips,
)

REVENUE = "125-149:RAF(16)#1"
SEPARATE = "603a.20(r)(2)#2"
TRAY = chips(black=100, green=200)


def figures(pit: Pit, day: date = FIRST) -> TableDay:
    with pit.office.desk() as desk:
        (found,) = table_days(desk.connection, day)
    return found


@pytest.mark.clause(REVENUE)
def test_a_day_of_a_table_from_opener_to_count(pit: Pit) -> None:
    pit.open(TRAY)
    pit.fill(chips(green=100))
    pit.fill(chips(red=40))
    pit.credit(chips(black=10))
    pit.close(chips(black=100, green=150))
    pit.count(420_000)
    found = figures(pit)
    assert (found.opener, found.fills, found.credits) == (1_500_000, 270_000, 100_000)
    assert (found.closer, found.last_closer, found.drop) == (1_375_000, 1_375_000, 420_000)


def test_slips_are_numbered_in_turn_each_kind_by_itself(pit: Pit) -> None:
    pit.open(TRAY)
    moved = [pit.fill(chips(red=1)), pit.credit(chips(red=1)), pit.fill(chips(red=1))]
    assert [standing.facts[0]["number"] for standing in moved] == [1, 1, 2]


def test_a_table_that_reopens_on_the_same_day_keeps_one_win(pit: Pit) -> None:
    pit.open(TRAY)
    pit.close(chips(black=100))
    pit.open(chips(black=100))
    pit.close(chips(black=130))
    pit.count(0)
    found = figures(pit)
    assert (found.opener, found.closer, found.last_closer) == (2_500_000, 2_300_000, 1_300_000)


def test_an_opener_that_is_not_the_last_closer_is_recorded_as_a_variance(pit: Pit) -> None:
    pit.open(TRAY)
    pit.close(chips(black=100))
    with pytest.raises(RuleViolation, match=r"was closed with \$10,000") as refusal:
        pit.open(chips(black=99))
    assert refusal.value.fix == "count again, or explain the difference"
    _, variance = pit.open(chips(black=99), explanation="one chip found on the floor").facts
    assert (variance["expected"], variance["counted"]) == (1_000_000, 990_000)
    assert variance["kind"] == do.VarianceKind.OPENER


def test_other_chips_of_the_same_amount_are_a_variance_too(pit: Pit) -> None:
    pit.open(TRAY)
    pit.close(chips(black=100))
    with pytest.raises(RuleViolation, match="in other chips"):
        pit.open(chips(green=400))


def test_a_denomination_of_which_there_is_none_left_makes_no_difference(pit: Pit) -> None:
    pit.open(TRAY)
    pit.close(chips(black=100, red=0))
    assert len(pit.open(chips(black=100)).facts) == 1


REFUSED = {
    "opened for yesterday": (
        do.OpenTray(day=date(2014, 4, 30), table="BJ-2", game="craps", chips=()),
        "today",
    ),
    "opened twice": (do.OpenTray(day=FIRST, table=TABLE, game="blackjack", chips=TRAY), "is open since"),
    "a denomination twice": (
        do.OpenTray(day=FIRST, table="BJ-2", game="craps", chips=(*chips(red=1), *chips(red=2))),
        r"lists \$5 twice",
    ),
    "fill of a closed table": (do.FillTable(day=FIRST, table="BJ-2", chips=TRAY), "is not open"),
    "credit of a closed table": (do.CreditTable(day=FIRST, table="BJ-2", chips=TRAY), "is not open"),
    "close of a closed table": (do.CloseTray(day=FIRST, table="BJ-2", chips=TRAY), "is not open"),
    "fill for another day": (
        do.FillTable(day=date(2014, 5, 2), table=TABLE, chips=TRAY),
        "open for 2014-05-01",
    ),
    "fill of nothing": (do.FillTable(day=FIRST, table=TABLE, chips=chips(red=0)), "of nothing"),
    "fill twice": (do.FillTable(day=FIRST, table=TABLE, chips=(*chips(red=1), *chips(red=1))), "twice"),
    "closer twice": (do.CloseTray(day=FIRST, table=TABLE, chips=(*chips(red=1), *chips(red=1))), "twice"),
    "count of an open table": (do.CountDrop(day=FIRST, table=TABLE, contents=cash(1)), "still open"),
    "count of no table": (do.CountDrop(day=FIRST, table="BJ-2", contents=cash(1)), "was not open on"),
    "correction of no table": (
        do.CorrectFigure(day=FIRST, table="BJ-2", figure=do.Figure.DROP, cents=1, reason="x"),
        "was not open on",
    ),
    "correction of an open table": (
        do.CorrectFigure(day=FIRST, table=TABLE, figure=do.Figure.CLOSER, cents=1, reason="x"),
        "BJ-1 is not closed",
    ),
    "correction of nothing": (
        do.CorrectFigure(day=FIRST, table=TABLE, figure=do.Figure.DROP, cents=0, reason="x"),
        "corrects nothing",
    ),
}


@pytest.mark.clause(REVENUE)
@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_fit_the_table_is_refused_with_the_clause(pit: Pit, case: str) -> None:
    order, reason = REFUSED[case]
    pit.open(TRAY)
    with pytest.raises(RuleViolation, match=reason) as refusal:
        pit.sign(order)
    assert refusal.value.clause.id == REVENUE
    assert pit.office.refusals()[-1][1].clause == REVENUE


def test_a_table_keeps_its_game_for_the_day(pit: Pit) -> None:
    pit.open(TRAY)
    pit.close(TRAY)
    with pytest.raises(RuleViolation, match="was blackjack today"):
        pit.open(TRAY, game="craps")
    pit.next_day()
    pit.open(TRAY, game="craps")


def test_once_its_drop_is_counted_a_table_does_not_reopen_that_day(pit: Pit) -> None:
    pit.play(1)
    with pytest.raises(RuleViolation, match="counted already"):
        pit.open(chips(black=1_000))
    with pytest.raises(RuleViolation, match="counted already"):
        pit.count(100)


def test_a_table_that_runs_past_the_end_of_the_day_is_filled_and_closed_for_its_own_day(pit: Pit) -> None:
    pit.open(TRAY)
    pit.next_day()
    pit.sign(do.FillTable(day=FIRST, table=TABLE, chips=chips(red=2)))
    pit.close(TRAY, day=FIRST)
    pit.count(5_000, day=FIRST)
    assert figures(pit).fills == 1_000


@pytest.mark.clause("125-149:RAF(15)")
def test_no_tray_opens_before_the_rate_of_the_local_share_is_stated(new_pit: Pit) -> None:
    with pytest.raises(RuleViolation, match="not stated") as refusal:
        new_pit.open(TRAY)
    assert refusal.value.clause.id == "125-149:RAF(15)"
    new_pit.set_terms()
    new_pit.open(TRAY)


@pytest.mark.clause("125-166:Preamble/Fiscal")
def test_coupons_in_the_box_are_counted_apart_and_are_no_money(pit: Pit) -> None:
    pit.open(TRAY)
    pit.close(TRAY)
    (fact,) = pit.count(420_000, coupons=chips(green=3, red=2), remark="one torn").facts
    assert (fact["drop"], fact["coupon_face"]) == (420_000, 8_500)
    assert figures(pit).drop == 420_000
    assert figures(pit).coupon_face == 8_500
    assert fact["clause"] == "125-166:Preamble/Fiscal"


@pytest.mark.clause("125-166:Preamble/Fiscal")
def test_a_denomination_of_coupons_is_counted_once(pit: Pit) -> None:
    pit.open(TRAY)
    pit.close(TRAY)
    with pytest.raises(RuleViolation, match=r"coupon count lists \$5 twice") as refusal:
        pit.count(0, coupons=(*chips(red=1), *chips(red=1)))
    assert refusal.value.clause.id == "125-166:Preamble/Fiscal"


def test_a_box_is_counted_whatever_other_tables_and_other_days_do(pit: Pit) -> None:
    pit.open(TRAY, "BJ-2")
    pit.play(3)
    pit.next_day()
    pit.open(chips(black=1_000))
    pit.close(TRAY, "BJ-2", day=FIRST)
    pit.count(500, "BJ-2", day=FIRST)
    with pytest.raises(RuleViolation, match="BJ-1 is still open"):
        pit.count(100)
    pit.close(chips(black=1_000))
    pit.count(700)
    with pit.office.desk() as desk:
        first, second = (table_days(desk.connection, day) for day in (FIRST, pit.today))
    assert [(row.table, row.drop) for row in (*first, *second)] == [
        ("BJ-1", 300),
        ("BJ-2", 500),
        ("BJ-1", 700),
    ]


def test_every_kind_of_money_counts_as_drop_and_stands_once(pit: Pit) -> None:
    pit.open(TRAY)
    pit.close(TRAY)
    box = tuple(Contents(instrument=kind, cents=100) for kind in Instrument)
    with pytest.raises(RuleViolation, match="lists cash twice"):
        pit.sign(do.CountDrop(day=FIRST, table=TABLE, contents=(*box, *cash(5))))
    pit.sign(do.CountDrop(day=FIRST, table=TABLE, contents=box))
    assert figures(pit).drop == 300


def test_a_figure_is_put_right_beside_what_was_signed(pit: Pit) -> None:
    pit.play(500)
    for number, figure in enumerate(do.Figure, 1):
        pit.sign(
            do.CorrectFigure(day=FIRST, table=TABLE, figure=figure, cents=number, reason="misread a numeral")
        )
    found = figures(pit)
    assert (found.opener, found.fills, found.credits) == (10_000_001, 2, 3)
    assert (found.drop, found.closer, found.last_closer) == (50_004, 10_000_005, 10_000_005)
    assert (found.payouts, found.coupon_face) == (6, 7)
    pit.next_day()
    pit.certify()
    (form,) = (known for known in BOOK.forms if known.name == "master-game-report")
    with pit.office.desk() as desk:
        (put_right,) = (g for g in form.make(desk, str(FIRST)).grids if g.title == "Figures put right")
    assert put_right.rows[0] == (
        *(TABLE, "opener", "$0.01", "misread a numeral"),
        "Director Of Finance 2, Director Of Internal Audit 1",
    )


@pytest.mark.clause(REVENUE)
def test_a_figure_is_put_right_once_it_is_written_down_and_never_below_nothing(pit: Pit) -> None:
    pit.open(TRAY)
    pit.close(TRAY)
    drop = do.CorrectFigure(day=FIRST, table=TABLE, figure=do.Figure.DROP, cents=-501, reason="misread")
    with pytest.raises(RuleViolation, match="BJ-1 is not counted"):
        pit.sign(drop)
    pit.count(500, coupons=chips(red=1))
    for figure, cents in (
        (do.Figure.DROP, -501),
        (do.Figure.FILLS, -1),
        (do.Figure.CLOSER, -1_500_001),
        (do.Figure.COUPON_FACE, -501),
    ):
        wrong = do.CorrectFigure(day=FIRST, table=TABLE, figure=figure, cents=cents, reason="misread")
        with pytest.raises(
            RuleViolation, match=f"the {figure} of table BJ-1 would come to less than nothing"
        ):
            pit.sign(wrong)
    pit.sign(do.CorrectFigure(day=FIRST, table=TABLE, figure=do.Figure.DROP, cents=-500, reason="misread"))
    assert figures(pit).drop == 0


@pytest.mark.parametrize(
    "content",
    [
        {"chips": [{"value": 0, "count": 1}]},
        {"chips": [{"value": 500, "count": -1}]},
        {"chips": [{"value": 500}]},
        {"table": "no such table!"},
        {"table": ""},
        {"game": ""},
        {"game": "Craps"},
        {"game": "craps "},
        {"day": "2014-02-30"},
        {"box": 1},
    ],
)
def test_what_is_no_opener_is_said_by_name(pit: Pit, content: dict[str, Any]) -> None:
    whole = {"order": "open-tray", "day": "2014-05-01", "table": TABLE, "game": "craps", "chips": []}
    with pytest.raises(BadOrder, match=r"\$" if "box" not in content else "box"):
        pit.office.read_order(whole | content)
    assert pit.office.read_order(whole)


# Signatures.


def _sample(kind: type[Order]) -> Order:
    whole: dict[type[Order], dict[str, Any]] = {
        do.OpenTray: {"table": "BJ-2", "game": "blackjack", "chips": TRAY},
        do.FillTable: {"table": TABLE, "chips": TRAY},
        do.CreditTable: {"table": TABLE, "chips": TRAY},
        do.CloseTray: {"table": TABLE, "chips": TRAY},
        do.CountDrop: {"table": "BJ-3", "contents": cash(1)},
    }
    return kind(day=FIRST, **whole[kind])


SAMPLED = (do.OpenTray, do.FillTable, do.CreditTable, do.CloseTray, do.CountDrop)


@pytest.mark.clause(SEPARATE)
@pytest.mark.parametrize("kind", SAMPLED)
def test_no_signature_of_a_slip_can_be_given_by_another_department(pit: Pit, kind: type[Order]) -> None:
    pit.open(TRAY, "BJ-3")
    pit.close(TRAY, "BJ-3")
    pit.open(TRAY)
    crew = CREW[kind]
    strangers = (WHO[Position.MARKETING_SUPERVISOR], WHO[Position.SYSTEMS_ADMINISTRATOR])
    for place in range(len(crew)):
        for stranger in strangers:
            with pytest.raises(NotPermitted, match="it takes the"):
                pit.sign(_sample(kind), (*crew[:place], stranger, *crew[place + 1 :]))
    pit.sign(_sample(kind), crew)


@pytest.mark.clause(SEPARATE)
def test_a_fill_needs_cage_security_dealer_and_floorperson(pit: Pit) -> None:
    pit.open(TRAY)
    standing = pit.fill(TRAY)
    assert [signed.part for signed in standing.signatures] == [
        "requested",
        "issued",
        "carried",
        "counted",
        "received",
    ]
    assert [signed.credential for signed in standing.signatures] == [FLOOR, CAGE, SECURITY, DEALER, FLOOR]


@pytest.mark.clause(SEPARATE)
def test_nothing_is_filled_while_a_signature_is_missing(pit: Pit) -> None:
    pit.open(TRAY)
    digest = pit.office.propose(_sample(do.FillTable), who=FLOOR, key="fill").digest
    pit.office.approve(digest, who=CAGE)
    pit.office.approve(digest, who=DEALER)
    with pytest.raises(RuleViolation, match="carried is missing"):
        pit.office.execute(digest, who=FLOOR_2)
    assert figures(pit).fills == 0
    pit.office.approve(digest, who=SECURITY)
    pit.office.execute(digest, who=FLOOR_2)
    assert figures(pit).fills == 1_500_000


@pytest.mark.clause(SEPARATE)
def test_the_two_counts_of_a_box_are_by_two_people_of_finance(pit: Pit) -> None:
    pit.play(5, "BJ-2")
    pit.open(TRAY)
    pit.close(TRAY)
    order = do.CountDrop(day=FIRST, table=TABLE, contents=cash(1))
    with pytest.raises(NotPermitted, match="cannot be recounted as well"):
        pit.sign(order, (CAGE_2, WATCH, CAGE_2))
    with pytest.raises(NotPermitted, match="it takes the finance clerk or above"):
        pit.sign(order, (CAGE_2, WATCH, FLOOR))


@pytest.mark.clause(SEPARATE)
def test_whoever_issued_a_fill_counts_no_box_of_that_day_whatever_becomes_of_them(pit: Pit) -> None:
    pit.open(TRAY)
    pit.fill(chips(red=1))
    pit.close(TRAY)
    count = do.CountDrop(day=FIRST, table=TABLE, contents=cash(1))
    with pytest.raises(NotPermitted, match="did fill-table for revenue-day/2014-05-01"):
        pit.sign(count, (CAGE, WATCH, ACCOUNTS))
    with pytest.raises(NotPermitted, match="did fill-table for revenue-day/2014-05-01"):
        pit.sign(count, (CAGE_2, WATCH, CAGE))
    pit.sign(count)


@pytest.mark.clause(SEPARATE)
def test_whoever_counted_or_corrected_or_recorded_does_not_certify_the_day(pit: Pit) -> None:
    pit.play(5)
    pit.sign(
        do.RecordExpected(
            day=FIRST, table=TABLE, change=0, drop=500, payouts=0, coupon_face=0, source="table/BJ-1"
        )
    )
    pit.sign(do.CorrectFigure(day=FIRST, table=TABLE, figure=do.Figure.DROP, cents=1, reason="misread"))
    pit.next_day()
    day = do.CertifyDay(day=FIRST, explanation="a cent was found")
    director = who(Position.DIRECTOR_OF_FINANCE, 2)
    for crew, duty in (
        ((ACCOUNTS_2, AUDIT), "count-drop"),
        ((director, AUDIT), "correct-figure"),
        ((ACCOUNTS, AUDIT_2), "record-expected"),
        ((ACCOUNTS, who(Position.DIRECTOR_OF_AUDIT)), "correct-figure"),
    ):
        with pytest.raises(NotPermitted, match=f"did {duty} for revenue-day/2014-05-01"):
            pit.sign(day, crew)
    pit.sign(day)


def test_an_order_survives_the_journal_as_it_was_given(pit: Pit) -> None:
    pit.open(TRAY)
    order = _sample(do.FillTable)
    digest = pit.office.propose(order, who=FLOOR, key="fill").digest
    assert pit.office.read_order(pit.office.standing(digest).order) == order
    assert msgspec.json.decode(msgspec.json.encode(order), type=do.FillTable) == order


def test_a_day_later_than_today_has_no_tray(pit: Pit) -> None:
    with pytest.raises(RuleViolation, match="opened for today"):
        pit.open(TRAY, day=FIRST + timedelta(days=1))
