"""The contract of a game: a pure function from a state and a move to a state and events."""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from houseway.equipment.dice import DiceRules
from houseway.equipment.life import Life
from houseway.law import Clause, RuleViolation, is_allowed, pa
from houseway.money import Cents
from houseway.table.checklist import ChecklistStep
from houseway.table.events import (
    Event,
    SeatLeft,
    SeatTaken,
    Settled,
    VigorishCollected,
    WagerPlaced,
    WagerTakenDown,
)
from houseway.table.irregularities import Remedy
from houseway.table.layout import Display, Layout
from houseway.table.moves import Instrument, LeaveSeat, Move, PlaceWager, TakeDownWager, TakeSeat
from houseway.table.roles import BETTORS, DEALERS, FLOORPERSONS, PLAYERS, Role
from houseway.table.wagers import Bet, Bets, BettingRules, PayLine, Range, Wager, bet_at, with_bet, without


class Felt(msgspec.Struct, frozen=True, kw_only=True):
    """What the state of every game holds: the occupied seats and the wagers on the layout."""

    seats: tuple[int, ...] = ()
    bets: Bets = ()


State = TypeVar("State", bound=Felt)


class Step(NamedTuple, Generic[State]):
    """What a lawful move leads to."""

    state: State
    events: tuple[Event, ...]


class Lawful(msgspec.Struct, frozen=True, kw_only=True):
    """A move that may be made now: who may make it and every lawful value of its fields.

    Any combination of `fields` is lawful; `text` names fields that take any words; `amount` is the range of an amount.
    `asks` names fields that only those at the table can answer, so that nothing routine fills them in.
    """

    move: str
    by: tuple[Role, ...]
    clause: str
    label: str
    fields: dict[str, tuple[Any, ...]] = {}
    text: tuple[str, ...] = ()
    amount: Range | None = None
    asks: tuple[str, ...] = ()


