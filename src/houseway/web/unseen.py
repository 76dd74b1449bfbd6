"""Unseen: what lies face down stays unknown to pages and programs alike until the table shows it, if it ever does."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from houseway.floor import Recorded, TableInService
from houseway.floor.settlement import Round, dealt_rounds, last_round, round_after
from houseway.table.events import Event
from houseway.table.forms import held_by
from houseway.table.layout import Display
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.roles import Role
from houseway.table.rules import Lawful
from houseway.table.shoe_felt import Face
from houseway.table.veil import ASIDE, PUBLIC, UNSEEN, Lying, Pieces, Veil, place_of
from houseway.web.cards import DEALER

# What hides whatever a viewer was not shown; None where nothing is dealt or everything may be told.
Hidden = Veil | None
NOTHING: Hidden = None
# More than two hands told at once are nobody's, such as a whole set stacked.
_MOST_HANDS_AT_ONCE = 2
_SEAT_AND_HAND = re.compile(r"-(?P<seat>\d+)(?:-(?P<hand>\d+))?$")


# What was shown of a round, told by its record.


def viewer_at(place: TableInService, seat: int | None) -> int:
    """Whose eyes somebody sees with who plays a seat: those of the seat at a training table, at a live one anybody's."""
    holds = place.training and place.game.own_cards is not None
    plays = holds and seat in place.state.play.seats
    return seat if seat and plays else PUBLIC


def face_down(place: TableInService, viewer: int = PUBLIC) -> Hidden:
    """The veil over what was told in the round under way, lies face down and was never turned up for a viewer."""
    if place.game.pieces is None or _all_is_told(place):
        return NOTHING
    return _veil(place, last_round(place), viewer)


def hidden_at(place: TableInService, version: int, viewer: int = PUBLIC) -> Hidden:
    """The veil over what is unknown to a viewer to this day of the round to which a version belongs."""
    later = round_after(place, version)
    found = (hidden for first, hidden in _veils_by_round(place, viewer, later) if first <= version)
    return next(found, _before_any_round(place))


def _all_is_told(place: TableInService) -> bool:
    """Whether nothing can be hidden: cards of a round that is over are shuffled, tiles lie stacked before the bets are closed."""
    return place.game.tiles is None and place.game.between_rounds(place.state.play)


def _before_any_round(place: TableInService) -> Hidden:
    pieces = place.game.pieces
    return None if pieces is None or place.game.tiles is None else Veil(pieces, {})


def _veils_by_round(place: TableInService, viewer: int, later: int | None) -> Iterator[tuple[int, Hidden]]:
    """For each round, from the latest or the one before `later` back, the version it began with and the veil over what a viewer was not shown of it."""
    for acts in dealt_rounds(place, None if later is None else later - 1):
        yield acts[-1].version, _veil(place, acts, viewer)


def _veil(place: TableInService, acts: Round, viewer: int) -> Veil:
    """The veil over a round: what the crew turned up in it has been seen, and what lies face up at this moment is.

    What came to a position face down is for the eyes of whoever sits there.
    """
    pieces = place.game.pieces
    assert pieces is not None, "only where something is dealt is anything hidden"
    lying: dict[Place, list[Lying]] = {}
    brought: dict[int, list[Lying]] = {}
    for recorded in reversed(acts):
        for event in recorded.events:
            told = msgspec.to_builtins(event)
            named = tuple(pieces.everywhere_in(told))
            if event.puts_aside:
                lying.setdefault(ASIDE, []).extend(Lying(ASIDE, code) for code in named)
                continue
            at = _place_told(place, told)
            if at is None or not named:
                continue
            if event.deals:
                eyes = None if told.get("face") == Face.UP else frozenset({at.seat})
                came = [Lying(at, code, eyes) for code in named]
                brought.setdefault(recorded.version, []).extend(came)
                lying.setdefault(at, []).extend(came)
            elif event.turns:
                _turn_over(lying.setdefault(at, []), at, named)
            elif event.puts_right:
                _put_right(lying.setdefault(at, []), at, *named)
            elif event.shows or _falls_to(type(recorded.act.move)) is not Role.PLAYER:
                _turn_up(lying.setdefault(at, []), at, named)
    if (not acts or acts[0].version == place.version) and not _all_is_told(place):
        for at, up in _lying_face_up(pieces, place.game.display(place.state.play)):
            _turn_up(lying.setdefault(at, []), at, up)
    return Veil.of(pieces, (piece for at in lying for piece in lying[at]), viewer, brought)


