"""Spanish 21 (58 Pa. Code 635a): the game under an operator's submission."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from houseway.equipment.decks import Clauses
from houseway.games.spanish_21.cards import (
    CARDS,
    DOUBLE_AFTER_SPLIT,
    FIRST_CARDS_ONLY,
    NO_DOUBLE_ON_BLACKJACK,
    PLAY,
)
from houseway.games.spanish_21.checklist import checklist
from houseway.games.spanish_21.editions import EDITIONS, TextInForce
from houseway.games.spanish_21.irregularities import REMEDIES
from houseway.games.spanish_21.layout import felt
from houseway.games.spanish_21.playing import first_cards
from houseway.games.spanish_21.round import Round
from houseway.games.spanish_21.rules import RULES
from houseway.games.spanish_21.settlement import (
    AT_ONCE,
    all_settled,
    blackjack_paid,
    hand_settled,
    insurance_collected,
    matches_settled,
    outcome,
)
from houseway.games.spanish_21.submission import BETTING, MAX_PLAYERS, Spanish21Submission
from houseway.games.spanish_21.wagering import Spanish21Wagering
from houseway.games.spanish_21.wagers import (
    CATALOGUE,
    DOUBLE_DOWN,
    INSURANCE,
    MATCH,
    RESCUE,
    SPANISH_21,
    SPLIT,
    SURRENDER,
)
from houseway.law import implements, pa
from houseway.table import card_play, shoe_play, twenty_one_play
from houseway.table.coupon_play import CouponPlay
from houseway.table.events import Event, union_of
from houseway.table.felt import Step
from houseway.table.layout import Display
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.shoe_game import Due
from houseway.table.shoe_play import Decide
from houseway.table.twenty_one import DOUBLE_DOWN as TO_DOUBLE
from houseway.table.twenty_one import STAND, TWENTY_ONE, TwentyOne, is_blackjack, lay_of, total
from houseway.table.twenty_one_display import glance, hands, result, told
from houseway.table.twenty_one_felt import TwentyOneRules
from houseway.table.twenty_one_hole import insurance_returned, on_the_up_card
from houseway.table.wagers import Bet, bet_at

LAYOUT_APPROVED = pa("665a.2(b)")
LOCKED = pa("665a.6(c)")
# What a player may say besides what every hand of twenty-one has.
TO_RESCUE = "rescue"


class Spanish21(TwentyOne[Round]):
    """The game, under an operator's submission."""

    name = "spanish-21"
    title = "Spanish 21"
    editions = EDITIONS
    rules = RULES
    submission_type = Spanish21Submission
    event_type = union_of(card_play, shoe_play, twenty_one_play)
    catalogue = CATALOGUE
    irregularities = REMEDIES

    cards = CARDS
    play = PLAY
    hand_size = 2
    first_wager, split_wager, double_wager, insurance_wager = SPANISH_21, SPLIT, DOUBLE_DOWN, INSURANCE

    seats_clause = MAX_PLAYERS
    leaving_clause = LOCKED
    opening_clause = LAYOUT_APPROVED
    placing_clause = BETTING.instruments
    # A coupon stays with the Spanish 21 Wager, and so with the first hand of a split (665-29, X-04).
    coupons = CouponPlay(wagers=(SPANISH_21,))

    def __init__(self, submission: Spanish21Submission | None = None) -> None:
        self.submission = submission or Spanish21Submission()
        self.edition = self.submission.edition
        self.choices = self.submission.choices()
        self.catalogue = self.submission.chosen
        self.seats = self.submission.seats
        self.betting = self.submission.betting(self.catalogue)
        self.play = self._played()
        self.wagering = Spanish21Wagering(self)
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)

    @implements("635a.10(a)#3", "635a.10(a)#4", "common:spanish-21/soft-17", "common:spanish-21/split")
    def _played(self) -> TwentyOneRules:
        """How hands are played under the submission: its text, the dealer's soft 17, and how often a pair is split."""
        splits = self.submission.split_hands - 1
        return replace(
            PLAY,
            doubles_on=FIRST_CARDS_ONLY if self.edition is TextInForce.ADOPTED else 0,
            draws_to_soft=self.submission.draws_to_soft_17,
            most_splits=splits,
            most_ace_splits=splits,
        )

    @classmethod
    def under(cls, submission: Spanish21Submission) -> "Spanish21":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table without cards."""
        return Round(kit=self.choices.kit())

    # The course of a round.

    def first_cards(self, state: Round) -> tuple[Due, ...]:
        """Two rounds of cards, the up card between them and the hole card after them."""
        return first_cards(state)

    def took(self, state: Round, due: Due, card: str) -> Step[Round]:
        """With its first card a round takes what was left of the last one from the eye."""
        if len(state.drawn) == 1:
            state = msgspec.structs.replace(state, shown=())
        return super().took(state, due, card)

    def dealt_in(self, state: Round) -> Step[Round]:
        """Match the Dealer is settled; then comes Insurance, the card reader, or the players' turns, as the up card has it."""
        matched = matches_settled(self, state)
        step = on_the_up_card(self, matched.state)
        return Step(step.state, (*matched.events, *step.events))

    def up_card_corrected(self, state: Round) -> Step[Round]:
        """An up card put right decides anew; Insurance that was made on what is no ace goes back."""
        if state.up_card == "A":
            return self.dealt_in(state)
        back = insurance_returned(self, state)
        step = self.dealt_in(back.state)
        return Step(step.state, (*back.events, *step.events))

    def natural_paid(self, state: Round, place: Place) -> Step[Round]:
        """A player's Blackjack is paid when its turn has come."""
        return blackjack_paid(self, state, place)

    # What a hand may do.

    def bets_without_cards(self, state: Round, place: Place) -> tuple[Bet, ...]:
        """Match the Dealer needs the first cards as well."""
        match = bet_at(state.bets, place.seat, MATCH, "")
        return (*super().bets_without_cards(state, place), *((match,) if match else ()))

    @implements("635a.10(a)#4", "common:spanish-21/rescue")
    def open_to(self, state: Round, place: Place) -> Mapping[str, Clauses]:
        """As in every game of twenty-one; a split hand is doubled down on as well, and one that was may be rescued."""
        found = dict(super().open_to(state, place))
        if TO_DOUBLE in found and state.is_split(place.seat):
            found[TO_DOUBLE] = (DOUBLE_AFTER_SPLIT,)
        if place in state.doubled and self.submission.rescue and total(state.at(place)).points < TWENTY_ONE:
            return {STAND: self.play.asked, **found, TO_RESCUE: (RESCUE,)}
        return found

    @implements("635a.10(a)#1", "common:spanish-21/rescue")
    def takes_no_decision(self, state: Round, place: Place, decision: str) -> Clauses:
        """A Blackjack was paid and is not doubled down on, a hand that was rescued is done; others as in every game of twenty-one."""
        if decision == TO_RESCUE:
            return (RESCUE,)
        lay = lay_of(state, place)
        if not state.is_split(place.seat) and is_blackjack(lay):
            return (NO_DOUBLE_ON_BLACKJACK,)
        rescued = bool(lay) and place in state.doubled and total(lay).points <= TWENTY_ONE
        return (RESCUE,) if rescued else super().takes_no_decision(state, place, decision)

    @implements("common:spanish-21/rescue")
    def not_open(self, state: Round, place: Place, decision: str) -> Clauses:
        """Only a hand that was doubled down on is rescued; others as in every game of twenty-one."""
        return (RESCUE,) if decision == TO_RESCUE else super().not_open(state, place, decision)

    @implements("common:spanish-21/surrender")
    def surrenders(self, state: Round, place: Place) -> Clauses:
        """The first two cards of a position that was not split, where the house offers it."""
        first = not state.is_split(place.seat) and place not in state.doubled and len(state.at(place)) == 2
        return (SURRENDER,) if first and self.submission.surrender else ()

    def decided(self, state: Round, move: Decide) -> Step[Round]:
        """What a player said is done; a hand that is rescued is settled at once."""
        if move.decision != TO_RESCUE:
            return super().decided(state, move)
        place = Place(move.seat, move.hand)
        facts = outcome(state, place, rescued=True)
        return hand_settled(self, self.seen(state.standing(place), place), place, RESCUE, facts)

    def ended(self, state: Round, place: Place, *, given_up: bool = False) -> Step[Round]:
        """A hand past 21 loses at once; one that is given up loses half."""
        facts = outcome(state, place, given_up=given_up)
        return hand_settled(self, self.seen(state, place), place, AT_ONCE, facts)

    # The dealer's hand.

    def no_blackjack(self, state: Round) -> Step[Round]:
        """Insurance is lost once the reader showed no Blackjack."""
        return insurance_collected(self, state)

    def settled(self, state: Round) -> Step[Round]:
        """What lies is settled from the dealer's far right."""
        step = all_settled(self, state)
        kept = self.seen(state, *(hand.place for hand in state.own()), DEALER_PLACE)
        return self.round_over(msgspec.structs.replace(step.state, shown=kept.shown), step.events)

    # What a glance tells.

    def display(self, state: Round) -> Display:
        """The moment in words, the places it concerns, and the cards."""
        return glance(self, state)

    def event_in_words(self, event: Event) -> str:
        """An event as the dealer would say it."""
        return told(event)

    def result_in_words(self, events: Sequence[Event]) -> str:
        """What the dealer's hand came to."""
        return result(events)

    def hands_in_result(self, events: Sequence[Event]) -> Mapping[int, str]:
        """What the hands of each position came to."""
        return hands(events)
