"""The first cards of a round, dealt as in Blackjack (common practice)."""

from houseway.games.spanish_21.cards import DEAL
from houseway.games.spanish_21.round import Round
from houseway.games.spanish_21.wagers import SPANISH_21
from houseway.law import implements
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.seats import clockwise
from houseway.table.shoe_felt import Face
from houseway.table.shoe_game import Due


@implements("common:spanish-21/deal")
def first_cards(state: Round) -> tuple[Due, ...]:
    """A card to every box with a wager, the dealer's up card, a second card to every box, and the hole card face down."""
    players = [Place(seat) for seat in clockwise({bet.seat for bet in state.bets if bet.wager == SPANISH_21})]
    if not players:
        return ()
    round_of_cards = tuple(Due(place, Face.UP, (DEAL,)) for place in players)
    return (
        *round_of_cards,
        Due(DEALER_PLACE, Face.UP, (DEAL,)),
        *round_of_cards,
        Due(DEALER_PLACE, Face.DOWN, (DEAL,)),
    )
