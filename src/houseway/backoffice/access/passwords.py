"""Passwords: which ones will do, and how they are kept so that nobody can read them back."""

from collections.abc import Iterable

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

from houseway.backoffice.access.guessing import is_guessable

SHORTEST, LONGEST = 12, 200

# RFC 9106's choice where memory is dear: 64 MiB, three passes.
_HASHER = PasswordHasher(type=Type.ID)
# What everyone may know needs no protection, and the demo property is to be made quickly.
_KNOWN_TO_ALL = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, type=Type.ID)


class WeakPassword(ValueError):
    """A password that will not do, and why."""


def check_password(password: str, credential: str, own: Iterable[str] = ()) -> None:
    """Refuse a password that is short, endless, everybody's, made of the house's `own` words, or the credential itself."""
    if len(password) < SHORTEST:
        raise WeakPassword(f"a password has at least {SHORTEST} characters")
    if len(password) > LONGEST:
        raise WeakPassword(f"a password has at most {LONGEST} characters")
    if _letters(credential) and _letters(password).replace(_letters(credential), "") == "":
        raise WeakPassword("a password is not the credential number")
    if is_guessable(password, own):
        raise WeakPassword(
            "this password is made of what anybody would guess: common words, names and runs of keys"
        )


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def hashed(password: str, *, known_to_all: bool = False) -> str:
    """The password as it is kept: argon2id with a salt of its own."""
    return (_KNOWN_TO_ALL if known_to_all else _HASHER).hash(password)


def fits(kept: str | None, password: str) -> bool:
    """Whether the password is the one that is kept; where none is, finding that out takes as long."""
    try:
        return _HASHER.verify(kept or _nobodys(), password) and kept is not None
    except (VerificationError, InvalidHashError):
        return False


def is_outdated(kept: str) -> bool:
    """Whether a password was kept in a way that has been made stronger since."""
    return _HASHER.check_needs_rehash(kept)


def _nobodys() -> str:
    """The form of a hash that no password has, at the usual cost."""
    cost = f"m={_HASHER.memory_cost},t={_HASHER.time_cost},p={_HASHER.parallelism}"
    return f"$argon2id$v=19${cost}${'A' * 22}${'A' * 43}"
