"""Two tables of a game side by side: what the operator's choices do to every edge, and what each paytable pays.

It shows nothing of the house, so it stands open.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import Any

import msgspec
from litestar import HttpMethod, MediaType, Request, Router, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from houseway.backoffice.approvals.option_sheet import Choice, OptionLine, option_lines
from houseway.games import game_under, games, submission_for
from houseway.lab import EdgeRecord
from houseway.lab.answering import Effect
from houseway.submission import Finding, Submission, options_of
from houseway.table.words import capital, spoken
from houseway.web.door import PUBLIC, TheVisit
from houseway.web.lab_asked import LAB, effects_asked, table_asked
from houseway.web.odds_pages import chosen_in_words
from houseway.web.templating import html

SIDES = ("a", "b")


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two tables: what was chosen for it, what of that the law does not allow, and its figures."""

    name: str
    chosen: Mapping[str, Any]
    # Every choice, also those that are as usual.
    whole: Mapping[str, Any]
    submission: Submission
    findings: tuple[Finding, ...]
    records: tuple[EdgeRecord, ...] | None


@dataclass(frozen=True, slots=True)
class Compared:
    """A wager at both tables; none where a table does not offer it or it has no figure."""

    title: str
    # What of the player's doing the figures hold for, such as odds behind a wager.
    played: str
    a: EdgeRecord | None
    b: EdgeRecord | None

    @property
    def change(self) -> float | None:
        """What the second table keeps more of a wager than the first."""
        return self.b.edge_decimal - self.a.edge_decimal if self.a and self.b else None


@dataclass(frozen=True, slots=True)
class PayRow:
    """A line of a paytable at both tables."""

    wager: str
    label: str
    a: str
    b: str


def choosable(game: str, effects: Iterable[Effect]) -> tuple[OptionLine, ...]:
    """The options of a game that move an edge, each with what may be chosen for it on this page alone."""
    moving: dict[str, list[Any]] = {}
    for effect in effects:
        for name, value in effect.chosen.items():
            moving.setdefault(name, []).append(value)
    asked = {
        line.name: _filled(game, line, moving[line.name]) for line in _lines(game) if line.name in moving
    }
    found = (
        replace(line, choices=tuple(one for one in line.choices if _may_be_lawful(game, line, one, asked)))
        for line in asked.values()
    )
    return tuple(line for line in found if len(line.choices) > 1)


@lru_cache(maxsize=64)
def _lines(game: str) -> tuple[OptionLine, ...]:
    """The options of a game, but for those that every game has."""
    lines = option_lines(submission_for(game))
    return tuple(line for line in lines if line.name not in Submission.__struct_fields__)


def _filled(game: str, line: OptionLine, moving: Iterable[Any]) -> OptionLine:
    """An option with what there is to choose: of a number or a yes and no the usual and what moves an edge."""
    if line.choices:
        return line

    def filed(**chosen: Any) -> Any:
        return msgspec.to_builtins(getattr(submission_for(game, chosen), line.name))

    usual = filed()
    others = [filed(**{line.name: value}) for value in ((False, True) if isinstance(usual, bool) else moving)]
    values = dict.fromkeys((*others, usual))
    if isinstance(usual, int):
        values = dict.fromkeys(sorted(values))
    said = options_of(type(submission_for(game)))[line.name].said
    return replace(line, choices=tuple(Choice(value, said(value)) for value in values))


def _may_be_lawful(game: str, line: OptionLine, choice: Choice, asked: Container[str]) -> bool:
    """Whether nothing stands against a choice but what can be chosen otherwise beside it."""
    findings = submission_for(game, {line.name: choice.value}).findings()
    return all(found.where.partition(".")[0] in asked for found in findings)


