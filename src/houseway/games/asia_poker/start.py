"""Finding where the deal starts (659a.5(g)-(h)): shaker, random number generator or button, once in each round."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.equipment.decks import Clauses, Dealing, DeviceStatus, Mixed
from houseway.equipment.dice import DiceRules, check_faces
from houseway.equipment.life import Life
from houseway.games.asia_poker.events import DiceShaken
from houseway.games.asia_poker.moves import ChangeStartMethod
from houseway.games.asia_poker.round import Phase, Round
from houseway.games.asia_poker.submission import BUTTON_NEEDS_DEVICES, START_METHODS, StartMethod
from houseway.law import Clause, RuleViolation, implements, is_allowed, pa
from houseway.table.dice_handling import DiceHandling
from houseway.table.events import cited
from houseway.table.felt import Step
from houseway.table.rules import Offer
from houseway.table.start import (
    DiceUncovered,
    NumberShown,
    ShakeDice,
    ShowNumber,
    StartFixed,
    StartMethodChanged,
    UncoverDice,
)

if TYPE_CHECKING:
    from houseway.games.asia_poker.game import AsiaPoker
    from houseway.table.game import Game

DICE_IN_SHAKER = pa("659a.2(c)(1)(i)#1")
A_DAY = pa("659a.2(c)(1)(i)#2")
SHAKER = pa("659a.5(g)(1)")
SHAKEN = pa("659a.5(g)(1)(i)")
UNCOVERED = pa("659a.5(g)(1)(ii)#1")
TOTALLED = pa("659a.5(g)(1)(ii)#2")
COUNTED = pa("659a.5(g)(1)(iii)")
GENERATOR = pa("659a.5(g)(2)#1")
COUNTED_FROM_NUMBER = pa("659a.5(g)(2)#2")
BUTTON_BEFORE_DEALER = pa("659a.5(g)(3)#2")
DEAL_AFTER_DEVICE = pa("659a.5(b)(1)")
DEAL_AFTER_CUT = pa("659a.5(c)#4")
START_BEFORE_DEAL = {
    Dealing.MANUAL_SHOE: pa("659a.8(b)#2"),
    Dealing.HAND: pa("659a.9(a)(3)#1"),
    Dealing.AUTOMATED_SHOE: pa("659a.10(a)(2)"),
}
# Reading 659-24: a set of three, inspected as for Pai Gow Poker; the chapter names no colour.
COLOUR = "white"
DICE = DiceRules(
    (COLOUR,) * DICE_IN_SHAKER.integer("dice"),
    DICE_IN_SHAKER,
    Life(A_DAY, hours=A_DAY.integer("max_dice_hours")),
    any_colour=True,
)
DICE_FIELDS = ("die_1", "die_2", "die_3")
LEAST_SHAKES = SHAKEN.integer("min_shakes")
# What the generator may show.
NUMBERS = tuple(GENERATOR.integers("range"))
# The six positions and the dealer.
PLACES = COUNTED.integer("positions")


@implements("659a.5(g)(1)(ii)#2")
def total_of(dice: Sequence[int]) -> int:
    """The three dice added up."""
    return sum(dice)


@implements("659a.5(g)(1)(iii)", "659a.5(g)(2)#2", readings=("659-11",))
def counted_to(number: int) -> int:
    """The position reached by counting counterclockwise with the dealer (0) as one, empty positions and all."""
    return (1 - number) % PLACES


@implements("659a.8(c)#1", "659a.9(b)", "659a.10(b)#1", "659a.10(b)#2")
def clockwise_from(start: int) -> tuple[int, ...]:
    """All positions and the dealer (0) clockwise, in the order they are dealt."""
    return tuple((start + step) % PLACES for step in range(PLACES))


@implements("659a.5(g)(3)#3", readings=("659-14",))
def button_after(button: int) -> int:
    """Where the button lies after a completed round: one place on clockwise, the dealer's included."""
    return (button + 1) % PLACES


def both_devices(state: Round) -> bool:
    """Whether an automated shuffler and an automated shoe are in service and in use."""
    shoe = state.kit.dealing is Dealing.AUTOMATED_SHOE
    return shoe and state.kit.shuffler is state.kit.automated_shoe is DeviceStatus.IN_SERVICE


