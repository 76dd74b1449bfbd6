"""The lab: exact odds, best strategies and simulations, from the games' own rules; it never restates one."""

from houseway.lab.edge import (
    EdgeRecord,
    NoSuchFigure,
    NothingToSimulate,
    NotPriced,
    UnknownWay,
    edges,
    simulated,
)
from houseway.lab.progress import listening
from houseway.lab.strategy import NothingToCount, NothingToDecide, Strategy, strategy
from houseway.lab.walk import Distribution, outcomes

__all__ = [
    "Distribution",
    "EdgeRecord",
    "NoSuchFigure",
    "NotPriced",
    "NothingToCount",
    "NothingToDecide",
    "NothingToSimulate",
    "Strategy",
    "UnknownWay",
    "edges",
    "listening",
    "outcomes",
    "simulated",
    "strategy",
]
