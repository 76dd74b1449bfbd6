"""The shooter: who is offered the dice, who handles them, the throw and its call (623a.7 to 623a.10)."""

from dataclasses import dataclass, replace
from itertools import combinations

import msgspec

from houseway.equipment.dice import FACES, DiceRules, check_faces
from houseway.equipment.life import Life
from houseway.games.craps.fire import POINTS_TOLD_OF, TOLD_TO_SURVEILLANCE
from houseway.games.craps.play import (
    IN_THE_AIR,
    AcceptDice,
    CallThrow,
    CockedDieRead,
    CrapsFelt,
    DecideDispute,
    DeclineDice,
    DiceDeclined,
    DiceOffered,
    DicePassed,
    DicePassedOn,
    DiceSelected,
    DiceTaken,
    DiceThrown,
    NotifySurveillance,
    OfferDice,
    PassDice,
    Phase,
    PointAbandoned,
    ReadCockedDie,
    RollForComeBets,
    RollingForComeBets,
    SelectDice,
    Selection,
    ShooterNamed,
    SurveillanceNotified,
    TakeDice,
    TakenFor,
    ThrowCalled,
    ThrowDice,
)
from houseway.games.craps.submission import Form
from houseway.games.craps.wagers import FIRE_BET
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.roles import BOXPERSONS, DEALERS, FLOORPERSONS, PLAYERS, STICKPERSONS, Role
from houseway.table.rules import require_role
from houseway.table.seats import clockwise

COME_OUT_POINT = pa("623a.1[come_out_point]")
SET_OF_FIVE = pa("623a.7(a)#1")
FIRST_SHOOTER = pa("623a.7(c)#1")
REST_TO_THE_CUP = pa("623a.7(c)#2")
DAILY_CHANGE = pa("623a.7(d)#1")
NEW_SET_ON_REOPENING = pa("623a.7(d)#2")
LINE_BET_FIRST = pa("623a.8(a)#1")
THROWN_TOGETHER = pa("623a.8(a)#2")
CALLED_AT_ONCE = pa("623a.9(a)#1")
ONE_UPPER_FACE = pa("623a.9(a)#2")
COCKED_DIE = pa("623a.9(b)#1")
KEEPS_OR_PASSES = pa("623a.10(a)")
ORDERED_TO_PASS = pa("623a.10(a)(2)")
OFFERED_FOR_COME_BETS = pa("623a.10(b)#1")
ROLLS_FOR_COME_BETS = pa("623a.10(b)#2")
MARKER_OFF = pa("623a.10(b)#3")
LEFT_OF_SHOOTER = pa("623a.10(c)")
NEW_SHOOTER = pa("623a.10(d)#1")
REST_TO_THE_CUP_AGAIN = pa("623a.10(d)#2")
BROUGHT_IN = pa("623a.11(a)(3)")

# The chapter names no colour; red is what a set is shown as.
COLOUR = "red"
DICE_IN_SET = SET_OF_FIVE.integer("dice")
DICE = DiceRules(
    colours=(COLOUR,) * DICE_IN_SET,
    composition_clause=SET_OF_FIVE,
    life=Life(DAILY_CHANGE, hours=DAILY_CHANGE.integer("max_hours")),
    new_set_on_reopening=NEW_SET_ON_REOPENING,
    any_colour=True,
)
DICE_THROWN = FIRST_SHOOTER.integer("shooter_dice")
# Every lawful pick, by the places of the dice in the set.
SELECTIONS: tuple[Selection, ...] = tuple(combinations(range(1, DICE_IN_SET + 1), 2))

LINE_BETS = frozenset({"pass", "dont-pass"})
COME_BETS = frozenset({"come", "dont-come"})
# One invalid roll can happen to anybody; more of them the shooter makes repeatedly.
REPEATEDLY = 2


