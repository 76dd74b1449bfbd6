"""The point: what a settled roll leaves on the felt, and who has the dice then (623a.1, 623a.9(d)-(e), 623a.10)."""

from typing import TYPE_CHECKING

import msgspec

from houseway.games.craps.bonus import BONUS_WAGERS
from houseway.games.craps.decisions import SEVEN, is_loser_seven
from houseway.games.craps.events import PointMade, PointSet, SevenedOut
from houseway.games.craps.moves import SettleBets
from houseway.games.craps.roll import Roll
from houseway.games.craps.round import BetKey, CrapsFelt, Phase
from houseway.games.craps.settlement import Settlement, settle_roll
from houseway.games.craps.shooter import COME_OUT_POINT, after_a_loser_seven, resumed
from houseway.games.craps.wagering import key_of
from houseway.games.craps.wagers import has_come_bets
from houseway.law import implements, pa
from houseway.table.events import Event
from houseway.table.felt import Step

if TYPE_CHECKING:
    from houseway.games.craps.game import Craps

COME_OUT_ROLL = pa("623a.1[come_out_roll]")
LOSER_SEVEN = pa("623a.10(a)(1)")


def bits(numbers: tuple[int, ...]) -> int:
    """Numbers that bear a marker, each as its bit."""
    return sum(1 << number for number in numbers) if numbers else 0


@implements("623a.9(d)#1", "623a.9(d)#2", "623a.9(e)#1", "623a.9(e)#2")
def settle(game: "Craps", state: CrapsFelt, move: SettleBets) -> Step[CrapsFelt]:
    """The dice at the centre, everything that the throw decided is settled."""
    assert state.faces is not None, "dice that are settled by were called"
    die_1, die_2 = state.faces
    roll = Roll(die_1, die_2, state.point, bits(state.fire), state.bonus)
    settled = settle_roll(game.terms, state.bets, roll, frozenset(state.buttons))
    after = _after(game, state, settled, die_1 + die_2)
    return Step(after.state, (game.collected, *settled.events, *after.events))


@implements("623a.10(b)#2", "623a.10(b)#4", readings=("B-CR-14", "B-CR-26", "B-CR-28"))
def _after(game: "Craps", state: CrapsFelt, settled: Settlement, total: int) -> Step[CrapsFelt]:
    """Where a valid roll leaves the game: its point, markers and buttons, and who has the dice."""
    before = state.point
    # A throw for Come Bets only sets no point and ends no hand.
    point = 0 if state.come_only else settled.point
    fire = state.fire
    if not settled.fire:
        fire = ()
    elif settled.fire != bits(fire):
        fire = (*fire, before)
    after = msgspec.structs.replace(
        state,
        phase=Phase.CENTRE,
        bets=settled.bets,
        point=point,
        came_out=state.came_out if before else state.shooter,
        fire=fire,
        surveillance_told=bool(fire) and state.surveillance_told,
        bonus=settled.bonus,
        bonus_reopened=total == SEVEN and any(bet.wager in BONUS_WAGERS for bet in state.bets),
        buttons=_still_lying(state, settled, point) if state.buttons else (),
        withdrawn=_still_withdrawn(state, point) if state.withdrawn else (),
    )
    if is_loser_seven(before, total):
        out = SevenedOut(seat=state.shooter, point=before, clause=LOSER_SEVEN.id)
        return Step(after_a_loser_seven(after), (out,))
    events: tuple[Event, ...] = ()
    if point and not before:
        lapsed = game.wagering.buttons_taken(state.buttons, (), after.bets) if state.buttons else ()
        events = (PointSet(point=point, clause=COME_OUT_POINT.id), *lapsed)
    elif before and not point:
        events = (PointMade(point=before, clause=COME_OUT_ROLL.id),)
    if after.come_only and not has_come_bets(after.bets):
        after, events = resumed(after)
    return Step(after, events)


@implements("623a.3(a)(5)#2", readings=("B-CR-14",))
def _still_lying(state: CrapsFelt, settled: Settlement, point: int) -> tuple[BetKey, ...]:
    """Buttons stay through come out rolls, on the wagers that stay, and lapse when a point is set."""
    if point:
        return ()
    standing = {key_of(bet) for bet in settled.bets}
    return tuple(key for key in state.buttons if key in standing)


@implements("623a.4(d)#2", readings=("B-CR-26",))
def _still_withdrawn(state: CrapsFelt, point: int) -> tuple[BetKey, ...]:
    """A Don't Pass Bet may come back once its point is decided; Don't Come Bets have gone to their numbers."""
    return tuple(key for key in state.withdrawn if point and key[1] == "dont-pass")
