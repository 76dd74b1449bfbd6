"""The rules of the moves of Three Dice Football, in the order of the chapter (661a.4, 661a.5, 661a.7)."""

from dataclasses import replace

from houseway.equipment.dice import FACES
from houseway.games.three_dice_football import irregularities, moves, quarterback, throw
from houseway.games.three_dice_football.round import DICE, Phase
from houseway.table.dice_play import DeclineDice, OfferDice, PassDice, ThrowDice
from houseway.table.irregularities import REPORT_RULE
from houseway.table.roles import PLAYERS, STICKPERSONS
from houseway.table.rules import Rule

RULES = (
    Rule(
        OfferDice,
        STICKPERSONS,
        quarterback.offer_clauses,
        "Offer the dice",
        quarterback.offer,
        when={Phase.CUP},
        not_now="the dice are not free to be offered",
        offers=quarterback.turns,
        routine=5,
    ),
    Rule(
        moves.AcceptDice,
        PLAYERS,
        quarterback.accepting_clauses,
        "Accept the dice and pick three; the others go back to the cup",
        quarterback.accept,
        when={Phase.OFFERED},
        not_now="the dice are not offered to anybody",
        offers=quarterback.acceptances,
        routine=4,
    ),
    Rule(
        DeclineDice,
        PLAYERS,
        quarterback.offer_clauses,
        "Decline the dice, or give them up",
        quarterback.decline,
        when={Phase.OFFERED, *quarterback.BETWEEN_THROWS},
        not_now="nobody has the dice or is offered them",
        offers=quarterback.declinings,
    ),
    Rule(
        moves.SelectDice,
        PLAYERS,
        (quarterback.FIRST_QUARTERBACK, quarterback.REST_TO_THE_CUP),
        "Select dice from the new set; the others stay in the cup",
        quarterback.select,
        when=quarterback.may_select,
        not_now="there are no dice to select",
        offers=quarterback.selections,
        routine=3,
    ),
    Rule(
        ThrowDice,
        PLAYERS,
        (throw.THROWN_TOGETHER, throw.TO_THE_FAR_END),
        "Throw the dice to the far end",
        throw.throw,
        check=throw.check_in_hand,
        offers=throw.throws,
        tried=True,
        throws=True,
        routine=1,
    ),
    Rule(
        moves.ReadCockedDie,
        STICKPERSONS,
        (throw.COCKED_DIE,),
        "Read a cocked die",
        throw.read_leaning,
        when={Phase.THROWN},
        not_now="no dice lie on the table to be read",
        offers={"die": DICE, "resting": tuple(FACES)},
    ),
    Rule(
        moves.CallNumbers,
        STICKPERSONS,
        (throw.CALLED_AT_ONCE,),
        "Call the numbers",
        throw.call,
        when={Phase.THROWN},
        not_now="no dice have been thrown",
        offers=throw.calls,
        chance=True,
    ),
    Rule(
        moves.DecideDispute,
        STICKPERSONS,
        (throw.DISPUTE,),
        "Decide a dispute over the faces",
        throw.decide,
        when={Phase.THROWN},
        not_now="no dice have been thrown",
        offers=dict.fromkeys(throw.DICE_FIELDS, tuple(FACES)),
        rare=True,
    ),
    Rule(
        PassDice,
        STICKPERSONS,
        (throw.PASSED_ONCE_SETTLED, throw.WITH_THE_STICK),
        "Pass the dice to the Quarterback with the stick",
        throw.pass_back,
        when={Phase.CENTRE},
        not_now="the dice are not at the centre of the table",
        routine=2,
    ),
    replace(REPORT_RULE, do=irregularities.report),
)
