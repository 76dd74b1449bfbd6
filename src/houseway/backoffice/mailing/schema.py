"""The tables of the mailing book: exclusion lists, mailings with their steps, entries, and who was stripped from them.

What says who a person is stands here as sealed tokens only.
"""

import sqlalchemy as sa

from houseway.backoffice.schema import NUMBER

metadata = sa.MetaData()

# The lists of excluded persons as the Board sent them, one after the other.
exclusions = sa.Table(
    "mailing_exclusions",
    metadata,
    sa.Column("number", NUMBER, primary_key=True, autoincrement=False),
    sa.Column("list", sa.Text, nullable=False),
    sa.Column("as_of", sa.Date, nullable=False),
    sa.Column("good_through", sa.Date, nullable=False),
    sa.Column("reference", sa.Text, nullable=False),
    sa.Column("entered_on", sa.Date, nullable=False),
    sa.Column("people", NUMBER, nullable=False),
)
excluded = sa.Table(
    "mailing_excluded",
    metadata,
    sa.Column("exclusion", NUMBER, primary_key=True, autoincrement=False),
    sa.Column("person", sa.Text, primary_key=True),
    sa.Column("identity", sa.Text, nullable=False),
)

mailings = sa.Table(
    "mailing_mailings",
    metadata,
    sa.Column("mailing", sa.Text, primary_key=True),
    sa.Column("number", NUMBER, nullable=False, unique=True),
    sa.Column("provider", sa.Text, nullable=False),
    sa.Column("listed_on", sa.Date, nullable=False),
    sa.Column("mail_on", sa.Date, nullable=False),
    # The file that the provider has, by its hash; empty once the list is no longer the one that was sent.
    sa.Column("file", sa.Text, nullable=False),
    sa.Column("sent_on", sa.Date),
    sa.Column("screened_on", sa.Date),
    sa.Column("printed_on", sa.Date),
    sa.Column("cancelled_on", sa.Date),
    sa.Column("reason", sa.Text, nullable=False),
)
# Every screening of a mailing, with the numbers of the lists that it was held against.
screenings = sa.Table(
    "mailing_screenings",
    metadata,
    sa.Column("mailing", sa.Text, primary_key=True),
    sa.Column("turn", NUMBER, primary_key=True, autoincrement=False),
    sa.Column("stage", sa.Text, nullable=False),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("self_exclusion", NUMBER, nullable=False),
    sa.Column("exclusion", NUMBER, nullable=False),
    sa.Column("left", NUMBER, nullable=False),
    sa.Column("stripped", NUMBER, nullable=False),
)
# Who signed which step of a mailing.
steps = sa.Table(
    "mailing_steps",
    metadata,
    sa.Column("mailing", sa.Text, primary_key=True),
    sa.Column("step", sa.Text, primary_key=True),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)

# The list that finance keeps: one entry for each recipient.
entries = sa.Table(
    "mailing_entries",
    metadata,
    sa.Column("serial", NUMBER, primary_key=True, autoincrement=False),
    sa.Column("mailing", sa.Text, nullable=False, index=True),
    sa.Column("patron", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("born", sa.Text),
    sa.Column("design", sa.Text, nullable=False),
    sa.Column("denomination", NUMBER, nullable=False),
    sa.Column("expires", sa.Date, nullable=False),
)
# Whom nothing is mailed, though marketing had listed them; neither names nor addresses are kept of them.
stripped = sa.Table(
    "mailing_stripped",
    metadata,
    sa.Column("serial", NUMBER, primary_key=True, autoincrement=False),
    sa.Column("mailing", sa.Text, nullable=False, index=True),
    sa.Column("patron", sa.Text, nullable=False),
    sa.Column("design", sa.Text, nullable=False),
    sa.Column("denomination", NUMBER, nullable=False),
    sa.Column("expires", sa.Date, nullable=False),
    sa.Column("stage", sa.Text, nullable=False),
    sa.Column("found_on", sa.Date, nullable=False),
    sa.Column("list", sa.Text, nullable=False),
    sa.Column("likeness", sa.Text, nullable=False),
    sa.Column("agrees", sa.Text, nullable=False),
)
