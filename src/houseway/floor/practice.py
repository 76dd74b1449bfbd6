"""A round to practise on: played by the rules of a game with chance of its own, the same for the same seed."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from houseway.law import RuleViolation, is_allowed
from houseway.table.card_play import PlayArea
from houseway.table.events import Event, Settled
from houseway.table.felt import Felt
from houseway.table.game import Game
from houseway.table.moves import LeaveSeat, Move, PlaceWager, Report, TakeDownWager, TakeSeat
from houseway.table.routine import chance_due, move_of, routine_move
from houseway.table.rules import Lawful

# More than any round takes.
_MOST_STEPS = 200
_SEATS = (1, 2)
# As many chips as a player of a practice round has, in cents.
_CHIPS = 50_000
# What belongs to no round in particular.
_BESIDES = (TakeSeat, LeaveSeat, TakeDownWager, Report, PlayArea)


class Step(NamedTuple):
    """A step of a practice round: how the felt stood before it, the move, and what came of it."""

    before: Felt
    move: Move
    events: tuple[Event, ...]


class PracticeRound(NamedTuple):
    """A round from its first wager to its settlement."""

    steps: tuple[Step, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened in it."""
        return tuple(event for step in self.steps for event in step.events)


def practice_round(game: Game[Any], chance: Random) -> PracticeRound | None:
    """A round of two players who decide at random; None where the game waits for what nobody here can tell."""
    state: Felt = game.ready()
    steps: list[Step] = []
    settled = False
    for move in _begun(game, state, chance):
        step = game.apply(state, move)
        steps.append(Step(state, move, step.events))
        state = game.means.counted(step.state, lambda seat: _CHIPS)
    for _ in range(_MOST_STEPS):
        # Where dice are all there is, each throw is its own.
        if settled and (game.pieces is None or (not state.bets and game.between_rounds(state))):
            return PracticeRound(tuple(steps))
        next_move = _next(game, state, chance)
        if next_move is None:
            return None
        try:
            step = game.apply(state, next_move)
        except RuleViolation:
            return None
        steps.append(Step(state, next_move, step.events))
        settled = settled or any(isinstance(event, Settled) or event.settles for event in step.events)
        state = step.state
    return None


def _begun(game: Game[Any], state: Felt, chance: Random) -> Iterator[Move]:
    """Two players sit down and wager, each on something that is open at this moment."""
    for seat in _SEATS:
        sits = TakeSeat(seat=seat)
        yield sits
        state = game.apply(state, sits).state
        for wager in chance.sample(sorted(game.betting.offered), len(game.betting.offered)):
            named = game.catalogue[wager]
            pick = chance.choice(named.picks)
            room = game.betting.amounts(state.bets, seat, named, pick)
            if room is None:
                continue
            lays = PlaceWager(seat=seat, wager=wager, pick=pick, amount=room.low)
            if is_allowed(game.apply, state, lays):
                yield lays
                state = game.apply(state, lays).state
                break


def _next(game: Game[Any], state: Felt, chance: Random) -> Move | None:
    """What chance shows, the crew's next ordinary move, or a decision of a player."""
    due = chance_due(game, state)
    if due is not None:
        return move_of(game, due, game.drawn(state, due, chance.randrange))
    if (crew := routine_move(game, state)) is not None:
        return crew
    if game.own_cards is not None:
        simple = game.own_cards.simple_move(game, state, 0, chance.randrange)
        if simple is not None:
            return simple
    decisions = [act for act in game.legal(state) if _decides(game, act)]
    if not decisions:
        return None
    act = chance.choice(decisions)
    values = {name: chance.choice(values) for name, values in act.fields.items()}
    amount = {"amount": act.amount.low} if act.amount else {}
    return move_of(game, act, {**values, **amount})


def _decides(game: Game[Any], act: Lawful) -> bool:
    rule = game.book.named[act.move]
    return not (act.rare or rule.prepares or rule.puts_right or act.text) and rule.move not in _BESIDES
