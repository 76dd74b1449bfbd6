"""The chips of a table: sold for cash, counted with every event from one account to another, taken along by whoever leaves."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.law import RuleViolation, is_allowed, pa
from houseway.law.upholding import upholds
from houseway.money import Cents, Overdrawn, Transfer, dollars, post
from houseway.table.events import TRAY, Event, rack
from houseway.table.felt import Step
from houseway.table.game import Game
from houseway.table.moves import Instrument, Move, PlaceWager, Seat
from houseway.table.roles import DEALERS, Role
from houseway.table.rules import Offer, Rule
from houseway.table.table_state import Moment, TableState
from houseway.table.wagers import Range

if TYPE_CHECKING:
    from houseway.table.procedure import Table

CHIPS_AT_TABLES = pa("603a.10(a)#1")

DROP_BOX = "drop box"
OUTSIDE = "outside"
# The house may owe the tray a fill; what comes from outside the table is not the table's to count.
MAY_OVERDRAW = frozenset({TRAY, OUTSIDE})
MOST_SOLD_AT_ONCE: Cents = 10**9


class BuyIn(Move, frozen=True, kw_only=True):
    """A player gives cash for chips: the cash goes to the drop box, the chips come from the tray."""

    seat: Seat
    amount: int
    by: Role = Role.DEALER


class BoughtIn(Event, frozen=True, kw_only=True):
    """A player bought chips."""

    seat: int
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """Cash into the drop box, chips out of the tray."""
        return (
            Transfer(OUTSIDE, DROP_BOX, self.amount),
            Transfer(TRAY, rack(self.seat), self.amount),
        )


class ChipsTakenAway(Event, frozen=True, kw_only=True):
    """A leaving player took the rack along."""

    seat: int
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        """Out of the table's sight."""
        return (Transfer(rack(self.seat), OUTSIDE, self.amount),)


def _sell(table: "Table[Any]", now: Moment, move: BuyIn) -> Step[Any]:
    """Cash goes into the drop box, and chips of the same worth to the player."""
    if move.seat not in now.state.play.seats:
        raise RuleViolation(CHIPS_AT_TABLES, f"nobody is at position {move.seat}")
    table.game.means.check_buying(now.state.play, move.seat)
    if move.amount <= 0 or move.amount % table.game.betting.smallest_chip:
        raise RuleViolation(
            CHIPS_AT_TABLES,
            f"{dollars(move.amount)} cannot be paid in {dollars(table.game.betting.smallest_chip)} chips",
        )
    if move.amount > MOST_SOLD_AT_ONCE:
        raise RuleViolation(
            CHIPS_AT_TABLES,
            f"{dollars(move.amount)} is more than a table sells at once",
            fix=f"sell at most {dollars(MOST_SOLD_AT_ONCE)}",
        )
    return Step(now.state, (BoughtIn(seat=move.seat, amount=move.amount, clause=CHIPS_AT_TABLES.id),))


@upholds("changed")
def change_behind(game: Game[Any], move: Move, events: tuple[Event, ...]) -> Iterator[Event]:
    """The cash behind a spoken wager is changed to the chips that the wager takes."""
    if not isinstance(move, PlaceWager) or move.instrument is not Instrument.VERBAL_WITH_CASH:
        return
    taken = sum(
        transfer.cents
        for event in events
        for transfer in event.transfers()
        if transfer.source == rack(move.seat)
    )
    clauses = game.betting.clauses
    yield BoughtIn(seat=move.seat, amount=taken, clause=(clauses.changed or clauses.cash).id)


def post_chips(game: Game[Any], state: TableState[Any], events: tuple[Event, ...]) -> TableState[Any]:
    """The table with every transfer of chips posted; chips that are not there cannot be wagered."""
    transfers = [transfer for event in events for transfer in event.transfers()]
    if not transfers:
        return state
    transfers = _from_purses(game, state, transfers)
    try:
        chips = post(state.chips, transfers, may_overdraw=MAY_OVERDRAW)
    except Overdrawn as short:
        raise RuleViolation(
            game.betting.clauses.instruments,
            f"the chips are not there: {_short(state, short)}",
            fix="buy chips first",
        ) from None
    for account, lies in game.means.on_felt(state.play).items():
        assert chips.get(account, 0) == lies, f"{account}: chips and game agree after every event"
    return msgspec.structs.replace(state, chips=dict(chips))


def _short(state: TableState[Any], short: Overdrawn) -> str:
    """Who has too few chips, and by how much."""
    seat = next((seat for seat in state.play.seats if rack(seat) == short.account), None)
    if seat is None:
        return str(short)
    missing = f"{dollars(short.wanted - short.holds)} short of {dollars(short.wanted)}"
    return f"position {seat} has {dollars(short.holds)}, {missing}"


def _from_purses(game: Game[Any], state: TableState[Any], transfers: list[Transfer]) -> list[Transfer]:
    """Transfers with the chips of a second area counted before its owner's seat."""
    purses = {seat: game.means.purse_of(state.play, seat) for seat in state.play.seats}
    racks = {rack(seat): rack(purse) for seat, purse in purses.items() if purse != seat}
    if not racks:
        return transfers
    return [
        Transfer(racks.get(one.source, one.source), racks.get(one.target, one.target), one.cents)
        for one in transfers
    ]


def _sellable(table: "Table[Any]", now: Moment) -> Iterator[Offer]:
    play, buying = now.state.play, table.game.means.check_buying
    if seats := tuple(seat for seat in play.seats if is_allowed(buying, play, seat)):
        chip = table.game.betting.smallest_chip
        yield Offer({"seat": seats}, amount=Range(chip, MOST_SOLD_AT_ONCE, chip))


def _check_in_service(table: "Table[Any]", now: Moment) -> None:
    table.check_in_service(now)


CHIP_RULES = (
    Rule(
        BuyIn,
        DEALERS,
        (CHIPS_AT_TABLES,),
        "Sell chips",
        _sell,
        check=_check_in_service,
        offers=_sellable,
    ),
)
