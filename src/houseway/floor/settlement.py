"""Settlement: what a round or a throw of the dice has settled, line by line, and how it came out for everybody."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from houseway.floor.table import Recorded, TableInService
from houseway.money import Cents, dollars, signed
from houseway.table.card_play import SettlementReversed
from houseway.table.events import (
    BonusPaid,
    Event,
    Result,
    Settled,
    VigorishCollected,
    VigorishRefunded,
    WagerPlaced,
    WagerRaised,
    WagerTakenDown,
    rack,
)
from houseway.table.game import Game
from houseway.table.words import capital, reversed_title, told, wager_title

Round = tuple[Recorded, ...]


class LineResult(StrEnum):
    """How a line of a settlement came out; a reversed one undoes an earlier line because the hands are void.

    Besides wagers, the house takes its vigorish or marks what is owed, and chips move that are nobody's wager.
    """

    WIN = Result.WIN
    LOSE = Result.LOSE
    PUSH = Result.PUSH
    RETURNED = Result.RETURNED
    SURRENDERED = Result.SURRENDERED
    REVERSED = "reversed"
    VIGORISH = "vigorish"
    MOVED = "moved"


_HOW = {
    LineResult.WIN: "wins",
    LineResult.LOSE: "loses",
    LineResult.PUSH: "stands off",
    LineResult.RETURNED: "returned",
    LineResult.SURRENDERED: "given up",
    LineResult.REVERSED: "undone",
}


class SettlementLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a settlement, in lawful order; a bonus without a stake of its own is one of stake 0.

    Of a reversed line `stake` came back to the player and `paid` went back to the tray; a vigorish was `paid` to the house (less than nothing: given back),
    chips that are nobody's wager were `paid` to the player, or by the player where it is less than nothing;
    of a surrendered stake the player `lost` part.
    """

    seat: int
    wager: str
    pick: str
    title: str
    result: LineResult
    stake: Cents
    paid: Cents
    odds: str
    clause: str
    pays: str
    order: str
    lost: Cents = 0

    @property
    def net(self) -> Cents:
        """What the line has brought its position, or cost it where it is less than nothing."""
        match self.result:
            case LineResult.WIN | LineResult.MOVED:
                return self.paid
            case LineResult.REVERSED:
                return self.stake - self.paid
            case LineResult.VIGORISH:
                return -self.paid
            case _:
                return -self.lost

    @property
    def undoes(self) -> bool:
        """Whether it undoes an earlier line."""
        return self.result is LineResult.REVERSED

    @property
    def cited(self) -> tuple[str, ...]:
        """The clauses by which it was decided, paid and put in its place."""
        return tuple(dict.fromkeys(filter(None, (self.clause, self.pays, self.order))))

    @property
    def how(self) -> str:
        """How it came out, in a word; chips that are nobody's wager say it in their title."""
        return _HOW.get(self.result, "") if self.wager or self.odds or self.stake else ""

    @property
    def brought(self) -> str:
        """What it brought its position or cost it, in words."""
        match self.result:
            case LineResult.WIN | LineResult.VIGORISH:
                return signed(self.net)
            case LineResult.REVERSED if self.paid:
                return f"{dollars(self.paid)} repaid"
            case LineResult.REVERSED:
                return f"{dollars(self.stake)} returned"
            case LineResult.MOVED:
                return ""
            case _:
                return signed(self.net) if self.lost else f"{dollars(self.stake)} back"


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """The wagers that one act settled, or that a round of cards has settled so far."""

    version: int
    lines: tuple[SettlementLine, ...]


class PositionNet(msgspec.Struct, frozen=True, kw_only=True):
    """What a position has won in all, or lost where it is less than nothing, and what its hand is called, if it has a name."""

    seat: int
    net: Cents
    hand: str = ""


class RoundResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a round or throw came out: its name, what was shown and what it means, and the net, the largest first."""

    name: str
    words: str
    net: tuple[PositionNet, ...]

    @property
    def nets(self) -> tuple[str, ...]:
        """What each position has won or lost, with the name of its hand, in words."""
        return tuple(
            f"position {one.seat}{f': {one.hand}' if one.hand else ''} {signed(one.net)}" for one in self.net
        )

    @property
    def told(self) -> str:
        """All of it in one line."""
        return " \N{MIDDLE DOT} ".join(filter(None, (self.name, self.words, *self.nets)))


class DecidedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round of cards or tiles that was decided: the version it was settled with, and its result."""

    version: int
    result: RoundResult


def last_settlement(place: TableInService) -> Settlement | None:
    """What the latest throw settled, or with cards or tiles the latest deal, line by line; None if it settled nothing."""
    return _settlement(place.game, _acts_settling(place))


def last_result(place: TableInService) -> RoundResult | None:
    """How the latest throw or the latest deal came out; None until it has shown or settled anything."""
    acts = _acts_settling(place)
    result = _result(place.game, place.rounds, acts)
    if result is None or result.words or place.game.between_rounds(place.state.play):
        return result
    return msgspec.structs.replace(result, words=_so_far(place.game, acts))


def _so_far(game: Game[Any], acts: Iterable[Recorded]) -> str:
    """Which wagers a round has settled that goes on, in words."""
    lines = lines_of(game, [event for recorded in acts for event in recorded.events])
    titles = dict.fromkeys(line.title for line in lines if line.result not in _BESIDES)
    return f"Settled so far: {(', ' if len(titles) > 2 else ' and ').join(titles)}"


def decided_rounds(place: TableInService) -> Iterator[DecidedRound]:
    """The rounds of cards or tiles that were decided, the latest first."""
    number = place.rounds
    for back, acts in enumerate(dealt_rounds(place)):
        settling = _acts_settling(place) if back == 0 else _to_the_settlement(place.game, list(acts[::-1]))
        settlement = _settlement(place.game, settling)
        result = last_result(place) if back == 0 else _result(place.game, number, settling)
        if settlement and result:
            yield DecidedRound(version=settlement.version, result=result)
        number -= any(place.begins_round(recorded) for recorded in acts)


def _result(game: Game[Any], number: int, acts: list[Recorded]) -> RoundResult | None:
    return result_of(game, number, [event for recorded in acts for event in recorded.events])


def result_of(game: Game[Any], number: int, events: Sequence[Event]) -> RoundResult | None:
    """How a throw or a deal came out, from its events; None until it has shown or settled anything."""
    words, settled = game.result_in_words(events), settles(game, events)
    if not words and not settled:
        return None
    events = before_the_next_wagers(game, events)
    return RoundResult(
        name=round_name(game, number),
        words=words,
        net=tuple(_net(lines_of(game, events), game.hands_in_result(events))) if settled else (),
    )


def before_the_next_wagers(game: Game[Any], events: Sequence[Event]) -> Sequence[Event]:
    """The events of a throw or a deal, without the wagers that are laid or taken down after it has settled.

    In the record these wagers, with their vigorish, come before the next throw; they belong to that one.
    """
    settled = (number for number, event in enumerate(events, 1) if settles(game, (event,)))
    # A throw that settles nothing is over when it has been called; a deal that has settled nothing goes on.
    last = max(settled, default=0 if game.pieces is None else len(events))
    laid = (number for number, event in enumerate(events[last:], last) if isinstance(event, _FOR_THE_NEXT))
    return events[: next(laid, len(events))]


_FOR_THE_NEXT = (WagerPlaced, WagerTakenDown)


def settles(game: Game[Any], events: Iterable[Event]) -> bool:
    """Whether any wager or pot is settled by these events; a vigorish or chips that only move settle none."""
    return any(line.result not in _BESIDES for line in lines_of(game, events))


def round_name(game: Game[Any], number: int) -> str:
    """What a round is called, or a roll where the dice are all there is."""
    return f"{'Roll' if game.pieces is None else capital(game.round_called)} {number:,}"


