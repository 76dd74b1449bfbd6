"""The lab behind the pages: figures are counted in a process of their own, once, and nobody waits for them."""

import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, cast

import msgspec

from houseway.games import game_under, games, submission_for
from houseway.lab import EdgeRecord, Strategy
from houseway.lab.answering import Effect, Said
from houseway.lab.kept_answers import kept_answer

_LOG = logging.getLogger(__name__)
# The longest that any figure takes where nothing is kept yet, many times over.
_LONGEST_SECONDS = 600

_COMMAND = (sys.executable, "-m", "houseway.lab.answering")

# So many questions wait at most, and so many answers are kept, where anybody may ask anything.
_MOST_WAITING = 4
_MOST_KEPT = 2000

_T = TypeVar("_T")


def effects_asked(game: str) -> str:
    """The question what each choice does to the edges of a game."""
    return f"effects {game}"


def edges_asked(game: str) -> str:
    """The question for every edge of a game."""
    return f"edges {game}"


def strategy_asked(game: str) -> str:
    """The question for the best play of a game."""
    return f"strategy {game}"


def table_asked(game: str, choices: Mapping[str, Any]) -> str:
    """The question for every edge of a table under these choices of its submission."""
    return f"table {game} {msgspec.json.encode(choices, order='sorted').decode()}"


class LabAsked:
    """What the lab was asked and has answered."""

    def __init__(
        self,
        command: Sequence[str] = _COMMAND,
        kept: Callable[[str], bytes | None] = lambda question: None,
    ) -> None:
        """`command` is the process that is asked: it reads a question and says lines; `kept` are answers of earlier runs."""
        self._command = command
        self._kept = kept
        self._lock = threading.Lock()
        self._answers: dict[str, tuple[Any, ...] | None] = {}
        # Which part is done of what is being counted; what waits for its turn has none.
        self._done: dict[str, float] = {}
        # One figure at a time: the house is served meanwhile. What is exact in a moment does not wait for what takes minutes.
        self._turn, self._quick_turn = threading.Lock(), threading.Lock()

    def done(self, *questions: str) -> float | None:
        """Which part of the work on some questions is done, or None while all of them wait for their turn."""
        with self._lock:
            parts = [1.0 if self._answers.get(one) is not None else self._done.get(one) for one in questions]
        return (
            sum(part or 0.0 for part in parts) / len(parts)
            if any(part is not None for part in parts)
            else None
        )

    def effects(self, game: str) -> tuple[Effect, ...] | None:
        """What each choice does to the edges of a game, or None while it is being counted."""
        return self._answer(effects_asked(game), Effect)

    def edges(self, game: str) -> tuple[EdgeRecord, ...] | None:
        """Every edge of a game, or None while it is being counted."""
        return self._answer(edges_asked(game), EdgeRecord)

    def edges_at_hand(self, game: str) -> tuple[EdgeRecord, ...] | None:
        """Every edge of a game if it is known already or exact in a moment; None where it is still to be counted.

        What takes minutes is not begun for somebody who only looks which games there are.
        """
        question = edges_asked(game)
        if _is_quick(question):
            return self.edges(game)
        with self._lock:
            if question in self._answers or self._recall(question, EdgeRecord):
                return cast(tuple[EdgeRecord, ...] | None, self._answers[question])
        return None

    def is_counting(self, game: str) -> bool:
        """Whether the edges of a game are being counted, or wait for their turn."""
        question = edges_asked(game)
        with self._lock:
            return question in self._answers and self._answers[question] is None

    def edges_under(self, game: str, choices: Mapping[str, Any]) -> tuple[EdgeRecord, ...] | None:
        """Every edge of a table under these choices of its submission, or None while it is being counted.

        Nobody may keep the lab busy for everybody else: what is asked while others wait is asked again later.
        """
        question = table_asked(game, choices)
        with self._lock:
            if question not in self._answers:
                if sum(answer is None for answer in self._answers.values()) >= _MOST_WAITING:
                    return None
                if len(self._answers) >= _MOST_KEPT:
                    self._answers = {one: told for one, told in self._answers.items() if told is None}
        return self._answer(question, EdgeRecord)

    def strategy(self, game: str) -> tuple[Strategy, ...] | None:
        """The best play of a game if there is one, or None while it is being worked out."""
        return self._answer(strategy_asked(game), Strategy)

    def _answer(self, question: str, kind: type[_T]) -> tuple[_T, ...] | None:
        with self._lock:
            if question not in self._answers and not self._recall(question, kind):
                self._answers[question] = None
                threading.Thread(target=self._ask, args=(question, kind), daemon=True).start()
            return cast(tuple[_T, ...] | None, self._answers[question])

    def _recall(self, question: str, kind: type[Any]) -> bool:
        """Take an answer from an earlier run, if there is one."""
        told = self._kept(question)
        if told is None:
            return False
        try:
            self._answers[question] = msgspec.json.decode(told, type=tuple[kind, ...])  # type: ignore[valid-type]
        except msgspec.MsgspecError as failed:
            _LOG.warning("the lab's answer to %r cannot be read: %s", question, failed)
            return False
        return True

    def _ask(self, question: str, kind: type[Any]) -> None:
        found: tuple[Any, ...]
        try:
            with self._quick_turn if _is_quick(question) else self._turn:
                told = self._hear(question)
            found = tuple(msgspec.convert(one, kind) for one in told)
        except (OSError, subprocess.SubprocessError, msgspec.MsgspecError) as failed:
            _LOG.warning("the lab did not answer %r: %s", question, failed)
            # A game without figures has its pages just the same.
            found = ()
        with self._lock:
            self._answers[question] = found
            self._done.pop(question, None)

    def _hear(self, question: str) -> tuple[Any, ...]:
        """Ask the lab, and note how far it has come until it answers."""
        pipe = subprocess.PIPE
        with subprocess.Popen(self._command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as asked:
            assert asked.stdin is not None
            assert asked.stdout is not None
            too_long = threading.Timer(_LONGEST_SECONDS, asked.kill)
            too_long.start()
            with self._lock:
                self._done[question] = 0.0
            try:
                asked.stdin.write(question.encode())
                asked.stdin.close()
                for line in asked.stdout:
                    said = msgspec.json.decode(line, type=Said)
                    if said.found is not None:
                        return said.found
                    with self._lock:
                        self._done[question] = said.done
            finally:
                too_long.cancel()
                asked.kill()
        raise subprocess.CalledProcessError(asked.returncode, self._command)


def _is_quick(question: str) -> bool:
    """Whether it is of a game of dice, which is walked through in seconds."""
    return _is_of_dice(question.split()[1])


@cache
def _is_of_dice(game: str) -> bool:
    return game in games() and game_under(submission_for(game)).pieces is None


LAB = LabAsked(kept=kept_answer)
