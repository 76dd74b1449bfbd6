"""A coupon in a patron's hand: scanned at a live table, redeemed in the ledger, settled, and dropped or given back."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons.barcode import Stamp, payload
from houseway.backoffice.coupons.serials import CouponRecord, State, coupon_of, find
from houseway.backoffice.rosters.orders import RelieveCrewMember
from houseway.floor import BadMove, Floor, Outcome, StaleView
from houseway.floor.demo import make_demo_property
from houseway.floor.demo_coupons import IN_PATRONS_HANDS_TODAY
from houseway.floor.demo_people import ASSISTANT_SHIFT_MANAGER, FLOORPERSON
from houseway.journal import Journal
from houseway.law import RuleViolation
from houseway.table.redemption import CouponDropped, CouponPaid, CouponPlaced, CouponReturned
from tests.floor.live import STAMP, give, move, play_at

CRAPS, DICE_TABLE = "CR-2", "TDF-2"
SERIAL = IN_PATRONS_HANDS_TODAY[0].first
STILL_IN_STOCK = 150


@pytest.fixture
def journal(demo_house: Path) -> Iterator[Journal]:
    with Journal.open(demo_house, create=False) as journal:
        yield journal


@pytest.fixture
def floor(journal: Journal) -> Floor:
    """The demo property with a patron at position 1 of its Mini-Craps table."""
    floor = Floor(journal, stamps=[STAMP])
    play_at(floor, CRAPS, 1)
    return floor


def barcode(floor: Floor, serial: int = SERIAL, stamp: Stamp = STAMP, **changes: Any) -> str:
    """What is printed on a coupon, or what a forger would have printed."""
    with floor.office.desk() as desk:
        coupon, entry = coupon_of(desk.connection, serial), find(desk.connection, serial)
    assert coupon is not None
    assert entry is not None
    return payload(msgspec.structs.replace(coupon, **changes), entry.design, stamp)


def standing(floor: Floor, serial: int = SERIAL) -> CouponRecord:
    with floor.office.desk() as desk:
        found = find(desk.connection, serial)
    assert found is not None
    return found


def dealer_of(floor: Floor, table: str = CRAPS) -> str:
    """The dealer who is assigned to a table."""
    return floor.assigned(floor.table(table))["dealer"]


def present(floor: Floor, code: str, wager: str = "pass", **more: Any) -> Outcome:
    usual: dict[str, Any] = {"seat": 1, "amount": 1000, "who": dealer_of(floor)}
    return floor.present_coupon(CRAPS, code, wager=wager, **usual | more)


_A_ROLL = ("offer-dice", "accept-dice", "select-dice", "throw-dice", "call-throw", "settle-bets")


def roll(floor: Floor, die_1: int, die_2: int) -> tuple[Any, ...]:
    """One roll from the shooter's hand to the settlement, of which the events are returned; the dice go back."""
    for name in _A_ROLL:
        for lawful in floor.table(CRAPS).legal(floor.clock()):
            if lawful.move == name:
                called = {"die_1": die_1, "die_2": die_2} if name == "call-throw" else {}
                first = {field: values[0] for field, values in lawful.fields.items()}
                events = move(floor, CRAPS, name, lawful.by[0], **first | called).events
                break
    if any(lawful.move == "pass-dice" for lawful in floor.table(CRAPS).legal(floor.clock())):
        move(floor, CRAPS, "pass-dice")
    return events


def of_kind(events: tuple[Any, ...], kind: type) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


# What becomes of it.


@pytest.mark.clause("603a.20(q)(6)", "603a.21(e)#1", "603a.21(b)#4")
def test_a_coupon_is_scanned_redeemed_paid_and_dropped(floor: Floor) -> None:
    placed = of_kind(present(floor, barcode(floor)).events, CouponPlaced)
    assert [(event.serial, event.value) for event in placed] == [(SERIAL, 1000)]
    taken = standing(floor)
    assert (taken.state, taken.table) == (State.REDEEMED, CRAPS)
    assert taken.round == f"entry {floor.table(CRAPS).version}"
    events = roll(floor, 3, 4)
    assert [event.paid for event in of_kind(events, CouponPaid)] == [1000]
    assert [event.serial for event in of_kind(events, CouponDropped)] == [SERIAL]
    assert standing(floor).state is State.REDEEMED


