"""Options: what an operator may choose, in the words that a sign, the guide or the Board's form prints.

An option is declared with its title where a game declares its field: `shaker: Annotated[Shaker, Option(...)]`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Annotated, Any

import msgspec

from houseway.law import Clause
from houseway.money import Cents, dollars


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """The title of an option, the values that have words of their own, how all others are said, and the clause that leaves it open."""

    title: str
    words: Mapping[Any, str] = field(default_factory=dict)
    say: Callable[[Any], str] = str
    clause: Clause | None = None

    def said(self, chosen: Any) -> str:
        """What was chosen, in words."""
        if chosen in self.words:
            return self.words[chosen]
        match chosen:
            case bool():
                return "yes" if chosen else "no"
            case tuple():
                return "; ".join(map(self.said, chosen)) or "none"
            case StrEnum() if self.say is str:
                raise LookupError(f"{self.title!r} has no words for {chosen.value!r}")
        return self.say(chosen)


@cache
def options_of(submission: type[msgspec.Struct]) -> Mapping[str, Option]:
    """The options of a submission by their fields, in their order."""
    return {
        each.name: note
        for each in msgspec.structs.fields(submission)
        for note in getattr(each.type, "__metadata__", ())
        if isinstance(note, Option)
    }


# Options that several games have.

paytable = "Paytable {}".format

SmallestChip = Annotated[Cents, Option("Smallest chip", say=dollars)]
Positions = Annotated[int, Option("Betting positions")]
DecksInABatch = Annotated[int, Option("Decks in a batch")]
AdjacentAreas = Annotated[int, Option("Neighbouring areas that one player may bet")]
TipBoxElsewhere = Annotated[bool, Option("The tip box stands elsewhere than usual")]
