"""The shooter: who is offered the dice, who takes, picks, passes and loses them (623a.7, 623a.10)."""

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from houseway.equipment.decks import Clauses
from houseway.equipment.dice import DiceRules
from houseway.equipment.life import Life
from houseway.games.craps.events import (
    DicePassedOn,
    DiceSelected,
    DiceTaken,
    PointAbandoned,
    RollingForComeBets,
    RollingResumed,
    ShooterNamed,
)
from houseway.games.craps.moves import AcceptDice, RollForComeBets, SelectDice, Selection, TakeDice, TakenFor
from houseway.games.craps.round import BETWEEN_THROWS, IN_THE_AIR, CrapsFelt, Phase
from houseway.games.craps.wagers import COME_BETS, LINE_BETS, has_come_bets
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
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.roles import BOXPERSONS, FLOORPERSONS, PLAYERS
from houseway.table.rules import Offer, Roles
from houseway.table.seats import clockwise

if TYPE_CHECKING:
    from houseway.games.craps.game import Craps
    from houseway.table.game import Game

COME_OUT_POINT = pa("623a.1[come_out_point]")
SET_OF_FIVE = pa("623a.7(a)#1")
FIRST_SHOOTER = pa("623a.7(c)#1")
REST_TO_THE_CUP = pa("623a.7(c)#2")
DAILY_CHANGE = pa("623a.7(d)#1")
NEW_SET_ON_REOPENING = pa("623a.7(d)#2")
KEEPS_OR_PASSES = pa("623a.10(a)")
ORDERED_TO_PASS = pa("623a.10(a)(2)")
OFFERED_FOR_COME_BETS = pa("623a.10(b)#1")
ROLLS_FOR_COME_BETS = pa("623a.10(b)#2")
MARKER_OFF = pa("623a.10(b)#3")
INSPECTED_BY_BOXPERSON = pa("603a.13(f)(1)(ii)#2")
INSPECTED_BY_FLOORPERSON = pa("603a.13(f)(1)(ii)#3")
NORMAL_RULES_RESUME = pa("623a.10(b)#4")
LEFT_OF_SHOOTER = pa("623a.10(c)")
NEW_SHOOTER = pa("623a.10(d)#1")
REST_TO_THE_CUP_AGAIN = pa("623a.10(d)#2")

# The chapter names no colour; red is what a set is shown as.
COLOUR = "red"
DICE_IN_SET = SET_OF_FIVE.integer("dice")
DIE_LOST = pa("623a.7(d)#3")

DICE = DiceRules(
    colours=(COLOUR,) * DICE_IN_SET,
    composition_clause=SET_OF_FIVE,
    life=Life(DAILY_CHANGE, hours=DAILY_CHANGE.integer("max_hours")),
    new_set_on_reopening=NEW_SET_ON_REOPENING,
    new_set_if_lost=DIE_LOST,
    any_colour=True,
)
DICE_THROWN = FIRST_SHOOTER.integer("shooter_dice")
# Every lawful pick, by the places of the dice in the set.
SELECTIONS: tuple[Selection, ...] = tuple(combinations(range(1, DICE_IN_SET + 1), 2))
# One invalid roll can happen to anybody; more of them the shooter makes repeatedly.
REPEATEDLY = 2
# What the last shooter throws for without a line bet, and what is done for it.
FOR_COME_BETS: Clauses = (ROLLS_FOR_COME_BETS, MARKER_OFF, REST_TO_THE_CUP_AGAIN)


class ShooterDice(DiceHandling[CrapsFelt]):
    """The dice of a table with a boxperson, who inspects them."""

    inspectors: ClassVar[Roles] = BOXPERSONS
    inspection = INSPECTED_BY_BOXPERSON

    def at_rest(self, game: "Game[Any]", state: CrapsFelt) -> bool:
        """Whether no throw is under way."""
        return state.phase not in IN_THE_AIR

    def issued(self, state: CrapsFelt) -> CrapsFelt:
        """From a new set the shooter picks again."""
        return msgspec.structs.replace(state, selection=None, dice_gone=False)


class MiniShooterDice(ShooterDice):
    """The dice of a table without one: a floorperson inspects them."""

    inspectors = FLOORPERSONS
    inspection = INSPECTED_BY_FLOORPERSON


# Who is offered the dice, and who takes them (623a.7(b)-(c), 623a.10).


@implements("623a.7(b)", "623a.7(b)(1)", "623a.7(b)(2)", "623a.10(b)#1", "623a.10(c)")
def next_offer(state: CrapsFelt) -> int:
    """Whose turn it is to be offered the dice: clockwise from the last one asked; 0 at an empty table."""
    return next_in_turn(state.seats, state.declined, after=state.asked)


