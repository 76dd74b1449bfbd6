import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from houseway.journal import Journal, JournalUnavailable
from houseway.journal.database import make_sqlite_durable
from tests.journal.houses import NOON

KILLS = 10

PLAYER = """
import sys
from houseway.journal import Journal
journal = Journal.open(sys.argv[1])
version = journal.version("table/1")
while True:
    version = journal.append("table/1", version, "move", {"n": version + 1}).version
    sys.stdout.write(f"{version}\\n")
    sys.stdout.flush()
"""


@pytest.mark.long
def test_a_killed_process_loses_nothing_that_was_acknowledged(place: str) -> None:
    acknowledged = 0
    for kill in range(KILLS):
        player = subprocess.Popen([sys.executable, "-c", PLAYER, place], stdout=subprocess.PIPE, text=True)
        assert player.stdout is not None
        for _ in range(1 + 37 * kill % 101):
            acknowledged = int(player.stdout.readline())
        player.kill()
        # What it still managed to say before it died counts as well.
        rest = player.stdout.read().split("\n")[:-1]
        assert player.wait() == -signal.SIGKILL
        player.stdout.close()
        acknowledged = int(rest[-1]) if rest else acknowledged
        with Journal.open(place) as journal:
            assert journal.verify().ok
            version = journal.version("table/1")
            # One more may have become durable just before the kill, without anybody having been told.
            assert acknowledged <= version <= acknowledged + 1
            acknowledged = version


def test_sqlite_writes_ahead_and_waits_for_the_disk(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.append("table/1", 0, "move", {}, NOON)
    connection = sqlite3.connect(tmp_path / "journal.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    make_sqlite_durable(connection)
    settings = [
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "foreign_keys")
    ]
    connection.close()
    assert settings == [2, 1]


def test_sqlite_that_cannot_write_ahead_is_refused() -> None:
    connection = sqlite3.connect(":memory:")
    with pytest.raises(JournalUnavailable, match="does not keep journal_mode at WAL"):
        make_sqlite_durable(connection)
    connection.close()


@pytest.mark.parametrize("value", ["off", "local", "remote_write"])
def test_postgresql_that_acknowledges_too_early_is_refused(postgresql_database: str, value: str) -> None:
    name = sa.make_url(postgresql_database).database
    with psycopg.connect(postgresql_database, autocommit=True) as connection:
        connection.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = {value}'.encode())
    with pytest.raises(JournalUnavailable, match=f"synchronous_commit is {value}"):
        Journal.open(postgresql_database)
