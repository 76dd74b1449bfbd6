"""The first cards, and what they decide before anybody draws: optional wagers, and House Money taken or added (633a.7(g))."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.cards import cards
from houseway.games.blackjack.cards import DEAL, PLAY
from houseway.games.blackjack.house_money import added_part
from houseway.games.blackjack.payout_limit import top_hand
from houseway.games.blackjack.round import OPENING, Round
from houseway.games.blackjack.wagers import (
    BLACKJACK,
    HOUSE_MONEY,
    PAIRED,
    STRAIGHT_JACK,
    THREE_CARD_POKER,
    Drawn,
    Opening,
    Paired,
)
from houseway.law import implements, pa
from houseway.money import Cents
from houseway.table.events import Event, Result
from houseway.table.felt import Step
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.seats import clockwise, counterclockwise
from houseway.table.shoe_felt import Face
from houseway.table.shoe_game import Due, Turn
from houseway.table.twenty_one import is_blackjack
from houseway.table.twenty_one_felt import Check
from houseway.table.wagers import Bet, bet_at, raised, with_bet

if TYPE_CHECKING:
    from houseway.games.blackjack.game import Blackjack

# What a player says of a House Money payout.
TAKE, ADD = "take-house-money", "add-house-money"

SETTLED_FIRST = pa("633a.7(g)#1")
FROM_THE_RIGHT = pa("633a.7(g)#2")
CHOICE = (pa("633a.7(g)(10)(ii)#2"), pa("633a.7(g)(10)(ii)(B)#2"))
CHOICE_AFTER_THE_CHECK = (*CHOICE, pa("633a.7(g)(10)(i)(B)"))
MERGED = pa("633a.7(g)(10)(ii)(C)#1")
PAID_AGAINST_A_BLACKJACK = pa("633a.7(g)(10)(i)(A)")
# In the order of the paragraphs.
_WAGERS = (*PAIRED, THREE_CARD_POKER, STRAIGHT_JACK, HOUSE_MONEY)


@implements("common:blackjack/deal")
def first_cards(state: Round) -> tuple[Due, ...]:
    """A card to every box with a Blackjack Wager, one up to the dealer, a second to every box, and the hole card."""
    seats = {bet.seat for bet in state.bets if bet.wager == BLACKJACK}
    players = [Place(seat) for seat in clockwise(seats)]
    if not players:
        return ()
    boxes = tuple(Due(place, Face.UP, (DEAL,)) for place in players)
    return (
        *boxes,
        Due(DEALER_PLACE, Face.UP, (DEAL,)),
        *boxes,
        Due(DEALER_PLACE, Face.DOWN, (DEAL, *PLAY.hole_down)),
    )


# What the cards are for each wager.


def opening_of(state: Round, seat: int) -> Opening:
    """A position's first two cards and the up card."""
    first, second = cards(run_codes(state, seat)[:2])
    (up,) = cards(state.at(DEALER_PLACE)[:1])
    return Opening(first, second, up)


def paired_of(state: Round, seat: int) -> Paired:
    """What decides Royal Match 21 and King's Bounty: the first two cards, the up card, and what is known of the hole card."""
    facts, dealer = opening_of(state, seat), state.placed(DEALER_PLACE)
    blackjack = not dealer.down and is_blackjack(dealer.cards)
    return Paired(facts.first, facts.second, facts.up, dealer_blackjack=blackjack)


def facts_of(state: Round, bet: Bet) -> Opening | Drawn | Paired:
    """What decides a wager on the first cards."""
    if bet.wager == STRAIGHT_JACK:
        return run_of(state, bet.seat)
    return paired_of(state, bet.seat) if bet.wager in PAIRED else opening_of(state, bet.seat)


def run_codes(state: Round, seat: int) -> tuple[str, ...]:
    """The cards that count for Straight Jack: those of the first hand, or what was kept of it."""
    return dict(state.run).get(seat, state.at(Place(seat)))


def run_of(state: Round, seat: int) -> Drawn:
    """The cards that count for Straight Jack, as small integers."""
    return Drawn(cards(run_codes(state, seat)))


def with_run(state: Round, seat: int) -> Round:
    """The state with a position's cards noted as they are now, because the hand goes to the rack or is split (C-59, C-61)."""
    if seat in dict(state.run):
        return state
    return msgspec.structs.replace(state, run=(*state.run, (seat, state.at(Place(seat)))))


# The sweep.


@implements("633a.7(g)(10)(i)", readings=("C-62",))
def waits_for_the_hole_card(state: Round) -> bool:
    """Whether House Money winners wait because the hole card is to be checked first."""
    return state.up_card in PLAY.checked_up_cards and state.check is not Check.NO_BLACKJACK


