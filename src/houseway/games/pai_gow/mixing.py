"""The tiles on their way into play (621a.3(b), 621a.4): inspected, shown, viewed, mixed and stacked."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from houseway.equipment.chance import shuffle
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
from houseway.games.pai_gow.round import Condition, Past, Phase, Round, TileSet
from houseway.games.pai_gow.submission import PaiGowSubmission
from houseway.law import Clause, RuleViolation, implements, pa
from houseway.table.events import Event, cited
from houseway.table.felt import Step
from houseway.table.game import Game
from houseway.table.moves import Move
from houseway.table.roles import DEALERS, FLOORPERSONS
from houseway.table.rules import Lawful, require_role

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

LIFE = Life(TWELVE_HOURS, hours=TWELVE_HOURS.integer("max_hours"))

_UNTOLD = (UNSEEN,) * len(FULL_SET)


class Mixing(Game[Round]):
    """What the game does with its tiles between rounds."""

    submission: PaiGowSubmission

    # The set and its clock.

    @implements("621a.3(b)")
    def watched(self, state: Round) -> Iterator[tuple[str, Life]]:
        """The set that the next round would be played with."""
        if state.tiles is not None and state.phase is Phase.BETTING:
            yield state.tiles.serial, LIFE

    def brought_by(self, move: Move) -> tuple[str, Life] | None:
        """A set of tiles, and how long it may be used."""
        return (move.serial, LIFE) if isinstance(move, BringTiles) else None

    @property
    def inspects_by(self) -> Clause:
        """The clause by which a set of tiles is looked through before it is used (621a.4(a))."""
        return INSPECTED

    def ready(self) -> Round:
        """An empty table with a set of tiles that only waits to be stacked."""
        return msgspec.structs.replace(self.open(), tiles=TileSet(serial="ready", condition=Condition.MIXED))

    def closing(self, state: Round) -> Round:
        """The tiles leave a closed table, and the game starts anew when it opens again."""
        return msgspec.structs.replace(without_tiles(state), past=Past())

    def between_rounds(self, state: Round) -> bool:
        """Whether no round is under way."""
        return state.phase is Phase.BETTING

    def _bring(self, state: Round, move: BringTiles) -> Step[Round]:
        """A set comes to the table, one at a time."""
        require_role(move, FLOORPERSONS, ANOTHER_SET, "bring tiles")
        _check_between_rounds(state)
        if state.tiles is not None:
            raise RuleViolation(
                INSPECTED,
                f"set {state.tiles.serial} is at the table",
                fix="remove it, or seal it if it is unsuitable",
            )
        if not move.serial.strip():
            raise RuleViolation(INSPECTED, "a set of tiles is known by its serial number")
        brought = TilesBrought(serial=move.serial, **cited((INSPECTED, ANOTHER_SET)))
        return Step(msgspec.structs.replace(state, tiles=TileSet(serial=move.serial)), (brought,))

    def _remove(self, state: Round, move: RemoveTiles) -> Step[Round]:
        """The set leaves the table between rounds, as it must after its time."""
        require_role(move, FLOORPERSONS, TWELVE_HOURS, "remove the tiles")
        _check_between_rounds(state)
        tiles = _set_of(state, TWELVE_HOURS)
        if tiles.condition is Condition.REJECTED:
            raise RuleViolation(SEALED, "an unsuitable set leaves the table sealed", fix="seal it")
        released = self.without_bank(state, TWELVE_HOURS, "the tiles are changed")
        removed = TilesRemoved(serial=tiles.serial, clause=TWELVE_HOURS.id)
        return Step(without_tiles(_anew(released.state)), (removed, *released.events))

    def without_bank(self, state: Round, clause: Clause, reason: str) -> Step[Round]:
        """The coming round without a player's bank."""
        return Step(state, ())

    # Inspection (621a.4(a)).

    @implements("621a.4(a)#1", "621a.4(a)(1)", "621a.4(a)(2)", "621a.4(a)(3)")
    def _inspect(self, state: Round, move: InspectTiles) -> Step[Round]:
        """The dealer sorts the set into pairs, lays the tiles side by side and looks at backs and sides."""
        require_role(move, DEALERS, INSPECTED, "inspect the tiles")
        _check_condition(state, INSPECTED, Condition.BROUGHT)
        if move.tiles:
            for problem in problems_of_set(move.tiles):
                raise RuleViolation(SORTED, problem, fix="reject the set and bring another")
        return _handled(
            state, Condition.INSPECTED, move, "inspected", (INSPECTED, SORTED, SIDE_BY_SIDE, EXAMINED)
        )

    @implements("621a.4(a)#2")
    def _verify(self, state: Round, move: VerifyTiles) -> Step[Round]:
        """The floorperson of the table confirms the inspection."""
        require_role(move, FLOORPERSONS, VERIFIED, "verify the inspection")
        _check_condition(state, VERIFIED, Condition.INSPECTED)
        return _handled(state, Condition.VERIFIED, move, "verified", (VERIFIED,))

    @implements("621a.4(a)(3)(i)")
    def _reject(self, state: Round, move: RejectTiles) -> Step[Round]:
        """A set that proves unsuitable in the inspection, or later between rounds, is not used again."""
        require_role(move, DEALERS, ANOTHER_SET, "reject the tiles")
        _check_between_rounds(state)
        tiles = _set_of(state, ANOTHER_SET)
        if tiles.condition is Condition.REJECTED:
            raise RuleViolation(SEALED, "the set is rejected", fix="seal it")
        if not move.reason.strip():
            raise RuleViolation(
                ANOTHER_SET, "a set is rejected for a reason", fix="say what is wrong with it"
            )
        released = self.without_bank(state, ANOTHER_SET, "the tiles are changed")
        rejected = TilesRejected(serial=tiles.serial, reason=move.reason, clause=ANOTHER_SET.id)
        cleared = without_tiles(_anew(released.state))
        after = msgspec.structs.replace(cleared, tiles=_in(tiles, Condition.REJECTED))
        return Step(after, (rejected, *released.events))

    @implements("621a.4(a)(3)(ii)#1", "621a.4(a)(3)(ii)#2")
    def _seal(self, state: Round, move: SealTiles) -> Step[Round]:
        """The unsuitable set goes into a sealed container, labelled and signed by dealer and floorperson."""
        require_role(move, DEALERS, SEALED, "seal the tiles")
        tiles = _check_condition(state, SEALED, Condition.REJECTED)
        if move.witness not in FLOORPERSONS:
            raise RuleViolation(SIGNED, "a floorperson or above signs the label too")
        sealed = TilesSealed(serial=tiles.serial, by=move.by, witness=move.witness, **cited((SEALED, SIGNED)))
        return Step(without_tiles(state), (sealed,))

    # Shown, viewed and mixed (621a.4(b)-(d), (f), (g)).

    @implements("621a.4(b)#1", "621a.4(g)#1")
    def _show(self, state: Round, move: ShowTiles) -> Step[Round]:
        """The verified set, or that of a table that all have left, lies face up in sixteen pairs."""
        clause = SHOWN_WHEN_IDLE if state.condition is Condition.IDLE else SHOWN_IN_PAIRS
        require_role(move, DEALERS, clause, "show the tiles")
        _check_condition(state, clause, Condition.VERIFIED, Condition.IDLE)
        return _handled(state, Condition.SHOWN, move, "shown in pairs", (clause,))

    @implements("621a.4(g)#1", "621a.9(b)#1", readings=("B-PG-01",))
    def _display(self, state: Round, move: DisplayTiles) -> Step[Round]:
        """While nobody wagers or banks, the tiles may lie in pairs; they are viewed and mixed again, and the game starts anew."""
        require_role(move, DEALERS, SHOWN_WHEN_IDLE, "show the tiles")
        _check_between_rounds(state)
        tiles = _set_of(state, SHOWN_WHEN_IDLE)
        if tiles.condition in _NOT_YET_SHOWN:
            first, fix = _FIRST[tiles.condition]
            raise RuleViolation(first, f"the tiles are {tiles.condition}", fix=fix)
        if state.bets or state.bank is not None:
            raise RuleViolation(SHOWN_WHEN_IDLE, "there is gaming at the table", fix="play the round first")
        cleared = msgspec.structs.replace(without_tiles(_anew(state)), tiles=tiles)
        return _handled(cleared, Condition.SHOWN, move, "shown in pairs", (SHOWN_WHEN_IDLE,))

    @implements("621a.4(b)#2", "621a.4(c)#1")
    def _view(self, state: Round, move: ViewTiles) -> Step[Round]:
        """The first player to arrive looks at the pairs, which stay until then."""
        require_role(move, DEALERS, FIRST_PLAYER_LOOKS, "have the tiles viewed")
        _check_condition(state, FIRST_PLAYER_LOOKS, Condition.SHOWN)
        if not state.seats:
            raise RuleViolation(
                LEFT_IN_PAIRS, "no player has come to see the tiles", fix="leave them in pairs until one does"
            )
        return _handled(state, Condition.VIEWED, move, "viewed", (FIRST_PLAYER_LOOKS, LEFT_IN_PAIRS))

    @implements("621a.4(c)#2", "621a.4(d)#1", "621a.4(d)#2", "621a.4(d)#3", "621a.4(e)", "621a.4(f)")
    def _mix(self, state: Round, move: MixTiles) -> Step[Round]:
        """The tiles are mixed face down: after the first player's look, after each round, and when one was exposed."""
        require_role(move, DEALERS, HEELS_OF_HANDS, "mix the tiles")
        tiles = _check_mixable(state)
        least = EIGHT_CIRCLES.integer("min_circles_per_hand")
        if move.times < least:
            raise RuleViolation(
                EIGHT_CIRCLES,
                f"{move.times} circles are too few to mix the tiles",
                fix=f"make at least {least} with each hand",
            )
        clauses = (_FIRST[tiles.condition][0], HEELS_OF_HANDS, CIRCULAR, EIGHT_CIRCLES)
        mixed = TilesMixed(serial=tiles.serial, times=move.times, **cited(clauses))
        after = msgspec.structs.replace(without_tiles(state), tiles=_in(tiles, Condition.MIXED))
        return Step(after, (mixed,))

    @implements("621a.4(d)#4")
    def _stack(self, state: Round, move: StackTiles) -> Step[Round]:
        """The mixed tiles stand in eight stacks of four; the whole set is told, or none of it."""
        require_role(move, DEALERS, STACKED, "stack the tiles")
        tiles = _check_condition(state, STACKED, Condition.MIXED)
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
        after = msgspec.structs.replace(state, tiles=_in(tiles, Condition.STACKED), stacks=stacks)
        return Step(after, (stacked,))

    def drawn(self, state: Round, act: Lawful, below: Callable[[int], int]) -> dict[str, Any]:
        """Chance mixes the whole set."""
        if act.move != "stack-tiles":
            return super().drawn(state, act, below)
        return {"tiles": shuffle(FULL_SET, below)}


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


def _check_condition(state: Round, clause: Clause, *wanted: Condition) -> TileSet:
    """The set, refusing a step that is not its next one."""
    tiles = _set_of(state, clause)
    if tiles.condition not in wanted:
        first, fix = _FIRST[tiles.condition]
        raise RuleViolation(first, f"the tiles are {tiles.condition.replace('-', ' ')}", fix=fix)
    return tiles


@implements("621a.4(b)#2", "621a.4(c)#1", "621a.4(c)#2", "621a.4(e)", "621a.4(f)", "621a.4(g)#2")
def _check_mixable(state: Round) -> TileSet:
    """Tiles are mixed once the first player has seen them, after each round, and when one of them was exposed."""
    return _check_condition(state, THEN_MIXED, Condition.VIEWED, Condition.USED, Condition.EXPOSED)


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
    event: Event = TilesHandled(serial=after.tiles.serial, done=done, by=move.by, **cited(clauses))
    return Step(after, (event,))
