"""What can go wrong with tiles, dice and hands, and what is ordered then (621a.4(e), 621a.9(i), 621a.10)."""

from collections.abc import Callable, Mapping

from houseway.games.pai_gow.mixing import REMIX
from houseway.games.pai_gow.positions import DEALER
from houseway.games.pai_gow.round import Condition, Phase, Round
from houseway.games.pai_gow.submission import START_METHODS, StartMethod
from houseway.law import implements, pa
from houseway.table.irregularities import Remedy
from houseway.table.roles import DEALERS, FLOORPERSONS

BANK_LIFTED_LID = pa("621a.9(i)#7")
NOT_FLAT = pa("621a.10(a)")
FELL_OUT = pa("621a.10(b)")
WRONG_START = pa("621a.10(c)")
DEALER_EXPOSED_TILE = pa("621a.10(d)#1")
DECIDED_UNSEEN = pa("621a.10(d)#2")
VOIDED_WAGER_BACK = pa("621a.10(d)#3")
HOUSE_TILE_EXPOSED = pa("621a.10(e)")
HOUSE_WAY_RESET = pa("621a.10(f)")

_CREW = (*DEALERS, *FLOORPERSONS)
_ALL_VOID = "all hands void, all wagers back, mix the tiles again"
_HANDS_OUT = frozenset(
    {
        Phase.DELIVERING,
        Phase.COVERING,
        Phase.SETTING,
        Phase.TURNING,
        Phase.DEALER_SETS,
        Phase.EXPOSING_BANK,
        Phase.SHOWDOWN,
    }
)
# Until the dealer's own tiles are properly turned, and until a bank's are (B-PG-24).
_BEFORE_THE_TURN = _HANDS_OUT - {Phase.DEALER_SETS, Phase.EXPOSING_BANK, Phase.SHOWDOWN}
_BEFORE_THE_BANK_IS_SHOWN = _HANDS_OUT - {Phase.SHOWDOWN}

STACKING = "tile-exposed-while-stacking"
STACK_TILE = "stack-tile-exposed"
BANK_LIFTED = "bank-lifted-lid"
NO_ROLLS = ("dice-not-flat", "die-fell-out", BANK_LIFTED)
NO_START = "start-cannot-be-found"
DEALER_TILE = "dealer-tile-exposed"
BANK_TILE = "bank-tile-exposed"
DEAD_TILE = "dead-hand-exposed"
OWN_TILE = "player-exposed-own-tile"

REMEDIES = {
    remedy.irregularity: remedy
    for remedy in (
        Remedy(
            STACKING,
            "A tile was exposed while stacking, or in the stacks",
            _CREW,
            REMIX,
            "mix the whole set again",
            frozenset({Phase.BETTING}),
        ),
        # B-PG-24: nobody plays the tiles of the stacks yet, and all places will get some of them.
        Remedy(
            STACK_TILE,
            "A tile in the stacks was exposed",
            _CREW,
            HOUSE_TILE_EXPOSED,
            _ALL_VOID,
            frozenset({Phase.CLOSED, Phase.DELIVERING}),
        ),
        Remedy(
            "dice-not-flat",
            "The dice do not all lie flat in the shaker",
            DEALERS,
            NOT_FLAT,
            "no roll; shake the dice again",
            frozenset({Phase.CLOSED}),
        ),
        Remedy(
            "die-fell-out",
            "A die fell out of the shaker",
            DEALERS,
            FELL_OUT,
            "no roll; shake the dice again",
            frozenset({Phase.CLOSED}),
        ),
        Remedy(
            BANK_LIFTED,
            "The bank took the lid off the shaker",
            DEALERS,
            BANK_LIFTED_LID,
            "cover the shaker; the bank shakes again",
            frozenset({Phase.CLOSED}),
        ),
        # No clause covers a broken shaker or generator; with no other method left, nothing can be dealt.
        Remedy(
            NO_START,
            "The starting position cannot be found by any filed method",
            FLOORPERSONS,
            START_METHODS,
            _ALL_VOID,
            frozenset({Phase.CLOSED}),
        ),
        # B-PG-24: whatever made the start wrong, the harm is the same.
        Remedy(
            "wrong-start",
            "The tiles were dealt from a wrong starting position",
            _CREW,
            WRONG_START,
            _ALL_VOID,
            _HANDS_OUT,
        ),
        Remedy(
            DEALER_TILE,
            "A tile of the dealer was exposed",
            _CREW,
            HOUSE_TILE_EXPOSED,
            _ALL_VOID,
            _BEFORE_THE_TURN,
        ),
        Remedy(
            BANK_TILE,
            "A tile of the bank was exposed",
            _CREW,
            HOUSE_TILE_EXPOSED,
            _ALL_VOID,
            _BEFORE_THE_BANK_IS_SHOWN,
        ),
        Remedy(
            DEAD_TILE,
            "A tile of the Dead Hand, or of a position without a wager, was exposed",
            _CREW,
            HOUSE_TILE_EXPOSED,
            _ALL_VOID,
            _HANDS_OUT,
        ),
        Remedy(
            OWN_TILE,
            "A player exposed a tile of the own hand",
            _CREW,
            DEALER_EXPOSED_TILE,
            "the hand is played out",
            _HANDS_OUT,
        ),
    )
}

