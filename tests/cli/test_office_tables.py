"""Coupons printed in the house, and what a table's record says, from the command line."""

import json
import stat
from datetime import date, timedelta
from pathlib import Path

import pytest

from houseway.backoffice.coupons.barcode import SHORTEST_SECRET, payload
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.coupons.serials import State, coupon_of, find
from houseway.cli import office_tables
from houseway.cli.app import run
from houseway.cli.books import coupon_key_file, coupon_stamps
from houseway.cli.output import Failure
from houseway.floor import Floor
from houseway.floor.coupon_key import load_or_create_stamps
from houseway.floor.demo import PASSWORD
from houseway.floor.demo_coupons import IN_PATRONS_HANDS_TODAY
from houseway.journal import Journal, JournalUnavailable
from tests.floor.live import STAMP, move, play_at
from tests.floor.test_figures import close, count, played
from tests.floor.test_redeeming import CRAPS

FIRST = IN_PATRONS_HANDS_TODAY[0].first
IN_STOCK = Run(81, 100)
FINANCE, PIT_MANAGER, AUDITOR = "PA-2001", "PA-1004", "PA-6001"


@pytest.fixture
def house(demo_house: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOUSEWAY_DB", str(demo_house))
    monkeypatch.setenv("HOUSEWAY_PASSWORD", PASSWORD)
    return demo_house


def printed(file: Path, first: int = IN_STOCK.first, last: int = IN_STOCK.last, who: str = FINANCE) -> int:
    return run(["office", "coupons", str(first), str(last), "--pdf", str(file), "--as", who])


@pytest.mark.clause("603a.20(p)")
def test_a_finance_supervisor_prints_coupons_of_the_stock(house: Path, tmp_path: Path) -> None:
    sheets = tmp_path / "coupons.pdf"
    assert printed(sheets) == 0
    assert sheets.read_bytes().startswith(b"%PDF")
    assert printed(tmp_path / "again.pdf") == 3, "a second paper would be a second coupon"
    assert printed(tmp_path / "again.pdf", FIRST, FIRST) == 3, "nor is what a patron has printed once more"
    assert not (tmp_path / "again.pdf").exists()


def test_the_key_of_the_command_line_is_the_one_that_the_tables_read(house: Path) -> None:
    with Journal.open(house, create=False) as journal:
        floor = Floor(journal, stamps=(stamps := coupon_stamps(str(house), journal)))
        play_at(floor, "CR-2", 1)
        with floor.office.desk() as desk:
            coupon, entry = coupon_of(desk.connection, FIRST), find(desk.connection, FIRST)
        assert coupon is not None
        assert entry is not None
        code = payload(coupon, entry.design, stamps[0])
        dealer = floor.assigned(floor.table("CR-2"))["dealer"]
        floor.present_coupon("CR-2", code, seat=1, wager="pass", amount=1000, who=dealer)
        with floor.office.desk() as desk:
            taken = find(desk.connection, FIRST)
        assert taken is not None
        assert taken.state is State.REDEEMED


@pytest.mark.parametrize(
    ("first", "last", "who", "code", "said"),
    [
        (IN_STOCK.first, IN_STOCK.last, PIT_MANAGER, 3, "not printed by the pit manager"),
        (IN_STOCK.first, IN_STOCK.last, "PA-2002", 3, "not printed by the finance clerk"),
        (299, 301, FINANCE, 3, "000000301"),
        (5, 4, FINANCE, 2, "no run"),
    ],
)
def test_other_coupons_and_other_people_print_nothing(
    house: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    first: int,
    last: int,
    who: str,
    code: int,
    said: str,
) -> None:
    assert printed(tmp_path / "none.pdf", first, last, who) == code
    assert said in capsys.readouterr().err
    assert not (tmp_path / "none.pdf").exists()


# The key.


def test_the_coupon_key_is_the_owners_alone_and_not_in_the_journal(house: Path) -> None:
    file = coupon_key_file(str(house))
    with Journal.open(house, create=False) as journal:
        (stamp,) = coupon_stamps(str(house), journal)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert coupon_stamps(str(house), journal) == (stamp,), "it is made once"
        kept = file.read_bytes()
        file.write_text(f"HW1 {'ab' * SHORTEST_SECRET}\n", "ascii")
        with pytest.raises(JournalUnavailable, match="does not hold the key that marks this house's coupons"):
            coupon_stamps(str(house), journal)
        file.unlink()
        with pytest.raises(JournalUnavailable, match="the key that marks this house's coupons is not at"):
            coupon_stamps(str(house), journal)
        assert not file.exists(), "no other key is made in its place"
        file.touch(mode=0o600)
        file.write_bytes(kept)
    assert len(stamp.secret) >= SHORTEST_SECRET
    assert stamp.secret.hex() not in repr(stamp)
    for other in house.parent.glob("house.db*"):
        if other != file:
            assert stamp.secret not in other.read_bytes()
            assert stamp.secret.hex().encode() not in other.read_bytes()
    assert sorted(one.name for one in house.parent.iterdir() if "coupons" in one.name) == [file.name]


def test_an_older_key_is_still_read_after_the_newer_one(tmp_path: Path) -> None:
    file = tmp_path / "coupons.key"
    (old,) = load_or_create_stamps(file)
    file.write_text(f"HW2 {'ab' * 32}\n{file.read_text()}")
    assert [stamp.id for stamp in load_or_create_stamps(file)] == ["HW2", old.id]


@pytest.mark.parametrize(
    ("text", "mode", "said"),
    [
        ("", 0o600, "names no key"),
        ("HW1 zz\n", 0o600, "is no key"),
        ("HW1 abcd\n", 0o600, "is no key"),
        (f"HW1 {'ab' * 32}\nHW1 {'cd' * 32}\n", 0o600, "or one twice"),
        (f"HW1 {'ab' * 32}\n", 0o644, "can be read by others"),
    ],
)
def test_a_key_file_that_is_unsound_or_open_to_others_is_refused(
    tmp_path: Path, text: str, mode: int, said: str
) -> None:
    file = tmp_path / "coupons.key"
    file.write_text(text)
    file.chmod(mode)
    with pytest.raises(JournalUnavailable, match=said) as refusal:
        load_or_create_stamps(file)
    assert "ab" * 8 not in str(refusal.value)


# A table's record.


def test_the_figures_and_the_fairness_of_a_table_are_told(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["office", "figures", "TDF-2"]) == 2
    assert "has not been open yet" in capsys.readouterr().err
    assert run(["office", "fairness", "TDF-2"]) == 2
    assert "no dice have been thrown" in capsys.readouterr().err
    assert run(["office", "fairness", "T-9"]) == 2
    with Journal.open(house, create=False) as journal:
        floor = Floor(journal)
        for _ in range(30):
            move(floor, "TDF-1", "place-wager", "player", seat=1, wager="touchdown", amount=500)
            _throw_sixes(floor)
    capsys.readouterr()
    assert run(["office", "figures", "TDF-1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["drop"] == 150_000
    assert told["win"] == told["closer"] - told["opener"] + told["drop"]
    assert run(["office", "figures", "TDF-1"]) == 0
    assert "coupons dropped" in capsys.readouterr().out
    assert run(["office", "fairness", "TDF-1"]) == 1
    said = capsys.readouterr().out
    assert "Set TDF-1-A: SUSPICIOUS" in said
    assert "with a probability of 90%" in said, "the power of the test is told with it"
    assert run(["office", "fairness", "TDF-1", "--json"]) == 1
    (one,) = json.loads(capsys.readouterr().out)
    assert one["dice"][2]["counts"][5] == one["dice"][2]["throws"]
    assert one["together"]["power"] == 0.9


def test_the_count_of_a_closed_table_is_held_to_its_record(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open(house, create=False) as journal:
        floor = Floor(journal, stamps=[STAMP])
        played(floor)
        day = floor.office.days.day_of(floor.clock())

    def hold(table: str, on: date) -> int:
        return run(["office", "hold", table, on.isoformat(), "--as", AUDITOR])

    assert hold("T-9", day) == 2
    assert hold(CRAPS, day - timedelta(days=1)) == 2
    assert "was not open on" in capsys.readouterr().err
    assert hold(CRAPS, day) == 3
    assert "still open on the floor" in capsys.readouterr().err
    with Journal.open(house, create=False) as journal:
        floor = Floor(journal, stamps=[STAMP])
        close(floor)
        count(floor, day, floor.table(CRAPS).state.chips["tray"] + 100_000, 50_000, 1)
    assert hold(CRAPS, day) == 0
    assert "record-expected executed" in capsys.readouterr().out


# Who could staff the tables.


@pytest.mark.clause("465a.35(b)", "465a.35(c)#1")
def test_a_roster_is_proposed_for_the_tables_that_are_to_open(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["office", "roster"]) == 0
    said = capsys.readouterr().out
    assert "Floorpersons" in said
    assert "stickperson" in said
    some = {"TDF-2": ["PA-1001", "PA-1002", "PA-1101"], "SB-2": ["PA-1102"]}
    people = [credential for crew in some.values() for credential in crew]
    assert office_tables.roster(*some, person=[*people, "PA-1003"], json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["lawful"]
    assert told["floorpersons"] == 1
    assert told["supervised"][0]["assignment"]["tables"] == ["TDF-2", "SB-2"]


@pytest.mark.clause("465a.35(b)(3)#1", "465a.35(c)#1")
def test_or_the_clauses_that_make_it_impossible(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert office_tables.roster("TDF-2", person=["PA-1001", "PA-1003"]) == 1
    assert "465a.35(b)(3)#1" in capsys.readouterr().out
    assert office_tables.roster("TDF-2", "PG-2", "CR-2", person=["PA-1001"], json=True) == 1
    assert not json.loads(capsys.readouterr().out)["lawful"]
    with pytest.raises(Failure, match="no table 'T-9'"):
        office_tables.roster("T-9")
    with pytest.raises(Failure, match="nobody who may be rostered"):
        office_tables.roster("TDF-2", person=["PA-2001"])


def _throw_sixes(floor: Floor) -> None:
    """A whole throw at the training table in which every die shows a six, and whatever follows from it."""
    for _ in range(12):
        place = floor.table("TDF-1")
        legal = {lawful.move: lawful for lawful in place.legal(floor.clock())}
        if "call-numbers" in legal:
            called = legal["call-numbers"]
            move(floor, "TDF-1", "call-numbers", called.by[0], green_1=6, green_2=6, red=6)
            return
        chosen = next(legal[name] for name in place.game.book.routine if name in legal)
        fields = {name: values[0] for name, values in chosen.fields.items()}
        move(floor, "TDF-1", chosen.move, chosen.by[0], **fields)
    raise AssertionError("the dice were never called")
