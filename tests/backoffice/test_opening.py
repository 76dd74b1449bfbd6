"""The settings of a house: its clock and the origin of its checkpoints, settled at its opening; its name, by an order."""

from datetime import UTC, date, datetime
from pathlib import Path

import msgspec
import pytest

from houseway.backoffice.office import Office
from houseway.backoffice.people import Position
from houseway.backoffice.postings.book import OpenHouse, RenameHouse
from houseway.backoffice.postings.postings import house_name
from houseway.cli.app import run
from houseway.floor import Floor
from houseway.floor.demo_tables import submissions
from houseway.floor.property import Mode
from houseway.journal import Journal
from houseway.law import RuleViolation
from tests.backoffice.house import HOUSE, WHO, staff

# Half past five in the morning in Denver, half past seven in New York.
EARLY = datetime(2014, 5, 2, 11, 30, tzinfo=UTC)


def mountain(journal: Journal, at: datetime = EARLY) -> Office:
    office = Office(journal, lambda: at)
    office.open_house(
        HOUSE, staff(), zone="America/Denver", gaming_day_starts="05:45", origin="mountain.example/journal"
    )
    return office


def test_a_house_keeps_its_gaming_days_by_the_clock_it_was_opened_with(place: str) -> None:
    with Journal.open(place) as journal:
        mountain(journal)
        # Whoever opens the journal later, in another process, finds them there.
        office = Office(journal, lambda: EARLY)
        with office.desk() as desk:
            assert desk.day == date(2014, 5, 1)
            assert f"{desk.at:%H:%M %Z}" == "05:30 MDT"
        assert office.opening is not None
        assert office.opening.origin == "mountain.example/journal"


def test_its_tables_go_by_that_clock_as_well(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "house.db") as journal:
        mountain(journal)
        floor = Floor(journal, lambda: EARLY)
        submission = submissions()["TDF-1"]
        place = floor.set_up_table("TDF-1", "Football", submission, mode=Mode.TRAINING, tray=100_000)
        assert place.set_up.clock is not None
        assert (place.set_up.clock.zone, f"{place.set_up.clock.starts:%H:%M}") == ("America/Denver", "05:45")


def test_a_house_that_said_nothing_has_the_usual_clock(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "house.db") as journal:
        office = Office(journal, lambda: EARLY)
        office.open_house(HOUSE, staff())
        assert office.days.zone.key == "America/New_York"
        assert office.opening is not None
        assert office.opening.origin == "houseway"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"zone": "Mars/Olympus"}, "there is no time zone 'Mars/Olympus'"),
        ({"zone": "../etc"}, "there is no time zone"),
        ({"gaming_day_starts": "6am"}, "gaming_day_starts"),
        ({"gaming_day_starts": "24:00"}, "gaming_day_starts"),
        ({"origin": "two words"}, "cannot name a key"),
    ],
)
def test_a_clock_that_nobody_could_read_opens_no_house(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: dict[str, str], said: str
) -> None:
    file = tmp_path / "house.json"
    file.write_bytes(msgspec.json.encode({"name": HOUSE, "people": list(staff()), **given}))
    assert run(["people", "open", str(file), "--db", str(tmp_path / "house.db")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "house.db").exists()


def test_checkpoints_speak_of_the_house_they_are_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, journal = tmp_path / "house.json", str(tmp_path / "house.db")
    house = OpenHouse(name=HOUSE, people=tuple(staff()), zone="America/Denver", origin="mountain")
    file.write_bytes(msgspec.json.encode({**msgspec.to_builtins(house), "order": "open-house"}))
    assert run(["people", "open", str(file), "--db", journal]) == 0
    capsys.readouterr()
    assert run(["journal", "checkpoint", "--db", journal, "--json"]) == 0
    told = msgspec.json.decode(capsys.readouterr().out)
    assert told["checkpoint"].splitlines()[0] == "mountain"
    assert told["key"].startswith("mountain+")


def test_the_name_over_the_door_changes_by_two_departments(place: str) -> None:
    with Journal.open(place) as journal:
        office = mountain(journal)
        before = office.opening
        with pytest.raises(RuleViolation, match="is called"):
            office.propose(RenameHouse(name=HOUSE), who=WHO[Position.SYSTEMS_ADMINISTRATOR], key="same")
        standing = office.propose(
            RenameHouse(name="Summit"), who=WHO[Position.SYSTEMS_ADMINISTRATOR], key="rename"
        )
        assert office.house == HOUSE
        office.execute(standing.digest, who=WHO[Position.AUDITOR])
        assert office.house == "Summit"
        again = Office(journal, lambda: EARLY)
        with again.desk() as desk:
            assert house_name(desk.connection) == "Summit"
        # Sessions and checkpoints do not hang on the name.
        assert again.opening == before
