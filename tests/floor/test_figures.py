"""A table's own record as the count's measure: its tray, its box, its coupons, and what its dice showed."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from houseway.backoffice.custody.orders import IssueSet
from houseway.backoffice.custody.piece import Alternative
from houseway.backoffice.revenue.chips import Contents, Instrument, Pieces
from houseway.backoffice.revenue.options import CouponTreatment
from houseway.backoffice.revenue.orders import (
    CertifyDay,
    CloseTray,
    CountDrop,
    ExpectedRecorded,
    FillTable,
    OpenTray,
    ReadMeter,
    VarianceKind,
)
from houseway.backoffice.revenue.win import TableDay, variances
from houseway.equipment.dice import DiceGame
from houseway.floor import Floor, Mode, TableInService
from houseway.floor.demo_people import (
    AUDITOR,
    CLERK,
    DEALER,
    FINANCE,
    FLOORPERSON,
    PIT_MANAGER,
    SECOND_AUDITOR,
    SECOND_CLERK,
    SECOND_FINANCE,
    SECURITY,
    SURVEILLANCE,
)
from houseway.floor.demo_pieces import set_of
from houseway.floor.demo_tables import LIVE_TABLES
from houseway.floor.figures import (
    NoFigures,
    TableFigures,
    expected_by,
    figures_of,
    hold_against_record,
    throws_by_set,
    unsettled,
)
from houseway.journal import Journal
from houseway.lab.dice_fairness import assess_set
from houseway.law import RuleViolation
from houseway.table.days import GamingDays
from houseway.table.events import Result
from houseway.table.meter import of_cents
from houseway.table.procedure import CloseTable
from houseway.table.progressive_events import ProgressiveSettled
from tests.floor.live import STAMP, attest_all, bring_dice, give, move, open_table, play_at
from tests.floor.live import TRAY as OPENER
from tests.floor.test_redeeming import CRAPS, barcode, present, roll

REVENUE = "125-149:RAF(16)#1"
TRAY = 5_000_000
DAYS = GamingDays()
FULL_TRAY = (Pieces(value=10_000, count=500),)


@pytest.fixture
def floor(demo_house: Path) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, stamps=[STAMP])


def played(floor: Floor) -> None:
    """A patron buys in for $500, wins $10 and $10 on a coupon, and then loses $25."""
    play_at(floor, CRAPS, 1)
    present(floor, barcode(floor))
    roll(floor, 3, 4)
    move(floor, CRAPS, "place-wager", "player", seat=1, wager="pass", amount=2500)
    roll(floor, 1, 2)


def test_a_tables_record_says_what_its_tray_and_box_hold(floor: Floor) -> None:
    played(floor)
    day = floor.table(CRAPS).state.gaming_day
    assert day is not None
    found = figures_of(floor.table(CRAPS), day, DAYS)
    assert (found.opener, found.closer) == (TRAY, TRAY - 50_000 - 1000 - 1000 + 2500)
    assert found.closer == floor.table(CRAPS).state.chips["tray"]
    assert (found.drop, found.win) == (50_000, 500)
    assert (found.coupons, found.coupon_face) == (1, 1000)
    assert found.still_open
    assert found.progressive is None
    with pytest.raises(NoFigures, match="was not open on"):
        figures_of(floor.table(CRAPS), day - timedelta(days=1), DAYS)


def test_a_table_that_stays_open_begins_a_new_day_with_what_it_has(floor: Floor) -> None:
    played(floor)
    first = floor.table(CRAPS).state.gaming_day
    assert first is not None
    now = floor.clock() + timedelta(days=1)
    later = Floor(floor.journal, lambda: now, stamps=[STAMP])
    move(later, CRAPS, "buy-in", seat=1, amount=10_000)
    before, after = (figures_of(later.table(CRAPS), day, DAYS) for day in (first, first + timedelta(days=1)))
    assert (before.closer, before.drop, before.still_open) == (after.opener, 50_000, False)
    assert (after.drop, after.win, after.coupons, after.still_open) == (10_000, 0, 0, True)
    assert after.closer == later.table(CRAPS).state.chips["tray"]


def count(floor: Floor, day: date, closer: int, drop: int, coupons: int) -> None:
    """A fill, and the tray and the box of the table as people counted them."""
    office = floor.office
    fill = FillTable(day=day, table=CRAPS, chips=(Pieces(value=2_500, count=40),))
    give(office, fill, FLOORPERSON, CLERK, SECURITY, DEALER, FLOORPERSON)
    chips = (Pieces(value=500, count=closer // 500),)
    give(office, CloseTray(day=day, table=CRAPS, chips=chips), DEALER, FLOORPERSON)
    box = CountDrop(
        day=day,
        table=CRAPS,
        contents=(Contents(instrument=Instrument.CASH, cents=drop),),
        coupons=(Pieces(value=1000, count=coupons),),
    )
    give(office, box, SECOND_CLERK, SURVEILLANCE, FINANCE)


def close_the_others(floor: Floor, day: date) -> None:
    """The other live tables, which did not open, are closed with the opener in their trays and nothing in their boxes."""
    for table in LIVE_TABLES:
        if table.name != CRAPS:
            give(floor.office, CloseTray(day=day, table=table.name, chips=OPENER), DEALER, FLOORPERSON)
            box = CountDrop(day=day, table=table.name, contents=())
            give(floor.office, box, SECOND_CLERK, SURVEILLANCE, FINANCE)


def close(floor: Floor) -> None:
    """The player leaves, and the table closes."""
    move(floor, CRAPS, "leave-seat", "player", seat=1)
    move(floor, CRAPS, "close-table", "floorperson")


def owed(floor: Floor) -> list[str]:
    """What the revenue book does not know of the craps table."""
    return [due.what for due in unsettled(floor.office, [floor.table(CRAPS)])]


@pytest.mark.clause(REVENUE)
@pytest.mark.parametrize(
    ("short", "missing_cash", "missing_coupons", "found"),
    [
        (0, 0, 0, set()),
        (5_000, 0, 0, {VarianceKind.CLOSER, VarianceKind.WIN}),
        (0, 10_000, 0, {VarianceKind.DROP, VarianceKind.WIN}),
        (0, 0, 1, {VarianceKind.COUPONS}),
    ],
    ids=["all there", "chips missing", "cash missing", "coupon missing"],
)
def test_what_is_missing_at_the_count_is_found_by_the_tables_record(
    floor: Floor, short: int, missing_cash: int, missing_coupons: int, found: set[VarianceKind]
) -> None:
    played(floor)
    day = floor.office.days.day_of(floor.clock())
    with pytest.raises(RuleViolation, match="still open on the floor"):
        hold_against_record(floor.office, floor.table(CRAPS), day, who=SECOND_AUDITOR)
    close(floor)
    closer = floor.table(CRAPS).state.chips["tray"] + 100_000
    count(floor, day, closer - short, 50_000 - missing_cash, 1 - missing_coupons)
    close_the_others(floor, day)
    assert owed(floor) == [f"hold the count of table {CRAPS} for {day} against its record"]
    for _ in range(2):
        hold_against_record(floor.office, floor.table(CRAPS), day, who=SECOND_AUDITOR)
    assert owed(floor) == []

    now = floor.clock() + timedelta(days=1)
    office = Floor(floor.journal, lambda: now, stamps=[STAMP]).office
    if found:
        with pytest.raises(RuleViolation, match=f"{CRAPS}: .* against the table's record differs"):
            give(office, CertifyDay(day=day), SECOND_FINANCE, AUDITOR)
    _, *told = give(office, CertifyDay(day=day, explanation="under inquiry"), SECOND_FINANCE, AUDITOR)
    assert {fact["kind"] for fact in told} == found


def opened_without_the_office(floor: Floor) -> str:
    """A live table that opened before the house went by its back office."""
    earlier, table = Floor(floor.journal), "TDF-9"
    submission = floor.table("TDF-2").submission
    earlier.set_up_table(table, "Before", submission, mode=Mode.LIVE, tray=TRAY)
    bring_dice(earlier, table, "before-1")
    attest_all(earlier, table)
    open_table(earlier, table)
    return table


@pytest.mark.clause(REVENUE)
def test_a_table_that_ran_and_is_in_no_book_is_never_forgotten(floor: Floor) -> None:
    table = opened_without_the_office(floor)
    day = floor.office.days.day_of(floor.clock())
    hidden = f"table {table} was open on {day} and is not in the revenue book"
    assert [due.what for due in unsettled(floor.office, [floor.table(table)])] == [hidden]
    now = floor.clock() + timedelta(days=1)
    later = Floor(floor.journal, lambda: now, stamps=[STAMP])
    (due,) = unsettled(later.office, [later.table(table)])
    assert (due.what, due.by, due.late, due.clause.id) == (hidden, day, True, REVENUE)


@pytest.mark.clause(REVENUE)
def test_a_table_cannot_be_booked_as_another_game(floor: Floor) -> None:
    table = opened_without_the_office(floor)
    day = floor.office.days.day_of(floor.clock())
    opened = OpenTray(day=day, table=table, game="sic-bo", chips=FULL_TRAY)
    give(floor.office, opened, DEALER, FLOORPERSON)
    (due,) = unsettled(floor.office, [floor.table(table)])
    assert due.what == f"table {table} was three-dice-football on {day}, not sic-bo"


def test_a_training_table_has_no_revenue(floor: Floor) -> None:
    assert floor.table("3CP-1").training
    assert unsettled(floor.office, [floor.table("3CP-1")]) == ()


def test_a_table_that_opened_twice_is_expected_to_hold_what_all_its_slips_leave() -> None:
    day = date(2024, 5, 4)
    # It opened with $1,000, closed with $800, opened with those and closed with $900 after a fill and a credit.
    counted = TableDay(
        day=day,
        table=CRAPS,
        game="craps",
        opener=100_000 + 80_000,
        fills=50_000,
        credits=10_000,
        drop=70_000,
        closer=80_000 + 90_000,
        last_closer=90_000,
    )
    record = TableFigures(
        table=CRAPS,
        day=day,
        first_entry=2,
        last_entry=99,
        opener=100_000,
        closer=50_000,
        slips=0,
        drop=70_000,
        payouts=0,
        vigorish=0,
        coupons=0,
        coupon_face=0,
        progressive=None,
        still_open=False,
    )
    order = expected_by(record)
    content = {name: getattr(order, name) for name in order.__struct_fields__}
    expected = ExpectedRecorded(**content, clause=REVENUE)
    assert variances(counted, expected, CouponTreatment.UNTOUCHED, "") == ()
    chip_missing = replace(counted, closer=counted.closer - 500, last_closer=89_500)
    assert {
        one.kind: one.expected for one in variances(chip_missing, expected, CouponTreatment.UNTOUCHED, "")
    } == {
        VarianceKind.CLOSER: 90_000,
        VarianceKind.WIN: 20_000,
    }


# Dice.


def test_what_each_set_showed_is_read_from_the_record(floor: Floor) -> None:
    play_at(floor, CRAPS, 1)
    for faces in ((3, 4), (6, 5), (1, 1)):
        move(floor, CRAPS, "place-wager", "player", seat=1, wager="pass", amount=500)
        roll(floor, *faces)
    assert throws_by_set(floor.table(CRAPS)) == {set_of(CRAPS, 1): ((3, 4), (6, 5), (1, 1))}
    fairness = assess_set(throws_by_set(floor.table(CRAPS))[set_of(CRAPS, 1)])
    assert fairness.together.throws == 6
    assert fairness.dice[0].counts == (1, 0, 1, 0, 0, 1)
    assert not fairness.suspicious
    assert fairness.dice[0].detectable is None, "three throws of a die prove nothing"


@pytest.mark.parametrize("table", ["3CP-1", "PG-1", "HL-1"])
def test_cards_and_tiles_are_no_dice(floor: Floor, table: str) -> None:
    assert throws_by_set(floor.table(table)) == {}


def test_a_second_set_is_counted_by_itself(floor: Floor) -> None:
    play_at(floor, CRAPS, 1)
    move(floor, CRAPS, "place-wager", "player", seat=1, wager="pass", amount=500)
    roll(floor, 3, 4)
    issued = IssueSet(
        serial=set_of(CRAPS, 2),
        alternative=Alternative.AT_THE_TABLE,
        game=DiceGame.MINI_CRAPS,
        table=CRAPS,
    )
    give(floor.office, issued, PIT_MANAGER)
    bring_dice(floor, CRAPS, set_of(CRAPS, 2))
    attest_all(floor, CRAPS)
    move(floor, CRAPS, "place-wager", "player", seat=1, wager="pass", amount=500)
    roll(floor, 1, 1)
    assert throws_by_set(floor.table(CRAPS)) == {
        set_of(CRAPS, 1): ((3, 4),),
        set_of(CRAPS, 2): ((1, 1),),
    }


def test_what_stands_on_the_progressive_meter_is_owed_at_the_end_of_the_day(floor: Floor) -> None:
    table = floor.table("3CP-1")
    day = table.state.gaming_day
    assert day is not None
    seed = figures_of(table, day, DAYS).progressive
    assert seed is not None
    assert str(seed) == "$1,000"
    for wager, amount in (("ante", 2500), ("progressive", 100)):
        move(floor, "3CP-1", "place-wager", "player", seat=1, wager=wager, amount=amount)
    move(floor, "3CP-1", "call-no-more-bets")
    move(floor, "3CP-1", "collect-progressive", counted=1)
    grown = figures_of(floor.table("3CP-1"), day, DAYS).progressive
    assert grown == floor.table("3CP-1").state.play.progressive.meter.amount
    assert grown is not None
    assert grown.parts > seed.parts


def live_poker(floor: Floor) -> TableInService:
    """The training table as if it were live, with one progressive wager collected."""
    for wager, amount in (("ante", 2500), ("progressive", 100)):
        move(floor, "3CP-1", "place-wager", "player", seat=1, wager=wager, amount=amount)
    move(floor, "3CP-1", "call-no-more-bets")
    move(floor, "3CP-1", "collect-progressive", counted=1)
    place = floor.table("3CP-1")
    place.set_up = replace(place.set_up, mode=Mode.LIVE)
    return place


@pytest.mark.clause(REVENUE)
def test_what_the_cage_pays_is_in_no_tray_and_is_no_win(floor: Floor) -> None:
    place = live_poker(floor)
    day = place.state.gaming_day
    assert day is not None
    before = figures_of(place, day, DAYS)
    won = ProgressiveSettled(
        seat=1,
        wager="progressive",
        pick="",
        stake=100,
        result=Result.WIN,
        paid=100_071,
        odds="",
        pays="",
        order="",
        clause="36.05.14.12E(4)",
        from_tray=False,
    )
    last = place.record[-1]
    place.record.append(replace(last, version=last.version + 1, events=(won,)))
    after = figures_of(place, day, DAYS)
    assert (after.payouts, after.closer, after.drop) == (100_071, before.closer, before.drop)
    assert after.win == before.win - 100_071
    assert expected_by(after).payouts == 100_071


@pytest.mark.clause(REVENUE)
def test_a_reading_that_is_not_what_stood_on_the_meter_is_found(floor: Floor) -> None:
    place = live_poker(floor)
    day = place.state.gaming_day
    assert day is not None
    last = place.record[-1]
    closing = CloseTable()
    place.record.append(
        replace(last, version=last.version + 1, act=replace(last.act, move=closing), events=())
    )

    def told() -> list[str]:
        return [due.what for due in unsettled(floor.office, [place]) if "meter" in due.what]

    assert told() == [f"read the meter 3CP-1 for {day}"]
    seed = of_cents(100_000).parts
    reading = ReadMeter(
        day=day,
        meter="3CP-1",
        game="three-card-poker",
        shown=seed,
        seed=seed,
        contributed=0,
        paid=0,
        resets=0,
    )
    give(floor.office, reading, FLOORPERSON, CLERK)
    assert told() == [f"the meter 3CP-1 stood at $1,000.14 on {day} by its record, not at $1,000"]
