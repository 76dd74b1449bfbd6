"""Brisk: at a training table, whatever is nobody's choice is done in one go, each step recorded as if taken alone."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from houseway.backoffice.grants import Grant
from houseway.equipment.chance import below
from houseway.floor.floor import BadMove, Floor, Outcome, StaleView
from houseway.floor.table import TableInService
from houseway.law import RuleViolation
from houseway.table.events import Event, Settled
from houseway.table.moves import Move
from houseway.table.roles import Role
from houseway.table.routine import moves_of
from houseway.table.rules import Lawful

# More than any round takes: a table that goes on for ever is a fault, not a game.
_MOST_STEPS = 120


def due(place: TableInService, at: datetime) -> Lawful | None:
    """The next step that nobody has to choose: what chance shows, else the crew's next ordinary move."""
    book = place.game.book
    ordinary: dict[str, Lawful] = {}
    for act in place.legal(at):
        if act.rare:
            continue
        if act.move in book.chance:
            return act
        if act.move in book.routine and not (act.asks or act.text):
            ordinary.setdefault(act.move, act)
    return next((ordinary[name] for name in book.routine if name in ordinary), None)


def go_on(
    floor: Floor,
    table: str,
    *,
    crew: Mapping[str, str],
    entered_by: str = "",
    grant: Grant | None = None,
    seen: int | None = None,
    seat: int = 0,
) -> Outcome:
    """Take every step that nobody has to choose, until somebody has: a decision is due, wagers are open, or all is settled.

    `crew` says who plays each part. Where somebody plays a `seat`, simple strategies play the others.
    """
    place = floor.table(table)
    if not place.training:
        raise BadMove(f"table {table} is live: every step there is taken by whoever takes it")
    if seen is not None and seen != place.version:
        raise StaleView(table, seen, place.version)
    started = place.version
    events: list[Event] = []
    chance_spoke = False
    for _ in range(_MOST_STEPS):
        act = due(place, floor.clock())
        move = _played(place, seat, below) if act is None else None
        wagers_were_open = _may_wager(place, floor.clock())
        try:
            if act is not None:
                step = _take(floor, place, act, crew, entered_by, grant)
            elif move is not None:
                step = floor.submit(place.name, move, who=_patron(move), entered_by=entered_by, grant=grant)
            else:
                break
        except RuleViolation:
            if place.version == started:
                raise
            break
        events += step.events
        rule = place.game.book.named.get(act.move) if act is not None else None
        # How the pieces are mixed for a deal that is still to come decides nothing yet.
        chance_spoke = chance_spoke or (rule is not None and rule.chance and not rule.prepares)
        if _settled_all(place, step.events):
            break
        if _may_wager(place, floor.clock()) and (chance_spoke or not wagers_were_open):
            break
    if place.version == started:
        raise BadMove(f"nothing goes on by itself at table {table}: somebody has to choose")
    return Outcome(table=table, version=place.version, events=tuple(events))


def _take(
    floor: Floor,
    place: TableInService,
    act: Lawful,
    crew: Mapping[str, str],
    entered_by: str,
    grant: Grant | None,
) -> Outcome:
    who = _mover(place, act, crew)
    if act.move in place.game.book.chance:
        return floor.throw(place.name, who=who, entered_by=entered_by, grant=grant)
    move = next(moves_of(place.game, act))
    return floor.submit(place.name, move, who=who, entered_by=entered_by, grant=grant)


def _mover(place: TableInService, act: Lawful, crew: Mapping[str, str]) -> str:
    """Who takes a step: the player whom it names or a marker singles out, else whoever of the crew plays the part."""
    part = act.by[0]
    if part != Role.PLAYER:
        return crew.get(part, part)
    play = place.state.play
    named = (*act.fields.get("seat", ()), place.game.display(play).singled_out, *play.seats)
    return f"patron-{next(filter(None, named))}"


def others_turn(place: TableInService, seat: int) -> bool:
    """Whether somebody else than whoever plays a seat is to move, and can be played for."""
    return _played(place, seat, lambda cases: 0) is not None


def _played(place: TableInService, seat: int, chance: Callable[[int], int]) -> Move | None:
    """A simple move of another player, at a table where somebody plays a seat."""
    own_cards, play = place.game.own_cards, place.state.play
    if own_cards is None or seat not in play.seats:
        return None
    return own_cards.simple_move(place.game, play, seat, chance)


def _patron(move: Any) -> str:
    return f"patron-{move.seat}"


def _may_wager(place: TableInService, at: datetime) -> bool:
    return any(act.move == "place-wager" for act in place.legal(at))


def _settled_all(place: TableInService, events: tuple[Event, ...]) -> bool:
    settled = any(isinstance(event, Settled) or event.settles for event in events)
    return not place.state.play.bets and settled
