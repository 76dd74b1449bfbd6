"""The throw: the dice leave the hand, are read, called, collected and passed back (661a.5)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.dice import FACES, check_faces
from houseway.games.three_dice_football import downs
from houseway.games.three_dice_football.events import CockedDieRead, DiceThrown, NumbersCalled
from houseway.games.three_dice_football.field import Throw, play_of
from houseway.games.three_dice_football.moves import CallNumbers, DecideDispute, ReadCockedDie
from houseway.games.three_dice_football.quarterback import (
    FIRST_QUARTERBACK,
    at_the_centre,
    in_hand,
    unless_abandoned,
)
from houseway.games.three_dice_football.round import DICE, Drive, Phase, top_faces
from houseway.law import RuleViolation, implements, pa
from houseway.table.dice_play import DiceCollected, DicePassed, PassDice, ThrowDice, read_cocked
from houseway.table.events import Event
from houseway.table.felt import Step
from houseway.table.rules import Offer

if TYPE_CHECKING:
    from houseway.games.three_dice_football.game import ThreeDiceFootball

THROWN_TOGETHER = pa("661a.5(a)#1")
TO_THE_FAR_END = pa("661a.5(a)#2")
CALLED_AT_ONCE = pa("661a.5(e)#1")
ONE_TOP_FACE = pa("661a.5(e)#2")
COCKED_DIE = pa("661a.5(f)#1")
DISPUTE = pa("661a.5(g)")
COLLECTED = pa("661a.5(h)#1")
PASSED_ONCE_SETTLED = pa("661a.5(h)#3")
WITH_THE_STICK = pa("661a.5(h)#4")
WAGER_BEFORE_FIRST_THROW = pa("661a.6(b)#1")

# The fields in which a call names the faces.
DICE_FIELDS = tuple(die.replace("-", "_") for die in DICE)


def check_in_hand(game: "ThreeDiceFootball", state: Drive) -> None:
    """Refuse a throw of dice that are in nobody's hand, or not yet passed back."""
    if state.phase is not Phase.HAND:
        clause = PASSED_ONCE_SETTLED if state.phase is Phase.CENTRE else THROWN_TOGETHER
        raise RuleViolation(clause, "no Quarterback holds the dice")


def throws(game: "ThreeDiceFootball", state: Drive) -> Iterator[Offer]:
    """The Quarterback's throw."""
    what = "the extra point roll" if state.ending else f"play {state.field.play}"
    yield Offer({"seat": (state.quarterback,)}, words=f"Throw the dice to the far end: {what}")


@implements("661a.6(b)#1", readings=("661-11",))
def throw(game: "ThreeDiceFootball", state: Drive, move: ThrowDice) -> Step[Drive]:
    """The Quarterback throws; the first throw of a game, which takes a wager of his own, locks the full game wagers."""
    if state.quarterback != move.seat:
        raise RuleViolation(THROWN_TOGETHER, f"position {move.seat} does not hold the dice")
    if state.selection is None:
        raise RuleViolation(FIRST_QUARTERBACK, "the Quarterback has not selected dice from the new set")
    if not state.under_way and not any(bet.seat == move.seat for bet in state.bets):
        raise RuleViolation(
            WAGER_BEFORE_FIRST_THROW,
            "the Quarterback has no wager on the layout",
            fix="make a wager before the first throw",
        )
    thrown = DiceThrown(
        seat=move.seat,
        play=state.field.play,
        extra_point=state.ending is not None,
        clause=THROWN_TOGETHER.id,
        also=(TO_THE_FAR_END.id,),
    )
    in_the_air = msgspec.structs.replace(
        state, phase=Phase.THROWN, under_way=True, cocked=(), last_throw=None
    )
    return Step(in_the_air, (thrown,))


@implements("661a.5(f)#1")
def read_leaning(game: "ThreeDiceFootball", state: Drive, move: ReadCockedDie) -> Step[Drive]:
    """A leaning die shows the face opposite the one it rests on."""
    if move.die not in DICE:
        raise RuleViolation(COCKED_DIE, f"there is no die {move.die!r}", fix=f"choose: {', '.join(DICE)}")
    after, top = read_cocked(state, move.die, move.resting, COCKED_DIE)
    read = CockedDieRead(die=move.die, resting=move.resting, top=top, clause=COCKED_DIE.id)
    return Step(after, (read,))


def calls(game: "ThreeDiceFootball", state: Drive) -> Iterator[Offer]:
    """The faces that may be called: of a cocked die only what it was read as."""
    read = dict(state.cocked)
    faces = ((read[die],) if die in read else tuple(FACES) for die in DICE)
    yield Offer(dict(zip(DICE_FIELDS, faces, strict=True)))


@implements("661a.5(f)#1")
def call(game: "ThreeDiceFootball", state: Drive, move: CallNumbers) -> Step[Drive]:
    """The stickperson calls the numbers; dice collected, the wagers they decide are settled."""
    throw = _called(move)
    for die, top in state.cocked:
        if top_faces(throw)[die] != top:
            raise RuleViolation(
                COCKED_DIE,
                f"the cocked {die} die shows {top}",
                fix="read the cocked die again, or decide the dispute",
            )
    return _resolved(game, state, throw, ())


def decide(game: "ThreeDiceFootball", state: Drive, move: DecideDispute) -> Step[Drive]:
    """In a dispute the stickperson's word stands, whatever was read before (661a.5(g))."""
    return _resolved(game, state, _called(move), (DISPUTE.id,))


@implements("661a.5(e)#1", "661a.5(e)#2")
def _called(move: CallNumbers | DecideDispute) -> Throw:
    """The faces the stickperson names for dice that were thrown; each die has one."""
    check_faces((move.green_1, move.green_2, move.red), ONE_TOP_FACE)
    return Throw(move.green_1, move.green_2, move.red)


@implements("661a.5(h)#1", "661a.5(h)#2")
def _resolved(game: "ThreeDiceFootball", state: Drive, throw: Throw, also: tuple[str, ...]) -> Step[Drive]:
    """Called, the dice are collected, and only then are the wagers they decide settled."""
    called = NumbersCalled(throw=throw, clause=CALLED_AT_ONCE.id, also=also)
    collected = DiceCollected(clause=COLLECTED.id)
    state = at_the_centre(msgspec.structs.replace(state, cocked=(), last_throw=throw))
    if state.ending is not None:
        after = downs.last(game, state, msgspec.structs.replace(state.ending, extra_point=throw))
        events: tuple[Event, ...] = (called, collected, *after.events)
    else:
        after = downs.down(game, state, play_of(throw), collected)
        events = (called, *after.events)
    return Step(unless_abandoned(after.state), events)


@implements("661a.5(h)#3")
def pass_back(game: "ThreeDiceFootball", state: Drive, move: PassDice) -> Step[Drive]:
    """Wagers settled, the dice go back to the Quarterback."""
    passed = DicePassed(seat=state.quarterback, clause=PASSED_ONCE_SETTLED.id, also=(WITH_THE_STICK.id,))
    after = in_hand(state)
    return Step(after.state, (passed, *after.events))
