"""Runs of serial numbers, as ledgers and forms name coupons: from a first number to a last, both included (603a.20(f)(3))."""

from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec

from houseway.law import Clause, RuleViolation
from houseway.table.coupons import serial_number

Serial = Annotated[int, msgspec.Meta(ge=1, le=999_999_999)]


class Run(msgspec.Struct, frozen=True, order=True):
    """Coupons numbered one after the other."""

    first: Serial
    last: Serial

    def __len__(self) -> int:
        return self.last - self.first + 1


Runs = tuple[Run, ...]


def joined(runs: Iterable[Run]) -> Runs:
    """The same serials in ascending runs, as few as there can be."""
    found: list[Run] = []
    for run in sorted(runs):
        if found and run.first <= found[-1].last + 1:
            found[-1] = Run(found[-1].first, max(found[-1].last, run.last))
        else:
            found.append(run)
    return tuple(found)


def require_runs(runs: Iterable[Run], clause: Clause) -> Runs:
    """The runs in ascending order; refuses one that ends before it begins, and a serial that is named twice."""
    ascending = sorted(runs)
    for number, run in enumerate(ascending):
        if run.first > run.last or run.first < 1:
            raise RuleViolation(clause, f"{spelled((run,))} is no run of serial numbers")
        if number and run.first <= ascending[number - 1].last:
            raise RuleViolation(clause, f"serial {serial_number(run.first)} is named twice")
    return joined(ascending)


def size(runs: Iterable[Run]) -> int:
    """How many coupons the runs hold."""
    return sum(len(run) for run in runs)


def less(runs: Iterable[Run], others: Iterable[Run]) -> Runs:
    """The serials of the first that are not among the others."""
    left: list[Run] = []
    away = joined(others)
    index = 0
    for run in joined(runs):
        first = run.first
        while index < len(away) and away[index].last < first:
            index += 1
        at = index
        while at < len(away) and away[at].first <= run.last:
            if first < away[at].first:
                left.append(Run(first, away[at].first - 1))
            first = away[at].last + 1
            at += 1
        if first <= run.last:
            left.append(Run(first, run.last))
    return tuple(left)


def common(runs: Iterable[Run], others: Iterable[Run]) -> Runs:
    """The serials that are in both."""
    one = joined(runs)
    return less(one, less(one, others))


def runs_of(serials: Iterable[int]) -> Runs:
    """Single serials as runs."""
    return joined(Run(serial, serial) for serial in serials)


def serials_in(runs: Iterable[Run]) -> Iterator[int]:
    """Every serial, one by one."""
    for run in runs:
        yield from range(run.first, run.last + 1)


def spelled(runs: Iterable[Run]) -> str:
    """The runs as a form shows them."""
    return (
        ", ".join(
            serial_number(run.first)
            if run.first == run.last
            else f"{serial_number(run.first)} to {serial_number(run.last)}"
            for run in runs
        )
        or "none"
    )
