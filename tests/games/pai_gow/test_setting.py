"""Setting the hands (621a.5(d), 621a.8(a)-(d), 621a.10(f)): the players' and, the house way, the dealer's."""

from collections import Counter

import pytest

from houseway.equipment.tiles import UNSEEN
from houseway.games.pai_gow.events import (
    DealerHandsReset,
    DealerHandsSet,
    HandsMisset,
    HandsRelabelled,
    HandsRevealed,
    HandsSet,
    HouseWayTold,
    TilesTurned,
)
from houseway.games.pai_gow.house_way import HouseWay, Setting, house_way, is_misset
from houseway.games.pai_gow.moves import (
    CorrectTile,
    RevealHands,
    SetDealerHands,
    SetHands,
    Surrender,
    TurnDealerTiles,
)
from houseway.games.pai_gow.round import Phase
from houseway.games.pai_gow.setting import lows
from houseway.table.card_play import PlayArea
from houseway.table.roles import Role
from houseway.table.set_hands import AskHouseWay
from tests.games.pai_gow.dealing import BOTH_WIN, DEALER, HIGH_WINS, Dealing, cites, lines, names, only

HANDS = {0: DEALER, 1: BOTH_WIN, 2: HIGH_WINS}


def to_set(*seats: int, **options: object) -> Dealing:
    """Players with tiles to set."""
    dealing = Dealing(**options)
    for seat in seats or (1,):
        dealing.bet(seat)
    dealing.dealt(HANDS)
    return dealing


def untold(*seats: int) -> Dealing:
    """Players at a table that is told the tiles only when they are turned over."""
    dealing = Dealing()
    for seat in seats or (1,):
        dealing.bet(seat)
    dealing.dealt(HANDS, unseen=True)
    return dealing


# Players (621a.8(a)-(b)).


@pytest.mark.clause("621a.8(a)#1", "621a.8(a)#2")
def test_a_player_divides_four_tiles_into_high_and_low_after_the_deal() -> None:
    dealing = Dealing().bet(1)
    dealing.stacks(HANDS).closed()
    dealing.started()
    assert dealing.refused(SetHands(seat=1, low=("1-1", "2-6"))) == "621a.8(a)#1"
    dealing.make(dealing.first("deliver-tiles"))
    assert dealing.refusal(SetHands(seat=1, low=("1-1", "2-6"))).fix == "cover the shaker first"
    dealing.make(dealing.first("cover-shaker"))
    assert dealing.refused(SetHands(seat=2, low=("1-2", "1-4"))) == "621a.8(a)#1"
    assert dealing.refused(SetHands(seat=1, low=("1-1", "2-6"), by=Role.FLOORPERSON)) == "621a.8(a)#1"
    laid = only(dealing.sets(seat_1="2-6 1-1"), HandsSet)
    assert sorted(laid.high) == ["4-4", "6-6"]
    assert laid.low == ("2-6", "1-1")
    assert "621a.8(a)#2" in cites(laid)
    assert dealing.game.display(dealing.state).tiles["high-1"] == (UNSEEN,) * 2


@pytest.mark.clause("621a.8(a)#1")
@pytest.mark.parametrize(
    "low", [(), ("1-1",), ("1-1", "1-1"), ("1-2", "1-4"), ("1-1", "2-6", "4-4"), (UNSEEN, "1-1")]
)
def test_the_low_hand_is_two_of_the_positions_own_tiles(low: tuple[str, ...]) -> None:
    assert to_set(1, 2).refused(SetHands(seat=1, low=low)) == "621a.8(a)#1"


def test_every_two_tiles_may_be_laid_as_the_low_hand_the_house_way_first() -> None:
    dealing = to_set(1)
    (act,) = dealing.lawful("set-hands")
    assert act.fields["low"][0] == ("1-1", "2-6")
    assert len(act.fields["low"]) == 6
    for low in act.fields["low"]:
        assert dealing.game.apply(dealing.state, SetHands(seat=1, low=low))


@pytest.mark.parametrize(
    "hand", [BOTH_WIN, HIGH_WINS, "6-6 6-6 2-4 1-2", "6-6 6-6 1-1 1-1", "1-2 2-3 3-5 5-6"]
)
def test_the_last_listed_is_neither_the_house_way_nor_a_low_hand_above_its_high_hand(hand: str) -> None:
    tiles = tuple(hand.split())
    for way in HouseWay:
        *_, last = listed = lows(tiles, way)
        high = tuple((Counter(tiles) - Counter(last)).elements())
        assert not is_misset(Setting(high=(high[0], high[1]), low=(last[0], last[1])))
        assert last != listed[0] == tuple(sorted(house_way(tiles, way).low))