@dataclass(frozen=True, slots=True)
class Crew:
    """Who handles, calls and judges the dice at a form of the game, and the clauses that say so."""

    controls: tuple[Role, ...]
    calls_no_roll: tuple[Role, ...]
    finds_improper: tuple[Role, ...]
    decides_dispute: tuple[Role, ...]
    takes_dice: tuple[Role, ...]
    notifies: tuple[Role, ...]
    first_offer: Clause
    cup: Clause
    no_roll: Clause
    dispute: Clause
    collected: Clause
    settled_first: Clause
    with_a_stick: Clause

    @property
    def everyone(self) -> tuple[Role, ...]:
        """The whole crew at the table, for what is so by itself whoever says it."""
        return tuple(dict.fromkeys((*self.controls, *self.calls_no_roll, *DEALERS)))


CRAPS_CREW = Crew(
    controls=STICKPERSONS,
    calls_no_roll=(*BOXPERSONS, *STICKPERSONS),
    finds_improper=(*BOXPERSONS, *STICKPERSONS),
    decides_dispute=BOXPERSONS,
    takes_dice=BOXPERSONS,
    notifies=(*BOXPERSONS, *DEALERS, *FLOORPERSONS),
    first_offer=pa("623a.7(b)(1)"),
    cup=pa("623a.7(c)(1)"),
    no_roll=pa("623a.8(e)(1)"),
    dispute=pa("623a.9(c)(1)"),
    collected=pa("623a.9(d)#1"),
    settled_first=pa("623a.9(d)#2"),
    with_a_stick=pa("623a.9(d)#3"),
)
MINI_CRAPS_CREW = Crew(
    controls=DEALERS,
    # A floorperson may call no roll on the grounds that the chapter lists, but not for an improper throw.
    calls_no_roll=(*DEALERS, Role.FLOORPERSON),
    finds_improper=DEALERS,
    decides_dispute=(Role.FLOORPERSON,),
    takes_dice=DEALERS,
    notifies=(*DEALERS, *FLOORPERSONS),
    first_offer=pa("623a.7(b)(2)"),
    cup=pa("623a.7(c)(2)"),
    no_roll=pa("623a.8(e)(2)"),
    dispute=pa("623a.9(c)(2)"),
    collected=pa("623a.9(e)#1"),
    settled_first=pa("623a.9(e)#2"),
    with_a_stick=pa("623a.9(e)#3"),
)
_WITH_A_STICKPERSON = replace(
    MINI_CRAPS_CREW,
    controls=(*STICKPERSONS, *DEALERS),
    calls_no_roll=(*STICKPERSONS, *MINI_CRAPS_CREW.calls_no_roll),
    finds_improper=(*STICKPERSONS, *DEALERS),
)


@implements(
    "623a.7(b)",
    "623a.7(b)(1)",
    "623a.7(b)(2)",
    "623a.8(e)",
    "623a.8(e)(1)",
    "623a.8(e)(2)",
    "623a.9(c)",
    "623a.10(a)(2)",
    readings=("B-CR-29", "B-CR-30"),
)
def crew_of(form: Form, *, stickperson: bool) -> Crew:
    """The crew: at Craps a stickperson and a boxperson, at Mini-Craps the dealer, with or without a stickperson."""
    if form is Form.CRAPS:
        return CRAPS_CREW
    return _WITH_A_STICKPERSON if stickperson else MINI_CRAPS_CREW


# Who is offered the dice, and who takes them (623a.7(b)-(c), 623a.10).


@implements("623a.7(b)", "623a.7(b)(1)", "623a.7(b)(2)", "623a.10(b)#1", "623a.10(c)")
def next_offer(state: CrapsFelt) -> int:
    """Whose turn it is to be offered the dice: clockwise from the last one asked; 0 at an empty table."""
    around = list(clockwise(state.seats, after=state.asked))
    # Once everyone has declined they are all asked again.
    return next((seat for seat in around if seat not in state.declined), around[0] if around else 0)


