"""The lab: exact odds by walking the games' own states; it never restates a rule."""

from houseway.lab.edge import EdgeRecord, edges
from houseway.lab.walk import Distribution, outcomes

__all__ = ["Distribution", "EdgeRecord", "edges", "outcomes"]
