"""Blackjack (58 Pa. Code 633a): the game under an operator's submission."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from houseway.equipment.decks import Clauses
from houseway.games.blackjack import events, words
from houseway.games.blackjack.bad_beat import waiting
from houseway.games.blackjack.cards import CARDS, DOUBLE_SHOE, PLAY, SURRENDER
from houseway.games.blackjack.checklist import checklist
from houseway.games.blackjack.display import display
from houseway.games.blackjack.editions import EDITIONS
from houseway.games.blackjack.irregularities import REMEDIES
from houseway.games.blackjack.layout import felt
from houseway.games.blackjack.opening import (
    ADD,
    CHOICE,
    PAID_AGAINST_A_BLACKJACK,
    TAKE,
    choosing,
    first_cards,
    house_money_decided,
    opening_settled,
    with_run,
)
from houseway.games.blackjack.progressive import RULES as PROGRESSIVES
from houseway.games.blackjack.round import OPENING, Round
from houseway.games.blackjack.rules import RULES
from houseway.games.blackjack.settlement import (
    BUST,
    INSURANCE_LOST,
    blackjack_paid,
    hand_settled,
    payout_made,
    swept,
)
from houseway.games.blackjack.submission import LAYOUT, SEATS, BlackjackSubmission, ProgressiveWager
from houseway.games.blackjack.wagering import BlackjackWagering
from houseway.games.blackjack.wagers import (
    BLACKJACK,
    DOUBLE_DOWN,
    HIT_AND_RUN,
    INSURANCE,
    SPLIT,
    STRAIGHT_JACK,
    Outcome,
)
from houseway.law import implements, pa
from houseway.table import card_play, progressive_events, shoe_play, twenty_one_play
from houseway.table.card_felt import DEALING, SettledLine
from houseway.table.card_play import SettlementReversed
from houseway.table.coupon_play import CouponPlay
from houseway.table.events import Event, Result, Settled, union_of
from houseway.table.felt import Step
from houseway.table.layout import Display
from houseway.table.moves import Move
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.progressive import Award, ProgressiveService
from houseway.table.progressive_events import SettledByCage
from houseway.table.shoe_game import Due, Turn
from houseway.table.shoe_play import Decide
from houseway.table.twenty_one import TwentyOne
from houseway.table.twenty_one_display import hands, result
from houseway.table.twenty_one_felt import LATE, PLAYING, Check
from houseway.table.twenty_one_hole import insurance_returned, insurance_settled, on_the_up_card
from houseway.table.twenty_one_wagering import HandMeans
from houseway.table.wagers import Bet, Range

VALUE_CHIPS = pa("665a.6(a)#1")
LEAVING = PLAY.locked[0]

# A wager that House Money was added to is matched whole.
MATCHED = {
    "split": (pa("633a.7(g)(10)(ii)(C)#2"),),
    "double-down": (pa("633a.7(g)(10)(ii)(C)#3"),),
}

_ABOUT_HOUSE_MONEY = {TAKE: "take House Money", ADD: "add House Money to the wager"}


class Blackjack(TwentyOne[Round]):
    """The game, under an operator's submission."""

    name = "blackjack"
    title = "Blackjack"
    editions = EDITIONS
    rules = RULES
    submission_type = BlackjackSubmission
    event_type = union_of(card_play, shoe_play, twenty_one_play, progressive_events, events)
    catalogue = BlackjackSubmission.catalogue
    irregularities = REMEDIES

    cards = CARDS
    hand_size = 2
    first_wager, split_wager, double_wager, insurance_wager = BLACKJACK, SPLIT, DOUBLE_DOWN, INSURANCE

    seats_clause = SEATS
    leaving_clause = LEAVING
    opening_clause = LAYOUT
    placing_clause = VALUE_CHIPS
    means = HandMeans()
    # A coupon stays with the Blackjack Wager, and so with the first hand of a split (665-29, X-04).
    coupons = CouponPlay(wagers=(BLACKJACK,))

    def __init__(self, submission: BlackjackSubmission | None = None) -> None:
        self.submission = submission or BlackjackSubmission()
        chosen = self.submission
        self.choices = chosen.choices()
        self.cards = DOUBLE_SHOE if chosen.double_shoe else CARDS
        self.catalogue = chosen.chosen
        self.seats = chosen.seats
        self.betting = chosen.betting(self.catalogue)
        self.play = replace(
            PLAY,
            most_splits=chosen.most_hands - 1,
            most_ace_splits=chosen.most_hands - 1 if chosen.resplit_aces else PLAY.most_ace_splits,
            aces_take_one=not chosen.split_aces_draw,
        )
        wager = STRAIGHT_JACK if chosen.progressive is ProgressiveWager.NONE else chosen.progressive
        self.service = ProgressiveService(PROGRESSIVES[wager], chosen.meter)
        self.wagering = BlackjackWagering(self)
        self.layout = felt(chosen)
        self.checklist = checklist(chosen)

    @classmethod
    def under(cls, submission: BlackjackSubmission) -> "Blackjack":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table without cards, the meter at its seed."""
        progressive = self.submission.progressive is not ProgressiveWager.NONE
        return Round(kit=self.choices.kit(), progressive=self.service.start() if progressive else None)

    # The course of a round.

    def first_cards(self, state: Round) -> tuple[Due, ...]:
        """Two rounds, the dealer's first card up and the second down."""
        return first_cards(state)

    def took(self, state: Round, due: Due, card: str) -> Step[Round]:
        """With the first card the progressive system is locked."""
        if len(state.drawn) > 1 or state.phase != DEALING:
            return super().took(state, due, card)
        state = msgspec.structs.replace(state, shown=())
        if state.progressive is None:
            return super().took(state, due, card)
        bets = tuple(bet for bet in state.bets if bet.wager == self.service.rules.wager)
        begun = self.service.begin(state.progressive, bets)
        step = super().took(msgspec.structs.replace(state, progressive=begun.state), due, card)
        return Step(step.state, (*begun.events, *step.events))

    def dealt_in(self, state: Round) -> Step[Round]:
        """What the first cards decide is settled before more are dealt and before the card reader is used."""
        return opening_settled(self, state)

    @implements("633a.7(h)#1", readings=("C-62",))
    def opened(self, state: Round) -> Step[Round]:
        """After the optional wagers: Insurance, the card reader, or the players' turns."""
        if state.check is Check.NO_BLACKJACK:
            return Step(msgspec.structs.replace(state, phase=PLAYING), ())
        return on_the_up_card(self, state)

    def up_card_corrected(self, state: Round) -> Step[Round]:
        """An up card put right decides anew; Insurance that was made on what is no ace goes back."""
        if state.up_card == "A":
            return self.dealt_in(state)
        back = insurance_returned(self, state)
        step = self.dealt_in(back.state)
        return Step(step.state, (*back.events, *step.events))

    def corrected(self, state: Round, place: Place) -> Step[Round]:
        """A card put right while House Money is decided may decide other wagers."""
        return self.dealt_in(state) if state.phase == OPENING else super().corrected(state, place)

    def turn(self, state: Round) -> Turn | None:
        """Who says what becomes of House Money, or whose hand is played."""
        return choosing(self, state) if state.phase == OPENING else super().turn(state)

    def decided(self, state: Round, move: Decide) -> Step[Round]:
        """What a player said is done; a split freezes the run of Straight Jack (C-61)."""
        if move.decision in (TAKE, ADD):
            return house_money_decided(self, state, move.seat, add=move.decision == ADD)
        if move.decision == "split":
            state = with_run(state, move.seat)
        return super().decided(state, move)

    @implements("633a.7(g)(10)(i)(A)")
    def takes_no_decision(self, state: Round, place: Place, decision: str) -> Clauses:
        """House Money is not added against a dealer's Blackjack; others as in every game of twenty-one."""
        if decision in _ABOUT_HOUSE_MONEY and state.check is Check.BLACKJACK:
            return (PAID_AGAINST_A_BLACKJACK,)
        return super().takes_no_decision(state, place, decision)

    @implements("633a.7(g)(10)(ii)#2")
    def not_open(self, state: Round, place: Place, decision: str) -> Clauses:
        """Who is asked about a hand has no House Money payout to decide about; others as in every game of twenty-one."""
        return CHOICE if decision in _ABOUT_HOUSE_MONEY else super().not_open(state, place, decision)

    def awaits(self, state: Round) -> bool:
        """Whether the round waits for a payout to be checked or told, or as in every game of twenty-one."""
        return state.award is not None or bool(waiting(state)) or super().awaits(state)

    def natural_paid(self, state: Round, place: Place) -> Step[Round]:
        """A player's Blackjack is paid when its turn has come."""
        return blackjack_paid(self, with_run(state, place.seat), place)

    def apply(self, state: Round, move: Move) -> Step[Round]:
        """As in every shoe game; a progressive wager that goes back in the middle of a round is taken off the meter."""
        step = super().apply(state, move)
        progressive = step.state.progressive
        if progressive is None or not progressive.locked:
            return step
        back = {
            event.seat: pa(event.clause)
            for event in step.events
            if isinstance(event, Settled)
            and event.result is Result.RETURNED
            and event.wager == self.service.rules.wager
        }
        events: list[Event] = list(step.events)
        for seat, clause in back.items():
            moved = self.service.withdrawn(progressive, seat, clause)
            progressive = moved.state
            events.extend(moved.events)
        return Step(msgspec.structs.replace(step.state, progressive=progressive), tuple(events))

    # What a hand is played for.

    @implements("633a.7(g)(10)(ii)(C)#2", "633a.7(g)(10)(ii)(C)#3", readings=("C-64",))
    def amounts_of(self, state: Round, place: Place) -> Mapping[str, Range]:
        """What is put up to split or double: for a wager that House Money was added to, exactly as much as the whole of it."""
        found = super().amounts_of(state, place)
        if place.seat not in state.added:
            return found
        room = found["double-down"]
        return {**found, "double-down": Range(room.high, room.high, room.step)}

    def bounds_of(self, state: Round, place: Place) -> Mapping[str, Clauses]:
        """As in every game of twenty-one; a wager that House Money was added to is matched whole."""
        return MATCHED if place.seat in state.added else super().bounds_of(state, place)

    def bets_without_cards(self, state: Round, place: Place) -> tuple[Bet, ...]:
        """Everything that needs the position's cards goes back; Hit and Run is on the dealer's (665-12)."""
        return tuple(bet for bet in state.bets if bet.seat == place.seat and bet.wager != HIT_AND_RUN)

    @implements("633a.9[surrender]")
    def surrenders(self, state: Round, place: Place) -> Clauses:
        """The first two cards of a position may be given up, once it is known that the dealer has no Blackjack."""
        first = place not in state.doubled and not state.is_split(place.seat) and len(state.at(place)) == 2
        return (SURRENDER,) if first else ()

    def ended(self, state: Round, place: Place, *, given_up: bool = False) -> Step[Round]:
        """A hand past 21 loses at once; one that is given up loses half."""
        kept = self.seen(with_run(state, place.seat), place)
        return hand_settled(self, kept, place, SURRENDER if given_up else BUST, given_up=given_up)

    def dead(self, state: Round, place: Place) -> Step[Round]:
        """A hand that is dead goes to the rack; Straight Jack stays for what it came to (665-12)."""
        kept = state if state.phase == LATE else with_run(state, place.seat)
        return super().dead(kept, place)

    # The dealer's hand.

    @implements("633a.7[dealer]")
    def dealer_goes_on(self, state: Round) -> bool:
        """The dealer draws below 17: to the end, unless the house stops where no wager depends on it."""
        waits = bool(state.own()) or any(bet.wager == HIT_AND_RUN for bet in state.bets)
        return super().dealer_goes_on(state) and (self.submission.draws_out or waits)

    def no_blackjack(self, state: Round) -> Step[Round]:
        """Insurance is lost once the reader showed no Blackjack, and House Money that waited is taken or added."""
        lost = insurance_settled(self, state, Outcome(), INSURANCE_LOST)
        step = opening_settled(self, lost.state)
        return Step(step.state, (*lost.events, *step.events))

    def settled(self, state: Round) -> Step[Round]:
        """What lies is settled from the dealer's far right; a progressive payout is checked first."""
        step = swept(self, state)
        if step.state.bets:
            # A payout is to be checked, or told, first.
            return step
        kept = self.seen(state, *(hand.place for hand in state.own()), DEALER_PLACE)
        return self.round_over(msgspec.structs.replace(step.state, shown=kept.shown), step.events)

    def award_due(self, state: Round, award: Award, events: tuple[Event, ...]) -> Step[Round]:
        """A payout that was checked is made, and the sweep goes on."""
        return payout_made(self, state, award, events)

    def cleared(self, state: Round) -> Round:
        """Nothing is left of the round but what the eye may still see, and the meter."""
        progressive = self.service.unlocked(state.progressive) if state.progressive else None
        return msgspec.structs.replace(
            super().cleared(state), added=(), run=(), award=None, progressive=progressive
        )

    def void(self, state: Round, clauses: Clauses, reason: str, *, remove_for: Clauses = ()) -> Step[Round]:
        """Every wager on its way back, the progressive ones off the meter as well."""
        if state.progressive is None:
            return super().void(state, clauses, reason, remove_for=remove_for)
        given_back = self.service.give_back(state.progressive, clauses[0])
        after = msgspec.structs.replace(state, progressive=given_back.state)
        step = super().void(after, clauses, reason, remove_for=remove_for)
        return Step(step.state, (*step.events, *given_back.events))

    def refunds(self, state: Round, clauses: Clauses) -> tuple[Event, ...]:
        """What goes back to players comes before what they repay, because a payout may be on the felt again by then."""
        found = super().refunds(state, clauses)
        return tuple(
            sorted(found, key=lambda event: isinstance(event, SettlementReversed) and event.repaid > 0)
        )

    def moved(self, event: Event) -> SettledLine | None:
        """What a settlement moved at the table; what the cage paid stands."""
        return None if isinstance(event, SettledByCage) else super().moved(event)

    # What a glance tells.

    def display(self, state: Round) -> Display:
        """The moment in words, the places it concerns, and the cards."""
        return display(self, state)

    def event_in_words(self, event: Event) -> str:
        """An event as the dealer would say it."""
        return words.told(event)

    def decision_in_words(self, decision: str) -> str:
        """What a player who is asked may say, also about a House Money Wager that has won."""
        return _ABOUT_HOUSE_MONEY.get(decision) or super().decision_in_words(decision)

    def result_in_words(self, events: Sequence[Event]) -> str:
        """What the dealer's hand came to."""
        return result(events)

    def hands_in_result(self, events: Sequence[Event]) -> Mapping[int, str]:
        """What the hands of each position came to."""
        return hands(events)
