"""A day with a live table, coupons and orders is killed at any moment: what was acknowledged is there, and nothing is half done.

On PostgreSQL another server plays at a table of its own meanwhile, and either of them is killed. HOUSEWAY_KILLED_DAYS and
HOUSEWAY_KILLED_SERVERS say how often (in full 1,000 on SQLite and 200 on PostgreSQL); a failure names the number of the day.
"""

import os
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from uuid import uuid4

import psycopg
import sqlalchemy as sa

from houseway.cli.office_checking import verify as verify_books
from houseway.floor import Floor, replay_table
from houseway.floor.property import Mode
from houseway.games import submission_for
from houseway.journal import Head, Journal
from tests.floor.coupon_house import STAMP, TABLE
from tests.floor.simulation import AtTheTable
from tests.floor.test_failing_calls import SIGNER, Day, Morning, morning, undisturbed
from tests.floor.test_one_transaction import PATIENCE, Beside
from tests.service import TRAY
from tools.reliability import note

__all__ = ["morning", "undisturbed"]

KILLED_DAYS = int(os.environ.get("HOUSEWAY_KILLED_DAYS", "3"))
KILLED_SERVERS = int(os.environ.get("HOUSEWAY_KILLED_SERVERS", "2"))
TRAINING = "T-1"
_BOOKS_EVERY = 25


def live(place: str, moment: datetime, told: Connection) -> None:
    """A server that goes through its day, and tells where the record ends after each step that it has acknowledged."""
    day = Day(place, moment, PATIENCE)
    for act in day.steps():
        act()
        told.send(day.journal.head())
    told.close()


def train(place: str, moment: datetime, told: Connection) -> None:
    """Another server, at whose table somebody buys chips as long as it lives."""
    with Journal.open(place, create=False, signer=SIGNER, busy_timeout=PATIENCE) as journal:
        floor = Floor(journal, lambda: moment, stamps=(STAMP,))
        while True:
            floor.submit(TRAINING, {"move": "buy-in", "by": "dealer", "seat": 1, "amount": 500}, who="T")
            told.send(journal.head())


class Server:
    """A process of the house, and what it has acknowledged."""

    def __init__(
        self, work: Callable[[str, datetime, Connection], None], place: str, moment: datetime
    ) -> None:
        self._hears, tells = get_context("fork").Pipe(duplex=False)
        self.process: BaseProcess = get_context("fork").Process(target=work, args=(place, moment, tells))
        self.process.start()
        tells.close()
        self.acknowledged: list[Head] = []

    def hear(self, most: int) -> None:
        """Wait until it has acknowledged so much, or is gone."""
        try:
            while len(self.acknowledged) < most:
                self.acknowledged.append(self._hears.recv())
        except EOFError:
            return

    def kill(self) -> None:
        """Kill it, and hear what it has said before."""
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.end()

    def end(self) -> None:
        """Hear it out, until it is gone."""
        self.hear(10**9)
        self.process.join()
        self._hears.close()


def kill_some_time(server: Server, chance: random.Random, steps: int) -> None:
    """Kill a server after any step of its day, some way into the next one."""
    server.hear(chance.randrange(steps))
    for _ in range(chance.randrange(150_000)):
        pass
    server.kill()


def check(place: str, moment: datetime, acknowledged: list[Head], *, books: bool) -> Head:
    """Everything that must hold of a house that starts again; where its record ends."""
    with Journal.open(place, create=False, signer=SIGNER, busy_timeout=PATIENCE) as journal:
        head = journal.head()
        hashes = journal.hashes(head.position)
        assert all(hashes[told.position - 1] == told.hash for told in acknowledged), "something is lost"
        assert journal.verify().ok
        floor = Floor(journal, lambda: moment, stamps=(STAMP,))
        with floor.office.desk():
            # Whoever asks first brings the books up to the journal.
            pass
        assert floor.table(TABLE).state == replay_table(journal, TABLE).state
        assert sum(floor.table(TABLE).state.chips.values()) == TRAY
        for at_table, in_ledger in Beside(journal).sees(1, 2):
            assert at_table == in_ledger, "a coupon is half taken"
    if books:
        assert verify_books(db=place) == 0
    return head


def test_a_day_that_is_killed_at_any_moment_is_whole_up_to_there(
    morning: Morning, undisturbed: list[Head], memory_path: Path
) -> None:
    steps = len(undisturbed)
    for number in range(KILLED_DAYS):
        place = str(memory_path / f"{number}.db")
        day = morning.copied_to(place)
        before = day.journal.head()
        day.journal.close()
        server = Server(live, place, morning.moment)
        kill_some_time(server, random.Random(f"day {number}"), steps)
        told = server.acknowledged
        assert told == undisturbed[: len(told)], f"day {number}"
        head = check(place, morning.moment, told, books=number % _BOOKS_EVERY == 0)
        # The step under way is done, or it is not.
        assert head in (told[-1] if told else before, *undisturbed[len(told) : len(told) + 1]), (
            f"day {number}"
        )
        for file in memory_path.glob(f"{number}.db*"):
            file.unlink()
    note("power", "days that were killed, SQLite", f"{KILLED_DAYS:,}, nothing lost", "1,000, nothing lost")


@contextmanager
def place_on(server: str) -> Iterator[str]:
    """A place on a PostgreSQL server, gone afterwards."""
    name = f"houseway_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
        url = sa.make_url(server).update_query_dict({"options": f"-csearch_path={name}"})
        yield url.render_as_string(hide_password=False)
        connection.execute(f"DROP SCHEMA {name} CASCADE".encode())


def test_either_of_two_servers_is_killed_at_any_moment_and_the_other_goes_on(
    morning: Morning, undisturbed: list[Head], postgresql_server: str
) -> None:
    for number in range(KILLED_SERVERS):
        chance = random.Random(f"servers {number}")
        with place_on(postgresql_server) as place:
            day = morning.copied_to(place)
            floor = Floor(day.journal, lambda: morning.moment, stamps=(STAMP,))
            under = submission_for("sic-bo", {})
            floor.set_up_table(TRAINING, "T", under, mode=Mode.TRAINING, tray=TRAY)
            AtTheTable(floor, TRAINING).in_play()
            day.journal.close()
            playing, training = (Server(work, place, morning.moment) for work in (live, train))
            if number % 2:
                kill_some_time(playing, chance, len(undisturbed))
                at_least = len(training.acknowledged) + 3
                training.hear(at_least)
                assert len(training.acknowledged) == at_least, f"servers {number}: the other goes on"
            else:
                kill_some_time(training, chance, 40)
                playing.end()
                assert len(playing.acknowledged) == len(undisturbed), f"servers {number}: the other goes on"
            for server in (playing, training):
                if server.process.is_alive():
                    server.kill()
            told = playing.acknowledged + training.acknowledged
            check(place, morning.moment, told, books=number % _BOOKS_EVERY == 0)
    note(
        "power",
        "servers that were killed beside another, PostgreSQL",
        f"{KILLED_SERVERS:,}, nothing lost",
        "200, nothing lost",
    )
