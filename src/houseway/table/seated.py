"""A felt for those who sit at it: positions that are taken share the room on the arc, the others shrink to a dot."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from houseway.table.arc import FREE_WIDTH, Arc
from houseway.table.layout import Area, Layout, Position

# What a free position shows: a dot, and below it room for a marker and for what is dealt there though nobody plays it.
DOT = 44
_MARKER = 34
_PILE = 92
# A band along the arc, and how far above its lower edge its letters stand.
_BAND, _LETTERS = 36, 11
_PLACES = ("cards", "tiles", "tiles-across")


def on_the_arc(
    arc: Arc,
    designs: Mapping[int, tuple[Area, ...]],
    number: tuple[int, int],
    *,
    counterclockwise: bool = False,
) -> tuple[Position, ...]:
    """Positions by their seats, each designed with all the room it can use, from left to right as players see them.

    The first is at the dealer's left, which players see on the right, unless the game counts counterclockwise.
    """
    seats = sorted(designs, reverse=not counterclockwise)
    return tuple(
        Position(seat, x, round(arc.at(x + width / 2)), width, arc.height, designs[seat], number)
        for seat, (x, width) in zip(seats, arc.rooms([True] * len(seats)), strict=True)
    )


def arched(area: Area, arc: Arc, left: int, right: int, above: int) -> Area:
    """An area as a band along the arc, so far above the positions, with its label along it."""
    top, foot = round(arc.at(left)) - above - _BAND, round(arc.at((left + right) / 2)) - above
    return replace(
        area,
        x=left,
        y=top,
        width=right - left,
        height=foot - top,
        outline=arc.band(left, right, above + _BAND, above),
        curve=arc.curve(left, right, above + _LETTERS),
    )


def areas_of(arc: Arc, positions: Collection[Position]) -> tuple[Area, ...]:
    """The areas of positions where they lie, by their seats."""
    return tuple(
        area
        for position in sorted(positions, key=lambda position: position.seat)
        for area in (_large(arc, position) if position.taken else _small(position))
    )


def seated(layout: Layout, taken: Collection[int]) -> Layout:
    """The felt with its room shared among the positions that are taken; one without an arc is as it was, an oval has its places."""
    arc = layout.arc
    if layout.oval:
        around = tuple(replace(position, taken=position.seat in taken) for position in layout.positions)
        return replace(layout, positions=around)
    if arc is None:
        return layout
    rooms = arc.rooms([position.seat in taken for position in layout.positions])
    positions = tuple(
        replace(
            position,
            x=x,
            y=round(arc.at(x + width / 2)),
            width=width,
            height=arc.height if position.seat in taken else DOT + _MARKER + _PILE,
            taken=position.seat in taken,
        )
        for position, (x, width) in zip(layout.positions, rooms, strict=True)
    )
    of_positions = {area.id for position in layout.positions for area in position.design}
    others = tuple(area for area in layout.areas if area.id not in of_positions)
    return replace(layout, positions=positions, areas=(*others, *areas_of(arc, positions)))


def _large(arc: Arc, position: Position) -> Iterator[Area]:
    """The areas of a position, made narrower where there is less room; a round one stays a circle."""
    share = position.width / arc.width
    for area in position.design:
        left, width = position.x + round(area.x * share), round(area.width * share)
        top, height = position.y + area.y, area.height
        if area.round:
            size = min(width, height)
            left, top = left + (width - size) // 2, top + (height - size) // 2
            width = height = size
        yield replace(area, x=left, y=top, width=width, height=height)


def _small(position: Position) -> Iterator[Area]:
    """What is left of a position where nobody sits: below its dot a marker, and one place for what is dealt there."""
    for area in position.design:
        if area.tone in _PLACES:
            top = position.y + DOT + _MARKER
            yield replace(area, x=position.x, y=top, width=FREE_WIDTH, height=_PILE)
        elif not area.wager:
            left = position.x + (FREE_WIDTH - _MARKER) // 2
            yield replace(area, x=left, y=position.y + DOT, width=_MARKER, height=_MARKER)
