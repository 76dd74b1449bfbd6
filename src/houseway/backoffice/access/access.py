"""Access to the house: signing in, staying signed in for as long as one is there, and signing out.

Accounts, sessions and failures lie in tables beside the journal; what happened is recorded in it, without secrets.
"""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import token_bytes
from typing import TypeVar

import sqlalchemy as sa

from houseway.backoffice.access import accounts, failures, marks, programs, sessions
from houseway.backoffice.access.accounts import Account
from houseway.backoffice.access.backoff import (
    Guesser,
    account,
    address,
    programs_at,
    strangers,
    usual_place,
)
from houseway.backoffice.access.given import Given
from houseway.backoffice.access.marks import Kind
from houseway.backoffice.access.passwords import check_password, fits, hashed, is_outdated
from houseway.backoffice.access.programs import Bearer, TokenStanding
from houseway.backoffice.access.records import (
    AccountClosed,
    AccountOpened,
    Ending,
    LockedOut,
    PasswordChanged,
    PresenceProved,
    SignedIn,
    SignInFailed,
    record,
)
from houseway.backoffice.access.refusals import (
    NoAccount,
    TryLater,
    WrongPasskey,
    WrongPassword,
    WrongToken,
)
from houseway.backoffice.access.schema import metadata, moment_of, session_marks
from houseway.backoffice.access.schema import sessions as kept_sessions
from houseway.backoffice.access.sessions import Kept, Known, Session, Stay
from houseway.backoffice.access.tokens import Entropy, csrf_of, new_secret, new_token
from houseway.backoffice.access.turnstile import Turnstile
from houseway.backoffice.book import Desk
from houseway.backoffice.office import Office
from houseway.backoffice.passkeys import once
from houseway.backoffice.passkeys.assertion import BadAssertion
from houseway.backoffice.people import Department, Posting
from houseway.backoffice.postings.postings import posting_of
from houseway.backoffice.postings.presence import Presence, presence_of
from houseway.backoffice.read_access import reads_everything
from houseway.journal import JournalUnavailable, Transaction
from houseway.law import RuleViolation

LIFETIME = timedelta(hours=12)
_NOT_OURS = "the house did not give it as it stands"
# That somebody is still there is noted once a minute at most: a note is a durable commit.
_NOTED_EVERY = timedelta(minutes=1)

Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Opened:
    """A session that has just been opened; only its owner ever sees the token."""

    token: str
    session: Session


