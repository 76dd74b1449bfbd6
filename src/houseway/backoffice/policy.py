"""Policy: who may do what, who must agree, and which duties nobody may hold together, as data with clauses."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from houseway.backoffice.orders import Order, Signed, name_of
from houseway.backoffice.people import Department, Position, department_of, or_above
from houseway.law import Clause, RuleViolation, pa

# A computer system has to separate duties; what no chapter orders more closely rests on this.
SEPARATE_DUTIES = pa("603a.20(r)(2)#2")


@dataclass(frozen=True, slots=True)
class Permit:
    """A position that may act; with `or_above`, everyone above it in the same department too."""

    least: Position
    or_above: bool = True

    @property
    def department(self) -> Department:
        """The department that the permit is for."""
        return department_of(self.least)

    def admits(self, position: Position) -> bool:
        """Whether somebody in that position may act."""
        return position in or_above(self.least) if self.or_above else position is self.least

    def __str__(self) -> str:
        return f"{self.least} or above" if self.or_above else str(self.least)


def at_least(position: Position) -> tuple[Permit, ...]:
    """The law's usual form: this position or above."""
    return (Permit(position),)


def anyone_of(department: Department) -> tuple[Permit, ...]:
    """Any member of a department."""
    from houseway.backoffice.people import LADDERS

    return (Permit(LADDERS[department][0]),)


@dataclass(frozen=True, slots=True)
class Part:
    """A signature that an order needs; by another person than every earlier part, but for those named in `may_be`."""

    name: str
    permits: tuple[Permit, ...]
    clause: Clause
    may_be: tuple[str, ...] = ()


def _always(_: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """The parts of an order in the order of signing: the first proposes, the last executes, those between approve.

    An order with one part is proposed and executed by the same person at once. An order may have several rules, for
    different cases; the first that applies holds.
    """

    order: type[Order]
    parts: tuple[Part, ...]
    case: str = ""
    applies: Callable[[Any], bool] = _always
    # Given only by a table in service, which knows that it happened; at no desk and through no front door.
    at_table: bool = False
    # Signed by people themselves only: no token of theirs may stand for them.
    in_person: bool = False

    @property
    def name(self) -> str:
        """The order's name on the wire."""
        return name_of(self.order)


@dataclass(frozen=True, slots=True)
class Separation:
    """Two duties that one person may not have in the same matter, whatever their positions were at the time."""

    one: type[Order]
    other: type[Order]
    clause: Clause


class NotPermitted(RuleViolation):
    """Refused because of who signs, whatever the order says."""


def rule_for(rules: Iterable[Rule], order: Order) -> Rule:
    """The rule that holds for an order; a case that no rule foresees is nobody's to sign."""
    for rule in rules:
        if rule.order is type(order) and rule.applies(order):
            return rule
    raise NotPermitted(SEPARATE_DUTIES, f"no rule says who may {name_of(order)} in this case, so nobody may")


def check_signer(rule: Rule, part: Part, signing: Signed, before: tuple[Signed, ...]) -> None:
    """Refuse a signature by somebody whose position does not permit it, or who signed an earlier part."""
    if not any(permit.admits(signing.position) for permit in part.permits):
        wanted = " or ".join(str(permit) for permit in part.permits)
        raise NotPermitted(
            part.clause,
            f"{rule.name}: not {part.name} by the {signing.position}: it takes the {wanted}",
            fix=f"have the {wanted} sign",
        )
    for earlier in before:
        if earlier.person == signing.person and earlier.part not in part.may_be:
            raise NotPermitted(
                part.clause,
                f"{rule.name}: {signing.name} signed as {earlier.part} and cannot be {part.name} as well",
                fix="have another person sign",
            )


def excluded_by(separations: Iterable[Separation], order: Order) -> tuple[tuple[str, Clause], ...]:
    """The orders whose signers may not sign this one in the same matter, with the clauses."""
    kind = type(order)
    return tuple(
        (name_of(row.other if row.one is kind else row.one), row.clause)
        for row in separations
        if kind in (row.one, row.other) and row.one is not row.other
    )
