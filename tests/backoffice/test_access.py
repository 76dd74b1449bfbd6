"""Signing in: who comes in, who is kept waiting, when a session is over, and what is recorded of it."""

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from houseway.backoffice.access import Access, NoAccount, TryLater, WeakPassword, WrongPassword
from houseway.backoffice.access.backoff import LONGEST_WAIT, in_words, wait_after
from houseway.backoffice.access.passwords import check_password, fits, hashed, is_outdated
from houseway.backoffice.access.records import STREAM
from houseway.backoffice.access.schema import accounts, sessions
from houseway.backoffice.access.tokens import csrf_of, hash_of, is_same
from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.postings.book import EndPosting, PostPerson
from houseway.journal import Journal
from houseway.law import RuleViolation
from tests.backoffice.house import WHO, Clock, make_office, who

AUDITOR, DEALER, ADMINISTRATOR = (
    WHO[Position.AUDITOR],
    WHO[Position.DEALER],
    WHO[Position.SYSTEMS_ADMINISTRATOR],
)
PASSWORD = "seven tables in the pit"
WRONG = "eight tables in the pit"
PIT, CAGE = "192.0.2.7", "192.0.2.99"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def office(place: str, clock: Clock) -> Iterator[Office]:
    office = make_office(place, clock, books=(STAFF,))
    yield office
    office.journal.close()


@pytest.fixture
def access(office: Office) -> Access:
    """Two people who have an account with one password; its hash costs nothing, so that guessing does not either."""
    access = Access(office)
    access.open_demo_accounts([DEALER, AUDITOR], PASSWORD)
    return access


def with_accounts(office: Office, *credentials: str) -> Access:
    """A house that is no demo property, in which these people have an account too."""
    access = Access(office)
    for first in (ADMINISTRATOR, AUDITOR):
        access.open_account(first, PASSWORD)
    for credential in credentials:
        access.open_account(credential, PASSWORD, by=ADMINISTRATOR, witness=AUDITOR)
    return access


def fail(access: Access, times: int = 1, credential: str = DEALER, host: str = PIT) -> None:
    """Guess wrong, waiting as long as one must before each attempt."""
    for _ in range(times):
        with pytest.raises(WrongPassword):
            access.sign_in(credential, WRONG, host=host)


def patiently(access: Access, clock: Clock, times: int, **more: str) -> None:
    for _ in range(times):
        fail(access, **more)  # type: ignore[arg-type]
        clock.forward(minutes=15)


def recorded(office: Office) -> list[tuple[str, dict[str, Any]]]:
    return [(entry.kind, msgspec.json.decode(entry.body)) for entry in office.journal.read(STREAM)]


def kinds(office: Office) -> list[str]:
    return [kind for kind, _ in recorded(office) if kind != "account-opened"]


# Coming in.


def test_a_session_is_its_owners_posting_of_today(access: Access) -> None:
    opened = access.sign_in(f" {DEALER} ", PASSWORD, host=PIT)
    session = access.session(opened.token)
    assert session is not None
    assert session == opened.session
    assert (session.posting.credential, session.posting.position) == (DEALER, Position.DEALER)


def test_a_token_has_256_bits_of_the_entropy_it_was_given(office: Office) -> None:
    asked: list[int] = []

    def entropy(size: int) -> bytes:
        asked.append(size)
        return bytes(range(size))

    access = Access(office, entropy=entropy)
    access.open_demo_accounts([DEALER], PASSWORD)
    assert access.sign_in(DEALER, PASSWORD, host=PIT).token == bytes(range(32)).hex()
    assert asked == [32]


@pytest.mark.parametrize(
    ("credential", "password"),
    [(DEALER, WRONG), ("PA-9999", PASSWORD), (who(Position.DEALER, 2), PASSWORD), (DEALER, ""), ("", "")],
    ids=["wrong password", "nobody", "no account", "no password", "nothing"],
)
def test_every_wrong_sign_in_gets_the_same_answer(access: Access, credential: str, password: str) -> None:
    with pytest.raises(WrongPassword, match="the credential number or the password is wrong"):
        access.sign_in(credential, password, host=PIT)


