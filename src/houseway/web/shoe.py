"""The shoe and the discard rack: how many cards are in each and where the cover card is, told and drawn."""

from dataclasses import dataclass
from typing import Any

import msgspec

from houseway.equipment.shoes import Cover
from houseway.floor import TableInService
from houseway.table.layout import Box, Layout
from houseway.table.shoe_felt import ShoeFelt

_COVER = {
    Cover.IN: "the cover card in front of {behind}",
    Cover.OUT: "the cover card is out",
    Cover.NONE: "no cover card",
}
# What a shoe or a rack leaves free above and below the cards in it, and at its sides.
_MARGIN, _FOOT, _SIDE = 8, 40, 12


class ShoeView(msgspec.Struct, frozen=True, kw_only=True):
    """How many cards are in the shoe and in the discard rack, of how many; how many of them lie behind the cover card."""

    left: int
    rack: int
    whole: int
    behind: int
    cover: str
    words: str


@dataclass(frozen=True, slots=True)
class DrawnCards:
    """A holder of cards on the felt and the cards in it, as high as they are many; `line` is where the cover card shows."""

    id: str
    label: str
    count: int
    title: str
    box: Box
    cards: Box
    line: float | None = None


def shoe_view(place: TableInService) -> ShoeView | None:
    """What everybody at the table can see of a shoe, if cards are dealt from one."""
    play = place.state.play
    shoe = play.live if isinstance(play, ShoeFelt) else None
    if shoe is None:
        return None
    lying = sum(len(hand.cards) for hand in play.hands)
    rack = shoe.out - lying
    cover = _COVER[shoe.cover].format(behind=shoe.behind)
    # Of a double shoe the side that gives this round is drawn, with its own discards.
    in_shoe = f"{shoe.left} cards in the shoe"
    if play.across is not None:
        in_shoe = f"{shoe.left} cards in this side of the shoe, {play.across.left} in the other"
    return ShoeView(
        left=shoe.left,
        rack=rack,
        whole=shoe.left + shoe.out,
        behind=shoe.behind if shoe.cover is Cover.IN else 0,
        cover=shoe.cover,
        words=f"{in_shoe}, {cover}; {rack} in the discard rack",
    )


def uncounted(state: Any) -> Any:
    """A table's state as plain values, without the count of cards by kind: it holds those that lie face down as well."""
    told = msgspec.to_builtins(state)
    play = told["play"]
    for name in ("shoe", "stack", "across"):
        if isinstance(state.play, ShoeFelt) and play.get(name):
            play[name] = {key: value for key, value in play[name].items() if key != "seen"}
    return told


def draw_shoe(layout: Layout, shoe: ShoeView | None) -> tuple[DrawnCards, ...]:
    """The shoe and the rack where a layout has room for them."""
    if shoe is None or layout.shoe is None or layout.rack is None:
        return ()
    in_shoe, in_rack = _lying(layout.shoe, shoe.left, shoe.whole), _lying(layout.rack, shoe.rack, shoe.whole)
    foot = in_shoe.y + in_shoe.height
    line = foot - _lying(layout.shoe, shoe.behind, shoe.whole).height if shoe.behind else None
    said, _, discarded = shoe.words.partition("; ")
    return (
        DrawnCards("shoe", "SHOE", shoe.left, said, layout.shoe, in_shoe, line),
        DrawnCards("rack", "RACK", shoe.rack, discarded, layout.rack, in_rack),
    )


def _lying(box: Box, count: int, whole: int) -> Box:
    """So many of all cards, from below."""
    height = round((box.height - _MARGIN - _FOOT) * count / whole)
    return Box(box.x + _SIDE, box.y + box.height - _FOOT - height, box.width - 2 * _SIDE, height)