def _net(lines: Iterable[SettlementLine], hands: Mapping[int, str]) -> Iterator[PositionNet]:
    net: dict[int, Cents] = {}
    for line in lines:
        if line.seat:
            net[line.seat] = net.get(line.seat, 0) + line.net
    for seat in sorted(net, key=lambda seat: (-net[seat], seat)):
        yield PositionNet(seat=seat, net=net[seat], hand=hands.get(seat, ""))


def _acts_settling(place: TableInService) -> list[Recorded]:
    """The acts that belong to the latest throw, or with cards or tiles to the latest deal."""
    if place.game.pieces is not None:
        return _up_to_its_end(place, list(reversed(last_round(place))))
    return since_the_throw(place)


def last_round(place: TableInService) -> Round:
    """The acts of the latest round that was dealt, the latest first, whether that round is over or not."""
    return next(dealt_rounds(place), ())


def dealt_rounds(place: TableInService, until: int | None = None) -> Iterator[Round]:
    """The rounds from the latest back, or from the one that ended at a version, each from its latest act back to the one it began with."""
    if place.game.pieces is None:
        return
    acts: list[Recorded] = []
    for recorded in place.record.back_from(place.version if until is None else until):
        if acts and any(event.ends_round for event in recorded.events):
            # What comes after the end of a round, such as a wager, is no round before anything is dealt.
            if _deals(acts):
                yield tuple(acts)
            acts = []
        acts.append(recorded)
        if any(event.begins_round for event in recorded.events):
            yield tuple(acts)
            acts = []
    # The first round of a game in which nobody calls that the bets are closed.
    if _deals(acts):
        yield tuple(acts)


def _deals(acts: Iterable[Recorded]) -> bool:
    return any(event.deals for recorded in acts for event in recorded.events)


def round_after(place: TableInService, version: int) -> int | None:
    """The version with which the next round after a version began; None where it belongs to the latest."""
    return next(
        (
            recorded.version
            for recorded in place.record.since(version)
            if any(event.begins_round for event in recorded.events)
        ),
        None,
    )


def since_the_throw(place: TableInService) -> list[Recorded]:
    """The acts since the dice were last thrown; where no move throws them, since what they showed was last told."""
    throws = place.game.book.throws
    acts: list[Recorded] = []
    for recorded in reversed(place.record):
        acts.append(recorded)
        if type(recorded.act.move) in throws:
            return acts[::-1]
    return []


def _up_to_its_end(place: TableInService, acts: list[Recorded]) -> list[Recorded]:
    """The acts of a round; what came after one that is over belongs to the next."""
    if not place.game.between_rounds(place.state.play):
        return acts
    return _to_the_settlement(place.game, acts)


def _to_the_settlement(game: Game[Any], acts: list[Recorded]) -> list[Recorded]:
    """The acts of a round that is over, up to the last that settled anything, or to its end where that came later."""
    settled = [number for number, recorded in enumerate(acts, 1) if _settlement(game, [recorded])]
    if not settled:
        return []
    ended = (
        number
        for number, recorded in enumerate(acts, 1)
        if any(event.ends_round for event in recorded.events)
    )
    return acts[: max(settled[-1], next(ended, 0))]


def _settlement(game: Game[Any], acts: list[Recorded]) -> Settlement | None:
    left = len(before_the_next_wagers(game, [event for recorded in acts for event in recorded.events]))
    settling = list[tuple[int, tuple[SettlementLine, ...]]]()
    for recorded in acts:
        settling.append((recorded.version, tuple(lines_of(game, recorded.events[: max(left, 0)]))))
        left -= len(recorded.events)
    lines = tuple(_put_together([line for _, its_lines in settling for line in its_lines]))
    if not any(line.result not in _BESIDES for line in lines):
        return None
    return Settlement(version=max(version for version, its_lines in settling if its_lines), lines=lines)