@pytest.mark.clause("621a.8(b)#4", "621a.5(d)#5")
def test_hands_laid_down_may_not_be_touched_again() -> None:
    dealing = to_set(1, 2)
    dealing.sets(seat_1="1-1 2-6")
    assert dealing.refused(SetHands(seat=1, low=("6-6", "1-1"))) == "621a.8(b)#4"
    assert dealing.refused(AskHouseWay(seat=1)) == "621a.8(b)#4"
    assert dealing.phase is Phase.SETTING


@pytest.mark.clause("621a.8(b)#2")
@pytest.mark.parametrize(
    ("way", "low"), [("r1", ("1-1", "2-6")), ("r2", ("1-1", "2-6")), ("r3", ("1-1", "2-6"))]
)
def test_a_player_who_asks_is_told_how_the_house_would_set(way: str, low: tuple[str, ...]) -> None:
    dealing = to_set(1, house_way=way)
    told = only(dealing.make(AskHouseWay(seat=1)), HouseWayTold)
    assert told.low == low
    assert sorted(told.high) == ["4-4", "6-6"]
    assert told.way
    assert dealing.refused(AskHouseWay(seat=2)) == "621a.8(a)#1"
    assert dealing.refused(AskHouseWay(seat=1, by=Role.DEALER)) == "621a.8(b)#2"


@pytest.mark.clause("621a.8(b)#2", "621a.8(d)")
def test_the_advice_goes_by_the_filed_house_way() -> None:
    # Twelves and a Wong with a Gong are both open to the dealer.
    hand = {0: DEALER, 1: "6-6 6-6 3-6 3-5"}
    lows = {}
    for way in ("r1", "r2"):
        dealing = Dealing(house_way=way).bet(1)
        dealing.dealt(hand)
        lows[way] = sorted(only(dealing.make(AskHouseWay(seat=1)), HouseWayTold).low)
    assert lows == {"r1": ["3-5", "3-6"], "r2": ["3-5", "6-6"]}


def test_advice_on_tiles_that_the_table_does_not_know_names_the_rule() -> None:
    dealing = untold()
    told = only(dealing.make(AskHouseWay(seat=1)), HouseWayTold)
    assert (told.high, told.low) == ((), ())
    assert told.way
    assert dealing.state.looked == (), "nobody knows whether the player has looked"


# Two areas (621a.5(d)).


@pytest.mark.clause("621a.5(d)#3", "621a.5(d)#5")
def test_of_two_areas_the_larger_wager_is_set_first() -> None:
    dealing = Dealing(adjacent_areas=2).bet(1, 1_000)
    dealing.make(PlayArea(seat=1, area=2))
    dealing.bet(2, 2_000)
    dealing.dealt(HANDS)
    assert dealing.refused(SetHands(seat=1, low=("1-1", "2-6"))) == "621a.5(d)#3"
    assert [act.fields["seat"] for act in dealing.lawful("set-hands")] == [(2,)]
    first = only(dealing.sets(seat_2="1-2 3-4"), HandsSet)
    assert "621a.5(d)#3" in cites(first)
    assert dealing.refused(SetHands(seat=2, low=("1-2", "3-4"))) == "621a.5(d)#5"
    dealing.sets(seat_1="1-1 2-6")
    assert dealing.phase is Phase.TURNING


@pytest.mark.clause("621a.5(d)#4", "621a.5(d)#2")
def test_of_two_equal_wagers_the_one_nearer_the_dealers_right_is_set_first() -> None:
    dealing = Dealing(adjacent_areas=2).bet(2)
    dealing.make(PlayArea(seat=2, area=1))
    dealing.bet(1).bet(4)
    dealing.dealt(HANDS)
    assert dealing.refused(SetHands(seat=2, low=("1-2", "3-4"))) == "621a.5(d)#4"
    assert dealing.refused(SetHands(seat=1, low=("1-2", "3-4"))) == "621a.5(d)#2"
    assert dealing.refused(SetHands(seat=1, low=("1-1", "3-4"))) == "621a.5(d)#2"
    assert dealing.refused(SetHands(seat=1, low=("1-1", "5-5"))) == "621a.8(a)#1"
    assert dealing.refused(SetHands(seat=1, low=())) == "621a.8(a)#1"
    assert "621a.5(d)#4" in cites(only(dealing.sets(seat_1="1-1 2-6"), HandsSet))
    dealing.sets(seat_2="1-2 3-4")


# Low above high (B-PG-07).


