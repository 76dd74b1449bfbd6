"""What happened in a round of Double Attack Blackjack, as the dealer would say it."""

from houseway.games.double_attack_blackjack.events import DoubleAttackOver
from houseway.table import twenty_one_display
from houseway.table.events import Event


def told(event: Event) -> str:
    """One event in one line, or nothing for one that is not this game's own."""
    if isinstance(event, DoubleAttackOver):
        return "All have had the chance of a Double Attack"
    return twenty_one_display.told(event)
