"""The public surface: what `from houseway import …` gives, and the examples that use it."""

import subprocess
import sys
from pathlib import Path

import pytest

import houseway

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_surface_is_what_it_says() -> None:
    assert houseway.__all__ == sorted(houseway.__all__)
    assert set(houseway.__all__) == {*houseway._HOMES, "__version__"}
    for name in houseway.__all__:
        assert getattr(houseway, name) is not None


def test_no_other_name_is_made_up() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'roulette'"):
        _ = houseway.roulette


TOLD = {
    "settle_a_round.py": "1 small win 25.0 625a.",
    "exact_odds.py": "two-of-a-kind 1",
    "read_the_law.py": "661a.6(c)(2)",
}


def test_every_example_is_run() -> None:
    assert {file.name for file in EXAMPLES.glob("*.py")} == TOLD.keys()


@pytest.mark.parametrize("example", TOLD)
def test_an_example_says_what_it_promises(example: str) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLES / example], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert TOLD[example] in done.stdout
