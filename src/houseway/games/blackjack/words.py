"""What happened in a round of Blackjack, as the dealer would say it."""

from houseway.games.blackjack.events import EvenMoneyTaken
from houseway.table import twenty_one_display
from houseway.table.events import Event


def told(event: Event) -> str:
    """One event in one line, or nothing for one that is not this game's own."""
    if isinstance(event, EvenMoneyTaken):
        return f"Position {event.seat} takes even money"
    return twenty_one_display.told(event)
