"""The lab behind the pages: figures are counted in a process of their own, once, and nobody waits for them."""

import logging
import subprocess
import sys
import threading

import msgspec

from houseway.lab.answering import Effect

_LOG = logging.getLogger(__name__)
# The longest that any figure takes where nothing is kept yet, many times over.
_LONGEST_SECONDS = 600


class LabAsked:
    """What the lab was asked and has answered."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: dict[str, tuple[Effect, ...] | None] = {}
        # One figure at a time: the house is served meanwhile.
        self._turn = threading.Lock()

    def effects(self, game: str) -> tuple[Effect, ...] | None:
        """What each choice does to the edges of a game, or None while it is being counted."""
        with self._lock:
            if game not in self._answers:
                self._answers[game] = None
                threading.Thread(target=self._count, args=(game,), daemon=True).start()
            return self._answers[game]

    def _count(self, game: str) -> None:
        command = [sys.executable, "-m", "houseway.lab.answering"]
        try:
            with self._turn:
                done = subprocess.run(
                    command, input=game.encode(), capture_output=True, check=True, timeout=_LONGEST_SECONDS
                )
            found = msgspec.json.decode(done.stdout, type=tuple[Effect, ...])
        except (OSError, subprocess.SubprocessError, msgspec.DecodeError) as failed:
            _LOG.warning("the lab did not answer for %s: %s", game, failed)
            # A game without figures has its form just the same.
            found = ()
        with self._lock:
            self._answers[game] = found


LAB = LabAsked()
