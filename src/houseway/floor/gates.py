"""Gates: what the back office asks before a live table does something, and is told once it is done.

A training table asks nothing: nobody's money is on it. A gate is asked when the rules of the game have allowed the
act and before it is recorded, so that a refusal changes nothing at the table.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from houseway.backoffice.approvals.gates import require_approved
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order
from houseway.backoffice.pieces.tables import piece_of, released_to
from houseway.backoffice.staffing.assignments import in_operation
from houseway.backoffice.staffing.orders import PutInOperation, TakeOutOfOperation
from houseway.floor.coupons import CouponGate
from houseway.floor.table import TableInService
from houseway.law import RuleViolation
from houseway.table.procedure import Act, CloseTable, IssueDice, OpenTable


class Gate(Protocol):
    """Something that must agree before an act is recorded."""

    def before(self, place: TableInService, act: Act[Any], events: Sequence[Any]) -> None:
        """Refuse the act, or let it be recorded."""

    def after(self, place: TableInService, act: Act[Any], events: Sequence[Any]) -> None:
        """Take note of an act that is recorded; it may be told again after an interruption."""


class OpeningGate:
    """A live table opens under an approved submission in force, with its crew, its supervision and its cameras."""

    def __init__(self, office: Office) -> None:
        self._office = office

    def before(self, place: TableInService, act: Act[Any], events: Sequence[Any]) -> None:
        """Ask for everything that must be approved, then for everyone who must be there."""
        if not isinstance(act.move, OpenTable):
            return
        with self._office.desk() as desk:
            require_approved(desk.connection, place.name, place.submission, act.move.gaming_day)
            still_staffed = place.name in in_operation(desk.connection)
        if still_staffed:
            # It closed, but the house was interrupted before its crew was freed.
            self._order(place, act, TakeOutOfOperation(table=place.name))
        self._order(place, act, PutInOperation(table=place.name))

    def after(self, place: TableInService, act: Act[Any], events: Sequence[Any]) -> None:
        """Free the crew of a table that closed."""
        if isinstance(act.move, CloseTable):
            self._order(place, act, TakeOutOfOperation(table=place.name))

    def _order(self, place: TableInService, act: Act[Any], order: Order) -> None:
        key = f"table/{place.name}/{place.version}/{type(order).__name__}"
        self._office.carry_out(order, who=act.who, key=key)


class PiecesGate:
    """Dice at a live table are those that the back office has given it, where its storage knows them."""

    def __init__(self, office: Office) -> None:
        self._office = office

    def before(self, place: TableInService, act: Act[Any], events: Sequence[Any]) -> None:
        """Refuse a set that was not given to this table."""
        if not isinstance(act.move, IssueDice) or place.game.dice is None:
            return
        with self._office.desk() as desk:
            known = piece_of(desk.connection, act.move.serial)
            if known is not None and released_to(desk.connection, act.move.serial) != place.name:
                raise RuleViolation(
                    place.game.dice.life.clause,
                    f"set {act.move.serial} was not given to table {place.name}",
                    fix="have the pit manager issue it to this table",
                )

    def after(self, place: TableInService, act: Act[Any], events: Sequence[Any]) -> None:
        """Nothing is left to note."""


def gates_of(office: Office) -> tuple[Gate, ...]:
    """Every gate of the house, in the order in which they are asked: what a gate changes, a later one no longer refuses."""
    return PiecesGate(office), OpeningGate(office), CouponGate(office)
