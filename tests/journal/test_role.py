"""PostgreSQL with a role of its own: the house writes, and cannot rewrite, whatever the program is made to say."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
import sqlalchemy as sa
from psycopg.errors import InsufficientPrivilege

from houseway.backoffice.access import Access
from houseway.backoffice.office import Office
from houseway.floor import Floor
from houseway.floor import snapshots as snapshotting
from houseway.floor.property import Mode
from houseway.floor.replay import check_tables
from houseway.floor.snapshots import kept_snapshots
from houseway.games import submission_for
from houseway.journal import Journal
from tests.backoffice.house import HOUSE, staff
from tests.floor.simulation import AtTheTable
from tests.journal.houses import NOON

NOON_ = datetime.fromisoformat(NOON)
BUY_IN = {"move": "buy-in", "by": "dealer", "seat": 1, "amount": 500}
GRANTS = (Path(__file__).parents[2] / "deploy" / "postgresql-role.sql").read_text("utf-8")


@contextmanager
def as_role(postgresql: str) -> Iterator[str]:
    """A journal made by its owner, as the role of the house sees it."""
    role = f"houseway_{uuid4().hex}"
    found = re.search("search_path=(.*)", str(sa.make_url(postgresql).query["options"]))
    assert found
    with psycopg.connect(postgresql, autocommit=True) as owner:
        told = re.sub("--.*", "", GRANTS).replace("houseway_app", role)
        for public in ("SCHEMA public", "'public'", "public."):
            told = told.replace(public, public.replace("public", found[1]))
        owner.execute(told.encode())
        url = sa.make_url(postgresql).update_query_dict(
            {"options": f"-csearch_path={found[1]} -crole={role}"}
        )
        yield url.render_as_string(hide_password=False)
        owner.execute(f"DROP OWNED BY {role}".encode())
        owner.execute(f"DROP ROLE {role}".encode())


def test_a_house_that_its_owner_opened_goes_on_under_the_role(
    postgresql: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Books, accounts and snapshots that the owner's commands have made are the role's afterwards."""
    monkeypatch.setattr(snapshotting, "EVERY", 1)

    def play(place: str, rounds: int) -> None:
        with Journal.open(place, create=False) as journal:
            floor = Floor(journal, lambda: NOON_, stamps=())
            for _ in range(rounds):
                floor.submit("T-1", BUY_IN, who="Dana")
            assert kept_snapshots(journal)["table/T-1"].version == floor.table("T-1").version
            assert list(check_tables(journal)) == []

    with Journal.open(postgresql) as journal:
        office = Office(journal)
        office.open_house(HOUSE, staff())
        Access(office).is_in_use()
        floor = Floor(journal, lambda: NOON_, stamps=())
        floor.set_up_table("T-1", "T", submission_for("sic-bo", {}), mode=Mode.TRAINING, tray=1_000_000)
        AtTheTable(floor, "T-1").in_play()
    play(postgresql, 1)
    with as_role(postgresql) as place:
        play(place, 2)
    assert "no snapshot was kept" not in caplog.text


def test_a_house_lives_under_a_role_that_cannot_rewrite_its_journal(postgresql: str) -> None:
    Journal.open(postgresql).close()
    with as_role(postgresql) as place:
        live_and_try(place)


def live_and_try(place: str) -> None:
    """A house opens, and whatever would rewrite its journal is refused."""
    with Journal.open(place, create=False) as journal:
        office = Office(journal)
        office.open_house(HOUSE, staff())
        Access(office).is_in_use()
        journal.append("table/1", 0, "opened", {}, NOON)
        assert journal.verify().ok
    # What a space is written as in an address, libraries do not agree on.
    with psycopg.connect(place.replace("+-crole", "%20-crole"), autocommit=True) as connection:
        for statement in (
            "UPDATE entries SET body = ''",
            "DELETE FROM entries",
            "TRUNCATE entries",
            "DELETE FROM checkpoints",
            "DROP TRIGGER entries_next ON entries",
            "ALTER TABLE entries DISABLE TRIGGER ALL",
            "DROP TABLE entries",
            "CREATE OR REPLACE FUNCTION journal_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
            "DELETE FROM head",
        ):
            with pytest.raises(InsufficientPrivilege):
                connection.execute(statement.encode())