@pytest.mark.clause("603a.21(e)#1")
def test_a_lost_coupon_is_dropped_too(floor: Floor) -> None:
    present(floor, barcode(floor))
    events = roll(floor, 1, 1)
    assert not of_kind(events, CouponPaid)
    assert [event.serial for event in of_kind(events, CouponDropped)] == [SERIAL]
    assert standing(floor).state is State.REDEEMED


@pytest.mark.clause("603a.21(e)#1")
def test_a_coupon_on_a_push_is_the_patrons_again_and_can_be_played_again(floor: Floor) -> None:
    present(floor, barcode(floor), "dont-pass")
    events = roll(floor, 6, 6)
    assert [event.serial for event in of_kind(events, CouponReturned)] == [SERIAL]
    assert standing(floor).state is State.DISTRIBUTED
    present(floor, barcode(floor), "dont-pass")
    assert standing(floor).state is State.REDEEMED
    roll(floor, 1, 1)
    assert standing(floor).state is State.REDEEMED


def test_a_coupon_of_a_patron_who_takes_the_wager_down_is_released(floor: Floor) -> None:
    present(floor, barcode(floor))
    move(floor, CRAPS, "take-down-wager", "player", seat=1, wager="pass")
    assert standing(floor).state is State.DISTRIBUTED
    floor.present_coupon(CRAPS, barcode(floor), seat=1, wager="pass", amount=1000, who=dealer_of(floor))
    assert standing(floor).state is State.REDEEMED


# What is refused.


def refused(floor: Floor, code: str, **more: Any) -> RuleViolation:
    """The refusal that a coupon meets; nothing changes at the table."""
    version = floor.table(CRAPS).version
    with pytest.raises(RuleViolation) as refusal:
        present(floor, code, **more)
    assert floor.table(CRAPS).version == version
    return refusal.value


@pytest.mark.clause("603a.20(q)(6)")
def test_a_photocopy_is_refused_at_another_table_and_at_the_same(floor: Floor) -> None:
    code = barcode(floor)
    present(floor, code)
    play_at(floor, DICE_TABLE, 1)
    who = dealer_of(floor, DICE_TABLE)
    with pytest.raises(RuleViolation, match=f"was redeemed at table {CRAPS}") as refusal:
        floor.present_coupon(DICE_TABLE, code, seat=1, wager="touchdown", amount=1000, who=who)
    assert refusal.value.clause.id == "603a.20(q)(6)"
    roll(floor, 3, 4)
    assert refused(floor, code).clause.id == "603a.20(q)(6)"


@pytest.mark.clause("603a.20(q)(3)", "603a.20(c)(3)")
@pytest.mark.parametrize(
    ("forge", "clause"),
    [
        # With a key of the forger's own, under the house's name for it.
        (lambda floor: barcode(floor, stamp=Stamp(id="HW1", secret=b"f" * 32)), "603a.20(q)(3)"),
        (lambda floor: barcode(floor, stamp=Stamp(id="XX", secret=b"f" * 32)), "603a.20(q)(3)"),
        # The value raised, the serial changed, by hand.
        (lambda floor: barcode(floor).replace(":1000:", ":9000:"), "603a.20(q)(3)"),
        (lambda floor: barcode(floor).replace(f"{SERIAL:09}", f"{SERIAL + 1:09}"), "603a.20(q)(3)"),
        (lambda floor: "A COUPON", "603a.20(q)(3)"),
        # Marked with the house's key, but not what the ledger says.
        (lambda floor: barcode(floor, value=2500), "603a.20(q)(3)"),
        (lambda floor: barcode(floor)[:-1], "603a.20(q)(3)"),
        # A serial that the house never had, and one that no patron was given.
        (lambda floor: unknown(floor), "603a.20(c)(3)"),
        (lambda floor: barcode(floor, STILL_IN_STOCK), "603a.20(d)#2"),
    ],
    ids=[
        "forged",
        "another house's",
        "value altered",
        "serial altered",
        "no coupon",
        "value differs",
        "cut off",
        "guessed",
        "stolen from stock",
    ],
)
def test_a_coupon_that_the_house_did_not_give_a_patron_is_refused(
    floor: Floor, forge: Callable[[Floor], str], clause: str
) -> None:
    assert refused(floor, forge(floor)).clause.id == clause
    assert standing(floor).state is State.DISTRIBUTED


