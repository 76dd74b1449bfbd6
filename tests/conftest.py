"""Witnessing: which clause a test names, and whether the code that implements it ran in that test.

A test says `@pytest.mark.clause("661a.5(b)#1")`. It fails if the clause was not at work in it: neither was a function
that implements the clause executed, nor did the clause stand in an event, refusal, finding or document the test
produced, nor in a signature it asked for, a fact, a deadline or a paper of the back office. A full run compares what
it witnessed with the record that ships in `houseway.law`, and fails when the record is stale; `--record-coverage`
writes it anew.
"""

import gc
import json
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings

from houseway.backoffice.book import Due
from houseway.backoffice.orders import Fact
from houseway.backoffice.paper import Field, Grid, Paper, Signature
from houseway.backoffice.policy import check_signer
from houseway.games import forget_set_up_games
from houseway.law import RuleViolation, UnknownClause, clause, implementations
from houseway.law.coverage import RECORD, RIDE_ALONG_RECORD, ride_along
from houseway.submission import Finding
from houseway.table.document_line import DocumentLine
from houseway.table.events import Event
from houseway.table.felt import Step
from houseway.table.game import Game
from houseway.table.procedure import Table
from tests import timing

pytest_plugins = ("tests.databases", "tests.demo", "tests.luck", "tests.passwords")

# Whoever runs the tests may be signed in to a house of their own, which is no business of the tests.
for _own in ("HOUSEWAY_CREDENTIAL", "HOUSEWAY_PASSWORD"):
    os.environ.pop(_own, None)

# Houses are made in memory where the system has some: a test waits for what it proves, not for a disk to be sure. What
# is proved of a cut of power is that of the process; SQLite and PostgreSQL are told to be as careful as ever.
if os.access("/dev/shm", os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", "/dev/shm")

# What every property test goes by: no clock decides a proof, a failure says how to see it again, and the same examples are
# tried wherever the tests run. HOUSEWAY_SEED=… (tests/luck.py) tries others.
settings.register_profile(
    "houseway",
    deadline=None,
    print_blob=True,
    derandomize="HOUSEWAY_SEED" not in os.environ,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ],
)
settings.load_profile("houseway")

_GAME_APPLY, _TABLE_APPLY = Game.apply.__code__, Table.apply.__code__
_REFUSAL = RuleViolation.__init__.__code__
_SIGNATURE = check_signer.__code__
_PASSED = pytest.StashKey[bool]()
_STALE = pytest.StashKey[bool]()
_WITNESSED: dict[str, set[str]] = {}
# Of those witnessed, the clauses that some test saw of their own, and not only in an event's `also`.
_OF_THEIR_OWN: set[str] = set()
# How long each test took, by its name without parameters.
_SECONDS: dict[str, float] = {}


class Witness:
    """Notes the clauses at work while a test runs, until it has seen every clause that the test names.

    `watch` is called for every function that begins or ends, so it looks at what it is given by type, not by asking
    of each value what it might be, and stops as soon as nothing is missing. A clause that an event only fulfils as
    well is still watched for, unless the record knows that it rides along.
    """

    def __init__(
        self, codes: dict[CodeType, set[str]], named: set[str], known_to_ride_along: frozenset[str]
    ) -> None:
        self.codes = codes
        self.missing = set(named)
        self.known = known_to_ride_along
        self.along: set[str] = set()

    def watch(self) -> None:
        """Look on from now."""
        # A function with all it needs at hand is called in half the time that a method of an object takes.
        codes, saw, reading_of = self.codes, self._saw, _READING_OF

        def look(frame: FrameType, event: str, arg: Any) -> None:
            if event == "call":
                code = frame.f_code
                if code in codes:
                    saw(codes[code])
                elif code is _REFUSAL:
                    saw((frame.f_locals["clause"].id,))
                elif code is _SIGNATURE:
                    saw((frame.f_locals["part"].clause.id,))
            elif event == "return" and arg is not None:
                kind = arg.__class__
                read = reading_of[kind] if kind in reading_of else _cited_by(kind)
                if read is not None:
                    saw(*read(arg, frame.f_code))

        sys.setprofile(look)

    def _saw(self, clauses: Iterable[str], along: Iterable[str] = ()) -> None:
        self.missing.difference_update(clauses)
        self.along.update(along)
        if self.missing <= self.along & self.known:
            sys.setprofile(None)


