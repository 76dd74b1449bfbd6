"""Break each rule on purpose and see whether a test that names its clause notices.

Every function that implements a clause, and every paytable line, is broken in small ways, one at a time; the tests
that name the clause must fail. A clause none of whose breakages is noticed is not proved, whatever coverage says:
it is listed, and the command fails. With --bounds, every bound in those functions is moved by one, left out or turned
around, and each must be noticed. `tools.numbers` does the same to the numbers of the registers.

    make mutants                            every chapter that is tested
    python -m tools.mutants 625a            one chapter
    python -m tools.mutants --bounds 625a   the bounds of one chapter (HOUSEWAY_BOUNDS_MINUTES: for so long)
"""

import ast
import copy
import dataclasses
import inspect
import os
import random
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any

from houseway.backoffice.people import LADDERS
from houseway.backoffice.policy import Part, Permit, Rule
from houseway.equipment.decks import MethodRules, PackRules
from houseway.equipment.life import Life
from houseway.equipment.shoes import ShoeRules
from houseway.law import Clause, implementations, register
from houseway.law.citing import Implementation
from houseway.law.coverage import MUST_BE_TESTED, tests_by_clause
from houseway.law.register import Duty
from houseway.law.upholding import UPHELD_BY
from houseway.money import FlatAmount, MeterShare, MeterShareAndOdds, Odds, Payment
from houseway.submission import Submission
from houseway.table.irregularities import Remedy, at_any_time, only_noted
from houseway.table.meter import MeterMinimums
from houseway.table.progressive import CollectionClauses, PayoutClauses, ProgressiveRules
from houseway.table.roles import Role
from houseway.table.rules import Rule as MoveRule
from houseway.table.twenty_one_felt import TwentyOneRules
from houseway.table.wagers import BettingClauses, PayLine, Wager
from tools.proving import databases, is_noticed, on_all_cores, seconds_of

_SWAPS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
# A bound that is turned around, not only moved.
_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}


@dataclass(frozen=True)
class Mutant:
    """One way to break a rule: what is broken, and how to break it in this process."""

    what: str
    break_it: Callable[[], None]


class _Places(ast.NodeTransformer):
    """Finds the n-th breakable place of a function."""

    def __init__(self, place: int, *, predicate: bool) -> None:
        self.left = place
        self.predicate = predicate
        self.how = ""

    def _here(self, how: str) -> bool:
        self.left -= 1
        if self.left == -1:
            self.how = how
            return True
        return False


class _Breaker(_Places):
    """Breaks anything that can be broken."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        swapped = _SWAPS[type(node.ops[0])]()
        if self._here(f"line {node.lineno}: {ast.unparse(node)}"):
            node.ops[0] = swapped
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        if self._here(f"line {node.lineno}: {ast.unparse(node)}"):
            node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if type(node.value) is int and self._here(f"line {node.lineno}: {node.value}"):
            return ast.copy_location(ast.Constant(node.value + 1), node)
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        if self._here(f"line {node.lineno}: if {ast.unparse(node.test)}"):
            node.test = ast.copy_location(ast.Constant(value=False), node.test)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        if self._here(f"line {node.lineno}: {ast.unparse(node)} is its first"):
            return node.body
        if self._here(f"line {node.lineno}: {ast.unparse(node)} is its second"):
            return node.orelse
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        parts = node.value
        if (
            isinstance(parts, ast.Tuple)
            and len(parts.elts) > 1
            and self._here(f"line {node.lineno}: order of the result")
        ):
            parts.elts.reverse()
        if self.predicate and parts is not None and self._here(f"line {node.lineno}: the answer"):
            node.value = ast.copy_location(ast.UnaryOp(ast.Not(), parts), parts)
        return node


class _Loosener(_Places):
    """Moves a bound by one, turns a comparison around, or drops `min` and `max`."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for number, operator in enumerate(node.ops):
            swapped = _SWAPS[type(operator)]()
            if self._here(f"line {node.lineno}: {ast.unparse(node)}, other way or other bound"):
                node.ops[number] = swapped
            turned = _TURNED.get(type(operator))
            if turned is not None and self._here(f"line {node.lineno}: {ast.unparse(node)} turned around"):
                node.ops[number] = turned()
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="min" | "max"), args=[first, _, *_]):
                if self._here(f"line {node.lineno}: {ast.unparse(node)} is its first"):
                    return first
        return node