def offer_clause(crew: Crew, state: CrapsFelt) -> Clause:
    """The clause of the next offer: at the commencement of play, or after a shooter."""
    if not state.commenced:
        return crew.first_offer
    return OFFERED_FOR_COME_BETS if _only_come_bets_left(state) else LEFT_OF_SHOOTER


def _only_come_bets_left(state: CrapsFelt) -> bool:
    return not state.point and has_come_bets(state) and not any(bet.wager in LINE_BETS for bet in state.bets)


def has_come_bets(state: CrapsFelt) -> bool:
    """Whether Come or Don't Come Bets stand on their numbers."""
    return any(bet.wager in COME_BETS and bet.pick for bet in state.bets)


def offer(crew: Crew, state: CrapsFelt, move: OfferDice) -> Step[CrapsFelt]:
    """The dice are offered to the player whose turn it is."""
    clause = offer_clause(crew, state)
    require_role(move, crew.controls, clause, "offer the dice")
    if state.phase is not Phase.CUP:
        raise RuleViolation(clause, "the dice are not free to be offered")
    turn = next_offer(state)
    if move.seat != turn:
        who = f"position {turn}" if turn else "nobody, the table is empty"
        raise RuleViolation(clause, f"the dice go to {who}, not to position {move.seat}")
    declined = () if turn in state.declined else state.declined
    asked = msgspec.structs.replace(state, phase=Phase.OFFERED, offered=turn, asked=turn, declined=declined)
    return Step(asked, (DiceOffered(seat=turn, clause=clause.id),))


@implements("623a.7(c)#1", "623a.10(d)#1", readings=("B-CR-31",))
def accept(crew: Crew, state: CrapsFelt, move: AcceptDice) -> Step[CrapsFelt]:
    """The first to accept is the shooter and keeps two dice of the set."""
    clauses = shooter_clauses(crew, state)
    require_role(move, PLAYERS, clauses[0], "accept the dice")
    if state.phase is not Phase.OFFERED or state.offered != move.seat:
        raise RuleViolation(clauses[0], f"the dice are not offered to position {move.seat}")
    _check_selection(move.dice, clauses[0])
    named = ShooterNamed(seat=move.seat, dice=move.dice, **cited(clauses))
    return Step(_shooting(state, move.seat, move.dice), (named,))


def shooter_clauses(crew: Crew, state: CrapsFelt) -> tuple[Clause, ...]:
    """That the first to accept shoots, and where the other dice go."""
    if not state.commenced:
        return FIRST_SHOOTER, REST_TO_THE_CUP, crew.cup
    return NEW_SHOOTER, REST_TO_THE_CUP_AGAIN


def _check_selection(dice: Selection, clause: Clause) -> None:
    if dice not in SELECTIONS:
        raise RuleViolation(
            clause,
            f"dice {dice[0]} and {dice[1]} are not two of the set",
            fix=f"pick {DICE_THROWN} of the dice 1 to {DICE_IN_SET}",
        )


def _shooting(state: CrapsFelt, seat: int, dice: Selection) -> CrapsFelt:
    return msgspec.structs.replace(
        state,
        phase=Phase.HAND,
        shooter=seat,
        commenced=True,
        asked=seat,
        offered=0,
        declined=(),
        selection=dice,
        invalid_rolls=0,
    )


@implements("623a.7(b)", "623a.10(a)", "623a.10(b)#1", "623a.10(b)#2", "623a.10(c)")
def decline(crew: Crew, state: CrapsFelt, move: DeclineDice) -> Step[CrapsFelt]:
    """The player asked declines or does not answer, or the shooter passes the dice after a roll, as he may after any."""
    if state.phase is Phase.OFFERED and state.offered == move.seat:
        clause = offer_clause(crew, state)
        require_role(move, who_may_decline(crew), clause, "decline the dice")
        declined = DiceDeclined(seat=move.seat, clause=clause.id)
        return Step(_given_up(state, (*state.declined, move.seat)), (declined,))
    require_role(move, PLAYERS, KEEPS_OR_PASSES, "pass the dice")
    if not holds_dice(state) or state.shooter != move.seat:
        raise RuleViolation(KEEPS_OR_PASSES, f"position {move.seat} neither has the dice nor is offered them")
    only_come_bets = _only_come_bets_left(state)
    clause = OFFERED_FOR_COME_BETS if only_come_bets else KEEPS_OR_PASSES
    passed = DicePassedOn(seat=move.seat, clause=clause.id)
    # Who will not bet the line may still throw for the Come Bets, and so is asked again after the others.
    may_come_back = only_come_bets and state.last_shooter == move.seat
    return Step(_given_up(state, () if may_come_back else (move.seat,)), (passed,))


