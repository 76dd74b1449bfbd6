"""Who is paid what, in which order: by the sister chapter (665a.7(h), 665a.7(o)-(p), reading 635-01), and the super bonus (635a.12(c))."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from houseway.equipment.cards import cards
from houseway.games.spanish_21.bonuses import is_super_bonus
from houseway.games.spanish_21.round import Round
from houseway.games.spanish_21.wagers import (
    INSURANCE,
    INSURANCE_WAGER,
    MATCH,
    MATCH_WAGER,
    SPANISH_21,
    Opening,
    Outcome,
    common,
)
from houseway.law import Clause, implements, pa
from houseway.money import Cents, FlatAmount
from houseway.table.areas import owner_of
from houseway.table.events import BonusPaid, Event, Settled, cited
from houseway.table.felt import Step
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.seats import counterclockwise
from houseway.table.twenty_one import is_blackjack, is_natural, total
from houseway.table.twenty_one_hole import insurance_settled
from houseway.table.twenty_one_play import BlackjackAnnounced
from houseway.table.wagers import Bet

if TYPE_CHECKING:
    from houseway.games.spanish_21.game import Spanish21

IN_ORDER = pa("665a.7(o)")
AT_ONCE = pa("665a.7(j)")
ON_BLACKJACK = pa("665a.7(g)#4")
BLACKJACK_PAID = (pa("665a.7(h)(1)#1"), pa("665a.7(h)(1)#2"))
SUPER_BONUS, LARGE_SUPER_BONUS = pa("635a.12(c)(1)"), common("super-bonus-over-25")
# From which wager the super bonus is paid, and from which the larger one.
_LEAST, _MOST = (int(dollars * 100) for dollars in SUPER_BONUS.span("wager"))
SUPER_FROM, LARGE_FROM = _LEAST, _MOST + 1
(_SUPER_DOLLARS,) = SUPER_BONUS.numbers("amount")


def outcome(state: Round, place: Place, *, given_up: bool = False, rescued: bool = False) -> Outcome:
    """What decides the wagers of a hand as things stand; a dealer whose hole card lies face down has no total."""
    dealer = state.placed(DEALER_PLACE)
    told = not dealer.down
    hand = state.at(place)
    return Outcome(
        cards=cards(hand),
        player=total(hand).points,
        dealer=total(dealer.cards).points if told else 0,
        blackjack=is_natural(state, place),
        dealer_blackjack=told and is_blackjack(dealer.cards),
        doubled=place in state.doubled,
        given_up=given_up,
        rescued=rescued,
    )


def hand_settled(game: "Spanish21", state: Round, place: Place, order: Clause, facts: Outcome) -> Step[Round]:
    """Every wager of a hand is settled, and its cards go to the rack."""
    lines = tuple(game.betting.settle(bet, facts, order) for bet in game.bets_of(state, place))
    return Step(state.without_bets_of(lines).without_places(place), lines)


def blackjack_paid(game: "Spanish21", state: Round, place: Place) -> Step[Round]:
    """A player's Blackjack, which beats any hand, is announced and paid when its turn comes."""
    announced = BlackjackAnnounced(seat=place.seat, **cited(BLACKJACK_PAID))
    step = hand_settled(game, state, place, BLACKJACK_PAID[0], outcome(state, place))
    return Step(step.state, (announced, *step.events))


def insurance_collected(game: "Spanish21", state: Round) -> Step[Round]:
    """Insurance is lost once the reader showed no Blackjack."""
    return insurance_settled(game, state, Outcome(), INSURANCE_WAGER)


@implements("common:spanish-21/match-the-dealer")
def matches_settled(game: "Spanish21", state: Round) -> Step[Round]:
    """Match the Dealer Wagers are settled once everybody has the first cards, from the dealer's far right (665-25)."""
    wagers = {bet.seat: bet for bet in state.bets if bet.wager == MATCH}
    lines = tuple(
        game.betting.settle(wagers[seat], _opening(state, seat), MATCH_WAGER)
        for seat in counterclockwise(wagers)
    )
    return Step(state.without_bets_of(lines), lines)


def _opening(state: Round, seat: int) -> Opening:
    first, second, up = cards((*state.at(Place(seat))[:2], state.at(DEALER_PLACE)[0]))
    return Opening(first, second, up)


def all_settled(game: "Spanish21", state: Round) -> Step[Round]:
    """What lies is settled position by position from the dealer's far right: hands in their order, Insurance after them."""
    lines: list[Event] = []
    blackjack = is_blackjack(state.at(DEALER_PLACE))
    order = ON_BLACKJACK if blackjack else IN_ORDER
    for seat in counterclockwise({bet.seat for bet in state.bets}):
        for hand in state.own():
            if hand.seat == seat:
                facts = outcome(state, hand.place)
                bets = game.bets_of(state, hand.place)
                lines.extend(game.betting.settle(bet, facts, order) for bet in bets)
                lines.extend(_super_bonus(game, state, hand.place, facts, bets))
        lines.extend(
            game.betting.settle(bet, Outcome(dealer_blackjack=blackjack), order)
            for bet in state.bets
            if bet.seat == seat and bet.wager == INSURANCE
        )
    settled = state.without_bets_of(line for line in lines if isinstance(line, Settled))
    return Step(settled, tuple(lines))


@implements("635a.12(c)(1)", "common:spanish-21/super-bonus-over-25", readings=("635-02",))
def super_bonus_of(game: "Spanish21", wagered: Cents) -> tuple[Clause, Cents]:
    """What the super bonus comes to on a wager, and by which row; nothing on one that is too small."""
    if wagered < SUPER_FROM:
        return SUPER_BONUS, 0
    if wagered < LARGE_FROM:
        return SUPER_BONUS, _SUPER_DOLLARS * 100
    return LARGE_SUPER_BONUS, game.submission.super_bonus


def _super_bonus(
    game: "Spanish21", state: Round, place: Place, facts: Outcome, bets: Iterable[Bet]
) -> Iterator[BonusPaid]:
    """Suited sevens against a seven, neither split nor doubled down on: their player's bonus, and everybody else's envy.

    Envy is a player's, who has it once for all positions played, and not for a bonus of one's own.
    """
    dealer = state.at(DEALER_PLACE)
    if facts.doubled or facts.dealer_blackjack or state.is_split(place.seat) or len(facts.cards) != 3:
        return
    if not is_super_bonus(*facts.cards, *cards(dealer[:1])):
        return
    wagered = sum(bet.amount for bet in bets if bet.wager == SPANISH_21)
    clause, amount = super_bonus_of(game, wagered)
    if not amount:
        return
    yield _paid(place.seat, "Super Bonus", amount, clause)
    had = {owner_of(state, place.seat)}
    for seat in counterclockwise({other.seat for other in state.drawn if other.seat in state.seats}):
        if game.submission.envy and (player := owner_of(state, seat)) not in had:
            had.add(player)
            yield _paid(seat, "Envy Bonus", game.submission.envy, LARGE_SUPER_BONUS)


def _paid(seat: int, bonus: str, amount: Cents, clause: Clause) -> BonusPaid:
    return BonusPaid(
        seat=seat,
        bonus=bonus,
        base=SPANISH_21,
        paid=amount,
        odds=str(FlatAmount(amount)),
        pays=clause.id,
        clause=clause.id,
    )
