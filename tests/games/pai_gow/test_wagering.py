"""Wagering (621a.5): who may wager, with what, until when, and on how many areas."""

import pytest

from houseway.games.pai_gow.events import WagerAbandoned
from houseway.games.pai_gow.moves import Abandon, DeliverTiles
from houseway.games.pai_gow.round import Phase
from houseway.table.card_play import AreaTaken, PlayArea
from houseway.table.chip_steps import BuyIn
from houseway.table.events import SeatLeft
from houseway.table.moves import CallNoMoreBets, Instrument, LeaveSeat, PlaceWager, TakeDownWager, TakeSeat
from houseway.table.roles import Role
from houseway.table.start import CoverShaker
from tests.games.pai_gow.dealing import Dealing, in_service, lines, moved, names, only


def wager(seat: int = 1, amount: int = 1_000, **more: object) -> PlaceWager:
    """A Pai Gow Wager."""
    return PlaceWager(seat=seat, wager="pai-gow", amount=amount, **more)  # type: ignore[arg-type]


@pytest.mark.clause("621a.5(a)#1", "621a.5(a)#2")
def test_wagers_are_made_with_chips_or_plaques_and_never_with_cash() -> None:
    dealing = Dealing().seat(1)
    spoken = wager(instrument=Instrument.VERBAL_WITH_CASH, by=Role.DEALER)
    assert dealing.refused(spoken) == "621a.5(a)#2"
    assert dealing.refused(wager(instrument=Instrument.OTHER_APPROVED)) == "621a.5(a)#1"
    dealing.make(wager(), wager(instrument=Instrument.PLAQUES))
    assert dealing.refused(PlaceWager(seat=1, wager="tie", amount=500)) == "621a.5(a)#1"
    assert dealing.state.bets[0].amount == 2_000


@pytest.mark.clause("621a.5(b)#1")
def test_only_who_is_seated_may_wager() -> None:
    dealing = Dealing().seat(1)
    assert dealing.refused(wager(seat=2)) == "621a.5(b)#1"


@pytest.mark.clause("621a.8(k)#2")
def test_an_exact_vigorish_takes_wagers_of_which_chips_can_make_it() -> None:
    assert Dealing(smallest_chip=25).seat(1).refused(wager(amount=600)) == "621a.8(k)#2"
    assert Dealing(smallest_chip=100).seat(1).refused(wager(amount=1_000)) == "621a.8(k)#2"
    quarters = Dealing(smallest_chip=25, vigorish_rounding="quarter-up").seat(1)
    quarters.make(wager(amount=700))


@pytest.mark.clause("621a.5(c)#1", "621a.5(c)#2")
def test_nothing_is_made_raised_or_taken_back_after_no_more_bets() -> None:
    dealing = Dealing().bet(1).seat(2).stacks()
    dealing.make(TakeDownWager(seat=1, wager="pai-gow"), wager(), wager(), CallNoMoreBets())
    for move in (wager(), wager(seat=2), TakeDownWager(seat=1, wager="pai-gow")):
        assert dealing.refused(move) == "621a.5(c)#2"
    assert not dealing.lawful("place-wager") + dealing.lawful("take-down-wager")
    assert dealing.refused(CallNoMoreBets()) == "621a.5(c)#2"


@pytest.mark.clause("621a.5(c)#1")
def test_no_more_bets_is_called_once_somebody_has_wagered() -> None:
    dealing = Dealing().seat(1).stacks()
    assert dealing.refused(CallNoMoreBets()) == "621a.5(c)#1"
    assert not dealing.lawful("call-no-more-bets")
    assert dealing.refused(CallNoMoreBets(by=Role.PLAYER)) == "621a.5(c)#1"
    dealing.bet(1).make(CallNoMoreBets())


@pytest.mark.clause("621a.5(b)#2")
def test_a_player_with_tiles_stays_until_the_round_is_over() -> None:
    dealing = Dealing().bet(1).bet(4).seat(6)
    assert dealing.refused(LeaveSeat(seat=1)) == "621a.5(b)#2"
    dealing.dealt()
    dealing.make(LeaveSeat(seat=6))
    dealing.to_showdown()
    dealing.reveal(1)
    assert [bet.seat for bet in dealing.state.bets] == [4]
    assert dealing.refused(LeaveSeat(seat=1)) == "621a.5(b)#2"
    assert [act.fields["seat"] for act in dealing.lawful("leave-seat")] == []
    dealing.reveal(4)
    dealing.make(LeaveSeat(seat=1))


# Abandoned wagers (621a.5(b)#3, B-PG-25).


@pytest.mark.clause("621a.5(b)#3")
def test_a_floorperson_may_rule_the_wager_of_one_who_left_lost() -> None:
    dealing = Dealing().bet(1).bet(2).bet(3)
    ruling = Abandon(seat=2, reason="left the floor")
    dealing.stacks().closed()
    assert dealing.refused(ruling) == "621a.5(b)#3"
    dealing.started()
    dealing.make(DeliverTiles(hands=8), CoverShaker())
    assert dealing.refused(Abandon(seat=2, reason=" ")) == "621a.5(b)#3"
    assert dealing.refused(Abandon(seat=2, reason="left", by=Role.DEALER)) == "621a.5(b)#3"
    assert dealing.refused(Abandon(seat=6, reason="left")) == "621a.5(b)#3"
    events = dealing.make(ruling)
    assert only(events, WagerAbandoned).reason == "left the floor"
    assert lines(events) == [(2, "lose", 0, "621a.5(b)#3")]
    assert moved(events) == {"felt": -1_000, "tray": 1_000}
    assert dealing.state.bettors == (1, 3)


