"""A Rules Submission filled in option by option: its page, made from the submission's own types, and its check for programs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import Body, PathParameter
from msgspec import inspect

from houseway.backoffice.approvals.option_sheet import OptionLine, checked, option_lines
from houseway.games import UnknownGame, games
from houseway.lab.answering import Effect
from houseway.submission import Submission, options_of
from houseway.table.words import capital, spoken
from houseway.web.door import Me
from houseway.web.lab_asked import LAB
from houseway.web.office_fields import Field, FieldChoice, FieldKind, asked_for, starting_with, without_none
from houseway.web.problems import documented

# How many forms are kept ready: asking a submission for everything that it allows takes a second where there is much of it.
_FORMS_KEPT = 64
_OF_EVERY_GAME = frozenset(Submission.__struct_fields__)


@dataclass(frozen=True, slots=True)
class OptionAsked:
    """An option as the page asks for it: the line of the form, and its field."""

    line: OptionLine
    field: Field
    common: bool
    # The rows that limits of single wagers begin with.
    rows: tuple[tuple[Field, ...], ...] = ()

    @property
    def allowed(self) -> str:
        """What is allowed, where the field does not show it itself."""
        if self.line.range:
            low, high = self.line.range
            allowed = str(low) if low == high else f"{low} to {high}"
            return f"Allowed, as the others are chosen: {allowed}"
        return ""

    @property
    def ruled_out(self) -> tuple[tuple[str, str, str], ...]:
        """What cannot be chosen beside what is chosen otherwise: in words, why, and by which clause."""
        return tuple(
            (choice.words, choice.problem.problem, choice.problem.clause)
            for choice in self.line.choices
            if choice.problem
        )

    @property
    def pays(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What wagers pay by each choice, where that is what is chosen."""
        return tuple((choice.words, choice.pays) for choice in self.line.choices if choice.pays)


def options_asked(submission: Submission) -> tuple[OptionAsked, ...]:
    """Every option of a game as its form asks for it, beginning with what a submission chooses."""
    return _asked(str(submission.__struct_config__.tag), msgspec.json.encode(submission))


@lru_cache(maxsize=_FORMS_KEPT)
def _asked(game: str, written: bytes) -> tuple[OptionAsked, ...]:
    usual: Submission = msgspec.json.decode(written, type=games()[game].submission_type)
    kinds = {field.name: field.type for field in msgspec.structs.fields(type(usual))}
    return tuple(_option(usual, line, kinds[line.name]) for line in option_lines(usual))


def _option(usual: Submission, line: OptionLine, kind: Any) -> OptionAsked:
    field = _field(usual, line, kind)
    rows: tuple[tuple[Field, ...], ...] = ()
    if field.kind is FieldKind.NAMED:
        wager, *limits = field.fields
        rows = tuple(
            (starting_with(wager, name), *(starting_with(one, getattr(value, one.name)) for one in limits))
            for name, value in getattr(usual, line.name).items()
        )
    return OptionAsked(line, field, line.name in _OF_EVERY_GAME, rows)


def _field(usual: Submission, line: OptionLine, kind: Any) -> Field:
    """How an option is asked for; a value is told also where it is the usual one, so that nothing changes by itself."""
    asked = _asked_as(usual, line, kind)
    return replace(asked, name=line.name, label=line.title, optional=asked.kind is not FieldKind.GROUP)


def _asked_as(usual: Submission, line: OptionLine, kind: Any) -> Field:
    default = getattr(usual, line.name)
    if line.choices:
        wire = msgspec.to_builtins(default)
        choices = tuple(
            FieldChoice(msgspec.json.encode(one.value).decode(), capital(one.words), chosen=one.value == wire)
            for one in line.choices
        )
        return Field(FieldKind.CHOICE, choices=choices)
    if line.name == "not_offered":
        return starting_with(Field(FieldKind.TICKS, choices=_wagers(usual)), default)
    wanted, nullable = without_none(inspect.type_info(kind))
    field = replace(asked_for(wanted), nullable=nullable)
    if field.kind is FieldKind.NAMED:
        key = Field(FieldKind.CHOICE, name="wager", label="Wager", choices=_wagers(usual))
        return replace(field, fields=(key, *field.fields))
    if field.kind is FieldKind.TICKS:
        field = replace(field, choices=tuple(_in_words(usual, line.name, field.choices)))
    return field if default is None else starting_with(field, default)


