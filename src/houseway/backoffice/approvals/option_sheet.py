"""What may be chosen in a Rules Submission: every option with what the law allows beside the other choices, and what it pays.

Nothing here knows a game: the submission itself is asked, choice by choice, what it finds wrong.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

import msgspec
from msgspec import inspect

from houseway.backoffice.approvals.choices import unread
from houseway.backoffice.approvals.sign import odds_grid
from houseway.games import game_under, games, submission_for
from houseway.law import Clause, clause, pa
from houseway.submission import Finding, Option, Submission, options_of
from houseway.submission.options import paytable
from houseway.table.wagers import POSTED_LIMITS
from houseway.table.words import sentence

CHECKLIST = pa("125-149:RAF(13)#3")
# What an option that counts something is tried with.
_COUNTS = range(31)
# What every submission says that is no choice of its game: the title, and the clause that it answers to.
_TITLES = {
    "certificate_holder": "Certificate holder",
    "wager_limits": "Limits of single wagers",
    "not_offered": "Wagers that are not offered",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that an option may have: as it is filed, in words, what it pays, and what is wrong with it as things stand."""

    value: Any
    words: str
    pays: tuple[str, ...] = ()
    problem: Finding | None = None


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One line of the form: its title, the clause it answers to, what may be chosen, and the range of a number."""

    name: str
    title: str
    clause: Clause
    choices: tuple[Choice, ...] = ()
    range: tuple[int, int] | None = None


def option_lines(submission: Submission) -> tuple[OptionLine, ...]:
    """Everything that a submission chooses, in its order, with what is allowed beside what it chooses otherwise."""
    return tuple(_line(submission, field) for field in msgspec.structs.fields(type(submission)))


def _line(submission: Submission, field: msgspec.structs.FieldInfo) -> OptionLine:
    name = field.name
    option = options_of(type(submission)).get(name)
    if option is None:
        return OptionLine(name, _TITLES.get(name, sentence(name)), _clause_of_all(submission, name))
    choices = tuple(_choices(submission, name, option, inspect.type_info(field.type)))
    numbers = _range(submission, name, option, inspect.type_info(field.type))
    cited = option.clause or _found_clause(submission, name, option, choices) or CHECKLIST
    return OptionLine(name, option.title, cited, choices, numbers)


def _clause_of_all(submission: Submission, name: str) -> Clause:
    if name == "certificate_holder":
        return submission.naming_clause
    return submission.wagering_clauses.catalogue if name == "not_offered" else POSTED_LIMITS


def _choices(submission: Submission, name: str, option: Option, kind: inspect.Type) -> Iterator[Choice]:
    values = [
        value
        for value in _candidates(option, kind)
        # There are not paytables for all letters; what else there is to choose is shown with what is wrong with it.
        if option.say is not paytable or _problem(submission, name, value) is None
    ]
    pays = _pays(submission, name, values)
    for value in values:
        problem = _problem(submission, name, value)
        yield Choice(msgspec.to_builtins(value), option.said(value), pays.get(value, ()), problem)


def _candidates(option: Option, kind: inspect.Type) -> tuple[Any, ...]:
    """The values to choose from, where there are but a few: those of its type, those that have words, or paytables by letter."""
    match kind:
        case inspect.Metadata(type=inner):
            return _candidates(option, inner)
        case inspect.EnumType(cls=values):
            return tuple(values)
        case inspect.StrType() if option.say is paytable:
            return tuple(ascii_uppercase)
        case inspect.StrType() | inspect.UnionType() if len(option.words) > 1:
            return tuple(value for value in option.words if isinstance(value, str))
        case inspect.IntType() if len(option.words) > 1:
            return tuple(option.words)
    return ()


def _range(submission: Submission, name: str, option: Option, kind: inspect.Type) -> tuple[int, int] | None:
    """From where to where a number may go; none where it is an amount, or where nothing bounds it."""
    if not isinstance(kind, inspect.IntType) or len(option.words) > 1:
        return None
    allowed = [count for count in _COUNTS if _problem(submission, name, count) is None]
    bounded = allowed and (allowed[0] > _COUNTS[0] or allowed[-1] < _COUNTS[-1])
    return (allowed[0], allowed[-1]) if bounded and allowed[-1] < _COUNTS[-1] else None


def _problem(submission: Submission, name: str, value: Any) -> Finding | None:
    """What the law has against this value beside the other choices."""
    tried = msgspec.structs.replace(submission, **{name: value})
    return next((found for found in tried.findings() if found.where == name), None)


def _found_clause(
    submission: Submission, name: str, option: Option, choices: tuple[Choice, ...]
) -> Clause | None:
    """The clause with which the submission itself would refuse something here."""
    refused = [choice.problem for choice in choices if choice.problem]
    if not refused and type(getattr(submission, name)) is int:
        refused = [
            found for found in (_problem(submission, name, value) for value in (0, _COUNTS[-1])) if found
        ]
    if not refused and option.say is paytable and type(getattr(submission, name)) is str:
        refused = [found for found in (_problem(submission, name, "Z"),) if found]
    if not refused and type(getattr(submission, name)) is bool:
        other = not getattr(submission, name)
        refused = [found for found in (_problem(submission, name, other),) if found]
    return clause(refused[0].clause) if refused else None


def _pays(submission: Submission, name: str, values: list[Any]) -> dict[Any, tuple[str, ...]]:
    """The whole paytables of the wagers that the choices pay differently, by each choice."""
    tables = {}
    for value in values:
        tried = msgspec.structs.replace(submission, **{name: value})
        if any(tried.findings()):
            continue
        tables[value] = odds_grid(game_under(tried)).rows
    if len(tables) < 2:
        return {}
    common = set.intersection(*(set(rows) for rows in tables.values()))
    differ = {row[0] for rows in tables.values() for row in rows if row not in common}
    said = {}
    for value, rows in tables.items():
        of_wager: dict[str, list[str]] = {}
        for wager, outcome, odds in rows:
            if wager in differ:
                of_wager.setdefault(wager, []).append(f"{outcome} {odds}")
        said[value] = tuple(f"{wager}: {', '.join(lines)}" for wager, lines in of_wager.items())
    return said


# Checking what was filled in.


@dataclass(frozen=True, slots=True)
class Checked:
    """What was filled in, read where it can be, with everything in it that the law does not allow, at its option."""

    submission: Submission | None
    findings: tuple[tuple[str, Finding], ...]


def checked(game: str, options: Mapping[str, Any]) -> Checked:
    """A submission as it was filled in, checked; each finding stands at the option that it is about."""
    try:
        submission = submission_for(game, options)
    except msgspec.ValidationError:
        found = (
            Finding(clause=CHECKLIST.id, where=name, problem=f"{problem}; {fix}")
            for name, problem, fix in unread(games()[game], options)
        )
        return Checked(None, tuple((finding.where, finding) for finding in found))
    return Checked(submission, tuple((_at(submission, found), found) for found in submission.findings()))


def _at(submission: Submission, found: Finding) -> str:
    """The option that a finding is about; one about a wager is about its limits, or about its being offered."""
    if found.where in submission.__struct_fields__:
        return found.where
    return "wager_limits" if found.where in submission.wager_limits else "not_offered"
