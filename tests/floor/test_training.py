"""Training records: what was wrong comes again soon, what was right after days, and everybody's results are told."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from houseway.floor.training import (
    OTHERS_BETWEEN,
    RESTS,
    Answer,
    DrillAnswered,
    answers_of,
    due_again,
    record_answer,
    results_of,
    trainees,
)
from houseway.journal import Journal

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def answer(number: int, *, right: bool, at: datetime = NOW, tenths: int = 0, kind: str = "payout") -> Answer:
    told = DrillAnswered(game="sic-bo", kind=kind, number=number, answer=0, right=right, tenths=tenths)
    return Answer(at=at, drill=told)


def due(answers: list[Answer], at: datetime = NOW) -> int | None:
    return due_again(answers, "sic-bo", "payout", at)


def test_a_wrong_answer_comes_again_after_a_few_others() -> None:
    answers = [answer(1, right=False)]
    for other in range(2, 2 + OTHERS_BETWEEN):
        assert due(answers) is None
        answers.append(answer(other, right=True))
    assert due(answers) == 1


@pytest.mark.parametrize("streak", range(1, len(RESTS) + 1))
def test_a_right_answer_rests_longer_each_time(streak: int) -> None:
    answers = [answer(1, right=True)] * streak
    rest = RESTS[streak - 1]
    assert due(answers, NOW + rest - timedelta(seconds=1)) is None
    assert due(answers, NOW + rest) == 1


def test_what_was_right_often_enough_is_known() -> None:
    answers = [answer(1, right=True)] * (len(RESTS) + 1)
    assert due(answers, NOW + timedelta(days=1000)) is None
    (line,) = results_of("PA-1", answers)
    assert (line.known, line.asked, line.share) == (1, len(RESTS) + 1, 100)


def test_a_mistake_begins_anew_and_other_kinds_do_not_count() -> None:
    answers = [answer(1, right=True), answer(1, right=False), answer(7, right=False, kind="order")]
    assert due(answers, NOW + RESTS[0]) is None
    assert due([*answers, *[answer(n, right=True) for n in (2, 3, 4)]]) == 1


def test_answers_are_kept_and_results_told(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "house.db") as journal:
        for one in (
            answer(1, right=True, tenths=31),
            answer(2, right=False, tenths=50),
            answer(3, right=True),
        ):
            record_answer(journal, "PA-1", one.drill, one.at)
        assert trainees(journal) == ("PA-1",)
        kept = answers_of(journal, "PA-1")
        assert [one.drill.number for one in kept] == [1, 2, 3]
        (line,) = results_of("PA-1", kept)
        assert (line.asked, line.right, line.share, line.seconds) == (3, 2, 66, 4.05)
        assert line.last == NOW
        assert answers_of(journal, "PA-2") == ()
