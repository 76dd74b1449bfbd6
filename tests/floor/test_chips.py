"""Chips of the house at a live table: what can be laid, and what a credit can take from a tray whose play is recorded."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.backoffice.revenue.chips import Pieces
from houseway.backoffice.revenue.orders import CreditTable, RegisterDenominations, VarianceKind
from houseway.floor import Floor
from houseway.floor.demo_people import AUDITOR, CLERK, DEALER, FLOORPERSON, SECOND_FINANCE, SECURITY
from houseway.journal import Journal
from houseway.law import RuleViolation
from tests.floor.live import STAMP, give, move, play_at
from tests.floor.test_redeeming import CRAPS

REVENUE = "125-149:RAF(16)#1"


@pytest.fixture
def floor(demo_house: Path) -> Iterator[Floor]:
    with Journal.open(demo_house, create=False) as journal:
        yield Floor(journal, stamps=[STAMP])


def opened(floor: Floor) -> None:
    """A table with $50,000 in its tray by the book, of which a patron has bought $500."""
    play_at(floor, CRAPS, 1)


def credit(
    floor: Floor, *chips: Pieces, tray: tuple[Pieces, ...] = (), explanation: str = ""
) -> tuple[dict[str, object], ...]:
    day = floor.office.days.day_of(floor.clock())
    order = CreditTable(day=day, table=CRAPS, chips=chips, tray=tray, explanation=explanation)
    return give(floor.office, order, FLOORPERSON, DEALER, SECURITY, CLERK)


@pytest.mark.clause("603a.10(a)#1")
def test_a_wager_that_no_chips_make_up_is_refused_and_changes_nothing(floor: Floor) -> None:
    day = floor.office.days.day_of(floor.clock())
    fives = RegisterDenominations(since=day, chips=(500, 2_500, 10_000), authority="approval of the chips")
    give(floor.office, fives, SECOND_FINANCE, AUDITOR)
    play_at(floor, CRAPS, 1)
    version = floor.table(CRAPS).version
    with pytest.raises(RuleViolation, match=r"\$12 cannot be laid in the chips of the house") as refusal:
        move(floor, CRAPS, "place-wager", "player", seat=1, wager="pass", amount=1_200)
    assert refusal.value.fix == "it has $5, $25, $100"
    with pytest.raises(RuleViolation, match=r"\$103 cannot be laid"):
        move(floor, CRAPS, "buy-in", seat=1, amount=10_300)
    assert floor.table(CRAPS).version == version
    move(floor, CRAPS, "place-wager", "player", seat=1, wager="pass", amount=1_500)


@pytest.mark.clause(REVENUE)
def test_half_a_million_does_not_leave_a_tray_of_fifty_thousand(floor: Floor) -> None:
    opened(floor)
    thousand = Pieces(value=50_000, count=1_000)
    with pytest.raises(RuleViolation, match=r"takes 1,000 chips of \$500 .* holds by its slips 0 of them"):
        credit(floor, thousand)
    # Nor where three people sign that they counted it.
    with pytest.raises(RuleViolation, match=r"takes \$500,000 .* whose record leaves \$49,500 in its tray"):
        credit(floor, thousand, tray=(thousand,), explanation="so it is")


@pytest.mark.clause(REVENUE)
def test_a_tray_counted_for_a_credit_is_held_against_the_record(floor: Floor) -> None:
    opened(floor)
    one, tray = Pieces(value=500, count=1), (Pieces(value=10_000, count=494), Pieces(value=500, count=20))
    (moved,) = credit(floor, one, tray=tray)
    assert moved["cents"] == 500
    with pytest.raises(RuleViolation, match=r"counted at \$49,500, and comes to \$49,495"):
        credit(floor, one, tray=tray)
    _, variance = credit(floor, one, tray=tray, explanation="a chip was paid too little")
    assert (variance["kind"], variance["expected"], variance["counted"]) == (
        VarianceKind.TRAY,
        4_949_500,
        4_950_000,
    )
