"""The moves and events that card tables share: decks and devices, the deal, the stub, a fold."""

from typing import Annotated, ClassVar

import msgspec

from houseway.equipment.cards import CardCode
from houseway.equipment.decks import Back, Dealing, Device
from houseway.money import Cents, Transfer
from houseway.table.events import TRAY, Brought, Event, rack
from houseway.table.moves import Move, Seat, Words
from houseway.table.roles import Role

# Nobody counts more cards than two decks with their jokers, or than eight decks where they fill a shoe.
MOST_CARDS = 108
MOST_IN_A_SHOE = 416
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_IN_A_SHOE)]


class BringDeck(Move, frozen=True, kw_only=True):
    """A deck comes to the table; `preshuffled` when it was inspected and shuffled before, `jokers` as it was made."""

    serial: Words
    back: Back
    jokers: Count = 0
    preshuffled: bool = False
    by: Role = Role.FLOORPERSON


class InspectDeck(Move, frozen=True, kw_only=True):
    """The dealer looks through the cards for defects."""

    deck: Words
    by: Role = Role.DEALER


class VerifyDeck(Move, frozen=True, kw_only=True):
    """A floorperson confirms the dealer's inspection."""

    deck: Words
    by: Role = Role.FLOORPERSON


class TearJoker(Move, frozen=True, kw_only=True):
    """Dealer and floorperson tear a surplus joker in half and box it."""

    deck: Words
    witness: Role = Role.FLOORPERSON
    by: Role = Role.DEALER


class SpreadDeck(Move, frozen=True, kw_only=True):
    """The dealer fans the deck face up for the first player to see."""

    deck: Words
    by: Role = Role.DEALER


class SpreadIdle(Move, frozen=True, kw_only=True):
    """At an idle table the cards come out of shoe and rack and are spread, face up if a player asks."""

    deck: Words
    face_up: bool = False
    by: Role = Role.DEALER


class ShowSpread(Move, frozen=True, kw_only=True):
    """The first player at the table has had a look at the spread cards."""

    deck: Words
    by: Role = Role.DEALER


class WashDeck(Move, frozen=True, kw_only=True):
    """The cards are turned face down, washed and stacked."""

    deck: Words
    by: Role = Role.DEALER


class ShuffleDeck(Move, frozen=True, kw_only=True):
    """The cards are shuffled by hand or by the device; a counting device tells how many it counted."""

    deck: Words
    device: bool = False
    counted: Count = 0
    by: Role = Role.DEALER


class CutDeck(Move, frozen=True, kw_only=True):
    """The cover card goes in so many cards from the top, and what is above it to the bottom."""

    deck: Words
    depth: Count
    by: Role = Role.DEALER


class OrderRecut(Move, frozen=True, kw_only=True):
    """A floorperson or above orders another cut before the deal."""

    deck: Words
    by: Role = Role.FLOORPERSON


class OrderShuffle(Move, frozen=True, kw_only=True):
    """A floorperson or above orders a shuffle."""

    deck: Words
    by: Role = Role.FLOORPERSON


class LoadDeck(Move, frozen=True, kw_only=True):
    """The stack goes into the shoe, or the dealer takes it in hand."""

    deck: Words
    by: Role = Role.DEALER


class RemoveDeck(Move, frozen=True, kw_only=True):
    """A deck leaves the table for good."""

    deck: Words
    by: Role = Role.FLOORPERSON


class MarkOutOfOrder(Move, frozen=True, kw_only=True):
    """A device that cannot be used is covered, or signed out of order."""

    device: Device
    how: Annotated[str, msgspec.Meta(pattern="^(covered|signed)$")]
    by: Role = Role.DEALER


class RestoreDevice(Move, frozen=True, kw_only=True):
    """A device works again and goes back into service."""

    device: Device
    by: Role = Role.FLOORPERSON


class ChangeDealing(Move, frozen=True, kw_only=True):
    """Another way of dealing is taken up, because of a device out of order or once it is restored."""

    dealing: Dealing
    by: Role = Role.FLOORPERSON


class PlayArea(Move, frozen=True, kw_only=True):
    """A player takes a neighbouring betting area as well; its wagers are made from the player's own chips."""

    seat: Seat
    area: Seat
    by: Role = Role.PLAYER


class Deal(Move, frozen=True, kw_only=True):
    """The next cards leave the deck, in the order they are dealt; "??" is a card that nobody has seen."""

    cards: tuple[CardCode, ...]
    by: Role = Role.DEALER


