"""Rules of moves: who may make a move, when, by which clauses, in which words, what it offers and what it does.

A move has one `Rule`. What carries it out, what is listed as lawful, the refusals of role and moment, and where a page
or a crew finds the step all read that one rule.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import Any

import msgspec

from houseway.equipment.decks import Clauses
from houseway.law import Clause, RuleViolation, is_allowed
from houseway.table.felt import Step
from houseway.table.moves import Move
from houseway.table.roles import Role
from houseway.table.wagers import Range

Roles = tuple[Role, ...]
# A rule's functions see the game and its state; `do` sees the move as well.
Said = Callable[[Any, Any], Any]

# What a written field of a sample move says.
_SAMPLE = "x"


class Lawful(msgspec.Struct, frozen=True, kw_only=True):
    """A move that may be made now: who may make it and every lawful value of its fields.

    Any combination of `fields` is lawful; `text` names fields that take any words; `amount` is the range of an amount.
    `asks` names fields that only those at the table can answer, so that nothing routine fills them in. What is `rare`
    is lawful as things stand, but not what the table waits for.
    """

    move: str
    by: Roles
    clause: str
    label: str
    fields: dict[str, tuple[Any, ...]] = {}
    text: tuple[str, ...] = ()
    amount: Range | None = None
    asks: tuple[str, ...] = ()
    rare: bool = False
    # Of a field that takes several cards at once: how many, and in which order they are told.
    most: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to make a move as things stand; what it leaves out is as its rule says."""

    fields: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    words: str = ""
    by: Roles = ()
    clauses: Clauses = ()
    text: tuple[str, ...] = ()
    amount: Range | None = None
    asks: tuple[str, ...] = ()
    rare: bool = False
    most: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """The rule of one move, told once.

    `by`, `clauses` and `words` may depend on the game and its state. The moment is told by phases or a predicate (`when`,
    with `not_now` as the refusal at any other), by a `check` that raises its own refusal, or by both. Without `by`, who
    may make the move depends on what it names: each offer says so, and `do` refuses the others.

    `chance` supplies the move; it `throws` dice, hands them on or begins a round, so that the table looks at its pieces
    first. `routine` is its place among the crew's ordinary moves, the lowest preferred. For the page: a step may be
    `rare`, `awaited` though it is somebody's choice, open for a `moment` only, one that `prepares` pieces for the deal, or
    (in this order) `puts_right` what failed. For the crew: it is done `before` an overseer, or `checks` another's step. For the front door: it
    `moves_value` that is not on the layout, so that whoever enters it has proved to be there a short while ago.
    """

    move: type[Move]
    by: Roles | Said
    clauses: Clauses | Said
    words: str | Said
    do: Callable[[Any, Any, Any], Step[Any]]
    when: Container[str] | Callable[[Any, Any], bool] | None = None
    not_now: str = ""
    check: Callable[[Any, Any], None] | None = None
    # What there is to choose: the same values at any time, or what depends on how things stand.
    offers: Mapping[str, tuple[Any, ...]] | Callable[[Any, Any], Iterable[Offer]] = field(
        default_factory=dict
    )
    # Whether an offer is listed only if its first values are accepted: for rules that refuse by what is named.
    tried: bool = False
    chance: bool = False
    throws: bool = False
    hands_on: bool = False
    begins: bool = False
    routine: int = 0
    # Whether the crew only says what a system outside of the table told: a round in writing has to tell it as well.
    told_to_it: bool = False
    rare: bool = False
    awaited: bool = False
    moment: bool = False
    # Whether an amount is suggested from its least, and not from its most.
    from_least: bool = False
    prepares: bool = False
    puts_right: int = 0
    # What it brings to the table from storage: dice, cards or tiles.
    brings: str = ""
    before: Role | None = None
    checks: type[Move] | None = None
    moves_value: bool = False

    @property
    def name(self) -> str:
        """The move's name on the wire."""
        return str(self.move.__struct_config__.tag)

    def roles(self, game: Any, state: Any) -> Roles:
        """Who may make the move as things stand."""
        roles: Roles = self.by if isinstance(self.by, tuple) else self.by(game, state)
        return roles

    def cited(self, game: Any, state: Any) -> Clauses:
        """The clauses of the move as things stand, first the one that governs."""
        clauses: Clauses = self.clauses if isinstance(self.clauses, tuple) else self.clauses(game, state)
        return clauses

    def is_time(self, game: Any, state: Any) -> bool:
        """Whether this is the move's moment, as far as phases or a predicate tell."""
        if self.when is None:
            return True
        return bool(self.when(game, state)) if callable(self.when) else state.phase in self.when

    def offered(self, game: Any, state: Any) -> Iterable[Offer]:
        """The ways to make the move as things stand."""
        return self.offers(game, state) if callable(self.offers) else (Offer(self.offers),)

    def label(self, game: Any, state: Any) -> str:
        """The move in words as things stand."""
        return self.words if isinstance(self.words, str) else str(self.words(game, state))


# What is asked of every move before it is carried out, told apart once: its rule, its roles where they are fixed, its check,
# its phases or a function of the moment, and what it does.
_Moment = tuple[
    Rule,
    Roles | None,
    Callable[[Any, Any], None] | None,
    Container[str] | None,
    Callable[[Any, Any], bool] | None,
    Callable[[Any, Any, Any], Step[Any]],
]


