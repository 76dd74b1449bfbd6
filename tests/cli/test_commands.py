import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cyclopts import App

from houseway.cli.app import app, run
from houseway.cli.books import open_journal
from houseway.cli.output import BAD_INPUT
from houseway.floor import Floor
from houseway.journal import Journal, Signer
from tests.commands import run_command

ROUND = """
game = "three-dice-football"
[[wagers]]
seat = 1
wager = "touchdown"
amount = 25
[[throws]]
dice = [4, 4, 4]
wagers = [{ seat = 1, wager = "penalty", amount = 5 }]
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def houseway(tmp_path: Path) -> Run:
    """The command in an empty folder, in a process that finds everything loaded."""

    def run(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        known = {**os.environ, "HOUSEWAY_DB": str(tmp_path / "house.db"), **environment}
        return run_command(arguments, folder=tmp_path, typed=typed, environment=known)

    return run


@pytest.fixture
def whole_command(tmp_path: Path) -> Run:
    """The command as a person runs it, in an empty folder, from the start of Python on."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "houseway", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            env={**os.environ, "HOUSEWAY_DB": str(tmp_path / "house.db"), **environment},
        )

    return run


@pytest.fixture
def round_file(tmp_path: Path) -> Path:
    file = tmp_path / "round.toml"
    file.write_text(ROUND, encoding="utf-8")
    return file


@pytest.fixture
def house(demo_house: Path) -> Path:
    """A journal with the demo property."""
    return demo_house


def output(done: subprocess.CompletedProcess[str]) -> Any:
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refused(done: subprocess.CompletedProcess[str], code: int) -> str:
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def commands(group: App, *words: str) -> Iterator[tuple[str, App]]:
    """Every command of a group and of the groups in it, as it is typed."""
    for name in (name for name in group if not name.startswith("-")):
        if (found := group[name]).default_command is None:
            yield from commands(found, *words, name)
        else:
            yield " ".join((*words, name)), found


COMMANDS = dict(commands(app))


@pytest.mark.parametrize("command", COMMANDS)
def test_help_explains_every_command_and_everything_it_takes(command: str) -> None:
    found = COMMANDS[command]
    assert (found.help or "").strip()
    taken = found.assemble_argument_collection(parse_docstring=True)
    assert not [argument.name for argument in taken if not (argument.parameter.help or "").strip()]


