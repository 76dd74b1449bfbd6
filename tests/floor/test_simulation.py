"""The whole house from one seed, with everything that must hold.

HOUSEWAY_SIMULATED_EVENTS says how much happens, HOUSEWAY_SIMULATION_SEED from which seed; a failure names the seed.
"""

import os
from pathlib import Path

import pytest

from houseway.cli.office_checking import verify as verify_books
from houseway.games import games
from houseway.journal import Head
from tests.floor.failing_calls import install
from tests.floor.simulation import Simulation
from tools.reliability import note

EVENTS = int(os.environ.get("HOUSEWAY_SIMULATED_EVENTS", "250"))
SEED = int(os.environ.get("HOUSEWAY_SIMULATION_SEED", "1"))
# So much happens between two looks at everything.
_LOOK_EVERY = 2_500


def simulated(place: Path, seed: int, events: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Head, str]:
    """A house in which so much has happened, everything checked; where the record ends, and what happened in words."""
    with monkeypatch.context() as patched:
        house = Simulation(place, seed, install(patched))
        try:
            done = 0
            while done < events:
                some = min(_LOOK_EVERY, events - done)
                house.go_on(some)
                house.check()
                done += some
            told = ", ".join(f"{count:,} {what}" for what, count in sorted(house.told.items()))
            return house.journal.head(), told
        except BaseException as error:
            error.add_note(f"HOUSEWAY_SIMULATION_SEED={seed} HOUSEWAY_SIMULATED_EVENTS={events} repeats it")
            raise
        finally:
            house.journal.close()


def test_whatever_happens_in_a_house_everything_holds(
    memory_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = memory_path / "house.db"
    head, told = simulated(place, SEED, EVENTS, monkeypatch)
    assert head.position > EVENTS // 2 + 20 * len(games())
    assert verify_books(db=str(place)) == 0
    assert "is as it stands" in capsys.readouterr().out
    found = f"{EVENTS:,} happenings, {head.position:,} entries, all held ({told})"
    note("simulation", f"seed {SEED}", found, "1,000,000 happenings")


@pytest.mark.long
def test_the_same_seed_gives_the_same_house(memory_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, again = (simulated(memory_path / f"{number}.db", 7, 40, monkeypatch) for number in range(2))
    assert one == again
