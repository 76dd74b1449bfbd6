"""What a submission chose, in words that a sign, a guide or the Board's form can print."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from houseway.games import games
from houseway.law import Clause, RuleViolation, implements
from houseway.submission import Submission, options_of
from houseway.table.game import Game
from houseway.table.words import spoken

# What every game's submission says is printed by itself: limits, chips, wagers, the place of the odds.
_OF_EVERY_GAME = frozenset(Submission.__struct_fields__)


def unreadable(game: str, options: Mapping[str, Any], clause: Clause) -> RuleViolation:
    """The refusal of options that a game does not have, or not with these values: each by name, with what it takes."""
    kind = games()[game]
    found = tuple(unread(kind, options))
    return RuleViolation(
        clause,
        "; ".join(problem for _, problem, _ in found),
        fix="; ".join(dict.fromkeys(fix for _, _, fix in found)),
    )


def unread(game: type[Game[Any]], options: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Every option that a game does not have, or not with this value: its name, what is wrong, and what it takes."""
    fields = {field.name: field.type for field in msgspec.structs.fields(game.submission_type)}
    for name, chosen in options.items():
        if name not in fields:
            among = ", ".join(map(spoken, fields))
            yield name, f"{game.title} has no option {spoken(name)!r}", f"choose among: {among}"
            continue
        try:
            msgspec.convert(chosen, fields[name])
        except msgspec.ValidationError:
            written = msgspec.json.encode(chosen).decode()
            takes = _takes(inspect.type_info(fields[name]))
            yield (
                name,
                f"the option {spoken(name)!r} of {game.title} cannot be {written}",
                f"for {spoken(name)!r} write {takes}",
            )


def _takes(kind: inspect.Type) -> str:
    """What may be written for an option."""
    match kind:
        case inspect.EnumType(cls=values):
            return "one of " + ", ".join(str(value.value) for value in values)
        case inspect.BoolType():
            return "true or false"
        case inspect.Metadata():
            return f"{_takes(kind.type)} of {kind.extra['unit']}" if kind.extra else _takes(kind.type)
        case inspect.IntType():
            return "a whole number"
        case inspect.DecimalType():
            return "a number"
        case inspect.StructType(fields=fields):
            return f"{', '.join(spoken(field.name) for field in fields)} by name"
        case inspect.DictType(value_type=value):
            return f"for each wager {_takes(value)}"
        case inspect.VarTupleType(item_type=item):
            return f"a list, each {_takes(item)}"
        case inspect.UnionType(types=types):
            return ", or ".join(map(_takes, types))
        case inspect.NoneType():
            return "nothing"
    return "a name"


def own_choices(submission: Submission) -> tuple[tuple[str, str], ...]:
    """What the submission says of its own game: each option, and what was chosen."""
    return tuple(
        _choice(submission, name) for name in options_of(type(submission)) if name not in _OF_EVERY_GAME
    )


def common_choices(submission: Submission, game: Game[Any]) -> tuple[tuple[str, str], ...]:
    """What every submission says: limits, chips, where the odds are shown, how long dice last; without wagers, its chips."""
    if not submission.needs_wagers:
        return (_choice(submission, "smallest_chip"),)
    return (
        *(_choice(submission, name) for name in ("limits", "smallest_chip", "breakage")),
        odds_shown_on(submission),
        *(("Dice are changed after", life) for life in dice_lives(game)),
    )


def every_choice(submission: Submission, game: Game[Any]) -> tuple[tuple[str, str], ...]:
    """The whole submission: the wagers on offer and left out, what every one says, and what is its own."""
    if not submission.needs_wagers:
        return (*common_choices(submission, game), *own_choices(submission))
    offered, left_out = wagers_chosen(game)
    wagers = (("Wagers offered", _listed(offered)), ("Wagers not offered", _listed(left_out)))
    return (*wagers, *common_choices(submission, game), *own_choices(submission))


@implements("125-149:Preamble/623a#1")
def wagers_chosen(game: Game[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The wagers that the operator offers, and those of the chapter that it leaves out."""
    offered = tuple(wager.title for wager in game.catalogue.values() if wager.name in game.betting.offered)
    left_out = tuple(
        wager.title for wager in game.catalogue.values() if wager.name not in game.betting.offered
    )
    return offered, left_out


@implements("125-149:Preamble/625a#1")
def odds_shown_on(submission: Submission) -> tuple[str, str]:
    """Where patrons read the odds: printed on the layout, or on the sign at the table alone."""
    return _choice(submission, "odds_shown_on")


@implements("125-149:Preamble/625a#2")
def dice_lives(game: Game[Any]) -> tuple[str, ...]:
    """How long dice may be used at the game, with the longer time of purpose-made dice locked in a shaker."""
    if game.dice is None:
        return ()
    locked = game.dice.locked_life
    usual = str(game.dice.life)
    return (
        (usual, f"{locked} when made for a locked automated shaker and locked in it") if locked else (usual,)
    )


def _listed(titles: tuple[str, ...]) -> str:
    return ", ".join(titles) or "none"


def _choice(submission: Submission, name: str) -> tuple[str, str]:
    """One option by its title, and what was chosen."""
    option = options_of(type(submission))[name]
    return option.title, option.said(getattr(submission, name))
