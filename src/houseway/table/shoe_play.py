"""The moves and events of a shoe: cut and cover card, burns and reshuffles, cards to places, decisions."""

from typing import Annotated, ClassVar

import msgspec

from houseway.equipment.cards import UNSEEN, CardCode
from houseway.table.card_play import Count
from houseway.table.events import Event
from houseway.table.moves import Move, Seat, Words
from houseway.table.roles import Role

# A position, or 0 for the dealer; and which of its hands.
AnySeat = Annotated[int, msgspec.Meta(ge=0)]
HandNumber = Annotated[int, msgspec.Meta(ge=1)]
# Chips put up with a decision.
Amount = Annotated[int, msgspec.Meta(ge=0)]


class CutBatch(Move, frozen=True, kw_only=True):
    """Whoever is offered the cut puts the cover card in so many cards from the top; 0 is the dealer."""

    deck: Words
    depth: Count
    seat: AnySeat = 0
    by: Role = Role.PLAYER


class DeclineCut(Move, frozen=True, kw_only=True):
    """A player who is offered the cut leaves it to the next."""

    deck: Words
    seat: Seat
    by: Role = Role.PLAYER


class PlaceCover(Move, frozen=True, kw_only=True):
    """The dealer puts the cover card in front of so many cards."""

    deck: Words
    behind: Count
    by: Role = Role.DEALER


class CoverAppears(Move, frozen=True, kw_only=True):
    """The cover card comes out of the shoe and is set aside."""

    by: Role = Role.DEALER


class Burn(Move, frozen=True, kw_only=True):
    """The dealer discards the next card of the shoe, which as a rule nobody sees."""

    # A card that was seen is named, and of no other is there anything to tell.
    shows: ClassVar[bool] = True

    card: CardCode = UNSEEN
    by: Role = Role.DEALER


class RefillShoe(Move, frozen=True, kw_only=True):
    """The discards are shuffled, cut and put in a shoe that ran out in the middle of a round."""

    by: Role = Role.DEALER


class CorrectCard(Move, frozen=True, kw_only=True):
    """A floorperson or above puts right a card that was told wrongly; position 0 is the dealer."""

    # Only what lies open is put right.
    shows: ClassVar[bool] = True

    seat: AnySeat
    was: CardCode
    card: CardCode
    hand: HandNumber = 1
    by: Role = Role.FLOORPERSON


class Decide(Move, frozen=True, kw_only=True):
    """A player says what to do with a hand, and puts up an amount where that takes one; 0 is the most that may be."""

    seat: Seat
    decision: Words
    hand: HandNumber = 1
    amount: Amount = 0
    by: Role = Role.PLAYER


class LetIn(Move, frozen=True, kw_only=True):
    """The house lets somebody who sat out a round wager again before the cards are reshuffled."""

    seat: Seat
    by: Role = Role.FLOORPERSON


class BatchCut(Event, frozen=True, kw_only=True):
    """A batch was cut; position 0 is the dealer."""

    deck: str
    seat: int
    depth: int


class CutDeclined(Event, frozen=True, kw_only=True):
    """A player left the cut to the next."""

    seat: int


class CoverPlaced(Event, frozen=True, kw_only=True):
    """The cover card was put in front of so many cards."""

    deck: str
    behind: int


class CoverAppeared(Event, frozen=True, kw_only=True):
    """The cover card came out before a position's card and was set aside; 0 is the dealer."""

    seat: int


class CardBurned(Event, frozen=True, kw_only=True):
    """A card of the shoe was discarded unused."""

    puts_aside: ClassVar[bool] = True

    card: str


class RoundBegun(Event, frozen=True, kw_only=True):
    """The first card of a round is about to leave the shoe; the wagers that it is dealt for stand as they lie."""

    begins_round: ClassVar[bool] = True


class CardDrawn(Event, frozen=True, kw_only=True):
    """A card came out of the shoe to a hand of a position, face up or down; 0 is the dealer."""

    deals: ClassVar[bool] = True

    seat: int
    hand: int
    card: str
    face: str


class CardTurnedUp(Event, frozen=True, kw_only=True):
    """A card that lay face down was turned over."""

    turns: ClassVar[bool] = True

    seat: int
    hand: int
    card: str


class CardCorrected(Event, frozen=True, kw_only=True):
    """A card that had been told wrongly was put right."""

    shows: ClassVar[bool] = True
    puts_right: ClassVar[bool] = True

    seat: int
    hand: int
    was: str
    card: str
    by: str


class DecisionMade(Event, frozen=True, kw_only=True):
    """A player said what to do with a hand."""

    seat: int
    hand: int
    decision: str


class ShoeRefilled(Event, frozen=True, kw_only=True):
    """The discards were shuffled, cut and put in the shoe, which then held so many cards."""

    deck: str
    cards: int


class ReshuffleOrdered(Event, frozen=True, kw_only=True):
    """A floorperson or above ordered that the cards be shuffled after the round."""

    deck: str
    by: str


class RoundDiscarded(Event, frozen=True, kw_only=True):
    """A round is over and its cards are in the discard rack."""

    ends_round: ClassVar[bool] = True

    deck: str


class PlayerLetIn(Event, frozen=True, kw_only=True):
    """Somebody who sat out a round may wager again."""

    seat: int