def is_found(state: Round) -> bool:
    """Whether it is known where this round's deal starts, or too late to find out."""
    return state.phase not in (Phase.BETTING, Phase.CLOSED) or state.start is not None


class StartDice(DiceHandling[Round]):
    """The dice that find where the deal starts."""

    def wanted(self, game: "Game[Any]", state: Round) -> DiceRules | None:
        """Dice are wanted only where the shaker is in use."""
        return game.dice if state.start_method is StartMethod.SHAKER else None

    def at_rest(self, game: "Game[Any]", state: Round) -> bool:
        """The dice may be changed until they are shaken for a round."""
        return game.dice is not None and not state.shaken and not is_found(state)


# When the start is known, and what it is for.


@implements("659a.5(g)(3)#1", readings=("659-14",))
def check_button_serves(state: Round) -> None:
    """A button serves only while the automated shuffler and shoe do."""
    if state.start_method is StartMethod.BUTTON and not both_devices(state):
        raise RuleViolation(
            BUTTON_NEEDS_DEVICES,
            "a button needs the automated shuffler and the automated shoe in service",
            fix="restore them, or take up another filed method",
        )


def bets_closed(state: Round) -> Step[Round]:
    """The last round's cards are out of sight; a button already tells where the deal starts."""
    fresh = msgspec.structs.replace(state, dice=(), start=None, shown=())
    if state.start_method is StartMethod.BUTTON:
        return _fix_start(fresh, state.button, (BUTTON_BEFORE_DEALER,))
    return Step(fresh, ())


@implements("659a.8(b)#2", "659a.9(a)(3)#1", "659a.10(a)(2)", readings=("659-13",))
def check_known(state: Round) -> None:
    """No card before the starting position is known."""
    if state.start is None:
        raise RuleViolation(
            START_BEFORE_DEAL[state.kit.dealing],
            "the starting position is not known",
            fix=f"use the {_spoken(state.start_method)}",
        )


# The shaker.


def check_may_shake(game: "AsiaPoker", state: Round) -> None:
    """Refuse to shake but where the dice are due, and once."""
    _check_due(state, StartMethod.SHAKER, SHAKER)
    if state.shaken:
        raise RuleViolation(UNCOVERED, "the dice are shaken", fix="uncover the dice")


@implements("659a.5(g)(1)(i)")
def shake(game: "AsiaPoker", state: Round, move: ShakeDice) -> Step[Round]:
    """The dealer mixes the dice, not less than the least number of shakes."""
    if move.times < LEAST_SHAKES:
        raise RuleViolation(
            SHAKEN,
            f"{move.times} shakes are too few to mix the dice",
            fix=f"shake at least {LEAST_SHAKES} times",
        )
    shaken = DiceShaken(times=move.times, **cited((SHAKEN, SHAKER)))
    return Step(msgspec.structs.replace(state, shaken=True), (shaken,))


def check_may_uncover(game: "AsiaPoker", state: Round) -> None:
    """Refuse to uncover dice that are not due, or not shaken."""
    _check_due(state, StartMethod.SHAKER, SHAKER)
    if not state.shaken:
        raise RuleViolation(SHAKEN, "the dice are not shaken", fix="shake the dice")


@implements("659a.5(g)(1)(ii)#1")
def uncover(game: "AsiaPoker", state: Round, move: UncoverDice) -> Step[Round]:
    """The dealer uncovers the shaker on its place, adds the dice up and counts to the starting position."""
    dice = (move.die_1, move.die_2, move.die_3)
    check_faces(dice, UNCOVERED)
    total = total_of(dice)
    uncovered = DiceUncovered(dice=dice, total=total, **cited((TOTALLED, UNCOVERED)))
    seen = msgspec.structs.replace(state, shaken=False, dice=dice)
    after = _fix_start(seen, counted_to(total), (COUNTED,))
    return Step(after.state, (uncovered, *after.events))


# The generator.


def check_may_show(game: "AsiaPoker", state: Round) -> None:
    """Refuse a number but where one is due from the generator."""
    _check_due(state, StartMethod.RANDOM_NUMBER_GENERATOR, GENERATOR)


