"""Three Dice Football (58 Pa. Code 661a; temporary chapter 577): play, settlement and the Quarterback."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from houseway.equipment.dice import FACES, DiceRules, check_faces
from houseway.equipment.life import Life
from houseway.games.three_dice_football.checklist import CHECKLIST
from houseway.games.three_dice_football.field import (
    ENDING_CLAUSES,
    KICK_OFF,
    PLAY_CLAUSES,
    Ending,
    Kind,
    Play,
    Score,
    Throw,
    advance,
    down_name,
    play_of,
)
from houseway.games.three_dice_football.irregularities import (
    DIE_LOST,
    NO_ROLL,
    NO_ROLL_CALLS,
    NOT_A_REASON,
    REMEDIES,
)
from houseway.games.three_dice_football.layout import down_area, felt
from houseway.games.three_dice_football.play import (
    DICE,
    EVENTS,
    MOVES,
    AcceptDice,
    CallNumbers,
    CockedDieRead,
    DecideDispute,
    DeclineDice,
    DiceCollected,
    DiceDeclined,
    DiceOffered,
    DicePassed,
    DiceThrown,
    DownAnnounced,
    Drive,
    ExtraPointDue,
    FieldSet,
    GameEnded,
    MarkersMoved,
    NumbersCalled,
    OfferDice,
    PassDice,
    Phase,
    PlayMade,
    QuarterbackNamed,
    QuarterbackRetained,
    ReadCockedDie,
    SelectDice,
    ThrowDice,
    top_faces,
)
from houseway.games.three_dice_football.quarterback import (
    GREEN_IN_SET,
    RED_IN_SET,
    SELECTIONS,
    SET_OF_DICE,
    check_selection,
    next_offer,
    offer_clause,
)
from houseway.games.three_dice_football.settlement import (
    after_a_down,
    after_a_score,
    after_a_stop,
    after_the_extra_point,
)
from houseway.games.three_dice_football.submission import MAX_PLAYERS, VALUE_CHIPS, FootballSubmission
from houseway.games.three_dice_football.wagers import CATALOGUE, FULL_GAME
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.events import DiceRetired, DiceToReinspect, Event, IrregularityCalled, Settled
from houseway.table.felt import Step
from houseway.table.game import Game
from houseway.table.layout import Display
from houseway.table.moves import Move, Report
from houseway.table.roles import PLAYERS, STICKPERSONS
from houseway.table.rules import Lawful, require_role
from houseway.table.wagers import Bet, Wager, without

PLACED_BEFORE_THE_GAME = pa("661a.3(c)#1")
LOCKED_BY_FIRST_THROW = pa("661a.3(c)#2")
UNTIL_THE_THROW = pa("661a.3(e)#1")
FIRST_QUARTERBACK = pa("661a.4(c)#1")
REST_TO_THE_CUP = pa("661a.4(c)#2")
DAILY_CHANGE = pa("661a.4(d)#1")
NEW_SET_ON_REOPENING = pa("661a.4(d)#2")
THROWN_TOGETHER = pa("661a.5(a)#1")
TO_THE_FAR_END = pa("661a.5(a)#2")
CALLED_AT_ONCE = pa("661a.5(e)#1")
ONE_TOP_FACE = pa("661a.5(e)#2")
COCKED_DIE = pa("661a.5(f)#1")
DISPUTE = pa("661a.5(g)")
COLLECTED = pa("661a.5(h)#1")
PASSED_ONCE_SETTLED = pa("661a.5(h)#3")
WITH_THE_STICK = pa("661a.5(h)#4")
FIRST_DOWN = pa("661a.6(a)#1")
AT_THE_TWENTY = pa("661a.6(a)#2")
PLAY_ONE = pa("661a.6(a)#3")
WAGER_BEFORE_FIRST_THROW = pa("661a.6(b)#1")
LATER_ONLY_SINGLE_PLAY = pa("661a.6(b)#2")
GOAL_DOWNS_USED = pa("661a.6(e)(2)")
MOVED_BY_GAIN = pa("661a.6(c)(1)#2")
MOVED_BY_PENALTY = pa("661a.6(c)(2)#2")
NOT_MOVED = pa("661a.6(c)(3)")
FIRST_AND_GOAL = pa("661a.6(e)#2")
DOWN_CALLED_OUT = pa("661a.6(d)#3")
EXTRA_POINT_ROLL = pa("661a.6(f)(1)#3")
SCORER_RETAINS = pa("661a.7(a)#1")
NEW_QUARTERBACK = pa("661a.7(b)#1")
REST_TO_THE_CUP_AGAIN = pa("661a.7(b)#2")
LAYOUT_APPROVED = pa("661a.2(b)")

TOUCHED_CHIPS = "touched-other-chips"


class ThreeDiceFootball(Game[Drive]):
    """The game, under an operator's submission."""

    name = "three-dice-football"
    title = "Three Dice Football"
    catalogue = CATALOGUE
    irregularities = REMEDIES
    submission_type = FootballSubmission
    move_type = MOVES
    event_type = EVENTS
    throws = (ThrowDice,)
    chance = frozenset({"call-numbers"})
    routine = ("throw-dice", "pass-dice", "select-dice", "accept-dice", "offer-dice")

    seats_clause = MAX_PLAYERS
    leaving_clause = LOCKED_BY_FIRST_THROW
    opening_clause = LAYOUT_APPROVED
    placing_clause = VALUE_CHIPS

    dice = DiceRules(
        colours=("green",) * GREEN_IN_SET + ("red",) * RED_IN_SET,
        composition_clause=SET_OF_DICE,
        life=Life(DAILY_CHANGE, hours=DAILY_CHANGE.integer("max_dice_hours")),
        new_set_on_reopening=NEW_SET_ON_REOPENING,
    )
    checklist = CHECKLIST

    def __init__(self, submission: FootballSubmission | None = None) -> None:
        self.submission = submission or FootballSubmission()
        self.seats = self.submission.seats
        self.layout = felt(self.submission)
        self.betting = self.submission.betting(CATALOGUE)
        self.coupon_wagers = (self.submission.coupon_wager,)
        super().__init__()

    @classmethod
    def under(cls, submission: FootballSubmission) -> "ThreeDiceFootball":
        """The game as played under an operator's submission."""
        return cls(submission)

    def open(self) -> Drive:
        """An empty table, the dice in the cup."""
        return Drive()

    def handlers(self) -> Mapping[type[Move], Callable[[Drive, Any], Step[Drive]]]:
        """The moves of the chapter, in its order."""
        return {
            OfferDice: self._offer,
            AcceptDice: self._accept,
            DeclineDice: self._decline,
            SelectDice: self._select,
            ThrowDice: self._throw,
            ReadCockedDie: self._read_cocked,
            Report: self._report,
            CallNumbers: self._call,
            DecideDispute: self._decide,
            PassDice: self._pass,
        }

    def between_rounds(self, state: Drive) -> bool:
        """Whether no game is under way."""
        return not state.under_way

    def display(self, state: Drive) -> Display:
        """The three markers, the last throw, and the down in words."""
        field, throw = state.field, state.last_throw
        down = "Extra Point" if state.ending else down_name(field)
        return Display(
            words=f"{_WHERE_THE_DICE_ARE[state.phase].format(state)} · {down} · {field.yards} yards to go",
            markers={
                "down-puck": down_area(down),
                "yard-marker": f"yard-{field.yards}" if field.yards else "end-zone",
                "length-puck": f"play-{field.play}",
            },
            dice=(("green", throw.green_1), ("green", throw.green_2), ("red", throw.red)) if throw else (),
        )

    def dice_at_rest(self, state: Drive) -> bool:
        """Whether no throw is under way."""
        return state.phase is not Phase.THROWN

    # Wagers: when they may be made and taken down (661a.3(c), (e), 661a.6(b)).

    @implements(
        "661a.3(c)#1", "661a.3(c)#2", "661a.3(e)#1", "661a.6(b)#2", readings=("661-09", "661-10", "661-06")
    )
    def check_placing(self, state: Drive, wager: Wager, *, raising: bool) -> None:
        """Full game wagers before the first throw only; single play wagers until each throw."""
        if state.ending is not None:
            raise RuleViolation(
                EXTRA_POINT_ROLL, "only the extra point roll is still to come; no wager may be made"
            )
        if wager.group == FULL_GAME and state.under_way:
            if raising:
                raise RuleViolation(
                    LOCKED_BY_FIRST_THROW, f"{wager.title} may not be raised after the first throw"
                )
            if state.phase is Phase.THROWN:
                raise RuleViolation(
                    PLACED_BEFORE_THE_GAME, f"the game has started; {wager.title} had to be down before"
                )
            raise RuleViolation(
                LATER_ONLY_SINGLE_PLAY,
                f"after the first throw {wager.title} may no longer be wagered on",
                fix="make a single play wager, or wait for the next game",
            )
        if state.phase is Phase.THROWN:
            raise RuleViolation(
                UNTIL_THE_THROW, f"the dice are thrown; {wager.title} waits for the next throw"
            )

    @implements("661a.3(c)#2", readings=("661-09", "661-10"))
    def check_taking_down(self, state: Drive, bet: Bet) -> None:
        """Full game wagers stay from the first throw on; single play wagers from each throw to its settlement."""
        wager = self.catalogue[bet.wager]
        if wager.group == FULL_GAME and state.under_way:
            raise RuleViolation(
                LOCKED_BY_FIRST_THROW, f"{wager.title} may not be withdrawn after the first throw"
            )
        if state.phase is Phase.THROWN:
            raise RuleViolation(
                UNTIL_THE_THROW, f"the dice are thrown; {wager.title} stays until it is settled"
            )

    # The Quarterback (661a.4(b)-(c), 661a.7).

    def _offer(self, state: Drive, move: OfferDice) -> Step[Drive]:
        clause = offer_clause(state)
        require_role(move, STICKPERSONS, clause, "offer the dice")
        if state.phase is not Phase.CUP:
            raise RuleViolation(clause, "the dice are not free to be offered")
        turn = next_offer(state)
        if move.seat != turn:
            who = f"position {turn}" if turn else "nobody, the table is empty"
            raise RuleViolation(clause, f"the dice go to {who}, not to position {move.seat}")
        declined = () if turn in state.declined else state.declined
        offered = msgspec.structs.replace(state, phase=Phase.OFFERED, offered=turn, declined=declined)
        return Step(offered, (DiceOffered(seat=turn, clause=clause.id),))

    @implements("661a.4(c)#1", "661a.7(b)#1")
    def _accept(self, state: Drive, move: AcceptDice) -> Step[Drive]:
        """The player who was offered the dice accepts them and picks two green dice and a red one."""
        first = state.last_quarterback == 0
        clause, rest = (
            (FIRST_QUARTERBACK, REST_TO_THE_CUP) if first else (NEW_QUARTERBACK, REST_TO_THE_CUP_AGAIN)
        )
        require_role(move, PLAYERS, clause, "accept the dice")
        if state.phase is not Phase.OFFERED or state.offered != move.seat:
            raise RuleViolation(clause, f"the dice are not offered to position {move.seat}")
        check_selection(move.green, move.red, clause)
        named = QuarterbackNamed(
            seat=move.seat, green=move.green, red=move.red, clause=clause.id, also=(rest.id,)
        )
        state = msgspec.structs.replace(
            state,
            phase=Phase.HAND,
            quarterback=move.seat,
            last_quarterback=move.seat,
            offered=0,
            declined=(),
            selection=(*move.green, move.red),
        )
        set_field = () if state.under_way else (_field_set(),)
        return Step(_at_kick_off(state), (named, *set_field))

    @implements("661a.4(b)#2", "661a.7(a)#3", readings=("661-12",))
    def _decline(self, state: Drive, move: DeclineDice) -> Step[Drive]:
        """A player declines the offer, or the Quarterback gives up the dice between throws."""
        clause = offer_clause(state)
        require_role(move, PLAYERS, clause, "decline the dice")
        asked = state.phase is Phase.OFFERED and state.offered == move.seat
        holding = state.phase in (Phase.HAND, Phase.CENTRE) and state.quarterback == move.seat
        if not asked and not holding:
            raise RuleViolation(clause, f"position {move.seat} neither has the dice nor is offered them")
        event = DiceDeclined(seat=move.seat, clause=clause.id)
        return Step(_without_quarterback(state, declined=(*state.declined, move.seat)), (event,))

    def _select(self, state: Drive, move: SelectDice) -> Step[Drive]:
        require_role(move, PLAYERS, FIRST_QUARTERBACK, "select dice")
        holding = state.phase in (Phase.HAND, Phase.CENTRE) and state.quarterback == move.seat
        if not holding or state.selection is not None:
            raise RuleViolation(FIRST_QUARTERBACK, f"position {move.seat} has no dice to select")
        check_selection(move.green, move.red, FIRST_QUARTERBACK)
        named = QuarterbackNamed(
            seat=move.seat,
            green=move.green,
            red=move.red,
            clause=FIRST_QUARTERBACK.id,
            also=(REST_TO_THE_CUP.id,),
        )
        return Step(msgspec.structs.replace(state, selection=(*move.green, move.red)), (named,))

    def essential(self, state: Drive) -> Drive:
        """The last throw is kept only to be shown."""
        return msgspec.structs.replace(state, last_throw=None)

    def dice_issued(self, state: Drive) -> Drive:
        """From a new set the Quarterback selects again."""
        return msgspec.structs.replace(state, selection=None)

    def leaving(self, state: Drive, seat: int) -> Step[Drive]:
        """A Quarterback, or a player asked to be, who leaves: the dice are offered on, the game stands (661-12)."""
        declined = tuple(other for other in state.declined if other != seat)
        if state.phase is Phase.OFFERED and state.offered == seat:
            state = msgspec.structs.replace(state, phase=Phase.CUP, offered=0)
        if state.quarterback == seat:
            rolling = state.phase is Phase.THROWN
            state = _without_quarterback(state, declined=declined)
            # Dice in the air are called first, and offered on then.
            state = msgspec.structs.replace(state, phase=Phase.THROWN) if rolling else state
        return Step(_unless_abandoned(msgspec.structs.replace(state, declined=declined)), ())

    def closing(self, state: Drive) -> Drive:
        """A reopened table begins anew: the first offer goes to the stickperson's left (661a.4(b)#1)."""
        return self.open()

    # The throw (661a.5).

    @implements("661a.6(b)#1", readings=("661-11",))
    def _throw(self, state: Drive, move: ThrowDice) -> Step[Drive]:
        """The Quarterback throws; the first throw of a game locks the full game wagers."""
        require_role(move, PLAYERS, THROWN_TOGETHER, "throw the dice")
        if state.phase is not Phase.HAND or state.quarterback != move.seat:
            clause = PASSED_ONCE_SETTLED if state.phase is Phase.CENTRE else THROWN_TOGETHER
            raise RuleViolation(clause, f"position {move.seat} does not hold the dice")
        if state.selection is None:
            raise RuleViolation(FIRST_QUARTERBACK, "the Quarterback has not selected dice from the new set")
        if not state.under_way and not any(bet.seat == move.seat for bet in state.bets):
            raise RuleViolation(
                WAGER_BEFORE_FIRST_THROW,
                "the Quarterback has no wager on the layout",
                fix="make a wager before the first throw",
            )
        thrown = DiceThrown(
            seat=move.seat,
            play=state.field.play,
            extra_point=state.ending is not None,
            clause=THROWN_TOGETHER.id,
            also=(TO_THE_FAR_END.id,),
        )
        return Step(
            msgspec.structs.replace(state, phase=Phase.THROWN, under_way=True, cocked=(), last_throw=None),
            (thrown,),
        )

    @implements("661a.5(f)#1")
    def _read_cocked(self, state: Drive, move: ReadCockedDie) -> Step[Drive]:
        """A leaning die shows the face opposite the one it rests on; opposite faces add up to seven."""
        require_role(move, STICKPERSONS, COCKED_DIE, "read a cocked die")
        if state.phase is not Phase.THROWN:
            raise RuleViolation(COCKED_DIE, "no dice lie on the table to be read")
        if move.die not in DICE:
            raise RuleViolation(COCKED_DIE, f"there is no die {move.die!r}", fix=f"choose: {', '.join(DICE)}")
        check_faces((move.resting,), COCKED_DIE)
        top = 7 - move.resting
        read = CockedDieRead(die=move.die, resting=move.resting, top=top, clause=COCKED_DIE.id)
        others = tuple((die, face) for die, face in state.cocked if die != move.die)
        return Step(msgspec.structs.replace(state, cocked=(*others, (move.die, top))), (read,))

    @implements("661a.5(b)#1", "661a.5(b)#2", "661a.5(d)", "661a.5(f)#2", readings=("661-15", "661-16"))
    def _report(self, state: Drive, move: Report) -> Step[Drive]:
        """A throw is void, before its numbers are called, or the dice are found unfit."""
        if move.irregularity == TOUCHED_CHIPS:
            raise RuleViolation(
                NOT_A_REASON, "touching chips other than the bank's is no reason for a no roll"
            )
        remedy = REMEDIES.get(move.irregularity)
        if remedy is None:
            raise RuleViolation(
                NO_ROLL_CALLS,
                f"there is no irregularity {move.irregularity!r}",
                fix=f"choose: {', '.join(REMEDIES)}",
            )
        require_role(move, remedy.by, remedy.clause, f"call: {remedy.title}")
        if state.phase not in remedy.phases:
            raise RuleViolation(
                remedy.clause, "that can be called only from the throw until its numbers are called"
            )
        called = IrregularityCalled(
            irregularity=remedy.irregularity,
            by=move.by,
            remedy=remedy.orders,
            clause=remedy.clause.id,
            also=(NO_ROLL_CALLS.id,) if remedy.orders == NO_ROLL else (),
        )
        if remedy.irregularity == "dice-unfit":
            retired = DiceRetired(reason=remedy.title, clause=remedy.clause.id)
            return Step(msgspec.structs.replace(state, selection=None), (called, retired))
        events: list[Event] = [called]
        state = _at_the_centre(msgspec.structs.replace(state, cocked=()))
        if remedy.irregularity == "die-lost":
            events.append(DiceRetired(reason=remedy.title, clause=DIE_LOST.id))
            state = msgspec.structs.replace(state, selection=None)
        elif remedy.irregularity == "die-off-table":
            events.append(DiceToReinspect(reason=remedy.title, clause=remedy.clause.id))
        return Step(_unless_abandoned(state), tuple(events))

    @implements("661a.5(f)#1")
    def _call(self, state: Drive, move: CallNumbers) -> Step[Drive]:
        """The stickperson calls the numbers; dice collected, the wagers they decide are settled."""
        throw = _throw_called(state, move, CALLED_AT_ONCE)
        for die, top in state.cocked:
            if top_faces(throw)[die] != top:
                raise RuleViolation(
                    COCKED_DIE,
                    f"the cocked {die} die shows {top}",
                    fix="read the cocked die again, or decide the dispute",
                )
        return self._resolve(state, throw, ())

    def _decide(self, state: Drive, move: DecideDispute) -> Step[Drive]:
        """In a dispute the stickperson's word stands, whatever was read before (661a.5(g))."""
        return self._resolve(state, _throw_called(state, move, DISPUTE), (DISPUTE.id,))

    @implements("661a.5(h)#1", "661a.5(h)#2")
    def _resolve(self, state: Drive, throw: Throw, also: tuple[str, ...]) -> Step[Drive]:
        """Called, the dice are collected, and only then are the wagers they decide settled."""
        called = NumbersCalled(throw=throw, clause=CALLED_AT_ONCE.id, also=also)
        collected = DiceCollected(clause=COLLECTED.id)
        state = _at_the_centre(msgspec.structs.replace(state, cocked=(), last_throw=throw))
        if state.ending is not None:
            after = self._last(state, msgspec.structs.replace(state.ending, extra_point=throw))
            events: tuple[Event, ...] = (called, collected, *after.events)
        else:
            after = self._down(state, play_of(throw), called, collected)
            events = after.events
        return Step(_unless_abandoned(after.state), events)

    @implements("661a.5(h)#3")
    def _pass(self, state: Drive, move: PassDice) -> Step[Drive]:
        """Wagers settled, the dice go back to the Quarterback."""
        require_role(move, STICKPERSONS, PASSED_ONCE_SETTLED, "pass the dice")
        if state.phase is not Phase.CENTRE:
            raise RuleViolation(PASSED_ONCE_SETTLED, "the dice are not at the centre of the table")
        passed = DicePassed(seat=state.quarterback, clause=PASSED_ONCE_SETTLED.id, also=(WITH_THE_STICK.id,))
        set_field = () if state.under_way else (_field_set(),)
        state = msgspec.structs.replace(state, phase=Phase.HAND)
        return Step(_at_kick_off(state), (passed, *set_field))

    # The down and its settlement (661a.6).

    def _down(self, state: Drive, play: Play, called: Event, collected: Event) -> Step[Drive]:
        before = state.field
        field, how = advance(before, play)
        made = PlayMade(kind=play.kind, yards=play.yards, clause=PLAY_CLAUSES[play.kind].id)
        moved = MarkersMoved(
            field=field,
            clause=_moved_by(play).id,
            also=(FIRST_AND_GOAL.id,) if field.goal and not before.goal else (),
        )
        state = msgspec.structs.replace(state, field=field)
        events: tuple[Event, ...] = (called, made, moved, collected)
        if how is not None:
            after = self._end(state, Ending(how, before.play), play)
            return Step(after.state, (*events, *after.events))
        settled = after_a_down(self.betting, state.bets, play)
        announced = DownAnnounced(
            plays=before.play, down=down_name(field), yards=field.yards, clause=DOWN_CALLED_OUT.id
        )
        return Step(_cleared(state, settled), (*events, *settled, announced))

    @implements("661a.6(f)(1)#3", readings=("661-06",))
    def _end(self, state: Drive, ending: Ending, play: Play) -> Step[Drive]:
        """The game is over: settled in the order for a score or for a stop, and the extra point roll if it is due."""
        clause = ENDING_CLAUSES[ending.how]
        if ending.how is Score.OUT_OF_DOWNS and state.field.goal:
            clause = GOAL_DOWNS_USED
        ended = GameEnded(how=ending.how, plays=ending.plays, clause=clause.id)
        if not ending.scored:
            settled = after_a_stop(self.betting, state.bets, ending, play)
            return Step(_over(_cleared(state, settled), scored=False), (ended, *settled))
        settled = after_a_score(self.betting, state.bets, ending, play)
        state = _cleared(state, settled)
        extra_points = sum(bet.wager == "extra-point" for bet in state.bets)
        if extra_points:
            due = ExtraPointDue(wagers=extra_points, clause=EXTRA_POINT_ROLL.id)
            return Step(msgspec.structs.replace(state, ending=ending), (ended, *settled, due))
        after = self._last(state, ending)
        return Step(after.state, (ended, *settled, *after.events))

    @implements("661a.7(a)#1")
    def _last(self, state: Drive, ending: Ending) -> Step[Drive]:
        """The end of a game with a score: the last wagers are settled and the Quarterback keeps the dice."""
        settled = after_the_extra_point(self.betting, state.bets, ending)
        retained = (
            (QuarterbackRetained(seat=state.quarterback, clause=SCORER_RETAINS.id),)
            if state.quarterback
            else ()
        )
        return Step(_over(_cleared(state, settled), scored=True), (*settled, *retained))

    # What may come next.

    def lawful_acts(self, state: Drive) -> Iterator[Lawful]:
        """The chapter's own moves."""
        match state.phase:
            case Phase.CUP:
                if state.seats:
                    turn = next_offer(state)
                    yield Lawful(
                        move="offer-dice",
                        by=STICKPERSONS,
                        clause=offer_clause(state).id,
                        label=f"Offer the dice to position {turn}",
                        fields={"seat": (turn,)},
                    )
            case Phase.OFFERED:
                yield from self._lawful_answers(state)
            case Phase.CENTRE:
                yield _lawful(
                    "pass-dice", STICKPERSONS, PASSED_ONCE_SETTLED, "Pass the dice to the Quarterback"
                )
            case Phase.HAND:
                wagered = state.under_way or any(bet.seat == state.quarterback for bet in state.bets)
                if wagered and state.selection is not None:
                    what = "the extra point roll" if state.ending else f"play {state.field.play}"
                    yield Lawful(
                        move="throw-dice",
                        by=PLAYERS,
                        clause=THROWN_TOGETHER.id,
                        label=f"Throw the dice: {what}",
                        fields={"seat": (state.quarterback,)},
                    )
            case Phase.THROWN:
                yield from self._lawful_calls(state)
        if state.phase in (Phase.HAND, Phase.CENTRE):
            yield from self._lawful_for_quarterback(state)
        for remedy in REMEDIES.values():
            if state.phase in remedy.phases:
                yield Lawful(
                    move="report",
                    by=remedy.by,
                    clause=remedy.clause.id,
                    label=remedy.title,
                    fields={"irregularity": (remedy.irregularity,)},
                )

    def _lawful_answers(self, state: Drive) -> Iterator[Lawful]:
        clause = FIRST_QUARTERBACK if state.last_quarterback == 0 else NEW_QUARTERBACK
        yield Lawful(
            move="accept-dice",
            by=PLAYERS,
            clause=clause.id,
            label=f"Position {state.offered} accepts the dice",
            fields={"seat": (state.offered,), **SELECTIONS},
        )
        yield Lawful(
            move="decline-dice",
            by=PLAYERS,
            clause=offer_clause(state).id,
            label=f"Position {state.offered} declines the dice",
            fields={"seat": (state.offered,)},
        )

    def _lawful_for_quarterback(self, state: Drive) -> Iterator[Lawful]:
        if state.selection is None:
            yield Lawful(
                move="select-dice",
                by=PLAYERS,
                clause=FIRST_QUARTERBACK.id,
                label="Select dice from the new set",
                fields={"seat": (state.quarterback,), **SELECTIONS},
            )
        yield Lawful(
            move="decline-dice",
            by=PLAYERS,
            clause=offer_clause(state).id,
            label="The Quarterback gives up the dice",
            fields={"seat": (state.quarterback,)},
        )

    def _lawful_calls(self, state: Drive) -> Iterator[Lawful]:
        read = dict(state.cocked)
        faces = {die.replace("-", "_"): (read[die],) if die in read else tuple(FACES) for die in DICE}
        yield Lawful(
            move="call-numbers",
            by=STICKPERSONS,
            clause=CALLED_AT_ONCE.id,
            label="Call the numbers",
            fields=faces,
        )
        yield Lawful(
            move="read-cocked-die",
            by=STICKPERSONS,
            clause=COCKED_DIE.id,
            label="Read a cocked die",
            fields={"die": DICE, "resting": tuple(FACES)},
        )
        yield Lawful(
            move="decide-dispute",
            by=STICKPERSONS,
            clause=DISPUTE.id,
            label="Decide a dispute over the faces",
            fields=dict.fromkeys(faces, tuple(FACES)),
        )


