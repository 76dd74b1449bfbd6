"""Three Card Poker (COMAR 36.05.14, 58 Pa. Code 649a): the game under an operator's submission."""

from collections.abc import Mapping, Sequence

import msgspec

from houseway.equipment.decks import Clauses
from houseway.games.three_card_poker import events, words
from houseway.games.three_card_poker.abandonment import without_position
from houseway.games.three_card_poker.cards import CARDS
from houseway.games.three_card_poker.checklist import applies, checklist
from houseway.games.three_card_poker.display import display
from houseway.games.three_card_poker.editions import EDITIONS
from houseway.games.three_card_poker.events import HandsExamined
from houseway.games.three_card_poker.irregularities import REMEDIES
from houseway.games.three_card_poker.layout import felt
from houseway.games.three_card_poker.progressive import RULES as PROGRESSIVE
from houseway.games.three_card_poker.round import DECIDING, HAND_SIZE, REVEALING, Round
from houseway.games.three_card_poker.rules import RULES
from houseway.games.three_card_poker.submission import (
    INSTRUMENTS,
    POSITIONS,
    ThreeCardPokerSubmission,
    Version,
)
from houseway.games.three_card_poker.sweep import DEALER_REVEALED, announced, make_payout, shown_now
from houseway.games.three_card_poker.wagering import ThreeCardPokerWagering, check_compulsory
from houseway.games.three_card_poker.wagers import ANTE, CATALOGUE, PAIR_PLUS_WAGER, PROGRESSIVE_WAGER
from houseway.law import implements, md
from houseway.table import card_play, progressive_events
from houseway.table.card_felt import DEALER, SettledLine
from houseway.table.card_game import CardGame
from houseway.table.checklist import ChecklistStep
from houseway.table.coupon_play import CouponPlay
from houseway.table.events import Event, Result, union_of
from houseway.table.felt import Step
from houseway.table.layout import Display
from houseway.table.progressive import Award, Progressive, ProgressiveService
from houseway.table.progressive_events import ProgressiveSettled, SettledByCage
from houseway.table.progressive_play import check_collected
from houseway.table.seats import clockwise

LAYOUT_APPROVED = md(".02B")
SEATED_ONLY = md(".07C#1")
STAY_SEATED = md(".07C(1)")
EXAMINED = md(".11A")
NOT_TOUCHED = md(".11A(2)")
IN_SIGHT = md(".11A(3)")


