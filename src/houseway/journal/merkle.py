"""The tree over all entries (RFC 6962): one hash that stands for the whole journal, and short proofs about parts of it.

The leaf of an entry is the entry's own hash. A tree of n leaves has as its left part the largest full tree below n; so the
full trees that a journal is made of, the largest first, say all that is needed to let it grow.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence

import msgspec

_LEAF, _NODE = b"\x00", b"\x01"
EMPTY = hashlib.sha256(b"").digest()


def leaf(entry_hash: bytes) -> bytes:
    """The hash of an entry as a leaf of the tree."""
    return hashlib.sha256(_LEAF + entry_hash).digest()


def node(left: bytes, right: bytes) -> bytes:
    """The hash of two parts of the tree together."""
    return hashlib.sha256(_NODE + left + right).digest()


class Frontier(msgspec.Struct, frozen=True):
    """A tree that may grow: its size, and the roots of the full trees it is made of, the largest first."""

    size: int = 0
    roots: tuple[bytes, ...] = ()

    def grown(self, entry_hashes: Iterable[bytes]) -> "Frontier":
        """The tree with further entries."""
        size, roots = self.size, list(self.roots)
        for entry_hash in entry_hashes:
            right = leaf(entry_hash)
            # Two full trees of one size are one of the next.
            below = size
            while below & 1:
                right = node(roots.pop(), right)
                below >>= 1
            roots.append(right)
            size += 1
        return Frontier(size, tuple(roots))

    def root(self) -> bytes:
        """The hash that stands for all entries."""
        if not self.roots:
            return EMPTY
        *larger, found = self.roots
        for left in reversed(larger):
            found = node(left, found)
        return found


def inclusions(leaves: Sequence[bytes], indexes: Iterable[int]) -> Iterator[tuple[bytes, ...]]:
    """What proves that each of these leaves, counted from 0, stands in the tree: the other parts of it, the smallest first."""
    levels = _levels(leaves)
    for index in indexes:
        yield tuple(
            level[beside]
            for height, level in enumerate(levels)
            if (beside := (index >> height) ^ 1) < len(level)
        )


def consistencies(leaves: Sequence[bytes], olds: Iterable[int]) -> Iterator[tuple[bytes, ...]]:
    """What proves that the tree begins with each of the trees that so many of its first leaves had."""
    levels = _levels(leaves)
    for old in olds:
        yield _consistency(levels, old, len(levels) - 1, 0, whole=True) if 0 < old < len(leaves) else ()


def consistency(leaves: Sequence[bytes], old: int) -> tuple[bytes, ...]:
    """What proves that the tree begins with the tree that its first leaves had."""
    (proof,) = consistencies(leaves, (old,))
    return proof


def _levels(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """The levels of the tree from the leaves up: neighbours are hashed together, a last one without a neighbour moves up."""
    levels = [list(leaves)]
    while len(levels[-1]) > 1:
        below = levels[-1]
        paired = [node(left, right) for left, right in zip(below[::2], below[1::2], strict=False)]
        levels.append(paired + below[2 * len(paired) :])
    return levels


def _consistency(
    levels: list[list[bytes]], old: int, height: int, number: int, *, whole: bool
) -> tuple[bytes, ...]:
    """The proof within one subtree; `whole` while that subtree begins with the first leaf (RFC 6962, 2.1.2)."""
    if old == min((number + 1) << height, len(levels[0])):
        return () if whole else (levels[height][number],)
    left, right = 2 * number, 2 * number + 1
    below = levels[height - 1]
    if right >= len(below):
        return _consistency(levels, old, height - 1, left, whole=whole)
    if old <= right << (height - 1):
        return (*_consistency(levels, old, height - 1, left, whole=whole), below[right])
    return (*_consistency(levels, old, height - 1, right, whole=False), below[left])


def includes(root: bytes, size: int, index: int, entry_hash: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that an entry, counted from 0, stands in the tree of so many entries with this root."""
    if not 0 <= index < size:
        return False
    parts, found = iter(proof), leaf(entry_hash)
    last = size - 1
    while last:
        if index & 1 or index != last:
            part = next(parts, None)
            if part is None:
                return False
            found = node(part, found) if index & 1 else node(found, part)
        index, last = index >> 1, last >> 1
    return next(parts, None) is None and found == root


def is_consistent(old_root: bytes, old: int, new_root: bytes, new: int, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that the tree of `new` entries begins with the tree of `old` ones."""
    if old > new or (old == 0 and proof):
        return False
    if old == 0:
        return True
    if old == new:
        return old_root == new_root and not proof
    parts: Iterator[bytes] = iter(proof)
    index, last = old - 1, new - 1
    while index & 1:
        index, last = index >> 1, last >> 1
    first = next(parts, None) if index else old_root
    if first is None:
        return False
    was = now = first
    while last:
        if index & 1 or index != last:
            part = next(parts, None)
            if part is None:
                return False
            if index & 1:
                was, now = node(part, was), node(part, now)
            else:
                now = node(now, part)
        index, last = index >> 1, last >> 1
    return next(parts, None) is None and (was, now) == (old_root, new_root)
