"""The vault: a patron's data is sealed in the journal, can be read back, and can be erased for ever."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from houseway.backoffice.book import Book, Desk
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Fact, Order
from houseway.backoffice.people import Position
from houseway.backoffice.policy import Part, Rule, at_least
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.vault import BadToken, Sealed, erase, keys, keys_of, seal, shown, unseal
from houseway.journal import Journal
from houseway.law import pa
from tests.backoffice.house import WHO, Clock, make_office

IDA = "patron/4711"
MAY = "patron/4712"
_CLAUSE = pa("603a.20(q)(2)")


class InvitePatron(Order, frozen=True, kw_only=True):
    """A patron is invited; the name is sealed."""

    patron: str
    name: Sealed


class PatronInvited(Fact, frozen=True, kw_only=True):
    """A patron was invited."""

    patron: str
    name: Sealed


class GuestBook(Book):
    """A book of invited patrons whose projection is readable until a patron is erased."""

    name = "guests"
    title = "Guests"
    rules = (Rule(InvitePatron, (Part("invited", at_least(Position.MARKETING_SUPERVISOR), _CLAUSE),)),)
    facts = PatronInvited
    tables = sa.MetaData()
    guests = sa.Table(
        "guests_list",
        tables,
        sa.Column("patron", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
    )

    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        return (PatronInvited(patron=order.patron, name=order.name, clause=_CLAUSE.id),)

    def post(self, fact: Any, desk: Desk) -> None:
        desk.connection.execute(self.guests.insert(), {"patron": fact.patron, "name": fact.name})


def guests(office: Office) -> dict[str, str]:
    with office.desk() as desk:
        rows = desk.connection.execute(sa.select(GuestBook.guests)).all()
        return {row.patron: shown(desk.connection, row.name) for row in rows}


def invite(office: Office, patron: str, name: str) -> str:
    with office.journal.transaction() as transaction:
        token = seal(transaction.connection, patron, name)
    order = office.read_order({"order": "invite-patron", "patron": patron, "name": token})
    office.carry_out(order, who=WHO[Position.MARKETING_SUPERVISOR], key=f"invite {patron}")
    return token


def rebuilt(place: str) -> Office:
    """The office over the same journal with its projections dropped."""
    journal = Journal.open(place)
    with journal.transaction() as transaction:
        transaction.connection.execute(sa.text("DELETE FROM office_projections"))
        GuestBook.tables.drop_all(transaction.connection)
        STAFF.tables.drop_all(transaction.connection)
        transaction.connection.execute(sa.text("DELETE FROM office_orders"))
        transaction.connection.execute(sa.text("DELETE FROM office_duties"))
    return Office(journal, Clock(), books=(STAFF, GuestBook()))


@pytest.fixture
def office(place: str) -> Iterator[Office]:
    made = make_office(place, Clock(), books=(STAFF, GuestBook()))
    with made.journal:
        yield made


def test_the_journal_holds_no_name_in_the_clear(office: Office) -> None:
    invite(office, IDA, "Ida Tarbell")
    assert guests(office) == {IDA: "Ida Tarbell"}
    assert all(b"Tarbell" not in entry.body for entry in office.journal.read_all())


def test_an_order_with_a_name_in_the_clear_is_no_order(office: Office) -> None:
    with pytest.raises(ValueError, match=r"\$\.name"):
        office.read_order({"order": "invite-patron", "patron": IDA, "name": "Ida Tarbell"})


def test_once_a_patron_is_erased_the_name_is_gone_and_the_journal_still_proves(
    office: Office, place: str
) -> None:
    token = invite(office, IDA, "Ida Tarbell")
    kept = invite(office, MAY, "Mary McCarthy")
    before = office.journal.head()
    with office.journal.transaction() as transaction:
        erase(transaction.connection, IDA)
        assert unseal(transaction.connection, token) is None
        assert unseal(transaction.connection, kept) == "Mary McCarthy"
    assert guests(office) == {IDA: "erased", MAY: "Mary McCarthy"}
    assert office.journal.head() == before
    assert office.journal.verify().ok
    office.journal.close()
    again = rebuilt(place)
    assert guests(again) == {IDA: "erased", MAY: "Mary McCarthy"}
    assert again.journal.verify().ok
    again.journal.close()


def test_a_rebuild_of_the_projections_keeps_the_keys(office: Office, place: str) -> None:
    invite(office, IDA, "Ida Tarbell")
    office.journal.close()
    again = rebuilt(place)
    assert guests(again) == {IDA: "Ida Tarbell"}
    again.journal.close()


def test_the_same_text_gives_the_same_token_so_that_an_order_can_be_repeated(office: Office) -> None:
    first = invite(office, IDA, "Ida Tarbell")
    assert invite(office, IDA, "Ida Tarbell") == first
    assert len([*office.journal.read("office/guests")]) == 1


def test_the_same_name_of_two_patrons_gives_two_tokens(office: Office) -> None:
    with office.journal.transaction() as transaction:
        one, other = (seal(transaction.connection, patron, "Ida") for patron in (IDA, MAY))
    assert one.split(".")[2] != other.split(".")[2]


def test_a_patron_who_comes_back_after_erasure_gets_a_new_key(office: Office) -> None:
    with office.journal.transaction() as transaction:
        old = seal(transaction.connection, IDA, "Ida")
        (first,) = keys_of(transaction.connection, IDA)
        erase(transaction.connection, IDA)
        assert keys_of(transaction.connection, IDA) == ()
        new = seal(transaction.connection, IDA, "Ida")
        assert keys_of(transaction.connection, IDA) != (first,)
        assert unseal(transaction.connection, old) is None
        assert unseal(transaction.connection, new) == "Ida"


def test_an_altered_or_foreign_token_is_refused(office: Office) -> None:
    with office.journal.transaction() as transaction:
        mark, identity, sealed = seal(transaction.connection, IDA, "Ida").split(".")
        other = seal(transaction.connection, MAY, "Ida").split(".")[1]
        altered = ("A" if sealed[0] != "A" else "B") + sealed[1:]
        for token in (f"{mark}.{identity}.{altered}", f"{mark}.{other}.{sealed}"):
            with pytest.raises(BadToken, match="altered"):
                unseal(transaction.connection, token)
        for token in (
            "Ida",
            "",
            f"open.{identity}.{sealed}",
            f"{mark}.{identity}.{sealed}.x",
            f"{mark}.{identity}.A",
        ):
            with pytest.raises(BadToken, match="not sealed"):
                unseal(transaction.connection, token)


@pytest.mark.parametrize(("subject", "text"), [("", "Ida"), ("  ", "Ida"), (IDA, ""), (IDA, "x" * 2_001)])
def test_what_cannot_be_sealed_is_said(office: Office, subject: str, text: str) -> None:
    with pytest.raises(ValueError, match="sealed"), office.journal.transaction() as transaction:
        seal(transaction.connection, subject, text)


@pytest.mark.parametrize("text", ["x" * 2_000, "Zoë Kruševljanin 王", "\0 odd \n"])
def test_every_token_fits_an_order_and_comes_back_as_it_was(office: Office, text: str) -> None:
    with office.journal.transaction() as transaction:
        token = seal(transaction.connection, IDA, text)
        assert unseal(transaction.connection, token) == text
    assert (
        msgspec.convert({"order": "invite-patron", "patron": IDA, "name": token}, InvitePatron).name == token
    )


def test_before_anything_was_sealed_there_is_nothing_to_read_or_erase(office: Office) -> None:
    token = f"sealed.{'0' * 32}.AAAA"
    with office.desk() as desk:
        assert unseal(desk.connection, token) is None
        assert keys_of(desk.connection, IDA) == ()
    with office.journal.transaction() as transaction:
        erase(transaction.connection, IDA)
        assert unseal(transaction.connection, token) is None


def test_what_a_transaction_that_failed_had_sealed_leaves_no_key(office: Office) -> None:
    def fail() -> None:
        with office.journal.transaction() as transaction:
            seal(transaction.connection, IDA, "Ida")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with office.desk() as desk:
        assert keys_of(desk.connection, IDA) == ()


def test_an_erased_key_does_not_linger_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    office = make_office(str(file), Clock(), books=(STAFF, GuestBook()))
    with office.journal.transaction() as transaction:
        for number in range(50):
            seal(transaction.connection, f"patron/{number}", "Ida")
        key = transaction.connection.execute(
            sa.select(keys.c.key).where(keys.c.subject == "patron/7")
        ).scalar_one()
    office.journal.close()
    assert key in file.read_bytes()
    with Journal.open(file) as journal, journal.transaction() as transaction:
        erase(transaction.connection, "patron/7")
    assert sorted(found.name for found in tmp_path.iterdir()) == ["journal.db"]
    assert key not in file.read_bytes()