def _function(row: Implementation) -> FunctionType:
    module, name = row.symbol.split(":")
    found: Any = import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    if isinstance(found, property):
        found = found.fget
    plain = inspect.unwrap(found)
    assert isinstance(plain, FunctionType)
    return plain


def _of_function(row: Implementation) -> Iterator[Mutant]:
    return _of_plain(_function(row), row.symbol)


def _of_plain(function: FunctionType, symbol: str, breaking: type[_Places] = _Breaker) -> Iterator[Mutant]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    predicate = isinstance(definition.returns, ast.Name) and definition.returns.id == "bool"
    place = 0
    while True:
        broken = copy.deepcopy(tree)
        breaker = breaking(place, predicate=predicate)
        body = broken.body[0]
        assert isinstance(body, ast.FunctionDef)
        body.body = [breaker.visit(node) for node in body.body]
        if not breaker.how:
            break
        yield Mutant(f"{symbol} {breaker.how}", _swap(function, broken))
        place += 1
    if not place and breaking is _Breaker:
        # Where there is nothing else to break, what it does is left out.
        definition.body = [ast.Return()]
        yield Mutant(f"{symbol} does nothing", _swap(function, tree))


def _swap(function: FunctionType, broken: ast.Module) -> Callable[[], None]:
    def break_it() -> None:
        # What the function closes over, `__class__` for super() among it, becomes local to a function around it.
        around = ast.parse(f"def around({', '.join(function.__code__.co_freevars)}): pass")
        outer = around.body[0]
        assert isinstance(outer, ast.FunctionDef)
        # Named in a branch that never runs, so that all of them stay closed over whatever was broken.
        names = ast.parse(f"if False: ({', '.join((*function.__code__.co_freevars, '0'))})").body
        inner = broken.body[0]
        assert isinstance(inner, ast.FunctionDef)
        inner.body = [*names, *inner.body]
        outer.body = [inner]
        code = compile(ast.fix_missing_locations(around), function.__code__.co_filename, "exec")
        function.__code__ = _inner(_inner(code))

    return break_it


def _inner(code: CodeType) -> CodeType:
    return next(constant for constant in code.co_consts if isinstance(constant, CodeType))


def _of_paytable(clause: Clause, row: Implementation) -> Iterator[Mutant]:
    module, name = row.symbol.split(":")
    for line in _lines(getattr(import_module(module), name)):
        if line.clause == clause:
            yield Mutant(f"{row.symbol} odds of {line.label}", _pay_more(line))
            return


def _of_offers(clause: Clause, row: Implementation) -> Iterator[Mutant]:
    """What breaks a clause by which a wager may be offered: then a table takes it that does not offer it."""
    module, name = row.symbol.split(":")
    for wager in _wagers(getattr(import_module(module), name)):
        if wager.clause == clause and clause.duty is Duty.CONFIGURE:
            yield Mutant(f"{row.symbol} {wager.name} not offered", _offer(wager.name))
            return


def _offer(name: str) -> Callable[[], None]:
    def break_it() -> None:
        offered = Submission.offered

        def always(self: Submission, catalogue: Mapping[str, Wager]) -> frozenset[str]:
            return offered(self, catalogue) | {name}

        Submission.offered = always  # type: ignore[method-assign]

    return break_it


def _wagers(value: object) -> Iterator[Wager]:
    match value:
        case Wager():
            yield value
        case Mapping():
            for item in value.values():
                yield from _wagers(item)