@pytest.mark.clause("621a.8(a)#1")
def test_a_low_hand_above_the_high_hand_is_relabelled_and_logged() -> None:
    dealing = to_set(1)
    laid = only(dealing.sets(seat_1="4-4 6-6"), HandsSet)
    assert sorted(laid.low) == ["4-4", "6-6"]
    dealing.dealer_sets()
    events = dealing.reveal()
    relabelled = only(events, HandsRelabelled)
    assert sorted(relabelled.high) == ["4-4", "6-6"]
    assert relabelled.clause == "621a.8(a)#1"
    assert only(events, HandsRevealed).low == ("4-4", "6-6")
    assert lines(events) == [(1, "win", 1_000, "621a.8(i)")]


@pytest.mark.clause("621a.8(a)#1")
def test_an_operator_may_have_hands_set_wrongly_lose() -> None:
    dealing = to_set(1, misset_hands="lose")
    dealing.sets(seat_1="4-4 6-6")
    dealing.dealer_sets()
    events = dealing.reveal()
    assert names(events) == ["HandsRevealed", "HandsMisset", "Settled", "HandCollected", "RoundOver"]
    found = only(events, HandsMisset)
    assert (sorted(found.low), found.clause) == (["4-4", "6-6"], "621a.8(a)#1")
    assert lines(events) == [(1, "lose", 0, "621a.8(a)#1")]
    assert sorted(dealing.game.display(dealing.state).tiles["low-1"]) == ["4-4", "6-6"], "as they were laid"
    right = to_set(1, misset_hands="lose")
    right.sets(seat_1="1-1 2-6")
    right.dealer_sets()
    events = right.reveal()
    assert lines(events) == [(1, "win", 1_000, "621a.8(i)")]
    assert "HandsMisset" not in names(events)


# The dealer (621a.8(c)-(d), 621a.10(f)).


@pytest.mark.clause("621a.8(c)#1", "621a.8(c)#2")
def test_the_dealer_turns_and_sets_when_all_players_have_set() -> None:
    dealing = to_set(1, 2)
    assert dealing.refused(TurnDealerTiles()) == "621a.8(c)#1"
    dealing.sets(seat_1="1-1 2-6")
    assert dealing.refused(TurnDealerTiles()) == "621a.8(c)#1"
    dealing.sets(seat_2="1-2 3-4")
    assert dealing.refused(SetDealerHands(low=("1-6", "2-4"))) == "621a.8(c)#1"
    assert dealing.refused(TurnDealerTiles(by=Role.PLAYER)) == "621a.8(c)#1"
    turned = only(dealing.make(TurnDealerTiles()), TilesTurned)
    assert turned.tiles == tuple(DEALER.split())
    placed = only(dealing.make(SetDealerHands(low=("1-6", "2-4"))), DealerHandsSet)
    assert {"621a.8(d)", "621a.8(d)(3)", "621a.8(c)#2"} <= cites(placed)
    assert sorted(placed.high) == ["4-5", "4-6"]
    assert dealing.refused(TurnDealerTiles()) == "621a.8(c)#1"
    assert dealing.refused(SetDealerHands(low=("1-6", "2-4"))) == "621a.8(c)#1"


@pytest.mark.clause("621a.8(d)", "621a.10(f)")
@pytest.mark.parametrize("low", ["4-5 1-6", "4-6 2-4", "4-6 1-6", "4-5 2-4"])
def test_hands_not_set_the_house_way_are_reset_and_the_round_goes_on(low: str) -> None:
    dealing = to_set(1)
    dealing.all_set()
    events = dealing.dealer_sets(low)
    reset = only(events, DealerHandsReset)
    assert reset.clause == "621a.10(f)"
    assert only(events, DealerHandsSet).low == ("1-6", "2-4")
    assert dealing.state.shown_at(0) == Setting(high=("4-6", "4-5"), low=("1-6", "2-4"))
    assert lines(dealing.reveal()) == [(1, "win", 1_000, "621a.8(i)")]


@pytest.mark.clause("621a.10(f)")
@pytest.mark.parametrize("low", ["1-6 2-4", "2-4 1-6", "4-5 4-6"])
def test_the_house_way_is_not_reset(low: str) -> None:
    dealing = to_set(1)
    dealing.all_set()
    events = dealing.dealer_sets(low)
    assert not [event for event in events if isinstance(event, DealerHandsReset)]
    assert sorted(only(events, DealerHandsSet).high) == ["4-5", "4-6"]


@pytest.mark.clause("621a.8(d)")
def test_the_dealers_low_hand_is_two_of_the_dealers_tiles() -> None:
    dealing = to_set(1)
    dealing.all_set()
    dealing.make(TurnDealerTiles())
    assert dealing.refused(SetDealerHands(low=("1-1", "2-6"))) == "621a.8(d)"
    assert dealing.refused(SetDealerHands(low=("1-6", "2-4"), by=Role.PLAYER)) == "621a.8(d)"


