"""Craps and Mini-Craps (58 Pa. Code 623a): the game under an operator's submission."""

from collections.abc import Sequence
from functools import partial
from types import MappingProxyType

import msgspec

from houseway.equipment.dice import DiceGame
from houseway.games.craps import events, shooter
from houseway.games.craps.checklist import checklist
from houseway.games.craps.crew import crew_of
from houseway.games.craps.display import display
from houseway.games.craps.editions import EDITIONS
from houseway.games.craps.irregularities import remedies
from houseway.games.craps.layout import felt
from houseway.games.craps.round import IN_THE_AIR, CrapsFelt, Phase
from houseway.games.craps.rules import RULES
from houseway.games.craps.settlement import Terms
from houseway.games.craps.submission import (
    CHIPS_OR_PLAQUES,
    MINI_CRAPS_SEATS,
    WAGERS,
    CrapsSubmission,
    Form,
)
from houseway.games.craps.wagering import REMOVABLE, CrapsWagering
from houseway.games.craps.words import result, told
from houseway.law import implements, pa
from houseway.table import dice_play
from houseway.table.dice_play import DiceCollected, ThrowDice
from houseway.table.events import Event, union_of
from houseway.table.felt import Step
from houseway.table.game import Game
from houseway.table.kinds import TableKind
from houseway.table.layout import Display
from houseway.table.moves import Move
from houseway.table.words import wager_title

LAYOUT_APPROVED = pa("623a.2(d)")
SEATED_ONLY = pa("623a.4(e)#1")
STAYS_SEATED = pa("623a.4(e)#2")


class Craps(Game[CrapsFelt]):
    """The game, under an operator's submission."""

    name = "craps"
    title = "Craps"
    editions = EDITIONS
    rules = RULES
    submission_type = CrapsSubmission
    kinds = MappingProxyType({"craps": TableKind.CRAPS, "mini-craps": TableKind.MINI_CRAPS})
    stored_dice = MappingProxyType({DiceGame.CRAPS: shooter.DICE, DiceGame.MINI_CRAPS: shooter.DICE})
    event_type = union_of(events, dice_play)

    seats_clause = WAGERS
    leaving_clause = REMOVABLE
    opening_clause = LAYOUT_APPROVED
    placing_clause = CHIPS_OR_PLAQUES
    dice = shooter.DICE
    dice_handling = shooter.ShooterDice()
    wagering: CrapsWagering

    def __init__(self, submission: CrapsSubmission | None = None) -> None:
        self.submission = submission or CrapsSubmission()
        self.edition = self.submission.edition
        self.catalogue = self.submission.chosen
        self.betting = self.submission.betting(self.catalogue)
        self.wagering = CrapsWagering(self.submission, self.betting)
        self.seats = self.submission.seats
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)
        self.crew = crew_of(self.submission.form, stickperson=self.submission.has_stickperson)
        self.irregularities = remedies(self.crew)
        self.terms = Terms(
            wagers=self.catalogue,
            smallest_chip=self.submission.smallest_chip,
            order=self.crew.settled_first,
            vigorish=self.submission.vigorish,
            come_odds_rest=self.submission.come_odds_rest,
        )
        self.collected = DiceCollected(clause=self.crew.collected.id)

    @classmethod
    def under(cls, submission: CrapsSubmission) -> "Craps":
        """The game as played under an operator's submission."""
        return MiniCraps(submission) if submission.form is Form.MINI_CRAPS else Craps(submission)

    def open(self) -> CrapsFelt:
        """An empty table, the dice in the cup."""
        return CrapsFelt()

    def between_rounds(self, state: CrapsFelt) -> bool:
        """Whether nothing stands on the layout and no dice are in the air."""
        return not state.bets and state.phase not in IN_THE_AIR

    def closing(self, state: CrapsFelt) -> CrapsFelt:
        """A reopened table begins anew: the first offer goes to the left of the crew (623a.7(b))."""
        return self.open()

    def essential(self, state: CrapsFelt) -> CrapsFelt:
        """Dice that are settled are kept only to be shown."""
        return state if state.phase is Phase.CALLED else msgspec.structs.replace(state, faces=None)

    def display(self, state: CrapsFelt) -> Display:
        """The markers, the buttons, the dice and the moment in words."""
        return display(state)

    def awaited(self, state: CrapsFelt) -> Move | None:
        """A shooter with the dice in hand is to throw them."""
        return ThrowDice(seat=state.shooter) if state.phase is Phase.HAND else None

    def event_in_words(self, event: Event) -> str:
        """An event as the crew would say it."""
        return told(event, partial(wager_title, self))

    def result_in_words(self, events: Sequence[Event]) -> str:
        """A throw as the stickperson would sum it up."""
        return result(events, self.irregularities)

    def check_leaving(self, state: CrapsFelt, seat: int) -> None:
        """Who has wagers stays, and who has thrown the dice until they are settled."""
        super().check_leaving(state, seat)
        shooter.check_leaving(state, seat)

    def leaving(self, state: CrapsFelt, seat: int) -> Step[CrapsFelt]:
        """A shooter who leaves has passed the dice."""
        return shooter.leaving(self, state, seat)


class MiniCraps(Craps):
    """The form for seated players, run by the dealer."""

    title = "Mini-Craps"

    dice_handling = shooter.MiniShooterDice()

    seats_clause = MINI_CRAPS_SEATS
    seated_clause = SEATED_ONLY
    leaving_clause = STAYS_SEATED

    @implements("623a.4(e)#1")
    def check_seated(self, state: CrapsFelt, seat: int) -> None:
        """Only who is seated may wager."""
        super().check_seated(state, seat)

    @implements("623a.4(e)#2", readings=("B-CR-34",))
    def check_leaving(self, state: CrapsFelt, seat: int) -> None:
        """Who has wagered stays seated until nothing of it is undecided."""
        super().check_leaving(state, seat)
