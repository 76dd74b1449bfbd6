"""Findings: what staffing lacks, and what it takes for granted, each with its clause."""

import msgspec

from houseway.law import Clause
from houseway.submission import Finding


def finding(clause: Clause, where: str, problem: str) -> Finding:
    """Something about a table, or about a floorperson's tables, that the law does not allow."""
    return Finding(clause=clause.id, where=where, problem=problem)


class Assumption(msgspec.Struct, frozen=True, kw_only=True):
    """Something taken for granted because the sources do not say it."""

    clause: str
    where: str
    assumed: str