def _put_together(lines: Sequence[SettlementLine]) -> Iterator[SettlementLine]:
    """Where pots were won, all that a player put in and had back is one line, before what was won."""
    if not any(line.result is LineResult.WIN and not (line.wager or line.odds) for line in lines):
        yield from lines
        return
    put_in: dict[int, list[SettlementLine]] = {}
    for line in lines:
        if line.result is LineResult.MOVED and line.seat:
            put_in.setdefault(line.seat, []).append(line)
    for of_seat in put_in.values():
        paid = sum(line.paid for line in of_seat)
        yield msgspec.structs.replace(
            of_seat[0], title=f"Put {dollars(-paid)} into the pot", paid=paid, clause=of_seat[-1].clause
        )
    yield from (line for line in lines if line.result is not LineResult.MOVED or not line.seat)


# What comes with a settlement but is none by itself.
_BESIDES = (LineResult.VIGORISH, LineResult.MOVED)


def lines_of(game: Game[Any], events: Iterable[Event]) -> Iterator[SettlementLine]:
    """The lines of a settlement, in lawful order as they happened."""
    for event in events:
        match event:
            case Settled():
                yield _settled(game, event)
            case BonusPaid():
                yield _bonus(event)
            case WagerRaised():
                # What lies on the wager now was the house's: it is lost, or comes back, with the wager.
                yield _beside(event, LineResult.MOVED, told(game, event), event.amount)
            case SettlementReversed():
                yield _reversed(game, event)
            case VigorishCollected():
                title = f"Vigorish on {wager_title(game, event.wager, event.pick)}"
                yield _beside(event, LineResult.VIGORISH, title, event.amount)
            case VigorishRefunded():
                title = f"Vigorish on {wager_title(game, event.wager, event.pick)}, back"
                yield _beside(event, LineResult.VIGORISH, title, -event.amount)
            case _ if event.marks_debt:
                yield _beside(event, LineResult.MOVED, told(game, event), 0)
            case _ if _moves_a_pot(game, event):
                result = LineResult.WIN if event.settles else LineResult.MOVED
                yield _beside(event, result, told(game, event), _brought(event))


def _moves_a_pot(game: Game[Any], event: Event) -> bool:
    """Whether chips come out of a pot or go into it."""
    pots = game.layout.pots
    return any(not pots.keys().isdisjoint((move.source, move.target)) for move in event.transfers())


def _beside(event: Event, result: LineResult, title: str, paid: Cents) -> SettlementLine:
    """A vigorish, or chips that are nobody's wager."""
    return SettlementLine(
        seat=getattr(event, "seat", 0),
        wager="",
        pick="",
        title=title,
        result=result,
        stake=0,
        paid=paid,
        odds="",
        clause=event.clause,
        pays="",
        order="",
    )


def _brought(event: Event) -> Cents:
    """What an event has brought the position that it names, or cost it where it is less than nothing."""
    own = rack(getattr(event, "seat", 0))
    moves = event.transfers()
    return sum(move.cents for move in moves if move.target == own) - sum(
        move.cents for move in moves if move.source == own
    )


def _reversed(game: Game[Any], line: SettlementReversed) -> SettlementLine:
    """A line undone: a lost stake comes back, or a payment goes back."""
    return SettlementLine(
        seat=line.seat,
        wager=line.wager,
        pick="",
        title=reversed_title(game, line),
        result=LineResult.REVERSED,
        stake=line.returned,
        paid=line.repaid,
        odds="",
        clause=line.clause,
        pays="",
        order="",
    )


def _bonus(line: BonusPaid) -> SettlementLine:
    return SettlementLine(
        seat=line.seat,
        wager=line.base,
        pick="",
        title=line.bonus,
        result=LineResult.WIN,
        stake=0,
        paid=line.paid,
        odds=line.odds,
        clause=line.clause,
        pays=line.pays,
        order="",
    )


def _settled(game: Game[Any], line: Settled) -> SettlementLine:
    return SettlementLine(
        seat=line.seat,
        wager=line.wager,
        pick=line.pick,
        title=wager_title(game, line.wager, line.pick),
        result=LineResult(line.result),
        stake=line.stake,
        paid=line.paid,
        odds=line.odds,
        clause=line.clause,
        pays=line.pays,
        order=line.order,
        lost=line.lost,
    )
