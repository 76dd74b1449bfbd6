"""Witnesses: they sign for a journal that grew, and for no second version of its past."""

import base64
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.journal import BadCheckpoint, Draft, Journal, JournalUnavailable, Outside, Signer
from houseway.journal.checkpoint import stated
from houseway.journal.proofs import prove_growth
from houseway.journal.rounds import Rounds, WitnessAt
from houseway.journal.witness import Forked, Witness, ask_witness, serve_witness
from tests.journal.houses import NOON

HOUSE = Signer("houseway/riverside", bytes(range(32)))
SEER = Signer("witness.example/w1", bytes(range(32, 64)), witness=True)


def play(journal: Journal, entries: int, what: str = "move") -> None:
    at = journal.version("table/1")
    journal.append_all(Draft("table/1", at + number, what, {}, NOON) for number in range(entries))


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return Witness(SEER, [HOUSE.public], tmp_path / "seen.json", lambda: 1_700_000_000.5)


@pytest.fixture
def address(witness: Witness) -> Iterator[str]:
    with serve_witness(witness, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def request(old: int, proof: tuple[bytes, ...], note: str) -> str:
    return "\n".join((f"old {old}", *(base64.b64encode(one).decode() for one in proof), "", note))


def test_a_witness_signs_for_a_journal_that_grows_and_says_when(place: str, witness: Witness) -> None:
    with Journal.open(place, signer=HOUSE) as journal:
        play(journal, 5)
        first = journal.checkpoint()
        answer = witness.add(request(0, (), first))
        assert (answer.status, SEER.public.check(first + answer.text).entries) == (200, 5)
        play(journal, 8)
        second = journal.checkpoint()
        assert witness.add(request(0, (), second)) == (409, "5\n", "text/x.tlog.size")
        answer = witness.add(request(5, prove_growth(journal, 5, 13), second))
        assert answer.status == 200
        journal.keep_cosigned(second + answer.text, SEER.public)
        assert journal.verify(Outside((HOUSE.public, SEER.public), (witness.last(HOUSE.public.name),))).ok
        assert journal.verify(Outside((SEER.public,), (witness.last(HOUSE.public.name),))).ok


def test_a_cosignature_is_over_the_moment_too() -> None:
    note = HOUSE.sign(3, bytes(32))
    line = SEER.cosign(note, 1_700_000_000)
    signed = bytearray(base64.b64decode(line.split(" ")[2]))
    assert SEER.public.check(note + line).entries == 3
    assert int.from_bytes(signed[4:12]) == 1_700_000_000
    signed[11] ^= 1
    later = f"— {SEER.public.name} {base64.b64encode(signed).decode()}\n"
    with pytest.raises(BadCheckpoint, match="does not fit"):
        SEER.public.check(note + later)
    with pytest.raises(BadCheckpoint, match="right length"):
        SEER.public.check(note + f"— {SEER.public.name} {base64.b64encode(signed[:-1]).decode()}\n")


def test_a_witness_refuses_a_fork_also_after_it_was_restarted(tmp_path: Path, witness: Witness) -> None:
    with Journal.open(tmp_path / "true.db", signer=HOUSE) as journal:
        play(journal, 6)
        assert witness.add(request(0, (), journal.checkpoint())).status == 200
    again = Witness(SEER, [HOUSE.public], tmp_path / "seen.json")
    with Journal.open(tmp_path / "other.db", signer=HOUSE) as journal:
        play(journal, 6, "another move")
        assert again.add(request(6, (), journal.checkpoint())).status == 409
        play(journal, 3)
        rewritten = journal.checkpoint()
        assert again.add(request(6, prove_growth(journal, 6, 9), rewritten)).status == 422
        assert again.add(request(0, (), rewritten)).status == 409


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("", 400),
        ("old x\n\n", 400),
        ("old 0\nnot base64!\n\n" + HOUSE.sign(1, bytes(32)), 400),
        ("old 0\n" + "AAAA\n" * 64 + "\n" + HOUSE.sign(1, bytes(32)), 400),
        ("old 2\n\n" + HOUSE.sign(1, bytes(32)), 400),
        ("old 0\n\nnonsense", 400),
        ("old 0\n\n" + Signer.create("houseway/hilltop").sign(1, bytes(32)), 404),
        ("old 0\n\n" + Signer.create("houseway/riverside").sign(1, bytes(32)), 403),
    ],
)
def test_what_a_witness_cannot_sign_for_is_refused(witness: Witness, said: str, status: int) -> None:
    assert witness.add(said).status == status
    assert witness.last("houseway/riverside") == ""


