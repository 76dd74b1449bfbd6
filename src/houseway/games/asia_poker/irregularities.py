"""What can go wrong with the shaker, the start and the cards, and what is ordered then (659a.13)."""

from houseway.games.asia_poker.cards import CARDS
from houseway.games.asia_poker.play import Phase
from houseway.games.asia_poker.submission import START_METHODS
from houseway.law import pa
from houseway.table.card_irregularities import shared_remedies
from houseway.table.irregularities import Remedy
from houseway.table.roles import DEALERS, FLOORPERSONS

_CREW = (*DEALERS, *FLOORPERSONS)
CARDS_OUT = frozenset({Phase.COVERING, Phase.SETTING, Phase.TURNING, Phase.DEALER_SETS, Phase.SHOWDOWN})
# The dealer's cards lie face down.
_BEFORE_THE_TURN = frozenset({Phase.STUB, Phase.COVERING, Phase.SETTING, Phase.TURNING})
# The last card dealt may be the one that was exposed.
_UNTIL_THE_STUB_IS_AWAY = frozenset({Phase.DEALING, Phase.STUB})
_ALL_VOID = "all hands void, all wagers back, reshuffle"

PLAYER_CARD_EXPOSED = pa("659a.13(d)#1")
DECIDED_UNSEEN = pa("659a.13(d)#2")
HOUSE_WAY_RESET = pa("659a.13(i)")

NO_ROLLS = ("dice-not-flat", "die-fell-out")
NO_START = "start-cannot-be-found"
WRONG_START = "wrong-start"
WRONG_START_VOIDED = "wrong-start-found-late-voided"
WRONG_START_PLAYED = "wrong-start-found-late-played"
DEALER_CARD = "dealer-card-exposed"
DEALER_CARD_IN_DEAL = "dealer-card-exposed-in-the-deal"
ANY_CARD_FROM_HAND = "card-exposed-dealing-from-the-hand"

_OWN = (
    Remedy(
        "dice-not-flat",
        "The dice do not all lie flat in the shaker",
        DEALERS,
        pa("659a.13(a)"),
        "no roll; shake the dice again",
        frozenset({Phase.CLOSED}),
    ),
    Remedy(
        "die-fell-out",
        "A die fell out of the shaker",
        DEALERS,
        pa("659a.13(b)"),
        "no roll; shake the dice again",
        frozenset({Phase.CLOSED}),
    ),
    # Reading 659-26: no clause covers a broken shaker or generator; with no other method left, nothing can be dealt.
    Remedy(
        NO_START,
        "The starting position cannot be found by any filed method",
        FLOORPERSONS,
        START_METHODS,
        "the round is void, all wagers back, reshuffle",
        frozenset({Phase.CLOSED}),
    ),
    Remedy(
        WRONG_START,
        "The cards were dealt from a wrong starting position",
        _CREW,
        pa("659a.13(c)"),
        _ALL_VOID,
        _BEFORE_THE_TURN | {Phase.DEALING},
    ),
    # Reading 659-21: once the dealer's cards are turned a floorperson decides, and the decision is recorded.
    Remedy(
        WRONG_START_VOIDED,
        "Wrong starting position found after the turn: void the round",
        FLOORPERSONS,
        pa("659a.13(c)"),
        _ALL_VOID,
        frozenset({Phase.DEALER_SETS, Phase.SHOWDOWN}),
    ),
    Remedy(
        WRONG_START_PLAYED,
        "Wrong starting position found after the turn: play it out",
        FLOORPERSONS,
        pa("659a.13(c)"),
        "the round is played out",
        frozenset({Phase.DEALER_SETS, Phase.SHOWDOWN}),
    ),
    Remedy(
        DEALER_CARD,
        "A card of the dealer was exposed",
        _CREW,
        pa("659a.13(e)"),
        _ALL_VOID,
        _BEFORE_THE_TURN | {Phase.DEALING},
    ),
    Remedy(
        DEALER_CARD_IN_DEAL,
        "A card of the dealer was exposed while dealing",
        _CREW,
        pa("659a.13(j)"),
        _ALL_VOID,
        _UNTIL_THE_STUB_IS_AWAY,
    ),
    # What the temporary chapter had in its place.
    Remedy(
        ANY_CARD_FROM_HAND,
        "A card was exposed while dealing from the hand",
        _CREW,
        pa("659a.13(j)"),
        _ALL_VOID,
        _UNTIL_THE_STUB_IS_AWAY,
    ),
)

REMEDIES = {
    **{remedy.irregularity: remedy for remedy in _OWN},
    **shared_remedies(CARDS, CARDS_OUT),
}

# Why a round is void, by the irregularity reported.
VOIDED_BECAUSE = {
    NO_START: "the starting position cannot be found",
    WRONG_START: "the deal began at a wrong position",
    WRONG_START_VOIDED: "the deal began at a wrong position",
    DEALER_CARD: "a card of the dealer was exposed",
    DEALER_CARD_IN_DEAL: "a card of the dealer was exposed in the deal",
    ANY_CARD_FROM_HAND: "a card was exposed while dealing from the hand",
}
