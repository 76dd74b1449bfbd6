"""Running tests in processes of their own, in which something may be broken, and seeing whether they notice.

Nothing of the rules is imported here: whoever breaks a register must do so before a rule is read from it.
"""

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

# Set before any child is forked: what plugins and witness would cost or say has no part in this.
os.environ |= {"HOUSEWAY_WITNESS": "off", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

# Seconds that the tests of one clause may take.
_LONGEST = 120
# How pytest ends when a test failed, or could not even be loaded because what is broken breaks what it imports.
_NOTICED = frozenset(pytest.ExitCode) - {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}
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
def _quietly() -> Iterator[None]:
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        yield


def _in_a_child(work: Callable[[], int], seconds: int) -> int:
    """How work ends in a process of its own; a negative number is the signal that ended it."""
    child = os.fork()
    if child == 0:
        code = _NOT_BROKEN
        try:
            signal.alarm(seconds)
            with _quietly():
                code = work()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _run(tests: Sequence[str], *plugins: Any) -> int:
    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests], plugins=list(plugins)))


def is_noticed(break_it: Callable[[], None], tests: Sequence[str]) -> bool:
    """Whether tests fail in a process of their own in which something is broken."""

    def work() -> int:
        break_it()
        return _run(tests)

    # What is broken so that it never ends is noticed too.
    ended = _in_a_child(work, _LONGEST)
    if ended in _NOTICED or ended == -signal.SIGALRM:
        return True
    if ended != pytest.ExitCode.OK:
        raise RuntimeError(f"the tests could not be run: {ended}, {tests}")
    return False


def told_by_a_child(work: Callable[[], object], seconds: int = 20 * _LONGEST) -> Any:
    """What work returns, as JSON has it, done in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told"

        def tell() -> int:
            told.write_text(json.dumps(work()), encoding="utf-8")
            return 0

        if ended := _in_a_child(tell, seconds):
            raise RuntimeError(f"a child ended without a word: {ended}")
        return json.loads(told.read_text("utf-8"))


def _whole(given: tuple[tuple[str, ...], Callable[[], None], Callable[[], object]]) -> tuple[Any, Any]:
    tests, begin, end = given

    def work() -> object:
        begin()
        clock = _Clock()
        return [_run(tests, clock), clock.seconds, end()]

    code, seconds, noted = told_by_a_child(work)
    if code != pytest.ExitCode.OK:
        raise SystemExit(f"tests fail on whole rules already ({code}); mend that first: {tests[0]} …")
    return seconds, noted


def _nothing() -> None:
    pass


def whole_run(
    tests: Iterable[str], begin: Callable[[], None] = _nothing, end: Callable[[], object] = _nothing
) -> tuple[Mapping[str, float], list[Any]]:
    """Run tests on whole rules, which must pass: the seconds that each takes, and what `end` told of each part.

    `begin` and `end` run in the process of the tests, before and after them; a file of tests is one part.
    """
    by_file: dict[str, list[str]] = defaultdict(list)
    for test in sorted(set(tests)):
        by_file[test.split("::")[0]].append(test)
    parts = [(tuple(those), begin, end) for those in by_file.values()]
    seconds: dict[str, float] = {}
    noted = []
    for took, told in on_all_cores(_whole, parts):
        seconds |= took
        noted.append(told)
    return seconds, noted


def on_all_cores(work: Callable[[Any], Made], given: Sequence[Any]) -> Iterator[Made]:
    """What work makes of each thing that it is given, one after the other on every core, as they are done.

    The children are forked when work begins, so that they have whatever the parent has loaded and noted.
    """
    global _WORK
    _WORK = given, work
    with multiprocessing.get_context("fork").Pool() as pool:
        yield from pool.imap_unordered(_nth, range(len(given)))


_WORK: tuple[Sequence[Any], Callable[[Any], Any]] = ((), lambda _: None)


def _nth(number: int) -> Any:
    given, work = _WORK
    return work(given[number])
