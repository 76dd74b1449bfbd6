"""What a chapter says of hands of twenty-one, and the state that every such game holds."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter
from typing import Self

import msgspec

from houseway.equipment.cards import Hand
from houseway.equipment.decks import Clauses
from houseway.table.card_felt import DEALING
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.shoe_felt import PlacedHand, ShoeFelt

# The moments after the first cards.
LATE = "late-cards"  # who was passed by in the deal says whether to be dealt to
INSURANCE = "insurance"  # an ace is up, and Insurance may be made
CHECKING = "checking"  # the hole card goes to the card reader
PLAYING = "playing"  # players are asked in turn
HOLE = "hole-card"  # the hole card is to be turned over
DRAWING_OUT = "drawing-out"  # the dealer draws
CARDS_OUT = (DEALING, LATE, INSURANCE, CHECKING, PLAYING, HOLE, DRAWING_OUT)


@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyOneRules:
    """What a chapter says of hands: who is asked what, how often a pair is split, when a hand takes no more cards.

    Where the operator has a choice, a game plays under a copy with what was chosen.
    """

    # The total from which the dealer stands, and below which a player may draw.
    stands_from: int
    draws_below_points: int
    # How often a player may split a pair, and aces.
    most_splits: int
    most_ace_splits: int
    # The up cards with which the hole card is checked, by rank.
    checked_up_cards: frozenset[str]
    # Whether the dealer draws to that total where an ace in it counts eleven.
    draws_to_soft: bool = False
    # On how many cards a hand may be doubled down at the most, 0 for any number, and whether after a split.
    doubles_on: int = 0
    doubles_after_split: bool = True
    # Whether split aces take one card each and no more.
    aces_take_one: bool = True
    values: Clauses
    asked: Clauses
    dealt: Clauses
    draws_below: Clauses
    done_at: Clauses
    doubled_takes: Clauses
    double_open: Clauses
    double_most: Clauses
    split_open: Clauses
    split_equal: Clauses
    split_order: Clauses
    split_choices: Clauses
    split_again: Clauses
    splits_at_most: Clauses
    ace_takes: Clauses
    ace_splits: Clauses
    # By which alone a hand may be given up, where a chapter has more than one way to come to it.
    surrender_open: Clauses = ()
    # By which a hand that was doubled down on is not drawn to, where that is said apart.
    doubled_draws: Clauses = ()
    surrender_ends: Clauses
    hole_turned: Clauses
    dealer_draws: Clauses
    # Wagers: what is made before the first card, stays as it was made, and goes with the first one.
    made_first: Clauses
    locked: Clauses
    first_needed: Clauses
    # Insurance, the card reader and the hole card; what part of the first wager may be insured.
    insured_part: Fraction
    insurance_open: Clauses
    insurance_most: Clauses
    insurance_offered: Clauses
    insurance_made: Clauses
    hole_checked: Clauses
    hole_down: Clauses
    turned_on_blackjack: Clauses
    misread: Clauses
    # Hands that were passed by, cards drawn in error, and a reader that fails.
    late_none: Clauses
    late_second: Clauses
    late_draw: Clauses
    exposed_drawn: Clauses
    exposed_refused: Clauses
    exposed_useless: Clauses
    drawn_on_stand: Clauses
    wrongly_checked: Clauses
    wrongly_checked_seen: Clauses
    wrongly_checked_unseen: Clauses
    reader_fails: Clauses


class Check(StrEnum):
    """What the card reader said of the hole card."""

    NOT_YET = ""
    NO_BLACKJACK = "no-blackjack"
    BLACKJACK = "blackjack"


class Stop(StrEnum):
    """Why play has stopped."""

    NO = ""
    HOLE_CARD_EXPOSED = "hole-card-exposed"
    READER = "card-reader"


# Clockwise, and the hands of a position one after the other.
_IN_TURN = attrgetter("seat", "hand")


class TwentyOneFelt(ShoeFelt, frozen=True, kw_only=True):
    """What the state of every game of twenty-one holds besides the shoe.

    `stood` are the hands that take no more cards, `doubled` those that take one more, `drawing` the one a card is due to.
    `splits` has a position once for each pair that it split. `passed_by` are cards of the first deal that a position
    did not get, `late` the hands whose players are to say what becomes of that. `misread` once a floorperson was told
    that the card reader missed a Blackjack. `exposed` while a card drawn in error lies open that somebody is to take.
    `shown` are the hands of the last round, kept for the eye until the next.
    """

    stood: tuple[Place, ...] = ()
    doubled: tuple[Place, ...] = ()
    drawing: Place | None = None
    splits: tuple[int, ...] = ()
    passed_by: tuple[Place, ...] = ()
    late: tuple[Place, ...] = ()
    check: Check = Check.NOT_YET
    misread: bool = False
    exposed: bool = False
    stop: Stop = Stop.NO
    shown: tuple[tuple[str, Hand], ...] = ()

    @property
    def up_card(self) -> str:
        """The rank of the dealer's first card; nothing before it lies."""
        hand = self.at(DEALER_PLACE)
        return hand[0][0] if hand else ""

    def own(self) -> tuple[PlacedHand, ...]:
        """The players' hands in the order of play: clockwise, those of a position one after the other."""
        return tuple(sorted((hand for hand in self.hands if hand.seat), key=_IN_TURN))

    def is_split(self, seat: int) -> bool:
        """Whether a position has split its first hand."""
        return seat in self.splits

    def standing(self, *places: Place) -> Self:
        """The state with these hands done."""
        kept = self.drawing if self.drawing not in places else None
        return msgspec.structs.replace(self, stood=(*self.stood, *places), drawing=kept)
