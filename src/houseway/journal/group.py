"""Group commit: those who append at the same time share one durable commit, and each is answered for their own entry alone."""

import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Given = TypeVar("Given")
Answer = TypeVar("Answer")


class _Waiting(Generic[Given, Answer]):
    """A thread that waits for its answer, or for its turn to write for all who wait."""

    def __init__(self, given: Given) -> None:
        self.given = given
        self.answer: Answer | Exception | None = None
        self.woken = threading.Event()


class Group(Generic[Given, Answer]):
    """One thread writes for all that are waiting; those that come meanwhile wait, and one of them writes next."""

    def __init__(self, write_all: Callable[[Sequence[Given]], Sequence[Answer | Exception]]) -> None:
        """`write_all` writes what several threads gave in one commit, and returns an answer or an error for each."""
        self._write_all = write_all
        self._lock = threading.Lock()
        self._waiting: list[_Waiting[Given, Answer]] = []
        self._somebody_writes = False

    def write(self, given: Given) -> Answer:
        """Write something, alone or with others; returns once it is durable, or raises its error."""
        me: _Waiting[Given, Answer] = _Waiting(given)
        with self._lock:
            self._waiting.append(me)
            write = not self._somebody_writes
            self._somebody_writes = True
        if not write:
            me.woken.wait()
        if me.answer is None:
            self._write_for_all()
        if isinstance(me.answer, Exception):
            raise me.answer
        assert me.answer is not None
        return me.answer

    def _write_for_all(self) -> None:
        with self._lock:
            batch, self._waiting = self._waiting, []
        answers: Sequence[Answer | Exception] = ()
        try:
            answers = self._write_all([one.given for one in batch])
        except Exception as error:
            answers = [error] * len(batch)
        finally:
            # Also where this thread is told to stop: nobody waits for ever, and nobody is told that it is done.
            for one, answer in zip(batch, answers or [_INTERRUPTED] * len(batch), strict=True):
                one.answer = answer
                one.woken.set()
            with self._lock:
                if self._waiting:
                    self._waiting[0].woken.set()
                else:
                    self._somebody_writes = False


_INTERRUPTED = RuntimeError("whoever was writing was interrupted")
