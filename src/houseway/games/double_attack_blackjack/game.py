"""Double Attack Blackjack (58 Pa. Code 665a): the game under an operator's submission."""

from collections.abc import Mapping, Sequence

import msgspec

from houseway.equipment.decks import Clauses
from houseway.games.double_attack_blackjack import events, words
from houseway.games.double_attack_blackjack.cards import CARDS, PLAY, clauses
from houseway.games.double_attack_blackjack.checklist import checklist
from houseway.games.double_attack_blackjack.display import display
from houseway.games.double_attack_blackjack.editions import EDITIONS
from houseway.games.double_attack_blackjack.irregularities import REMEDIES
from houseway.games.double_attack_blackjack.layout import felt
from houseway.games.double_attack_blackjack.playing import DRAWS_THIRD, first_cards
from houseway.games.double_attack_blackjack.round import ATTACK, Round
from houseway.games.double_attack_blackjack.rules import RULES
from houseway.games.double_attack_blackjack.settlement import (
    AT_ONCE,
    all_settled,
    blackjack_paid,
    bust_it_settled,
    hand_settled,
    insurance_collected,
)
from houseway.games.double_attack_blackjack.submission import MAX_PLAYERS, DoubleAttackSubmission
from houseway.games.double_attack_blackjack.wagering import DoubleAttackWagering
from houseway.games.double_attack_blackjack.wagers import (
    BET,
    BUST_IT,
    CATALOGUE,
    DOUBLE_ATTACK,
    DOUBLE_DOWN,
    INSURANCE,
    SPLIT,
)
from houseway.law import implements, pa
from houseway.money import Cents
from houseway.table import card_play, shoe_play, twenty_one_play
from houseway.table.card_felt import DEALING
from houseway.table.coupon_play import CouponPlay
from houseway.table.events import Event, union_of
from houseway.table.felt import Step
from houseway.table.layout import Display
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.shoe_game import Due
from houseway.table.twenty_one import TwentyOne
from houseway.table.twenty_one_display import hands, result
from houseway.table.twenty_one_hole import insurance_returned, on_the_up_card
from houseway.table.wagers import Bet, bet_at

LAYOUT_APPROVED = pa("665a.2(b)")
VALUE_CHIPS = pa("665a.6(a)#1")
SURRENDER_FIRST = clauses("9(a)#1")
SURRENDER_LATER = clauses("9(a)#2", "7(k)")