def test_an_unknown_account_costs_the_guesser_a_hash_as_well(
    access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str | None] = []

    def note(kept: str | None, password: str) -> bool:
        tried.append(kept)
        return fits(kept, password)

    monkeypatch.setattr("houseway.backoffice.access.access.fits", note)
    fail(access, credential="PA-9999")
    assert tried == [None]
    assert not fits(None, "")


def test_nobody_needs_to_sign_in_before_anybody_can(office: Office) -> None:
    access = Access(office)
    assert not access.is_in_use()
    access.open_account(ADMINISTRATOR, PASSWORD)
    assert access.is_in_use()
    assert Access(office).is_in_use()


# What is kept, and what is recorded.


@pytest.mark.usefixtures("strong_passwords")
def test_what_is_kept_gives_neither_token_nor_password_away(office: Office) -> None:
    access = Access(office)
    access.open_account(AUDITOR, PASSWORD)
    token = access.sign_in(AUDITOR, PASSWORD, host=PIT).token
    with office.journal.reading() as connection:
        kept = connection.execute(sa.select(accounts.c.password)).scalar_one()
        stored = connection.execute(sa.select(sessions)).one()
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert fits(kept, PASSWORD)
    assert token not in str(stored)
    assert stored.token_hash == hash_of(token)
    assert stored.token_hash == hashlib.sha256(b"houseway token\n" + token.encode()).hexdigest()


def test_the_journal_tells_who_came_failed_and_went_but_no_secret(access: Access, office: Office) -> None:
    fail(access)
    with pytest.raises(TryLater):
        access.sign_in(DEALER, PASSWORD, host=PIT)
    access.office.clock.forward(seconds=1)  # type: ignore[attr-defined]
    token = access.sign_in(DEALER, PASSWORD, host=PIT).token
    access.sign_out(token)
    assert recorded(office)[2:] == [
        ("sign-in-failed", {"credential": DEALER, "address": PIT, "failures": 1, "wait_seconds": 1}),
        ("locked-out", {"credential": DEALER, "address": PIT}),
        ("signed-in", {"credential": DEALER, "person": "dealer-1", "address": PIT}),
        ("signed-out", {"credential": DEALER, "reason": "signed out"}),
    ]
    everything = b"".join(entry.body for entry in office.journal.read_all())
    for secret in (PASSWORD, WRONG, token, hash_of(token), csrf_of(token), "argon2"):
        assert secret.encode() not in everything
    assert office.journal.verify().ok


def test_a_password_typed_where_the_credential_belongs_is_not_recorded(
    access: Access, office: Office
) -> None:
    fail(access, credential=PASSWORD)
    assert recorded(office)[-1][1]["credential"] == ""
    with office.journal.reading() as connection:
        rows = connection.exec_driver_sql("SELECT guesser FROM access_failures").all()
    assert PASSWORD not in str(rows)


def test_a_rebuild_of_the_books_leaves_accounts_and_sessions_alone(
    access: Access, office: Office, clock: Clock
) -> None:
    token = access.sign_in(DEALER, PASSWORD, host=PIT).token
    with office.journal.transaction() as transaction:
        transaction.connection.exec_driver_sql("UPDATE office_projections SET form = 0 WHERE name = 'staff'")
    again = Access(Office(office.journal, clock, books=(STAFF,)))
    assert again.session(token) is not None
    assert again.sign_in(AUDITOR, PASSWORD, host=PIT)


# Waiting.


def test_the_wait_doubles_from_a_second_to_a_quarter_of_an_hour() -> None:
    waits = [wait_after(failures) // timedelta(seconds=1) for failures in range(1, 14)]
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]
    assert wait_after(10**9) == LONGEST_WAIT
    assert wait_after(0) == timedelta(0)


