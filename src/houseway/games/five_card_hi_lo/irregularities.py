"""What can go wrong at a Five Card Hi-Lo table, and what is ordered then (663a.13)."""

from houseway.equipment.decks import Dealing
from houseway.games.five_card_hi_lo.cards import CARDS
from houseway.games.five_card_hi_lo.play import CARDS_OUT, DEALER_SETS, DECIDING, SETTING
from houseway.law import pa
from houseway.table.card_felt import DEALING, STUB
from houseway.table.card_irregularities import shared_remedies
from houseway.table.irregularities import Remedy
from houseway.table.roles import DEALERS, FLOORPERSONS

CARD_EXPOSED = "player-card-exposed"

# The chapter says that cards are dealt face down, and not what follows when one is not.
FACE_DOWN = {
    Dealing.MANUAL_SHOE: pa("663a.8(c)"),
    Dealing.HAND: pa("663a.9(b)#1"),
    Dealing.AUTOMATED_SHOE: pa("663a.10(b)#2"),
}
_EXPOSED = Remedy(
    CARD_EXPOSED,
    "Player's card exposed by the dealer",
    (*DEALERS, *FLOORPERSONS),
    FACE_DOWN[Dealing.MANUAL_SHOE],
    "play stops until a floorperson has decided",
    frozenset({DEALING, STUB, DECIDING, SETTING, DEALER_SETS}),
)

REMEDIES = {**shared_remedies(CARDS, CARDS_OUT), CARD_EXPOSED: _EXPOSED}