def offer_clauses(game: "Craps", state: CrapsFelt) -> Clauses:
    """What governs the next offer: at the commencement of play, or after a shooter."""
    if not state.commenced:
        return (game.crew.first_offer,)
    return (OFFERED_FOR_COME_BETS if _only_come_bets_left(state) else LEFT_OF_SHOOTER,)


def _only_come_bets_left(state: CrapsFelt) -> bool:
    return (
        not state.point
        and has_come_bets(state.bets)
        and not any(bet.wager in LINE_BETS for bet in state.bets)
    )


def turns(game: "Craps", state: CrapsFelt) -> Iterator[Offer]:
    """To whom the dice may be offered."""
    if turn := next_offer(state):
        yield Offer({"seat": (turn,)}, words=f"Offer the dice to position {turn}")


def offer(game: "Craps", state: CrapsFelt, move: OfferDice) -> Step[CrapsFelt]:
    """The dice are offered to the player whose turn it is."""
    (clause,) = offer_clauses(game, state)
    turn = next_offer(state)
    check_turn(turn, move.seat, clause)
    declined = () if turn in state.declined else state.declined
    asked = msgspec.structs.replace(state, phase=Phase.OFFERED, offered=turn, asked=turn, declined=declined)
    return Step(asked, (DiceOffered(seat=turn, clause=clause.id),))


def accepting_clauses(game: "Craps", state: CrapsFelt) -> Clauses:
    """That the first to accept shoots, and where the other dice go."""
    if not state.commenced:
        return FIRST_SHOOTER, REST_TO_THE_CUP, game.crew.cup
    return NEW_SHOOTER, REST_TO_THE_CUP_AGAIN


def acceptances(game: "Craps", state: CrapsFelt) -> Iterator[Offer]:
    """The picks of the player who is asked."""
    cup = f"the cup before the {game.crew.controls[0]}"
    words = f"Position {state.offered} accepts the dice; the others go back to {cup}"
    yield Offer({"seat": (state.offered,), "dice": SELECTIONS}, words=words)


@implements("623a.7(c)#1", "623a.10(d)#1", readings=("B-CR-31",))
def accept(game: "Craps", state: CrapsFelt, move: AcceptDice) -> Step[CrapsFelt]:
    """The first to accept is the shooter and keeps two dice of the set."""
    clauses = accepting_clauses(game, state)
    if state.offered != move.seat:
        raise RuleViolation(clauses[0], f"the dice are not offered to position {move.seat}")
    _check_selection(move.dice, clauses[0])
    named = ShooterNamed(seat=move.seat, dice=move.dice, **cited(clauses))
    return Step(_shooting(state, move.seat, move.dice), (named,))


def _check_selection(dice: Selection, clause: Clause) -> None:
    if dice not in SELECTIONS:
        raise RuleViolation(
            clause,
            f"dice {dice[0]} and {dice[1]} are not two of the set",
            fix=f"pick {DICE_THROWN} of the dice 1 to {DICE_IN_SET}",
        )


def _shooting(state: CrapsFelt, seat: int, dice: Selection) -> CrapsFelt:
    return msgspec.structs.replace(
        state,
        phase=Phase.HAND,
        shooter=seat,
        commenced=True,
        asked=seat,
        offered=0,
        declined=(),
        selection=dice,
        invalid_rolls=0,
    )


def is_asked(state: CrapsFelt) -> bool:
    """Whether a player was offered the dice and has not answered."""
    return state.phase is Phase.OFFERED


def may_decline(game: "Craps", state: CrapsFelt) -> bool:
    """Whether somebody is offered the dice, or has them between two throws."""
    return is_asked(state) or holds_dice(game, state)


def who_declines(game: "Craps", state: CrapsFelt) -> Roles:
    """The player, and for one who was asked and does not answer whoever offered the dice."""
    return (*PLAYERS, *game.crew.controls) if is_asked(state) else PLAYERS


def declining_clauses(game: "Craps", state: CrapsFelt) -> Clauses:
    """By what the dice are declined, or passed after a roll."""
    return offer_clauses(game, state) if is_asked(state) else (KEEPS_OR_PASSES,)


def declinings(game: "Craps", state: CrapsFelt) -> Iterator[Offer]:
    """Who may decline the dice, or pass them."""
    if is_asked(state):
        yield Offer({"seat": (state.offered,)}, words=f"Position {state.offered} declines the dice")
    else:
        yield Offer({"seat": (state.shooter,)}, words="The shooter passes the dice")


