"""Nobody signs as somebody else: a row that somebody wrote into the database opens nothing, and signs nothing."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from houseway.backoffice.access import Access
from houseway.backoffice.access.records import STREAM as ACCESS
from houseway.backoffice.access.records import Ending
from houseway.backoffice.access.schema import session_marks, sessions
from houseway.backoffice.access.tokens import hash_of
from houseway.backoffice.marks import untrue_marks
from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.records import STREAM, State, signing_of
from houseway.journal import Journal, Signer, timestamp
from tests.backoffice.duties_book import BOOK, Give
from tests.backoffice.house import HOUSE, WHO, Clock, staff

KEY, OTHER = Signer("houseway", bytes(range(32))), Signer("houseway", bytes(range(1, 33)))
MARKETING, IT, AUDITOR = (
    WHO[Position.MARKETING_REPRESENTATIVE],
    WHO[Position.SYSTEMS_ADMINISTRATOR],
    WHO[Position.AUDITOR],
)


@pytest.fixture
def office(place: str) -> Iterator[Office]:
    with Journal.open(place, signer=KEY) as journal:
        made = Office(journal, Clock(), books=(STAFF, BOOK))
        made.open_house(HOUSE, staff())
        yield made


@pytest.fixture
def access(office: Office) -> Access:
    made = Access(office)
    for credential in (IT, AUDITOR):
        made.open_account(credential, "a long enough word")
    return made


def test_a_session_that_the_house_opened_lasts(access: Access) -> None:
    opened = access.sign_in(IT, "a long enough word", host="here")
    assert access.session(opened.token) is not None
    assert list(untrue_marks(access.office.journal, [OTHER, KEY])) == []


@pytest.mark.parametrize(
    "forge",
    [
        "UPDATE access_sessions SET credential = :other",
        "UPDATE access_sessions SET opened_at = opened_at + 1",
        "UPDATE access_session_marks SET mark = ''",
        "DELETE FROM access_session_marks",
    ],
)
def test_a_session_that_somebody_changed_opens_nothing(access: Access, forge: str) -> None:
    opened = access.sign_in(IT, "a long enough word", host="here")
    with access.office.journal.transaction() as transaction:
        given = {"other": AUDITOR} if ":other" in forge else {}
        transaction.connection.execute(sa.text(forge), given)
    found = list(untrue_marks(access.office.journal, [KEY]))
    assert [one.problem for one in found] == ["the house did not open it"]
    assert access.session(opened.token) is None
    assert Ending.FORGED.encode() in list(access.office.journal.read(ACCESS))[-1].body
    assert list(untrue_marks(access.office.journal, [KEY])) == []


def test_two_rows_that_somebody_wrote_sign_no_order(access: Access) -> None:
    with access.office.journal.transaction() as transaction:
        for credential in (IT, AUDITOR):
            row = {"token_hash": hash_of(f"made up {credential}"), "credential": credential, "address": "x"}
            transaction.connection.execute(sessions.insert(), {**row, "opened_at": 0, "seen_at": 2**40})
            mark = OTHER.tag("sessions", b"anything")
            transaction.connection.execute(
                session_marks.insert(), {"token_hash": row["token_hash"], "mark": mark}
            )
    assert len(list(untrue_marks(access.office.journal, [KEY]))) == 2
    for credential in (IT, AUDITOR):
        assert access.session(f"made up {credential}") is None


def test_a_signature_that_the_house_did_not_mark_is_named(office: Office) -> None:
    office.carry_out(Give(matter="d"), who=MARKETING, key="k")
    journal = office.journal
    entry = list(journal.read(STREAM + BOOK.name))[-1]
    signed = signing_of(entry).signature
    assert signed is not None
    assert signed.tag
    assert list(untrue_marks(journal, [KEY])) == []
    assert next(untrue_marks(journal, [OTHER])).where == f"{entry.stream} version {entry.version}"
    forged = signing_of(entry)
    with journal.transaction() as transaction:
        for tag in ("", OTHER.tag("signatures", b"")):
            body = {
                "key": f"forged {tag}",
                "digest": forged.digest,
                "signature": {
                    "part": "given",
                    "person": "p",
                    "credential": AUDITOR,
                    "name": "n",
                    "at": signed.at,
                }
                | {"position": Position.AUDITOR, **({"tag": tag} if tag else {})},
            }
            transaction.append(entry.stream, State.EXECUTED, body, timestamp(office.clock()))
    assert [one.where for one in untrue_marks(journal, [KEY])] == [
        f"{entry.stream} version {entry.version + 1}",
        f"{entry.stream} version {entry.version + 2}",
    ]


def test_a_house_without_a_key_marks_nothing_and_lets_its_people_in(place: str) -> None:
    with Journal.open(place) as journal:
        office = Office(journal, Clock(), books=(STAFF, BOOK))
        office.open_house(HOUSE, staff())
        access = Access(office)
        access.open_account(IT, "a long enough word")
        opened = access.sign_in(IT, "a long enough word", host="here")
        assert access.session(opened.token) is not None
        assert journal.tag("sessions", b"") == ""
        office.carry_out(Give(matter="d"), who=MARKETING, key="k")
        assert list(untrue_marks(journal, [])) == [
            ("the session of " + IT + " from here", "the house did not open it")
        ]
