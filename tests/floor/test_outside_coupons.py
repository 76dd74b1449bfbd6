"""Coupons printed outside at a live table: by the barcode that their printer was sent, or by serial before a supervisor."""

from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.backoffice.coupons.outside import SealCouponBarcodes
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.receipt import EnterCouponReceipt, Lot
from houseway.backoffice.coupons.redemption import RedeemCouponBySerial, redeem_by_serial
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.sealed import BarcodesSealed
from houseway.backoffice.coupons.serials import State, find
from houseway.backoffice.people import Position
from houseway.backoffice.policy import NotPermitted
from houseway.floor import Floor, Outcome
from houseway.floor.coupons import CouponSeen
from houseway.journal import Journal
from houseway.law import RuleViolation
from houseway.papers.barcode_list import list_of_barcodes
from tests.backoffice.coupons.crew import VAULT, delivery, hand_out, issue_to_marketing
from tests.backoffice.house import who
from tests.floor.coupon_house import DEALER, STAMP, STAYING, TABLE, House

FLOORPERSON, OTHER_DEALER = who(Position.FLOORPERSON), who(Position.DEALER, 2)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Patrons hold coupons 1 to 10, which a gaming service provider printed without a barcode."""
    with Journal.open(tmp_path / "journal.db") as journal:
        yield House(journal)


def printed(floor: Floor, serial: int = 1) -> tuple[int, date, State]:
    with floor.office.desk() as desk:
        known = find(desk.connection, serial)
    assert known is not None
    return known.denomination, known.expires, known.state


def take(house: House, serial: int = 1, **changes: Any) -> Outcome:
    value, expires, _ = printed(house.floor)
    seen = {"serial": serial, "value": value, "expires": expires, "witnessed_by": FLOORPERSON}
    usual: dict[str, Any] = {"seat": 1, "wager": "small", "amount": 1000, "who": DEALER, "entered_by": DEALER}
    told = {name: changes.pop(name, value) for name, value in seen.items()}
    return house.floor.present_coupon(TABLE, CouponSeen(**told), **usual | changes)


@pytest.mark.clause("603a.20(c)(3)", "603a.20(q)(6)")
def test_a_coupon_without_a_barcode_is_redeemed_once_by_two_people(house: House) -> None:
    taken = take(house)
    assert printed(house.floor)[2] is State.REDEEMED
    act = house.floor.replay(TABLE).record[-1].act
    assert (act.entered_by, act.witnessed_by, taken.version) == (
        DEALER,
        FLOORPERSON,
        house.floor.table(TABLE).version,
    )
    with pytest.raises(RuleViolation, match="lies on this table already"):
        take(house, seat=4)
    order = RedeemCouponBySerial(
        serial=1,
        value=1000,
        expires=printed(house.floor)[1],
        table="SB-2",
        round="entry 9",
        day=house.crew.day,
    )
    with house.floor.office.desk() as desk, pytest.raises(RuleViolation, match="was redeemed at table SB-1"):
        redeem_by_serial(order, desk)
    *_, dealers, supervisors = house.floor.journal.read("office/coupons")
    assert [msgspec.json.decode(one.body)["signature"]["part"] for one in (dealers, supervisors)] == [
        "redeemed",
        "supervised",
    ]


@pytest.mark.clause("603a.20(c)(5)")
def test_what_the_paper_shows_is_what_the_ledger_says(house: House) -> None:
    version = house.floor.table(TABLE).version
    with pytest.raises(RuleViolation, match="as its last day") as refusal:
        take(house, expires=date(2030, 1, 1))
    assert refusal.value.clause.id == "603a.20(c)(5)"
    with pytest.raises(RuleViolation, match=r"shows \$25 and is one of \$10"):
        take(house, value=2500, amount=2500)
    with pytest.raises(RuleViolation, match="never received a coupon 000000999"):
        take(house, 999)
    assert (house.floor.table(TABLE).version, printed(house.floor)[2]) == (version, State.DISTRIBUTED)


@pytest.mark.clause("603a.20(r)(2)#2")
@pytest.mark.parametrize(
    ("witness", "said"),
    [
        ("", "who has not signed for it"),
        (DEALER, "cannot be the one who sees it done"),
        (OTHER_DEALER, "cannot sign as the floorperson"),
        (who(Position.FINANCE_SUPERVISOR), "cannot sign as the floorperson"),
    ],
)
def test_nobody_takes_one_without_a_supervisor(house: House, witness: str, said: str) -> None:
    with pytest.raises(NotPermitted, match=said):
        take(house, witnessed_by=witness)
    assert printed(house.floor)[2] is State.DISTRIBUTED


def test_no_desk_redeems_a_coupon_by_its_serial(house: House) -> None:
    value, expires, _ = printed(house.floor)
    day = house.floor.office.days.day_of(house.floor.clock())
    order = RedeemCouponBySerial(
        serial=1, value=value, expires=expires, table=TABLE, round="entry 1", day=day
    )
    with pytest.raises(NotPermitted, match="given by the table where it happens"):
        house.floor.office.propose(order, who=DEALER, key="at a desk")


# Barcodes for the printer.


def sealed(house: House, first: int, last: int, **changes: Any) -> SealCouponBarcodes:
    expires = printed(house.floor)[1]
    with house.floor.office.desk() as desk:
        content = list_of_barcodes(desk.connection, STAYING.id, expires, first, last, STAMP)
    order = SealCouponBarcodes(
        supplier="Valley Ticket",
        design=STAYING.id,
        expires=expires,
        first=first,
        last=last,
        digest=sha256(content).hexdigest(),
        recipient="0" * 64,
    )
    return msgspec.structs.replace(order, **changes)


@pytest.mark.clause("603a.20(c)(3)")
def test_a_coupon_printed_outside_with_our_barcode_is_scanned(house: House) -> None:
    crew, run, expires = house.crew, Run(11, 15), printed(house.floor)[1]
    crew.give(sealed(house, 11, 15))
    with house.floor.office.desk() as desk:
        content = list_of_barcodes(desk.connection, STAYING.id, expires, 11, 15, STAMP)
    code = content.decode().splitlines()[1].split(",")[-1]
    check = delivery(Lot(design=STAYING.id, expires=expires, first=11, last=15), name="D-2")
    other = msgspec.structs.replace(check.invoiced[0], expires=date(2030, 1, 1))
    with pytest.raises(RuleViolation, match="are for design MP-S until") as refusal:
        crew.give(msgspec.structs.replace(check, invoiced=(other,), found=(other,)))
    assert refusal.value.fix == "send the coupons back: no table could take them"
    crew.give(check)
    crew.give(
        EnterCouponReceipt(
            delivery="D-2",
            received_on=crew.day,
            quantities=(Quantity(STAYING.value, len(run)),),
            serials=(run,),
            stored_in=VAULT,
            locked_up=True,
        )
    )
    issue_to_marketing(crew, "R-2", run)
    with pytest.raises(RuleViolation, match="was never handed to a patron"):
        house.floor.present_coupon(TABLE, code, seat=1, wager="small", amount=1000, who=DEALER)
    hand_out(crew, run)
    with pytest.raises(RuleViolation, match="bears a barcode"):
        take(house, 11)
    house.floor.present_coupon(TABLE, code, seat=1, wager="small", amount=1000, who=DEALER)
    assert printed(house.floor, 11)[2] is State.REDEEMED


@pytest.mark.clause("603a.20(c)(3)")
def test_barcodes_are_sealed_for_the_next_serials_and_again_only_for_a_reason(house: House) -> None:
    for order, said in (
        (sealed(house, 1, 5), "the next serial is 000000011"),
        (sealed(house, 12, 15), "the next serial is 000000011"),
        (sealed(house, 11, 15, expires=date(2010, 1, 1)), "not ordered any more"),
        (sealed(house, 11, 15, design="MP-X"), "there is no design"),
    ):
        with pytest.raises(RuleViolation, match=said):
            house.crew.give(order)
    house.crew.give(sealed(house, 11, 15))
    with pytest.raises(RuleViolation, match="went out on"):
        house.crew.give(sealed(house, 11, 15))
    with pytest.raises(RuleViolation, match="said something else"):
        house.crew.give(sealed(house, 11, 15, digest="1" * 64, reason="lost"))
    (again,) = house.crew.give(sealed(house, 11, 15, reason="the first one never arrived"))
    assert isinstance(again, BarcodesSealed)
    assert again.reason == "the first one never arrived"
    house.crew.give(sealed(house, 16, 20))
