"""The throw: the dice leave the hand, are read, called and passed back (623a.8(a), 623a.9)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.decks import Clauses
from houseway.equipment.dice import FACES, check_faces
from houseway.games.craps.events import CockedDieRead, DiceThrown, ThrowCalled
from houseway.games.craps.fire import BROUGHT_IN, check_surveillance_told, is_on_its_spot
from houseway.games.craps.moves import CallThrow, DecideDispute, ReadCockedDie
from houseway.games.craps.round import CrapsFelt, Phase
from houseway.games.craps.shooter import DICE_THROWN, FIRST_SHOOTER
from houseway.games.craps.wagers import LINE_BETS
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.dice_play import DicePassed, PassDice, ThrowDice, read_cocked
from houseway.table.felt import Step
from houseway.table.rules import Offer

if TYPE_CHECKING:
    from houseway.games.craps.game import Craps

LINE_BET_FIRST = pa("623a.8(a)#1")
THROWN_TOGETHER = pa("623a.8(a)#2")
CALLED_AT_ONCE = pa("623a.9(a)#1")
ONE_UPPER_FACE = pa("623a.9(a)#2")
COCKED_DIE = pa("623a.9(b)#1")

# The fields in which a call names the faces.
DICE_FIELDS = ("die_1", "die_2")


def check_in_hand(game: "Craps", state: CrapsFelt) -> None:
    """Refuse a throw of dice that are in nobody's hand, or not yet passed back."""
    if state.phase is not Phase.HAND:
        waits = state.phase in (Phase.CALLED, Phase.CENTRE)
        raise RuleViolation(
            game.crew.settled_first if waits else THROWN_TOGETHER,
            "no shooter holds the dice",
            fix="settle the wagers and pass the dice" if waits else "",
        )


def throws(game: "Craps", state: CrapsFelt) -> Iterator[Offer]:
    """The shooter's throw."""
    yield Offer({"seat": (state.shooter,)})


def throw(game: "Craps", state: CrapsFelt, move: ThrowDice) -> Step[CrapsFelt]:
    """The shooter throws the two dice that he picked, once all is done that comes before."""
    if state.shooter != move.seat:
        raise RuleViolation(THROWN_TOGETHER, f"position {move.seat} does not hold the dice")
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


@implements("623a.8(a)#1", "623a.11(a)(3)", readings=("B-CR-24",))
def check_come_out(state: CrapsFelt) -> None:
    """Refuse a come out roll by a shooter without a line bet, or with Fire Bets not yet brought in."""
    has_line_bet = False
    for bet in state.bets:
        if bet.wager in LINE_BETS:
            has_line_bet |= bet.seat == state.shooter
        elif is_on_its_spot(bet):
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
def read_leaning(game: "Craps", state: CrapsFelt, move: ReadCockedDie) -> Step[CrapsFelt]:
    """A leaning die counts by the face opposite the one that rests on something."""
    if not 1 <= move.die <= DICE_THROWN:
        raise RuleViolation(COCKED_DIE, f"there is no die {move.die}", fix=f"name die 1 to {DICE_THROWN}")
    after, top = read_cocked(state, move.die, move.resting, COCKED_DIE)
    read = CockedDieRead(die=move.die, resting=move.resting, top=top, clause=COCKED_DIE.id)
    return Step(after, (read,))


def calls(game: "Craps", state: CrapsFelt) -> Iterator[Offer]:
    """The faces that may be called: of a cocked die only what it was read as."""
    read = dict(state.cocked)
    faces = ((read[die],) if die in read else tuple(FACES) for die in (1, 2))
    yield Offer(dict(zip(DICE_FIELDS, faces, strict=True)))


@implements("623a.9(a)#1", "623a.9(b)#1")
def call(game: "Craps", state: CrapsFelt, move: CallThrow) -> Step[CrapsFelt]:
    """The sum of the upper faces is called, a leaning die by what it was read as."""
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
def decide_dispute(game: "Craps", state: CrapsFelt, move: DecideDispute) -> Step[CrapsFelt]:
    """Which faces are up is for the boxperson at Craps, the floorperson at Mini-Craps, whatever was called before."""
    return _called(state, (move.die_1, move.die_2), (game.crew.dispute, ONE_UPPER_FACE))


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


def passing_clauses(game: "Craps", state: CrapsFelt) -> Clauses:
    """That the dice go back once the wagers are settled, and with the stick."""
    return game.crew.settled_first, game.crew.with_a_stick


@implements("623a.9(d)#2", "623a.9(e)#2")
def check_may_pass(game: "Craps", state: CrapsFelt) -> None:
    """Only when what the throw decided is settled do the dice go back to the shooter."""
    if state.phase is not Phase.CENTRE:
        raise RuleViolation(
            game.crew.settled_first,
            "the dice are not at the centre of the table, to be passed",
            fix="settle the wagers first" if state.phase is Phase.CALLED else "",
        )


def pass_back(game: "Craps", state: CrapsFelt, move: PassDice) -> Step[CrapsFelt]:
    """The dice go back to the shooter with the stick."""
    crew = game.crew
    passed = DicePassed(seat=state.shooter, clause=crew.settled_first.id, also=(crew.with_a_stick.id,))
    return Step(msgspec.structs.replace(state, phase=Phase.HAND), (passed,))
