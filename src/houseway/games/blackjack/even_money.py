"""Even money: a player's Blackjack paid 1 to 1 against an ace, before the hole card is checked (633a.8)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from houseway.games.blackjack.events import EvenMoneyTaken
from houseway.games.blackjack.moves import TakeEvenMoney
from houseway.games.blackjack.opening import with_run
from houseway.games.blackjack.round import Round
from houseway.games.blackjack.settlement import EVEN_MONEY, hand_settled
from houseway.games.blackjack.wagers import BLACKJACK, INSURANCE
from houseway.law import RuleViolation, implements, is_allowed
from houseway.table.felt import Step
from houseway.table.places import Place
from houseway.table.rules import Offer
from houseway.table.twenty_one import is_natural
from houseway.table.twenty_one_felt import INSURANCE as OFFERED
from houseway.table.wagers import bet_at

if TYPE_CHECKING:
    from houseway.games.blackjack.game import Blackjack


@implements("633a.8[even_money]")
def check_even_money(game: "Blackjack", state: Round, seat: int) -> None:
    """Refuse even money but where it is offered, to a Blackjack that was not insured, before the hole card is checked."""
    if not game.submission.even_money:
        raise RuleViolation(EVEN_MONEY, "this table does not pay even money")
    if state.phase != OFFERED:
        raise RuleViolation(EVEN_MONEY, "even money is taken with an ace up, before the hole card is checked")
    if not is_natural(state, Place(seat)) or bet_at(state.bets, seat, BLACKJACK, "") is None:
        raise RuleViolation(EVEN_MONEY, f"position {seat} has no Blackjack")
    if bet_at(state.bets, seat, INSURANCE, "") is not None:
        raise RuleViolation(EVEN_MONEY, f"the Blackjack of position {seat} is insured")


@implements("633a.8[even_money]")
def take_even_money(game: "Blackjack", state: Round, move: TakeEvenMoney) -> Step[Round]:
    """The Blackjack Wager is paid at once, and the cards go to the rack."""
    check_even_money(game, state, move.seat)
    place = Place(move.seat)
    kept = game.seen(with_run(state, move.seat), place)
    taken = EvenMoneyTaken(seat=move.seat, clause=EVEN_MONEY.id)
    step = hand_settled(game, kept, place, EVEN_MONEY, even_money=True)
    return Step(step.state, (taken, *step.events))


def takers(game: "Blackjack", state: Round) -> Iterator[Offer]:
    """Every player who may take even money now."""
    seats = tuple(seat for seat in state.seats if is_allowed(check_even_money, game, state, seat))
    if seats:
        yield Offer({"seat": seats})
