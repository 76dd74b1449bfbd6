"""What can go wrong at this table, and what is ordered then (36.05.14.13); most of it is shared by all card tables."""

from dataclasses import replace

from houseway.games.three_card_poker.cards import CARDS
from houseway.games.three_card_poker.play import CHECKING, DECIDING, REVEALING
from houseway.law import md
from houseway.table.card_felt import DEALING, STUB
from houseway.table.card_irregularities import WRONG_NUMBER, shared_remedies
from houseway.table.irregularities import Remedy
from houseway.table.roles import DEALERS, FLOORPERSONS

DEALER_CARD_EXPOSED = "dealer-card-exposed"

_EXPOSED = Remedy(
    DEALER_CARD_EXPOSED,
    "A card of the dealer was exposed too early",
    (*DEALERS, *FLOORPERSONS),
    md(".13E"),
    "all hands void, all wagers back, reshuffle",
    frozenset({DEALING, STUB, DECIDING}),
)

_SHARED = shared_remedies(CARDS, (DECIDING,))
# A wrong number of cards may come to light only when a hand is turned over, even after a payout with papers. We read
# .13D so that such a payout stands: the cage made it, and its wager is spent.
_MISCOUNTED = replace(
    _SHARED[WRONG_NUMBER],
    orders="all hands void, all wagers back, reshuffle; a payout whose papers are complete stands",
    phases=_SHARED[WRONG_NUMBER].phases | {REVEALING, CHECKING},
)

REMEDIES = {**_SHARED, WRONG_NUMBER: _MISCOUNTED, DEALER_CARD_EXPOSED: _EXPOSED}
