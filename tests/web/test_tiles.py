"""Tiles seen from the page: drawn with their spots, in their places; face down until the table shows them."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import combinations
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from houseway.equipment.tiles import CODES, UNSEEN
from houseway.floor import Floor, Mode
from houseway.floor.settlement import last_settlement
from houseway.games import game_under, submission_for
from houseway.games.pai_gow.delivery import Delivery, steps
from houseway.games.pai_gow.events import TilesStacked
from houseway.games.pai_gow.layout import felt
from houseway.games.pai_gow.submission import PaiGowSubmission
from houseway.table.layout import Display, Layout
from houseway.table.places import Place as At
from houseway.table.roles import DEALERS
from houseway.table.rules import Lawful
from houseway.table.seated import seated
from houseway.table.veil import TILES, Veil
from houseway.web.delivery import taken_words
from houseway.web.felt import CHIP_ACROSS, CHIP_DOWN
from houseway.web.hints import hints
from houseway.web.pots import pots
from houseway.web.printing import LEAST_SIZE, text_width
from houseway.web.steps import Place, StepForm
from houseway.web.tile_set import tile_set_view
from houseway.web.tiles import (
    TILE_HEIGHT,
    TILE_WIDTH,
    DrawnTiles,
    Spot,
    draw_tiles,
    in_words,
    resting_places,
    tile_pips,
)
from houseway.web.unseen import NOTHING, as_seen, display_as_seen, masked, place_of_area, told_as_seen
from tests.web.house import signed_in_client
from tests.web.rounds import forms, play_out, play_to, step, take
from tests.web.tile_rounds import (
    HANDS,
    KNOWN,
    bet_tiles,
    deal_from_the_dealer,
    open_tiles,
    prepare,
    tile_table,
)

TABLE = "PGT-1"


@pytest.fixture
def stamps() -> None:
    """Nobody approved or staffed the live table that these tests bring along: no gate asks for it."""


def layout() -> Layout:
    return felt(PaiGowSubmission(player_bank=True, co_bank=True))


# The face of a tile.


@pytest.mark.parametrize("code", CODES)
def test_a_tile_bears_its_spots_within_its_edges_and_none_upon_another(code: str) -> None:
    pips = tile_pips(code)
    upper, lower = (int(end) for end in code.split("-"))
    assert len(pips) == upper + lower
    assert sum(pip.y < TILE_HEIGHT / 2 for pip in pips) == upper
    for pip in pips:
        assert pip.radius < pip.x < TILE_WIDTH - pip.radius
        assert pip.radius < pip.y < TILE_HEIGHT - pip.radius
    for one, other in combinations(pips, 2):
        assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 > (one.radius + other.radius) ** 2


@pytest.mark.parametrize(
    ("code", "red"), [("1-1", 2), ("4-4", 8), ("1-3", 1), ("4-6", 4), ("2-4", 4), ("5-5", 0), ("6-6", 6)]
)
def test_ones_and_fours_are_red_and_half_of_a_twelve(code: str, red: int) -> None:
    assert sum(pip.red for pip in tile_pips(code)) == red


# Where tiles lie.


def size(spot: Spot) -> tuple[float, float]:
    wide, tall = TILE_WIDTH * spot.scale, TILE_HEIGHT * spot.scale
    return (tall, wide) if spot.turned else (wide, tall)


def box(drawn: Layout, area_id: str) -> tuple[float, float, float, float]:
    """Left, top, right and foot of a place, or of a whole hand."""
    if area_id.startswith("hand-"):
        parts = [drawn.area(area_id.replace("hand", part)) for part in ("high", "low")]
    else:
        parts = [drawn.area(area_id)]
    return (
        min(part.x for part in parts),
        min(part.y for part in parts),
        max(part.x + part.width for part in parts),
        max(part.y + part.height for part in parts),
    )


def lying(held: dict[str, tuple[str, ...]]) -> dict[str, DrawnTiles]:
    return {hand.key: hand for hand in draw_tiles(layout(), held)}


@pytest.mark.parametrize(
    "held",
    [
        {"hand-1": ("6-6", "6-6", "2-4", "1-2"), "hand-dealer": ("1-1", "3-5", "4-4", "1-3")},
        {
            "high-2": ("6-6", "2-6"),
            "low-2": ("1-1", "3-6"),
            "high-dealer": ("5-5", "5-6"),
            "low-dealer": ("2-2", "3-3"),
        },
        {
            "hand-3": (UNSEEN,) * 4,
            "dead-hand": (UNSEEN,) * 24,
            "stack-1": (UNSEEN,) * 4,
            "stack-8": (UNSEEN,),
        },
        {"collected": CODES, "hand-4": ("6-6", UNSEEN, UNSEEN, UNSEEN), "low-5": (UNSEEN, UNSEEN)},
    ],
)
def test_tiles_stay_within_their_places(held: dict[str, tuple[str, ...]]) -> None:
    drawn = lying(held)
    assert drawn.keys() == held.keys()
    for key, hand in drawn.items():
        left, top, right, foot = box(layout(), key)
        for tile in hand.tiles:
            width, height = size(tile.spot)
            assert left <= tile.spot.x
            assert tile.spot.x + width <= right + 0.2
            assert top <= tile.spot.y
            assert tile.spot.y + height <= foot + 0.2
        assert [tile.code for tile in hand.tiles] == ["" if code == UNSEEN else code for code in held[key]]


def test_tiles_that_can_be_read_lie_apart() -> None:
    for hand in lying({"hand-1": CODES[:4], "collected": CODES, "low-dealer": CODES[:2]}).values():
        for one, other in combinations((tile.spot for tile in hand.tiles), 2):
            width, height = size(one)
            assert abs(one.x - other.x) >= width or abs(one.y - other.y) >= height


def test_unseen_tiles_lie_upon_each_other_in_fours_and_every_edge_shows() -> None:
    spots = [tile.spot for tile in lying({"dead-hand": (UNSEEN,) * 6})["dead-hand"].tiles]
    first, second = spots[:4], spots[4:]
    assert len({spot.x for spot in first}) == len({spot.x for spot in second}) == 1
    assert [spot.y for spot in first] == sorted({spot.y for spot in first})
    # The foot of both piles is the same, however high they are.
    assert first[-1].y == second[-1].y


def test_the_dealers_low_hand_lies_across() -> None:
    drawn = lying({"high-dealer": ("6-6", "1-1"), "low-dealer": ("4-4", "1-3"), "low-1": ("2-2", "5-5")})
    assert {tile.spot.turned for tile in drawn["low-dealer"].tiles} == {True}
    assert {tile.spot.turned for tile in (*drawn["high-dealer"].tiles, *drawn["low-1"].tiles)} == {False}
    assert "rotate(90)" in drawn["low-dealer"].tiles[0].spot.transform


def test_tiles_are_read_out_and_those_face_down_are_not_named() -> None:
    drawn = lying({"low-1": ("6-6", UNSEEN), "hand-dealer": (UNSEEN,) * 4, "dead-hand": (UNSEEN,) * 8})
    assert drawn["low-1"].words == "Position 1, low: 6-6, one tile face down"
    assert drawn["hand-dealer"].words == "The dealer: 4 tiles face down"
    assert drawn["dead-hand"].words == "Dead hand: 8 tiles face down"
    assert in_words(("1-2", "2-4")) == "1-2, 2-4"
    assert (drawn["low-1"].name.part, drawn["hand-dealer"].name.part) == ("low", "")


def test_the_value_of_a_pair_stands_below_it() -> None:
    (low,) = draw_tiles(layout(), {"low-1": ("6-6", "2-6")}, {"low-1": "Gong"})
    assert (low.name.part, low.name.called) == ("low", "Gong")
    assert low.words == "Position 1, low: 6-6, 2-6; gong"
    assert max(tile.spot.y + TILE_HEIGHT * tile.spot.scale for tile in low.tiles) < low.name.y


@pytest.mark.parametrize("taken", [{1}, {2, 5}, set(range(1, 7))])
def test_tiles_before_a_player_are_large_enough_to_be_read(taken: set[int]) -> None:
    felt_of_them = seated(layout(), taken)
    held = {f"{part}-{seat}": ("6-6", "2-4") for seat in taken for part in ("high", "low")}
    for hand in draw_tiles(felt_of_them, held):
        for tile in hand.tiles:
            # Forty pixels by seventy-six where the felt is drawn 940 pixels wide.
            assert TILE_WIDTH * tile.spot.scale * 940 / 1200 >= 39.5
            assert TILE_HEIGHT * tile.spot.scale * 940 / 1200 >= 76


def test_what_pots_are_called_covers_neither_each_other_nor_their_chips() -> None:
    table = game_under(submission_for("poker", {"variant": "five-card-omaha-high-low"})).layout
    called = {
        "pot-0": "Main pot: 1, 2, 3, 4, 5, 6, 7, 8",
        "pot-1": "Side pot 1: 2, 4, 5, 8",
        "pot-2": "Side pot 2: 4, 5, 8",
        "pot-3": "Side pot 3: 5 and 8",
    }
    lie = list(pots(table, {}, Display(words="", chips=dict.fromkeys(called, 66_350), names=called)))
    # Those who can win the main pot are too many for its place: they are told to whoever asks.
    assert [pot.called for pot in lie] == ["Main pot", *list(called.values())[1:]]
    assert [pot.title for pot in lie] == list(called.values())
    for pot in lie:
        area, middle = table.area(pot.area), pot.x + pot.called_x
        half = text_width(pot.called, LEAST_SIZE, bold=False) / 2
        assert area.x <= middle - half
        assert middle + half <= area.x + area.width
        # The line stands on 25 above the foot of the chips, letters reach three quarters of their size above it.
        assert (CHIP_DOWN + 2.4 * (len(pot.chips) - 1)) * pot.scale <= 25
        assert pot.y - 25 - LEAST_SIZE * 0.75 >= area.y
    for one, other in combinations((table.area(pot.area) for pot in lie), 2):
        assert one.x + one.width <= other.x or other.x + other.width <= one.x or one.y != other.y
        assert abs(one.y - other.y) in (0, one.height)


def test_chips_that_are_nobodys_wager_lie_on_the_area_of_their_account() -> None:
    lie = list(
        pots(
            layout(),
            {"centre": 5000, "dealer wager": 2500, "felt": 100, "rack 1": 700},
            Display(words=""),
        )
    )
    assert {(pot.area, pot.amount) for pot in lie} == {("centre", 5000), ("dealer-wager", 2500)}
    assert list(pots(layout(), {"centre": 0}, Display(words=""))) == []
    for pot in lie:
        area = layout().area(pot.area)
        left, right = pot.x - CHIP_ACROSS * pot.scale, pot.x + pot.amount_x + pot.amount_width / 2
        assert area.x <= left
        assert right <= area.x + area.width
        assert left + right == pytest.approx(2 * area.x + area.width, abs=1)


# The delivery in words.


@pytest.mark.parametrize(
    ("style", "first", "third"),
    [
        ("house-way-from-right", "the whole of stack 8", "the whole of stack 6"),
        ("cup-say-from-left", "the two top tiles of stacks 1 and 2", "the two top tiles of stacks 3 and 4"),
        ("chee-yee", "the two top tiles of stacks 1 and 8", "the two top tiles of stacks 2 and 7"),
        (
            "pin-say-from-right",
            "the top tiles of stacks 5, 6, 7 and 8",
            "the second tiles of stacks 5, 6, 7 and 8",
        ),
        (
            "dragon-head-from-left",
            "the two top tiles of stacks 1 and 2",
            "the two bottom tiles of stacks 1 and 2",
        ),
    ],
)
def test_a_delivery_is_told_by_stacks_and_levels(style: str, first: str, third: str) -> None:
    served = [taken_words(service.tiles) for service in steps(Delivery(style))]
    assert (served[0], served[2]) == (first, third)


@pytest.mark.parametrize("style", list(Delivery))
def test_whatever_the_style_no_two_hands_are_told_alike(style: Delivery) -> None:
    assert len({taken_words(service.tiles) for service in steps(style)}) == 8


def test_a_stack_rests_before_the_inventory_and_a_hand_at_its_position() -> None:
    drawn = layout()
    for area in ("stack-3", "hand-2", "dead-hand"):
        spots = resting_places(drawn, area, 4)
        assert len({spot.x for spot in spots}) == 1
        left, top, right, foot = box(drawn, area)
        assert left <= spots[0].x <= right
        assert top <= spots[0].y <= foot


# The veil.


VEIL = Veil(
    TILES, {At(0): ("6-6", "6-6", "2-4", "1-2"), At(3): ("4-4", UNSEEN, UNSEEN, UNSEEN), At(4): (UNSEEN,) * 4}
)


def test_only_what_was_shown_of_a_hand_can_be_read_and_no_more_often_than_shown() -> None:
    state = {
        "stacks": [["6-6", "4-4"], ["2-4", "1-2"]],
        "hands": [
            {"seat": 0, "tiles": ["6-6", "6-6", "2-4", "1-2"]},
            {"seat": 3, "tiles": ["4-4", "4-4", "1-3", "6-6"]},
            {"seat": 4, "tiles": ["1-2", "5-5", "3-3", "2-2"]},
        ],
        "serial": "PG-1-2",
        "day": "2024-05-04",
    }
    assert masked(state, VEIL) == {
        "stacks": [[UNSEEN, UNSEEN], [UNSEEN, UNSEEN]],
        "hands": [
            {"seat": 0, "tiles": ["6-6", "6-6", "2-4", "1-2"]},
            {"seat": 3, "tiles": ["4-4", UNSEEN, UNSEEN, UNSEEN]},
            {"seat": 4, "tiles": [UNSEEN] * 4},
        ],
        "serial": "PG-1-2",
        "day": "2024-05-04",
    }


def test_a_hand_shown_whole_may_be_told_as_often_as_need_be() -> None:
    told = {"seat": 0, "high": ["6-6", "6-6"], "low": ["2-4", "1-2"], "tiles": ["6-6", "6-6", "2-4", "1-2"]}
    assert VEIL.over(told) == told


def test_a_stacked_set_is_never_told_and_a_few_tiles_without_a_position_are_the_dealers(table: Floor) -> None:
    place = table.table(TABLE)
    stacked = TilesStacked(tiles=("6-6",) * 32, clause="621a.4(g)#1")
    assert set(told_as_seen(place, stacked, VEIL).tiles) == {UNSEEN}
    few = msgspec.structs.replace(stacked, tiles=("6-6", "6-6", "2-4", "1-2"))
    assert told_as_seen(place, few, VEIL) == few
    others = msgspec.structs.replace(stacked, tiles=("4-4", "1-3"))
    assert told_as_seen(place, others, VEIL).tiles == (UNSEEN, UNSEEN)


def test_a_felt_is_shown_as_it_may_be_seen_position_by_position() -> None:
    display = Display(
        words="",
        tiles={
            "high-dealer": ("6-6", "6-6"),
            "hand-3": ("4-4", "4-4", "1-3", "6-6"),
            "stack-1": (UNSEEN, UNSEEN),
            "collected": ("4-4", "5-5"),
        },
    )
    assert display_as_seen(display, VEIL).tiles == {
        "high-dealer": ("6-6", "6-6"),
        "hand-3": ("4-4", UNSEEN, UNSEEN, UNSEEN),
        "stack-1": (UNSEEN, UNSEEN),
        "collected": ("4-4", UNSEEN),
    }
    assert place_of_area("dead-hand", display) is None


def lawful(move: str, **fields: tuple[Any, ...]) -> Lawful:
    return Lawful(move=move, by=DEALERS, clause="621a.8(f)#1", label="", fields=fields)


def test_what_may_happen_next_gives_no_hidden_tile_away() -> None:
    dealer, other, every = as_seen(
        (
            lawful("set-dealer-hands", low=(("2-4", "1-2"), ("6-6", "6-6"))),
            lawful("set-hands", seat=(4,), low=(("1-2", "5-5"), ())),
            lawful("correct-tile", was=CODES),
        ),
        VEIL,
    )
    assert dealer.fields == {"low": (("2-4", "1-2"), ("6-6", "6-6"))}
    assert other.fields == {"seat": (4,), "low": ((),)}
    assert every.fields == {"was": CODES}


def test_words_that_only_look_like_tiles_are_left_alone() -> None:
    told = {"at": "12-31", "who": "1-2 and more", "tiles": ["1-2", UNSEEN], "number": 12}
    assert list(TILES.everywhere_in(told)) == ["1-2", UNSEEN]


def test_where_nothing_is_dealt_nothing_is_hidden() -> None:
    assert game_under(submission_for("sic-bo")).pieces is None
    assert masked({"tiles": ["6-6"]}, NOTHING) == {"tiles": ["6-6"]}


# Nothing is told before it is shown. The tiles looked for are there only once in a set.


@pytest.fixture
def table(floor: Floor) -> Floor:
    """A training table with known tiles in its stacks, at which two players have bet."""
    tile_table(floor, TABLE, delivery_styles=["jung-quat"], player_bank=True)
    open_tiles(floor, TABLE, 1, 2, tiles=KNOWN)
    bet_tiles(floor, TABLE, seat_1=2500, seat_2=2500)
    return floor


@pytest.fixture
def client(table: Floor) -> Iterator[TestClient[Litestar]]:
    with signed_in_client(table, "http://127.0.0.1:8000") as client:
        yield client


ONCE = {code for code in CODES if KNOWN.count(code) == 1}
DEALERS_TILES, FIRST, SECOND = ({*HANDS[seat]} & ONCE for seat in (0, 1, 2))
NEVER_SHOWN = ONCE - DEALERS_TILES - FIRST - SECOND


def codes_in(text: str) -> set[str]:
    """Every tile that a text names."""
    return set(re.findall(rf"(?<![0-9-])({'|'.join(CODES)})(?![0-9-])", text.replace("such as 2-4 66", "")))


def seen_of(client: TestClient[Litestar], version: int | None = None) -> set[str]:
    """Every tile that a page or a program can be told of the table, or of the table as it stood."""
    now = client.get(f"/api/tables/{TABLE}").json()["version"]
    then = now if version is None else version
    addresses = (
        *((f"/tables/{TABLE}", f"/api/tables/{TABLE}") if version is None else ()),
        *((f"/api/tables/{TABLE}/record?limit=500",) if version is None else ()),
        f"/tables/{TABLE}?at={then}",
        f"/api/tables/{TABLE}/at/{then}",
    )
    return {code for address in addresses for code in codes_in(client.get(address).text)}


def test_no_tile_is_told_before_the_table_shows_it(table: Floor, client: TestClient[Litestar]) -> None:
    assert seen_of(client).isdisjoint(ONCE)
    deal_from_the_dealer(table, TABLE)
    assert seen_of(client) & ONCE == FIRST | SECOND
    step(table, TABLE)
    assert seen_of(client) & ONCE == SECOND, "a hand that lies set is face down again"
    step(table, TABLE)
    assert seen_of(client).isdisjoint(ONCE)
    step(table, TABLE)
    assert seen_of(client) & ONCE == DEALERS_TILES
    play_to(table, TABLE, "reveal-hands")
    step(table, TABLE)
    assert seen_of(client) & ONCE == DEALERS_TILES | FIRST
    step(table, TABLE)
    assert seen_of(client) & ONCE == DEALERS_TILES | FIRST | SECOND
    prepare(table, TABLE)
    assert seen_of(client).isdisjoint(NEVER_SHOWN)


def test_the_answers_to_stacking_and_delivering_name_no_tile(
    table: Floor, client: TestClient[Litestar]
) -> None:
    deal_from_the_dealer(table, TABLE)
    play_out(table, TABLE)
    step(table, TABLE)
    answer = client.post(f"/api/tables/{TABLE}/throw", json={"who": "PA-1001"})
    assert answer.json()["events"][0]["event"]["tiles"] == [UNSEEN] * 32
    bet_tiles(table, TABLE, seat_1=2500)
    play_to(table, TABLE, "deliver-tiles")
    move = {"move": {"move": "deliver-tiles", "hands": 8}, "who": "PA-1001"}
    answer = client.post(f"/api/tables/{TABLE}/moves", json=move)
    assert answer.status_code == 201
    assert not codes_in(answer.text)


def test_a_surrendered_hand_is_never_told(table: Floor, client: TestClient[Litestar]) -> None:
    deal_from_the_dealer(table, TABLE)
    looked = table.table(TABLE).version
    play_to(table, TABLE, "reveal-hands")
    table.submit(TABLE, {"move": "surrender", "seat": 1}, who="patron-1")
    play_out(table, TABLE)
    assert seen_of(client) & ONCE == DEALERS_TILES | SECOND
    assert seen_of(client, looked) & ONCE == SECOND, "the dealer's tiles lay face down then"
    # The journal keeps every tile: it is the sealed record.
    stacked = [r.act.move.tiles for r in table.replay(TABLE).record if hasattr(r.act.move, "tiles")]
    assert KNOWN in stacked


def test_an_exposed_tile_is_seen_and_the_others_of_the_hand_are_not(
    table: Floor, client: TestClient[Litestar]
) -> None:
    play_to(table, TABLE, "deliver-tiles")
    step(table, TABLE)
    hand = next(hand for hand in table.table(TABLE).state.play.hands if hand.seat == 1)
    table.submit(TABLE, {"move": "expose-tile", "seat": 1, "tile": 1}, who="PA-1001")
    state = client.get(f"/api/tables/{TABLE}").json()["standing"]["state"]["play"]
    told = next(each for each in state["hands"] if each["seat"] == 1)
    assert told["tiles"] == [hand.tiles[0], UNSEEN, UNSEEN, UNSEEN]


# The steps.


def test_the_tiles_are_prepared_step_by_step_and_rare_steps_are_put_away(floor: Floor) -> None:
    tile_table(floor, TABLE)
    open_tiles(floor, TABLE, 1, tiles=KNOWN)
    prepared = [type(recorded.act.move).__name__ for recorded in floor.table(TABLE).record][-7:]
    assert prepared == [
        "BringTiles",
        "InspectTiles",
        "VerifyTiles",
        "ShowTiles",
        "ViewTiles",
        "MixTiles",
        "StackTiles",
    ]
    put_away = {form.move for form in forms(floor, TABLE, Place.MENU)}
    assert put_away >= {"reject-tiles", "remove-tiles"}


def form_of(floor: Floor, move: str, place: Place = Place.MAIN, table: str = TABLE) -> StepForm:
    return next(form for form in forms(floor, table, place) if form.move == move)


def test_hands_to_deliver_are_picked_and_never_read_off_a_die(table: Floor) -> None:
    play_to(table, TABLE, "deliver-tiles")
    table.submit(TABLE, {"move": "deliver-tiles", "hands": 2}, who="PA-1001")
    (hands,) = form_of(table, "deliver-tiles").fields
    assert hands.kind == "select"
    assert [choice.json for choice in hands.choices] == ["6", "5", "4", "3", "2", "1"]


def test_a_style_is_chosen_openly_and_can_be_shown_before(table: Floor) -> None:
    step(table, TABLE)
    (style,) = form_of(table, "choose-delivery", Place.OTHER).fields
    assert [choice.words for choice in style.choices] == ["jung quat"]


def bank_is_offered(floor: Floor, table: str) -> None:
    """The bank offered to the first player, after a round that the house banked."""
    deal_from_the_dealer(floor, table)
    play_out(floor, table)
    prepare(floor, table)
    bet_tiles(floor, table, seat_2=2500)
    floor.submit(table, {"move": "offer-bank", "seat": 1}, who="PA-1001")


def test_the_table_waits_for_whoever_is_offered_the_bank(table: Floor) -> None:
    bank_is_offered(table, TABLE)
    labels = [form.label for form in forms(table, TABLE)]
    assert labels[:2] == ["Position 1: take the bank and its marker", "Position 1: pass the bank on"]


def test_what_the_bank_does_without_naming_a_position_is_the_banks(table: Floor) -> None:
    bank_is_offered(table, TABLE)
    table.submit(TABLE, {"move": "accept-bank", "seat": 1}, who="patron-1")
    directed = form_of(table, "direct-dealer-wager", Place.OTHER)
    assert directed.mover == 1
    (amount,) = directed.fields
    assert (amount.kind, amount.suggestion) == ("dollars", "25")
    assert [choice.json for choice in amount.choices] == ["0", "25", "0.25"]


def test_what_was_staked_for_the_next_round_is_no_part_of_the_last_settlement(table: Floor) -> None:
    bank_is_offered(table, TABLE)
    before = last_settlement(table.table(TABLE))
    table.submit(TABLE, {"move": "accept-bank", "seat": 1}, who="patron-1")
    table.submit(TABLE, {"move": "stake-dealer-wager"}, who="PA-1001")
    assert last_settlement(table.table(TABLE)) == before


def test_a_winner_pays_the_vigorish_in_a_line_of_its_own(table: Floor) -> None:
    deal_from_the_dealer(table, TABLE)
    for form in forms(table, TABLE):
        if form.move == "set-hands" and form.setting and form.setting.whose == "1":
            take(table, TABLE, form, low=("2-4", "1-2"))
    play_out(table, TABLE)
    settlement = last_settlement(table.table(TABLE))
    assert settlement is not None
    first = [line for line in settlement.lines if line.seat == 1]
    assert [(line.result, line.paid) for line in first] == [("win", 2500), ("vigorish", 125)]
    assert first[1].clause.startswith("621a.8(k)")


# The set of tiles.


def test_the_set_is_told_in_words_and_its_time_is_watched(table: Floor) -> None:
    place = table.table(TABLE)
    view = tile_set_view(place)
    assert view is not None
    assert (view.serial, view.words) == (f"{TABLE}-T1", "stacked")
    assert view.use_before is not None
    assert view.use_before - view.since == timedelta(hours=12)
    assert tile_set_view(table.table("SB-1")) is None
    said = {}
    for hours in (1, 11.75, 13):
        at = table.clock() + timedelta(hours=hours)
        said[hours] = " ".join(hint.words for hint in hints(place, place.legal(at), at))
    assert TABLE not in said[1]
    assert re.search(f"Set {TABLE}-T1 may be used for 1[45] minutes more", said[11.75])
    assert f"Set {TABLE}-T1 is past its time" in said[13]


def test_a_live_table_stacks_unseen_tiles_and_asks_for_them_when_they_are_turned(floor: Floor) -> None:
    tile_table(floor, TABLE, Mode.LIVE)
    open_tiles(floor, TABLE, 1, tiles=(UNSEEN,) * 32)
    bet_tiles(floor, TABLE, seat_1=2500)
    deal_from_the_dealer(floor, TABLE)
    (low,) = (field for field in form_of(floor, "set-hands").fields if field.name == "low")
    assert low.kind == "fixed"
    step(floor, TABLE)
    (tiles,) = form_of(floor, "turn-dealer-tiles").fields
    assert (tiles.kind, tiles.most) == ("tiles", 4)
    floor.submit(TABLE, {"move": "turn-dealer-tiles", "tiles": HANDS[0]}, who="PA-1001")
    step(floor, TABLE)
    asked = {field.name: (field.kind, field.most) for field in form_of(floor, "reveal-hands").fields}
    assert asked["high"] == asked["low"] == ("tiles", 2)


def test_a_co_banks_hand_is_arranged_by_the_dealer_where_it_lies(floor: Floor) -> None:
    tile_table(floor, TABLE, player_bank=True, co_bank=True)
    open_tiles(floor, TABLE, 1, 2)
    bet_tiles(floor, TABLE, seat_1=2500, seat_2=2500)
    bank_is_offered(floor, TABLE)
    floor.submit(TABLE, {"move": "accept-bank", "seat": 1}, who="patron-1")
    floor.submit(TABLE, {"move": "request-co-bank", "seat": 1}, who="patron-1")
    play_to(floor, TABLE, "set-dealer-hands")
    setting = form_of(floor, "set-dealer-hands").setting
    assert setting is not None
    assert (setting.whose, setting.pieces) == ("1", "tiles")
    assert [place.area for place in setting.places] == ["high-1", "low-1"]
    assert setting.start == setting.lawful[0], "the dealer begins with the house way"
    play_out(floor, TABLE)


def test_a_tile_told_wrongly_is_picked_by_its_ends(floor: Floor) -> None:
    tile_table(floor, TABLE, Mode.LIVE)
    open_tiles(floor, TABLE, 1, tiles=(UNSEEN,) * 32)
    bet_tiles(floor, TABLE, seat_1=2500)
    deal_from_the_dealer(floor, TABLE)
    step(floor, TABLE)
    floor.submit(TABLE, {"move": "turn-dealer-tiles", "tiles": HANDS[0]}, who="PA-1001")
    was = next(field for field in form_of(floor, "correct-tile", Place.MENU).fields if field.name == "was")
    assert {choice.words for choice in was.choices} == set(HANDS[0])
