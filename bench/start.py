"""How long `houseway --help` takes, as a multiple of a bare interpreter measured in the same run."""

import resource
import subprocess
import sys

from bench import Measure

_TRIES = 20
_MOST = 8


def run() -> list[Measure]:
    """Work, not waiting, so that whatever else the machine does counts as little as possible."""
    bare = min(_work("-c", "pass") for _ in range(_TRIES))
    times = min(_work("-m", "houseway", "--help") for _ in range(_TRIES)) / bare
    return [Measure("help of the command", times, "interpreters", f"<= {_MOST}", times <= _MOST)]


def _work(*arguments: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
