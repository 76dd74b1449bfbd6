"""Tables as staffing sees them: what is played there, how much of it is automated, and which table stands beside it."""

from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from typing import Annotated

import msgspec

from houseway.games import games
from houseway.law import edition_in_force
from houseway.table.kinds import TableKind

# What tables, cameras and people are called; with blanks around it one name would pass for another.
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^\S(.*\S)?$")]


class Automation(StrEnum):
    """How much of a table is a machine: nothing, its wagering, or all of it."""

    NONE = "none"
    ELECTRONIC = "electronic"
    FULLY_AUTOMATED = "fully-automated"


# Every game but Poker is played against a bank.
BANKING_KINDS = frozenset(TableKind) - {TableKind.POKER}

# Games that the clauses name and that no room of the house deals.
_NAMED = {"big-six-wheel": TableKind.BANKING, "roulette": TableKind.BANKING}
# What each game says of itself; one that says nothing is a banking game.
_DEALT = {
    form: kind
    for name, game in games().items()
    for form, kind in (game.kinds or {name: TableKind.BANKING}).items()
}
KINDS = dict(sorted((_NAMED | _DEALT).items()))

# Games that one room of the house deals in several forms, which the clauses treat as games of their own.
FORMS = {name: tuple(game.kinds) for name, game in games().items() if len(game.kinds) > 1}

# A table has a left and a right neighbour.
_MOST_NEIGHBOURS = 2


class BadTable(ValueError):
    """A table that staffing can make nothing of."""


class OpenTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table in operation, or about to be; `beside` names the tables that stand side by side with it.

    A Mini-Craps table may be run with a stickperson beside its dealer; at Craps and Three Dice Football one always is.
    """

    name: Name
    game: str
    form: str = ""
    automation: Automation = Automation.NONE
    with_stickperson: bool = False
    beside: tuple[Name, ...] = ()

    @property
    def played(self) -> str:
        """The game as the clauses name it: the form where the house's game has several."""
        return self.form or self.game

    @property
    def kind(self) -> TableKind:
        """What the table is to the clauses on floorpersons."""
        found = KINDS[self.played]
        if found is TableKind.MINI_CRAPS and self.with_stickperson:
            return TableKind.MINI_CRAPS_WITH_STICKPERSON
        return found

    @property
    def electronic(self) -> bool:
        """Whether the table is electronic, yet not fully automated."""
        return self.automation is Automation.ELECTRONIC


def check_tables(tables: Sequence[OpenTable], gaming_day: date) -> None:
    """Refuse tables that cannot be: two of one name, unknown games and forms, or a game without a text that day."""
    names: set[str] = set()
    for table in tables:
        if not table.name.strip():
            raise BadTable("a table needs a name")
        if table.name in names:
            raise BadTable(f"two tables are named {table.name}")
        names.add(table.name)
        _check_game(table)
        if table.name in table.beside:
            raise BadTable(f"{table.name} cannot stand beside itself")
        if table.kind is TableKind.THREE_DICE_FOOTBALL:
            # The only game here whose staffing has two texts; a day before the first has none.
            edition_in_force(table.game, gaming_day)
    _check_neighbours(tables)


def _check_game(table: OpenTable) -> None:
    if table.game not in KINDS:
        raise BadTable(f"{table.name}: there is no game {table.game!r}; choose one of: {', '.join(KINDS)}")
    forms = FORMS.get(table.game, ())
    if table.form and table.form not in forms:
        known = f"choose one of: {', '.join(forms)}" if forms else "it is dealt in one form only"
        raise BadTable(f"{table.name}: {table.game} has no form {table.form!r}; {known}")
    if table.with_stickperson and KINDS[table.played] is not TableKind.MINI_CRAPS:
        raise BadTable(f"{table.name}: only at Mini-Craps is a stickperson a choice; leave it out")


def _check_neighbours(tables: Sequence[OpenTable]) -> None:
    for name, beside in neighbours(tables).items():
        if len(beside) > _MOST_NEIGHBOURS:
            raise BadTable(f"{name} stands beside {', '.join(sorted(beside))}: a table has two sides only")


def neighbours(tables: Sequence[OpenTable]) -> dict[str, frozenset[str]]:
    """Which of the tables stand side by side; it is enough that one of two tables says so."""
    found: dict[str, set[str]] = {table.name: set() for table in tables}
    for table in tables:
        for other in table.beside:
            if other in found:
                found[table.name].add(other)
                found[other].add(table.name)
    return {name: frozenset(beside) for name, beside in found.items()}


def stand_side_by_side(tables: Sequence[OpenTable]) -> bool:
    """Whether the tables stand in one row, with no table that is not among them between two of them."""
    beside = neighbours(tables)
    reached: set[str] = set()
    waiting = [tables[0].name] if tables else []
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(beside[name])
    return len(reached) == len(tables)
