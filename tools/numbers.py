"""Change each figure that a rule reads from the registers by one, and see whether a test notices.

A figure of a clause stands in its register once, and the rules read it from there: a test that reads it from there as
well agrees with whatever is written. So tests/law/printed_figures.py writes out what the texts print, and here every
number in every figure that any rule reads is changed, one at a time: the test that compares them must fail. It asks
registers and no rule, so one process is enough.

    make mutants                      after the rules themselves, every chapter that is tested
    python -m tools.numbers 625a      one chapter
"""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from houseway.law import register
from houseway.law.coverage import tests_by_clause
from tests.law.parameters_read import parameters_read
from tests.law.test_printed_figures import is_figure
from tests.law.test_printed_figures import (
    test_the_register_has_the_figures_that_the_text_prints as as_printed,
)

_NUMBER = re.compile(r"\d+")


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

    def __str__(self) -> str:
        return f"{self.clause} {self.parameter} = {register()[self.clause].parameters[self.parameter]}"


def numbers_of(chapters: Sequence[str]) -> list[Number]:
    """The numbers that rules of the chapters read; of a run from low to high, and of odds, each has its own."""
    return [
        Number(clause_id, name, place)
        for clause_id, names in parameters_read().items()
        if register()[clause_id].chapter in chapters
        for name in sorted(names)
        if is_figure(name, value := register()[clause_id].parameters[name])
        for place, _ in enumerate(_NUMBER.finditer(value))
    ]


@contextmanager
def _changed(number: Number) -> Iterator[None]:
    clause = register()[number.clause]
    whole = clause.parameters
    object.__setattr__(clause, "parameters", {**whole, number.parameter: number.changed()})
    try:
        yield
    finally:
        object.__setattr__(clause, "parameters", whole)


def is_noticed(number: Number) -> bool:
    """Whether the figures as printed no longer agree when this number is another."""
    with _changed(number):
        try:
            as_printed()
        except AssertionError:
            return True
    return False


def main(chapters: Sequence[str]) -> int:
    """Change the numbers of the chapters one by one; 1 if a change goes unnoticed."""
    as_printed()
    numbers = numbers_of(
        chapters or tuple({register()[clause_id].chapter for clause_id in tests_by_clause()})
    )
    passed = [number for number in numbers if not is_noticed(number)]
    for number in passed:
        print(f"NOT NOTICED {number}: {number.changed()} would do")
    print(f"{len(numbers) - len(passed)} numbers noticed, {len(passed)} not")
    return 1 if passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
