"""The tiles on their way into play (621a.3(b), 621a.4)."""

import random

import pytest

from houseway.equipment.tiles import FULL_SET, UNSEEN
from houseway.games.pai_gow.events import (
    TilesBrought,
    TilesHandled,
    TilesMixed,
    TilesRejected,
    TilesSealed,
    TilesStacked,
)
from houseway.games.pai_gow.moves import (
    AcceptBank,
    BringTiles,
    CutTiles,
    DisplayTiles,
    End,
    InspectTiles,
    MixTiles,
    OfferBank,
    RejectTiles,
    RemoveTiles,
    SealTiles,
    ShowTiles,
    StackTiles,
    StakeDealerWager,
    VerifyTiles,
    ViewTiles,
)
from houseway.games.pai_gow.round import Condition, Phase
from houseway.table.moves import CallNoMoreBets, LeaveSeat, PlaceWager, Report, TakeDownWager, TakeSeat
from houseway.table.procedure import CloseTable, OpenTable
from houseway.table.roles import Role
from houseway.table.routine import chance_due
from tests.games.pai_gow.dealing import (
    Dealing,
    at_second_round,
    cites,
    in_service,
    moved,
    only,
    stacked,
    tiles_ready,
)

STEPS = (
    InspectTiles(),
    VerifyTiles(),
    ShowTiles(),
    ViewTiles(),
    MixTiles(times=8),
    StackTiles(tiles=FULL_SET),
)


def brought() -> Dealing:
    """A new set at a table with one player."""
    dealing = Dealing()
    dealing.state = dealing.game.open()
    dealing.seat(1).make(BringTiles(serial="T-1"))
    return dealing


@pytest.mark.clause("621a.4(a)#1", "621a.4(a)#2", "621a.4(b)#1", "621a.4(c)#2", "621a.4(d)#4")
def test_a_set_goes_through_its_steps_one_after_the_other() -> None:
    dealing = brought()
    for number, step in enumerate(STEPS):
        for later in (*STEPS[number + 1 :], CallNoMoreBets()):
            dealing.refused(later)
        dealing.make(step)
        dealing.refused(step)
    assert dealing.state.condition is Condition.STACKED
    assert [len(stack) for stack in dealing.state.stacks] == [4] * 8


@pytest.mark.clause("621a.4(a)#1", "621a.4(a)(1)", "621a.4(a)(2)", "621a.4(a)(3)", "621a.4(a)#2")
def test_inspection_and_verification_are_put_on_record() -> None:
    dealing = brought()
    event = only(dealing.make(InspectTiles(tiles=FULL_SET)), TilesHandled)
    assert cites(event) == {"621a.4(a)#1", "621a.4(a)(1)", "621a.4(a)(2)", "621a.4(a)(3)"}
    assert dealing.refused(VerifyTiles(by=Role.DEALER)) == "621a.4(a)#2"
    assert only(dealing.make(VerifyTiles()), TilesHandled).by == "floorperson"


@pytest.mark.clause("621a.4(a)(1)")
def test_a_set_without_all_its_pairs_is_not_used() -> None:
    dealing = brought()
    short = (*FULL_SET[:-1], FULL_SET[0])
    assert dealing.refused(InspectTiles(tiles=short)) == "621a.4(a)(1)"


@pytest.mark.clause("621a.4(a)(3)(i)", "621a.4(a)(3)(ii)#1", "621a.4(a)(3)(ii)#2")
def test_an_unsuitable_set_is_sealed_before_another_comes() -> None:
    dealing = brought()
    assert dealing.refused(RejectTiles(reason=" ")) == "621a.4(a)(3)(i)"
    rejected = only(dealing.make(RejectTiles(reason="a scratched 4-6")), TilesRejected)
    assert rejected.reason == "a scratched 4-6"
    assert dealing.refused(InspectTiles()) == "621a.4(a)(3)(ii)#1"
    assert dealing.refused(RejectTiles(reason="again")) == "621a.4(a)(3)(ii)#1"
    assert dealing.refused(BringTiles(serial="T-2")) == "621a.4(a)#1"
    assert dealing.refused(RemoveTiles()) == "621a.4(a)(3)(ii)#1"
    assert dealing.refused(SealTiles(witness=Role.PLAYER)) == "621a.4(a)(3)(ii)#2"
    sealed = only(dealing.make(SealTiles()), TilesSealed)
    assert (sealed.by, sealed.witness) == ("dealer", "floorperson")
    assert only(dealing.make(BringTiles(serial="T-2")), TilesBrought).serial == "T-2"


@pytest.mark.clause("621a.4(b)#2", "621a.4(c)#1")
def test_the_pairs_stay_until_the_first_player_has_seen_them() -> None:
    dealing = Dealing()
    dealing.state = dealing.game.open()
    dealing.make(BringTiles(serial="T-1"), InspectTiles(), VerifyTiles(), ShowTiles())
    assert dealing.refused(MixTiles(times=8)) == "621a.4(c)#1"
    assert dealing.refused(ViewTiles()) == "621a.4(b)#2"
    dealing.make(TakeSeat(seat=4), ViewTiles(), MixTiles(times=8))