def test_waits_are_told_as_people_say_them() -> None:
    told = [in_words(timedelta(seconds=seconds)) for seconds in (0.2, 1, 2, 90, 91, 121, 900)]
    assert told == [
        "1 second",
        "1 second",
        "2 seconds",
        "90 seconds",
        "2 minutes",
        "3 minutes",
        "15 minutes",
    ]


def test_an_account_is_locked_out_for_longer_and_longer(access: Access, clock: Clock) -> None:
    for wait in (1, 2, 4, 8):
        fail(access)
        clock.forward(seconds=wait - 0.01)
        with pytest.raises(TryLater, match="too many failed attempts; try again in 1 second"):
            access.sign_in(DEALER, PASSWORD, host=CAGE)
        clock.forward(seconds=0.01)
    assert access.sign_in(DEALER, PASSWORD, host=CAGE)


def test_a_locked_out_attempt_does_not_lengthen_the_wait_and_is_recorded_once(
    access: Access, clock: Clock, office: Office
) -> None:
    patiently(access, clock, 3)
    fail(access)
    for _ in range(5):
        with pytest.raises(TryLater) as refusal:
            access.sign_in(DEALER, WRONG, host=PIT)
        assert refusal.value.wait == timedelta(seconds=8)
    assert kinds(office).count("locked-out") == 1


def test_a_credential_without_an_account_waits_alike(access: Access) -> None:
    fail(access, credential="PA-9999")
    with pytest.raises(TryLater, match="try again in 1 second"):
        access.sign_in("PA-9999", PASSWORD, host=CAGE)


def test_an_address_that_guesses_at_many_accounts_waits_too(access: Access, clock: Clock) -> None:
    for number in range(5):
        fail(access, credential=f"PA-99{number:02}")
    assert access.sign_in(DEALER, PASSWORD, host=CAGE)
    fail(access, credential="PA-9906")
    with pytest.raises(TryLater):
        access.sign_in(DEALER, PASSWORD, host=PIT)
    assert access.sign_in(DEALER, PASSWORD, host=CAGE)
    clock.forward(seconds=1)
    assert access.sign_in(DEALER, PASSWORD, host=PIT)


def test_nobody_keeps_others_out_of_where_they_usually_sign_in(access: Access, clock: Clock) -> None:
    access.sign_in(DEALER, PASSWORD, host=PIT)
    # Somebody in the cage guesses at the dealer's account, somebody in the pit at all the others.
    patiently(access, clock, 9, host=CAGE)
    fail(access, host=CAGE)
    for number in range(6):
        fail(access, credential=f"PA-99{number:02}", host=PIT)
    with pytest.raises(TryLater):
        access.sign_in(DEALER, PASSWORD, host=CAGE)
    with pytest.raises(TryLater):
        access.sign_in(AUDITOR, PASSWORD, host=PIT)
    assert access.sign_in(DEALER, PASSWORD, host=PIT)
    # There the dealer's own failures count, and an own success wipes nothing of the others' away.
    fail(access, host=PIT)
    with pytest.raises(TryLater):
        access.sign_in(DEALER, PASSWORD, host=PIT)
    with pytest.raises(TryLater):
        access.sign_in(AUDITOR, PASSWORD, host=PIT)


def test_strangers_cannot_fill_the_journal(access: Access, office: Office) -> None:
    before = office.journal.head().position
    for number in range(40):
        for _ in range(2):
            with suppress(WrongPassword, TryLater):
                access.sign_in(f"PA-8{number:03}", PASSWORD, host=f"2001:db8::{number:x}")
    told = recorded(office)[-(office.journal.head().position - before) :]
    assert [(kind, body["failures"]) for kind, body in told] == [
        ("sign-in-failed", count) for count in (1, 2, 4, 8, 16, 32)
    ]


def test_the_right_password_wipes_the_slate(access: Access, clock: Clock, office: Office) -> None:
    patiently(access, clock, 4)
    access.sign_in(DEALER, PASSWORD, host=PIT)
    fail(access)
    assert recorded(office)[-1][1] == {
        "credential": DEALER,
        "address": PIT,
        "failures": 1,
        "wait_seconds": 1,
    }


