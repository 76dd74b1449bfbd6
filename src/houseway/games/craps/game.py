"""Craps and Mini-Craps (58 Pa. Code 623a): the game under an operator's submission."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from houseway.games.craps import making, next_moves, shooter, winding_up
from houseway.games.craps.bonus import BONUS_WAGERS, BonusButtonsCleared
from houseway.games.craps.checklist import checklist
from houseway.games.craps.decisions import SEVEN, is_loser_seven
from houseway.games.craps.display import display
from houseway.games.craps.fire import BOX, FIRE_BET
from houseway.games.craps.irregularities import remedies, report
from houseway.games.craps.layout import felt
from houseway.games.craps.making import key_of
from houseway.games.craps.play import (
    EVENTS,
    IN_THE_AIR,
    MOVES,
    AcceptDice,
    BetKey,
    BringInFireBets,
    ButtonSet,
    CallOff,
    CallOn,
    CallThrow,
    CrapsFelt,
    DecideDispute,
    DeclineDice,
    DiceCollected,
    NotifySurveillance,
    OfferDice,
    PassDice,
    Phase,
    PointMade,
    PointSet,
    ReadCockedDie,
    ReduceWager,
    RollForComeBets,
    RollingResumed,
    SelectDice,
    SettleBets,
    SevenedOut,
    TableWoundUp,
    TakeDice,
    ThrowDice,
    WagerBookedInParts,
    WagerReduced,
    WagerSetAside,
    WindUpTable,
)
from houseway.games.craps.roll import Roll
from houseway.games.craps.settlement import Settlement, Terms, WagerMoved, settle_roll
from houseway.games.craps.shooter import COME_OUT_POINT, CRAPS_CREW, DICE, LINE_BETS, crew_of
from houseway.games.craps.submission import (
    CHIPS_OR_PLAQUES,
    MINI_CRAPS_SEATS,
    WAGERS,
    CrapsSubmission,
    Form,
)
from houseway.games.craps.vigorish import TAKEN_BY, When, due_on_placing, refund_on_reducing
from houseway.games.craps.wagers import BROKEN_DOWN_BY, broken_down
from houseway.games.craps.words import told
from houseway.law import Clause, RuleViolation, implements, is_allowed, pa
from houseway.money import Cents, dollars
from houseway.table.events import Event, VigorishRefunded
from houseway.table.felt import Step
from houseway.table.game import Game, lawful
from houseway.table.layout import Display
from houseway.table.moves import Move, Report
from houseway.table.roles import BETTORS, BOXPERSONS, DEALERS, FLOORPERSONS, Role
from houseway.table.rules import Lawful, require_role
from houseway.table.wagers import Bet, Bets, Range, Wager, bet_at, with_bet, without
from houseway.table.words import wager_title

COME_OUT_ROLL = pa("623a.1[come_out_roll]")
LAYOUT_APPROVED = pa("623a.2(d)")
SEATED_ONLY = pa("623a.4(e)#1")
STAYS_SEATED = pa("623a.4(e)#2")
LOSER_SEVEN = pa("623a.10(a)(1)")
NORMAL_RULES_RESUME = pa("623a.10(b)#4")
INSPECTED_BY_BOXPERSON = pa("603a.13(f)(1)(ii)#2")
INSPECTED_BY_FLOORPERSON = pa("603a.13(f)(1)(ii)#3")


class Craps(Game[CrapsFelt]):
    """The game, under an operator's submission."""

    name = "craps"
    title = "Craps"
    irregularities = remedies(CRAPS_CREW)
    submission_type = CrapsSubmission
    move_type = MOVES
    event_type = EVENTS
    throws = (ThrowDice,)
    handing = (OfferDice, AcceptDice, SelectDice, RollForComeBets, PassDice)
    chance = frozenset({"call-throw"})
    routine = (
        "settle-bets",
        "notify-surveillance",
        "pass-dice",
        "bring-in-fire-bets",
        "throw-dice",
        "select-dice",
        "accept-dice",
        "roll-for-come-bets",
        "offer-dice",
    )

    seats_clause = WAGERS
    leaving_clause = making.REMOVABLE
    opening_clause = LAYOUT_APPROVED
    placing_clause = CHIPS_OR_PLAQUES
    fee_clause = TAKEN_BY[When.PLACED]
    dice = DICE
    inspectors: tuple[Role, ...] = BOXPERSONS
    inspection_clause = INSPECTED_BY_BOXPERSON

    def __init__(self, submission: CrapsSubmission | None = None) -> None:
        self.submission = submission or CrapsSubmission()
        self.edition = self.submission.edition
        self.catalogue = self.submission.chosen
        self.betting = self.submission.betting(self.catalogue)
        self.seats = self.submission.seats
        self.layout = felt(self.submission)
        self.checklist = checklist(self.submission)
        self.crew = crew_of(self.submission.form, stickperson=self.submission.has_stickperson)
        self._known = remedies(self.crew)
        self._offering = making.offering_of(self.submission, self.betting)
        self._vigorish = self.submission.vigorish
        self._terms = Terms(
            wagers=self.catalogue,
            smallest_chip=self.submission.smallest_chip,
            order=self.crew.settled_first,
            vigorish=self._vigorish,
            come_odds_rest=self.submission.come_odds_rest,
        )
        self._collected = DiceCollected(clause=self.crew.collected.id)
        super().__init__()

    @classmethod
    def under(cls, submission: CrapsSubmission) -> "Craps":
        """The game as played under an operator's submission."""
        return MiniCraps(submission) if submission.form is Form.MINI_CRAPS else Craps(submission)

    def open(self) -> CrapsFelt:
        """An empty table, the dice in the cup."""
        return CrapsFelt()

    def handlers(self) -> Mapping[type[Move], Callable[[CrapsFelt, Any], Step[CrapsFelt]]]:
        """The moves of the chapter, in its order."""
        crew = self.crew
        return {
            ReduceWager: self._reduce,
            CallOn: partial(self._call_wager, on=True),
            CallOff: partial(self._call_wager, on=False),
            OfferDice: partial(shooter.offer, crew),
            AcceptDice: partial(shooter.accept, crew),
            DeclineDice: partial(shooter.decline, crew),
            SelectDice: shooter.select,
            RollForComeBets: self._roll_for_come_bets,
            TakeDice: partial(shooter.take, crew),
            ThrowDice: partial(shooter.throw, crew),
            ReadCockedDie: partial(shooter.read_cocked, crew),
            CallThrow: partial(shooter.call, crew),
            DecideDispute: partial(shooter.decide_dispute, crew),
            Report: partial(report, crew, self._known),
            SettleBets: self._settle,
            PassDice: partial(shooter.pass_back, crew),
            BringInFireBets: self._bring_in_fire_bets,
            NotifySurveillance: partial(shooter.notify, crew),
            WindUpTable: self._wind_up,
        }

    def between_rounds(self, state: CrapsFelt) -> bool:
        """Whether nothing stands on the layout and no dice are in the air."""
        return not state.bets and state.phase not in IN_THE_AIR

    def dice_at_rest(self, state: CrapsFelt) -> bool:
        """Whether no throw is under way."""
        return state.phase not in IN_THE_AIR

    def dice_issued(self, state: CrapsFelt) -> CrapsFelt:
        """From a new set the shooter picks again."""
        return msgspec.structs.replace(state, selection=None, dice_gone=False)

    def closing(self, state: CrapsFelt) -> CrapsFelt:
        """A reopened table begins anew: the first offer goes to the left of the crew (623a.7(b))."""
        return self.open()

    def essential(self, state: CrapsFelt) -> CrapsFelt:
        """Dice that are settled are kept only to be shown."""
        return state if state.phase is Phase.CALLED else msgspec.structs.replace(state, faces=None)

    def display(self, state: CrapsFelt) -> Display:
        """The markers, the buttons, the dice and the moment in words."""
        return display(state)

    def awaited(self, state: CrapsFelt) -> Move | None:
        """A shooter with the dice in hand is to throw them."""
        return ThrowDice(seat=state.shooter) if state.phase is Phase.HAND else None

    def said(self, event: Event) -> str:
        """An event as the crew would say it."""
        return told(event, partial(wager_title, self))

    def check_leaving(self, state: CrapsFelt, seat: int) -> None:
        """Who has wagers stays, and who has thrown the dice until they are settled."""
        super().check_leaving(state, seat)
        shooter.check_leaving(state, seat)

    def leaving(self, state: CrapsFelt, seat: int) -> Step[CrapsFelt]:
        """A shooter who leaves has passed the dice."""
        return shooter.leaving(self.crew, state, seat)

    @implements("623a.10(b)#2", readings=("B-CR-14", "B-CR-28"))
    def _roll_for_come_bets(self, state: CrapsFelt, move: RollForComeBets) -> Step[CrapsFelt]:
        """The same shooter throws on without a line bet, and what rests on a come out roll goes on resting."""
        rolling = shooter.roll_for_come_bets(state, move)
        lying = making.left_off(self._offering, state)
        taken = making.buttons_taken(self._offering, state.buttons, lying, state.bets)
        return Step(msgspec.structs.replace(rolling.state, buttons=lying), (*rolling.events, *taken))

    # Making and removing wagers (623a.4).

    def check_placing(self, state: CrapsFelt, wager: Wager, *, raising: bool) -> None:
        """Each wager in its own time."""
        making.check_window(self._offering, state, wager, raising=raising)

    def check_bet(self, state: CrapsFelt, bet: Bet) -> None:
        """What may be raised and put back, and what odds go behind."""
        making.check_bet(self._offering, state, bet)

    def room(self, state: CrapsFelt, seat: int, wager: Wager, pick: str) -> Range | None:
        """What a player may add to a wager now."""
        return making.room(self._offering, state, seat, wager, pick)

    def fee(self, state: CrapsFelt, bet: Bet, added: Cents) -> Cents:
        """The vigorish on a Buy or Lay Bet, where it is taken when the bet is made."""
        return due_on_placing(
            self._vigorish, bet.wager, bet.amount - added, bet.amount, self.submission.smallest_chip
        )

    @implements("623a.10(b)#4", readings=("B-CR-28",))
    def placed(self, state: CrapsFelt, bet: Bet, added: Cents) -> Step[CrapsFelt]:
        """A line bet ends the throwing for Come Bets only; a Bonus bet goes before the boxperson."""
        if bet.wager in BONUS_WAGERS:
            aside = WagerSetAside(seat=bet.seat, wager=bet.wager, clause=making.BONUS_STAYS.id)
            return Step(state, (aside,))
        if state.come_only and bet.wager in LINE_BETS:
            return _resumed(state)
        return Step(state, self._booked(bet, added))

    @implements("623a.3(a)(20)#3", "623a.3(a)(21)#3", readings=("B-CR-19",))
    def _booked(self, bet: Bet, added: Cents) -> tuple[Event, ...]:
        """What a Horn High or Whirl Bet is broken down into where the layout has no area for it."""
        if bet.wager not in self._offering.in_parts:
            return ()
        return (
            WagerBookedInParts(
                seat=bet.seat,
                wager=bet.wager,
                parts=broken_down(bet.wager, added),
                clause=BROKEN_DOWN_BY[bet.wager].id,
            ),
        )

    def lying(self, bets: Bets) -> Bets:
        """A wager without an area of its own lies on those of its parts."""
        return making.as_booked(self._offering, bets)

    def removal_clause(self, bet: Bet) -> Clause:
        """Taking down and reducing have rules of their own."""
        return making.removal_clause(bet)

    def check_taking_down(self, state: CrapsFelt, bet: Bet) -> None:
        """What is locked stays, and so does a wager that odds rest on."""
        making.check_removable(state, bet, reducing=False)
        making.check_supports_nothing(state, bet)

    def taken_down(self, state: CrapsFelt, bet: Bet) -> Step[CrapsFelt]:
        """Its button goes with a wager, its vigorish comes back, and a don't bet is not put back."""
        state = msgspec.structs.replace(
            state,
            buttons=tuple(key for key in state.buttons if key != key_of(bet)),
            withdrawn=making.withdrawn_with(state, bet, reduced=False),
        )
        return Step(state, self._refunded(bet, 0))

    def _refunded(self, bet: Bet, left: Cents) -> tuple[Event, ...]:
        back = refund_on_reducing(self._vigorish, bet.wager, bet.amount, left, self.submission.smallest_chip)
        if not back:
            return ()
        clause = TAKEN_BY[When.PLACED].id
        return (VigorishRefunded(seat=bet.seat, wager=bet.wager, pick=bet.pick, amount=back, clause=clause),)

    @implements("623a.4(c)", "623a.4(d)#1", readings=("B-CR-12", "B-CR-16"))
    def _reduce(self, state: CrapsFelt, move: ReduceWager) -> Step[CrapsFelt]:
        """Part of a wager comes back, with the part of its vigorish, before the roll that decides it."""
        require_role(move, BETTORS, making.REMOVABLE, "reduce a wager")
        bet = self._standing(state, move)
        making.check_removable(state, bet, reducing=True)
        if not 0 < move.amount < bet.amount:
            raise RuleViolation(
                making.REMOVABLE,
                f"{dollars(move.amount)} of {dollars(bet.amount)} cannot be taken away",
                fix="take the wager down whole instead",
            )
        left = Bet(bet.seat, bet.wager, bet.pick, bet.amount - move.amount)
        making.check_reduced(self._offering, state, left)
        reduced = WagerReduced(
            seat=bet.seat,
            wager=bet.wager,
            pick=bet.pick,
            amount=move.amount,
            left=left.amount,
            clause=self.removal_clause(bet).id,
        )
        state = msgspec.structs.replace(
            state,
            bets=with_bet(state.bets, left),
            withdrawn=making.withdrawn_with(state, bet, reduced=True),
        )
        return Step(state, (reduced, *self._refunded(bet, left.amount)))

    def _standing(self, state: CrapsFelt, move: ReduceWager | CallOn | CallOff) -> Bet:
        wager = self.betting.wager(move.wager, move.pick, standing=True)
        bet = bet_at(state.bets, move.seat, move.wager, move.pick)
        if bet is None:
            raise RuleViolation(wager.clause, f"position {move.seat} has no {wager.title} Wager there")
        return bet

    # On and off (623a.3(a)(5)-(10), (41), (42)).

    def _call_wager(self, state: CrapsFelt, move: CallOn | CallOff, *, on: bool) -> Step[CrapsFelt]:
        """A call for the come out roll, confirmed by a button that is put on the wager or taken from it."""
        bet = self._standing(state, move)
        rule = making.calls_of(self._offering, bet.wager)
        require_role(move, BETTORS, rule.call if rule else making.REMOVABLE, "call a wager on or off")
        clause = making.check_call(self._offering, state, bet, on=on)
        key = key_of(bet)
        bears = key in state.buttons
        word = "" if bears else ("on" if on else "off")
        buttons = tuple(other for other in state.buttons if other != key) if bears else (*state.buttons, key)
        said = ButtonSet(seat=bet.seat, wager=bet.wager, pick=bet.pick, button=word, clause=clause.id)
        return Step(msgspec.structs.replace(state, buttons=buttons), (said,))

    def status_of(self, state: CrapsFelt, bet: Bet) -> str:
        """What the button on a wager says, where one lies on it."""
        if key_of(bet) not in state.buttons:
            return ""
        return "on" if making.is_on(self._offering, state, bet) else "off"

    # Settlement (623a.9(d)-(e)).

    @implements("623a.9(d)#1", "623a.9(d)#2", "623a.9(e)#1", "623a.9(e)#2")
    def _settle(self, state: CrapsFelt, move: SettleBets) -> Step[CrapsFelt]:
        """The dice at the centre, everything that the throw decided is settled."""
        require_role(move, DEALERS, self.crew.settled_first, "settle the wagers")
        if state.phase is not Phase.CALLED or state.faces is None:
            raise RuleViolation(self.crew.settled_first, "no throw has been called that is to be settled")
        die_1, die_2 = state.faces
        roll = Roll(die_1, die_2, state.point, _bits(state.fire), state.bonus)
        settled = settle_roll(self._terms, state.bets, roll, frozenset(state.buttons))
        after = _after(self._offering, state, settled, die_1 + die_2)
        return Step(after.state, (self._collected, *settled.events, *after.events))

    # The Fire Bet (623a.11).

    @implements("623a.11(a)(1)", "623a.11(a)(3)")
    def _bring_in_fire_bets(self, state: CrapsFelt, move: BringInFireBets) -> Step[CrapsFelt]:
        """All Fire Bets placed, they go in the order of their spots before the boxperson, and stay there."""
        require_role(move, DEALERS, making.FIRE_BROUGHT_IN, "bring in the Fire Bets")
        if not _may_bring_in(state):
            raise RuleViolation(
                making.FIRE_BROUGHT_IN, "there are no Fire Bets to bring in before a come out roll"
            )
        moved = tuple(
            WagerMoved(
                seat=bet.seat,
                wager=bet.wager,
                from_pick="",
                to_pick=BOX,
                amount=bet.amount,
                clause=making.FIRE_BROUGHT_IN.id,
            )
            for bet in sorted(state.bets, key=lambda bet: bet.seat)
            if _is_on_its_spot(bet)
        )
        bets = tuple(
            Bet(bet.seat, bet.wager, BOX, bet.amount) if _is_on_its_spot(bet) else bet for bet in state.bets
        )
        return Step(msgspec.structs.replace(state, bets=bets), moved)

    # When nobody will shoot.

    @implements("623a.10(c)", "623a.11(a)(5)", "623a.12(2)", readings=("B-CR-03",))
    def _wind_up(self, state: CrapsFelt, move: WindUpTable) -> Step[CrapsFelt]:
        """Everyone having declined the dice, Fire Bets are paid or returned by the points made, and all else returned."""
        clause = winding_up.winding_up_clause(self.crew, state)
        require_role(move, FLOORPERSONS, clause, "wind up the table")
        winding_up.check_winding_up(self.crew, self.submission.fire_on_closing, state)
        closed = winding_up.closable(self.submission.fire_on_closing, state.bets)
        left = without(state.bets, closed)
        events: list[Event] = [TableWoundUp(by=move.by, clause=clause.id)]
        for bet in closed:
            events.append(winding_up.closed(self._terms, bet, _bits(state.fire)))
            events.extend(self._refunded(bet, 0))
        if state.bonus:
            events.append(BonusButtonsCleared(clause=making.BONUS_STAYS.id))
        if not left:
            events.extend(shooter.abandoned(state.point))
        state = msgspec.structs.replace(
            state,
            bets=left,
            point=state.point if left else 0,
            fire=state.fire if left else (),
            surveillance_told=bool(left) and state.surveillance_told,
            bonus=0,
            bonus_reopened=False,
            buttons=(),
            withdrawn=(),
        )
        return Step(state, tuple(events))

    # What may come next.

    def lawful_acts(self, state: CrapsFelt) -> Iterator[Lawful]:
        """The chapter's own moves."""
        yield from next_moves.with_the_dice(self.crew, state)
        if _may_bring_in(state):
            yield lawful("bring-in-fire-bets", DEALERS, (making.FIRE_BROUGHT_IN,), "Bring in the Fire Bets")
        if is_allowed(winding_up.check_winding_up, self.crew, self.submission.fire_on_closing, state):
            clause = winding_up.winding_up_clause(self.crew, state)
            yield lawful("wind-up-table", FLOORPERSONS, (clause,), "Close the wagers that nobody throws for")
        yield from next_moves.with_wagers(self._offering, state)
        yield from next_moves.irregularities(self._known, state)


