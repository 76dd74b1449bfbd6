"""Three Dice Football (58 Pa. Code 661a; temporary chapter 577): the game under an operator's submission."""

from collections.abc import Sequence
from types import MappingProxyType

import msgspec

from houseway.equipment.dice import DiceGame
from houseway.games.three_dice_football import events, quarterback
from houseway.games.three_dice_football.checklist import CHECKLIST
from houseway.games.three_dice_football.editions import EDITIONS
from houseway.games.three_dice_football.field import down_name
from houseway.games.three_dice_football.irregularities import REMEDIES
from houseway.games.three_dice_football.layout import down_area, felt
from houseway.games.three_dice_football.round import Drive, Phase
from houseway.games.three_dice_football.rules import RULES
from houseway.games.three_dice_football.submission import MAX_PLAYERS, VALUE_CHIPS, FootballSubmission
from houseway.games.three_dice_football.wagering import LOCKED_BY_FIRST_THROW, FootballWagering
from houseway.games.three_dice_football.wagers import CATALOGUE
from houseway.games.three_dice_football.words import down_and_distance, over_in_words, result, told
from houseway.law import pa
from houseway.table import dice_play
from houseway.table.coupon_play import CouponPlay
from houseway.table.events import Event, union_of
from houseway.table.felt import Step
from houseway.table.game import Game
from houseway.table.kinds import TableKind
from houseway.table.layout import Display
from houseway.table.words import capital

LAYOUT_APPROVED = pa("661a.2(b)")

_WHERE_THE_DICE_ARE = {
    Phase.CUP: "the dice are in the cup",
    Phase.OFFERED: "the dice are offered to position {0.offered}",
    Phase.CENTRE: "the dice go back to position {0.quarterback}",
    Phase.HAND: "position {0.quarterback} throws",
    Phase.THROWN: "the dice are out",
}


def _the_moment(state: Drive, down: str) -> str:
    """The down, or that the game is over and why; a new game begins with its first throw."""
    if state.ending:
        return f"{capital(down.casefold())} roll after a touchdown"
    if not state.under_way and state.last_throw:
        return f"Game over: {over_in_words(state.field, state.last_throw)}"
    return down_and_distance(down, state.field.yards)


class ThreeDiceFootball(Game[Drive]):
    """The game, under an operator's submission."""

    name = "three-dice-football"
    title = "Three Dice Football"
    editions = EDITIONS
    rules = RULES
    catalogue = CATALOGUE
    irregularities = REMEDIES
    submission_type = FootballSubmission
    kinds = MappingProxyType({"three-dice-football": TableKind.THREE_DICE_FOOTBALL})
    stored_dice = MappingProxyType({DiceGame.THREE_DICE_FOOTBALL: quarterback.DICE_RULES})
    event_type = union_of(events, dice_play)

    seats_clause = MAX_PLAYERS
    leaving_clause = LOCKED_BY_FIRST_THROW
    opening_clause = LAYOUT_APPROVED
    placing_clause = VALUE_CHIPS

    dice = quarterback.DICE_RULES
    dice_handling = quarterback.QuarterbackDice()
    checklist = CHECKLIST

    def __init__(self, submission: FootballSubmission | None = None) -> None:
        self.submission = submission or FootballSubmission()
        self.seats = self.submission.seats
        self.layout = felt(self.submission)
        self.betting = self.submission.betting(CATALOGUE)
        self.wagering = FootballWagering(CATALOGUE, self.betting)
        self.coupons = CouponPlay(wagers=(self.submission.coupon_wager,))

    @classmethod
    def under(cls, submission: FootballSubmission) -> "ThreeDiceFootball":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Drive:
        """An empty table, the dice in the cup."""
        return Drive()

    def between_rounds(self, state: Drive) -> bool:
        """Whether no game is under way."""
        return not state.under_way

    def display(self, state: Drive) -> Display:
        """The three markers, the last throw, and the down in words."""
        field, throw = state.field, state.last_throw
        down = "Extra Point" if state.ending else down_name(field)
        return Display(
            words=f"{_the_moment(state, down)} · {_WHERE_THE_DICE_ARE[state.phase].format(state)}",
            markers={
                "down-puck": down_area(down),
                "yard-marker": f"yard-{field.yards}" if field.yards else "end-zone",
                "length-puck": f"play-{field.play}",
            },
            dice=(("green", throw.green_1), ("green", throw.green_2), ("red", throw.red)) if throw else (),
        )

    def event_in_words(self, event: Event) -> str:
        """An event as the crew would say it."""
        return told(event)

    def result_in_words(self, events: Sequence[Event]) -> str:
        """A throw as the stickperson would sum it up."""
        return result(events, self.irregularities)

    def essential(self, state: Drive) -> Drive:
        """The last throw is kept only to be shown."""
        return msgspec.structs.replace(state, last_throw=None)

    def leaving(self, state: Drive, seat: int) -> Step[Drive]:
        """A Quarterback who leaves makes way for the next player."""
        return Step(quarterback.left(state, seat), ())

    def closing(self, state: Drive) -> Drive:
        """A reopened table begins anew: the first offer goes to the stickperson's left (661a.4(b)#1)."""
        return self.open()
