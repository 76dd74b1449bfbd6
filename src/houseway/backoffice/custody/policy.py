"""Who may give the orders of this book: for each stage of the dice the people whom its clause names, and the rest."""

from houseway.backoffice.custody.choice import KEPT, ONE_OF_THREE
from houseway.backoffice.custody.guide import STAGES
from houseway.backoffice.custody.ledger import FAIRNESS
from houseway.backoffice.custody.orders import (
    BringToPit,
    BringToTable,
    ChooseAlternative,
    Disposal,
    DisposeOf,
    DrawDecks,
    FastenShaker,
    FileDiscrepancyReport,
    HandToPit,
    HandToTable,
    InstrumentPlace,
    KeepInstruments,
    PutInUse,
    ReceivePieces,
    RemoveDice,
    RemoveForBoard,
    ReplaceDie,
    ReportSeal,
    RetireDice,
    SealDice,
    StoreAgain,
    TakeOutOfUse,
)
from houseway.backoffice.custody.piece import Alternative
from houseway.backoffice.custody.removal import BOARD_REQUEST, REPORT
from houseway.backoffice.custody.stages import Stage, paragraph
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Department, Position
from houseway.backoffice.policy import SEPARATE_DUTIES, Part, Permit, Rule, anyone_of, at_least
from houseway.equipment.dice import DiceGame
from houseway.law import Clause

_DAMAGED = paragraph("(3)(vi)")
_SINGLE = paragraph("(3)(iv)(D)")

# Whoever holds one of the two keys to the storage area.
_TWO_KEYS = (
    Part("shift manager", at_least(Position.ASSISTANT_SHIFT_MANAGER), SEPARATE_DUTIES),
    Part("security", anyone_of(Department.SECURITY), SEPARATE_DUTIES),
)
_PIT_MANAGER = Part("pit manager", at_least(Position.PIT_MANAGER), SEPARATE_DUTIES)
_COMPLIANCE = anyone_of(Department.CASINO_COMPLIANCE)
_BOXPERSON = Permit(Position.BOXPERSON, or_above=False)
_FLOORPERSON = Permit(Position.FLOORPERSON, or_above=False)
_DEALER = Permit(Position.DEALER, or_above=False)
# Whoever watches over a table.
_SUPERVISORS = (_BOXPERSON, *at_least(Position.FLOORPERSON))


def _of_stage(stage: Stage) -> Rule:
    games = "every game" if len(stage.games) == len(DiceGame) else ", ".join(stage.games)
    case = "; ".join((f"alternative {stage.alternative.value}", games, *stage.variant))
    return Rule(stage.order, stage.parts, case=case, applies=stage.is_for)


def _no_stage(order: type[Order]) -> Rule:
    """For an order that no alternative has for the game: anybody may ask, and is told why not."""
    crew = at_least(Position.DEALER)
    parts = (Part("asked by", crew, ONE_OF_THREE), Part("seconded by", crew, ONE_OF_THREE))
    return Rule(order, parts, case="a game or alternative without such a step")


def _kept(alternative: Alternative, place: InstrumentPlace, clause: Clause) -> Rule:
    keeper = Position.ASSISTANT_SHIFT_MANAGER if place is InstrumentPlace.STORAGE else Position.PIT_MANAGER
    return Rule(
        KeepInstruments,
        (Part("kept by", at_least(keeper), clause),),
        case=f"alternative {alternative.value}; {place}",
        applies=lambda order: (order.alternative, order.place) == (alternative, place),
    )


RULES = (
    Rule(
        ChooseAlternative,
        (
            Part("chosen", at_least(Position.DIRECTOR_OF_TABLE_GAMES), ONE_OF_THREE),
            Part("agreed", at_least(Position.AUDITOR), SEPARATE_DUTIES),
        ),
    ),
    *(_kept(alternative, place, clause) for (alternative, place), clause in KEPT.items()),
    Rule(
        KeepInstruments,
        (Part("kept by", at_least(Position.PIT_MANAGER), ONE_OF_THREE),),
        case="a place that the alternative does not have",
    ),
    Rule(ReceivePieces, _TWO_KEYS),
    Rule(StoreAgain, _TWO_KEYS),
    Rule(
        DisposeOf,
        (*_TWO_KEYS, Part("casino compliance", _COMPLIANCE, REPORT)),
        case="given to the Board",
        applies=lambda order: order.how is Disposal.GIVEN_TO_THE_BOARD,
    ),
    Rule(DisposeOf, _TWO_KEYS, case="destroyed or returned"),
    *(_of_stage(stage) for stage in STAGES),
    *(_no_stage(order) for order in (SealDice, HandToPit, HandToTable, PutInUse, FastenShaker)),
    Rule(ReportSeal, (Part("found by", _SUPERVISORS, _DAMAGED),)),
    Rule(
        ReplaceDie,
        (Part("placer", (_BOXPERSON,), _SINGLE), Part("witness", (_DEALER,), _SINGLE)),
        case="craps",
        applies=lambda order: order.game is DiceGame.CRAPS,
    ),
    Rule(
        ReplaceDie,
        (Part("placer", (_FLOORPERSON,), _SINGLE), Part("witness", (_DEALER,), _SINGLE)),
        case="every other game",
    ),
    Rule(DrawDecks, _TWO_KEYS),
    Rule(BringToPit, (*_TWO_KEYS, _PIT_MANAGER)),
    Rule(
        BringToTable,
        (
            Part("floorperson", at_least(Position.FLOORPERSON), SEPARATE_DUTIES),
            Part("dealer", (_DEALER,), SEPARATE_DUTIES),
        ),
    ),
    Rule(TakeOutOfUse, (Part("supervisor", _SUPERVISORS, SEPARATE_DUTIES),)),
    Rule(RetireDice, (Part("noted by", at_least(Position.DEALER), FAIRNESS),), at_table=True),
    Rule(RemoveDice, (Part("removed by", _SUPERVISORS, FAIRNESS),)),
    Rule(RemoveForBoard, (Part("asked by", _COMPLIANCE, BOARD_REQUEST),)),
    Rule(
        FileDiscrepancyReport,
        (
            Part("discovered by", at_least(Position.DEALER), REPORT),
            Part("supervisor", at_least(Position.FLOORPERSON), REPORT),
            Part("casino compliance", _COMPLIANCE, REPORT),
        ),
    ),
)