def unknown(floor: Floor) -> str:
    with floor.office.desk() as desk:
        coupon = coupon_of(desk.connection, SERIAL)
    assert coupon is not None
    return payload(msgspec.structs.replace(coupon, serial=999_999), "MP-10", STAMP)


@pytest.mark.clause("603a.21(b)#1")
def test_a_floorperson_takes_no_coupon(floor: Floor) -> None:
    assert refused(floor, barcode(floor), who=FLOORPERSON).clause.id == "465a.35(b)"
    steps_in = RelieveCrewMember(table=CRAPS, leaving=dealer_of(floor), coming=ASSISTANT_SHIFT_MANAGER)
    give(floor.office, steps_in, FLOORPERSON)
    refusal = refused(floor, barcode(floor), who=ASSISTANT_SHIFT_MANAGER)
    assert refusal.clause.id == "603a.21(b)#1"
    assert standing(floor).state is State.DISTRIBUTED


def test_a_coupon_that_the_game_refuses_is_not_redeemed(floor: Floor) -> None:
    assert refused(floor, barcode(floor), wager="field").clause.id == "603a.21(c)(2)"
    assert standing(floor).state is State.DISTRIBUTED


def test_an_expired_coupon_is_refused(journal: Journal) -> None:
    opening = Floor(journal)
    entry = standing(opening)
    later = opening.clock() + timedelta(days=(entry.expires - opening.clock().date()).days + 3)
    floor = Floor(journal, lambda: later, stamps=[STAMP])
    play_at(floor, CRAPS, 1)
    assert refused(floor, barcode(floor)).clause.id == "603a.20(q)(5)"


def test_a_coupon_at_a_live_table_is_never_typed_in_as_a_move(floor: Floor) -> None:
    coupon = {"serial": SERIAL, "value": 1000, "expires": "2099-01-01"}
    with pytest.raises(BadMove, match="by its barcode"):
        move(floor, CRAPS, "present-coupon", seat=1, wager="pass", amount=1000, coupon=coupon)


# Others, and another database.


def rival(place: str, table: str, wager: str, code: str, answers: Any) -> None:
    """Another process of the house: presents a coupon at its table."""
    with Journal.open(place, create=False, busy_timeout=30) as journal:
        floor = Floor(journal, stamps=[STAMP])
        try:
            floor.present_coupon(table, code, seat=1, wager=wager, amount=1000, who=dealer_of(floor, table))
        except RuleViolation as refusal:
            answers.put((table, refusal.clause.id))
        except StaleView:
            answers.put((table, "stale"))
        else:
            answers.put((table, "taken"))


def test_two_houses_on_one_journal_take_a_coupon_once(floor: Floor, demo_house: Path) -> None:
    play_at(floor, DICE_TABLE, 1)
    processes = get_context("fork")
    for serial in range(SERIAL, SERIAL + 3):
        code = barcode(floor, serial)
        answers = processes.SimpleQueue()
        rivals = [
            processes.Process(target=rival, args=(str(demo_house), table, wager, code, answers))
            for table, wager in ((CRAPS, "pass"), (DICE_TABLE, "touchdown"))
        ]
        for process in rivals:
            process.start()
        for process in rivals:
            process.join(60)
        told = dict([answers.get(), answers.get()])
        assert sorted(told.values()) == ["603a.20(q)(6)", "taken"], told
        took = next(table for table, answer in told.items() if answer == "taken")
        assert standing(floor, serial).table == took
        presented = floor.table(took).state.coupons.lying
        assert [laid.coupon.serial for laid in presented] == [serial]
        # Another patron's turn: this one takes the wager down, and the coupon goes back.
        wager = presented[0].wager
        if took == CRAPS:
            move(floor, took, "take-down-wager", "player", seat=1, wager=wager)
        else:
            break


def test_the_house_is_the_same_on_postgresql(postgresql: str) -> None:
    with Journal.open(postgresql) as journal:
        floor = Floor(journal, stamps=[STAMP])
        make_demo_property(floor)
        play_at(floor, CRAPS, 1)
        present(floor, barcode(floor), "dont-pass")
        roll(floor, 6, 6)
        assert standing(floor).state is State.DISTRIBUTED
        present(floor, barcode(floor))
        roll(floor, 3, 4)
        assert standing(floor).state is State.REDEEMED
        assert refused(floor, barcode(floor)).clause.id == "603a.20(q)(6)"
