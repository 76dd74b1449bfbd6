"""What happens at a Pai Gow table."""

from typing import ClassVar

from houseway.equipment.tiles import Hand
from houseway.games.pai_gow.delivery import Place
from houseway.money import Cents, Transfer
from houseway.table.card_play import SettlementReversed
from houseway.table.events import (
    FELT,
    TRAY,
    Brought,
    Event,
    Result,
    Settled,
    rack,
)

# Where chips lie in a round that a player banks.
CENTRE = "centre"
DEALER_WAGER = "dealer wager"

# Events with the tiles.


class TilesBrought(Brought, frozen=True, kw_only=True):
    """A set of tiles came to the table."""

    piece: ClassVar[str] = "set of tiles"


class TilesHandled(Event, frozen=True, kw_only=True):
    """The set went through one of its steps: `done` says which, in the past tense."""

    serial: str
    done: str
    by: str


class TilesRejected(Event, frozen=True, kw_only=True):
    """The dealer found the set unsuitable; it is to be sealed, and another is to be brought."""

    serial: str
    reason: str


class TilesSealed(Event, frozen=True, kw_only=True):
    """The unsuitable set left the table sealed, labelled and signed."""

    serial: str
    by: str
    witness: str


class TilesMixed(Event, frozen=True, kw_only=True):
    """The tiles were turned face down and mixed, each hand making so many circles."""

    serial: str
    times: int


class TilesStacked(Event, frozen=True, kw_only=True):
    """The tiles stand in eight stacks of four, from the dealer's left, each stack from its top."""

    tiles: Hand


class TilesRemoved(Event, frozen=True, kw_only=True):
    """The set left the table."""

    serial: str


# Events with the bank.


class BankOffered(Event, frozen=True, kw_only=True):
    """The dealer offered the bank to a player."""

    seat: int


class BankAccepted(Event, frozen=True, kw_only=True):
    """A player is the bank of the coming round; a marker shows it."""

    seat: int


class BankPassed(Event, frozen=True, kw_only=True):
    """A player passed the bank on."""

    seat: int


class CoBankRequested(Event, frozen=True, kw_only=True):
    """Bank and house stand behind half of the winning wagers each; a marker shows it."""

    seat: int


class BankReleased(Event, frozen=True, kw_only=True):
    """The player does not bank the coming round after all."""

    seat: int
    reason: str


class TilesCut(Event, frozen=True, kw_only=True):
    """Neighbouring stacks were moved to an end, `opposite` of them to the other end."""

    first: int
    count: int
    to: str
    opposite: int


class DealerWagerDirected(Event, frozen=True, kw_only=True):
    """The bank directed how much the dealer wagers."""

    seat: int
    amount: Cents


class DealerWagerStaked(Event, frozen=True, kw_only=True):
    """The dealer put chips from the table inventory up against the bank."""

    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """Out of the tray to its place before it."""
        return (Transfer(TRAY, DEALER_WAGER, self.amount),)


class DealerWagerReturned(Event, frozen=True, kw_only=True):
    """The dealer's wager went back undecided; `source` is where it lay."""

    amount: Cents
    source: str = DEALER_WAGER

    def transfers(self) -> tuple[Transfer, ...]:
        """Back to the tray."""
        return (Transfer(self.source, TRAY, self.amount),)


class DealerWagerDecided(Event, frozen=True, kw_only=True):
    """The dealer's hands were compared with the bank's; a winning wager waits to be paid."""

    result: Result
    stake: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """A lost wager goes to the centre, a tied one back to the tray."""
        if self.result is Result.WIN:
            return ()
        return (Transfer(DEALER_WAGER, CENTRE if self.result is Result.LOSE else TRAY, self.stake),)


class DealerWagerPaid(Event, frozen=True, kw_only=True):
    """The dealer's winning wager was paid, and went to the table inventory with what it won."""

    stake: Cents
    paid: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """The stake and the payment from the centre, both to the tray."""
        return (Transfer(DEALER_WAGER, TRAY, self.stake), Transfer(CENTRE, TRAY, self.paid))


# Events of the deal.


class DeliveryChosen(Event, frozen=True, kw_only=True):
    """The style of delivery was chosen, and the dealer showed it on the stacks."""

    style: str
    by: str


class DiceShaken(Event, frozen=True, kw_only=True):
    """The shaker was shaken."""

    times: int
    by: str


class TilesDelivered(Event, frozen=True, kw_only=True):
    """A place was served: 0 the dealer, 7 the Dead Hand; `taken` says from which stacks and levels."""

    deals: ClassVar[bool] = True

    seat: int
    taken: tuple[Place, ...]
    tiles: Hand


