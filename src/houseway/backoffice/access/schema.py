"""The tables of access: beside the journal, because secrets never go into it; no rebuild touches them."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from houseway.backoffice.schema import NUMBER

metadata = sa.MetaData()
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)

accounts = sa.Table(
    "access_accounts",
    metadata,
    sa.Column("credential", sa.Text, primary_key=True),
    sa.Column("password", sa.Text, nullable=False),
    # Empty once the account is closed. A demo account's password is written on the sign-in page.
    sa.Column("demo", sa.Boolean, nullable=False),
    sa.Column("opened_at", NUMBER, nullable=False),
)

# A session is found by the hash of its token: whoever reads the table cannot use what stands in it.
sessions = sa.Table(
    "access_sessions",
    metadata,
    sa.Column("token_hash", sa.Text, primary_key=True),
    sa.Column("credential", sa.Text, nullable=False, index=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("opened_at", NUMBER, nullable=False),
    sa.Column("seen_at", NUMBER, nullable=False),
)

# A mark of the house on each session, by a key outside the database: a row that somebody wrote themselves has none.
session_marks = sa.Table(
    "access_session_marks",
    metadata,
    sa.Column("token_hash", sa.Text, primary_key=True),
    sa.Column("mark", sa.Text, nullable=False),
)

# When whoever is signed in last proved to be there, after signing in; marked, since value is moved on it.
presence = sa.Table(
    "access_presence",
    metadata,
    sa.Column("token_hash", sa.Text, primary_key=True),
    sa.Column("proved_at", NUMBER, nullable=False),
    sa.Column("mark", sa.Text, nullable=False),
)

# A mark of the house on each account and on each collected token, by the same key. `version` is that of the entry in the
# stream of access which gave the row what it has: a row of an earlier day, put back with its mark, names an older one.
marks = sa.Table(
    "access_marks",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("version", NUMBER, nullable=False),
    sa.Column("mark", sa.Text, nullable=False),
)

# Where somebody has signed in before: there, others' failures keep nobody waiting.
places = sa.Table(
    "access_places",
    metadata,
    sa.Column("credential", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, primary_key=True),
)

# The secrets of programs' tokens that were collected, by the name under which the book of programs has them. A token is
# found by the hash of its secret; `ended` says why it opens nothing any more, where that is not for the book to say.
secrets = sa.Table(
    "access_secrets",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("secret_hash", sa.Text, nullable=False, unique=True),
    sa.Column("credential", sa.Text, nullable=False, index=True),
    sa.Column("collected_at", NUMBER, nullable=False),
    sa.Column("used_at", NUMBER),
    sa.Column("ended", sa.Text, nullable=False),
)

# What carries marks, and the marks.
kept = (accounts, secrets, marks)

# Who has failed how often; `told` once the lock that `until` ends has been recorded.
failures = sa.Table(
    "access_failures",
    metadata,
    sa.Column("guesser", sa.Text, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("last_at", NUMBER, nullable=False, index=True),
    sa.Column("until", NUMBER, nullable=False),
    sa.Column("told", sa.Boolean, nullable=False),
)


def number_of(at: datetime) -> int:
    """A moment as both databases keep and compare it alike: milliseconds since 1970."""
    return (at - _EPOCH) // _MILLISECOND


def moment_of(number: int) -> datetime:
    """The moment behind a number."""
    return _EPOCH + number * _MILLISECOND
