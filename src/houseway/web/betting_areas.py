"""Betting areas: what may be put on each place of the felt, by whom, what it pays, and what the table posts for it."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from houseway.floor import TableInService
from houseway.money import dollars
from houseway.table.rules import Lawful
from houseway.table.wagers import Wager
from houseway.table.words import capital, wager_title
from houseway.web import felt


@dataclass(frozen=True, slots=True)
class BettingArea:
    """What may be done on a betting area: each seat's lowest and highest lawful amount and their step.

    `seat` is the only position that bets there, or 0 where all may; `cash` is for a spoken wager that cash backs.
    """

    title: str
    seat: int
    pays: str
    rooms: dict[str, tuple[int, int, int]]
    takes: tuple[int, ...]
    cash: dict[str, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class PostedWager:
    """What a card says of a wager: its whole name, what each line of its paytable pays, and its posted limits."""

    title: str
    pays: tuple[tuple[str, str], ...]
    limits: str


def betting_areas(place: TableInService, legal: tuple[Lawful, ...]) -> Iterator[tuple[str, BettingArea]]:
    """Every betting area of the felt by its id, with what may lawfully be put on it and taken from it now."""
    rooms: dict[tuple[str, str], dict[str, tuple[int, int, int]]] = {}
    cash: dict[tuple[str, str], dict[str, tuple[int, int, int]]] = {}
    takes: dict[tuple[str, str], list[int]] = {}
    for lawful in legal:
        if lawful.move not in ("place-wager", "take-down-wager"):
            continue
        key = lawful.fields["wager"][0], lawful.fields["pick"][0]
        if lawful.amount is None:
            takes.setdefault(key, []).extend(lawful.fields["seat"])
            continue
        room = msgspec.structs.astuple(lawful.amount)
        made_with = cash if "instrument" in lawful.fields else rooms
        made_with.setdefault(key, {}).update({str(seat): room for seat in lawful.fields["seat"]})
    for area in place.game.layout.areas:
        if area.wager:
            wager, key = place.game.catalogue[area.wager], (area.wager, area.pick)
            seat = felt.seat_of(area)
            yield (
                area.id,
                BettingArea(
                    title=wager_title(place.game, area.wager, area.pick),
                    seat=seat,
                    pays=", ".join(dict.fromkeys(map(wager.pays, wager.lines(area.pick)))),
                    rooms={who: room for who, room in rooms.get(key, {}).items() if seat in (0, int(who))},
                    takes=tuple(who for who in takes.get(key, ()) if seat in (0, who)),
                    cash={who: room for who, room in cash.get(key, {}).items() if seat in (0, int(who))},
                ),
            )


def posted_wagers(place: TableInService) -> dict[str, PostedWager]:
    """What is posted of each wager that has a place on the felt, by its name and its pick."""
    return {
        f"{area.wager} {area.pick}": _posted(place, area.wager, area.pick)
        for area in place.game.layout.areas
        if area.wager
    }


def _posted(place: TableInService, name: str, pick: str) -> PostedWager:
    game, wager = place.game, place.game.catalogue[name]
    return PostedWager(
        title=wager_title(game, name, pick),
        pays=tuple((_paid_on(wager, line.label), wager.pays(line)) for line in wager.lines(pick)),
        limits=_limits(place, name, pick) if name in game.betting.offered else "Not offered at this table",
    )


def _paid_on(wager: Wager, label: str) -> str:
    """What a wager is paid on; its name, which heads the card, is not said again on every line."""
    return capital(label.removeprefix(f"{wager.title} Wager, ").removeprefix(f"{wager.title}, "))


def _limits(place: TableInService, name: str, pick: str) -> str:
    """The posted limits in words: least and most, and the steps between them that chips can make and pay."""
    limits, step = place.game.betting.limits_of(name), place.game.betting.steps[name, pick]
    if limits.minimum == limits.maximum:
        return f"Always {dollars(limits.minimum)}"
    return f"Least {dollars(limits.minimum)}, most {dollars(limits.maximum)}, in steps of {dollars(step)}"
