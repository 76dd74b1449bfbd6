"""What can go wrong with cards at every table, and what the chapters order then, cited through their `CardRules`."""

from collections.abc import Callable, Iterable
from typing import Any

from houseway.equipment.decks import CardRules, Clauses, Dealing, DeviceStatus
from houseway.law.upholding import upholds
from houseway.table import deck_steps
from houseway.table.card_felt import BETTING, CLOSED, DEALING, STUB
from houseway.table.card_table import CardTable
from houseway.table.deck_steps import CREW, SHOE_UNUSABLE, SHUFFLER_FAULT, SHUFFLER_UNUSABLE
from houseway.table.deck_table import with_kit
from houseway.table.events import IrregularityCalled
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy

# Besides the faults of devices between rounds, which `deck_steps` names.
DRAWN_IN_ERROR = "card-drawn-in-error"
WRONG_NUMBER = "wrong-number-of-cards"
SHOE_FAULT = "automated-shoe-fault"

_DEALING = frozenset({CLOSED, DEALING})
_UNTIL_THE_STUB = frozenset({CLOSED, DEALING, STUB})


def shuffler_in_service(game: CardTable[Any], state: Any) -> bool:
    """Whether there is a shuffler that can fail."""
    return bool(state.kit.shuffler is DeviceStatus.IN_SERVICE)


def _shoe_in_service(game: CardTable[Any], state: Any) -> bool:
    in_use = state.kit.dealing is Dealing.AUTOMATED_SHOE
    return in_use and state.kit.automated_shoe is DeviceStatus.IN_SERVICE


@upholds("drawn_in_error")
def _next_card(game: CardTable[Any], state: Any, called: IrregularityCalled) -> Step[Any]:
    """A card drawn in error stays the next card: nothing changes but the record."""
    return Step(state, (called,))


def device_failed(game: CardTable[Any], state: Any, called: IrregularityCalled) -> Step[Any]:
    """A device failed, and what it held is to be shuffled again."""
    return Step(with_kit(state, deck_steps.fault(state.kit, called.irregularity, game.choices)), (called,))


def voiding(clauses: Clauses, reason: str) -> Callable[[Any, Any, IrregularityCalled], Step[Any]]:
    """That an irregularity makes all hands void."""

    @upholds("wrong_number", "shoe_fault")
    def void(game: CardTable[Any], state: Any, called: IrregularityCalled) -> Step[Any]:
        voided = game.void(state, clauses, reason)
        return Step(voided.state, (called, *voided.events))

    return void


def shared_remedies(rules: CardRules, in_hand: Iterable[str]) -> dict[str, Remedy]:
    """The remedies for what can go wrong with cards at every table; `in_hand` are the moments with cards out."""
    out = frozenset(in_hand)
    at_any_time = frozenset({BETTING, *_UNTIL_THE_STUB}) | out

    def remedy(
        name: str, title: str, clauses: Clauses, orders: str, phases: frozenset[str], **what: Any
    ) -> Remedy:
        return Remedy(name, title, CREW, clauses[0], orders, phases, clauses[1:], **what)

    return {
        found.irregularity: found
        for found in (
            remedy(
                DRAWN_IN_ERROR,
                "Card drawn in error, not exposed",
                rules.drawn_in_error,
                "use it as the next card",
                _DEALING,
                do=_next_card,
            ),
            remedy(
                WRONG_NUMBER,
                "Wrong number of cards dealt",
                rules.wrong_number,
                "all hands void, all wagers back, reshuffle",
                frozenset({DEALING, STUB}) | out,
                do=voiding(rules.wrong_number, "a hand has the wrong number of cards"),
            ),
            remedy(
                SHUFFLER_FAULT,
                "Shuffler jammed, stopped or did not finish",
                rules.shuffler_fault,
                "reshuffle the cards",
                at_any_time,
                when=shuffler_in_service,
                do=device_failed,
            ),
            remedy(
                SHUFFLER_UNUSABLE,
                "Shuffler cannot be used",
                rules.marked,
                "cover it or sign it out of order before the cards are shuffled another way",
                at_any_time,
                when=shuffler_in_service,
                do=device_failed,
            ),
            remedy(
                SHOE_FAULT,
                "Automated shoe failed during the round",
                rules.shoe_fault,
                "the round is void, all wagers back, all cards reshuffled",
                _UNTIL_THE_STUB,
                when=_shoe_in_service,
                do=voiding(rules.shoe_fault, "the automated shoe failed"),
            ),
            remedy(
                SHOE_UNUSABLE,
                "Automated shoe cannot be used",
                rules.marked,
                "cover it or sign it out of order before the cards are dealt another way",
                frozenset({BETTING, CLOSED}),
                when=_shoe_in_service,
                do=device_failed,
            ),
        )
    }
