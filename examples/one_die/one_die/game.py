"""One Die, the smallest complete game: docs/adding-a-game.md walks through it."""

from datetime import date
from importlib.resources import files

import msgspec

from houseway.equipment.dice import check_faces
from houseway.law import Edition, RuleViolation, add_register, clause
from houseway.submission import Submission
from houseway.submission.options import Positions
from houseway.table.checklist import ChecklistStep, Stage
from houseway.table.events import COMMON_EVENTS, Event, IrregularityCalled, NoMoreBetsCalled
from houseway.table.felt import Felt, Step
from houseway.table.game import Game
from houseway.table.irregularities import Remedy
from houseway.table.layout import Area, Display, Layout, Requirement
from houseway.table.moves import CallNoMoreBets, Instrument, Move
from houseway.table.roles import DEALERS, FLOORPERSONS, Role
from houseway.table.rules import Rule
from houseway.table.wagering import Wagering
from houseway.table.wagers import Bet, BettingClauses, Verdict, Wager, loses, pay_line, returned, wins

add_register(files(__package__).joinpath("register.csv"))
SEATS, NAME, WAGERS, LOCKED = map(clause, ("D6.1(a)", "D6.1(b)", "D6.2(a)", "D6.2(b)"))
CLOSED, ROLLED, PAYS = map(clause, ("D6.3(a)", "D6.3(b)", "D6.4(a)[six]"))
NO_ROLL, INSPECTED = map(clause, ("D6.5(a)", "D6.6(a)"))
BETTING, ROLLING, OFF = "betting", "rolling", "die-off-table"
FACES = tuple(range(1, 7))


class Round(Felt, frozen=True, kw_only=True):
    """How far the round has come, and what the die showed."""

    phase: str = BETTING
    face: int = 0


class CallFace(Move, frozen=True, kw_only=True):
    """The dealer rolls the die and calls its face."""

    face: int
    by: Role = Role.DEALER


class FaceCalled(Event, frozen=True, kw_only=True):
    """The die was rolled and called."""

    face: int


LINE = pay_line("six", PAYS)


def decide(face: int, pick: str) -> Verdict:
    return wins(PAYS, LINE) if face == 6 else loses(PAYS)


CATALOGUE = {"six": Wager("six", "Six", WAGERS, (LINE,), decide)}


class OneDieSubmission(Submission, frozen=True, kw_only=True, tag="one-die"):
    """What the operator chooses."""

    catalogue = CATALOGUE
    clauses = BettingClauses(WAGERS, WAGERS, frozenset({Instrument.VALUE_CHIPS}), cash=WAGERS)
    name_clause = NAME

    seats: Positions = SEATS.integer("seats")


class OneDieWagering(Wagering[Round]):
    """Wagers are made and taken down until no more bets."""

    def check_placing(self, state: Round, wager: Wager, *, raising: bool) -> None:
        if state.phase == ROLLING:
            raise RuleViolation(WAGERS, "the die is about to be rolled", fix="wait for the next round")

    def check_taking_down(self, state: Round, bet: Bet) -> None:
        if state.phase == ROLLING:
            raise RuleViolation(LOCKED, "the wager stays until the die is called")


def may_close(game: "OneDie", state: Round) -> bool:
    return state.phase == BETTING and bool(state.bets)


def no_more_bets(game: "OneDie", state: Round, move: CallNoMoreBets) -> Step[Round]:
    rolling = msgspec.structs.replace(state, phase=ROLLING, face=0)
    return Step(rolling, (NoMoreBetsCalled(clause=CLOSED.id),))


def call(game: "OneDie", state: Round, move: CallFace) -> Step[Round]:
    check_faces((move.face,), ROLLED)
    lines = tuple(game.betting.settle(bet, move.face, ROLLED) for bet in state.bets)
    over = msgspec.structs.replace(state, phase=BETTING, bets=(), face=move.face)
    return Step(over, (FaceCalled(face=move.face, clause=ROLLED.id), *lines))


def no_roll(game: "OneDie", state: Round, called: IrregularityCalled) -> Step[Round]:
    back = tuple(returned(bet, NO_ROLL) for bet in state.bets)
    return Step(msgspec.structs.replace(state, phase=BETTING, bets=()), (called, *back))


class OneDie(Game[Round]):
    """The game, under an operator's submission."""

    name = "one-die"
    title = "One Die"
    editions = (Edition("D6-2026", "one-die", "D6", "D6", date(2020, 1, 1), None, "", (), "House rules"),)
    rules = (
        Rule(CallNoMoreBets, DEALERS, (CLOSED,), "No more bets", no_more_bets, when=may_close, routine=1),
        Rule(CallFace, DEALERS, (ROLLED,), "Call", call, when={ROLLING}, offers={"face": FACES}, chance=True),
    )
    submission_type = OneDieSubmission
    event_type = COMMON_EVENTS | FaceCalled
    checklist = (ChecklistStep("die", Stage.OPENING, "The die was looked at", FLOORPERSONS, INSPECTED),)
    seats_clause, leaving_clause, opening_clause, placing_clause = SEATS, LOCKED, INSPECTED, WAGERS

    def __init__(self, submission: OneDieSubmission) -> None:
        self.submission, self.seats = submission, submission.seats
        self.catalogue, self.betting = CATALOGUE, submission.betting(CATALOGUE)
        self.wagering = OneDieWagering(self.catalogue, self.betting)
        off = Remedy(
            OFF, "The die left the table", DEALERS, NO_ROLL, "no roll", frozenset({ROLLING}), do=no_roll
        )
        self.irregularities = {OFF: off}
        six = Area("six", "SIX", 20, 20, 560, 200, WAGERS, wager="six", inscription=str(LINE.odds))
        self.layout = Layout(600, 300, (six,), (), (Requirement("The operator's name", NAME, ("six",)),))

    @classmethod
    def under(cls, submission: OneDieSubmission) -> "OneDie":
        return cls(submission)

    def open(self) -> Round:
        return Round()

    def between_rounds(self, state: Round) -> bool:
        return state.phase == BETTING

    def display(self, state: Round) -> Display:
        words = {BETTING: "Place your bets", ROLLING: "No more bets; roll the die"}
        return Display(words=words[state.phase], dice=(("white", state.face),) if state.face else ())
