"""Running tests in processes of their own, in which something may be broken, and seeing whether they notice."""

import gc
import json
import multiprocessing
import os
import signal
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, TypeVar

# Loaded here once, and so in every child: they are most of what a test waits for before it begins.
import hypothesis.stateful  # noqa: F401
import psycopg  # noqa: F401
import pytest
import sqlalchemy  # noqa: F401

from tests import timing
from tests.servers import postgresql_for_all

# Set before any child is forked: what plugins and witness would cost or say has no part in this.
os.environ |= {"HOUSEWAY_WITNESS": "off", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

# Seconds that tests may take beyond ten times what they take on whole rules.
_PATIENCE = 120
# How pytest ends when a test failed, or could not even be loaded because what is broken breaks what it imports.
_NOTICED = frozenset(pytest.ExitCode) - {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}
# What looks after a session of tests, and not at what they prove; searching all memory for rubbish above all.
_IDLE = ("cacheprovider", "unraisableexception", "threadexception")
# Where children make houses: in memory where the system has some.
_SCRATCH = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
# How a child ends that could not even break what it should.
_NOT_BROKEN = 70

Made = TypeVar("Made")


class _Clock:
    """Notes how long each test took, by its name without parameters."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One part of one test is over."""
        self.seconds[report.nodeid.split("[")[0]] += report.duration


@contextmanager
def databases() -> Iterator[None]:
    """One PostgreSQL server for all children: each would take longer to start its own than most tests take."""
    with tempfile.TemporaryDirectory(dir=_SCRATCH) as folder, postgresql_for_all(Path(folder)) as url:
        os.environ["HOUSEWAY_TEST_POSTGRES"] = url
        yield


def _in_a_child(work: Callable[[], int], seconds: int) -> int:
    """How work ends in a process of its own; a negative number is the signal that ended it."""
    child = os.fork()
    if child == 0:
        code = _NOT_BROKEN
        try:
            signal.alarm(seconds)
            with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
                code = work()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _run(tests: Sequence[str], folder: Path, *plugins: Any) -> int:
    """Run tests, with a folder for whatever they make, until one of them fails."""
    return int(
        pytest.main(
            ["-x", "-q", *(f"-pno:{one}" for one in _IDLE), f"--basetemp={folder / 'made'}", *tests],
            plugins=list(plugins),
        )
    )


def is_noticed(break_it: Callable[[], None], tests: Iterable[str], seconds: Mapping[str, float]) -> bool:
    """Whether tests, the quickest first, fail in a process of their own in which something is broken."""
    tests = sorted(tests, key=lambda test: seconds.get(test, 0))
    longest = _PATIENCE + 10 * int(sum(seconds.get(test, 0) for test in tests))
    with tempfile.TemporaryDirectory(dir=_SCRATCH) as folder:

        def work() -> int:
            break_it()
            return _run(tests, Path(folder))

        # What is broken so that it never ends is noticed too.
        ended = _in_a_child(work, longest)
    if ended in _NOTICED or ended == -signal.SIGALRM:
        return True
    if ended != pytest.ExitCode.OK:
        raise RuntimeError(f"the tests could not be run: {ended}, {tests}")
    return False


def told_by_a_child(work: Callable[[], object], seconds: int = 20 * _PATIENCE) -> Any:
    """What work returns, as JSON has it, done in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told"

        def tell() -> int:
            told.write_text(json.dumps(work()), encoding="utf-8")
            return 0

        if ended := _in_a_child(tell, seconds):
            raise RuntimeError(f"a child ended without a word: {ended}")
        return json.loads(told.read_text("utf-8"))


def _whole(tests: tuple[str, ...]) -> Mapping[str, float]:
    with tempfile.TemporaryDirectory(dir=_SCRATCH) as folder:

        def work() -> object:
            clock, said = _Clock(), Path(folder) / "said"
            with said.open("w") as told, redirect_stdout(told):
                code = _run(tests, Path(folder), clock)
            return [code, clock.seconds, said.read_text("utf-8")]

        code, seconds, said = told_by_a_child(work)
    if code != pytest.ExitCode.OK:
        raise RuntimeError(f"tests fail on whole rules already; mend that first:\n{said}")
    return dict(seconds)


def seconds_of(tests: Iterable[str]) -> Mapping[str, float]:
    """The seconds that each test takes on whole rules, on which it must pass.

    As `make test` saw it, if nothing has changed since; else the tests are run, each file in a process of its own.
    """
    known = timing.last_passed()
    by_file: dict[str, list[str]] = defaultdict(list)
    for test in sorted(set(tests)):
        if test not in known:
            by_file[test.split("::")[0]].append(test)
    seconds = dict(known)
    for took in on_all_cores(_whole, [tuple(those) for those in by_file.values()]):
        seconds |= took
    return seconds


def on_all_cores(work: Callable[[Any], Made], given: Sequence[Any]) -> Iterator[Made]:
    """What work makes of each thing that it is given, one after the other on every core, as they are done.

    The children are forked when work begins, so that they have whatever the parent has loaded and noted.
    """
    global _WORK
    _WORK = given, work
    # What is loaded now stays: no child need look through it for rubbish.
    gc.collect()
    gc.freeze()
    with multiprocessing.get_context("fork").Pool() as pool:
        yield from pool.imap_unordered(_nth, range(len(given)))


_WORK: tuple[Sequence[Any], Callable[[Any], Any]] = ((), lambda _: None)


def _nth(number: int) -> Any:
    given, work = _WORK
    return work(given[number])
