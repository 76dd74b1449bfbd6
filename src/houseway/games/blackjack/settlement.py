"""Who is paid what, in which order, once the cards lie (633a.7(h), 633a.7(o)-(p), 633a.8-633a.11)."""

from typing import TYPE_CHECKING, Any

import msgspec

from houseway.equipment.decks import Clauses
from houseway.games.blackjack.opening import (
    PAID_AGAINST_A_BLACKJACK,
    SETTLED_FIRST,
    opening_of,
    paired_of,
    run_of,
)
from houseway.games.blackjack.payout_limit import SHARED, limited, top_hand
from houseway.games.blackjack.round import SETTLING, Round
from houseway.games.blackjack.wagers import (
    BAD_BEAT,
    BLACKJACK,
    DOUBLE_DOWN,
    HIT_AND_RUN,
    HOUSE_MONEY,
    INSURANCE,
    PAIRED,
    SPLIT,
    STRAIGHT_JACK,
    DealersHand,
    Outcome,
)
from houseway.law import Clause, implements, pa
from houseway.money import Cents, MeterShare, MeterShareAndOdds
from houseway.table.events import Event, Result, cited
from houseway.table.felt import Step
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.progressive import Award
from houseway.table.twenty_one import is_blackjack, is_natural, total
from houseway.table.twenty_one_play import BlackjackAnnounced
from houseway.table.wagers import Bet, Verdict

if TYPE_CHECKING:
    from houseway.games.blackjack.game import Blackjack

OPTIONAL_IN_ORDER = pa("633a.7(o)")
HIT_AND_RUN_NOW = pa("633a.7(o)(2)")
STRAIGHT_JACK_NOW = pa("633a.7(o)(3)")
MAIN = pa("633a.7(p)")
ON_BLACKJACK = pa("633a.7(h)#4")
BUST = pa("common:blackjack/bust")
EVEN_MONEY = pa("633a.8[even_money]")
INSURANCE_LOST = pa("common:blackjack/insurance")
# A Blackjack is paid when its turn comes, as the sister chapter has it (633-01).
BLACKJACK_PAID: Clauses = (MAIN, pa("665a.7(h)(1)#1"))

_PROGRESSIVE = (HIT_AND_RUN, STRAIGHT_JACK)
_OPTIONAL = {HIT_AND_RUN: HIT_AND_RUN_NOW, STRAIGHT_JACK: STRAIGHT_JACK_NOW, BAD_BEAT: OPTIONAL_IN_ORDER}
_HANDS = (BLACKJACK, SPLIT, DOUBLE_DOWN)
# With a dealer's Blackjack, in the order of 633a.7(h), and what it does not name after that (C-60).
_AGAINST_A_BLACKJACK = (*_HANDS, BAD_BEAT, HIT_AND_RUN, INSURANCE, HOUSE_MONEY, STRAIGHT_JACK)


@implements("633a.1[blackjack]", "633a.3(e)")
def outcome(state: Round, place: Place, *, given_up: bool = False, even_money: bool = False) -> Outcome:
    """What decides the wagers of a hand as things stand; a dealer whose hole card lies face down has no total."""
    dealer = state.placed(DEALER_PLACE)
    told = not dealer.down
    return Outcome(
        player=total(state.at(place)).points,
        dealer=total(dealer.cards).points if told else 0,
        blackjack=is_natural(state, place),
        dealer_blackjack=told and is_blackjack(dealer.cards),
        given_up=given_up,
        even_money=even_money,
    )


def hand_settled(
    game: "Blackjack",
    state: Round,
    place: Place,
    order: Clause,
    *,
    given_up: bool = False,
    even_money: bool = False,
) -> Step[Round]:
    """Every wager of a hand is settled, and its cards go to the rack."""
    facts = outcome(state, place, given_up=given_up, even_money=even_money)
    lines = tuple(game.betting.settle(bet, facts, order) for bet in game.bets_of(state, place))
    return Step(state.without_bets_of(lines).without_places(place), lines)


def blackjack_paid(game: "Blackjack", state: Round, place: Place) -> Step[Round]:
    """A player's Blackjack is announced and paid when its turn comes."""
    announced = BlackjackAnnounced(seat=place.seat, **cited(BLACKJACK_PAID))
    step = hand_settled(game, state, place, MAIN)
    return Step(step.state, (announced, *step.events))


# All cards lie: optional wagers from the far right, then the hands; against a Blackjack all of a position together.


def _hand_of(bet: Bet) -> Place:
    return Place(bet.seat, int(bet.pick or 1))


@implements("633a.7(h)#4", "633a.7(o)", "633a.7(o)(2)", "633a.7(o)(3)", readings=("C-60",))
def _turn_of(bet: Bet, *, blackjack: bool) -> tuple[int, int, int, int]:
    """Where a wager stands in the sweep, the lowest first."""
    hand = int(bet.pick or 1)
    if bet.wager in PAIRED:
        # What only waited for the hole card comes before everything else.
        return (-1, -bet.seat, PAIRED.index(bet.wager), 0)
    if blackjack:
        kind = _AGAINST_A_BLACKJACK.index(bet.wager)
        return (0, -bet.seat, 0 if bet.wager in _HANDS else kind, hand)
    if bet.wager in _OPTIONAL:
        return (0, -bet.seat, tuple(_OPTIONAL).index(bet.wager), 0)
    return (1, -bet.seat, hand, _HANDS.index(bet.wager))


