"""The moves, events and state of a Three Card Poker round."""

from houseway.equipment.cards import CardCode, Hand
from houseway.table.card_felt import CardFelt
from houseway.table.card_play import CARD_EVENTS, CARD_MOVES
from houseway.table.events import Event
from houseway.table.moves import Move, Seat
from houseway.table.progressive import PROGRESSIVE_EVENTS, PROGRESSIVE_MOVES, Award, Progressive
from houseway.table.roles import Role

# The moments of the chapter after the deal, in their order.
DECIDING = "deciding"  # Ante players are asked to play or fold; then the dealer's cards are turned over
REVEALING = "revealing"  # players' hands are revealed and settled, one after the other
CHECKING = "checking"  # the sweep waits for a payout to be checked


class Fold(Move, frozen=True, kw_only=True):
    """A player gives up the Ante and what goes with it; `knowing` that a paying Pair Plus hand is among it."""

    seat: Seat
    knowing: bool = False
    by: Role = Role.PLAYER


class TurnDealer(Move, frozen=True, kw_only=True):
    """The dealer clears what was forfeited and turns over the dealer's hand: `cards` if nobody has seen them."""

    cards: tuple[CardCode, ...] = ()
    by: Role = Role.DEALER


class RevealHand(Move, frozen=True, kw_only=True):
    """The dealer turns over a player's cards and settles the position: `cards` if nobody has seen them."""

    seat: Seat
    cards: tuple[CardCode, ...] = ()
    by: Role = Role.DEALER


MOVES = CARD_MOVES | PROGRESSIVE_MOVES | Fold | TurnDealer | RevealHand


class HandsExamined(Event, frozen=True, kw_only=True):
    """The players looked at their cards."""


class HandFolded(Event, frozen=True, kw_only=True):
    """A player gave up the Ante."""

    seat: int


class DealerTurnedOver(Event, frozen=True, kw_only=True):
    """The dealer's hand was turned over; `qualifies` when it is queen high or better."""

    cards: Hand
    hand: str
    qualifies: bool


class HandRevealed(Event, frozen=True, kw_only=True):
    """A player's hand was turned over."""

    seat: int
    cards: Hand
    hand: str


class HandDiscarded(Event, frozen=True, kw_only=True):
    """A player's cards went to the discard rack, so that the hand can be rebuilt."""

    seat: int


EVENTS = (
    CARD_EVENTS
    | PROGRESSIVE_EVENTS
    | HandsExamined
    | HandFolded
    | DealerTurnedOver
    | HandRevealed
    | HandDiscarded
)


class Round(CardFelt, frozen=True, kw_only=True):
    """A round of Three Card Poker as it stands.

    `abandoned` are the positions whose wagers a floorperson ruled abandoned, `discarded` those whose cards are in the
    rack. `royals` are the positions that showed a suited ace, king and queen, each with its suit. `award` is the payout
    that the sweep waits for, `final` once one with papers was made. `shown` are the hands turned over, by their place
    on the layout, kept for the eye until the next round.
    """

    progressive: Progressive | None = None
    folded: tuple[int, ...] = ()
    abandoned: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()
    royals: tuple[tuple[int, int], ...] = ()
    award: Award | None = None
    final: bool = False
    shown: tuple[tuple[str, Hand], ...] = ()
