"""The state that every card game holds: decks and devices, the moment, the hands before each position."""

from collections.abc import Iterable
from typing import Self

import msgspec

from houseway.equipment.cards import Hand
from houseway.equipment.decks import Kit
from houseway.money import Cents
from houseway.table.areas import AreaFelt
from houseway.table.events import Settled
from houseway.table.wagers import Bet, without

# The moments that all card games share; a game adds its own after the stub.
BETTING = "betting"
CLOSED = "no-more-bets"
DEALING = "dealing"
STUB = "stub"

DEALER = 0


class DealtHand(msgspec.Struct, frozen=True, kw_only=True):
    """The cards before a position, in the order dealt; 0 is the dealer."""

    seat: int
    cards: Hand


class SettledLine(msgspec.Struct, frozen=True):
    """What a settled line moved: the stake that its player lost, and the payment made from the tray."""

    seat: int
    wager: str
    lost: Cents
    paid: Cents

    @classmethod
    def of(cls, line: Settled) -> "SettledLine | None":
        """What a line moved, or None if the stake only went back."""
        moved = cls(line.seat, line.wager, line.lost, line.paid)
        return moved if moved.lost or moved.paid else None


class DeckFelt(AreaFelt, frozen=True, kw_only=True):
    """What the state of every game that is played with decks holds: the decks and devices."""

    kit: Kit = Kit()


class CardFelt(DeckFelt, frozen=True, kw_only=True):
    """What the state of every card game against the house holds: the moment, the hands, and who plays two areas.

    `gone` are the cards of this round that went to the rack before its end; `settled` are its settled lines, which are
    undone if its hands prove void.
    """

    phase: str = BETTING
    hands: tuple[DealtHand, ...] = ()
    set_aside: Hand = ()
    gone: Hand = ()
    settled: tuple[SettledLine, ...] = ()

    def hand(self, seat: int) -> Hand:
        """The cards before a position."""
        return next((dealt.cards for dealt in self.hands if dealt.seat == seat), ())

    def without_bets_of(self, lines: Iterable[object]) -> Self:
        """The state without the bets that these lines settled."""
        gone = (
            Bet(line.seat, line.wager, line.pick, line.stake) for line in lines if isinstance(line, Settled)
        )
        return msgspec.structs.replace(self, bets=without(self.bets, gone))

    def with_hand(self, seat: int, cards: Hand) -> Self:
        """The state with these cards before a position."""
        hands = tuple(
            DealtHand(seat=seat, cards=cards) if dealt.seat == seat else dealt for dealt in self.hands
        )
        return msgspec.structs.replace(self, hands=hands)

    def without_hands(self, *seats: int) -> Self:
        """The state with the cards of these positions in the rack."""
        away = tuple(
            card for seat in seats for dealt in self.hands if dealt.seat == seat for card in dealt.cards
        )
        kept = tuple(dealt for dealt in self.hands if dealt.seat not in seats)
        return msgspec.structs.replace(self, hands=kept, gone=(*self.gone, *away))
