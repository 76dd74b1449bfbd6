"""Which wagers are taken, when, and beside which others (36.05.14.07)."""

from typing import Any

import pytest

from houseway.table.card_play import PlayArea
from houseway.table.moves import CallNoMoreBets, Instrument, LeaveSeat, PlaceWager, TakeDownWager
from houseway.table.roles import Role
from houseway.table.wagers import Range
from tests.games.three_card_poker.dealing import MD, Pit


def place(seat: int, wager: str, dollars: int) -> PlaceWager:
    return PlaceWager(seat=seat, wager=wager, amount=dollars * 100)


def amounts(pit: Pit, seat: int, wager: str) -> tuple[int, int, int] | None:
    """What may be added to a wager, in dollars, as the table lists it: least, most and step."""
    for act in pit.service.table.legal(pit.service.state, pit.service.now):
        if act.move == "place-wager" and seat in act.fields["seat"] and act.fields["wager"] == (wager,):
            assert act.amount is not None
            return act.amount.low // 100, act.amount.high // 100, act.amount.step // 100
    return None


# What a wager is made with, and by whom.


@pytest.mark.clause("36.05.14.07A", "36.05.14.07B")
def test_chips_plaques_and_approved_instruments_are_taken_but_no_cash_with_words() -> None:
    pit = Pit()
    for instrument in (Instrument.VALUE_CHIPS, Instrument.PLAQUES, Instrument.OTHER_APPROVED):
        pit.service.do(PlaceWager(seat=1, wager="ante", amount=500, instrument=instrument))
    refusal = pit.service.refused(
        PlaceWager(seat=1, wager="ante", amount=500, instrument=Instrument.VERBAL_WITH_CASH, by=Role.DEALER)
    )
    assert refusal.clause.id == f"{MD}.07B"
    poor = Pit(chips=100)
    assert poor.service.refused(place(1, "ante", 5)).clause.id == f"{MD}.07A"


@pytest.mark.clause("36.05.14.07C#1")
def test_only_who_is_seated_may_wager() -> None:
    assert Pit(1).service.refused(place(2, "ante", 5)).clause.id == f"{MD}.07C#1"


@pytest.mark.clause("36.05.14.07E")
def test_a_wager_that_is_not_on_the_list_is_refused() -> None:
    assert Pit().service.refused(place(1, "tie", 5)).clause.id == f"{MD}.07E"


@pytest.mark.clause("36.05.14.07E(1)", "36.05.14.07E(2)", "36.05.14.07E(3)")
def test_a_player_may_play_against_the_dealer_the_paytable_or_both() -> None:
    for wagers in ({"ante": 5}, {"pair_plus": 5}, {"ante": 5, "pair_plus": 50}, {"ante": 50, "pair_plus": 5}):
        Pit().wager(1, **wagers).service.do(CallNoMoreBets())


@pytest.mark.parametrize("wager", ["progressive", "six-card-bonus"])
def test_what_is_not_offered_is_not_taken(wager: str) -> None:
    pit = Pit(not_offered=[wager]).wager(1, pair_plus=5)
    assert "does not offer" in pit.service.refused(place(1, wager, 5)).message


# Side bets beside a main wager.


