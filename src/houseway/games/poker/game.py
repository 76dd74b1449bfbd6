"""Poker (58 Pa. Code 637a): a table of one variant, at which players play each other and the house only deals."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec

from houseway.equipment.chance import shuffle
from houseway.equipment.decks import Condition
from houseway.games.poker import events, words
from houseway.games.poker.cards import CHOICES, DECKS, PokerCards
from houseway.games.poker.checklist import checklist
from houseway.games.poker.clauses import INTO_THE_POT, SECTIONS, STRUCTURE, TABLE_STAKES
from houseway.games.poker.course import streets_of, terms
from houseway.games.poker.dealing import due
from houseway.games.poker.display import display
from houseway.games.poker.editions import EDITIONS
from houseway.games.poker.hole_cards import HoleCards
from houseway.games.poker.irregularities import REMEDIES
from houseway.games.poker.layout import layout_of
from houseway.games.poker.moves import BeginHand
from houseway.games.poker.opening import players
from houseway.games.poker.round import BETWEEN_HANDS, PokerHand
from houseway.games.poker.rules import RULES
from houseway.games.poker.sign import sign
from houseway.games.poker.submission import POKER_ROOM, PokerSubmission
from houseway.games.poker.table_stakes import TableStakes
from houseway.games.poker.wagering import NoWagers
from houseway.law import Clause, RuleViolation, implements
from houseway.money import Cents, dollars
from houseway.table import card_play, deck_steps
from houseway.table.betting_round import Rooms
from houseway.table.card_play import Deal
from houseway.table.coupon_play import CouponPlay
from houseway.table.deck_steps import TableNow
from houseway.table.deck_table import DeckTable
from houseway.table.document_line import DocumentLine
from houseway.table.events import Event, union_of
from houseway.table.kinds import TableKind
from houseway.table.layout import Display
from houseway.table.moves import Move
from houseway.table.places import DEALER_PLACE
from houseway.table.rules import Lawful
from houseway.table.veil import Pieces

_DEAL = str(Deal.__struct_config__.tag)


@cache
def _pieces(deck: tuple[str, ...]) -> Pieces:
    return Pieces(
        deck, dict.fromkeys(deck, 1), again=True, fields={"board": DEALER_PLACE, "last_board": DEALER_PLACE}
    )


class Poker(DeckTable[PokerHand]):
    """A Poker table under an operator's submission; `said` is how amounts are told."""

    name = "poker"
    title = "Poker"
    editions = EDITIONS
    rules = RULES
    submission_type = PokerSubmission
    event_type = union_of(card_play, events)
    irregularities = REMEDIES
    kinds = MappingProxyType({name: TableKind.POKER})
    cards = DECKS
    choices = CHOICES
    own_cards: ClassVar[HoleCards] = HoleCards()
    means = TableStakes()
    used_again = True
    round_called = "hand"
    # Nobody wagers against the house here (603a.21(a)).
    coupons = CouponPlay(against_the_house=lambda state: False)

    leaving_clause = TABLE_STAKES
    opening_clause = POKER_ROOM
    placing_clause = INTO_THE_POT
    structure_clause = STRUCTURE

    def __init__(
        self, submission: PokerSubmission | None = None, said: Callable[[Cents], str] = dollars
    ) -> None:
        self.submission = submission or PokerSubmission()
        self.variant = self.submission.chosen
        self.streets = streets_of(self.submission)
        self.seats_clause = self.variant.section.players  # type: ignore[misc]
        self.catalogue = self.submission.catalogue
        self.betting = self.submission.betting(self.catalogue)
        self.seats = self.submission.seats
        self.wagering = NoWagers(self.catalogue, self.betting)
        self.layout = layout_of(self.submission)
        self.checklist = checklist(self.submission)
        self.said = said
        self._ready = PokerHand(kit=deck_steps.ready(self.choices.kit(), self.cards, self.choices))
        # How many cards a hand has, by which a page tells one hand from several.
        self.hand_size = self.variant.hole_cards  # type: ignore[misc]

    @classmethod
    def under(cls, submission: PokerSubmission) -> "Poker":
        """The table under an operator's submission."""
        return cls(submission)

    def open(self) -> PokerHand:
        """An empty table without decks."""
        return PokerHand(kit=self.choices.kit())

    def ready(self) -> PokerHand:
        """An empty table with two decks, one of them ready to be dealt."""
        return self._ready

    def seated(self, chips: Mapping[int, Cents]) -> PokerHand:
        """A table that stands ready, with these chips before its players."""
        return msgspec.structs.replace(self._ready, seats=tuple(chips), racks=tuple(chips.items()))

    @property
    def pieces(self) -> Pieces:
        """The cards of the variant; those on the board are everybody's, and discards may be dealt again."""
        return _pieces(self.variant.deck)

    def now(self, state: PokerHand) -> TableNow[PokerCards]:
        """What the steps of decks look at."""
        between = self.between_rounds(state)
        return TableNow(
            rules=DECKS,
            choices=self.choices,
            kit=state.kit,
            between_rounds=between,
            before_the_deal=between,
            bets=not between,
            seats=bool(state.seats),
        )

    def plays_by(self, clause: Clause) -> bool:
        """Of the sections for single variants, the one of the variant that is played."""
        of_a_variant = next((one for one in SECTIONS if clause.id.startswith(f"{one}(")), "")
        return self.variant.section.players.id.startswith(of_a_variant)

    def sign(self) -> Iterator[DocumentLine]:
        """How it is bet, antes, Blinds, straddle, kill, and what the house takes."""
        return sign(self.submission)

    def rooms(self, state: PokerHand) -> Rooms:
        """What the player who is asked may answer."""
        return state.betting.rooms(terms(self, state)) if state.betting is not None else {}

    def between_rounds(self, state: PokerHand) -> bool:
        """Whether no hand is under way."""
        return state.phase == BETWEEN_HANDS

    # What a glance tells.

    def display(self, state: PokerHand) -> Display:
        """The moment, the chips in the middle, and the cards that anybody sees."""
        return display(self, state)

    def event_in_words(self, event: Event) -> str:
        """An event as the dealer would say it."""
        return words.told(self, event)

    def result_in_words(self, events: Sequence[Event]) -> str:
        """Who won with what."""
        return words.result(self.variant, events)

    def hands_in_result(self, events: Sequence[Event]) -> Mapping[int, str]:
        """What the hands that were shown down are called."""
        return words.hands(self.variant, events)

    def awaited(self, state: PokerHand) -> Move | None:
        """Between two hands, once a deck stands ready, that another begins."""
        ready = self.between_rounds(state) and state.seats and state.kit.within(Condition.LOADED)
        return BeginHand() if ready else None

    # Chips.

    @implements("common:poker/table-stakes")
    def check_leaving(self, state: PokerHand, seat: int) -> None:
        """Refuse to let a player take chips away who is in the hand."""
        if state.holder(seat) is not None:
            raise RuleViolation(
                TABLE_STAKES, f"the player at position {seat} is in the hand", fix="wait for its end"
            )

    def drawn(self, state: PokerHand, act: Lawful, below: Callable[[int], int]) -> dict[str, Any]:
        """Chance deals all cards that are due at once, from a shuffled deck."""
        if act.move == _DEAL:
            many = min(len(due(self, state)), state.stub)
            return {"cards": shuffle(state.left(self.variant), below)[:many]}
        return {"cards": shuffle(self.variant.deck, below)[: len(players(state))]}
