"""The signatures of passkeys, checked from the record alone: who has the database, and even the key of the house, makes none.

From the entry on by which a passkey was given to somebody, every order of theirs is signed with it, but for what a program
of theirs gives through a token and what a table in service gives where it happens.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import msgspec

from houseway.backoffice.books import all_books
from houseway.backoffice.orders import WITHDRAWN, Signed, digest_of_content, name_of
from houseway.backoffice.passkeys.assertion import (
    SIGN,
    WITHDRAW,
    BadAssertion,
    challenge_for,
    check_assertion,
)
from houseway.backoffice.passkeys.keyring import Keyring
from houseway.backoffice.postings.opening import opening_of
from houseway.backoffice.records import STREAM, Signing, signing_of
from houseway.journal import Entry, Journal


class Untrue(NamedTuple):
    """Something that is not what it says it is: where, and what is wrong with it."""

    where: str
    problem: str


class _Collected(msgspec.Struct, frozen=True):
    token: str
    credential: str


class Walk:
    """A walk along the journal that holds every signature to the passkeys of its moment."""

    def __init__(self, house: str) -> None:
        self._house = house
        self._ring = Keyring()
        self._nonces: set[str] = set()
        self._used: dict[str, int] = {}
        self._tokens: set[tuple[str, str]] = set()
        # The order under each content hash, by name, and the key it was given under.
        self._orders: dict[str, tuple[str, str]] = {}

    def problems(self, entry: Entry) -> Iterator[Untrue]:
        """What is wrong with an entry; the next one of the journal comes after it."""
        if entry.kind == "token-collected":
            collected = msgspec.json.decode(entry.body, type=_Collected)
            self._tokens.add((collected.token, collected.credential))
        if not entry.stream.startswith(STREAM):
            return
        said, where = signing_of(entry), f"{entry.stream} version {entry.version}"
        if said.order is not None and said.signature is not None:
            if digest_of_content(said.order, said.key) != said.digest:
                yield Untrue(where, "the order is not the one whose content hash was signed")
            self._orders[said.digest] = (str(said.order.get("order")), said.key)
        if said.signature is not None and (wrong := self._wrong_with(said, said.signature)):
            yield Untrue(where, f"{said.signature.credential} did not sign here: {wrong}")
        self._ring.follow(entry, said)

    def _wrong_with(self, said: Signing, signed: Signed) -> str:
        shown = signed.passkey
        if shown is None:
            return "the passkey is missing" if self._takes_passkey(said, signed) else ""
        key = self._ring.keys.get(shown.passkey)
        if key is None or key.credential != signed.credential:
            return "the passkey was never given to them, or removed before"
        act = WITHDRAW if signed.part == WITHDRAWN else SIGN
        challenge = challenge_for(self._house, act, said.digest, signed.credential, shown.nonce)
        try:
            used = check_assertion(shown, key.public_key, key.host, challenge)
        except BadAssertion as bad:
            return str(bad)
        if shown.nonce in self._nonces:
            return "the same answer of the passkey was used before"
        self._nonces.add(shown.nonce)
        if used and used <= self._used.get(shown.passkey, 0):
            return "the passkey's count of uses goes back"
        self._used[shown.passkey] = used
        return ""

    def _takes_passkey(self, said: Signing, signed: Signed) -> bool:
        """Whether a signature without a passkey ought to have one."""
        if not self._ring.of(signed.credential):
            return False
        if signed.through:
            return (signed.through, signed.credential) not in self._tokens
        order, key = self._orders.get(said.digest, ("", ""))
        return not _is_given_at_tables(order, key)


@cache
def _given_at_tables() -> dict[str, bool]:
    """The orders that a table in service alone gives, and those of books without value, which it may give too."""
    rules = [(book, rule) for book in all_books() for rule in book.rules]
    return {
        name_of(rule.order): rule.at_table for book, rule in rules if rule.at_table or not book.moves_value
    }


def _is_given_at_tables(order: str, key: str) -> bool:
    always = _given_at_tables().get(order)
    return bool(always) or (always is not None and key.startswith("table/"))


def untrue_passkeys(journal: Journal) -> Iterator[Untrue]:
    """Every signature under an order that is not what the signer's passkey says, or lacks it; no key is needed for it."""
    with journal.reading() as connection:
        opening = opening_of(connection)
    walk = Walk(opening.hash if opening else "")
    for entry in journal.read_all():
        yield from walk.problems(entry)