@pytest.mark.clause("621a.4(c)#2", "621a.4(d)#1", "621a.4(d)#2", "621a.4(d)#3")
def test_each_hand_makes_eight_circles() -> None:
    dealing = brought()
    dealing.make(*STEPS[:4])
    assert dealing.refused(MixTiles(times=7)) == "621a.4(d)#3"
    mixed = only(dealing.make(MixTiles(times=9)), TilesMixed)
    assert cites(mixed) == {"621a.4(c)#2", "621a.4(d)#1", "621a.4(d)#2", "621a.4(d)#3"}


@pytest.mark.clause("621a.4(d)#4")
@pytest.mark.parametrize(
    "tiles",
    [
        FULL_SET[:31],
        (*FULL_SET, "6-6"),
        (*FULL_SET[:31], "6-6"),
        (*FULL_SET[:31], UNSEEN),
        (*FULL_SET[:31], "7-7"),
    ],
)
def test_eight_stacks_take_the_whole_set_told_or_untold(tiles: tuple[str, ...]) -> None:
    dealing = Dealing()
    assert dealing.refused(StackTiles(tiles=tiles)) == "621a.4(d)#4"
    untold = only(dealing.make(StackTiles(tiles=(UNSEEN,) * 32)), TilesStacked)
    assert set(untold.tiles) == {UNSEEN}
    assert dealing.state.stacks == ((UNSEEN,) * 4,) * 8


def test_chance_stacks_the_whole_set_in_any_order() -> None:
    dealing = Dealing()
    act = chance_due(dealing.game, dealing.state)
    assert act is not None
    draw = random.Random(621)
    orders = {dealing.game.drawn(dealing.state, act, draw.randrange)["tiles"] for _ in range(20)}
    assert len(orders) == 20
    assert all(sorted(order) == sorted(FULL_SET) for order in orders)


@pytest.mark.clause("621a.4(e)")
def test_a_tile_exposed_while_stacking_has_the_whole_set_mixed_again() -> None:
    dealing = brought()
    report = Report(irregularity="tile-exposed-while-stacking", by=Role.DEALER)
    dealing.make(*STEPS[:4])
    assert dealing.refused(report) == "621a.4(e)"
    dealing.make(MixTiles(times=8), report)
    assert dealing.refused(StackTiles(tiles=FULL_SET)) == "621a.4(e)"
    assert only(dealing.make(MixTiles(times=8)), TilesMixed).clause == "621a.4(e)"
    dealing.make(StackTiles(tiles=FULL_SET), report)
    assert dealing.state.stacks == ()
    assert dealing.refused(report) == "621a.4(e)"
    assert dealing.refused(StackTiles(tiles=FULL_SET)) == "621a.4(e)"
    dealing.make(
        MixTiles(times=8), StackTiles(tiles=FULL_SET), PlaceWager(seat=1, wager="pai-gow", amount=500)
    )
    dealing.make(CallNoMoreBets())
    assert dealing.refused(report) == "621a.4(e)"


@pytest.mark.clause("621a.4(e)")
def test_stacks_mixed_again_are_cut_and_wagered_against_again() -> None:
    dealing = at_second_round(1, 2).banked_by(2).bet(1).stacks()
    cut = CutTiles(first=1, count=1, to=End.RIGHT)
    dealing.make(cut, StakeDealerWager())
    events = dealing.make(Report(irregularity="tile-exposed-while-stacking", by=Role.DEALER))
    assert moved(events) == {"dealer wager": -1_000, "tray": 1_000}
    dealing.make(MixTiles(times=8))
    dealing.stacks().make(cut, StakeDealerWager(), CallNoMoreBets())


@pytest.mark.clause("621a.4(f)")
def test_after_each_round_the_tiles_are_mixed() -> None:
    dealing = Dealing().bet(1)
    dealing.whole_round()
    assert dealing.state.condition is Condition.USED
    dealing.bet(1)
    assert dealing.refused(CallNoMoreBets()) == "621a.4(f)"
    assert dealing.refused(stacked({})) == "621a.4(f)"
    dealing.make(MixTiles(times=8), stacked({}), CallNoMoreBets())


