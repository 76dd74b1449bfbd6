"""Irregularities: what can go wrong at a table, who may call it, and what the law orders then."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from houseway.equipment.decks import Clauses
from houseway.law import Clause, RuleViolation
from houseway.table.events import IrregularityCalled, cited
from houseway.table.felt import Step
from houseway.table.moves import Report
from houseway.table.rules import Offer, Roles, Rule, require_role

if TYPE_CHECKING:
    from houseway.table.game import Game


def at_any_time(game: Any, state: Any) -> bool:
    """Nothing more is asked of the moment than its phase."""
    return True


def only_noted(game: Any, state: Any, called: IrregularityCalled) -> Step[Any]:
    """What was called stands in the record and changes nothing else."""
    return Step(state, (called,))


@dataclass(frozen=True, slots=True)
class Remedy:
    """The law's answer to an irregularity: in which `phases` it can happen, and further `when`; what is to be done.

    `do` gets the call as it will be recorded, and returns it with whatever else happens. By `told_first` a floorperson or
    above is told before that: at a live table one of them enters the call or signs for it.
    """

    irregularity: str
    title: str
    by: Roles
    clause: Clause
    orders: str
    phases: frozenset[str]
    also: Clauses = ()
    when: Callable[[Any, Any], bool] = at_any_time
    do: Callable[[Any, Any, IrregularityCalled], Step[Any]] = only_noted
    told_first: Clauses = ()

    def can_have_happened(self, game: Any, state: Any) -> bool:
        """Whether it may be called as things stand."""
        return state.phase in self.phases and self.when(game, state)


def report(game: "Game[Any]", state: Any, move: Report) -> Step[Any]:
    """An irregularity is called, and what the law orders for it at this moment is done."""
    remedy = game.irregularities.get(move.irregularity)
    if remedy is None:
        raise RuleViolation(
            next(iter(game.irregularities.values())).clause,
            f"there is no irregularity {move.irregularity!r}",
            fix=f"one of: {', '.join(game.irregularities)}",
        )
    require_role(move, remedy.by, remedy.clause, f"call: {remedy.title}")
    if not remedy.can_have_happened(game, state):
        raise RuleViolation(remedy.clause, f"that cannot be called now: {remedy.title}")
    called = IrregularityCalled(
        irregularity=remedy.irregularity,
        by=move.by,
        remedy=remedy.orders,
        **cited((remedy.clause, *remedy.also)),
    )
    return remedy.do(game, state, called)


def _callable(game: "Game[Any]", state: Any) -> Iterator[Offer]:
    for remedy in game.irregularities.values():
        if remedy.can_have_happened(game, state):
            yield Offer(
                {"irregularity": (remedy.irregularity,)},
                words=remedy.title,
                by=remedy.by,
                clauses=(remedy.clause,),
            )


def _opening(game: "Game[Any]", state: Any) -> Clauses:
    return (game.opening_clause,)


REPORT_RULE = Rule(Report, (), _opening, "Report an irregularity", report, offers=_callable)
