"""What can go wrong with a shoe at every table, and what the chapters order then, cited through their `ShoeRules`."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec

from houseway.equipment.decks import Clauses, Condition
from houseway.equipment.shoes import ShoeRules
from houseway.law.upholding import upholds
from houseway.table.card_felt import BETTING, DEALING
from houseway.table.card_irregularities import DRAWN_IN_ERROR, device_failed, shuffler_in_service
from houseway.table.deck_steps import CREW, SHUFFLER_FAULT, SHUFFLER_UNUSABLE
from houseway.table.events import IrregularityCalled
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.shoe_game import ShoeGame

DRAWN_AND_EXPOSED = "card-drawn-and-exposed"


def _a_card_is_due(game: ShoeGame[Any], state: Any) -> bool:
    return state.live is not None and game.due(state) is not None


def _hands_are_dealt(game: ShoeGame[Any], state: Any) -> bool:
    return state.live is not None and game.turn(state) is not None


@upholds("drawn_unexposed", "drawn_exposed")
def _next_card(game: ShoeGame[Any], state: Any, called: IrregularityCalled) -> Step[Any]:
    """A card drawn in error is the next card: nothing changes but the record."""
    return Step(state, (called,))


@upholds("shuffler_fault")
def _fault(game: ShoeGame[Any], state: Any, called: IrregularityCalled) -> Step[Any]:
    """What the device held is shuffled again: at once, or after the round that is dealt from it."""
    step = device_failed(game, state, called)
    batch = state.kit.in_play
    if batch is None or batch.condition is not Condition.IN_PLAY or not game.now(state).reshuffles_itself:
        return step
    ordered = game.cards.reshuffle_ordered(state.shoe)
    return Step(msgspec.structs.replace(step.state, shoe=ordered), step.events)


def shoe_remedies(rules: ShoeRules, in_hand: Iterable[str] = ()) -> dict[str, Remedy]:
    """The remedies for what can go wrong with every shoe; `in_hand` are a game's own moments with cards out.

    What a chapter has no clause for is for a floorperson to decide.
    """
    out = frozenset({DEALING, *in_hand})
    at_any_time = frozenset({BETTING}) | out

    def remedy(
        name: str, title: str, clauses: Clauses, orders: str, phases: frozenset[str], **what: Any
    ) -> Iterator[Remedy]:
        if clauses:
            yield Remedy(name, title, CREW, clauses[0], orders, phases, clauses[1:], **what)

    return {
        found.irregularity: found
        for found in chain(
            remedy(
                DRAWN_IN_ERROR,
                "Card drawn in error, not exposed",
                rules.drawn_unexposed,
                "use it as the next card",
                out,
                when=_a_card_is_due,
                do=_next_card,
            ),
            remedy(
                DRAWN_AND_EXPOSED,
                "Card drawn in error and exposed after the first cards",
                rules.drawn_exposed,
                "use it as the next card for players or dealer",
                out,
                when=_hands_are_dealt,
                do=_next_card,
            ),
            remedy(
                SHUFFLER_FAULT,
                "Shuffler jammed, stopped or did not finish",
                rules.shuffler_fault,
                "reshuffle the cards",
                at_any_time,
                when=shuffler_in_service,
                do=_fault,
            ),
            remedy(
                SHUFFLER_UNUSABLE,
                "Shuffler cannot be used",
                rules.marked,
                "cover it or sign it out of order before the cards are shuffled another way",
                at_any_time,
                when=shuffler_in_service,
                do=_fault,
            ),
        )
    }
