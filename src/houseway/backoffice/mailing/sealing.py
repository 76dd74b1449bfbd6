"""Personal data is sealed under a key of each person's own, so that one person can be erased alone (603a.20(q)(2), (7))."""

from collections.abc import Iterable

import sqlalchemy as sa

from houseway.backoffice.vault import keys
from houseway.law import Clause, RuleViolation

# Databases take only so many values in one statement.
_AT_ONCE = 5000


def require_own_keys(connection: sa.Connection, sealed: Iterable[tuple[str, str]], clause: Clause) -> None:
    """Refuse a token, given with the person it speaks of, that is not under that person's key."""
    used = [(person, token.split(".")[1]) for person, token in sealed]
    owners = _owners(connection, [key for _, key in used])
    for person, key in used:
        if owners.get(key) != person:
            raise RuleViolation(
                clause, f"what is sealed of {person} is not under that person's own key, or is erased"
            )


def _owners(connection: sa.Connection, wanted: list[str]) -> dict[str, str]:
    """Whose keys these are."""
    if not sa.inspect(connection).has_table(keys.name):
        # Nothing was ever sealed here.
        return {}
    found: dict[str, str] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        some = set(wanted[start : start + _AT_ONCE])
        rows = connection.execute(sa.select(keys.c.id, keys.c.subject).where(keys.c.id.in_(some)))
        found.update((row.id, row.subject) for row in rows)
    return found
