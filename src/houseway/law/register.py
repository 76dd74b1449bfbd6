"""The register: one row per clause of the regulations, with the duty it lays on software.

Rows beside the printed ones, which a game needs to be played at all, carry their origin and are told apart everywhere.
"""

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType


class Duty(StrEnum):
    """What software owes a clause."""

    ENFORCE = "enforce"
    COMPUTE = "compute"
    SEQUENCE = "sequence"
    CONFIGURE = "configure"
    ATTEST = "attest"
    DOCUMENT = "document"
    INFORM = "inform"


class Origin(StrEnum):
    """Where a row of the register comes from; only what the sources print is a registered clause (reading C-139)."""

    PRINTED = "printed"
    PUBLIC_COPY = "public copy"
    COMMON_PRACTICE = "common practice"

    @property
    def caution(self) -> str:
        """What must be said wherever such a row is shown; nothing of a printed one."""
        return _CAUTIONS[self]


_CAUTIONS = {
    Origin.PRINTED: "",
    Origin.PUBLIC_COPY: "read in a public copy of the Code, not printed in the sources",
    Origin.COMMON_PRACTICE: "common practice, the operator's choice; no clause was read",
}


class UnknownClause(LookupError):
    """A citation that stands in no register."""

    def __init__(self, citation: str) -> None:
        near = get_close_matches(citation, register(), n=3, cutoff=0.6)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        super().__init__(f"no clause {citation!r} in the register{hint}")
        self.citation = citation
        self.near = tuple(near)


@dataclass(frozen=True, slots=True)
class Clause:
    """One row of the register; two clauses are equal when their ids are."""

    id: str
    chapter: str = field(compare=False)
    kind: str = field(compare=False)
    actor: str = field(compare=False)
    duty: Duty = field(compare=False)
    summary: str = field(compare=False)
    edition_note: str = field(compare=False)
    parameters: Mapping[str, str] = field(compare=False, repr=False)
    origin: Origin = field(compare=False, default=Origin.PRINTED)

    def __str__(self) -> str:
        return self.id

    @property
    def paragraph(self) -> str:
        """The citation as the regulation prints it, without our numbering of parts and table lines."""
        return _printed(self.id)

    @property
    def citation(self) -> str:
        """The paragraph, marked if it is no registered clause."""
        return self.marked(self.paragraph)

    def marked(self, citation: str) -> str:
        """A citation of this clause, with its origin unless the sources print it."""
        if self.origin is Origin.COMMON_PRACTICE:
            return f"{Origin.COMMON_PRACTICE}: {citation.partition(':')[2]}"
        return f"{citation} ({self.origin})" if self.origin.caution else citation

    @property
    def told(self) -> str:
        """The summary, and what the row is if it is no registered clause."""
        return f"{self.summary} ({self.origin.caution})" if self.origin.caution else self.summary

    def integer(self, name: str) -> int:
        """A number that the clause states, so that code need not repeat it."""
        return int(self.parameters[name])

    def integers(self, name: str) -> range:
        """A run of whole numbers that the clause states as ``low-high``."""
        low, high = self.parameters[name].split("-")
        return range(int(low), int(high) + 1)

    def fraction(self, name: str) -> Fraction:
        """A part of something that the clause states, exactly."""
        return Fraction(self.parameters[name])

    def span(self, name: str) -> tuple[Fraction, Fraction]:
        """The least and the most of something that the clause states as ``low-high``, exactly."""
        low, high = self.parameters[name].split("-")
        return Fraction(low), Fraction(high)

    def numbers(self, name: str) -> tuple[int, ...]:
        """Whole numbers that the clause lists as ``one|another``."""
        return tuple(map(int, self.parameters[name].split("|")))

    def compared(self, name: str) -> int:
        """The number that the clause has something compared with, such as 17 in ``total<17``."""
        return int(re.split("[<>=]+", self.parameters[name])[-1])

    def greatest(self, name: str) -> int:
        """The number in a rule that the clause states as ``max(number,another)``."""
        return int(self.parameters[name].removeprefix("max(").partition(",")[0])

    @property
    def default(self) -> int:
        """The number that stands where the operator chooses no other."""
        return int(self.parameters["default"])


