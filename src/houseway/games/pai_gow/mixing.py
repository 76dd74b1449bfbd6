"""The tiles on their way into play (621a.3(b), 621a.4): inspected, shown, viewed, mixed and stacked."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from houseway.equipment.life import Life
from houseway.equipment.tiles import FULL_SET, UNSEEN, check_told, problems_of_set
from houseway.games.pai_gow.delivery import LEVELS, STACKS
from houseway.games.pai_gow.events import (
    TilesBrought,
    TilesHandled,
    TilesMixed,
    TilesRejected,
    TilesRemoved,
    TilesSealed,
    TilesStacked,
)
from houseway.games.pai_gow.moves import (
    BringTiles,
    DisplayTiles,
    InspectTiles,
    MixTiles,
    RejectTiles,
    RemoveTiles,
    SealTiles,
    ShowTiles,
    StackTiles,
    VerifyTiles,
    ViewTiles,
)
from houseway.games.pai_gow.release import without_bank
from houseway.games.pai_gow.round import Condition, Past, Phase, Round, TileSet
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.events import cited
from houseway.table.felt import Step
from houseway.table.moves import Move
from houseway.table.roles import FLOORPERSONS

if TYPE_CHECKING:
    from houseway.games.pai_gow.game import PaiGow

TWELVE_HOURS = pa("621a.3(b)")
INSPECTED = pa("621a.4(a)#1")
VERIFIED = pa("621a.4(a)#2")
SORTED = pa("621a.4(a)(1)")
SIDE_BY_SIDE = pa("621a.4(a)(2)")
EXAMINED = pa("621a.4(a)(3)")
ANOTHER_SET = pa("621a.4(a)(3)(i)")
SEALED = pa("621a.4(a)(3)(ii)#1")
SIGNED = pa("621a.4(a)(3)(ii)#2")
SHOWN_IN_PAIRS = pa("621a.4(b)#1")
LEFT_IN_PAIRS = pa("621a.4(b)#2")
FIRST_PLAYER_LOOKS = pa("621a.4(c)#1")
THEN_MIXED = pa("621a.4(c)#2")
HEELS_OF_HANDS = pa("621a.4(d)#1")
CIRCULAR = pa("621a.4(d)#2")
EIGHT_CIRCLES = pa("621a.4(d)#3")
STACKED = pa("621a.4(d)#4")
REMIX = pa("621a.4(e)")
MIXED_AFTER_EACH_ROUND = pa("621a.4(f)")
SHOWN_WHEN_IDLE = pa("621a.4(g)#1")
IDLE_OVER = pa("621a.4(g)#2")

# What the dealer does in one step each: the inspection, and the mixing.
INSPECTION = (INSPECTED, SORTED, SIDE_BY_SIDE, EXAMINED)
MIXING = (HEELS_OF_HANDS, CIRCULAR, EIGHT_CIRCLES)
LEAST_CIRCLES = EIGHT_CIRCLES.integer("min_circles_per_hand")

LIFE = Life(TWELVE_HOURS, hours=TWELVE_HOURS.integer("max_hours"))

_UNTOLD = (UNSEEN,) * len(FULL_SET)


# The set comes and goes (621a.3(b), 621a.4(a)).


def check_no_set(game: "PaiGow", state: Round) -> None:
    """Refuse a set but between rounds, at a table without one."""
    _check_between_rounds(state)
    if state.tiles is not None:
        raise RuleViolation(
            INSPECTED,
            f"set {state.tiles.serial} is at the table",
            fix="remove it, or seal it if it is unsuitable",
        )


def bring(game: "PaiGow", state: Round, move: BringTiles) -> Step[Round]:
    """A set comes to the table, one at a time."""
    if not move.serial.strip():
        raise RuleViolation(INSPECTED, "a set of tiles is known by its serial number")
    brought = TilesBrought(serial=move.serial, **cited((INSPECTED, ANOTHER_SET)))
    return Step(msgspec.structs.replace(state, tiles=TileSet(serial=move.serial)), (brought,))


def check_removable(game: "PaiGow", state: Round) -> None:
    """Refuse to take away a set but between rounds; an unsuitable one is sealed."""
    _check_between_rounds(state)
    if _set_of(state, TWELVE_HOURS).condition is Condition.REJECTED:
        raise RuleViolation(SEALED, "an unsuitable set leaves the table sealed", fix="seal it")


def remove(game: "PaiGow", state: Round, move: RemoveTiles) -> Step[Round]:
    """The set leaves the table between rounds, as it must after its time."""
    tiles = _set_of(state, TWELVE_HOURS)
    released = without_bank(state, TWELVE_HOURS, "the tiles are changed")
    removed = TilesRemoved(serial=tiles.serial, clause=TWELVE_HOURS.id)
    return Step(without_tiles(_anew(released.state)), (removed, *released.events))


# Inspection (621a.4(a)).


@implements("621a.4(a)#1", "621a.4(a)(1)", "621a.4(a)(2)", "621a.4(a)(3)")
def inspect(game: "PaiGow", state: Round, move: InspectTiles) -> Step[Round]:
    """The dealer sorts the set into pairs, lays the tiles side by side and looks at backs and sides."""
    if move.tiles:
        for problem in problems_of_set(move.tiles):
            raise RuleViolation(SORTED, problem, fix="reject the set and bring another")
    return _handled(state, Condition.INSPECTED, move, "inspected", INSPECTION)


@implements("621a.4(a)#2")
def verify(game: "PaiGow", state: Round, move: VerifyTiles) -> Step[Round]:
    """The floorperson of the table confirms the inspection."""
    return _handled(state, Condition.VERIFIED, move, "verified", (VERIFIED,))


def check_rejectable(game: "PaiGow", state: Round) -> None:
    """Refuse to reject a set in the middle of a round, or twice."""
    _check_between_rounds(state)
    if _set_of(state, ANOTHER_SET).condition is Condition.REJECTED:
        raise RuleViolation(SEALED, "the set is rejected", fix="seal it")


@implements("621a.4(a)(3)(i)")
def reject(game: "PaiGow", state: Round, move: RejectTiles) -> Step[Round]:
    """A set that proves unsuitable in the inspection, or later between rounds, is not used again."""
    if not move.reason.strip():
        raise RuleViolation(ANOTHER_SET, "a set is rejected for a reason", fix="say what is wrong with it")
    tiles = _set_of(state, ANOTHER_SET)
    released = without_bank(state, ANOTHER_SET, "the tiles are changed")
    rejected = TilesRejected(serial=tiles.serial, reason=move.reason, clause=ANOTHER_SET.id)
    cleared = without_tiles(_anew(released.state))
    after = msgspec.structs.replace(cleared, tiles=_in(tiles, Condition.REJECTED))
    return Step(after, (rejected, *released.events))


@implements("621a.4(a)(3)(ii)#1", "621a.4(a)(3)(ii)#2")
def seal(game: "PaiGow", state: Round, move: SealTiles) -> Step[Round]:
    """The unsuitable set goes into a sealed container, labelled and signed by dealer and floorperson."""
    if move.witness not in FLOORPERSONS:
        raise RuleViolation(SIGNED, "a floorperson or above signs the label too")
    tiles = _set_of(state, SEALED)
    sealed = TilesSealed(serial=tiles.serial, by=move.by, witness=move.witness, **cited((SEALED, SIGNED)))
    return Step(without_tiles(state), (sealed,))


# Shown, viewed, mixed and stacked (621a.4(b)-(d), (f), (g)).


def shown_by(game: "PaiGow", state: Round) -> tuple[Clause, ...]:
    """By what the tiles are laid out in pairs: a new set, or that of a table that all have left."""
    return (SHOWN_WHEN_IDLE,) if state.condition is Condition.IDLE else (SHOWN_IN_PAIRS,)


@implements("621a.4(b)#1", "621a.4(g)#1")
def show(game: "PaiGow", state: Round, move: ShowTiles) -> Step[Round]:
    """The verified set, or that of a table that all have left, lies face up in sixteen pairs."""
    return _handled(state, Condition.SHOWN, move, "shown in pairs", shown_by(game, state))


def check_nobody_plays(game: "PaiGow", state: Round) -> None:
    """Refuse to lay out tiles in use while somebody wagers or banks."""
    _check_between_rounds(state)
    tiles = _set_of(state, SHOWN_WHEN_IDLE)
    if tiles.condition in _NOT_YET_SHOWN:
        first, fix = _FIRST[tiles.condition]
        raise RuleViolation(first, f"the tiles are {tiles.condition}", fix=fix)
    if state.bets or state.bank is not None:
        raise RuleViolation(SHOWN_WHEN_IDLE, "there is gaming at the table", fix="play the round first")


@implements("621a.4(g)#1", "621a.9(b)#1", readings=("B-PG-01",))
def show_when_idle(game: "PaiGow", state: Round, move: DisplayTiles) -> Step[Round]:
    """While nobody wagers or banks, the tiles may lie in pairs; they are viewed and mixed again, and the game starts anew."""
    cleared = msgspec.structs.replace(without_tiles(_anew(state)), tiles=state.tiles)
    return _handled(cleared, Condition.SHOWN, move, "shown in pairs", (SHOWN_WHEN_IDLE,))


def check_viewable(game: "PaiGow", state: Round) -> None:
    """Refuse to go on with tiles in pairs before a player has come."""
    _check_condition(state, FIRST_PLAYER_LOOKS, Condition.SHOWN)
    if not state.seats:
        raise RuleViolation(
            LEFT_IN_PAIRS, "no player has come to see the tiles", fix="leave them in pairs until one does"
        )


@implements("621a.4(b)#2", "621a.4(c)#1")
def view(game: "PaiGow", state: Round, move: ViewTiles) -> Step[Round]:
    """The first player to arrive looks at the pairs, which stay until then."""
    return _handled(state, Condition.VIEWED, move, "viewed", (FIRST_PLAYER_LOOKS, LEFT_IN_PAIRS))


@implements("621a.4(b)#2", "621a.4(c)#1", "621a.4(c)#2", "621a.4(e)", "621a.4(f)", "621a.4(g)#2")
def check_mixable(game: "PaiGow", state: Round) -> None:
    """Tiles are mixed once the first player has seen them, after each round, and when one of them was exposed."""
    _check_condition(state, THEN_MIXED, Condition.VIEWED, Condition.USED, Condition.EXPOSED)


@implements("621a.4(c)#2", "621a.4(d)#1", "621a.4(d)#2", "621a.4(d)#3", "621a.4(e)", "621a.4(f)")
def mix(game: "PaiGow", state: Round, move: MixTiles) -> Step[Round]:
    """The tiles are mixed face down: after the first player's look, after each round, and when one was exposed."""
    if move.times < LEAST_CIRCLES:
        raise RuleViolation(
            EIGHT_CIRCLES,
            f"{move.times} circles are too few to mix the tiles",
            fix=f"make at least {LEAST_CIRCLES} with each hand",
        )
    tiles = _set_of(state, THEN_MIXED)
    clauses = (_FIRST[tiles.condition][0], *MIXING)
    mixed = TilesMixed(serial=tiles.serial, times=move.times, **cited(clauses))
    after = msgspec.structs.replace(without_tiles(state), tiles=_in(tiles, Condition.MIXED))
    return Step(after, (mixed,))


