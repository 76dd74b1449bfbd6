import pytest

from houseway.games.five_card_hi_lo.round import DECIDING
from houseway.table.moves import CallNoMoreBets, Instrument, LeaveSeat, PlaceWager, TakeDownWager, TakeSeat
from houseway.table.roles import Role
from houseway.table.wagers import Limits, Range
from tests.games.five_card_hi_lo.dealing import HiLo


def ante(
    amount: int = 1000, seat: int = 1, instrument: Instrument = Instrument.VALUE_CHIPS, by: Role = Role.PLAYER
) -> PlaceWager:
    return PlaceWager(seat=seat, wager="ante", amount=amount, instrument=instrument, by=by)


def wager(name: str, amount: int = 500, seat: int = 1) -> PlaceWager:
    return PlaceWager(seat=seat, wager=name, amount=amount)


@pytest.mark.clause("663a.7(a)#1", "663a.7(a)#2")
def test_wagers_are_chips_plaques_or_approved_instruments_and_never_spoken_cash() -> None:
    table = HiLo()
    table.do(TakeSeat(seat=1))
    for instrument in (Instrument.VALUE_CHIPS, Instrument.PLAQUES, Instrument.OTHER_APPROVED):
        table.do(ante(instrument=instrument))
    refusal = table.refused(ante(instrument=Instrument.VERBAL_WITH_CASH, by=Role.DEALER))
    assert refusal.clause.id == "663a.7(a)#2"
    assert table.refused(ante(by=Role.FLOORPERSON)).clause.id == "663a.7(a)#1"


@pytest.mark.clause("663a.2(a)", "663a.7(b)#1")
def test_only_who_is_seated_at_one_of_six_positions_may_wager() -> None:
    table = HiLo()
    assert table.refused(TakeSeat(seat=7)).clause.id == "663a.2(a)"
    assert table.refused(ante(seat=6)).clause.id == "663a.7(b)#1"
    table.do(TakeSeat(seat=6), ante(seat=6))


@pytest.mark.clause("663a.7(c)#1", "663a.7(c)#2")
def test_nothing_is_wagered_raised_or_taken_back_after_no_more_bets() -> None:
    table = HiLo({1: {"ante": 1000}, 3: {"ante": 500, "tie": 500}})
    table.do(CallNoMoreBets())
    assert table.refused(wager("tie")).clause.id == "663a.7(c)#1"
    assert table.refused(ante(500)).clause.id == "663a.7(c)#2"
    assert table.refused(TakeDownWager(seat=3, wager="tie")).clause.id == "663a.7(c)#2"
    assert not table.lawful("place-wager")
    assert not table.lawful("take-down-wager")


@pytest.mark.clause("663a.7(c)#1")
def test_wagers_may_be_changed_until_then() -> None:
    table = HiLo({1: {"ante": 1000}})
    table.do(ante(500), TakeDownWager(seat=1, wager="ante"), ante(2000))
    assert [bet.amount for bet in table.state.bets] == [2000]
    table.do(CallNoMoreBets())
    assert table.refused(wager("poker-bonus")).clause.id == "663a.7(c)#1"


@pytest.mark.clause("663a.7(e)")
@pytest.mark.parametrize("optional", ["tie", "poker-bonus"])
def test_an_optional_wager_goes_only_with_an_ante(optional: str) -> None:
    table = HiLo()
    table.do(TakeSeat(seat=1), TakeSeat(seat=2), ante(seat=2))
    assert table.refused(wager(optional)).clause.id == "663a.7(e)"
    (place,) = [act for act in table.lawful("place-wager") if act.fields["wager"] == (optional,)]
    assert place.fields["seat"] == (2,)
    table.do(ante(), wager(optional))
    refusal = table.refused(TakeDownWager(seat=1, wager="ante"))
    assert (refusal.clause.id, refusal.fix) == ("663a.7(e)", "take down the optional wagers first")
    table.do(TakeDownWager(seat=1, wager=optional), TakeDownWager(seat=1, wager="ante"))


@pytest.mark.clause("663a.7(e)(1)", "663a.7(e)(2)", "663a.7(e)")
def test_a_table_takes_only_the_optional_wagers_it_offers() -> None:
    table = HiLo({1: {"ante": 1000}}, not_offered=("tie", "poker-bonus"))
    assert table.refused(wager("tie")).clause.id == "663a.7(e)(1)"
    assert table.refused(wager("poker-bonus")).clause.id == "663a.7(e)(2)"
    assert table.refused(wager("insurance")).clause.id == "663a.7(e)"


@pytest.mark.clause("663a.7(d)")
def test_only_who_made_an_ante_is_dealt_in() -> None:
    table = HiLo({2: {"ante": 1000}, 5: {"ante": 500}})
    table.do(TakeSeat(seat=1))
    table.dealt()
    assert [hand.seat for hand in table.state.hands] == [2, 5, 0]
    assert {len(hand.cards) for hand in table.state.hands} == {5}


@pytest.mark.clause("663a.8(b)")
def test_nobody_is_dealt_in_at_a_table_without_antes() -> None:
    table = HiLo()
    table.do(TakeSeat(seat=1))
    assert table.refused(CallNoMoreBets()).clause.id == "663a.8(b)"


@pytest.mark.clause("663a.11(b)#2", "663a.7(c)#1")
def test_the_play_wager_is_made_after_the_deal_and_equals_the_ante() -> None:
    table = HiLo({1: {"ante": 1000}})
    assert table.refused(wager("play", 1000)).clause.id == "663a.11(b)#2"
    table.dealt()
    assert table.state.phase == DECIDING
    for amount in (500, 1500):
        assert table.refused(wager("play", amount)).clause.id == "663a.11(b)#2"
    (place,) = table.lawful("place-wager")
    assert (place.fields["wager"], place.amount) == (("play",), Range(1000, 1000, 100))
    table.do(wager("play", 1000))
    assert table.refused(wager("play", 1000)).clause.id == "663a.11(b)#1"
    assert table.refused(TakeDownWager(seat=1, wager="play")).clause.id == "663a.7(c)#2"


def test_the_play_wager_equals_an_ante_above_the_limits_of_the_other_wagers() -> None:
    table = HiLo({1: {"ante": 90_000}}, wager_limits={"ante": Limits(minimum=500, maximum=100_000)})
    table.dealt()
    table.play()
    assert table.state.bets[-1].amount == 90_000


@pytest.mark.clause("663a.7(b)#2")
def test_a_player_with_a_wager_stays_until_the_round_is_over() -> None:
    table = HiLo({1: {"ante": 1000}})
    table.dealt()
    assert table.refused(LeaveSeat(seat=1)).clause.id == "663a.7(b)#2"
    assert not table.lawful("leave-seat")
