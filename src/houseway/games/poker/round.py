"""A hand of Poker as it stands."""

from bisect import bisect_right

import msgspec
from msgspec.structs import replace

from houseway.equipment.cards import Hand
from houseway.games.poker.variants import Variant
from houseway.money import Cents
from houseway.table.betting_round import Betting
from houseway.table.card_felt import DeckFelt
from houseway.table.pots import Staked

# The moments of a hand.
BETWEEN_HANDS = "between-hands"
POSTING = "posting"  # blinds, kill and straddle
DEALING = "dealing"  # cards are due
BRINGING_IN = "bringing-in"  # an up card says who begins
BETTING_ROUND = "betting-round"
DRAWING = "drawing"
SHOWDOWN = "showdown"
UNDER_WAY = frozenset({POSTING, DEALING, BRINGING_IN, BETTING_ROUND, DRAWING, SHOWDOWN})


class Holder(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player in the hand: chips behind, what was put in and what of it is a dead ante, and the cards.

    `posted` is what was put in before the deal and is live in the first betting round.
    """

    seat: int
    stack: Cents
    put_in: Cents = 0
    dead: Cents = 0
    posted: Cents = 0
    down: Hand = ()
    up: Hand = ()
    folded: bool = False
    shown: bool = False

    @property
    def cards(self) -> Hand:
        """All cards of the player, those face down first."""
        return self.down + self.up


class Discarded(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Cards in the muck: whose they were, and thrown in which draw; 0 are those of a folded hand."""

    seat: int
    draw: int
    cards: Hand


class Shown(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A hand that was shown down, which lies open until the next hand begins."""

    seat: int
    cards: Hand


class PokerHand(DeckFelt, frozen=True, kw_only=True):
    """A hand of Poker as it stands, or the table between two.

    `racks` are the chips before each player at the deal; `holders` stand clockwise from the dealer's left. `dealt` counts the cards of this street, `stub` those left in the
    deck; `drawing` are who may still draw, `owed` is what the first of them is still to be dealt. `bringing` are who may bring
    it in, several only where an up card is unknown. `kill` posts a kill in the next hand. `last_shown` and `last_board` are what
    lay open at the end of the last one.
    """

    phase: str = BETWEEN_HANDS
    racks: tuple[tuple[int, Cents], ...] = ()
    button: int = 0
    drawn_for: bool = False
    killed: bool = False
    kill: int = 0
    holders: tuple[Holder, ...] = ()
    to_post: tuple[tuple[int, Cents], ...] = ()
    to_call: Cents = 0
    last_post: int = 0
    straddled: bool = False
    street: int = 0
    dealt: int = 0
    to_burn: int = 0
    stub: int = 0
    board: Hand = ()
    bringing: tuple[int, ...] = ()
    betting: Betting | None = None
    drawing: tuple[int, ...] = ()
    owed: int = 0
    muck: tuple[Discarded, ...] = ()
    last_shown: tuple[Shown, ...] = ()
    last_board: Hand = ()

    @property
    def live(self) -> tuple[Holder, ...]:
        """Who has not folded."""
        return tuple([holder for holder in self.holders if not holder.folded])

    @property
    def pot(self) -> Cents:
        """Everything in the middle."""
        return sum([holder.put_in + holder.dead for holder in self.holders])

    def holder(self, seat: int) -> Holder | None:
        """A player in the hand."""
        for holder in self.holders:
            if holder.seat == seat:
                return holder
        return None

    def holders_with(self, changed: Holder, holder: Holder) -> tuple[Holder, ...]:
        """The players in the hand, one of them as changed."""
        held = list(self.holders)
        held[held.index(holder)] = changed
        return tuple(held)

    def putting_in(self, seat: int, cents: Cents) -> tuple[Holder, ...]:
        """The players in the hand once one of them has put so much more in, or has it back where that is negative."""
        held = list(self.holders)
        for place, holder in enumerate(held):
            if holder.seat == seat:
                held[place] = replace(holder, stack=holder.stack - cents, put_in=holder.put_in + cents)
                return tuple(held)
        raise ValueError(f"nobody at position {seat} is in the hand")

    def with_holder(self, changed: Holder, holder: Holder) -> "PokerHand":
        """The hand with a player as changed."""
        return replace(self, holders=self.holders_with(changed, holder))

    def order(self) -> tuple[int, ...]:
        """Who has not folded, clockwise from the button's left, so that the button comes last."""
        seats = tuple([holder.seat for holder in self.holders if not holder.folded])
        past = bisect_right(seats, self.button)
        return seats[past:] + seats[:past]

    def stakes(self) -> list[Staked]:
        """What everybody has put in that makes pots in layers."""
        return [(holder.seat, holder.put_in, not holder.folded) for holder in self.holders]

    def out(self) -> Hand:
        """The cards that are out of the deck; those among them that nobody has seen are `UNSEEN`."""
        found = self.board
        for holder in self.holders:
            found += holder.down + holder.up
        for thrown in self.muck:
            found += thrown.cards
        return found

    def left(self, variant: Variant) -> tuple[str, ...]:
        """The cards that nobody has seen come out of the deck."""
        out = frozenset(self.out())
        return tuple(card for card in variant.deck if card not in out)

    def draws_left(self, variant: Variant) -> bool:
        """Whether anybody may still draw."""
        return bool(self.drawing) or any(street.draw for street in variant.streets[self.street + 1 :])

    def betting_is_over(self, variant: Variant) -> bool:
        """Whether nobody can bet any more, so that hands may be shown before the last cards."""
        able = [holder for holder in self.live if holder.stack]
        return len(able) < 2 and self.betting is None and not self.draws_left(variant)
