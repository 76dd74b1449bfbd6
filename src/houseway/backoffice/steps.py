"""One step of an order: a signature asked for, checked against the policy and recorded, inside one transaction."""

from collections.abc import Mapping
from datetime import datetime

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Book, Desk
from houseway.backoffice.grants import Grant, require_order
from houseway.backoffice.orders import (
    SIGNATURES,
    WITHDRAWN,
    Fact,
    Order,
    PasskeyNeeded,
    Signed,
    content_of,
    digest_of_content,
    said_by,
)
from houseway.backoffice.passkeys.assertion import (
    SIGN,
    WITHDRAW,
    Assertion,
    BadAssertion,
    challenge_for,
    check_assertion,
)
from houseway.backoffice.passkeys.keyring import keys_in_force
from houseway.backoffice.passkeys.once import count_on, take
from houseway.backoffice.passkeys.schema import has_passkey
from houseway.backoffice.people import Posting
from houseway.backoffice.policy import (
    SEPARATE_DUTIES,
    NotPermitted,
    Part,
    Separation,
    check_signer,
    excluded_by,
    rule_for,
)
from houseway.backoffice.postings.postings import posting_of
from houseway.backoffice.records import OFFICE, STREAM, OrderRecord, Signing, State, advance, keep
from houseway.backoffice.schema import duties, projections
from houseway.backoffice.tables.entries import TABLE_STREAM, TableSetUp, first_entry, kind_of
from houseway.journal import Transaction, timestamp
from houseway.journal.schema import entries
from houseway.law import RuleViolation, implements, pa
from houseway.table.days import GamingDays
from houseway.table.forms import marked

# A computer system has to keep a trail of what was done, when and by whom.
AUDIT_TRAIL = pa("603a.20(r)(2)#1")

_HAD = sa.select(duties.c.matter, duties.c.order).where(
    duties.c.person == sa.bindparam("person"),
    duties.c.order.in_(sa.bindparam("orders", expanding=True)),
    duties.c.matter.in_(sa.bindparam("matters", expanding=True)),
)
# Each projection has come as far as the last entry of its book, or of one that stands on it.
_LAST_RECORDED = sa.select(sa.func.max(entries.c.recorded_at)).join(
    projections,
    sa.and_(
        projections.c.position == entries.c.position,
        projections.c.name.in_(sa.bindparam("books", expanding=True)),
    ),
)


