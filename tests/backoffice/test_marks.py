"""Nobody signs as somebody else: a row that somebody wrote into the database opens nothing, and signs nothing."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from houseway.backoffice.access import Access, WrongPassword, WrongToken
from houseway.backoffice.access.marks import mark_anew
from houseway.backoffice.access.passwords import hashed
from houseway.backoffice.access.records import MARKS_STREAM, Ending
from houseway.backoffice.access.records import STREAM as ACCESS
from houseway.backoffice.access.schema import accounts, marks, session_marks, sessions
from houseway.backoffice.access.tokens import hash_of
from houseway.backoffice.marks import untrue_marks
from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.backoffice.policy import NotPermitted
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.programs.book import BOOK as PROGRAMS
from houseway.backoffice.programs.book import AskToken
from houseway.backoffice.records import STREAM, State, signing_of
from houseway.journal import Journal, Signer, change_key, timestamp
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


# Accounts and tokens.

PASSWORD = "a long enough word"
FORGED = "another long word"


def forge(journal: Journal, statement: str, **values: object) -> None:
    with journal.transaction() as transaction:
        assert transaction.connection.execute(sa.text(statement), values).rowcount


def later(access: Access) -> None:
    """The wait after a wrong password is over."""
    clock = access.office.clock
    assert isinstance(clock, Clock)
    clock.forward(minutes=15)


def named(journal: Journal) -> list[str]:
    return [one.where for one in untrue_marks(journal, [KEY])]


@pytest.fixture
def programs(place: str) -> Iterator[Access]:
    """A house in which the administrator has collected the secret of a token."""
    with Journal.open(place, signer=KEY) as journal:
        office = Office(journal, Clock(), books=(STAFF, PROGRAMS))
        office.open_house(HOUSE, staff())
        access = Access(office)
        for credential in (IT, AUDITOR):
            access.open_account(credential, PASSWORD)
        yield access


def collected(access: Access) -> str:
    office = access.office
    order = AskToken(token="mine", last_day=office.days.day_of(office.clock()))
    asked = office.propose(order, who=IT, key="t")
    office.approve(asked.digest, who=IT)
    office.execute(asked.digest, who=AUDITOR)
    return access.collect(access.sign_in(IT, PASSWORD, host="here").token, "mine")


def test_a_password_that_somebody_wrote_into_the_database_opens_nothing(access: Access) -> None:
    journal = access.office.journal
    forge(
        journal,
        "UPDATE access_accounts SET password = :kept WHERE credential = :whose",
        kept=hashed(FORGED, known_to_all=True),
        whose=AUDITOR,
    )
    assert named(journal) == [f"the account {AUDITOR}"]
    with pytest.raises(WrongPassword):
        access.sign_in(AUDITOR, FORGED, host="here")
    later(access)
    with pytest.raises(WrongPassword):
        access.confirm(AUDITOR, FORGED, host="there")
    assert access.sign_in(IT, PASSWORD, host="elsewhere")


def test_an_account_that_somebody_wrote_opens_nothing(access: Access) -> None:
    journal, dealer = access.office.journal, WHO[Position.DEALER]
    kept = hashed(FORGED, known_to_all=True)
    forge(
        journal,
        "INSERT INTO access_accounts (credential, password, demo, opened_at) VALUES (:whose, :kept, :demo, 0)",
        whose=dealer,
        kept=kept,
        demo=False,
    )
    with pytest.raises(WrongPassword):
        access.sign_in(dealer, FORGED, host="here")
    assert named(journal) == [f"the account {dealer}"]
    forge(
        journal,
        "INSERT INTO access_marks (kind, subject, version, mark) VALUES ('account', :whose, 0, :mark)",
        whose=dealer,
        mark=OTHER.tag("access", b"anything"),
    )
    later(access)
    with pytest.raises(WrongPassword):
        access.sign_in(dealer, FORGED, host="here")
    assert named(journal) == [f"the account {dealer}"]


def test_an_account_of_yesterday_put_back_with_its_mark_opens_nothing(access: Access) -> None:
    """Whoever keeps a copy of the row before the password was changed, or the account closed, cannot bring it back."""
    journal = access.office.journal
    with journal.reading() as connection:
        row = connection.execute(sa.select(accounts).where(accounts.c.credential == AUDITOR)).mappings().one()
        mark = connection.execute(sa.select(marks).where(marks.c.subject == AUDITOR)).mappings().one()
    access.renew_password(AUDITOR, "yet another long word", by=IT, witness=AUDITOR)
    with journal.transaction() as transaction:
        for table, whose, before in (
            (accounts, accounts.c.credential, row),
            (marks, marks.c.subject, mark),
        ):
            transaction.connection.execute(table.update().where(whose == AUDITOR).values(**before))
    assert named(journal) == [f"the account {AUDITOR}"]
    with pytest.raises(WrongPassword):
        access.sign_in(AUDITOR, PASSWORD, host="here")


def test_accounts_that_are_gone_are_named_and_the_house_still_asks_who_comes(access: Access) -> None:
    journal = access.office.journal
    forge(journal, "DELETE FROM access_accounts")
    assert named(journal) == [f"the account {one}" for one in sorted((IT, AUDITOR))]
    afresh = Access(access.office)
    assert afresh.is_in_use()
    with pytest.raises(NotPermitted):
        afresh.open_account(IT, PASSWORD)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE access_secrets SET credential = :other",
        "UPDATE access_secrets SET secret_hash = :hash",
        "UPDATE access_marks SET version = version + 1 WHERE kind = 'token'",
        "DELETE FROM access_marks WHERE kind = 'token'",
    ],
)
def test_a_token_that_somebody_changed_opens_nothing(programs: Access, change: str) -> None:
    secret, journal = collected(programs), programs.office.journal
    assert programs.bearer(secret, host="here").posting.credential == IT
    assert programs.opens(secret)
    assert named(journal) == []
    made_up = "houseway_" + "0" * 64
    given = {
        name: value
        for name, value in {"other": AUDITOR, "hash": hash_of(made_up)}.items()
        if f":{name}" in change
    }
    forge(journal, change, **given)
    assert named(journal) == ["the token mine"]
    shown = made_up if "hash" in given else secret
    with pytest.raises(WrongToken, match="did not give it as it stands"):
        programs.bearer(shown, host="here")
    assert not programs.opens(shown)


def test_a_token_of_a_closed_account_is_marked_as_ended_and_not_opened_by_a_row_of_before(
    programs: Access,
) -> None:
    secret, journal = collected(programs), programs.office.journal
    other = next(
        one.credential
        for one in staff()
        if one.position is Position.SYSTEMS_ADMINISTRATOR and one.credential != IT
    )
    programs.open_account(other, PASSWORD, by=IT, witness=AUDITOR)
    programs.close_account(IT, by=other)
    assert named(journal) == []
    with pytest.raises(WrongToken, match="the account was closed"):
        programs.bearer(secret, host="here")
    forge(journal, "UPDATE access_secrets SET ended = ''")
    assert named(journal) == ["the token mine"]
    with pytest.raises(WrongToken, match="did not give it as it stands"):
        programs.bearer(secret, host="here")


def test_a_house_of_before_the_marks_is_marked_once_and_nobody_is_locked_out(programs: Access) -> None:
    secret, office = collected(programs), programs.office
    journal = office.journal
    # As an earlier version left it: rows without marks, and no word of them in the journal.
    with journal.transaction() as transaction:
        marks.drop(transaction.connection)
        for trigger in ("UPDATE", "DELETE"):
            if transaction.connection.dialect.name == "sqlite":
                transaction.connection.exec_driver_sql(f"DROP TRIGGER entries_no_{trigger.lower()}")
        if transaction.connection.dialect.name == "postgresql":
            transaction.connection.exec_driver_sql("DROP TRIGGER entries_append_only ON entries")
        transaction.connection.execute(
            sa.text("UPDATE entries SET stream = 'before' WHERE stream = :marked"), {"marked": MARKS_STREAM}
        )
    assert named(journal) == []
    upgraded = Access(office)
    assert upgraded.sign_in(IT, PASSWORD, host="here")
    assert upgraded.bearer(secret, host="here").posting.credential == IT
    (entry,) = journal.read(MARKS_STREAM)
    assert (entry.kind, entry.body) == ("access-marked", b'{"accounts":2,"tokens":1}')
    assert named(journal) == []
    # It happens once: marks that are taken away later are not made up for.
    with journal.transaction() as transaction:
        marks.drop(transaction.connection)
    assert named(journal) == ["the tables of access"]
    with pytest.raises(WrongPassword):
        Access(office).sign_in(IT, PASSWORD, host="there")
    assert len(list(journal.read(MARKS_STREAM))) == 1


def test_another_key_of_the_house_locks_nobody_out(access: Access, place: str) -> None:
    journal = access.office.journal
    forge(
        journal,
        "UPDATE access_accounts SET password = :kept WHERE credential = :whose",
        kept="x",
        whose=AUDITOR,
    )
    change_key(journal, KEY, OTHER.public, (), also=lambda transaction: mark_anew(transaction, OTHER.tag))
    with Journal.open(place, signer=OTHER) as changed:
        assert Access(Office(changed, Clock(), books=(STAFF, BOOK))).sign_in(IT, PASSWORD, host="here")
        assert [one.where for one in untrue_marks(changed, [OTHER])] == [f"the account {AUDITOR}"]