def _pay_more(line: PayLine) -> Callable[[], None]:
    match line.odds:
        case Odds(win, stake, counts_stake):
            other: Payment = Odds(win + stake, stake, counts_stake)
        case FlatAmount(cents):
            other = FlatAmount(cents + 100)
        case MeterShare(percent):
            other = MeterShare(percent - 1)
        case MeterShareAndOdds(share, odds):
            other = MeterShareAndOdds(MeterShare(share.percent - 1), odds)
    return lambda: object.__setattr__(line, "odds", other)


def _lines(value: object) -> Iterator[PayLine]:
    match value:
        case PayLine():
            yield value
        case Wager():
            yield from value.paytable
        case dict():
            for item in value.values():
                yield from _lines(item)
        case tuple() | list():
            for item in value:
                yield from _lines(item)


def mutants_of(clause: Clause) -> list[Mutant]:
    """Every way we know to break what implements a clause."""
    rows = implementations().get(clause.id, ())
    functions = [mutant for row in rows if row.code is not None for mutant in _of_function(row)]
    lines = [mutant for row in rows if row.code is None for mutant in _of_paytable(clause, row)]
    upheld = [mutant for row in rows if row.code is None for mutant in _of_shared_rules(clause, row)]
    parts = [mutant for row in rows if row.code is None for mutant in _of_policy(clause, row)]
    moves = [mutant for row in rows if row.code is None for mutant in _of_moves(clause, row)]
    remedies = [mutant for row in rows if row.code is None for mutant in _of_remedies(clause, row)]
    offers = [mutant for row in rows if row.code is None for mutant in _of_offers(clause, row)]
    return functions + lines[:1] + upheld + parts + moves + remedies + offers


def _of_moves(clause: Clause, row: Implementation) -> Iterator[Mutant]:
    """What breaks a clause of the rule of a move: then anybody may make it, or at any moment."""
    module, name = row.symbol.split(":")
    held = getattr(import_module(module), name)
    for rule in held if isinstance(held, tuple) else (held,):
        if isinstance(rule, MoveRule) and isinstance(rule.clauses, tuple) and clause in rule.clauses:
            if isinstance(rule.by, tuple) and rule.by:
                yield Mutant(f"{row.symbol} {rule.name} by anybody", _set(rule, "by", tuple(Role)))
            if rule.when is not None:
                yield Mutant(f"{row.symbol} {rule.name} in any phase", _set(rule, "when", None))
            if rule.check is not None:
                yield Mutant(f"{row.symbol} {rule.name} unchecked", _set(rule, "check", None))


class _EveryPhase(frozenset[str]):
    """Phases among which every phase is."""

    def __contains__(self, phase: object) -> bool:
        return True


def _of_remedies(clause: Clause, row: Implementation) -> Iterator[Mutant]:
    """What breaks a clause of a remedy: then nothing is done, anybody may call it, or at any moment."""
    module, name = row.symbol.split(":")
    held = getattr(import_module(module), name)
    for remedy in (
        held.values() if isinstance(held, Mapping) else held if isinstance(held, tuple) else (held,)
    ):
        if isinstance(remedy, Remedy) and clause in (remedy.clause, *remedy.also):
            what = f"{row.symbol} {remedy.irregularity}"
            if remedy.do is not only_noted:
                yield Mutant(f"{what} without a remedy", _set(remedy, "do", only_noted))
            yield Mutant(f"{what} by anybody", _set(remedy, "by", tuple(Role)))
            yield Mutant(f"{what} in any phase", _set(remedy, "phases", _EveryPhase()))
            yield Mutant(f"{what} for no reason", _set(remedy, "when", at_any_time))


# Where functions stand that uphold a field of these rules alone, though rules of another kind may have one of that name.
_ONLY_FOR: Mapping[type, str] = {ShoeRules: ".shoe", TwentyOneRules: ".twenty_one"}