class OrderStep:
    """One step of one order; everything it does happens in the transaction, or nothing."""

    def __init__(
        self,
        *,
        transaction: Transaction,
        book: Book,
        keepers: Mapping[type[Fact], Book],
        separations: tuple[Separation, ...],
        days: GamingDays,
        at: datetime,
        order: Order,
        digest: str,
        who: str,
        key: str,
        known: OrderRecord | None,
        grant: Grant | None = None,
        through: str = "",
        house: str = "",
        assertion: Assertion | None = None,
        at_a_table: bool = False,
        has_passkeys: bool = False,
    ) -> None:
        """`grant` is that of the token through which the step is asked for; `through` names one that a table let in.

        `assertion` is what the signer's passkey answered, in the house that the entry with the hash `house` opened;
        `has_passkeys` where the house keeps a book of them.
        """
        self.transaction = transaction
        self.connection = transaction.connection
        self.book = book
        self.keepers = keepers
        self.books = (book.name, *book.stands_on)
        self.separations = separations
        self.at = at
        self.days = days
        self.day = days.day_of(at)
        self.order = order
        self.digest = digest
        self.who = who
        self.key = key
        self.rule = rule_for(book.rules, order)
        require_order(grant, self.rule)
        self.through = grant.token if grant else through
        self.house = house
        self.assertion = assertion
        self.at_a_table = at_a_table
        self.has_passkeys = has_passkeys
        self.known = self._unchanged(known) if known else None

    def carry_out(self, *, at_table: bool) -> OrderRecord:
        """Sign the only part, and execute."""
        self._check_at_table(at_table)
        if len(self.rule.parts) > 1:
            others = ", ".join(part.name for part in self.rule.parts)
            raise RuleViolation(
                self.rule.parts[-1].clause,
                f"{self.rule.name} takes the signatures of several people: {others}",
                fix="propose it, have it approved, and have it executed",
            )
        if self.known is not None:
            return self._again(self.known, State.EXECUTED)
        signed = self._sign(self.rule.parts[0], ())
        return self._execute((signed,))

    def propose(self, *, at_table: bool) -> OrderRecord:
        """Sign the first part that one may."""
        self._check_at_table(at_table)
        if self.known is not None:
            return self._again(self.known)
        if len(self.rule.parts) == 1:
            raise RuleViolation(
                self.rule.parts[0].clause, f"{self.rule.name} is carried out by one person, at once"
            )
        signed = self._sign_first(self.rule.parts[:-1], ())
        self.book.decide(self.order, self._desk((signed,)))
        body = Signing(key=self.key, digest=self.digest, order=content_of(self.order), signature=signed)
        return self._record(State.PROPOSED, body)

    def approve(self) -> OrderRecord:
        """Sign a part that is neither signed nor the last."""
        known = self._open()
        if any(signed.credential == self.who for signed in known.signatures[1:]):
            return known
        signed = self._sign_first(self._unsigned(known)[:-1], known.signatures)
        return self._record(State.PROPOSED, Signing(key=known.key, digest=self.digest, signature=signed))

    def execute(self) -> OrderRecord:
        """Sign the last part, and let it happen."""
        if self.known is not None and self.known.state is State.EXECUTED:
            return self._again(self.known, State.EXECUTED)
        known = self._open()
        unsigned = self._unsigned(known)
        signed = self._sign(unsigned[-1], known.signatures)
        if len(unsigned) > 1:
            missing = ", ".join(part.name for part in unsigned[:-1])
            raise RuleViolation(
                unsigned[0].clause, f"{self.rule.name} is not signed by everyone yet: {missing} is missing"
            )
        return self._execute((*known.signatures, signed))

    def withdraw(self) -> OrderRecord:
        """Take the order back."""
        known = self._open()
        posting = self._posting()
        permits = [permit for part in self.rule.parts for permit in part.permits]
        if not any(permit.admits(posting.position) for permit in permits):
            raise NotPermitted(
                self.rule.parts[0].clause, f"the {posting.position} has no part in {self.rule.name}"
            )
        signed = self._tagged(_signed(posting, WITHDRAWN, self.at, self.through), WITHDRAW)
        return self._record(State.WITHDRAWN, Signing(key=known.key, digest=self.digest, signature=signed))

    # The parts of a step.

    def _check_at_table(self, at_table: bool) -> None:
        self.at_a_table |= at_table
        if self.rule.at_table and not at_table:
            raise NotPermitted(
                SEPARATE_DUTIES,
                f"{self.rule.name} is given by the table where it happens, not at a desk",
                fix="do it at the table",
            )

    @implements("603a.20(r)(2)#1")
    def _unchanged(self, known: OrderRecord) -> OrderRecord:
        """Refuse an order that was given under this key with another content, or whose content was changed since."""
        if known.digest != self.digest:
            raise RuleViolation(
                AUDIT_TRAIL, f"the key {self.key!r} stands for another order already", fix="give a new key"
            )
        if digest_of_content(known.order, known.key) != known.digest:
            raise RuleViolation(
                AUDIT_TRAIL,
                f"{self.rule.name} was changed in the books after it was signed",
                fix="have the books made anew from the journal, and find out who changed them",
            )
        return known

    @implements("603a.20(r)(2)#1")
    def _again(self, known: OrderRecord, expected: State | None = None) -> OrderRecord:
        """Answer a repeated order as before, to the person who gave it; anyone else is refused."""
        giver = known.signatures[-1] if known.state is State.EXECUTED else known.signatures[0]
        if giver.credential != self.who:
            raise RuleViolation(
                AUDIT_TRAIL, f"{self.rule.name} was given by {giver.name} already", fix="give a new key"
            )
        if expected is not None and known.state is not expected:
            raise RuleViolation(AUDIT_TRAIL, f"{self.rule.name} is {known.state}, not {expected}")
        return known

    def _open(self) -> OrderRecord:
        if self.known is None or self.known.state is not State.PROPOSED:
            state = self.known.state if self.known else "unknown"
            raise RuleViolation(AUDIT_TRAIL, f"{self.rule.name} is {state}: nothing is left to sign")
        return self.known

    def _unsigned(self, known: OrderRecord) -> tuple[Part, ...]:
        signed = {signature.part for signature in known.signatures}
        return tuple(part for part in self.rule.parts if part.name not in signed)

    def _sign_first(self, parts: tuple[Part, ...], before: tuple[Signed, ...]) -> Signed:
        """Sign the first of the parts that one may sign; where there is none, the first one says why not."""
        if not parts:
            raise RuleViolation(
                self.rule.parts[-1].clause,
                f"{self.rule.name} only awaits its execution",
                fix=f"have the {' or '.join(map(str, self.rule.parts[-1].permits))} execute it",
            )
        posting = self._posting()
        for part in parts:
            if any(permit.admits(posting.position) for permit in part.permits):
                return self._sign(part, before)
        return self._sign(parts[0], before)

    @implements("603a.20(r)(2)#2")
    def _sign(self, part: Part, before: tuple[Signed, ...]) -> Signed:
        """A signature under a part, by somebody whose position and other duties allow it."""
        signed = _signed(self._posting(), part.name, self.at, self.through)
        check_signer(self.rule, part, signed, before)
        self._check_other_duties(signed)
        return self._tagged(signed)

    def _tagged(self, signed: Signed, act: str = SIGN) -> Signed:
        """A signature with the mark of the house on it: whoever only writes to the database signs for nobody."""
        signed = msgspec.structs.replace(signed, passkey=self._asserted(act))
        tag = self.transaction.tag(SIGNATURES, said_by(signed, self.digest))
        return msgspec.structs.replace(signed, tag=tag)

    @implements("603a.20(r)(2)#2")
    def _asserted(self, act: str) -> Assertion | None:
        """What the signer's passkey signed: asked of everybody who has one, but of programs and at a table in service."""
        if self.through or self.at_a_table or not self.has_passkeys:
            return None
        if self.assertion is None:
            if has_passkey(self.connection, self.who):
                raise PasskeyNeeded(self.who, act, self.digest, self.key)
            return None
        key = keys_in_force(self.connection, self.transaction.tag).keys.get(self.assertion.passkey)
        if key is None or key.credential != self.who:
            raise NotPermitted(SEPARATE_DUTIES, f"this passkey is none of {self.who}", fix="use your own")
        challenge = challenge_for(self.house, act, self.digest, self.who, self.assertion.nonce)
        try:
            take(self.transaction, self.assertion.nonce, act, self.at)
            count_on(
                self.transaction, key, check_assertion(self.assertion, key.public_key, key.host, challenge)
            )
        except BadAssertion as bad:
            raise NotPermitted(SEPARATE_DUTIES, f"{self.rule.name}: {bad}", fix="sign it once more") from None
        return self.assertion

    @implements("603a.20(r)(2)#2")
    def _check_other_duties(self, signed: Signed) -> None:
        """Refuse somebody who has had a duty in the same matter that this one excludes."""
        excluded, matters = dict(excluded_by(self.separations, self.order)), self.order.matters()
        if not excluded or not matters:
            return
        asked = {"person": signed.person, "orders": tuple(excluded), "matters": matters}
        had = self.connection.execute(_HAD, asked).first()
        if had is not None:
            raise NotPermitted(
                excluded[had.order],
                f"{signed.name} did {had.order} for {had.matter} and cannot do {self.rule.name} for it as well",
                fix="have another person sign",
            )

    def _posting(self) -> Posting:
        posting = posting_of(self.connection, self.who, self.day)
        if posting is None:
            raise NotPermitted(
                SEPARATE_DUTIES,
                f"nobody with the credential {self.who!r} works here today",
                fix="sign with the credential of somebody who is employed",
            )
        return posting

    def _desk(self, signatures: tuple[Signed, ...]) -> Desk:
        return Desk(self.connection, self.at, self.day, signatures)

    def _execute(self, signatures: tuple[Signed, ...]) -> OrderRecord:
        for earlier in signatures[:-1]:
            # Since they signed, they may have taken on a duty that excludes this one.
            self._check_other_duties(earlier)
        desk = self._desk(signatures)
        facts: tuple[Fact, ...] = self.book.decide(self.order, desk)
        body = Signing(
            key=self.key,
            digest=self.digest,
            order=None if self.known else content_of(self.order),
            signature=signatures[-1],
            facts=tuple(marked(type(fact), msgspec.to_builtins(fact)) for fact in facts),
            matters=self.order.matters(),
        )
        standing = self._record(State.EXECUTED, body)
        for fact in facts:
            self.keepers[type(fact)].post(fact, desk)
            self._tell_tables(fact)
        return standing

    def _tell_tables(self, fact: Fact) -> None:
        """Record at the tables of the floor what an order did there; what is in no stream yet has to be set up first."""
        for table, told in self.book.at_tables(fact, self.days):
            if isinstance(told, TableSetUp) or first_entry(self.connection, table) is not None:
                self.transaction.append(TABLE_STREAM + table, kind_of(told), told, timestamp(self.at))

    def _record(self, kind: State, body: Signing) -> OrderRecord:
        self._check_clock()
        entry = self.transaction.append(STREAM + self.book.name, kind, body, timestamp(self.at))
        standing = keep(self.connection, entry, self.day, self.book.signing(entry, self.day), self.known)
        advance(self.connection, (OFFICE, *self.books), entry.position)
        return standing

    @implements("603a.20(r)(2)#1")
    def _check_clock(self) -> None:
        """Refuse to record anything on a day before the last in its books, or the last on which people came or went."""
        last = self.connection.execute(_LAST_RECORDED, {"books": (*self.books, "staff")}).scalar()
        if last and self.days.day_of(datetime.fromisoformat(last)) > self.day:
            raise RuleViolation(
                AUDIT_TRAIL,
                f"the clock shows {self.day}, but orders of a later day are recorded already",
                fix="set the clock of the house right",
            )


def _signed(posting: Posting, part: str, at: datetime, through: str) -> Signed:
    return Signed(
        part=part,
        person=posting.person,
        credential=posting.credential,
        name=posting.name,
        position=posting.position,
        at=at,
        through=through,
    )
