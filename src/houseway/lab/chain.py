"""Chains: where play ends that may come back to where it was, with the exact probability of every ending."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

State = TypeVar("State", bound=Hashable)
What = TypeVar("What", bound=Hashable)


@dataclass(frozen=True, slots=True)
class End(Generic[What]):
    """Play is over, and what came of it."""

    what: What


# How often play goes on to another state or ends, out of as many equally likely cases as the numbers add up to.
Cases = Mapping[State | End[What], int]
_Row = dict[State | End[What], Fraction]


def endings(start: State, cases: Callable[[State], Cases[State, What]]) -> dict[What, Fraction]:
    """How likely each ending is from a state; `cases` tells what may follow on any one."""
    # Depth first: a state is solved once all that follow it are. What then still leads back to a state on the way here
    # stays in its row until that one is solved in turn.
    rows: dict[State, _Row[State, What]] = {start: _probabilities(cases(start))}
    solved: dict[State, _Row[State, What]] = {}
    way = [start]
    while way:
        state = way[-1]
        unseen = next((to for to in rows[state] if not isinstance(to, End) and to not in rows), None)
        if unseen is None:
            solved[state] = _solved(state, rows[state], solved)
            way.pop()
        else:
            rows[unseen] = _probabilities(cases(unseen))
            way.append(unseen)
    found: dict[What, Fraction] = {}
    for end, chance in solved[start].items():
        assert isinstance(end, End), "nothing leads back from the start once it is solved"
        found[end.what] = chance
    return found


def _probabilities(cases: Cases[State, What]) -> _Row[State, What]:
    total = sum(cases.values())
    return {to: Fraction(count, total) for to, count in cases.items()}


def _solved(
    state: State, row: _Row[State, What], solved: Mapping[State, _Row[State, What]]
) -> _Row[State, What]:
    """The row with every solved state replaced by what it leads to, and without the way back to the state itself."""
    found = dict(row)
    # This comes to an end: a solved row names only endings and states that are solved after it.
    while known := [to for to in found if not isinstance(to, End) and to in solved]:
        for other in known:
            share = found.pop(other)
            for to, chance in solved[other].items():
                found[to] = found.get(to, Fraction(0)) + share * chance
    again = found.pop(state, Fraction(0))
    return {to: chance / (1 - again) for to, chance in found.items()}