def _of_shared_rules(clause: Clause, row: Implementation) -> Iterator[Mutant]:
    """What breaks a clause that stands in a chapter's rules of cards, a shoe or a meter: what upholds its fields."""
    module, name = row.symbol.split(":")
    holders = tuple(_rules_in(getattr(import_module(module), name)))
    fields = [
        field.name
        for holder in holders
        for field in dataclasses.fields(holder)
        if _holds(getattr(holder, field.name), clause)
    ]
    # What upholds a field for shoes, or for hands of twenty-one, is never run in other games, and breaks nothing there.
    others = [
        room for kind, room in _ONLY_FOR.items() if not any(isinstance(holder, kind) for holder in holders)
    ]
    upholding = dict.fromkeys(
        function
        for field in fields
        for function in UPHELD_BY.get(field, ())
        if not any(room in function.__module__ for room in others)
    )
    for function in upholding:
        assert isinstance(function, FunctionType)
        yield from _of_plain(function, f"{function.__module__}:{function.__qualname__}")


def _rules_in(value: object) -> Iterator[Any]:
    """A chapter's rules that shared functions uphold, and the rules that stand in their fields."""
    match value:
        case (
            PackRules()
            | MethodRules()
            | ProgressiveRules()
            | CollectionClauses()
            | PayoutClauses()
            | MeterMinimums()
            | TwentyOneRules()
            | BettingClauses()
        ):
            yield value
            yield from _rules_below(value)
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, Wager):
            yield from _rules_below(value)
        case Mapping():
            for item in value.values():
                yield from _rules_in(item)


def _rules_below(value: Any) -> Iterator[Any]:
    for field in dataclasses.fields(value):
        yield from _rules_in(getattr(value, field.name))


def _of_policy(clause: Clause, row: Implementation) -> Iterator[Mutant]:
    """What breaks a clause that says who signs: then anybody may."""
    module, name = row.symbol.split(":")
    for part in dict.fromkeys(_parts(getattr(import_module(module), name))):
        if part.clause == clause:
            anybody = tuple(Permit(ladder[0]) for ladder in LADDERS.values())
            yield Mutant(f"{row.symbol} {part.name} by anybody", _set(part, "permits", anybody))


def _set(part: object, field: str, value: object) -> Callable[[], None]:
    return lambda: object.__setattr__(part, field, value)


def _parts(value: object) -> Iterator[Part]:
    match value:
        case Part():
            yield value
        case Rule():
            yield from value.parts
        case dict():
            for item in value.values():
                yield from _parts(item)
        case tuple() | list():
            for item in value:
                yield from _parts(item)


def _holds(value: object, clause: Clause) -> bool:
    match value:
        case Life():
            return value.clause == clause
        case Clause():
            return value == clause
        case tuple():
            return clause in value
    return False


class Verdict(Enum):
    """What came of breaking a clause's rule."""

    PROVED = auto()
    UNPROVED = auto()
    UNTRIED = auto()


# How long each test takes on whole rules, filled before any child is forked.
_SECONDS: dict[str, float] = {}


def verdict_on(clause_id: str) -> tuple[str, Verdict]:
    """Break one clause's rule in every way we know until a test notices."""
    mutants = mutants_of(register()[clause_id])
    tests = tests_by_clause().get(clause_id, ())
    if not mutants:
        return clause_id, Verdict.UNTRIED
    if any(is_noticed(mutant.break_it, tests, _SECONDS) for mutant in mutants):
        return clause_id, Verdict.PROVED
    print(f"NOT PROVED {clause_id}: {len(mutants)} breakages went unnoticed", flush=True)
    return clause_id, Verdict.UNPROVED


def tested_chapters() -> tuple[str, ...]:
    """The chapters of which some clause is tested; what is common practice is broken only where it is named."""
    tested = dict.fromkeys(register()[clause_id].chapter for clause_id in tests_by_clause())
    return tuple(chapter for chapter in tested if not chapter.startswith("common:"))


