"""Runs of serials behave as the sets of serials that they stand for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.backoffice.coupons.runs import (
    Run,
    Runs,
    common,
    joined,
    less,
    require_runs,
    runs_of,
    serials_in,
    size,
    spelled,
)
from houseway.law import RuleViolation, pa

RUNS = st.lists(
    st.tuples(st.integers(1, 60), st.integers(0, 8)).map(lambda pair: Run(pair[0], pair[0] + pair[1])),
    max_size=8,
).map(tuple)


@given(RUNS, RUNS)
def test_runs_are_sets_of_serials(one: Runs, other: Runs) -> None:
    ones, others = set(serials_in(one)), set(serials_in(other))
    assert list(serials_in(joined(one))) == sorted(ones)
    assert list(serials_in(less(one, other))) == sorted(ones - others)
    assert list(serials_in(common(one, other))) == sorted(ones & others)
    assert size(joined(one)) == len(ones)
    assert runs_of(ones) == joined(one)
    assert all(
        first.last + 1 < second.first for first, second in zip(joined(one), joined(one)[1:], strict=False)
    )


@given(RUNS)
def test_a_serial_named_twice_is_refused(runs: Runs) -> None:
    named = [serial for run in runs for serial in serials_in((run,))]
    if len(named) == len(set(named)):
        assert require_runs(runs, pa("603a.20(f)(3)")) == joined(runs)
    else:
        with pytest.raises(RuleViolation, match="named twice"):
            require_runs(runs, pa("603a.20(f)(3)"))


def test_runs_as_forms_show_them() -> None:
    assert spelled((Run(1, 5), Run(9, 9))) == "000000001 to 000000005, 000000009"
    assert spelled(()) == "none"
    for run in (Run(2, 1), Run(0, 5)):
        with pytest.raises(RuleViolation, match="no run of serial numbers"):
            require_runs((run,), pa("603a.20(f)(3)"))