@implements("623a.7(b)", "623a.10(a)", "623a.10(b)#1", "623a.10(b)#2", "623a.10(c)")
def decline(game: "Craps", state: CrapsFelt, move: DeclineDice) -> Step[CrapsFelt]:
    """The player asked declines or does not answer, or the shooter passes the dice after a roll, as he may after any."""
    if move.seat != (state.offered or state.shooter):
        raise RuleViolation(KEEPS_OR_PASSES, f"position {move.seat} neither has the dice nor is offered them")
    if is_asked(state):
        (clause,) = offer_clauses(game, state)
        declined = DiceDeclined(seat=move.seat, clause=clause.id)
        return Step(_given_up(state, (*state.declined, move.seat)), (declined,))
    only_come_bets = _only_come_bets_left(state)
    clause = OFFERED_FOR_COME_BETS if only_come_bets else KEEPS_OR_PASSES
    passed = DicePassedOn(seat=move.seat, clause=clause.id)
    # Who will not bet the line may still throw for the Come Bets, and so is asked again after the others.
    may_come_back = only_come_bets and state.last_shooter == move.seat
    return Step(_given_up(state, () if may_come_back else (move.seat,)), (passed,))


def holds_dice(game: "Craps", state: CrapsFelt) -> bool:
    """Whether a shooter has the dice, or will be passed them, and none are in the air."""
    return state.shooter != 0 and state.phase in BETWEEN_THROWS


def _given_up(state: CrapsFelt, declined: tuple[int, ...]) -> CrapsFelt:
    """Nobody shoots: the set is in the cup, to be offered on."""
    return msgspec.structs.replace(
        state,
        phase=Phase.CUP,
        shooter=0,
        offered=0,
        selection=None,
        declined=declined,
        come_only=False,
        invalid_rolls=0,
    )


@implements("623a.10(a)(1)", readings=("B-CR-01",))
def after_a_loser_seven(state: CrapsFelt) -> CrapsFelt:
    """The shooter's hand is over and the dice are passed; the offer starts at his left."""
    return msgspec.structs.replace(_given_up(state, ()), came_out=0)


@implements("623a.10(a)(2)")
def take(game: "Craps", state: CrapsFelt, move: TakeDice) -> Step[CrapsFelt]:
    """A shooter who delays, keeps making invalid rolls or breaks the rules is ordered to pass the dice."""
    if move.reason is TakenFor.INVALID_ROLLS and state.invalid_rolls < REPEATEDLY:
        raise RuleViolation(
            ORDERED_TO_PASS, f"the shooter made {state.invalid_rolls} invalid rolls, which is not repeatedly"
        )
    taken = DiceTaken(seat=state.shooter, reason=move.reason, by=move.by, clause=ORDERED_TO_PASS.id)
    without = _without_right(state, state.shooter)
    return Step(_given_up(without, (state.shooter,)), (taken,))


def reasons_to_take(game: "Craps", state: CrapsFelt) -> Iterator[Offer]:
    """Why the dice may be taken from this shooter."""
    repeated = state.invalid_rolls >= REPEATEDLY
    yield Offer(
        {"reason": tuple(reason for reason in TakenFor if repeated or reason is not TakenFor.INVALID_ROLLS)}
    )


def may_select(game: "Craps", state: CrapsFelt) -> bool:
    """Whether the shooter has a new set to pick from."""
    return holds_dice(game, state) and state.selection is None


def selections(game: "Craps", state: CrapsFelt) -> Iterator[Offer]:
    """The picks of the shooter."""
    yield Offer({"seat": (state.shooter,), "dice": SELECTIONS})


def select(game: "Craps", state: CrapsFelt, move: SelectDice) -> Step[CrapsFelt]:
    """The shooter picks two dice of a new set."""
    if state.shooter != move.seat:
        raise RuleViolation(FIRST_SHOOTER, f"position {move.seat} has no dice to select")
    _check_selection(move.dice, FIRST_SHOOTER)
    selected = DiceSelected(seat=move.seat, dice=move.dice, **cited((FIRST_SHOOTER, REST_TO_THE_CUP)))
    return Step(msgspec.structs.replace(state, selection=move.dice), (selected,))


# Only for the Come and Don't Come Bets left (623a.10(b)).


@implements("623a.10(b)#1", "623a.10(b)#2", readings=("B-CR-28",))
def may_roll_for_come_bets(state: CrapsFelt) -> bool:
    """Whether the last shooter may throw without a line bet: nobody bets the line, and all others declined the dice."""
    others = set(state.seats) - {state.last_shooter}
    return (
        state.phase is Phase.CUP
        and state.last_shooter in state.seats
        and others <= set(state.declined)
        and _only_come_bets_left(state)
    )


def rolls_for_come_bets(game: "Craps", state: CrapsFelt) -> Iterator[Offer]:
    """The picks of the last shooter, where he may throw without a line bet."""
    if may_roll_for_come_bets(state):
        words = (
            f"Position {state.last_shooter} rolls for the Come Bets only; "
            "the marker goes off on the Don't Pass Line, the other dice to the cup"
        )
        yield Offer({"seat": (state.last_shooter,), "dice": SELECTIONS}, words=words)


