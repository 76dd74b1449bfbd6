"""What can go wrong at a table of any of the three forms: the shoe as 665a.13 has it, and cards that players had in hand (BAC-04)."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from houseway.games.baccarat.cards import CARDS
from houseway.games.baccarat.forms import common
from houseway.games.baccarat.round import CARDS_OUT, IN_ROUND, Round
from houseway.law import RuleViolation, implements
from houseway.table.deck_steps import CREW
from houseway.table.events import GamingCeased, GamingResumed, IrregularityCalled
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.rules import Offer
from houseway.table.shoe_irregularities import shoe_remedies
from houseway.table.twenty_one_play import RuleOnStop, Ruling, StopRuledOn

if TYPE_CHECKING:
    from houseway.games.baccarat.game import BaccaratGame

BY_DEFAULT = common("irregularities")
DAMAGED, EXPOSED = "card-damaged", "card-exposed"
_SAID = {DAMAGED: "a card was bent or torn", EXPOSED: "a card was shown before its time"}
_UNTIL = "a floorperson has decided"


@implements("common:baccarat/irregularities", readings=("X-08", "BAC-04"))
def _stops(game: "BaccaratGame", state: Round, called: IrregularityCalled) -> Step[Round]:
    """The round stands still until a floorperson has decided; once a card was damaged, the cards are not dealt again as they are."""
    stopped = msgspec.structs.replace(state, stop=called.irregularity)
    if called.irregularity == DAMAGED and state.shoe is not None:
        stopped = msgspec.structs.replace(stopped, shoe=game.cards.reshuffle_ordered(state.shoe))
    return Step(stopped, (called, GamingCeased(until=_UNTIL, clause=BY_DEFAULT.id)))


def _stop(name: str, title: str) -> Remedy:
    orders = "play stops until a floorperson has decided"
    return Remedy(name, title, CREW, BY_DEFAULT, orders, frozenset(CARDS_OUT), do=_stops)


REMEDIES: Mapping[str, Remedy] = {
    **shoe_remedies(CARDS, IN_ROUND),
    DAMAGED: _stop(DAMAGED, "A card was bent or torn"),
    EXPOSED: _stop(EXPOSED, "A card was shown before its time"),
}


# A floorperson's decision.


def check_going_on(game: "BaccaratGame", state: Any) -> None:
    """Refuse everything but a floorperson's decision while play has stopped."""
    if state.stop:
        raise RuleViolation(
            BY_DEFAULT, f"play has stopped: {_SAID[state.stop]}", fix="let a floorperson decide"
        )


def has_stopped(game: "BaccaratGame", state: Round) -> bool:
    """Whether a floorperson is to decide."""
    return bool(state.stop)


@implements("common:baccarat/irregularities", readings=("X-08", "BAC-04"))
def rule_on_stop(game: "BaccaratGame", state: Round, move: RuleOnStop) -> Step[Round]:
    """Play goes on with what the card is, or the round is void."""
    ruled = StopRuledOn(ruling=move.ruling, by=move.by, clause=BY_DEFAULT.id)
    going = msgspec.structs.replace(state, stop="")
    if move.ruling is Ruling.VOID:
        step = game.void(going, (BY_DEFAULT,), "a floorperson voided the round")
        return Step(step.state, (ruled, *step.events))
    return Step(going, (ruled, GamingResumed(fixed="the round is played on", clause=BY_DEFAULT.id)))


def rulings(game: "BaccaratGame", state: Round) -> Iterator[Offer]:
    """Play goes on, or the round is void."""
    yield Offer({"ruling": tuple(Ruling)})
