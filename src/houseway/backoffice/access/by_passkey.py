"""Passkeys at the door: who signs in, proves to be there, or signs with one.

What opens and signs is what the journal has of passkeys; the table of their book is for looking at.
"""

from houseway.backoffice.access import accounts, marks, sessions
from houseway.backoffice.access.access import Access, Opened
from houseway.backoffice.access.given import Given
from houseway.backoffice.access.marks import Kind
from houseway.backoffice.access.records import PresenceProved, record
from houseway.backoffice.access.refusals import NoAccount, WrongPasskey, WrongPassword
from houseway.backoffice.office import PASSKEYS
from houseway.backoffice.passkeys.assertion import (
    PRESENCE,
    REGISTER,
    SIGN_IN,
    Assertion,
    BadAssertion,
    Registered,
    challenge_for,
    check_assertion,
    check_registration,
)
from houseway.backoffice.passkeys.keyring import Key, keys_in_force
from houseway.backoffice.passkeys.once import Asked, asked_of, count_on, new_nonce, require_fresh, take
from houseway.backoffice.passkeys.schema import has_passkey
from houseway.backoffice.people import Posting
from houseway.backoffice.postings.postings import posting_of
from houseway.journal import Transaction

_NO_ENTRY = "this is no passkey that opens anything here"


class Passkeys:
    """The passkeys of a house, beside the passwords of its people."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._office = access.office

    def ask(self, act: str, *, credential: str = "", digest: str = "", key: str = "") -> Asked:
        """What a passkey is asked to sign: somebody's own ones, or any of the house for whoever is not known yet."""
        journal = self._office.journal
        if not journal.tag("", b""):
            # Nobody could tell the questions of such a house from anybody else's.
            raise NoAccount("passkeys need the key of the house, and this journal was opened without one")
        nonce = new_nonce(self._office.clock(), act, journal.tag)
        mine = self.of(credential) if credential else ()
        return asked_of(self._house, act, digest, mine, nonce, credential, key)

    def of(self, credential: str) -> tuple[Key, ...]:
        """The passkeys of somebody that open and sign now."""
        with self._office.desk() as desk:
            return keys_in_force(desk.connection, self._office.journal.tag).of(credential)

    def sign_for(self, credential: str) -> bool:
        """Whether the orders of somebody are signed with a passkey."""
        with self._office.desk() as desk:
            return PASSKEYS in self._office.books and has_passkey(desk.connection, credential)

    def made(
        self, nonce: str, attestation: str, client_data: str, *, credential: str, host: str
    ) -> Registered:
        """The passkey that somebody has just made at a page of the house, to be put to those who give it."""
        challenge = challenge_for(self._house, REGISTER, "", credential, nonce)
        try:
            require_fresh(nonce, REGISTER, self._office.journal.tag, self._office.clock())
            return check_registration(attestation, client_data, host, challenge)
        except BadAssertion as bad:
            raise WrongPasskey(str(bad)) from None

    def sign_in(self, shown: Assertion, *, host: str, instead_of: str = "") -> Opened:
        """Open a session for whoever's passkey answers; what is no passkey of the house is counted as a guess."""

        def come(transaction: Transaction) -> Opened:
            posting = self._answered(transaction, shown, SIGN_IN, "")
            return self._access.open_session(
                transaction, posting, host, instead_of, self._office.clock(), passkey=shown.passkey
            )

        return self._access.unless_guessing(host, come)

    def prove(self, token: str, shown: Assertion) -> None:
        """Note that whoever is signed in is there still, by the passkey."""
        session = self._access.session(token)
        if session is None:
            raise WrongPassword
        credential = session.posting.credential
        try:
            with self._office.journal.transaction() as transaction:
                kept = sessions.find(transaction.connection, token)
                if kept is None:
                    raise WrongPassword
                now = self._office.clock()
                self._answered(transaction, shown, PRESENCE, credential)
                sessions.note_proof(transaction.connection, kept, now, transaction.tag)
                proved = PresenceProved(credential=credential, address=session.address, by="passkey")
                record(transaction, proved, now)
        except BadAssertion as bad:
            raise WrongPasskey(str(bad)) from None

    def _answered(self, transaction: Transaction, shown: Assertion, act: str, credential: str) -> Posting:
        """Who has answered with a passkey of the house; refused where it is nobody's who may come in."""
        connection, now = transaction.connection, self._office.clock()
        take(transaction, shown.nonce, act, now)
        key = keys_in_force(connection, transaction.tag).keys.get(shown.passkey)
        if key is None or credential not in ("", key.credential):
            raise BadAssertion(_NO_ENTRY)
        challenge = challenge_for(self._house, act, "", credential, shown.nonce)
        count_on(transaction, key, check_assertion(shown, key.public_key, key.host, challenge))
        known, given = accounts.account_of(connection, key.credential), Given.as_of(connection)
        posting = posting_of(connection, key.credential, self._office.days.day_of(now))
        genuine = marks.is_genuine(connection, Kind.ACCOUNT, key.credential, given, (transaction.tag,))
        if posting is None or known is None or not known.password or not genuine:
            raise BadAssertion(_NO_ENTRY)
        return posting

    @property
    def _house(self) -> str:
        """The hash of the entry that opened the house."""
        opening = self._office.opening
        return opening.hash if opening else ""