def _chapter_of(clause_id: str) -> str:
    # What no clause was read for goes by `common:GAME/what`, and is of no chapter.
    if clause_id.startswith("common:"):
        return clause_id.split("/", 1)[0]
    if clause_id.startswith("36."):
        return "md-36.05.14"
    if ":" in clause_id.split("[")[0]:
        return "paperwork"
    return clause_id.split(".", 1)[0]


def _parameters(text: str) -> Mapping[str, str]:
    pairs = (part.partition("=") for part in text.split(";") if part)
    return MappingProxyType({name.strip(): value.strip() for name, _, value in pairs})


# The registers that games from outside brought along.
_BROUGHT: list[Traversable] = []


def add_register(file: Traversable) -> None:
    """Take in the register of a game from outside; its clauses may be cited from then on."""
    if file not in _BROUGHT:
        _BROUGHT.append(file)
        register.cache_clear()


@cache
def register() -> Mapping[str, Clause]:
    """Every clause by id, in the order of the register files."""
    clauses: dict[str, Clause] = {}
    own = sorted(files("houseway.law").joinpath("registers").iterdir(), key=lambda entry: entry.name)
    for file in (*own, *_BROUGHT):
        for row in csv.DictReader(file.read_text("utf-8").splitlines()):
            if row["id"] in clauses:
                raise ValueError(f"{file.name}: clause {row['id']} is registered twice")
            clauses[row["id"]] = Clause(
                id=row["id"],
                chapter=_chapter_of(row["id"]),
                kind=row["kind"],
                actor=row["actor"],
                duty=Duty(row["duty"]),
                summary=row["summary"],
                edition_note=row["edition_note"],
                parameters=_parameters(row["parameters"]),
                origin=Origin(row.get("origin", Origin.PRINTED)),
            )
    return MappingProxyType(clauses)


def clause(clause_id: str) -> Clause:
    """The clause with exactly this id; raises `UnknownClause` otherwise."""
    try:
        return register()[clause_id]
    except KeyError:
        raise UnknownClause(clause_id) from None


def citation_of(clause_id: str) -> str:
    """A clause by its id as people cite it; what stands in no register goes without our numbering of parts."""
    known = register().get(clause_id)
    return known.citation if known else _printed(clause_id)


def _printed(clause_id: str) -> str:
    return re.split(r"[#\[]", clause_id)[0]


def pa(clause_id: str) -> Clause:
    """A clause of 58 Pa. Code, or what stands in for one, looked up at import so that a typo fails at once."""
    return clause(clause_id)


def md(clause_id: str) -> Clause:
    """A clause of COMAR 36.05.14, given with or without the chapter in front."""
    return clause(clause_id if clause_id.startswith("36.") else f"36.05.14{clause_id}")


def find(citation: str) -> tuple[Clause, ...]:
    """The clause with this id, or all parts, lines and paragraphs below it, or of a chapter; capitals and blanks do not matter."""
    text = as_registered(citation)
    if text in register():
        return (register()[text],)
    every, said = register().values(), text.casefold()
    found = tuple(c for c in every if c.id.casefold() == said) or tuple(
        c for c in every if c.chapter.removeprefix("md-").casefold() == said or _stands_below(c.id, text)
    )
    if not found:
        raise UnknownClause(citation)
    return found


def as_registered(citation: str) -> str:
    """A citation as somebody wrote it, without the name of the code, the sign of a section, and blanks."""
    named = re.sub(r"^(58 Pa\. ?Code|COMAR|md-|section|§|\s)+", "", citation, flags=re.IGNORECASE)
    return re.sub(r"\s+|\.$", "", named)


def _stands_below(clause_id: str, citation: str) -> bool:
    if not citation or not clause_id.casefold().startswith(citation.casefold()):
        return False
    following = clause_id[len(citation)]
    # Maryland letters the sections of a regulation right after its number: .13A stands below .13.
    return following in "(#[./" or (citation[-1].isdigit() and following.isupper())


def chapters() -> tuple[str, ...]:
    """The chapters that the register covers."""
    return tuple(dict.fromkeys(c.chapter for c in register().values()))


@cache
def _titles() -> Mapping[str, str]:
    text = files("houseway.law").joinpath("chapters.csv").read_text("utf-8")
    return MappingProxyType({row["chapter"]: row["title"] for row in csv.DictReader(text.splitlines())})


def chapter_title(chapter: str) -> str:
    """What a chapter is about; one that a game from outside brought along is told by its number alone."""
    return _titles().get(chapter, chapter)
