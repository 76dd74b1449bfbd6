"""Training records: which drills somebody answered, how well and how fast, and which are due to be asked again.

Each trainee has a stream of the journal. A drill that was answered wrongly comes again after a few others; one that was answered
rightly comes after days, longer each time, until it is known.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from statistics import median

import msgspec

from houseway.journal import Journal, timestamp

TRAINING_STREAM = "training/"
# After so many right answers in a row a drill rests for so long; after the last of them it is known.
RESTS = tuple(timedelta(days=days) for days in (1, 3, 7, 21))
# A drill that was answered wrongly comes again after so many others.
OTHERS_BETWEEN = 3
LONGEST_SECONDS = 3600


class DrillAnswered(msgspec.Struct, frozen=True, kw_only=True, tag="drill-answered", tag_field="record"):
    """A drill that was answered: which one, the choice that was taken, whether it was right, and after how many seconds.

    A time of nothing is one that nobody took.
    """

    game: str
    kind: str
    number: int
    answer: int
    right: bool
    tenths: int = 0


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer with its moment."""

    at: datetime
    drill: DrillAnswered


class TrainingLine(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody does in one kind of drill of one game; `seconds` is the median of the times that were taken."""

    credential: str
    game: str
    kind: str
    asked: int
    right: int
    seconds: float | None
    known: int
    last: datetime

    @property
    def share(self) -> int:
        """How many of a hundred were right."""
        return 100 * self.right // self.asked


def record_answer(journal: Journal, credential: str, answered: DrillAnswered, at: datetime) -> None:
    """Keep an answer in the trainee's record."""
    kind = str(answered.__struct_config__.tag)
    with journal.transaction() as transaction:
        transaction.append(TRAINING_STREAM + credential, kind, answered, timestamp(at))


def answers_of(journal: Journal, credential: str) -> tuple[Answer, ...]:
    """Everything that somebody has answered, in order."""
    return tuple(
        Answer(
            at=datetime.fromisoformat(entry.recorded_at),
            drill=msgspec.json.decode(entry.body, type=DrillAnswered),
        )
        for entry in journal.read(TRAINING_STREAM + credential)
    )


def trainees(journal: Journal) -> tuple[str, ...]:
    """Everybody who has answered a drill, by credential."""
    return tuple(
        stream.removeprefix(TRAINING_STREAM)
        for stream in journal.streams()
        if stream.startswith(TRAINING_STREAM)
    )


def due_again(answers: Sequence[Answer], game: str, kind: str, now: datetime) -> int | None:
    """The drill that is due to be asked again, the longest overdue first; None where a new one may be asked."""
    of_kind = [answer for answer in answers if (answer.drill.game, answer.drill.kind) == (game, kind)]
    for number, standing in _standings(of_kind).items():
        if standing.streak == 0:
            if standing.others >= OTHERS_BETWEEN:
                return number
        elif standing.streak <= len(RESTS) and now - standing.last >= RESTS[standing.streak - 1]:
            return number
    return None


class _Standing(msgspec.Struct):
    """How a drill stands: right answers in a row, when it was last asked, and how many others were since."""

    streak: int
    last: datetime
    others: int


def _standings(answers: Sequence[Answer]) -> dict[int, _Standing]:
    found: dict[int, _Standing] = {}
    for count, answer in enumerate(answers, 1):
        number = answer.drill.number
        before = found.pop(number, None)
        streak = (before.streak if before else 0) + 1 if answer.drill.right else 0
        # Put last again: those asked longest ago come first.
        found[number] = _Standing(streak, answer.at, len(answers) - count)
    return found


def results_of(credential: str, answers: Iterable[Answer]) -> Iterator[TrainingLine]:
    """How somebody does, by game and kind of drill."""
    by_kind: dict[tuple[str, str], list[Answer]] = {}
    for answer in answers:
        by_kind.setdefault((answer.drill.game, answer.drill.kind), []).append(answer)
    for (game, kind), of_kind in sorted(by_kind.items()):
        times = [answer.drill.tenths for answer in of_kind if answer.drill.tenths]
        yield TrainingLine(
            credential=credential,
            game=game,
            kind=kind,
            asked=len(of_kind),
            right=sum(answer.drill.right for answer in of_kind),
            seconds=median(times) / 10 if times else None,
            known=sum(one.streak > len(RESTS) for one in _standings(of_kind).values()),
            last=of_kind[-1].at,
        )