@implements("621a.4(d)#4")
def stack(game: "PaiGow", state: Round, move: StackTiles) -> Step[Round]:
    """The mixed tiles stand in eight stacks of four; the whole set is told, or none of it."""
    if len(move.tiles) != len(FULL_SET):
        raise RuleViolation(
            STACKED, f"{len(FULL_SET)} tiles make eight stacks of four, not {len(move.tiles)}"
        )
    if move.tiles != _UNTOLD:
        if UNSEEN in move.tiles:
            raise RuleViolation(STACKED, "the tiles are told, all of them or none")
        check_told(move.tiles, FULL_SET, STACKED)
    stacks = tuple(move.tiles[first : first + LEVELS] for first in range(0, STACKS * LEVELS, LEVELS))
    stacked = TilesStacked(tiles=move.tiles, clause=STACKED.id)
    after = msgspec.structs.replace(in_condition(state, Condition.STACKED), stacks=stacks)
    return Step(after, (stacked,))


def without_tiles(state: Round) -> Round:
    """The table with no tiles on its felt."""
    return msgspec.structs.replace(
        state, tiles=None, stacks=(), cut=False, hands=(), laid=(), shown=(), collected=(), dice=()
    )


@implements("621a.4(g)#1", "621a.4(g)#2", "621a.9(b)#1", readings=("B-PG-01",))
def idle(state: Round) -> Round:
    """The table that all have left: its tiles are to be shown in pairs again, and the game will start anew."""
    fresh = msgspec.structs.replace(without_tiles(state), past=Past())
    if state.tiles is None or state.tiles.condition in _NOT_YET_SHOWN:
        return msgspec.structs.replace(fresh, tiles=state.tiles)
    return msgspec.structs.replace(fresh, tiles=_in(state.tiles, Condition.IDLE))


