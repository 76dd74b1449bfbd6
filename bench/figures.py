"""Every exact figure of Craps, Pai Gow and Baccarat, in a new process with nothing kept from earlier runs."""

import os
import subprocess
import sys
import tempfile
import time

from bench import Measure
from houseway.lab.folder import CACHE_VARIABLE

# Seconds allowed, by game.
_LIMITS = {"craps": 5, "pai-gow": 60, "baccarat": 10}
_ALL = (
    "import sys; from houseway.lab import edges; assert all(r.interval is None for r in edges(sys.argv[1]))"
)


def run() -> list[Measure]:
    """Each game once, as a person runs it for the first time."""
    taken = {game: _cold(game) for game in _LIMITS}
    return [
        Measure(
            f"all figures of {game}, nothing kept",
            taken[game],
            "seconds",
            f"<= {limit}",
            taken[game] <= limit,
        )
        for game, limit in _LIMITS.items()
    ]


def _cold(game: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", _ALL, game], env={**os.environ, CACHE_VARIABLE: folder}, check=True
        )
        return time.perf_counter() - start