def test_a_failure_is_forgotten_after_a_day(access: Access, clock: Clock, office: Office) -> None:
    patiently(access, clock, 4)
    clock.forward(days=1)
    fail(access)
    assert recorded(office)[-1][1]["failures"] == 1


def test_another_process_that_counted_a_failure_meanwhile_is_heeded(
    access: Access, office: Office, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Access(Office(office.journal, clock, books=(STAFF,)))

    def slowly(kept: str | None, password: str) -> bool:
        monkeypatch.undo()
        fail(other)
        return fits(kept, password)

    monkeypatch.setattr("houseway.backoffice.access.access.fits", slowly)
    with pytest.raises(TryLater):
        access.sign_in(DEALER, PASSWORD, host=PIT)
    assert "signed-in" not in kinds(office)


# Staying, and going.


def test_a_session_locks_when_nobody_is_there(access: Access, clock: Clock, office: Office) -> None:
    token = access.sign_in(DEALER, PASSWORD, host=PIT).token
    for _ in range(4):
        clock.forward(minutes=14)
        assert access.session(token) is not None
    clock.forward(minutes=15)
    assert access.session(token) is None
    clock.forward(minutes=-1)
    assert access.session(token) is None
    assert recorded(office)[-1] == ("signed-out", {"credential": DEALER, "reason": "idle"})


def test_a_page_that_looks_by_itself_does_not_keep_a_session(access: Access, clock: Clock) -> None:
    token = access.sign_in(DEALER, PASSWORD, host=PIT).token
    clock.forward(minutes=14)
    assert access.session(token, attended=False) is not None
    clock.forward(minutes=1)
    assert access.session(token, attended=False) is None


def test_a_session_lasts_no_longer_than_a_shift(access: Access, clock: Clock, office: Office) -> None:
    opened = access.sign_in(DEALER, PASSWORD, host=PIT)
    for _ in range(71):
        clock.forward(minutes=10)
        assert access.session(opened.token) is not None
    assert opened.session.ends_at == clock() + timedelta(minutes=10)
    clock.forward(minutes=10)
    assert access.session(opened.token) is None
    assert recorded(office)[-1][1]["reason"] == "its time was over"


def test_presence_is_noted_once_a_minute_only(access: Access, clock: Clock, office: Office) -> None:
    token = access.sign_in(DEALER, PASSWORD, host=PIT).token

    def seen() -> int:
        with office.journal.reading() as connection:
            return int(connection.execute(sa.select(sessions.c.seen_at)).scalar_one())

    first = seen()
    clock.forward(seconds=59)
    assert access.session(token)
    assert seen() == first
    clock.forward(seconds=1)
    assert access.session(token)
    assert seen() == first + 60_000


def test_signing_out_ends_the_session_and_no_other(access: Access) -> None:
    one, two = (access.sign_in(DEALER, PASSWORD, host=PIT).token for _ in range(2))
    access.sign_out(one)
    access.sign_out(one)
    assert access.session(one) is None
    assert access.session(two) is not None
    assert access.session("") is None
    assert access.session("made up") is None


def test_whoever_signs_in_at_a_screen_takes_it_over(access: Access, office: Office) -> None:
    dealer = access.sign_in(DEALER, PASSWORD, host=PIT).token
    auditor = access.sign_in(AUDITOR, PASSWORD, host=PIT, instead_of=dealer).token
    assert access.session(dealer) is None
    assert access.session(auditor) is not None
    assert kinds(office) == ["signed-in", "signed-out", "signed-in"]


def test_sessions_nobody_came_back_to_are_closed_at_the_next_sign_in(
    access: Access, clock: Clock, office: Office
) -> None:
    access.sign_in(DEALER, PASSWORD, host=PIT)
    clock.forward(hours=1)
    access.sign_in(AUDITOR, PASSWORD, host=PIT)
    assert recorded(office)[-2] == ("signed-out", {"credential": DEALER, "reason": "idle"})


def test_whoever_leaves_the_house_is_out_and_a_promotion_shows_at_once(
    access: Access, clock: Clock, office: Office
) -> None:
    token = access.sign_in(DEALER, PASSWORD, host=PIT).token
    today = office.days.day_of(clock())
    promotion = PostPerson(
        person="dealer-1", credential=DEALER, name="Dealer 1", position=Position.FLOORPERSON, since=today
    )
    _agreed(office, promotion)
    session = access.session(token)
    assert session is not None
    assert session.posting.position is Position.FLOORPERSON
    _agreed(office, EndPosting(person="dealer-1", until=today, reason="moved away"))
    assert access.session(token) is None
    assert recorded(office)[-1][1]["reason"] == "no longer employed"
    fail(access, host=CAGE)
    with pytest.raises(WrongPassword):
        access.sign_in("PA-9999", PASSWORD, host=CAGE)


def _agreed(office: Office, order: Any) -> None:
    proposed = office.propose(order, who=ADMINISTRATOR, key=str(order))
    office.execute(proposed.digest, who=AUDITOR)


def test_a_busy_journal_turns_nobody_away_who_only_looks(access: Access, clock: Clock, place: str) -> None:
    token = access.sign_in(DEALER, PASSWORD, host=PIT).token
    clock.forward(minutes=2)
    with Journal.open(place, busy_timeout=0.2) as journal:
        screen = Access(Office(journal, clock, books=(STAFF,)))
        assert screen.demo_accounts()
        with access.office.journal.transaction():
            assert screen.session(token) is not None
            clock.forward(minutes=13)
            assert screen.session(token) is None


# Accounts and passwords.


@pytest.mark.clause("603a.20(r)(2)#2")
def test_accounts_are_opened_by_information_technology_and_witnessed_by_internal_audit(
    office: Office,
) -> None:
    access = with_accounts(office)
    for by, witness, said in (
        ("", "", "opened by information technology, not by nobody in particular"),
        (DEALER, AUDITOR, "opened by information technology, not by the dealer"),
        ("PA-9999", AUDITOR, "opened by information technology"),
        (ADMINISTRATOR, "", "witnessed by internal audit, not by nobody"),
        (ADMINISTRATOR, ADMINISTRATOR, "witnessed by internal audit, not by the systems administrator"),
        (AUDITOR, ADMINISTRATOR, "opened by information technology, not by the internal auditor"),
    ):
        with pytest.raises(RuleViolation, match=said) as refusal:
            access.open_account(DEALER, PASSWORD, by=by, witness=witness)
        assert refusal.value.clause.id == "603a.20(r)(2)#2"
        refused = office.refusals()[-1][1]
        assert (refused.who, refused.order) == (by, "open-account")
    with pytest.raises(WrongPassword):
        access.sign_in(DEALER, PASSWORD, host=PIT)
    access.open_account(DEALER, PASSWORD, by=ADMINISTRATOR, witness=AUDITOR)
    assert (recorded(office)[-1]) == (
        "account-opened",
        {"credential": DEALER, "by": ADMINISTRATOR, "witness": AUDITOR, "demo": False},
    )


@pytest.mark.clause("603a.20(r)(2)#2")
def test_only_the_first_account_of_either_department_is_opened_by_nobody(office: Office) -> None:
    access = Access(office)
    with pytest.raises(RuleViolation, match="opened by information technology"):
        access.open_account(DEALER, PASSWORD)
    access.open_account(ADMINISTRATOR, PASSWORD)
    with pytest.raises(RuleViolation, match="opened by information technology"):
        access.open_account(who(Position.DIRECTOR_OF_SYSTEMS), PASSWORD)
    access.open_account(AUDITOR, PASSWORD)
    # Nor once it is closed, which takes another: who closes accounts would else open another's alone.
    for last in (ADMINISTRATOR, AUDITOR):
        with pytest.raises(RuleViolation, match=f"{last} has the last account of"):
            access.close_account(last, by=ADMINISTRATOR)
    colleague = who(Position.AUDITOR, 2)
    access.open_account(colleague, PASSWORD, by=ADMINISTRATOR, witness=AUDITOR)
    access.close_account(AUDITOR, by=ADMINISTRATOR)
    with pytest.raises(RuleViolation, match="opened by information technology"):
        access.open_account(AUDITOR, PASSWORD)
    access.open_account(AUDITOR, PASSWORD, by=ADMINISTRATOR, witness=colleague)


def test_an_account_is_for_somebody_who_works_here_and_has_none(office: Office) -> None:
    access = with_accounts(office)
    together = {"by": ADMINISTRATOR, "witness": AUDITOR}
    with pytest.raises(NoAccount, match="nobody with the credential 'PA-9999'"):
        access.open_account("PA-9999", PASSWORD, **together)
    with pytest.raises(NoAccount, match=f"{ADMINISTRATOR} has an account already"):
        access.open_account(ADMINISTRATOR, PASSWORD, **together)
    with pytest.raises(NoAccount, match=f"{DEALER} has no account"):
        access.renew_password(DEALER, PASSWORD, **together)


@pytest.mark.clause("603a.20(r)(2)#2")
def test_a_forgotten_password_is_renewed_by_two_and_ends_all_sessions(office: Office, clock: Clock) -> None:
    access = with_accounts(office, DEALER)
    token = access.sign_in(DEALER, PASSWORD, host=PIT).token
    with pytest.raises(RuleViolation, match="witnessed by internal audit"):
        access.renew_password(DEALER, "nine tables in the pit", by=ADMINISTRATOR, witness=DEALER)
    assert access.session(token)
    access.renew_password(DEALER, "nine tables in the pit", by=ADMINISTRATOR, witness=AUDITOR)
    assert access.session(token) is None
    fail(access, credential=DEALER)
    clock.forward(seconds=1)
    with pytest.raises(WrongPassword):
        access.sign_in(DEALER, PASSWORD, host=CAGE)
    clock.forward(seconds=1)
    assert access.sign_in(DEALER, "nine tables in the pit", host=PIT)


@pytest.mark.clause("603a.20(r)(2)#2")
def test_a_closed_account_opens_nothing_at_once_until_it_is_opened_again(
    office: Office, clock: Clock
) -> None:
    access = with_accounts(office, DEALER)
    token = access.sign_in(DEALER, PASSWORD, host=PIT).token
    with pytest.raises(RuleViolation, match="accounts are closed by information technology"):
        access.close_account(DEALER, by=AUDITOR)
    assert access.session(token)
    access.close_account(DEALER, by=ADMINISTRATOR)
    assert recorded(office)[-2:] == [
        ("account-closed", {"credential": DEALER, "by": ADMINISTRATOR}),
        ("signed-out", {"credential": DEALER, "reason": "the account was closed"}),
    ]
    assert access.session(token) is None
    for password in (PASSWORD, ""):
        with pytest.raises(WrongPassword):
            access.sign_in(DEALER, password, host=PIT)
        clock.forward(minutes=15)
    with pytest.raises(NoAccount, match="has no account"):
        access.close_account(DEALER, by=ADMINISTRATOR)
    access.open_account(DEALER, PASSWORD, by=ADMINISTRATOR, witness=AUDITOR)
    assert access.sign_in(DEALER, PASSWORD, host=PIT)


def test_demo_accounts_are_only_for_a_house_without_accounts(access: Access, office: Office) -> None:
    assert [posting.credential for posting in access.demo_accounts()] == [DEALER, AUDITOR]
    with pytest.raises(NoAccount, match="no new demo property"):
        access.open_demo_accounts([ADMINISTRATOR], PASSWORD)


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("short", "at least 12"),
        ("x" * 11, "at least 12"),
        ("x" * 201, "at most 200"),
        ("PasswordPassword", "anybody would guess"),
        ("abababababababab", "anybody would guess"),
        ("P@$$w0rd-2024!!", "anybody would guess"),
        ("qwertyuiop[]1234", "anybody would guess"),
        ("1qaz2wsx3edc4rfv", "anybody would guess"),
        ("Summer2024Summer2024", "anybody would guess"),
        ("iLoveBlackjack777", "anybody would guess"),
        ("Keystone.Meadows.1", "anybody would guess"),
        ("PA-7001-PA-7001", "not the credential"),
    ],
)
def test_a_password_that_will_not_do_is_refused(office: Office, password: str, said: str) -> None:
    with pytest.raises(WeakPassword, match=said):
        check_password(password, "PA-7001", ["Keystone Meadows"])
    with pytest.raises(WeakPassword, match=said):
        Access(office).open_account("PA-7001", password)