@implements("621a.9(b)#1", readings=("B-PG-01",))
def _anew(state: Round) -> Round:
    """The game at its start, as when a set leaves the table or play has paused: what was said of the bank is forgotten."""
    past = msgspec.structs.replace(state.past, at_start=True)
    return msgspec.structs.replace(state, offered=0, passed=(), past=past)


_NOT_YET_SHOWN = (
    Condition.BROUGHT,
    Condition.INSPECTED,
    Condition.VERIFIED,
    Condition.IDLE,
    Condition.SHOWN,
    Condition.REJECTED,
)

# What stands before a step, by the condition of the set: the clause, and what is to be done.
_FIRST = {
    Condition.BROUGHT: (INSPECTED, "inspect the tiles"),
    Condition.INSPECTED: (VERIFIED, "verify the inspection"),
    Condition.VERIFIED: (SHOWN_IN_PAIRS, "show the tiles in pairs"),
    Condition.SHOWN: (FIRST_PLAYER_LOOKS, "have the first player look at them"),
    Condition.VIEWED: (THEN_MIXED, "mix the tiles"),
    Condition.MIXED: (STACKED, "stack the tiles"),
    Condition.STACKED: (STACKED, "they stand ready"),
    Condition.IN_PLAY: (MIXED_AFTER_EACH_ROUND, "finish the round"),
    Condition.USED: (MIXED_AFTER_EACH_ROUND, "mix the tiles"),
    Condition.EXPOSED: (REMIX, "mix the tiles again"),
    Condition.IDLE: (SHOWN_WHEN_IDLE, "show the tiles in pairs"),
    Condition.REJECTED: (SEALED, "seal the unsuitable set"),
}


