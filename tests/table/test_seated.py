"""Positions on an arc around the dealer: whoever sits there has the room, and nothing lies upon anything else."""

from collections.abc import Iterator
from itertools import chain, combinations, pairwise
from typing import Any

import pytest

from houseway.games import game_under, games, submission_for
from houseway.table.arc import FREE_WIDTH, Arc
from houseway.table.game import Game
from houseway.table.layout import Area, Layout
from houseway.table.seated import seated
from houseway.web.cards import CARD_WIDTH, hand_places, spots, whole
from houseway.web.felt import draw, in_turn, numbers
from houseway.web.printing import LEAST_SIZE, text_width

GAMES = [game_under(submission_for(name)) for name in games()]
ARCHED = [game for game in GAMES if game.layout.arc is not None]
OF_CARDS = [game for game in ARCHED if any(area.tone == "cards" for area in game.layout.areas)]
DEALT_TO_POSITIONS = [game for game in ARCHED if "1" in hand_places(game.layout)]
ARC = Arc(left=30, right=1170, ends=150, middle=314, width=336, height=352)
# What is put up with a decision lies with the wager of its hand, and has no area of its own.
PUT_UP = {"double-down", "split"}
PARTS_OF_A_SPLIT = ("1st", "2nd", "3rd", "4th")
# How far the disc with the number of a position reaches from its middle.
NUMBER = 15
# Pixels to a unit on a felt that is drawn 940 pixels wide.
PIXELS = 940 / 1200


def everybody(game: Game[Any]) -> Iterator[tuple[int, ...]]:
    """Every set of positions that may be taken."""
    seats = range(1, game.seats + 1)
    return chain.from_iterable(combinations(seats, count) for count in range(game.seats + 1))


def overlap(one: Area, other: Area) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


def shown(layout: Layout) -> tuple[Area, ...]:
    """The areas that are drawn: of those that share one place, the first."""
    return tuple(drawn.area for drawn in in_turn(draw(layout, "Keystone Meadows"), ()))


def test_card_and_tile_tables_lie_on_an_arc_and_dice_tables_do_not() -> None:
    assert {game.name for game in ARCHED} == {
        "three-card-poker",
        "five-card-hi-lo",
        "asia-poker",
        "pai-gow",
        "double-attack-blackjack",
        "baccarat",
        "blackjack",
        "spanish-21",
    }
    assert all(game.layout.width == 1200 and game.layout.height <= 680 for game in ARCHED)
    dice = next(game.layout for game in GAMES if game.layout.arc is None)
    assert seated(dice, {1}) == dice


@pytest.mark.parametrize("game", ARCHED, ids=lambda game: game.name)
def test_whoever_sits_there_nothing_overlaps_and_everything_lies_on_the_felt(game: Game[Any]) -> None:
    for taken in everybody(game):
        layout = seated(game.layout, taken)
        areas = shown(layout)
        for area in areas:
            assert 0 <= area.x < area.x + area.width <= layout.width
            assert 0 <= area.y < area.y + area.height <= layout.height - 10
            assert min(area.width, area.height) >= 30
        for one, other in combinations((area for area in areas if not area.curve), 2):
            assert not overlap(one, other), (taken, one.id, other.id)


@pytest.mark.parametrize("game", ARCHED, ids=lambda game: game.name)
def test_a_band_along_the_arc_lies_above_the_positions_and_below_the_dealer(game: Game[Any]) -> None:
    arc = game.layout.arc
    assert arc is not None
    (band,) = (area for area in game.layout.areas if area.curve)
    gap = arc.at(600) - band.y - band.height
    for taken in everybody(game):
        layout = seated(game.layout, taken)
        theirs = {area.id for position in layout.positions for area in position.design}
        for area in shown(layout):
            left, right = max(area.x, band.x), min(area.x + area.width, band.x + band.width)
            if left >= right or area.id == band.id:
                continue
            if area.id in theirs:
                lowest = max(arc.at(left), arc.at(right)) - gap
                assert lowest <= area.y, (taken, area.id)
            else:
                assert area.y + area.height <= band.y, area.id


@pytest.mark.parametrize("game", ARCHED, ids=lambda game: game.name)
def test_every_wager_of_whoever_sits_there_has_a_round_spot_that_can_be_hit(game: Game[Any]) -> None:
    for taken in everybody(game):
        areas = shown(seated(game.layout, taken))
        spots_of = {(area.wager, int(area.id.rpartition("-")[2])) for area in areas if area.wager}
        assert spots_of == {(wager, seat) for wager in game.betting.offered - PUT_UP for seat in taken}
        for area in areas:
            if area.wager:
                assert area.round
                assert area.width == area.height
                assert area.width * PIXELS >= 24


@pytest.mark.parametrize("game", ARCHED, ids=lambda game: game.name)
def test_whatever_is_printed_can_be_read_and_stays_within_its_area(game: Game[Any]) -> None:
    for taken in everybody(game):
        for drawn in draw(seated(game.layout, taken), "Keystone Meadows"):
            area = drawn.area
            for line in drawn.lines:
                assert line.size >= LEAST_SIZE
                half = text_width(line.text, line.size, bold=line.role == "label") / 2
                assert area.x <= line.x - half
                assert line.x + half <= area.x + area.width
            assert not (drawn.free and drawn.lines)


