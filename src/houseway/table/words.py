"""Words: what happened, as a person at the table would say it; a new game's events read well without new code here."""

from typing import Any

import msgspec

from houseway.money import Cents, dollars
from houseway.table.events import (
    DiceRetired,
    DiceToReinspect,
    Event,
    GamingCeased,
    GamingResumed,
    IrregularityCalled,
    Result,
    SeatLeft,
    SeatTaken,
    Settled,
    WagerPlaced,
    WagerTakenDown,
)
from houseway.table.game import Game
from houseway.table.procedure import (
    Attested,
    BoughtIn,
    ChipsTakenAway,
    DiceInspected,
    DiceIssued,
    TableClosed,
    TableOpened,
)

# Fields that every event has, and fields that say nothing to a person.
_UNSAID = frozenset({"clause", "also"})


_BEFORE = {"by": "by the", "witness": "before the"}
_CALLED = {"seat": "position"}


def wager_title(game: Game[Any], wager: str, pick: str) -> str:
    """A wager as the layout names it, with its pick."""
    title = game.catalogue[wager].title
    return f"{title} {pick}" if pick else title


def spoken(name: str) -> str:
    """A name from the wire in plain words: `pit-manager` is "pit manager"."""
    return name.replace("-", " ").replace("_", " ")


def sentence(name: str) -> str:
    """A name from the wire as the beginning of a sentence."""
    return capital(spoken(name))


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def told(game: Game[Any], event: Event) -> str:
    """One event in one line."""
    match event:
        case SeatTaken():
            return f"Position {event.seat} is taken"
        case SeatLeft():
            return f"Position {event.seat} is left"
        case WagerPlaced():
            return f"Position {event.seat} wagers {_raised(event)} on {wager_title(game, event.wager, event.pick)}"
        case WagerTakenDown():
            return (
                f"Position {event.seat} takes down {dollars(event.amount)} "
                f"from {wager_title(game, event.wager, event.pick)}"
            )
        case Settled():
            return f"Position {event.seat}, {wager_title(game, event.wager, event.pick)}: {outcome(event)}"
        case IrregularityCalled():
            return (
                f"{_irregularity(game, event.irregularity)}, called by the {spoken(event.by)}: {event.remedy}"
            )
        case DiceRetired():
            return f"The dice may not be used again: {_small(event.reason)}"
        case DiceToReinspect():
            return f"The dice must be inspected again: {_small(event.reason)}"
        case GamingCeased():
            return f"Play stops until {event.until}"
        case GamingResumed():
            return f"Play goes on: {event.fixed}"
        case _:
            return _told_by_the_table(game, event)


def _told_by_the_table(game: Game[Any], event: Event) -> str:
    match event:
        case Attested():
            step = next(step for step in game.checklist if step.id == event.step)
            before = f" before the {spoken(event.witness)}" if event.witness else ""
            reference = f", reference {event.reference}" if event.reference else ""
            return f"The {spoken(event.by)} attests{before}: {step.text}{reference}"
        case DiceIssued():
            return f"Dice {event.serial} are issued{', locked in the shaker' if event.locked else ''}"
        case DiceInspected():
            return f"The {spoken(event.by)} inspects dice {event.serial} before the {spoken(event.witness)}"
        case TableOpened():
            return f"The table opens for {event.gaming_day.isoformat()}, edition {event.edition}"
        case TableClosed():
            return f"The table closes for {event.gaming_day.isoformat()}"
        case BoughtIn():
            return f"Position {event.seat} buys chips for {dollars(event.amount)}"
        case ChipsTakenAway():
            return f"Position {event.seat} takes away {dollars(event.amount)}"
        case _:
            return _told_by_its_fields(event)


def _told_by_its_fields(event: Event) -> str:
    """Any game's own event: its name, then what it holds."""
    held = msgspec.structs.asdict(event)
    said = [_field(name, value) for name, value in held.items() if name not in _UNSAID]
    name = sentence(str(event.__struct_config__.tag))
    return ": ".join(filter(None, (name, ", ".join(filter(None, said)))))


def _field(name: str, value: Any) -> str:
    match value:
        case None | "" | False | ():
            return ""
        case True:
            return spoken(name)
        case str():
            return f"{_BEFORE[name]} {spoken(value)}" if name in _BEFORE else spoken(value)
        case msgspec.Struct():
            return str(value)  # a throw or a field says itself what it is
        case tuple():
            return f"{spoken(name)} {listed(value)}"
        case _:
            apart = ": " if name[-1].isdigit() else " "
            return f"{_CALLED.get(name, spoken(name))}{apart}{value}"


def listed(values: Any) -> str:
    """Several values in a row; what belongs together stays together."""
    if not isinstance(values, tuple):
        return spoken(str(values))
    if any(isinstance(value, tuple) for value in values):
        return ", ".join(" ".join(str(part) for part in value if part).replace("-", " ") for value in values)
    return (", " if len(values) > 2 else " and ").join(listed(value) for value in values)


def outcome(line: Settled) -> str:
    """How one settlement line came out."""
    match line.result:
        case Result.WIN:
            return f"wins, {dollars(line.stake)} paid {dollars(line.paid)} at {line.odds}"
        case Result.LOSE:
            return f"loses {dollars(line.stake)}"
        case Result.PUSH:
            return f"stands off, {dollars(line.stake)} back"
        case Result.RETURNED:
            return f"{dollars(line.stake)} returned"


def _raised(event: WagerPlaced) -> str:
    return f"{dollars(event.amount)}{_to_total(event.total, event.amount)}"


def _to_total(total: Cents, amount: Cents) -> str:
    return f" (now {dollars(total)})" if total > amount else ""


def _irregularity(game: Game[Any], name: str) -> str:
    remedy = game.irregularities.get(name)
    return remedy.title if remedy else sentence(name)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
