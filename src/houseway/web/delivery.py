"""Delivery: which tiles of which stacks go to which position, step by step, for the felt to show."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from houseway.floor import TableInService
from houseway.floor.settlement import last_round
from houseway.table.game import Game
from houseway.table.layout import Layout
from houseway.table.rules import Lawful
from houseway.table.seats import position
from houseway.table.words import capital
from houseway.web.cards import DEALER
from houseway.web.tiles import STACK, Spot, resting_places

DEAD_HAND = "dead-hand"
_PILE = 4
_LEVELS = ("top", "second", "third", "bottom")
# A stack, and a tile of it, both counted from 0: from the dealer's left, and from the top.
Taken = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class StackedTile:
    """A tile as it lay in its stack before the first hand was delivered."""

    key: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class StackNumber:
    """The number of a stack and where it is written."""

    number: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Service:
    """One position is served: in words, and with each tile where it comes to lie; nowhere, if that is not known yet."""

    words: str
    tiles: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DeliveryView:
    """How the tiles of the round under way went out, and how they would go out in every style that may be chosen now."""

    version: int
    stacked: tuple[StackedTile, ...]
    numbers: tuple[StackNumber, ...]
    services: tuple[Service, ...]
    styles: dict[str, tuple[Service, ...]]


def delivery_view(place: TableInService, layout: Layout, legal: Iterable[Lawful]) -> DeliveryView | None:
    """What the felt, as it is drawn, can show of a delivery, done or to be chosen."""
    under_way = not place.game.between_rounds(place.state.play)
    done = [
        (recorded.version, event.seat, event.taken)
        for recorded in reversed(last_round(place) if under_way else ())
        for event in recorded.events
        if hasattr(event, "taken")
    ]
    styles = dict(_styles(place.game, legal))
    if not done and not styles:
        return None
    return DeliveryView(
        version=max((version for version, _, _ in done), default=0),
        stacked=tuple(_stacked(layout)),
        numbers=tuple(
            StackNumber(area.label, area.x + area.width / 2, area.y + area.height)
            for area in layout.areas
            if area.tone == STACK
        ),
        services=tuple(_served(place.game, layout, seat, taken) for _, seat, taken in done),
        styles=styles,
    )


def _stacked(layout: Layout) -> Iterator[StackedTile]:
    """Every tile in its stack, the bottom ones first, as they are drawn."""
    for area in layout.areas:
        if area.tone == STACK:
            for level, spot in reversed(list(enumerate(resting_places(layout, area.id, _PILE)))):
                yield StackedTile(_key(int(area.id.rpartition("-")[2]) - 1, level), spot)


def _key(stack: int, level: int) -> str:
    return f"{stack}:{level}"


def _served(game: Game[Any], layout: Layout, seat: int, taken: Taken) -> Service:
    dead = seat > game.seats
    area = DEAD_HAND if dead else f"hand-{seat or DEALER}"
    spots = resting_places(layout, area, _PILE)
    whose = "The Dead Hand" if dead else capital(position(seat))
    lies = tuple(
        (_key(stack, level), spot.transform) for (stack, level), spot in zip(taken, spots, strict=True)
    )
    return Service(f"{whose} gets {taken_words(taken)}", lies)


def _styles(game: Game[Any], legal: Iterable[Lawful]) -> Iterator[tuple[str, tuple[Service, ...]]]:
    """The styles that may be chosen now, of a game that can tell how each delivers."""
    steps: Callable[[str], Iterable[Any]] | None = getattr(game, "delivery_steps", None)
    if steps is None:
        return
    for act in legal:
        for style in act.fields.get("style", ()):
            yield (
                str(style),
                tuple(_to_come(number, served.tiles) for number, served in enumerate(steps(style))),
            )


def _to_come(number: int, taken: Taken) -> Service:
    order = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")[number]
    return Service(
        f"The {order} position served gets {taken_words(taken)}",
        tuple((_key(stack, level), "") for stack, level in taken),
    )


def taken_words(taken: Taken) -> str:
    """Which tiles those are, with the stacks counted from the dealer's left."""
    stacks = sorted({stack for stack, _ in taken})
    levels = sorted({level for _, level in taken})
    if len(levels) == _PILE:
        return f"the whole of {_numbered(stacks)}"
    if len(levels) == 1:
        return f"the {_LEVELS[levels[0]]} tiles of {_numbered(stacks)}"
    end = "top" if levels[0] == 0 else "bottom"
    return f"the two {end} tiles of {_numbered(stacks)}"


def _numbered(stacks: list[int]) -> str:
    numbers = [str(stack + 1) for stack in stacks]
    if len(numbers) == 1:
        return f"stack {numbers[0]}"
    return f"stacks {', '.join(numbers[:-1])} and {numbers[-1]}"
