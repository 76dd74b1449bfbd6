"""The bank given up before the deal, and the dealer's wager against it taken back."""

import msgspec

from houseway.games.pai_gow.events import BankReleased, DealerWagerReturned
from houseway.games.pai_gow.round import Round
from houseway.law import Clause
from houseway.table.events import Event
from houseway.table.felt import Step


def without_bank(state: Round, clause: Clause, reason: str) -> Step[Round]:
    """The coming round without the bank, whose wager against the dealer goes back."""
    if state.bank is None:
        return Step(state, ())
    released = BankReleased(seat=state.bank.seat, reason=reason, clause=clause.id)
    after = msgspec.structs.replace(state, bank=None, cut=False)
    return Step(after, (released, *dealer_wager_back(state, clause)))


def dealer_wager_back(state: Round, clause: Clause) -> tuple[Event, ...]:
    """The dealer's wager on its way back to the tray, if it lies by its place."""
    if not state.dealer_stake:
        return ()
    return (DealerWagerReturned(amount=state.dealer_stake, clause=clause.id),)


def unstaked(state: Round, clause: Clause) -> Step[Round]:
    """The state with the dealer's wager, if it is up, back in the tray before the deal."""
    if not state.dealer_stake:
        return Step(state, ())
    return Step(with_bank(state, stake=0), dealer_wager_back(state, clause))


def with_bank(state: Round, **changes: object) -> Round:
    """The state with something about its bank changed."""
    assert state.bank is not None, "there is a bank to change"
    return msgspec.structs.replace(state, bank=msgspec.structs.replace(state.bank, **changes))
