"""The lab: exact odds, best strategies and simulations, from the games' own rules; it never restates one."""

from houseway.lab.edge import EdgeRecord, NothingToSimulate, NotPriced, UnknownWay, edges, simulated
from houseway.lab.strategy import NothingToDecide, Strategy, strategy
from houseway.lab.walk import Distribution, outcomes

__all__ = [
    "Distribution",
    "EdgeRecord",
    "NotPriced",
    "NothingToDecide",
    "NothingToSimulate",
    "Strategy",
    "UnknownWay",
    "edges",
    "outcomes",
    "simulated",
    "strategy",
]
