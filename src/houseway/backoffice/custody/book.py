"""The book of dice, cards and tiles (603a.13)."""

from collections.abc import Callable
from typing import Any

from houseway.backoffice.book import Book, Desk, Due
from houseway.backoffice.custody import (
    choice,
    decks,
    handing,
    inspection,
    ledger,
    removal,
    sealing,
    storage,
    use,
)
from houseway.backoffice.custody import orders as given
from houseway.backoffice.custody.clocks import changes_due
from houseway.backoffice.custody.facts import FACTS
from houseway.backoffice.custody.forms import FORMS
from houseway.backoffice.custody.policy import RULES
from houseway.backoffice.custody.schema import metadata
from houseway.backoffice.custody.sheets import SHEETS
from houseway.backoffice.orders import Fact, Order

_DECIDED_BY: dict[type[Order], Callable[[Any, Desk], tuple[Fact, ...]]] = {
    given.ChooseAlternative: choice.choose,
    given.KeepInstruments: choice.keep_instruments,
    given.ReceivePieces: storage.receive,
    given.StoreAgain: storage.store_again,
    given.DisposeOf: storage.dispose,
    given.TellSurveillance: inspection.tell_surveillance,
    given.InspectDice: inspection.inspect,
    given.SealDice: sealing.seal,
    given.ReportSeal: sealing.report_seal,
    given.DrawDice: handing.draw,
    given.HandToPit: handing.hand_to_pit,
    given.HandToInspectors: handing.hand_to_inspectors,
    given.ReserveDice: handing.reserve,
    given.IssueSet: handing.issue,
    given.HandToTable: handing.hand_to_table,
    given.PutInUse: use.put_in_use,
    given.FastenShaker: use.fasten,
    given.ReplaceDie: use.replace_die,
    given.DrawDecks: decks.draw_decks,
    given.BringToPit: decks.bring_to_pit,
    given.BringToTable: decks.bring_to_table,
    given.TakeOutOfUse: removal.take_out,
    given.RetireDice: removal.retire,
    given.RemoveDice: removal.remove,
    given.RemoveForBoard: removal.remove_for_board,
    given.FileDiscrepancyReport: removal.file_report,
}


class PiecesBook(Book):
    """Dice, cards and tiles: from the delivery to the table and out of the house."""

    name = "pieces"
    title = "Dice, cards and tiles"
    rules = RULES
    facts = FACTS
    tables = metadata
    form = 3
    forms = FORMS
    sheets = SHEETS

    def decide(self, order: Any, desk: Desk) -> tuple[Fact, ...]:
        """What follows from an order, or a refusal with its clause."""
        return _DECIDED_BY[type(order)](order, desk)

    def post(self, fact: Any, desk: Desk) -> None:
        """Keep what happened to a piece, and where it is now."""
        ledger.post(fact, desk)

    def due(self, desk: Desk) -> tuple[Due, ...]:
        """Pieces to be changed, and reports to be filed."""
        return (*changes_due(desk), *removal.reports_due(desk))


BOOK = PiecesBook()