def _turn_up(lying: list[Lying], at: Place, shown: Iterable[str]) -> None:
    """Of what lies at a place, everybody has seen so much by now."""
    for code, often in Counter(code for code in shown if code != UNSEEN).items():
        for _ in range(often - lying.count(Lying(at, code))):
            _turn_over(lying, at, (code,))


def _turn_over(lying: list[Lying], at: Place, turned: Iterable[str]) -> None:
    """Of what lies face down at a place, these pieces were turned over."""
    for code in turned:
        down = [piece for piece in lying if piece.eyes is not None and piece.code in (code, UNSEEN)]
        if down:
            piece = next((piece for piece in down if piece.code == code), down[0])
            piece.code, piece.eyes = code, None
        else:
            lying.append(Lying(at, code))


def _put_right(lying: list[Lying], at: Place, was: str, code: str) -> None:
    """A piece that lay open was told wrongly: another lies in its place, and what was brought there is told as it was."""
    wrong = next((number for number, piece in enumerate(lying) if piece == Lying(at, was)), None)
    if wrong is None:
        lying.append(Lying(at, code))
    else:
        lying[wrong] = Lying(at, code)


def _falls_to(kind: type) -> Any:
    """Whose part a move is, whoever makes it: players keep what they look at to themselves."""
    by = held_by(kind).get("by")
    return by.default if by else None


def _place_told(place: TableInService, told: Mapping[str, Any]) -> Place | None:
    """The place a move or an event tells of: what names no position is the dealer's, unless it is more than two hands."""
    game, at = place.game, place_of(told)
    if at is not None or game.pieces is None:
        return at
    few = sum(1 for _ in game.pieces.everywhere_in(told)) <= _MOST_HANDS_AT_ONCE * game.hand_size
    return DEALER_PLACE if few or game.pieces.unique else None


def place_of_area(area: str, display: Display) -> Place | None:
    """The place whose pieces lie on an area of the felt: as the game tells, a position's, "hand-2", or one hand of it, "hand-2-1"."""
    if area in display.places:
        return display.places[area]
    if area.rpartition("-")[2] == DEALER:
        return DEALER_PLACE
    found = _SEAT_AND_HAND.search(area)
    return Place(int(found["seat"]), int(found["hand"] or 1)) if found else None


def _lying_face_up(pieces: Pieces, display: Display) -> Iterator[tuple[Place, list[str]]]:
    up: dict[Place, list[str]] = {}
    for area, held in (*display.cards.items(), *display.tiles.items()):
        at = place_of_area(area, display) or (DEALER_PLACE if pieces.unique else None)
        if at is not None:
            up.setdefault(at, []).extend(code for code in held if code != UNSEEN)
    yield from up.items()


# What is told, without what is hidden.


def acts_as_seen(
    place: TableInService, acts: Iterable[Recorded], kept_down: Hidden = NOTHING, viewer: int = PUBLIC
) -> Iterator[Recorded]:
    """Acts of a table without what a viewer was not shown; `kept_down` is what stays unknown of its last round."""
    wanted = list(acts)
    if not wanted:
        return
    oldest = min(recorded.version for recorded in wanted)
    later = round_after(place, max(recorded.version for recorded in wanted))
    rounds = []
    for number, (first, hidden) in enumerate(_veils_by_round(place, viewer, later)):
        rounds.append((first, hidden if number or later is not None else both(hidden, kept_down)))
        if first <= oldest:
            break
    for recorded in wanted:
        found = (hidden for first, hidden in rounds if first <= recorded.version)
        yield _as_seen(place, recorded, next(found, _before_any_round(place)))


def both(hidden: Hidden, kept_down: Hidden) -> Hidden:
    """What either hides."""
    return hidden | kept_down if hidden is not None and kept_down is not None else hidden or kept_down


def _as_seen(place: TableInService, recorded: Recorded, hidden: Hidden) -> Recorded:
    if hidden is None:
        return recorded
    act = recorded.act
    return Recorded(
        version=recorded.version,
        act=msgspec.structs.replace(act, move=told_as_seen(place, act.move, hidden, recorded.version)),
        events=events_as_seen(place, recorded.events, hidden, recorded.version),
    )