@pytest.mark.parametrize(
    ("typed", "whose"),
    [
        (("replay",), "houseway replay --help"),
        (("office", "sign"), "houseway office sign --help"),
        (("office", "soup"), "houseway office --help"),
        (("soup",), "houseway --help"),
        (("office", "hold", "TDF-1", "soup", "--as", "PA-1"), "houseway office hold --help"),
    ],
    ids=str,
)
def test_whoever_mistypes_is_sent_to_the_help_of_that_command(
    typed: tuple[str, ...], whose: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(typed) == BAD_INPUT
    assert f"see {whose}\n" in capsys.readouterr().err


def test_help_comes_at_once(whole_command: Run) -> None:
    whole_command("--help")
    spans = []
    for _ in range(5):
        before = os.times()
        assert whole_command("--help").returncode == 0
        after = os.times()
        # Work, not waiting: other tests may be busy beside this one.
        spans.append(
            after.children_user + after.children_system - before.children_user - before.children_system
        )
    assert min(spans) <= 0.3


@pytest.mark.parametrize(
    "command",
    [
        ("law", "show", "661a.6(c)(2)"),
        ("law", "coverage", "--chapter", "661a"),
        ("lab", "edge", "--game", "sic-bo", "--wager", "small"),
        ("games",),
        ("journal", "verify"),
        ("replay", "TDF-1"),
    ],
    ids=" ".join,
)
def test_every_command_speaks_to_people_and_to_programs(
    whole_command: Run, houseway: Run, house: Path, command: tuple[str, ...]
) -> None:
    said = whole_command(*command)
    assert said.returncode == 0, said.stderr
    assert said.stdout.strip()
    assert output(houseway(*command, "--json"))


def test_law_show_tells_summary_reading_symbol_and_tests(houseway: Run) -> None:
    said = houseway("law", "show", "661a.6(c)(2)").stdout
    assert "A green total below red costs exactly one yard and the down." in said
    assert "reading 661-04" in said
    assert "no regulator has confirmed it" in said
    assert "implemented by houseway.games.three_dice_football.field:play_of" in said
    assert (
        "tested by tests/games/three_dice_football/test_field.py::test_penalty_moves_the_marker_back_one_yard"
        in said
    )


def test_law_coverage_lists_every_clause_with_symbols_and_tests(houseway: Run) -> None:
    rows = output(houseway("law", "coverage", "--json"))
    assert len(rows) > 2500
    told = {"id", "chapter", "origin", "duty", "held", "rides_along", "symbols", "tests"}
    assert all(set(row) == told for row in rows)
    assert {row["held"] for row in rows} == {"function", "data", "citation", "nowhere"}


def test_law_coverage_tells_rules_from_citations_and_counts_apart_what_no_source_prints(
    houseway: Run,
) -> None:
    said = houseway("law", "coverage", "--chapter", "633a").stdout
    printed, _, beside = said.partition("Beside the printed clauses, and no part of a chapter")
    assert "by a rule" in printed
    assert "only cited" in printed
    assert "printed" in printed
    assert "public copy" not in printed
    assert "public copy" in beside
    each = houseway("law", "coverage", "--chapter", "609a", "--each").stdout
    assert "609a." in each
    assert "held as" in each


def test_law_show_says_of_what_no_source_prints_what_it_is(houseway: Run) -> None:
    assert "no registered clause: read in a public copy" in houseway("law", "show", "633a.3(d)").stdout
    common = houseway("law", "show", "common:baccarat/decks").stdout
    assert "no registered clause: common practice, the operator's choice" in common
    (row,) = output(houseway("law", "show", "601a.10(c)", "--json"))
    assert (row["origin"], row["held"]) == ("public copy", "function")
    assert "no registered clause" not in houseway("law", "show", "661a.6(c)(2)").stdout


def test_lab_edge_gives_the_exact_fraction(houseway: Run) -> None:
    (record,) = output(houseway("lab", "edge", "--game", "sic-bo", "--wager", "total-9", "--json"))
    assert (record["edge"], record["interval"], record["option"]) == ("41/216", None, "")


def test_lab_edge_takes_options_of_the_submission(houseway: Run) -> None:
    option = ("--option", "two_of_a_kind=exactly-two")
    (record,) = output(
        houseway("lab", "edge", "--game", "sic-bo", "--wager", "two-of-a-kind", *option, "--json")
    )
    assert (record["edge"], record["option"]) == ("3/8", "two_of_a_kind=exactly-two")


def test_settle_prints_the_settlement_in_lawful_order_with_clauses(houseway: Run, round_file: Path) -> None:
    said = houseway("settle", str(round_file)).stdout.splitlines()
    penalty, touchdown = [line.split() for line in said if "Penalty" in line or "Touchdown  " in line]
    assert penalty[:6] == ["1", "1", "Penalty", "$5", "loses", "\N{MINUS SIGN}$5"]
    assert touchdown[:6] == ["2", "1", "Touchdown", "$25", "wins", "+$25"]
    assert touchdown[-3:] == ["661a.3(b)(1),", "661a.8(a),", "661a.6(f)(1)"]
    # What the throw showed, what it means, and the net: in the words of the page.
    assert said[-1].startswith("Roll 1 \N{MIDDLE DOT} ")
    assert said[-1].endswith("position 1 +$20")


def test_settle_explains_itself(houseway: Run, round_file: Path) -> None:
    said = houseway("settle", str(round_file), "--explain").stdout
    assert "Game over after 1 play: trips touchdown, the offense scores  [661a.6(c)(5)]" in said
    assert "661a.8(a): Touchdown Wager pays 1 to 1." in said
    assert "661-05: (f) governs the game-ending down, (d) all others." in said


def test_settle_gives_json(houseway: Run, round_file: Path) -> None:
    lines = output(houseway("settle", str(round_file), "--json"))["lines"]
    assert [(line["wager"], line["result"], line["paid"]) for line in lines] == [
        ("penalty", "lose", 0),
        ("touchdown", "win", 2500),
    ]


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ('"touchdown"', '"field-goal"', 3, "there is no wager 'field-goal'"),
        ("amount = 25", "amount = 2", 3, "below the posted minimum of $5"),
        ("[4, 4, 4]", "[4, 7, 4]", 3, "no die shows 7"),
        ("[4, 4, 4]", "[4, 4", 2, "not TOML"),
        ("three-dice-football", "roulette", 2, "there is no game 'roulette'"),
        ("seat = 1\nwager", "seat = 1\nchair = 2\nwager", 2, "wager 1 has no `chair`"),
    ],
)
def test_a_round_that_will_not_do_is_refused_plainly(
    houseway: Run, round_file: Path, old: str, new: str, code: int, said: str
) -> None:
    round_file.write_text(ROUND.replace(old, new, 1), encoding="utf-8")
    assert said in refused(houseway("settle", str(round_file)), code)


