"""Asia Poker (58 Pa. Code 659a, before it 575): the game under an operator's submission."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import msgspec

from houseway.equipment.cards import Hand, cards
from houseway.equipment.dice import DiceGame
from houseway.games.asia_poker import course, events, hands, start, words
from houseway.games.asia_poker.cards import CARDS
from houseway.games.asia_poker.checklist import checklist
from houseway.games.asia_poker.display import displayed
from houseway.games.asia_poker.editions import EDITIONS
from houseway.games.asia_poker.house_way import SEVEN, program_of, set_by
from houseway.games.asia_poker.irregularities import REMEDIES
from houseway.games.asia_poker.layout import felt
from houseway.games.asia_poker.round import Phase, Round
from houseway.games.asia_poker.rules import RULES
from houseway.games.asia_poker.setting import SetHands, hands_set
from houseway.games.asia_poker.settlement import payable
from houseway.games.asia_poker.submission import AsiaPokerSubmission, StartMethod
from houseway.games.asia_poker.wagering import AsiaPokerWagering
from houseway.games.asia_poker.wagers import MAIN
from houseway.law import implements, pa
from houseway.money import Cents
from houseway.table import card_play, set_hands
from houseway.table import start as counted_start
from houseway.table.card_felt import DEALER
from houseway.table.card_game import CardGame
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.coupon_play import CouponPlay
from houseway.table.events import Event, Settled, union_of
from houseway.table.felt import Step
from houseway.table.layout import Display
from houseway.table.set_hands import HandsInWords, SetsHands

SEATED = pa("659a.7(b)#1")
STAYS_SEATED = pa("659a.7(b)#2")
OPENING = pa("659a.4(a)#1")
CHIPS = pa("659a.7(a)#1")


class AsiaPoker(CardGame[Round], SetsHands):
    """The game, under an operator's submission."""

    name = "asia-poker"
    title = "Asia Poker"
    editions = EDITIONS
    rules = RULES
    submission_type = AsiaPokerSubmission
    stored_dice = MappingProxyType({DiceGame.ASIA_POKER: start.DICE})
    event_type = union_of(card_play, counted_start, set_hands, events)
    irregularities = REMEDIES

    seats_clause = SEATED
    leaving_clause = STAYS_SEATED
    opening_clause = OPENING
    placing_clause = CHIPS
    dealer_clause = hands.DEALER_AFTER_PLAYERS

    cards = CARDS
    dice_handling = start.StartDice()
    hand_size = SEVEN

    def __init__(self, submission: AsiaPokerSubmission | None = None) -> None:
        self.submission = submission or AsiaPokerSubmission()
        self.edition = self.submission.edition
        self.catalogue = self.submission.chosen
        self.betting = self.submission.betting(self.catalogue)
        self.wagering = AsiaPokerWagering(self.catalogue, self.betting)
        self.coupons = CouponPlay(wagers=(MAIN,), payable=self._payable_on_coupon)
        self.seats = self.submission.seats
        self.choices = self.submission.choices()
        self.dice = start.DICE if StartMethod.SHAKER in self.submission.start_methods else None
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)
        self.ranking_options = self.submission.ranking_options
        self._program = program_of(self.submission.way)

    @classmethod
    def under(cls, submission: AsiaPokerSubmission) -> "AsiaPoker":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table with the devices that the submission names, a button before the dealer."""
        return Round(kit=self.choices.kit(), start_method=self.submission.start_method)

    @implements("659a.5(g)(3)#2")
    def closing(self, state: Round) -> Round:
        """When the table opens again, the button lies before the dealer."""
        return msgspec.structs.replace(super().closing(state), button=0, shown=())

    def display(self, state: Round) -> Display:
        """The start, the dice, the cards face up and face down, and the moment in words."""
        return displayed(state, self.ranking_options, marks_start=self.submission.marks_start)

    def event_in_words(self, event: Event) -> str:
        """An event as the dealer would say it."""
        return words.told(event, self.ranking_options)

    def result_in_words(self, events: Sequence[Event]) -> str:
        """What the dealer's three hands are called."""
        return words.result(events, self.ranking_options)

    def hands_in_result(self, events: Sequence[Event]) -> Mapping[int, str]:
        """What the players' hands are called that were turned over."""
        return words.hands(events, self.ranking_options)

    def hands_in_words(self, hands: tuple[Hand, ...]) -> HandsInWords:
        """What the high, medium and low hand are called, and which outranks one that must be above it."""
        high, medium, low = hands
        return words.hands_in_words(SetHands(high, medium, low), self.ranking_options)

    def house_way(self, hand: Hand) -> SetHands:
        """Seven cards set the house way."""
        first, second, third, fourth, fifth, sixth, seventh = cards(hand)
        seven = (first, second, third, fourth, fifth, sixth, seventh)
        return hands_set(hand, set_by(seven, self._program, self.ranking_options))

    @implements("659a.12(c)#1", readings=("659-18", "C-21"))
    def _payable_on_coupon(self, line: Settled, told: Iterable[Event], owed: Cents) -> Cents:
        """What a coupon wins counts towards the operator's payout limit on the hand like everything else."""
        paid = sum(other.paid for other in told if isinstance(other, Settled) and other.seat == line.seat)
        return payable(owed, paid, self.submission.payout_cap)

    def demands(self, state: Round, step: ChecklistStep) -> bool:
        """What is attested of dice is asked for only where the shaker is in use."""
        return step.stage is not Stage.DICE or state.start_method is StartMethod.SHAKER

    # The deal.

    def check_bets_complete(self, state: Round) -> None:
        """A button serves only while the automated shuffler and shoe do."""
        start.check_button_serves(state)

    def closed(self, state: Round) -> Step[Round]:
        """A button already tells where the deal starts."""
        return start.bets_closed(state)

    def check_ready_to_deal(self, state: Round) -> None:
        """No card before the starting position is known."""
        start.check_known(state)

    def recipients(self, state: Round) -> tuple[int, ...]:
        """Every position, wagered on or not, and the dealer, clockwise from the start."""
        return start.clockwise_from(state.start or 0)

    def dealt(self, state: Round) -> Step[Round]:
        """The stacks of positions without a wager are collected unseen; then the shaker is covered."""
        return course.dealt(state)

    # The rest of the round.

    def may_correct_dealer(self, state: Round) -> bool:
        """Until the first player's hands are revealed."""
        turned = state.phase in (Phase.DEALER_SETS, Phase.SHOWDOWN)
        return turned and all(laid.seat == DEALER for laid in state.shown)

    def dealer_corrected(self, state: Round) -> Step[Round]:
        """The dealer's hands are to be set anew."""
        return Step(msgspec.structs.replace(state, phase=Phase.DEALER_SETS, shown=()), ())

    def abandoned(self, state: Round, seat: int) -> Step[Round]:
        """The cards of a player who left are collected, and the round goes on."""
        away = events.CardsDiscarded(seat=seat, clause=course.REBUILDABLE.id)
        return course.onward(self, course.out_of_the_round(state, seat), (away,))

    def cleared(self, state: Round) -> Round:
        """Nothing is left of the start and of the hands laid."""
        return msgspec.structs.replace(
            state,
            start=None,
            dice=(),
            shaken=False,
            exposed=(),
            deciding=(),
            looked=(),
            laid=(),
            shown=(),
        )
