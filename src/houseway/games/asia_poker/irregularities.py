"""What can go wrong with the shaker, the start and the cards, and what is ordered then (659a.13)."""

from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.decks import Dealing
from houseway.games.asia_poker.cards import CARDS
from houseway.games.asia_poker.round import Phase, Round
from houseway.games.asia_poker.submission import START_METHODS, TextInForce
from houseway.law import implements, pa
from houseway.table.card_irregularities import shared_remedies
from houseway.table.deck_steps import CREW
from houseway.table.events import IrregularityCalled
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.roles import DEALERS, FLOORPERSONS

if TYPE_CHECKING:
    from houseway.games.asia_poker.game import AsiaPoker

CARDS_OUT = frozenset({Phase.COVERING, Phase.SETTING, Phase.TURNING, Phase.DEALER_SETS, Phase.SHOWDOWN})
# The dealer's cards lie face down.
_BEFORE_THE_TURN = frozenset({Phase.STUB, Phase.COVERING, Phase.SETTING, Phase.TURNING})
# The last card dealt may be the one that was exposed.
_UNTIL_THE_STUB_IS_AWAY = frozenset({Phase.DEALING, Phase.STUB})
_ALL_VOID = "all hands void, all wagers back, reshuffle"

NO_START = "start-cannot-be-found"
WRONG_START = "wrong-start"
WRONG_START_VOIDED = "wrong-start-found-late-voided"
WRONG_START_PLAYED = "wrong-start-found-late-played"
DEALER_CARD = "dealer-card-exposed"
DEALER_CARD_IN_DEAL = "dealer-card-exposed-in-the-deal"
ANY_CARD_FROM_HAND = "card-exposed-dealing-from-the-hand"

# Why a round is void, by the irregularity reported.
VOIDED_BECAUSE = {
    NO_START: "the starting position cannot be found",
    WRONG_START: "the deal began at a wrong position",
    WRONG_START_VOIDED: "the deal began at a wrong position",
    DEALER_CARD: "a card of the dealer was exposed",
    DEALER_CARD_IN_DEAL: "a card of the dealer was exposed in the deal",
    ANY_CARD_FROM_HAND: "a card was exposed while dealing from the hand",
}


def _is_shaken(game: "AsiaPoker", state: Round) -> bool:
    return state.shaken


@implements("659a.13(a)", "659a.13(b)")
def _no_roll(game: "AsiaPoker", state: Round, called: IrregularityCalled) -> Step[Round]:
    """The dice do not count and are shaken again."""
    return Step(msgspec.structs.replace(state, shaken=False), (called,))


def _start_unknown(game: "AsiaPoker", state: Round) -> bool:
    return state.start is None


@implements("659a.13(c)", "659a.13(e)", "659a.13(j)", readings=("659-21", "659-26"))
def _all_void(game: "AsiaPoker", state: Round, called: IrregularityCalled) -> Step[Round]:
    """All hands are void and all wagers go back."""
    clause = REMEDIES[called.irregularity].clause
    voided = game.void(state, (clause,), VOIDED_BECAUSE[called.irregularity])
    return Step(voided.state, (called, *voided.events))


# Which exposed cards void the round is for the text in force.


def _is_temporary(game: "AsiaPoker") -> bool:
    return game.submission.edition is TextInForce.TEMPORARY


@implements("659a.13(j)", readings=("659-20",))
def any_exposed_card_voids(game: "AsiaPoker", state: Round) -> bool:
    """Whether the temporary text voids all hands for any card exposed now, from the first to the last dealt."""
    dealing = state.phase in _UNTIL_THE_STUB_IS_AWAY and state.kit.dealing is Dealing.HAND
    return dealing and _is_temporary(game)


def _final_text(game: "AsiaPoker", state: Round) -> bool:
    return not _is_temporary(game)


def _not_another_rule(game: "AsiaPoker", state: Round) -> bool:
    """Whether the dealer's card has no rule of its own now, as in the deal under the final text."""
    if state.phase != Phase.DEALING:
        return True
    return _is_temporary(game) and not any_exposed_card_voids(game, state)


_OWN = (
    Remedy(
        "dice-not-flat",
        "The dice do not all lie flat in the shaker",
        DEALERS,
        pa("659a.13(a)"),
        "no roll; shake the dice again",
        frozenset({Phase.CLOSED}),
        when=_is_shaken,
        do=_no_roll,
    ),
    Remedy(
        "die-fell-out",
        "A die fell out of the shaker",
        DEALERS,
        pa("659a.13(b)"),
        "no roll; shake the dice again",
        frozenset({Phase.CLOSED}),
        when=_is_shaken,
        do=_no_roll,
    ),
    # Reading 659-26: no clause covers a broken shaker or generator; with no other method left, nothing can be dealt.
    Remedy(
        NO_START,
        "The starting position cannot be found by any filed method",
        FLOORPERSONS,
        START_METHODS,
        "the round is void, all wagers back, reshuffle",
        frozenset({Phase.CLOSED}),
        when=_start_unknown,
        do=_all_void,
    ),
    Remedy(
        WRONG_START,
        "The cards were dealt from a wrong starting position",
        CREW,
        pa("659a.13(c)"),
        _ALL_VOID,
        _BEFORE_THE_TURN | {Phase.DEALING},
        do=_all_void,
    ),
    # Reading 659-21: once the dealer's cards are turned a floorperson decides, and the decision is recorded.
    Remedy(
        WRONG_START_VOIDED,
        "Wrong starting position found after the turn: void the round",
        FLOORPERSONS,
        pa("659a.13(c)"),
        _ALL_VOID,
        frozenset({Phase.DEALER_SETS, Phase.SHOWDOWN}),
        do=_all_void,
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
        CREW,
        pa("659a.13(e)"),
        _ALL_VOID,
        _BEFORE_THE_TURN | {Phase.DEALING},
        when=_not_another_rule,
        do=_all_void,
    ),
    Remedy(
        DEALER_CARD_IN_DEAL,
        "A card of the dealer was exposed while dealing",
        CREW,
        pa("659a.13(j)"),
        _ALL_VOID,
        _UNTIL_THE_STUB_IS_AWAY,
        when=_final_text,
        do=_all_void,
    ),
    # What the temporary chapter had in its place.
    Remedy(
        ANY_CARD_FROM_HAND,
        "A card was exposed while dealing from the hand",
        CREW,
        pa("659a.13(j)"),
        _ALL_VOID,
        _UNTIL_THE_STUB_IS_AWAY,
        when=any_exposed_card_voids,
        do=_all_void,
    ),
)

REMEDIES: dict[str, Remedy] = {
    **{remedy.irregularity: remedy for remedy in _OWN},
    **shared_remedies(CARDS, CARDS_OUT),
}
