"""The state that every shoe game holds: the shoe, the cut that is under way, and hands by place."""

from enum import StrEnum
from typing import Self

import msgspec

from houseway.equipment.cards import UNSEEN, Hand
from houseway.equipment.shoes import Shoe, ShoeKit
from houseway.table.card_felt import CardFelt, DealtHand
from houseway.table.places import Place


class Face(StrEnum):
    """How a card lies."""

    UP = "up"
    DOWN = "down"


class PlacedHand(DealtHand, frozen=True, kw_only=True):
    """A hand of a position, and which of its cards lie face down, counted from 0."""

    hand: int = 1
    down: tuple[int, ...] = ()

    @property
    def place(self) -> Place:
        """Where it lies."""
        return Place(self.seat, self.hand)

    @property
    def shown(self) -> Hand:
        """The cards as anybody at the table sees them."""
        return tuple(UNSEEN if number in self.down else card for number, card in enumerate(self.cards))


class ShoeFelt(CardFelt, frozen=True, kw_only=True):
    """What the state of every shoe game holds besides decks, hands and wagers.

    `shoe` is the one dealt from, or the last one, by which the next cut is offered; `stack` is a batch cut and not yet in
    the shoe; `across` is the other side of a double shoe. `dealer` is who deals, `first` the position that somebody came to first. `declined` left the cut to the
    next. `drawn` are the places that got the cards of this round, in their order. `stayed` are the positions that
    wagered in every round since the shuffle, or None before its first, where who sits out one may not wager later.
    `recut` from a floorperson's order to cut the stack again until that was done.
    """

    kit: ShoeKit = ShoeKit()
    hands: tuple[PlacedHand, ...] = ()
    shoe: Shoe | None = None
    stack: Shoe | None = None
    across: Shoe | None = None
    dealer: str = "dealer"
    first: int = 0
    declined: tuple[int, ...] = ()
    drawn: tuple[Place, ...] = ()
    stayed: tuple[int, ...] | None = None
    recut: bool = False

    @property
    def live(self) -> Shoe | None:
        """The shoe that cards may come out of."""
        batch = self.kit.in_play
        return self.shoe if batch is not None and self.shoe and self.shoe.batch == batch.serial else None

    def placed(self, place: Place) -> PlacedHand:
        """The hand at a place, empty if nothing lies there."""
        seat, number = place
        for hand in self.hands:
            if hand.seat == seat and hand.hand == number:
                return hand
        return PlacedHand(seat=seat, hand=number, cards=())

    def at(self, place: Place) -> Hand:
        """The cards at a place."""
        return self.placed(place).cards

    def with_placed(self, changed: PlacedHand) -> Self:
        """The state with this hand at its place."""
        at = changed.place
        hands = tuple(changed if hand.place == at else hand for hand in self.hands)
        if changed not in hands:
            hands = (*hands, changed)
        return msgspec.structs.replace(self, hands=hands)

    def with_card(self, place: Place, card: str, face: Face) -> Self:
        """The state once a card came to a place."""
        lying = self.placed(place)
        down = (*lying.down, len(lying.cards)) if face is Face.DOWN else lying.down
        after = self.with_placed(msgspec.structs.replace(lying, cards=(*lying.cards, card), down=down))
        return msgspec.structs.replace(after, drawn=(*self.drawn, place))

    def without_places(self, *places: Place) -> Self:
        """The state with the cards of these places in the rack."""
        away = tuple(card for hand in self.hands if hand.place in places for card in hand.cards)
        kept = tuple(hand for hand in self.hands if hand.place not in places)
        return msgspec.structs.replace(self, hands=kept, gone=(*self.gone, *away))

    def split(self, place: Place, to: Place) -> Self:
        """The state with the last card of a hand moved to begin another one."""
        *kept, moved = self.at(place)
        after = self.with_placed(msgspec.structs.replace(self.placed(place), cards=tuple(kept)))
        return after.with_placed(PlacedHand(seat=to.seat, hand=to.hand, cards=(moved,)))