@pytest.mark.parametrize(
    "password",
    [
        "nine tables in the pit",
        "x7Gq-mK2p-Zt4w",
        "493817264058",
        "correct horse battery staple",
        "Zoë's third dice cup",
    ],
)
def test_a_password_of_ones_own_will_do(password: str) -> None:
    check_password(password, "PA-7001", ["Keystone Meadows", "Dealer 1"])


def test_a_password_is_changed_by_whoever_knows_the_old_one(office: Office) -> None:
    access = with_accounts(office, DEALER)
    here, elsewhere = (access.sign_in(DEALER, PASSWORD, host=PIT).token for _ in range(2))
    with pytest.raises(WrongPassword):
        access.change_password(here, WRONG, "nine tables in the pit")
    with pytest.raises(TryLater):
        access.change_password(here, PASSWORD, "nine tables in the pit")
    access.office.clock.forward(seconds=1)  # type: ignore[attr-defined]
    with pytest.raises(WeakPassword):
        access.change_password(here, PASSWORD, "password1234")
    access.change_password(here, PASSWORD, "nine tables in the pit")
    assert access.session(here) is not None
    assert access.session(elsewhere) is None
    with pytest.raises(WrongPassword):
        access.sign_in(DEALER, PASSWORD, host=CAGE)
    access.office.clock.forward(seconds=1)  # type: ignore[attr-defined]
    assert access.sign_in(DEALER, "nine tables in the pit", host=CAGE)
    with pytest.raises(WrongPassword):
        access.change_password("made up", PASSWORD, "ten tables in the pit")