class MiniCraps(Craps):
    """The form for seated players, run by the dealer."""

    title = "Mini-Craps"
    irregularities = remedies(crew_of(Form.MINI_CRAPS, stickperson=True))

    inspectors = FLOORPERSONS
    inspection_clause = INSPECTED_BY_FLOORPERSON

    seats_clause = MINI_CRAPS_SEATS
    seated_clause = SEATED_ONLY
    leaving_clause = STAYS_SEATED

    @implements("623a.4(e)#1")
    def _check_seated(self, state: CrapsFelt, seat: int) -> None:
        """Only who is seated may wager."""
        super()._check_seated(state, seat)

    @implements("623a.4(e)#2", readings=("B-CR-34",))
    def check_leaving(self, state: CrapsFelt, seat: int) -> None:
        """Who has wagered stays seated until nothing of it is undecided."""
        super().check_leaving(state, seat)


def _bits(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in numbers) if numbers else 0


def _is_on_its_spot(bet: Bet) -> bool:
    return bet.wager == FIRE_BET and not bet.pick


def _may_bring_in(state: CrapsFelt) -> bool:
    """Whether a shooter is about to come out and Fire Bets lie on the players' spots."""
    return state.phase is Phase.HAND and not state.come_only and any(map(_is_on_its_spot, state.bets))


