"""`houseway office` with all its commands: those of the books and orders, and those that stand in files of their own."""

from houseway.cli import (
    office_blanks,
    office_checking,
    office_coupons,
    office_letters,
    office_mailing,
    office_tables,
)
from houseway.cli.office import app

__all__ = ["app"]

for command in (
    office_blanks.blank,
    office_checking.verify,
    office_coupons.coupons,
    office_coupons.coupon_barcodes,
    office_letters.attach,
    office_letters.letter,
    office_mailing.exclusion_list,
    office_mailing.mailing_list,
    office_mailing.mailing_file,
    office_mailing.mailing_coupons,
    office_tables.figures,
    office_tables.hold,
    office_tables.fairness,
    office_tables.roster,
):
    app.command(command)