# What a value cites of its own, and what only as well.
Reading = Callable[[Any, CodeType], tuple[Iterable[str], Iterable[str]]]


# How each type of value that a function returned is read; None where it holds no clause.
_READING_OF: dict[type, Reading | None] = {}


def _cited_by(kind: type) -> Reading | None:
    """How to read the clauses of a value of a type, found out once."""
    found = next((read for kinds, read in _READINGS.items() if issubclass(kind, kinds)), None)
    return _READING_OF.setdefault(kind, found)


def _of_paper(paper: Paper, _: CodeType) -> tuple[Iterable[str], Iterable[str]]:
    lines: tuple[Field | Grid | Signature, ...] = (*paper.fields, *paper.grids, *paper.signatures)
    return [paper.clause.id, *(line.clause.id for line in lines if line.clause is not None)], ()


def _of_events(events: Iterable[Event]) -> tuple[Iterable[str], Iterable[str]]:
    told = [msgspec.structs.asdict(event) for event in events]
    own = [event[name] for event in told for name in ("clause", "pays", "order") if event.get(name)]
    return own, [clause_id for event in told for clause_id in event["also"]]


def _of_step(step: Step[Any], code: CodeType) -> tuple[Iterable[str], Iterable[str]]:
    return _of_events(step.events) if code is _GAME_APPLY else ((), ())


def _of_tuple(returned: tuple[Any, ...], code: CodeType) -> tuple[Iterable[str], Iterable[str]]:
    if code is _TABLE_APPLY:
        return _of_events(returned[1])
    facts = returned if returned and isinstance(returned[0], Fact) else ()
    return [fact.clause for fact in facts], ()


_READINGS: dict[tuple[type, ...], Reading] = {
    (Step,): _of_step,
    (tuple,): _of_tuple,
    (Finding,): lambda finding, _: ((finding.clause,), ()),
    (DocumentLine, Due): lambda line, _: ((line.clause.id,), ()),
    (Paper,): _of_paper,
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--record-coverage", action="store_true", help="write the record of clauses and their tests"
    )
    parser.addoption("--write-transcripts", action="store_true", help="write the golden transcripts anew")


def _named(item: pytest.Item) -> set[str]:
    return {clause_id for mark in item.iter_markers("clause") for clause_id in mark.args}


# What takes longest by itself; the run is over sooner if each worker begins with some of it.
_LONG = (
    "tests/floor/test_kill.py",
    "tests/games/test_properties.py",
    "tests/web/test_office_pages.py::test_pages_are_accessible",
    "tests/web/test_card_pages.py",
    "tests/games/craps/test_differential.py",
    "tests/web/test_schema.py",
    "tests/lab/test_edges.py",
    "tests/backoffice/test_policy.py",
    "tests/backoffice/test_calendar.py",
    "tests/floor/test_redeeming.py",
    "tests/floor/test_one_transaction.py",
    "tests/games/sic_bo/test_random_play.py",
    "tests/games/pai_gow/test_money.py",
)


# Their tests share something that takes a while to make, so that one worker takes all of them.
_TOGETHER = (
    "tests/games/craps/test_differential.py",
    "tests/lab/test_edges.py",
    "tests/games/pai_gow/test_money.py",
)


def _unit(item: pytest.Item) -> str:
    """What one worker takes as a whole: a test, or a file of tests that share what they are about."""
    return item.nodeid.split("::")[0] if item.nodeid.startswith(_TOGETHER) else item.nodeid