def _in_words(usual: Submission, name: str, choices: Iterable[FieldChoice]) -> Iterator[FieldChoice]:
    """Choices in the words that the option itself has for them."""
    option = options_of(type(usual))[name]
    words = {msgspec.json.encode(value).decode(): said for value, said in option.words.items()}
    return (replace(one, words=capital(words.get(one.json, one.words))) for one in choices)


def _wagers(usual: Submission) -> tuple[FieldChoice, ...]:
    return tuple(
        FieldChoice(msgspec.json.encode(name).decode(), wager.title)
        for name, wager in usual.authorized.items()
    )


# For programs, and for the page while it is filled in.


class FilledIn(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A submission as far as it is filled in; what is left out is as the game is usually offered."""

    game: str
    options: dict[str, Any] = {}


class FoundWrong(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the law does not allow, at the option that it is about."""

    option: str
    where: str
    problem: str
    clause: str


class CheckedView(msgspec.Struct, frozen=True, kw_only=True):
    """A submission that was checked, and the content hash under which it would stand filed."""

    lawful: bool
    digest: str | None
    findings: tuple[FoundWrong, ...]


class EdgeOfChoice(msgspec.Struct, frozen=True, kw_only=True):
    """The house edge of a wager by one choice; `others` are what else is chosen for it, and how the player plays."""

    option: str
    value: Any
    words: str
    wager: str
    edge: str
    percent: str
    exact: bool
    others: str


class EdgesView(msgspec.Struct, frozen=True, kw_only=True):
    """What choices do to the edges of a game; not `ready` while the lab still counts. `command` gives the same figures."""

    game: str
    ready: bool
    command: str
    edges: tuple[EdgeOfChoice, ...]
    usual: tuple[EdgeOfChoice, ...]


_ASKING = {
    400: documented("The request cannot be read."),
    401: documented("Nobody is signed in."),
    404: documented("There is no such game."),
    503: documented("The journal cannot be used just now; nothing was done."),
}
_CHECKING = _ASKING | {
    403: documented("The request comes from another site, or lacks the session's X-CSRF-Token."),
    415: documented("A submission is sent as application/json."),
}


class SubmissionApi(Controller):
    """Rules Submissions as they are filled in; nothing is filed or recorded here."""

    path = "/office/submissions"
    tags = ("back office",)

    @post(
        "/check",
        sync_to_thread=True,
        status_code=200,
        responses=_CHECKING,
        summary="Check a Rules Submission",
    )
    def check(self, me: Me, data: Annotated[FilledIn, Body()]) -> CheckedView:
        """Everything in a submission that the law does not allow, each at its option with its clause."""
        if data.game not in games():
            raise UnknownGame(data.game)
        found = checked(data.game, data.options)
        return CheckedView(
            lawful=not found.findings,
            digest=found.submission.digest() if found.submission and not found.findings else None,
            findings=tuple(
                FoundWrong(option=option, where=one.where, problem=one.problem, clause=one.clause)
                for option, one in found.findings
            ),
        )

    @get(
        "/{game:str}/edges",
        sync_to_thread=True,
        responses=_ASKING,
        summary="What choices do to the house edge",
    )
    def edges(
        self, me: Me, game: Annotated[str, PathParameter(description="A game by its name.")]
    ) -> EdgesView:
        """The lab's figures for each choice of a game; the first time they are asked for it takes a while to count them."""
        if game not in games():
            raise UnknownGame(game)
        found = LAB.effects(game)
        return EdgesView(
            game=game,
            ready=found is not None,
            command=f"houseway lab edge --game {game}",
            edges=tuple(
                _edge_of(game, name, value, one) for one in found or () for name, value in one.chosen.items()
            ),
            usual=tuple(_edge_of(game, "", None, one) for one in found or () if not one.chosen),
        )


def _edge_of(game: str, name: str, value: Any, effect: Effect) -> EdgeOfChoice:
    kind = games()[game].submission_type
    options, fields = options_of(kind), {field.name: field.type for field in msgspec.structs.fields(kind)}

    def said(option: str, chosen: Any) -> str:
        return options[option].said(msgspec.convert(chosen, fields[option]))

    others = [
        f"{options[one].title}: {said(one, chosen)}" for one, chosen in effect.chosen.items() if one != name
    ]
    if effect.played:
        others.append(f"played {spoken(effect.played)}")
    wager = kind.catalogue.get(effect.wager)
    return EdgeOfChoice(
        option=name,
        value=value,
        words=capital(said(name, value)) if name else "",
        wager=wager.title if wager else capital(spoken(effect.wager)),
        edge=effect.edge,
        percent=effect.percent,
        exact=effect.exact,
        others="; ".join(others),
    )
