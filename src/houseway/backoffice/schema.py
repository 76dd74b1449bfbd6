"""The tables of the office itself: orders with their signatures, duties, days of signing, and how far the projection is."""

import sqlalchemy as sa

metadata = sa.MetaData()
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

# Every order ever proposed or executed, by the key under which it was given.
orders = sa.Table(
    "office_orders",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("digest", sa.Text, nullable=False, unique=True),
    sa.Column("book", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
    sa.Column("facts", sa.LargeBinary, nullable=False),
    sa.Column("position", NUMBER, nullable=False),
)
sa.Index("office_orders_open", orders.c.book, orders.c.state, orders.c.position)

# Who signed which kind of order in which matter.
duties = sa.Table(
    "office_duties",
    metadata,
    sa.Column("matter", sa.Text, primary_key=True),
    sa.Column("order", sa.Text, primary_key=True),
    sa.Column("person", sa.Text, primary_key=True),
)

# The gaming days on which anything was signed in a book.
signed_days = sa.Table(
    "office_signed_days",
    metadata,
    sa.Column("book", sa.Text, primary_key=True),
    sa.Column("day", sa.Date, primary_key=True),
)

projections = sa.Table(
    "office_projections",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("form", sa.Integer, nullable=False),
    sa.Column("position", NUMBER, nullable=False),
)