def test_a_demo_account_keeps_its_password(access: Access) -> None:
    token = access.sign_in(DEALER, PASSWORD, host=PIT).token
    with pytest.raises(NoAccount, match="keeps the password"):
        access.change_password(token, PASSWORD, "nine tables in the pit")


@pytest.mark.usefixtures("strong_passwords")
def test_a_password_kept_in_an_old_way_is_kept_better_from_the_next_sign_in_on(office: Office) -> None:
    access = Access(office)
    access.open_account(AUDITOR, PASSWORD)
    with office.journal.transaction() as transaction:
        old = hashed(PASSWORD, known_to_all=True)
        transaction.connection.execute(accounts.update().values(password=old))
    access.sign_in(AUDITOR, PASSWORD, host=PIT)
    with office.journal.reading() as connection:
        kept = connection.execute(sa.select(accounts.c.password)).scalar_one()
    assert not is_outdated(kept)
    assert fits(kept, PASSWORD)


# Tokens of pages.


def test_the_token_of_a_sessions_pages_is_neither_its_token_nor_what_is_kept_of_it(access: Access) -> None:
    opened = access.sign_in(DEALER, PASSWORD, host=PIT)
    assert opened.session.csrf == csrf_of(opened.token)
    assert len({opened.token, opened.session.csrf, hash_of(opened.token)}) == 3
    assert is_same(opened.session.csrf, csrf_of(opened.token))
    assert not is_same("", opened.session.csrf)
    assert not is_same("é", opened.session.csrf)
