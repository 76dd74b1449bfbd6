"""Group commit: who appends at the same time shares a commit, and is answered for the own entry alone."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from houseway.journal import Conflict, Draft, Journal, JournalUnavailable, Signer
from houseway.journal.group import Group
from tests.journal.houses import NOON


def _draft(stream: str, version: int) -> Draft:
    return Draft(stream, version, "act", {}, NOON)


class Desk:
    """Writes what it is given, and waits before the first until it is told to go on."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.begun, self.go_on = threading.Event(), threading.Event()

    def write_all(self, given: Sequence[int]) -> Sequence[str | Exception]:
        self.batches.append(list(given))
        if len(self.batches) == 1:
            self.begun.set()
            assert self.go_on.wait(60)
        if 13 in given:
            raise JournalUnavailable("the disk is full", "free some space")
        return [ValueError(f"{one} is odd") if one % 2 else f"wrote {one}" for one in given]


def waiting(group: Group[int, str], many: int) -> None:
    """Until so many wait for the one who writes."""
    while len(group._waiting) < many:
        threading.Event().wait(0.001)


def test_those_who_come_while_one_writes_are_written_together_and_answered_each_for_their_own() -> None:
    desk = Desk()
    group: Group[int, str] = Group(desk.write_all)
    with ThreadPoolExecutor(5) as threads:
        first = threads.submit(group.write, 0)
        assert desk.begun.wait(60)
        others = {number: threads.submit(group.write, number) for number in (2, 3, 4)}
        waiting(group, 3)
        desk.go_on.set()
        assert first.result(60) == "wrote 0"
        assert [others[number].result(60) for number in (2, 4)] == ["wrote 2", "wrote 4"]
        with pytest.raises(ValueError, match="3 is odd"):
            others[3].result(60)
    assert [sorted(batch) for batch in desk.batches] == [[0], [2, 3, 4]]


def test_where_nothing_can_be_written_nobody_is_told_that_it_was_and_the_next_may_try() -> None:
    desk = Desk()
    desk.go_on.set()
    group: Group[int, str] = Group(desk.write_all)
    with pytest.raises(JournalUnavailable, match="the disk is full"):
        group.write(13)
    assert group.write(14) == "wrote 14"


def test_whoever_is_interrupted_leaves_nobody_waiting() -> None:
    def interrupted(given: Sequence[int]) -> Sequence[str]:
        raise KeyboardInterrupt

    group: Group[int, str] = Group(interrupted)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            group.write(1)


def test_many_at_once_make_one_chain(place: str) -> None:
    """Tables of their own, and one stream at which all try for the same version."""
    with Journal.open(place, signer=Signer.create("house.example/journal")) as journal:

        def play(table: int) -> int:
            for version in range(20):
                assert (
                    journal.append(f"table/{table}", version, "act", {"n": version}, NOON).version
                    == version + 1
                )
            won = 0
            for version in range(5):
                try:
                    journal.append("rivals", version, "act", {"by": table}, NOON)
                    won += 1
                except Conflict as conflict:
                    assert conflict.actual > version
            return won

        with ThreadPoolExecutor(8) as threads:
            won = sum(threads.map(play, range(8)))
        assert journal.streams() == {"rivals": won, **{f"table/{table}": 20 for table in range(8)}}
        assert journal.head().position == 160 + won
        assert journal.verify().ok


def test_a_group_whose_one_member_comes_too_late_records_the_others(place: str) -> None:
    with Journal.open(place) as journal:
        for stream in "abc":
            journal.append(stream, 0, "act", {}, NOON)
        given = [(stream, 1) for stream in "ab"] + [("c", 0), ("a", 2)]
        answers = journal._append_group(
            [(draft, b"{}") for draft in (_draft(stream, version) for stream, version in given)]
        )
        assert [getattr(answer, "version", answer.__class__) for answer in answers] == [2, 2, Conflict, 3]
        # With nothing wrong, and nobody else, without asking first.
        again = journal._append_group([(_draft("b", 2), b"{}"), (_draft("c", 1), b"{}")])
        assert [getattr(answer, "version", None) for answer in again] == [3, 2]
        assert journal.verify().ok
        # Somebody else has written meanwhile.
        with Journal.open(place) as other:
            other.append("b", 3, "act", {}, NOON)
        late = journal._append_group([(_draft("a", 3), b"{}"), (_draft("b", 3), b"{}")])
        assert [getattr(answer, "version", answer.__class__) for answer in late] == [4, Conflict]
        assert journal.verify().ok
