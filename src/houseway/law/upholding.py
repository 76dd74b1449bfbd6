"""Upholding: which functions carry out what a chapter's rules say, where many chapters share the functions.

A chapter gives its clauses as a value (`CardRules`, `ShoeRules`, `ProgressiveRules`); the functions that every such chapter
shares name the fields they uphold. So no chapter stands in shared code, and each rule can still be broken on purpose.
"""

from collections.abc import Callable
from typing import Any, TypeVar

# The functions that uphold what each field of a chapter's rules says.
UPHELD_BY: dict[str, list[Callable[..., Any]]] = {}
Upholds = TypeVar("Upholds", bound=Callable[..., Any])


def upholds(*fields: str) -> Callable[[Upholds], Upholds]:
    """Note that a function upholds the clauses that these fields of a chapter's rules hold."""

    def note(function: Upholds) -> Upholds:
        for field in fields:
            UPHELD_BY.setdefault(field, []).append(function)
        return function

    return note
