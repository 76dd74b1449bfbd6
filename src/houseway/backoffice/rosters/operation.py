"""Operation: a table opens only with its crew, its floorperson and its cameras, and frees its crew when it closes (465a.35(b))."""

from houseway.backoffice.book import Desk
from houseway.backoffice.orders import Fact
from houseway.backoffice.rosters.assigning import refuse
from houseway.backoffice.rosters.assignments import in_operation
from houseway.backoffice.rosters.crew import WHILE_IN_OPERATION, Crew
from houseway.backoffice.rosters.now import opening_findings, table_on_floor
from houseway.backoffice.rosters.orders import (
    CrewAssigned,
    OperationBegan,
    OperationEnded,
    PutInOperation,
    TakeOutOfOperation,
)
from houseway.law import RuleViolation, implements


@implements("465a.35(b)")
def put_in_operation(order: PutInOperation, desk: Desk) -> tuple[Fact, ...]:
    """A table in operation, unless anything is missing at it."""
    table = table_on_floor(desk, order.table)
    if table.name in in_operation(desk.connection):
        raise RuleViolation(WHILE_IN_OPERATION, f"{table.name} is in operation already")
    refuse(opening_findings(desk, table.name), fix="assign the people and cameras that are missing")
    return (OperationBegan(table=table.name, clause=WHILE_IN_OPERATION.id),)


def take_out_of_operation(order: TakeOutOfOperation, desk: Desk) -> tuple[Fact, ...]:
    """A closed table: it needs nobody, and its crew is free."""
    if order.table not in in_operation(desk.connection):
        raise RuleViolation(WHILE_IN_OPERATION, f"{order.table} is not in operation")
    return (
        OperationEnded(table=order.table, clause=WHILE_IN_OPERATION.id),
        CrewAssigned(table=order.table, crew=Crew(), clause=WHILE_IN_OPERATION.id),
    )
