"""What is done with a progressive wager, and what happens to it."""

from typing import Annotated

import msgspec

from houseway.money import Cents, Transfer
from houseway.table.chip_steps import OUTSIDE
from houseway.table.events import FELT, TRAY, BonusPaid, Event, Result, Settled, rack
from houseway.table.meter import Amount
from houseway.table.moves import Move, Seat, Words
from houseway.table.roles import DEALERS, FLOORPERSONS, Role

# Who collects and verifies, and who validates and answers for the papers.
COLLECTS = DEALERS
VERIFIES = DEALERS
VALIDATES = FLOORPERSONS

# What people do.


class CollectProgressive(Move, frozen=True, kw_only=True):
    """The dealer collects the progressive wagers before the tray and counts the chips."""

    counted: Annotated[int, msgspec.Meta(ge=0)]
    by: Role = Role.DEALER


class StrikeProgressive(Move, frozen=True, kw_only=True):
    """A floorperson or above strikes a progressive wager that the system counts but no chip backs."""

    seat: Seat
    by: Role = Role.FLOORPERSON


class ReturnSurplusChip(Move, frozen=True, kw_only=True):
    """A floorperson or above hands back a chip for which the system counts no wager."""

    seat: Seat
    by: Role = Role.FLOORPERSON


class VerifyAward(Move, frozen=True, kw_only=True):
    """The dealer confirms that the hand wins and that the system's light is lit."""

    seat: Seat
    by: Role = Role.DEALER


class ValidateAward(Move, frozen=True, kw_only=True):
    """A floorperson or above validates a progressive payout under the internal controls."""

    seat: Seat
    by: Role = Role.FLOORPERSON


class CompleteDocuments(Move, frozen=True, kw_only=True):
    """The papers of a payout that the tray does not make are complete; their reference is recorded."""

    seat: Seat
    reference: Words
    by: Role = Role.FLOORPERSON


# What happened.


class ProgressiveLocked(Event, frozen=True, kw_only=True):
    """The system takes no more progressive wagers in this round."""


class ProgressiveCollected(Event, frozen=True, kw_only=True):
    """The progressive chips were collected, agreed with the system's count, and put into the tray."""

    chips: int
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """From the felt to the tray."""
        return (Transfer(FELT, TRAY, self.amount),)


class ProgressiveStruck(Event, frozen=True, kw_only=True):
    """A progressive wager that no chip backed was struck before the chips were collected."""

    seat: int
    amount: Cents
    by: str

    def transfers(self) -> tuple[Transfer, ...]:
        """Its stake is the player's again."""
        return (Transfer(FELT, rack(self.seat), self.amount),)


class SurplusChipReturned(Event, frozen=True, kw_only=True):
    """A chip for which the system counted no wager went back to its player; it was never a wager."""

    seat: int
    by: str


class MeterContributed(Event, frozen=True, kw_only=True):
    """The meter grew by its share of what was wagered."""

    added: Amount
    meter: Amount


class MeterReversed(Event, frozen=True, kw_only=True):
    """The round being void, its contributions left the meter again."""

    taken: Amount
    meter: Amount


class MeterReset(Event, frozen=True, kw_only=True):
    """The meter was paid and starts again from its reset amount."""

    paid: Amount
    meter: Amount


class ProgressiveWon(Event, frozen=True, kw_only=True):
    """A hand wins a progressive payout, which is to be checked before it is paid."""

    seat: int
    hand: str
    amount: Cents


class FixedSumWon(Event, frozen=True, kw_only=True):
    """A hand wins a fixed sum that the tray does not pay, so that it waits for its papers."""

    seat: int
    hand: str
    amount: Cents


class AwardVerified(Event, frozen=True, kw_only=True):
    """The dealer confirmed the winning hand and the light of the system."""

    seat: int
    by: str


class AwardValidated(Event, frozen=True, kw_only=True):
    """A floorperson or above validated a progressive payout."""

    seat: int
    by: str


class DocumentsCompleted(Event, frozen=True, kw_only=True):
    """The papers of a payout not made from the tray were completed."""

    seat: int
    reference: str
    by: str


class ProgressiveSettled(Settled, frozen=True, kw_only=True):
    """One settlement line of a progressive wager, whose chip already lies in the tray; `paid` counts it in."""

    from_tray: bool = True

    def transfers(self) -> tuple[Transfer, ...]:
        """A winner is paid from the tray, or from the cage if the tray may not; a void wager comes back from the tray."""
        match self.result:
            case Result.WIN:
                return (Transfer(TRAY if self.from_tray else OUTSIDE, rack(self.seat), self.paid),)
            case Result.RETURNED:
                return (Transfer(TRAY, rack(self.seat), self.stake),)
            case _:
                return ()


class SettledByCage(Settled, frozen=True, kw_only=True):
    """One settlement line whose stake goes back and whose payment the tray does not make."""

    def transfers(self) -> tuple[Transfer, ...]:
        """The stake from the felt, the payment from the cage."""
        return (Transfer(FELT, rack(self.seat), self.stake), Transfer(OUTSIDE, rack(self.seat), self.paid))


class EnvyBonusPaid(BonusPaid, frozen=True, kw_only=True):
    """A progressive bettor received the Envy Bonus for the hand of another player, the `holder`."""

    holder: int
