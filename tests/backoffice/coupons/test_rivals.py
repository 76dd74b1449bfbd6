"""Rivals: many processes redeem the same coupons at once, are killed and begin again; each coupon is redeemed once.

HOUSEWAY_REDEEMERS says how many processes (in full 64), HOUSEWAY_REDEEMED_COUPONS how many coupons (in full 1,000),
HOUSEWAY_KILLS how often one of them is killed (in full 64).
"""

import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec

from houseway.backoffice.coupons.book import BOOK
from houseway.backoffice.coupons.redemption import CouponRedeemed, RedeemCoupon
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.serials import State
from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.records import OrderRecord
from houseway.backoffice.records import State as OrderState
from houseway.journal import Journal
from houseway.law import RuleViolation
from tests.backoffice.coupons.crew import (
    MAY_DAY,
    OfficeHouse,
    hand_out,
    issue_to_marketing,
    launch,
    open_office,
    receive,
    states,
)
from tests.backoffice.house import Clock, who

REDEEMERS = int(os.environ.get("HOUSEWAY_REDEEMERS", "6"))
COUPONS = int(os.environ.get("HOUSEWAY_REDEEMED_COUPONS", "24"))
KILLS = int(os.environ.get("HOUSEWAY_KILLS", "6"))
# So many redeemers go for each coupon, and all of them for each twentieth.
RIVALS = 4
HOTLY_CONTESTED = 20
PATIENCE = 120.0


def order_of(serial: int) -> RedeemCoupon:
    return RedeemCoupon(serial=serial, value=1000, table="1", round=str(serial), day=MAY_DAY)


def key_of(redeemer: int, serial: int) -> str:
    return f"redeemer {redeemer} coupon {serial}"


def dealer_of(redeemer: int) -> str:
    return who(Position.DEALER, redeemer % 2 + 1)


def redeem_all(place: str, redeemer: int, answers: str) -> None:
    """One redeemer goes for its coupons in an order of its own, and writes down each success that it was told of."""
    clock = Clock()
    mine = [
        serial
        for serial in range(1, COUPONS + 1)
        if (serial + redeemer) % REDEEMERS < RIVALS or serial % HOTLY_CONTESTED == 0
    ]
    random.Random(redeemer).shuffle(mine)
    with Journal.open(place, busy_timeout=PATIENCE) as journal, open(answers, "ab", buffering=0) as told:
        office = Office(journal, clock, books=(STAFF, BOOK))
        for serial in mine:
            try:
                done = office.carry_out(
                    order_of(serial),
                    who=dealer_of(redeemer),
                    key=key_of(redeemer, serial),
                    at_table=True,
                )
            except RuleViolation as refusal:
                assert refusal.clause.id == "603a.20(q)(6)", refusal
            else:
                told.write(msgspec.json.encode(done) + b"\n")


def start(place: str, redeemer: int, folder: Path) -> BaseProcess:
    process = multiprocessing.get_context("fork").Process(
        target=redeem_all, args=(place, redeemer, str(folder / f"{redeemer}.jsonl"))
    )
    process.start()
    return process


def test_each_coupon_is_redeemed_once_whoever_is_killed(place: str, tmp_path: Path) -> None:
    clock = Clock()
    # Nothing stays open over the forks.
    with open_office(place, clock).journal as journal:
        house = OfficeHouse(Office(journal, clock, books=(STAFF, BOOK)), clock)
        launch(house)
        receive(house, COUPONS)
        issue_to_marketing(house, "R-1", Run(1, COUPONS))
        hand_out(house, Run(1, COUPONS))
        house.close()
    folder = tmp_path / "answers"
    folder.mkdir()
    running = {redeemer: start(place, redeemer, folder) for redeemer in range(REDEEMERS)}
    chance = random.Random(COUPONS)
    kills = 0
    while running:
        if kills < KILLS:
            redeemer = chance.choice(sorted(running))
            victim = running[redeemer]
            if victim.is_alive() and victim.pid is not None:
                os.kill(victim.pid, signal.SIGKILL)
                kills += 1
        for redeemer, process in list(running.items()):
            process.join(timeout=0.001)
            if process.exitcode is None:
                continue
            del running[redeemer]
            if process.exitcode == -signal.SIGKILL:
                # It comes back and gives the same orders under the same keys.
                running[redeemer] = start(place, redeemer, folder)
            else:
                assert process.exitcode == 0, f"redeemer {redeemer} ended with {process.exitcode}"
        time.sleep(0.05)
    assert kills
    judge(place, clock, folder)


def judge(place: str, clock: Clock, folder: Path) -> None:
    """One success for each coupon, in the journal as in the books, and the same answer whoever heard it again."""
    with Journal.open(place) as journal:
        assert journal.verify().ok
        office = Office(journal, clock, books=(STAFF, BOOK))
        house = OfficeHouse(office, clock)
        assert states(house) == {State.REDEEMED: COUPONS}
        house.close()
        winners: dict[str, dict[str, object]] = {}
        for entry in journal.read("office/coupons"):
            body = msgspec.json.decode(entry.body)
            for fact in body["facts"]:
                if fact["fact"] == "coupon-redeemed":
                    winners[body["key"]] = fact
        redeemed = [msgspec.convert(fact, CouponRedeemed).serial for fact in winners.values()]
        assert Counter(redeemed) == Counter(range(1, COUPONS + 1))
        told: dict[str, OrderRecord] = {}
        for file in folder.iterdir():
            for line in file.read_bytes().splitlines():
                try:
                    answer = msgspec.json.decode(line, type=OrderRecord)
                except msgspec.DecodeError:
                    # It was killed while it wrote this line.
                    continue
                assert told.setdefault(answer.key, answer) == answer
        assert set(told) <= set(winners)
        for key in winners:
            _, redeemer, _, serial = key.split()
            again = office.carry_out(
                order_of(int(serial)), who=dealer_of(int(redeemer)), key=key, at_table=True
            )
            assert again.state is OrderState.EXECUTED
            assert told.get(key, again) == again
        assert journal.verify().ok