def _time(clauses: Iterable[Clause]) -> None:
    """See that the tests of clauses pass on whole rules, and how long each takes."""
    every = {test for clause in clauses for test in tests_by_clause().get(clause.id, ())}
    _SECONDS.update(seconds_of(every))


def break_clauses(chapters: Sequence[str]) -> int:
    """Break the rules of the chapters clause by clause; 1 if none of a clause's breakages was noticed."""
    asked = [clause for clause in register().values() if clause.chapter in chapters]
    _time(asked)
    owed = [clause for clause in asked if clause.duty in MUST_BE_TESTED and clause.id in tests_by_clause()]
    verdicts = dict(on_all_cores(verdict_on, [clause.id for clause in owed]))
    by_verdict = {one: [clause.id for clause in owed if verdicts[clause.id] is one] for one in Verdict}
    untried, unproved = by_verdict[Verdict.UNTRIED], by_verdict[Verdict.UNPROVED]
    print(f"{len(by_verdict[Verdict.PROVED])} clauses proved by breaking them")
    print(
        f"{len(untried)} clauses without a place to break, and so not proved this way: {', '.join(untried)}"
    )
    print(f"{len(unproved)} clauses whose rule can be broken unnoticed: {', '.join(unproved) or 'none'}")
    return 1 if unproved else 0


# Bounds: here every breakage must be noticed, not one of a clause's.


@dataclass(frozen=True)
class Bound:
    """A bound of a rule moved by one, left out or turned around, and the tests that must notice."""

    mutant: Mutant
    tests: tuple[str, ...]


def bounds_of(chapters: Sequence[str]) -> list[Bound]:
    """Every bound in the functions that implement clauses of the chapters."""
    functions: dict[str, list[Implementation]] = {}
    for clause_id, rows in implementations().items():
        for row in rows:
            if row.code is not None and register()[clause_id].chapter in chapters:
                functions.setdefault(row.symbol, []).append(row)
    found = []
    for symbol, cited in functions.items():
        tests = {test for row in cited for test in tests_by_clause().get(row.clause.id, ())}
        found += [Bound(mutant, tuple(tests)) for mutant in _of_plain(_function(cited[0]), symbol, _Loosener)]
    return found


def _unnoticed(bound: Bound) -> str | None:
    noticed = is_noticed(bound.mutant.break_it, bound.tests, _SECONDS)
    return None if noticed else bound.mutant.what


def break_bounds(chapters: Sequence[str], minutes: float) -> int:
    """Break every bound of the chapters, for so long; 1 if one of them was broken unnoticed."""
    bounds = bounds_of(chapters)
    # In an order that mixes the chapters and is the same every time, so that a shorter run is a fair sample.
    random.Random(12).shuffle(bounds)
    _time(clause for clause in register().values() if clause.chapter in chapters)
    ends = time.monotonic() + minutes * 60
    unnoticed, tried = [], 0
    for what in on_all_cores(lambda bound: _unnoticed(bound) if time.monotonic() < ends else "", bounds):
        tried += what != ""
        if what:
            unnoticed.append(what)
            print(f"NOT NOTICED {what}", flush=True)
    print(f"{tried} of {len(bounds)} bounds broken, {len(unnoticed)} unnoticed")
    return 1 if unnoticed else 0


def main(arguments: Sequence[str]) -> int:
    """Break clauses, or with --bounds every bound, of the chapters that are named, or of all that are tested."""
    named = [argument for argument in arguments if not argument.startswith("--")]
    chapters = tuple(named) or tested_chapters()
    with databases():
        if "--bounds" in arguments:
            return break_bounds(chapters, float(os.environ.get("HOUSEWAY_BOUNDS_MINUTES", "inf")))
        return break_clauses(chapters)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