# Why a round is void, by the irregularity reported.
VOIDED_BECAUSE = {
    STACK_TILE: "a tile in the stacks was exposed",
    NO_START: "the starting position cannot be found",
    "wrong-start": "the tiles were dealt from a wrong position",
    DEALER_TILE: "a tile of the dealer was exposed",
    BANK_TILE: "a tile of the bank was exposed",
    DEAD_TILE: "a tile that nobody plays was exposed",
}


@implements(
    "621a.4(e)", "621a.6(a)", "621a.9(i)#7", "621a.10(a)", "621a.10(b)", "621a.10(e)", readings=("B-PG-24",)
)
def may_report(state: Round, remedy: Remedy, methods: tuple[StartMethod, ...]) -> bool:
    """Whether an irregularity can have happened as things stand, with these methods of finding the start."""
    if state.phase not in remedy.phases:
        return False
    name = remedy.irregularity
    if name in NO_ROLLS:
        return state.shaken and (name != BANK_LIFTED or state.bank is not None)
    if name == NO_START:
        return state.start is None and len(methods) == 1
    if name == OWN_TILE:
        return any(state.hand(seat) and state.shown_at(seat) is None for seat in state.bettors)
    return name not in _TILES_LIE or _TILES_LIE[name](state)


@implements("621a.10(e)", readings=("B-PG-24",))
def _bank_lies_hidden(state: Round) -> bool:
    """Whether a bank has tiles that were not turned yet: exposed, or turned for the dealer to set where the house co-banks."""
    bank = state.bank
    if bank is None or (bank.co and state.phase is Phase.DEALER_SETS):
        return False
    return bool(state.hand(bank.seat)) and state.shown_at(bank.seat) is None


def _dealer_plays(state: Round) -> bool:
    """Whether the dealer's tiles are played: without a wager against a bank they go to the Dead Hand."""
    return state.bank is None or bool(state.bank.stake)


@implements("621a.10(e)", readings=("B-PG-24",))
def _unplayed_lie(state: Round) -> bool:
    """Whether a place that nobody plays has been served."""
    played = {*state.bettors, state.opponent, *((DEALER,) if _dealer_plays(state) else ())}
    return any(hand.seat not in played for hand in state.hands)


# Whether there are tiles that an exposure can concern; only a place that has been served has any.
_TILES_LIE: Mapping[str, Callable[[Round], bool]] = {
    STACKING: lambda state: state.condition in (Condition.MIXED, Condition.STACKED),
    STACK_TILE: lambda state: bool(state.stacks),
    DEALER_TILE: lambda state: _dealer_plays(state) and bool(state.hand(DEALER)),
    BANK_TILE: _bank_lies_hidden,
    DEAD_TILE: _unplayed_lie,
}
