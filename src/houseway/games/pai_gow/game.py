"""Pai Gow (58 Pa. Code 621a): the game under an operator's submission."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from houseway.equipment.chance import shuffle
from houseway.equipment.dice import DiceGame
from houseway.equipment.life import Life
from houseway.equipment.tiles import FULL_SET, Hand, TileRules
from houseway.games.pai_gow import events, seats, words
from houseway.games.pai_gow.centre import charged
from houseway.games.pai_gow.checklist import checklist
from houseway.games.pai_gow.dealing import DICE, StartDice, method
from houseway.games.pai_gow.delivery import LEVELS, Delivery, Served, steps
from houseway.games.pai_gow.display import display
from houseway.games.pai_gow.editions import EDITIONS
from houseway.games.pai_gow.irregularities import REMEDIES
from houseway.games.pai_gow.layout import felt
from houseway.games.pai_gow.means import PaiGowMeans
from houseway.games.pai_gow.mixing import INSPECTED, LIFE, without_tiles
from houseway.games.pai_gow.moves import AcceptBank, BringTiles
from houseway.games.pai_gow.round import Condition, Past, Phase, Round, TileSet
from houseway.games.pai_gow.rules import RULES
from houseway.games.pai_gow.submission import SIX_POSITIONS, PaiGowSubmission, StartMethod
from houseway.games.pai_gow.wagering import PaiGowWagering, against_the_house
from houseway.games.pai_gow.wagers import ON_THE_LAYOUT, PAI_GOW
from houseway.games.pai_gow.written import next_written
from houseway.law import Clause, implements, pa
from houseway.table import set_hands, start
from houseway.table.card_play import AreaTaken, HandsVoided
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.coupon_play import CouponPlay
from houseway.table.events import Event, union_of
from houseway.table.felt import Step
from houseway.table.game import Game
from houseway.table.kinds import TableKind
from houseway.table.layout import Display
from houseway.table.moves import Move
from houseway.table.rules import Lawful
from houseway.table.set_hands import HandsInWords, SetsHands
from houseway.table.veil import TILES

SEATED = pa("621a.5(b)#1")


A_SET_OF_TILES = pa("621a.3(a)#2")


class PaiGow(Game[Round], SetsHands):
    """The game, under an operator's submission."""

    name = "pai-gow"
    title = "Pai Gow"
    editions = EDITIONS
    hand_size = LEVELS
    rules = RULES
    submission_type = PaiGowSubmission
    kinds = MappingProxyType({"pai-gow": TableKind.PAI_GOW})
    # The chapter of Pai Gow Poker is not in the sources: the same dice and the same shaker (reading C-13).
    stored_dice = MappingProxyType({DiceGame.PAI_GOW: DICE, DiceGame.PAI_GOW_POKER: DICE})
    dice_handling = StartDice()
    tiles = TileRules(full_set=A_SET_OF_TILES, life=LIFE)
    pieces = TILES
    event_type = union_of(events, set_hands, start) | AreaTaken | HandsVoided
    irregularities = REMEDIES
    means: PaiGowMeans

    seats_clause = SIX_POSITIONS
    seated_clause = SEATED
    leaving_clause = seats.STAYS_SEATED
    opening_clause = INSPECTED
    placing_clause = ON_THE_LAYOUT

    def __init__(self, submission: PaiGowSubmission | None = None) -> None:
        self.submission = submission or PaiGowSubmission()
        self.catalogue = self.submission.chosen
        self.betting = self.submission.betting(self.catalogue)
        self.wagering = PaiGowWagering(self.catalogue, self.betting)
        self.means = PaiGowMeans(self.submission)
        self.coupons = CouponPlay(
            wagers=(PAI_GOW,),
            against_the_house=against_the_house,
            charge_on_win=lambda wager, won: charged(self.submission, won),
        )
        self.seats = self.submission.seats
        self.dice = DICE if self.submission.uses_shaker else None
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)

    @classmethod
    def under(cls, submission: PaiGowSubmission) -> "PaiGow":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Round:
        """An empty table without tiles."""
        return Round(start_method=next(iter(self.submission.start_methods), StartMethod.SHAKER))

    def ready(self) -> Round:
        """An empty table with a set of tiles that only waits to be stacked."""
        return msgspec.structs.replace(self.open(), tiles=TileSet(serial="ready", condition=Condition.MIXED))

    def between_rounds(self, state: Round) -> bool:
        """Whether no round is under way."""
        return state.phase is Phase.BETTING

    def closing(self, state: Round) -> Round:
        """The tiles leave a closed table, and the game starts anew when it opens again."""
        return msgspec.structs.replace(without_tiles(state), past=Past())

    def display(self, state: Round) -> Display:
        """The bank's marker, the dice, the tiles face up and face down, and the moment in words."""
        return display(self, state)

    def event_in_words(self, event: Event) -> str:
        """An event as the dealer would say it."""
        return words.told(event)

    def result_in_words(self, events: Sequence[Event]) -> str:
        """The hands of the dealer or the bank, and of both where both have any."""
        return words.result(events)

    def hands_in_result(self, events: Sequence[Event]) -> Mapping[int, str]:
        """What the players' hands are called that were turned over."""
        return words.hands(events)

    def hands_in_words(self, hands: tuple[Hand, ...]) -> HandsInWords:
        """What a high and a low hand are called, and whether the low one outranks the high."""
        high, low = hands
        return words.hands_in_words(high, low)

    def awaited(self, state: Round) -> Move | None:
        """A player who is offered the bank may take it."""
        return AcceptBank(seat=state.offered) if state.offered else None

    def drawn(self, state: Round, act: Lawful, below: Callable[[int], int]) -> dict[str, Any]:
        """Chance mixes the whole set."""
        if act.move != "stack-tiles":
            return super().drawn(state, act, below)
        return {"tiles": shuffle(FULL_SET, below)}

    def written(self, state: Round, hands: Mapping[int, Hand]) -> Move | None:
        """The next move of a round whose hands were written down."""
        return next_written(state, method(self.submission, state), hands)

    def delivery_steps(self, style: str) -> tuple[Served, ...]:
        """What each position is given in a style of delivery, in the order of service."""
        return steps(Delivery(style))

    # Who is at the table.

    def check_leaving(self, state: Round, seat: int) -> None:
        """Refuse to let a player go who has a part in the round."""
        seats.check_leaving(state, seat)

    def leaving(self, state: Round, seat: int) -> Step[Round]:
        """The areas that the player held are free too, and a bank is given up."""
        return seats.leaving(state, seat)

    # What the table is played with.

    @implements("621a.3(b)")
    def pieces_in_use(self, state: Round) -> Iterator[tuple[str, Life]]:
        """The set that the next round would be played with."""
        if state.tiles is not None and state.phase is Phase.BETTING:
            yield state.tiles.serial, LIFE

    def brought_by(self, move: Move) -> tuple[str, Life, Clause] | None:
        """A set of tiles, how long it may be used, and by what it is looked through before."""
        return (move.serial, LIFE, INSPECTED) if isinstance(move, BringTiles) else None

    def demands(self, state: Round, step: ChecklistStep) -> bool:
        """What is attested of dice is asked for only where the shaker is in use."""
        return step.stage is not Stage.DICE or self._uses_shaker(state)

    def _uses_shaker(self, state: Round) -> bool:
        return method(self.submission, state) is StartMethod.SHAKER
