"""The down: where a play leaves the markers, what it settles, and how a game ends (661a.6, 661a.7(a))."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from houseway.games.three_dice_football.events import (
    DownAnnounced,
    ExtraPointDue,
    GameEnded,
    MarkersMoved,
    PlayMade,
    QuarterbackRetained,
)
from houseway.games.three_dice_football.field import (
    ENDING_CLAUSES,
    PLAY_CLAUSES,
    Ending,
    Kind,
    Play,
    Score,
    advance,
    down_name,
)
from houseway.games.three_dice_football.quarterback import without_quarterback
from houseway.games.three_dice_football.round import Drive
from houseway.games.three_dice_football.settlement import (
    after_a_down,
    after_a_score,
    after_a_stop,
    after_the_extra_point,
)
from houseway.law import implements, pa
from houseway.table.dice_play import DiceCollected
from houseway.table.events import Event, Settled
from houseway.table.felt import Step
from houseway.table.wagers import Bet, without

if TYPE_CHECKING:
    from houseway.games.three_dice_football.game import ThreeDiceFootball

DOWN_CALLED_OUT = pa("661a.6(d)#3")
FIRST_AND_GOAL = pa("661a.6(e)#2")
GOAL_DOWNS_USED = pa("661a.6(e)(2)")
EXTRA_POINT_ROLL = pa("661a.6(f)(1)#3")
SCORER_RETAINS = pa("661a.7(a)#1")

# By what the markers move on each kind of play.
_MOVED_BY = {
    **PLAY_CLAUSES,
    Kind.GAIN: pa("661a.6(c)(1)#2"),
    Kind.PENALTY: pa("661a.6(c)(2)#2"),
}


def down(game: "ThreeDiceFootball", state: Drive, play: Play, collected: DiceCollected) -> Step[Drive]:
    """A play on a down: the markers moved and the dice collected, what it decides is settled."""
    before = state.field
    field, how = advance(before, play)
    made = PlayMade(kind=play.kind, yards=play.yards, clause=PLAY_CLAUSES[play.kind].id)
    moved = MarkersMoved(
        field=field,
        clause=_MOVED_BY[play.kind].id,
        also=(FIRST_AND_GOAL.id,) if field.goal and not before.goal else (),
    )
    state = msgspec.structs.replace(state, field=field)
    events: tuple[Event, ...] = (made, moved, collected)
    if how is not None:
        after = _end(game, state, Ending(how, before.play), play)
        return Step(after.state, (*events, *after.events))
    settled = after_a_down(game.betting, state.bets, play)
    announced = DownAnnounced(
        plays=before.play, down=down_name(field), yards=field.yards, clause=DOWN_CALLED_OUT.id
    )
    return Step(_cleared(state, settled), (*events, *settled, announced))


@implements("661a.6(f)(1)#3", readings=("661-06",))
def _end(game: "ThreeDiceFootball", state: Drive, ending: Ending, play: Play) -> Step[Drive]:
    """The game is over: settled in the order for a score or for a stop, and the extra point roll if it is due."""
    clause = ENDING_CLAUSES[ending.how]
    if ending.how is Score.OUT_OF_DOWNS and state.field.goal:
        clause = GOAL_DOWNS_USED
    ended = GameEnded(how=ending.how, plays=ending.plays, clause=clause.id)
    if not ending.scored:
        settled = after_a_stop(game.betting, state.bets, ending, play)
        stopped = without_quarterback(_over(_cleared(state, settled)), declined=())
        return Step(stopped, (ended, *settled))
    settled = after_a_score(game.betting, state.bets, ending, play)
    state = _cleared(state, settled)
    extra_points = sum(bet.wager == "extra-point" for bet in state.bets)
    if extra_points:
        due = ExtraPointDue(wagers=extra_points, clause=EXTRA_POINT_ROLL.id)
        return Step(msgspec.structs.replace(state, ending=ending), (ended, *settled, due))
    after = last(game, state, ending)
    return Step(after.state, (ended, *settled, *after.events))


@implements("661a.7(a)#1")
def last(game: "ThreeDiceFootball", state: Drive, ending: Ending) -> Step[Drive]:
    """The end of a game with a score: the last wagers are settled and the Quarterback keeps the dice."""
    settled = after_the_extra_point(game.betting, state.bets, ending)
    retained = QuarterbackRetained(seat=state.quarterback, clause=SCORER_RETAINS.id)
    return Step(_over(_cleared(state, settled)), (*settled, *((retained,) if state.quarterback else ())))


def _over(state: Drive) -> Drive:
    """The state between games."""
    return msgspec.structs.replace(state, under_way=False, ending=None)


def _cleared(state: Drive, settled: Iterable[Settled]) -> Drive:
    gone = (Bet(line.seat, line.wager, line.pick, line.stake) for line in settled)
    return msgspec.structs.replace(state, bets=without(state.bets, gone))
