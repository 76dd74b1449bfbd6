"""Luck that can be had again: what a training table draws in a test follows from the test's name.

A test that fails for the cards it was dealt fails again when it is run again. HOUSEWAY_SEED=… tries other luck, here and
in the property tests.
"""

import os
from random import Random

import pytest

from houseway.equipment import chance


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the place of the operating system's entropy: bytes that follow from the name of the test."""
    entropy = Random(f"{os.environ.get('HOUSEWAY_SEED', '')} {request.node.nodeid}").randbytes
    for draw in (chance.below, chance.die, chance.throw):
        monkeypatch.setattr(draw, "__defaults__", (entropy,))
