"""The centre of a round that a player banks (621a.9(o)-(r)): who fills it up, and who is paid what is left in it."""

from houseway.games.pai_gow.events import CentreToppedUp, SurplusPaid
from houseway.games.pai_gow.round import Bank
from houseway.games.pai_gow.submission import OddChip, PaiGowSubmission
from houseway.games.pai_gow.vigorish import collected
from houseway.law import implements, pa
from houseway.money import Cents
from houseway.table.events import cited

BANK_TOPS_UP = pa("621a.9(o)#5")
SURPLUS_CHARGED = pa("621a.9(o)#7")
REST_TO_BANK = pa("621a.9(o)#8")
CO_BANK_TOPS_UP = pa("621a.9(r)#5")
HOUSE_TOPS_UP = pa("621a.9(r)#6")
HALF_TO_INVENTORY = pa("621a.9(r)#8")
HALF_CHARGED = pa("621a.9(r)#9")
REST_TO_CO_BANK = pa("621a.9(r)#10")


@implements("621a.9(o)#5", "621a.9(r)#5", "621a.9(r)#6", readings=("B-PG-12",))
def topped_up(submission: PaiGowSubmission, bank: Bank, short: Cents) -> CentreToppedUp:
    """What the winners are still owed beyond the centre: from the bank, or half from a co-bank and the rest from the house."""
    if not bank.co:
        return CentreToppedUp(seat=bank.seat, amount=short, clause=BANK_TOPS_UP.id)
    half = _half(submission, short, up=submission.odd_chip is OddChip.CO_BANK)
    return CentreToppedUp(
        seat=bank.seat, amount=half, house=short - half, **cited((CO_BANK_TOPS_UP, HOUSE_TOPS_UP))
    )


def surplus_paid(submission: PaiGowSubmission, bank: Bank, surplus: Cents) -> SurplusPaid:
    """What is left in the centre once all winners are paid, shared out."""
    share = _share(submission, bank, surplus)
    vigorish = charged(submission, share)
    against_co_bank = (REST_TO_CO_BANK, HALF_TO_INVENTORY, HALF_CHARGED)
    return SurplusPaid(
        seat=bank.seat,
        surplus=surplus,
        house=surplus - share,
        vigorish=vigorish,
        paid=share - vigorish,
        **cited(against_co_bank if bank.co else (REST_TO_BANK, SURPLUS_CHARGED)),
    )


@implements(
    "621a.9(o)#7",
    "621a.9(o)#8",
    "621a.9(r)#8",
    "621a.9(r)#9",
    "621a.9(r)#10",
    readings=("B-PG-10", "B-PG-12"),
)
def _share(submission: PaiGowSubmission, bank: Bank, surplus: Cents) -> Cents:
    """What of a surplus bears vigorish and then goes to the bank: all of it, or half for a co-bank."""
    if not bank.co:
        return surplus
    return _half(submission, surplus, up=submission.odd_chip is OddChip.HOUSE)


@implements("621a.9(r)#5", "621a.9(r)#6", "621a.9(r)#8", readings=("B-PG-12",))
def _half(submission: PaiGowSubmission, amount: Cents, *, up: bool) -> Cents:
    """Half of an amount in whole chips, the odd chip with it or left out."""
    chip = submission.smallest_chip
    chips, odd = divmod(amount // chip, 2)
    return (chips + (odd if up else 0)) * chip


@implements("621a.8(k)#3", "621a.9(o)#7", "621a.9(r)#9", readings=("B-PG-11",))
def charged(submission: PaiGowSubmission, won: Cents) -> Cents:
    """The vigorish on an amount won: rounded up to quarters it may exceed a small surplus, and takes no more than that."""
    due = collected(won, submission.vigorish_rounding, submission.smallest_chip)
    if due > won:
        return won
    return due