def _moment(rule: Rule) -> _Moment:
    roles = rule.by if isinstance(rule.by, tuple) else None
    phases, when = (None, rule.when) if callable(rule.when) else (rule.when, None)
    return rule, roles, rule.check, phases, when, rule.do


class RuleBook:
    """The rules of a table's moves: what carries a move out, and what may lawfully come next.

    Of two rules for one move the later holds, so that a game may give its own to a move that all games have.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._of = {rule.move: rule for rule in rules}
        # Filled as moves are first made, so that a rule that was broken on purpose before that is broken.
        self._moments: dict[type[Move], _Moment] = {}
        self.of: Mapping[type[Move], Rule] = MappingProxyType(self._of)
        self.named: Mapping[str, Rule] = MappingProxyType({rule.name: rule for rule in self.of.values()})
        # The type that moves are read back as, from the wire or the journal.
        self.move_type: Any = reduce(or_, self.of)
        ordinary = sorted((rule for rule in self.of.values() if rule.routine), key=lambda rule: rule.routine)
        self.routine: tuple[str, ...] = tuple(rule.name for rule in ordinary)
        self.chance: frozenset[str] = frozenset(rule.name for rule in self.of.values() if rule.chance)
        # By which the dice leave the hand; where no move throws them, by which it is told what they show.
        throwing = [rule.move for rule in self.of.values() if rule.throws]
        telling = [rule.move for rule in self.of.values() if rule.chance]
        self.throws: frozenset[type[Move]] = frozenset(throwing or telling)

    def apply(self, game: Any, state: Any, move: Move) -> Step[Any]:
        """What a move leads to, once its role and its moment are right."""
        # Every move of every table and simulation comes through here, so that nothing is called in vain.
        try:
            rule, roles, check, phases, when, do = self._moments[type(move)]
        except KeyError:
            rule, roles, check, phases, when, do = self._first_made(game, type(move))
        if roles is None:
            roles = rule.roles(game, state)
        if move.by not in roles and roles:
            words = rule.label(game, state)
            raise not_their_part(move, roles, rule.cited(game, state)[0], f"do this: {words}")
        if check is not None:
            check(game, state)
        if (phases is not None and state.phase not in phases) or (when is not None and not when(game, state)):
            said = rule.not_now or f"this is not the moment: {rule.label(game, state)}"
            raise RuleViolation(rule.cited(game, state)[0], said)
        return do(game, state, move)

    def _first_made(self, game: Any, move: type[Move]) -> _Moment:
        if move not in self._of:
            raise TypeError(f"{game.title} knows no move {move.__name__}")
        moment = self._moments[move] = _moment(self._of[move])
        return moment

    def lawful(self, game: Any, state: Any) -> Iterator[Lawful]:
        """Everything that these rules allow next, in their order."""
        for rule in self._of.values():
            if rule.is_time(game, state):
                yield from self.lawful_by(rule, game, state)

    def lawful_by(self, rule: Rule, game: Any, state: Any) -> Iterator[Lawful]:
        """What one rule allows next."""
        if not rule.is_time(game, state):
            return
        if rule.check is not None and not is_allowed(rule.check, game, state):
            return
        for offer in rule.offered(game, state):
            by = offer.by or rule.roles(game, state)
            if rule.tried and not is_allowed(self.apply, game, state, _sample(rule, offer, by)):
                continue
            yield Lawful(
                move=rule.name,
                by=by,
                clause=(offer.clauses or rule.cited(game, state))[0].id,
                label=offer.words or rule.label(game, state),
                fields=dict(offer.fields),
                text=offer.text,
                amount=offer.amount,
                asks=offer.asks,
                rare=offer.rare or rule.rare,
                most=offer.most,
                note=offer.note,
            )


def _sample(rule: Rule, offer: Offer, by: Roles) -> Move:
    """The first move that an offer stands for."""
    values = {name: values[0] for name, values in offer.fields.items()}
    if offer.amount is not None:
        values["amount"] = offer.amount.low
    return rule.move(by=by[0], **values, **dict.fromkeys(offer.text, _SAMPLE))


def checked_first(check: Callable[[Any, Any], None], rules: Iterable[Rule]) -> Iterator[Rule]:
    """These rules, none of which lets anything happen that a check refuses, whatever else it asks."""
    return (replace(rule, check=_both(check, rule.check)) for rule in rules)


def _both(
    first: Callable[[Any, Any], None], then: Callable[[Any, Any], None] | None
) -> Callable[[Any, Any], None]:
    def check(game: Any, state: Any) -> None:
        first(game, state)
        if then is not None:
            then(game, state)

    return check


def require_role(move: Move, allowed: Roles, clause: Clause, act: str) -> None:
    """Refuse a move made by someone whose part it is not, where that depends on what the move names."""
    if move.by not in allowed:
        raise not_their_part(move, allowed, clause, act)


def not_their_part(move: Move, allowed: Roles, clause: Clause, act: str) -> RuleViolation:
    """The refusal of a move made by someone whose part it is not."""
    by, others = (str(name).replace("-", " ") for name in (move.by, " or ".join(allowed)))
    return RuleViolation(clause, f"a {by} may not {act}", fix=f"this is for the {others}")