def who_may_decline(crew: Crew) -> tuple[Role, ...]:
    """The player who was asked, and for one who does not answer whoever offered the dice."""
    return (*PLAYERS, *crew.controls)


def holds_dice(state: CrapsFelt) -> bool:
    """Whether a shooter has the dice, or will be passed them, and none are in the air."""
    return state.shooter != 0 and state.phase in (Phase.HAND, Phase.CENTRE)


def _given_up(state: CrapsFelt, declined: tuple[int, ...]) -> CrapsFelt:
    """Nobody shoots: the set is in the cup, to be offered on."""
    return msgspec.structs.replace(
        state,
        phase=Phase.CUP,
        shooter=0,
        offered=0,
        selection=None,
        declined=declined,
        come_only=False,
        invalid_rolls=0,
    )


@implements("623a.10(a)(1)", readings=("B-CR-01",))
def after_a_loser_seven(state: CrapsFelt) -> CrapsFelt:
    """The shooter's hand is over and the dice are passed; the offer starts at his left."""
    return msgspec.structs.replace(_given_up(state, ()), came_out=0)


@implements("623a.10(a)(2)")
def take(crew: Crew, state: CrapsFelt, move: TakeDice) -> Step[CrapsFelt]:
    """A shooter who delays, keeps making invalid rolls or breaks the rules is ordered to pass the dice."""
    require_role(move, crew.takes_dice, ORDERED_TO_PASS, "order the shooter to pass the dice")
    if not holds_dice(state):
        raise RuleViolation(ORDERED_TO_PASS, "no shooter has the dice between two throws")
    if move.reason is TakenFor.INVALID_ROLLS and state.invalid_rolls < REPEATEDLY:
        raise RuleViolation(
            ORDERED_TO_PASS, f"the shooter made {state.invalid_rolls} invalid rolls, which is not repeatedly"
        )
    taken = DiceTaken(seat=state.shooter, reason=move.reason, by=move.by, clause=ORDERED_TO_PASS.id)
    without = _without_right(state, state.shooter)
    return Step(_given_up(without, (state.shooter,)), (taken,))


def reasons_to_take(state: CrapsFelt) -> tuple[TakenFor, ...]:
    """Why the dice may be taken from this shooter."""
    repeated = state.invalid_rolls >= REPEATEDLY
    return tuple(reason for reason in TakenFor if repeated or reason is not TakenFor.INVALID_ROLLS)


def select(state: CrapsFelt, move: SelectDice) -> Step[CrapsFelt]:
    """The shooter picks two dice of a new set."""
    require_role(move, PLAYERS, FIRST_SHOOTER, "select dice")
    if not holds_dice(state) or state.shooter != move.seat or state.selection is not None:
        raise RuleViolation(FIRST_SHOOTER, f"position {move.seat} has no dice to select")
    _check_selection(move.dice, FIRST_SHOOTER)
    selected = DiceSelected(seat=move.seat, dice=move.dice, **cited((FIRST_SHOOTER, REST_TO_THE_CUP)))
    return Step(msgspec.structs.replace(state, selection=move.dice), (selected,))


# Only for the Come and Don't Come Bets left (623a.10(b)).