@implements("623a.10(b)#2", "623a.10(b)#3", readings=("B-CR-14", "B-CR-28"))
def roll_for_come_bets(game: "Craps", state: CrapsFelt, move: RollForComeBets) -> Step[CrapsFelt]:
    """The same shooter throws on without a line bet, and what rests on a come out roll goes on resting."""
    if not may_roll_for_come_bets(state) or move.seat != state.last_shooter:
        raise RuleViolation(
            ROLLS_FOR_COME_BETS,
            "only the last shooter may throw without a line bet, once nobody else will bet the line and shoot, "
            "and only for Come and Don't Come Bets on their numbers",
        )
    _check_selection(move.dice, ROLLS_FOR_COME_BETS)
    rolling = RollingForComeBets(seat=move.seat, dice=move.dice, **cited(FOR_COME_BETS))
    lying = game.wagering.left_off(state)
    taken = game.wagering.buttons_taken(state.buttons, lying, state.bets)
    # Nobody new shoots: the hand that goes on takes no Fire or Bonus bets.
    shooting = msgspec.structs.replace(
        _shooting(state, move.seat, move.dice), come_only=True, came_out=move.seat, buttons=lying
    )
    return Step(shooting, (rolling, *taken))


@implements("623a.10(b)#4", readings=("B-CR-28",))
def resumed(state: CrapsFelt) -> Step[CrapsFelt]:
    """The next throw is a come out roll again, and needs the shooter's line bet."""
    event = RollingResumed(seat=state.shooter, clause=NORMAL_RULES_RESUME.id)
    return Step(msgspec.structs.replace(state, come_only=False), (event,))


@implements("623a.10(a)(2)", "623a.10(b)#2", readings=("B-CR-28",))
def _without_right(state: CrapsFelt, seat: int) -> CrapsFelt:
    """The state when a player cannot, or may not, throw for the Come Bets: the right goes on to one who has such bets.

    The text knows only the previous shooter; where there is none, the bets would wait for ever for their decision. It
    goes clockwise, as the dice do, and only to those whose bets are waiting.
    """
    if state.last_shooter != seat:
        return state
    waiting = {bet.seat for bet in state.bets if bet.wager in COME_BETS} - {seat}
    heir = next((other for other in clockwise(state.seats, after=seat) if other in waiting), 0)
    return msgspec.structs.replace(state, last_shooter=heir)


# When nobody wants the dice.


@implements("623a.10(c)", readings=("B-CR-03",))
def nobody_shoots(state: CrapsFelt) -> bool:
    """Whether the dice are in the cup and everyone at the table was asked and declined."""
    return state.phase is Phase.CUP and set(state.seats) <= set(state.declined)


# Players who leave.


@implements("623a.10(a)")
def check_leaving(state: CrapsFelt, seat: int) -> None:
    """Refuse to let the shooter go while his dice are in the air: they are passed after a roll, and not in it."""
    if state.shooter == seat and state.phase in IN_THE_AIR:
        raise RuleViolation(
            KEEPS_OR_PASSES,
            f"the dice of position {seat} are in the air",
            fix="call and settle the throw first",
        )


def leaving(game: "Craps", state: CrapsFelt, seat: int) -> Step[CrapsFelt]:
    """A shooter, or a player asked to be, who leaves: the dice are offered on, the point stands."""
    events: tuple[Event, ...] = ()
    if state.phase is Phase.OFFERED and state.offered == seat:
        events = (DiceDeclined(seat=seat, clause=offer_clauses(game, state)[0].id),)
        state = msgspec.structs.replace(state, phase=Phase.CUP, offered=0)
    if state.shooter == seat:
        events = (DicePassedOn(seat=seat, clause=KEEPS_OR_PASSES.id),)
        state = _given_up(state, ())
    state = msgspec.structs.replace(
        _without_right(state, seat),
        came_out=0 if state.came_out == seat else state.came_out,
        declined=tuple(other for other in state.declined if other != seat),
        withdrawn=tuple(key for key in state.withdrawn if key[0] != seat),
    )
    after = _unless_abandoned(state)
    return Step(after.state, (*events, *after.events))


@implements("623a.7(b)")
def _unless_abandoned(state: CrapsFelt) -> Step[CrapsFelt]:
    """A table that everybody left begins anew, as at the commencement of play; its point stands for nobody."""
    if state.seats:
        return Step(state, ())
    return Step(CrapsFelt(dice_gone=state.dice_gone), abandoned(state.point))


def abandoned(point: int) -> tuple[Event, ...]:
    """That a point, if there was one, stands no longer."""
    return (PointAbandoned(point=point, clause=COME_OUT_POINT.id),) if point else ()
