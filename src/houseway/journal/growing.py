"""The tree over a journal that grows: how much of it is known, so that a checkpoint reads only what was added since."""

from collections.abc import Callable, Iterable

from houseway.journal.merkle import Frontier

# Gives the hashes of the entries after one position, up to another.
Hashes = Callable[[int, int], Iterable[bytes]]


class Growing:
    """The tree as far as it is known; it keeps only durable entries, since others may still be rolled back."""

    def __init__(self) -> None:
        self._known = Frontier()

    def come_to(self, hashes: Hashes, durable: int) -> None:
        """Take in the entries up to a position that is durable."""
        if durable > self._known.size:
            self._known = self._known.grown(hashes(self._known.size, durable))

    def root(self, hashes: Hashes, durable: int, position: int) -> bytes:
        """The root at a position that may not be durable yet; entries up to `durable` are remembered."""
        self.come_to(hashes, min(durable, position))
        if position == self._known.size:
            return self._known.root()
        if position < self._known.size:
            return Frontier().grown(hashes(0, position)).root()
        return self._known.grown(hashes(self._known.size, position)).root()
