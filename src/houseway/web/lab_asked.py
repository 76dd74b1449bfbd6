"""The lab behind the pages: figures are counted in a process of their own, once, and nobody waits for them."""

import logging
import subprocess
import sys
import threading
from collections.abc import Mapping
from typing import Any, TypeVar, cast

import msgspec

from houseway.lab import EdgeRecord, Strategy
from houseway.lab.answering import Effect

_LOG = logging.getLogger(__name__)
# The longest that any figure takes where nothing is kept yet, many times over.
_LONGEST_SECONDS = 600

# So many questions wait at most, and so many answers are kept, where anybody may ask anything.
_MOST_WAITING = 4
_MOST_KEPT = 2000

_T = TypeVar("_T")


class LabAsked:
    """What the lab was asked and has answered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: dict[str, tuple[Any, ...] | None] = {}
        # One figure at a time: the house is served meanwhile.
        self._turn = threading.Lock()

    def effects(self, game: str) -> tuple[Effect, ...] | None:
        """What each choice does to the edges of a game, or None while it is being counted."""
        return self._answer(f"effects {game}", Effect)

    def edges(self, game: str) -> tuple[EdgeRecord, ...] | None:
        """Every edge of a game, or None while it is being counted."""
        return self._answer(f"edges {game}", EdgeRecord)

    def edges_under(self, game: str, choices: Mapping[str, Any]) -> tuple[EdgeRecord, ...] | None:
        """Every edge of a table under these choices of its submission, or None while it is being counted.

        Nobody may keep the lab busy for everybody else: what is asked while others wait is asked again later.
        """
        question = f"table {game} {msgspec.json.encode(choices, order='sorted').decode()}"
        with self._lock:
            if question not in self._answers:
                if sum(answer is None for answer in self._answers.values()) >= _MOST_WAITING:
                    return None
                if len(self._answers) >= _MOST_KEPT:
                    self._answers = {one: told for one, told in self._answers.items() if told is None}
        return self._answer(question, EdgeRecord)

    def strategy(self, game: str) -> tuple[Strategy, ...] | None:
        """The best play of a game if there is one, or None while it is being worked out."""
        return self._answer(f"strategy {game}", Strategy)

    def _answer(self, question: str, kind: type[_T]) -> tuple[_T, ...] | None:
        with self._lock:
            if question not in self._answers:
                self._answers[question] = None
                threading.Thread(target=self._ask, args=(question, kind), daemon=True).start()
            return cast(tuple[_T, ...] | None, self._answers[question])

    def _ask(self, question: str, kind: type[Any]) -> None:
        command = [sys.executable, "-m", "houseway.lab.answering"]
        found: tuple[Any, ...]
        try:
            with self._turn:
                done = subprocess.run(
                    command,
                    input=question.encode(),
                    capture_output=True,
                    check=True,
                    timeout=_LONGEST_SECONDS,
                )
            found = tuple(msgspec.convert(one, kind) for one in msgspec.json.decode(done.stdout))
        except (OSError, subprocess.SubprocessError, msgspec.MsgspecError) as failed:
            _LOG.warning("the lab did not answer %r: %s", question, failed)
            # A game without figures has its pages just the same.
            found = ()
        with self._lock:
            self._answers[question] = found


LAB = LabAsked()