@pytest.mark.parametrize(
    ("wager", "clause"),
    [
        pytest.param("progressive", ".07E(4)(a)", marks=pytest.mark.clause("36.05.14.07E(4)(a)", "36.05.14.07E(4)")),
        pytest.param("six-card-bonus", ".07E(5)(b)", marks=pytest.mark.clause("36.05.14.07E(5)(b)", "36.05.14.07E(5)")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("main", ["ante", "pair-plus"])
def test_a_side_bet_follows_an_ante_or_a_pair_plus_wager(wager: str, clause: str, main: str) -> None:
    pit = Pit(1, 2).wager(2, ante=5)
    assert pit.service.refused(place(1, wager, 5)).clause.id == MD + clause
    assert amounts(pit, 1, wager) is None
    pit.service.do(place(1, main, 5), place(1, wager, 5))
    refusal = pit.service.refused(TakeDownWager(seat=1, wager=main))
    assert refusal.clause.id == MD + clause
    pit.service.do(TakeDownWager(seat=1, wager=wager), TakeDownWager(seat=1, wager=main))


@pytest.mark.clause("36.05.14.02C(1)", "36.05.14.02C(2)#1", "36.05.14.12E(5)")
def test_the_device_takes_one_dollar_or_five() -> None:
    pit = Pit().wager(1, ante=5)
    assert amounts(pit, 1, "progressive") == (1, 5, 4)
    for dollars in (2, 3, 4):
        assert pit.service.refused(place(1, "progressive", dollars)).clause.id == f"{MD}.12E(5)"
    pit.wager(1, progressive=1)
    assert amounts(pit, 1, "progressive") == (4, 4, 4)
    pit.wager(1, progressive=4)
    assert amounts(pit, 1, "progressive") is None


def test_a_player_with_little_left_is_still_offered_what_the_chips_make() -> None:
    pit = Pit(chips=1_100).wager(1, ante=5)
    assert amounts(pit, 1, "progressive") == (1, 5, 4)
    pit = Pit(chips=900).wager(1, ante=5)
    assert amounts(pit, 1, "progressive") == (1, 1, 4)


# The versions that tie Ante and Pair Plus.


@pytest.mark.clause("36.05.14.07F", "36.05.14.07F(1)")
def test_version_one_wants_an_ante_no_smaller_than_the_pair_plus() -> None:
    pit = Pit(version="ante-no-less-than-pair-plus")
    assert amounts(pit, 1, "pair-plus") is None
    refusal = pit.service.refused(place(1, "pair-plus", 5))
    assert (refusal.clause.id, refusal.message) == (f"{MD}.07F(1)", "$5 on Pair Plus: it needs an Ante first")
    pit.wager(1, ante=20)
    assert amounts(pit, 1, "pair-plus") == (5, 20, 1)
    assert pit.service.refused(place(1, "pair-plus", 21)).clause.id == f"{MD}.07F(1)"
    pit.wager(1, pair_plus=20)
    assert amounts(pit, 1, "pair-plus") is None
    assert pit.service.refused(TakeDownWager(seat=1, wager="ante")).clause.id == f"{MD}.07F(1)"
    pit.wager(1, ante=1, pair_plus=1)


@pytest.mark.clause("36.05.14.07F", "36.05.14.07F(2)")
def test_version_two_wants_an_ante_of_half_the_pair_plus() -> None:
    pit = Pit(version="ante-at-least-half-of-pair-plus")
    refusal = pit.service.refused(place(1, "pair-plus", 5))
    assert (refusal.clause.id, refusal.message) == (f"{MD}.07F(2)", "$5 on Pair Plus: it needs an Ante first")
    pit.wager(1, ante=20)
    assert amounts(pit, 1, "pair-plus") == (5, 40, 1)
    assert pit.service.refused(place(1, "pair-plus", 41)).clause.id == f"{MD}.07F(2)"
    pit.wager(1, pair_plus=40)
    assert pit.service.refused(TakeDownWager(seat=1, wager="ante")).clause.id == f"{MD}.07F(2)"


@pytest.mark.clause("36.05.14.07F", "36.05.14.07F(3)")
def test_version_three_makes_both_compulsory_neither_above_five_times_the_other() -> None:
    pit = Pit(version="both-compulsory").wager(1, ante=10)
    assert pit.service.refused(CallNoMoreBets()).clause.id == f"{MD}.07F(3)"
    assert amounts(pit, 1, "pair-plus") == (5, 50, 1)
    assert pit.service.refused(place(1, "pair-plus", 51)).clause.id == f"{MD}.07F(3)"
    pit.wager(1, pair_plus=50)
    assert amounts(pit, 1, "ante") == (1, 240, 1)
    assert pit.service.refused(place(1, "ante", 241)).clause.id == f"{MD}.07F(3)"
    pit.service.do(CallNoMoreBets())
    other = Pit(version="both-compulsory").wager(1, pair_plus=30)
    assert amounts(other, 1, "ante") == (6, 150, 1)
    assert other.service.refused(place(1, "ante", 5)).clause.id == f"{MD}.07F(3)"
    assert other.service.refused(CallNoMoreBets()).clause.id == f"{MD}.07F(3)"


@pytest.mark.clause("36.05.14.07F(3)")
@pytest.mark.parametrize("unit", [100, 1])
def test_twelve_are_more_than_five_times_two(unit: int) -> None:
    """In dollars and in cents: a fifth of the other wager is never rounded down."""
    low = {"minimum": unit, "increment": unit}
    limits: dict[str, Any] = {"ante": low, "pair-plus": low, "six-card-bonus": {}}
    pit = Pit(version="both-compulsory", smallest_chip=unit, wager_limits=limits)
    pit.service.do(PlaceWager(seat=1, wager="pair-plus", amount=12 * unit))
    room = next(act.amount for act in pit.listed("place-wager") if act.fields["wager"] == ("ante",))
    assert room == Range(3 * unit, 60 * unit, unit)
    refusal = pit.service.refused(PlaceWager(seat=1, wager="ante", amount=2 * unit))
    assert refusal.clause.id == f"{MD}.07F(3)"
    pit.service.do(PlaceWager(seat=1, wager="ante", amount=3 * unit), CallNoMoreBets())


@pytest.mark.parametrize("version", ["ante-no-less-than-pair-plus", "ante-at-least-half-of-pair-plus"])
def test_an_ante_alone_is_lawful_where_only_pair_plus_has_a_condition(version: str) -> None:
    Pit(version=version).wager(1, ante=5).service.do(CallNoMoreBets())


# The end of betting.


@pytest.mark.clause("36.05.14.07C#2", "36.05.14.07D", "36.05.14.02C(2)#2")
def test_after_no_more_bets_nothing_is_made_raised_or_withdrawn() -> None:
    pit = Pit(1, 2).wager(1, ante=10, pair_plus=5, progressive=1, six_card_bonus=5)
    pit.wager(2, ante=5)
    pit.service.do(CallNoMoreBets())
    assert pit.service.refused(place(2, "pair-plus", 5)).clause.id == f"{MD}.07C#2"
    assert pit.service.refused(place(2, "progressive", 1)).clause.id == f"{MD}.02C(2)#2"
    assert pit.service.refused(place(1, "progressive", 4)).clause.id == f"{MD}.02C(2)#2"
    assert pit.service.refused(place(1, "ante", 5)).clause.id == f"{MD}.07D"
    for wager in ("ante", "pair-plus", "progressive", "six-card-bonus"):
        assert pit.service.refused(TakeDownWager(seat=1, wager=wager)).clause.id == f"{MD}.07D"
    legal = {act.move for act in pit.game.legal(pit.play)}
    assert not legal & {"place-wager", "take-down-wager"}


@pytest.mark.clause("36.05.14.07E(1)")
def test_no_play_wager_before_the_dealer_asks() -> None:
    pit = Pit().wager(1, ante=10)
    assert pit.service.refused(place(1, "play", 10)).clause.id == f"{MD}.07E(1)"


# Seats and boxes.


@pytest.mark.clause("36.05.14.07C(1)")
def test_who_has_cards_stays_to_the_end_of_the_round() -> None:
    pit = Pit(1, 2, 3).wager(1, ante=5, progressive=1).wager(2, pair_plus=5)
    pit.deal(seat_1="2c 3d 7h", seat_2="9c 9d 2h", dealer="Qh Js 4c").folds(1)
    pit.showdown()
    assert not any(bet.seat == 1 for bet in pit.play.bets)
    for seat in (1, 2):
        assert pit.service.refused(LeaveSeat(seat=seat)).clause.id == f"{MD}.07C(1)"
    leaving = [act.fields["seat"] for act in pit.game.legal(pit.play) if act.move == "leave-seat"]
    assert leaving == [(3,)]
    pit.service.do(LeaveSeat(seat=3))


@pytest.mark.clause("36.05.14.07G", "36.05.14.07C(1)")
def test_a_player_bets_as_many_neighbouring_boxes_as_the_submission_states() -> None:
    pit = Pit(2, adjacent_areas=2)
    assert pit.service.refused(PlayArea(seat=2, area=4)).clause.id == f"{MD}.07G"
    pit.service.do(PlayArea(seat=2, area=3))
    assert pit.service.refused(PlayArea(seat=2, area=1)).clause.id == f"{MD}.07G"
    pit.wager(3, ante=5)
    assert pit.service.refused(LeaveSeat(seat=2)).clause.id == f"{MD}.07C(1)"
    assert Pit(2).service.refused(PlayArea(seat=2, area=3)).clause.id == f"{MD}.07G"


def test_the_play_wager_has_the_limits_of_the_ante() -> None:
    limits: dict[str, Any] = {"ante": {"minimum": 2_500, "maximum": 100_000}, "six-card-bonus": {}}
    pit = Pit(wager_limits=limits).wager(1, ante=1_000)
    pit.deal(seat_1="Ac Kd 2h", dealer="Qh Js 4c").plays(1)
    assert [bet.amount for bet in pit.play.bets] == [100_000, 100_000]