class DoubleAttackBlackjack(TwentyOne[Round]):
    """The game, under an operator's submission."""

    name = "double-attack-blackjack"
    title = "Double Attack Blackjack"
    editions = EDITIONS
    rules = RULES
    submission_type = DoubleAttackSubmission
    event_type = union_of(card_play, shoe_play, twenty_one_play, events)
    catalogue = CATALOGUE
    irregularities = REMEDIES

    cards = CARDS
    play = PLAY
    hand_size = 2
    first_wager, split_wager, double_wager, insurance_wager = BET, SPLIT, DOUBLE_DOWN, INSURANCE
    dealing_phases = (ATTACK, DEALING)

    seats_clause = MAX_PLAYERS
    leaving_clause = PLAY.locked[0]
    opening_clause = LAYOUT_APPROVED
    placing_clause = VALUE_CHIPS
    # A coupon stays with the Bet, and so with the first hand of a split (665-29, X-04).
    coupons = CouponPlay(wagers=(BET,))

    def __init__(self, submission: DoubleAttackSubmission | None = None) -> None:
        self.submission = submission or DoubleAttackSubmission()
        self.choices = self.submission.choices()
        self.catalogue = self.submission.chosen
        self.seats = self.submission.seats
        self.betting = self.submission.betting(self.catalogue)
        self.wagering = DoubleAttackWagering(self)
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)

    @classmethod
    def under(cls, submission: DoubleAttackSubmission) -> "DoubleAttackBlackjack":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table without cards."""
        return Round(kit=self.choices.kit())

    # The course of a round.

    def first_cards(self, state: Round) -> tuple[Due, ...]:
        """The up card before anybody's, two rounds, and the hole card."""
        return first_cards(state)

    def took(self, state: Round, due: Due, card: str) -> Step[Round]:
        """After the up card Double Attack is open."""
        if state.drawn == (DEALER_PLACE,):
            return Step(msgspec.structs.replace(state, phase=ATTACK, shown=()), ())
        return super().took(state, due, card)

    def due(self, state: Round) -> Due | None:
        """As in every game of twenty-one; no card comes while Double Attack Wagers are made."""
        return None if state.phase == ATTACK else super().due(state)

    @implements("665a.7(g)#1", "665a.7(g)#2", "665a.7(h)", readings=("665-05",))
    def dealt_in(self, state: Round) -> Step[Round]:
        """Insurance, the card reader, or the players' turns, as the up card has it."""
        return on_the_up_card(self, state)

    @implements("665a.8(a)")
    def up_card_corrected(self, state: Round) -> Step[Round]:
        """An up card put right decides anew; Insurance that was made on what is no ace goes back."""
        if state.up_card == "A":
            return self.dealt_in(state)
        back = insurance_returned(self, state)
        step = self.dealt_in(back.state)
        return Step(step.state, (*back.events, *step.events))

    def awaits(self, state: Round) -> bool:
        """Whether the round waits for Double Attack Wagers, or as in every game of twenty-one."""
        return state.phase == ATTACK or super().awaits(state)

    def natural_paid(self, state: Round, place: Place) -> Step[Round]:
        """A player's Blackjack is paid when its turn has come."""
        return blackjack_paid(self, state, place)

    # What a hand is played for.

    @implements("665a.10(a)#2", "665a.11(a)#2", readings=("665-20", "665-21"))
    def stake_of(self, state: Round, place: Place) -> Cents:
        """The original Bet and Double Attack Wagers together, for every hand of a position."""
        both = (bet_at(state.bets, place.seat, wager, "") for wager in (BET, DOUBLE_ATTACK))
        held = sum(bet.amount for bet in both if bet)
        return held or super().stake_of(state, place)

    def bets_of(self, state: Round, place: Place) -> tuple[Bet, ...]:
        """The Bet and the Double Attack Wager belong to the first hand."""
        found = super().bets_of(state, place)
        attack = bet_at(state.bets, place.seat, DOUBLE_ATTACK, "") if place.hand == 1 else None
        return (*found[:1], attack, *found[1:]) if attack else found

    @implements("665a.9(a)#1", "665a.9(a)#2", "665a.9(a)#3", "665a.7(k)", readings=("665-06", "665-07"))
    def surrenders(self, state: Round, place: Place) -> Clauses:
        """Any hand that is asked, which is of 20 or less and has not stood: at first, or drawn to, split or doubled down on."""
        first = place not in state.doubled and not state.is_split(place.seat) and len(state.at(place)) == 2
        return SURRENDER_FIRST if first else SURRENDER_LATER

    @implements("665a.9(b)(1)", "665a.9(b)(2)(ii)", readings=("665-01", "665-02"))
    def ended(self, state: Round, place: Place, *, given_up: bool = False) -> Step[Round]:
        """A hand past 21 loses at once; one that is given up loses half."""
        return hand_settled(self, self.seen(state, place), place, (AT_ONCE,), given_up=given_up)

    # The dealer's hand.

    @implements("665a.7(m)(2)", "665a.7(n)", readings=("665-11",))
    def dealer_goes_on(self, state: Round) -> bool:
        """The dealer draws below 17: to the end, unless the house stops where no wager depends on it."""
        waits = bool(state.own()) or any(bet.wager == BUST_IT for bet in state.bets)
        return super().dealer_goes_on(state) and (self.submission.draws_out or waits)

    def dealer_draws_by(self, state: Round) -> Clauses:
        """The third card has a clause of its own."""
        return DRAWS_THIRD if len(state.at(DEALER_PLACE)) == 2 else super().dealer_draws_by(state)

    def dealer_took(self, state: Round) -> Step[Round]:
        """Bust It Wagers are settled on the third card."""
        third = len(state.at(DEALER_PLACE)) == 3
        return bust_it_settled(self, state) if third else Step(state, ())

    @implements("665a.8(d)", "665a.9(b)(2)")
    def no_blackjack(self, state: Round) -> Step[Round]:
        """Insurance is lost once the reader showed no Blackjack."""
        return insurance_collected(self, state)

    @implements("665a.7(m)(1)")
    def hole_turned(self, state: Round) -> Step[Round]:
        """Bust It Wagers are settled at once if the dealer has 17 or more."""
        return bust_it_settled(self, state)

    def settled(self, state: Round) -> Step[Round]:
        """What lies is settled from the dealer's far right."""
        step = all_settled(self, state)
        kept = self.seen(state, *(hand.place for hand in state.own()), DEALER_PLACE)
        return self.round_over(msgspec.structs.replace(step.state, shown=kept.shown), step.events)

    # What a glance tells.

    def display(self, state: Round) -> Display:
        """The moment in words, the places it concerns, and the cards."""
        return display(self, state)

    def event_in_words(self, event: Event) -> str:
        """An event as the dealer would say it."""
        return words.told(event)

    def result_in_words(self, events: Sequence[Event]) -> str:
        """What the dealer's hand came to."""
        return result(events)

    def hands_in_result(self, events: Sequence[Event]) -> Mapping[int, str]:
        """What the hands of each position came to."""
        return hands(events)
