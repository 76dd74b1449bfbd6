"""Finding where the deal starts (659a.5(g)-(h)): shaker, random number generator or button, once in each round."""

from collections.abc import Iterator, Sequence

import msgspec

from houseway.equipment.decks import Clauses, Dealing, DeviceStatus, Mixed
from houseway.equipment.dice import FACES, DiceRules, check_faces
from houseway.equipment.life import Life
from houseway.games.asia_poker.play import ChangeStartMethod, DiceShaken, Phase, Round
from houseway.games.asia_poker.submission import (
    BUTTON_NEEDS_DEVICES,
    START_METHODS,
    AsiaPokerSubmission,
    StartMethod,
)
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.card_felt import CLOSED
from houseway.table.card_game import CardGame
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.events import cited
from houseway.table.felt import Step
from houseway.table.game import lawful
from houseway.table.roles import DEALERS, FLOORPERSONS, Role
from houseway.table.rules import Lawful, require_role
from houseway.table.start import (
    DiceUncovered,
    NumberShown,
    ShakeDice,
    ShowNumber,
    StartFixed,
    StartMethodChanged,
    UncoverDice,
)

DICE_IN_SHAKER = pa("659a.2(c)(1)(i)#1")
A_DAY = pa("659a.2(c)(1)(i)#2")
SHAKER = pa("659a.5(g)(1)")
SHAKEN = pa("659a.5(g)(1)(i)")
UNCOVERED = pa("659a.5(g)(1)(ii)#1")
TOTALLED = pa("659a.5(g)(1)(ii)#2")
COUNTED = pa("659a.5(g)(1)(iii)")
COVERED = pa("659a.5(g)(1)(iv)#1")
AT_THE_RIGHT = pa("659a.5(g)(1)(iv)#2")
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
_DICE = ("die_1", "die_2", "die_3")
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


