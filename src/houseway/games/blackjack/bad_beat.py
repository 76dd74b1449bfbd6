"""Bad Beat: a wager on an electronic system, which tells what it pays when it is settled (633a.2(c), 633a.7(h), reading 633-03)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.games.blackjack.moves import TellBadBeat
from houseway.games.blackjack.round import SETTLING, Round
from houseway.games.blackjack.settlement import OPTIONAL_IN_ORDER
from houseway.games.blackjack.wagers import BAD_BEAT, BAD_BEAT_WAGER, Told
from houseway.law import RuleViolation, implements
from houseway.money import Cents
from houseway.table.events import Event
from houseway.table.felt import Step
from houseway.table.progressive_events import SettledByCage
from houseway.table.rules import Offer
from houseway.table.seats import counterclockwise
from houseway.table.wagers import Range, bet_at

if TYPE_CHECKING:
    from houseway.games.blackjack.game import Blackjack

TOLD = (BAD_BEAT_WAGER, OPTIONAL_IN_ORDER)
# No source prints what the system pays at the most: as much as a form takes.
_MOST_TOLD: Cents = 1_000_000_000


def waiting(state: Round) -> int:
    """The position whose Bad Beat Wager is settled next, from the dealer's far right; 0 for none."""
    if state.phase != SETTLING or state.award is not None:
        return 0
    seats = {bet.seat for bet in state.bets if bet.wager == BAD_BEAT}
    return next(iter(counterclockwise(seats)), 0)


def is_waiting(game: "Blackjack", state: Round) -> bool:
    """Whether the round waits for what the system tells."""
    return bool(waiting(state))


@implements("633a.2(c)#1", "633a.7(h)#4", readings=("633-03",))
def tell(game: "Blackjack", state: Round, move: TellBadBeat) -> Step[Round]:
    """A Bad Beat Wager is paid by the system what it tells, or lost; then the sweep goes on."""
    if move.seat != waiting(state):
        raise RuleViolation(TOLD[0], f"the Bad Beat Wager of position {waiting(state)} is settled next")
    bet = bet_at(state.bets, move.seat, BAD_BEAT, "")
    assert bet is not None, "a wager waits there"
    line = game.betting.settle(bet, Told(move.amount), OPTIONAL_IN_ORDER)
    if move.amount:
        line = SettledByCage(**{**msgspec.structs.asdict(line), "paid": move.amount})
    events: tuple[Event, ...] = (line,)
    step = game.settled(state.without_bets_of(events))
    return Step(step.state, (*events, *step.events))


def waited_for(game: "Blackjack", state: Round) -> Iterator[Offer]:
    """The position that waits, and any sum that the system may tell."""
    yield Offer(
        {"seat": (waiting(state),)},
        words=f"The system tells Bad Beat of position {waiting(state)}",
        amount=Range(0, _MOST_TOLD, 1),
    )
