"""Speed of Houseway, measured: each module here has a `run()` that returns its measures."""

from typing import NamedTuple


class Measure(NamedTuple):
    """One figure; `limit` says what is required in words, empty where the figure only informs."""

    name: str
    value: float
    unit: str
    limit: str
    ok: bool
