"""What happened at a Sic Bo table, as the dealer would say it."""

from collections.abc import Callable, Mapping, Sequence

from houseway.games.sic_bo.events import (
    AutomatedShakerRestored,
    CombinationsLit,
    DiceEntered,
    DiceRemoved,
    DiceRevealed,
    DiceShaken,
    EntryCorrected,
    EntryDiffers,
    LightsCleared,
    ManualShakerBrought,
    SettledByHand,
    ShakerActivated,
    ShakerMarkedOutOfOrder,
)
from houseway.games.sic_bo.irregularities import DEVICE_FAILURES
from houseway.games.sic_bo.moves import Mark
from houseway.games.sic_bo.toss import Toss
from houseway.games.sic_bo.wagers import SMALL_TOTALS
from houseway.table.events import Event, GamingCeased, IrregularityCalled, NoMoreBetsCalled
from houseway.table.irregularities import Remedy
from houseway.table.words import spoken

Title = Callable[[str, str], str]
_TIMES = {1: "once", 2: "twice"}


def toss_in_words(toss: Toss) -> str:
    """Dice as they are called out: a triple is neither small nor big."""
    if toss.is_triple:
        return f"{toss}: triple {toss.die_1}s, total {toss.total}"
    return f"{toss}: total {toss.total}, {'small' if toss.total in SMALL_TOTALS else 'big'}"


def told(event: Event, title: Title) -> str:
    """One event in one line, or nothing for one that is not this game's own; `title` names a wager and its pick."""
    match event:
        case DiceShaken():
            return f"The dealer shakes the dice {_TIMES.get(event.times, f'{event.times} times')}"
        case ShakerActivated():
            return "The shaker tosses the dice"
        case NoMoreBetsCalled():
            return "No more bets"
        case DiceRevealed():
            return f"The {spoken(event.by)} shows {toss_in_words(event.toss)}"
        case DiceEntered():
            return f"The dealer enters {event.toss}"
        case EntryDiffers():
            return f"{event.entered} was entered, but {event.announced} was announced"
        case EntryCorrected():
            return (
                f"The {spoken(event.by)} puts it right to {event.corrected}: "
                f"{event.announced} was announced, {event.entered} entered"
            )
        case CombinationsLit():
            areas = ", ".join(title(wager, pick) for wager, pick in event.areas)
            return f"{event.toss} lights {areas}"
        case SettledByHand():
            return f"The dealer settles {event.toss} by hand before the {spoken(event.witness)}"
        case LightsCleared():
            return "The dealer clears the lights"
    return _of_the_shaker(event)


def _of_the_shaker(event: Event) -> str:
    match event:
        case DiceRemoved():
            return f"The {spoken(event.by)} takes the dice out of the automated shaker"
        case ShakerMarkedOutOfOrder():
            how = "covered" if event.how == Mark.COVERED else "signed out of order"
            return f"The automated shaker is {how}"
        case ManualShakerBrought():
            return f"The {spoken(event.by)} brings a manual shaker"
        case AutomatedShakerRestored():
            return f"The {spoken(event.by)} takes the automated shaker back into use"
    return ""


def result(events: Sequence[Event], remedies: Mapping[str, Remedy]) -> str:
    """What a toss was, from all that followed it; nothing until it is settled or does not count."""
    for event in events:
        if isinstance(event, CombinationsLit | SettledByHand):
            return toss_in_words(event.toss)
    stopped = any(isinstance(event, GamingCeased) for event in events)
    for event in events:
        # A device that fails under dice already tossed lets the round run on to its settlement by hand.
        if isinstance(event, IrregularityCalled) and (stopped or event.irregularity not in DEVICE_FAILURES):
            title = remedies[event.irregularity].title
            return f"No roll: {title[:1].lower()}{title[1:]}; all wagers go back"
    return ""