@route(
    "/odds/{game:str}/compare",
    http_method=(HttpMethod.GET, HttpMethod.HEAD),
    sync_to_thread=True,
    media_type=MediaType.HTML,
    opt=PUBLIC,
)
def show_compared(request: Request[Any, Any, Any], visit: TheVisit, game: FromPath[str]) -> str:
    """Two tables side by side; each option is asked for as `a.option` and `b.option`."""
    if game not in games() or not games()[game].submission_type.needs_wagers:
        raise NotFoundException(f"there is no game {game!r} that is played against the house")
    effects = LAB.effects(game)
    lines = choosable(game, effects or ())
    a, b = (_side(game, name, _chosen(request, name, lines)) for name in SIDES)
    return html(
        "odds_compare.html",
        visit,
        game=games()[game],
        lines=lines,
        sides=(a, b),
        usual=_usual(game, lines),
        pending=effects is None or a.records is None or b.records is None,
        done=LAB.done(
            effects_asked(game), *(table_asked(game, side.whole) for side in (a, b) if not side.findings)
        ),
        compared=tuple(compared(a, b)),
        pays=() if a.findings or b.findings else tuple(pays(a.submission, b.submission)),
    )


def _usual(game: str, lines: Iterable[OptionLine]) -> dict[str, str]:
    """How each of these options is usually chosen, in words."""
    submission = submission_for(game)
    options = options_of(type(submission))
    return {line.name: options[line.name].said(getattr(submission, line.name)) for line in lines}


def _chosen(request: Request[Any, Any, Any], side: str, lines: Iterable[OptionLine]) -> dict[str, Any]:
    """What an address chooses for a table; what an option does not know is not chosen."""
    found = {}
    for line in lines:
        told = request.query_params.get(f"{side}.{line.name}", "")
        for choice in line.choices:
            if told == msgspec.json.encode(choice.value).decode():
                found[line.name] = choice.value
    return found


def _side(game: str, name: str, chosen: Mapping[str, Any]) -> Side:
    submission = submission_for(game, dict(chosen))
    findings = tuple(submission.findings())
    told: dict[str, Any] = msgspec.to_builtins(submission)
    whole = {option: value for option, value in told.items() if option != "game"}
    return Side(name, chosen, whole, submission, findings, () if findings else LAB.edges_under(game, whole))


def compared(a: Side, b: Side) -> Iterator[Compared]:
    """Every wager that has a figure at either table, in the order of the first."""
    titles = {name: wager.title for name, wager in a.submission.catalogue.items()}
    first, second = _best(a.records or ()), _best(b.records or ())
    for wager in dict.fromkeys((*first, *second)):
        one, other = first.get(wager), second.get(wager)
        played = dict.fromkeys(filter(None, (_played(one, a), _played(other, b))))
        yield Compared(titles.get(wager) or capital(spoken(wager)), " or ".join(played), one, other)


def _played(record: EdgeRecord | None, side: Side) -> str:
    """What a figure holds for besides what the operator chose, which stands after it."""
    parts = (part.partition("=") for part in (record.option if record else "").split(",") if part)
    before = takewhile(lambda part: part[0] not in side.whole, parts)
    return ", ".join(chosen_in_words(name, value) for name, _, value in before)


def _best(records: Iterable[EdgeRecord]) -> dict[str, EdgeRecord]:
    """The figure of each wager, as played best where several ways are priced."""
    found: dict[str, EdgeRecord] = {}
    for record in records:
        if record.wager not in found or record.edge_decimal < found[record.wager].edge_decimal:
            found[record.wager] = record
    return found


def pays(a: Submission, b: Submission) -> Iterator[PayRow]:
    """The lines that the two tables pay differently."""
    offered = [
        {name: wager for name, wager in game.catalogue.items() if name in game.betting.offered}
        for game in map(game_under, (a, b))
    ]
    for name in dict.fromkeys(name for wagers in offered for name in wagers):
        told = [
            {line.label: wagers[name].pays(line) for line in wagers[name].paytable} if name in wagers else {}
            for wagers in offered
        ]
        title = next(wagers[name].title for wagers in offered if name in wagers)
        for label in dict.fromkeys((*told[0], *told[1])):
            if told[0].get(label) != told[1].get(label):
                yield PayRow(title, label, told[0].get(label, ""), told[1].get(label, ""))


COMPARE = Router(path="/", route_handlers=[show_compared], include_in_schema=False)