@implements("623a.10(b)#4", readings=("B-CR-28",))
def _resumed(state: CrapsFelt) -> Step[CrapsFelt]:
    """The next throw is a come out roll again, and needs the shooter's line bet."""
    resumed = RollingResumed(seat=state.shooter, clause=NORMAL_RULES_RESUME.id)
    return Step(msgspec.structs.replace(state, come_only=False), (resumed,))


@implements("623a.10(b)#2", "623a.10(b)#4", readings=("B-CR-14", "B-CR-26", "B-CR-28"))
def _after(offering: making.Offering, state: CrapsFelt, settled: Settlement, total: int) -> Step[CrapsFelt]:
    """Where a valid roll leaves the game: its point, markers and buttons, and who has the dice."""
    before = state.point
    # A throw for Come Bets only sets no point and ends no hand.
    point = 0 if state.come_only else settled.point
    fire = state.fire
    if not settled.fire:
        fire = ()
    elif settled.fire != _bits(fire):
        fire = (*fire, before)
    after = msgspec.structs.replace(
        state,
        phase=Phase.CENTRE,
        bets=settled.bets,
        point=point,
        came_out=state.came_out if before else state.shooter,
        fire=fire,
        surveillance_told=bool(fire) and state.surveillance_told,
        bonus=settled.bonus,
        bonus_reopened=total == SEVEN and any(bet.wager in BONUS_WAGERS for bet in state.bets),
        buttons=_still_lying(state, settled, point) if state.buttons else (),
        withdrawn=_still_withdrawn(state, point) if state.withdrawn else (),
    )
    if is_loser_seven(before, total):
        out = SevenedOut(seat=state.shooter, point=before, clause=LOSER_SEVEN.id)
        return Step(shooter.after_a_loser_seven(after), (out,))
    events: tuple[Event, ...] = ()
    if point and not before:
        lapsed = making.buttons_taken(offering, state.buttons, (), after.bets) if state.buttons else ()
        events = (PointSet(point=point, clause=COME_OUT_POINT.id), *lapsed)
    elif before and not point:
        events = (PointMade(point=before, clause=COME_OUT_ROLL.id),)
    if after.come_only and not shooter.has_come_bets(after):
        after, events = _resumed(after)
    return Step(after, events)


@implements("623a.3(a)(5)#2", readings=("B-CR-14",))
def _still_lying(state: CrapsFelt, settled: Settlement, point: int) -> tuple[BetKey, ...]:
    """Buttons stay through come out rolls, on the wagers that stay, and lapse when a point is set."""
    if point:
        return ()
    standing = {key_of(bet) for bet in settled.bets}
    return tuple(key for key in state.buttons if key in standing)


@implements("623a.4(d)#2", readings=("B-CR-26",))
def _still_withdrawn(state: CrapsFelt, point: int) -> tuple[BetKey, ...]:
    """A Don't Pass Bet may come back once its point is decided; Don't Come Bets have gone to their numbers."""
    return tuple(key for key in state.withdrawn if point and key[1] == "dont-pass")