@implements("659a.5(g)(2)#1")
def show_number(game: "AsiaPoker", state: Round, move: ShowNumber) -> Step[Round]:
    """The generator shows a number, and the dealer counts to the starting position."""
    if move.number not in NUMBERS:
        raise RuleViolation(
            GENERATOR,
            f"the generator shows no {move.number}",
            fix=f"read the number again: it is one from 1 to {PLACES}",
        )
    shown = NumberShown(number=move.number, clause=GENERATOR.id)
    after = _fix_start(state, counted_to(move.number), (COUNTED_FROM_NUMBER,))
    return Step(after.state, (shown, *after.events))


# What the methods share.


@implements("659a.5(b)(1)", "659a.5(c)#4", readings=("659-13",))
def _fix_start(state: Round, start: int, clauses: Clauses) -> Step[Round]:
    """The deal starts there, once and for this round."""
    deck = state.kit.in_play
    by_device = deck is not None and deck.mixed is Mixed.DEVICE
    follows = DEAL_AFTER_DEVICE if by_device else DEAL_AFTER_CUT
    fixed = StartFixed(seat=start, **cited((*clauses, START_BEFORE_DEAL[state.kit.dealing], follows)))
    return Step(msgspec.structs.replace(state, start=start), (fixed,))


@implements("659a.5(g)", readings=("659-13",))
def _check_due(state: Round, method: StartMethod, clause: Clause) -> None:
    """The starting position is found once, by the method in use, after no more bets and before the deal."""
    if state.start_method is not method:
        raise RuleViolation(
            START_METHODS,
            f"the {_spoken(state.start_method)} finds the starting position here, not the {_spoken(method)}",
            fix=f"use the {_spoken(state.start_method)}, or take up another filed method",
        )
    if state.phase == Phase.BETTING:
        raise RuleViolation(
            START_BEFORE_DEAL[state.kit.dealing],
            "no more bets has not been called",
            fix="call no more bets first",
        )
    if is_found(state):
        raise RuleViolation(clause, "the starting position of this round is known", fix="go on with the deal")


def check_may_change_method(game: "AsiaPoker", state: Round) -> None:
    """Refuse another method once the starting position of a round is known."""
    if is_found(state):
        raise RuleViolation(
            START_METHODS,
            "the starting position of this round is known",
            fix="change the method after the round",
        )


@implements("659a.2(c)", "659a.5(g)(3)#1", readings=("659-26",))
def _check_method(game: "AsiaPoker", state: Round, method: StartMethod) -> None:
    """Refuse a method that is in use, not filed, or lacks its devices."""
    if method is state.start_method:
        raise RuleViolation(START_METHODS, f"the {_spoken(method)} is in use")
    if method not in game.submission.start_methods:
        filed = ", ".join(map(_spoken, game.submission.start_methods))
        raise RuleViolation(START_METHODS, f"the {_spoken(method)} is no filed method", fix=f"filed: {filed}")
    if method is StartMethod.BUTTON and not both_devices(state):
        raise RuleViolation(
            BUTTON_NEEDS_DEVICES,
            "a button needs the automated shuffler and the automated shoe in service",
            fix="restore them first",
        )


@implements("659a.2(c)", "659a.5(g)", readings=("659-26",))
def change_method(game: "AsiaPoker", state: Round, move: ChangeStartMethod) -> Step[Round]:
    """Another filed method is taken up before the starting position of a round is known."""
    _check_method(game, state, move.method)
    changed = StartMethodChanged(method=move.method, by=move.by, clause=START_METHODS.id)
    after = msgspec.structs.replace(state, start_method=move.method, shaken=False)
    if move.method is StartMethod.BUTTON and state.phase == Phase.CLOSED:
        fixed = _fix_start(after, state.button, (BUTTON_BEFORE_DEALER,))
        return Step(fixed.state, (changed, *fixed.events))
    return Step(after, (changed,))


def other_methods(game: "AsiaPoker", state: Round) -> Iterator[Offer]:
    """The filed methods that may be taken up."""
    methods = tuple(method for method in StartMethod if is_allowed(_check_method, game, state, method))
    if methods:
        yield Offer({"method": methods})


def _spoken(method: StartMethod) -> str:
    return method.replace("-", " ")
