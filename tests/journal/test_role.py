"""PostgreSQL with a role of its own: the house writes, and cannot rewrite, whatever the program is made to say."""

import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
import sqlalchemy as sa
from psycopg.errors import InsufficientPrivilege

from houseway.backoffice.access import Access
from houseway.backoffice.office import Office
from houseway.journal import Journal
from tests.backoffice.house import HOUSE, staff
from tests.journal.houses import NOON

GRANTS = (Path(__file__).parents[2] / "deploy" / "postgresql-role.sql").read_text("utf-8")


@pytest.fixture
def as_role(postgresql: str) -> Iterator[str]:
    """A journal made by its owner, as the role of the house sees it."""
    with Journal.open(postgresql):
        pass
    role = f"houseway_{uuid4().hex}"
    found = re.search("search_path=(.*)", str(sa.make_url(postgresql).query["options"]))
    assert found
    with psycopg.connect(postgresql, autocommit=True) as owner:
        told = (
            re.sub("--.*", "", GRANTS)
            .replace("houseway_app", role)
            .replace("SCHEMA public", f"SCHEMA {found[1]}")
        )
        for statement in told.split(";"):
            if statement.strip():
                owner.execute(statement.encode())
        url = sa.make_url(postgresql).update_query_dict(
            {"options": f"-csearch_path={found[1]} -crole={role}"}
        )
        yield url.render_as_string(hide_password=False)
        owner.execute(f"DROP OWNED BY {role}".encode())
        owner.execute(f"DROP ROLE {role}".encode())


def test_a_house_lives_under_a_role_that_cannot_rewrite_its_journal(as_role: str) -> None:
    with Journal.open(as_role, create=False) as journal:
        office = Office(journal)
        office.open_house(HOUSE, staff())
        Access(office).is_in_use()
        journal.append("table/1", 0, "opened", {}, NOON)
        assert journal.verify().ok
    # What a space is written as in an address, libraries do not agree on.
    with psycopg.connect(as_role.replace("+-crole", "%20-crole"), autocommit=True) as connection:
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
