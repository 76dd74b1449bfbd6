"""What can go wrong with tiles, dice and hands, and what is ordered then (621a.4(e), 621a.9(i), 621a.10)."""

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from houseway.games.pai_gow.dealing import methods
from houseway.games.pai_gow.mixing import REMIX, in_condition
from houseway.games.pai_gow.positions import DEALER
from houseway.games.pai_gow.release import unstaked
from houseway.games.pai_gow.round import Condition, Phase, Round
from houseway.games.pai_gow.settlement import void
from houseway.games.pai_gow.submission import START_METHODS
from houseway.law import Clause, implements, pa
from houseway.table.events import IrregularityCalled
from houseway.table.felt import Step
from houseway.table.irregularities import Remedy
from houseway.table.roles import DEALERS, FLOORPERSONS

if TYPE_CHECKING:
    from houseway.games.pai_gow.game import PaiGow

BANK_LIFTED_LID = pa("621a.9(i)#7")
NOT_FLAT = pa("621a.10(a)")
FELL_OUT = pa("621a.10(b)")
WRONG_START = pa("621a.10(c)")
DEALER_EXPOSED_TILE = pa("621a.10(d)#1")
DECIDED_UNSEEN = pa("621a.10(d)#2")
VOIDED_WAGER_BACK = pa("621a.10(d)#3")
HOUSE_TILE_EXPOSED = pa("621a.10(e)")
HOUSE_WAY_RESET = pa("621a.10(f)")

CREW = (*DEALERS, *FLOORPERSONS)
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
_CLOSED = frozenset({Phase.CLOSED})


# Whether it can have happened: a tile of a place is exposed only once that place has been served.


@implements("621a.4(e)", readings=("B-PG-24",))
def _are_stacked(game: "PaiGow", state: Round) -> bool:
    """Whether the tiles lie mixed, or stand in their stacks."""
    return state.condition in (Condition.MIXED, Condition.STACKED)


@implements("621a.10(e)", readings=("B-PG-24",))
def _stacks_stand(game: "PaiGow", state: Round) -> bool:
    """Whether there are tiles in the stacks; nobody plays them yet, and all places will get some of them."""
    return bool(state.stacks)


@implements("621a.10(a)", "621a.10(b)")
def _is_shaken(game: "PaiGow", state: Round) -> bool:
    """Whether the dice lie shaken under the lid."""
    return state.shaken


@implements("621a.9(i)#7")
def _bank_has_shaken(game: "PaiGow", state: Round) -> bool:
    """Whether the bank has shaken the dice."""
    return state.shaken and state.bank is not None


@implements("621a.6(a)")
def _no_method_is_left(game: "PaiGow", state: Round) -> bool:
    """Whether the only filed method is the one that failed."""
    return state.start is None and len(methods(game.submission, state)) == 1


@implements("621a.10(e)", readings=("B-PG-24",))
def _dealer_has_tiles(game: "PaiGow", state: Round) -> bool:
    """Whether the dealer has tiles that are played."""
    return _dealer_plays(state) and bool(state.hand(DEALER))


@implements("621a.10(e)", readings=("B-PG-24",))
def _bank_lies_hidden(game: "PaiGow", state: Round) -> bool:
    """Whether a bank has tiles that were not turned yet: exposed, or turned for the dealer to set where the house co-banks."""
    bank = state.bank
    if bank is None or (bank.co and state.phase is Phase.DEALER_SETS):
        return False
    return bool(state.hand(bank.seat)) and state.shown_at(bank.seat) is None


def _dealer_plays(state: Round) -> bool:
    """Whether the dealer's tiles are played: without a wager against a bank they go to the Dead Hand."""
    return state.bank is None or bool(state.bank.stake)


@implements("621a.10(e)", readings=("B-PG-24",))
def _unplayed_lie(game: "PaiGow", state: Round) -> bool:
    """Whether a place that nobody plays has been served."""
    played = {*state.bettors, state.opponent, *((DEALER,) if _dealer_plays(state) else ())}
    return any(hand.seat not in played for hand in state.hands)


def _players_hide_tiles(game: "PaiGow", state: Round) -> bool:
    """Whether some player has tiles that were not shown yet."""
    return any(state.hand(seat) and state.shown_at(seat) is None for seat in state.bettors)


# What is done then.


@implements("621a.4(e)")
def _mix_again(game: "PaiGow", state: Round, called: IrregularityCalled) -> Step[Round]:
    """The dealer wagers once the tiles are stacked and cut, and so they will be again."""
    back = unstaked(state, REMIX)
    exposed = in_condition(back.state, Condition.EXPOSED)
    return Step(msgspec.structs.replace(exposed, stacks=(), cut=False), (called, *back.events))


