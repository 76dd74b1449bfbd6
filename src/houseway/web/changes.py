"""Changes: what a page that somebody looks at needs to become the page as it is now, line by line.

A page is drawn whole, as ever; who has shown one before is sent only the lines that differ.
"""

import asyncio
import hashlib
from bisect import bisect_left
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

# So many pages are remembered as somebody may show them; whoever shows an older one gets the page whole.
_KEPT = 128
DRAWING_HEADER = "X-Drawing"

Lines = Sequence[str]


class Cut(NamedTuple):
    """Lines of the old page, from `start` up to `end`, that others take the place of."""

    start: int
    end: int
    lines: tuple[str, ...]


class Drawing(NamedTuple):
    """The main part of a page: its lines, the version of the table they show, and a tag that no other text has."""

    tag: str
    version: int
    lines: tuple[str, ...]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """How one drawing becomes another."""

    table: str
    version: int
    old: str
    new: str
    cuts: tuple[Cut, ...]


def drawing_of(page: str, version: int) -> Drawing:
    """The drawing that a whole page holds."""
    main = page[page.index("<main") : page.rindex("</main>") + len("</main>")]
    tag = hashlib.sha256(main.encode()).hexdigest()[:16]
    return Drawing(tag, version, tuple(main.split("\n")))


def cuts(old: Lines, new: Lines) -> Iterator[Cut]:
    """What is to be cut out of the old lines, and what is put there, from the first line to the last."""
    before, after = -1, -1
    for at_old, at_new in (*_anchors(old, new), (len(old), len(new))):
        yield from _trimmed(old, new, (before + 1, at_old), (after + 1, at_new))
        before, after = at_old, at_new


def _anchors(old: Lines, new: Lines) -> Iterator[tuple[int, int]]:
    """Lines that stand once in either text, as many as follow each other in both: a patience diff."""
    times_old, times_new = Counter(old), Counter(new)
    where = {line: number for number, line in enumerate(new) if times_new[line] == 1}
    pairs = [
        (number, where[line]) for number, line in enumerate(old) if times_old[line] == 1 and line in where
    ]
    tops: list[int] = []
    piles: list[int] = []
    came_from: list[int] = []
    for number, (_, at) in enumerate(pairs):
        pile = bisect_left(tops, at)
        came_from.append(piles[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(at)
            piles.append(number)
        else:
            tops[pile], piles[pile] = at, number
    chain: list[tuple[int, int]] = []
    last = piles[-1] if piles else -1
    while last >= 0:
        chain.append(pairs[last])
        last = came_from[last]
    return reversed(chain)


def _trimmed(old: Lines, new: Lines, from_old: tuple[int, int], from_new: tuple[int, int]) -> Iterator[Cut]:
    """The cut between two anchors, without the lines that are alike at its ends."""
    (start, end), (begin, stop) = from_old, from_new
    while start < end and begin < stop and old[start] == new[begin]:
        start, begin = start + 1, begin + 1
    while start < end and begin < stop and old[end - 1] == new[stop - 1]:
        end, stop = end - 1, stop - 1
    if start < end or begin < stop:
        yield Cut(start, end, tuple(new[begin:stop]))


class Drawings:
    """The pages as they were drawn lately, each once for all who see the same."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Drawing] = OrderedDict()
        self._changes: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._under_way: dict[tuple[str, str, int], asyncio.Task[Drawing]] = {}

    def keep(self, drawing: Drawing) -> Drawing:
        """Remember a drawing that somebody is shown."""
        self._kept[drawing.tag] = drawing
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return drawing

    def known(self, tag: str) -> Drawing | None:
        """The drawing with this tag, if it is not forgotten."""
        return self._kept.get(tag)

    async def now(self, table: str, viewer: str, version: int, draw: Callable[[], Drawing]) -> Drawing:
        """The page of a table at a version, for all viewers of one kind drawn once."""
        key = (table, viewer, version)
        drawing = self._under_way.get(key)
        if drawing is None:
            drawing = asyncio.create_task(asyncio.to_thread(draw))
            self._under_way = {
                **{old: task for old, task in self._under_way.items() if old[:2] != key[:2]},
                key: drawing,
            }
        try:
            return self.keep(await asyncio.shield(drawing))
        except Exception:
            self._under_way.pop(key, None)
            raise

    def change(self, table: str, old: Drawing, new: Drawing) -> bytes:
        """How the one becomes the other, as it is sent."""
        key = (old.tag, new.tag)
        if key not in self._changes:
            change = Change(
                table=table,
                version=new.version,
                old=old.tag,
                new=new.tag,
                cuts=tuple(cuts(old.lines, new.lines)),
            )
            self._changes[key] = msgspec.json.encode(change)
            while len(self._changes) > _KEPT:
                self._changes.popitem(last=False)
        return self._changes[key]