def test_a_file_of_what_was_seen_that_cannot_be_read_is_no_fresh_start(tmp_path: Path) -> None:
    (tmp_path / "seen.json").write_text("{", "utf-8")
    with pytest.raises(JournalUnavailable, match="does not hold what a witness has seen"):
        Witness(SEER, [HOUSE.public], tmp_path / "seen.json")


def test_a_house_shows_its_checkpoints_and_keeps_what_comes_back(place: str, address: str) -> None:
    with Journal.open(place, signer=HOUSE) as journal:
        rounds = Rounds(journal, [WitnessAt.parse(f"{SEER.public.text()}@{address}")])
        for entries in (3, 0, 4):
            play(journal, entries)
            rounds.show()
        kept = [stated(note).entries for note in journal.checkpoints() if SEER.public.name in note]
        assert kept == [3, 7]
        assert journal.verify().ok
    with urllib.request.urlopen(f"{address}/checkpoint?origin=houseway%2Friverside") as answer:
        assert SEER.public.check(answer.read().decode()).entries == 7


def test_a_house_that_puts_an_older_copy_back_is_found_out(
    tmp_path: Path, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    witnesses = [WitnessAt(SEER.public, address)]
    with Journal.open(tmp_path / "journal.db", signer=HOUSE) as journal:
        play(journal, 9)
        rounds = Rounds(journal, witnesses)
        rounds.go()
        rounds.end()
    with Journal.open(tmp_path / "older.db", signer=HOUSE) as journal:
        play(journal, 5)
        rounds = Rounds(journal, witnesses)
        with pytest.raises(Forked, match="has seen 9 entries of this journal, which has 5"):
            rounds.show()
        play(journal, 5, "another move")
        rounds.round()
        assert "it was rewritten" in caplog.text


def test_a_witness_that_is_away_is_asked_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    asked: list[str] = []

    def away(address: str, *_: object) -> str:
        asked.append(address)
        raise JournalUnavailable("it does not answer", "wait")

    with Journal.open(tmp_path / "journal.db", signer=HOUSE) as journal:
        play(journal, 1)
        rounds = Rounds(journal, [WitnessAt(SEER.public, "http://away")], ask=away)
        rounds.round()
        rounds.round()
    assert asked == ["http://away"] * 2
    assert "it does not answer" in caplog.text


def test_a_house_is_told_why_a_witness_does_not_sign(address: str) -> None:
    stranger = Signer.create("houseway/hilltop")
    with pytest.raises(JournalUnavailable, match="did not sign: 404"):
        ask_witness(address, stranger.sign(1, bytes(32)), lambda *_: ())
    with pytest.raises(JournalUnavailable, match="no address of a witness"):
        ask_witness("file:///etc", stranger.sign(1, bytes(32)), lambda *_: ())
    for path, data in (
        ("/elsewhere", b"x"),
        ("/add-checkpoint", b"\xff"),
        ("/add-checkpoint", b"x" * 20_000),
    ):
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(address + path, data)
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{address}/checkpoint?origin=nobody")


@pytest.mark.parametrize("text", ["", "nonsense", f"{HOUSE.public.text()}@http://here", SEER.public.text()])
def test_what_names_no_witness_is_refused(text: str) -> None:
    with pytest.raises(BadCheckpoint):
        WitnessAt.parse(text)
