import pytest

from houseway.games.five_card_hi_lo.moves import SetHand
from houseway.games.five_card_hi_lo.turns import asked
from houseway.table.card_play import PlayArea
from houseway.table.events import Settled
from houseway.table.moves import LeaveSeat, PlaceWager, TakeSeat
from tests.crew import lines
from tests.games.five_card_hi_lo.dealing import H18_L5, H27_L9, H31_L11, HiLo


def two_areas(first: int, second: int) -> HiLo:
    """A player at position 3 who plays position 4 too, with these Antes, and a neighbour at 5."""
    table = HiLo(adjacent_areas=2)
    table.do(TakeSeat(seat=3), PlayArea(seat=3, area=4), TakeSeat(seat=5))
    table.bet(3, ante=first).bet(4, ante=second).bet(5, ante=500)
    return table


@pytest.mark.clause("663a.7(f)#1")
def test_a_player_bets_two_areas_only_where_the_submission_allows_it() -> None:
    table = HiLo({3: {"ante": 1000}})
    assert table.refused(PlayArea(seat=3, area=4)).clause.id == "663a.7(f)#1"
    assert not table.lawful("play-area")


@pytest.mark.clause("663a.7(f)#1")
def test_the_second_area_is_a_free_neighbour_and_there_is_no_third() -> None:
    table = HiLo(adjacent_areas=2)
    table.do(TakeSeat(seat=3), TakeSeat(seat=2))
    for area in (2, 5, 3, 7):
        assert table.refused(PlayArea(seat=3, area=area)).clause.id == "663a.7(f)#1"
    table.do(PlayArea(seat=3, area=4))
    assert table.refused(PlayArea(seat=3, area=5)).clause.id == "663a.7(f)#1"
    table.do(LeaveSeat(seat=3))
    assert table.state.seats == (2,)


@pytest.mark.clause("663a.7(f)#2")
def test_each_area_is_asked_set_and_settled_by_itself() -> None:
    table = two_areas(1000, 1000).dealt(seat_3=H31_L11, seat_4=H18_L5, dealer=H27_L9)
    table.play()
    assert asked(table.state) == 4
    table.fold()
    table.decided("fold")
    table.set(3, "As 2c")
    table.dealer()
    table.reveal()
    assert lines(table.happened(Settled)) == [
        (4, "ante", "lose", 0),
        (5, "ante", "lose", 0),
        (3, "ante", "win", 1000),
        (3, "play", "win", 1000),
    ]


@pytest.mark.clause("663a.7(f)#3")
@pytest.mark.parametrize(("antes", "first", "second"), [((1000, 2000), 4, 3), ((2000, 1000), 3, 4)])
def test_the_hand_with_the_larger_ante_is_set_first(antes: tuple[int, int], first: int, second: int) -> None:
    table = two_areas(*antes).dealt().decided()
    assert table.refused(SetHand(seat=second)).clause.id == "663a.7(f)#3"
    assert [act.fields["seat"] for act in table.lawful("set-hand")] == [(first,), (5,)]
    table.set(5)  # another player does not wait
    table.set(first)
    table.set(second)


@pytest.mark.clause("663a.7(f)#4")
def test_equal_antes_are_set_counterclockwise_from_the_dealers_right() -> None:
    table = two_areas(1000, 1000).dealt().decided()
    assert table.refused(SetHand(seat=3)).clause.id == "663a.7(f)#4"
    table.set(4)
    table.set(3)


@pytest.mark.clause("663a.7(f)#3")
def test_optional_wagers_do_not_change_the_order() -> None:
    table = two_areas(1000, 1500)
    table.bet(3, tie=5000)
    table.dealt().decided()
    assert table.refused(SetHand(seat=3)).clause.id == "663a.7(f)#3"


def test_a_folded_area_is_not_waited_for() -> None:
    table = two_areas(1000, 2000).dealt()
    table.play()
    table.fold()
    table.decided()
    table.set(3)


@pytest.mark.clause("663a.7(f)#5")
def test_of_two_areas_a_hand_laid_down_stays_while_the_other_is_set() -> None:
    table = two_areas(1000, 2000).dealt().decided()
    table.set(4)
    assert table.refused(SetHand(seat=4)).clause.id == "663a.7(f)#5"


def test_an_area_is_not_taken_in_the_middle_of_a_round() -> None:
    table = HiLo({3: {"ante": 1000}}, adjacent_areas=2).dealt()
    assert table.refused(PlayArea(seat=3, area=4)).clause.id == "663a.7(f)#1"
    assert table.refused(PlaceWager(seat=4, wager="ante", amount=1000)).clause.id == "663a.7(b)#1"
