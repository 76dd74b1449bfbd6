"""Tables for staffing tests, and the spans of the law written down a second time, as numbers read from its text."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, permutations

from houseway.backoffice.rosters.cameras import Camera, End
from houseway.backoffice.rosters.tables import Automation, OpenTable

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
    group: Sequence[OpenTable], *, seats_players: bool = False, lifted: Sequence[int] = ()
) -> bool:
    """Whether one floorperson may have these tables under the final text, some paragraphs' ceilings apart.

    The second form of (13), one Three Dice Football table and one other, counts as 14.
    """
    every_one_electronic = all(one.automation == "electronic" for one in group)

    def up_to(paragraph: int, number: int) -> bool:
        return paragraph in lifted or len(group) <= (number * 3 // 2 if every_one_electronic else number)

    kinds = Counter(f"{one.game}{'+' * one.with_stickperson}" for one in group)
    only = next(iter(kinds)) if len(kinds) == 1 else ""
    others = {kind: {*kinds} - {kind} for kind in kinds if kinds[kind] == 1}
    return (
        (only == "blackjack" and up_to(1, 4))
        or (only == "baccarat" and up_to(2, 1))
        or (only == "midibaccarat" and up_to(3, 2))
        or (others.get("midibaccarat", {""}) <= {"blackjack", "pai-gow"} and up_to(4, 2))
        or (only == "craps" and up_to(5, 3))
        or (others.get("craps", {""}) <= {"blackjack"} and up_to(6, 3))
        or (only == "mini-craps" and up_to(7, 1))
        or (only == "mini-craps+" and up_to(8, 2))
        or (only == "pai-gow" and up_to(9, 2) and _in_a_row(group))
        or (others.get("pai-gow", {""}) <= {"blackjack", "midibaccarat"} and up_to(10, 2))
        or (only == "poker" and up_to(11, 8))
        or (only == "poker" and up_to(12, 10) and not seats_players)
        or (only == "three-dice-football" and up_to(13, 2))
        or (others.get("three-dice-football", {""}) <= {"blackjack"} and up_to(14, 2))
    )


def _in_a_row(group: Sequence[OpenTable]) -> bool:
    """Whether the tables can be put in an order in which each stands beside the next."""
    return any(
        all(one.name in other.beside or other.name in one.beside for one, other in pairwise(row))
        for row in permutations(group)
    )


def fewest_by_trying_all(every: Sequence[OpenTable], *, lifted: Sequence[int] = ()) -> int:
    """The fewest floorpersons, found by trying every way to divide the tables."""
    number = len(every)
    lawful = [
        may_supervise([one for place, one in enumerate(every) if group >> place & 1], lifted=lifted)
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


@cache
def poker_by_trying_all(ordinary: int, electronic: int, free: int, lifted: tuple[int, ...] = ()) -> int:
    """The fewest floorpersons at Poker, one after the other, each with as many tables as the text allows."""
    if ordinary + electronic == 0:
        return 0
    paragraph, number = (12, 10) if free else (11, 8)
    number = ordinary + electronic if paragraph in lifted else number
    enlarged = number * 3 // 2
    after = [(max(0, ordinary - take), max(0, electronic - (number - take))) for take in range(number + 1)]
    after.append((ordinary, max(0, electronic - enlarged)))
    # Whoever is free of seating duties is never the worse choice.
    return 1 + min(
        poker_by_trying_all(*left, max(0, free - 1), lifted)
        for left in after
        if left != (ordinary, electronic)
    )


def most_filled(places: Sequence[str], able: Sequence[frozenset[str]]) -> int:
    """How many places people can fill at most: they give way to each other for as long as it helps."""
    holder: dict[int, int] = {}

    def place(number: int, asked: set[int]) -> bool:
        for wanted, part in enumerate(places):
            if part in able[number] and wanted not in asked:
                asked.add(wanted)
                if wanted not in holder or place(holder[wanted], asked):
                    holder[wanted] = number
                    return True
        return False

    return sum(place(number, set()) for number in range(len(able)))


def full_coverage(every: Sequence[OpenTable]) -> dict[str, tuple[Camera, ...]]:
    """Two cameras of its own at every table, one at each end."""
    return {one.name: tuple(Camera(number=f"{one.name}-{end}", end=end) for end in End) for one in every}
