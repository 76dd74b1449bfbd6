"""A coupon's place at the table and its entry in the ledger are one: recorded in one transaction, both or neither.

HOUSEWAY_POWER_CUTS says at how many instants a house is killed (in full 50).
"""

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from houseway.backoffice.coupons.barcode import payload
from houseway.backoffice.coupons.redemption import RedeemCoupon, Release, ReleaseCoupon
from houseway.backoffice.coupons.serials import State, coupon_of, find
from houseway.floor import Floor, StaleView, replay_table
from houseway.floor.table import ACT, TABLE_STREAM, act_body
from houseway.journal import Journal, timestamp
from houseway.journal.schema import entries
from houseway.law import RuleViolation
from houseway.table.moves import CallNoMoreBets, Report, TakeDownWager, TakeSeat
from houseway.table.redemption import PresentCoupon
from houseway.table.roles import Role
from houseway.table.start import ShakeDice
from houseway.table.table_state import Act
from tests.backoffice.coupons.crew import MAY_DAY
from tests.backoffice.house import Clock
from tests.floor.coupon_house import DEALER, STAMP, TABLE, CardHouse, House
from tests.floor.instants import at_each_instant, power_cuts

POWER_CUTS = int(os.environ.get("HOUSEWAY_POWER_CUTS", "6"))
PATIENCE = 120.0
VOID = Report(irregularity="dice-not-flat", by=Role.DEALER)
MISDEAL = Report(irregularity="wrong-number-of-cards", by=Role.DEALER)
_ACTS = sa.select(entries.c.body).where(entries.c.stream == TABLE_STREAM + TABLE, entries.c.kind == ACT)
_TAKEN, _BACK = {"coupon-placed"}, {"coupon-returned", "coupon-reversed"}


