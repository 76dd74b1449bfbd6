"""The table around the game: approvals, opening and closing, dice, clocks, chips. It gates when a round may go on.

Pure like the games: the moment and the person arrive with each act, so that replay sees what the table saw.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any, Generic

import msgspec

from houseway.equipment.decks import Clauses
from houseway.equipment.dice import known_by
from houseway.law import (
    Edition,
    NoEdition,
    RuleViolation,
    clause,
    edition_in_force,
    editions_of,
    is_allowed,
)
from houseway.money import Cents
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.chip_steps import CHIP_RULES, BoughtIn, ChipsTakenAway, change_behind, post_chips
from houseway.table.coupons import REDEEMED_WITH_CHIPS
from houseway.table.days import GamingDays
from houseway.table.dice_steps import DICE_RULES, DiceInspected, DiceIssued
from houseway.table.events import TRAY, Brought, DiceRetired, DiceToReinspect, Event, SeatLeft, rack
from houseway.table.felt import Step
from houseway.table.game import Game
from houseway.table.moves import Move, Words
from houseway.table.redemption import (
    REDEEMERS,
    CouponEvent,
    PresentCoupon,
    check_presented,
    chips_with,
    follow,
    lay,
    within_maximum,
)
from houseway.table.roles import FLOORPERSONS, Role
from houseway.table.rules import Lawful, Offer, Rule, RuleBook, require_role
from houseway.table.table_state import Act, Moment, State, Status, TableState


class Attest(Move, frozen=True, kw_only=True):
    """Someone answers for a line of the check-list; an approval names its reference."""

    step: Words
    reference: Words = ""
    witness: Role | None = None


class OpenTable(Move, frozen=True, kw_only=True):
    """The table opens for a gaming day."""

    gaming_day: date
    by: Role = Role.FLOORPERSON


class CloseTable(Move, frozen=True, kw_only=True):
    """The table closes."""

    by: Role = Role.FLOORPERSON


class Attested(Event, frozen=True, kw_only=True):
    """Someone answered for a line of the check-list."""

    step: str
    by: str
    witness: str
    reference: str


class TableOpened(Event, frozen=True, kw_only=True):
    """The table opened under an edition of the rules and a submission."""

    gaming_day: date
    edition: str


class TableClosed(Event, frozen=True, kw_only=True):
    """The table closed."""

    gaming_day: date


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


class Table(Generic[State]):
    """A game in service: `apply` carries out acts, `legal` lists what may come next.

    `days` are the gaming days of the house. A table recorded before tables knew them goes on as it was recorded: it
    opens for the day of the clock or the day before, and its day changes so many times 24 hours after its opening.
    """

    def __init__(self, game: Game[State], days: GamingDays | None = None) -> None:
        self.game = game
        self._days = days
        self.title = game.title
        self.move_type: Any = TABLE_BOOK.move_type | game.book.move_type
        self.event_type: Any = TABLE_EVENTS | game.event_type
        act: Any = Act  # the union of moves is known only here, at run time
        self.act_type: Any = act[self.move_type]
        self._steps = {step.id: step for step in game.checklist}

    def start(self, tray: Cents) -> TableState[State]:
        """A closed table with so many chips in its tray."""
        return TableState(play=self.game.open(), chips={TRAY: tray})

    def rule(self, move: str) -> Rule | None:
        """The rule of a move by its name, the table's own or the game's; None for a move that neither knows."""
        return TABLE_BOOK.named.get(move) or self.game.book.named.get(move)

    def apply(self, state: TableState[State], act: Act[Any]) -> tuple[TableState[State], tuple[Event, ...]]:
        """The table and events after an act; an unlawful one raises `RuleViolation` and changes nothing."""
        if type(act.move) in TABLE_BOOK.of:
            after, events = TABLE_BOOK.apply(self, Moment(state, act.at, act.who), act.move)
        else:
            after, events = self._play(state, act.move, act.at, act.who)
        posted = post_chips(self.game, after, events)
        self.game.means.check(posted.play, partial(self.chips_of, posted), act.move)
        return posted, events

    def missing(self, state: TableState[State], stage: Stage) -> tuple[ChecklistStep, ...]:
        """The lines of a check-list that nobody has answered for yet."""
        return tuple(step for step in self.unanswered(state) if step.stage is stage)

    def unanswered(self, state: TableState[State]) -> Iterator[ChecklistStep]:
        """The lines of all check-lists that apply and that nobody has answered for yet."""
        for step in self._steps.values():
            if step.id not in state.attested and self.game.demands(state.play, step):
                yield step

    # What the table itself does.

    def attest(self, now: Moment, move: Attest) -> Step[Any]:
        """Somebody answers for a line of the check-list."""
        state = now.state
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
        return Step(msgspec.structs.replace(state, attested=(*state.attested, step.id)), (attested,))

    def check_opening(self, now: Moment) -> None:
        """Refuse to open a table that is open, with something unattested, or without dice that may be thrown."""
        if now.state.status is Status.OPEN:
            raise RuleViolation(self.game.opening_clause, "the table is open")
        self._check_attested(now.state)
        self._check_dice(now.state, now.at)

    def _check_attested(self, state: TableState[State]) -> None:
        for step in (*self.missing(state, Stage.APPROVAL), *self.missing(state, Stage.OPENING)):
            raise RuleViolation(step.clause, f"not yet attested: {step.text}", fix="complete the check-list")

    def open(self, now: Moment, move: OpenTable) -> Step[Any]:
        """The table opens under the text that governs the gaming day."""
        edition = self._edition(move.gaming_day, now.at)
        opened = TableOpened(
            gaming_day=move.gaming_day, edition=edition.id, clause=self.game.opening_clause.id
        )
        state = msgspec.structs.replace(
            now.state, status=Status.OPEN, gaming_day=move.gaming_day, opened_at=now.at, edition=edition.id
        )
        return Step(state, (opened,))

    def _edition(self, gaming_day: date, at: datetime) -> Edition:
        """The text that governs the gaming day."""
        if gaming_day not in self._gaming_days(at):
            said = f"{gaming_day} is not the gaming day of {at.date()}"
            if self._days is not None:
                said = f"the gaming day of the house is {self._days.day_of(at)}, not {gaming_day}"
            raise RuleViolation(self.game.opening_clause, said)
        try:
            return edition_in_force(self.game.name, gaming_day, self.game.edition)
        except NoEdition as uncovered:
            raise RuleViolation(self.game.opening_clause, str(uncovered)) from None

    def opening_days(self, now: Moment) -> tuple[date, ...]:
        """The gaming days for which the table may open now."""
        return tuple(day for day in self._gaming_days(now.at) if is_allowed(self._edition, day, now.at))

    def _gaming_days(self, at: datetime) -> tuple[date, ...]:
        """The gaming days for which a table may open at a moment."""
        if self._days is not None:
            return (self._days.day_of(at),)
        return at.date(), at.date() - timedelta(days=1)

    def _gaming_day(self, state: TableState[Any], at: datetime) -> date:
        """The gaming day at an open table, which may not close for days."""
        assert state.gaming_day is not None, "an open table has its gaming day"
        assert state.opened_at is not None, "an open table opened at some moment"
        if self._days is not None:
            return max(self._days.day_of(at), state.gaming_day)
        return state.gaming_day + timedelta(days=max((at - state.opened_at).days, 0))

    def check_closing(self, now: Moment) -> None:
        """Refuse to close a table in the middle of a round, or with players at it."""
        state = now.state
        if state.status is Status.CLOSED:
            raise RuleViolation(self.game.opening_clause, "the table is closed")
        if not self.game.between_rounds(state.play) or state.play.bets:
            raise RuleViolation(
                self.game.leaving_clause, "a round is under way", fix="finish the round first"
            )
        if state.play.seats:
            raise RuleViolation(self.game.leaving_clause, "players are still at the table")

    def close(self, now: Moment, move: CloseTable) -> Step[Any]:
        """The table closes; what was attested for its opening lapses, and dice that must be new on reopening leave."""
        state = now.state
        assert state.gaming_day is not None, "an open table has its gaming day"
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
        return Step(closed, tuple(events))

    def check_in_service(self, now: Moment) -> None:
        """Refuse what needs an open table."""
        self._check_open(now.state)

    def present(self, now: Moment, move: PresentCoupon) -> Step[Any]:
        """A coupon and the chips with it go down as one wager, or neither does."""
        state, at, who = now
        edition = next(text for text in editions_of(self.game.name) if text.id == state.edition)
        check_presented(self.game, state.play, state.coupons, move, self._gaming_day(state, at), edition)
        after, events = self._play(state, chips_with(move), at, who) if move.amount else (state, ())
        laid = lay(self.game, after.play, after.coupons, move)
        return Step(msgspec.structs.replace(after, coupons=laid.coupons), (*events, *laid.events))

    # The game, behind its gates.

    def _play(
        self, state: TableState[State], move: Move, at: datetime, who: str
    ) -> tuple[TableState[State], tuple[Event, ...]]:
        self._check_open(state)
        rule = self.game.book.of.get(type(move))
        if rule is not None and (rule.throws or rule.hands_on):
            self._check_dice(state, at)
        if rule is not None and rule.begins:
            self._check_beginning(state, at)
        play = self.game.made_by(self.counted(state), move, who)
        step: Step[State] = self.game.apply(play, move)
        dice, decks = state.dice, state.decks
        day = self._gaming_day(state, at)
        followed = follow(self.game, state.play, step.state, state.coupons, step.events, day)
        events: list[Event] = list(change_behind(self.game, move, step.events))
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

    def _brought(self, decks: dict[str, datetime], brought: Brought, at: datetime) -> dict[str, datetime]:
        """The clock of a new piece starts (C-137); brought anew, it would start its life again."""
        serial = known_by(brought.serial)
        if serial in decks and not self.game.used_again:
            raise RuleViolation(
                clause(brought.clause),
                f"{brought.piece} {brought.serial} has been in use at this table before",
                fix=f"bring another {brought.piece}",
            )
        return {**decks, serial: at}

    def _check_beginning(self, state: TableState[State], at: datetime) -> None:
        """Refuse to begin a round with something unattested, or with a piece that has been in use too long."""
        self._check_attested(state)
        for serial, life in self.game.pieces_in_use(state.play):
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
        rules = self.game.dice_handling.wanted(self.game, state.play)
        if rules is None:
            return
        rules.check_use(state.dice, at)
        for step in self.missing(state, Stage.DICE):
            raise RuleViolation(step.clause, f"not yet attested: {step.text}", fix="complete the check-list")

    def chips_of(self, state: TableState[State], seat: int) -> Cents:
        """The chips that the player at a position has to wager."""
        return state.chips.get(rack(self.game.means.purse_of(state.play, seat)), 0)

    def counted(self, state: TableState[State]) -> State:
        """The play with the chips before the players counted, where its rules look at them."""
        return self.game.means.counted(state.play, partial(self.chips_of, state))

    # What may come next.

    def legal(self, state: TableState[State], at: datetime) -> tuple[Lawful, ...]:
        """Everything that may lawfully happen next at this moment."""
        return tuple(self._lawful(state, at))

    def _lawful(self, state: TableState[State], at: datetime) -> Iterator[Lawful]:
        yield from TABLE_BOOK.lawful(self, Moment(state, at))
        if state.status is not Status.OPEN:
            return
        throwable = is_allowed(self._check_dice, state, at)
        fresh = is_allowed(self._check_beginning, state, at)
        for lawful in self.game.legal(self.counted(state)):
            rule = self.game.book.named[lawful.move]
            if ((rule.throws or rule.hands_on) and not throwable) or (rule.begins and not fresh):
                continue
            for act in self.game.means.within(self.game, state.play, lawful, partial(self.chips_of, state)):
                yield from within_maximum(self.game, state.play, state.coupons, act)


# The rules of the table's own moves: each sees the table, and the moment it is made at.


def _opening(table: Table[Any], now: Moment) -> Clauses:
    return (table.game.opening_clause,)


def _attestable(table: Table[Any], now: Moment) -> Iterator[Offer]:
    for step in table.unanswered(now.state):
        yield Offer(
            {"step": (step.id,), "witness": (step.witness,)},
            words=step.text,
            by=step.by,
            clauses=(step.clause,),
            text=("reference",) if step.stage is Stage.APPROVAL else (),
        )


def _openable(table: Table[Any], now: Moment) -> Iterator[Offer]:
    if days := table.opening_days(now):
        yield Offer({"gaming_day": days})


def _unlisted(table: Table[Any], now: Moment) -> Iterator[Offer]:
    """A coupon is a piece of paper in a patron's hand, which no list of lawful moves knows of."""
    return iter(())


TABLE_RULES = (
    Rule(Attest, (), _opening, "Attest a line of the check-list", Table.attest, offers=_attestable),
    *DICE_RULES,
    Rule(
        OpenTable,
        FLOORPERSONS,
        _opening,
        "Open the table",
        Table.open,
        when={Status.CLOSED},
        check=Table.check_opening,
        offers=_openable,
    ),
    *CHIP_RULES,
    Rule(
        CloseTable,
        FLOORPERSONS,
        _opening,
        "Close the table",
        Table.close,
        when={Status.OPEN},
        check=Table.check_closing,
    ),
    Rule(
        PresentCoupon,
        REDEEMERS,
        (REDEEMED_WITH_CHIPS,),
        "Redeem a coupon",
        Table.present,
        check=Table.check_in_service,
        offers=_unlisted,
    ),
)
TABLE_BOOK = RuleBook(TABLE_RULES)