@pytest.mark.clause("621a.5(b)#3")
def test_the_ruling_comes_before_the_hands_are_due_to_be_shown() -> None:
    dealing = Dealing().bet(1).bet(2)
    dealing.dealt()
    dealing.to_showdown()
    assert dealing.refused(Abandon(seat=1, reason="left")) == "621a.5(b)#3"
    assert [act.fields["seat"] for act in dealing.lawful("abandon")] == [(2,)]
    dealing.make(Abandon(seat=2, reason="left"))
    dealing.reveal(1)
    assert dealing.phase is Phase.BETTING


@pytest.mark.clause("621a.5(b)#3")
def test_an_operator_may_have_abandoned_hands_played_out() -> None:
    dealing = Dealing(abandoned_wagers_lose=False).bet(1)
    dealing.dealt()
    assert dealing.refused(Abandon(seat=1, reason="left")) == "621a.5(b)#3"
    assert not dealing.lawful("abandon")


def test_a_round_that_all_have_left_is_over() -> None:
    dealing = Dealing().bet(1).bet(2)
    dealing.dealt()
    events = dealing.make(Abandon(seat=1, reason="left"), Abandon(seat=2, reason="left"))
    assert names(events)[-1] == "RoundOver"
    assert dealing.phase is Phase.BETTING


# Two areas (621a.5(d)).


@pytest.mark.clause("621a.5(d)#1")
def test_a_second_area_is_a_free_neighbour_where_the_submission_allows_it() -> None:
    assert Dealing().seat(2).refused(PlayArea(seat=2, area=3)) == "621a.5(d)#1"
    dealing = Dealing(adjacent_areas=2).seat(2, 4)
    for area in (2, 4, 5, 7, 6):
        assert dealing.refused(PlayArea(seat=2, area=area)) == "621a.5(d)#1"
    assert dealing.refused(PlayArea(seat=1, area=2)) == "621a.5(b)#1"
    assert [act.fields["area"] for act in dealing.lawful("play-area")] == [(1, 3), (3, 5)]
    assert only(dealing.make(PlayArea(seat=2, area=3)), AreaTaken).area == 3
    assert dealing.refused(PlayArea(seat=2, area=1)) == "621a.5(d)#1"
    assert dealing.refused(PlayArea(seat=3, area=2)) == "621a.5(d)#1"
    assert dealing.refused(TakeSeat(seat=3)) == "621a.2(a)#1"
    ends = Dealing(adjacent_areas=2).seat(1, 2, 6)
    for seat, area in ((1, 0), (1, 2), (6, 7)):
        assert "is not free" in ends.refusal(PlayArea(seat=seat, area=area)).message
    ends.make(PlayArea(seat=2, area=3))
    assert "second area" in ends.refusal(PlayArea(seat=3, area=4)).message
    dealing.bet(2).stacks().closed()
    assert dealing.refused(PlayArea(seat=4, area=5)) == "621a.5(d)#1"


def test_a_second_area_is_played_from_its_owners_chips_and_left_with_the_seat() -> None:
    service = in_service(adjacent_areas=2)
    service.do(PlayArea(seat=1, area=2), BuyIn(seat=2, amount=5_000), wager(seat=2, amount=45_000))
    assert service.state.chips["patron:1"] == 105_000 - 45_000
    assert service.state.chips.get("patron:2", 0) == 0
    service.do(TakeDownWager(seat=2, wager="pai-gow"))
    events = service.do(LeaveSeat(seat=1))
    assert [event.seat for event in events if isinstance(event, SeatLeft)] == [1, 2]
    assert service.state.play.seats == (3,)
    assert service.state.play.areas == ()


def test_a_player_leaves_neither_area_while_the_other_is_in_the_round() -> None:
    dealing = Dealing(adjacent_areas=2).seat(2)
    dealing.make(PlayArea(seat=2, area=1), wager(seat=1))
    assert dealing.refused(LeaveSeat(seat=2)) == "621a.5(b)#2"
    assert dealing.refused(LeaveSeat(seat=1)) == "621a.5(b)#2"
    dealing.make(TakeDownWager(seat=1, wager="pai-gow"), LeaveSeat(seat=1))
    assert dealing.state.seats == (2,)
    assert dealing.state.areas == ()


@pytest.mark.clause("621a.5(b)#2")
def test_an_empty_second_area_is_given_up_until_no_more_bets() -> None:
    dealing = Dealing(adjacent_areas=2).bet(2)
    dealing.make(PlayArea(seat=2, area=1))
    assert dealing.refused(LeaveSeat(seat=2)) == "621a.5(b)#2"
    assert [act.fields["seat"] for act in dealing.lawful("leave-seat")] == [(1,)]
    dealing.make(LeaveSeat(seat=1))
    assert (dealing.state.seats, dealing.state.areas) == ((2,), ())
    dealing.make(PlayArea(seat=2, area=3))
    dealing.stacks().closed()
    assert dealing.refused(LeaveSeat(seat=3)) == "621a.5(b)#2"
