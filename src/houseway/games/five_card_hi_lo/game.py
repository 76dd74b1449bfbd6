"""Five Card Hi-Lo (58 Pa. Code 663a): the game under an operator's submission."""

from collections.abc import Mapping, Sequence

import msgspec

from houseway.equipment.cards import Hand
from houseway.games.five_card_hi_lo import events, words
from houseway.games.five_card_hi_lo.cards import CARDS
from houseway.games.five_card_hi_lo.checklist import applies, checklist
from houseway.games.five_card_hi_lo.deciding import go_on
from houseway.games.five_card_hi_lo.display import display
from houseway.games.five_card_hi_lo.editions import EDITIONS
from houseway.games.five_card_hi_lo.irregularities import REMEDIES
from houseway.games.five_card_hi_lo.laying import DEALER_TURNED_OVER, dealer_set
from houseway.games.five_card_hi_lo.layout import DEALER_PLACE, HIGH, LOW, felt, hand_area
from houseway.games.five_card_hi_lo.points import HAND_SIZE, NO_SETTING
from houseway.games.five_card_hi_lo.round import DECIDING, REVEALING, Round
from houseway.games.five_card_hi_lo.rules import RULES
from houseway.games.five_card_hi_lo.setting import by_the_rule
from houseway.games.five_card_hi_lo.submission import MAX_PLAYERS, HiLoSubmission
from houseway.games.five_card_hi_lo.turns import dealt_in
from houseway.games.five_card_hi_lo.wagering import HiLoWagering
from houseway.games.five_card_hi_lo.wagers import ANTE, CATALOGUE
from houseway.law import implements, pa
from houseway.table import card_play
from houseway.table.card_felt import DEALER
from houseway.table.card_game import CardGame
from houseway.table.checklist import ChecklistStep
from houseway.table.coupon_play import CouponPlay
from houseway.table.events import Event, union_of
from houseway.table.felt import Step
from houseway.table.layout import Display
from houseway.table.set_hands import HandsInWords, SetsHands

LAYOUT_APPROVED = pa("663a.2(b)")
VALUE_CHIPS = pa("663a.7(a)#1")
SEATED_ONLY = pa("663a.7(b)#1")
STAY_SEATED = pa("663a.7(b)#2")

_DEALERS_HANDS = {hand_area(part, DEALER_PLACE) for part in (HIGH, LOW)}


class FiveCardHiLo(CardGame[Round], SetsHands):
    """The game, under an operator's submission."""

    name = "five-card-hi-lo"
    title = "Five Card Hi-Lo"
    editions = EDITIONS
    rules = RULES
    submission_type = HiLoSubmission
    event_type = union_of(card_play, events)
    catalogue = CATALOGUE
    irregularities = REMEDIES

    cards = CARDS
    hand_size = HAND_SIZE
    dealer_clause = DEALER_TURNED_OVER

    seats_clause = MAX_PLAYERS
    seated_clause = SEATED_ONLY
    leaving_clause = STAY_SEATED
    opening_clause = LAYOUT_APPROVED
    placing_clause = VALUE_CHIPS
    coupons = CouponPlay(wagers=(ANTE,))

    def __init__(self, submission: HiLoSubmission | None = None) -> None:
        self.submission = submission or HiLoSubmission()
        self.choices = self.submission.choices()
        self.catalogue = self.submission.chosen
        self.seats = self.submission.seats
        self.betting = self.submission.betting(self.catalogue)
        self.wagering = HiLoWagering(self.catalogue, self.betting)
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)

    @classmethod
    def under(cls, submission: HiLoSubmission) -> "FiveCardHiLo":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table without cards."""
        return Round(kit=self.choices.kit())

    def demands(self, state: Round, step: ChecklistStep) -> bool:
        """What belongs to a way of dealing is asked for only while the cards are dealt so."""
        return applies(step, state.kit.dealing)

    def cleared(self, state: Round) -> Round:
        """The state with nothing left of the round that ended."""
        return msgspec.structs.replace(
            state,
            folded=(),
            laid=(),
            dealers_setting=NO_SETTING,
            discarded=(),
            to_correct=None,
            stopped=False,
        )

    def closed(self, state: Round) -> Step[Round]:
        """The hands of the last round are out of sight from now on."""
        return Step(self.essential(state), ())

    def essential(self, state: Round) -> Round:
        """Hands turned over are kept only to be shown."""
        return msgspec.structs.replace(state, shown=())

    def display(self, state: Round) -> Display:
        """The moment in words, the places it concerns, and the cards."""
        return display(state)

    def event_in_words(self, event: Event) -> str:
        """An event as the dealer would say it."""
        return words.told(event)

    def result_in_words(self, events: Sequence[Event]) -> str:
        """The points of the dealer's two hands."""
        return words.result(events)

    def hands_in_result(self, events: Sequence[Event]) -> Mapping[int, str]:
        """What the players' hands are called that were turned over."""
        return words.hands(events)

    def hands_in_words(self, hands: tuple[Hand, ...]) -> HandsInWords:
        """The points of a high and a low hand, and what is wrong with how they lie."""
        high, low = hands
        return words.hands_in_words(high, low)

    def recipients(self, state: Round) -> tuple[int, ...]:
        """Who made an Ante Wager, and the dealer last."""
        return (*dealt_in(state), DEALER)

    @implements("663a.11(a)")
    def dealt(self, state: Round) -> Step[Round]:
        """The deal done, players look at their cards and are asked in turn."""
        return Step(msgspec.structs.replace(state, phase=DECIDING), ())

    def may_correct_dealer(self, state: Round) -> bool:
        """Until the first player's hands are revealed."""
        only_dealers = all(area in _DEALERS_HANDS for area, _ in state.shown)
        return state.phase == REVEALING and only_dealers and state.to_correct is None

    def dealer_corrected(self, state: Round) -> Step[Round]:
        """The dealer's hands are set anew by the rule."""
        setting = by_the_rule(state.hand(DEALER))
        return dealer_set(msgspec.structs.replace(state, dealers_setting=setting, shown=()), ())

    def abandoned(self, state: Round, seat: int) -> Step[Round]:
        """The round goes on without the position."""
        after = msgspec.structs.replace(
            state,
            folded=tuple(other for other in state.folded if other != seat),
            to_correct=None if state.to_correct == seat else state.to_correct,
        )
        return go_on(self, after, ())