def events_as_seen(
    place: TableInService, events: Iterable[Event], hidden: Hidden, version: int
) -> tuple[Event, ...]:
    """The events of a version with everything hidden turned face down."""
    if hidden is None:
        return tuple(events)
    brought = hidden.brought.get(version, ())
    told: list[Event] = []
    for event in events:
        many = len(_named(place, event)) if event.deals else 0
        told.append(_told_as_seen(place, event, hidden, brought[:many]))
        brought = brought[many:]
    return tuple(told)


def told_as_seen(place: TableInService, move: Any, hidden: Hidden, version: int = 0) -> Any:
    """The move of a version with everything hidden turned face down."""
    return _told_as_seen(place, move, hidden, hidden.brought.get(version, ()) if hidden is not None else ())


def _told_as_seen(place: TableInService, struct: Any, hidden: Hidden, brought: tuple[str, ...]) -> Any:
    face = getattr(struct, "face", None)
    if hidden is None or face == Face.UP or struct.shows or getattr(struct, "puts_aside", False):
        return struct
    told = msgspec.to_builtins(struct)
    # Of a piece that came to the table another like it tells nothing: each is told as it is seen itself.
    if brought and not hidden.pieces.unique and len(_named(place, struct)) == len(brought):
        return msgspec.convert(hidden.over_brought(told, brought), type(struct))
    at = _place_told(place, told) if face is None else None
    return msgspec.convert(hidden.over(told, at), type(struct))


def _named(place: TableInService, struct: Any) -> tuple[str, ...]:
    pieces = place.game.pieces
    return () if pieces is None else tuple(pieces.everywhere_in(msgspec.to_builtins(struct)))


def masked(value: Any, hidden: Hidden) -> Any:
    """A plain value with everything hidden turned face down."""
    return value if hidden is None else hidden.over(value)


def display_as_seen(display: Display, hidden: Hidden) -> Display:
    """What a glance at the felt tells, with what is hidden face down; heaps hold pieces of all places."""
    if hidden is None:
        return display

    def seen(lying: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        return {
            area: hidden.over(held, at) if (at := place_of_area(area, display)) else hidden.over_heap(held)
            for area, held in lying.items()
        }

    cards, tiles = seen(display.cards), seen(display.tiles)
    changed = {
        area for area, held in (cards | tiles).items() if held != (display.cards | display.tiles)[area]
    }
    names = {area: name for area, name in display.names.items() if area not in changed}
    return msgspec.structs.replace(display, cards=cards, tiles=tiles, names=names)


def as_seen(legal: Iterable[Lawful], hidden: Hidden) -> tuple[Lawful, ...]:
    """What may happen next, told without a word about what is hidden.

    A value that names a hidden piece is left out; a list of what is left to be dealt holds every kind that may be, since
    those missing from it would be known.
    """
    return tuple(legal) if hidden is None else tuple(_act_as_seen(act, hidden) for act in legal)


def _act_as_seen(act: Lawful, veil: Veil) -> Lawful:
    # The dealer sets what was turned over, be it the dealer's own hand or another.
    at = tuple(map(Place, act.fields["seat"])) if "seat" in act.fields else None
    seen = {name: _values_as_seen(values, veil, at) for name, values in act.fields.items()}
    return msgspec.structs.replace(
        act,
        fields={name: values for name, values in seen.items() if values},
        # What is known to the table alone is to be told by whoever turns the pieces over.
        text=(*act.text, *(name for name, values in seen.items() if not values and act.fields[name])),
    )


def _values_as_seen(values: tuple[Any, ...], veil: Veil, at: tuple[Place, ...] | None) -> tuple[Any, ...]:
    named = [veil.pieces.named(value) for value in values]
    one_by_one = all(len(each) == 1 for each in named)
    if one_by_one and {code for (code,) in named} >= set(veil.pieces.kinds):
        return values  # every kind there is: that tells nothing
    places = (*(at if at is not None else veil.seen), None)
    known = tuple(value for value in values if any(veil.over(value, place) == value for place in places))
    if known != values and one_by_one:
        kinds = veil.over_kinds(tuple(code for (code,) in named))
        return kinds if isinstance(values[0], str) else tuple((kind,) for kind in kinds)
    return known
