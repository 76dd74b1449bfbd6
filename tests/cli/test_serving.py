"""`houseway serve`: a house of one's own, or the demo, and never the one for the other."""

import stat
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from houseway.cli.app import run
from houseway.floor import Floor
from houseway.floor.demo import PROPERTY, STAFF
from houseway.journal import Journal

Refused = Callable[..., str]


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    """What `houseway serve` says that is refused, with its exit code, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def refused(*arguments: str, code: int = 2) -> str:
        assert run(["serve", *arguments]) == code
        return capsys.readouterr().err

    return refused


@pytest.fixture
def valley(tmp_path: Path) -> Path:
    """A house of one's own."""
    file = tmp_path / "house.db"
    with Journal.open(file) as journal:
        Floor(journal).office.open_house("Valley Casino", STAFF)
    return file


def test_a_mistyped_database_is_refused_and_nothing_is_made(refused: Refused, tmp_path: Path) -> None:
    said = refused("--db", "tpyo/huose.db", code=4)
    assert "there is no journal tpyo/huose.db" in said
    assert "houseway people open" in said
    assert "houseway serve --demo" in said
    assert list(tmp_path.iterdir()) == []


def test_an_empty_journal_is_not_served_but_told_what_to_do(refused: Refused, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "empty.db"):
        pass
    said = refused("--db", "empty.db")
    assert "there is no house in empty.db yet" in said
    assert "houseway people open FILE" in said


def test_an_empty_postgresql_database_is_not_filled(refused: Refused, postgresql: str) -> None:
    said = refused("--db", postgresql, code=4)
    assert "is empty" in said
    assert "houseway people open" in said


def test_a_real_house_is_never_made_into_the_demo(refused: Refused, valley: Path) -> None:
    before = valley.read_bytes()
    said = refused("--demo", "--db", str(valley))
    assert "is the journal of Valley Casino, not of the demo property" in said
    assert valley.read_bytes() == before


def test_nor_is_one_that_happens_to_have_its_name(refused: Refused, tmp_path: Path) -> None:
    people = [msgspec.structs.replace(one, person=f"mine-{one.person}") for one in STAFF]
    with Journal.open(tmp_path / "house.db") as journal:
        Floor(journal).office.open_house(PROPERTY, people)
    assert "not of the demo property" in refused("--demo", "--db", "house.db")


def test_the_demo_with_its_published_password_is_served_only_by_that_name(
    refused: Refused, demo_house: Path
) -> None:
    said = refused("--db", str(demo_house))
    assert "is the demo property, whose password is published" in said
    assert "--demo" in said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--host", "0.0.0.0"), "without TLS"),
        (("--certificate", "chain.pem"), "a certificate and its key go together"),
        (("--allow-host", "https://house.example"), "'https://house.example' is no host name"),
        (("--trusted-proxy", "proxy"), "'proxy' is neither an address nor a network"),
        (("--certificate", "none.pem", "--key", "none.key"), "cannot be read"),
        (("--log-level", "loud"), "loud"),
    ],
)
def test_what_cannot_stand_on_the_network_is_refused_with_its_fix(
    refused: Refused, valley: Path, given: tuple[str, ...], said: str
) -> None:
    answer = refused("--db", str(valley), *given)
    assert said in answer
    assert "fix: " in answer


def test_the_environment_says_the_same(
    refused: Refused, valley: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_ALLOW_HOST", "a.example b:1")
    assert "'b:1' is no host name" in refused("--db", str(valley))
    monkeypatch.delenv("HOUSEWAY_ALLOW_HOST")
    monkeypatch.setenv("HOUSEWAY_HOST", "0.0.0.0")
    assert "without TLS" in refused("--db", str(valley))


def test_journal_and_keys_are_for_their_owner_alone(valley: Path, capsys: pytest.CaptureFixture[str]) -> None:
    valley.chmod(0o644)
    for made in ("checkpoint",), ("export", "--output", str(valley.with_name("record.jsonl"))):
        assert run(["journal", *made, "--db", str(valley)]) == 0
    with Journal.open(valley) as journal:
        Floor(journal)
        found = {file.name: stat.S_IMODE(file.stat().st_mode) for file in valley.parent.iterdir()}
    assert {"house.db", "house.db-wal", "house.db-shm", "house.db.key", "record.jsonl"} <= set(found)
    assert set(found.values()) == {0o600}
