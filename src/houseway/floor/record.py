"""The record of a table, as whoever looks back reads it: the latest acts are at hand, earlier ones are read from the journal page by page."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, overload

import msgspec

from houseway.table.table_state import Act

# So many acts stay at hand once twice as many are; a page shows less than that.
AT_HAND = 200
_PAGE, _PAGES_KNOWN = 200, 2


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted act with its events and its version in the table's stream."""

    version: int
    act: Act[Any]
    events: tuple[Any, ...]


# Reads the acts from one version to another, both included.
Reader = Callable[[int, int], Iterable[Recorded]]


class _AtHand(NamedTuple):
    """The latest acts, and the number of those before them."""

    before: int
    acts: list[Recorded]


class Record(Sequence[Recorded]):
    """The acts of a table, first to last; whoever iterates over it sees the acts that there were when they began.

    One thread appends, under the lock of the table, while others read. Without a `reader` all acts stay in memory.
    """

    def __init__(self, reader: Reader | None = None, others: Iterable[int] = (), acts: int = 0) -> None:
        """`others` are the versions of entries that are not acts; `acts` is how many the reader already has."""
        self._reader = reader
        self._others = list(others)
        # How many acts there were before each of the others.
        self._before_others = [version - 1 - number for number, version in enumerate(self._others)]
        self._hand = _AtHand(acts, [])
        # The latest pages that were read: who looks once looks again.
        self._pages: dict[int, tuple[Recorded, ...]] = {}

    @property
    def others(self) -> tuple[int, ...]:
        """The versions of the entries that are no acts."""
        return tuple(self._others)

    def read_by(self, reader: Reader) -> None:
        """Read earlier acts through `reader` from now on, instead of keeping all of them in memory."""
        self._reader = reader
        self._let_go()

    def as_now(self) -> "Record":
        """The record as it is at this instant, whatever comes after."""
        now = Record(self._reader)
        now._others, now._before_others = self._others, self._before_others
        now._pages = self._pages
        now._hand = _AtHand(self._hand.before, self._hand.acts[:])
        return now

    def append(self, recorded: Recorded) -> None:
        """Note one more act."""
        self._hand.acts.append(recorded)
        self._let_go()

    def pass_over(self, version: int) -> None:
        """Note that the entry of a version is no act."""
        self._before_others.append(version - 1 - len(self._others))
        self._others.append(version)

    def since(self, version: int) -> Iterator[Recorded]:
        """The acts after a version."""
        return self.counted_from(self._acts_up_to(version))

    def counted_from(self, number: int) -> Iterator[Recorded]:
        """The acts after the first so many."""
        hand, end = self._hand, len(self)
        return self._forward(hand, number, end)

    def back_from(self, version: int) -> Iterator[Recorded]:
        """The acts up to a version, the latest first."""
        return self._backward(self._hand, self._acts_up_to(version))

    def __len__(self) -> int:
        hand = self._hand
        return hand.before + len(hand.acts)

    @overload
    def __getitem__(self, at: int) -> Recorded: ...
    @overload
    def __getitem__(self, at: slice) -> "Sequence[Recorded]": ...
    def __getitem__(self, at: "int | slice") -> "Recorded | Sequence[Recorded]":
        hand, end = self._hand, len(self)
        if isinstance(at, slice):
            start, stop, step = at.indices(end)
            if step != 1:
                raise ValueError("a record is read act by act")
            return list(self._forward(hand, start, stop))
        number = range(end)[at]
        return next(self._forward(hand, number, number + 1))

    def __iter__(self) -> Iterator[Recorded]:
        return self.counted_from(0)

    def __reversed__(self) -> Iterator[Recorded]:
        return self._backward(self._hand, len(self))

    def _forward(self, hand: _AtHand, start: int, stop: int) -> Iterator[Recorded]:
        while start < min(stop, hand.before):
            page = start // _PAGE
            acts = self._page(page, hand.before)
            yield from islice(acts, start - page * _PAGE, stop - page * _PAGE)
            start = page * _PAGE + len(acts)
        if start < stop:
            yield from islice(hand.acts, start - hand.before, stop - hand.before)

    def _backward(self, hand: _AtHand, stop: int) -> Iterator[Recorded]:
        for number in range(stop - hand.before - 1, -1, -1):
            yield hand.acts[number]
        stop = min(stop, hand.before)
        while stop > 0:
            page = (stop - 1) // _PAGE
            yield from reversed(self._page(page, hand.before)[: stop - page * _PAGE])
            stop = page * _PAGE

    def _page(self, page: int, end: int) -> tuple[Recorded, ...]:
        """A page of acts that are not at hand, as far as they go; the last ones read stay known."""
        start, end = page * _PAGE, min((page + 1) * _PAGE, end)
        known = self._pages.get(page, ())
        if len(known) >= end - start:
            return known[: end - start]
        assert self._reader is not None, "what nobody can read again stays at hand"
        found = tuple(self._reader(self._version(start), self._version(end - 1)))
        assert len(found) == end - start, "the journal keeps every act"
        if end + _PAGES_KNOWN * _PAGE > len(self):
            self._pages[page] = found
            for old in [one for one in tuple(self._pages) if one <= page - _PAGES_KNOWN]:
                self._pages.pop(old, None)
        return found

    def _version(self, number: int) -> int:
        """The version of an act by its number, the first one being 0."""
        return number + 1 + bisect_right(self._before_others, number)

    def _acts_up_to(self, version: int) -> int:
        return min(max(version - bisect_right(self._others, version), 0), len(self))

    def _let_go(self) -> None:
        """Keep no more at hand than is looked at often; who reads the old list goes on with it."""
        before, acts = self._hand
        if self._reader is not None and len(acts) >= 2 * AT_HAND:
            self._hand = _AtHand(before + len(acts) - AT_HAND, acts[-AT_HAND:])
