"""The marks of the house, held against what stands in the journal and beside it: who signed, who is signed in, and who may be."""

from collections.abc import Iterator, Sequence
from hmac import compare_digest

import sqlalchemy as sa

from houseway.backoffice.access import marks, sessions
from houseway.backoffice.access import schema as access
from houseway.backoffice.access.given import Given
from houseway.backoffice.access.marks import Kind
from houseway.backoffice.orders import SIGNATURES, said_by
from houseway.backoffice.passkeys.verify import Untrue
from houseway.backoffice.records import STREAM, signing_of
from houseway.journal import Journal, Signer


def untrue_marks(journal: Journal, keys: Sequence[Signer]) -> Iterator[Untrue]:
    """Every signature, session, account and token that this house, with these keys, did not make."""
    yield from _signatures(journal, keys)
    with journal.reading() as connection:
        if sa.inspect(connection).has_table(access.session_marks.name):
            yield from _sessions(connection, keys)
        if marks.has_begun(connection):
            yield from _kept(connection, keys)


def _signatures(journal: Journal, keys: Sequence[Signer]) -> Iterator[Untrue]:
    """The house marks from some entry on; after it, a signature without its mark was made by somebody else."""
    marking = False
    for entry in journal.read_all():
        signed = signing_of(entry).signature if entry.stream.startswith(STREAM) else None
        if signed is None:
            continue
        said = said_by(signed, signing_of(entry).digest)
        if signed.tag and any(compare_digest(key.tag(SIGNATURES, said), signed.tag) for key in keys):
            marking = True
        elif signed.tag or marking:
            where = f"{entry.stream} version {entry.version}"
            yield Untrue(where, f"{signed.credential} did not sign here: the mark of the house is missing")


def _sessions(connection: sa.Connection, keys: Sequence[Signer]) -> Iterator[Untrue]:
    for kept in sessions.every(connection):
        if not any(sessions.is_genuine(connection, kept, key.tag) for key in keys):
            where = f"the session of {kept.credential} from {kept.address}"
            yield Untrue(where, "the house did not open it")


def _kept(connection: sa.Connection, keys: Sequence[Signer]) -> Iterator[Untrue]:
    """Accounts and tokens that were added or changed behind the house's back, and those that the journal has but are gone."""
    there = set(sa.inspect(connection).get_table_names())
    if missing := [table.name for table in access.kept if table.name not in there]:
        yield Untrue("the tables of access", f"missing: {', '.join(missing)}")
        return
    given = Given.as_of(connection)
    for kind, known in ((Kind.ACCOUNT, given.accounts), (Kind.TOKEN, given.tokens)):
        found = marks.subjects(connection, kind)
        for subject in found:
            if not marks.is_genuine(connection, kind, subject, given, [key.tag for key in keys]):
                yield Untrue(f"the {kind} {subject}", "the house did not write it as it stands")
        for subject in sorted(known.keys() - set(found)):
            yield Untrue(f"the {kind} {subject}", "the journal has it, and it is not there")