@implements("623a.10(b)#1", "623a.10(b)#2", readings=("B-CR-28",))
def may_roll_for_come_bets(state: CrapsFelt) -> bool:
    """Whether the last shooter may throw without a line bet: nobody bets the line, and all others declined the dice."""
    others = set(state.seats) - {state.last_shooter}
    return (
        state.phase is Phase.CUP
        and state.last_shooter in state.seats
        and others <= set(state.declined)
        and _only_come_bets_left(state)
    )


@implements("623a.10(b)#2", "623a.10(b)#3", readings=("B-CR-14", "B-CR-28"))
def roll_for_come_bets(state: CrapsFelt, move: RollForComeBets) -> Step[CrapsFelt]:
    """The same shooter throws on without a line bet."""
    require_role(move, PLAYERS, ROLLS_FOR_COME_BETS, "roll for the Come Bets")
    if not may_roll_for_come_bets(state) or move.seat != state.last_shooter:
        raise RuleViolation(
            ROLLS_FOR_COME_BETS,
            "only the last shooter may throw without a line bet, once nobody else will bet the line and shoot, "
            "and only for Come and Don't Come Bets on their numbers",
        )
    _check_selection(move.dice, ROLLS_FOR_COME_BETS)
    rolling = RollingForComeBets(
        seat=move.seat, dice=move.dice, **cited((ROLLS_FOR_COME_BETS, MARKER_OFF, REST_TO_THE_CUP_AGAIN))
    )
    shooting = _shooting(state, move.seat, move.dice)
    # Nobody new shoots: the hand that goes on takes no Fire or Bonus bets.
    return Step(msgspec.structs.replace(shooting, come_only=True, came_out=move.seat), (rolling,))


@implements("623a.10(a)(2)", "623a.10(b)#2", readings=("B-CR-28",))
def _without_right(state: CrapsFelt, seat: int) -> CrapsFelt:
    """The state when a player cannot, or may not, throw for the Come Bets: the right goes on to one who has such bets.

    The text knows only the previous shooter; where there is none, the bets would wait for ever for their decision. It
    goes clockwise, as the dice do, and only to those whose bets are waiting.
    """
    if state.last_shooter != seat:
        return state
    waiting = {bet.seat for bet in state.bets if bet.wager in COME_BETS} - {seat}
    heir = next((other for other in clockwise(state.seats, after=seat) if other in waiting), 0)
    return msgspec.structs.replace(state, last_shooter=heir)


# When nobody wants the dice.


@implements("623a.10(c)", readings=("B-CR-03",))
def nobody_shoots(state: CrapsFelt) -> bool:
    """Whether the dice are in the cup and everyone at the table was asked and declined."""
    return state.phase is Phase.CUP and set(state.seats) <= set(state.declined)


# The throw and its call (623a.8(a), 623a.9(a)-(c)).


def throw(crew: Crew, state: CrapsFelt, move: ThrowDice) -> Step[CrapsFelt]:
    """The shooter throws the two dice."""
    require_role(move, PLAYERS, THROWN_TOGETHER, "throw the dice")
    if state.phase is not Phase.HAND or state.shooter != move.seat:
        waits = state.phase in (Phase.CALLED, Phase.CENTRE)
        raise RuleViolation(
            crew.settled_first if waits else THROWN_TOGETHER,
            f"position {move.seat} does not hold the dice",
            fix="settle the wagers and pass the dice" if waits else "",
        )
    if state.selection is None:
        raise RuleViolation(FIRST_SHOOTER, "the shooter has not picked dice from the new set")
    check_surveillance_told(state)
    if not state.point and not state.come_only:
        check_come_out(state)
    thrown = DiceThrown(
        seat=move.seat, point=state.point, for_come_bets=state.come_only, clause=THROWN_TOGETHER.id
    )
    return Step(
        msgspec.structs.replace(state, phase=Phase.THROWN, last_shooter=move.seat, cocked=(), faces=None),
        (thrown,),
    )


