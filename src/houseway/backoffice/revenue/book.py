"""The revenue book: opener, fills, credits, drop, closer, win, certified days and tax returns."""

from collections.abc import Iterator
from typing import Any

from houseway.backoffice.book import Book, Desk, Due
from houseway.backoffice.orders import Fact
from houseway.backoffice.revenue import orders, posting
from houseway.backoffice.revenue.certificate import certify_day, file_return
from houseway.backoffice.revenue.count import correct_figure, count_drop, pay_from_cage, record_expected
from houseway.backoffice.revenue.denominations import register_denominations
from houseway.backoffice.revenue.due import deadlines
from houseway.backoffice.revenue.forms import FORMS
from houseway.backoffice.revenue.meters import read_meter
from houseway.backoffice.revenue.policy import RULES, SEPARATIONS
from houseway.backoffice.revenue.schema import metadata
from houseway.backoffice.revenue.sheets import SHEETS
from houseway.backoffice.revenue.terms import set_terms
from houseway.backoffice.revenue.trays import close_tray, credit_table, fill_table, open_tray
from houseway.backoffice.tables.entries import Change, TrayChanged, TrayCounted
from houseway.table.days import GamingDays


class RevenueBook(Book):
    """Table accounting."""

    name = "revenue"
    title = "Table revenue"
    moves_value = True
    rules = RULES
    separations = SEPARATIONS
    facts = (
        orders.RevenueTermsSet
        | orders.DenominationsRegistered
        | orders.TrayOpened
        | orders.ChipsMoved
        | orders.TrayClosed
        | orders.PaidFromCage
        | orders.DropCounted
        | orders.FigureCorrected
        | orders.ExpectedRecorded
        | orders.VarianceFound
        | orders.MeterRead
        | orders.DayCertified
        | orders.ReturnFiled
    )
    tables = metadata
    form = 3
    forms = FORMS
    sheets = SHEETS

    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        """What follows from an order about tables and their revenue."""
        match order:
            case orders.SetRevenueTerms():
                return set_terms(order, desk)
            case orders.RegisterDenominations():
                return register_denominations(order, desk)
            case orders.OpenTray():
                return open_tray(order, desk)
            case orders.FillTable():
                return fill_table(order, desk)
            case orders.CreditTable():
                return credit_table(order, desk)
            case orders.CloseTray():
                return close_tray(order, desk)
            case orders.PayFromCage():
                return pay_from_cage(order, desk)
            case orders.CountDrop():
                return count_drop(order, desk)
            case orders.CorrectFigure():
                return correct_figure(order, desk)
            case orders.RecordExpected():
                return record_expected(order, desk)
            case orders.ReadMeter():
                return read_meter(order, desk)
            case orders.CertifyDay():
                return certify_day(order, desk)
            case orders.FileReturn():
                return file_return(order, desk)
        raise TypeError(f"{order!r} is no order of the revenue book")

    def post(self, fact: Any, desk: Desk) -> None:
        """Keep what happened."""
        posting.post(fact, desk)

    def at_tables(self, fact: Fact, days: GamingDays) -> Iterator[tuple[str, Change]]:
        """Floor and book have one float: what was counted into a tray or carried to it lies there."""
        match fact:
            case orders.TrayOpened():
                yield fact.table, TrayCounted(day=fact.day, cents=fact.cents)
            case orders.ChipsMoved():
                into = fact.cents if fact.kind is orders.SlipKind.FILL else -fact.cents
                yield fact.table, TrayChanged(slip=f"{fact.kind} {fact.number}", cents=into)

    def due(self, desk: Desk) -> tuple[Due, ...]:
        """Trays to close, boxes to count, days to certify and returns to file."""
        return tuple(deadlines(desk))


BOOK = RevenueBook()