# Tiles told only when they are turned over.


def test_untold_hands_are_told_as_they_are_turned_over() -> None:
    dealing = untold(1, 2)
    assert dealing.lawful("set-hands")[0].fields["low"] == ((),)
    assert dealing.refused(SetHands(seat=1, low=("1-1", "2-6"))) == "621a.8(a)#1"
    assert (only(dealing.make(SetHands(seat=1)), HandsSet).low) == ()
    dealing.make(SetHands(seat=2))
    assert dealing.lawful("turn-dealer-tiles")[0].text == ("tiles",)
    for tiles in (
        (),
        ("4-5",),
        ("4-5", "4-6", "1-6", UNSEEN),
        ("4-5", "4-5", "1-6", "2-4"),
        ("4-5", "9-9", "1-6", "2-4"),
    ):
        assert dealing.refused(TurnDealerTiles(tiles=tiles)) == "621a.8(c)#1"
    dealing.make(TurnDealerTiles(tiles=tuple(DEALER.split())), SetDealerHands(low=("1-6", "2-4")))
    (reveal,) = dealing.lawful("reveal-hands")
    assert (reveal.text, reveal.asks) == (("high", "low"), ("high", "low"))
    assert dealing.refused(RevealHands(seat=1)) == "621a.8(f)#1"
    assert dealing.refused(RevealHands(seat=1, high=("6-6",), low=("1-1", "2-6"))) == "621a.8(f)#1"
    assert dealing.refused(RevealHands(seat=1, high=("4-5", "4-4"), low=("1-1", "2-6"))) == "621a.8(f)#1"
    events = dealing.make(
        RevealHands(seat=1, high=("6-6", "4-4"), low=("1-1", "2-6")),
        RevealHands(seat=2, high=("1-4", "2-2"), low=("1-2", "3-4")),
    )
    assert lines(events) == [(1, "win", 1_000, "621a.8(i)"), (2, "push", 0, "621a.8(h)(1)#1")]


def test_hands_that_the_table_knows_are_revealed_as_they_were_laid() -> None:
    dealing = to_set(1)
    dealing.all_set()
    dealing.dealer_sets()
    assert dealing.refused(RevealHands(seat=1, high=("1-1", "2-6"), low=("6-6", "4-4"))) == "621a.8(f)#1"
    assert dealing.refused(RevealHands(seat=1, low=("1-1", "2-6"))) == "621a.8(f)#1"
    dealing.make(RevealHands(seat=1, high=("4-4", "6-6"), low=("2-6", "1-1")))


def test_a_tile_told_wrongly_is_put_right_until_a_hand_is_shown() -> None:
    dealing = untold(1, 2)
    dealing.make(SetHands(seat=1), SetHands(seat=2))
    correction = CorrectTile(was="2-3", tile="2-4")
    assert dealing.refused(correction) == "621a.8(c)#1"
    dealing.make(TurnDealerTiles(tiles=("4-5", "4-6", "1-6", "2-3")))
    dealing.make(dealing.first("set-dealer-hands"))
    for wrong in (
        CorrectTile(was="6-6", tile="2-4"),
        CorrectTile(was="2-3", tile="??"),
        CorrectTile(was="2-3", tile="4-5"),
    ):
        assert dealing.refused(wrong) == "621a.8(c)#1"
    assert dealing.refused(CorrectTile(was="2-3", tile="2-4", by=Role.DEALER)) == "621a.8(c)#1"
    dealing.make(correction)
    assert dealing.phase is Phase.DEALER_SETS
    assert dealing.state.hand(0) == tuple(DEALER.split())
    dealing.make(dealing.first("set-dealer-hands"))
    house = dealing.state.shown_at(0)
    assert house is not None
    assert house.same_as(Setting(high=("4-6", "4-5"), low=("1-6", "2-4")))
    assert "2-3" in dealing.lawful("correct-tile")[0].fields["tile"]
    dealing.make(RevealHands(seat=1, high=("6-6", "4-4"), low=("1-1", "2-6")))
    assert dealing.refused(CorrectTile(was="2-4", tile="1-2")) == "621a.8(c)#1"
    assert not dealing.lawful("correct-tile")


def test_tiles_told_when_stacked_leave_nothing_to_correct() -> None:
    dealing = to_set(1, 2)
    dealing.all_set()
    dealing.dealer_sets()
    dealing.make(Surrender(seat=2))
    assert not dealing.lawful("correct-tile")
    assert dealing.refused(CorrectTile(was="2-4", tile="1-2")) == "621a.8(c)#1"
