"""The law: clauses, editions, readings, and which code implements which clause."""

from houseway.law.citing import Implementation, implementations, implements
from houseway.law.editions import (
    FINAL_CHAPTERS,
    Edition,
    NoEdition,
    add_editions,
    edition_in_force,
    editions_of,
    find_as_printed,
)
from houseway.law.readings import Reading, reading, readings_for
from houseway.law.register import (
    Clause,
    Duty,
    Origin,
    UnknownClause,
    add_register,
    chapter_title,
    chapters,
    citation_of,
    clause,
    find,
    md,
    pa,
    register,
)
from houseway.law.violations import RuleViolation, is_allowed

__all__ = [
    "FINAL_CHAPTERS",
    "Clause",
    "Duty",
    "Edition",
    "Implementation",
    "NoEdition",
    "Origin",
    "Reading",
    "RuleViolation",
    "UnknownClause",
    "add_editions",
    "add_register",
    "chapter_title",
    "chapters",
    "citation_of",
    "clause",
    "edition_in_force",
    "editions_of",
    "find",
    "find_as_printed",
    "implementations",
    "implements",
    "is_allowed",
    "md",
    "pa",
    "reading",
    "readings_for",
    "register",
]
