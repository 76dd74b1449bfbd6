"""The commands about the record that go beyond verify, export and checkpoint: proofs, two verifiers, keys, witnesses."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from houseway.floor.demo import PASSWORD
from houseway.floor.demo_people import AUDITOR, DEALER, STAFF
from houseway.journal import Journal, Signer, programs, timestamp
from tests.commands import run_command

Run = Callable[..., subprocess.CompletedProcess[str]]
ADMINISTRATOR = next(one.credential for one in STAFF if one.position.value == "systems administrator")


@pytest.fixture
def houseway(demo_house: Path) -> Run:
    """The command in the folder of the demo property."""

    def run(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        known = {**os.environ, "HOUSEWAY_DB": str(demo_house), **environment}
        return run_command(arguments, folder=demo_house.parent, typed=typed, environment=known)

    return run


def told(done: subprocess.CompletedProcess[str], code: int = 0) -> Any:
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def test_an_export_is_checked_twice_and_one_entry_is_proved(houseway: Run, demo_house: Path) -> None:
    signed = told(houseway("journal", "checkpoint", "--json"))
    kept = demo_house.with_name("kept.txt")
    kept.write_text(signed["checkpoint"], "utf-8")
    houseway("journal", "export", "--output", "all.jsonl")
    against = ("journal", "verify-export", "all.jsonl", "--checkpoint", "kept.txt", "--key", signed["key"])
    assert told(houseway(*against, "--json"))["second"] == {"ok": True, "problem": ""}
    assert "verified, twice" in houseway(*against).stdout
    exported = demo_house.with_name("all.jsonl")
    exported.write_bytes(exported.read_bytes().replace(b'"seat":1', b'"seat":2', 1))
    found = told(houseway(*against, "--json"), 1)
    assert not found["ok"]
    assert not found["second"]["ok"]
    assert "second verifier: entry" in houseway(*against).stdout

    proof = demo_house.with_name("proof.json")
    proof.write_text(houseway("journal", "prove", "12").stdout, "utf-8")
    check = ("journal", "check-proof", "proof.json", "--key")
    assert told(houseway(*check, signed["key"], "--json"))["entry"]["position"] == 12
    assert houseway(*check, signed["key"]).stdout.startswith("Proved: entry 12 of ")
    proof.write_text(proof.read_text("utf-8").replace('"position": 12', '"position": 13'), "utf-8")
    assert "NOT PROVED" in houseway(*check, signed["key"]).stdout
    assert not told(houseway(*check, signed["key"], "--json"), 1)["ok"]
    assert houseway(*check, "nonsense").returncode == 2
    assert houseway("journal", "prove", "0").returncode == 2


def test_verification_goes_on_from_what_was_kept(houseway: Run, demo_house: Path) -> None:
    key = told(houseway("journal", "checkpoint", "--json"))["key"]
    trusted = ("journal", "verify", "--key", key)
    assert houseway("journal", "verify", "--keep", "kept.txt").returncode == 2
    entries = told(houseway(*trusted, "--keep", "kept.txt", "--json"))["entries"]
    with Journal.open(demo_house) as journal:
        journal.append("aside", 0, "noted", {})
    on = (*trusted, "--since", "kept.txt")
    assert houseway(*on).stdout.startswith(
        f"1 entries verified after the {entries} that were verified before;"
    )
    stranger = Signer.create("houseway").public.text()
    unsigned = houseway("journal", "verify", "--key", stranger, "--keep", "other.txt")
    assert unsigned.returncode == 1
    assert not demo_house.with_name("other.txt").exists()


def test_days_are_archived_and_verified_twice(houseway: Run, demo_house: Path) -> None:
    key = told(houseway("journal", "checkpoint", "--json"))["key"]
    with Journal.open(demo_house) as journal:
        later = datetime.now(UTC) + timedelta(days=2)
        journal.append("aside", 0, "noted", {}, timestamp(later))
        entries = journal.head().position - 1
    archived = told(houseway("journal", "archive", "archived", "--json"))
    assert sum(one["entries"] for one in archived) == entries
    files = [one["file"] for one in archived]
    assert {(demo_house.parent / file).stat().st_mode & 0o777 for file in files} == {0o600}
    check = ("journal", "verify-archive", *files, "--key", key)
    assert told(houseway(*check, "--json"))["second"] == {"ok": True, "problem": ""}
    assert houseway("journal", "archive", "archived").stdout == "Archived: no further day is over\n"
    (demo_house.parent / files[0]).unlink()
    again = told(houseway("journal", "archive", "archived", "--until", archived[0]["day"], "--json"))
    assert [one["file"] for one in again] == files[:1]
    told_otherwise = demo_house.parent / files[0]
    told_otherwise.write_bytes(told_otherwise.read_bytes().replace(b'"version":1}', b'"version":2}', 1))
    found = told(houseway(*check, "--json"), 1)
    assert not found["ok"]
    assert not found["second"]["ok"]


def test_a_key_is_changed_by_two_people_and_the_old_one_is_worth_nothing(
    houseway: Run, demo_house: Path
) -> None:
    before = told(houseway("journal", "checkpoint", "--json"))["key"]
    path = demo_house.with_name(demo_house.name + ".key")
    old = path.read_text("ascii")
    change = ("journal", "change-key", "--as", ADMINISTRATOR, "--witness")
    assert houseway(*change, DEALER, typed=f"{PASSWORD}\n{PASSWORD}\n").returncode == 3
    assert path.read_text("ascii") == old
    after = told(houseway(*change, AUDITOR, "--json", typed=f"{PASSWORD}\n{PASSWORD}\n"))["key"]
    assert after != before
    assert told(houseway("journal", "checkpoint", "--json"))["key"] == after
    for key in (before, after):
        assert told(houseway("journal", "verify", "--key", key, "--json"))["ok"]
    path.write_text(old, "ascii")
    assert "the journal is signed with the key" in houseway("journal", "checkpoint").stderr
    path.unlink()
    missing = houseway("journal", "checkpoint")
    assert missing.returncode == 4
    assert "the key that signs this journal is not at" in missing.stderr
    assert not path.exists(), "no other key is made in its place"


def test_a_key_lies_where_it_is_said_to_lie(houseway: Run, demo_house: Path) -> None:
    elsewhere = demo_house.with_name("keys") / "signing.key"
    assert houseway("journal", "checkpoint", HOUSEWAY_SIGNING_KEY=str(elsewhere)).returncode == 0
    assert elsewhere.stat().st_mode & 0o777 == 0o600
    with Journal.open(demo_house, read_only=True) as journal:
        assert list(programs(journal).values())


def test_a_witness_and_a_house_that_puts_back_an_older_copy(houseway: Run, demo_house: Path) -> None:
    key = told(houseway("journal", "checkpoint", "--json"))["key"]
    folder = demo_house.with_name("witness")
    started = [sys.executable, "-m", "houseway", "witness", key, "--name", "w.example/1", "--json"]
    with subprocess.Popen(
        [*started, "--port", "0", "--folder", str(folder)], stdout=subprocess.PIPE, text=True
    ) as witness:
        assert witness.stdout is not None
        said = json.loads("".join(iter(witness.stdout.readline, "}\n")) + "}")
        try:
            from houseway.cli.books import open_journal
            from houseway.journal.rounds import Rounds, WitnessAt

            older = demo_house.read_bytes()
            with open_journal(str(demo_house), write=True) as journal:
                journal.append(
                    "property", journal.version("property"), "demo-completed", {"record": "demo-completed"}
                )
                Rounds(journal, [WitnessAt.parse(f"{said['key']}@{said['address']}")]).show()
            for beside in demo_house.parent.glob(f"{demo_house.name}-*"):
                beside.unlink()
            demo_house.write_bytes(older)
            refused = houseway("serve", "--demo", "--witness", f"{said['key']}@{said['address']}", PORT="1")
            assert refused.returncode == 1
            # The demo would complete what the older copy lacks; the witness is asked before that.
            assert "an older copy was put back" in refused.stderr
        finally:
            witness.terminate()
    seen = json.loads((folder / "seen.json").read_text("utf-8"))
    kept = demo_house.with_name("seen.txt")
    kept.write_text(next(iter(seen.values())), "utf-8")
    found = told(houseway("journal", "verify", "--checkpoint", "seen.txt", "--key", said["key"], "--json"), 1)
    assert "rolled back" in found["problem"]


@pytest.mark.parametrize("arguments", [("witness", "--name", "w"), ("witness", "nonsense", "--name", "w")])
def test_a_witness_is_told_what_it_watches(houseway: Run, arguments: tuple[str, ...]) -> None:
    done = houseway(*arguments)
    assert done.returncode == 2
    assert re.search("public keys of the journals|a key is written as", done.stderr)