class ThreeCardPoker(CardGame[Round]):
    """The game, under an operator's submission."""

    name = "three-card-poker"
    title = "Three Card Poker"
    editions = EDITIONS
    rules = RULES
    submission_type = ThreeCardPokerSubmission
    event_type = union_of(card_play, progressive_events, events)
    catalogue = CATALOGUE
    irregularities = REMEDIES

    cards = CARDS
    hand_size = HAND_SIZE
    dealer_clause = DEALER_REVEALED

    seats_clause = POSITIONS
    seated_clause = SEATED_ONLY
    leaving_clause = STAY_SEATED
    opening_clause = LAYOUT_APPROVED
    placing_clause = INSTRUMENTS

    def __init__(self, submission: ThreeCardPokerSubmission | None = None) -> None:
        self.submission = submission or ThreeCardPokerSubmission()
        self.edition = self.submission.edition
        self.version = self.submission.version
        # Where it needs no Ante beside it, Pair Plus is a game of its own and no side bet (C-23).
        stands_alone = (PAIR_PLUS_WAGER,) if self.version is Version.SEPARATE else ()
        self.coupons = CouponPlay(wagers=(ANTE,), if_named=stands_alone)
        self.choices = self.submission.choices()
        self.catalogue = self.submission.chosen_catalogue()
        self.bonus_table = self.submission.ante_bonus_table()
        self.bonuses = self.submission.bonuses()
        self.seats = self.submission.seats
        self.betting = self.submission.betting(self.catalogue)
        self.service = ProgressiveService(PROGRESSIVE, self.submission.meter)
        self.wagering = ThreeCardPokerWagering(self.catalogue, self.betting, self.version, self.service)
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)

    @classmethod
    def under(cls, submission: ThreeCardPokerSubmission) -> "ThreeCardPoker":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table without cards, its meter at the seed."""
        offered = self.submission.offers(PROGRESSIVE_WAGER)
        return Round(kit=self.choices.kit(), progressive=self.service.start() if offered else None)

    def demands(self, state: Round, step: ChecklistStep) -> bool:
        """What belongs to a way of dealing is asked for only while the cards are dealt so."""
        return applies(step, state.kit.dealing)

    def cleared(self, state: Round) -> Round:
        """The state with nothing left of the round that ended."""
        return msgspec.structs.replace(
            state,
            progressive=self.service.unlocked(state.progressive) if state.progressive else None,
            folded=(),
            abandoned=(),
            discarded=(),
            royals=(),
            award=None,
            final=False,
        )

    def essential(self, state: Round) -> Round:
        """Hands turned over are kept only to be shown."""
        return msgspec.structs.replace(state, shown=())

    def display(self, state: Round) -> Display:
        """The moment in words with the meter, the places it concerns lit up, and the cards where they lie."""
        return display(state)

    def event_in_words(self, event: Event) -> str:
        """An event as the dealer would say it."""
        return words.told(event)

    def result_in_words(self, events: Sequence[Event]) -> str:
        """The dealer's hand, and whether it qualifies."""
        return words.result(events)

    def hands_in_result(self, events: Sequence[Event]) -> Mapping[int, str]:
        """What the players' hands are called that were turned over."""
        return words.hands(events)

    # From no more bets to the players' decisions (.08-.11A).

    def recipients(self, state: Round) -> tuple[int, ...]:
        """Everyone who has wagered, from the dealer's left, then the dealer."""
        return (*clockwise({bet.seat for bet in state.bets}), DEALER)

    def check_bets_complete(self, state: Round) -> None:
        """Where Ante and Pair Plus are compulsory, every player has both."""
        check_compulsory(self.version, state.bets)

    @implements("36.05.14.02C(2)#2")
    def closed(self, state: Round) -> Step[Round]:
        """With the call the progressive system is locked."""
        state = self.essential(state)
        if state.progressive is None:
            return Step(state, ())
        locked = self.service.lock(state.progressive, state.kit.dealing)
        return Step(msgspec.structs.replace(state, progressive=locked.state), locked.events)

    def check_ready_to_deal(self, state: Round) -> None:
        """No card is dealt while progressive chips lie uncollected."""
        check_collected(self, state)

    @implements("36.05.14.11A")
    def dealt(self, state: Round) -> Step[Round]:
        """The players look at their cards."""
        examined = HandsExamined(clause=EXAMINED.id, also=(NOT_TOUCHED.id, IN_SIGHT.id))
        return Step(msgspec.structs.replace(state, phase=DECIDING), (examined,))

    # The sweep (.11D).

    def may_correct_dealer(self, state: Round) -> bool:
        """Until the first player's cards are turned over."""
        return state.phase == REVEALING and state.shown == shown_now(state, DEALER)

    def dealer_corrected(self, state: Round) -> Step[Round]:
        """The dealer's hand lies there as it was put right, and is announced again."""
        put_right = msgspec.structs.replace(state, shown=shown_now(state, DEALER))
        return Step(put_right, (announced(state),))

    def award_due(self, state: Round, award: Award, events: tuple[Event, ...]) -> Step[Round]:
        """A payout is made, and the position settled to its end."""
        return make_payout(self, state, award, events)

    # When a round is void, or a player has left (.13, .07C(2)).

    def refunds(self, state: Round, clauses: Clauses) -> tuple[Event, ...]:
        """Every wager on its way back, the progressive ones off the meter as well."""
        return (*super().refunds(state, clauses), *self._given_back(state, clauses)[1])

    def void(self, state: Round, clauses: Clauses, reason: str, *, remove_for: Clauses = ()) -> Step[Round]:
        """All hands void, all wagers back and the meter as it was."""
        step = super().void(state, clauses, reason, remove_for=remove_for)
        given_back, _ = self._given_back(state, clauses)
        return Step(msgspec.structs.replace(step.state, progressive=given_back), step.events)

    def _given_back(self, state: Round, clauses: Clauses) -> tuple[Progressive | None, tuple[Event, ...]]:
        if state.progressive is None:
            return None, ()
        return self.service.give_back(state.progressive, clauses[0])

    def moved(self, event: Event) -> SettledLine | None:
        """As at every card table, but for what was not paid from the tray."""
        match event:
            case ProgressiveSettled(result=Result.WIN, from_tray=True):
                return SettledLine(event.seat, event.wager, 0, event.paid)
            case ProgressiveSettled() | SettledByCage():
                return None
        return super().moved(event)

    def abandonable(self, state: Round) -> tuple[int, ...]:
        """Also a position whose payout is not verified yet, but none whose payout is won and verified."""
        seats = set(super().abandonable(state))
        if state.award is not None:
            seats = seats - {state.award.seat} if state.award.verified else seats | {state.award.seat}
        return tuple(sorted(seats))

    def abandoned(self, state: Round, seat: int) -> Step[Round]:
        """The round goes on without the position."""
        return without_position(self, state, seat)
