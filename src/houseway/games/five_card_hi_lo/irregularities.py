"""What can go wrong at a Five Card Hi-Lo table, and what is ordered then (663a.13)."""

from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.decks import Clauses, Dealing
from houseway.games.five_card_hi_lo.cards import CARDS
from houseway.games.five_card_hi_lo.events import ExposedCardRuledOn
from houseway.games.five_card_hi_lo.moves import RuleOnExposedCard, Ruling
from houseway.games.five_card_hi_lo.round import CARDS_OUT, DEALER_SETS, DECIDING, SETTING, Round
from houseway.law import RuleViolation, pa
from houseway.table.card_felt import DEALING, STUB
from houseway.table.card_irregularities import shared_remedies
from houseway.table.events import GamingCeased, GamingResumed, IrregularityCalled
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.roles import DEALERS, FLOORPERSONS

if TYPE_CHECKING:
    from houseway.games.five_card_hi_lo.game import FiveCardHiLo

CARD_EXPOSED = "player-card-exposed"

# The chapter says that cards are dealt face down, and not what follows when one is not.
FACE_DOWN = {
    Dealing.MANUAL_SHOE: pa("663a.8(c)"),
    Dealing.HAND: pa("663a.9(b)#1"),
    Dealing.AUTOMATED_SHOE: pa("663a.10(b)#2"),
}


def face_down(game: "FiveCardHiLo", state: Round) -> Clauses:
    """The clause that has this way of dealing lay cards face down."""
    return (FACE_DOWN[state.kit.dealing],)


def _exposed(game: "FiveCardHiLo", state: Round, called: IrregularityCalled) -> Step[Round]:
    """An exposed card stops the round (X-08)."""
    (clause,) = face_down(game, state)
    ceased = GamingCeased(until="a floorperson has decided about the exposed card", clause=clause.id)
    called = msgspec.structs.replace(called, clause=clause.id)
    return Step(msgspec.structs.replace(state, stopped=True), (called, ceased))


def check_going_on(game: "FiveCardHiLo", state: Round) -> None:
    """Refuse everything but a floorperson's decision while play has stopped over an exposed card."""
    if state.stopped:
        raise RuleViolation(
            face_down(game, state)[0],
            "play has stopped over an exposed card",
            fix="let a floorperson decide",
        )


def has_stopped(game: "FiveCardHiLo", state: Round) -> bool:
    """Whether play has stopped over an exposed card."""
    return state.stopped


def rule_on_exposed_card(game: "FiveCardHiLo", state: Round, move: RuleOnExposedCard) -> Step[Round]:
    """Play goes on or the round is void, as a floorperson or above decides."""
    (clause,) = face_down(game, state)
    ruled = ExposedCardRuledOn(ruling=move.ruling, by=move.by, clause=clause.id)
    if move.ruling is Ruling.VOID:
        step = game.void(state, (clause,), "a floorperson voided the round over an exposed card")
        return Step(step.state, (ruled, *step.events))
    resumed = GamingResumed(fixed="the round is played on", clause=clause.id)
    return Step(msgspec.structs.replace(state, stopped=False), (ruled, resumed))


_EXPOSED = Remedy(
    CARD_EXPOSED,
    "Player's card exposed by the dealer",
    (*DEALERS, *FLOORPERSONS),
    FACE_DOWN[Dealing.MANUAL_SHOE],
    "play stops until a floorperson has decided",
    frozenset({DEALING, STUB, DECIDING, SETTING, DEALER_SETS}),
    do=_exposed,
)

REMEDIES = {**shared_remedies(CARDS, CARDS_OUT), CARD_EXPOSED: _EXPOSED}