@implements("621a.9(i)#7", "621a.10(a)", "621a.10(b)")
def _no_roll(game: "PaiGow", state: Round, called: IrregularityCalled) -> Step[Round]:
    """The dice are to be shaken again."""
    return Step(msgspec.structs.replace(state, shaken=False), (called,))


@implements("621a.10(c)", "621a.10(e)", readings=("B-PG-24",))
def _all_void(
    clause: Clause, reason: str, game: "PaiGow", state: Round, called: IrregularityCalled
) -> Step[Round]:
    """All hands void, as the chapter orders."""
    voided = void(state, clause, reason)
    return Step(voided.state, (called, *voided.events))


REMEDIES = {
    remedy.irregularity: remedy
    for remedy in (
        Remedy(
            "tile-exposed-while-stacking",
            "A tile was exposed while stacking, or in the stacks",
            CREW,
            REMIX,
            "mix the whole set again",
            frozenset({Phase.BETTING}),
            when=_are_stacked,
            do=_mix_again,
        ),
        Remedy(
            "stack-tile-exposed",
            "A tile in the stacks was exposed",
            CREW,
            HOUSE_TILE_EXPOSED,
            _ALL_VOID,
            frozenset({Phase.CLOSED, Phase.DELIVERING}),
            when=_stacks_stand,
            do=partial(_all_void, HOUSE_TILE_EXPOSED, "a tile in the stacks was exposed"),
        ),
        Remedy(
            "dice-not-flat",
            "The dice do not all lie flat in the shaker",
            DEALERS,
            NOT_FLAT,
            "no roll; shake the dice again",
            _CLOSED,
            when=_is_shaken,
            do=_no_roll,
        ),
        Remedy(
            "die-fell-out",
            "A die fell out of the shaker",
            DEALERS,
            FELL_OUT,
            "no roll; shake the dice again",
            _CLOSED,
            when=_is_shaken,
            do=_no_roll,
        ),
        Remedy(
            "bank-lifted-lid",
            "The bank took the lid off the shaker",
            DEALERS,
            BANK_LIFTED_LID,
            "cover the shaker; the bank shakes again",
            _CLOSED,
            when=_bank_has_shaken,
            do=_no_roll,
        ),
        # No clause covers a broken shaker or generator; with no other method left, nothing can be dealt.
        Remedy(
            "start-cannot-be-found",
            "The starting position cannot be found by any filed method",
            FLOORPERSONS,
            START_METHODS,
            _ALL_VOID,
            _CLOSED,
            when=_no_method_is_left,
            do=partial(_all_void, START_METHODS, "the starting position cannot be found"),
        ),
        # B-PG-24: whatever made the start wrong, the harm is the same.
        Remedy(
            "wrong-start",
            "The tiles were dealt from a wrong starting position",
            CREW,
            WRONG_START,
            _ALL_VOID,
            _HANDS_OUT,
            do=partial(_all_void, WRONG_START, "the tiles were dealt from a wrong position"),
        ),
        Remedy(
            "dealer-tile-exposed",
            "A tile of the dealer was exposed",
            CREW,
            HOUSE_TILE_EXPOSED,
            _ALL_VOID,
            _BEFORE_THE_TURN,
            when=_dealer_has_tiles,
            do=partial(_all_void, HOUSE_TILE_EXPOSED, "a tile of the dealer was exposed"),
        ),
        Remedy(
            "bank-tile-exposed",
            "A tile of the bank was exposed",
            CREW,
            HOUSE_TILE_EXPOSED,
            _ALL_VOID,
            _BEFORE_THE_BANK_IS_SHOWN,
            when=_bank_lies_hidden,
            do=partial(_all_void, HOUSE_TILE_EXPOSED, "a tile of the bank was exposed"),
        ),
        Remedy(
            "dead-hand-exposed",
            "A tile of the Dead Hand, or of a position without a wager, was exposed",
            CREW,
            HOUSE_TILE_EXPOSED,
            _ALL_VOID,
            _HANDS_OUT,
            when=_unplayed_lie,
            do=partial(_all_void, HOUSE_TILE_EXPOSED, "a tile that nobody plays was exposed"),
        ),
        # The record is all: the hand is played out.
        Remedy(
            "player-exposed-own-tile",
            "A player exposed a tile of the own hand",
            CREW,
            DEALER_EXPOSED_TILE,
            "the hand is played out",
            _HANDS_OUT,
            when=_players_hide_tiles,
        ),
    )
}
