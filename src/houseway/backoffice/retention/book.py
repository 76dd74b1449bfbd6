"""The retention book: the register of what is kept, holds, destruction, and the erasure of personal data."""

from typing import Any

from houseway.backoffice.book import Book, Desk, Due
from houseway.backoffice.orders import Fact
from houseway.backoffice.retention import orders, posting
from houseway.backoffice.retention.destruction import destroy_records, erase_personal_data
from houseway.backoffice.retention.due import deadlines
from houseway.backoffice.retention.forms import FORMS
from houseway.backoffice.retention.policy import RULES, SEPARATIONS
from houseway.backoffice.retention.registry import (
    change_state,
    keep_on,
    lift_hold,
    place_hold,
    register_records,
)
from houseway.backoffice.retention.schema import metadata
from houseway.backoffice.retention.sheets import SHEETS


class RetentionBook(Book):
    """What is kept, and until when."""

    name = "retention"
    title = "Retention of records"
    rules = RULES
    separations = SEPARATIONS
    facts = (
        orders.RecordRegistered
        | orders.CouponStateChanged
        | orders.HoldPlaced
        | orders.HoldLifted
        | orders.RecordKeptOn
        | orders.RecordsDestroyed
        | orders.PersonalDataErased
    )
    tables = metadata
    form = 2
    forms = FORMS
    sheets = SHEETS

    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        """What follows from an order about what is kept."""
        match order:
            case orders.RegisterRecords():
                return register_records(order, desk)
            case orders.ChangeCouponState():
                return change_state(order, desk)
            case orders.PlaceHold():
                return place_hold(order, desk)
            case orders.LiftHold():
                return lift_hold(order, desk)
            case orders.KeepOn():
                return keep_on(order, desk)
            case orders.DestroyRecords():
                return destroy_records(order, desk)
            case orders.ErasePersonalData():
                return erase_personal_data(order, desk)
        raise TypeError(f"{order!r} is no order of the retention book")

    def post(self, fact: Any, desk: Desk) -> None:
        """Keep what happened."""
        posting.post(fact, desk)

    def due(self, desk: Desk) -> tuple[Due, ...]:
        """Records to decide on, and data to erase."""
        return tuple(deadlines(desk))


BOOK = RetentionBook()
