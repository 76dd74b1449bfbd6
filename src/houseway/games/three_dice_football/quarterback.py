"""The Quarterback: who is offered the dice, who takes, picks and gives them up (661a.4, 661a.7)."""

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.equipment.decks import Clauses
from houseway.equipment.dice import DiceRules
from houseway.equipment.life import Life
from houseway.games.three_dice_football.events import FieldSet, QuarterbackNamed
from houseway.games.three_dice_football.field import KICK_OFF
from houseway.games.three_dice_football.moves import AcceptDice, SelectDice
from houseway.games.three_dice_football.round import Drive, Phase
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.dice_handling import DiceHandling
from houseway.table.dice_play import (
    DeclineDice,
    DiceDeclined,
    DiceOffered,
    OfferDice,
    check_turn,
    next_in_turn,
)
from houseway.table.events import cited
from houseway.table.felt import Step
from houseway.table.rules import Offer

if TYPE_CHECKING:
    from houseway.games.three_dice_football.game import ThreeDiceFootball
    from houseway.table.game import Game

SET_OF_DICE = pa("661a.4(a)#2")
FIRST_OFFER = pa("661a.4(b)#1")
OFFER_ROUND = pa("661a.4(b)#2")
FIRST_QUARTERBACK = pa("661a.4(c)#1")
REST_TO_THE_CUP = pa("661a.4(c)#2")
DAILY_CHANGE = pa("661a.4(d)#1")
NEW_SET_ON_REOPENING = pa("661a.4(d)#2")
FIRST_DOWN = pa("661a.6(a)#1")
AT_THE_TWENTY = pa("661a.6(a)#2")
PLAY_ONE = pa("661a.6(a)#3")
LEFT_OF_QUARTERBACK = pa("661a.7(a)#2")
ON_CLOCKWISE = pa("661a.7(a)#3")
NEW_QUARTERBACK = pa("661a.7(b)#1")
REST_TO_THE_CUP_AGAIN = pa("661a.7(b)#2")

GREEN_IN_SET, RED_IN_SET = SET_OF_DICE.integer("green"), SET_OF_DICE.integer("red")
DIE_LOST = pa("661a.4(d)#3")

DICE_RULES = DiceRules(
    colours=("green",) * GREEN_IN_SET + ("red",) * RED_IN_SET,
    composition_clause=SET_OF_DICE,
    life=Life(DAILY_CHANGE, hours=DAILY_CHANGE.integer("max_dice_hours")),
    new_set_on_reopening=NEW_SET_ON_REOPENING,
    new_set_if_lost=DIE_LOST,
)
# Every lawful pick, by the places of the dice in the set.
SELECTIONS: dict[str, tuple[Any, ...]] = {
    "green": tuple(combinations(range(1, GREEN_IN_SET + 1), 2)),
    "red": tuple(range(1, RED_IN_SET + 1)),
}
_FIELD_SET = FieldSet(field=KICK_OFF, **cited((FIRST_DOWN, AT_THE_TWENTY, PLAY_ONE)))
BETWEEN_THROWS = frozenset({Phase.HAND, Phase.CENTRE})


class QuarterbackDice(DiceHandling[Drive]):
    """The green and red dice, which stay with one Quarterback for a play."""

    def at_rest(self, game: "Game[Any]", state: Drive) -> bool:
        """Whether no throw is under way."""
        return state.phase is not Phase.THROWN

    def issued(self, state: Drive) -> Drive:
        """From a new set the Quarterback selects again."""
        return msgspec.structs.replace(state, selection=None)


# The offer.


@implements("661a.4(b)#1", "661a.4(b)#2", "661a.7(a)#2", "661a.7(a)#3", readings=("661-12",))
def next_offer(state: Drive) -> int:
    """Whose turn it is to be offered the dice: clockwise, past those who declined; 0 at an empty table."""
    return next_in_turn(state.seats, state.declined, after=state.last_quarterback)


def offer_clauses(game: "ThreeDiceFootball", state: Drive) -> Clauses:
    """What governs the next offer: at the start or after a stop, the first or a later one."""
    if state.last_quarterback == 0:
        return (OFFER_ROUND if state.declined else FIRST_OFFER,)
    return (ON_CLOCKWISE if state.declined else LEFT_OF_QUARTERBACK,)


def turns(game: "ThreeDiceFootball", state: Drive) -> Iterator[Offer]:
    """To whom the dice may be offered."""
    if turn := next_offer(state):
        yield Offer({"seat": (turn,)}, words=f"Offer the dice to position {turn}")


def offer(game: "ThreeDiceFootball", state: Drive, move: OfferDice) -> Step[Drive]:
    """The dice are offered to the player whose turn it is."""
    (clause,) = offer_clauses(game, state)
    turn = next_offer(state)
    check_turn(turn, move.seat, clause)
    declined = () if turn in state.declined else state.declined
    offered = msgspec.structs.replace(state, phase=Phase.OFFERED, offered=turn, declined=declined)
    return Step(offered, (DiceOffered(seat=turn, clause=clause.id),))


# The answer.


def accepting_clauses(game: "ThreeDiceFootball", state: Drive) -> Clauses:
    """That the first to accept is Quarterback, and where the dice go that are not picked."""
    if state.last_quarterback == 0:
        return FIRST_QUARTERBACK, REST_TO_THE_CUP
    return NEW_QUARTERBACK, REST_TO_THE_CUP_AGAIN


def acceptances(game: "ThreeDiceFootball", state: Drive) -> Iterator[Offer]:
    """The picks of the player who is asked."""
    words = f"Position {state.offered} accepts the dice; the others go back to the cup"
    yield Offer({"seat": (state.offered,), **SELECTIONS}, words=words)


