"""The moves, events and state of a Five Card Hi-Lo round."""

from enum import StrEnum
from typing import Annotated

import msgspec

from houseway.equipment.cards import CardCode, Hand
from houseway.games.five_card_hi_lo.points import NO_SETTING
from houseway.table.card_felt import CardFelt
from houseway.table.card_play import CARD_EVENTS, CARD_MOVES
from houseway.table.events import Event
from houseway.table.moves import Move, Seat
from houseway.table.roles import Role

# The moments of the chapter after the deal, in their order.
DECIDING = "deciding"  # players fold or make a Play Wager
SETTING = "setting"  # players set their hands
DEALER_SETS = "dealer-sets"  # the dealer's cards are to be turned over and set
REVEALING = "revealing"  # players' hands are revealed and settled, one after the other
CARDS_OUT = (DECIDING, SETTING, DEALER_SETS, REVEALING)

# A position, or 0 for the dealer.
AnyHand = Annotated[int, msgspec.Meta(ge=0)]


class Fold(Move, frozen=True, kw_only=True):
    """A player gives up the Ante; `knowing` that an Ante Bonus goes with it."""

    seat: Seat
    knowing: bool = False
    by: Role = Role.PLAYER


class CollectForfeits(Move, frozen=True, kw_only=True):
    """The dealer collects what folded players gave up, and their cards."""

    by: Role = Role.DEALER


class SetHand(Move, frozen=True, kw_only=True):
    """A player lays both hands down; `low` names the two cards of the low hand, or nothing while nobody sees them."""

    seat: Seat
    low: tuple[CardCode, ...] = ()
    by: Role = Role.PLAYER


class TurnDealer(Move, frozen=True, kw_only=True):
    """The dealer turns over and sets five cards: `cards` if nobody has seen them, `low` if set by anything but rule."""

    cards: tuple[CardCode, ...] = ()
    low: tuple[CardCode, ...] = ()
    by: Role = Role.DEALER


class RevealHand(Move, frozen=True, kw_only=True):
    """The dealer reveals a player's hands: `cards` if nobody has seen them, `low` as the player had set them untold."""

    seat: Seat
    cards: tuple[CardCode, ...] = ()
    low: tuple[CardCode, ...] = ()
    by: Role = Role.DEALER


class CorrectSetting(Move, frozen=True, kw_only=True):
    """A floorperson has a wrongly set hand put right."""

    seat: AnyHand
    by: Role = Role.FLOORPERSON


class Ruling(StrEnum):
    """What a floorperson may decide where the chapter is silent."""

    PLAY_ON = "play-on"
    VOID = "void"


class RuleOnExposedCard(Move, frozen=True, kw_only=True):
    """A floorperson decides what becomes of a round in which the dealer exposed a player's card."""

    ruling: Ruling
    by: Role = Role.FLOORPERSON


MOVES = (
    CARD_MOVES
    | Fold
    | CollectForfeits
    | SetHand
    | TurnDealer
    | RevealHand
    | CorrectSetting
    | RuleOnExposedCard
)


class HandFolded(Event, frozen=True, kw_only=True):
    """A player gave up the Ante."""

    seat: int


class HandDiscarded(Event, frozen=True, kw_only=True):
    """A player's cards went to the discard rack."""

    seat: int


class HandKept(Event, frozen=True, kw_only=True):
    """A folded hand stays on the table for its Poker Bonus Wager."""

    seat: int


class HandSet(Event, frozen=True, kw_only=True):
    """A player laid both hands face down; they stay as they are."""

    seat: int
    high: Hand
    low: Hand


class DealerTurnedOver(Event, frozen=True, kw_only=True):
    """The dealer's five cards were turned over."""

    cards: Hand


class DealerSet(Event, frozen=True, kw_only=True):
    """The dealer laid both hands face up."""

    high: Hand
    high_points: int
    low: Hand
    low_points: int


class HandRevealed(Event, frozen=True, kw_only=True):
    """The dealer revealed a player's two hands."""

    seat: int
    high: Hand
    high_points: int
    low: Hand
    low_points: int


class FoldedHandShown(Event, frozen=True, kw_only=True):
    """The dealer turned over a folded hand for its Poker Bonus Wager."""

    seat: int
    cards: Hand


class SetWrongly(Event, frozen=True, kw_only=True):
    """A hand was found set as the rules do not allow; a floorperson is called. 0 is the dealer."""

    seat: int
    high: Hand
    low: Hand


class SettingCorrected(Event, frozen=True, kw_only=True):
    """A floorperson had a wrongly set hand put right. 0 is the dealer."""

    seat: int
    high: Hand
    low: Hand
    by: str


class ResultAnnounced(Event, frozen=True, kw_only=True):
    """The dealer announced how a player's Ante and Play Wagers came out."""

    seat: int
    result: str


class PokerHandFormed(Event, frozen=True, kw_only=True):
    """The dealer arranged a player's five cards as a Poker hand."""

    seat: int
    hand: str


class ExposedCardRuledOn(Event, frozen=True, kw_only=True):
    """A floorperson decided about a player's card that the dealer had exposed."""

    ruling: str
    by: str


EVENTS = (
    CARD_EVENTS
    | HandFolded
    | HandDiscarded
    | HandKept
    | HandSet
    | DealerTurnedOver
    | DealerSet
    | HandRevealed
    | FoldedHandShown
    | SetWrongly
    | SettingCorrected
    | ResultAnnounced
    | PokerHandFormed
    | ExposedCardRuledOn
)


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """Two hands laid face down at a position; `NO_SETTING` while nobody has seen how they are set."""

    seat: int
    setting: int


class Round(CardFelt, frozen=True, kw_only=True):
    """A round of Five Card Hi-Lo as it stands.

    `discarded` are the positions whose cards are in the rack. `to_correct` is the hand a floorperson is called to,
    `stopped` while one has to decide about an exposed card. `shown` are the hands turned over, by their place on the
    layout, kept for the eye until the next round.
    """

    folded: tuple[int, ...] = ()
    laid: tuple[Laid, ...] = ()
    dealers_setting: int = NO_SETTING
    discarded: tuple[int, ...] = ()
    to_correct: int | None = None
    stopped: bool = False
    shown: tuple[tuple[str, Hand], ...] = ()

    def setting(self, seat: int) -> int | None:
        """How a position's hands are set; None while they are not laid down."""
        return next((laid.setting for laid in self.laid if laid.seat == seat), None)
