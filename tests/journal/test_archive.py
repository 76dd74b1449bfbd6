"""Archives by gaming day: each is verified alone, a row of them has no gap, and two verifiers say the same of every lie."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from houseway.journal import (
    BadCheckpoint,
    Draft,
    Journal,
    Outside,
    canonical,
    change_key,
    enter_key,
    second_verifier,
    timestamp,
)
from houseway.journal.archive import archives, spans, verify_archives
from houseway.table.days import GamingDays
from tests.journal.test_trust import HOUSE, OTHER

DAYS = GamingDays()
# Six in the morning in New York.
OPENING = datetime(2024, 5, 1, 10, tzinfo=UTC)
TRUSTED = Outside((HOUSE.public,))
File = list[Any]


def moments(*hours: float) -> list[str]:
    """So many hours after the first gaming day began."""
    return [timestamp(OPENING + timedelta(hours=hour)) for hour in hours]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[File], str]:
    """Four archives, the third of a day on which nothing was recorded, and a checkpoint of the journal's end."""
    with Journal.open(tmp_path_factory.mktemp("house") / "journal.db", signer=HOUSE) as journal:
        journal.append_all(
            Draft(f"table/{number % 2}", number // 2, "move", {"pays": number}, at)
            for number, at in enumerate(moments(*range(18), 24.5, 25, 24.2, *range(26, 40), 73, 80, 97))
        )
        note = journal.checkpoint()
        written = [list(lines) for _, lines in archives(journal, note, DAYS, lambda _: True)]
    assert [json.loads(lines[0])["entries"] for lines in written] == [18, 17, 0, 2]
    return [[json.loads(line) for line in lines] for lines in written], note


def both(files: list[File], outside: Outside = TRUSTED) -> tuple[bool, int | None, int]:
    """What both verifiers say: whether all is well, the first bad entry, the good ones."""
    data = [[canonical(line) + b"\n" for line in lines] for lines in files]
    report = verify_archives(data, outside)
    try:
        count = second_verifier.verify_archives(
            data, [key.text() for key in outside.keys], outside.checkpoints
        )
        second: tuple[bool, int | None] = (True, None)
        assert count == report.entries
    except second_verifier.Bad as bad:
        second = (False, bad.entry)
    assert (report.ok, report.first_bad) == second, report.problem
    return (*second, report.entries)


def test_every_archive_is_verified_alone_and_in_its_row(house: tuple[list[File], str]) -> None:
    files, note = house
    for lines in files:
        assert both([lines]) == (True, None, len(lines) - 1)
    for first in range(4):
        for end in range(first + 1, 5):
            assert both(files[first:end])[0]
    assert both(files)[2] == 37
    assert both(files, Outside((HOUSE.public,), (note,)))[0]


def test_a_day_ends_where_the_next_begins_whatever_a_clock_says() -> None:
    told = enumerate(moments(1, 2, 25, 23, 26, 20, 49), 1)
    found = [(span.day, span.after, span.until) for span in spans(told, DAYS)]
    assert found == [(date(2024, 5, 1), 0, 2), (date(2024, 5, 2), 2, 6)], "the last day is not over yet"
    assert list(spans([], DAYS)) == []


def test_gaming_days_keep_the_clock_of_the_house_when_it_is_put_forward() -> None:
    start = DAYS.start_of(date(2024, 3, 9))
    told = [(number, timestamp(start + timedelta(hours=12 * number))) for number in range(1, 8)]
    found = list(spans(told, DAYS))
    assert [one.ends for one in found[:-1]] == [one.begins for one in found[1:]]
    lengths = [datetime.fromisoformat(one.ends) - datetime.fromisoformat(one.begins) for one in found]
    assert lengths[:2] == [timedelta(hours=23), timedelta(hours=24)]


def _lies() -> dict[str, Callable[[list[File]], None]]:
    def body(files: list[File]) -> None:
        files[1][4]["body"]["pays"] = 99

    def removed(files: list[File]) -> None:
        del files[1][4]

    def first_removed(files: list[File]) -> None:
        del files[1][1]

    def last_removed(files: list[File]) -> None:
        del files[1][-1]

    def last_removed_and_not_counted(files: list[File]) -> None:
        del files[1][-1]
        files[1][0]["entries"] -= 1

    def swapped(files: list[File]) -> None:
        files[1][4], files[1][5] = files[1][5], files[1][4]

    def moved_to_the_day_before(files: list[File]) -> None:
        files[0].append(files[1].pop(1))
        files[0][0]["entries"] += 1
        files[1][0]["entries"] -= 1
        files[1][0]["after"] += 1

    def told_as_an_earlier_day(files: list[File]) -> None:
        files[1][0] |= {name: files[0][0][name] for name in ("day", "begins", "ends")}

    def told_as_a_later_day(files: list[File]) -> None:
        files[1][0] |= {name: files[3][0][name] for name in ("day", "begins", "ends")}

    def parts(files: list[File]) -> None:
        files[1][0]["parts"][0] = files[1][0]["previous"]

    def fewer_parts(files: list[File]) -> None:
        files[1][0]["parts"].pop()

    def previous(files: list[File]) -> None:
        files[1][0]["previous"] = "1" * 64

    def proof(files: list[File]) -> None:
        files[1][0]["proof"][0] = "1" * 64

    def shorter_proof(files: list[File]) -> None:
        files[1][0]["proof"].pop()

    def no_proof(files: list[File]) -> None:
        files[1][0]["proof"] = []

    def signature(files: list[File]) -> None:
        note = files[1][0]["checkpoint"]
        files[1][0]["checkpoint"] = note.replace("\n37\n", "\n36\n").replace("\n38\n", "\n37\n")

    def field(files: list[File]) -> None:
        files[1][0]["more"] = 1

    def no_moment(files: list[File]) -> None:
        files[1][0]["ends"] = "tomorrow"

    def another_format(files: list[File]) -> None:
        files[1][0]["format"] = "houseway archive 2"

    lies = (
        body, removed, first_removed, last_removed, last_removed_and_not_counted, swapped, moved_to_the_day_before,
        told_as_an_earlier_day, told_as_a_later_day, parts, fewer_parts, previous, proof, shorter_proof, no_proof, signature,
        field, no_moment, another_format,
    )  # fmt: skip
    return {lie.__name__: lie for lie in lies}


@pytest.mark.parametrize("name", _lies())
def test_both_verifiers_find_every_lie_in_a_row_and_alone(name: str, house: tuple[list[File], str]) -> None:
    files = json.loads(json.dumps(house[0]))
    _lies()[name](files)
    assert files != house[0]
    assert both(files)[0] is False
    if name != "moved_to_the_day_before":
        assert both(files[1:2])[0] is False


def test_an_archive_that_is_missing_or_told_twice_is_found(house: tuple[list[File], str]) -> None:
    files, _ = house
    assert both([files[0], files[2], files[3]]) == (False, 19, 18)
    assert both([files[0], files[0]]) == (False, 1, 18)
    assert both([files[1], files[0]]) == (False, 1, 17)
    assert both([files[3], files[2]])[0] is False
    # Nothing was recorded on the third day, so nothing is missing.
    assert both([files[0], files[1], files[3]])[0]


def test_an_archive_is_nothing_without_a_key_that_signed_it(house: tuple[list[File], str]) -> None:
    assert both(house[0], Outside((OTHER.public,))) == (False, None, 18)
    with pytest.raises(ValueError, match="proves nothing without the public key"):
        verify_archives([], Outside())


def test_a_day_made_up_with_the_houses_own_key_is_found_by_what_was_kept_outside(tmp_path: Path) -> None:
    def written(name: str, pays: int) -> tuple[list[File], str]:
        with Journal.open(tmp_path / name, signer=HOUSE) as journal:
            for number, at in enumerate(moments(1, 2, 3)):
                journal.append("table/1", number, "move", {"pays": pays * number}, at)
            kept = journal.checkpoint()
            journal.append("table/1", 3, "move", {}, *moments(25))
            made = archives(journal, journal.checkpoint(), DAYS, lambda _: True)
            return [[json.loads(line) for line in lines] for _, lines in made], kept

    true, kept = written("true.db", 1)
    forged, _ = written("forged.db", 2)
    assert both(true, Outside((HOUSE.public,), (kept,)))[0]
    assert both(forged)[0], "with the key everything can be made to fit"
    assert both(forged, Outside((HOUSE.public,), (kept,))) == (False, 3, 2)
    data = [[canonical(line) for line in lines] for lines in true]
    with pytest.raises(BadCheckpoint):
        verify_archives(data, Outside((OTHER.public,), (kept,)))


def test_another_key_may_sign_the_archives_after_it(place: str) -> None:
    with Journal.open(place, signer=HOUSE) as journal:
        for number, at in enumerate(moments(1, 25)):
            journal.append("table/1", number, "move", {}, at)
        enter_key(journal, HOUSE.public)
        change_key(journal, HOUSE, OTHER.public, ("SA-1", "IA-1"))
    with Journal.open(place, signer=OTHER) as journal:
        ((_, lines),) = archives(journal, journal.checkpoint(), DAYS, lambda span: span.after == 0)
        first = [json.loads(line) for line in lines]
    assert both([first], Outside((OTHER.public,)))[0]
    assert not both([first])[0]


def test_only_the_days_that_are_wanted_are_written(place: str) -> None:
    with Journal.open(place, signer=HOUSE) as journal:
        for number, at in enumerate(moments(1, 30, 31, 60, 90)):
            journal.append("table/1", number, "move", {}, at)
        made = archives(journal, journal.checkpoint(), DAYS, lambda span: span.day == date(2024, 5, 2))
        ((span, lines),) = made
        assert (span.after, span.until) == (1, 3)
        assert both([[json.loads(line) for line in lines]]) == (True, None, 2)


@pytest.mark.parametrize(
    "line", [b"", b"[]", b'{"format":"houseway journal 1"}', b"no line", b'{"format":["a"]}']
)
def test_what_is_no_archive_is_said_to_be_none(line: bytes) -> None:
    report = verify_archives([[line]], TRUSTED)
    assert report.problem == "the first line of a file does not describe an archive"
    with pytest.raises(second_verifier.Bad, match="does not describe an archive"):
        second_verifier.verify_archives([[line]], [HOUSE.public.text()])