@implements("661a.4(c)#1", "661a.7(b)#1")
def accept(game: "ThreeDiceFootball", state: Drive, move: AcceptDice) -> Step[Drive]:
    """The player who was offered the dice accepts them and picks two green dice and a red one."""
    clauses = accepting_clauses(game, state)
    if state.offered != move.seat:
        raise RuleViolation(clauses[0], f"the dice are not offered to position {move.seat}")
    _check_selection(move, clauses[0])
    named = QuarterbackNamed(seat=move.seat, green=move.green, red=move.red, **cited(clauses))
    accepted = msgspec.structs.replace(
        state,
        quarterback=move.seat,
        last_quarterback=move.seat,
        offered=0,
        declined=(),
        selection=(*move.green, move.red),
    )
    after = in_hand(accepted)
    return Step(after.state, (named, *after.events))


def declinings(game: "ThreeDiceFootball", state: Drive) -> Iterator[Offer]:
    """Who may decline the dice, or give them up."""
    asked = state.phase is Phase.OFFERED
    words = f"Position {state.offered} declines the dice" if asked else "The Quarterback gives up the dice"
    yield Offer({"seat": (state.offered or state.quarterback,)}, words=words)


@implements("661a.4(b)#2", "661a.7(a)#3", readings=("661-12",))
def decline(game: "ThreeDiceFootball", state: Drive, move: DeclineDice) -> Step[Drive]:
    """A player declines the offer, or the Quarterback gives up the dice between throws."""
    (clause,) = offer_clauses(game, state)
    if move.seat != (state.offered or state.quarterback):
        raise RuleViolation(clause, f"position {move.seat} neither has the dice nor is offered them")
    event = DiceDeclined(seat=move.seat, clause=clause.id)
    return Step(without_quarterback(state, declined=(*state.declined, move.seat)), (event,))


# The pick.


def may_select(game: "ThreeDiceFootball", state: Drive) -> bool:
    """Whether the Quarterback has a new set to pick from."""
    return state.phase in BETWEEN_THROWS and state.selection is None


def selections(game: "ThreeDiceFootball", state: Drive) -> Iterator[Offer]:
    """The picks of the Quarterback."""
    yield Offer({"seat": (state.quarterback,), **SELECTIONS})


def select(game: "ThreeDiceFootball", state: Drive, move: SelectDice) -> Step[Drive]:
    """The Quarterback picks again, from a new set."""
    if state.quarterback != move.seat:
        raise RuleViolation(FIRST_QUARTERBACK, f"position {move.seat} has no dice to select")
    _check_selection(move, FIRST_QUARTERBACK)
    named = QuarterbackNamed(
        seat=move.seat, green=move.green, red=move.red, **cited((FIRST_QUARTERBACK, REST_TO_THE_CUP))
    )
    return Step(msgspec.structs.replace(state, selection=(*move.green, move.red)), (named,))


def _check_selection(move: AcceptDice | SelectDice, clause: Clause) -> None:
    """Refuse a pick that is not two green dice and one red of the set."""
    green, red = move.green, move.red
    in_set = all(1 <= die <= GREEN_IN_SET for die in green) and 1 <= red <= RED_IN_SET
    if not in_set or green[0] == green[1]:
        raise RuleViolation(
            clause,
            f"green dice {green[0]} and {green[1]} and red die {red} are not two green dice and one red of the set",
            fix=f"pick two of the green dice 1 to {GREEN_IN_SET} and one of the red dice 1 to {RED_IN_SET}",
        )


# Where the dice are.


@implements("661a.6(a)#1", "661a.6(a)#2", "661a.6(a)#3")
def in_hand(state: Drive) -> Step[Drive]:
    """The Quarterback has the dice; for a new game the dealer sets the markers."""
    if state.under_way:
        return Step(msgspec.structs.replace(state, phase=Phase.HAND), ())
    ready = msgspec.structs.replace(state, phase=Phase.HAND, field=KICK_OFF, last_throw=None)
    return Step(ready, (_FIELD_SET,))


def at_the_centre(state: Drive) -> Drive:
    """The dice lie before the stickperson, to be passed; without a Quarterback they are to be offered."""
    return msgspec.structs.replace(state, phase=Phase.CENTRE if state.quarterback else Phase.CUP)


def without_quarterback(state: Drive, declined: tuple[int, ...]) -> Drive:
    """Nobody has the dice: they are offered on."""
    return msgspec.structs.replace(
        state, phase=Phase.CUP, quarterback=0, offered=0, selection=None, declined=declined
    )


def unless_abandoned(state: Drive) -> Drive:
    """A game that everybody left is over; nobody has a wager on it."""
    if state.seats or state.phase is Phase.THROWN:
        return state
    return Drive(last_quarterback=state.last_quarterback)


def left(state: Drive, seat: int) -> Drive:
    """A Quarterback, or a player asked to be, has left: the dice are offered on, the game stands (661-12)."""
    declined = tuple(other for other in state.declined if other != seat)
    if state.phase is Phase.OFFERED and state.offered == seat:
        state = msgspec.structs.replace(state, phase=Phase.CUP, offered=0)
    if state.quarterback == seat:
        rolling = state.phase is Phase.THROWN
        state = without_quarterback(state, declined=declined)
        # Dice in the air are called first, and offered on then.
        state = msgspec.structs.replace(state, phase=Phase.THROWN) if rolling else state
    return unless_abandoned(msgspec.structs.replace(state, declined=declined))