@implements("623a.11(a)(6)")
def is_surveillance_due(state: CrapsFelt) -> bool:
    """Whether four different points are made, and surveillance does not know of them."""
    return len(state.fire) >= POINTS_TOLD_OF and not state.surveillance_told


@implements("623a.11(a)(6)")
def check_surveillance_told(state: CrapsFelt) -> None:
    """Refuse to go on, or to pay Fire Bets, before surveillance knows of the fourth different point."""
    if is_surveillance_due(state):
        raise RuleViolation(
            TOLD_TO_SURVEILLANCE,
            f"{len(state.fire)} different points are made, and surveillance has not been told",
            fix="notify surveillance",
        )


@implements("623a.11(a)(6)")
def notify(crew: Crew, state: CrapsFelt, move: NotifySurveillance) -> Step[CrapsFelt]:
    """Surveillance is told once of the points that Fire Bets will be paid for."""
    require_role(move, crew.notifies, TOLD_TO_SURVEILLANCE, "notify surveillance")
    if not is_surveillance_due(state):
        raise RuleViolation(TOLD_TO_SURVEILLANCE, "there is nothing to tell surveillance")
    told = SurveillanceNotified(points=len(state.fire), by=move.by, clause=TOLD_TO_SURVEILLANCE.id)
    return Step(msgspec.structs.replace(state, surveillance_told=True), (told,))


@implements("623a.8(a)#1", "623a.11(a)(3)", readings=("B-CR-24",))
def check_come_out(state: CrapsFelt) -> None:
    """Refuse a come out roll by a shooter without a line bet, or with Fire Bets not yet brought in."""
    has_line_bet = False
    for bet in state.bets:
        if bet.wager in LINE_BETS:
            has_line_bet |= bet.seat == state.shooter
        elif bet.wager == FIRE_BET and not bet.pick:
            raise RuleViolation(
                BROUGHT_IN, "the Fire Bets have not been brought in", fix="bring in the Fire Bets"
            )
    if not has_line_bet:
        raise RuleViolation(
            LINE_BET_FIRST,
            "the shooter has neither a Pass nor a Don't Pass Bet",
            fix="bet the line before the come out roll, or pass the dice",
        )


@implements("623a.9(b)#1")
def read_cocked(crew: Crew, state: CrapsFelt, move: ReadCockedDie) -> Step[CrapsFelt]:
    """A leaning die counts by the face opposite the one that rests on something."""
    require_role(move, crew.controls, COCKED_DIE, "read a cocked die")
    if state.phase is not Phase.THROWN:
        raise RuleViolation(COCKED_DIE, "no dice lie on the table to be read")
    if not 1 <= move.die <= DICE_THROWN:
        raise RuleViolation(COCKED_DIE, f"there is no die {move.die}", fix=f"name die 1 to {DICE_THROWN}")
    check_faces((move.resting,), COCKED_DIE)
    top = len(FACES) + 1 - move.resting
    read = CockedDieRead(die=move.die, resting=move.resting, top=top, clause=COCKED_DIE.id)
    others = tuple((die, face) for die, face in state.cocked if die != move.die)
    return Step(msgspec.structs.replace(state, cocked=(*others, (move.die, top))), (read,))


@implements("623a.9(a)#1", "623a.9(b)#1")
def call(crew: Crew, state: CrapsFelt, move: CallThrow) -> Step[CrapsFelt]:
    """The sum of the upper faces is called, a leaning die by what it was read as."""
    require_role(move, crew.controls, CALLED_AT_ONCE, "call the throw")
    if state.phase is not Phase.THROWN:
        raise RuleViolation(CALLED_AT_ONCE, "no dice lie on the table to be called")
    faces = (move.die_1, move.die_2)
    for die, top in state.cocked:
        if faces[die - 1] != top:
            raise RuleViolation(
                COCKED_DIE,
                f"the cocked die {die} shows {top}",
                fix="read the cocked die again, or have the dispute decided",
            )
    return _called(state, faces, (CALLED_AT_ONCE, ONE_UPPER_FACE))


