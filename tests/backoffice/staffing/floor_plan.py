"""Tables for staffing tests, and the spans of the law written down a second time, as numbers read from its text."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from houseway.backoffice.staffing.cameras import Camera, End
from houseway.backoffice.staffing.tables import Automation, OpenTable

ORDINARY, ELECTRONIC, AUTOMATED = Automation.NONE, Automation.ELECTRONIC, Automation.FULLY_AUTOMATED

# One game for each kind of table that the clauses tell apart; the last is Mini-Craps with a stickperson.
GAMES = (
    "blackjack",
    "baccarat",
    "midibaccarat",
    "craps",
    "mini-craps",
    "pai-gow",
    "three-dice-football",
    "mini-craps+",
)


def table(
    game: str, name: str = "", automation: Automation = ORDINARY, beside: tuple[str, ...] = ()
) -> OpenTable:
    """A table of a game, named after it unless it has another name."""
    return OpenTable(
        name=name or f"{game}-1",
        game=game.rstrip("+"),
        automation=automation,
        with_stickperson=game.endswith("+"),
        beside=beside,
    )


def tables(*games: str | tuple[str, Automation], side_by_side: bool = False) -> tuple[OpenTable, ...]:
    """Tables T1, T2, …; the Pai Gow tables among them stand in one row where they are side by side."""
    found: list[OpenTable] = []
    for number, entry in enumerate(games, start=1):
        game, automation = entry if isinstance(entry, tuple) else (entry, ORDINARY)
        row = [other.name for other in found if other.game == game == "pai-gow"]
        beside = tuple(row[-1:]) if side_by_side else ()
        found.append(table(game, f"T{number}", automation, beside))
    return tuple(found)


def may_supervise(
    group: Sequence[OpenTable], *, side_by_side: bool = False, seats_players: bool = False
) -> bool:
    """Whether one floorperson may have these tables under the final text; the Pai Gow tables named first stand in a row."""
    every_one_electronic = all(one.automation == "electronic" for one in group)

    def up_to(number: int) -> bool:
        return len(group) <= (number * 3 // 2 if every_one_electronic else number)

    kinds = Counter(f"{one.game}{'+' * one.with_stickperson}" for one in group)
    only = next(iter(kinds)) if len(kinds) == 1 else ""
    others = {kind: {*kinds} - {kind} for kind in kinds if kinds[kind] == 1}
    return (
        (only == "blackjack" and up_to(4))
        or (only == "baccarat" and up_to(1))
        or (only == "midibaccarat" and up_to(2))
        or (others.get("midibaccarat", {""}) <= {"blackjack", "pai-gow"} and up_to(2))
        or (only == "craps" and up_to(3))
        or (others.get("craps", {""}) <= {"blackjack"} and up_to(3))
        or (only == "mini-craps" and up_to(1))
        or (only == "mini-craps+" and up_to(2))
        or (only == "pai-gow" and up_to(2) and (len(group) == 1 or (side_by_side and _in_a_row(group))))
        or (others.get("pai-gow", {""}) <= {"blackjack", "midibaccarat"} and up_to(2))
        or (only == "poker" and up_to(8))
        or (only == "poker" and up_to(10) and not seats_players)
        or (only == "three-dice-football" and up_to(2))
        or (others.get("three-dice-football", {""}) <= {"blackjack"} and up_to(2))
    )


def _in_a_row(group: Sequence[OpenTable]) -> bool:
    """Whether each table names the one before it, as `tables` sets them up."""
    return all(one.name in other.beside for one, other in pairwise(group))


def fewest_by_trying_all(every: Sequence[OpenTable], *, side_by_side: bool = False) -> int:
    """The fewest floorpersons, found by trying every way to divide the tables."""
    number = len(every)
    lawful = [
        may_supervise(
            [one for place, one in enumerate(every) if group >> place & 1], side_by_side=side_by_side
        )
        for group in range(1 << number)
    ]
    fewest = [0]
    for left in range(1, 1 << number):
        best, group = number, left
        while group:
            if group & left & -left and lawful[group]:
                best = min(best, 1 + fewest[left ^ group])
            group = (group - 1) & left
        fewest.append(best)
    return fewest[-1]


def full_coverage(every: Sequence[OpenTable]) -> dict[str, tuple[Camera, ...]]:
    """Two cameras of its own at every table, one at each end."""
    return {one.name: tuple(Camera(number=f"{one.name}-{end}", end=end) for end in End) for one in every}