@pytest.mark.clause("621a.4(g)#1", "621a.4(g)#2", "621a.9(b)#1")
def test_at_an_idle_table_the_tiles_are_shown_viewed_and_mixed_again() -> None:
    dealing = Dealing(player_bank=True).bet(2)
    dealing.whole_round()
    dealing.make(MixTiles(times=8), stacked({}), LeaveSeat(seat=2))
    assert dealing.state.condition is Condition.IDLE
    assert dealing.state.stacks == ()
    assert dealing.state.past.at_start
    assert dealing.refused(MixTiles(times=8)) == "621a.4(g)#1"
    assert [act.clause for act in dealing.lawful("show-tiles")] == ["621a.4(g)#1"]
    shown = only(dealing.make(ShowTiles()), TilesHandled)
    assert cites(shown) == {"621a.4(g)#1"}
    assert dealing.refused(MixTiles(times=8)) == "621a.4(c)#1"
    dealing.make(TakeSeat(seat=5), ViewTiles(), MixTiles(times=8))


@pytest.mark.clause("621a.4(b)#1")
def test_a_new_set_is_first_shown_after_its_inspection() -> None:
    dealing = brought()
    dealing.make(InspectTiles(), VerifyTiles())
    assert [act.clause for act in dealing.lawful("show-tiles")] == ["621a.4(b)#1"]
    assert cites(only(dealing.make(ShowTiles()), TilesHandled)) == {"621a.4(b)#1"}


@pytest.mark.clause("621a.4(g)#1", "621a.4(g)#2", "621a.9(b)#1")
def test_while_nobody_plays_the_tiles_may_lie_in_pairs_though_players_are_seated() -> None:
    dealing = at_second_round(1, 2).bet(1).stacks()
    assert dealing.refused(DisplayTiles()) == "621a.4(g)#1"
    dealing.make(TakeDownWager(seat=1, wager="pai-gow"))
    banks = at_second_round(1, 2).banked_by(1)
    assert banks.refused(DisplayTiles()) == "621a.4(g)#1"
    dealing.make(OfferBank(seat=1))
    assert dealing.refused(DisplayTiles(by=Role.FLOORPERSON)) == "621a.4(g)#1"
    assert dealing.lawful("display-tiles")
    assert cites(only(dealing.make(DisplayTiles()), TilesHandled)) == {"621a.4(g)#1"}
    assert (dealing.state.condition, dealing.state.stacks) == (Condition.SHOWN, ())
    assert dealing.refused(DisplayTiles()) == "621a.4(c)#1"
    assert dealing.refused(AcceptBank(seat=1)) == "621a.9(c)#1"
    assert dealing.refused(OfferBank(seat=1)) == "621a.9(b)#1"
    assert dealing.refused(MixTiles(times=8)) == "621a.4(c)#1"
    dealing.make(ViewTiles(), MixTiles(times=8))
    dealing.bet(1).stacks().closed()
    assert dealing.refused(DisplayTiles()) == "621a.4(f)"


def test_a_set_that_was_never_shown_is_as_it_was_at_an_idle_table() -> None:
    dealing = brought()
    dealing.make(LeaveSeat(seat=1))
    assert dealing.state.condition is Condition.BROUGHT


@pytest.mark.clause("621a.3(b)")
def test_tiles_are_changed_after_twelve_hours() -> None:
    service = in_service()
    service.do(stacked({}), PlaceWager(seat=1, wager="pai-gow", amount=1_000))
    service.later(hours=11, minutes=59)
    assert any(act.move == "call-no-more-bets" for act in service.table.legal(service.state, service.now))
    service.later(minutes=1)
    assert service.refused(CallNoMoreBets()).clause.id == "621a.3(b)"
    assert not any(act.move == "call-no-more-bets" for act in service.table.legal(service.state, service.now))
    service.do(RemoveTiles())
    assert service.refused(BringTiles(serial="t-1")).clause.id == "621a.4(a)#1"
    tiles_ready(service, "T-2").do(stacked({}), CallNoMoreBets())


@pytest.mark.clause("621a.3(b)")
def test_a_round_that_began_in_time_is_played_out() -> None:
    service = in_service()
    service.do(stacked({}), PlaceWager(seat=1, wager="pai-gow", amount=1_000), CallNoMoreBets())
    service.later(hours=13)
    assert list(service.table.game.pieces_in_use(service.state.play)) == []
    assert service.refused(RemoveTiles()).clause.id == "621a.4(f)"


def test_one_set_at_a_time_known_by_its_number() -> None:
    dealing = Dealing()
    assert dealing.refused(BringTiles(serial="T-9")) == "621a.4(a)#1"
    dealing.make(RemoveTiles())
    assert dealing.refused(BringTiles(serial=" ")) == "621a.4(a)#1"
    assert dealing.refused(BringTiles(serial="T-9", by=Role.DEALER)) == "621a.4(a)(3)(i)"
    assert dealing.refused(RemoveTiles()) == "621a.3(b)"


def test_the_tiles_leave_a_closed_table() -> None:
    service = in_service()
    service.do(LeaveSeat(seat=1), LeaveSeat(seat=3), CloseTable())
    assert service.state.play.tiles is None
    service.later(hours=1).attest(*(step.stage for step in service.table.game.checklist))
    service.do(OpenTable(gaming_day=service.now.date()))
    assert service.state.play.phase is Phase.BETTING
