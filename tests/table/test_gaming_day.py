"""One clock: the gaming day at a table is the day of the house, which begins at six in the morning there."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest

from houseway.floor.property import HouseClock, Mode, TableSetUp
from houseway.floor.table import TableInService
from houseway.games import game_under, submission_for
from houseway.table.coupons import OnPush
from houseway.table.days import GamingDays
from houseway.table.moves import CallNoMoreBets
from houseway.table.procedure import OpenTable
from houseway.table.redemption import CouponPlaced, CouponReturned
from houseway.table.start import ShakeDice
from tests.service import Service
from tests.table.coupon_tables import RACK, of_kind, present

HOUSE = GamingDays(ZoneInfo("America/New_York"), time(6))
MAY_4 = date(2024, 5, 4)
# Six in the morning in the house, in the summer.
SIX = datetime(2024, 5, 4, 10, tzinfo=UTC)


def table(at: datetime) -> Service:
    service = Service(game_under(submission_for("sic-bo")), HOUSE)
    service.now = at
    return service.ready()


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (SIX - timedelta(seconds=1), MAY_4 - timedelta(days=1)),
        (SIX, MAY_4),
        # Past midnight by the clock of the world, and in the house, it is still the day before.
        (datetime(2024, 5, 5, 3, tzinfo=UTC), MAY_4),
        (datetime(2024, 5, 5, 9, 59, tzinfo=UTC), MAY_4),
        (datetime(2024, 5, 5, 10, tzinfo=UTC), MAY_4 + timedelta(days=1)),
    ],
)
def test_a_table_opens_for_the_day_of_the_house_and_for_no_other(at: datetime, day: date) -> None:
    service = table(at)
    (opening,) = (act for act in service.table.legal(service.state, at) if act.move == "open-table")
    assert opening.fields["gaming_day"] == (day,)
    for other in (day - timedelta(days=1), day + timedelta(days=1)):
        refused = service.refused(OpenTable(gaming_day=other))
        assert refused.message == f"the gaming day of the house is {day}, not {other}"
    service.do(OpenTable(gaming_day=day))
    assert service.state.gaming_day == day


@pytest.mark.clause("603a.20(q)(5)")
def test_a_coupon_expires_as_the_day_of_the_house_ends_also_at_a_table_that_opened_late() -> None:
    """Opened an hour before six, the table is in the next day an hour later, not 24 hours later."""
    service = table(SIX - timedelta(hours=1))
    service.do(OpenTable(gaming_day=MAY_4 - timedelta(days=1)))
    service.seated(seat_1=RACK, seat_3=RACK)
    last_day = present("small", expires=MAY_4 - timedelta(days=1))
    service.later(minutes=59)
    assert of_kind(service.do(last_day), CouponPlaced)
    later = table(SIX - timedelta(hours=1))
    later.do(OpenTable(gaming_day=MAY_4 - timedelta(days=1)))
    later.seated(seat_1=RACK, seat_3=RACK).later(minutes=60)
    assert later.refused(last_day).clause.id == "603a.20(q)(5)"
    assert of_kind(later.do(present("small", expires=MAY_4)), CouponPlaced)


@pytest.mark.clause("603a.20(q)(5)")
def test_a_coupon_that_stays_is_not_played_anew_after_its_last_day() -> None:
    service = table(SIX + timedelta(hours=23))
    service.do(OpenTable(gaming_day=MAY_4))
    service.seated(seat_1=RACK, seat_3=RACK)
    service.do(present("small", expires=MAY_4, on_push=OnPush.STAYS))
    service.later(hours=1, minutes=1)
    # With its wager made in time it lies on and is played out.
    service.do(ShakeDice(times=3), CallNoMoreBets())
    assert not of_kind(service.events, CouponReturned)


def test_a_table_keeps_the_clock_that_it_was_set_up_with_and_one_without_goes_on_as_it_was() -> None:
    submission = submission_for("sic-bo")
    told = {
        "table": "SB-9",
        "title": "Sic Bo",
        "game": "sic-bo",
        "mode": Mode.LIVE,
        "tray": 0,
        "submission": msgspec.to_builtins(submission),
        "submission_hash": submission.digest(),
    }
    before = TableSetUp(**told)
    assert "clock" not in msgspec.json.encode(before).decode()
    now = TableSetUp(**told, clock=HouseClock.of(HOUSE))
    again = msgspec.json.decode(msgspec.json.encode(now), type=TableSetUp)
    assert again.clock is not None
    assert again.clock.days == HOUSE
    # What was lawful when it was recorded stays so: past midnight it could open for either of two days.
    at = datetime(2024, 5, 5, 3, tzinfo=UTC)
    days = {name: TableInService(set_up).rules for name, set_up in {"before": before, "now": again}.items()}
    assert len(days["before"]._gaming_days(at)) == 2
    assert days["now"]._gaming_days(at) == (MAY_4,)
