"""Which positions are tried at a part of an order: all of them in `make proofs`, whoever may sign and some others every day."""

import os
import random
from collections.abc import Collection

from houseway.backoffice.people import Position

EVERYBODY = os.environ.get("HOUSEWAY_POSITIONS") == "all"
_OTHERS = 5


def tried(may: Collection[str], where: str) -> list[Position]:
    """The positions to try where those named may sign; the others are drawn, the same every time for the same place."""
    others = [position for position in Position if position not in may]
    if not EVERYBODY:
        others = random.Random(where).sample(others, min(_OTHERS, len(others)))
    return [position for position in Position if position in may or position in others]
