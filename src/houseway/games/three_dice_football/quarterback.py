"""The Quarterback: who is offered the dice next, and which dice may be picked (661a.4, 661a.7)."""

from itertools import combinations
from typing import Any

from houseway.games.three_dice_football.play import Drive
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.seats import clockwise

SET_OF_DICE = pa("661a.4(a)#2")
FIRST_OFFER = pa("661a.4(b)#1")
OFFER_ROUND = pa("661a.4(b)#2")
LEFT_OF_QUARTERBACK = pa("661a.7(a)#2")
ON_CLOCKWISE = pa("661a.7(a)#3")

GREEN_IN_SET, RED_IN_SET = SET_OF_DICE.integer("green"), SET_OF_DICE.integer("red")

# Every lawful pick, by the places of the dice in the set.
SELECTIONS: dict[str, tuple[Any, ...]] = {
    "green": tuple(combinations(range(1, GREEN_IN_SET + 1), 2)),
    "red": tuple(range(1, RED_IN_SET + 1)),
}


@implements("661a.4(b)#1", "661a.4(b)#2", "661a.7(a)#2", "661a.7(a)#3", readings=("661-12",))
def next_offer(state: Drive) -> int:
    """Whose turn it is to be offered the dice: clockwise, past those who declined; 0 at an empty table."""
    around = list(clockwise(state.seats, after=state.last_quarterback))
    # Once everyone has declined the offer starts over.
    return next((seat for seat in around if seat not in state.declined), around[0] if around else 0)


def offer_clause(state: Drive) -> Clause:
    """The clause that governs the next offer: at the start or after a stop, the first or a later one."""
    if state.last_quarterback == 0:
        return OFFER_ROUND if state.declined else FIRST_OFFER
    return ON_CLOCKWISE if state.declined else LEFT_OF_QUARTERBACK


def check_selection(green: tuple[int, int], red: int, clause: Clause) -> None:
    """Refuse a pick that is not two green dice and one red of the set."""
    in_set = all(1 <= die <= GREEN_IN_SET for die in green) and 1 <= red <= RED_IN_SET
    if not in_set or green[0] == green[1]:
        raise RuleViolation(
            clause,
            f"green dice {green[0]} and {green[1]} and red die {red} are not two green dice and one red of the set",
            fix=f"pick two of the green dice 1 to {GREEN_IN_SET} and one of the red dice 1 to {RED_IN_SET}",
        )
