"""The floor: tables in service. Every accepted move is in the journal before anyone is told that it is done."""

from houseway.floor.floor import (
    BadMove,
    Floor,
    Outcome,
    ReplayDiffers,
    StaleView,
    UnknownTable,
    replay_table,
)
from houseway.floor.property import Employee, Mode, PropertyNamed, TableSetUp
from houseway.floor.table import Recorded, TableInService

__all__ = [
    "BadMove",
    "Employee",
    "Floor",
    "Mode",
    "Outcome",
    "PropertyNamed",
    "Recorded",
    "ReplayDiffers",
    "StaleView",
    "TableInService",
    "TableSetUp",
    "UnknownTable",
    "replay_table",
]