def test_a_refusal_names_clause_and_fix_in_words_and_in_json(houseway: Run, round_file: Path) -> None:
    round_file.write_text(ROUND.replace("amount = 25", "amount = 2"), encoding="utf-8")
    said = refused(houseway("settle", str(round_file)), 3)
    assert "clause: 125-149:RAF(10)#2" in said
    assert "fix: wager at least $5" in said
    told = json.loads(houseway("settle", str(round_file), "--json").stdout)["error"]
    assert (told["clause"], told["fix"], told["code"]) == ("125-149:RAF(10)#2", "wager at least $5", 3)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("law", "show", "661a.99"), "no clause '661a.99'"),
        (("law", "coverage", "--chapter", "999a"), "the register has no chapter '999a'"),
        (("restore", "nowhere.db"), "there is no backup nowhere.db"),
        (("lab", "edge", "--game", "roulette"), "there is no game 'roulette'"),
        (("lab", "edge", "--wager", "straight-up"), "no game has a figure for a wager 'straight-up'"),
        (("lab", "edge", "--option", "seats=3"), "an option belongs to a game"),
        (
            ("lab", "edge", "--game", "sic-bo", "--option", "colour=red"),
            "there is no option 'colour'; choose one of",
        ),
        (
            ("lab", "edge", "--game", "sic-bo", "--option", "two_of_a_kind=two"),
            "is none of at-least-two, exactly-two",
        ),
        (("lab", "edge", "--game", "baccarat", "--option", "ez=maybe"), "ez: 'maybe' is not true or false"),
        (("settle", "nowhere.toml"), "there is no file nowhere.toml"),
        (("deal",), "has no command 'deal'"),
        (("settle",), "settle"),
    ],
)
def test_bad_input_is_named(houseway: Run, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused(houseway(*arguments), 2)


def test_an_unknown_wager_of_a_known_game_cites_the_catalogue(houseway: Run) -> None:
    said = refused(houseway("lab", "edge", "--game", "sic-bo", "--wager", "straight-up"), 3)
    assert "clause: 625a.3" in said


def test_a_journal_that_is_not_there_is_not_made_by_looking(houseway: Run, tmp_path: Path) -> None:
    assert "fix:" in refused(houseway("journal", "verify"), 4)
    assert not (tmp_path / "house.db").exists()


def test_a_locked_journal_is_reported(houseway: Run, house: Path) -> None:
    with sqlite3.connect(house) as holder:
        holder.execute("BEGIN IMMEDIATE")
        said = refused(houseway("journal", "checkpoint"), 4)
    assert "locked" in said or "busy" in said


def test_a_file_that_is_no_journal_is_reported(houseway: Run, house: Path) -> None:
    house.write_text("not a database at all, but long enough to be looked at as one " * 40, encoding="utf-8")
    assert "fix:" in refused(houseway("replay", "TDF-1"), 4)


def test_verify_names_the_first_entry_that_was_changed(houseway: Run, house: Path) -> None:
    with sqlite3.connect(house) as forger:
        for (name,) in forger.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            forger.execute(f"DROP TRIGGER {name}")
        forger.execute("UPDATE entries SET body = replace(body, 'PA-1001', 'PA-9999') WHERE position = 2")
    done = houseway("journal", "verify")
    assert done.returncode == 1
    assert "entry 2" in done.stdout


def test_an_export_holds_every_entry_and_never_overwrites(houseway: Run, house: Path, tmp_path: Path) -> None:
    told = output(houseway("journal", "export", "--output", "books.jsonl", "--json"))
    written = (tmp_path / "books.jsonl").read_text("utf-8").splitlines()
    assert len(written) >= told["entries"] > 50
    assert "exists already" in refused(houseway("journal", "export", "--output", "books.jsonl"), 2)
    assert houseway("journal", "export").stdout.splitlines() == written


def test_a_checkpoint_kept_outside_catches_a_journal_rolled_back(
    houseway: Run, house: Path, tmp_path: Path
) -> None:
    earlier = house.read_bytes()
    with Journal.open(house) as journal:
        Floor(journal).submit("TDF-1", {"move": "take-seat", "seat": 5}, who="patron")
    told = output(houseway("journal", "checkpoint", "--json"))
    kept = tmp_path / "kept.txt"
    kept.write_text(told["checkpoint"], encoding="utf-8")
    against = ("journal", "verify", "--checkpoint", "kept.txt", "--key", told["key"])
    assert houseway(*against).returncode == 0
    for leftover in tmp_path.glob("house.db-*"):
        leftover.unlink()
    house.write_bytes(earlier)
    rolled_back = houseway(*against)
    assert rolled_back.returncode == 1
    assert "NOT VERIFIED" in rolled_back.stdout
    assert "go together" in refused(houseway("journal", "verify", "--checkpoint", "kept.txt"), 2)


def test_replay_tells_the_record_and_stops_where_told(houseway: Run, house: Path) -> None:
    said = houseway("replay", "TDF-1").stdout
    assert "Position 1 buys chips for $1,000  [603a.10(a)]" in said
    assert re.search(r"^ +2  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d E[SD]T  Dice TDF-1-A are issued", said, re.M)
    told = output(houseway("replay", "TDF-1", "--until", "3", "--json"))
    assert (told["version"], len(told["record"])) == (3, 2)
    assert "there is no table 'R-1'" in refused(houseway("replay", "R-1"), 2)


def test_a_port_that_is_taken_is_refused(houseway: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as holder:
        said = refused(houseway("serve", "--demo", PORT=str(holder.getsockname()[1])), 2)
    assert "cannot listen" in said
    assert "fix: stop what listens there" in said


def test_a_port_that_is_none_is_refused(houseway: Run) -> None:
    assert "PORT=eighty is not a port" in refused(houseway("serve", "--demo", PORT="eighty"), 2)


def forge(house: Path, change: str) -> None:
    """Change the journal behind its back."""
    with sqlite3.connect(house) as forger:
        for (name,) in forger.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            forger.execute(f"DROP TRIGGER {name}")
        forger.execute(change)


def test_a_forged_table_is_named_and_the_others_still_replay(houseway: Run, house: Path) -> None:
    forge(house, "UPDATE entries SET body = CAST('{}' AS BLOB) WHERE stream = 'table/TDF-1' AND version = 3")
    said = refused(houseway("replay", "TDF-1"), 1)
    assert "table/TDF-1 version 3: it cannot be replayed" in said
    assert "fix: run houseway journal verify" in said
    assert houseway("replay", "SB-1").returncode == 0
    listed = houseway("table", "list")
    assert "table TDF-1 is set aside: table/TDF-1 version 3" in " ".join(listed.stdout.split())


def test_a_record_that_differs_from_todays_rules_is_named_and_stands(houseway: Run, house: Path) -> None:
    with Journal.open(house) as journal:
        entry = next(one for one in journal.read("table/TDF-1") if b"bought-in" in one.body)
        version = journal.version("table/TDF-1")
        body = json.loads(entry.body)
        amount = body["events"][0]["amount"]
        body["events"][0]["amount"] = amount + 500
        journal.append("table/TDF-1", version, "act", body)
    said = f"bought-in: amount is recorded as {amount + 500}, today's rules give {amount}"
    assert json.loads(houseway("replay", "TDF-1", "--json").stdout)["differences"] == [
        {"version": version + 1, "said": said}
    ]
    assert "what was recorded stands" in houseway("replay", "TDF-1").stdout
    for command in ("journal", "office"):
        told = houseway(command, "verify", "--json")
        assert told.returncode == 0
        assert json.loads(told.stdout)["tables"] == [{"table": "TDF-1", "version": version + 1, "said": said}]
        assert "today's rules give" in " ".join(houseway(command, "verify").stdout.split())


@pytest.mark.parametrize("until", ["0", "-1", "9999"])
def test_a_version_the_table_never_had_is_refused(houseway: Run, house: Path, until: str) -> None:
    said = refused(houseway("replay", "TDF-1", f"--until={until}"), 2)
    assert f"TDF-1 has no version {until}" in said


def test_a_checkpoint_that_is_none_is_bad_input_and_a_forged_one_is_not_verified(
    houseway: Run, house: Path, tmp_path: Path
) -> None:
    told = output(houseway("journal", "checkpoint", "--json"))
    kept = tmp_path / "kept.txt"
    against = ("journal", "verify", "--checkpoint", "kept.txt", "--key", told["key"])
    for garbled in (b"", b"garbled", b"\xff\xfe", told["checkpoint"].encode() * 2):
        kept.write_bytes(garbled)
        assert "kept.txt" in refused(houseway(*against), 2)
    kept.unlink()
    said = refused(houseway(*against), 2)
    assert said.startswith("houseway: there is no file kept.txt\n  fix: ")
    assert "Errno" not in said
    kept.write_text(told["checkpoint"].replace("\n", "\n1", 1), encoding="utf-8")
    forged = houseway(*against)
    assert forged.returncode == 1
    assert "NOT VERIFIED" in forged.stdout
    other = Signer.create("houseway").public.text()
    kept.write_text(told["checkpoint"], encoding="utf-8")
    assert houseway(*against[:-1], other).returncode == 1


def test_a_checkpoint_makes_neither_journal_nor_key(houseway: Run, tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("not a journal " * 100, encoding="utf-8")
    for place in ("typo.db", "other.txt", "sqlite:///typo.db", "folder/typo.db"):
        refused(houseway("journal", "checkpoint", "--db", place), 4)
    assert [file.name for file in tmp_path.iterdir()] == ["other.txt"]


def test_the_key_lies_beside_the_file_of_an_address(houseway: Run, house: Path, tmp_path: Path) -> None:
    assert houseway("journal", "checkpoint", "--db", "sqlite:///house.db").returncode == 0
    assert (tmp_path / "house.db.key").exists()


def test_a_checkpoint_is_utf_8_wherever_it_is_printed(whole_command: Run, house: Path) -> None:
    done = whole_command("journal", "checkpoint", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert "— houseway " in done.stdout


def test_an_export_that_fails_leaves_nothing_behind(houseway: Run, house: Path, tmp_path: Path) -> None:
    assert "there is no folder nowhere" in refused(
        houseway("journal", "export", "--output", "nowhere/a.jsonl"), 2
    )
    forge(house, "UPDATE entries SET body = CAST('{' AS BLOB) WHERE position = 20")
    refused(houseway("journal", "export", "--output", "a.jsonl"), 4)
    assert not (tmp_path / "a.jsonl").exists()


def test_settle_reads_a_file_with_a_byte_order_mark(houseway: Run, round_file: Path) -> None:
    round_file.write_text(ROUND, encoding="utf-8-sig")
    assert houseway("settle", str(round_file), "--explain").returncode == 0


def test_what_no_command_foresaw_is_still_told_in_words(houseway: Run, round_file: Path) -> None:
    round_file.write_text("game = " + "[" * 100_000, encoding="utf-8")
    assert "nested too deeply" in refused(houseway("settle", str(round_file)), 2)


def test_a_reader_who_has_seen_enough_is_not_mistaken_for_a_broken_journal(house: Path) -> None:
    with pytest.raises(BrokenPipeError), open_journal(str(house)):
        raise BrokenPipeError


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only where there is a device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written_is_told(unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "houseway", "games", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "No space left" in done.stderr


# A house that is no demo property: opened, its people given accounts, and their passwords.

NEW_HOUSE: dict[str, Any] = {
    "name": "Liberty Bell",
    "people": [
        {"person": name, "credential": number, "name": name, "position": position, "since": "2014-01-01"}
        for name, number, position in (
            ("ada", "PA-1", "systems administrator"),
            ("bob", "PA-2", "internal auditor"),
            ("cyd", "PA-3", "finance clerk"),
        )
    ],
}
ADA, BOB, CYD = "lantern over the river", "seven quiet ledgers", "a drawer of old dimes"


def opened(houseway: Run, tmp_path: Path, house: Any = NEW_HOUSE) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "house.json"
    file.write_text(json.dumps(house), encoding="utf-8")
    return houseway("people", "open", str(file))


def access_records(tmp_path: Path) -> list[tuple[str, dict[str, Any]]]:
    with Journal.open(tmp_path / "house.db") as journal:
        return [(entry.kind, json.loads(entry.body)) for entry in journal.read("office-access")]


def test_a_new_house_is_opened_and_its_people_get_accounts(houseway: Run, tmp_path: Path) -> None:
    assert "Liberty Bell is open, with 3 people" in opened(houseway, tmp_path).stdout
    assert "is open already" in refused(opened(houseway, tmp_path), 3)
    together = ("--as", "PA-1", "--witness", "PA-2")
    first = refused(houseway("people", "account", "PA-3", typed=f"{CYD}\n"), 3)
    assert "opened by information technology" in first
    assert "clause: 603a.20(r)(2)#2" in first
    assert houseway("people", "account", "PA-1", typed=f"{ADA}\n").returncode == 0
    assert "nobody in particular" in refused(houseway("people", "account", "PA-3", typed=f"{CYD}\n"), 3)
    assert houseway("people", "account", "PA-2", typed=f"{BOB}\n").returncode == 0
    alone = ("--as", "PA-1", "--witness", "PA-1")
    said = refused(houseway("people", "account", "PA-3", *alone, typed=f"{ADA}\n{ADA}\n{CYD}\n"), 3)
    assert "witnessed by internal audit" in said
    done = houseway("people", "account", "PA-3", *together, "--json", typed=f"{ADA}\n{BOB}\n{CYD}\n")
    assert output(done) == {"done": "PA-3 has an account"}
    told = output(houseway("office", "refusals", "--as", "PA-2", "--json", typed=f"{BOB}\n"))
    assert [(one["who"], one["order"]) for one in told] == [
        ("", "open-house"),
        ("", "open-account"),
        ("", "open-account"),
        ("PA-1", "open-account"),
    ]
    accounts = [body for kind, body in access_records(tmp_path) if kind == "account-opened"]
    assert [(one["credential"], one["by"], one["witness"]) for one in accounts] == [
        ("PA-1", "", ""),
        ("PA-2", "", ""),
        ("PA-3", "PA-1", "PA-2"),
    ]
    files = b"".join(file.read_bytes() for file in tmp_path.glob("house.db*"))
    assert not any(secret.encode() in files for secret in (ADA, BOB, CYD))


def test_a_password_is_changed_forgotten_renewed_and_an_account_closed(houseway: Run, tmp_path: Path) -> None:
    opened(houseway, tmp_path)
    for credential, typed in (("PA-1", ADA), ("PA-2", BOB)):
        assert houseway("people", "account", credential, typed=f"{typed}\n").returncode == 0
    together = ("--as", "PA-1", "--witness", "PA-2")
    assert houseway("people", "account", "PA-3", *together, typed=f"{ADA}\n{BOB}\n{CYD}\n").returncode == 0
    new = "another drawer of dimes"
    assert "at least 12" in refused(
        houseway("people", "password", "--as", "PA-3", typed=f"{CYD}\nshort\n"), 2
    )
    assert houseway("people", "password", "--as", "PA-3", typed=f"{CYD}\n{new}\n").returncode == 0
    assert "wrong" in refused(houseway("people", "password", "--as", "PA-3", typed=f"{CYD}\n{new}\n"), 3)
    assert "takes two people" in refused(houseway("people", "account", "PA-3", "--renew"), 2)
    renewed = houseway("people", "account", "PA-3", *together, "--renew", typed=f"{ADA}\n{BOB}\n{CYD}\n")
    assert "PA-3 has another password" in renewed.stdout
    assert "no password of PA-1 was given" in refused(houseway("people", "close", "PA-3", "--as", "PA-1"), 2)
    said = refused(houseway("people", "close", "PA-3", "--as", "PA-2", HOUSEWAY_PASSWORD=BOB), 3)
    assert "closed by information technology" in said
    assert houseway("people", "close", "PA-3", "--as", "PA-1", HOUSEWAY_PASSWORD=ADA).returncode == 0
    assert "has no account" in refused(
        houseway("people", "close", "PA-3", "--as", "PA-1", HOUSEWAY_PASSWORD=ADA), 2
    )
    kinds = [(kind, body.get("by")) for kind, body in access_records(tmp_path) if body.get("by")]
    assert kinds == [("account-opened", "PA-1"), ("password-changed", "PA-1"), ("account-closed", "PA-1")]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"people": NEW_HOUSE["people"][:1]},
            "needs somebody who posts people: the internal auditor or above",
        ),
        ({"people": [NEW_HOUSE["people"][0], *NEW_HOUSE["people"]]}, "cannot have the person 'ada'"),
        ({"people": [{**NEW_HOUSE["people"][0], "credential": "PA-2"}, *NEW_HOUSE["people"][1:]]}, "'PA-2'"),
        ({"name": ""}, "length >= 1"),
    ],
)
def test_a_house_that_could_not_be_run_is_not_opened(
    houseway: Run, tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    done = opened(houseway, tmp_path, NEW_HOUSE | change)
    assert done.returncode in (2, 3)
    assert said in done.stderr
    assert opened(houseway, tmp_path).returncode == 0