@pytest.mark.parametrize("game", ARCHED, ids=lambda game: game.name)
def test_positions_keep_their_order_and_the_middle_lies_lowest(game: Game[Any]) -> None:
    order = [position.seat for position in game.layout.positions]
    assert order in (sorted(order), sorted(order, reverse=True))
    for taken in everybody(game):
        layout = seated(game.layout, taken)
        assert [position.seat for position in layout.positions] == order
        for left, right in pairwise(layout.positions):
            assert left.x + left.width <= right.x
        by_distance = sorted(layout.positions, key=lambda one: abs(one.x + one.width / 2 - 600))
        heights = [position.y for position in by_distance]
        assert heights == sorted(heights, reverse=True)


@pytest.mark.parametrize("game", ARCHED, ids=lambda game: game.name)
def test_a_taken_position_is_larger_than_a_free_one_which_is_a_dot_with_its_number(game: Game[Any]) -> None:
    layout = seated(game.layout, {2})
    widths = {position.seat: position.width for position in layout.positions}
    assert widths.pop(2) > 2 * FREE_WIDTH
    assert set(widths.values()) == {FREE_WIDTH}
    found = {number.seat: number for number in numbers(layout)}
    assert [seat for seat, number in found.items() if number.taken] == [2]
    for position in layout.positions:
        number = found[position.seat]
        assert position.x < number.x < position.x + position.width
        assert position.y < number.y < position.y + position.height
    assert not [area for area in layout.areas if area.wager and not area.id.endswith("-2")]


@pytest.mark.parametrize("game", OF_CARDS, ids=lambda game: game.name)
def test_cards_are_sixty_pixels_wide_for_few_players_and_forty_for_all(game: Game[Any]) -> None:
    sizes = (
        {"high": 3, "low": 2, "cards": 3, "hand": 3, "player": 3, "banker": 3}
        | dict.fromkeys(PARTS_OF_A_SPLIT, 2)
        | ({"high": 4, "medium": 2, "low": 1} if game.name == "asia-poker" else {})
    )
    for taken, least in (((1,), 60), ((1, 2), 60), ((1, 2, 3), 60), (tuple(range(1, game.seats + 1)), 40)):
        places = hand_places(seated(game.layout, taken))
        for whose in places.keys() & {*map(str, taken), "dealer"}:
            for place in places[whose]:
                # Four hands of a position that split take turns in the room of one.
                needed = least * 2 / 3 if place.part in PARTS_OF_A_SPLIT else least
                for spot in spots(place, sizes[place.part]):
                    assert spot.scale * CARD_WIDTH * PIXELS >= needed, (taken, place.area)
            if places[whose][0].part in PARTS_OF_A_SPLIT:
                for spot in spots(whole(places[whose]), 2):
                    assert spot.scale * CARD_WIDTH * PIXELS >= least, (taken, whose)


@pytest.mark.parametrize("game", DEALT_TO_POSITIONS, ids=lambda game: game.name)
def test_what_is_dealt_where_nobody_sits_lies_in_one_pile(game: Game[Any]) -> None:
    places = hand_places(seated(game.layout, {1}))["2"]
    pile = whole(places)
    assert all(place.pile for place in places)
    assert (pile.width, pile.x) == (FREE_WIDTH, places[0].x)
    for spot in spots(pile, 7):
        assert pile.x <= spot.x
        assert spot.x + spot.scale * CARD_WIDTH <= pile.x + pile.width


@pytest.mark.parametrize("taken", [[True], [False] * 6, [True, False, True], [True] * 7, [False, True]])
def test_the_room_of_an_arc_is_shared_among_those_who_sit_there(taken: list[bool]) -> None:
    rooms = ARC.rooms(taken)
    assert {width for (_, width), one in zip(rooms, taken, strict=True) if not one} <= {FREE_WIDTH}
    assert all(FREE_WIDTH < width <= ARC.width for (_, width), one in zip(rooms, taken, strict=True) if one)
    assert rooms[0][0] >= ARC.left
    assert sum(rooms[-1]) <= ARC.right + 1
    for (start, width), (following, _) in pairwise(rooms):
        assert start + width + 9 <= following


def test_an_arc_is_lowest_in_the_middle_and_the_same_on_both_sides() -> None:
    assert ARC.at(600) == ARC.middle
    assert ARC.at(ARC.left) == pytest.approx(ARC.ends)
    for x in range(30, 600, 30):
        assert ARC.at(x) == pytest.approx(ARC.at(1200 - x))
        assert ARC.at(x) < ARC.at(x + 10)
    assert ARC.curve(30, 1170, 0).startswith("M30 150.0A")
    assert ARC.band(100, 1100, 40, 10).endswith("Z")


@pytest.mark.parametrize("name", ["blackjack", "double-attack-blackjack", "spanish-21"])
def test_the_number_of_a_position_lies_on_the_felt_below_all_its_hands(name: str) -> None:
    game = game_under(submission_for(name))
    for taken in everybody(game):
        layout = seated(game.layout, taken)
        places = hand_places(layout)
        for number in numbers(layout):
            hands = places[str(number.seat)]
            if number.taken:
                assert number.y - NUMBER >= max(place.y + place.height for place in hands)
                assert number.y + NUMBER <= layout.height - 8
