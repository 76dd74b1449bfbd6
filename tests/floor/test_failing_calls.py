"""A gaming day at which every call to the database fails once: nothing is lost, nothing is half done, nothing is done twice.

The day has a live table, coupons, orders of one and of several people, and a house that is closed and opened again. Each
of its steps is tried while its first call to the storage fails, then its second, and so on, until it goes well: after
each failure the record is as it was before the step or as it is after it, to the last bit, and whoever asked was told that
the storage failed. HOUSEWAY_FAILING_CALLS says that every so-manieth call fails (in full 1, every one).
"""

import os
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from houseway.backoffice.orders import Order
from houseway.cli.office_checking import verify as verify_books
from houseway.floor import Floor, StaleView, replay_table
from houseway.games.sic_bo.moves import ClearLights, EnterDice, RevealDice
from houseway.journal import Head, Journal, JournalUnavailable, Signer
from houseway.table.moves import CallNoMoreBets, Move, PlaceWager, TakeDownWager
from houseway.table.start import ShakeDice
from tests.backoffice.coupons.crew import MAY_DAY, OfficeHouse, count_of, form, next_day, people_for
from tests.backoffice.house import Clock
from tests.floor.coupon_house import DEALER, STAMP, TABLE, House
from tests.floor.failing_calls import Calls, Fault, install
from tests.floor.test_one_transaction import VOID, code_of
from tools.reliability import note

EVERY = int(os.environ.get("HOUSEWAY_FAILING_CALLS", "29"))
SIGNER = Signer("houseway/riverside", bytes(range(32)))
# Something that somebody of the house does, and may do again where it is not known whether it was done.
Act = Callable[[], object]


class Morning(NamedTuple):
    """A house with a live table before its day begins, in a file."""

    file: Path
    moment: datetime

    def copied_to(self, place: str) -> "Day":
        """The same house at another place, in either database."""
        with (
            Journal.open(self.file, read_only=True) as source,
            source.reading() as connection,
            Journal.open(place, signer=SIGNER) as journal,
        ):
            journal.take_over(connection)
        return Day(place, self.moment)


class Day:
    """What the people of a house do on one day and the next morning."""

    def __init__(self, place: str, moment: datetime, patience: float = 5.0) -> None:
        self.place, self.clock, self.patience = place, Clock(moment), patience
        self._open()

    def open_again(self) -> None:
        """The house is closed and opened anew, as after a stop."""
        self.journal.close()
        self._open()

    def _open(self) -> None:
        self.journal = Journal.open(self.place, create=False, signer=SIGNER, busy_timeout=self.patience)
        self.floor = Floor(self.journal, self.clock, stamps=(STAMP,))
        self.crew = OfficeHouse(self.floor.office, self.clock)

    def steps(self) -> Iterator[Act]:
        """One thing after another; what stands between them is looked up while nothing fails."""
        yield from self.toss(lambda: self.moves(VOID))
        yield from self.presented(1, "small", 1)
        yield from self.moves(TakeDownWager(seat=1, wager="small"))
        yield self.open_again
        yield from self.toss(lambda: self.moves(*_shown(1, 2, 2)))
        yield lambda: self.journal.checkpoint()
        yield from self.toss(lambda: self.moves(*_shown(6, 6, 5)), coupon=2)
        yield from self.ordered(form(self.crew))
        next_day(self.crew)
        yield from self.ordered(count_of(self.crew, MAY_DAY))

    def toss(self, end: Callable[[], Iterator[Act]], coupon: int = 1) -> Iterator[Act]:
        """Two patrons wager, one with a coupon; the dice are shaken, and somehow it ends."""
        yield from self.presented(coupon, "small", 1)
        yield from self.moves(
            PlaceWager(seat=4, wager="big", amount=1_000), ShakeDice(times=3), CallNoMoreBets()
        )
        yield from end()

    def moves(self, *moves: Move) -> Iterator[Act]:
        """Moves at the table, by somebody who looked at it before."""
        for move in moves:
            seen = self.floor.table(TABLE).version
            yield lambda move=move, seen=seen: self.floor.submit(TABLE, move, who=DEALER, seen=seen)  # type: ignore[misc]

    def presented(self, serial: int, wager: str, seat: int) -> Iterator[Act]:
        """A coupon, with the chips that it matches."""
        code, seen = code_of(self.floor, serial), self.floor.table(TABLE).version
        yield lambda: self.floor.present_coupon(
            TABLE, code, seat=seat, wager=wager, amount=1_000, who=DEALER, seen=seen
        )

    def ordered(self, order: Order) -> Iterator[Act]:
        """An order, signed by one person after another."""
        self.crew.close()
        key, people = f"{type(order).__name__} of the day", people_for(order)
        if len(people) == 1:
            yield lambda: self.floor.office.carry_out(order, who=people[0], key=key)
            return
        yield lambda: self.floor.office.propose(order, who=people[0], key=key)
        digest = self.floor.office.propose(order, who=people[0], key=key).digest
        for person in people[1:-1]:
            yield lambda person=person: self.floor.office.approve(digest, who=person)  # type: ignore[misc]
        yield lambda: self.floor.office.execute(digest, who=people[-1])


