"""What can go wrong at this table, and what is ordered then (36.05.14.13); most of it is shared by all card tables."""

from dataclasses import replace
from typing import TYPE_CHECKING

from houseway.games.three_card_poker.cards import CARDS
from houseway.games.three_card_poker.round import CHECKING, DECIDING, REVEALING, Round
from houseway.law import implements, md
from houseway.table.card_felt import DEALER, DEALING, STUB
from houseway.table.card_irregularities import WRONG_NUMBER, shared_remedies, voiding
from houseway.table.events import IrregularityCalled
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.roles import DEALERS, FLOORPERSONS

if TYPE_CHECKING:
    from houseway.games.three_card_poker.game import ThreeCardPoker

EXPOSED_EARLY = md(".13E")

DEALER_CARD_EXPOSED = "dealer-card-exposed"

_SHARED = shared_remedies(CARDS, (DECIDING,))


def _dealer_has_a_card(game: "ThreeCardPoker", state: Round) -> bool:
    return bool(state.hand(DEALER))


@implements("36.05.14.13E")
def _exposed(game: "ThreeCardPoker", state: Round, called: IrregularityCalled) -> Step[Round]:
    """A card of the dealer that was seen too early voids the round."""
    return voiding((EXPOSED_EARLY,), "a card of the dealer was exposed")(game, state, called)


@implements("36.05.14.13D")
def _miscounted(game: "ThreeCardPoker", state: Round, called: IrregularityCalled) -> Step[Round]:
    """A wrong number of cards voids the round; we read .13D so that a payout with papers stands."""
    reason = "a hand has the wrong number of cards"
    if state.final:
        reason += "; the payout whose papers are complete stands"
    return voiding(CARDS.wrong_number, reason)(game, state, called)


# A wrong number of cards may come to light only when a hand is turned over, even after a payout with papers, which the
# cage made and whose wager is spent.
_OWN = (
    replace(
        _SHARED[WRONG_NUMBER],
        orders="all hands void, all wagers back, reshuffle; a payout whose papers are complete stands",
        phases=_SHARED[WRONG_NUMBER].phases | {REVEALING, CHECKING},
        do=_miscounted,
    ),
    Remedy(
        DEALER_CARD_EXPOSED,
        "A card of the dealer was exposed too early",
        (*DEALERS, *FLOORPERSONS),
        EXPOSED_EARLY,
        "all hands void, all wagers back, reshuffle",
        frozenset({DEALING, STUB, DECIDING}),
        when=_dealer_has_a_card,
        do=_exposed,
    ),
)

REMEDIES = {**_SHARED, **{remedy.irregularity: remedy for remedy in _OWN}}
