"""What happened at a Craps table, as the crew would say it."""

from collections.abc import Callable, Mapping, Sequence

from houseway.games.craps.decisions import ANY_CRAPS, LOSE, POINTS, WIN, pass_line
from houseway.games.craps.events import (
    BonusButtonsCleared,
    BonusButtonSet,
    ButtonSet,
    CockedDieRead,
    DicePassedOn,
    DiceSelected,
    DiceTaken,
    DiceThrown,
    FireMarkerSet,
    PointAbandoned,
    PointMade,
    PointSet,
    RollingForComeBets,
    RollingResumed,
    SevenedOut,
    ShooterNamed,
    SurveillanceNotified,
    TableWoundUp,
    ThrowCalled,
    WagerBookedInParts,
    WagerMoved,
    WagerReduced,
    WagerSetAside,
)
from houseway.games.craps.fire import FIRE_BET
from houseway.games.craps.moves import TakenFor
from houseway.money import dollars
from houseway.table.dice_play import DiceCollected
from houseway.table.dice_words import no_roll, told_of_dice
from houseway.table.events import Event, Settled
from houseway.table.irregularities import Remedy

Title = Callable[[str, str], str]
_TAKEN_FOR = {
    TakenFor.DELAY: "delaying the game",
    TakenFor.INVALID_ROLLS: "one invalid roll after another",
    TakenFor.VIOLATION: "breaking the rules",
}


def told(event: Event, title: Title) -> str:
    """One event in one line, or nothing for one that is not this game's own; `title` names a wager and its pick."""
    return told_of_dice(event) or _of_the_dice(event) or _of_the_shooter(event) or _of_wagers(event, title)


def _of_the_shooter(event: Event) -> str:
    match event:
        case ShooterNamed():
            return f"Position {event.seat} is the shooter, with dice {_two(event.dice)} of the set"
        case DiceSelected():
            return f"Position {event.seat} picks dice {_two(event.dice)} of the new set"
        case DicePassedOn():
            return f"Position {event.seat} passes the dice"
        case DiceTaken():
            return f"The {event.by} takes the dice from position {event.seat} for {_TAKEN_FOR[TakenFor(event.reason)]}"
        case RollingForComeBets():
            return f"Position {event.seat} rolls for the Come Bets only, with dice {_two(event.dice)}"
        case RollingResumed():
            return f"Position {event.seat} comes out again"
        case SevenedOut():
            return f"Seven out: position {event.seat} loses the dice on the point of {event.point}"
    return ""


def _of_the_dice(event: Event) -> str:
    match event:
        case DiceThrown():
            return f"Position {event.seat} {_what_for(event)}"
        case CockedDieRead():
            return f"Die {event.die} leans on its {event.resting}: it shows {event.top}"
        case ThrowCalled():
            return f"{event.total}, with {event.die_1} and {event.die_2}"
        case PointSet():
            return f"The point is {event.point}"
        case PointMade():
            return f"The point of {event.point} is made"
        case PointAbandoned():
            return f"The point of {event.point} stands for nobody any more"
    return ""


def _of_wagers(event: Event, title: Title) -> str:
    match event:
        case WagerReduced():
            wager = title(event.wager, event.pick)
            return f"Position {event.seat} takes {dollars(event.amount)} from {wager}, {dollars(event.left)} stays"
        case ButtonSet():
            wager = title(event.wager, event.pick)
            says = f"is {event.button}" if event.button else "has no button any more"
            return f"Position {event.seat}, {wager} {says}"
        case WagerBookedInParts():
            parts = (f"{dollars(amount)} on {title(part, '')}" for part, amount in event.parts)
            return f"Position {event.seat}, {title(event.wager, '')} is booked as {' and '.join(parts)}"
        case WagerSetAside():
            return f"Position {event.seat}, {title(event.wager, '')} goes before the boxperson"
        case WagerMoved(wager=wager):
            where = "before the boxperson" if wager == FIRE_BET else f"to the {event.to_pick}"
            return f"Position {event.seat}, {dollars(event.amount)} on {title(wager, '')} moves {where}"
        case FireMarkerSet():
            return f"Fire marker {event.count} goes on the {event.number}"
        case BonusButtonSet():
            return f"The {event.number} gets its Bonus Craps button"
        case BonusButtonsCleared():
            return "The Bonus Craps buttons are cleared"
        case SurveillanceNotified():
            return f"The {event.by} tells surveillance of {event.points} different points"
        case TableWoundUp():
            return f"Nobody wants the dice: the {event.by} closes the wagers that stand"
    return ""


def _what_for(thrown: DiceThrown) -> str:
    if thrown.for_come_bets:
        return "throws for the Come Bets only"
    return f"throws for the point of {thrown.point}" if thrown.point else "comes out"


def _two(dice: tuple[int, int]) -> str:
    return f"{dice[0]} and {dice[1]}"


# What a throw came to.


def result(events: Sequence[Event], remedies: Mapping[str, Remedy]) -> str:
    """What a throw was and what it means, from all that followed it; nothing until it is settled or does not count."""
    void = no_roll(events, remedies)
    if void or not any(isinstance(event, DiceCollected) for event in events):
        return void
    thrown = next(event for event in events if isinstance(event, DiceThrown))
    # After a dispute the last call stands.
    called = [event for event in events if isinstance(event, ThrowCalled)][-1]
    said = _of_the_line(thrown, called) or f"{_as_called(called)}: {_beside_the_line(thrown, events)}"
    wound_up = any(isinstance(event, TableWoundUp) for event in events)
    return f"{said}; nobody wants the dice, and what stood is closed" if wound_up else said


def _as_called(called: ThrowCalled) -> str:
    """The total as the stickperson calls it."""
    if called.total in POINTS and called.die_1 == called.die_2:
        return f"{called.total} the hard way"
    if ANY_CRAPS >> called.total & 1:
        return f"{called.total}, craps"
    # Of the points only 5 and 9 have no hard way.
    return f"{called.total} easy" if called.total in POINTS and not called.total % 2 else str(called.total)


def _of_the_line(thrown: DiceThrown, called: ThrowCalled) -> str:
    """What a throw makes of the Pass Line or the point, where it is for them and makes anything."""
    line = pass_line(thrown.point, called.total)
    if thrown.for_come_bets:
        return ""
    if thrown.point:
        made = {WIN: f"{_as_called(called)}: point made, the line wins", LOSE: "7 out: the line loses"}
        return made.get(line, "")
    came_out = {
        WIN: f"Come-out {called.total}: the line wins",
        LOSE: f"{_as_called(called)}: the line loses",
    }
    return came_out.get(line, f"Come-out {_as_called(called)}: the point is {called.total}")


def _beside_the_line(thrown: DiceThrown, events: Sequence[Event]) -> str:
    if not any(isinstance(event, Settled) for event in events):
        return "nothing decided"
    if thrown.for_come_bets:
        return "the Come Bets are settled"
    abandoned = any(isinstance(event, PointAbandoned) for event in events)
    return "the point stands for nobody any more" if abandoned else f"the point is still {thrown.point}"
