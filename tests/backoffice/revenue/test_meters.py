"""Progressive meters: read for every day, each from where it stood the day before, and owed once."""

from datetime import date
from typing import Any

import pytest

from houseway.backoffice.policy import NotPermitted
from houseway.backoffice.revenue import orders as do
from houseway.backoffice.revenue.meters import liability
from houseway.law import RuleViolation
from houseway.table.meter import of_cents
from tests.backoffice.revenue.pit import CAGE, CAGE_2, FIRST, FLOOR, FLOOR_2, Pit, chips, meter, read
from tests.backoffice.revenue.test_days import REVENUE, due, line, paper


@pytest.mark.clause(REVENUE)
def test_what_stands_on_the_meters_is_reported_as_owed(pit: Pit) -> None:
    read(pit, meter(5_000))
    read(pit, meter(0, seed=50_000), "3CP-2")
    pit.next_day()
    read(pit, meter(125_000, paid=150_000, resets=100_000))
    read(pit, meter(0, seed=50_000), "3CP-2")
    pit.certify()
    pit.next_day()
    pit.certify()
    first = paper(pit, "master-game-report", "2014-05-01")
    assert line(first, "Owed on progressive meters") == "$1,550"
    (shown,) = (g for g in first.grids if g.title == "Progressive meters")
    assert [(row[0], row[3]) for row in shown.rows] == [("3CP-1", "$1,050"), ("3CP-2", "$500")]
    assert line(paper(pit, "master-game-report", "2014-05-02"), "Owed on progressive meters") == "$2,250"
    with pit.office.desk() as desk:
        assert liability(desk.connection, date(2014, 4, 30)).parts == 0


@pytest.mark.clause(REVENUE)
@pytest.mark.parametrize(
    ("account", "reason"),
    [
        (meter(4_999, paid=2_000), "contributed before"),
        (meter(5_000, paid=1_999), "paid before"),
        (meter(5_000, paid=2_000) | {"game": "craps"}, "is of three-card-poker, not of craps"),
        (meter(5_000, paid=2_000, seed=90_000), r"began with \$1,000, not with \$900"),
    ],
)
def test_a_meter_never_runs_backwards(pit: Pit, account: dict[str, Any], reason: str) -> None:
    read(pit, meter(5_000, paid=2_000))
    with pytest.raises(RuleViolation, match="was read for 2014-05-01 already"):
        read(pit, meter(6_000, paid=2_000))
    pit.next_day()
    with pytest.raises(RuleViolation, match=reason):
        read(pit, account)
    with pytest.raises(RuleViolation, match="has not come yet"):
        read(pit, meter(6_000, paid=2_000), day=date(2014, 5, 3))
    read(pit, meter(5_000, paid=2_000))


@pytest.mark.clause("125-149:RAF(15)")
def test_no_meter_is_read_for_a_day_before_the_terms(pit: Pit) -> None:
    with pytest.raises(RuleViolation, match="no revenue terms are in force on 2014-04-30"):
        read(pit, meter(5_000), day=date(2014, 4, 30))


@pytest.mark.clause(REVENUE)
def test_a_void_round_takes_contributions_off_the_meter_and_somebody_says_so(pit: Pit) -> None:
    read(pit, meter(5_000))
    pit.next_day()
    read(pit, meter(4_950), explanation="round 12 of the night was void")
    pit.certify()
    pit.next_day()
    read(pit, meter(4_950))
    pit.certify()
    (shown,) = (g for g in paper(pit, "master-game-report", "2014-05-02").grids if g.title == "Variances")
    assert shown.rows == (
        ("3CP-1", do.VarianceKind.METER.value, "$50", "$49.50", "-$0.50", "round 12 of the night was void"),
    )


@pytest.mark.clause(REVENUE)
def test_no_day_is_certified_on_yesterdays_reading_of_a_meter(pit: Pit) -> None:
    read(pit, meter(5_000))
    pit.next_day()
    pit.certify()
    pit.next_day()
    unread = "read the meter 3CP-1 for 2014-05-02"
    assert due(pit)[unread] == (date(2014, 5, 2), True)
    with pytest.raises(RuleViolation, match="3CP-1 is not read for 2014-05-02"):
        pit.certify()
    with pytest.raises(RuleViolation, match="last read for 2014-05-01") as refusal:
        read(pit, meter(5_100))
    assert refusal.value.fix == "read it for 2014-05-02 first"
    read(pit, meter(5_050), day=date(2014, 5, 2))
    assert unread not in due(pit)
    pit.certify()
    read(pit, meter(5_050, paid=105_050))
    pit.go_to(date(2014, 5, 9))
    for day in range(3, 9):
        # Nothing stands on it any more, so nothing is owed and nothing to read.
        pit.certify(date(2014, 5, day))
    read(pit, meter(5_060, paid=105_050))


@pytest.mark.clause(REVENUE)
def test_a_meter_that_two_tables_share_is_owed_once_and_handed_over_from_day_to_day(pit: Pit) -> None:
    pit.play(100, "3CP-1", game="three-card-poker")
    pit.play(100, "3CP-2", game="three-card-poker")
    read(pit, meter(5_000), "3CP-LINK")
    with pytest.raises(RuleViolation, match="3CP-LINK was read for 2014-05-01 already"):
        read(pit, meter(5_000), "3CP-LINK")
    pit.next_day()
    (fact,) = pit.certify().facts
    assert (fact["liability_parts"], fact["gross"]) == (of_cents(105_000).parts, 20_000)
    # Table 2 hit the whole meter: it is paid, reset, and goes on from there.
    pit.play(100, "3CP-2", game="three-card-poker")
    pit.pay(105_250, "3CP-2", reference="J-1")
    read(pit, meter(5_250, paid=105_250, resets=100_000), "3CP-LINK")
    pit.next_day()
    (fact,) = pit.certify().facts
    assert (fact["liability_parts"], fact["gross"]) == (of_cents(100_000).parts, 10_000 - 105_250)


@pytest.mark.clause("603a.20(r)(2)#2")
def test_whoever_paid_a_win_does_not_read_the_meters(pit: Pit) -> None:
    pit.open(chips(red=1))
    pit.pay(5)
    reading = do.ReadMeter(day=FIRST, meter="3CP-1", game="three-card-poker", **meter(1))
    for crew in ((FLOOR, CAGE_2), (FLOOR_2, CAGE)):
        with pytest.raises(NotPermitted, match="did pay-from-cage"):
            pit.sign(reading, crew)


def test_a_meter_that_shows_what_its_account_does_not_come_to_is_read_again(pit: Pit) -> None:
    with pytest.raises(RuleViolation, match=r"3CP-1: the meter shows \$1,050\.01, which") as refusal:
        read(pit, meter(5_000) | {"shown": of_cents(105_001).parts})
    assert refusal.value.fix == "read the meter again"