@implements("623a.9(c)")
def decide_dispute(crew: Crew, state: CrapsFelt, move: DecideDispute) -> Step[CrapsFelt]:
    """Which faces are up is for the boxperson at Craps, the floorperson at Mini-Craps, whatever was called before."""
    require_role(move, crew.decides_dispute, crew.dispute, "decide which face is up")
    if state.phase not in IN_THE_AIR:
        raise RuleViolation(crew.dispute, "no throw is open to dispute")
    return _called(state, (move.die_1, move.die_2), (crew.dispute, ONE_UPPER_FACE))


@implements("623a.9(a)#2")
def _called(state: CrapsFelt, faces: tuple[int, int], clauses: tuple[Clause, Clause]) -> Step[CrapsFelt]:
    """One upper face of each die, added up."""
    check_faces(faces, ONE_UPPER_FACE)
    told = ThrowCalled(
        die_1=faces[0],
        die_2=faces[1],
        total=faces[0] + faces[1],
        clause=clauses[0].id,
        also=(clauses[1].id,),
    )
    return Step(msgspec.structs.replace(state, phase=Phase.CALLED, cocked=(), faces=faces), (told,))


@implements("623a.9(d)#2", "623a.9(e)#2")
def pass_back(crew: Crew, state: CrapsFelt, move: PassDice) -> Step[CrapsFelt]:
    """Only when what the throw decided is settled do the dice go back to the shooter."""
    require_role(move, crew.controls, crew.settled_first, "pass the dice")
    if state.phase is not Phase.CENTRE:
        raise RuleViolation(
            crew.settled_first,
            "the dice are not at the centre of the table, to be passed",
            fix="settle the wagers first" if state.phase is Phase.CALLED else "",
        )
    passed = DicePassed(seat=state.shooter, clause=crew.settled_first.id, also=(crew.with_a_stick.id,))
    return Step(msgspec.structs.replace(state, phase=Phase.HAND), (passed,))


# Players who leave.


@implements("623a.10(a)")
def check_leaving(state: CrapsFelt, seat: int) -> None:
    """Refuse to let the shooter go while his dice are in the air: they are passed after a roll, and not in it."""
    if state.shooter == seat and state.phase in IN_THE_AIR:
        raise RuleViolation(
            KEEPS_OR_PASSES,
            f"the dice of position {seat} are in the air",
            fix="call and settle the throw first",
        )


def leaving(crew: Crew, state: CrapsFelt, seat: int) -> Step[CrapsFelt]:
    """A shooter, or a player asked to be, who leaves: the dice are offered on, the point stands."""
    events: tuple[Event, ...] = ()
    if state.phase is Phase.OFFERED and state.offered == seat:
        events = (DiceDeclined(seat=seat, clause=offer_clause(crew, state).id),)
        state = msgspec.structs.replace(state, phase=Phase.CUP, offered=0)
    if state.shooter == seat:
        events = (DicePassedOn(seat=seat, clause=KEEPS_OR_PASSES.id),)
        state = _given_up(state, ())
    state = msgspec.structs.replace(
        _without_right(state, seat),
        came_out=0 if state.came_out == seat else state.came_out,
        declined=tuple(other for other in state.declined if other != seat),
        withdrawn=tuple(key for key in state.withdrawn if key[0] != seat),
    )
    after = _unless_abandoned(state)
    return Step(after.state, (*events, *after.events))


@implements("623a.7(b)")
def _unless_abandoned(state: CrapsFelt) -> Step[CrapsFelt]:
    """A table that everybody left begins anew, as at the commencement of play; its point stands for nobody."""
    if state.seats:
        return Step(state, ())
    return Step(CrapsFelt(dice_gone=state.dice_gone), abandoned(state.point))


def abandoned(point: int) -> tuple[Event, ...]:
    """That a point, if there was one, stands no longer."""
    return (PointAbandoned(point=point, clause=COME_OUT_POINT.id),) if point else ()
