"""The veil over cards and tiles: nothing hidden is told, whatever looks like it, and nothing shown is lost."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.equipment.cards import FIFTY_TWO, FORTY_EIGHT, UNSEEN
from houseway.table.places import DEALER_PLACE, Place
from houseway.table.veil import PUBLIC, TILES, Lying, Veil, cards_of, place_of

EIGHT = cards_of(FIFTY_TWO, 8)
NOBODY: frozenset[int] = frozenset()
ONE, TWO = Place(1), Place(2)


def veil(*lying: Lying, viewer: int = PUBLIC) -> Veil:
    return Veil.of(EIGHT, lying, viewer)


UP = Lying(DEALER_PLACE, "Ks")
HOLE = Lying(DEALER_PLACE, "Ks", NOBODY)


def test_a_place_is_a_hand_of_a_position() -> None:
    assert [str(place) for place in (DEALER_PLACE, ONE, Place(3, 2))] == [
        "the dealer",
        "position 1",
        "position 3, hand 2",
    ]


@pytest.mark.parametrize(
    ("told", "place"),
    [
        ({"seat": 3}, Place(3)),
        ({"seat": 3, "hand": 2}, Place(3, 2)),
        ({"seat": 0, "hand": "As Ks"}, DEALER_PLACE),
        ({"card": "As"}, None),
    ],
)
def test_a_value_that_names_a_position_tells_of_that_place(told: dict[str, Any], place: Place | None) -> None:
    assert place_of(told) == place


def test_hiding_one_king_of_spades_hides_no_other() -> None:
    seen = veil(Lying(ONE, "Ks"), UP, HOLE)
    assert seen.over({"seat": 1, "cards": ["Ks", "2d"]}) == {"seat": 1, "cards": ["Ks", UNSEEN]}
    assert seen.over({"seat": 0, "cards": ["Ks", "Ks"]}) == {"seat": 0, "cards": ["Ks", UNSEEN]}


@pytest.mark.parametrize("hole", ["Ks", "Qd"])
def test_a_hole_card_dealt_first_is_hidden_also_when_it_is_like_the_up_card(hole: str) -> None:
    seen = veil(Lying(DEALER_PLACE, hole, NOBODY), UP)
    assert seen.over({"seat": 0, "cards": [hole, "Ks"]}) == {"seat": 0, "cards": [UNSEEN, "Ks"]}


def test_a_card_is_seen_by_those_whose_eyes_it_is_for() -> None:
    own = (Lying(ONE, "As", frozenset({1})), Lying(TWO, "Ad", frozenset({2})), Lying(ONE, "3c"))
    hands = [{"seat": 1, "cards": "As3c"}, {"seat": 2, "cards": "Ad"}]
    told = {
        viewer: [hand["cards"] for hand in veil(*own, viewer=viewer).over(hands)] for viewer in (PUBLIC, 1, 2)
    }
    assert told == {PUBLIC: ["??3c", "??"], 1: ["As3c", "??"], 2: ["??3c", "Ad"]}


def test_split_hands_are_places_of_their_own() -> None:
    seen = veil(Lying(Place(1, 1), "8s"), Lying(Place(1, 2), "8s", NOBODY))
    assert seen.over([{"seat": 1, "hand": 1, "card": "8s"}, {"seat": 1, "hand": 2, "card": "8s"}]) == [
        {"seat": 1, "hand": 1, "card": "8s"},
        {"seat": 1, "hand": 2, "card": UNSEEN},
    ]


def test_what_tells_of_no_place_tells_nothing_and_words_stay_words() -> None:
    seen = veil(Lying(ONE, "As"))
    assert seen.over({"card": "As", "note": "Assured 4-5 times", "seats": [1, 2]}) == {
        "card": UNSEEN,
        "note": "Assured 4-5 times",
        "seats": [1, 2],
    }
    assert seen.over("As", ONE) == "As"


def test_a_heap_tells_what_was_shown_anywhere_as_often_as_it_was() -> None:
    seen = veil(Lying(ONE, "As"), Lying(TWO, "As"), HOLE)
    assert seen.over_heap(("As", "As", "As", "Ks")) == ("As", "As", UNSEEN, UNSEEN)


def test_what_may_come_next_is_every_kind_not_seen_in_all_its_copies() -> None:
    seven_and_a_hidden_one = veil(*7 * (Lying(ONE, "As"),), Lying(DEALER_PLACE, "As", NOBODY))
    without_the_ace = tuple(code for code in FIFTY_TWO if code != "As")
    assert seven_and_a_hidden_one.over_kinds(without_the_ace) == FIFTY_TWO
    assert veil(*8 * (Lying(ONE, "As"),)).over_kinds(FIFTY_TWO) == without_the_ace
    assert seven_and_a_hidden_one.over_kinds(()) == ()


def test_two_veils_hide_what_either_hides() -> None:
    both = veil(Lying(ONE, "As"), Lying(TWO, "Kd")) | veil(Lying(ONE, "As", NOBODY), Lying(TWO, "Kd"))
    assert both.seen == {ONE: (UNSEEN,), TWO: ("Kd",)}
    fewer = veil(Lying(ONE, "As")) | veil(Lying(ONE, "As"), Lying(ONE, "Kd"))
    assert fewer.seen == {ONE: ("As", UNSEEN)}


def test_tiles_that_look_alike_are_counted_as_cards_are() -> None:
    hand = (
        Lying(ONE, "6-6"),
        Lying(ONE, "6-6", NOBODY),
        Lying(ONE, "4-5", NOBODY),
        Lying(ONE, "1-1"),
    )
    seen = Veil.of(TILES, hand)
    assert seen.over({"seat": 1, "tiles": ["6-6", "6-6", "4-5", "1-1"]})["tiles"] == [
        "6-6",
        UNSEEN,
        UNSEEN,
        "1-1",
    ]
    assert seen.over({"seat": 1, "high": "6-6 1-1", "low": "6-6 4-5"}) == {
        "seat": 1,
        "high": "6-6 1-1",
        "low": "?? ??",
    }


def test_a_hand_shown_whole_may_be_told_as_often_as_one_likes() -> None:
    seen = veil(Lying(ONE, "As"), Lying(ONE, "Kd"))
    told = {"seat": 1, "cards": ["As", "Kd"], "set": "KdAs"}
    assert seen.over(told) == told


# Blindness: what differs only in what nobody was shown looks the same.

PLACES = (DEALER_PLACE, ONE, Place(1, 2), TWO)
pieces_at = st.lists(
    st.tuples(
        st.sampled_from(PLACES),
        st.sampled_from(FORTY_EIGHT[:6]),
        st.sampled_from([None, NOBODY, frozenset({1}), frozenset({2})]),
    ),
    max_size=14,
)


def record(lying: list[Lying], seen: Veil) -> list[object]:
    """Everything a page might tell of a table: each hand, and what may come next."""
    told: list[object] = []
    for place in PLACES:
        hand = [piece.code for piece in lying if piece.place == place]
        told.append(seen.over({"seat": place.seat, "hand": place.hand, "cards": hand}))
        told.append(seen.over({"seat": place.seat, "hand": place.hand, "cards": "".join(hand)}))
    left = tuple(code for code in FORTY_EIGHT if code not in {piece.code for piece in lying})
    told.append(seen.over_kinds((*left, "2c")))
    return told


@given(told=pieces_at, data=st.data(), viewer=st.sampled_from([PUBLIC, 0, 1, 2]))
def test_two_tables_that_differ_in_hidden_pieces_only_look_the_same(
    told: list[tuple[Place, str, frozenset[int] | None]], data: st.DataObject, viewer: int
) -> None:
    one = [Lying(*piece) for piece in told]
    other = [
        piece
        if piece.seen_by(viewer) != UNSEEN
        else replace(piece, code=data.draw(st.sampled_from(FORTY_EIGHT[:6])))
        for piece in one
    ]
    pieces = cards_of(FORTY_EIGHT, 8)
    assert record(one, Veil.of(pieces, one, viewer)) == record(other, Veil.of(pieces, other, viewer))


@given(told=pieces_at)
def test_nothing_is_hidden_where_everything_was_shown(
    told: list[tuple[Place, str, frozenset[int] | None]],
) -> None:
    lying = [Lying(place, code) for place, code, _ in told]
    seen = Veil.of(cards_of(FORTY_EIGHT, 14), lying)
    for place in PLACES:
        hand = {"seat": place.seat, "hand": place.hand, "cards": [p.code for p in lying if p.place == place]}
        assert seen.over(hand) == hand