class Beside:
    """Somebody beside the house with a journal of their own, who sees only what is durable, table and ledger at one instant."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal

    def sees(self, *serials: int) -> list[tuple[bool, bool]]:
        """Of each coupon, whether the table has taken it and not left it unspent, and whether the ledger has it redeemed."""
        with self.journal.reading() as connection:
            events = [
                event
                for (body,) in connection.execute(_ACTS)
                for event in msgspec.json.decode(body)["events"]
            ]
            return [(_is_taken(events, serial), _is_redeemed(connection, serial)) for serial in serials]


def _is_taken(events: list[dict[str, Any]], serial: int) -> bool:
    told = [event["event"] for event in events if event.get("serial") == serial]
    return sum(event in _TAKEN for event in told) > sum(event in _BACK for event in told)


def _is_redeemed(connection: sa.Connection, serial: int) -> bool:
    found = find(connection, serial)
    return found is not None and found.state is State.REDEEMED


def code_of(floor: Floor, serial: int) -> str:
    """What is printed on a coupon of the ledger."""
    with floor.office.desk() as desk:
        coupon, known = coupon_of(desk.connection, serial), find(desk.connection, serial)
    assert coupon is not None
    assert known is not None
    return payload(coupon, known.design, STAMP)


def present(floor: Floor, serial: int, wager: str = "small", seat: int = 1, who: str = DEALER) -> None:
    """A patron puts a coupon with ten dollars on a wager."""
    floor.present_coupon(TABLE, code_of(floor, serial), seat=seat, wager=wager, amount=1000, who=who)


NEITHER, BOTH = (False, False), (True, True)


@pytest.fixture
def journal(place: str) -> Iterator[Journal]:
    with Journal.open(place, busy_timeout=PATIENCE) as journal:
        yield journal


@pytest.fixture
def beside(place: str, journal: Journal) -> Iterator[Beside]:
    with Journal.open(place, busy_timeout=PATIENCE) as other:
        yield Beside(other)


# Instants.


@pytest.mark.clause("603a.20(q)(6)", "603a.21(e)#1")
def test_at_no_instant_has_the_ledger_a_coupon_without_the_table_or_the_table_without_the_ledger(
    journal: Journal, beside: Beside
) -> None:
    house, seen = House(journal), list[tuple[bool, bool]]()
    with at_each_instant(journal, lambda: seen.extend(beside.sees(1))):
        house.present(1)
        assert beside.sees(1) == [BOTH]
        house.do(ShakeDice(times=3), CallNoMoreBets(), VOID)
        assert beside.sees(1) == [NEITHER]
        house.present(1)
        house.do(TakeDownWager(seat=1, wager="small"))
    assert Counter(seen).keys() == {NEITHER, BOTH}
    assert beside.sees(1) == [NEITHER]


@pytest.mark.clause("603a.20(q)(6)", "603a.21(e)#1")
def test_a_power_cut_at_any_instant_leaves_table_and_ledger_as_they_were(
    journal: Journal, beside: Beside
) -> None:
    house = House(journal)
    before = journal.head()
    for _ in power_cuts(journal, lambda: present(house.floor, 1)):
        assert beside.sees(1) == [NEITHER]
        assert journal.head() == before
    assert beside.sees(1) == [BOTH]
    house.do(ShakeDice(times=3), CallNoMoreBets())
    before = journal.head()
    for _ in power_cuts(journal, lambda: house.floor.submit(TABLE, VOID, who=DEALER)):
        assert beside.sees(1) == [BOTH]
        assert journal.head() == before
    assert beside.sees(1) == [NEITHER]
    assert journal.verify().ok
    # The record says it once: what was interrupted has left no trace.
    assert house.releases() == [(1, Release.VOID, "its wager was called off (625a.7(a))")]
    assert house.floor.office.refusals() == ()


@pytest.mark.clause("603a.21(e)#1")
def test_all_coupons_of_void_hands_are_released_together(journal: Journal, beside: Beside) -> None:
    cards = CardHouse(journal)
    for _ in power_cuts(journal, lambda: cards.floor.submit(TABLE, MISDEAL, who=DEALER)):
        assert beside.sees(1, 2) == [BOTH, BOTH]
    assert beside.sees(1, 2) == [NEITHER, NEITHER]
    assert (cards.state(1), cards.state(2)) == (State.DISTRIBUTED, State.VOIDED)
    assert len(cards.releases()) == 2
    assert cards.owed() == []


@pytest.mark.clause("603a.20(m)(2)#2")
def test_what_the_ledger_refuses_to_release_is_recorded_with_the_act_or_neither_is(
    journal: Journal, beside: Beside
) -> None:
    house = House(journal)
    house.present(1)
    house.do(ShakeDice(times=3), CallNoMoreBets())
    assert house.count(MAY_DAY) == []
    version = house.floor.table(TABLE).version
    for _ in power_cuts(journal, lambda: house.floor.submit(TABLE, VOID, who=DEALER)):
        assert house.floor.table(TABLE).version == version
        assert house.floor.office.refusals() == ()
    # The throw was void, whatever the ledger says of a day that is counted: it is named until somebody answers for it.
    assert house.floor.table(TABLE).version == version + 1
    ((_, refusal),) = house.floor.office.refusals()
    assert (refusal.order, refusal.clause) == ("release-coupon", "603a.20(m)(2)#2")
    assert house.state(1) is State.REDEEMED
    assert len(house.owed()) == 1
    assert journal.verify().ok


def die(place: str, instant: int, moment: datetime) -> None:
    """Another process of the house, which is killed at an instant of presenting a coupon."""
    clock = Clock(moment)
    with Journal.open(place, create=False, busy_timeout=PATIENCE) as journal:
        floor = Floor(journal, clock, stamps=(STAMP,))
        left = iter(range(instant))

        def kill() -> None:
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)

        with at_each_instant(journal, kill):
            present(floor, 1)


def test_a_house_killed_at_any_instant_has_the_coupon_at_the_table_and_in_the_ledger_or_in_neither(
    place: str, journal: Journal, beside: Beside
) -> None:
    house, counted = House(journal), list[None]()
    with at_each_instant(journal, lambda: counted.append(None)):
        present(house.floor, 2, "big", 4)
    instants = len(counted)
    killed = sorted({instants - 1, *range(0, instants, max(1, instants // POWER_CUTS))})
    for instant in killed:
        child = get_context("fork").Process(target=die, args=(place, instant, house.clock.now))
        child.start()
        child.join(PATIENCE)
        assert child.exitcode == -signal.SIGKILL
        assert beside.sees(1, 2) == [NEITHER, BOTH]
    house.present(1)
    assert beside.sees(1, 2) == [BOTH, BOTH]
    assert journal.verify().ok


# Rivals.


def test_a_coupon_presented_to_a_table_that_moved_on_meanwhile_is_neither_laid_nor_redeemed(
    place: str, journal: Journal, beside: Beside, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(journal)
    record_act = house.floor.office.record_act

    with Journal.open(place) as second:
        other = Floor(second, house.clock, stamps=(STAMP,))

        def while_another_moves(*given: Any, **named: Any) -> None:
            other.submit(TABLE, TakeSeat(seat=2), who="patron")
            record_act(*given, **named)

        monkeypatch.setattr(house.floor.office, "record_act", while_another_moves)
        before = journal.head().position
        with pytest.raises(StaleView):
            house.present(1)
        monkeypatch.undo()
    assert journal.head().position == before + 1, "nothing but what the other did"
    assert beside.sees(1) == [NEITHER]
    house.present(1)
    assert beside.sees(1) == [BOTH]


def test_a_coupon_that_the_ledger_refuses_is_not_laid(journal: Journal, beside: Beside) -> None:
    house = House(journal)
    house.present(1)
    house.do(TakeDownWager(seat=1, wager="small"))
    floor, version = house.floor, house.floor.table(TABLE).version
    with pytest.raises(RuleViolation) as refusal:
        present(floor, 1, who="nobody")
    assert refusal.value.clause.id == "603a.20(r)(2)#2"
    assert floor.table(TABLE).version == version
    assert beside.sees(1) == [NEITHER]
    ((_, told),) = floor.office.refusals()
    assert (told.who, told.order) == ("nobody", "redeem-coupon")


# Where each coupon is played: every rival goes for all of them.
PLAYED = {1: ("small", 1), 2: ("big", 4), 3: ("small", 2), 4: ("big", 3)}


def go_for_all(place: str, rival: int, moment: datetime) -> None:
    """Another process of the house: presents every coupon until it lies on the table, whoever laid it."""
    clock = Clock(moment)
    mine = sorted(PLAYED)
    random.Random(rival).shuffle(mine)
    with Journal.open(place, create=False, busy_timeout=PATIENCE) as journal:
        floor = Floor(journal, clock, stamps=(STAMP,))
        for serial in mine:
            wager, seat = PLAYED[serial]
            while serial not in lying(floor):
                try:
                    present(floor, serial, wager, seat)
                except StaleView:
                    continue
                except RuleViolation as refusal:
                    # Another has laid it meanwhile: the ledger, the table or the patron's position says so.
                    assert refusal.clause.id in ("603a.20(q)(6)", "603a.20(c)(3)", "603a.21(d)"), refusal


def lying(floor: Floor) -> list[int]:
    return [laid.coupon.serial for laid in floor.table(TABLE).state.coupons.lying]


def test_rivals_at_one_table_lay_and_redeem_each_coupon_once_whoever_is_killed(
    place: str, journal: Journal, beside: Beside
) -> None:
    house, chance, processes = House(journal), random.Random(1), get_context("fork")

    def start(rival: int) -> BaseProcess:
        process = processes.Process(target=go_for_all, args=(place, rival, house.clock.now))
        process.start()
        return process

    house.service.seated(seat_2=100_000, seat_3=100_000)
    running = {rival: start(rival) for rival in range(3)}
    kills = 0
    while running:
        assert set(beside.sees(*PLAYED)) <= {NEITHER, BOTH}
        rival = chance.choice(sorted(running))
        victim = running[rival]
        due = kills == 0 or (kills < POWER_CUTS and chance.random() < 0.3)
        if due and victim.is_alive() and victim.pid is not None:
            os.kill(victim.pid, signal.SIGKILL)
            kills += 1
        for rival, process in list(running.items()):
            process.join(0.001)
            if process.exitcode is None:
                continue
            del running[rival]
            if process.exitcode == -signal.SIGKILL:
                running[rival] = start(rival)
            else:
                assert process.exitcode == 0
        time.sleep(0.05)
    assert kills
    assert sorted(lying(house.floor)) == sorted(PLAYED)
    assert beside.sees(*PLAYED) == [BOTH] * len(PLAYED)
    redeemed = Counter(
        fact["serial"]
        for entry in journal.read("office/coupons")
        for fact in msgspec.json.decode(entry.body)["facts"]
        if fact["fact"] == "coupon-redeemed"
    )
    assert redeemed == Counter(sorted(PLAYED))
    assert journal.verify().ok


# Journals of earlier versions, which redeemed a coupon first and recorded the act afterwards.


def redeemed_first(house: House, serial: int, entry: int) -> None:
    order = RedeemCoupon(serial=serial, value=1000, table=TABLE, round=f"entry {entry}", day=MAY_DAY)
    key = f"table/{TABLE}/{entry}/redeem/{serial}/{MAY_DAY}"
    house.floor.office.carry_out(order, who=DEALER, key=key, at_table=True)


def laid_afterwards(house: House, serial: int, wager: str, seat: int) -> None:
    with house.floor.office.desk() as desk:
        coupon = coupon_of(desk.connection, serial)
    assert coupon is not None
    move = PresentCoupon(seat=seat, wager=wager, amount=1000, coupon=coupon)
    act: Act[Any] = Act(move=move, who=DEALER, at=house.clock())
    table = replay_table(house.floor.journal, TABLE)

    def append(events: tuple[Any, ...]) -> None:
        body = act_body(act, events, table.set_up.submission_hash)
        house.floor.journal.append(TABLE_STREAM + TABLE, table.version, ACT, body, timestamp(act.at))

    table.carry_out(act, append)


def test_a_journal_that_redeemed_first_and_recorded_afterwards_opens_and_is_played_on(
    journal: Journal, beside: Beside
) -> None:
    house = House(journal)
    entry = house.floor.table(TABLE).version + 1
    # Another act got the entry for which the one was redeemed; it was released, and taken with the next.
    redeemed_first(house, 1, entry)
    house.floor.submit(TABLE, TakeSeat(seat=2), who="patron")
    undone = ReleaseCoupon(
        serial=1, table=TABLE, round=f"entry {entry}", day=MAY_DAY, reason=Release.TAKEN_DOWN
    )
    house.floor.office.carry_out(undone, who=DEALER, key="undone", at_table=True)
    redeemed_first(house, 1, entry + 1)
    laid_afterwards(house, 1, "small", 1)
    redeemed_first(house, 2, entry + 2)
    laid_afterwards(house, 2, "big", 4)
    assert journal.verify().ok
    assert beside.sees(1, 2) == [BOTH, BOTH]
    house.floor = house.service.floor = Floor(journal, house.clock, stamps=(STAMP,))
    assert sorted(lying(house.floor)) == [1, 2]
    assert replay_table(journal, TABLE).state == house.floor.table(TABLE).state
    house.do(TakeDownWager(seat=1, wager="small"))
    assert beside.sees(1, 2) == [NEITHER, BOTH]
    assert house.owed() == []
    assert house.floor.office.refusals() == ()
