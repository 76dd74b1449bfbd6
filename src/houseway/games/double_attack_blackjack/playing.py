"""The first cards and Double Attack between them (665a.7(e)-(f))."""

from typing import TYPE_CHECKING

import msgspec

from houseway.games.double_attack_blackjack.cards import clauses
from houseway.games.double_attack_blackjack.events import DoubleAttackOver
from houseway.games.double_attack_blackjack.moves import CloseDoubleAttack
from houseway.games.double_attack_blackjack.round import Round
from houseway.games.double_attack_blackjack.wagers import BET
from houseway.law import implements
from houseway.table.card_felt import DEALING
from houseway.table.events import cited
from houseway.table.felt import Step
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.seats import clockwise
from houseway.table.shoe_felt import Face
from houseway.table.shoe_game import Due

if TYPE_CHECKING:
    from houseway.games.double_attack_blackjack.game import DoubleAttackBlackjack

UP_CARD = clauses("7(e)#1")
ATTACK_OVER = clauses("7(f)", "7(e)#2")
FIRST, SECOND, HOLE_DEALT = clauses("7(f)(1)", "7(f)"), clauses("7(f)(2)"), clauses("7(f)(3)")
DRAWS_THIRD = clauses("7(m)(2)")


@implements("665a.1[hole_card]")
@implements("665a.7(e)#1", "665a.7(f)", "665a.7(f)(1)", "665a.7(f)(2)", "665a.7(f)(3)", readings=("665-13",))
def first_cards(state: Round) -> tuple[Due, ...]:
    """The dealer's up card, two rounds clockwise to every box with a Bet Wager, and the hole card face down."""
    seats = {bet.seat for bet in state.bets if bet.wager == BET}
    players = [Place(seat) for seat in clockwise(seats)]
    if not players:
        return ()
    return (
        Due(DEALER_PLACE, Face.UP, UP_CARD),
        *(Due(place, Face.UP, FIRST) for place in players),
        *(Due(place, Face.UP, SECOND) for place in players),
        Due(DEALER_PLACE, Face.DOWN, HOLE_DEALT),
    )


@implements("665a.7(f)", "665a.7(e)#2")
def close_double_attack(game: "DoubleAttackBlackjack", state: Round, move: CloseDoubleAttack) -> Step[Round]:
    """Everybody has had the chance, and the deal goes on."""
    over = DoubleAttackOver(**cited(ATTACK_OVER))
    return Step(msgspec.structs.replace(state, phase=DEALING), (over,))