class FindFaceUp(Move, frozen=True, kw_only=True):
    """A card is found face up while the cards are dealt."""

    shows: ClassVar[bool] = True

    card: CardCode
    by: Role = Role.DEALER


class CountStub(Move, frozen=True, kw_only=True):
    """The dealer counts the stub face down; `in_hands` is what the hands hold, if one has not its number (else 0)."""

    stub: Count
    in_hands: Count = 0
    by: Role = Role.DEALER


class DiscardStub(Move, frozen=True, kw_only=True):
    """The stub goes to the discard rack, uncounted and unseen."""

    by: Role = Role.DEALER


class Abandon(Move, frozen=True, kw_only=True):
    """A floorperson or above rules that a player who left has abandoned the wagers of that position."""

    seat: Seat
    by: Role = Role.FLOORPERSON


class Fold(Move, frozen=True, kw_only=True):
    """A player gives up the Ante and what goes with it; `knowing` that something among it would have been paid."""

    seat: Seat
    knowing: bool = False
    by: Role = Role.PLAYER


class CorrectDealerCard(Move, frozen=True, kw_only=True):
    """A floorperson or above puts right a card of the dealer's that was told wrongly when it was turned over."""

    was: CardCode
    card: CardCode
    by: Role = Role.FLOORPERSON


class DeckBrought(Brought, frozen=True, kw_only=True):
    """A deck came to the table."""

    back: str
    preshuffled: bool


class DeckHandled(Event, frozen=True, kw_only=True):
    """A deck went through one of its steps: `done` says which, in the past tense."""

    deck: str
    done: str
    by: str


class DeckRemoved(Event, frozen=True, kw_only=True):
    """A deck left the table and may not come back."""

    deck: str
    reason: str


class DeviceMarked(Event, frozen=True, kw_only=True):
    """A device was covered or signed out of order."""

    device: str
    how: str


class DeviceRestored(Event, frozen=True, kw_only=True):
    """A device went back into service."""

    device: str


class DealingChanged(Event, frozen=True, kw_only=True):
    """The cards are dealt another way from now on."""

    dealing: str


class AreaTaken(Event, frozen=True, kw_only=True):
    """A player plays a neighbouring area as well."""

    seat: int
    area: int


class CardDealt(Event, frozen=True, kw_only=True):
    """A card went face down to a position; 0 is the dealer."""

    deals: ClassVar[bool] = True

    seat: int
    card: str


class CardSetAside(Event, frozen=True, kw_only=True):
    """A card found face up went to the discard rack and is not used in this round."""

    puts_aside: ClassVar[bool] = True

    card: str


class StubCounted(Event, frozen=True, kw_only=True):
    """The stub was counted; `total` is what the deck then comes to."""

    stub: int
    total: int


class StubDiscarded(Event, frozen=True, kw_only=True):
    """The stub went to the discard rack, seen by nobody."""


class HandsVoided(Event, frozen=True, kw_only=True):
    """All hands of the round are void and all wagers go back."""

    reason: str


class SettlementReversed(Event, frozen=True, kw_only=True):
    """The hands being void, a line that was already settled is undone: a lost stake `returned`, a payment `repaid`."""

    seat: int
    wager: str
    returned: Cents
    repaid: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """A lost stake from the tray back to its player, a payment from the player back to the tray."""
        back = Transfer(TRAY, rack(self.seat), self.returned)
        repaid = Transfer(rack(self.seat), TRAY, self.repaid)
        return tuple(transfer for transfer in (back, repaid) if transfer.cents)


class HandFolded(Event, frozen=True, kw_only=True):
    """A player gave up the Ante."""

    seat: int


class HandDiscarded(Event, frozen=True, kw_only=True):
    """A player's cards went to the discard rack, so that the hand can be rebuilt."""

    seat: int


class DealerCardCorrected(Event, frozen=True, kw_only=True):
    """A card of the dealer's that had been told wrongly was put right."""

    was: str
    card: str
    by: str


class WagersAbandoned(Event, frozen=True, kw_only=True):
    """A floorperson ruled the wagers of a player who left abandoned."""

    seat: int
    by: str


class RoundCompleted(Event, frozen=True, kw_only=True):
    """A round is over; its cards are to be shuffled before they are dealt again."""

    deck: str
