"""Words for dice that players throw, as the stickperson would say them."""

from collections.abc import Iterable, Mapping

from houseway.table.dice_play import DiceCollected, DiceDeclined, DiceOffered, DicePassed
from houseway.table.events import Event, IrregularityCalled
from houseway.table.irregularities import Remedy


def told_of_dice(event: Event) -> str:
    """An event of handing the dice round in one line, or nothing for any other."""
    match event:
        case DiceOffered():
            return f"The dice are offered to position {event.seat}"
        case DiceDeclined():
            return f"Position {event.seat} does not want the dice"
        case DiceCollected():
            return "The dice are brought to the centre"
        case DicePassed():
            return f"The dice go back to position {event.seat}"
    return ""


def no_roll(events: Iterable[Event], remedies: Mapping[str, Remedy]) -> str:
    """Why a throw counts for nothing, where something was called before its dice were collected."""
    for event in events:
        if isinstance(event, DiceCollected):
            return ""
        if isinstance(event, IrregularityCalled):
            orders = event.remedy.partition(";")[0]
            title = remedies[event.irregularity].title
            return f"{orders[:1].upper()}{orders[1:]}: {title[:1].lower()}{title[1:]}"
    return ""
