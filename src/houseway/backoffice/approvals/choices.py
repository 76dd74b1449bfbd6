"""What a submission chose, in words that a sign, a guide or the Board's form can print."""

from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import Any, get_args

import msgspec

from houseway.law import implements
from houseway.money import CENTS, dollars
from houseway.submission import OddsShownOn, Submission
from houseway.table.game import Game
from houseway.table.progressive import MeterSettings

# What every game's submission says is printed by itself: limits, chips, wagers, the place of the odds.
_OF_EVERY_GAME = frozenset(Submission.__struct_fields__)


def own_choices(submission: Submission) -> tuple[tuple[str, str], ...]:
    """What the submission says of its own game: each option, and what was chosen."""
    money = _fields_in_cents(type(submission))
    return tuple(
        (name.replace("_", " "), _said(getattr(submission, name), is_money=name in money))
        for name in submission.__struct_fields__
        if name not in _OF_EVERY_GAME
    )


def common_choices(submission: Submission, game: Game[Any]) -> tuple[tuple[str, str], ...]:
    """What every submission says: limits, chips, where the odds are shown, how long dice last."""
    limits = submission.limits
    posted = f"{dollars(limits.minimum)} to {dollars(limits.maximum)} in steps of {dollars(limits.increment)}"
    return (
        ("posted limits", posted),
        ("smallest chip", dollars(submission.smallest_chip)),
        ("what chips cannot pay", str(submission.breakage)),
        ("payout odds are shown on", odds_shown_on(submission)),
        *(("dice are changed after", life) for life in dice_lives(game)),
    )


def every_choice(submission: Submission, game: Game[Any]) -> tuple[tuple[str, str], ...]:
    """The whole submission: the wagers on offer and left out, what every one says, and what is its own."""
    offered, left_out = wagers_chosen(game)
    wagers = (("wagers offered", _listed(offered)), ("wagers not offered", _listed(left_out)))
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
def odds_shown_on(submission: Submission) -> str:
    """Where patrons read the odds: printed on the layout, or on the sign at the table alone."""
    if submission.odds_shown_on is OddsShownOn.SIGN:
        return "the table sign"
    return "the layout and the table sign"


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


@cache
def _fields_in_cents(kind: type[msgspec.Struct]) -> frozenset[str]:
    """The fields that hold money, or nothing."""
    return frozenset(
        field.name
        for field in msgspec.structs.fields(kind)
        if CENTS in (_unit(hint) for hint in (field.type, *get_args(field.type)))
    )


def _unit(hint: Any) -> str:
    return next((note.extra["unit"] for note in getattr(hint, "__metadata__", ()) if note.extra), "")


def _said(value: Any, *, is_money: bool = False) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "none"
        case int() if is_money:
            return dollars(value)
        case MeterSettings():
            rate = Decimal(value.rate) / 100
            return f"{rate}% of wagers, seed {dollars(value.seed)}, reset {dollars(value.reset)}"
        case msgspec.Struct():
            fields = msgspec.structs.asdict(value).items()
            return ", ".join(f"{name.replace('_', ' ')} {_said(held)}" for name, held in fields)
        case tuple():
            return ", ".join(_said(item) for item in value) or "none"
        case StrEnum():
            return value.value
    return str(value)
