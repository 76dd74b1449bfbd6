"""A line of a sign or of a layout's check-list."""

from dataclasses import dataclass

from houseway.law import Clause


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """One line of a sign or check-list."""

    text: str
    detail: str
    clause: Clause
