"""The course of a hand: from street to street, who acts first on each, and when it comes to a showdown."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from houseway.equipment.cards import UNSEEN, card
from houseway.equipment.decks import Clauses
from houseway.games.poker.clauses import ALL_IN, INTO_THE_POT, USUAL, in_each
from houseway.games.poker.events import BettingClosed, UncalledReturned
from houseway.games.poker.round import (
    BETTING_ROUND,
    BRINGING_IN,
    DEALING,
    DRAWING,
    SHOWDOWN,
    Discarded,
    Holder,
    PokerHand,
)
from houseway.games.poker.settlement import everyone_has_shown, last_one_left, settle
from houseway.games.poker.submission import PokerSubmission
from houseway.games.poker.variants import Opener, Street
from houseway.law import Clause, implements
from houseway.table.betting_round import LIMIT, NOBODY, Bettor, Terms, opened
from houseway.table.events import Cites, Event
from houseway.table.felt import Step
from houseway.table.low_hands import ace_low
from houseway.table.pots import uncalled
from houseway.table.rankings import showing_high, showing_low
from houseway.table.seats import clockwise

if TYPE_CHECKING:
    from houseway.games.poker.game import Poker


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStreet:
    """A street as a table plays it: how it is bet, also in a kill, and by which clauses players are asked and answer."""

    street: Street
    terms: Terms
    killed: Terms
    asked: Clause
    choices: Clauses
    closed: Clause
    dealt: Clauses
    # As events cite them: an answer, a call, one that takes everything, the end of the betting, cards dealt and thrown.
    answered: Cites
    called: Cites
    all_in: Cites
    closing: Cites
    dealing: Cites
    throwing: Cites


def streets_of(chosen: PokerSubmission) -> tuple[TableStreet, ...]:
    """The streets of the operator's variant; before the first cards its section says how it is bet."""
    section, found = chosen.chosen.section, []
    for number, street in enumerate(chosen.chosen.streets):
        clauses = street.clauses
        asked, closed = section.first, section.closed
        choices: Clauses = (section.choices, section.option)
        dealt: Clauses = (section.dealt, section.dealt_last)
        if number:
            asked, choices = clauses.first, (clauses.choices, *clauses.betting)
            closed, dealt = clauses.closed, (clauses.dealt,)
        found.append(
            TableStreet(
                street=street,
                terms=terms_of(chosen, street, killed=False),
                killed=terms_of(chosen, street, killed=True),
                asked=asked,
                choices=choices,
                closed=closed,
                dealt=dealt,
                answered=Cites.of(*choices),
                called=Cites.of(*choices, INTO_THE_POT),
                all_in=Cites.of(*choices, INTO_THE_POT, ALL_IN),
                closing=Cites.of(closed, *clauses.betting),
                dealing=Cites.of(*dealt),
                throwing=Cites.of(clauses.discards, clauses.order),
            )
        )
    return tuple(found)


@implements("common:poker/structure", "637a.19(l)(3)#1", *in_each("(b)#3"))
def terms_of(chosen: PokerSubmission, street: Street, *, killed: bool) -> Terms:
    """How a street is bet; a posted Blind is no raise. Only the sections of the chapter have the first bet or check."""
    times, of = chosen.factor(killed=killed)
    limit = chosen.structure is LIMIT
    return Terms(
        structure=chosen.structure,
        bet=(chosen.big_bet if limit and street.big else chosen.bet) * times // of,
        chip=chosen.smallest_chip,
        most_raises=chosen.most_raises if limit else 0,
        reopening=chosen.reopening,
        first_folds=chosen.chosen.section is USUAL,
    )


def street_of(game: "Poker", state: PokerHand) -> Street:
    """The street that the hand has come to."""
    return game.variant.streets[state.street]


def terms(game: "Poker", state: PokerHand) -> Terms:
    """How this street is bet in this hand."""
    here = game.streets[state.street]
    return here.killed if state.killed else here.terms


def go_on(game: "Poker", state: PokerHand, events: tuple[Event, ...]) -> Step[PokerHand]:
    """The hand as far as it goes by itself, once a move is made."""
    betting = state.betting
    if betting is not None:
        return _closed(game, state, events) if betting.turn == NOBODY else Step(state, events)
    if state.phase == SHOWDOWN and everyone_has_shown(state):
        step = settle(game, state)
        return Step(step.state, (*events, *step.events))
    return Step(state, events)


def go_on_without(game: "Poker", state: PokerHand, seat: int, events: tuple[Event, ...]) -> Step[PokerHand]:
    """The hand as far as it goes by itself, once a player is out of it; the last one left has won."""
    state = into_the_muck(state, seat)
    if len(state.live) > 1:
        return go_on(game, state, events)
    step = last_one_left(game, state)
    return Step(step.state, (*events, *step.events))


