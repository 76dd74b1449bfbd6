"""The command in a process of its own that finds everything loaded: a copy of one that has imported it once.

Starting Python and importing the house anew takes most of the time of a command. Which tests are about just that, or
about how Python itself is set up, run the command from the very beginning.
"""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from houseway.cli import main
from houseway.law import implementations

# Games and books are loaded only when they are asked for; this asks for all of them.
implementations()

_SERVER = multiprocessing.get_context("forkserver")
_SERVER.set_forkserver_preload(
    [
        "houseway.cli.app",
        "houseway.floor.demo",
        "houseway.floor.dispute",
        "houseway.lab.hands",
        "houseway.law.coverage",
        "rich.table",
        "tests.commands",
        "tests.passwords",
    ]
)
_LONGEST = 60


def run_command(
    arguments: Sequence[str], *, folder: Path, typed: str, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """What `houseway` with these arguments says in a folder, and how it ends."""
    with TemporaryDirectory() as place:
        streams = tuple(str(Path(place) / name) for name in ("typed", "said", "complained"))
        Path(streams[0]).write_text(typed, encoding="utf-8")
        child = _SERVER.Process(target=_as_typed, args=(tuple(arguments), str(folder), environment, streams))
        child.start()
        child.join(_LONGEST)
        if child.exitcode is None:
            child.kill()
            raise TimeoutError(f"houseway {' '.join(arguments)}")
        said, complained = (Path(stream).read_text("utf-8") for stream in streams[1:])
    return subprocess.CompletedProcess(("houseway", *arguments), child.exitcode, said, complained)


def _as_typed(
    arguments: tuple[str, ...], folder: str, environment: dict[str, str], streams: tuple[str, ...]
) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    ways = (os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT)
    for number, (stream, way) in enumerate(zip(streams, ways, strict=True)):
        os.dup2(os.open(stream, way, 0o600), number)
    with (
        open(0, encoding="utf-8", closefd=False) as sys.stdin,
        open(1, "w", encoding="utf-8", closefd=False) as sys.stdout,
        open(2, "w", encoding="utf-8", closefd=False) as sys.stderr,
    ):
        sys.argv = ["houseway", *arguments]
        main()
