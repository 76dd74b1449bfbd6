"""Check-lists: the physical acts and approvals that people attest, each tied to its clause."""

from dataclasses import dataclass
from enum import StrEnum

from houseway.law import Clause
from houseway.table.roles import Role


class Stage(StrEnum):
    """When a step must stand attested."""

    APPROVAL = "approval"  # once for the table, with the reference of the approval
    OPENING = "opening"  # anew each time the table opens
    DICE = "dice"  # anew for each set of dice put to use


@dataclass(frozen=True, slots=True)
class ChecklistStep:
    """One line of a check-list: what is attested, by whom, before whom, and by which clause."""

    id: str
    stage: Stage
    text: str
    by: tuple[Role, ...]
    clause: Clause
    witness: Role | None = None
