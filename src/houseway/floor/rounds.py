"""The rounds that were played at a table, found again: by day, position, wager, amount, coupon, irregularity or words."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import islice
from typing import NamedTuple

import msgspec

from houseway.floor.settlement import (
    RoundResult,
    SettlementLine,
    before_the_next_wagers,
    lines_of,
    result_of,
    round_name,
    settles,
)
from houseway.floor.table import Recorded, TableInService
from houseway.money import Cents
from houseway.table.days import GamingDays
from houseway.table.events import Event, IrregularityCalled
from houseway.table.procedure import OpenTable
from houseway.table.redemption import CouponDropped, CouponReturned, CouponStayed

# As much as anybody reads of what came before a round.
_MOST_LEADING_UP = 60


class PlayedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round, or a throw of the dice, as the record tells it, from its first entry to its last."""

    table: str
    game: str
    number: int
    first: int
    last: int
    at: datetime
    day: date
    result: RoundResult
    lines: tuple[SettlementLine, ...]
    irregularities: tuple[str, ...]
    coupons: tuple[int, ...]


class Sought(msgspec.Struct, frozen=True, kw_only=True):
    """What a round is looked for by; what is left empty does not matter."""

    day: date | None = None
    seat: int = 0
    wager: str = ""
    least: Cents = 0
    words: str = ""
    irregular: bool = False
    coupon: bool = False
    # A clause, or the beginning of one, by which a line was decided, paid or put in its place.
    clause: str = ""


def played_round(
    place: TableInService, number: int, acts: Sequence[Recorded], days: GamingDays
) -> PlayedRound:
    """A round by the acts that the record has of it, from the one that it began with to the last before the next."""
    game, events = place.game, [event for recorded in acts for event in recorded.events]
    result = result_of(game, number, events) or RoundResult(name=round_name(game, number), words="", net=())
    return PlayedRound(
        table=place.name,
        game=game.name,
        number=number,
        first=acts[0].version,
        last=acts[-1].version,
        at=acts[0].act.at,
        day=days.day_of(acts[0].act.at),
        result=result,
        lines=tuple(lines_of(game, before_the_next_wagers(game, events))),
        irregularities=tuple(_irregularities(events)),
        coupons=tuple(dict.fromkeys(_serials(events))),
    )


def whole_story(place: TableInService, acts: Sequence[Recorded]) -> Sequence[Recorded]:
    """The acts of a round with those that led up to it, from the end of the round before it, or the opening of the table, to its own.

    Wagers are laid before dice are thrown or cards dealt; by the record they come after the round before.
    """
    before = list[Recorded]()
    for recorded in islice(place.record.back_from(acts[0].version - 1), _MOST_LEADING_UP):
        before.append(recorded)
        if place.begins_round(recorded) or isinstance(recorded.act.move, OpenTable):
            break
    before.reverse()
    led_up = before[_end(place, before) :] if before and place.begins_round(before[0]) else before
    return (*led_up, *acts[: _end(place, acts) or len(acts)])


def _end(place: TableInService, acts: Sequence[Recorded]) -> int:
    """How many of these acts belong to the round that the first began: up to the last that settled or showed anything.

    0 if nothing was settled or shown yet; a throw that settles nothing ends with what it showed.
    """
    game = place.game
    settled = (number for number, recorded in enumerate(acts, 1) if settles(game, recorded.events))
    shown = game.result_in_words([event for recorded in acts for event in recorded.events])
    told = (
        number
        for number in range(1, len(acts) + 1)
        if game.result_in_words([event for recorded in acts[:number] for event in recorded.events]) == shown
    )
    return max(max(settled, default=0), next(told) if shown else 0)


def _irregularities(events: list[Event]) -> Iterator[str]:
    yield from (event.irregularity for event in events if isinstance(event, IrregularityCalled))


def _serials(events: list[Event]) -> Iterator[int]:
    """The serials of the coupons that came to the drop box, back to the player, or stayed."""
    yield from (
        event.serial for event in events if isinstance(event, CouponDropped | CouponReturned | CouponStayed)
    )


def words_of(one: PlayedRound) -> str:
    """What a round is told by besides its number, as it is looked for by words."""
    told = (
        one.result.name.split()[0],
        one.result.words,
        *one.result.nets,
        *one.irregularities,
        *map(str, one.coupons),
    )
    return " ".join(told).casefold()


def number_of(word: str) -> int | None:
    """The number of a round that a word may be, written with or without its commas."""
    plain = word.replace(",", "")
    return int(plain) if plain.isascii() and plain.isdigit() else None


def is_sought(one: PlayedRound, sought: Sought) -> bool:
    """Whether a round is one of those looked for: one of its lines has position, wager, amount and clause together."""
    told = words_of(one)
    return (
        sought.day in (None, one.day)
        and (not sought.irregular or bool(one.irregularities))
        and (not sought.coupon or bool(one.coupons))
        and all(word in told or number_of(word) == one.number for word in sought.words.casefold().split())
        and has_line(map(brief, one.lines), sought)
    )


class LineInBrief(NamedTuple):
    """What a line of a settlement is looked for by."""

    seat: int
    wager: str
    amount: Cents
    cited: tuple[str, ...]


def brief(line: SettlementLine) -> LineInBrief:
    """A line by what it is looked for by: its amount is the stake, or what it brought or cost where that is more."""
    return LineInBrief(line.seat, line.wager, max(line.stake, abs(line.net)), line.cited)


def has_line(lines: Iterable[LineInBrief], sought: Sought) -> bool:
    """Whether one of the lines is all that a line is looked for by."""
    if not (sought.seat or sought.wager or sought.least or sought.clause):
        return True
    return any(
        sought.seat in (0, line.seat)
        and sought.wager in ("", line.wager)
        and sought.least <= line.amount
        and (not sought.clause or any(is_below(cited, sought.clause) for cited in line.cited))
        for line in lines
    )


def is_below(cited: str, clause: str) -> bool:
    """Whether a citation is of a clause or of something that stands below it, as 661a.8(a)[touchdown] does below 661a.8(a)."""
    return cited == clause or (cited.startswith(clause) and cited[len(clause)] in "([#.")
