"""The contract of a game: a pure function from a state and a move to a state and events."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from houseway.equipment.dice import DiceGame, DiceRules
from houseway.equipment.life import Life
from houseway.equipment.tiles import TileRules
from houseway.law import Clause, Edition, RuleViolation, add_editions, is_allowed
from houseway.table.checklist import ChecklistStep
from houseway.table.coupon_play import CouponPlay
from houseway.table.dice_handling import DiceHandling
from houseway.table.document_line import DocumentLine
from houseway.table.events import Event
from houseway.table.felt import Felt, Step
from houseway.table.irregularities import REPORT_RULE, Remedy
from houseway.table.kinds import TableKind
from houseway.table.layout import Display, Layout
from houseway.table.means import Means
from houseway.table.moves import Move
from houseway.table.own_cards import OwnCards
from houseway.table.rules import Lawful, Rule, RuleBook
from houseway.table.seating import SEAT_RULES
from houseway.table.veil import Pieces
from houseway.table.wagering import WAGER_RULES, Wagering
from houseway.table.wagers import BettingRules, PayLine, Wager

State = TypeVar("State", bound=Felt)


class Game(ABC, Generic[State]):
    """A table game under a Rules Submission; it has no clock, no chance and no memory of its own."""

    name: ClassVar[str]
    title: ClassVar[str]
    # The texts of its rules, oldest first.
    editions: ClassVar[tuple[Edition, ...]]
    # The rules of the game's own moves; those that every game has are added.
    rules: ClassVar[tuple[Rule, ...]]
    book: ClassVar[RuleBook]
    # The types that submissions and events are read back as, from the wire or the journal.
    submission_type: ClassVar[Any]
    event_type: ClassVar[Any]
    # What its table is to the clauses on floorpersons, by form where it is dealt in several.
    kinds: ClassVar[Mapping[str, TableKind]] = MappingProxyType({})
    # The dice that storage keeps for it, by the name that 603a.13 has for the game; and its tiles, where it has any.
    stored_dice: ClassVar[Mapping[DiceGame, DiceRules]] = MappingProxyType({})
    tiles: ClassVar[TileRules | None] = None
    # What people call one round of it, from the first piece dealt to the settlement.
    round_called: ClassVar[str] = "round"
    # How many pieces a hand has, where hands are dealt.
    hand_size: ClassVar[int] = 0
    # What players hold that only they see, where a game has any.
    own_cards: ClassVar[OwnCards | None] = None
    # Whether a piece that was taken out of use may come back, looked through anew, with all its time before it.
    used_again: ClassVar[bool] = False

    # The clauses behind the refusals that all games share.
    seats_clause: ClassVar[Clause]
    # That only who is seated may wager, where the chapter says so by itself.
    seated_clause: ClassVar[Clause | None] = None
    leaving_clause: ClassVar[Clause]
    opening_clause: ClassVar[Clause]
    placing_clause: ClassVar[Clause]

    # A reading that the submission decides may change what a wager wins on.
    catalogue: Mapping[str, Wager]
    betting: BettingRules
    wagering: Wagering[State]
    irregularities: Mapping[str, Remedy]
    coupons: CouponPlay = CouponPlay()
    means: Means[State] = Means()
    # What is paid on top of a wager, without one of its own, by the title that the sign gives it.
    bonuses: Mapping[str, tuple[PayLine, ...]] = MappingProxyType({})
    seats: int
    # What the dice must be; a game without dice has none.
    dice: DiceRules | None = None
    dice_handling: DiceHandling[Any] = DiceHandling()
    # The one text that a submission was written for; without one, the gaming day decides.
    edition: str = ""
    layout: Layout
    checklist: tuple[ChecklistStep, ...]

    def __init_subclass__(cls) -> None:
        if "editions" in cls.__dict__:
            add_editions(cls.name, cls.editions)
        if "rules" in cls.__dict__:
            cls.book = RuleBook((*SEAT_RULES, *WAGER_RULES, REPORT_RULE, *cls.rules))

    @classmethod
    @abstractmethod
    def under(cls, submission: Any) -> "Game[State]":
        """The game as played under an operator's submission."""

    @abstractmethod
    def open(self) -> State:
        """The game at an empty table."""

    @abstractmethod
    def between_rounds(self, state: State) -> bool:
        """Whether the table may close now without breaking into a round."""

    @abstractmethod
    def display(self, state: State) -> Display:
        """What a glance at the felt tells."""

    def apply(self, state: State, move: Move) -> Step[State]:
        """The state and events a move leads to; an unlawful move raises `RuleViolation` and changes nothing."""
        return self.book.apply(self, state, move)

    def accepts(self, state: State, move: Move) -> bool:
        """Whether a move is lawful as things stand."""
        return is_allowed(self.apply, state, move)

    def legal(self, state: State) -> tuple[Lawful, ...]:
        """Everything that may lawfully happen next."""
        return tuple(self.book.lawful(self, state))

    # What a round is told by, and what it leaves behind.

    def essential(self, state: State) -> State:
        """The state without details that no rule depends on, so that the lab works through each case only once."""
        return state

    def event_in_words(self, event: Event) -> str:
        """One of the game's own events in one line; an empty answer leaves it to `table.words`, which tells its fields."""
        return ""

    def result_in_words(self, events: Sequence[Event]) -> str:
        """What these events of a round, or of a throw, have shown and what it means; empty until something is decided."""
        return ""

    def hands_in_result(self, events: Sequence[Event]) -> Mapping[int, str]:
        """The names of the hands that were turned over in these events of a round, by position."""
        return {}

    def plays_by(self, clause: Clause) -> bool:
        """Whether a clause of the chapter applies under this submission; some belong to another form of the game."""
        return True

    def sign(self) -> Iterator[DocumentLine]:
        """What the table's sign says besides its wagers."""
        return iter(())

    def awaited(self, state: State) -> Move | None:
        """The move that people at the table expect next; where it is refused, the page says why."""
        return None

    def ready(self) -> State:
        """The game at an empty table whose equipment stands ready for a round."""
        return self.open()

    def drawn(self, state: State, act: Lawful, below: Callable[[int], int]) -> dict[str, Any]:
        """What chance makes of a lawful act: each of its values equally likely."""
        return {name: values[below(len(values))] for name, values in act.fields.items()}

    def written(self, state: State, hands: Mapping[int, tuple[str, ...]]) -> Move | None:
        """The next move that deals a round whose hands were written down, in games that deal them one by one."""
        return None

    # Who is at the table.

    def made_by(self, state: State, move: Move, who: str) -> State:
        """The state once it is known who makes a move, in games whose chapter looks at the person and not only the role."""
        return state

    def check_seated(self, state: State, seat: int) -> None:
        """Refuse what only a player at the table may do."""
        if seat not in state.seats:
            clause = self.seated_clause or self.seats_clause
            raise RuleViolation(clause, f"nobody is at position {seat}", fix="take the seat before wagering")

    def check_leaving(self, state: State, seat: int) -> None:
        """Refuse to let a player go who still has a part in the game."""
        if any(bet.seat == seat for bet in state.bets):
            raise RuleViolation(
                self.leaving_clause,
                f"the player at position {seat} has wagers on the layout",
                fix="take them down while that is allowed, or wait for their settlement",
            )

    def leaving(self, state: State, seat: int) -> Step[State]:
        """What else follows when the player at a seat leaves."""
        return Step(state, ())

    def closing(self, state: State) -> State:
        """The game as a closed table leaves it for the next opening."""
        return state

    # What the table is played with.

    @property
    def pieces(self) -> Pieces | None:
        """The cards or tiles that are dealt, if any; those that lie face down are shown to nobody."""
        return None

    def demands(self, state: State, step: ChecklistStep) -> bool:
        """Whether a line of the check-list applies as things stand."""
        return True

    def brought_by(self, move: Move) -> tuple[str, Life, Clause] | None:
        """The serial number of the piece that a move brings, how long it may be used, and the clause on its inspection."""
        return None

    def pieces_in_use(self, state: State) -> Iterator[tuple[str, Life]]:
        """The pieces that a new round would be played with, by serial number, and how long each may be used."""
        return iter(())