def _set_of(state: Round, clause: Clause) -> TileSet:
    if state.tiles is None:
        raise RuleViolation(clause, "there is no set of tiles at the table", fix="bring a set of tiles")
    return state.tiles


def due(clause: Clause, *wanted: Condition) -> Callable[["PaiGow", Round], None]:
    """That a step is refused while it is not the set's next one."""
    return lambda game, state: _check_condition(state, clause, *wanted)


def _check_condition(state: Round, clause: Clause, *wanted: Condition) -> None:
    tiles = _set_of(state, clause)
    if tiles.condition not in wanted:
        first, fix = _FIRST[tiles.condition]
        raise RuleViolation(first, f"the tiles are {tiles.condition.replace('-', ' ')}", fix=fix)


@implements("621a.6(a)")
def check_stacked(state: Round) -> None:
    """Refuse to go on with tiles that do not stand mixed and stacked."""
    _check_condition(state, STACKED, Condition.STACKED)


def _check_between_rounds(state: Round) -> None:
    if state.phase is not Phase.BETTING:
        raise RuleViolation(MIXED_AFTER_EACH_ROUND, "a round is under way", fix="finish the round first")


def _in(tiles: TileSet, condition: Condition) -> TileSet:
    return msgspec.structs.replace(tiles, condition=condition)


def in_condition(state: Round, condition: Condition) -> Round:
    """The state with its set of tiles so far on its way."""
    assert state.tiles is not None, "a round is played with tiles"
    return msgspec.structs.replace(state, tiles=_in(state.tiles, condition))


def _handled(
    state: Round, condition: Condition, move: Move, done: str, clauses: tuple[Clause, ...]
) -> Step[Round]:
    """The set one step further on its way."""
    after = in_condition(state, condition)
    assert after.tiles is not None
    event = TilesHandled(serial=after.tiles.serial, done=done, by=move.by, **cited(clauses))
    return Step(after, (event,))
