"""The turnstile before the password check: so many may wait at once, and nobody takes all the places.

Checking a password takes a moment and much memory, on purpose, and goes one by one. Whoever waits for it holds a thread
of the server; without a limit a flood of guesses would hold all of them, and nobody else would be served.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from houseway.backoffice.access.refusals import Crowded

# How many may wait in all; of these, how many who never signed in from where they are, and how many of them at one address.
MOST, MOST_UNKNOWN, MOST_OF_ONE = 12, 8, 3
_SHORTLY = timedelta(seconds=2)


class Turnstile:
    """Lets so many wait for their password to be checked, one after the other."""

    def __init__(self) -> None:
        self._counting = threading.Lock()
        self._one_at_a_time = threading.Lock()
        self._waiting = self._unknown = 0
        # Of those who never signed in from there, how many wait at each address.
        self._of_address: Counter[str] = Counter()

    @contextmanager
    def turn(self, host: str, *, known: bool) -> Iterator[None]:
        """One's turn; whoever finds no place to wait is told to come back shortly. `known` signs in from there often."""
        with self._counting:
            crowded = self._unknown >= MOST_UNKNOWN or self._of_address[host] >= MOST_OF_ONE
            if self._waiting >= MOST or (crowded and not known):
                raise Crowded(_SHORTLY)
            self._waiting += 1
            self._unknown += not known
            self._of_address[host] += not known
        try:
            with self._one_at_a_time:
                yield
        finally:
            with self._counting:
                self._waiting -= 1
                self._unknown -= not known
                self._of_address[host] -= not known
                self._of_address += Counter()  # what has come to nothing is forgotten