def _long_ones_first(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests in as many equal shares as there are workers, each share with its part of the long ones in front."""
    shares = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    long = [item for item in items if item.nodeid.startswith(_LONG)]
    short = [item for item in items if not item.nodeid.startswith(_LONG)]
    units = list(dict.fromkeys(_unit(item) for item in long))
    size = -(-len(items) // shares)
    ordered: list[pytest.Item] = []
    for share in range(shares):
        taken = set(units[share::shares])
        own = [item for item in long if _unit(item) in taken]
        ordered += [*own, *short[: max(size - len(own), 0)]]
        short = short[max(size - len(own), 0) :]
    return [*ordered, *short]


def _left_to_the_proofs(config: pytest.Config, items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests of every day, where all are run; what is marked as long proves no clause, so that the record is whole without it."""
    long = {item for item in items if item.get_closest_marker("long")}
    naming = [item.nodeid for item in items if item in long and _named(item)]
    if naming:
        raise pytest.UsageError(f"a clause is proved every day, and {', '.join(naming)} is marked as long")
    if not _is_full_run(config):
        return items
    config.hook.pytest_deselected(items=[item for item in items if item in long])
    return [item for item in items if item not in long]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items[:] = _long_ones_first(_left_to_the_proofs(config, items))
    for item in items:
        for clause_id in _named(item):
            try:
                clause(clause_id)
            except UnknownClause as unknown:
                raise pytest.UsageError(f"{item.nodeid}: {unknown}") from None


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Set aside from the search for rubbish what is loaded by now, and search less often: it stays until all tests are over."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.fixture(scope="session")
def _codes() -> dict[CodeType, set[str]]:
    codes: dict[CodeType, set[str]] = {}
    for clause_id, rows in implementations().items():
        for row in rows:
            if row.code is not None:
                codes.setdefault(row.code, set()).add(clause_id)
    return codes


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[_PASSED] = report.passed
    return report


@pytest.fixture(autouse=True)
def _witness(request: pytest.FixtureRequest) -> Iterator[None]:
    named = _named(request.node)
    # tools/mutants.py breaks rules to see whether assertions notice; there a missing witness proves nothing.
    if not named or os.environ.get("HOUSEWAY_WITNESS") == "off":
        yield
        return
    # Whoever writes the record looks on: a clause that rode along may have come to stand for itself.
    known = frozenset[str]() if request.config.option.record_coverage else ride_along()
    witness = Witness(request.getfixturevalue("_codes"), named, known)
    # A game that an earlier test had set up would be set up unseen.
    forget_set_up_games()
    witness.watch()
    try:
        yield
    finally:
        sys.setprofile(None)
    if not request.node.stash.get(_PASSED, False):
        return
    idle = witness.missing - witness.along
    if idle:
        said = ", ".join(sorted(idle))
        pytest.fail(f"names clauses that were not at work in it: {said}", pytrace=False)
    for clause_id in named:
        _WITNESSED.setdefault(clause_id, set()).add(request.node.nodeid.split("[")[0])
    _OF_THEIR_OWN.update(named - witness.missing)


def _is_full_run(config: pytest.Config) -> bool:
    option = config.option
    narrowed = option.keyword or option.markexpr or getattr(option, "lf", False) or option.deselect
    return not narrowed and not option.collectonly and config.args == config.getini("testpaths")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    test = report.nodeid.split("[")[0]
    _SECONDS[test] = _SECONDS.get(test, 0) + report.duration


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Gather what a worker process witnessed."""
    for clause_id, tests in getattr(node, "workeroutput", {}).get("witnessed", {}).items():
        _WITNESSED.setdefault(clause_id, set()).update(tests)
    _OF_THEIR_OWN.update(getattr(node, "workeroutput", {}).get("of_their_own", ()))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    config = session.config
    if hasattr(config, "workeroutput"):
        # This process is a worker: the one that started it gathers and compares.
        config.workeroutput["witnessed"] = {
            clause_id: sorted(tests) for clause_id, tests in _WITNESSED.items()
        }
        config.workeroutput["of_their_own"] = sorted(_OF_THEIR_OWN)
        return
    if not _is_full_run(config):
        return
    law = Path(__file__).parents[1] / "src/houseway/law"
    fresh: dict[Path, Any] = {
        law / RECORD: {clause_id: sorted(tests) for clause_id, tests in sorted(_WITNESSED.items())},
        law / RIDE_ALONG_RECORD: sorted(_WITNESSED.keys() - _OF_THEIR_OWN),
    }
    if config.option.record_coverage:
        for path, record in fresh.items():
            path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    elif exitstatus == pytest.ExitCode.OK and any(
        json.loads(path.read_text("utf-8")) != record for path, record in fresh.items()
    ):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        config.stash[_STALE] = True
    elif exitstatus == pytest.ExitCode.OK and config.cache is not None:
        config.cache.set(timing.KEY, {"state": timing.state_of_sources(), "seconds": _SECONDS})


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if config.stash.get(_STALE, False):
        terminalreporter.write_line(
            "FAILED: the record of clauses and tests is stale; run `make coverage-record` and review the diff",
            red=True,
        )
