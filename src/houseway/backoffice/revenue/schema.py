"""The revenue book's projection: terms, trays, slips, counts, certified days, meters and returns."""

import sqlalchemy as sa

from houseway.backoffice.schema import NUMBER

metadata = sa.MetaData()

terms = sa.Table(
    "revenue_terms",
    metadata,
    sa.Column("since", sa.Date, primary_key=True),
    sa.Column("commenced", sa.Date, nullable=False),
    sa.Column("local_share", sa.Text, nullable=False),
    sa.Column("period", sa.Text, nullable=False),
    sa.Column("return_due_days", sa.Integer, nullable=False),
    sa.Column("report_due_days", sa.Integer, nullable=False),
    sa.Column("authority", sa.Text, nullable=False),
    sa.Column("coupons", sa.Text, nullable=False),
)

denominations = sa.Table(
    "revenue_denominations",
    metadata,
    sa.Column("since", sa.Date, primary_key=True),
    sa.Column("chips", sa.LargeBinary, nullable=False),
    sa.Column("plaques", sa.LargeBinary, nullable=False),
    sa.Column("authority", sa.Text, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)

# One row for each time that a table was opened; it has no closer while the table is open.
trays = sa.Table(
    "revenue_trays",
    metadata,
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("gaming_table", sa.Text, primary_key=True),
    sa.Column("session", sa.Integer, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("opener", sa.LargeBinary, nullable=False),
    sa.Column("opener_cents", NUMBER, nullable=False),
    sa.Column("opener_signatures", sa.LargeBinary, nullable=False),
    sa.Column("closer", sa.LargeBinary),
    sa.Column("closer_cents", NUMBER),
    sa.Column("closer_signatures", sa.LargeBinary),
)
sa.Index("revenue_trays_table", trays.c.gaming_table, trays.c.day, trays.c.session)

slips = sa.Table(
    "revenue_slips",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Date, nullable=False, index=True),
    sa.Column("gaming_table", sa.Text, nullable=False),
    sa.Column("chips", sa.LargeBinary, nullable=False),
    sa.Column("cents", NUMBER, nullable=False),
    # Which opening of the table on that day it belongs to.
    sa.Column("session", sa.Integer, nullable=False),
    # The whole tray before a credit, where it was counted.
    sa.Column("tray", sa.LargeBinary, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)

# What the cage paid for a table, each on papers of its own.
payouts = sa.Table(
    "revenue_payouts",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Date, nullable=False, index=True),
    sa.Column("gaming_table", sa.Text, nullable=False),
    sa.Column("cents", NUMBER, nullable=False),
    sa.Column("reference", sa.Text, nullable=False, unique=True),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)

counts = sa.Table(
    "revenue_counts",
    metadata,
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("gaming_table", sa.Text, primary_key=True),
    sa.Column("contents", sa.LargeBinary, nullable=False),
    # The numbers of the counter checks that were in the box.
    sa.Column("checks", sa.LargeBinary, nullable=False),
    sa.Column("drop_cents", NUMBER, nullable=False),
    sa.Column("coupons", sa.LargeBinary, nullable=False),
    sa.Column("coupon_face", NUMBER, nullable=False),
    sa.Column("remark", sa.Text, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)

corrections = sa.Table(
    "revenue_corrections",
    metadata,
    sa.Column("day", sa.Date, nullable=False, index=True),
    sa.Column("gaming_table", sa.Text, nullable=False),
    sa.Column("figure", sa.Text, nullable=False),
    sa.Column("cents", NUMBER, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)

expectations = sa.Table(
    "revenue_expectations",
    metadata,
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("gaming_table", sa.Text, primary_key=True),
    sa.Column("change", NUMBER, nullable=False),
    sa.Column("drop_cents", NUMBER, nullable=False),
    sa.Column("payouts", NUMBER, nullable=False),
    sa.Column("coupon_face", NUMBER, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
)

variances = sa.Table(
    "revenue_variances",
    metadata,
    sa.Column("day", sa.Date, nullable=False, index=True),
    sa.Column("gaming_table", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("expected", NUMBER, nullable=False),
    sa.Column("counted", NUMBER, nullable=False),
    sa.Column("explanation", sa.Text, nullable=False),
)

meters = sa.Table(
    "revenue_meters",
    metadata,
    sa.Column("meter", sa.Text, primary_key=True),
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("account", sa.LargeBinary, nullable=False),
    sa.Column("parts", NUMBER, nullable=False),
)

days = sa.Table(
    "revenue_days",
    metadata,
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("gross", NUMBER, nullable=False),
    sa.Column("taxable", NUMBER, nullable=False),
    sa.Column("coupon_face", NUMBER, nullable=False),
    sa.Column("liability_parts", NUMBER, nullable=False),
    sa.Column("explanation", sa.Text, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)

game_days = sa.Table(
    "revenue_game_days",
    metadata,
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("win", NUMBER, nullable=False),
    sa.Column("taxable", NUMBER, nullable=False),
)

returns = sa.Table(
    "revenue_returns",
    metadata,
    sa.Column("first", sa.Date, primary_key=True),
    sa.Column("last", sa.Date, nullable=False),
    sa.Column("taxable", NUMBER, nullable=False),
    sa.Column("tax", NUMBER, nullable=False),
    sa.Column("local_share", NUMBER, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)