class Access:
    """Who may come in; safe to use from several threads and processes."""

    def __init__(
        self,
        office: Office,
        *,
        entropy: Entropy = token_bytes,
        lifetime: timedelta = LIFETIME,
    ) -> None:
        self.office = office
        self._lifetime = lifetime
        self._entropy = entropy
        self._lock = threading.Lock()
        self._ready = False
        self._given = Given()
        # One password at a time: nobody guesses in parallel, and no flood of guesses takes all memory.
        self._turnstile = Turnstile()

    # Accounts.

    def is_in_use(self) -> bool:
        """Whether anybody has an account; before that nobody can sign in, and nobody needs to."""
        if not self._given.accounts:
            self._make_ready()
            with self.office.journal.reading() as connection:
                self._given.follow(connection)
        return bool(self._given.accounts)

    def open_account(self, credential: str, password: str, *, by: str = "", witness: str = "") -> None:
        """Give somebody who works here a password, opened by information technology and witnessed by internal audit.

        The first account of either department is opened by nobody: before it, nobody could.
        """
        opened = AccountOpened(credential=credential, by=by, witness=witness, demo=False)

        def open_it(transaction: Transaction, kept: str, now: datetime) -> None:
            accounts.open_account(transaction, kept, opened, now)

        self._give_password("open-account", opened, password, open_it)

    def renew_password(self, credential: str, password: str, *, by: str, witness: str) -> None:
        """Give somebody who has forgotten their password another, as an account is opened; all their sessions end."""
        renewed = PasswordChanged(credential=credential, by=by, witness=witness)

        def renew(transaction: Transaction, kept: str, now: datetime) -> None:
            accounts.change_password(transaction, kept, renewed, now)
            sessions.end_others(transaction, "", credential, Ending.PASSWORD, now)

        self._give_password("renew-password", renewed, password, renew)

    def _give_password(
        self,
        what: str,
        given: AccountOpened | PasswordChanged,
        password: str,
        keep: Callable[[Transaction, str, datetime], None],
    ) -> None:
        """Keep a password that two people give to a third, who works here and types it."""
        check_password(password, given.credential, self._own_words(given.credential))
        kept = hashed(password)

        def give(transaction: Transaction, now: datetime) -> None:
            connection, day = transaction.connection, self.office.days.day_of(now)
            posting = accounts.employed(connection, given.credential, day)
            accounts.check_openers(connection, posting, given.by, given.witness, day)
            keep(transaction, kept, now)

        self._manage(what, given.by, give)

    def _own_words(self, credential: str) -> tuple[str, ...]:
        """What whoever knows the house would guess: its name, and that of the person."""
        posting = self.office.people().get(credential)
        return (self.office.house, posting.name if posting else "")

    def close_account(self, credential: str, *, by: str) -> None:
        """Let a credential open nothing any more, at once; information technology may, and it can be opened again."""

        def close(transaction: Transaction, now: datetime) -> None:
            connection = transaction.connection
            accounts.check_closer(connection, credential, by, self.office.days.day_of(now))
            closed = accounts.close_account(transaction, AccountClosed(credential=credential, by=by), now)
            sessions.end_others(transaction, "", credential, Ending.CLOSED, now)
            programs.end_all(transaction, credential, closed)

        self._manage("close-account", by, close)

    def _manage(self, what: str, by: str, act: Callable[[Transaction, datetime], None]) -> None:
        """Do something about an account; a refusal is recorded like any other of the back office."""
        self._make_ready()
        try:
            with self.office.journal.transaction() as transaction:
                act(transaction, self.office.clock())
        except RuleViolation as violation:
            with self.office.journal.transaction() as transaction:
                self.office.record_refusal(transaction, violation, who=by, order=what)
            raise

    def open_demo_accounts(self, credentials: Iterable[str], password: str) -> None:
        """Give the people of a demo property a password that everyone may know; only where nobody has one yet."""
        kept = hashed(password, known_to_all=True)
        self._make_ready()
        with self.office.journal.transaction() as transaction:
            connection, now = transaction.connection, self.office.clock()
            if Given.as_of(connection).accounts:
                raise NoAccount("this house has accounts already: it is no new demo property")
            for credential in credentials:
                accounts.employed(connection, credential, self.office.days.day_of(now))
                opened = AccountOpened(credential=credential, by="", witness="", demo=True)
                accounts.open_account(transaction, kept, opened, now)

    def demo_accounts(self) -> tuple[Posting, ...]:
        """Whose password everyone may know, by credential; nobody's but in a demo property."""
        self._make_ready()
        with self.office.journal.reading() as connection:
            known = accounts.demo_credentials(connection)
        people = self.office.people()
        return tuple(people[credential] for credential in sorted(known & people.keys()))

    def open_accounts(self) -> frozenset[str]:
        """The credentials that somebody can sign in with."""
        self._make_ready()
        with self.office.journal.reading() as connection:
            return accounts.open_credentials(connection)

    def change_password(self, token: str, old: str, new: str) -> None:
        """Change the password of whoever is signed in; all their other sessions end."""
        session = self.session(token)
        if session is None:
            raise WrongPassword
        credential = session.posting.credential
        with self.office.journal.reading() as connection:
            accounts.require_open(connection, credential)
        check_password(new, credential, self._own_words(credential))
        fresh = hashed(new)

        def change(transaction: Transaction, _: Posting, now: datetime) -> None:
            accounts.change_password(transaction, fresh, PasswordChanged(credential=credential), now)
            sessions.end_others(transaction, token, credential, Ending.PASSWORD, now)

        self._with_password(credential, old, session.address, change)

    # Sessions.

    def sign_in(self, credential: str, password: str, *, host: str, instead_of: str = "") -> Opened:
        """Open a session, ending the one that the same browser had before."""

        def open_session(transaction: Transaction, posting: Posting, now: datetime) -> Opened:
            return self.open_session(transaction, posting, host, instead_of, now)

        return self._with_password(credential.strip(), password, host, open_session)

    def open_session(
        self,
        transaction: Transaction,
        posting: Posting,
        host: str,
        instead_of: str,
        now: datetime,
        *,
        passkey: str = "",
    ) -> Opened:
        """A new session of somebody who has proved who they are, in place of the one that the browser had before."""
        token, given = new_token(self._entropy), posting.credential
        connection = transaction.connection
        stay = self._stay(presence_of(connection))
        if instead_of and (before := sessions.find(connection, instead_of)):
            sessions.end(transaction, before, stay.why_over(before, now) or Ending.SWITCHED, now)
        sessions.end_those_over(transaction, stay, now)
        sessions.keep(connection, token, given, host, now, self.office.journal.tag)
        accounts.note_place(connection, given, host)
        came = SignedIn(credential=given, person=posting.person, address=host, passkey=passkey)
        record(transaction, came, now)
        kept = sessions.find(connection, token)
        assert kept is not None
        return Opened(token, self._session(token, kept, posting, stay, now))

    def unless_guessing(self, host: str, come: Callable[[Transaction], Opened]) -> Opened:
        """Let somebody in by a passkey; one that opens nothing is counted, and whoever shows such ones waits."""
        self._make_ready()
        guessers = (address(host),)
        self._refuse_while_waiting(guessers, None, host)
        try:
            with self.office.journal.transaction() as transaction:
                return come(transaction)
        except BadAssertion as bad:
            with self.office.journal.transaction() as transaction:
                _count_failure(transaction, guessers, None, host, self.office.clock())
            raise WrongPasskey(str(bad)) from None

    def confirm(self, credential: str, password: str, *, host: str) -> Posting:
        """Whoever signs for one act beside the one who is signed in; no session is opened, and guesses are counted."""
        return self._with_password(credential.strip(), password, host, lambda _, posting, __: posting)

    def session(self, token: str, *, attended: bool = True) -> Session | None:
        """The session of a token while it lasts; `attended` where its owner, not a page by itself, has asked."""
        if not token:
            return None
        self._make_ready()
        now = self.office.clock()
        known = Known.by(token, self.office.days.day_of(now), self.office)
        if known is None:
            return None
        kept, posting, stay = known.kept, known.posting, self._stay(known.house)
        over = stay.why_over(kept, now) or (Ending.LEFT if posting is None else None)
        if not known.genuine:
            over = Ending.FORGED
        if over or posting is None:
            self._note(lambda transaction: sessions.end(transaction, kept, over or Ending.LEFT, now))
            return None
        if attended and now - moment_of(kept.seen_at) >= _NOTED_EVERY:
            self._note(lambda transaction: sessions.note_presence(transaction.connection, kept, now))
        return self._session(token, kept, posting, stay, known.proved_at)

    def prove(self, token: str, password: str) -> None:
        """Note that whoever is signed in is there still, by the password."""
        session = self.session(token)
        if session is None:
            raise WrongPassword
        credential = session.posting.credential

        def note(transaction: Transaction, _: Posting, now: datetime) -> None:
            kept = sessions.find(transaction.connection, token)
            if kept is None:
                raise WrongPassword
            sessions.note_proof(transaction.connection, kept, now, transaction.tag)
            record(transaction, PresenceProved(credential=credential, address=session.address), now)

        self._with_password(credential, password, session.address, note)

    def note_proof(self, token: str) -> None:
        """Note that whoever is signed in has just signed something with a passkey, and so is there."""
        with self.office.journal.transaction() as transaction:
            if kept := sessions.find(transaction.connection, token):
                sessions.note_proof(transaction.connection, kept, self.office.clock(), transaction.tag)

    def is_proved(self, session: Session) -> bool:
        """Whether the last proof of presence is recent enough to move value on."""
        with self.office.desk() as desk:
            good_for = timedelta(minutes=presence_of(desk.connection).presence)
            return desk.at < session.proved_at + good_for

    def sign_out(self, token: str) -> None:
        """End a session."""
        self._make_ready()
        with self.office.journal.transaction() as transaction:
            if kept := sessions.find(transaction.connection, token):
                sessions.end(transaction, kept, Ending.SIGNED_OUT, self.office.clock())

    def _stay(self, house: Presence) -> Stay:
        return Stay(timedelta(minutes=house.idle), self._lifetime)

    def _session(self, token: str, kept: Kept, posting: Posting, stay: Stay, proved_at: datetime) -> Session:
        return Session(
            posting=posting,
            csrf=csrf_of(token),
            demo=kept.demo,
            address=kept.address,
            ends_at=stay.end_of(kept),
            proved_at=proved_at,
        )

    def _note(self, write: Callable[[Transaction], None]) -> None:
        """Write a note that can wait: whoever only looks is not turned away because the journal is busy."""
        try:
            with self.office.journal.transaction() as transaction:
                write(transaction)
        except JournalUnavailable:
            return

    # Programs.

    def collect(self, session_token: str, token: str) -> str:
        """The secret of a token that whoever is signed in was given: made and shown this once, kept as a hash."""
        session = self.session(session_token)
        if session is None:
            raise WrongPassword
        secret = new_secret(self._entropy)
        with self.office.journal.transaction() as transaction:
            now = self.office.clock()
            desk = Desk(transaction.connection, now, self.office.days.day_of(now))
            programs.collect(transaction, desk, token, session.posting, secret)
        return secret

    def bearer(self, secret: str, *, host: str) -> Bearer:
        """Who comes in with a token; a secret that nobody was given is counted, and makes its guesser wait."""
        self._make_ready()
        with self.office.desk() as desk:
            kept = programs.find(desk.connection, secret)
            if kept is not None and not self._is_genuine(desk.connection, Kind.TOKEN, kept.token):
                raise WrongToken(_NOT_OURS)
            if kept is not None:
                # Whoever has the secret is told what ended the token, and never waits for those who guess.
                come = programs.bearer_of(desk, kept)
                new_here = programs.is_first_from(desk.connection, kept, host)
                last, now = kept.used_at, desk.at
        if kept is None:
            self._count_guess(host)
            raise WrongToken
        if new_here or last is None or now - moment_of(last) >= _NOTED_EVERY:
            self._note(lambda transaction: programs.note_use(transaction, kept, host, now))
        return come

    def opens(self, secret: str) -> bool:
        """Whether a token that let a program in still would."""
        with self.office.desk() as desk:
            kept = programs.find(desk.connection, secret)
            try:
                return (
                    kept is not None
                    and self._is_genuine(desk.connection, Kind.TOKEN, kept.token)
                    and programs.bearer_of(desk, kept) is not None
                )
            except WrongToken:
                return False

    def _is_genuine(self, connection: sa.Connection, kind: Kind, subject: str) -> bool:
        """Whether the house itself wrote what is kept of an account or a token."""
        self._given.follow(connection)
        return marks.is_genuine(connection, kind, subject, self._given, (self.office.journal.tag,))

    def _count_guess(self, host: str) -> None:
        guessers = (programs_at(host),)
        self._refuse_while_waiting(guessers, None, host)
        with self.office.journal.transaction() as transaction:
            _count_failure(transaction, guessers, None, host, self.office.clock())

    def tokens_for(self, reader: Posting) -> tuple[TokenStanding, ...]:
        """The tokens that somebody may see: their own, and all of them for those who give, witness and look into them."""
        self._make_ready()
        with self.office.desk() as desk:
            found = tuple(programs.standing_tokens(desk))
        if reads_everything(reader.position) or reader.department is Department.INFORMATION_TECHNOLOGY:
            return found
        return tuple(one for one in found if one.given.person == reader.person)

    # Passwords.

    def _with_password(
        self,
        credential: str,
        password: str,
        host: str,
        act: Callable[[Transaction, Posting, datetime], Done],
    ) -> Done:
        """Do something that the right password allows; a wrong one is counted, and makes its guesser wait."""
        self._make_ready()
        with self.office.journal.reading() as connection:
            at_home = accounts.is_usual_place(connection, credential, host)
        with self._turnstile.turn(host, known=at_home):
            with self.office.journal.reading() as connection:
                known = accounts.account_of(connection, credential)
                genuine = known is not None and self._is_genuine(connection, Kind.ACCOUNT, credential)
            guessers = (usual_place(credential, host),) if at_home else (account(credential), address(host))
            self._refuse_while_waiting(guessers, known, host)
            right = fits(known.password if known else None, password) and genuine
            fresh = hashed(password) if right and known and _wants_renewal(known) else ""
            with self.office.journal.transaction() as transaction:
                connection, now = transaction.connection, self.office.clock()
                posting = posting_of(connection, credential, self.office.days.day_of(now))
                # Another process may have counted a failure, or changed the password, meanwhile.
                if wait := failures.wait_left(connection, guessers, now):
                    raise TryLater(wait)
                if right and posting and accounts.account_of(connection, credential) == known:
                    failures.forget(connection, guessers)
                    if fresh:
                        accounts.keep_better(transaction, credential, fresh)
                    return act(transaction, posting, now)
                _count_failure(transaction, guessers, known, host, now)
            raise WrongPassword

    def _refuse_while_waiting(self, guessers: tuple[Guesser, ...], known: Account | None, host: str) -> None:
        now = self.office.clock()
        # That a credential waits which nobody has is not worth a record: there is no end of such credentials.
        told = guessers if known else guessers[1:]
        with self.office.journal.reading() as connection:
            wait = failures.wait_left(connection, guessers, now)
            untold = failures.is_untold(connection, told, now)
        if untold:
            with self.office.journal.transaction() as transaction:
                if failures.mark_told(transaction.connection, told, now):
                    record(transaction, LockedOut(credential=_named(known), address=host), now)
        if wait:
            raise TryLater(wait)

    def _make_ready(self) -> None:
        """Make the tables, once."""
        with self._lock:
            if not self._ready:
                with self.office.journal.transaction() as transaction:
                    marked = sa.inspect(transaction.connection).has_table(session_marks.name)
                    metadata.create_all(transaction.connection)
                    once.metadata.create_all(transaction.connection)
                    if not marked:
                        # Sessions of before the house marked them: everybody signs in anew.
                        transaction.connection.execute(kept_sessions.delete())
                    marks.begin(transaction, self.office.clock())
                self._ready = True


def _wants_renewal(known: Account) -> bool:
    return not known.demo and is_outdated(known.password)


def _named(known: Account | None) -> str:
    """A credential that may be recorded: what else people type there may be their password."""
    return known.credential if known else ""


def _count_failure(
    transaction: Transaction,
    guessers: tuple[Guesser, ...],
    known: Account | None,
    host: str,
    now: datetime,
) -> None:
    counted = [failures.count_failure(transaction.connection, guesser, now) for guesser in guessers]
    times, wait = counted[0][0], max(wait for _, wait in counted)
    if known is None:
        times, _ = failures.count_failure(transaction.connection, strangers(), now)
        if times.bit_count() > 1:
            return
    failed = SignInFailed(
        credential=_named(known), address=host, failures=times, wait_seconds=wait // timedelta(seconds=1)
    )
    record(transaction, failed, now)
