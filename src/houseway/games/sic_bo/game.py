"""Sic Bo (58 Pa. Code 625a): the game under an operator's submission."""

from collections.abc import Sequence
from functools import partial
from types import MappingProxyType

from houseway.equipment.dice import DiceGame, DiceRules
from houseway.games.sic_bo import events
from houseway.games.sic_bo.checklist import AUTOMATED_SHAKER_RUN, CHECKLISTS
from houseway.games.sic_bo.editions import EDITIONS
from houseway.games.sic_bo.irregularities import DEVICE_FAILURES, REMEDIES
from houseway.games.sic_bo.layout import area_id, felt
from houseway.games.sic_bo.round import BETWEEN_ROUNDS, Phase, Round, ShakerStatus
from houseway.games.sic_bo.rules import RULES
from houseway.games.sic_bo.settlement import SETTLED_AS_IT_LIES
from houseway.games.sic_bo.shaker import COLOUR, DICE, ShakerDice
from houseway.games.sic_bo.submission import CHIPS_OR_PLAQUES, WAGERS, Shaker, SicBoSubmission
from houseway.games.sic_bo.wagering import SicBoWagering
from houseway.games.sic_bo.wagers import CATALOGUE, CATALOGUES
from houseway.games.sic_bo.words import result, told, toss_in_words
from houseway.law import pa
from houseway.table.checklist import ChecklistStep
from houseway.table.coupon_play import CouponPlay
from houseway.table.events import Event, union_of
from houseway.table.game import Game
from houseway.table.layout import Display
from houseway.table.words import wager_title

INSPECTED_BEFORE_OPENING = pa("625a.5(a)")
# The areas at even money, as at Craps and Roulette; every other area is a wager of its own, none a side bet (C-23).
_EVEN_MONEY = ("small", "big")

_WORDS = {
    Phase.BETTING: "Place your bets",
    Phase.MIXED: "The dice are mixed, bets are still taken",
    Phase.NO_MORE_BETS: "No more bets",
    Phase.REVEALED: "{2}; enter the dice",
    Phase.MISENTERED: "The dice show {0.toss}, but {0.entered} was entered; a floorperson puts it right",
    Phase.LIT: "{2}; clear the lights",
    Phase.BY_HAND: "{2}; settle by hand before a floorperson",
    Phase.STOPPED: "Gaming has ceased until {1} is fixed",
}


class SicBo(Game[Round]):
    """The game, under an operator's submission."""

    name = "sic-bo"
    title = "Sic Bo"
    editions = EDITIONS
    rules = RULES
    submission_type = SicBoSubmission
    event_type = union_of(events)
    stored_dice = MappingProxyType(
        {DiceGame.SIC_BO: DICE[Shaker.MANUAL], DiceGame.SIC_BO_AUTOMATED: DICE[Shaker.AUTOMATED]}
    )
    irregularities = REMEDIES
    catalogue = CATALOGUE
    dice_handling = ShakerDice()

    seats_clause = WAGERS
    leaving_clause = SETTLED_AS_IT_LIES
    opening_clause = INSPECTED_BEFORE_OPENING
    placing_clause = CHIPS_OR_PLAQUES
    coupons = CouponPlay(
        wagers=_EVEN_MONEY, if_named=tuple(name for name in CATALOGUE if name not in _EVEN_MONEY)
    )

    def __init__(self, submission: SicBoSubmission | None = None) -> None:
        self.submission = submission or SicBoSubmission()
        self.catalogue = CATALOGUES[self.submission.two_of_a_kind]
        self.betting = self.submission.betting(self.catalogue)
        self.wagering = SicBoWagering(self.catalogue, self.betting)
        self.seats = self.submission.seats
        self.dice: DiceRules = DICE[self.submission.shaker]
        self.layout = felt(self.submission)
        self.checklist = CHECKLISTS[self.submission.shaker]

    @classmethod
    def under(cls, submission: SicBoSubmission) -> "SicBo":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table with the shaker that the submission names."""
        return Round(shaker=ShakerStatus(self.submission.shaker))

    def between_rounds(self, state: Round) -> bool:
        """Whether no dice are mixed or shown for a round."""
        return state.phase in BETWEEN_ROUNDS

    def demands(self, state: Round, step: ChecklistStep) -> bool:
        """An automated shaker is tried before opening only where it is in use."""
        return step != AUTOMATED_SHAKER_RUN or state.shaker is ShakerStatus.AUTOMATED

    def display(self, state: Round) -> Display:
        """The lit combinations, the dice as announced, and the moment in words."""
        return Display(
            words=_WORDS[state.phase].format(
                state, DEVICE_FAILURES.get(state.failed, ""), toss_in_words(state.toss) if state.toss else ""
            ),
            lit=tuple(area_id(wager, pick) for wager, pick in state.lit),
            dice=tuple((COLOUR, face) for face in state.toss.faces) if state.toss else (),
        )

    def event_in_words(self, event: Event) -> str:
        """An event as the dealer would say it."""
        return told(event, partial(wager_title, self))

    def result_in_words(self, events: Sequence[Event]) -> str:
        """A toss as the dealer would sum it up."""
        return result(events, self.irregularities)
