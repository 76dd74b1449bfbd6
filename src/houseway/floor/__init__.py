"""The floor: tables in service. Every accepted move is in the journal before anyone is told that it is done."""

from houseway.floor.floor import BadMove, Floor, Outcome, StaleView
from houseway.floor.property import Mode, TableSetUp
from houseway.floor.replay import ReplayDiffers, SetAside, UnknownTable, replay_table
from houseway.floor.table import Recorded, TableInService

__all__ = [
    "BadMove",
    "Floor",
    "Mode",
    "Outcome",
    "Recorded",
    "ReplayDiffers",
    "SetAside",
    "StaleView",
    "TableInService",
    "TableSetUp",
    "UnknownTable",
    "replay_table",
]
