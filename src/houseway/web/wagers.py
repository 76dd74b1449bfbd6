"""Standing wagers: every wager on the felt, and what may lawfully be done with it besides adding to it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from houseway.floor import TableInService
from houseway.money import Cents
from houseway.table.chip_steps import BoughtIn
from houseway.table.events import SeatTaken, WagerPlaced, WagerTakenDown
from houseway.table.moves import PlaceWager, TakeDownWager
from houseway.table.rules import Lawful
from houseway.table.words import sentence
from houseway.web.view import BetView

# What tells one wager on the felt from all others.
_ONE_WAGER = ("seat", "wager", "pick")
_OF_EVERY_GAME = (PlaceWager, TakeDownWager)
_TAKE_DOWN = "take-down-wager"


@dataclass(frozen=True, slots=True)
class WagerAct:
    """Something that may be done with a standing wager; `room` is the range of the amount that it takes."""

    label: str
    move: dict[str, Any]
    by: tuple[str, ...]
    room: tuple[int, int, int] | None

    @property
    def calls(self) -> bool:
        """Whether it only says how the wager stands, so that a button on the chips can do it."""
        return self.room is None and self.move["move"] != _TAKE_DOWN


@dataclass(frozen=True, slots=True)
class StandingWager:
    """A wager on the felt and what may be done with it."""

    seat: int
    wager: str
    pick: str
    title: str
    amount: Cents
    button: str
    acts: tuple[WagerAct, ...]

    @property
    def call(self) -> WagerAct | None:
        """What a button on the chips does."""
        return next((act for act in self.acts if act.calls), None)


def acts_on_a_wager(act: Lawful) -> bool:
    """Whether a lawful act does something with one wager on the felt."""
    single = all(len(act.fields.get(name, ())) == 1 for name in _ONE_WAGER)
    return single and set(act.fields) == set(_ONE_WAGER) and act.move != "place-wager"


def has_acts_of_its_own(place: TableInService) -> bool:
    """Whether the game lets more be done with a standing wager than to take it down."""
    return any(
        not issubclass(kind, _OF_EVERY_GAME) and set(kind.__struct_fields__).issuperset(_ONE_WAGER)
        for kind in place.rules.move_type.__args__
    )


def standing_wagers(bets: Iterable[BetView], legal: Iterable[Lawful]) -> Iterator[StandingWager]:
    """Every wager on the felt, position by position."""
    acts: dict[tuple[Any, ...], list[WagerAct]] = {}
    for act in legal:
        if acts_on_a_wager(act):
            key = tuple(act.fields[name][0] for name in _ONE_WAGER)
            acts.setdefault(key, []).append(_act(act))
    for bet in sorted(bets, key=lambda bet: bet.seat):
        yield StandingWager(
            seat=bet.seat,
            wager=bet.wager,
            pick=bet.pick,
            title=bet.title,
            amount=bet.amount,
            button=bet.button,
            acts=tuple(sorted(acts.get((bet.seat, bet.wager, bet.pick), ()), key=lambda act: not act.calls)),
        )


def _act(act: Lawful) -> WagerAct:
    return WagerAct(
        label=sentence(act.move.removesuffix("-wager")),
        move={"move": act.move, **{name: act.fields[name][0] for name in _ONE_WAGER}},
        by=act.by,
        room=msgspec.structs.astuple(act.amount) if act.amount else None,
    )


def last_placed(place: TableInService) -> tuple[WagerPlaced, ...]:
    """What each position laid last, as long as nothing else has happened to its wagers since."""
    found: dict[int, WagerPlaced] = {}
    touched: set[int] = set()
    for recorded in reversed(place.record):
        for event in reversed(recorded.events):
            if isinstance(event, WagerPlaced) and event.seat not in touched | found.keys():
                found[event.seat] = event
            elif isinstance(event, WagerTakenDown):
                touched.add(event.seat)
            elif not isinstance(event, WagerPlaced | SeatTaken | BoughtIn):
                return tuple(found.values())
    return tuple(found.values())
