"""Counting card games: Three Card Poker against a plain loop over its deals, and every exact figure, cold and warm."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from math import comb

import numpy as np

from bench import Measure
from houseway.games.three_card_poker.ranking import three_card
from houseway.lab.cache import plain
from houseway.lab.compiling import compiled
from houseway.lab.folder import CACHE_VARIABLE
from houseway.lab.hands import Counts, suit_classes
from houseway.lab.three_card_poker import DECK, count_deals, standing

_DEALS = comb(52, 3) * comb(49, 3)
_SHARE = 0.2
_COLD_S, _WARM_S, _MEMORY_MB = 20, 2, 1000

# In a process of its own, as a person runs it: all exact figures of the card games, and the memory that it took.
_ALL_EXACT = """
import resource
from houseway.lab import edges
games = ("three-card-poker", None), ("five-card-hi-lo", None), ("asia-poker", "bonus")
assert all(record.interval is None for game, wager in games for record in edges(game, wager))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def run() -> list[Measure]:
    """Compile both first, then time them by the processors' clocks, so that a second core counts for neither."""
    looped = np.zeros(6, np.int64)
    loop = compiled(_loop_over_deals)
    loop(0, looped)
    _count()
    counting = _timed(_count)
    looping = _timed(lambda: loop(DECK, looped))
    _, sizes, _, counts, _ = _count()
    found = sizes.astype(np.int64) @ counts
    alike = int(looped.sum()) == _DEALS and np.array_equal(found, looped)
    ratio = counting / looping
    with tempfile.TemporaryDirectory() as folder:
        (cold, memory), (warm, _) = _all_exact(folder), _all_exact(folder)
    return [
        Measure("plain loop over 407,170,400 deals", looping, "CPU seconds", "", True),
        Measure("the same deals in classes", counting, "CPU seconds", "", True),
        Measure("both count alike", float(alike), "1 = yes", "1", alike),
        Measure("classes / plain loop", ratio, "ratio", f"<= {_SHARE}", ratio <= _SHARE),
        Measure("all exact card figures, nothing kept", cold, "seconds", f"<= {_COLD_S}", cold <= _COLD_S),
        Measure("all exact card figures, second run", warm, "seconds", f"<= {_WARM_S}", warm <= _WARM_S),
        Measure("peak memory of the first", memory, "MB", f"<= {_MEMORY_MB}", memory <= _MEMORY_MB),
    ]


def _count() -> tuple[Counts, ...]:
    """Count as on the first run, the classes of hands included."""
    suit_classes.cache_clear()
    return plain(count_deals)()  # type: ignore[no-any-return]


def _loop_over_deals(deck: int, counts: Counts) -> None:
    """Deal every hand to the player and every hand that is left to the dealer."""
    for a in range(deck):
        for b in range(a):
            for c in range(b):
                player = three_card(a, b, c)
                for d in range(deck):
                    if d in (a, b, c):
                        continue
                    for e in range(d):
                        if e in (a, b, c):
                            continue
                        for f in range(e):
                            if f not in (a, b, c):
                                counts[standing(player, three_card(d, e, f))] += 1


def _all_exact(cache: str) -> tuple[float, float]:
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _ALL_EXACT],
        env={**os.environ, CACHE_VARIABLE: cache},
        check=True,
        capture_output=True,
        text=True,
    )
    # Linux counts in KiB.
    return time.perf_counter() - start, int(done.stdout) / 1024


def _timed(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return time.process_time() - start
