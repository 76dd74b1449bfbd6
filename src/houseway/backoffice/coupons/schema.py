"""The tables of the coupon book: a row for every serial, what moved on which day, and the papers it came with."""

import sqlalchemy as sa

from houseway.backoffice.schema import NUMBER

metadata = sa.MetaData()

# Every coupon that was ever received; batches move by one statement over a run of serials.
serials = sa.Table(
    "coupons_serials",
    metadata,
    sa.Column("serial", NUMBER, primary_key=True, autoincrement=False),
    sa.Column("design", sa.Text, nullable=False),
    sa.Column("denomination", NUMBER, nullable=False),
    sa.Column("expires", sa.Date, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("changed_on", sa.Date, nullable=False),
    sa.Column("printed_on", sa.Date),
    sa.Column("issued_on", sa.Date),
    sa.Column("distributed_on", sa.Date),
    sa.Column("redeemed_on", sa.Date),
    sa.Column("table", sa.Text),
    sa.Column("round", sa.Text),
    sa.Column("cancelled_on", sa.Date),
)
# What is in marketing's hands, on its way back or about to expire is little of all there ever was.
sa.Index("coupons_serials_by_state", serials.c.state, serials.c.expires)
_REDEEMED_AND_NOT_COUNTED = sa.and_(serials.c.redeemed_on.isnot(None), serials.c.cancelled_on.is_(None))
sa.Index(
    "coupons_serials_to_count",
    serials.c.redeemed_on,
    sqlite_where=_REDEEMED_AND_NOT_COUNTED,
    postgresql_where=_REDEEMED_AND_NOT_COUNTED,
)

# How many coupons of a denomination went from one state to another on a gaming day.
movements = sa.Table(
    "coupons_movements",
    metadata,
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("denomination", NUMBER, primary_key=True, autoincrement=False),
    sa.Column("source", sa.Text, primary_key=True),
    sa.Column("target", sa.Text, primary_key=True),
    sa.Column("count", NUMBER, nullable=False),
)

# How many coupons of a denomination are in a state now.
totals = sa.Table(
    "coupons_totals",
    metadata,
    sa.Column("denomination", NUMBER, primary_key=True, autoincrement=False),
    sa.Column("state", sa.Text, primary_key=True),
    sa.Column("count", NUMBER, nullable=False),
)

# The gaming days on which coupons moved: whether marketing had any, and how far the day's papers are.
days = sa.Table(
    "coupons_days",
    metadata,
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("at_marketing", sa.Boolean, nullable=False),
    sa.Column("reconciled", sa.Boolean, nullable=False),
    sa.Column("counted", sa.Boolean, nullable=False),
)

# The house's internal controls on coupons, one after the other, and the approvals that it holds.
controls = sa.Table(
    "coupons_controls",
    metadata,
    sa.Column("since", sa.Date, primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
)
approvals = sa.Table(
    "coupons_approvals",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("approved_on", sa.Date, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
)
designs = sa.Table(
    "coupons_designs",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("denomination", NUMBER, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("approved_on", sa.Date),
)

# The serial numbers that each delivery took up, so that the next one continues there.
deliveries = sa.Table(
    "coupons_deliveries",
    metadata,
    sa.Column("delivery", sa.Text, primary_key=True),
    sa.Column("first", NUMBER, nullable=False),
    sa.Column("last", NUMBER, nullable=False),
)
notices = sa.Table(
    "coupons_notices",
    metadata,
    sa.Column("delivery", sa.Text, primary_key=True),
    sa.Column("recipient", sa.Text, primary_key=True),
    sa.Column("at_once", sa.Boolean, nullable=False),
    sa.Column("found_on", sa.Date, nullable=False),
    sa.Column("sent_on", sa.Date),
    sa.Column("reference", sa.Text, nullable=False),
)

voids = sa.Table(
    "coupons_voids",
    metadata,
    sa.Column("first", NUMBER, primary_key=True, autoincrement=False),
    sa.Column("last", NUMBER, nullable=False),
    sa.Column("day", sa.Date, nullable=False, index=True),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("custody", sa.Text, nullable=False),
    # Nobody has a missing coupon to hand over, nor one in a drop box.
    sa.Column("missing", sa.Boolean, nullable=False),
)
variances = sa.Table(
    "coupons_variances",
    metadata,
    sa.Column("number", NUMBER, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Date, nullable=False, index=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("first", NUMBER, nullable=False),
    sa.Column("last", NUMBER, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Column("clause", sa.Text, nullable=False),
)

# The papers: what was entered, and who signed it. An open one awaits what has to follow it.
documents = sa.Table(
    "coupons_documents",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("number", NUMBER, nullable=False, unique=True),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("signatures", sa.LargeBinary, nullable=False),
)
sa.Index("coupons_documents_by_day", documents.c.kind, documents.c.day)
sa.Index("coupons_documents_open", documents.c.kind, documents.c.open)
