"""The whole house from one seed, with everything that must hold.

HOUSEWAY_SIMULATED_EVENTS says how much happens, HOUSEWAY_SIMULATION_SEED from which seed; a failure names the seed.
"""

import logging
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from houseway.cli.office_checking import verify as verify_books
from houseway.games import games
from houseway.journal import Head
from tests.floor.failing_calls import install
from tests.floor.later_versions import Versions
from tests.floor.simulation import Simulation
from tools.reliability import note

_LOG = logging.getLogger(__name__)
EVENTS = int(os.environ.get("HOUSEWAY_SIMULATED_EVENTS", "250"))
SEED = int(os.environ.get("HOUSEWAY_SIMULATION_SEED", "1"))
# So much happens at least between two looks at everything, and so many looks there are while the house doubles what happened in it.
_LOOK_EVERY, _LOOKS = 2_500, 40
# Opening a house, and proving to a witness that it only grew, take longer the more has happened: they are as much seldomer.
_CALM_FROM = 50_000
# Another version comes each time that so much more has happened than when the last one did: all of the record is replayed under it.
_UPGRADED_AFTER = 1.25


def simulated(place: Path, seed: int, events: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Head, str]:
    """A house in which so much has happened, everything checked; where the record ends, and what happened in words."""
    with monkeypatch.context() as patched, _repeatable(seed, events):
        versions = Versions(patched, random.Random(f"versions {seed}"))
        house = Simulation(place, seed, install(patched), versions, calm=max(1, events // _CALM_FROM))
        try:
            done = upgraded = 0
            while done < events:
                some = min(max(_LOOK_EVERY, done // _LOOKS), events - done)
                house.go_on(some)
                done += some
                if done >= _UPGRADED_AFTER * upgraded:
                    house.upgrade()
                    upgraded = done
                house.check(whole=done == events)
                _LOG.info("%s of %s: %s", done, events, _told(house))
            # By the version that wrote there last.
            assert verify_books(db=str(place)) == 0
            return house.journal.head(), _told(house)
        finally:
            house.journal.close()


@contextmanager
def _repeatable(seed: int, events: int) -> Iterator[None]:
    """Whatever fails says how it is repeated."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"HOUSEWAY_SIMULATION_SEED={seed} HOUSEWAY_SIMULATED_EVENTS={events} repeats it")
        raise


def _told(house: Simulation) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in sorted(house.told.items()))


def test_whatever_happens_in_a_house_everything_holds(
    memory_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = memory_path / "house.db"
    head, told = simulated(place, SEED, EVENTS, monkeypatch)
    assert head.position > EVENTS // 2 + 20 * len(games())
    assert "is as it stands" in capsys.readouterr().out
    found = f"{EVENTS:,} happenings, {head.position:,} entries, all held ({told})"
    note("simulation", f"seed {SEED}", found, "1,000,000 happenings")


@pytest.mark.long
def test_the_same_seed_gives_the_same_house(memory_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, again = (simulated(memory_path / f"{number}.db", 7, 40, monkeypatch) for number in range(2))
    assert one == again