# Events with the hands.


class TileExposed(Event, frozen=True, kw_only=True):
    """A tile of a player was exposed; the player decides before looking at the others."""

    seat: int
    tile: int


class HouseWayTold(Event, frozen=True, kw_only=True):
    """A player was told how the house would set these tiles, or by which rule it would."""

    seat: int
    high: Hand
    low: Hand
    way: str


class HandsSet(Event, frozen=True, kw_only=True):
    """A player laid two hands face down and may not touch them again; which tiles, if the table was told."""

    seat: int
    high: Hand
    low: Hand


class TilesTurned(Event, frozen=True, kw_only=True):
    """The four tiles that the dealer is to set lie face up."""

    seat: int
    tiles: Hand


class TileCorrected(Event, frozen=True, kw_only=True):
    """A tile that had been told wrongly was put right."""

    seat: int
    was: str
    tile: str
    by: str


class DealerHandsReset(Event, frozen=True, kw_only=True):
    """The hands were not set by the house way; they were reset."""

    seat: int
    wrong_high: Hand
    wrong_low: Hand


class DealerHandsSet(Event, frozen=True, kw_only=True):
    """The hands that the dealer sets lie face up."""

    seat: int
    high: Hand
    low: Hand


class BankExposed(Event, frozen=True, kw_only=True):
    """The bank's hands were turned over."""

    seat: int
    high: Hand
    low: Hand


class HandsRelabelled(Event, frozen=True, kw_only=True):
    """A low hand outranked its high hand: an irregularity, and each hand counts as what it is."""

    seat: int
    high: Hand
    low: Hand


class HandsMisset(Event, frozen=True, kw_only=True):
    """A low hand outranked its high hand: an irregularity, and the hands lose by the Rules Submission."""

    seat: int
    high: Hand
    low: Hand


class HandSurrendered(Event, frozen=True, kw_only=True):
    """A player surrendered; the tiles were stacked face down, seen by nobody."""

    seat: int


class HandsRevealed(Event, frozen=True, kw_only=True):
    """A player's hands were turned over and compared, and the result was announced."""

    seat: int
    high: Hand
    low: Hand
    announced: str


class HandCollected(Event, frozen=True, kw_only=True):
    """A player's tiles were picked up in order, so that the hand can be rebuilt."""

    seat: int


class WagerAbandoned(Event, frozen=True, kw_only=True):
    """A floorperson ruled, for a reason, that a player who left has lost the wager."""

    seat: int
    by: str
    reason: str


class RoundOver(Event, frozen=True, kw_only=True):
    """The round is over; its tiles are to be mixed before they are dealt again."""

    serial: str


# Money in a round that a player banks.


class CentreSettled(Settled, frozen=True, kw_only=True):
    """A wager against a bank was lost to the centre, or paid from it."""

    def transfers(self) -> tuple[Transfer, ...]:
        """A loser's stake goes to the centre; a winner's goes back with the payment from there."""
        if self.result is Result.LOSE:
            return (Transfer(FELT, CENTRE, self.stake),)
        back = Transfer(FELT, rack(self.seat), self.stake)
        return (back, Transfer(CENTRE, rack(self.seat), self.paid))


class CentreToppedUp(Event, frozen=True, kw_only=True):
    """The centre could not pay all winners: the bank added `amount`, and the `house` its half when co-banking."""

    seat: int
    amount: Cents
    house: Cents = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """From the bank's rack, and from the tray, to the centre."""
        added = (Transfer(rack(self.seat), CENTRE, self.amount), Transfer(TRAY, CENTRE, self.house))
        return tuple(transfer for transfer in added if transfer.cents)


class SurplusPaid(Event, frozen=True, kw_only=True):
    """What the centre held beyond all winnings: the `house` half when co-banking, the vigorish, and the rest to the bank."""

    seat: int
    surplus: Cents
    house: Cents
    vigorish: Cents
    paid: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """Out of the centre, to the tray and to the bank's rack."""
        shares = (
            Transfer(CENTRE, TRAY, self.house),
            Transfer(CENTRE, TRAY, self.vigorish),
            Transfer(CENTRE, rack(self.seat), self.paid),
        )
        return tuple(transfer for transfer in shares if transfer.cents)


class CentreReversed(SettlementReversed, frozen=True, kw_only=True):
    """The hands being void, a stake lost to a bank goes back to its player."""

    def transfers(self) -> tuple[Transfer, ...]:
        """From the centre back to the player."""
        return (Transfer(CENTRE, rack(self.seat), self.returned),)
