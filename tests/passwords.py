"""Passwords cost next to nothing to keep in the tests, except in one that asks for `strong_passwords`.

A house signs its people in for almost everything that a test has them do, and each time would take as long as it is to
take whoever guesses.
"""

import pytest

from houseway.backoffice.access import passwords

_STRONG = passwords._HASHER
passwords._HASHER = passwords._KNOWN_TO_ALL


@pytest.fixture
def strong_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are kept as every house keeps them."""
    monkeypatch.setattr(passwords, "_HASHER", _STRONG)
