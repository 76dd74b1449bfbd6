"""Match Play Coupons between a live table and the ledger: what the table gives back, the ledger releases, or says that it did not."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from houseway.backoffice.coupons.redemption import Release
from houseway.backoffice.coupons.serials import State
from houseway.backoffice.mailing.exclusion import ExclusionList
from houseway.journal import Journal
from houseway.law import RuleViolation
from houseway.table.moves import CallNoMoreBets, Report, TakeDownWager
from houseway.table.roles import Role
from houseway.table.start import ShakeDice
from tests.backoffice.coupons.crew import MAY_DAY
from tests.backoffice.mailing import post_room
from tests.floor.coupon_house import TABLE, CardHouse, House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with Journal.open(tmp_path / "house.db") as journal:
        yield House(journal)


VOID = Report(irregularity="dice-not-flat", by=Role.DEALER)


@pytest.mark.clause("603a.21(e)#1")
def test_a_coupon_of_a_void_toss_is_its_patrons_again_also_where_it_stays_on_a_push(house: House) -> None:
    house.present(1)
    assert house.state(1) is State.REDEEMED
    house.do(ShakeDice(times=3), CallNoMoreBets(), VOID)
    assert house.state(1) is State.DISTRIBUTED
    assert house.releases() == [(1, Release.VOID, "its wager was called off (625a.7(a))")]
    assert house.floor.office.refusals() == ()
    assert house.owed() == []
    house.present(1)
    assert house.state(1) is State.REDEEMED
    # What went back before is not owed because the coupon was played anew.
    assert house.owed() == []


@pytest.mark.clause("603a.21(e)#1")
def test_a_coupon_taken_down_with_its_wager_is_its_patrons_again(house: House) -> None:
    house.present(1)
    house.do(TakeDownWager(seat=1, wager="small"))
    assert house.state(1) is State.DISTRIBUTED
    assert house.owed() == []


@pytest.mark.clause("603a.20(m)(2)#2")
def test_a_coupon_that_the_ledger_does_not_release_is_named_until_its_last_day(house: House) -> None:
    house.present(1)
    house.do(ShakeDice(times=3), CallNoMoreBets())
    assert house.owed() == []
    # The count has it in the drop box, though it lies on the felt.
    assert house.count(MAY_DAY) == []
    house.do(VOID)
    assert house.state(1) is State.REDEEMED
    next_day = MAY_DAY + timedelta(days=1)
    what = "release coupon 000000001, which table SB-1 gave back: its wager was called off (625a.7(a))"
    assert house.owed() == [(what, next_day, "603a.21(e)#1", False)]
    ((_, refusal),) = house.floor.office.refusals()
    assert (refusal.order, refusal.clause) == ("release-coupon", "603a.20(m)(2)#2")
    house.clock.forward(days=1)
    assert house.owed() == [(what, next_day, "603a.21(e)#1", True)]
    house.clock.forward(days=200)
    assert house.owed() == []


# Hands found void when some of them were settled already.


MISDEAL = Report(irregularity="wrong-number-of-cards", by=Role.DEALER)
VOIDED = "the hands were void after it was dropped (36.05.14.13D)"


@pytest.fixture
def cards(tmp_path: Path) -> Iterator[CardHouse]:
    with Journal.open(tmp_path / "house.db") as journal:
        yield CardHouse(journal)


@pytest.mark.clause("603a.21(e)#1", "603a.20(m)(1)")
def test_void_hands_free_the_coupon_on_the_felt_and_the_one_in_the_drop_box(cards: CardHouse) -> None:
    cards.do(MISDEAL)
    assert cards.floor.office.refusals() == ()
    assert sorted(cards.releases()) == [
        (1, Release.VOID, "its wager was called off (36.05.14.13D)"),
        (2, Release.VOID, VOIDED),
    ]
    # The one goes back into the patron's hand; the other is locked up, and its patron is owed another.
    assert (cards.state(1), cards.state(2)) == (State.DISTRIBUTED, State.VOIDED)
    assert cards.owed() == []
    with pytest.raises(RuleViolation, match="is voided"):
        cards.present(2, "ante", seat=4)
    cards.present(1, "ante", seat=4)
    assert cards.count(MAY_DAY) == []
    assert (cards.state(1), cards.state(2)) == (State.REDEEMED, State.VOIDED)


@pytest.mark.clause("603a.20(m)(2)#2")
def test_void_hands_after_the_count_leave_the_dropped_coupon_used_up(cards: CardHouse) -> None:
    assert cards.count(MAY_DAY) == []
    cards.do(MISDEAL)
    assert cards.state(2) is State.REDEEMED
    assert {clause for _, _, clause, _ in cards.owed()} == {"603a.21(e)#1"}
    assert len(cards.owed()) == 2


# Mailed coupons.


class MailingHouse(House):
    """A live table in a house that has coupons mailed: John was taken off the list of those who get them."""

    def _give_out(self) -> None:
        self.crew = post_room.PostOffice(self.floor.office, self.clock)
        post_room.launch(self.crew)
        excluded = post_room.listing(
            self.crew, ExclusionList.SELF_EXCLUSION, post_room.JOHN, post_room.NOBODY
        )
        self.crew.give(excluded)
        post_room.mail(self.crew, post_room.IDA, post_room.JOHN)
        self.crew.close()


@pytest.mark.clause("603a.20(q)(3)", "603a.20(q)(7)")
def test_a_coupon_that_was_struck_from_its_mailing_is_refused_at_the_table(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "house.db") as journal:
        house = MailingHouse(journal)
        version, before = house.floor.table(TABLE).version, house.state(2)
        with pytest.raises(RuleViolation, match="was taken off mailing M-1") as refusal:
            house.present(2)
        assert refusal.value.clause.id == "603a.20(q)(3)"
        assert house.state(2) is before
        assert house.floor.table(TABLE).version == version
        # The one that was mailed is taken.
        house.present(1)
        assert house.state(1) is State.REDEEMED
