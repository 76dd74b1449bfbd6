"""What happened in a round of Blackjack, as the dealer would say it."""

from houseway.games.blackjack.events import EvenMoneyTaken
from houseway.games.blackjack.opening import ADD, TAKE
from houseway.table import twenty_one_display
from houseway.table.events import Event
from houseway.table.shoe_play import DecisionMade

_OF_HOUSE_MONEY = {
    TAKE: "takes the payout of House Money",
    ADD: "adds the payout of House Money to the Blackjack Wager",
}


def told(event: Event) -> str:
    """One event in one line, or nothing for one that is not this game's own."""
    match event:
        case EvenMoneyTaken():
            return f"Position {event.seat} takes even money"
        case DecisionMade() if event.decision in _OF_HOUSE_MONEY:
            return f"Position {event.seat} {_OF_HOUSE_MONEY[event.decision]}"
    return twenty_one_display.told(event)
