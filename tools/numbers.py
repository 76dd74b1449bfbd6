"""Change each number that a rule reads from the registers by one, and see whether a test notices.

A number of a clause stands in its register once, and the rules read it from there: a test that reads it from there as
well agrees with whatever is written. So every number that any rule reads is changed before the rules are loaded, one
at a time; tests that name the clause, or one of the same section, or tests/law/test_printed_figures.py must fail.

    make mutants                      after the rules themselves, every chapter that is tested
    python -m tools.numbers 625a      one chapter
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import houseway
from houseway.law import Clause, register
from houseway.law.citing import RULE_ROOMS
from houseway.law.coverage import tests_by_clause
from tools.proving import is_noticed, on_all_cores, told_by_a_child, whole_run

PRINTED_FIGURES = "tests/law/test_printed_figures.py"
_NUMBER = re.compile(r"\d+")
_HOME = str(Path(houseway.__file__).parent)
# What reads registers in order to show them, or is the register itself.
_NO_RULES = tuple(f"{_HOME}/{room}/" for room in ("law", "cli", "web"))

# Which numbers were read by a rule in this process: clause and parameter.
_READ: set[tuple[str, str]] = set()


class _Noting(Mapping[str, str]):
    """The parameters of a clause, noting which of them a rule reads."""

    def __init__(self, clause: Clause) -> None:
        self.clause, self.whole = clause.id, clause.parameters

    def __getitem__(self, name: str) -> str:
        value = self.whole[name]
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename.endswith("law/register.py"):
            frame = frame.f_back
        reader = frame.f_code.co_filename
        if reader.startswith(_HOME) and not reader.startswith(_NO_RULES):
            _READ.add((self.clause, name))
        return value

    def __contains__(self, name: object) -> bool:
        return name in self.whole

    def __iter__(self) -> Iterator[str]:
        return iter(self.whole)

    def __len__(self) -> int:
        return len(self.whole)


def _note_reading() -> None:
    for clause in register().values():
        object.__setattr__(clause, "parameters", _Noting(clause))
    _load_rules()


def _load_rules() -> None:
    for room in RULE_ROOMS:
        module = import_module(f"houseway.{room}")
        for info in walk_packages(getattr(module, "__path__", ()), f"houseway.{room}."):
            import_module(info.name)


def _noted() -> list[tuple[str, str]]:
    return sorted(_READ)


@dataclass(frozen=True)
class Number:
    """A number that a rule reads: the clause, its parameter, and which of the numbers in its value."""

    clause: str
    parameter: str
    place: int

    def changed(self) -> str:
        """The value with this number one higher."""
        value = register()[self.clause].parameters[self.parameter]
        found = list(_NUMBER.finditer(value))[self.place]
        return f"{value[: found.start()]}{int(found.group()) + 1}{value[found.end() :]}"

    def change(self) -> None:
        """Change it, in this process."""
        clause = register()[self.clause]
        object.__setattr__(clause, "parameters", {**clause.parameters, self.parameter: self.changed()})

    def __str__(self) -> str:
        return f"{self.clause} {self.parameter} = {register()[self.clause].parameters[self.parameter]}"


def numbers_of(read: set[tuple[str, str]], chapters: Sequence[str]) -> list[Number]:
    """The numbers among what rules read; of a run from low to high, and of odds, each has its own."""
    return [
        Number(clause_id, name, place)
        for clause_id, name in sorted(read)
        if register()[clause_id].chapter in chapters
        for place, _ in enumerate(_NUMBER.finditer(register()[clause_id].parameters[name]))
    ]


# How long each test takes on whole rules, filled before any child is forked.
_SECONDS: dict[str, float] = {}


def _quickest_first(clause_ids: Sequence[str]) -> tuple[str, ...]:
    tests = {test for clause_id in clause_ids for test in tests_by_clause().get(clause_id, ())}
    return tuple(sorted(tests, key=lambda test: _SECONDS.get(test, 0)))


def _section(clause_id: str) -> tuple[str, ...]:
    """The clauses of the same section that are tested."""
    section = clause_id.split("(")[0].split("#")[0].split("[")[0]
    return tuple(other for other in tests_by_clause() if other.startswith(section))


def unnoticed(number: Number) -> Number | None:
    """The number, if no test of its clause or its section notices that it is another."""
    own = _quickest_first([number.clause])
    if own and is_noticed(number.change, own):
        return None
    others = tuple(test for test in _quickest_first(_section(number.clause)) if test not in own)
    return None if others and is_noticed(number.change, others) else number


def in_print(numbers: Sequence[Number]) -> set[Number]:
    """The numbers that are written out in a test, which fails when one of them is another.

    That test compares registers with what is printed, so the rules may be loaded already, once for all numbers.
    """
    if not Path(PRINTED_FIGURES).exists():
        return set()

    def work() -> list[int]:
        _load_rules()
        return [place for place in on_all_cores(noticed, range(len(numbers))) if place is not None]

    def noticed(place: int) -> int | None:
        return place if is_noticed(numbers[place].change, [PRINTED_FIGURES]) else None

    return {numbers[place] for place in told_by_a_child(work)}


def main(chapters: Sequence[str]) -> int:
    """Change the numbers of the chapters one by one; 1 if a change goes unnoticed."""
    chapters = chapters or tuple({register()[clause_id].chapter for clause_id in tests_by_clause()})
    tests = {
        test
        for id, those in tests_by_clause().items()
        if register()[id].chapter in chapters
        for test in those
    }
    written = {PRINTED_FIGURES} if Path(PRINTED_FIGURES).exists() else set()
    seconds, noted = whole_run(tests | written, _note_reading, _noted)
    _SECONDS.update(seconds)
    read = {(clause_id, name) for part in noted for clause_id, name in part}
    numbers = numbers_of(read, chapters)
    written_out = in_print(numbers)
    left = [number for number in numbers if number not in written_out]
    print(
        f"{len(numbers)} numbers of {len(read)} parameters, {len(written_out)} written out in a test",
        flush=True,
    )
    passed = [number for number in on_all_cores(unnoticed, left) if number is not None]
    for number in sorted(passed, key=str):
        print(f"NOT NOTICED {number}: {number.changed()} would do")
    print(f"{len(numbers) - len(passed)} numbers noticed, {len(passed)} not")
    return 1 if passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