@implements(*in_each("(g)#4"), "637a.19(h)#4", "637a.20(h)#8", "637a.21(h)#8")
@implements("637a.7(c)")
def _closed(game: "Poker", state: PokerHand, events: tuple[Event, ...]) -> Step[PokerHand]:
    """A betting round is complete: what nobody called goes back, and the next street or the showdown follows."""
    here = game.streets[state.street]
    assert state.betting is not None, "a betting round was under way"
    pot = state.betting.pot
    back = uncalled([(other.seat, other.bet, not other.folded) for other in state.betting.bettors])
    if back is not None:
        state = replace(state, holders=state.putting_in(back.seat, -back.cents))
        pot -= back.cents
        events = (*events, UncalledReturned(seat=back.seat, amount=back.cents, clause=here.closed.id))
    told = here.closing
    closed = BettingClosed(street=state.street, pot=pot, clause=told.clause, also=told.also)
    return _next_street(game, state, (*events, closed))


def _next_street(game: "Poker", state: PokerHand, events: tuple[Event, ...]) -> Step[PokerHand]:
    if state.street + 1 == len(game.variant.streets):
        return go_on(game, replace(state, phase=SHOWDOWN, betting=None), events)
    street = game.variant.streets[state.street + 1]
    return Step(
        replace(
            state,
            betting=None,
            street=state.street + 1,
            dealt=0,
            # Eight who stay to the last card of stud leave one card, which is laid open for all.
            to_burn=street.burn if street.draw else min(street.burn, max(state.stub - 1, 0)),
            phase=DRAWING if street.draw else DEALING,
            drawing=state.order() if street.draw else (),
        ),
        events,
    )


def into_the_muck(state: PokerHand, seat: int) -> PokerHand:
    """The hand with the cards of a player among the discards."""
    holder = state.holder(seat)
    assert holder is not None, "only who is in the hand has cards"
    gone = Discarded(seat=seat, draw=0, cards=holder.cards)
    empty = replace(holder, down=(), up=(), folded=True)
    return replace(state, holders=state.holders_with(empty, holder), muck=(*state.muck, gone))


# A betting round begins.


def cards_are_out(game: "Poker", state: PokerHand, events: tuple[Event, ...]) -> Step[PokerHand]:
    """The cards of a street are dealt or drawn: somebody brings it in, the betting opens, or nobody can bet any more."""
    if game.variant.brings_in and not state.street:
        bringing = who_brings_in(game, state)
        if bringing:
            return Step(replace(state, phase=BRINGING_IN, bringing=bringing), events)
    first_round = not state.street
    betting = opened(
        bettors(state, first_to_act(game, state), posted=first_round),
        state.to_call if first_round else 0,
        pot=state.pot,
    )
    return go_on(game, replace(state, phase=BETTING_ROUND, betting=betting), events)


def bettors(state: PokerHand, first: int, *, posted: bool) -> tuple[Bettor, ...]:
    """The players as a betting round sees them, beginning with this one; what was posted before the first cards stands in it."""
    found = [
        Bettor(seat=holder.seat, stack=holder.stack, bet=holder.posted if posted else 0)
        for holder in state.holders
        if not holder.folded
    ]
    while found[0].seat != first:
        found.append(found.pop(0))
    return tuple(found)


@implements(
    *in_each("(g)#1"),
    "637a.19(h)#2",
    "637a.19(i)#2",
    "637a.19(j)#2",
    "637a.20(h)#6",
    "637a.20(i)#2",
    "637a.20(j)#2",
    "637a.21(h)#6",
    "637a.21(i)#2",
    "637a.21(j)#2",
)
def first_to_act(game: "Poker", state: PokerHand) -> int:
    """Who is asked first: left of the last Blind or straddle, from the next street on left of the button, or whose up cards say so."""
    if game.variant.brings_in:
        return _by_showing(game, state)
    if state.street or not state.last_post:
        return state.order()[0]
    return next(clockwise(state.order(), state.last_post))


# Up cards.


@implements("common:poker/bring-in")
def who_brings_in(game: "Poker", state: PokerHand) -> tuple[int, ...]:
    """Who shows the lowest card, by suit among equals; in Razz the highest. Who shows none that is known may be it.

    In the place of a player whose ante was everything, the next clockwise with chips brings it in; nobody does where only
    one has any.
    """
    low = game.variant.opener is Opener.LOWEST_SHOWING

    def key(holder: Holder) -> tuple[int, int]:
        number = card(holder.up[0])
        return (-ace_low(number), -(number & 3)) if low else (number >> 2, number & 3)

    known = [holder for holder in state.live if UNSEEN not in holder.up]
    unknown = tuple(holder.seat for holder in state.live if UNSEEN in holder.up)
    decided = (*((min(known, key=key).seat,) if known else ()), *unknown)
    able = [holder.seat for holder in state.live if holder.stack]
    return tuple(dict.fromkeys(next(clockwise(able, seat - 1)) for seat in decided)) if len(able) > 1 else ()


def _by_showing(game: "Poker", state: PokerHand) -> int:
    """Who shows the highest hand, in Razz the lowest; among equals the first at the dealer's left."""
    worth = showing_low if game.variant.opener is Opener.LOWEST_SHOWING else showing_high
    known = [holder for holder in state.live if UNSEEN not in holder.up]
    if not known:
        return state.order()[0]
    return max(known, key=lambda holder: worth(tuple(map(card, holder.up)))).seat