_WHERE_THE_DICE_ARE = {
    Phase.CUP: "Dice in the cup",
    Phase.OFFERED: "Dice offered to position {0.offered}",
    Phase.CENTRE: "Dice at the centre",
    Phase.HAND: "Dice with the Quarterback at position {0.quarterback}",
    Phase.THROWN: "Dice thrown by position {0.quarterback}",
}


def _lawful(move: str, by: Any, clause: Clause, label: str) -> Lawful:
    return Lawful(move=move, by=by, clause=clause.id, label=label)


def _moved_by(play: Play) -> Clause:
    match play.kind:
        case Kind.GAIN:
            return MOVED_BY_GAIN
        case Kind.PENALTY:
            return MOVED_BY_PENALTY
        case Kind.NO_GAIN:
            return NOT_MOVED
        case _:
            return PLAY_CLAUSES[play.kind]


@implements("661a.6(a)#1", "661a.6(a)#2", "661a.6(a)#3")
def _field_set() -> FieldSet:
    """The dealer sets the markers for a new game."""
    return FieldSet(field=KICK_OFF, clause=FIRST_DOWN.id, also=(AT_THE_TWENTY.id, PLAY_ONE.id))


def _at_kick_off(state: Drive) -> Drive:
    return state if state.under_way else msgspec.structs.replace(state, field=KICK_OFF, last_throw=None)


