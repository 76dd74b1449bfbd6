"""Tokens: what a browser shows to be let in again, and what its pages show to prove that they are ours."""

import hashlib
import hmac
import secrets
from collections.abc import Callable

Entropy = Callable[[int], bytes]
TOKEN_BYTES = 32
SECRET_MARK = "houseway_"


def new_token(entropy: Entropy = secrets.token_bytes) -> str:
    """A token of 256 bits that nobody can guess."""
    return entropy(TOKEN_BYTES).hex()


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(b"houseway token\n" + token.encode()).hexdigest()


def new_secret(entropy: Entropy = secrets.token_bytes) -> str:
    """The secret of a program's token; how it begins lets whoever finds one know what it is."""
    return SECRET_MARK + new_token(entropy)


def csrf_of(token: str) -> str:
    """What the pages of a session show with whatever they change; another site can neither read nor compute it."""
    return hashlib.sha256(b"houseway page\n" + token.encode()).hexdigest()


def is_same(given: str, expected: str) -> bool:
    """Whether two tokens are equal, found out in a time that does not tell where they differ."""
    return hmac.compare_digest(given.encode(), expected.encode())
