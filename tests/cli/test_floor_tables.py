"""Tables at the command line: what stands on the floor, what may come next, and what is refused in words."""

import json
from pathlib import Path

import pytest

from houseway.cli.app import run
from houseway.floor.demo import PASSWORD
from houseway.floor.demo_people import PIT_MANAGER

TABLE = "TDF-2"


@pytest.fixture(autouse=True)
def house(demo_house: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOUSEWAY_DB", str(demo_house))
    monkeypatch.setenv("HOUSEWAY_PASSWORD", PASSWORD)
    return demo_house


def test_the_tables_of_the_floor_and_what_may_come_next(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "list", "--json"]) == 0
    listed = {row["table"]: row for row in json.loads(capfd.readouterr().out)}
    assert (listed[TABLE]["mode"], listed[TABLE]["status"]) == ("live", "closed")
    assert run(["table", "next", TABLE]) == 0
    assert "661a.2(b)" in capfd.readouterr().out
    assert run(["table", "next", "NONE"]) == 2
    assert "houseway table list" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("told", "code", "said"),
    [
        (["attest", "step=layout-approved", "reference=nonsense ref"], 3, "no 'nonsense ref' in force"),
        (["buy-in", "seat=1", "amount=25"], 3, "open the table first"),
        (["buy-in", "seat=1", "amount=lots"], 2, "no amount in dollars"),
        (["take-seat", "seat"], 2, "name=value"),
        (["waltz"], 2, "knows no move 'waltz'"),
        (["take-seat"], 2, "take-seat needs seat=…\n  fix: houseway table next TDF-2 lists"),
        (["take-seat", "seat=1", "colour=red"], 2, "take-seat has no field colour"),
        (["take-seat", "seat=soup"], 2, "take-seat: "),
    ],
)
def test_what_is_refused_is_said_with_its_clause_or_its_fix(
    capfd: pytest.CaptureFixture[str], told: list[str], code: int, said: str
) -> None:
    by = ["--by", "pit-manager"] if told[0] == "attest" else []
    assert run(["table", "move", TABLE, *told, *by, "--as", PIT_MANAGER]) == code
    assert said in capfd.readouterr().err


def test_a_check_list_is_answered_for_by_who_may(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "attest", TABLE, "--as", PIT_MANAGER]) == 0
    said = capfd.readouterr().out
    assert "lines attested at TDF-2" in said
    assert "still open: The dice meet the physical standard" in said
    assert run(["table", "attest", TABLE, "--as", PIT_MANAGER, "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["attested"] == []
