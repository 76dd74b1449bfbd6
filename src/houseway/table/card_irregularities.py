"""What can go wrong with cards at every table, and what the chapters order then, cited through their `CardRules`."""

from collections.abc import Iterable

from houseway.equipment.decks import CardRules, Clauses
from houseway.table.card_felt import BETTING, CLOSED, DEALING, STUB
from houseway.table.deck_steps import SHOE_UNUSABLE, SHUFFLER_FAULT, SHUFFLER_UNUSABLE
from houseway.table.irregularities import Remedy
from houseway.table.roles import DEALERS, FLOORPERSONS

# Besides the faults of devices between rounds, which `deck_steps` names.
DRAWN_IN_ERROR = "card-drawn-in-error"
WRONG_NUMBER = "wrong-number-of-cards"
SHOE_FAULT = "automated-shoe-fault"


def shared_remedies(rules: CardRules, in_hand: Iterable[str]) -> dict[str, Remedy]:
    """The remedies for what can go wrong with cards at every table; `in_hand` are the moments with cards out."""
    out = frozenset(in_hand)
    dealing = frozenset({CLOSED, DEALING})

    def remedy(name: str, title: str, clauses: Clauses, orders: str, phases: frozenset[str]) -> Remedy:
        by = (*DEALERS, *FLOORPERSONS)
        return Remedy(name, title, by, clauses[0], orders, phases, clauses[1:])

    return {
        found.irregularity: found
        for found in (
            remedy(
                DRAWN_IN_ERROR,
                "Card drawn in error, not exposed",
                rules.drawn_in_error,
                "use it as the next card",
                dealing,
            ),
            remedy(
                WRONG_NUMBER,
                "Wrong number of cards dealt",
                rules.wrong_number,
                "all hands void, all wagers back, reshuffle",
                frozenset({DEALING, STUB}) | out,
            ),
            remedy(
                SHUFFLER_FAULT,
                "Shuffler jammed, stopped or did not finish",
                rules.shuffler_fault,
                "reshuffle the cards",
                frozenset({BETTING, CLOSED, DEALING, STUB}) | out,
            ),
            remedy(
                SHUFFLER_UNUSABLE,
                "Shuffler cannot be used",
                rules.marked,
                "cover it or sign it out of order before the cards are shuffled another way",
                frozenset({BETTING, CLOSED, DEALING, STUB}) | out,
            ),
            remedy(
                SHOE_FAULT,
                "Automated shoe failed during the round",
                rules.shoe_fault,
                "the round is void, all wagers back, all cards reshuffled",
                frozenset({CLOSED, DEALING, STUB}),
            ),
            remedy(
                SHOE_UNUSABLE,
                "Automated shoe cannot be used",
                rules.marked,
                "cover it or sign it out of order before the cards are dealt another way",
                frozenset({BETTING, CLOSED}),
            ),
        )
    }