@implements("633a.7(g)(10)(ii)#2", "633a.7(g)(10)(ii)(B)#3", "633a.7(g)(10)(i)(B)", readings=("C-63",))
def choosing(game: "Blackjack", state: Round) -> Turn | None:
    """Who is to say what becomes of a House Money payout; with a Blackjack too, but not without a Blackjack Wager."""
    bet = _next(game, state)
    if bet is None or bet.wager != HOUSE_MONEY or not _has_a_choice(game, state, bet):
        return None
    clauses = CHOICE_AFTER_THE_CHECK if state.check is Check.NO_BLACKJACK else CHOICE
    payout = game.betting.settle(bet, opening_of(state, bet.seat), SETTLED_FIRST).paid
    return Turn(Place(bet.seat), (TAKE, ADD) if _part(game, payout) else (TAKE,), clauses)


def _part(game: "Blackjack", payout: Cents) -> Cents:
    """What of a payout the operator lets a player add."""
    share = Fraction(game.submission.house_money_percent, 100)
    return added_part(payout, share, game.betting.steps[BLACKJACK, ""])


def _has_a_choice(game: "Blackjack", state: Round, bet: Bet) -> bool:
    wins = game.catalogue[HOUSE_MONEY].decide(opening_of(state, bet.seat), "").result is Result.WIN
    return wins and bet_at(state.bets, bet.seat, BLACKJACK, "") is not None


def _next(game: "Blackjack", state: Round) -> Bet | None:
    """The next optional wager that the first cards decide."""
    return next(_decided(game, state), None)


@implements("633a.7(g)#1", "633a.7(g)#2")
def _decided(game: "Blackjack", state: Round) -> Iterator[Bet]:
    """What the first cards decide, from the dealer's far right, counterclockwise."""
    for seat in counterclockwise({bet.seat for bet in state.bets}):
        for name in _WAGERS:
            bet = bet_at(state.bets, seat, name, "")
            if bet is None or (name == STRAIGHT_JACK and _goes_on(game, state, seat)):
                continue
            if waits_for_the_hole_card(state) and _waits(game, state, bet):
                continue
            yield bet


def _waits(game: "Blackjack", state: Round, bet: Bet) -> bool:
    """Whether a wager hangs on the hole card: House Money that has won, and a pair that a dealer's Blackjack makes a top hand."""
    if bet.wager in PAIRED:
        facts = paired_of(state, bet.seat)
        return bool(top_hand(facts.first, facts.second))
    return bet.wager == HOUSE_MONEY and _wins_money(game, state, bet.seat)


def _goes_on(game: "Blackjack", state: Round, seat: int) -> bool:
    """Whether a Straight Jack Wager has won already, and stays for what is drawn."""
    return game.catalogue[STRAIGHT_JACK].decide(run_of(state, seat), "").result is Result.WIN


def _wins_money(game: "Blackjack", state: Round, seat: int) -> bool:
    return game.catalogue[HOUSE_MONEY].decide(opening_of(state, seat), "").result is Result.WIN


def opening_settled(game: "Blackjack", state: Round) -> Step[Round]:
    """What the first cards decide is settled, up to a player who is to say what becomes of House Money."""
    state = msgspec.structs.replace(state, phase=OPENING)
    lines: list[Event] = []
    while (bet := _next(game, state)) is not None:
        if bet.wager == HOUSE_MONEY and _has_a_choice(game, state, bet):
            return Step(state, tuple(lines))
        line = game.betting.settle(bet, facts_of(state, bet), SETTLED_FIRST)
        lines.append(msgspec.structs.replace(line, also=(FROM_THE_RIGHT.id,)))
        state = state.without_bets_of((line,))
    after = game.opened(state)
    return Step(after.state, (*lines, *after.events))


@implements("633a.7(g)(10)(ii)(A)", "633a.7(g)(10)(ii)(B)#2", "633a.7(g)(10)(ii)(C)#1")
def house_money_decided(game: "Blackjack", state: Round, seat: int, *, add: bool) -> Step[Round]:
    """The dealer hands the payout to its player, or puts it on the Blackjack Wager, which is one wager from then on."""
    bet, first = bet_at(state.bets, seat, HOUSE_MONEY, ""), bet_at(state.bets, seat, BLACKJACK, "")
    assert bet is not None, "only who has the choice decides"
    assert first is not None, "only who has a Blackjack Wager may add to it"
    line = game.betting.settle(bet, opening_of(state, seat), SETTLED_FIRST)
    state = state.without_bets_of((line,))
    events: tuple[Event, ...] = (line,)
    if add:
        part = _part(game, line.paid)
        more, put_on = raised(first, part, MERGED)
        events = (msgspec.structs.replace(line, paid=line.paid - part), put_on)
        state = msgspec.structs.replace(state, bets=with_bet(state.bets, more), added=(*state.added, seat))
    after = opening_settled(game, state)
    return Step(after.state, (*events, *after.events))
