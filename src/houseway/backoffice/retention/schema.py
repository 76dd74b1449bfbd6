"""The retention book's projection: what is kept, holds, certificates of destruction and of erasure."""

import sqlalchemy as sa

metadata = sa.MetaData()

# Records that were entered, and of those that are kept by themselves the ones that were kept on or destroyed.
# `may_go` is the first day on which the record may be destroyed; `review_from` is later where it is kept on.
records = sa.Table(
    "retention_records",
    metadata,
    sa.Column("reference", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("since", sa.Date, nullable=False),
    sa.Column("where", sa.Text, nullable=False),
    sa.Column("coupon", sa.Text),
    sa.Column("state", sa.Text),
    sa.Column("may_go", sa.Date, nullable=False),
    sa.Column("review_from", sa.Date, nullable=False),
    sa.Column("certificate", sa.Integer),
    sa.Column("destroyed_on", sa.Date),
)
sa.Index("retention_records_review", records.c.destroyed_on, records.c.review_from)

subjects = sa.Table(
    "retention_subjects",
    metadata,
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("reference", sa.Text, primary_key=True),
)

holds = sa.Table(
    "retention_holds",
    metadata,
    sa.Column("reference", sa.Text, primary_key=True),
    sa.Column("hold", sa.Text, primary_key=True),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("placed_on", sa.Date, nullable=False),
)

destructions = sa.Table(
    "retention_destructions",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("method", sa.Text, nullable=False),
    sa.Column("remark", sa.Text, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)

erasures = sa.Table(
    "retention_erasures",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)
