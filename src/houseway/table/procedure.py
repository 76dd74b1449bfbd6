"""The table around the game: approvals, opening and closing, dice, clocks, chips. It gates when a round may go on.

Pure like the games: the moment and the person arrive with each act, so that replay sees what the table saw.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from houseway.equipment.dice import (
    ALL_INSTRUMENTS,
    DiceInUse,
    DiceRules,
    DiceSet,
    Instrument,
    check_instruments,
    known_by,
)
from houseway.law import (
    Edition,
    NoEdition,
    RuleViolation,
    clause,
    edition_in_force,
    editions_of,
    is_allowed,
    pa,
)
from houseway.money import Cents, Overdrawn, Transfer, dollars, post
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.events import (
    FELT,
    TRAY,
    Brought,
    DiceRetired,
    DiceToReinspect,
    Event,
    SeatLeft,
    rack,
)
from houseway.table.game import Felt, Game, Lawful, Step, require_role
from houseway.table.moves import Instrument as WagerInstrument
from houseway.table.moves import Move, PlaceWager, Seat, Words
from houseway.table.redemption import (
    CouponEvent,
    Coupons,
    PresentCoupon,
    check_presented,
    chips_with,
    follow,
    lay,
    within_maximum,
)
from houseway.table.roles import DEALERS, FLOORPERSONS, PIT_MANAGERS, Role
from houseway.table.wagers import Range

DICE_ISSUED = pa("603a.13(f)(1)(ii)#1")
DICE_WITNESSED = pa("603a.13(f)(1)(ii)#4")
# By which dice come to a table inspected: by alternative 2 from the pit, by 3 under the seal of the storage area.
INSPECTED_BEFORE = {2: pa("603a.13(f)(2)(iii)"), 3: pa("603a.13(f)(3)(v)")}
CHIPS_AT_TABLES = pa("603a.10(a)#1")

DROP_BOX = "drop box"
OUTSIDE = "outside"
# The house may owe the tray a fill; what comes from outside the table is not the table's to count.
MAY_OVERDRAW = frozenset({TRAY, OUTSIDE})
MOST_SOLD_AT_ONCE: Cents = 10**9


class Status(StrEnum):
    """Whether the table is in service."""

    CLOSED = "closed"
    OPEN = "open"


class Attest(Move, frozen=True, kw_only=True):
    """Someone answers for a line of the check-list; an approval names its reference."""

    step: Words
    reference: Words = ""
    witness: Role | None = None


class IssueDice(Move, frozen=True, kw_only=True):
    """A set of dice is issued to the table, in the place of the set in use; `locked` in an automated shaker.

    By the first `alternative` dice are inspected on receipt, and the table demands it. By the others they come
    inspected, which the table cannot demand again: whoever issues them answers for it, and at a live table the back
    office's book of dice says whether it is so.
    """

    serial: Words
    colours: tuple[Words, ...]
    alternative: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    for_locked_shaker: bool = False
    locked: bool = False
    by: Role = Role.PIT_MANAGER


class InspectDice(Move, frozen=True, kw_only=True):
    """The dice at the table are inspected before the dealer."""

    instruments: tuple[Instrument, ...]
    witness: Role = Role.DEALER
    by: Role = Role.FLOORPERSON


class OpenTable(Move, frozen=True, kw_only=True):
    """The table opens for a gaming day."""

    gaming_day: date
    by: Role = Role.FLOORPERSON


class CloseTable(Move, frozen=True, kw_only=True):
    """The table closes."""

    by: Role = Role.FLOORPERSON


class BuyIn(Move, frozen=True, kw_only=True):
    """A player gives cash for chips: the cash goes to the drop box, the chips come from the tray."""

    seat: Seat
    amount: int
    by: Role = Role.DEALER


class Attested(Event, frozen=True, kw_only=True):
    """Someone answered for a line of the check-list."""

    step: str
    by: str
    witness: str
    reference: str


class DiceIssued(Event, frozen=True, kw_only=True):
    """A set of dice came to the table."""

    serial: str
    colours: tuple[str, ...]
    locked: bool


class DiceInspected(Event, frozen=True, kw_only=True):
    """The dice at the table were inspected."""

    serial: str
    instruments: tuple[str, ...]
    by: str
    witness: str


class TableOpened(Event, frozen=True, kw_only=True):
    """The table opened under an edition of the rules and a submission."""

    gaming_day: date
    edition: str


class TableClosed(Event, frozen=True, kw_only=True):
    """The table closed."""

    gaming_day: date


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


TABLE_MOVES = Attest | IssueDice | InspectDice | OpenTable | CloseTable | BuyIn | PresentCoupon
TABLE_EVENTS = (
    Attested
    | DiceIssued
    | DiceInspected
    | TableOpened
    | TableClosed
    | BoughtIn
    | ChipsTakenAway
    | CouponEvent
)

State = TypeVar("State", bound=Felt)
M = TypeVar("M")


class Act(msgspec.Struct, Generic[M], frozen=True, kw_only=True, omit_defaults=True):
    """A move with the person who is said to have made it, and the moment: what the journal keeps.

    `entered_by` is the credential of whoever was signed in at the screen, where anybody was.
    """

    move: M
    who: str
    at: datetime
    entered_by: str = ""

    @property
    def signer(self) -> str:
        """Who signs what the back office has to record of it: nobody signs for somebody else."""
        return self.entered_by or self.who


class TableState(msgspec.Struct, Generic[State], frozen=True, kw_only=True):
    """Everything about a table; a fold over its acts."""

    play: State
    status: Status = Status.CLOSED
    gaming_day: date | None = None
    opened_at: datetime | None = None
    edition: str = ""
    attested: tuple[str, ...] = ()
    dice: DiceInUse | None = None
    used_dice: tuple[str, ...] = ()
    # When each deck or set of tiles came to the table, also of those that have left it since.
    decks: dict[str, datetime] = {}
    chips: dict[str, Cents] = {}
    coupons: Coupons = Coupons()


class Table(Generic[State]):
    """A game in service: `apply` carries out acts, `legal` lists what may come next."""

    def __init__(self, game: Game[State]) -> None:
        self.game = game
        self.move_type: Any = TABLE_MOVES | game.move_type
        self.event_type: Any = TABLE_EVENTS | game.event_type
        act: Any = Act  # the union of moves is known only here, at run time
        self.act_type: Any = act[self.move_type]
        self._steps = {step.id: step for step in game.checklist}

    def start(self, tray: Cents) -> TableState[State]:
        """A closed table with so many chips in its tray."""
        return TableState(play=self.game.open(), chips={TRAY: tray})

    def apply(self, state: TableState[State], act: Act[Any]) -> tuple[TableState[State], tuple[Event, ...]]:
        """The table and events after an act; an unlawful one raises `RuleViolation` and changes nothing."""
        match act.move:
            case Attest():
                after, events = self._attest(state, act.move)
            case IssueDice():
                after, events = self._issue_dice(state, act.move, act.at)
            case InspectDice():
                after, events = self._inspect_dice(state, act.move)
            case OpenTable():
                after, events = self._open(state, act.move, act.at)
            case CloseTable():
                after, events = self._close(state, act.move)
            case BuyIn():
                after, events = self._buy_in(state, act.move)
            case PresentCoupon():
                after, events = self._present(state, act.move, act.at)
            case move:
                after, events = self._play(state, move, act.at)
        posted = self._post(after, events)
        self.game.check_means(posted.play, partial(self.chips_of, posted), act.move)
        return posted, events

    def missing(self, state: TableState[State], stage: Stage) -> tuple[ChecklistStep, ...]:
        """The lines of a check-list that nobody has answered for yet."""
        return tuple(
            s
            for s in self._steps.values()
            if s.stage is stage and s.id not in state.attested and self.game.demands(state.play, s)
        )

    # What the table itself does.

    def _attest(self, state: TableState[State], move: Attest) -> tuple[TableState[State], tuple[Event, ...]]:
        step = self._steps.get(move.step)
        if step is None:
            raise RuleViolation(self.game.opening_clause, f"the check-list has no step {move.step!r}")
        if move.step in state.attested:
            raise RuleViolation(step.clause, f"already attested: {step.text}")
        if not self.game.demands(state.play, step):
            raise RuleViolation(step.clause, f"does not apply as things stand: {step.text}")
        require_role(move, step.by, step.clause, f"attest {step.text!r}")
        if step.stage is Stage.APPROVAL and not move.reference:
            raise RuleViolation(step.clause, f"an approval needs its reference: {step.text}")
        if step.witness is not None and move.witness is not step.witness:
            raise RuleViolation(step.clause, f"a {step.witness} must witness: {step.text}")
        attested = Attested(
            step=step.id,
            by=move.by,
            witness=move.witness or "",
            reference=move.reference,
            clause=step.clause.id,
        )
        return msgspec.structs.replace(state, attested=(*state.attested, step.id)), (attested,)

    def _issue_dice(
        self, state: TableState[State], move: IssueDice, at: datetime
    ) -> tuple[TableState[State], tuple[Event, ...]]:
        require_role(move, PIT_MANAGERS, DICE_ISSUED, "issue dice")
        rules = self._dice_rules()
        if not self.game.dice_at_rest(state.play):
            raise RuleViolation(DICE_ISSUED, "the dice cannot be changed while a throw is under way")
        dice = DiceSet(serial=move.serial, colours=move.colours, for_locked_shaker=move.for_locked_shaker)
        rules.check_set(dice)
        serial = known_by(move.serial)
        if not serial:
            raise RuleViolation(DICE_ISSUED, "a set of dice is known by its serial number")
        if serial in state.used_dice:
            # Issued anew, a set would start its life again.
            raise RuleViolation(
                rules.life.clause,
                f"set {move.serial} has been in use at this table before",
                fix="issue another set",
            )
        before = INSPECTED_BEFORE.get(move.alternative)
        again = frozenset(step.id for step in self._steps.values() if step.stage is Stage.DICE)
        issued = msgspec.structs.replace(
            state,
            play=self.game.dice_issued(state.play),
            dice=DiceInUse(set=dice, since=at, locked=move.locked, inspected=before is not None),
            used_dice=(*state.used_dice, serial),
            attested=tuple(step for step in state.attested if step not in again),
        )
        event = DiceIssued(
            serial=move.serial,
            colours=move.colours,
            locked=move.locked,
            clause=(before or DICE_ISSUED).id,
        )
        return issued, (event,)

    def _dice_rules(self) -> DiceRules:
        if self.game.dice is None:
            raise RuleViolation(self.game.opening_clause, f"{self.game.title} is played here without dice")
        return self.game.dice

    def _inspect_dice(
        self, state: TableState[State], move: InspectDice
    ) -> tuple[TableState[State], tuple[Event, ...]]:
        inspected_by = self.game.inspection_clause
        require_role(move, self.game.inspectors, inspected_by, "inspect the dice")
        if state.dice is None:
            raise RuleViolation(inspected_by, "there are no dice at the table to inspect")
        if state.dice.inspected:
            raise RuleViolation(inspected_by, f"dice {state.dice.set.serial} stand inspected")
        if move.witness is not Role.DEALER:
            raise RuleViolation(DICE_WITNESSED, "the dealer must witness the inspection of the dice")
        check_instruments(move.instruments)
        inspected = DiceInspected(
            serial=state.dice.set.serial,
            instruments=move.instruments,
            by=move.by,
            witness=move.witness,
            clause=inspected_by.id,
            also=(DICE_WITNESSED.id, ALL_INSTRUMENTS.id),
        )
        dice = msgspec.structs.replace(state.dice, inspected=True)
        return msgspec.structs.replace(state, dice=dice), (inspected,)

    def _open(
        self, state: TableState[State], move: OpenTable, at: datetime
    ) -> tuple[TableState[State], tuple[Event, ...]]:
        require_role(move, FLOORPERSONS, self.game.opening_clause, "open the table")
        if state.status is Status.OPEN:
            raise RuleViolation(self.game.opening_clause, "the table is open")
        for step in (*self.missing(state, Stage.APPROVAL), *self.missing(state, Stage.OPENING)):
            raise RuleViolation(step.clause, f"not yet attested: {step.text}", fix="complete the check-list")
        self._check_dice(state, at)
        edition = self._edition(move.gaming_day, at)
        opened = TableOpened(
            gaming_day=move.gaming_day, edition=edition.id, clause=self.game.opening_clause.id
        )
        return msgspec.structs.replace(
            state, status=Status.OPEN, gaming_day=move.gaming_day, opened_at=at, edition=edition.id
        ), (opened,)

    def _edition(self, gaming_day: date, at: datetime) -> Edition:
        """The text that governs the gaming day."""
        if gaming_day not in _gaming_days(at):
            raise RuleViolation(
                self.game.opening_clause,
                f"{gaming_day.isoformat()} is not the gaming day of {at.date().isoformat()}",
            )
        try:
            return edition_in_force(self.game.name, gaming_day, self.game.edition)
        except NoEdition as uncovered:
            raise RuleViolation(self.game.opening_clause, str(uncovered)) from None

    def _close(
        self, state: TableState[State], move: CloseTable
    ) -> tuple[TableState[State], tuple[Event, ...]]:
        require_role(move, FLOORPERSONS, self.game.opening_clause, "close the table")
        if state.gaming_day is None or state.status is Status.CLOSED:
            raise RuleViolation(self.game.opening_clause, "the table is closed")
        if not self.game.between_rounds(state.play) or state.play.bets:
            raise RuleViolation(
                self.game.leaving_clause, "a round is under way", fix="finish the round first"
            )
        if state.play.seats:
            raise RuleViolation(self.game.leaving_clause, "players are still at the table")
        lapsing = frozenset(step.id for step in self._steps.values() if step.stage is Stage.OPENING)
        events: list[Event] = [TableClosed(gaming_day=state.gaming_day, clause=self.game.opening_clause.id)]
        dice = state.dice
        new_set = self.game.dice.new_set_on_reopening if self.game.dice is not None else None
        if new_set is not None and dice is not None:
            events.append(DiceRetired(reason="the table closed", clause=new_set.id))
            dice = None
        closed = msgspec.structs.replace(
            state,
            play=self.game.closing(state.play),
            status=Status.CLOSED,
            gaming_day=None,
            opened_at=None,
            edition="",
            attested=tuple(step for step in state.attested if step not in lapsing),
            dice=dice,
        )
        return closed, tuple(events)

    def _buy_in(self, state: TableState[State], move: BuyIn) -> tuple[TableState[State], tuple[Event, ...]]:
        require_role(move, DEALERS, CHIPS_AT_TABLES, "sell chips")
        self._check_open(state)
        if move.seat not in state.play.seats:
            raise RuleViolation(CHIPS_AT_TABLES, f"nobody is at position {move.seat}")
        if move.amount <= 0 or move.amount % self.game.betting.smallest_chip:
            raise RuleViolation(
                CHIPS_AT_TABLES,
                f"{dollars(move.amount)} cannot be paid in {dollars(self.game.betting.smallest_chip)} chips",
            )
        if move.amount > MOST_SOLD_AT_ONCE:
            raise RuleViolation(
                CHIPS_AT_TABLES,
                f"{dollars(move.amount)} is more than a table sells at once",
                fix=f"sell at most {dollars(MOST_SOLD_AT_ONCE)}",
            )
        return state, (BoughtIn(seat=move.seat, amount=move.amount, clause=CHIPS_AT_TABLES.id),)

    def _present(
        self, state: TableState[State], move: PresentCoupon, at: datetime
    ) -> tuple[TableState[State], tuple[Event, ...]]:
        """A coupon and the chips with it go down as one wager, or neither does."""
        self._check_open(state)
        edition = next(text for text in editions_of(self.game.name) if text.id == state.edition)
        check_presented(self.game, state.play, state.coupons, move, _gaming_day(state, at), edition)
        after, events = self._play(state, chips_with(move), at) if move.amount else (state, ())
        laid = lay(self.game, after.play, after.coupons, move)
        return msgspec.structs.replace(after, coupons=laid.coupons), (*events, *laid.events)

    # The game, behind its gates.

    def _play(
        self, state: TableState[State], move: Move, at: datetime
    ) -> tuple[TableState[State], tuple[Event, ...]]:
        self._check_open(state)
        if isinstance(move, (*self.game.throws, *self.game.handing)):
            self._check_dice(state, at)
        if isinstance(move, self.game.begins):
            self._check_beginning(state, at)
        step: Step[State] = self.game.apply(state.play, move)
        dice, decks = state.dice, state.decks
        day = _gaming_day(state, at)
        followed = follow(self.game, state.play, step.state, state.coupons, step.events, day)
        events: list[Event] = list(self._changed(move, step.events))
        for event in followed.events:
            events.append(event)
            if isinstance(event, DiceRetired):
                dice = None
            elif isinstance(event, DiceToReinspect) and dice is not None:
                dice = msgspec.structs.replace(dice, inspected=False)
            elif isinstance(event, Brought):
                decks = self._brought(decks, event, at)
            elif isinstance(event, SeatLeft) and state.chips.get(rack(event.seat)):
                chips = state.chips[rack(event.seat)]
                events.append(ChipsTakenAway(seat=event.seat, amount=chips, clause=event.clause))
        after = msgspec.structs.replace(
            state, play=step.state, dice=dice, decks=decks, coupons=followed.coupons
        )
        return after, tuple(events)

    def _changed(self, move: Move, events: tuple[Event, ...]) -> Iterator[Event]:
        """The cash behind a spoken wager is changed to the chips that the wager takes."""
        if not isinstance(move, PlaceWager) or move.instrument is not WagerInstrument.VERBAL_WITH_CASH:
            return
        taken = sum(
            transfer.cents
            for event in events
            for transfer in event.transfers()
            if transfer.source == rack(move.seat)
        )
        yield BoughtIn(seat=move.seat, amount=taken, clause=self.game.betting.clauses.cash.id)

    def _brought(self, decks: dict[str, datetime], brought: Brought, at: datetime) -> dict[str, datetime]:
        """The clock of a new piece starts (C-137); brought anew, it would start its life again."""
        serial = known_by(brought.serial)
        if serial in decks:
            raise RuleViolation(
                clause(brought.clause),
                f"{brought.piece} {brought.serial} has been in use at this table before",
                fix=f"bring another {brought.piece}",
            )
        return {**decks, serial: at}

    def _check_beginning(self, state: TableState[State], at: datetime) -> None:
        """Refuse to begin a round with something unattested, or with a piece that has been in use too long."""
        for step in (*self.missing(state, Stage.APPROVAL), *self.missing(state, Stage.OPENING)):
            raise RuleViolation(step.clause, f"not yet attested: {step.text}", fix="complete the check-list")
        for serial, life in self.game.watched(state.play):
            since = state.decks[known_by(serial)]
            if at < since:
                raise RuleViolation(life.clause, f"the clock stands before the moment {serial} came")
            if at >= life.ends(since):
                raise RuleViolation(
                    life.clause,
                    f"{serial} has been in use for {life}",
                    fix="remove it and bring another",
                )

    def _check_open(self, state: TableState[State]) -> None:
        if state.status is not Status.OPEN:
            raise RuleViolation(self.game.opening_clause, "the table is closed", fix="open the table first")

    def _check_dice(self, state: TableState[State], at: datetime) -> None:
        rules = self.game.dice_rules(state.play)
        if rules is None:
            return
        rules.check_use(state.dice, at)
        for step in self.missing(state, Stage.DICE):
            raise RuleViolation(step.clause, f"not yet attested: {step.text}", fix="complete the check-list")

    def _post(self, state: TableState[State], events: tuple[Event, ...]) -> TableState[State]:
        transfers = [self._from_purses(state, transfer) for event in events for transfer in event.transfers()]
        if not transfers:
            return state
        try:
            chips = post(state.chips, transfers, may_overdraw=MAY_OVERDRAW)
        except Overdrawn as short:
            raise RuleViolation(
                self.game.betting.clauses.instruments,
                f"the chips are not there: {short}",
                fix="buy chips first",
            ) from None
        assert chips.get(FELT, 0) == sum(bet.amount for bet in state.play.bets), (
            "felt and wagers agree after every event"
        )
        return msgspec.structs.replace(state, chips=dict(chips))

    def _from_purses(self, state: TableState[State], transfer: Transfer) -> Transfer:
        """A transfer with the chips of a second area counted before its owner's seat."""
        racks = {rack(seat): rack(self.game.purse_of(state.play, seat)) for seat in state.play.seats}
        return Transfer(
            racks.get(transfer.source, transfer.source),
            racks.get(transfer.target, transfer.target),
            transfer.cents,
        )

    def chips_of(self, state: TableState[State], seat: int) -> Cents:
        """The chips that the player at a position has to wager."""
        return state.chips.get(rack(self.game.purse_of(state.play, seat)), 0)

    # What may come next.

    def legal(self, state: TableState[State], at: datetime) -> tuple[Lawful, ...]:
        """Everything that may lawfully happen next at this moment."""
        return tuple(self._lawful(state, at))

    def _lawful(self, state: TableState[State], at: datetime) -> Iterator[Lawful]:
        for step in self._steps.values():
            if step.id not in state.attested and self.game.demands(state.play, step):
                yield Lawful(
                    move="attest",
                    by=step.by,
                    clause=step.clause.id,
                    label=step.text,
                    fields={
                        "step": (step.id,),
                        "witness": (step.witness,),
                    },
                    text=("reference",) if step.stage is Stage.APPROVAL else (),
                )
        if state.dice is not None and not state.dice.inspected:
            yield Lawful(
                move="inspect-dice",
                by=self.game.inspectors,
                clause=self.game.inspection_clause.id,
                label="Inspect the dice",
                fields={"instruments": (tuple(Instrument),)},
            )
        if self.game.dice is not None and self.game.dice_at_rest(state.play):
            yield Lawful(
                move="issue-dice",
                by=PIT_MANAGERS,
                clause=DICE_ISSUED.id,
                label="Issue a set of dice",
                fields={"colours": (self.game.dice.colours,), **_locking(self.game.dice)},
                text=("serial",),
            )
        throwable = is_allowed(self._check_dice, state, at)
        if state.status is Status.CLOSED:
            ready = not self.missing(state, Stage.APPROVAL) and not self.missing(state, Stage.OPENING)
            days = tuple(day for day in _gaming_days(at) if self._is_covered(day))
            if ready and throwable and days:
                yield Lawful(
                    move="open-table",
                    by=FLOORPERSONS,
                    clause=self.game.opening_clause.id,
                    label="Open the table",
                    fields={"gaming_day": days},
                )
            return
        if state.play.seats:
            yield Lawful(
                move="buy-in",
                by=DEALERS,
                clause=CHIPS_AT_TABLES.id,
                label="Sell chips",
                fields={"seat": state.play.seats},
                amount=Range(
                    self.game.betting.smallest_chip, MOST_SOLD_AT_ONCE, self.game.betting.smallest_chip
                ),
            )
        elif self.game.between_rounds(state.play):
            yield Lawful(
                move="close-table",
                by=FLOORPERSONS,
                clause=self.game.opening_clause.id,
                label="Close the table",
            )
        throws = {kind.__struct_config__.tag for kind in (*self.game.throws, *self.game.handing)}
        begins = {kind.__struct_config__.tag for kind in self.game.begins}
        fresh = is_allowed(self._check_beginning, state, at)
        for lawful in self.game.legal(state.play):
            if (lawful.move in throws and not throwable) or (lawful.move in begins and not fresh):
                continue
            for act in self.game.within_means(state.play, lawful, partial(self.chips_of, state)):
                yield from within_maximum(self.game, state.play, state.coupons, act)

    def _is_covered(self, day: date) -> bool:
        try:
            edition_in_force(self.game.name, day, self.game.edition)
        except NoEdition:
            return False
        return True


def _locking(rules: DiceRules) -> dict[str, tuple[bool, ...]]:
    """What else is told of dice that an automated shaker may lock up for their longer life."""
    if rules.locked_life is None:
        return {}
    return {"for_locked_shaker": (False, True), "locked": (False, True)}


def _gaming_days(at: datetime) -> tuple[date, date]:
    """The gaming days that may be running: the day of the clock or, past midnight, the day before."""
    return at.date(), at.date() - timedelta(days=1)


def _gaming_day(state: TableState[Any], at: datetime) -> date:
    """The gaming day at an open table that may not close for days: days begin at one hour, so each lasts as long."""
    assert state.gaming_day is not None, "an open table has its gaming day"
    assert state.opened_at is not None, "an open table opened at some moment"
    return state.gaming_day + timedelta(days=max((at - state.opened_at).days, 0))
