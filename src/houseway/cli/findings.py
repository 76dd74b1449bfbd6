"""Where the record of a table and the rules of this version of Houseway do not say the same, told to people."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.cli.tables import print_table

if TYPE_CHECKING:
    from houseway.floor.replay import Finding


def print_findings(findings: "Iterable[Finding]") -> None:
    """Name every such act; nothing where there is none."""
    rows = list(findings)
    if rows:
        title = "This version of Houseway would say something else here; what was recorded stands"
        print_table(title, ("table", "version", "what differs"), rows)
