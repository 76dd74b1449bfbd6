"""The rounds of a watchman: a checkpoint every minute in which anything was recorded, shown to every witness."""

import logging
import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from houseway.journal.checkpoint import PublicKey
from houseway.journal.errors import BadCheckpoint, JournalUnavailable
from houseway.journal.journal import Journal
from houseway.journal.proofs import prove_growth
from houseway.journal.witness import Forked, ask_witness

_LOG = logging.getLogger(__name__)
_EVERY = 60.0


class WitnessAt(NamedTuple):
    """A witness by its public key and its address."""

    key: PublicKey
    address: str

    @classmethod
    def parse(cls, text: str) -> "WitnessAt":
        """Read a witness from `KEY@URL`, or raise `BadCheckpoint`."""
        key, at, rest = text.partition("@http")
        if not at:
            raise BadCheckpoint("a witness is given as KEY@URL")
        found = PublicKey.parse(key)
        if not found.witness:
            raise BadCheckpoint("this is the key of a house, not of a witness")
        return cls(found, "http" + rest)


class Rounds:
    """Takes checkpoints of a journal and shows them to witnesses, by itself once it goes the rounds."""

    def __init__(
        self,
        journal: Journal,
        witnesses: Iterable[WitnessAt] = (),
        *,
        every: float = _EVERY,
        ask: Callable[..., str] = ask_witness,
    ) -> None:
        self._journal = journal
        self._witnesses = tuple(witnesses)
        self._every = every
        self._ask = ask
        self._signed_at = -1
        self._over = threading.Event()
        self._watchman: threading.Thread | None = None

    def go(self) -> None:
        """Go the rounds until `end`."""
        self._watchman = threading.Thread(target=self._walk, name="checkpoints", daemon=True)
        self._watchman.start()

    def end(self) -> None:
        """Take the last checkpoint, and go home."""
        self._over.set()
        if self._watchman is not None:
            self._watchman.join()
        self.round()

    def _walk(self) -> None:
        while not self._over.wait(self._every):
            self.round()

    def round(self) -> None:
        """Take a checkpoint if anything was recorded, and show it; what a witness objects to is in the log."""
        try:
            self.show()
        except Forked as forked:
            _LOG.error("%s", forked)
        except JournalUnavailable as unavailable:
            _LOG.warning("no checkpoint was taken: %s", unavailable)

    def show(self) -> None:
        """Take a checkpoint if anything was recorded since the last, and have every witness sign for it.

        A witness that has seen another journal raises `Forked`; one that does not answer is asked again next time.
        """
        entries = self._journal.head().position
        if entries == self._signed_at:
            return
        note = self._journal.checkpoint()
        away = False
        for witness in self._witnesses:
            try:
                line = self._ask(witness.address, note, partial(prove_growth, self._journal))
                self._journal.keep_cosigned(note + line, witness.key)
            except (JournalUnavailable, BadCheckpoint) as unavailable:
                away = True
                _LOG.warning("%s", unavailable)
        self._signed_at = -1 if away else entries
