"""Wagering: how wagers are made, raised and taken down at a table: when, how much, and at what charge."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from houseway.law import Clause, RuleViolation, is_allowed
from houseway.money import Cents
from houseway.table.events import Event, VigorishCollected, WagerPlaced, WagerTakenDown
from houseway.table.felt import Felt, Step
from houseway.table.moves import PlaceWager, TakeDownWager
from houseway.table.roles import BETTORS
from houseway.table.rules import Offer, Rule
from houseway.table.wagers import Bet, Bets, BettingRules, Range, Wager, bet_at, with_bet, without

if TYPE_CHECKING:
    from houseway.table.game import Game

State = TypeVar("State", bound=Felt)


class Wagering(ABC, Generic[State]):
    """What a game says of its wagers besides their odds; a chapter gives the moments, and what goes with what."""

    # By which the house takes a charge when a wager is made, where it does.
    fee_clause: Clause | None = None

    def __init__(self, catalogue: Mapping[str, Wager], betting: BettingRules) -> None:
        self.catalogue = catalogue
        self.betting = betting

    @abstractmethod
    def check_placing(self, state: State, wager: Wager, *, raising: bool) -> None:
        """Refuse a wager that may not be made, or raised, at this moment."""

    @abstractmethod
    def check_taking_down(self, state: State, bet: Bet) -> None:
        """Refuse to take down a wager that is locked at this moment."""

    def check_bet(self, state: State, bet: Bet) -> None:
        """Refuse a wager that, as it would stand, does not go with the player's other wagers."""
        return

    def room(self, state: State, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may add to a wager now, or None; a game narrows it to what goes with the other wagers."""
        return self.betting.amounts(state.bets, seat, wager, pick)

    def removal_clause(self, bet: Bet) -> Clause:
        """The clause by which a wager is taken down: its own, unless the chapter has one for that."""
        return self.catalogue[bet.wager].clause

    def fee(self, state: State, bet: Bet, added: Cents) -> Cents:
        """What the house takes when so much is put on a wager, which then stands as `bet`."""
        return 0

    def placed(self, state: State, bet: Bet, added: Cents) -> Step[State]:
        """What else follows when so much was put on a wager, which now stands as `bet`."""
        return Step(state, ())

    def taken_down(self, state: State, bet: Bet) -> Step[State]:
        """What else follows when a wager was taken down."""
        return Step(state, ())

    def chips_as_they_lie(self, bets: Bets) -> Bets:
        """The wagers as their chips lie: each on its own area, unless the crew breaks one down onto others."""
        return bets

    def button_on(self, state: State, bet: Bet) -> str:
        """What a button on a wager says, such as "on" or "off"."""
        return ""


def place(game: "Game[Any]", state: Any, move: PlaceWager) -> Step[Any]:
    """Chips go down, with the charge that the house takes and whatever else follows."""
    game.check_seated(state, move.seat)
    wagering = game.wagering
    bet = game.betting.accept(state.bets, move)
    wagering.check_placing(state, game.catalogue[move.wager], raising=bet.amount > move.amount)
    wagering.check_bet(state, bet)
    placed = WagerPlaced(
        seat=bet.seat,
        wager=bet.wager,
        pick=bet.pick,
        amount=move.amount,
        total=bet.amount,
        clause=game.catalogue[bet.wager].clause.id,
    )
    events: tuple[Event, ...] = (placed,)
    fee = wagering.fee(state, bet, move.amount)
    if fee:
        assert wagering.fee_clause is not None, "a charge rests on a clause"
        charged = VigorishCollected(
            seat=bet.seat, wager=bet.wager, pick=bet.pick, amount=fee, clause=wagering.fee_clause.id
        )
        events = (placed, charged)
    after = wagering.placed(msgspec.structs.replace(state, bets=with_bet(state.bets, bet)), bet, move.amount)
    return Step(after.state, (*events, *after.events))


def placeable(game: "Game[Any]", state: Any) -> Iterator[Offer]:
    """Every area on which chips may go down now, and how many, from which seats."""
    for wager in game.catalogue.values():
        if wager.name not in game.betting.offered:
            continue
        if not is_allowed(game.wagering.check_placing, state, wager, raising=False):
            continue
        for pick in wager.picks:
            rooms: dict[Range, list[int]] = {}
            for seat in state.seats:
                room = game.wagering.room(state, seat, wager, pick)
                if room:
                    rooms.setdefault(room, []).append(seat)
            for room, seats in rooms.items():
                yield Offer(
                    {"seat": tuple(seats), "wager": (wager.name,), "pick": (pick,)},
                    words=f"Wager on {wager.title}",
                    clauses=(wager.clause,),
                    amount=room,
                )


def take_down(game: "Game[Any]", state: Any, move: TakeDownWager) -> Step[Any]:
    """A wager goes back to its player, whole."""
    bet = bet_of(game, state, move, "to take down")
    game.wagering.check_taking_down(state, bet)
    taken = WagerTakenDown(
        seat=bet.seat,
        wager=bet.wager,
        pick=bet.pick,
        amount=bet.amount,
        clause=game.wagering.removal_clause(bet).id,
    )
    left = msgspec.structs.replace(state, bets=without(state.bets, (bet,)))
    after = game.wagering.taken_down(left, bet)
    return Step(after.state, (taken, *after.events))


def bet_of(game: "Game[Any]", state: Any, move: Any, why: str) -> Bet:
    """The wager that a move names, which must be there."""
    wager = game.betting.wager(move.wager, move.pick, standing=True)
    bet = bet_at(state.bets, move.seat, move.wager, move.pick)
    if bet is None:
        raise RuleViolation(wager.clause, f"position {move.seat} has no {wager.title} Wager {why}")
    return bet


def removable(game: "Game[Any]", state: Any) -> Iterator[Offer]:
    """Every wager that may be taken down now."""
    for bet in state.bets:
        if is_allowed(game.wagering.check_taking_down, state, bet):
            yield Offer(
                area_of(bet),
                words=f"Take down {game.catalogue[bet.wager].title}",
                clauses=(game.wagering.removal_clause(bet),),
            )


def area_of(bet: Bet) -> dict[str, tuple[int | str, ...]]:
    """The fields by which a move names a wager."""
    return {"seat": (bet.seat,), "wager": (bet.wager,), "pick": (bet.pick,)}


def _placing_clauses(game: "Game[Any]", state: Any) -> tuple[Clause, ...]:
    return (game.placing_clause,)


WAGER_RULES = (
    Rule(PlaceWager, BETTORS, _placing_clauses, "Make a wager", place, offers=placeable),
    Rule(TakeDownWager, BETTORS, _placing_clauses, "Take a wager down", take_down, offers=removable),
)