def _cleared(state: Drive, settled: Iterable[Settled]) -> Drive:
    gone = (Bet(line.seat, line.wager, line.pick, line.stake) for line in settled)
    return msgspec.structs.replace(state, bets=without(state.bets, gone))


@implements("661a.5(e)#1", "661a.5(e)#2")
def _throw_called(state: Drive, move: CallNumbers | DecideDispute, clause: Clause) -> Throw:
    """The faces the stickperson names for dice that were thrown; each die has one."""
    require_role(move, STICKPERSONS, clause, "call the numbers")
    if state.phase is not Phase.THROWN:
        raise RuleViolation(clause, "no dice have been thrown")
    check_faces((move.green_1, move.green_2, move.red), ONE_TOP_FACE)
    return Throw(move.green_1, move.green_2, move.red)


def _at_the_centre(state: Drive) -> Drive:
    """The dice lie before the stickperson, to be passed; without a Quarterback they are to be offered."""
    if state.quarterback:
        return msgspec.structs.replace(state, phase=Phase.CENTRE)
    return msgspec.structs.replace(state, phase=Phase.CUP)


def _unless_abandoned(state: Drive) -> Drive:
    """A game that everybody left is over; nobody has a wager on it."""
    if state.seats or state.phase is Phase.THROWN:
        return state
    return Drive(last_quarterback=state.last_quarterback)


def _without_quarterback(state: Drive, declined: tuple[int, ...]) -> Drive:
    return msgspec.structs.replace(
        state, phase=Phase.CUP, quarterback=0, offered=0, selection=None, declined=declined
    )


def _over(state: Drive, *, scored: bool) -> Drive:
    """The state between games: a scorer keeps the dice, otherwise they are offered on."""
    state = msgspec.structs.replace(state, under_way=False, ending=None)
    return state if scored else _without_quarterback(state, declined=())
