"""Gates: what the back office asks before a live table does something, and is told once it is done.

A training table asks nothing: nobody's money is on it. A gate is asked when the rules of the game have allowed the
act and before it is recorded, so that a refusal changes nothing at the table.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from houseway.backoffice.approvals.gates import require_approved
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order
from houseway.backoffice.pieces.piece import Kind
from houseway.backoffice.pieces.tables import piece_of, released_to
from houseway.backoffice.staffing.assigning import refuse
from houseway.backoffice.staffing.assignments import in_operation
from houseway.backoffice.staffing.now import opening_findings
from houseway.backoffice.staffing.orders import PutInOperation, TakeOutOfOperation
from houseway.floor.coupons import CouponGate
from houseway.floor.table import Recorded, TableInService
from houseway.law import Clause, RuleViolation
from houseway.table.procedure import DICE_ISSUED, Act, CloseTable, IssueDice, OpenTable, Status


class Gate(Protocol):
    """Something that must agree before an act is recorded."""

    def before(self, place: TableInService, act: Act[Any], events: Sequence[Any]) -> None:
        """Refuse the act, or let it be recorded."""

    def after(self, place: TableInService, recorded: Recorded) -> None:
        """Take note of an act that is recorded; it may be told again after an interruption."""

    def undone(self, place: TableInService, act: Act[Any], entry: int) -> None:
        """Take back what was done for an act whose entry in the table's record another act has got."""


class OpeningGate:
    """A live table opens under an approved submission in force, with its crew, its supervision and its cameras."""

    def __init__(self, office: Office) -> None:
        self._office = office

    def before(self, place: TableInService, act: Act[Any], events: Sequence[Any]) -> None:
        """Ask for everything that must be approved, then for everyone who must be there."""
        if not isinstance(act.move, OpenTable):
            return
        with self._office.desk() as desk:
            # The day that the opener names may differ by one from the office's: what is approved holds on both.
            for day in sorted({act.move.gaming_day, desk.day}):
                require_approved(desk.connection, place.name, place.submission, day)
            staffed_already = place.name in in_operation(desk.connection)
            lacking = opening_findings(desk, place.name) if staffed_already else ()
        if staffed_already:
            # The house was interrupted after it staffed the table, or before it freed the crew: they are still there.
            refuse(lacking, fix="assign the people and cameras that are missing")
        else:
            opened = f"table/{place.name}/{place.version + 1}/opened/{act.at.isoformat()}"
            self._order(PutInOperation(table=place.name), act, opened)

    def after(self, place: TableInService, recorded: Recorded) -> None:
        """Free the crew of a table that closed."""
        if not isinstance(recorded.act.move, CloseTable) or place.state.status is not Status.CLOSED:
            return
        with self._office.desk() as desk:
            if place.name not in in_operation(desk.connection):
                return
        closed = f"table/{place.name}/{recorded.version}/closed"
        self._order(TakeOutOfOperation(table=place.name), recorded.act, closed)

    def undone(self, place: TableInService, act: Act[Any], entry: int) -> None:
        """The crew stays: the table is opened in a moment, or was by the other act."""

    def _order(self, order: Order, act: Act[Any], key: str) -> None:
        self._office.carry_out(order, who=act.who, key=key)


class PiecesGate:
    """Dice, decks and tiles at a live table are those that the back office has given it, where its storage knows them."""

    def __init__(self, office: Office) -> None:
        self._office = office

    def before(self, place: TableInService, act: Act[Any], events: Sequence[Any]) -> None:
        """Refuse a piece that was not given to this table, or is none of that kind."""
        brought = _brought(place, act.move)
        if brought is None:
            return
        serial, is_dice, clause = brought
        with self._office.desk() as desk:
            known = piece_of(desk.connection, serial)
            given = released_to(desk.connection, serial)
        if known is None:
            return
        if (known.kind is Kind.DICE) is not is_dice:
            raise RuleViolation(clause, f"{serial} is in the books as {known.kind}")
        if given != place.name:
            raise RuleViolation(
                clause,
                f"{serial} was not given to table {place.name}: it is {known.standing}",
                fix="have it brought to this table as the back office wants it",
            )

    def after(self, place: TableInService, recorded: Recorded) -> None:
        """Nothing is left to note."""

    def undone(self, place: TableInService, act: Act[Any], entry: int) -> None:
        """Nothing was done."""


def _brought(place: TableInService, move: Any) -> tuple[str, bool, Clause] | None:
    """The piece that a move brings to a table: its serial, whether it is dice, and by which clause it comes."""
    if isinstance(move, IssueDice):
        return move.serial, True, DICE_ISSUED
    found = place.game.brought_by(move)
    return (found[0], False, found[1].clause) if found else None


def gates_of(office: Office) -> tuple[Gate, ...]:
    """Every gate of the house; no act has to pass more than one of them."""
    return PiecesGate(office), OpeningGate(office), CouponGate(office)
