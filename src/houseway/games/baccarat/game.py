"""Minibaccarat, Midibaccarat and Baccarat (58 Pa. Code 627a, 629a, 631a): one game under an operator's submission."""

from collections.abc import Sequence
from functools import partial
from types import MappingProxyType

import msgspec

from houseway.games.baccarat import dealing, debts, events, house_money, turning, words
from houseway.games.baccarat.cards import CARDS
from houseway.games.baccarat.checklist import checklist
from houseway.games.baccarat.debts import DebtMeans
from houseway.games.baccarat.display import display, shown_of
from houseway.games.baccarat.editions import EDITIONS, edition_of
from houseway.games.baccarat.forms import FORMS, Form
from houseway.games.baccarat.hands import FIRST_CARDS
from houseway.games.baccarat.irregularities import REMEDIES
from houseway.games.baccarat.layout import felt
from houseway.games.baccarat.round import DRAWING, HAND_NAMES, HANDS, TURNING, Round
from houseway.games.baccarat.rules import RULES
from houseway.games.baccarat.settlement import all_settled, charge_on, result_of
from houseway.games.baccarat.submission import BaccaratSubmission
from houseway.games.baccarat.wagering import BaccaratWagering
from houseway.games.baccarat.wagers import CATALOGUE, ON_A_HAND, ONLY_AT_EZ, Outcome
from houseway.table import card_play, shoe_play
from houseway.table.card_felt import BETTING, CLOSED, DEALING
from houseway.table.coupon_play import CouponPlay
from houseway.table.events import Event, union_of
from houseway.table.felt import Step
from houseway.table.kinds import TableKind
from houseway.table.layout import Display
from houseway.table.places import Place
from houseway.table.shoe_felt import Face
from houseway.table.shoe_game import Due, ShoeGame, Turn
from houseway.table.shoe_play import Decide
from houseway.table.words import capital, spoken

_MINIBACCARAT = FORMS[Form.MINIBACCARAT]


