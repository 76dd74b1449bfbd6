"""The tree over all entries, by the examples of RFC 6962 and for every small size."""

import hashlib
from collections.abc import Sequence

import pytest

from houseway.journal import merkle
from houseway.journal.growing import Growing


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root of a tree of these leaves, as RFC 6962 words it."""
    if not leaves:
        return merkle.EMPTY
    if len(leaves) == 1:
        return leaves[0]
    middle = 1 << ((len(leaves) - 1).bit_length() - 1)
    return merkle.node(root_of(leaves[:middle]), root_of(leaves[middle:]))


HASHES = [hashlib.sha256(bytes([number])).digest() for number in range(40)]
LEAVES = [merkle.leaf(entry_hash) for entry_hash in HASHES]
ROOTS = [root_of(LEAVES[:size]) for size in range(len(LEAVES) + 1)]


def test_the_empty_tree_and_the_leaf_are_those_of_rfc_6962() -> None:
    assert merkle.EMPTY.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert merkle.leaf(b"").hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"


def test_a_tree_that_grows_has_the_root_of_its_leaves() -> None:
    frontier = merkle.Frontier()
    for size, entry_hash in enumerate(HASHES, 1):
        frontier = frontier.grown([entry_hash])
        assert (frontier.size, frontier.root()) == (size, ROOTS[size])


@pytest.mark.parametrize("size", range(1, len(HASHES) + 1))
def test_every_entry_is_proved_and_nothing_else(size: int) -> None:
    for index in range(size):
        (proof,) = merkle.inclusions(LEAVES[:size], [index])
        assert merkle.includes(ROOTS[size], size, index, HASHES[index], proof)
        assert not merkle.includes(ROOTS[size], size, index, HASHES[index - 1], proof) or size == 1
        assert not merkle.includes(ROOTS[size], size, index, HASHES[index], (*proof, HASHES[0]))
        assert not any(
            merkle.includes(ROOTS[size], size, index, HASHES[index], proof[:left] + proof[left + 1 :])
            for left in range(len(proof))
        )
    assert not merkle.includes(ROOTS[size], size, size, HASHES[0], ())


@pytest.mark.parametrize("new", range(len(HASHES) + 1))
def test_a_tree_is_proved_to_begin_with_every_smaller_one_and_with_no_other(new: int) -> None:
    for old in range(new + 1):
        proof = merkle.consistency(LEAVES[:new], old)
        assert merkle.is_consistent(ROOTS[old], old, ROOTS[new], new, proof)
        if old > 0:
            assert not merkle.is_consistent(HASHES[0], old, ROOTS[new], new, proof)
            assert not merkle.is_consistent(ROOTS[old], old, HASHES[0], new, proof)
        for left in range(len(proof)):
            shorter = proof[:left] + proof[left + 1 :]
            assert not merkle.is_consistent(ROOTS[old], old, ROOTS[new], new, shorter)
        assert not merkle.is_consistent(ROOTS[old], old, ROOTS[new], new, (*proof, HASHES[0]))
    assert not merkle.is_consistent(ROOTS[new], new + 1, ROOTS[new], new, ())


def test_what_is_not_durable_leaves_no_trace_in_the_tree() -> None:
    growing, stored = Growing(), list(HASHES[:10])

    def hashes(after: int, until: int) -> list[bytes]:
        return stored[after:until]

    assert growing.root(hashes, durable=8, position=10) == ROOTS[10]
    stored[8:] = HASHES[20:24]  # the last two were taken back, and others came in their place
    assert growing.root(hashes, durable=12, position=12) == root_of([merkle.leaf(one) for one in stored])
    assert growing.root(hashes, durable=12, position=5) == ROOTS[5]