class Game(ABC, Generic[State]):
    """A table game under a Rules Submission; it has no clock, no chance and no memory of its own."""

    name: ClassVar[str]
    title: ClassVar[str]
    irregularities: ClassVar[Mapping[str, Remedy]]
    # The types that submissions, moves and events are read back as, from the wire or the journal.
    submission_type: ClassVar[Any]
    move_type: ClassVar[Any]
    event_type: ClassVar[Any]
    # The moves that set dice rolling: the table checks the dice before it lets one through.
    throws: ClassVar[tuple[type[Move], ...]] = ()
    # The moves that hand the dice on: they too need dice that may be thrown.
    handing: ClassVar[tuple[type[Move], ...]] = ()
    # The moves that begin a round with pieces whose time in use the table's clock watches.
    begins: ClassVar[tuple[type[Move], ...]] = ()
    # How many pieces a hand has, where hands are dealt.
    hand_size: ClassVar[int] = 0
    # The moves by which chance arrives: every lawful combination of their fields is equally likely.
    chance: ClassVar[frozenset[str]]
    # The crew's ordinary moves that carry a round on, first the one to prefer; none of them is anybody's choice.
    routine: ClassVar[tuple[str, ...]]

    # The clauses behind the refusals that all games share.
    seats_clause: ClassVar[Clause]
    # That only who is seated may wager, where the chapter says so by itself.
    seated_clause: ClassVar[Clause | None] = None
    leaving_clause: ClassVar[Clause]
    opening_clause: ClassVar[Clause]
    placing_clause: ClassVar[Clause]
    # By which the house takes a charge when a wager is made, where it does.
    fee_clause: ClassVar[Clause | None] = None
    # The base wager, on which any Match Play Coupon may lie, and wagers that a coupon may name in its printed terms;
    # where the law lists the boxes of a game itself, it decides alone (603a.21(c), readings C-23 and X-04).
    coupon_wagers: tuple[str, ...] = ()
    coupon_wagers_if_named: tuple[str, ...] = ()

    # A reading that the submission decides may change what a wager wins on.
    catalogue: Mapping[str, Wager]
    betting: BettingRules
    # What is paid on top of a wager, without one of its own, by the title that the sign gives it.
    bonuses: Mapping[str, tuple[PayLine, ...]] = MappingProxyType({})
    seats: int
    # What the dice must be; a game without dice has none.
    dice: DiceRules | None = None
    # Who inspects the dice when they come to the table, and by which clause.
    inspectors: tuple[Role, ...] = FLOORPERSONS
    inspection_clause: Clause = pa("603a.13(f)(1)(ii)#3")
    # The one text that a submission was written for; without one, the gaming day decides.
    edition: str = ""
    layout: Layout
    checklist: tuple[ChecklistStep, ...]

    def __init__(self) -> None:
        self._handlers: dict[type[Move], Callable[[State, Any], Step[State]]] = {
            TakeSeat: self._take_seat,
            LeaveSeat: self._leave_seat,
            PlaceWager: self._place,
            TakeDownWager: self._take_down,
            **self.handlers(),
        }

    @classmethod
    @abstractmethod
    def under(cls, submission: Any) -> "Game[State]":
        """The game as played under an operator's submission."""

    @abstractmethod
    def open(self) -> State:
        """The game at an empty table."""

    @abstractmethod
    def handlers(self) -> Mapping[type[Move], Callable[[State, Any], Step[State]]]:
        """The game's own moves, each with the rule that carries it out."""

    @abstractmethod
    def lawful_acts(self, state: State) -> Iterator[Lawful]:
        """The game's own moves that may be made now (seats and wagers are listed for every game)."""

    @abstractmethod
    def check_placing(self, state: State, wager: Wager, *, raising: bool) -> None:
        """Refuse a wager that may not be made, or raised, at this moment."""

    @abstractmethod
    def check_taking_down(self, state: State, bet: Bet) -> None:
        """Refuse to take down a wager that is locked at this moment."""

    @abstractmethod
    def between_rounds(self, state: State) -> bool:
        """Whether the table may close now without breaking into a round."""

    @abstractmethod
    def display(self, state: State) -> Display:
        """What a glance at the felt tells."""

    def essential(self, state: State) -> State:
        """The state without what no rule looks at, so that a proof meets each case once."""
        return state

    def room(self, state: State, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may add to a wager now, or None; a game narrows it to what goes with the other wagers."""
        return self.betting.amounts(state.bets, seat, wager, pick)

    def removal_clause(self, bet: Bet) -> Clause:
        """The clause by which a wager is taken down: its own, unless the chapter has one for that."""
        return self.catalogue[bet.wager].clause

    def lying(self, bets: Bets) -> Bets:
        """The wagers as their chips lie: each on its own area, unless the crew breaks one down onto others."""
        return bets

    def check_bet(self, state: State, bet: Bet) -> None:
        """Refuse a wager that, as it would stand, does not go with the player's other wagers."""
        return

    def said(self, event: Event) -> str:
        """An event of the game's own in one line; without one it is told by its fields."""
        return ""

    def awaited(self, state: State) -> Move | None:
        """The move that somebody may be waiting for as things stand; a page says why it is refused."""
        return None

    def fee(self, state: State, bet: Bet, added: Cents) -> Cents:
        """What the house takes when so much is put on a wager, which then stands as `bet`."""
        return 0

    def placed(self, state: State, bet: Bet, added: Cents) -> Step[State]:
        """What else follows when so much was put on a wager, which now stands as `bet`."""
        return Step(state, ())

    def taken_down(self, state: State, bet: Bet) -> Step[State]:
        """What else follows when a wager was taken down."""
        return Step(state, ())

    def against_the_house(self, state: State) -> bool:
        """Whether patrons wager against the house as things stand, so that a Match Play Coupon may be played."""
        return True

    def charge_on_win(self, won: Cents) -> Cents:
        """The vigorish on an amount won on a base wager, where such a win bears one."""
        return 0

    def payable_on_coupon(self, line: Settled, events: Iterable[Event], owed: Cents) -> Cents:
        """What is paid of a sum owed on the coupon of a winning wager, beside all that was paid with it."""
        return owed

    def status_of(self, state: State, bet: Bet) -> str:
        """What a button on a wager says, such as "on" or "off"."""
        return ""

    def check_means(self, state: State, chips: Callable[[int], Cents], move: Move) -> None:
        """Refuse a move that led here if the chips before the seats do not cover it, beyond the wagers themselves."""
        return

    def within_means(self, state: State, act: Lawful, chips: Callable[[int], Cents]) -> Iterator[Lawful]:
        """A lawful act as far as the chips before the seats go: a wager up to what its player has."""
        if act.move != "place-wager":
            yield act
            return
        room = act.amount
        assert room is not None, "a wager always has a range of amounts"
        rooms: dict[Range, list[int]] = {}
        for seat in act.fields["seat"]:
            amounts = range(room.low, room.high + 1, room.step)
            affordable = bisect_right(amounts, chips(seat), key=self._cost(state, act, seat))
            if affordable:
                rooms.setdefault(Range(room.low, amounts[affordable - 1], room.step), []).append(seat)
        for narrowed, seats in rooms.items():
            yield msgspec.structs.replace(act, amount=narrowed, fields={**act.fields, "seat": tuple(seats)})
        if self.betting.takes_cash:
            cash = {"instrument": (Instrument.VERBAL_WITH_CASH,)}
            yield msgspec.structs.replace(act, by=DEALERS, fields={**act.fields, **cash})

    def _cost(self, state: State, act: Lawful, seat: int) -> Callable[[Cents], Cents]:
        """What it takes from a player to put an amount on a wager."""
        (wager,), (pick,) = act.fields["wager"], act.fields["pick"]
        before = bet_at(state.bets, seat, wager, pick)
        held = before.amount if before else 0
        return lambda added: added + self.fee(state, Bet(seat, wager, pick, held + added), added)

    def purse_of(self, state: State, seat: int) -> int:
        """The seat whose chips the wagers of a position are made from."""
        return seat

    def check_leaving(self, state: State, seat: int) -> None:
        """Refuse to let a player go who still has a part in the game."""
        if any(bet.seat == seat for bet in state.bets):
            raise RuleViolation(
                self.leaving_clause,
                f"the player at position {seat} has wagers on the layout",
                fix="take them down while that is allowed, or wait for their settlement",
            )

    def ready(self) -> State:
        """The game at an empty table whose equipment stands ready for a round."""
        return self.open()

    def drawn(self, state: State, act: Lawful, below: Callable[[int], int]) -> dict[str, Any]:
        """What chance makes of a lawful act: each of its values equally likely."""
        return {name: values[below(len(values))] for name, values in act.fields.items()}

    def written(self, state: State, hands: Mapping[int, tuple[str, ...]]) -> Move | None:
        """The next move of a round whose hands were written down, where they come to the table one by one."""
        return None

    def brought_by(self, move: Move) -> tuple[str, Life] | None:
        """The piece that a move brings to the table, by serial number, and how long it may be used."""
        return None

    @property
    def inspects_by(self) -> Clause | None:
        """The clause by which what is brought to the table is looked through; None where the chapter says nothing of it."""
        return None

    def watched(self, state: State) -> Iterator[tuple[str, Life]]:
        """The pieces that a new round would be played with, by serial number, and how long each may be used."""
        return iter(())

    def dice_at_rest(self, state: State) -> bool:
        """Whether the set of dice, where the game has dice, may be changed now."""
        return self.dice is not None and self.between_rounds(state)

    def dice_rules(self, state: State) -> DiceRules | None:
        """What the dice must be as things stand."""
        return self.dice

    def demands(self, state: State, step: ChecklistStep) -> bool:
        """Whether a line of the check-list applies as things stand."""
        return True

    def dice_issued(self, state: State) -> State:
        """What a new set of dice changes in the game."""
        return state

    def closing(self, state: State) -> State:
        """The game as a closed table leaves it for the next opening."""
        return state

    def leaving(self, state: State, seat: int) -> Step[State]:
        """What else follows when the player at a seat leaves."""
        return Step(state, ())

    def apply(self, state: State, move: Move) -> Step[State]:
        """The state and events a move leads to; an unlawful move raises `RuleViolation` and changes nothing."""
        handler = self._handlers.get(type(move))
        if handler is None:
            raise TypeError(f"{self.title} knows no move {type(move).__name__}")
        return handler(state, move)

    def accepts(self, state: State, move: Move) -> bool:
        """Whether a move is lawful as things stand."""
        return is_allowed(self.apply, state, move)

    def legal(self, state: State) -> tuple[Lawful, ...]:
        """Everything that may lawfully happen next."""
        return (*self._lawful_seats(state), *self._lawful_wagers(state), *self.lawful_acts(state))

    # Seats and wagers: the same at every table, but for the moments the game allows.

    def _take_seat(self, state: State, move: TakeSeat) -> Step[State]:
        require_role(move, PLAYERS, self.seats_clause, "take a seat")
        if not 1 <= move.seat <= self.seats:
            raise RuleViolation(
                self.seats_clause, f"there is no position {move.seat}; this table has {self.seats}"
            )
        if move.seat in state.seats:
            raise RuleViolation(self.seats_clause, f"position {move.seat} is taken")
        seated = msgspec.structs.replace(state, seats=tuple(sorted((*state.seats, move.seat))))
        return Step(seated, (SeatTaken(seat=move.seat, clause=self.seats_clause.id),))

    def _leave_seat(self, state: State, move: LeaveSeat) -> Step[State]:
        require_role(move, PLAYERS, self.leaving_clause, "leave a seat")
        self._check_seated(state, move.seat)
        self.check_leaving(state, move.seat)
        left = msgspec.structs.replace(state, seats=tuple(seat for seat in state.seats if seat != move.seat))
        after = self.leaving(left, move.seat)
        return Step(after.state, (SeatLeft(seat=move.seat, clause=self.leaving_clause.id), *after.events))

    def _place(self, state: State, move: PlaceWager) -> Step[State]:
        require_role(move, BETTORS, self.placing_clause, "make a wager")
        self._check_seated(state, move.seat)
        bet = self.betting.accept(state.bets, move)
        self.check_placing(state, self.catalogue[move.wager], raising=bet.amount > move.amount)
        self.check_bet(state, bet)
        placed = WagerPlaced(
            seat=bet.seat,
            wager=bet.wager,
            pick=bet.pick,
            amount=move.amount,
            total=bet.amount,
            clause=self.catalogue[bet.wager].clause.id,
        )
        events: tuple[Event, ...] = (placed,)
        fee = self.fee(state, bet, move.amount)
        if fee:
            assert self.fee_clause is not None, "a charge rests on a clause"
            charged = VigorishCollected(
                seat=bet.seat, wager=bet.wager, pick=bet.pick, amount=fee, clause=self.fee_clause.id
            )
            events = (placed, charged)
        after = self.placed(msgspec.structs.replace(state, bets=with_bet(state.bets, bet)), bet, move.amount)
        return Step(after.state, (*events, *after.events))

    def _take_down(self, state: State, move: TakeDownWager) -> Step[State]:
        require_role(move, BETTORS, self.placing_clause, "take a wager down")
        bet = self._bet(state, move)
        self.check_taking_down(state, bet)
        taken = WagerTakenDown(
            seat=bet.seat,
            wager=bet.wager,
            pick=bet.pick,
            amount=bet.amount,
            clause=self.removal_clause(bet).id,
        )
        after = self.taken_down(msgspec.structs.replace(state, bets=without(state.bets, (bet,))), bet)
        return Step(after.state, (taken, *after.events))

    def _bet(self, state: State, move: TakeDownWager) -> Bet:
        wager = self.betting.wager(move.wager, move.pick, standing=True)
        bet = bet_at(state.bets, move.seat, move.wager, move.pick)
        if bet is None:
            raise RuleViolation(wager.clause, f"position {move.seat} has no {wager.title} Wager to take down")
        return bet

    def _check_seated(self, state: State, seat: int) -> None:
        if seat not in state.seats:
            clause = self.seated_clause or self.seats_clause
            raise RuleViolation(clause, f"nobody is at position {seat}", fix="take the seat before wagering")

    def _lawful_seats(self, state: State) -> Iterator[Lawful]:
        free = tuple(seat for seat in range(1, self.seats + 1) if seat not in state.seats)
        idle = tuple(seat for seat in state.seats if is_allowed(self.check_leaving, state, seat))
        if free:
            yield Lawful(
                move="take-seat",
                by=PLAYERS,
                clause=self.seats_clause.id,
                label="Take a seat",
                fields={"seat": free},
            )
        if idle:
            yield Lawful(
                move="leave-seat",
                by=PLAYERS,
                clause=self.leaving_clause.id,
                label="Leave the table",
                fields={"seat": idle},
            )

    def _lawful_wagers(self, state: State) -> Iterator[Lawful]:
        for wager in self.catalogue.values():
            if wager.name not in self.betting.offered:
                continue
            if not is_allowed(self.check_placing, state, wager, raising=False):
                continue
            for pick in wager.picks:
                rooms: dict[Range, list[int]] = {}
                for seat in state.seats:
                    room = self.room(state, seat, wager, pick)
                    if room:
                        rooms.setdefault(room, []).append(seat)
                for room, seats in rooms.items():
                    yield Lawful(
                        move="place-wager",
                        by=BETTORS,
                        clause=wager.clause.id,
                        label=f"Wager on {wager.title}",
                        fields={"seat": tuple(seats), "wager": (wager.name,), "pick": (pick,)},
                        amount=room,
                    )
        for bet in state.bets:
            if is_allowed(self.check_taking_down, state, bet):
                yield Lawful(
                    move="take-down-wager",
                    by=BETTORS,
                    clause=self.removal_clause(bet).id,
                    label=f"Take down {self.catalogue[bet.wager].title}",
                    fields={"seat": (bet.seat,), "wager": (bet.wager,), "pick": (bet.pick,)},
                )


def lawful(
    move: str, by: tuple[Role, ...], clauses: tuple[Clause, ...], label: str, **fields: tuple[Any, ...]
) -> Lawful:
    """A move that may be made now."""
    return Lawful(move=move, by=by, clause=clauses[0].id, label=label, fields=fields)


def require_role(move: Move, allowed: tuple[Role, ...], clause: Clause, act: str) -> None:
    """Refuse a move made by someone whose part it is not."""
    if move.by not in allowed:
        who = " or ".join(allowed)
        raise RuleViolation(clause, f"a {move.by} may not {act}", fix=f"this is for the {who}")