class BaccaratGame(ShoeGame[Round]):
    """The game in any of its three forms, under an operator's submission."""

    name = "baccarat"
    title = "Baccarat"
    editions = EDITIONS
    rules = RULES
    submission_type = BaccaratSubmission
    event_type = union_of(card_play, shoe_play, events)
    kinds = MappingProxyType(
        {
            Form.MINIBACCARAT: TableKind.BANKING,
            Form.MIDIBACCARAT: TableKind.MIDIBACCARAT,
            Form.BACCARAT: TableKind.BACCARAT,
        }
    )
    catalogue = CATALOGUE
    irregularities = REMEDIES
    means = DebtMeans()

    cards = CARDS
    hand_size = FIRST_CARDS

    seats_clause = _MINIBACCARAT.seats
    leaving_clause = _MINIBACCARAT.locked
    opening_clause = _MINIBACCARAT.layout
    placing_clause = _MINIBACCARAT.betting.instruments

    def __init__(self, submission: BaccaratSubmission | None = None) -> None:
        self.submission = submission or BaccaratSubmission()
        self.form = self.submission.rules
        self.edition = edition_of(self.form.chapter, self.submission.text)
        self.choices = self.submission.choices()
        self.catalogue = self.submission.chosen
        self.seats = self.submission.seats
        self.betting = self.submission.betting(self.catalogue)
        self.wagering = BaccaratWagering(self)
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)
        self.coupons = CouponPlay(wagers=ON_A_HAND, charge_on_win=partial(charge_on, self))

    @classmethod
    def under(cls, submission: BaccaratSubmission) -> "BaccaratGame":
        """The game as played under an operator's submission."""
        return _OF_FORM[submission.form](submission)

    def open(self) -> Round:
        """An empty table without cards."""
        return Round(kit=self.choices.kit())

    # The course of a round.

    def called(self, place: Place) -> str:
        """Both hands have names."""
        return HAND_NAMES.get(place) or super().called(place)

    def filled(self, state: Round) -> Round:
        """The roads begin anew with a shoe."""
        return msgspec.structs.replace(state, road=())

    def due(self, state: Round) -> Due | None:
        """The first four cards, and once those lie open and House Money is settled, third cards."""
        if state.phase == BETTING:
            return None
        if not state.first_cards_lie:
            return dealing.first_card(self, state)
        if state.face_down is not None or house_money.is_due(state):
            return None
        return dealing.third_card(self, state)

    def turn(self, state: Round) -> Turn | None:
        """Who won House Money says where the payout goes."""
        return None if state.phase == BETTING else house_money.turn(self, state)

    def awaits(self, state: Round) -> bool:
        """Whether the round waits for cards to be turned over."""
        return state.face_down is not None

    def took(self, state: Round, due: Due, card: str) -> Step[Round]:
        """Cards that lie face down go to whoever turns them over; a hand that lies open is called."""
        if state.phase == CLOSED:
            state = msgspec.structs.replace(state, phase=DEALING)
        if not state.first_cards_lie:
            return Step(state, ())
        if due.face is Face.DOWN:
            first = len(state.drawn) == FIRST_CARDS * len(HANDS)
            return turning.handed(self, state) if first else turning.third_handed(self, state, due.to)
        if len(state.at(due.to)) > FIRST_CARDS:
            return Step(state, (dealing.called(self, state, due.to),))
        return Step(state, tuple(dealing.called(self, state, place) for place in HANDS))

    def decided(self, state: Round, move: Decide) -> Step[Round]:
        """A House Money payout is taken, or added to a wager."""
        return house_money.decided(self, state, move)

    def onward(self, step: Step[Round]) -> Step[Round]:
        """The step, and what follows by itself: House Money as far as nobody has a choice, then the settlement."""
        state, events = step
        if state.phase == BETTING or not state.first_cards_lie:
            return step
        if state.face_down is not None:
            return Step(msgspec.structs.replace(state, phase=TURNING), events)
        open_now = msgspec.structs.replace(state, phase=DRAWING)
        settled = house_money.settled_so_far(self, open_now)
        return super().onward(Step(settled.state, (*events, *settled.events)))

    def settled(self, state: Round) -> Step[Round]:
        """The result is announced, losers are collected and winners paid."""
        step = all_settled(self, state)
        kept = msgspec.structs.replace(step.state, shown=shown_of(state))
        return self.round_over(kept, step.events)

    def cleared(self, state: Round) -> Round:
        """The state with nothing left of the round that ended but results, debts, and what the eye may still see."""
        return msgspec.structs.replace(state, rights=(), stop="")

    def closing(self, state: Round) -> Round:
        """The hands and results of the last shoe are out of sight."""
        return msgspec.structs.replace(super().closing(state), shown=(), road=())

    def essential(self, state: Round) -> Round:
        """Hands of the last round are kept only to be shown."""
        return msgspec.structs.replace(state, shown=())

    def corrected(self, state: Round, place: Place) -> Step[Round]:
        """A hand with a card put right is called again."""
        if state.first_cards_lie and not state.placed(place).down:
            return Step(state, (dealing.called(self, state, place),))
        return Step(state, ())

    def check_leaving(self, state: Round, seat: int) -> None:
        """Who has wagers in the round stays, and who owes vigorish until it is paid."""
        super().check_leaving(state, seat)
        debts.check_paid(state, seat)

    # What a glance tells.

    def display(self, state: Round) -> Display:
        """The moment in words, the hands, the roads, and who owes what."""
        return display(self, state)

    def event_in_words(self, event: Event) -> str:
        """An event as the dealer would say it."""
        return words.told(event)

    def decision_in_words(self, decision: str) -> str:
        """What becomes of a payout of House Money."""
        if decision == house_money.TAKE:
            return "take the payout"
        return f"add the payout to {capital(spoken(house_money.ADD_TO[decision]))}"

    def result_in_words(self, events: Sequence[Event]) -> str:
        """Which hand won, and with what."""
        return words.result(events, self._special)

    def _special(self, facts: Outcome) -> str:
        """What the special hand is called that won, where one may be wagered on."""
        shown = result_of(self, facts)
        return capital(spoken(shown)) if shown in ONLY_AT_EZ else ""


class Minibaccarat(BaccaratGame):
    """The form for up to seven, whose cards no player touches."""

    title = _MINIBACCARAT.title


class Midibaccarat(BaccaratGame):
    """The form for up to nine, whose cards go to whoever bet most on a hand."""

    title = FORMS[Form.MIDIBACCARAT].title
    seats_clause = FORMS[Form.MIDIBACCARAT].seats
    leaving_clause = FORMS[Form.MIDIBACCARAT].locked
    opening_clause = FORMS[Form.MIDIBACCARAT].layout
    placing_clause = FORMS[Form.MIDIBACCARAT].betting.instruments


class Baccarat(BaccaratGame):
    """The form for up to fourteen, at which a player may have the right to turn the cards."""

    seats_clause = FORMS[Form.BACCARAT].seats
    leaving_clause = FORMS[Form.BACCARAT].locked
    opening_clause = FORMS[Form.BACCARAT].layout
    placing_clause = FORMS[Form.BACCARAT].betting.instruments


_OF_FORM = {Form.MINIBACCARAT: Minibaccarat, Form.MIDIBACCARAT: Midibaccarat, Form.BACCARAT: Baccarat}