def _order_of(bet: Bet, *, blackjack: bool) -> Clause:
    if bet.wager in PAIRED:
        return SETTLED_FIRST
    if blackjack:
        return PAID_AGAINST_A_BLACKJACK if bet.wager == HOUSE_MONEY else ON_BLACKJACK
    return _OPTIONAL.get(bet.wager, MAIN)


def _facts(state: Round, bet: Bet) -> Any:
    dealer = state.at(DEALER_PLACE)
    blackjack = is_blackjack(dealer)
    match bet.wager:
        case "house-money":
            return opening_of(state, bet.seat)
        case "straight-jack":
            return run_of(state, bet.seat)
        case "royal-match-21" | "kings-bounty":
            return paired_of(state, bet.seat)
        case "hit-and-run":
            return DealersHand(len(dealer), blackjack=blackjack)
        case "insurance":
            return Outcome(dealer_blackjack=blackjack)
    return outcome(state, _hand_of(bet))


@implements("633a.7(h)#3", "633a.7(g)(10)(i)(A)", "633a.7(o)(2)(ii)", "633a.7(o)(3)(ii)")
def swept(game: "Blackjack", state: Round) -> Step[Round]:
    """What lies is settled in its order, up to a progressive payout that is to be checked first."""
    state = msgspec.structs.replace(state, phase=SETTLING)
    blackjack = is_blackjack(state.at(DEALER_PLACE))
    lines: list[Event] = []
    awards = _top_awards(game, state)
    for bet in sorted(state.bets, key=lambda bet: _turn_of(bet, blackjack=blackjack)):
        if bet.wager == BAD_BEAT:
            # The round waits for what the system tells.
            break
        facts, order = _facts(state, bet), _order_of(bet, blackjack=blackjack)
        verdict = game.catalogue[bet.wager].decide(facts, bet.pick)
        if bet.wager in _PROGRESSIVE and verdict.result is Result.WIN:
            step = _progressive_won(game, state, bet, verdict)
            return Step(step.state, (*lines, *step.events))
        line = game.betting.settle(bet, facts, order)
        if bet in awards:
            line = msgspec.structs.replace(line, paid=awards[bet], also=(SHARED.id,))
        lines.append(line)
        state = state.without_bets_of((line,))
    return Step(state, tuple(lines))


def _top_awards(game: "Blackjack", state: Round) -> dict[Bet, Cents]:
    """What top hands are paid where the operator's limit on them cuts in; nothing where it does not."""
    due = {
        bet: game.betting.settle(bet, _facts(state, bet), SETTLED_FIRST).paid
        for bet in state.bets
        if bet.wager in PAIRED and _is_top(state, bet)
    }
    paid = limited([(bet.amount, amount) for bet, amount in due.items()], game.submission.payout_limit)
    return {bet: made for (bet, amount), made in zip(due.items(), paid, strict=True) if made != amount}


def _is_top(state: Round, bet: Bet) -> bool:
    facts = paired_of(state, bet.seat)
    return facts.dealer_blackjack and bool(top_hand(facts.first, facts.second))


@implements("633a.7(o)(2)(ii)(C)#4", "633a.7(o)(3)(ii)(C)#4", readings=("C-70",))
def _progressive_won(game: "Blackjack", state: Round, bet: Bet, verdict: Verdict) -> Step[Round]:
    """A progressive win is announced, and checked before it is paid; several who win the whole meter share it."""
    assert state.progressive is not None, "the wager is offered with a meter only"
    assert verdict.line is not None, "a win has its line"
    whole = sum(_wins_whole_meter(game, state, other) for other in state.bets if other.wager == bet.wager)
    shared = game.service.shared(state.progressive, whole) if _is_whole(verdict) else state.progressive
    award = game.service.award(shared, bet, verdict)
    won = game.service.won(award, verdict.line)
    return Step(msgspec.structs.replace(state, progressive=shared, award=award), (won,))


def _is_whole(verdict: Verdict) -> bool:
    odds = verdict.line.odds if verdict.line else None
    share = odds.share if isinstance(odds, MeterShareAndOdds) else odds
    return isinstance(share, MeterShare) and share.percent == 100


def _wins_whole_meter(game: "Blackjack", state: Round, bet: Bet) -> bool:
    return _is_whole(game.catalogue[bet.wager].decide(_facts(state, bet), bet.pick))


@implements("633a.7(o)(2)(ii)(C)#2", "633a.7(o)(3)(ii)(C)#2", readings=("C-71",))
def payout_made(game: "Blackjack", state: Round, award: Award, events: tuple[Event, ...]) -> Step[Round]:
    """A progressive payout that was checked is made, by the cage where it may not come from the tray; the sweep goes on."""
    assert state.progressive is not None, "an award needs a progressive"
    paid = game.service.pay(state.progressive, award)
    after = msgspec.structs.replace(state.without_bets_of(paid.events), progressive=paid.state, award=None)
    step = game.settled(after)
    return Step(step.state, (*events, *paid.events, *step.events))
