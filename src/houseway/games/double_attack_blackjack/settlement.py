"""Who is paid what, in which order (665a.7(g)-(h), 665a.7(m)-(p), 665a.8(d), 665a.9)."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from houseway.equipment.cards import cards
from houseway.equipment.decks import Clauses
from houseway.games.double_attack_blackjack.cards import PLAY, clauses
from houseway.games.double_attack_blackjack.round import Round
from houseway.games.double_attack_blackjack.wagers import BUST_IT, INSURANCE, DealersCards, Outcome
from houseway.law import implements, pa
from houseway.table.events import Event, Settled, cited
from houseway.table.felt import Step
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.seats import counterclockwise
from houseway.table.twenty_one import is_blackjack, is_natural, total
from houseway.table.twenty_one_hole import insurance_settled
from houseway.table.twenty_one_play import BlackjackAnnounced
from houseway.table.wagers import Bet

if TYPE_CHECKING:
    from houseway.games.double_attack_blackjack.game import DoubleAttackBlackjack

IN_ORDER = pa("665a.7(o)")
PAID_IN_ORDER = pa("665a.7(p)#1")
BUST_IT_FIRST = pa("665a.7(m)(1)")
BUST_IT_SETTLED = pa("665a.7(m)")
BLACKJACK_PAID = clauses("7(h)(1)#1", "7(h)(1)#2")
ON_BLACKJACK = pa("665a.7(g)#4")
INSURANCE_COLLECTED = pa("665a.8(d)")
AT_ONCE = pa("665a.7(j)")


@implements("665a.3(d)", "665a.3(d)(1)", "665a.3(d)(2)", "665a.3(d)(3)")
@implements("665a.1[blackjack]", "665a.1[hard_total]", "665a.1[soft_total]", readings=("665-08",))
def outcome(state: Round, place: Place, *, given_up: bool = False) -> Outcome:
    """What decides the wagers of a hand as things stand; a dealer whose hole card lies face down has no total."""
    dealer = state.placed(DEALER_PLACE)
    told = not dealer.down
    return Outcome(
        player=total(state.at(place)).points,
        dealer=total(dealer.cards).points if told else 0,
        blackjack=is_natural(state, place),
        dealer_blackjack=told and is_blackjack(dealer.cards),
        given_up=given_up,
        court=state.up_card in PLAY.checked_up_cards,
    )


def hand_settled(
    game: "DoubleAttackBlackjack", state: Round, place: Place, order: Clauses, *, given_up: bool = False
) -> Step[Round]:
    """Every wager of a hand is settled, and its cards go to the rack."""
    facts = outcome(state, place, given_up=given_up)
    lines = tuple(game.betting.settle(bet, facts, order[0]) for bet in game.bets_of(state, place))
    return Step(state.without_bets_of(lines).without_places(place), lines)


@implements("665a.7(h)(1)#1", "665a.7(h)(1)#2")
def blackjack_paid(game: "DoubleAttackBlackjack", state: Round, place: Place) -> Step[Round]:
    """A player's Blackjack is announced and paid when its turn comes; a Bust It Wager stays."""
    announced = BlackjackAnnounced(seat=place.seat, **cited(BLACKJACK_PAID))
    step = hand_settled(game, state, place, BLACKJACK_PAID)
    return Step(step.state, (announced, *step.events))


@implements("665a.8(d)", readings=("665-25",))
def insurance_collected(game: "DoubleAttackBlackjack", state: Round) -> Step[Round]:
    """Insurance is lost once the reader showed no Blackjack, and collected before another card is drawn."""
    return insurance_settled(game, state, Outcome(), INSURANCE_COLLECTED)


@implements("665a.7(m)", "665a.7(m)(1)", "665a.9(c)", readings=("665-04", "665-12", "665-25"))
def bust_it_settled(game: "DoubleAttackBlackjack", state: Round) -> Step[Round]:
    """Bust It Wagers are settled by the dealer's first cards, before any other wager."""
    up, hole, *more = cards(state.at(DEALER_PLACE))
    facts = DealersCards(up, hole, more[0] if more else None)
    order = BUST_IT_SETTLED if more else BUST_IT_FIRST
    lines = tuple(game.betting.settle(bet, facts, order) for bet in _in_order(state.bets, BUST_IT))
    return Step(state.without_bets_of(lines), lines)


def _in_order(bets: Iterable[Bet], wager: str) -> Iterator[Bet]:
    """The bets of one kind, from the dealer's far right, counterclockwise (665-25)."""
    of_kind = {bet.seat: bet for bet in bets if bet.wager == wager}
    return (of_kind[seat] for seat in counterclockwise(of_kind))


@implements("665a.7(g)#4", "665a.7(o)", "665a.7(p)#1", "665a.9(d)", readings=("665-26",))
def all_settled(game: "DoubleAttackBlackjack", state: Round) -> Step[Round]:
    """What lies is settled position by position from the dealer's far right: hands in their order, Insurance after them."""
    lines: list[Event] = []
    blackjack = is_blackjack(state.at(DEALER_PLACE))
    order = ON_BLACKJACK if blackjack else IN_ORDER
    for seat in counterclockwise({bet.seat for bet in state.bets}):
        for hand in state.own():
            if hand.seat == seat:
                facts = outcome(state, hand.place)
                lines.extend(
                    game.betting.settle(bet, facts, order) for bet in game.bets_of(state, hand.place)
                )
        lines.extend(
            game.betting.settle(bet, Outcome(dealer_blackjack=blackjack), order)
            for bet in state.bets
            if bet.seat == seat and bet.wager == INSURANCE
        )
    settled = state.without_bets_of(line for line in lines if isinstance(line, Settled))
    return Step(settled, tuple(lines))