class StartingPosition(CardGame[Round]):
    """What the game does between no more bets and the first card."""

    submission: AsiaPokerSubmission

    # The dice of the shaker.

    def dice_at_rest(self, state: Round) -> bool:
        """The dice may be changed until they are shaken for a round."""
        waiting = state.phase in (Phase.BETTING, Phase.CLOSED) and not state.shaken and state.start is None
        return self.dice is not None and waiting

    def dice_rules(self, state: Round) -> DiceRules | None:
        """Dice are wanted only where the shaker is in use."""
        return self.dice if state.start_method is StartMethod.SHAKER else None

    def demands(self, state: Round, step: ChecklistStep) -> bool:
        """What is attested of dice is asked for only where the shaker is in use."""
        return step.stage is not Stage.DICE or state.start_method is StartMethod.SHAKER

    # When the start is known, and what it is for.

    @implements("659a.5(g)(3)#1", readings=("659-14",))
    def check_bets_complete(self, state: Round) -> None:
        """A button serves only while the automated shuffler and shoe do."""
        if state.start_method is StartMethod.BUTTON and not both_devices(state):
            raise RuleViolation(
                BUTTON_NEEDS_DEVICES,
                "a button needs the automated shuffler and the automated shoe in service",
                fix="restore them, or take up another filed method",
            )

    def closed(self, state: Round) -> Step[Round]:
        """The last round's cards are out of sight; a button already tells where the deal starts."""
        fresh = msgspec.structs.replace(state, dice=(), start=None, shown=())
        if state.start_method is StartMethod.BUTTON:
            return self._fix_start(fresh, state.button, (BUTTON_BEFORE_DEALER,))
        return Step(fresh, ())

    @implements("659a.8(b)#2", "659a.9(a)(3)#1", "659a.10(a)(2)", readings=("659-13",))
    def check_ready_to_deal(self, state: Round) -> None:
        """No card before the starting position is known."""
        if state.start is None:
            raise RuleViolation(
                START_BEFORE_DEAL[state.kit.dealing],
                "the starting position is not known",
                fix=f"use the {_spoken(state.start_method)}",
            )

    def recipients(self, state: Round) -> tuple[int, ...]:
        """Every position, wagered on or not, and the dealer, clockwise from the start."""
        return clockwise_from(state.start or 0)

    # The shaker.

    @implements("659a.5(g)(1)(i)")
    def _shake(self, state: Round, move: ShakeDice) -> Step[Round]:
        """The dealer mixes the dice, not less than the least number of shakes."""
        require_role(move, DEALERS, SHAKEN, "shake the dice")
        self._check_start_due(state, StartMethod.SHAKER, SHAKER)
        if state.shaken:
            raise RuleViolation(UNCOVERED, "the dice are shaken", fix="uncover the dice")
        least = SHAKEN.integer("min_shakes")
        if move.times < least:
            raise RuleViolation(
                SHAKEN,
                f"{move.times} shakes are too few to mix the dice",
                fix=f"shake at least {least} times",
            )
        shaken = DiceShaken(times=move.times, **cited((SHAKEN, SHAKER)))
        return Step(msgspec.structs.replace(state, shaken=True), (shaken,))

    def _uncover(self, state: Round, move: UncoverDice) -> Step[Round]:
        """The dealer uncovers, adds up and announces the dice, and counts to the starting position."""
        require_role(move, DEALERS, UNCOVERED, "uncover the dice")
        self._check_start_due(state, StartMethod.SHAKER, SHAKER)
        if not state.shaken:
            raise RuleViolation(SHAKEN, "the dice are not shaken", fix="shake the dice")
        dice = (move.die_1, move.die_2, move.die_3)
        check_faces(dice, UNCOVERED)
        total = total_of(dice)
        uncovered = DiceUncovered(dice=dice, total=total, **cited((TOTALLED, UNCOVERED)))
        seen = msgspec.structs.replace(state, shaken=False, dice=dice)
        after = self._fix_start(seen, counted_to(total), (COUNTED,))
        return Step(after.state, (uncovered, *after.events))

    # The generator.

    @implements("659a.5(g)(2)#1")
    def _show_number(self, state: Round, move: ShowNumber) -> Step[Round]:
        """The generator shows a number, and the dealer counts to the starting position."""
        require_role(move, (Role.DEVICE, *DEALERS), GENERATOR, "show the number")
        self._check_start_due(state, StartMethod.RANDOM_NUMBER_GENERATOR, GENERATOR)
        if move.number not in GENERATOR.integers("range"):
            raise RuleViolation(
                GENERATOR,
                f"the generator shows no {move.number}",
                fix=f"read the number again: it is one from 1 to {PLACES}",
            )
        shown = NumberShown(number=move.number, clause=GENERATOR.id)
        after = self._fix_start(state, counted_to(move.number), (COUNTED_FROM_NUMBER,))
        return Step(after.state, (shown, *after.events))

    # The button.

    def _button_of(self, state: Round) -> int | None:
        return state.button if state.start_method is StartMethod.BUTTON else None

    @implements("659a.5(g)(3)#2")
    def closing(self, state: Round) -> Round:
        """When the table opens again, the button lies before the dealer."""
        return msgspec.structs.replace(super().closing(state), button=0, shown=())

    # What the methods share.

    @implements("659a.5(b)(1)", "659a.5(c)#4", readings=("659-13",))
    def _fix_start(self, state: Round, start: int, clauses: Clauses) -> Step[Round]:
        """The deal starts there, once and for this round."""
        deck = state.kit.in_play
        by_device = deck is not None and deck.mixed is Mixed.DEVICE
        follows = DEAL_AFTER_DEVICE if by_device else DEAL_AFTER_CUT
        fixed = StartFixed(seat=start, **cited((*clauses, START_BEFORE_DEAL[state.kit.dealing], follows)))
        return Step(msgspec.structs.replace(state, start=start), (fixed,))

    @implements("659a.5(g)", readings=("659-13",))
    def _check_start_due(self, state: Round, method: StartMethod, clause: Clause) -> None:
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
        if state.phase != CLOSED or state.start is not None:
            raise RuleViolation(
                clause, "the starting position of this round is known", fix="go on with the deal"
            )

    @implements("659a.2(c)", "659a.5(g)", readings=("659-26",))
    def _change_start_method(self, state: Round, move: ChangeStartMethod) -> Step[Round]:
        """Another filed method is taken up before the starting position of a round is known."""
        require_role(move, FLOORPERSONS, START_METHODS, "change the method")
        if move.method is state.start_method:
            raise RuleViolation(START_METHODS, f"the {_spoken(move.method)} is in use")
        if move.method not in self.submission.start_methods:
            filed = ", ".join(map(_spoken, self.submission.start_methods))
            raise RuleViolation(
                START_METHODS, f"the {_spoken(move.method)} is no filed method", fix=f"filed: {filed}"
            )
        if state.phase not in (Phase.BETTING, Phase.CLOSED) or state.start is not None:
            raise RuleViolation(
                START_METHODS,
                "the starting position of this round is known",
                fix="change the method after the round",
            )
        if move.method is StartMethod.BUTTON and not both_devices(state):
            raise RuleViolation(
                BUTTON_NEEDS_DEVICES,
                "a button needs the automated shuffler and the automated shoe in service",
                fix="restore them first",
            )
        changed = StartMethodChanged(method=move.method, by=move.by, clause=START_METHODS.id)
        after = msgspec.structs.replace(state, start_method=move.method, shaken=False)
        if move.method is StartMethod.BUTTON and state.phase == CLOSED:
            fixed = self._fix_start(after, state.button, (BUTTON_BEFORE_DEALER,))
            return Step(fixed.state, (changed, *fixed.events))
        return Step(after, (changed,))

    # What may come next.

    def _lawful_start(self, state: Round) -> Iterator[Lawful]:
        match state.start_method:
            case StartMethod.SHAKER if state.shaken:
                faces = dict.fromkeys(_DICE, tuple(FACES))
                yield lawful("uncover-dice", DEALERS, (UNCOVERED,), "Uncover the dice", **faces)
            case StartMethod.SHAKER:
                least = SHAKEN.integer("min_shakes")
                yield lawful("shake-dice", DEALERS, (SHAKEN,), "Shake the dice", times=(least,))
            case StartMethod.RANDOM_NUMBER_GENERATOR:
                numbers = tuple(GENERATOR.integers("range"))
                by = (Role.DEVICE, *DEALERS)
                yield lawful("show-number", by, (GENERATOR,), "Show the number", number=numbers)

    def _lawful_methods(self, state: Round) -> Iterator[Lawful]:
        others = tuple(
            method
            for method in self.submission.start_methods
            if method is not state.start_method and (method is not StartMethod.BUTTON or both_devices(state))
        )
        if others:
            yield lawful(
                "change-start-method",
                FLOORPERSONS,
                (START_METHODS,),
                "Find the start another way",
                method=others,
            )

    def _words_before_the_deal(self, state: Round) -> str:
        if state.start is not None:
            return f"No more bets; deal from {named(state.start)}"
        if state.shaken:
            return "No more bets; uncover the dice"
        shaker = state.start_method is StartMethod.SHAKER
        return "No more bets; shake the dice" if shaker else "No more bets; read the number"


def _spoken(method: StartMethod) -> str:
    return method.replace("-", " ")


def both_devices(state: Round) -> bool:
    """Whether an automated shuffler and an automated shoe are in service and in use."""
    shoe = state.kit.dealing is Dealing.AUTOMATED_SHOE
    return shoe and state.kit.shuffler is state.kit.automated_shoe is DeviceStatus.IN_SERVICE


def named(seat: int) -> str:
    """A position as people call it; 0 is the dealer."""
    return f"position {seat}" if seat else "the dealer"