def _shown(one: int, two: int, three: int) -> tuple[Move, ...]:
    return (
        RevealDice(die_1=one, die_2=two, die_3=three),
        EnterDice(die_1=one, die_2=two, die_3=three),
        ClearLights(),
    )


@pytest.fixture(scope="module")
def morning(tmp_path_factory: pytest.TempPathFactory) -> Morning:
    """The house on the morning of its day."""
    place = tmp_path_factory.mktemp("morning") / "house.db"
    with Journal.open(place, signer=SIGNER) as journal:
        return Morning(place, House(journal).clock.now)


@pytest.fixture(scope="module")
def undisturbed(morning: Morning, tmp_path_factory: pytest.TempPathFactory) -> list[Head]:
    """Where the record ends after each step of a day on which nothing fails."""
    day = morning.copied_to(str(tmp_path_factory.mktemp("undisturbed") / "house.db"))
    ends = []
    for act in day.steps():
        act()
        ends.append(day.journal.head())
    day.journal.close()
    return ends


def fail_all_day(day: Day, calls: Calls, fault: Fault, ends: list[Head], beside: Journal) -> int:
    """Go through the day, and let calls of each step fail until it is done; how many failed."""
    failures = 0
    for number, act in enumerate(day.steps()):
        before, after = day.journal.head(), ends[number]
        at = 5 * number % EVERY
        while True:
            told = done = False
            with calls.failing(at, fault):
                try:
                    act()
                    done = True
                except JournalUnavailable:
                    told = True
                except StaleView:
                    # Whoever did not hear that it was done, and does it again, is told that it is.
                    done = True
            failures += calls.failed
            at += EVERY
            head = beside.head()
            assert head == after if done else head in (before, after), f"step {number}, call {at}: half done"
            assert done or calls.failed, f"step {number}, call {at}: not done, though nothing failed"
            if told and fault is not Fault.ANSWER_LOST:
                assert head == before, f"step {number}, call {at}: done, and told to have failed"
            if not calls.failed:
                break
            if fault is Fault.GONE:
                # A house whose storage is gone is opened again; the others go on.
                day.open_again()
    return failures


@pytest.mark.parametrize("fault", Fault, ids=lambda fault: fault.name)
def test_whichever_call_to_the_storage_fails_nothing_is_lost_half_done_or_done_twice(
    place: str,
    fault: Fault,
    morning: Morning,
    undisturbed: list[Head],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    day = morning.copied_to(place)
    day.journal.close()
    with Journal.open(place, read_only=True) as beside:
        calls = install(monkeypatch)
        day.open_again()
        failures = fail_all_day(day, calls, fault, undisturbed, beside)
    assert failures > len(undisturbed) // EVERY + 5
    kind = "PostgreSQL" if "://" in place else "SQLite"
    every = "every call" if EVERY == 1 else f"every {EVERY}th call"
    note(
        "power",
        f"calls of a day that fail ({fault}), {kind}",
        f"{failures:,} ({every}), nothing lost",
        "every call",
    )
    assert day.journal.head() == undisturbed[-1]
    assert day.journal.verify().ok
    assert day.floor.table(TABLE).state == replay_table(day.journal, TABLE).state
    assert day.floor.office.refusals() == ()
    day.journal.close()
    assert verify_books(db=place) == 0
    assert "is as it stands" in capsys.readouterr().out
